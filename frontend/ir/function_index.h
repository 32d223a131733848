#pragma once

#include <string_view>
#include <unordered_map>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// The functions of a program by name, for those who look for many of them: Program::function goes through
/// all functions. Holds while no function is added, removed or renamed.
class FunctionIndex {
public:
    explicit FunctionIndex(const Program& program) {
        functions_.reserve(program.functions.size());
        for (const Function& function : program.functions) functions_.emplace(function.name, &function);
    }

    /// The function called `name`, the first if there are several, or nullptr.
    const Function* find(std::string_view name) const {
        const auto found = functions_.find(name);
        return found != functions_.end() ? found->second : nullptr;
    }

private:
    std::unordered_map<std::string_view, const Function*> functions_;
};

}  // namespace hlo2c::frontend
