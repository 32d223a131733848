#include "scheduler/halide/element_type_mapping.h"
#include "scheduler/halide/kernel_assembly.h"
#include "scheduler/halide/lower_group.h"
#include "scheduler/halide/result_place.h"
#include "scheduler/loops/join_rows.h"

namespace hlo2c::scheduler::halide {

using frontend::Op;
using frontend::ValueId;
using Halide::Expr;
using Halide::Func;
using Halide::RDom;
using Halide::Var;

LoweredKernel lower_update(const GroupToLower& request) {
    const LoweringContext& context = request.context;
    KernelAssembly assembly(context);
    const Op& op = context.graph.op(request.group.anchor());
    const ValueId root = op.results[0], update = op.operands[1];
    assembly.add_output(root);
    assembly.set_updates(op.operands[0]);
    Func output("out");
    ElementBuilder builder(context, [&](ValueId value, const Expr& flat) {
        return context.storage(value) == context.storage(op.operands[0]) ? Expr(output(flat))
                                                                         : assembly.load(value, flat);
    });
    const auto& shape = context.tensor(root).shape;
    const frontend::ElementType element = context.tensor(root).element;

    const Expr start = window_start(context, builder, op);
    const std::vector<ElementLoop>& walked = std::get<UpdateProblem>(request.problem.problem.form).loops;
    const std::int64_t inner = walked.empty() ? 1 : walked.back().extent;
    const UpdateSchedule& schedule = std::get<UpdateSchedule>(request.schedule);

    Var i("i");
    output(i) = Halide::undef(halide_type(storage_kind(element)));
    const auto store = [&](std::int64_t begin, int lanes, std::int64_t blocks) {
        Halide::Region ranges = {{0, lanes}, {0, static_cast<int>(blocks)}};
        for (std::size_t k = walked.size(); k-- > 1;)
            ranges.push_back({0, static_cast<int>(walked[k - 1].extent)});
        const RDom r(ranges);
        Index index(shape.size(), Expr(0));
        Expr flat = start;
        for (std::size_t k = 0; k < walked.size(); k++) {
            const bool innermost = k + 1 == walked.size();
            const Expr at = innermost ? static_cast<int>(begin) + r[1] * lanes + r[0]
                                      : Expr(r[static_cast<int>(walked.size() - k)]);
            index[static_cast<std::size_t>(walked[k].dimensions.back())] = at;
            flat = flat + at * static_cast<int>(walked[k].stride);
        }
        output(Halide::Internal::simplify(flat)) = to_memory(builder.element(update, index), element);
        Halide::Stage stage = output.update(output.num_update_definitions() - 1);
        if (lanes > 1)
            stage.allow_race_conditions().vectorize(r[0]);
        else
            stage.unscheduled();
    };
    store(0, schedule.lanes, inner / schedule.lanes);
    if (schedule.overlaps) {
        store(inner - schedule.lanes, schedule.lanes, 1);
    } else {
        for (std::int64_t left = inner % schedule.lanes, lanes = schedule.lanes / 2; left > 0; lanes /= 2) {
            if (left < lanes) continue;
            store(inner - left, static_cast<int>(lanes), 1);
            left -= lanes;
        }
    }

    assembly.describe(builder, request.group);
    assembly.describe(request.schedule);
    assembly.add_box(output, {{context.tensor(root).element_count(), 1}}, 0);
    LoweredKernel lowered = assembly.finish();
    lowered.kernel.nest = join_rows(lowered.kernel.nest);
    return lowered;
}

}  // namespace hlo2c::scheduler::halide
