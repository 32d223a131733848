#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>

#include "frontend/ir/opcode.h"

namespace hlo2c::frontend {

/// A set of ops for one decision, defined beside the code that makes it. A property that the specification
/// states is a trait of the rows instead. A set that names an op twice does not compile.
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
