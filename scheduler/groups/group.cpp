#include "scheduler/groups/group.h"

#include <algorithm>
#include <map>
#include <set>

#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

/// Divides a group of kind Row. Each member goes to the only stage that reads it, or is the anchor of one.
class RowStages {
public:
    RowStages(const RegionGraph& graph, const std::vector<int>& members)
        : graph_(graph), members_(members.begin(), members.end()) {}

    std::vector<Stage> run() {
        for (const int member : members_)
            if (is_reduction(member)) add_epilogue(member);
        for (auto member = members_.rbegin(); member != members_.rend(); ++member)
            if (!anchors_.count(*member)) place(*member);
        std::vector<Stage> stages;
        for (auto& [anchor, stage] : stages_) {
            std::reverse(stage.prologue.begin(), stage.prologue.end());
            stages.push_back(std::move(stage));
        }
        return stages;
    }

private:
    ValueId result(int position) const { return graph_.op(position).results[0]; }
    bool is_reduction(int position) const { return graph_.op(position).code == OpCode::Reduce; }

    /// The chain of ops that compute one value per row from the result of a reduction and from memory.
    void add_epilogue(int reduction) {
        Stage& stage = stages_[reduction] = {.kind = GroupKind::Reduction, .anchor = reduction};
        anchors_[reduction] = reduction;
        while (true) {
            const std::vector<int>& readers = graph_.readers(result(stage.last()));
            if (readers.size() != 1 || !continues(stage.last(), readers[0])) return;
            anchors_[readers[0]] = reduction;
            stage.epilogue.push_back(readers[0]);
        }
    }

    bool continues(int last, int position) const {
        const auto elements = [&](int of) { return graph_.function().tensor(result(of)).element_count(); };
        if (!members_.count(position) || is_reduction(position) || elements(position) != elements(last))
            return false;
        const auto& operands = graph_.op(position).operands;
        return std::all_of(operands.begin(), operands.end(), [&](ValueId operand) {
            return operand == result(last) || !members_.count(graph_.position(operand));
        });
    }

    void place(int member) {
        std::set<int> readers;
        for (const int reader : graph_.readers(result(member)))
            readers.insert(members_.count(reader) ? anchors_.at(reader) : -1);
        const bool is_prologue = readers.size() == 1 && *readers.begin() >= 0;
        const int anchor = is_prologue ? *readers.begin() : member;
        anchors_[member] = anchor;
        if (is_prologue)
            stages_[anchor].prologue.push_back(member);
        else
            stages_[member].anchor = member;
    }

    const RegionGraph& graph_;
    const std::set<int> members_;
    std::map<int, int> anchors_;   // of the stage of each member
    std::map<int, Stage> stages_;  // by their anchors
};

}  // namespace

std::vector<int> Stage::ops() const {
    std::vector<int> all = prologue;
    all.push_back(anchor);
    all.insert(all.end(), epilogue.begin(), epilogue.end());
    return all;
}

std::vector<int> Group::members() const {
    std::vector<int> all;
    for (const Stage& stage : stages)
        for (const int position : stage.ops()) all.push_back(position);
    std::sort(all.begin(), all.end());
    return all;
}

bool Group::has(int position) const {
    return std::any_of(stages.begin(), stages.end(), [&](const Stage& stage) {
        return position == stage.anchor ||
               std::count(stage.prologue.begin(), stage.prologue.end(), position) ||
               std::count(stage.epilogue.begin(), stage.epilogue.end(), position);
    });
}

int Group::position() const {
    return kind == GroupKind::Sort ? anchor() : members().back();
}

std::vector<Stage> stages_of(const RegionGraph& graph, GroupKind kind, int anchor,
                             const std::vector<int>& members) {
    if (kind == GroupKind::Row) return RowStages(graph, members).run();
    Stage stage{.kind = kind, .anchor = anchor};
    for (const int member : members)
        if (member != anchor) (member < anchor ? stage.prologue : stage.epilogue).push_back(member);
    return {stage};
}

}  // namespace hlo2c::scheduler
