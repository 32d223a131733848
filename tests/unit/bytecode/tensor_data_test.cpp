#include "frontend/forms/bytecode/tensor_data.h"

#include <catch2/catch.hpp>

using namespace hlo2c::frontend;
using bytecode::data_of;

namespace {

Literal read(ElementType element, std::vector<std::int64_t> shape, std::string data) {
    const bytecode::Origin origin;
    return bytecode::literal_of({std::move(shape), element, {}, {}}, data,
                                bytecode::ByteReader(data, origin));
}

std::vector<std::int64_t> integers(const Literal& literal) {
    std::vector<std::int64_t> values;
    for (std::int64_t i = 0; i < literal.type().element_count(); i++) values.push_back(literal.integer(i));
    return values;
}

using Values = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("booleans are packed, the first in the lowest bit") {
    CHECK(integers(read(ElementType::I1, {3}, "\x05")) == Values{1, 0, 1});
    CHECK(integers(read(ElementType::I1, {9}, std::string("\x01\x01", 2))) ==
          Values{1, 0, 0, 0, 0, 0, 0, 0, 1});
}

TEST_CASE("one byte with all bits set is a splat of true, for any number of booleans") {
    for (const std::int64_t count : {1, 3, 8, 100}) {
        const Literal literal = read(ElementType::I1, {count}, "\xff");
        CHECK(integers(literal) == Values(static_cast<std::size_t>(count), 1));
        CHECK(data_of(literal) == "\xff");
    }
}

TEST_CASE("booleans with one byte each can be read too") {
    CHECK(integers(read(ElementType::I1, {3}, std::string("\x01\x00\x01", 3))) == Values{1, 0, 1});
}

TEST_CASE("integers below 8 bits have a byte each and are sign-extended") {
    const Literal literal = read(ElementType::I4, {3}, "\x0e\x07\x08");
    CHECK(integers(literal) == Values{-2, 7, -8});
    CHECK(data_of(literal) == "\x0e\x07\x08");
    CHECK(integers(read(ElementType::UI4, {2}, "\x0e\x0f")) == Values{14, 15});
}

TEST_CASE("the bytes of a single element are a splat") {
    const Literal literal = read(ElementType::I32, {4}, std::string("\x07\x00\x00\x00", 4));
    CHECK(literal.is_splat());
    CHECK(integers(literal) == Values{7, 7, 7, 7});
}

TEST_CASE("equal elements are written as a splat") {
    const auto literal = Literal::from_values<int>({{3}, ElementType::I16, {}, {}}, {5, 5, 5});
    CHECK(data_of(literal) == std::string("\x05\x00", 2));
    CHECK(data_of(Literal::from_values<int>({{2}, ElementType::I16, {}, {}}, {5, 6})).size() == 4);
}

TEST_CASE("a tensor without elements has no bytes") {
    CHECK(integers(read(ElementType::F32, {0, 3}, "")).empty());
    CHECK(integers(read(ElementType::I1, {0}, "")).empty());
}

TEST_CASE("data of another size than the type needs is an error") {
    CHECK_THROWS_AS(read(ElementType::I32, {4}, "12345678"), hlo2c::DiagnosticError);
    CHECK_THROWS_AS(read(ElementType::F32, {0}, "1234"), hlo2c::DiagnosticError);
    CHECK_THROWS_AS(read(ElementType::I1, {20}, "12"), hlo2c::DiagnosticError);
}
