#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "frontend/ir/literal.h"
#include "frontend/ir/program.h"
#include "frontend/ops/op_row.h"

using namespace hlo2c::frontend;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const double nan_value = std::numeric_limits<double>::quiet_NaN();

const std::vector<ElementType> small_floats = {
    ElementType::F4E2M1FN, ElementType::F6E2M3FN,   ElementType::F6E3M2FN,   ElementType::F8E3M4,
    ElementType::F8E4M3,   ElementType::F8E4M3FN,   ElementType::F8E4M3FNUZ, ElementType::F8E4M3B11FNUZ,
    ElementType::F8E5M2,   ElementType::F8E5M2FNUZ, ElementType::F8E8M0FNU,  ElementType::BF16,
    ElementType::F16,
};

}  // namespace

TEST_CASE("every code of every small float decodes and encodes to itself") {
    for (const ElementType type : small_floats) {
        INFO(spelling(type));
        for (std::uint64_t code = 0; code < std::uint64_t{1} << bit_width(type); code++) {
            const double value = decode_float(type, code);
            if (std::isnan(value)) {
                CHECK(std::isnan(decode_float(type, encode_float(type, value))));
            } else {
                CHECK(encode_float(type, value) == code);
            }
        }
    }
}

TEST_CASE("the largest finite values are those of the formats' papers") {
    const auto largest = [](ElementType type) {
        double most = 0;
        for (std::uint64_t code = 0; code < std::uint64_t{1} << bit_width(type); code++)
            if (std::isfinite(decode_float(type, code))) most = std::max(most, decode_float(type, code));
        return most;
    };
    CHECK(largest(ElementType::F4E2M1FN) == 6);
    CHECK(largest(ElementType::F6E2M3FN) == 7.5);
    CHECK(largest(ElementType::F6E3M2FN) == 28);
    CHECK(largest(ElementType::F8E3M4) == 15.5);
    CHECK(largest(ElementType::F8E4M3) == 240);
    CHECK(largest(ElementType::F8E4M3FN) == 448);
    CHECK(largest(ElementType::F8E4M3FNUZ) == 240);
    CHECK(largest(ElementType::F8E4M3B11FNUZ) == 30);
    CHECK(largest(ElementType::F8E5M2) == 57344);
    CHECK(largest(ElementType::F8E5M2FNUZ) == 57344);
    CHECK(largest(ElementType::F16) == 65504);
    CHECK(largest(ElementType::F8E8M0FNU) == std::ldexp(1.0, 127));
}

TEST_CASE("rounding is to nearest even, from the double in one step") {
    CHECK(encode_float(ElementType::BF16, 1.0 + 1.0 / 256) == 0x3F80);  // a tie goes to the even 1.0
    CHECK(encode_float(ElementType::BF16, 1.0 + 3.0 / 256) == 0x3F82);
    CHECK(encode_float(ElementType::BF16, 1.0 + 1.0 / 256 + 1e-12) ==
          0x3F81);  // through f32 it would be a tie
    CHECK(encode_float(ElementType::F16, std::ldexp(1.0, -25)) == 0);
    CHECK(encode_float(ElementType::F16, std::ldexp(1.5, -25)) == 1);
    CHECK(encode_float(ElementType::F8E4M3FN, 464) == 0x7E);
}

TEST_CASE("overflow and NaN follow each type's own rules") {
    CHECK(encode_float(ElementType::F16, 65520) == 0x7C00);
    CHECK(encode_float(ElementType::F8E4M3FN, 465) == 0x7F);
    CHECK(encode_float(ElementType::F8E4M3FN, infinity) == 0x7F);
    CHECK(encode_float(ElementType::F8E4M3FNUZ, -1e6) == 0x80);
    CHECK(encode_float(ElementType::F8E4M3FNUZ, -0.0) == 0);
    CHECK(encode_float(ElementType::F4E2M1FN, 100) == 7);
    CHECK(encode_float(ElementType::F6E3M2FN, -infinity) == 0x3F);
    CHECK(encode_float(ElementType::F8E8M0FNU, nan_value) == 0xFF);
    CHECK(encode_float(ElementType::F8E8M0FNU, -2) == 0xFF);
    CHECK(encode_float(ElementType::F8E8M0FNU, 0) == 0);
    CHECK(encode_float(ElementType::F8E5M2, -infinity) == 0xFC);
    CHECK(encode_float(ElementType::F32, 0.1) == 0x3DCCCCCD);
}

TEST_CASE("a literal gives its elements as reals and integers") {
    const Literal small = Literal::from_values<int>({{3}, ElementType::I4, {}, {}}, {-8, 7, -1});
    CHECK(small.integer(0) == -8);
    CHECK(small.real(2) == -1);
    const Literal big = Literal::from_values<std::uint64_t>({{1}, ElementType::UI64, {}, {}}, {UINT64_MAX});
    CHECK(big.real(0) == 18446744073709551615.0);
    const Literal half = Literal::from_values<double>({{2}, ElementType::F16, {}, {}}, {1.5, -2.75});
    CHECK(half.real(1) == -2.75);
    CHECK(half.integer(1) == -2);
    CHECK_THROWS_AS(half.element(2), hlo2c::DiagnosticError);
}

TEST_CASE("a splat equals the same elements written out") {
    const TensorType type{{2, 2}, ElementType::I32, {}, {}};
    const Literal splat = Literal::from_values<int>(type, {7});
    CHECK(splat.is_splat());
    CHECK(splat.expanded().size() == 16);
    CHECK(splat == Literal::from_values<int>(type, {7, 7, 7, 7}));
    CHECK_FALSE(splat == Literal::from_values<int>(type, {7, 7, 8, 7}));
    CHECK(splat.reshaped({4}).integer(3) == 7);
    CHECK_THROWS_AS(splat.reshaped({5}), hlo2c::DiagnosticError);
}

TEST_CASE("locations are shared and describe the innermost user line") {
    LocationTable table;
    const LocationId file = table.intern({Location::Kind::File, "/home/a/model.py", 41, 3});
    CHECK(file == table.intern({Location::Kind::File, "/home/a/model.py", 41, 3}));
    const LocationId frame = table.intern({Location::Kind::Name, "loss", 0, 0, 0, 0, {file}});
    const LocationId name = table.intern({Location::Kind::Name, "jit(f)/add", 0, 0, 0, 0, {frame}});
    CHECK(table.describe(name) == "model.py:41");
    CHECK(table.name(name) == "jit(f)/add");
    CHECK(table.describe(unknown_location).empty());
}

TEST_CASE("every row of the op table is found by its spelling") {
    for (const OpRow& row : op_rows()) CHECK(opcode_from_spelling(spelling(row.code)) == row.code);
    CHECK_FALSE(opcode_from_spelling("stablehlo.nonsense").has_value());
}
