#include "scheduler/groups/element_form.h"

#include <fmt/format.h>

#include <string>

#include "frontend/diagnostic.h"

namespace hlo2c::scheduler {

using frontend::ElementType;

namespace {

ElementForm plain(ScalarKind kind) {
    return {kind, kind, "", 0};
}

ElementForm narrow_float(ElementType element, ScalarKind stored) {
    return {ScalarKind::F32, stored, std::string(frontend::hlo_spelling(element)), 0};
}

}  // namespace

ElementForm element_form(ElementType element) {
    switch (element) {
        case ElementType::I1: return {ScalarKind::Boolean, ScalarKind::U8, "", 0};
        case ElementType::I2:
        case ElementType::I4: return {ScalarKind::I8, ScalarKind::I8, "", frontend::bit_width(element)};
        case ElementType::UI2:
        case ElementType::UI4: return {ScalarKind::U8, ScalarKind::U8, "", frontend::bit_width(element)};
        case ElementType::I8: return plain(ScalarKind::I8);
        case ElementType::I16: return plain(ScalarKind::I16);
        case ElementType::I32: return plain(ScalarKind::I32);
        case ElementType::Index:
        case ElementType::I64: return plain(ScalarKind::I64);
        case ElementType::UI8: return plain(ScalarKind::U8);
        case ElementType::UI16: return plain(ScalarKind::U16);
        case ElementType::UI32: return plain(ScalarKind::U32);
        case ElementType::UI64: return plain(ScalarKind::U64);
        case ElementType::F4E2M1FN:
        case ElementType::F6E2M3FN:
        case ElementType::F6E3M2FN:
        case ElementType::F8E3M4:
        case ElementType::F8E4M3:
        case ElementType::F8E4M3FN:
        case ElementType::F8E4M3FNUZ:
        case ElementType::F8E4M3B11FNUZ:
        case ElementType::F8E5M2:
        case ElementType::F8E5M2FNUZ:
        case ElementType::F8E8M0FNU: return narrow_float(element, ScalarKind::U8);
        case ElementType::BF16:
        case ElementType::F16: return narrow_float(element, ScalarKind::U16);
        case ElementType::TF32: return narrow_float(element, ScalarKind::U32);
        case ElementType::C64:
        case ElementType::F32: return plain(ScalarKind::F32);
        case ElementType::C128:
        case ElementType::F64: return plain(ScalarKind::F64);
    }
    return {};
}

ScalarKind storage_kind(ElementType element) {
    return element_form(element).stored;
}

ScalarKind compute_kind(ElementType element) {
    HLO2C_CHECK(!frontend::is_complex(element), "complex numbers have become pairs of tensors");
    return element_form(element).computed;
}

}  // namespace hlo2c::scheduler
