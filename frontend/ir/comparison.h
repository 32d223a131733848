#pragma once

#include "frontend/ir/keywords.h"

namespace hlo2c::frontend {

/// Whether `a` compares with `b` as the direction says, if `less` orders them.
template <typename T, typename Less>
bool holds(ComparisonDirection direction, const T& a, const T& b, Less less) {
    switch (direction) {
        case ComparisonDirection::Eq: return a == b;
        case ComparisonDirection::Ne: return !(a == b);
        case ComparisonDirection::Ge: return less(b, a) || a == b;
        case ComparisonDirection::Gt: return less(b, a);
        case ComparisonDirection::Le: return less(a, b) || a == b;
        case ComparisonDirection::Lt: return less(a, b);
    }
    return false;
}

}  // namespace hlo2c::frontend
