#include "frontend/forms/hlo/op_fields.h"

#include <catch2/catch.hpp>

namespace hlo2c::frontend::hlo {
namespace {

constexpr OpRow slice = rows::table[static_cast<std::size_t>(OpCode::Slice)];
constexpr OpRow scatter = rows::table[static_cast<std::size_t>(OpCode::Scatter)];

}  // namespace

TEST_CASE("the fields of an op hold each attribute of its row once") {
    STATIC_REQUIRE(covers({.fields = {&slice_field}}, slice));
    STATIC_REQUIRE(covers(
        {.by_functions = {attr::limit_indices, attr::start_indices}, .left_out = {attr::strides}}, slice));
}

TEST_CASE("a missing, a doubled or an unknown attribute is found") {
    STATIC_REQUIRE_FALSE(covers({}, slice));
    STATIC_REQUIRE_FALSE(covers({.by_functions = {attr::limit_indices, attr::start_indices}}, slice));
    STATIC_REQUIRE_FALSE(covers({.fields = {&slice_field}, .left_out = {attr::strides}}, slice));
    STATIC_REQUIRE_FALSE(covers({.fields = {&slice_field, &slice_field}}, slice));
    STATIC_REQUIRE_FALSE(covers({.fields = {&slice_field, &stable_field}}, slice));
    STATIC_REQUIRE_FALSE(covers({.fields = {&slice_field}, .left_out = {attr::dimension}}, slice));
}

TEST_CASE("an attribute that only programs from HLO have is in no row") {
    STATIC_REQUIRE(covers({.fields = {&scatter_field}}, scatter));
    OpRow row = scatter;
    row.attributes.push_back(attr::whole_windows);
    CHECK_FALSE(covers({.fields = {&scatter_field}}, row));
}

}  // namespace hlo2c::frontend::hlo
