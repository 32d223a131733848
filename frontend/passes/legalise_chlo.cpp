#include "frontend/passes/legalise_chlo.h"

#include <fmt/format.h>

#include <map>

#include "frontend/ir/attributes.h"
#include "frontend/name_table.h"
#include "frontend/passes/complex_arithmetic.h"
#include "frontend/passes/decompose_rules.h"
#include "frontend/passes/real_functions.h"

namespace hlo2c::frontend {
namespace {

bool is_chlo(OpCode code) {
    return dialect_of(code) == "chlo";
}

/// Expands a function of complex numbers to ops on their parts.
Replacement compute_complex_function(Rewriter& rewriter, Op& op) {
    const ComplexFunction function = complex_function(op.code);
    const TensorType type = rewriter.tensor(op.operands[0]);
    if (function == nullptr || !is_complex(type.element) || !type.is_static()) return std::nullopt;
    TensorType part = type;
    part.element = real_part(type.element);
    const auto emit = [&](OpCode code, std::vector<ValueId> operands, const TensorType& result) {
        return rewriter.emit(Op{.code = code, .operands = std::move(operands)}, Type(result));
    };
    const Parts z{emit(OpCode::Real, {op.operands[0]}, part), emit(OpCode::Imag, {op.operands[0]}, part)};
    ComplexArithmetic arithmetic(rewriter, true);
    const Parts value = (arithmetic.*function)(z);
    return std::vector{emit(OpCode::Complex, {value.re, value.im}, type)};
}

Replacement compute_function(Rewriter& rewriter, Op& op) {
    if (!is_chlo(op.code)) return std::nullopt;
    if (Replacement value = compute_real_function(rewriter, op)) return value;
    if (Replacement value = compute_complex_function(rewriter, op)) return value;
    static const RuleTable integers = {integer_rules};
    return apply_rules(integers, rewriter, op);
}

/// A private function that holds the decomposition of one op on operands of these types.
std::optional<Function> decomposition(const Program& program, const Function& user, const Op& op,
                                      std::string name) {
    Function made;
    made.name = std::move(name);
    made.is_public = false;
    Op copy = op, end;
    copy.operands.clear();
    for (const ValueId operand : op.operands) {
        made.body.arguments.push_back(made.add_value(user.type(operand)));
        copy.operands.push_back(made.body.arguments.back());
    }
    copy.results = {made.add_value(user.type(op.results[0]))};
    end.code = OpCode::FuncReturn;
    end.operands = copy.results;
    made.result_types = {user.type(op.results[0])};
    made.argument_attributes.resize(copy.operands.size());
    made.result_attributes.resize(1);
    made.body.ops = {std::move(copy), std::move(end)};
    const bool changed = Rewriter(program, made).run(compute_function);
    return changed ? std::optional(std::move(made)) : std::nullopt;
}

/// The composites of a program and their decompositions, one per op and type.
class Composites {
public:
    explicit Composites(Program& program) : program_(program) {
        for (const Function& function : program.functions) names_.take(function.name);
    }

    /// Turns the op into a composite if its decomposition is known.
    void take(const Function& user, Op& op) {
        std::string key(spelling(op.code));
        for (const ValueId operand : op.operands) key += " " + to_string(user.type(operand));
        auto known = functions_.find(key);
        if (known == functions_.end()) {
            const std::string name = names_.claim(fmt::format("{}.impl", spelling(op.code)));
            std::optional<Function> made = decomposition(program_, user, op, name);
            if (made) made_.push_back(std::move(*made));
            known = functions_.emplace(key, made_.empty() || made_.back().name != name ? "" : name).first;
        }
        if (known->second.empty()) return;
        op.attributes = {attr::decomposition.with(SymbolAttribute{known->second}),
                         {"name", std::string(spelling(op.code))},
                         attr::composite_version.with(1)};
        op.code = OpCode::Composite;
    }
    void finish() {
        for (Function& function : made_) program_.functions.push_back(std::move(function));
    }

private:
    Program& program_;
    NameTable names_{"_", 0};
    std::map<std::string, std::string> functions_;
    std::vector<Function> made_;
};

}  // namespace

bool has_chlo(const Program& program) {
    bool found = false;
    for (const Function& function : program.functions)
        for_each_op(function.body, [&](const Op& op) { found = found || is_chlo(op.code); });
    return found;
}

void legalise_chlo(Program& program) {
    const RuleTable table({broadcasting_rules, contraction_rules, function_rules, loop_rules, top_k_rules},
                          is_chlo);
    Composites composites(program);
    for (Function& function : program.functions) {
        Rewriter(program, function).run([&](Rewriter& rewriter, Op& op) -> Replacement {
            return apply_rules(table, rewriter, op);
        });
        for_each_op(function.body, [&](Op& op) {
            if (is_chlo(op.code) && op.results.size() == 1) composites.take(function, op);
        });
    }
    composites.finish();
}

}  // namespace hlo2c::frontend
