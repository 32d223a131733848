#pragma once

#include <string_view>
#include <unordered_map>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Index of a program's functions by name, for repeated lookups: Program::function searches linearly. Adding,
/// removing or renaming a function invalidates the index.
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
