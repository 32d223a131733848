#include "scheduler/kernels/schedule_requests.h"

#include <map>

#include "scheduler/ops/op_rule.h"
#include "scheduler/processes/describe.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

class RequestScheduler {
public:
    RequestScheduler(const FunctionGraph& graph, const FunctionGroups& groups, const FunctionOrder& order,
                     FunctionSchedules& schedules)
        : graph_(graph), groups_(groups), order_(order), schedules_(schedules) {}

    void region(RegionId id) {
        for (const std::size_t number : order_.regions[id]) {
            const int anchor = groups_.regions[id].groups[number].anchor();
            visit(graph_.region(id).op(anchor), schedules_.regions[id][number]);
            depth_++;
            for (const RegionId inner : graph_.inner(id, anchor)) region(inner);
            depth_--;
        }
    }

private:
    void visit(const Op& op, ScheduledGroup& group) {
        const OpRule& rule = rule_of(op);
        if (rule.step == StepKind::AsyncStart && is_collective(process_op(op))) {
            const auto requests = static_cast<std::int64_t>(data_operands(process_op(op)).size());
            const std::int64_t started = schedule(group, RequestKind::Collective, requests, under_way_);
            under_way_ += started;
            started_[op.results[0]] = started;
        } else if (rule.step == StepKind::AsyncDone) {
            under_way_ -= started_[op.operands[0]];
        } else if (rule.step == StepKind::Transfer && rule.transfer == TransferKind::Send && depth_ > 0) {
            kept_sends_ += schedule(group, RequestKind::NestedSend,
                                    static_cast<std::int64_t>(op.operands.size()), kept_sends_);
        }
    }

    static std::int64_t schedule(ScheduledGroup& group, RequestKind kind, std::int64_t requests,
                                 std::int64_t others) {
        const RequestsProblem problem{kind, requests, others};
        const RequestsSchedule chosen = choose_requests(problem);
        group.problem.problem.form = problem;
        group.chosen = {.schedule = chosen, .candidates = {chosen}};
        return chosen.concurrent;
    }

    const FunctionGraph& graph_;
    const FunctionGroups& groups_;
    const FunctionOrder& order_;
    FunctionSchedules& schedules_;
    int depth_ = 0;
    std::int64_t under_way_ = 0, kept_sends_ = 0;
    std::map<ValueId, std::int64_t> started_;  ///< by future
};

}  // namespace

void schedule_requests(const FunctionGraph& graph, const FunctionGroups& groups, const FunctionOrder& order,
                       FunctionSchedules& schedules) {
    RequestScheduler(graph, groups, order, schedules).region(0);
}

}  // namespace hlo2c::scheduler
