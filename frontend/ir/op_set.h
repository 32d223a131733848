#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>

#include "frontend/ir/opcode.h"

namespace hlo2c::frontend {

/// A set of ops that only the code beside it asks for. What the specification states of ops is a trait of
/// their rows. A set that names an op twice is no constant expression.
class OpSet {
public:
    constexpr OpSet(std::initializer_list<OpCode> codes) {
        for (const OpCode code : codes) {
            bool& is_member = members_[static_cast<std::size_t>(code)];
            if (is_member) throw "the set has an op twice";
            is_member = true;
        }
    }
    constexpr bool contains(OpCode code) const { return members_[static_cast<std::size_t>(code)]; }

private:
    std::array<bool, op_count> members_{};
};

}  // namespace hlo2c::frontend
