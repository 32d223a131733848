#include "frontend/test_modules/loop_probes.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {
namespace {

Literal zeros(const TensorType& type) {
    const std::int64_t count = type.element_count() * byte_width(type.element);
    return {type, std::vector<std::byte>(static_cast<std::size_t>(count))};
}

Literal scalar(ElementType element, std::int64_t value) {
    std::vector<std::byte> bytes(static_cast<std::size_t>(byte_width(element)));
    std::memcpy(bytes.data(), &value, bytes.size());
    return {TensorType{{}, element, {}, {}}, std::move(bytes)};
}

class LoopProbes {
public:
    explicit LoopProbes(Function& function) : function_(function) {
        for_each_op(std::as_const(function.body), [&](const Op& op) {
            if (op.code == OpCode::InterpreterProbe) probes_[op[attr::probe_id]]++;
            if (op.code != OpCode::CheckSerializedEq) return;
            std::int64_t& wanted = wanted_[op[attr::probe_id]];
            wanted = std::max(wanted, op[attr::iteration] + 1);
        });
    }

    void run() {
        std::vector<Op> ops;
        for (Op& op : function_.body.ops) {
            before_.clear();
            after_.clear();
            if (op.code == OpCode::While) carry_out(op);
            std::move(before_.begin(), before_.end(), std::back_inserter(ops));
            ops.push_back(std::move(op));
            std::move(after_.begin(), after_.end(), std::back_inserter(ops));
        }
        function_.body.ops = std::move(ops);
    }

private:
    /// A value that a loop carries: at the start of the body, and after the loop.
    struct Carried {
        ValueId argument, result;
    };

    ValueId emit(std::vector<Op>& ops, Op op, const TensorType& type) {
        op.results = {function_.add_value(Type(type))};
        ops.push_back(std::move(op));
        return ops.back().results[0];
    }

    ValueId constant(std::vector<Op>& ops, const Literal& literal) {
        Op op{.code = OpCode::Constant};
        op.set(attr::value, literal);
        return emit(ops, std::move(op), literal.type());
    }

    Carried carry(Op& loop, const Literal& initial) {
        const Type type(initial.type());
        loop.operands.push_back(constant(before_, initial));
        for (Region& region : loop.regions) region.arguments.push_back(function_.add_value(type));
        loop.results.push_back(function_.add_value(type));
        return {loop.regions[1].arguments.back(), loop.results.back()};
    }

    bool moves(const Op& op) const {
        return op.code == OpCode::InterpreterProbe && probes_.at(op[attr::probe_id]) == 1;
    }

    void carry_out(Op& loop) {
        std::vector<Op> taken, kept;
        for (Op& op : loop.regions[1].ops) {
            if (op.code == OpCode::InterpreterPrint) continue;
            (moves(op) ? taken : kept).push_back(std::move(op));
        }
        loop.regions[1].ops = std::move(kept);
        if (taken.empty()) return;
        for (const Op& probe : taken) rename(loop.regions[1], probe.results[0], probe.operands[0]);
        // A probe may read the result of another one.
        for (std::size_t i = 0; i < taken.size(); i++)
            for (std::size_t k = i + 1; k < taken.size(); k++)
                if (taken[k].operands[0] == taken[i].results[0]) taken[k].operands[0] = taken[i].operands[0];

        std::vector<Op>& body = loop.regions[1].ops;
        Op last = std::move(body.back());
        body.pop_back();
        const TensorType number{{}, ElementType::I64, {}, {}};
        const Carried count = carry(loop, zeros(number));
        const ValueId one = constant(body, scalar(ElementType::I64, 1));
        last.operands.push_back(
            emit(body, Op{.code = OpCode::Add, .operands = {count.argument, one}}, number));
        for (const Op& probe : taken)
            for (std::int64_t i = 0; i < wanted_[probe[attr::probe_id]]; i++)
                keep(loop, probe, i, count.argument, last);
        body.push_back(std::move(last));
    }

    /// Carries the value of one iteration, and whether the loop reached it.
    void keep(Op& loop, const Op& probe, std::int64_t iteration, ValueId count, Op& last) {
        const TensorType truth{{}, ElementType::I1, {}, {}};
        const TensorType type = function_.tensor(probe.operands[0]);
        const Carried value = carry(loop, zeros(type)), reached = carry(loop, zeros(truth));
        std::vector<Op>& body = loop.regions[1].ops;
        Op compare{.code = OpCode::Compare,
                   .operands = {count, constant(body, scalar(ElementType::I64, iteration))}};
        compare.set(attr::comparison_direction, ComparisonDirection::Eq);
        const ValueId here = emit(body, std::move(compare), truth);
        last.operands.push_back(emit(
            body, Op{.code = OpCode::Select, .operands = {here, probe.operands[0], value.argument}}, type));
        last.operands.push_back(
            emit(body, Op{.code = OpCode::Or, .operands = {here, reached.argument}}, truth));
        Op moved = probe;
        moved.operands = {value.result};
        emit(after_, std::move(moved), type);
        Op check{.code = OpCode::CheckEqConst, .operands = {reached.result}, .position = probe.position};
        check.set(attr::value, scalar(ElementType::I1, 1));
        after_.push_back(std::move(check));
    }

    static void rename(Region& region, ValueId from, ValueId to) {
        for_each_op(region, [&](Op& op) { std::replace(op.operands.begin(), op.operands.end(), from, to); });
    }

    Function& function_;
    std::map<std::string, int> probes_;
    std::map<std::string, std::int64_t> wanted_;
    std::vector<Op> before_, after_;
};

}  // namespace

void carry_probes_out_of_loops(Function& function) {
    LoopProbes(function).run();
}

}  // namespace hlo2c::frontend
