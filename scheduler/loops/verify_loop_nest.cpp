#include <algorithm>
#include <map>
#include <set>

#include "frontend/diagnostic.h"
#include "scheduler/loops/loop_nest.h"
#include "scheduler/loops/node_kinds.h"

namespace hlo2c::scheduler {

namespace {

/// Symbols that a node uses but does not bind.
struct FreeSymbols {
    std::map<std::string, ValueType> values;
    std::map<std::string, ScalarKind> loaded, stored;
    std::set<std::string> assigned;
};

class Verifier {
public:
    explicit Verifier(const LoopNest& nest) : nest_(nest) {}

    void run() {
        check(nest_.body < nest_.nodes.size(), "the loop nest has no body");
        mark_reachable();
        free_.resize(nest_.nodes.size());
        for (NodeId id = 0; id < nest_.nodes.size(); id++) {
            if (!reachable_[id]) continue;
            current_ = id;
            check_operands();
            check_types();
            bind_symbols();
        }
        current_ = nest_.body;
        check(is_statement(nest_[nest_.body].kind), "the body is not a statement");
        check_parameters(free_[nest_.body]);
    }

private:
    const Node& node() const { return nest_[current_]; }
    const Node& operand(std::size_t i) const { return nest_[node().operands[i]]; }

    void check(bool condition, const std::string& what) const {
        if (condition) return;
        std::string where = "loop nest: " + what;
        if (current_ != no_node) {
            where += " (node " + std::to_string(current_) + ", " + spelling(node().kind);
            if (!node().symbol.empty()) where += " '" + node().symbol + "'";
            where += ")";
        }
        HLO2C_CHECK(condition, where);
    }

    void mark_reachable() {
        reachable_.assign(nest_.nodes.size(), false);
        reachable_[nest_.body] = true;
        for (NodeId id = nest_.body + 1; id-- > 0;) {
            if (!reachable_[id]) continue;
            for (NodeId each : nest_[id].operands) {
                current_ = id;
                check(each < id, "an operand does not come before its user");
                reachable_[each] = true;
            }
        }
        current_ = no_node;
    }

    void check_operands() const {
        const OperandCount count = operand_count(node().kind);
        const int operands = static_cast<int>(node().operands.size());
        check(operands >= count.minimum && (count.maximum < 0 || operands <= count.maximum),
              "wrong number of operands");
        const bool nests = node().kind == NodeKind::For || node().kind == NodeKind::LetStatement ||
                           node().kind == NodeKind::Allocate || node().kind == NodeKind::Declare;
        for (int i = 0; i < operands; i++) {
            const bool statement_expected = node().kind == NodeKind::Block ||
                                            (node().kind == NodeKind::If && i > 0) ||
                                            (nests && i == operands - 1);
            check(is_statement(operand(static_cast<std::size_t>(i)).kind) == statement_expected,
                  statement_expected ? "an operand should be a statement"
                                     : "an operand should be an expression");
        }
        if (!is_statement(node().kind)) check(node().type.lanes >= 1, "a value without lanes");
    }

    void check_index(const Node& index, int lanes) const {
        check(index.type.kind == ScalarKind::I32 || index.type.kind == ScalarKind::I64,
              "an index is neither i32 nor i64");
        check(index.type.lanes == lanes, "an index has " + std::to_string(index.type.lanes) +
                                             " lanes, the value " + std::to_string(lanes));
    }

    void check_mask(std::size_t position, int lanes) const {
        if (node().operands.size() <= position) return;
        check(operand(position).type == ValueType{ScalarKind::Boolean, lanes},
              "a mask is not boolean with the value's lanes");
    }

    void check_types() const {
        const ValueType type = node().type;
        switch (node().kind) {
            case NodeKind::Integer: check(!is_float(type.kind), "an integer of a float type"); break;
            case NodeKind::Real: check(is_float(type.kind), "a real of an integer type"); break;
            case NodeKind::Load:
                check_index(operand(0), type.lanes);
                check_mask(1, type.lanes);
                break;
            case NodeKind::Add:
            case NodeKind::Subtract:
            case NodeKind::Multiply:
            case NodeKind::Divide:
            case NodeKind::Remainder:
            case NodeKind::Minimum:
            case NodeKind::Maximum:
                check(operand(0).type == type && operand(1).type == type, "operands of a different type");
                break;
            case NodeKind::And:
            case NodeKind::Or:
            case NodeKind::Xor:
            case NodeKind::ShiftLeft:
            case NodeKind::ShiftRightLogical:
            case NodeKind::ShiftRightArithmetic:
            case NodeKind::FloorDivide:
            case NodeKind::FloorRemainder:
                check(operand(0).type == type && operand(1).type == type, "operands of a different type");
                check(!is_float(type.kind), "an integer operation on floats");
                break;
            case NodeKind::Negate:
            case NodeKind::Not:
            case NodeKind::Abs: check(operand(0).type == type, "operand of a different type"); break;
            case NodeKind::Fma:
                check(is_float(type.kind), "fma of integers");
                for (std::size_t i = 0; i < 3; i++) {
                    check(operand(i).type == type, "operands of a different type");
                }
                break;
            case NodeKind::Equal:
            case NodeKind::NotEqual:
            case NodeKind::Less:
            case NodeKind::LessEqual:
                check(operand(0).type == operand(1).type, "a comparison of different types");
                check(type == ValueType{ScalarKind::Boolean, operand(0).type.lanes},
                      "a comparison's result is boolean with its operands' lanes");
                break;
            case NodeKind::Select:
                check(operand(0).type == ValueType{ScalarKind::Boolean, type.lanes},
                      "the condition is not boolean with the result's lanes");
                check(operand(1).type == type && operand(2).type == type, "operands of a different type");
                break;
            case NodeKind::Let: check(operand(1).type == type, "a let's body has a different type"); break;
            default:
                if (is_statement(node().kind))
                    check_statement_types();
                else
                    check_lanes();
        }
    }

    /// Conversions, and what moves lanes.
    void check_lanes() const {
        const ValueType type = node().type;
        switch (node().kind) {
            case NodeKind::Convert:
                check(operand(0).type.lanes == type.lanes, "a conversion changes the lanes");
                break;
            case NodeKind::Reinterpret:
                check(operand(0).type.lanes * bit_width(operand(0).type.kind) ==
                          type.lanes * bit_width(type.kind),
                      "a reinterpretation changes the number of bits");
                break;
            case NodeKind::Ramp:
                check(!is_float(type.kind) && operand(0).type == type.with_lanes(1) &&
                          operand(1).type == type.with_lanes(1),
                      "a ramp's base and stride are not scalars of its kind");
                break;
            case NodeKind::Broadcast:
                check(operand(0).type == type.with_lanes(1), "a broadcast of a different type");
                break;
            case NodeKind::Shuffle: check_shuffle(); break;
            case NodeKind::Reduce:
                check(operand(0).type.kind == type.kind && operand(0).type.lanes % type.lanes == 0,
                      "a reduction's result does not divide its operand");
                check(node().reduction == NodeKind::Add || node().reduction == NodeKind::Multiply ||
                          node().reduction == NodeKind::Minimum || node().reduction == NodeKind::Maximum ||
                          node().reduction == NodeKind::And || node().reduction == NodeKind::Or,
                      "not a reduction: " + spelling(node().reduction));
                break;
            default: break;
        }
    }

    void check_statement_types() const {
        const ValueType type = node().type;
        switch (node().kind) {
            case NodeKind::For:
                check(type.is_index(), "a loop variable is neither i32 nor i64");
                check(operand(0).type == type && operand(1).type == type,
                      "the types of a loop's begin or extent and its variable differ");
                break;
            case NodeKind::Store:
                check_index(operand(0), operand(1).type.lanes);
                check_mask(2, operand(1).type.lanes);
                break;
            case NodeKind::If:
                check(operand(0).type == ValueType{ScalarKind::Boolean, 1},
                      "the condition is not a scalar boolean");
                break;
            case NodeKind::Allocate: check(node().integer > 0, "an allocation without elements"); break;
            case NodeKind::Prefetch: check_index(operand(0), 1); break;
            case NodeKind::Declare:
                if (node().operands.size() > 1) {
                    check(operand(0).type == type, "the initial value has a different type");
                }
                break;
            default: break;
        }
    }

    void check_shuffle() const {
        int total = 0;
        for (NodeId each : node().operands) {
            check(nest_[each].type.kind == node().type.kind, "a shuffle of different kinds");
            total += nest_[each].type.lanes;
        }
        check(static_cast<int>(node().lanes.size()) == node().type.lanes,
              "a shuffle's lanes are not its type's");
        for (int lane : node().lanes)
            check(lane >= 0 && lane < total, "a shuffle takes a lane that does not exist");
    }

    template <typename Map>
    void merge(Map& into, const Map& from) const {
        for (const auto& [name, type] : from) {
            const auto [found, inserted] = into.emplace(name, type);
            check(inserted || found->second == type, "'" + name + "' is used with two types");
        }
    }

    void bind_value(FreeSymbols& symbols, const std::string& name, ValueType type) const {
        const auto found = symbols.values.find(name);
        if (found == symbols.values.end()) return;
        check(found->second == type,
              "'" + name + "' is " + spelling(type) + " and used as " + spelling(found->second));
        symbols.values.erase(found);
    }

    void merge_all(FreeSymbols& symbols, const FreeSymbols& other) const {
        merge(symbols.values, other.values);
        merge(symbols.loaded, other.loaded);
        merge(symbols.stored, other.stored);
        symbols.assigned.insert(other.assigned.begin(), other.assigned.end());
    }

    void bind_symbols() {
        FreeSymbols symbols;
        const auto& operands = node().operands;
        const bool binds = node().kind == NodeKind::For || node().kind == NodeKind::LetStatement ||
                           node().kind == NodeKind::Let || node().kind == NodeKind::Declare ||
                           node().kind == NodeKind::Allocate;
        if (binds) {
            check(!node().symbol.empty(), "a symbol without a name");
            symbols = free_[operands.back()];
            bind(symbols);
            for (std::size_t i = 0; i + 1 < operands.size(); i++) merge_all(symbols, free_[operands[i]]);
        } else {
            for (NodeId each : operands) merge_all(symbols, free_[each]);
        }
        switch (node().kind) {
            case NodeKind::Variable: symbols.values.emplace(node().symbol, node().type); break;
            case NodeKind::Load: merge(symbols.loaded, one(memory_kind(node().type.kind))); break;
            case NodeKind::Store: merge(symbols.stored, one(memory_kind(operand(1).type.kind))); break;
            case NodeKind::Assign:
                merge(symbols.values, std::map<std::string, ValueType>{{node().symbol, operand(0).type}});
                symbols.assigned.insert(node().symbol);
                break;
            default: break;
        }
        free_[current_] = std::move(symbols);
    }

    void bind(FreeSymbols& symbols) const {
        const std::string& name = node().symbol;
        if (node().kind == NodeKind::Allocate) {
            for (auto* accesses : {&symbols.loaded, &symbols.stored}) {
                const auto found = accesses->find(name);
                if (found == accesses->end()) continue;
                check(found->second == memory_kind(node().type.kind),
                      "an allocation is accessed as " + spelling(found->second));
                accesses->erase(found);
            }
            return;
        }
        const bool mutable_local = node().kind == NodeKind::Declare;
        check(mutable_local || symbols.assigned.count(name) == 0,
              "an assignment to what is not a declared local");
        if (mutable_local) symbols.assigned.erase(name);
        const bool typed = mutable_local || node().kind == NodeKind::For;
        bind_value(symbols, name, typed ? node().type : operand(0).type);
    }

    static ScalarKind memory_kind(ScalarKind kind) {
        return kind == ScalarKind::Boolean ? ScalarKind::U8 : kind;
    }
    std::map<std::string, ScalarKind> one(ScalarKind kind) const { return {{node().symbol, kind}}; }

    void check_parameters(FreeSymbols symbols) const {
        for (const BufferParameter& parameter : nest_.parameters) {
            const ScalarKind element = memory_kind(parameter.element);
            const auto loaded = symbols.loaded.find(parameter.name);
            if (loaded != symbols.loaded.end()) {
                check(loaded->second == element, "parameter '" + parameter.name + "' is " +
                                                     spelling(element) + " and loaded as " +
                                                     spelling(loaded->second));
                symbols.loaded.erase(loaded);
            }
            const auto stored = symbols.stored.find(parameter.name);
            if (stored != symbols.stored.end()) {
                check(parameter.written, "a store to parameter '" + parameter.name + "', which is read only");
                check(stored->second == element, "parameter '" + parameter.name + "' is " +
                                                     spelling(element) + " and stored as " +
                                                     spelling(stored->second));
                symbols.stored.erase(stored);
            }
        }
        if (!symbols.values.empty()) check(false, "'" + symbols.values.begin()->first + "' is not bound");
        if (!symbols.loaded.empty())
            check(false, "no buffer is called '" + symbols.loaded.begin()->first + "'");
        if (!symbols.stored.empty())
            check(false, "no buffer is called '" + symbols.stored.begin()->first + "'");
    }

    const LoopNest& nest_;
    NodeId current_ = no_node;
    std::vector<char> reachable_;
    std::vector<FreeSymbols> free_;
};

}  // namespace

void verify(const LoopNest& nest) {
    Verifier(nest).run();
}

}  // namespace hlo2c::scheduler
