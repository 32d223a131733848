#include "scheduler/loops/transpose_copies.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>

#include "frontend/name_table.h"
#include "scheduler/loops/byte_words.h"
#include "scheduler/loops/local_names.h"
#include "scheduler/loops/node_kinds.h"
#include "scheduler/loops/rewriter.h"
#include "scheduler/loops/substitution.h"
#include "scheduler/loops/walk.h"

namespace hlo2c::scheduler {
namespace {

/// Blocks of fewer lanes are no faster than single elements.
constexpr int smallest_block = 4;
/// Most rows of a block, by the bytes of an element. More rows leave too few registers for the exchanges, and
/// wider registers exchange lanes more slowly.
constexpr int most_rows(int element_bytes) {
    return element_bytes == 1 ? 16 : element_bytes == 8 ? 4 : 8;
}

/// A loop with constant bounds, and the lets around its body.
struct CopyLoop {
    Node loop;
    std::vector<Node> lets;
    std::int64_t begin = 0, extent = 0;
};

/// Strides of a load or store in elements, for each of the two loops.
using Strides = std::array<std::int64_t, 2>;

/// loops[0] around loops[1] around one store of a value that is computed elementwise from `loads`.
struct Copy {
    CopyLoop loops[2];
    Node store;
    Strides stored = {0, 0};
    std::map<NodeId, Strides> loads;     ///< and words in memory
    std::map<std::string, NodeId> lets;  ///< values that the loops and the stored value bind
    std::vector<Node> index_lets;        ///< indices that the stored value binds, in their order
    std::set<std::string> walked;        ///< names in `lets` whose loads are known
};

class Transposer {
public:
    Transposer(const LoopNest& nest, int vector_bytes) : vector_bytes_(vector_bytes) {
        take_names(nest, taken_);
    }

    LoopNest run(const LoopNest& nest) {
        return rebuild(nest, [this](LoopNest& result, Node& node) {
            result_ = &result;
            return node.kind == NodeKind::For ? loops(node) : no_node;
        });
    }

private:
    LoopNest& nest() { return *result_; }
    const Node& at(NodeId id) const { return (*result_)[id]; }

    std::optional<CopyLoop> loop_of(const Node& node, NodeId& body) const {
        if (node.kind != NodeKind::For || node.loop != LoopKind::Serial) return std::nullopt;
        const Node &begin = at(node.operands[0]), &extent = at(node.operands[1]);
        if (begin.kind != NodeKind::Integer || extent.kind != NodeKind::Integer) return std::nullopt;
        CopyLoop loop{node, {}, begin.integer, extent.integer};
        body = node.operands[2];
        while (at(body).kind == NodeKind::LetStatement) {
            loop.lets.push_back(at(body));
            body = at(body).operands[1];
        }
        return loop;
    }

    /// The stride of an index in `variable`; nullopt if the index is not linear in it.
    std::optional<std::int64_t> step(NodeId index, const std::string& variable, const Copy& copy) const {
        const Node& node = at(index);
        if (node.kind == NodeKind::Integer) return 0;
        if (node.kind == NodeKind::Variable) {
            if (node.symbol == variable) return 1;
            const auto let = copy.lets.find(node.symbol);
            return let == copy.lets.end() ? 0 : step(let->second, variable, copy);
        }
        std::vector<std::int64_t> steps;
        for (const NodeId operand : node.operands) {
            const auto moved = step(operand, variable, copy);
            if (!moved) return std::nullopt;
            steps.push_back(*moved);
        }
        if (node.kind == NodeKind::Add) return steps[0] + steps[1];
        if (node.kind == NodeKind::Subtract) return steps[0] - steps[1];
        if (std::all_of(steps.begin(), steps.end(), [](std::int64_t s) { return s == 0; })) return 0;
        if (node.kind != NodeKind::Multiply) return std::nullopt;
        for (const int constant : {0, 1}) {
            const Node& factor = at(node.operands[static_cast<std::size_t>(constant)]);
            if (factor.kind == NodeKind::Integer)
                return factor.integer * steps[static_cast<std::size_t>(1 - constant)];
        }
        return std::nullopt;
    }

    /// True if the node binds an integer that is computed without a load.
    bool is_index(const Node& node) const {
        return node.kind == NodeKind::Let && !is_float(at(node.operands[0]).type.kind) &&
               !loads_memory(*result_, node.operands[0]);
    }

    /// Adds the loads of a value that is otherwise computed elementwise and depends on no position; false if
    /// it is not.
    bool add_loads(NodeId value, Copy& copy) const {
        const Node& node = at(value);
        if (node.kind == NodeKind::Integer || node.kind == NodeKind::Real) return true;
        if (node.kind == NodeKind::Load && node.operands.size() == 1)
            return copy.loads.insert({value, {}}), true;
        if (is_word_in_memory(*result_, node)) return copy.loads.insert({value, {}}), true;
        if (node.kind == NodeKind::Variable) {
            const auto let = copy.lets.find(node.symbol);
            if (let != copy.lets.end())
                return !copy.walked.insert(node.symbol).second || add_loads(let->second, copy);
            return node.symbol != copy.loops[0].loop.symbol && node.symbol != copy.loops[1].loop.symbol;
        }
        if (node.kind == NodeKind::Let) {
            const bool is_known =
                copy.lets.insert({node.symbol, node.operands[0]}).first->second == node.operands[0];
            if (is_index(node)) copy.index_lets.push_back(node);
            return is_known && add_loads(node.operands[1], copy);
        }
        const bool elementwise = (is_arithmetic(node.kind) && node.kind != NodeKind::FloorDivide &&
                                  node.kind != NodeKind::FloorRemainder) ||
                                 node.kind == NodeKind::Convert || node.kind == NodeKind::Reinterpret ||
                                 node.kind == NodeKind::Call;
        return elementwise && std::all_of(node.operands.begin(), node.operands.end(),
                                          [&](NodeId operand) { return add_loads(operand, copy); });
    }

    /// The loads of a load, or of a word's bytes.
    std::vector<NodeId> elements_of(NodeId load) const {
        return at(load).kind == NodeKind::Load ? std::vector{load} : at(load).operands;
    }
    std::int64_t elements_loaded(NodeId load) const {
        return static_cast<std::int64_t>(elements_of(load).size());
    }

    std::optional<Copy> copy_of(const Node& node) const {
        NodeId body = no_node;
        const auto outer = loop_of(node, body);
        if (!outer) return std::nullopt;
        const auto inner = loop_of(at(body), body);
        if (!inner) return std::nullopt;
        const Node& store = at(body);
        if (store.kind != NodeKind::Store || store.operands.size() != 2) return std::nullopt;
        const ValueType type = at(store.operands[1]).type;
        if (type.is_vector()) return std::nullopt;
        Copy copy{{*outer, *inner}, store, {}, {}, {}};
        for (const CopyLoop& loop : copy.loops)
            for (const Node& let : loop.lets) copy.lets[let.symbol] = let.operands[0];
        if (!add_loads(store.operands[1], copy)) return std::nullopt;
        const auto set_strides = [&](const Node& access, std::int64_t elements, Strides& strides) {
            for (const std::size_t l : {0, 1}) {
                const auto stride = step(access.operands[0], copy.loops[l].loop.symbol, copy);
                if (!stride || *stride % elements != 0) return false;
                strides[l] = *stride / elements;
            }
            return true;
        };
        bool is_linear = set_strides(store, 1, copy.stored);
        for (auto& [load, strides] : copy.loads) {
            const Node& first = at(elements_of(load).front());
            is_linear = is_linear && first.symbol != store.symbol &&
                        set_strides(first, elements_loaded(load), strides);
        }
        return is_linear ? std::optional(copy) : std::nullopt;
    }

    /// True if a load is contiguous in loop `across`, and neither contiguous in the other one nor independent
    /// of it.
    static bool is_turned(const Strides& strides, std::size_t across) {
        return strides[across] == 1 && !is_unit_or_zero(strides[1 - across]);
    }

    /// True if stores are contiguous in loop `along`, no element is stored twice, some loads are turned, and
    /// vectors can be loaded of all others.
    static bool is_transposition(const Copy& copy, std::size_t along, std::size_t across) {
        if (copy.stored[along] != 1 || std::abs(copy.stored[across]) < copy.loops[along].extent) return false;
        bool turns = false;
        for (const auto& [load, strides] : copy.loads) {
            if (!is_unit_or_zero(strides[across]) && !is_unit_or_zero(strides[along])) return false;
            turns = turns || is_turned(strides, across);
        }
        return turns;
    }

    /// Adds the largest parts of a value that are computed in rows, along the loop `across`, and then
    /// transposed: those with turned loads whose other loads are rows, too.
    void add_turned(NodeId value, const Copy& copy, std::size_t across, std::set<NodeId>& turned,
                    std::set<NodeId>& seen) const {
        if (!seen.insert(value).second) return;
        const Node& node = at(value);
        if (const auto let = copy.lets.find(node.symbol);
            node.kind == NodeKind::Variable && let != copy.lets.end())
            return add_turned(let->second, copy, across, turned, seen);
        Copy part = copy;
        part.loads.clear();
        part.walked.clear();
        add_loads(value, part);
        bool has_turned = false, are_rows = true;
        for (const auto& [load, unused] : part.loads) {
            const Strides& strides = copy.loads.at(load);
            has_turned = has_turned || is_turned(strides, across);
            are_rows = are_rows && is_unit_or_zero(strides[across]);
        }
        if (!has_turned) return;
        if (are_rows) {
            turned.insert(value);
            return;
        }
        for (const NodeId operand : node.operands) add_turned(operand, copy, across, turned, seen);
    }

    NodeId loops(const Node& node) {
        const auto copy = copy_of(node);
        if (!copy) return no_node;
        const std::size_t along = copy->stored[0] == 1 ? 0 : 1, across = 1 - along;
        if (!is_transposition(*copy, along, across)) return no_node;
        std::set<NodeId> turned, seen;
        add_turned(copy->store.operands[1], *copy, across, turned, seen);
        int bytes = byte_width(at(copy->store.operands[1]).type.kind);
        for (const NodeId part : turned) bytes = std::max(bytes, byte_width(at(part).type.kind));
        int lanes = std::min(vector_bytes_ / bytes, most_rows(bytes));
        while (lanes > copy->loops[along].extent || lanes > copy->loops[across].extent) lanes /= 2;
        if (lanes < smallest_block) return no_node;

        const auto whole = [&](std::size_t l) { return copy->loops[l].extent / lanes * lanes; };
        std::vector<NodeId> parts = {blocks(*copy, along, across, lanes, turned)};
        const auto rest = [&](std::size_t l, std::int64_t other_extent) {
            if (whole(l) == copy->loops[l].extent) return;
            Copy part = *copy;
            part.loops[l].begin += whole(l);
            part.loops[l].extent -= whole(l);
            part.loops[1 - l].extent = other_extent;
            parts.push_back(elements(part));
        };
        rest(along, copy->loops[across].extent);
        rest(across, whole(along));
        return parts.size() == 1 ? parts[0] : nest().block(parts);
    }

    /// The copy element by element, with the bounds of `copy`.
    NodeId elements(const Copy& copy) {
        NodeId body = nest().add(copy.store);
        for (const std::size_t l : {1, 0}) {
            const CopyLoop& loop = copy.loops[l];
            for (auto let = loop.lets.rbegin(); let != loop.lets.rend(); ++let) {
                Node around = *let;
                around.operands[1] = body;
                body = nest().add(around);
            }
            Node around = loop.loop;
            const ValueType type = at(around.operands[0]).type;
            around.operands = {nest().integer(loop.begin, type), nest().integer(loop.extent, type), body};
            body = nest().add(around);
        }
        return body;
    }

    /// A name that a value binds, and the vectors that it stands for under a name of their own.
    struct Binding {
        std::string name, own_name;
        NodeId vectors;
    };

    /// A value in vectors: what takes the place of some of its parts, and what it binds, in order.
    struct VectorForm {
        const Copy& copy;
        int lanes;
        std::map<NodeId, NodeId> parts;
        std::vector<Binding> bound = {};

        const Binding* find(const std::string& name) const {
            const auto found = std::find_if(bound.begin(), bound.end(),
                                            [&](const Binding& each) { return each.name == name; });
            return found == bound.end() ? nullptr : &*found;
        }
    };

    NodeId in_lanes(NodeId id, VectorForm& form) {
        if (const auto part = form.parts.find(id); part != form.parts.end()) return part->second;
        Node node = at(id);
        if (node.kind == NodeKind::Variable) {
            const auto let = form.copy.lets.find(node.symbol);
            if (let != form.copy.lets.end()) bind(node.symbol, let->second, form);
            const Binding* bound = form.find(node.symbol);
            return bound == nullptr ? in_all(id, form.lanes)
                                    : nest().variable(bound->own_name, at(bound->vectors).type);
        }
        if (node.kind == NodeKind::Let) {
            if (!is_index(node)) bind(node.symbol, node.operands[0], form);
            return in_lanes(node.operands[1], form);
        }
        node.type.lanes = form.lanes;
        for (NodeId& operand : node.operands) operand = in_lanes(operand, form);
        return nest().add(node);
    }

    void bind(const std::string& name, NodeId value, VectorForm& form) {
        if (form.find(name) != nullptr) return;
        const NodeId vectors = in_lanes(value, form);
        form.bound.push_back({name, taken_.claim(name), vectors});
    }

    NodeId in_all(NodeId scalar, int lanes) {
        return nest().add(
            {.kind = NodeKind::Broadcast, .type = at(scalar).type.with_lanes(lanes), .operands = {scalar}});
    }

    NodeId moved(NodeId index, std::int64_t by) {
        if (by == 0) return index;
        return nest().binary(NodeKind::Add, index, nest().integer(by, at(index).type));
    }

    NodeId ramp(NodeId index, int stride, int lanes) {
        const ValueType type = at(index).type;
        return nest().add({.kind = NodeKind::Ramp,
                           .type = type.with_lanes(lanes),
                           .operands = {index, nest().integer(stride, type)}});
    }

    /// Half of an exchange: a vector of the lanes of `a` and `b` whose number has the bit `distance` set, or
    /// clear.
    NodeId exchanged(NodeId a, NodeId b, int distance, bool set) {
        const int lanes = at(a).type.lanes;
        Node shuffle{.kind = NodeKind::Shuffle, .type = at(a).type, .operands = {a, b}};
        for (int lane = 0; lane < lanes; lane++) {
            const int taken = (lane & ~distance) | (set ? distance : 0);
            shuffle.lanes.push_back(lane & distance ? lanes + taken : taken);
        }
        return nest().add(shuffle);
    }

    /// Binds the value to a name like `stem` for the statements of a block.
    NodeId name(const char* stem, NodeId value) {
        lets_.push_back({.kind = NodeKind::LetStatement, .operands = {value}, .symbol = taken_.claim(stem)});
        return nest().variable(lets_.back().symbol, at(value).type);
    }

    NodeId with_lets(NodeId body) {
        for (auto let = lets_.rbegin(); let != lets_.rend(); ++let) {
            let->operands.push_back(body);
            body = nest().add(*let);
        }
        lets_.clear();
        return body;
    }

    /// A block of a copy: the loop that its vectors follow, and the values of the loops' variables.
    struct Block {
        const Copy& copy;
        std::size_t lane_loop;
        const std::map<std::string, NodeId>& values;
        int lanes;
    };

    /// `value` at `lanes` neighbours in the block's lane loop, `number` iterations further in the other loop,
    /// with `parts` in place of some of its parts.
    NodeId vector_at(const Block& block, NodeId value, int number, std::map<NodeId, NodeId> parts = {}) {
        VectorForm form{block.copy, block.lanes, std::move(parts)};
        for (const auto& [load, strides] : block.copy.loads) {
            if (!is_unit_or_zero(strides[block.lane_loop])) continue;
            const bool is_uniform = strides[block.lane_loop] == 0;
            const int elements = static_cast<int>(elements_loaded(load));
            std::vector<NodeId> vectors;
            for (const NodeId element : elements_of(load)) {
                Node vector = at(element);
                const NodeId index = moved(Substitution(nest(), block.values).in(vector.operands[0]),
                                           number * elements * strides[1 - block.lane_loop]);
                vector.operands[0] = is_uniform ? index : ramp(index, elements, block.lanes);
                if (!is_uniform) vector.type.lanes = block.lanes;
                vectors.push_back(nest().add(std::move(vector)));
            }
            NodeId loaded = vectors.front();
            if (elements > 1) {
                Node word = at(load);
                word.operands = vectors;
                if (!is_uniform) word.type.lanes = block.lanes;
                loaded = nest().add(std::move(word));
            }
            form.parts.insert({load, is_uniform ? in_all(loaded, block.lanes) : loaded});
        }
        NodeId result = in_lanes(value, form);
        for (auto bound = form.bound.rbegin(); bound != form.bound.rend(); ++bound)
            result = nest().add({.kind = NodeKind::Let,
                                 .type = at(result).type,
                                 .operands = {bound->vectors, result},
                                 .symbol = bound->own_name});
        return result;
    }

    /// The columns of a block of `value`, which is computed in rows. Lanes of booleans are exchanged as
    /// bytes.
    std::vector<NodeId> transposed(const Block& rows, NodeId value) {
        const ValueType type = at(value).type.with_lanes(rows.lanes);
        const bool is_boolean = type.kind == ScalarKind::Boolean;
        const ValueType exchanged = is_boolean ? type.with_kind(ScalarKind::U8) : type;
        std::vector<NodeId> vectors;
        for (int i = 0; i < rows.lanes; i++) {
            NodeId row = vector_at(rows, value, i);
            if (is_boolean)
                row = nest().add({.kind = NodeKind::Convert, .type = exchanged, .operands = {row}});
            vectors.push_back(name("row", row));
        }
        transpose(vectors);
        if (!is_boolean) return vectors;
        const NodeId zero = nest().integer(0, exchanged);
        for (NodeId& column : vectors)
            column = nest().add({.kind = NodeKind::NotEqual, .type = type, .operands = {column, zero}});
        return vectors;
    }

    /// Transposes a square of vectors: exchanges halves, quarters and so on.
    void transpose(std::vector<NodeId>& vectors) {
        const int lanes = static_cast<int>(vectors.size());
        for (int distance = lanes / 2; distance > 0; distance /= 2)
            for (int i = 0; i < lanes; i++) {
                if (i & distance) continue;
                NodeId &low = vectors[static_cast<std::size_t>(i)],
                       &high = vectors[static_cast<std::size_t>(i + distance)];
                const NodeId a = low, b = high;
                low = name("low", exchanged(a, b, distance, false));
                high = name("high", exchanged(a, b, distance, true));
            }
    }

    /// Computes and stores a block: the turned parts of the value row by row, the rest of it column by
    /// column.
    NodeId block_of(const Copy& copy, std::size_t along, const std::map<std::string, NodeId>& values,
                    int lanes, const std::set<NodeId>& turned) {
        std::map<NodeId, std::vector<NodeId>> columns;
        for (const NodeId part : turned) columns[part] = transposed({copy, 1 - along, values, lanes}, part);
        const NodeId first = Substitution(nest(), values).in(copy.store.operands[0]);
        std::vector<NodeId> stores;
        for (int i = 0; i < lanes; i++) {
            std::map<NodeId, NodeId> parts;
            for (const auto& [part, vectors] : columns) parts[part] = vectors[static_cast<std::size_t>(i)];
            Node store = copy.store;
            store.operands = {ramp(moved(first, i * copy.stored[1 - along]), 1, lanes),
                              vector_at({copy, along, values, lanes}, copy.store.operands[1], i, parts)};
            stores.push_back(nest().add(std::move(store)));
        }
        return with_lets(nest().block(stores));
    }

    /// Loops over blocks of lanes x lanes elements.
    NodeId blocks(const Copy& copy, std::size_t along, std::size_t across, int lanes,
                  const std::set<NodeId>& turned) {
        std::map<std::string, NodeId> values;
        std::string variables[2];
        for (const std::size_t l : {0, 1}) {
            const CopyLoop& loop = copy.loops[l];
            const ValueType type = at(loop.loop.operands[0]).type;
            if (loop.extent / lanes == 1) {
                values[loop.loop.symbol] = nest().integer(loop.begin, type);
                continue;
            }
            variables[l] = taken_.claim(l == along ? "block" : "column");
            const NodeId block = nest().binary(NodeKind::Multiply, nest().variable(variables[l], type),
                                               nest().integer(lanes, type));
            values[loop.loop.symbol] = moved(block, loop.begin);
        }
        for (const CopyLoop& loop : copy.loops)
            for (const Node& let : loop.lets)
                values[let.symbol] = Substitution(nest(), values).in(let.operands[0]);
        for (const Node& let : copy.index_lets)
            values[let.symbol] = Substitution(nest(), values).in(let.operands[0]);

        NodeId body = block_of(copy, along, values, lanes, turned);
        // The inner loop reads rows to their end, so that memory is read in order.
        for (const std::size_t l : {across, along}) {
            if (variables[l].empty()) continue;
            Node loop = copy.loops[l].loop;
            const ValueType type = at(loop.operands[0]).type;
            loop.symbol = variables[l];
            loop.operands = {nest().integer(0, type), nest().integer(copy.loops[l].extent / lanes, type),
                             body};
            body = nest().add(std::move(loop));
        }
        return body;
    }

    const int vector_bytes_;
    LoopNest* result_ = nullptr;
    std::vector<Node> lets_;  ///< of the current block, outermost first
    frontend::NameTable taken_{"_", 1};
};

}  // namespace

LoopNest transpose_copies(const LoopNest& nest, int vector_bytes) {
    return Transposer(nest, vector_bytes).run(nest);
}

}  // namespace hlo2c::scheduler
