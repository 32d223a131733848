#include "scheduler/halide/lower_group.h"

#include <Halide.h>

#include "frontend/diagnostic.h"
#include "frontend/ir/enum_table.h"

namespace hlo2c::scheduler::halide {
namespace {

LoweredKernel lower_control(const GroupToLower&) {
    HLO2C_CHECK(false, "control flow is steps of the plan, not a kernel");
    return {};
}

using Lowering = LoweredKernel (*)(const GroupToLower&);

constexpr auto lowerings = frontend::by_every_enumerator<GroupKind::Control, Lowering>({
    {GroupKind::Map, lower_map},
    {GroupKind::Row, lower_row},
    {GroupKind::Reduction, lower_reduction},
    {GroupKind::Contraction, lower_contraction},
    {GroupKind::Window, lower_reduction},
    {GroupKind::Scatter, lower_scatter},
    {GroupKind::Update, lower_update},
    {GroupKind::Assemble, lower_map},
    {GroupKind::Sort, lower_sort},
    {GroupKind::Control, lower_control},
});

}  // namespace

LoweredKernel lower_group(const GroupToLower& request) {
    try {
        return lowerings[static_cast<std::size_t>(request.group.kind)](request);
    } catch (const Halide::Error& error) {
        broken_invariant("Halide accepts the algorithm and its schedule", __FILE__, __LINE__, error.what());
    }
}

}  // namespace hlo2c::scheduler::halide
