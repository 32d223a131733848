#pragma once

#include "frontend/ir/attribute.h"
#include "frontend/ir/keywords.h"

namespace hlo2c::frontend {

/// The keyword of an enumerator as an attribute.
template <typename E>
EnumAttribute enum_attribute(E value) {
    return {std::string(Enumeration<E>::name), std::string(keyword(value))};
}

}  // namespace hlo2c::frontend
