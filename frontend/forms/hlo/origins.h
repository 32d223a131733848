#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "frontend/forms/hlo/hlo.pb.h"

namespace hlo2c::frontend {

/// Finds the instructions of a module that a value comes from, on its way through tuples, loops, branches and
/// calls.
class Origins {
public:
    explicit Origins(const wire::HloModuleProto& module);

    /// The instructions with this opcode whose result `instruction`, of `computation`, may give: in the order
    /// in which they are found, without repeats. Where a value is computed, nothing is looked for any
    /// further.
    std::vector<const wire::HloInstructionProto*> of(const wire::HloComputationProto& computation,
                                                     const wire::HloInstructionProto& instruction,
                                                     std::string_view opcode) const;

private:
    friend class OriginSearch;
    using Instructions = std::unordered_map<std::int64_t, const wire::HloInstructionProto*>;
    struct Caller {
        const wire::HloComputationProto* computation;
        const wire::HloInstructionProto* instruction;
        int called;  ///< number of the computation among those that the instruction calls
    };
    std::unordered_map<std::int64_t, const wire::HloComputationProto*> computations_;
    std::unordered_map<const wire::HloComputationProto*, Instructions> instructions_;
    std::unordered_map<std::int64_t, std::vector<Caller>> callers_;  ///< by the id of the computation
};

}  // namespace hlo2c::frontend
