#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "frontend/forms/hlo/hlo.pb.h"

namespace hlo2c::frontend {

/// Finds the instructions of a module from which a value may originate, through tuples, loops, branches and
/// calls.
class Origins {
public:
    explicit Origins(const wire::HloModuleProto& module);

    /// The instructions with this opcode whose result `instruction` of `computation` may pass on, without
    /// duplicates, in the order in which they are found. The search stops at instructions that compute a new
    /// value.
    std::vector<const wire::HloInstructionProto*> of(const wire::HloComputationProto& computation,
                                                     const wire::HloInstructionProto& instruction,
                                                     std::string_view opcode) const;

private:
    friend class OriginSearch;
    using Instructions = std::unordered_map<std::int64_t, const wire::HloInstructionProto*>;
    struct Caller {
        const wire::HloComputationProto* computation;
        const wire::HloInstructionProto* instruction;
        int called;  ///< index of the computation among the instruction's called computations
    };
    std::unordered_map<std::int64_t, const wire::HloComputationProto*> computations_;
    std::unordered_map<const wire::HloComputationProto*, Instructions> instructions_;
    std::unordered_map<std::int64_t, std::vector<Caller>> callers_;  ///< by computation id
};

}  // namespace hlo2c::frontend
