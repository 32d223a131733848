#include "frontend/passes/dead_code_elimination.h"

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ir/op_set.h"
#include "frontend/ir/total_table.h"
#include "frontend/ops/lapack_call.h"
#include "frontend/ops/op_traits.h"
#include "frontend/ops/removable.h"

namespace hlo2c::frontend {
namespace {

class Liveness {
public:
    explicit Liveness(const Function& function) : live_(function.values.size(), false) {}

    bool is_live(ValueId value) const { return live_[value]; }
    bool is_live(const Op& op) const {
        return !is_removable(op) || std::any_of(op.results.begin(), op.results.end(),
                                                [&](ValueId result) { return live_[result]; });
    }

    /// Marks everything the region needs. Unless `whole`, the caller marks the terminator's operands.
    void mark(const Region& region, bool whole) {
        for (std::size_t i = region.ops.size(); i-- > 0;) {
            const Op& op = region.ops[i];
            if (has_trait(op.code, op_trait::Terminator)) {
                if (whole) mark_all(op.operands);
            } else if (is_live(op)) {
                mark(op);
            }
        }
    }

private:
    void mark(ValueId value) {
        if (live_[value]) return;
        live_[value] = true;
        marked_++;
    }
    void mark_all(const std::vector<ValueId>& values) {
        for (ValueId value : values) mark(value);
    }

    using MarkOp = void (Liveness::*)(const Op&);
    static const std::array<MarkOp, op_count> rules;

    /// Marks what a live op needs: all its operands, unless it has a rule.
    void mark(const Op& op) {
        if (has_trait(op.code, op_trait::Branching)) return mark_branches(op);
        if (const MarkOp rule = behaviour(rules, op.code)) return (this->*rule)(op);
        mark_all(op.operands);
        for (const Region& inner : op.regions) mark(inner, true);
    }

    void mark_barrier(const Op& op) {
        for (std::size_t i = 0; i < op.operands.size(); i++)
            if (live_[op.results[i]]) mark(op.operands[i]);
    }

    void mark_branches(const Op& op) {
        mark_all(op.operands);
        for (const Region& branch : op.regions) {
            const std::vector<ValueId>& returned = branch.ops.back().operands;
            for (std::size_t i = 0; i < op.results.size(); i++)
                if (live_[op.results[i]]) mark(returned[i]);
            mark(branch, false);
        }
    }

    void mark_while(const Op& op) {
        const Region &condition = op.regions[0], &body = op.regions[1];
        mark(condition, true);
        std::size_t before = 0;
        do {
            before = marked_;
            for (std::size_t i = 0; i < op.operands.size(); i++) {
                if (!live_[op.results[i]] && !live_[condition.arguments[i]] && !live_[body.arguments[i]])
                    continue;
                mark(op.results[i]);
                mark(condition.arguments[i]);
                mark(body.arguments[i]);
                mark(op.operands[i]);
                mark(body.ops.back().operands[i]);
            }
            mark(body, false);
        } while (marked_ != before);
    }

    std::vector<bool> live_;
    std::size_t marked_ = 0;
};

constinit const std::array<Liveness::MarkOp, op_count> Liveness::rules = partial<MarkOp>({
    {OpCode::OptimizationBarrier, &Liveness::mark_barrier},
    {OpCode::While, &Liveness::mark_while},
});

/// Keeps the entries whose flag is set.
void keep(std::vector<ValueId>& values, const std::vector<bool>& kept) {
    std::size_t next = 0;
    for (std::size_t i = 0; i < values.size(); i++)
        if (kept[i]) values[next++] = values[i];
    values.resize(next);
}

/// Ops whose result i is operand i, as it is or after the steps of a loop.
constexpr OpSet passing_on = {OpCode::OptimizationBarrier, OpCode::While};

void prune(Op& op, const Liveness& liveness) {
    const bool branches = has_trait(op.code, op_trait::Branching);
    if (!branches && !passing_on.contains(op.code)) return;
    std::vector<bool> kept;
    for (ValueId result : op.results) kept.push_back(liveness.is_live(result));
    keep(op.results, kept);
    if (!branches) keep(op.operands, kept);
    for (std::size_t i = 0; i < op.regions.size(); i++) {
        if (op.code == OpCode::While) keep(op.regions[i].arguments, kept);
        const bool returns_the_values = branches || i == 1;
        if (returns_the_values) keep(op.regions[i].ops.back().operands, kept);
    }
}

/// Results of a LAPACK function that are vectors, and the option whose letter says whether they are wanted.
struct VectorResults {
    LapackFunction function;
    std::string_view option;
    std::vector<std::size_t> results;
};

/// Asks LAPACK for values alone if nothing reads the vectors.
void drop_vectors(const Function& function, Op& op, const Liveness& liveness) {
    static const VectorResults rows[] = {
        {LapackFunction::Syevd, lapack_option::vectors.name, {0}},
        {LapackFunction::Gesdd, lapack_option::singular_vectors.name, {2, 3}},
    };
    if (op.code != OpCode::CustomCall || !op.has(attr::mhlo_backend_config)) return;
    const std::optional<LapackCall> call = lapack_call(function, op);
    const auto* given = op[attr::mhlo_backend_config].get_if<DictionaryAttribute>();
    for (const VectorResults& row : rows) {
        if (!call || given == nullptr || call->function != row.function) continue;
        if (std::any_of(row.results.begin(), row.results.end(),
                        [&](std::size_t result) { return liveness.is_live(op.results[result]); }))
            continue;
        DictionaryAttribute options = *given;
        for (NamedAttribute& entry : options.entries)
            if (entry.first == row.option) entry.second = IntegerAttribute{'N', "ui8"};
        op.set(attr::mhlo_backend_config, Attribute(std::move(options)));
        return;
    }
}

void sweep(const Function& function, Region& region, const Liveness& liveness) {
    std::erase_if(region.ops, [&](const Op& op) {
        return !has_trait(op.code, op_trait::Terminator) && !liveness.is_live(op);
    });
    for (Op& op : region.ops) {
        prune(op, liveness);
        drop_vectors(function, op, liveness);
        for (Region& inner : op.regions) sweep(function, inner, liveness);
    }
}

}  // namespace

void dead_code_elimination(Program& program) {
    for (Function& function : program.functions) {
        Liveness liveness(function);
        liveness.mark(function.body, true);
        sweep(function, function.body, liveness);
    }
}

}  // namespace hlo2c::frontend
