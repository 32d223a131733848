#pragma once

#include <array>
#include <cstdint>

#include "frontend/ir/element_type.h"

namespace hlo2c::frontend::vhlo {

/// Codes of element types in VHLO bytecode. A complex type has code 1 and contains the type of its parts.
struct ElementCode {
    std::uint64_t code;
    ElementType type;
};

inline constexpr auto element_codes = std::to_array<ElementCode>({
    {0, ElementType::I1},          {2, ElementType::BF16},        {3, ElementType::F16},
    {4, ElementType::F32},         {5, ElementType::F64},         {6, ElementType::F8E4M3FN},
    {7, ElementType::F8E5M2},      {9, ElementType::Index},       {10, ElementType::I4},
    {11, ElementType::I8},         {12, ElementType::I16},        {13, ElementType::I32},
    {14, ElementType::I64},        {15, ElementType::UI4},        {16, ElementType::UI8},
    {17, ElementType::UI16},       {18, ElementType::UI32},       {19, ElementType::UI64},
    {27, ElementType::F8E4M3FNUZ}, {28, ElementType::F8E5M2FNUZ}, {29, ElementType::F8E4M3B11FNUZ},
    {31, ElementType::I2},         {32, ElementType::UI2},        {34, ElementType::TF32},
    {35, ElementType::F8E4M3},     {36, ElementType::F8E3M4},     {37, ElementType::F4E2M1FN},
    {38, ElementType::F6E2M3FN},   {39, ElementType::F6E3M2FN},   {40, ElementType::F8E8M0FNU},
});

namespace type_code {
inline constexpr std::uint64_t complex = 1, function = 8, tensor = 20, tensor_with_encoding = 21, token = 22,
                               tuple = 23, quantized_per_tensor = 24, unranked_tensor = 25, witness = 26,
                               quantized_per_axis = 30, none = 33, buffer = 41, future = 42;
}  // namespace type_code

namespace attribute_code {
inline constexpr std::uint64_t array = 1, boolean = 2, api_version = 5, dictionary = 6, real = 8, integer = 9,
                               output_operand_alias = 10, string = 14, tensor = 15, type = 17,
                               type_extensions = 18, result_accuracy = 20, sub_axis = 21, axis = 22,
                               replica_group_mesh_axes = 23, mesh_axis = 24, mesh = 25;
}  // namespace attribute_code

}  // namespace hlo2c::frontend::vhlo
