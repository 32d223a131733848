#include "scheduler/steps/storage_kind.h"

#include <fmt/format.h>

#include "frontend/diagnostic.h"

namespace hlo2c::scheduler {

using frontend::ElementType;

ScalarKind storage_kind(ElementType element) {
    switch (element) {
        case ElementType::F32: return ScalarKind::F32;
        case ElementType::F64: return ScalarKind::F64;
        case ElementType::I2:
        case ElementType::I4:
        case ElementType::I8: return ScalarKind::I8;
        case ElementType::I16: return ScalarKind::I16;
        case ElementType::I32: return ScalarKind::I32;
        case ElementType::I64: return ScalarKind::I64;
        case ElementType::BF16:
        case ElementType::F16:
        case ElementType::UI16: return ScalarKind::U16;
        case ElementType::UI32: return ScalarKind::U32;
        case ElementType::UI64: return ScalarKind::U64;
        case ElementType::TF32:
        case ElementType::C64:
        case ElementType::C128:
            unsupported(409, Place{},
                        fmt::format("values of type {} are not laid out yet", frontend::spelling(element)),
                        "Pass real and imaginary parts as two tensors.");
        default: return ScalarKind::U8;
    }
}

}  // namespace hlo2c::scheduler
