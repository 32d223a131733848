#include "scheduler/kernels/kernel_form.h"

#include <algorithm>

#include "frontend/diagnostic.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/op_set.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {

namespace {

/// Ops that give kernels their name even where they are read from memory.
constexpr frontend::OpSet naming_from_memory = {OpCode::BroadcastInDim, OpCode::Constant};

template <typename T>
void sort_once(std::vector<T>& items) {
    std::sort(items.begin(), items.end());
    items.erase(std::unique(items.begin(), items.end()), items.end());
}

}  // namespace

KernelForm::KernelForm(const LoweringContext& context, const Group& group, const ScheduledGroup& scheduled)
    : function_(context.graph.function()), group_(group), scheduled_(scheduled), stages_(group.stages) {
    std::vector<int> positions;
    for (const int member : group.members())
        for (const ValueId result : context.graph.op(member).results) collect(context, result, positions);
    sort_once(positions);
    sort_once(values_);
    for (const int position : positions) ops_.push_back(&context.graph.op(position));
    const auto renumber = [&](int& position) {
        const auto found = std::lower_bound(positions.begin(), positions.end(), position);
        position = static_cast<int>(found - positions.begin());
    };
    for (Stage& stage : stages_) {
        renumber(stage.anchor);
        for (auto* list : {&stage.prologue, &stage.epilogue})
            for (int& position : *list) renumber(position);
    }
    for (const ValueId value : values_) {
        ValueForm& form = forms_.emplace_back();
        form.storage = number(context.storage(value));
        form.is_defined_here = context.graph.definition(value) != nullptr;
        form.is_in_memory = context.in_memory(value);
        form.is_constant = context.constants.count(value) != 0;
        form.data =
            context.is_splat(value) ? &(*context.constants.at(value))[attr::value] : context.positions(value);
    }
}

/// Adds the value and, where the lowering may look further, the op that defines it.
void KernelForm::collect(const LoweringContext& context, ValueId value, std::vector<int>& positions) {
    if (std::find(values_.begin(), values_.end(), value) != values_.end()) return;
    values_.push_back(value);
    if (const ValueId storage = context.storage(value); storage != value)
        collect(context, storage, positions);
    const Op* op = context.graph.definition(value);
    if (op == nullptr) return;
    const int position = context.graph.position(value);
    if (!group_.has(position) && context.in_memory(value) && !naming_from_memory.contains(op->code)) return;
    positions.push_back(position);
    for (const ValueId result : op->results) values_.push_back(result);
    for (const ValueId operand : op->operands) collect(context, operand, positions);
    for (const Region& region : op->regions) collect_region(context, region, positions);
}

void KernelForm::collect_region(const LoweringContext& context, const Region& region,
                                std::vector<int>& positions) {
    values_.insert(values_.end(), region.arguments.begin(), region.arguments.end());
    for (const Op& op : region.ops) {
        for (const ValueId operand : op.operands) collect(context, operand, positions);
        values_.insert(values_.end(), op.results.begin(), op.results.end());
        for (const Region& inner : op.regions) collect_region(context, inner, positions);
    }
}

std::size_t KernelForm::number(ValueId value) const {
    const auto found = std::lower_bound(values_.begin(), values_.end(), value);
    HLO2C_CHECK(found != values_.end() && *found == value, "a kernel's form has every value of the kernel");
    return static_cast<std::size_t>(found - values_.begin());
}

bool KernelForm::is_same(const std::vector<ValueId>& own, const KernelForm& other,
                         const std::vector<ValueId>& others) const {
    return std::equal(own.begin(), own.end(), others.begin(), others.end(),
                      [&](ValueId a, ValueId b) { return number(a) == other.number(b); });
}

bool KernelForm::is_same(const Region& own, const KernelForm& other, const Region& others) const {
    return is_same(own.arguments, other, others.arguments) &&
           std::equal(own.ops.begin(), own.ops.end(), others.ops.begin(), others.ops.end(),
                      [&](const Op& a, const Op& b) { return is_same(a, other, b); });
}

bool KernelForm::is_same(const Op& own, const KernelForm& other, const Op& others) const {
    // `has_same_values` compares the data that kernels hold.
    const bool is_stored = own.code == OpCode::Constant && !is_splat_constant(own);
    return own.code == others.code && is_same(own.operands, other, others.operands) &&
           is_same(own.results, other, others.results) &&
           (is_stored ? !is_splat_constant(others) : own.attributes == others.attributes) &&
           std::equal(own.regions.begin(), own.regions.end(), others.regions.begin(), others.regions.end(),
                      [&](const Region& a, const Region& b) { return is_same(a, other, b); });
}

bool KernelForm::has_same_values(const KernelForm& other) const {
    if (values_.size() != other.values_.size()) return false;
    for (std::size_t i = 0; i < values_.size(); i++) {
        const ValueForm &a = forms_[i], &b = other.forms_[i];
        if (a.storage != b.storage || a.is_defined_here != b.is_defined_here ||
            a.is_in_memory != b.is_in_memory || a.is_constant != b.is_constant ||
            (a.data == nullptr) != (b.data == nullptr) || (a.data != nullptr && *a.data != *b.data) ||
            function_.type(values_[i]) != other.function_.type(other.values_[i]))
            return false;
    }
    return true;
}

bool KernelForm::operator==(const KernelForm& other) const {
    const GroupProblem &own = scheduled_.problem, &others = other.scheduled_.problem;
    const auto is_same_view = [&](const ViewedValue& a, const ViewedValue& b) {
        if (a.value == frontend::no_value || b.value == frontend::no_value) return a.value == b.value;
        return a.offset == b.offset && number(a.value) == other.number(b.value);
    };
    return group_.kind == other.group_.kind && stages_ == other.stages_ && own.problem == others.problem &&
           scheduled_.chosen.schedule == other.scheduled_.chosen.schedule && has_same_values(other) &&
           is_same(group_.roots, other, other.group_.roots) &&
           is_same(own.operands, other, others.operands) && is_same_view(own.lhs, others.lhs) &&
           is_same_view(own.rhs, others.rhs) &&
           std::equal(ops_.begin(), ops_.end(), other.ops_.begin(), other.ops_.end(),
                      [&](const Op* a, const Op* b) { return is_same(*a, other, *b); });
}

}  // namespace hlo2c::scheduler
