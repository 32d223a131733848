#include <algorithm>
#include <bit>

#include "frontend/evaluate/hooks.h"
#include "frontend/evaluate/movement.h"
#include "frontend/ir/attributes.h"
#include "frontend/ops/removable.h"

namespace hlo2c::frontend {
namespace {

void give_all(OpCall& call, std::vector<Datum> results) {
    for (Datum& result : results) call.give(std::move(result));
}

bool same(const std::vector<Datum>& a, const std::vector<Datum>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Datum& x, const Datum& y) {
        if (x.is_tensor() && y.is_tensor()) return x.tensor() == y.tensor();
        return std::holds_alternative<Token>(x.value) && std::holds_alternative<Token>(y.value);
    });
}

}  // namespace

void evaluate_If(OpCall& call) {
    const bool chosen = call.operand(0).integer(0) != 0;
    give_all(call, call.run_region(call.op().regions[chosen ? 0 : 1], {}));
}

void evaluate_Case(OpCall& call) {
    const auto count = static_cast<std::int64_t>(call.op().regions.size());
    const std::int64_t index = call.operand(0).integer(0);
    const std::int64_t branch = index < 0 || index >= count ? count - 1 : index;
    give_all(call, call.run_region(call.op().regions[static_cast<std::size_t>(branch)], {}));
}

/// A loop without effects that reaches a fixed point would never end, so it yields that state. The check runs
/// after 1, 2, 4, ... iterations.
void evaluate_While(OpCall& call) {
    const Region &condition = call.op().regions[0], &body = call.op().regions[1];
    std::vector<Datum> state = call.data();
    const bool may_repeat = is_removable(call.op());
    for (std::uint64_t count = 1; call.run_region(condition, state).at(0).tensor().integer(0) != 0; count++) {
        if (!may_repeat || !std::has_single_bit(count)) {
            state = call.run_region(body, std::move(state));
            continue;
        }
        std::vector<Datum> next = call.run_region(body, state);
        if (same(state, next)) break;
        state = std::move(next);
    }
    give_all(call, std::move(state));
}

void evaluate_Call(OpCall& call) {
    give_all(call, call.call_function(call.op()[attr::callee].name, call.data()));
}

void evaluate_Composite(OpCall& call) {
    give_all(call, call.call_function(call.op()[attr::decomposition].name, call.data()));
}

void evaluate_OptimizationBarrier(OpCall& call) {
    give_all(call, call.data());
}

void evaluate_Tuple(OpCall& call) {
    call.give(Datum(call.data()));
}

void evaluate_GetTupleElement(OpCall& call) {
    call.give(call.datum(0).parts().at(static_cast<std::size_t>(call.op()[attr::index])));
}

void evaluate_AfterAll(OpCall& call) {
    call.give(Datum(Token{}));
}

void evaluate_CreateToken(OpCall& call) {
    call.give(Datum(Token{}));
}

void evaluate_AsyncStart(OpCall& call) {
    const Region& body = call.op().regions[0];
    call.give(Datum(call.run_region(body, call.data())));
}

void evaluate_AsyncDone(OpCall& call) {
    give_all(call, call.datum(0).parts());
}

}  // namespace hlo2c::frontend
