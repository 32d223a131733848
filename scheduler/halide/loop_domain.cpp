#include "scheduler/halide/loop_domain.h"

#include <fmt/format.h>

#include <optional>

#include "scheduler/halide/opaque.h"

namespace hlo2c::scheduler::halide {

using Halide::Expr;
using Halide::Var;
namespace ir = Halide::Internal;

namespace {

class AccessCollector : public ir::IRGraphVisitor {
public:
    std::vector<Expr> accesses;

    void root(const Expr& e) {
        record(e);
        include(e);
    }

protected:
    using ir::IRGraphVisitor::visit;

    void record(const Expr& e) {
        if (e.type() == Halide::Int(32) && !e.as<ir::Call>() && !ir::is_const(e)) accesses.push_back(e);
    }
    template <typename Comparison>
    void compare(const Comparison* op) {
        record(op->a);
        record(op->b);
        ir::IRGraphVisitor::visit(op);
    }
    void visit(const ir::LT* op) override { compare(op); }
    void visit(const ir::LE* op) override { compare(op); }
    void visit(const ir::GT* op) override { compare(op); }
    void visit(const ir::GE* op) override { compare(op); }
    void visit(const ir::EQ* op) override { compare(op); }
    void visit(const ir::NE* op) override { compare(op); }
    void visit(const ir::Call* op) override {
        for (const Expr& argument : op->args) record(argument);
        ir::IRGraphVisitor::visit(op);
    }
};

}  // namespace

std::optional<std::int64_t> coefficient(const Expr& access, const Var& var) {
    if (!ir::expr_uses_var(access, var.name())) return 0;
    const Expr moved = ir::substitute(var.name(), var + 1, access);
    const Expr difference = ir::simplify(moved - access);
    const auto constant = ir::as_const_int(difference);
    return constant ? std::optional<std::int64_t>(*constant) : std::nullopt;
}

std::vector<Expr> position_accesses(const std::vector<Expr>& expressions) {
    AccessCollector collector;
    for (const Expr& e : expressions) collector.root(e);
    return std::move(collector.accesses);
}

Expr over_domain(const Halide::RDom& domain, const Expr& value) {
    Expr result = value;
    for (int d = 0; d < domain.dimensions(); d++)
        if (!ir::expr_uses_var(value, domain[d].name()))
            result = opaque_select(domain[d] >= 0, result, value);
    return result;
}

LoopDomain domain_over(const std::vector<ElementLoop>& loops, std::size_t rank) {
    LoopDomain domain;
    domain.index.assign(rank, Expr(0));
    for (const ElementLoop& loop : loops) {
        const Var var = loop.dimensions.empty() ? Var("i") : Var(fmt::format("i{}", loop.dimensions.back()));
        if (!loop.dimensions.empty()) domain.index[static_cast<std::size_t>(loop.dimensions.back())] = var;
        domain.loops.push_back({var, loop.extent, loop.stride, loop.dimensions});
    }
    return domain;
}

LoopDomain make_domain(const std::vector<std::int64_t>& shape, const std::vector<std::int64_t>& strides,
                       const std::function<std::vector<Expr>(const Index&)>& expressions, int barrier) {
    LoopDomain domain;
    domain.index.assign(shape.size(), Expr(0));
    for (std::size_t d = 0; d < shape.size(); d++) {
        if (shape[d] == 1) continue;
        DomainLoop loop{Var(fmt::format("i{}", d)), shape[d], strides[d], {static_cast<int>(d)}};
        domain.index[d] = loop.var;
        domain.loops.push_back(std::move(loop));
    }
    if (domain.loops.size() < 2) return domain;

    const std::vector<Expr> accesses = position_accesses(expressions(domain.index));
    std::vector<std::vector<std::optional<std::int64_t>>> coefficients;
    for (const DomainLoop& loop : domain.loops) {
        std::vector<std::optional<std::int64_t>> row;
        for (const Expr& access : accesses) row.push_back(coefficient(access, loop.var));
        coefficients.push_back(std::move(row));
    }
    for (std::size_t inner = domain.loops.size() - 1; inner-- > 0;) {
        // The current loops `inner` and `inner + 1`; fusing them keeps the variable of the inner one.
        DomainLoop& outer_loop = domain.loops[inner];
        DomainLoop& inner_loop = domain.loops[inner + 1];
        bool merges = outer_loop.stride == inner_loop.stride * inner_loop.extent &&
                      !(outer_loop.dimensions.back() < barrier && inner_loop.dimensions.front() >= barrier) &&
                      outer_loop.extent * inner_loop.extent < INT32_MAX;
        for (std::size_t a = 0; merges && a < accesses.size(); a++) {
            const auto& from_outer = coefficients[inner][a];
            const auto& from_inner = coefficients[inner + 1][a];
            merges = from_outer && from_inner && *from_outer == *from_inner * inner_loop.extent;
        }
        if (!merges) continue;
        for (int d : outer_loop.dimensions) domain.index[static_cast<std::size_t>(d)] = Expr(0);
        outer_loop.dimensions.insert(outer_loop.dimensions.end(), inner_loop.dimensions.begin(),
                                     inner_loop.dimensions.end());
        inner_loop.dimensions = outer_loop.dimensions;
        inner_loop.extent *= outer_loop.extent;
        domain.loops.erase(domain.loops.begin() + static_cast<std::ptrdiff_t>(inner));
        coefficients.erase(coefficients.begin() + static_cast<std::ptrdiff_t>(inner));
    }
    return domain;
}

}  // namespace hlo2c::scheduler::halide
