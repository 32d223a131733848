#include "driver/random_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "driver/error_numbers.h"
#include "frontend/accuracy/rules.h"
#include "frontend/data/arguments.h"
#include "frontend/diagnostic.h"
#include "frontend/ir/op_set.h"
#include "frontend/ops/op_row.h"
#include "frontend/passes/fill_bounds.h"
#include "frontend/random_programs/random.h"

namespace hlo2c::driver {
namespace {

using frontend::ElementType;
using Generator = frontend::random_programs::Random;

std::uint64_t mask_of(ElementType type) {
    const int width = std::min(frontend::bit_width(type), 64);
    return width == 64 ? UINT64_MAX : (std::uint64_t{1} << width) - 1;
}

/// A number of a range, `further` places after the one that is drawn, around its end.
std::int64_t between(Generator& generator, std::int64_t least, std::int64_t most, std::uint64_t further = 0) {
    const auto count = static_cast<std::uint64_t>(most - least + 1);
    return least + static_cast<std::int64_t>((generator.next() + further) % count);
}

/// The bits of the number with this encoding and of its negative, if the type is signed.
std::uint64_t with_sign(Generator& generator, ElementType type, std::uint64_t magnitude) {
    const std::uint64_t sign = (mask_of(type) >> 1) + 1;
    if (type == ElementType::F8E8M0FNU) return magnitude;
    return (generator.next() & 1) != 0 ? magnitude | sign : magnitude;
}

std::uint64_t random_float(Generator& generator, ElementType type, const ArgumentStyle& style) {
    constexpr double half = 0.5;
    if (style.is_positive)
        return frontend::encode_float(type, style.scale * (generator.unit() + half) * half);
    const bool is_wide = type == ElementType::TF32;  // a TF32 value is stored as f32 bits
    switch (generator.next() % 8) {
        case 0:
            if (style.any_float && !is_wide) return generator.next() & mask_of(type);  // NaN among them
            break;
        case 1:
            if (style.any_float && generator.next() % 2 == 0)
                return with_sign(generator, type,
                                 frontend::encode_float(type, (generator.next() & 1) != 0 ? INFINITY : NAN));
            // 0 and the least subnormal numbers
            if (!is_wide && !(type == ElementType::F8E4M3FNUZ || type == ElementType::F8E4M3B11FNUZ ||
                              type == ElementType::F8E5M2FNUZ))
                return with_sign(generator, type, generator.next() % 3);
            break;
        case 2:
            return frontend::encode_float(
                type, style.scale * half * static_cast<double>(between(generator, -5, 5)));
        default: break;
    }
    return frontend::encode_float(type, style.scale * (generator.unit() * 2 - 1));
}

/// So far above the others that the exponential of the difference overflows, even if it is scaled by 1/8.
constexpr double peak = 1024;

bool is_peak(const frontend::TensorType& type, const ArgumentStyle& style, std::size_t place) {
    if (style.turn == 0 || !style.is_compared || type.shape.empty()) return false;
    const auto length = static_cast<std::size_t>(type.shape.back());
    const std::size_t rows = static_cast<std::size_t>(type.element_count()) / length;
    return place % length == (place / length + (style.turn - 1) * rows) % length;
}

std::uint64_t random_integer(Generator& generator, ElementType type, const ArgumentStyle& style) {
    const std::uint64_t mask = mask_of(type);
    const auto width = static_cast<std::uint64_t>(frontend::bit_width(type));
    if (!style.any_integer) {
        const auto most = static_cast<std::int64_t>(std::min<std::uint64_t>(
            static_cast<std::uint64_t>(style.most), mask >> (frontend::is_signed_integer(type) ? 1 : 0)));
        const std::int64_t least =
            frontend::is_signed_integer(type)
                ? std::max<std::int64_t>(style.least, -static_cast<std::int64_t>(mask >> 1) - 1)
                : 0;
        return static_cast<std::uint64_t>(between(generator, least, most, style.draw)) & mask;
    }
    switch (generator.next() % 8) {
        case 0: return (mask >> 1) + (generator.next() & 1);      // the largest and the least of signed types
        case 1: return (mask - 1 + generator.next() % 4) & mask;  // -2, -1, 0, 1
        case 2: return (width - 1 + generator.next() % 3) & mask;  // shifts to the width and past it
        case 3:
        case 4: return generator.next() & mask;
        default: return generator.next() % 8 & mask;
    }
}

std::uint64_t random_bits(Generator& generator, ElementType type, const ArgumentStyle& style) {
    if (frontend::is_float(type)) return random_float(generator, type, style);
    if (frontend::is_boolean(type)) return (generator.next() + style.draw) & 1;
    return random_integer(generator, type, style);
}

frontend::Literal random_literal(Generator& generator, const frontend::TensorType& type,
                                 const ArgumentStyle& style) {
    const ElementType part = frontend::real_part(type.element);
    // implementations disagree on complex functions at infinities and extremes
    const ArgumentStyle own = frontend::is_complex(type.element) ? ArgumentStyle{} : style;
    const auto width = static_cast<std::size_t>(frontend::byte_width(part));
    std::vector<std::byte> bytes(static_cast<std::size_t>(type.byte_size()));
    for (std::size_t at = 0; at < bytes.size(); at += width) {
        std::uint64_t bits = random_bits(generator, part, own);
        if (frontend::is_float(part) && is_peak(type, own, at / width))
            bits = frontend::encode_float(part, peak);
        if (frontend::is_signed_integer(part) && frontend::bit_width(part) < 8 &&
            (bits & ~(mask_of(part) >> 1)) != 0)
            bits |= ~mask_of(part);  // a byte holds the number
        std::memcpy(bytes.data() + at, &bits, width);
    }
    return frontend::Literal(type, std::move(bytes));
}

/// Ops that use integer operands as positions.
constexpr frontend::OpSet indexing = {frontend::OpCode::Case,
                                      frontend::OpCode::DynamicGather,
                                      frontend::OpCode::DynamicSlice,
                                      frontend::OpCode::DynamicUpdateSlice,
                                      frontend::OpCode::Gather,
                                      frontend::OpCode::Scatter,
                                      frontend::OpCode::TorchIndexSelect};

/// Ops that combine many floats: a single non-finite one would dominate the result.
bool mixes(frontend::OpCode code) {
    using Kind = frontend::AccuracyRule::Kind;
    const Kind kind = frontend::accuracy_rule(code).kind;
    return kind == Kind::Sum || kind == Kind::Normwise || kind == Kind::Backward || kind == Kind::Reduction ||
           kind == Kind::BatchNorm;
}

/// True if arguments may be sizes that the op reads. Programs state the shape of random numbers as a
/// constant.
bool may_read_sizes(frontend::OpCode code) {
    return code != frontend::OpCode::Rng && !frontend::size_operands(code).empty();
}

}  // namespace

ArgumentStyle argument_style(const frontend::Program& program) {
    using frontend::OpCode;
    ArgumentStyle style{.any_float = true, .any_integer = true};
    constexpr frontend::OpSet costly = {OpCode::CustomCall, OpCode::SetDimensionSize, OpCode::While};
    std::int64_t longest = 1;
    bool few = false, places = false;
    for (const frontend::Function& function : program.functions)
        frontend::for_each_op(function.body, [&](const frontend::Op& op) {
            style.any_float = style.any_float && !mixes(op.code) && op.code != OpCode::While;
            few = few || costly.contains(op.code) || may_read_sizes(op.code);
            if (!indexing.contains(op.code)) return;
            places = true;
            longest = std::max(longest, static_cast<std::int64_t>(op.regions.size()));
            if (op.operands.empty() || !function.type(op.operands[0]).is_tensor()) return;
            for (const std::int64_t size : function.tensor(op.operands[0]).shape)
                longest = std::max(longest, size);
        });
    style.any_integer = !few && !places;
    if (style.any_integer || few) return style;
    style.least = -2;
    style.most = longest + 1;
    return style;
}

std::map<int, frontend::Literal> random_arguments(const std::vector<frontend::Type>& types,
                                                  const ArgumentStyle& style) {
    return random_arguments(types, std::vector<ArgumentStyle>(types.size(), style));
}

std::map<int, frontend::Literal> random_arguments(const std::vector<frontend::Type>& types,
                                                  const std::vector<ArgumentStyle>& styles) {
    std::map<int, frontend::Literal> arrays;
    for (std::size_t i = 0; i < types.size(); i++) {
        if (!types[i].is_tensor()) continue;
        const frontend::TensorType type = frontend::filled(types[i].as_tensor());
        if (!type.is_static()) {
            unsupported(option_error::unknown_size, {},
                        fmt::format("argument {} has a size that is not known: {}", i, to_string(type)),
                        "Give the arguments with --args.");
        }
        // a single number out of few goes through all of them, draw by draw
        const bool counts = type.element_count() == 1 && !frontend::is_float(type.element) &&
                            (frontend::is_boolean(type.element) || !styles.at(i).any_integer);
        Generator generator{i + 1 + (counts ? 0 : styles.at(i).draw << 32)};
        arrays.emplace(static_cast<int>(i), random_literal(generator, type, styles.at(i)));
    }
    return arrays;
}

}  // namespace hlo2c::driver
