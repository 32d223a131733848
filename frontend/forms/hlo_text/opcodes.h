#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "frontend/take_word.h"

namespace hlo2c::frontend {

/// How to infer the shape of a result if the text omits it.
enum class ShapeRule : std::uint8_t {
    Written,     ///< not inferred: the text must give it
    Same,        ///< shape of operand 0
    Widest,      ///< elementwise: shape of the first operand that is not a scalar
    Predicate,   ///< elementwise, with element type pred
    RealPart,    ///< elementwise, with the real type of a complex operand
    Complex,     ///< elementwise, with the complex type of real operands
    Second,      ///< shape of operand 1
    Token,       ///< token[]
    U32,         ///< u32[]
    S32,         ///< s32[]
    Tuple,       ///< a tuple of the operands
    TupleOrOne,  ///< operand 0 alone, or a tuple of all
    Element,     ///< shape of the selected tuple element
    Called,      ///< shape of the called computation's root
    Operation,   ///< what the inference of ops/ says, or a rule of the opcode in infer_shapes.cpp
};

/// One HLO opcode: its operand counts and its attributes besides the common ones. `attributes` are separated
/// by blanks; a required one ends in '!'.
struct Opcode {
    std::string_view name;
    int least;
    int most;  ///< -1: any number
    std::string_view attributes;
    ShapeRule rule = ShapeRule::Written;
    bool has_one_dimension = false;  ///< the attribute `dimensions` is a list of one

    bool takes(std::string_view attribute) const;
};

struct OpcodeAttribute {
    std::string_view name;
    bool is_required;
};
/// Removes the first attribute of an opcode's list and returns it.
constexpr OpcodeAttribute take_attribute(std::string_view& attributes) {
    const std::string_view word = take_word(attributes);
    const bool is_required = word.ends_with('!');
    return {word.substr(0, word.size() - (is_required ? 1 : 0)), is_required};
}

/// The row of `name`, or nullptr.
const Opcode* find_opcode(std::string_view name);
/// Attributes that every instruction may have, in the order in which they are printed.
inline constexpr auto common_attributes =
    std::to_array<std::string_view>({"control-predecessors", "sharding", "frontend_attributes", "metadata",
                                     "backend_config", "statistics", "origin"});

/// The meaning of `-start`, `-update`, `-done` after the name of another opcode.
enum class AsyncPart : std::uint8_t { None, Start, Update, Done };

/// Splits sugar such as "add-start" into opcode and part; {nullptr, None} if `name` is not sugar.
/// Asynchronous opcodes of their own (all-reduce-start, copy-done, ...) are not sugar.
struct AsyncSugar {
    const Opcode* opcode = nullptr;
    AsyncPart part = AsyncPart::None;
};
AsyncSugar find_async_sugar(std::string_view name);

}  // namespace hlo2c::frontend
