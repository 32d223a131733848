#include <array>
#include <cmath>
#include <numbers>

#include "frontend/evaluate/conversion.h"
#include "frontend/evaluate/dynamic_calls.h"
#include "frontend/evaluate/hooks.h"
#include "frontend/evaluate/movement.h"
#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {
namespace {

using Words = std::vector<std::uint32_t>;

std::uint32_t low(std::uint64_t value) {
    return static_cast<std::uint32_t>(value);
}
std::uint32_t high(std::uint64_t value) {
    return static_cast<std::uint32_t>(value >> 32);
}
std::uint64_t join(std::uint32_t low_word, std::uint32_t high_word) {
    return low_word | static_cast<std::uint64_t>(high_word) << 32;
}
std::uint32_t rotate(std::uint32_t value, int amount) {
    return value << amount | value >> (32 - amount);
}

/// Threefry2x32 with 20 rounds (Salmon et al., SC 2011).
std::uint64_t threefry(std::uint64_t key, std::uint64_t counter) {
    constexpr std::array<std::array<int, 4>, 2> rotations = {{{13, 15, 26, 6}, {17, 29, 16, 24}}};
    const std::array<std::uint32_t, 3> keys = {low(key), high(key), low(key) ^ high(key) ^ 0x1BD11BDAU};
    std::uint32_t x = low(counter) + keys[0], y = high(counter) + keys[1];
    for (std::uint32_t round = 0; round < 5; round++) {
        for (int amount : rotations[round % 2]) {
            x += y;
            y = rotate(y, amount) ^ x;
        }
        x += keys[(round + 1) % 3];
        y += keys[(round + 2) % 3] + round + 1;
    }
    return join(x, y);
}

/// Philox4x32 with 10 rounds (Salmon et al., SC 2011).
std::array<std::uint32_t, 4> philox(std::uint64_t key, std::uint64_t counter_low,
                                    std::uint64_t counter_high) {
    std::array<std::uint32_t, 4> x = {low(counter_low), high(counter_low), low(counter_high),
                                      high(counter_high)};
    std::uint32_t first = low(key), second = high(key);
    for (int round = 0; round < 10; round++) {
        const std::uint64_t a = std::uint64_t{0xD2511F53U} * x[0], b = std::uint64_t{0xCD9E8D57U} * x[2];
        x = {high(b) ^ x[1] ^ first, low(b), high(a) ^ x[3] ^ second, low(a)};
        first += 0x9E3779B9U;
        second += 0xBB67AE85U;
    }
    return x;
}

/// The bits of the elements, and the next state.
struct Generated {
    std::vector<std::uint64_t> bits, state;
};

/// Elements of up to 32 bits: the two words of a counter are adjacent along the first even dimension (or the
/// largest one).
Generated threefry_words(const std::vector<std::uint64_t>& state, const Shape& shape) {
    Shape half = shape;
    std::size_t split = 0;
    bool even = false;
    for (std::size_t i = 0; i < shape.size() && !even; i++)
        if (shape[i] % 2 == 0) split = i, even = true;
    for (std::size_t i = 0; i < shape.size() && !even; i++)
        if (shape[i] > shape[split]) split = i;
    if (!shape.empty()) half[split] = (shape[split] + 1) / 2;
    const Shape strides = row_major_strides(half);
    Generated result{{}, {state[0], state[1] + static_cast<std::uint64_t>(count_of(half))}};
    if (count_of(shape) == 0) return result;
    Shape index(shape.size(), 0);
    do {
        Shape counter = index;
        if (!shape.empty()) counter[split] /= 2;
        const std::uint64_t words =
            threefry(state[0], state[1] + static_cast<std::uint64_t>(dot_product(counter, strides)));
        const bool second = !shape.empty() && index[split] % 2 != 0;
        result.bits.push_back(second ? high(words) : low(words));
    } while (next_index(index, shape));
    return result;
}

Generated threefry_bits(const std::vector<std::uint64_t>& state, const Shape& shape, int width) {
    if (width <= 32) return threefry_words(state, shape);
    const auto count = static_cast<std::uint64_t>(count_of(shape));
    Generated result{{}, {state[0], state[1] + count}};
    for (std::uint64_t i = 0; i < count; i++) result.bits.push_back(threefry(state[0], state[1] + i));
    return result;
}

Generated philox_bits(const std::vector<std::uint64_t>& state, const Shape& shape, int width) {
    const auto count = static_cast<std::uint64_t>(count_of(shape));
    const std::uint64_t per_block = width > 32 ? 2 : 4, blocks = (count + per_block - 1) / per_block;
    const std::uint64_t start_low = state[1], start_high = state.size() > 2 ? state[2] : state[0];
    Generated result;
    for (std::uint64_t block = 0; block < blocks; block++) {
        const std::uint64_t at = start_low + block;
        const auto words = philox(state[0], at, start_high + (at < start_low ? 1 : 0));
        for (std::uint64_t i = 0; i < per_block && result.bits.size() < count; i++)
            result.bits.push_back(width > 32 ? join(words[2 * i], words[2 * i + 1]) : words[i]);
    }
    const std::uint64_t next = start_low + blocks;
    result.state = {state[0], next};
    if (state.size() > 2) result.state.push_back(start_high + (next < start_low ? 1 : 0));
    return result;
}

Literal from_bits(const TensorType& type, const std::vector<std::uint64_t>& bits) {
    std::vector<std::int64_t> values(bits.begin(), bits.end());
    if (domain_of(type.element) == Domain::Integer) return from_integers(type, values);
    std::vector<double> decoded;
    const std::uint64_t mask =
        bit_width(type.element) == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bit_width(type.element)) - 1;
    for (std::uint64_t pattern : bits) decoded.push_back(decode_float(type.element, pattern & mask));
    return from_reals(type, decoded);
}

/// Number `index` in [0, 1) of the fixed sequence.
double uniform_number(std::uint64_t index) {
    constexpr std::uint64_t key = 0x243F6A8885A308D3U;
    return std::ldexp(static_cast<double>(threefry(key, index) >> 11), -53);
}

void give_random_bits(OpCall& call, const TensorType& type) {
    const Literal& initial = call.operand(0);
    std::vector<std::uint64_t> state;
    for (std::int64_t i = 0; i < initial.type().element_count(); i++)
        state.push_back(static_cast<std::uint64_t>(initial.integer(i)));
    if (is_complex(type.element)) call.refuse("complex random bits");
    if (state.size() < 2) call.refuse("a state of one number");
    const bool is_threefry = call.op()[attr::rng_algorithm] == RngAlgorithm::ThreeFry;
    const Generated generated = is_threefry ? threefry_bits(state, type.shape, bit_width(type.element))
                                            : philox_bits(state, type.shape, bit_width(type.element));
    call.give(from_integers(initial.type(), {generated.state.begin(), generated.state.end()}));
    call.give(from_bits(type, generated.bits));
}

}  // namespace

void evaluate_RngBitGenerator(OpCall& call) {
    if (!call.result_type(1).is_static()) call.refuse("the size of the result is not known");
    give_random_bits(call, call.result_type(1));
}

bool evaluate_dynamic_random_bits(OpCall& call) {
    give_random_bits(call, call.typed(integer_list(call.operand(1)), 1));
    return true;
}

/// The specification does not define the sequence; this one is fixed, so that runs are reproducible.
void evaluate_Rng(OpCall& call) {
    const TensorType& declared = call.result_type();
    const TensorType type = declared.is_static() ? declared : call.typed(integer_list(call.operand(2)));
    const auto count = static_cast<std::uint64_t>(type.element_count());
    const bool normal = call.op()[attr::rng_distribution] == RngDistribution::Normal;
    const double a = call.operand(0).real(0), b = call.operand(1).real(0);
    std::vector<double> values;
    for (std::uint64_t i = 0; i < count; i++) {
        const double u = uniform_number(2 * i);
        if (normal)
            values.push_back(a + b * std::sqrt(-2 * std::log(1 - u)) *
                                     std::cos(2 * std::numbers::pi * uniform_number(2 * i + 1)));
        else
            values.push_back(a + u * (b - a));
    }
    if (is_float(type.element)) return call.give(from_reals(type, values));
    for (double& value : values) value = std::floor(value);
    call.give(convert(from_reals(TensorType{type.shape, ElementType::F64, {}, {}}, values), type));
}

}  // namespace hlo2c::frontend
