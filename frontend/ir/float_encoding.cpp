#include "frontend/ir/float_encoding.h"

#include <string>

#include "frontend/diagnostic.h"

namespace hlo2c::frontend {

FloatEncoding float_encoding(ElementType type) {
    switch (type) {
        case ElementType::F4E2M1FN: return {2, 1, 1, FloatTop::FiniteOnly};
        case ElementType::F6E2M3FN: return {2, 3, 1, FloatTop::FiniteOnly};
        case ElementType::F6E3M2FN: return {3, 2, 3, FloatTop::FiniteOnly};
        case ElementType::F8E3M4: return {3, 4, 3, FloatTop::Ieee};
        case ElementType::F8E4M3: return {4, 3, 7, FloatTop::Ieee};
        case ElementType::F8E4M3FN: return {4, 3, 7, FloatTop::LastIsNan};
        case ElementType::F8E4M3FNUZ: return {4, 3, 8, FloatTop::MinusZero};
        case ElementType::F8E4M3B11FNUZ: return {4, 3, 11, FloatTop::MinusZero};
        case ElementType::F8E5M2: return {5, 2, 15, FloatTop::Ieee};
        case ElementType::F8E5M2FNUZ: return {5, 2, 16, FloatTop::MinusZero};
        case ElementType::F8E8M0FNU: return {8, 0, 127, FloatTop::LastIsNan, false, false};
        case ElementType::BF16: return {8, 7, 127, FloatTop::Ieee};
        case ElementType::F16: return {5, 10, 15, FloatTop::Ieee};
        case ElementType::TF32: return {8, 10, 127, FloatTop::Ieee};
        case ElementType::F32: return {8, 23, 127, FloatTop::Ieee};
        case ElementType::F64: return {11, 52, 1023, FloatTop::Ieee};
        default: break;
    }
    HLO2C_CHECK(false, "not a float type: " + std::string(spelling(type)));
    return {};
}

}  // namespace hlo2c::frontend
