#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "frontend/ops/op_traits.h"
#include "scheduler/groups/pattern_name.h"
#include "scheduler/halide/kernel_assembly.h"
#include "scheduler/halide/operand_names.h"

namespace hlo2c::scheduler::halide {
namespace {

using frontend::Op;
using frontend::OpFamily;
using frontend::TensorType;

}  // namespace

void KernelAssembly::describe(const ElementBuilder& builder, const Group& group) {
    std::set<int> positions = builder.inlined_ops();
    const std::vector<int> members = group.members();
    positions.insert(members.begin(), members.end());
    positions.erase(-1);
    const Op& anchor = context_.graph.op(group.anchor());
    Kernel& kernel = result_.kernel;

    for (int position : positions)
        kernel.ops.push_back(fmt::format("{}", frontend::spelling(context_.graph.op(position).code)));
    const TensorType& root = context_.tensor(group.roots[0]);
    if (group.kind == GroupKind::Contraction)
        kernel.operation = fmt::format("{}, {} -> {}", type_text(context_.tensor(anchor.operands[0])),
                                       type_text(context_.tensor(anchor.operands[1])), type_text(root));
    std::string extents;
    for (std::int64_t size : root.shape) extents += fmt::format("{}{}", extents.empty() ? "" : "x", size);
    kernel.name = fmt::format("{}_{}{}{}", pattern_name(context_.graph, group, positions),
                              element_word(root.element), extents.empty() ? "" : "_", extents);

    for (const auto& [value, name] : operand_names(context_, group, positions))
        input_names_.emplace(value, name);

    for (int position : positions) {
        const Op& op = context_.graph.op(position);
        if (frontend::family_of(op.code) == OpFamily::Elementwise)
            kernel.flops += context_.tensor(op.results[0]).element_count();
        else if (frontend::family_of(op.code) == OpFamily::Reduction)
            kernel.flops += context_.tensor(op.operands[0]).element_count();
    }
}

}  // namespace hlo2c::scheduler::halide
