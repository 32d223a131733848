#include "scheduler/kernels/share_weights.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "scheduler/ops/op_rule.h"
#include "scheduler/program_names.h"
#include "scheduler/schedule/packed_form.h"

namespace hlo2c::scheduler {
namespace {

/// Smaller constants may be stored in several orders.
constexpr std::int64_t small_bytes = 64;
/// Vectors of the widest panels.
constexpr int most_vectors = 8;
/// A weight is stored in several orders if one order takes this much longer for all its contractions.
constexpr double largest_loss = 8;

/// The order of a stored constant; none for the program's own.
using Form = std::vector<PackedBlock>;

std::int64_t element_count(const Form& form) {
    std::int64_t sum = 0;
    for (const PackedBlock& block : form) sum += block.element_count();
    return sum;
}

/// A contraction that reads a constant.
struct Use {
    ScheduledGroup* group;
    bool is_rhs;

    const ContractionProblem& problem() const {
        return std::get<ContractionProblem>(group->problem.problem.form);
    }
    std::int64_t offset() const { return (is_rhs ? group->problem.rhs : group->problem.lhs).offset; }
    Form form(const Schedule& schedule) const {
        const auto* contraction = std::get_if<ContractionSchedule>(&schedule);
        return contraction ? packed_form(problem(), *contraction, is_rhs, offset()) : Form();
    }
};

double cycles(const Schedule& schedule) {
    const auto* contraction = std::get_if<ContractionSchedule>(&schedule);
    return contraction ? contraction->estimate.cycles : 0;
}

class Sharing {
public:
    Sharing(const FunctionGraph& graph, const FunctionGroups& groups, const Target& target,
            FunctionSchedules& schedules)
        : function_(graph.function()), target_(target) {
        for (RegionId id = 0; id < graph.region_count(); id++)
            collect({graph.region(id), groups.regions[id], graph.constants()}, schedules.regions[id]);
    }

    void run() {
        for (const auto& [constant, uses] : uses_)
            share(uses, function_.tensor(constant).element_count(), plain_.contains(constant));
    }

private:
    void collect(const LoweringContext& context, std::vector<ScheduledGroup>& scheduled) {
        const auto is_large = [&](ValueId value) {
            return context.constants.contains(value) && context.tensor(value).byte_size() > small_bytes &&
                   !context.is_splat(value);
        };
        const auto read_plain = [&](ValueId operand) {
            if (is_large(context.storage(operand))) plain_.insert(context.storage(operand));
        };
        for (std::size_t number = 0; number < scheduled.size(); number++) {
            ScheduledGroup& group = scheduled[number];
            for (const ValueId operand : group.problem.operands) read_plain(operand);
            if (std::holds_alternative<ContractionProblem>(group.problem.problem.form)) {
                for (const bool is_rhs : {false, true}) {
                    const ViewedValue& view = is_rhs ? group.problem.rhs : group.problem.lhs;
                    const ValueId constant = context.storage(view.value);
                    if (is_large(constant)) uses_[constant].push_back({&group, is_rhs});
                }
                continue;
            }
            for (const int member : context.grouping.groups[number].members)
                for (const ValueId operand : context.graph.op(member).operands) read_plain(operand);
        }
        const Op& last = context.graph.region().ops.back();
        for (const ValueId operand : last.operands) read_plain(operand);
    }

    /// Candidates that read the operand in this form, best first. A plain operand is one whose elements keep
    /// their order.
    std::vector<Schedule> candidates(const Use& use, const Form& form, Problem& problem) const {
        if (form.empty()) {
            auto& contraction = std::get<ContractionProblem>(problem.form);
            (use.is_rhs ? contraction.rhs : contraction.lhs).is_constant = false;
            return candidate_schedules(problem, target_);
        }
        std::vector<Schedule> fitting;
        for (int vectors = 0; vectors <= most_vectors; vectors++)
            for (Schedule& each : candidate_schedules(problem, target_, vectors))
                if (use.form(each) == form) fitting.push_back(std::move(each));
        std::stable_sort(fitting.begin(), fitting.end(),
                         [](const Schedule& a, const Schedule& b) { return cycles(a) < cycles(b); });
        fitting.erase(std::unique(fitting.begin(), fitting.end()), fitting.end());
        return fitting;
    }

    struct Choice {
        std::vector<Problem> problems;
        std::vector<std::vector<Schedule>> candidates;
        double cycles = 0;
    };

    std::optional<Choice> choice(const std::vector<Use>& uses, const Form& form) const {
        Choice result;
        for (const Use& use : uses) {
            result.problems.push_back(use.group->problem.problem);
            result.candidates.push_back(candidates(use, form, result.problems.back()));
            if (result.candidates.back().empty()) return std::nullopt;
            result.cycles += cycles(result.candidates.back().front());
        }
        return result;
    }

    void share(const std::vector<Use>& uses, std::int64_t whole, bool is_read_plain) const {
        std::vector<Form> forms;
        std::int64_t elements = 0;  // that are stored
        double now = 0;
        const auto add = [&](const Form& form) {
            if (std::find(forms.begin(), forms.end(), form) != forms.end()) return;
            forms.push_back(form);
            elements += form.empty() ? whole : element_count(form);
        };
        if (is_read_plain) add({});
        for (const Use& use : uses) {
            add(use.form(use.group->schedule));
            now += cycles(use.group->schedule);
        }
        // Contractions may read different parts of a constant.
        if (forms.size() == 1 || elements <= whole + whole / 50) return;
        if (is_read_plain)
            forms = {{}};
        else
            add({});
        std::optional<Choice> best;
        for (const Form& form : forms) {
            std::optional<Choice> other = choice(uses, form);
            if (other && (!best || other->cycles < best->cycles)) best = std::move(other);
        }
        if (!best || best->cycles > now * largest_loss) return;
        for (std::size_t i = 0; i < uses.size(); i++) {
            uses[i].group->problem.problem = best->problems[i];
            uses[i].group->candidates = best->candidates[i];
            uses[i].group->schedule = best->candidates[i].front();
        }
    }

    const Function& function_;
    const Target& target_;
    std::map<ValueId, std::vector<Use>> uses_;
    std::set<ValueId> plain_;  // constants that other kernels or steps read
};

}  // namespace

void share_weights(const FunctionGraph& graph, const FunctionGroups& groups, const Target& target,
                   FunctionSchedules& schedules) {
    Sharing(graph, groups, target, schedules).run();
}

}  // namespace hlo2c::scheduler
