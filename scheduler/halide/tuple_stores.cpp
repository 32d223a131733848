#include "scheduler/halide/tuple_stores.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>

namespace hlo2c::scheduler::halide {
namespace {

namespace ir = Halide::Internal;
using Halide::Expr;
using ir::Stmt;

void flatten(const Stmt& s, std::vector<Stmt>& flat) {
    if (!s.defined()) return;
    if (const auto* block = s.as<ir::Block>()) {
        flatten(block->first, flat);
        flatten(block->rest, flat);
    } else {
        flat.push_back(s);
    }
}

const ir::Store* store_below_lets(const Stmt& s) {
    if (!s.defined()) return nullptr;
    if (const auto* let = s.as<ir::LetStmt>()) return store_below_lets(let->body);
    return s.as<ir::Store>();
}

/// The Func if the statement stores one element of its tuple ("f" for a store to "f.1"), else "".
std::string tuple_of(const Stmt& s) {
    const ir::Store* store = store_below_lets(s);
    if (!store) return "";
    const auto* value = store->value.as<ir::Variable>();
    if (value && value->name == store->name + ".element") return "";
    const std::size_t dot = store->name.rfind('.');
    const bool numbered =
        dot != std::string::npos && dot + 1 < store->name.size() &&
        std::all_of(store->name.begin() + static_cast<std::ptrdiff_t>(dot) + 1, store->name.end(),
                    [](unsigned char c) { return std::isdigit(c) != 0; });
    return numbered ? store->name.substr(0, dot) : "";
}

/// The end of the stores of one tuple that start at flat[begin]; begin + 1 for any other statement. A second
/// store to an element starts the tuple of the next iteration of an unrolled loop.
std::size_t end_of_tuple(const std::vector<Stmt>& flat, std::size_t begin) {
    const std::string tuple = tuple_of(flat[begin]);
    std::size_t end = begin + 1;
    if (tuple == "") return end;
    std::set<std::string> stored = {store_below_lets(flat[begin])->name};
    while (end < flat.size() && tuple_of(flat[end]) == tuple &&
           stored.insert(store_below_lets(flat[end])->name).second)
        end++;
    return end;
}

/// The lets that the statement begins with, outermost first.
std::vector<const ir::LetStmt*> leading_lets(const Stmt& s) {
    std::vector<const ir::LetStmt*> lets;
    for (const auto* let = s.as<ir::LetStmt>(); let; let = let->body.as<ir::LetStmt>()) lets.push_back(let);
    return lets;
}

/// `e` with the values of the lets around a store.
Expr without_lets(const Stmt& s, Expr e) {
    const std::vector<const ir::LetStmt*> lets = leading_lets(s);
    for (auto let = lets.rbegin(); let != lets.rend(); ++let)
        e = ir::Let::make((*let)->name, (*let)->value, e);
    return ir::substitute_in_all_lets(e);
}

/// A statement that computes all elements of a tuple before it stores the first, and what several of them
/// share only once.
Stmt stored_together(const std::vector<Stmt>& flat, std::size_t begin, std::size_t end) {
    std::vector<Expr> elements;
    for (std::size_t i = begin; i < end; i++)
        elements.push_back(without_lets(flat[i], store_below_lets(flat[i])->value));
    Expr all = ir::common_subexpression_elimination(
        ir::Call::make(Halide::Int(32), "elements", elements, ir::Call::PureExtern));
    std::vector<std::pair<std::string, Expr>> lets;
    for (const auto* let = all.as<ir::Let>(); let; let = all.as<ir::Let>()) {
        lets.emplace_back(let->name, let->value);
        all = let->body;
    }
    const std::vector<Expr>& values = all.as<ir::Call>()->args;
    std::vector<Stmt> stores;
    for (std::size_t i = begin; i < end; i++) {
        const ir::Store* store = store_below_lets(flat[i]);
        const Expr& value = values[i - begin];
        lets.emplace_back(store->name + ".element", value);
        stores.push_back(ir::Store::make(store->name,
                                         ir::Variable::make(value.type(), store->name + ".element"),
                                         without_lets(flat[i], store->index), store->param,
                                         without_lets(flat[i], store->predicate), store->alignment));
    }
    Stmt result = ir::Block::make(stores);
    for (auto let = lets.rbegin(); let != lets.rend(); ++let)
        result = ir::LetStmt::make(let->first, let->second, result);
    return result;
}

}  // namespace

std::vector<Stmt> statements_with_whole_tuples(const Stmt& block) {
    std::vector<Stmt> flat, statements;
    flatten(block, flat);
    for (std::size_t begin = 0; begin < flat.size();) {
        const std::size_t end = end_of_tuple(flat, begin);
        statements.push_back(end - begin > 1 ? stored_together(flat, begin, end) : flat[begin]);
        begin = end;
    }
    return statements;
}

Stmt stores_with_their_lets(const Stmt& statement) {
    const std::vector<const ir::LetStmt*> lets = leading_lets(statement);
    std::vector<Stmt> flat;
    if (!lets.empty()) flatten(lets.back()->body, flat);
    if (flat.size() < 2 || end_of_tuple(flat, 0) != flat.size()) return {};
    for (Stmt& store : flat)
        for (auto let = lets.rbegin(); let != lets.rend(); ++let)
            store = ir::LetStmt::make((*let)->name, (*let)->value, store);
    return ir::Block::make(flat);
}

}  // namespace hlo2c::scheduler::halide
