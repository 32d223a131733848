#pragma once

#include "frontend/forms/hlo/hlo.pb.h"

namespace hlo2c::frontend {

/// Combines a function for numeric fields and one for byte fields into one visitor.
template <typename... Functions>
struct FieldVisitor : Functions... {
    using Functions::operator()...;
};
template <typename... Functions>
FieldVisitor(Functions...) -> FieldVisitor<Functions...>;

/// Visits the field of a literal that holds elements of `type`: calls `visit` with a pointer to the
/// RepeatedField of numbers, or with a pointer to the string of bytes (little endian) and the number of bytes
/// per element. Returns false for types without elements.
template <typename Visitor>
bool visit_elements(wire::LiteralProto& literal, wire::PrimitiveType type, Visitor&& visit) {
    switch (type) {
        case wire::PRED: visit(literal.mutable_preds()); return true;
        case wire::S32: visit(literal.mutable_s32s()); return true;
        case wire::S64: visit(literal.mutable_s64s()); return true;
        case wire::U32: visit(literal.mutable_u32s()); return true;
        case wire::U64: visit(literal.mutable_u64s()); return true;
        case wire::F32: visit(literal.mutable_f32s()); return true;
        case wire::F64: visit(literal.mutable_f64s()); return true;
        case wire::C64: visit(literal.mutable_c64s()); return true;
        case wire::C128: visit(literal.mutable_c128s()); return true;
        case wire::S8: visit(literal.mutable_s8s(), 1); return true;
        case wire::U8: visit(literal.mutable_u8s(), 1); return true;
        case wire::S16: visit(literal.mutable_s16s(), 2); return true;
        case wire::U16: visit(literal.mutable_u16s(), 2); return true;
        case wire::F16: visit(literal.mutable_f16s(), 2); return true;
        case wire::BF16: visit(literal.mutable_bf16s(), 2); return true;
        case wire::S1: visit(literal.mutable_s1s(), 1); return true;
        case wire::S2: visit(literal.mutable_s2s(), 1); return true;
        case wire::S4: visit(literal.mutable_s4s(), 1); return true;
        case wire::U1: visit(literal.mutable_u1s(), 1); return true;
        case wire::U2: visit(literal.mutable_u2s(), 1); return true;
        case wire::U4: visit(literal.mutable_u4s(), 1); return true;
        case wire::F4E2M1FN: visit(literal.mutable_f4e2m1fns(), 1); return true;
        case wire::F8E5M2: visit(literal.mutable_f8e5m2s(), 1); return true;
        case wire::F8E4M3: visit(literal.mutable_f8e4m3s(), 1); return true;
        case wire::F8E4M3FN: visit(literal.mutable_f8e4m3fns(), 1); return true;
        case wire::F8E4M3B11FNUZ: visit(literal.mutable_f8e4m3b11fnuzs(), 1); return true;
        case wire::F8E5M2FNUZ: visit(literal.mutable_f8e5m2fnuzs(), 1); return true;
        case wire::F8E4M3FNUZ: visit(literal.mutable_f8e4m3fnuzs(), 1); return true;
        case wire::F8E3M4: visit(literal.mutable_f8e3m4s(), 1); return true;
        case wire::F8E8M0FNU: visit(literal.mutable_f8e8m0fnus(), 1); return true;
        case wire::F6E3M2FN: visit(literal.mutable_f6e3m2fns(), 1); return true;
        case wire::F6E2M3FN: visit(literal.mutable_f6e2m3fns(), 1); return true;
        default: return false;
    }
}

/// The same for reading.
template <typename Visitor>
bool visit_elements(const wire::LiteralProto& literal, wire::PrimitiveType type, Visitor&& visit) {
    switch (type) {
        case wire::PRED: visit(&literal.preds()); return true;
        case wire::S32: visit(&literal.s32s()); return true;
        case wire::S64: visit(&literal.s64s()); return true;
        case wire::U32: visit(&literal.u32s()); return true;
        case wire::U64: visit(&literal.u64s()); return true;
        case wire::F32: visit(&literal.f32s()); return true;
        case wire::F64: visit(&literal.f64s()); return true;
        case wire::C64: visit(&literal.c64s()); return true;
        case wire::C128: visit(&literal.c128s()); return true;
        case wire::S8: visit(&literal.s8s(), 1); return true;
        case wire::U8: visit(&literal.u8s(), 1); return true;
        case wire::S16: visit(&literal.s16s(), 2); return true;
        case wire::U16: visit(&literal.u16s(), 2); return true;
        case wire::F16: visit(&literal.f16s(), 2); return true;
        case wire::BF16: visit(&literal.bf16s(), 2); return true;
        case wire::S1: visit(&literal.s1s(), 1); return true;
        case wire::S2: visit(&literal.s2s(), 1); return true;
        case wire::S4: visit(&literal.s4s(), 1); return true;
        case wire::U1: visit(&literal.u1s(), 1); return true;
        case wire::U2: visit(&literal.u2s(), 1); return true;
        case wire::U4: visit(&literal.u4s(), 1); return true;
        case wire::F4E2M1FN: visit(&literal.f4e2m1fns(), 1); return true;
        case wire::F8E5M2: visit(&literal.f8e5m2s(), 1); return true;
        case wire::F8E4M3: visit(&literal.f8e4m3s(), 1); return true;
        case wire::F8E4M3FN: visit(&literal.f8e4m3fns(), 1); return true;
        case wire::F8E4M3B11FNUZ: visit(&literal.f8e4m3b11fnuzs(), 1); return true;
        case wire::F8E5M2FNUZ: visit(&literal.f8e5m2fnuzs(), 1); return true;
        case wire::F8E4M3FNUZ: visit(&literal.f8e4m3fnuzs(), 1); return true;
        case wire::F8E3M4: visit(&literal.f8e3m4s(), 1); return true;
        case wire::F8E8M0FNU: visit(&literal.f8e8m0fnus(), 1); return true;
        case wire::F6E3M2FN: visit(&literal.f6e3m2fns(), 1); return true;
        case wire::F6E2M3FN: visit(&literal.f6e2m3fns(), 1); return true;
        default: return false;
    }
}

}  // namespace hlo2c::frontend
