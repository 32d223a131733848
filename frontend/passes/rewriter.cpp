#include "frontend/passes/rewriter.h"

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ops/op_traits.h"

namespace hlo2c::frontend {
Rewriter::Rewriter(const Program& program, Function& function) : program_(program), function_(function) {}

bool Rewriter::run(const Rule& rule) {
    changed_ = false;
    rule_ = &rule;
    renamed_.clear();
    for (std::size_t i = 0; i < function_.values.size(); i++) renamed_.push_back(static_cast<ValueId>(i));
    definitions_.assign(function_.values.size(), nullptr);
    uses_.assign(function_.values.size(), 0);
    uses_so_far_ = uses_;
    for_each_op(std::as_const(function_.body), [&](const Op& op) {
        for (ValueId operand : op.operands) uses_[operand]++;
    });
    walk(function_.body, rule);
    return changed_;
}

void Rewriter::walk(Region& region, const Rule& rule) {
    std::vector<Op> out;
    out.reserve(region.ops.size());
    std::vector<Op>* const outer = out_;
    for (Op& op : region.ops) {
        out_ = &out;
        walk_op(std::move(op), out, rule);
    }
    out_ = outer;
    region.ops = std::move(out);
}

void Rewriter::walk_op(Op op, std::vector<Op>& out, const Rule& rule) {
    for (ValueId& operand : op.operands) {
        if (operand < uses_so_far_.size()) uses_so_far_[operand]++;
        operand = renamed_[operand];
    }
    const Op* const outer = current_;
    current_ = &op;
    const std::optional<std::vector<ValueId>> replacement = rule(*this, op);
    current_ = outer;
    if (replacement) {
        HLO2C_CHECK(replacement->size() == op.results.size(),
                    "a rewrite gives an unexpected number of results");
        for (std::size_t i = 0; i < op.results.size(); i++) renamed_[op.results[i]] = (*replacement)[i];
        changed_ = true;
        return;
    }
    for (Region& inner : op.regions) walk(inner, rule);
    out_ = &out;
    sort_by_name(op.attributes);
    define(op);
    out.push_back(std::move(op));
}

void Rewriter::replace_after(ValueId value, ValueId by) {
    std::replace(renamed_.begin(), renamed_.end(), value, by);
}

void Rewriter::define(const Op& op) {
    const auto copy = std::make_shared<const Op>(
        Op{op.code, op.operands, op.results, op.attributes, {}, op.location, op.position});
    definitions_.resize(function_.values.size());
    for (ValueId result : op.results) definitions_[result] = copy;
}

const Op* Rewriter::definition(ValueId value) const {
    return value < definitions_.size() ? definitions_[value].get() : nullptr;
}

const Op* Rewriter::definition(ValueId value, OpCode code) const {
    const Op* op = definition(value);
    return op != nullptr && op->code == code ? op : nullptr;
}

const Literal* Rewriter::constant(ValueId value) const {
    const Op* op = definition(value, OpCode::Constant);
    const Attribute* attribute = op != nullptr ? op->attribute(attr::value) : nullptr;
    return attribute != nullptr ? attribute->get_if<Literal>() : nullptr;
}

std::vector<ValueId> Rewriter::emit(Op op, std::vector<Type> types) {
    if (op.location == unknown_location) {
        op.location = current_->location;
        op.position = current_->position;
    }
    sort_by_name(op.attributes);
    for (Type& type : types) op.results.push_back(new_value(std::move(type), op.location));
    const std::vector<ValueId> results = op.results;
    define(op);
    out_->push_back(std::move(op));
    return results;
}

ValueId Rewriter::emit(Op op, Type type) {
    return emit(std::move(op), std::vector<Type>{std::move(type)}).front();
}

ValueId Rewriter::new_value(Type type) {
    return new_value(std::move(type), current_->location);
}

ValueId Rewriter::new_value(Type type, LocationId location) {
    const ValueId value = function_.add_value(std::move(type), {}, location);
    renamed_.push_back(value);
    return value;
}

ValueId Rewriter::emit_constant(Literal literal) {
    TensorType type = literal.type();
    return emit_constant(std::move(literal), std::move(type));
}

ValueId Rewriter::emit_constant(Literal literal, TensorType type, LocationId location) {
    Op op{.code = OpCode::Constant, .location = location};
    op.set(attr::value, std::move(literal));
    return emit(std::move(op), std::move(type));
}

std::vector<ValueId> Rewriter::splice(Region region) {
    std::vector<Op>& out = *out_;
    for (Op& op : region.ops) {
        if (has_trait(op.code, op_trait::Terminator)) {
            std::vector<ValueId> returned;
            for (ValueId operand : op.operands) returned.push_back(renamed_[operand]);
            return returned;
        }
        walk_op(std::move(op), out, *rule_);
        out_ = &out;
    }
    return {};
}

std::vector<ValueId> Rewriter::splice(Region region, const std::vector<ValueId>& arguments) {
    HLO2C_CHECK(region.arguments.size() == arguments.size(),
                "a region is given an unexpected number of arguments");
    for (std::size_t i = 0; i < arguments.size(); i++) renamed_[region.arguments[i]] = arguments[i];
    return splice(std::move(region));
}

Region Rewriter::make_region(std::vector<ValueId> arguments,
                             const std::function<std::vector<ValueId>()>& build) {
    Region region{.arguments = std::move(arguments)};
    std::vector<Op>* const outer = out_;
    out_ = &region.ops;
    Op last{.code = OpCode::Return,
            .operands = build(),
            .location = current_->location,
            .position = current_->position};
    out_ = outer;
    region.ops.push_back(std::move(last));
    return region;
}

void take_returned_types(Function& function) {
    const std::vector<ValueId>& returned = function.body.ops.back().operands;
    for (std::size_t i = 0; i < returned.size(); i++) function.result_types[i] = function.type(returned[i]);
}

}  // namespace hlo2c::frontend
