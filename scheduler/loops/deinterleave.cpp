#include "scheduler/loops/deinterleave.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "frontend/integer_division.h"
#include "frontend/name_table.h"
#include "scheduler/loops/affine.h"
#include "scheduler/loops/local_names.h"
#include "scheduler/loops/rewriter.h"
#include "scheduler/loops/walk.h"

namespace hlo2c::scheduler {
namespace {

/// Reads of each element that pay for its copy.
constexpr std::int64_t fewest_reads = 8;
constexpr std::int64_t largest_stride = 16;

/// A parameter as a matrix of rows with `stride` elements.
struct Matrix {
    std::size_t parameter = 0;
    std::int64_t stride = 0;
    auto operator<=>(const Matrix&) const = default;
};

/// An element of a matrix.
struct Place {
    Affine row, column;
    bool operator==(const Place&) const = default;
};

/// The vectors that are a part of a column each.
struct ColumnReads {
    /// With the place of the first lane; none if it differs between scopes that share the node.
    std::map<NodeId, std::optional<Place>> loads;
    std::int64_t elements = 0;  ///< that all iterations read
};

class ColumnSearch {
public:
    explicit ColumnSearch(const LoopNest& nest) : nest_(nest) {
        for (std::size_t i = 0; i < nest.parameters.size(); i++)
            if (!nest.parameters[i].written) parameters_[nest.parameters[i].name] = i;
        statement(nest.body, 1);
    }

    std::map<Matrix, ColumnReads> take() { return std::move(found_); }

private:
    void statement(NodeId id, std::int64_t iterations) {
        const Node& node = nest_[id];
        switch (node.kind) {
            case NodeKind::For: loop(node, iterations); return;
            case NodeKind::LetStatement:
                expression(node.operands[0], iterations);
                lets_[node.symbol] = node.operands[0];
                statement(node.operands[1], iterations);
                lets_.erase(node.symbol);
                return;
            case NodeKind::Block:
            case NodeKind::Allocate:
                for (const NodeId each : node.operands) statement(each, iterations);
                return;
            case NodeKind::If:
                expression(node.operands[0], iterations);
                for (std::size_t i = 1; i < node.operands.size(); i++)
                    statement(node.operands[i], iterations);
                return;
            case NodeKind::Declare:
                expression(node.operands[0], iterations);
                statement(node.operands[1], iterations);
                return;
            default:
                for (const NodeId each : node.operands) expression(each, iterations);
        }
    }

    void loop(const Node& node, std::int64_t iterations) {
        const Node &begin = nest_[node.operands[0]], &extent = nest_[node.operands[1]];
        const bool is_constant = begin.kind == NodeKind::Integer && extent.kind == NodeKind::Integer;
        if (is_constant) ranges_[node.symbol] = {begin.integer, begin.integer + extent.integer - 1};
        statement(node.operands[2], is_constant ? iterations * extent.integer : iterations);
        ranges_.erase(node.symbol);
    }

    void expression(NodeId root, std::int64_t iterations) {
        for_each_below(nest_, {root}, [&](NodeId id) {
            if (nest_[id].kind == NodeKind::Load) load(id, iterations);
        });
    }

    void load(NodeId id, std::int64_t iterations) {
        const Node& node = nest_[id];
        const Node& index = nest_[node.operands[0]];
        const auto parameter = parameters_.find(node.symbol);
        if (parameter == parameters_.end() || node.operands.size() != 1 || index.kind != NodeKind::Ramp)
            return;
        const Node& stride = nest_[index.operands[1]];
        if (stride.kind != NodeKind::Integer || stride.integer < 2 || stride.integer > largest_stride ||
            nest_.parameters[parameter->second].elements % stride.integer != 0)
            return;
        const auto place = place_of(index.operands[0], stride.integer);
        ColumnReads& reads = found_[{parameter->second, stride.integer}];
        std::optional<Place>& known = reads.loads.emplace(id, place).first->second;
        if (known != place) known.reset();
        if (known) reads.elements += iterations * node.type.lanes;
    }

    std::optional<Affine> index_form(NodeId id) const {
        return affine_form(nest_, id, [&](NodeId term) -> std::optional<Affine> {
            const Node& node = nest_[term];
            if (node.kind != NodeKind::Variable) return std::nullopt;
            if (const auto let = lets_.find(node.symbol); let != lets_.end()) return index_form(let->second);
            if (ranges_.count(node.symbol) == 0) return std::nullopt;
            return Affine{0, {{node.symbol, 1}}};
        });
    }

    /// The place of an element, if its column is proven to be below the stride.
    std::optional<Place> place_of(NodeId index, std::int64_t stride) const {
        const auto form = index_form(index);
        if (!form) return std::nullopt;
        const std::int64_t whole = floor_divide(form->constant, stride);
        Place place{{whole, {}}, {form->constant - whole * stride, {}}};
        Interval columns{place.column.constant, place.column.constant};
        for (const auto& [variable, factor] : form->terms) {
            if (factor % stride == 0) {
                place.row.terms[variable] = factor / stride;
                continue;
            }
            place.column.terms[variable] = factor;
            columns = columns + ranges_.at(variable) * Interval{factor, factor};
        }
        if (!contains({0, stride - 1}, columns)) return std::nullopt;
        return place;
    }

    const LoopNest& nest_;
    std::map<std::string, std::size_t> parameters_;
    std::map<std::string, NodeId> lets_;
    std::map<std::string, Interval> ranges_;  ///< of loop variables
    std::map<Matrix, ColumnReads> found_;
};

/// Replaces the vectors by vectors of a copy in scratch, and writes the loops that make the copy.
class Copies {
public:
    Copies(const LoopNest& nest, std::map<Matrix, ColumnReads> matrices) : nest_(nest) {
        take_names(nest, names_);
        for (auto& [matrix, reads] : matrices) {
            const Copy copy{names_.claim("columns"), nest.parameters[matrix.parameter], matrix.stride};
            for (const auto& [load, place] : reads.loads)
                if (place) changes_[load] = {copies_.size(), *place};
            copies_.push_back(copy);
        }
    }

    LoopNest write() {
        LoopNest result = rebuild(nest_, [this](LoopNest& made, Node& node, NodeId id) {
            const auto change = changes_.find(id);
            return change == changes_.end() ? no_node : column(made, node, change->second);
        });
        for (const Copy& copy : copies_) enclose(result, copy);
        return result;
    }

private:
    struct Copy {
        std::string name;
        BufferParameter buffer;
        std::int64_t stride = 0;
        std::int64_t rows() const { return buffer.elements / stride; }
    };
    struct Change {
        std::size_t copy;
        Place place;
    };

    NodeId column(LoopNest& nest, const Node& load, const Change& change) {
        const Copy& copy = copies_[change.copy];
        const ValueType index = nest[nest[load.operands[0]].operands[0]].type;
        const Affine place = change.place.row + change.place.column * copy.rows();
        NodeId first = nest.integer(place.constant, index);
        for (const auto& [variable, factor] : place.terms)
            first = nest.binary(
                NodeKind::Add, first,
                nest.binary(NodeKind::Multiply, nest.variable(variable, index), nest.integer(factor, index)));
        Node read = load;
        read.symbol = copy.name;
        read.operands = {nest.add({.kind = NodeKind::Ramp,
                                   .type = index.with_lanes(load.type.lanes),
                                   .operands = {first, nest.integer(1, index)}})};
        return nest.add(std::move(read));
    }

    void enclose(LoopNest& nest, const Copy& copy) {
        const ValueType index{ScalarKind::I32, 1};
        const std::string row = names_.claim("row"), column = names_.claim("column");
        const auto element = [&](const std::string& slow, std::int64_t factor, const std::string& fast) {
            const NodeId begin =
                nest.binary(NodeKind::Multiply, nest.variable(slow, index), nest.integer(factor));
            return nest.binary(NodeKind::Add, begin, nest.variable(fast, index));
        };
        const NodeId read = nest.add({.kind = NodeKind::Load,
                                      .type = {copy.buffer.element, 1},
                                      .operands = {element(row, copy.stride, column)},
                                      .symbol = copy.buffer.name});
        NodeId loops = nest.add({.kind = NodeKind::Store,
                                 .operands = {element(column, copy.rows(), row), read},
                                 .symbol = copy.name});
        loops = loop(nest, column, copy.stride, loops);
        loops = loop(nest, row, copy.rows(), loops);
        nest.body = nest.add({.kind = NodeKind::Allocate,
                              .type = {copy.buffer.element, 1},
                              .operands = {nest.block({loops, nest.body})},
                              .integer = copy.buffer.elements,
                              .symbol = copy.name,
                              .memory = MemoryKind::Scratch,
                              .contents = ScratchContents::Panel});
        nest.scratch_bytes += round_up(copy.buffer.elements * byte_width(copy.buffer.element), 64);
    }

    static NodeId loop(LoopNest& nest, const std::string& variable, std::int64_t extent, NodeId body) {
        return nest.add({.kind = NodeKind::For,
                         .operands = {nest.integer(0), nest.integer(extent), body},
                         .symbol = variable});
    }

    const LoopNest& nest_;
    frontend::NameTable names_;
    std::vector<Copy> copies_;
    std::map<NodeId, Change> changes_;
};

}  // namespace

LoopNest deinterleave(const LoopNest& nest, std::int64_t largest_bytes) {
    std::map<Matrix, ColumnReads> matrices = ColumnSearch(nest).take();
    std::erase_if(matrices, [&](const auto& each) {
        const BufferParameter& buffer = nest.parameters[each.first.parameter];
        return buffer.elements * byte_width(buffer.element) > largest_bytes ||
               each.second.elements < fewest_reads * buffer.elements;
    });
    return matrices.empty() ? nest : Copies(nest, std::move(matrices)).write();
}

}  // namespace hlo2c::scheduler
