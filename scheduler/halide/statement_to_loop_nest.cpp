#include "scheduler/halide/statement_to_loop_nest.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <set>

#include "frontend/diagnostic.h"
#include "frontend/integer_division.h"
#include "frontend/name_table.h"
#include "scheduler/halide/element_type_mapping.h"
#include "scheduler/halide/opaque.h"
#include "scheduler/halide/scratch_arrays.h"
#include "scheduler/halide/tuple_stores.h"
#include "scheduler/loops/loop_builder.h"

namespace hlo2c::scheduler::halide {
namespace {

namespace ir = Halide::Internal;
using Halide::Expr;
using ir::Stmt;

/// True if a parallel loop is inside the statement.
bool contains_parallel(const Stmt& statement) {
    class Finder : public ir::IRGraphVisitor {
    public:
        bool found = false;

    protected:
        using ir::IRGraphVisitor::visit;
        void visit(const ir::For* op) override {
            found = found || op->for_type == ir::ForType::Parallel;
            ir::IRGraphVisitor::visit(op);
        }
    };
    Finder finder;
    statement.accept(&finder);
    return finder.found;
}

class Converter : public ir::IRVisitor {
public:
    Converter(LoopNest& nest, const std::map<std::string, BufferBinding>& bindings,
              std::map<std::string, std::string> names = {}, int slots = 0)
        : nest_(nest), bindings_(bindings), slots_(slots), names_(std::move(names)) {
        for (const auto& [halide_name, name] : names_) taken_.take(name);
        for (const Node& node : nest.nodes)
            if (node.kind == NodeKind::For || node.kind == NodeKind::Let ||
                node.kind == NodeKind::LetStatement || node.kind == NodeKind::Allocate)
                taken_.take(node.symbol);
        for (const BufferParameter& parameter : nest.parameters) taken_.take(parameter.name);
    }

    NodeId statement(const Stmt& s) {
        if (!s.defined()) return nest_.block({});
        result_ = no_node;
        s.accept(this);
        HLO2C_CHECK(result_ != no_node, "a Halide statement that no loop nest node stands for");
        return result_;
    }

    NodeId expression(const Expr& e) {
        result_ = no_node;
        e.accept(this);
        HLO2C_CHECK(result_ != no_node, "a Halide expression that no loop nest node stands for");
        return result_;
    }

private:
    using ir::IRVisitor::visit;

    static ValueType value_type(Halide::Type type) { return {scalar_kind(type.element_of()), type.lanes()}; }

    /// The last part of a Halide name, without the numbers that make names unique in a process:
    /// "out.s1.r4$x.xo" -> "xo", "sum$3" -> "sum". Empty for Halide's own names, such as "t17".
    static std::string stem_of(std::string halide_name) {
        const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
        // The name of a loop that Halide lets begin at 0.
        if (halide_name.ends_with(".rebased")) halide_name.resize(halide_name.rfind('.'));
        std::string part = halide_name.substr(halide_name.rfind('.') + 1);
        if (std::all_of(part.begin(), part.end(), is_digit)) {  // element of a tuple: "sum$3.1"
            part = halide_name.substr(0, halide_name.rfind('.'));
            part = part.substr(part.rfind('.') + 1);
        }
        const std::size_t dollar = part.find('$');
        if (dollar != std::string::npos)
            part = is_digit(part[dollar + 1]) ? part.substr(0, dollar) : part.substr(dollar + 1);
        std::string name;
        for (char c : part)
            if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') name += c;
        const bool is_own =
            name.size() > 1 && name[0] == 't' && std::all_of(name.begin() + 1, name.end(), is_digit);
        return name.empty() || is_digit(name[0]) || is_own ? "" : name;
    }

    std::string fresh_name(const std::string& halide_name) {
        const std::string stem = stem_of(halide_name);
        return taken_.claim(stem.empty() ? "value" : stem);
    }

    /// The same for what a let binds: Halide's own names tell nothing, but its type does.
    std::string fresh_name(const std::string& halide_name, const Halide::Type& type) {
        const std::string stem = stem_of(halide_name);
        return taken_.claim(!stem.empty()                       ? stem
                            : type.is_bool()                    ? "condition"
                            : type.is_scalar() && type.is_int() ? "index"
                                                                : "value");
    }

    void emit(Node node) { result_ = nest_.add(std::move(node)); }

    void emit_binary(NodeKind kind, Halide::Type type, const Expr& a, const Expr& b) {
        const NodeId left = expression(a);
        const NodeId right = expression(b);
        emit({.kind = kind, .type = value_type(type), .operands = {left, right}});
    }

    void visit(const ir::IntImm* op) override {
        emit({.kind = NodeKind::Integer, .type = value_type(op->type), .integer = op->value});
    }
    void visit(const ir::UIntImm* op) override {
        emit({.kind = NodeKind::Integer,
              .type = value_type(op->type),
              .integer = static_cast<std::int64_t>(op->value)});
    }
    void visit(const ir::FloatImm* op) override {
        std::int64_t bits = 0;
        if (op->type.bits() == 64) {
            std::memcpy(&bits, &op->value, sizeof bits);
        } else {
            const float value = static_cast<float>(op->value);
            std::memcpy(&bits, &value, sizeof value);
        }
        emit({.kind = NodeKind::Real, .type = value_type(op->type), .integer = bits});
    }
    void visit(const ir::StringImm*) override { HLO2C_CHECK(false, "a string in a lowered statement"); }

    void visit(const ir::Cast* op) override {
        const NodeId value = expression(op->value);
        emit({.kind = NodeKind::Convert, .type = value_type(op->type), .operands = {value}});
    }
    void visit(const ir::Variable* op) override {
        used_.insert(op->name);
        const auto constant = constants_.find(op->name);
        if (constant != constants_.end()) {
            result_ = expression(constant->second);
            return;
        }
        const auto name = names_.find(op->name);
        HLO2C_CHECK(name != names_.end(), "unbound variable " + op->name + " in a lowered statement");
        emit({.kind = NodeKind::Variable, .type = value_type(op->type), .symbol = name->second});
    }
    void visit(const ir::Add* op) override { emit_binary(NodeKind::Add, op->type, op->a, op->b); }
    void visit(const ir::Sub* op) override { emit_binary(NodeKind::Subtract, op->type, op->a, op->b); }
    void visit(const ir::Mul* op) override { emit_binary(NodeKind::Multiply, op->type, op->a, op->b); }
    void visit(const ir::Div* op) override { emit_binary(NodeKind::FloorDivide, op->type, op->a, op->b); }
    void visit(const ir::Mod* op) override { emit_binary(NodeKind::FloorRemainder, op->type, op->a, op->b); }
    void visit(const ir::Min* op) override { emit_binary(NodeKind::Minimum, op->type, op->a, op->b); }
    void visit(const ir::Max* op) override { emit_binary(NodeKind::Maximum, op->type, op->a, op->b); }
    void visit(const ir::EQ* op) override { emit_binary(NodeKind::Equal, op->type, op->a, op->b); }
    void visit(const ir::NE* op) override { emit_binary(NodeKind::NotEqual, op->type, op->a, op->b); }
    void visit(const ir::LT* op) override { emit_binary(NodeKind::Less, op->type, op->a, op->b); }
    void visit(const ir::LE* op) override { emit_binary(NodeKind::LessEqual, op->type, op->a, op->b); }
    void visit(const ir::GT* op) override { emit_binary(NodeKind::Less, op->type, op->b, op->a); }
    void visit(const ir::GE* op) override { emit_binary(NodeKind::LessEqual, op->type, op->b, op->a); }
    void visit(const ir::And* op) override { emit_binary(NodeKind::And, op->type, op->a, op->b); }
    void visit(const ir::Or* op) override { emit_binary(NodeKind::Or, op->type, op->a, op->b); }
    void visit(const ir::Not* op) override {
        const NodeId value = expression(op->a);
        emit({.kind = NodeKind::Not, .type = value_type(op->type), .operands = {value}});
    }
    void visit(const ir::Select* op) override {
        const NodeId condition = expression(op->condition);
        const NodeId a = expression(op->true_value);
        const NodeId b = expression(op->false_value);
        emit({.kind = NodeKind::Select, .type = value_type(op->type), .operands = {condition, a, b}});
    }
    void visit(const ir::Ramp* op) override {
        // Halide turns a vector of two floats into a ramp whose stride is their difference, which rounds.
        if (op->type.is_float()) return emit_pair(op->base, second_of_pair(*op), op->type);
        const NodeId base = expression(op->base);
        const NodeId stride = expression(op->stride);
        emit({.kind = NodeKind::Ramp, .type = value_type(op->type), .operands = {base, stride}});
    }
    static Expr second_of_pair(const ir::Ramp& ramp) {
        HLO2C_CHECK(ramp.lanes == 2, "a ramp of floats has two lanes");
        const auto* difference = ramp.stride.as<ir::Sub>();
        if (difference != nullptr && ir::equal(difference->b, ramp.base)) return difference->a;
        const auto* sum = ramp.stride.as<ir::Add>();  // x - c becomes x + -c
        if (sum != nullptr && ir::is_const(sum->b) && ir::is_const(ramp.base) &&
            ir::equal(ir::simplify(-sum->b), ramp.base))
            return sum->a;
        return ramp.base + ramp.stride;
    }
    void emit_pair(const Expr& first, const Expr& second, const Halide::Type& type) {
        const std::vector<NodeId> operands = {expression(first), expression(second)};
        emit({.kind = NodeKind::Shuffle, .type = value_type(type), .operands = operands, .lanes = {0, 1}});
    }
    void visit(const ir::Broadcast* op) override {
        const NodeId value = expression(op->value);
        emit({.kind = NodeKind::Broadcast, .type = value_type(op->type), .operands = {value}});
    }
    void visit(const ir::Shuffle* op) override {
        Node node{.kind = NodeKind::Shuffle, .type = value_type(op->type)};
        for (const Expr& vector : op->vectors) node.operands.push_back(expression(vector));
        node.lanes.assign(op->indices.begin(), op->indices.end());
        emit(std::move(node));
    }
    void visit(const ir::VectorReduce* op) override {
        static const std::map<ir::VectorReduce::Operator, NodeKind> kinds = {
            {ir::VectorReduce::Add, NodeKind::Add},     {ir::VectorReduce::Mul, NodeKind::Multiply},
            {ir::VectorReduce::Min, NodeKind::Minimum}, {ir::VectorReduce::Max, NodeKind::Maximum},
            {ir::VectorReduce::And, NodeKind::And},     {ir::VectorReduce::Or, NodeKind::Or}};
        const NodeId value = expression(op->value);
        emit({.kind = NodeKind::Reduce,
              .type = value_type(op->type),
              .operands = {value},
              .reduction = kinds.at(op->op)});
    }
    /// Inlines a constant that Halide has named; false for any other value.
    bool inlines(const std::string& name, const Expr& value) {
        const auto* call = value.as<ir::Call>();
        if (!ir::is_const(value) && !(call && call->name == opaque_real_name)) return false;
        constants_[name] = value;
        return true;
    }

    void visit(const ir::Let* op) override {
        if (inlines(op->name, op->value)) {
            result_ = expression(op->body);
            return;
        }
        const NodeId value = expression(op->value);
        const std::string name = fresh_name(op->name, op->value.type());
        names_[op->name] = name;
        const NodeId body = expression(op->body);
        emit(
            {.kind = NodeKind::Let, .type = value_type(op->type), .operands = {value, body}, .symbol = name});
    }
    void reinterpret(const Halide::Type& type, const Expr& bits) {
        const NodeId value = expression(bits);
        emit({.kind = NodeKind::Reinterpret, .type = value_type(type), .operands = {value}});
    }
#if HALIDE_VERSION_MAJOR >= 15
    void visit(const ir::Reinterpret* op) override {
        reinterpret(op->type, op->value);
    }
#endif
    void visit(const ir::Call* op) override {
        const std::string& name = op->name;
        if (name == opaque_real_name) {
            const auto* bits = op->args[0].as<ir::UIntImm>();
            HLO2C_CHECK(bits, "a float constant whose bits are not constant");
            emit({.kind = NodeKind::Real,
                  .type = value_type(op->type),
                  .integer = static_cast<std::int64_t>(bits->value)});
            return;
        }
        if (op->is_intrinsic({ir::Call::likely, ir::Call::likely_if_innermost, ir::Call::promise_clamped,
                              ir::Call::unsafe_promise_clamped})) {
            result_ = expression(op->args[0]);
            return;
        }
#if HALIDE_VERSION_MAJOR < 15
        if (op->is_intrinsic(ir::Call::reinterpret)) {
            reinterpret(op->type, op->args[0]);
            return;
        }
#endif
        if (op->is_intrinsic({ir::Call::shift_left, ir::Call::shift_right})) {
            // Halide's short form of index arithmetic with powers of two.
            const auto unsigned_amount = ir::as_const_uint(op->args[1]);
            const auto signed_amount = ir::as_const_int(op->args[1]);
            HLO2C_CHECK(unsigned_amount || signed_amount,
                        "an index is shifted by an amount that is not constant");
            const std::int64_t power = std::int64_t{1}
                                       << (unsigned_amount ? static_cast<std::int64_t>(*unsigned_amount)
                                                           : *signed_amount);
            emit_binary(op->is_intrinsic(ir::Call::shift_left) ? NodeKind::Multiply : NodeKind::FloorDivide,
                        op->type, op->args[0], ir::make_const(op->type, power));
            return;
        }
        std::vector<NodeId> operands;
        for (const Expr& argument : op->args) operands.push_back(expression(argument));
        if (op->call_type == ir::Call::Halide) {
            // Before lowering, an input is read through a Func of its name with this ending. Halide may add
            // a number.
            const std::size_t ending = name.rfind("_im");
            HLO2C_CHECK(ending != std::string::npos, "a call of the Func " + name + " in an expression");
            const Buffer buffer = buffer_of(name.substr(0, ending));
            emit({.kind = NodeKind::Load,
                  .type = value_type(op->type),
                  .operands = {moved(operands[0], buffer)},
                  .symbol = buffer.name});
            return;
        }
        if (name.rfind(opaque_node_prefix, 0) == 0) {
            const auto kind = static_cast<NodeKind>(std::stoi(name.substr(std::strlen(opaque_node_prefix))));
            emit({.kind = kind, .type = value_type(op->type), .operands = std::move(operands)});
        } else if (name.rfind(opaque_call_prefix, 0) == 0) {
            emit({.kind = NodeKind::Call,
                  .type = value_type(op->type),
                  .operands = std::move(operands),
                  .symbol = name.substr(std::strlen(opaque_call_prefix))});
        } else {
            HLO2C_CHECK(false, "Halide made a call to " + name + " that has no loop nest counterpart");
        }
    }

    struct Buffer {
        std::string name;
        std::int64_t offset = 0;
        std::string start;
        std::vector<ResultGap> gaps;
    };

    Buffer buffer_of(const std::string& halide_name) const {
        const auto binding = bindings_.find(halide_name);
        if (binding != bindings_.end())
            return {nest_.parameters[static_cast<std::size_t>(binding->second.parameter)].name,
                    binding->second.offset, binding->second.start, binding->second.gaps};
        const auto name = names_.find(halide_name);
        HLO2C_CHECK(name != names_.end(), "access to unknown buffer " + halide_name);
        return {.name = name->second};
    }

    /// An index into the parameter behind a buffer.
    NodeId moved(NodeId index, const Buffer& buffer) {
        const NodeId at = shifted(spread(index, buffer.gaps), buffer.offset);
        return buffer.start.empty() ? at : started(at, buffer.start);
    }

    /// An index with the gaps before it. From each lane of a vector to the next, there are equally many gaps
    /// of a kind, or none.
    NodeId spread(NodeId index, const std::vector<ResultGap>& gaps) {
        if (gaps.empty()) return index;
        const Node node = nest_[index];
        if (node.kind == NodeKind::Ramp) {
            const Node stride = nest_[node.operands[1]];
            HLO2C_CHECK(stride.kind == NodeKind::Integer,
                        "lanes with results between gaps are evenly spaced");
            std::int64_t apart = stride.integer;
            for (const ResultGap& gap : gaps) {
                const std::int64_t passed = stride.integer * (node.type.lanes - 1);
                HLO2C_CHECK(stride.integer % gap.results == 0 || passed < gap.results,
                            "a vector passes a gap between results at each lane or at none");
                if (stride.integer % gap.results == 0) apart += stride.integer / gap.results * gap.elements;
            }
            const NodeId base = spread(node.operands[0], gaps), step = nest_.integer(apart, stride.type);
            return nest_.add({.kind = NodeKind::Ramp, .type = node.type, .operands = {base, step}});
        }
        const auto with = [&](NodeKind kind, NodeId a, NodeId b) {
            return nest_.add({.kind = kind, .type = node.type, .operands = {a, b}});
        };
        NodeId at = index;
        for (const ResultGap& gap : gaps) {
            const NodeId passed = with(NodeKind::FloorDivide, index, nest_.integer(gap.results, node.type));
            at = with(NodeKind::Add, at,
                      with(NodeKind::Multiply, passed, nest_.integer(gap.elements, node.type)));
        }
        return at;
    }

    NodeId started(NodeId index, const std::string& start) {
        const Node node = nest_[index];
        if (node.kind == NodeKind::Ramp) {
            const NodeId base = started(node.operands[0], start);
            return nest_.add(
                {.kind = NodeKind::Ramp, .type = node.type, .operands = {base, node.operands[1]}});
        }
        NodeId by = nest_.variable(start, {ScalarKind::I32, 1});
        if (node.type.lanes > 1)
            by = nest_.add({.kind = NodeKind::Broadcast, .type = node.type, .operands = {by}});
        return nest_.add({.kind = NodeKind::Add, .type = node.type, .operands = {index, by}});
    }

    NodeId shifted(NodeId index, std::int64_t offset) {
        if (offset == 0) return index;
        const Node node = nest_[index];
        if (node.kind == NodeKind::Ramp) {
            const NodeId base = shifted(node.operands[0], offset);
            return nest_.add(
                {.kind = NodeKind::Ramp, .type = node.type, .operands = {base, node.operands[1]}});
        }
        if (node.kind == NodeKind::Integer) return nest_.integer(node.integer + offset, node.type);
        const NodeId constant = nest_.integer(offset, node.type);
        return nest_.add({.kind = NodeKind::Add, .type = node.type, .operands = {index, constant}});
    }

    void visit(const ir::Load* op) override {
        const Buffer buffer = buffer_of(op->name);
        const NodeId index = moved(expression(op->index), buffer);
        std::vector<NodeId> operands = {index};
        if (!ir::is_const_one(op->predicate)) operands.push_back(expression(op->predicate));
        emit({.kind = NodeKind::Load,
              .type = value_type(op->type),
              .operands = std::move(operands),
              .symbol = buffer.name});
    }

    void visit(const ir::Store* op) override {
        const Buffer buffer = buffer_of(op->name);
        const NodeId value = expression(op->value);
        const NodeId index = moved(expression(op->index), buffer);
        std::vector<NodeId> operands = {index, value};
        if (!ir::is_const_one(op->predicate)) operands.push_back(expression(op->predicate));
        emit({.kind = NodeKind::Store, .operands = std::move(operands), .symbol = buffer.name});
    }

    void visit(const ir::LetStmt* op) override {
        if (const Stmt stores = stores_with_their_lets(Stmt(op)); stores.defined()) {
            result_ = statement(stores);
            return;
        }
        if (inlines(op->name, op->value)) {
            result_ = statement(op->body);
            return;
        }
        constants_.erase(op->name);
        // Halide binds the fields of every buffer for its asserts; keep only those that the body reads.
        const std::string name = fresh_name(op->name, op->value.type());
        names_[op->name] = name;
        const NodeId body = statement(op->body);
        if (!used_.count(op->name)) {
            taken_.release(name);
            result_ = body;
            return;
        }
        const NodeId value = expression(op->value);
        emit({.kind = NodeKind::LetStatement, .operands = {value, body}, .symbol = name});
    }
    void visit(const ir::AssertStmt*) override {
        result_ = nest_.block({});
    }
    void visit(const ir::ProducerConsumer* op) override {
        result_ = statement(op->body);
    }
    void visit(const ir::Atomic* op) override {
        result_ = statement(op->body);
    }
    void visit(const ir::Free*) override {
        result_ = nest_.block({});
    }
    void visit(const ir::Evaluate*) override {
        result_ = nest_.block({});
    }

    void visit(const ir::For* op) override {
        HLO2C_CHECK(op->for_type == ir::ForType::Serial || op->for_type == ir::ForType::Parallel,
                    "a loop kind that lowering should have removed");
        const NodeId begin = expression(op->min);
        const NodeId extent = expression(op->extent);
        const std::string name = fresh_name(op->name);
        names_[op->name] = name;
        if (op->for_type == ir::ForType::Parallel) {
            HLO2C_CHECK(!inside_parallel_, "a parallel loop inside another one");
            inside_parallel_ = true;
            const NodeId body = statement(op->body);
            inside_parallel_ = false;
            emit_parallel(begin, extent, name, body);
        } else if (!inside_parallel_ && contains_parallel(op->body)) {
            loops_around_parallel_++;
            const NodeId body = statement(op->body);
            loops_around_parallel_--;
            emit({.kind = NodeKind::For,
                  .operands = {begin, extent, body},
                  .symbol = name,
                  .loop = slots_ == 0 ? LoopKind::AroundParallel : LoopKind::Serial});
            if (slots_ > 0 && loops_around_parallel_ == 0) emit_slots(result_);
        } else {
            const NodeId body = statement(op->body);
            emit({.kind = NodeKind::For, .operands = {begin, extent, body}, .symbol = name});
        }
    }

    /// With slots, the loop inside the loop over slots: the range of iterations of one slot.
    void emit_parallel(NodeId begin, NodeId extent, const std::string& variable, NodeId body) {
        if (slots_ == 0) {
            emit({.kind = NodeKind::For,
                  .operands = {begin, extent, body},
                  .symbol = variable,
                  .loop = LoopKind::Parallel});
            return;
        }
        HLO2C_CHECK(nest_[begin].kind == NodeKind::Integer && nest_[begin].integer == 0 &&
                        nest_[extent].kind == NodeKind::Integer && nest_[extent].integer >= slots_,
                    "a parallel loop of known extent, with an iteration for each slot");
        const ValueType type = nest_[begin].type;
        const std::string first = fresh_name("first");
        slot_ = fresh_name("slot");
        const SlotRange range =
            range_of_slot(nest_, nest_.variable(slot_, type), nest_[extent].integer, slots_);
        const NodeId loop = nest_.add({.kind = NodeKind::For,
                                       .operands = {nest_.variable(first, type), range.count, body},
                                       .symbol = variable});
        emit({.kind = NodeKind::LetStatement, .operands = {range.first, loop}, .symbol = first});
        if (loops_around_parallel_ == 0) emit_slots(result_);
    }

    void emit_slots(NodeId ranges) {
        emit({.kind = NodeKind::For,
              .operands = {nest_.integer(0), nest_.integer(slots_), ranges},
              .symbol = slot_,
              .loop = LoopKind::Parallel});
    }

    bool is_in_range() const {
        return inside_parallel_ || loops_around_parallel_ > 0;
    }

    void visit(const ir::Allocate* op) override {
        std::int64_t elements = 1;
        for (const Expr& extent : op->extents) {
            const auto size = ir::as_const_int(ir::simplify(extent));
            HLO2C_CHECK(size, "an allocation of unknown size: " + op->name);
            elements *= *size;
        }
        const std::string name = fresh_name(op->name);
        names_[op->name] = name;
        const ScalarKind element = scalar_kind(op->type.element_of());
        MemoryKind memory = MemoryKind::Stack;
        auto contents = ScratchContents::RowValues;
        std::int64_t scratch = 0;
        if (op->memory_type == Halide::MemoryType::Register) {
            memory = MemoryKind::Registers;
        } else if (op->memory_type == Halide::MemoryType::Heap) {
            memory = MemoryKind::Scratch;
            contents = contents_of_function(stem_of(op->name));
            HLO2C_CHECK(!is_in_range() || slots_ > 0, "scratch in a parallel loop without slots");
            scratch = round_up(elements * byte_width(element), 64) * (is_in_range() ? slots_ : 1);
        }
        scratch_ += scratch;
        nest_.scratch_bytes = std::max(nest_.scratch_bytes, scratch_);
        const NodeId body = statement(op->body);
        scratch_ -= scratch;
        emit({.kind = NodeKind::Allocate,
              .type = {element, 1},
              .operands = {body},
              .integer = elements,
              .symbol = name,
              .memory = memory,
              .contents = contents});
    }

    void visit(const ir::Block* op) override {
        std::vector<NodeId> statements;
        for (const Stmt& each : statements_with_whole_tuples(Stmt(op))) {
            const NodeId id = statement(each);
            if (nest_[id].kind != NodeKind::Block || !nest_[id].operands.empty()) statements.push_back(id);
        }
        result_ = nest_.block(std::move(statements));
    }

    void visit(const ir::IfThenElse* op) override {
        std::vector<NodeId> operands = {expression(op->condition)};
        operands.push_back(statement(op->then_case));
        if (op->else_case.defined()) operands.push_back(statement(op->else_case));
        emit({.kind = NodeKind::If, .operands = std::move(operands)});
    }

    LoopNest& nest_;
    const std::map<std::string, BufferBinding>& bindings_;
    const int slots_;                           // 0: iterations of parallel loops are separate
    std::map<std::string, std::string> names_;  // Halide name -> name in the nest
    frontend::NameTable taken_;
    std::map<std::string, Expr> constants_;
    std::set<std::string> used_;  // Halide names of the variables that are used
    bool inside_parallel_ = false;
    int loops_around_parallel_ = 0;
    std::string slot_;          // the variable of the loop over slots
    std::int64_t scratch_ = 0;  // bytes that the statements around have allocated
    NodeId result_ = no_node;
};

}  // namespace

NodeId append_statement(LoopNest& nest, const Stmt& statement,
                        const std::map<std::string, BufferBinding>& bindings,
                        const std::map<std::string, std::string>& variables, int slots) {
    return Converter(nest, bindings, variables, slots).statement(statement);
}

NodeId append_expression(LoopNest& nest, const Expr& expression,
                         const std::map<std::string, BufferBinding>& bindings,
                         const std::map<std::string, std::string>& variables) {
    return Converter(nest, bindings, variables).expression(expression);
}

}  // namespace hlo2c::scheduler::halide
