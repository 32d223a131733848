#include <fmt/format.h>

#include "scheduler/halide/element_type_mapping.h"
#include "scheduler/halide/kernel_assembly.h"
#include "scheduler/halide/lower_group.h"

namespace hlo2c::scheduler::halide {
namespace {

using frontend::Op;
using frontend::ValueId;
using Halide::Expr;

constexpr ValueType index_type{ScalarKind::I32, 1};
constexpr ValueType boolean_type{ScalarKind::Boolean, 1};

/// A stable bottom-up merge sort of every row, written as loops: sorts pairs of neighbours, then merges runs
/// into longer ones, from the result into scratch and back. A merge takes one element per iteration, without
/// branches on the data.
class SortLoops {
public:
    SortLoops(KernelAssembly& assembly, ElementBuilder& builder, const Op& op, const SortProblem& problem,
              const SortSchedule& schedule)
        : assembly_(assembly),
          builder_(builder),
          op_(op),
          nest_(assembly.kernel().nest),
          outer_(problem.outer),
          length_(problem.length),
          inner_(problem.inner),
          merges_(schedule.merges) {
        for (std::size_t q = 0; q < op.operands.size(); q++) {
            const ValueId operand = op.operands[q];
            elements_.push_back(assembly.context().tensor(operand).element);
            input_.push_back({assembly.input_name(operand), true});
            output_.push_back({assembly.output_name(static_cast<int>(q)), true});
            scratch_.push_back({q == 0 ? "merged" : fmt::format("merged{}", q + 1), false});
        }
    }

    void write() {
        // Each merge doubles the run length; the last one must end in the result.
        const bool odd = merges_ % 2 != 0;
        std::vector<NodeId> steps = {pairs_in_order(odd ? scratch_ : output_)};
        if (merges_ > 0) {
            steps.push_back(store_state("width", integer(2)));
            steps.push_back(store_state("runs", integer((length_ + 1) / 2)));
            NodeId there = merge(odd ? scratch_ : output_, odd ? output_ : scratch_);
            NodeId back = merge(odd ? output_ : scratch_, odd ? scratch_ : output_);
            if (odd) {
                const NodeId more = nest_.binary(NodeKind::Less, integer(1), runs());
                back = nest_.add({.kind = NodeKind::If, .operands = {more, back}});
            }
            steps.push_back(loop("pass", integer(0), integer((merges_ + 1) / 2), nest_.block({there, back})));
        }
        NodeId row = nest_.block(steps);
        for (const char* name : {"right", "left", "runs", "width"})
            if (merges_ > 0) row = allocate(name, ScalarKind::I32, 1, MemoryKind::Registers, row);
        NodeId rows = loop("row", integer(0), integer(outer_),
                           inner_ > 1 ? loop("column", integer(0), integer(inner_), row) : row);
        for (std::size_t q = scratch_.size(); q-- > 0 && merges_ > 0;)
            rows = allocate(scratch_[q].name, stored(q), length_, MemoryKind::Scratch, rows);
        assembly_.add_statement(rows);
    }

private:
    /// Where the elements of a row are: contiguous in scratch, or in a tensor.
    struct Place {
        std::string name;
        bool in_tensor;
    };
    using Places = std::vector<Place>;

    NodeId integer(std::int64_t value) { return nest_.integer(value); }
    NodeId variable(const std::string& name) { return nest_.variable(name, index_type); }
    NodeId add(NodeId a, NodeId b) { return nest_.binary(NodeKind::Add, a, b); }
    NodeId multiply(NodeId a, std::int64_t b) { return nest_.binary(NodeKind::Multiply, a, integer(b)); }
    NodeId least(NodeId a, NodeId b) { return nest_.binary(NodeKind::Minimum, a, b); }

    NodeId clamp(NodeId value, std::int64_t low, std::int64_t high) {
        return least(nest_.binary(NodeKind::Maximum, value, integer(low)), integer(high));
    }
    NodeId let(const std::string& name, NodeId value, NodeId body) {
        return nest_.add({.kind = NodeKind::LetStatement, .operands = {value, body}, .symbol = name});
    }
    NodeId loop(const std::string& name, NodeId begin, NodeId extent, NodeId body) {
        return nest_.add({.kind = NodeKind::For, .operands = {begin, extent, body}, .symbol = name});
    }
    NodeId allocate(const std::string& name, ScalarKind element, std::int64_t elements, MemoryKind memory,
                    NodeId body) {
        if (memory == MemoryKind::Scratch)
            nest_.scratch_bytes += (elements * byte_width(element) + 63) / 64 * 64;
        return nest_.add({.kind = NodeKind::Allocate,
                          .type = {element, 1},
                          .operands = {body},
                          .integer = elements,
                          .symbol = name,
                          .memory = memory});
    }
    NodeId state(const std::string& name) {
        const NodeId zero = integer(0);
        return nest_.add({.kind = NodeKind::Load, .type = index_type, .operands = {zero}, .symbol = name});
    }
    NodeId store_state(const std::string& name, NodeId value) {
        const NodeId zero = integer(0);
        return nest_.add({.kind = NodeKind::Store, .operands = {zero, value}, .symbol = name});
    }
    NodeId width() { return clamp(state("width"), 1, length_); }
    NodeId runs() { return clamp(state("runs"), 1, length_); }

    ScalarKind stored(std::size_t q) const { return storage_kind(elements_[q]); }

    NodeId address(const Place& place, NodeId position) {
        if (!place.in_tensor) return position;
        NodeId flat = inner_ > 1 ? add(multiply(position, inner_), variable("column")) : position;
        return outer_ > 1 ? add(multiply(variable("row"), length_ * inner_), flat) : flat;
    }
    NodeId load(const Place& place, std::size_t q, NodeId position) {
        const NodeId index = address(place, position);
        return nest_.add(
            {.kind = NodeKind::Load, .type = {stored(q), 1}, .operands = {index}, .symbol = place.name});
    }
    NodeId store(const Place& place, NodeId position, NodeId value) {
        const NodeId index = address(place, position);
        return nest_.add({.kind = NodeKind::Store, .operands = {index, value}, .symbol = place.name});
    }

    static std::string element_name(char side, std::size_t q) {
        return fmt::format("{}{}", side, q == 0 ? "" : std::to_string(q + 1));
    }
    NodeId element(char side, std::size_t q) { return nest_.variable(element_name(side, q), {stored(q), 1}); }

    /// The condition that b must come before a.
    NodeId before() {
        std::vector<Expr> arguments;
        std::map<std::string, std::string> names;
        for (std::size_t q = 0; q < elements_.size(); q++)
            for (char side : {'b', 'a'}) {
                const std::string name = element_name(side, q);
                names[name] = name;
                const Expr raw = Halide::Internal::Variable::make(halide_type(stored(q)), name);
                arguments.push_back(from_memory(raw, elements_[q]));
            }
        const Expr condition = builder_.apply(op_.regions[0], arguments)[0];
        return assembly_.expression(Halide::Internal::common_subexpression_elimination(condition), names);
    }

    /// Binds the elements a at `first` and b at `second` in `body`.
    NodeId with_elements(const Places& from, const std::string& first, const std::string& second,
                         NodeId body) {
        for (std::size_t q = elements_.size(); q-- > 0;) {
            body = let(element_name('b', q), load(from[q], q, variable(second)), body);
            body = let(element_name('a', q), load(from[q], q, variable(first)), body);
        }
        return body;
    }

    NodeId choose(NodeId condition, NodeId yes, NodeId no) {
        return nest_.add(
            {.kind = NodeKind::Select, .type = nest_[yes].type, .operands = {condition, yes, no}});
    }

    NodeId pairs_in_order(const Places& to) {
        std::vector<NodeId> stores;
        for (std::size_t q = 0; q < elements_.size(); q++)
            for (const bool is_first : {true, false}) {
                const NodeId swap = nest_.variable("swap", boolean_type);
                const NodeId a = element('a', q), b = element('b', q);
                const NodeId value = is_first ? choose(swap, b, a) : choose(swap, a, b);
                stores.push_back(store(to[q], variable(is_first ? "i" : "j"), value));
            }
        NodeId body = with_elements(input_, "i", "j", let("swap", before(), nest_.block(stores)));
        body = let("j", add(multiply(variable("pair"), 2), integer(1)), body);
        body = let("i", multiply(variable("pair"), 2), body);
        std::vector<NodeId> steps;
        if (length_ > 1) steps.push_back(loop("pair", integer(0), integer(length_ / 2), body));
        for (std::size_t q = 0; q < elements_.size() && length_ % 2 != 0; q++) {
            const NodeId last = load(input_[q], q, integer(length_ - 1));
            steps.push_back(store(to[q], integer(length_ - 1), last));
        }
        return nest_.block(steps);
    }

    /// Merges pairs of runs of `width` elements. The next element comes from the right run if the left one is
    /// exhausted, or if the right run's element must come before.
    NodeId merge(const Places& from, const Places& to) {
        const NodeId take = nest_.variable("take_right", boolean_type);
        const NodeId left = variable("at_left"), right = variable("at_right");
        std::vector<NodeId> stores;
        for (std::size_t q = 0; q < elements_.size(); q++)
            stores.push_back(store(to[q], variable("k"), choose(take, element('b', q), element('a', q))));
        stores.push_back(store_state("left", choose(take, left, add(left, integer(1)))));
        stores.push_back(store_state("right", choose(take, add(right, integer(1)), right)));

        const NodeId left_is_empty = nest_.binary(NodeKind::LessEqual, variable("middle"), left);
        const NodeId right_is_there = nest_.binary(NodeKind::Less, right, variable("end"));
        const NodeId right_is_next = nest_.binary(NodeKind::And, right_is_there, before());
        NodeId body =
            let("take_right", nest_.binary(NodeKind::Or, left_is_empty, right_is_next), nest_.block(stores));
        body = with_elements(from, "i", "j", body);
        body = let("j", clamp(right, 0, length_ - 1), let("i", clamp(left, 0, length_ - 1), body));
        body = let("at_right", state("right"), let("at_left", state("left"), body));
        const NodeId extent = nest_.binary(NodeKind::Subtract, variable("end"), variable("begin"));
        body = nest_.block({store_state("left", variable("begin")), store_state("right", variable("middle")),
                            loop("k", variable("begin"), extent, body)});
        body = let("end", least(add(variable("begin"), multiply(width(), 2)), integer(length_)), body);
        body = let("middle", least(add(variable("begin"), width()), integer(length_)), body);
        const NodeId begin = nest_.binary(NodeKind::Multiply, variable("run"), multiply(width(), 2));
        body = let("begin", least(begin, integer(length_)), body);
        const NodeId pairs = nest_.binary(NodeKind::FloorDivide, add(runs(), integer(1)), integer(2));
        const NodeId all = loop("run", integer(0), variable("pairs"), body);
        const NodeId wider = store_state("width", multiply(width(), 2));
        return let("pairs", pairs, nest_.block({all, wider, store_state("runs", variable("pairs"))}));
    }

    KernelAssembly& assembly_;
    ElementBuilder& builder_;
    const Op& op_;
    LoopNest& nest_;
    std::int64_t outer_, length_, inner_;
    int merges_;
    std::vector<frontend::ElementType> elements_;
    Places input_, output_, scratch_;
};

}  // namespace

LoweredKernel lower_sort(const GroupToLower& request) {
    const LoweringContext& context = request.context;
    KernelAssembly assembly(context);
    const Op& op = context.graph.op(request.group.anchor);
    for (ValueId result : op.results) assembly.add_output(result);
    ElementBuilder builder(context,
                           [&](ValueId value, const Expr& flat) { return assembly.load(value, flat); });
    SortLoops(assembly, builder, op, std::get<SortProblem>(request.problem.problem.form),
              std::get<SortSchedule>(request.schedule))
        .write();
    assembly.set_recomputes();
    assembly.kernel().origin = KernelOrigin::Direct;
    assembly.describe(builder, request.group);
    assembly.describe(request.schedule);
    return assembly.finish();
}

}  // namespace hlo2c::scheduler::halide
