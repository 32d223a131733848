#pragma once

#include <string>

#include "scheduler/loops/loop_nest.h"
#include "scheduler/target/target.h"

namespace hlo2c::scheduler {

/// A call of this function has four operands of 8 bits; its result holds them in 32 bits, the first one
/// lowest.
inline constexpr const char* word_of_bytes = "word";

/// The function of a sum, a word of one operand and a word of another: it adds the products of their four
/// bytes to the sum, which wraps. If it is biased, the first word's sign bits are inverted and its bytes have
/// the other signedness.
std::string dot_product_of_words(bool first_is_signed, bool second_is_signed, bool biased);

/// True for a word, or a vector of words, whose bytes are neighbours in memory.
bool is_word_in_memory(const LoopNest& nest, const Node& node);

/// Turns words whose bytes are neighbours in memory into one load.
LoopNest load_words(const LoopNest& nest);

}  // namespace hlo2c::scheduler
