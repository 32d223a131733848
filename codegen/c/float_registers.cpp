#include "codegen/c/float_registers.h"

namespace hlo2c::codegen {

using scheduler::ScalarKind;
using scheduler::ValueType;

namespace {

int bytes_of(ValueType type) {
    return type.lanes * scheduler::byte_width(type.kind);
}

}  // namespace

std::string FloatRegisters::call(std::string_view instruction,
                                 std::initializer_list<std::string_view> operands) const {
    std::string text = prefix + std::string(instruction) + suffix + "(";
    for (const std::string_view operand : operands) {
        if (text.back() != '(') text += ", ";
        text += "(" + type + ")" + std::string(operand);
    }
    return text + ")";
}

std::optional<FloatRegisters> x86_registers(ValueType type) {
    const bool f32 = type.kind == ScalarKind::F32;
    const std::string d = f32 ? "" : "d", suffix = f32 ? "_ps" : "_pd";
    switch (bytes_of(type)) {
        case 16: return FloatRegisters{"defined(HLO2C_X86)", "__m128" + d, "_mm_", suffix};
        case 32: return FloatRegisters{"defined(__AVX__)", "__m256" + d, "_mm256_", suffix};
        case 64: return FloatRegisters{"defined(__AVX512F__)", "__m512" + d, "_mm512_", suffix};
        default: return std::nullopt;
    }
}

std::optional<FloatRegisters> neon_registers(ValueType type) {
    if (bytes_of(type) != 16) return std::nullopt;
    const bool f32 = type.kind == ScalarKind::F32;
    return FloatRegisters{"defined(HLO2C_NEON)", f32 ? "float32x4_t" : "float64x2_t", "v",
                          f32 ? "q_f32" : "q_f64"};
}

void prefer_call(FunctionBody& body, const std::optional<FloatRegisters>& registers,
                 std::string_view instruction, std::initializer_list<std::string_view> operands) {
    if (registers)
        body.prefer(registers->condition,
                    "    return ({T})" + registers->call(instruction, operands) + ";\n");
}

}  // namespace hlo2c::codegen
