#pragma once

namespace hlo2c::codegen {

template <typename Visit>
void for_each_step(const std::vector<scheduler::Step>& steps, const Visit& visit) {
    for (const scheduler::Step& step : steps) {
        visit(step);
        if (const auto* loop = std::get_if<scheduler::WhileStep>(&step.action)) {
            for_each_step(loop->condition, visit);
            for_each_step(loop->body, visit);
        } else if (const auto* branch = std::get_if<scheduler::BranchStep>(&step.action)) {
            for (const std::vector<scheduler::Step>& each : branch->branches) for_each_step(each, visit);
        }
    }
}

}  // namespace hlo2c::codegen
