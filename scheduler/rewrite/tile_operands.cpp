#include "scheduler/rewrite/tile_operands.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "frontend/integer_division.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/copy_ops.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/dead_code_elimination.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Builder;
using frontend::ElementType;
using frontend::Rewriter;
using Shape = std::vector<std::int64_t>;

/// Elements are counted as if they had this size, so that masks are as large as what they mask.
constexpr std::int64_t element_bytes = 4;
/// A shorter tile reads the other operand of a contraction too often.
constexpr std::int64_t fewest_rows = 32;

/// The loop over tiles of each dimension of a value, or -1 for a dimension that is whole.
using LoopOfDimension = std::vector<int>;

bool is_whole(const LoopOfDimension& loops) {
    return std::all_of(loops.begin(), loops.end(), [](int loop) { return loop < 0; });
}

/// True if a loop outside of the innermost one does not change the tile, but would compute it again.
bool is_repeated(const LoopOfDimension& loops) {
    for (int outer = *std::max_element(loops.begin(), loops.end()); outer >= 0; outer--)
        if (std::find(loops.begin(), loops.end(), outer) == loops.end()) return true;
    return false;
}

/// A loop over tiles of a dimension. If no tile size divides the extent, the last tile begins early.
struct TileLoop {
    std::int64_t extent = 0, size = 1;
    std::int64_t count() const { return ceil_div(extent, size); }
};

/// A tile of a value: of one that an op computes in the loops, or else of one that is in memory.
struct Part {
    ValueId value;
    LoopOfDimension loops;
    const Op* op = nullptr;
    std::vector<std::size_t> operands;  ///< numbers of parts
    int innermost = -1;                 ///< the innermost loop that it depends on
};

/// What one contraction becomes.
struct TiledContraction {
    std::vector<TileLoop> loops;
    std::vector<Part> parts;  ///< each after its operands; the last one is the contraction
};

class OperandTiler {
public:
    OperandTiler(Rewriter& rewriter, const Region& body, std::int64_t cache_bytes)
        : rewriter_(rewriter), cache_bytes_(cache_bytes) {
        note_regions(body);
    }

    std::optional<std::vector<ValueId>> visit(const Op& op) {
        if (op.code == OpCode::Reduce) reductions_.insert({op.results.front(), op});
        if (op.code != OpCode::DotGeneral) return std::nullopt;
        const std::optional<TiledContraction> tiled = plan(op);
        if (!tiled) return std::nullopt;
        return std::vector{build(*tiled, op)};
    }

private:
    const TensorType& tensor(ValueId value) const { return rewriter_.tensor(value); }

    bool is_large(ValueId value) const {
        return rewriter_.type(value).is_tensor() && tensor(value).is_static() &&
               tensor(value).element_count() > cache_bytes_ / element_bytes;
    }

    void note_regions(const Region& region) {
        const int number = regions_++;
        for (const Op& op : region.ops) {
            for (const ValueId result : op.results) region_of_[result] = number;
            for (const Region& inner : op.regions) note_regions(inner);
        }
    }

    int region_of(ValueId value) const {
        const auto found = region_of_.find(value);
        return found != region_of_.end() ? found->second : -1;
    }

    /// The op of the contraction's region that computes a value, with its regions. A loop would repeat one
    /// from outside of it.
    const Op* definition(ValueId value) const {
        if (region_of(value) != region_) return nullptr;
        const auto found = reductions_.find(value);
        return found != reductions_.end() ? &found->second : rewriter_.definition(value);
    }

    std::optional<TiledContraction> plan(const Op& contraction) {
        region_ = region_of(contraction.results.front());
        for (const std::size_t operand : {0, 1}) {
            const ValueId value = contraction.operands[operand];
            if (!is_large(value) || definition(value) == nullptr || rewriter_.uses(value) != 1) continue;
            if (auto tiled = plan_for(contraction, operand)) return tiled;
        }
        return std::nullopt;
    }

    std::optional<TiledContraction> plan_for(const Op& contraction, std::size_t operand) {
        TiledContraction tiled;
        const LoopOfDimension loops = choose_loops(contraction, operand, tiled.loops);
        if (is_whole(loops)) return std::nullopt;
        find_inner(contraction);
        parts_ = {};
        numbers_ = {};
        if (!add_op(contraction, loops) || !is_read_inside_only() ||
            !is_worth_it(contraction.operands[operand]))
            return std::nullopt;
        tiled.parts = std::move(parts_);
        return tiled;
    }

    /// Loops over the dimensions that the results share with the operand, the outermost first, until a tile
    /// fits the cache.
    LoopOfDimension choose_loops(const Op& contraction, std::size_t operand,
                                 std::vector<TileLoop>& loops) const {
        const bool is_lhs = operand == 0;
        const frontend::DotDimensions dims = contraction[attr::dot_dimension_numbers];
        const Shape &result = tensor(contraction.results[0]).shape,
                    &lhs = tensor(contraction.operands[0]).shape;
        const std::size_t batching = dims.lhs_batching.size();
        const std::size_t first_of_rhs = lhs.size() - dims.lhs_contracting.size();
        const std::int64_t budget = cache_bytes_ / element_bytes / 2;
        std::int64_t elements = tensor(contraction.operands[operand]).element_count();
        LoopOfDimension chosen(result.size(), -1);
        for (std::size_t d = 0; d < result.size() && elements > budget; d++) {
            if (d >= batching && (d < first_of_rhs) != is_lhs) continue;
            elements /= result[d];
            const std::int64_t least = d < batching ? 1 : std::min(result[d], fewest_rows);
            const std::int64_t most = std::clamp(budget / elements, least, result[d]);
            const std::int64_t size = ceil_div(result[d], ceil_div(result[d], most));
            elements *= size;
            if (size == result[d]) continue;
            chosen[d] = static_cast<int>(loops.size());
            loops.push_back({result[d], size});
        }
        return chosen;
    }

    /// Finds the values that only exist inside the loops: large ones, and those between two large ones.
    void find_inner(const Op& contraction) {
        inner_ = {};
        std::vector<ValueId> open = contraction.operands;
        while (!open.empty()) {
            const ValueId value = open.back();
            open.pop_back();
            const Op* op = definition(value);
            if (op == nullptr || !is_large(value) || !inner_.insert(value).second) continue;
            open.insert(open.end(), op->operands.begin(), op->operands.end());
        }
        std::map<ValueId, bool> seen;
        const std::set<ValueId> large = inner_;
        for (const ValueId value : large)
            for (const ValueId operand : definition(value)->operands) is_between(operand, seen);
    }

    /// Adds to the inner values those that are computed from them by reductions and maps.
    bool is_between(ValueId value, std::map<ValueId, bool>& seen) {
        if (inner_.count(value)) return true;
        const auto [known, is_new] = seen.insert({value, false});
        if (!is_new) return known->second;
        const Op* op = definition(value);
        if (op == nullptr || (op->code != OpCode::Reduce && !rule_of(*op).is_inlinable())) return false;
        bool between = false;
        for (const ValueId operand : op->operands) between = is_between(operand, seen) || between;
        if (between) inner_.insert(value);
        return seen[value] = between;
    }

    /// Adds the tile of a value and returns its number; nothing if the value has no tiles. The value is
    /// computed in the loops if it is an inner one whose op can compute tiles.
    std::optional<std::size_t> add(ValueId value, const LoopOfDimension& loops) {
        if (!rewriter_.type(value).is_tensor()) return std::nullopt;
        const std::pair key{value, loops};
        if (const auto known = numbers_.find(key); known != numbers_.end()) return known->second;
        const std::size_t first = parts_.size();
        if (is_whole(loops) || !inner_.count(value) || !add_op(*definition(value), loops) ||
            (is_repeated(loops) && !is_map_of_memory(parts_.back()))) {
            parts_.resize(first);
            std::erase_if(numbers_, [&](const auto& number) { return number.second >= first; });
            parts_.push_back({.value = value, .loops = loops});
        }
        Part& part = parts_.back();
        for (const int loop : loops) part.innermost = std::max(part.innermost, loop);
        return numbers_[key] = parts_.size() - 1;
    }

    bool add_op(const Op& op, LoopOfDimension loops) {
        const auto operand_loops = loops_of_operands(op, loops);
        if (!operand_loops) return false;
        Part part{.value = op.results.front(), .loops = std::move(loops), .op = &op};
        for (std::size_t i = 0; i < op.operands.size(); i++) {
            const std::optional<std::size_t> operand = add(op.operands[i], (*operand_loops)[i]);
            if (!operand) return false;
            part.operands.push_back(*operand);
            part.innermost = std::max(part.innermost, parts_[*operand].innermost);
        }
        parts_.push_back(std::move(part));
        return true;
    }

    /// The tiles of an op's operands from which a tile of its result is computed; nothing if there is no such
    /// relation.
    std::optional<std::vector<LoopOfDimension>> loops_of_operands(const Op& op,
                                                                  const LoopOfDimension& loops) const {
        if (op.results.size() != 1) return std::nullopt;
        const OpRule& rule = rule_of(op);
        std::vector<LoopOfDimension> found;
        for (const ValueId operand : op.operands) {
            if (!rewriter_.type(operand).is_tensor()) return std::nullopt;
            found.emplace_back(tensor(operand).shape.size(), -1);
        }
        if (rule.role == Role::Constant)
            return rewriter_.constant(op.results[0])->is_splat() ? std::optional(found) : std::nullopt;
        if (op.code == OpCode::DotGeneral) {
            place_contraction(op, loops, found);
            return found;
        }
        if (op.code == OpCode::Reduce) {
            std::size_t next = 0;
            const Shape reduced = op[attr::dimensions];
            for (std::size_t d = 0; d < found[0].size(); d++)
                if (std::find(reduced.begin(), reduced.end(), static_cast<std::int64_t>(d)) == reduced.end())
                    found[0][d] = loops[next++];
            return found;
        }
        if (rule.is_elementwise()) {
            for (LoopOfDimension& operand : found)
                if (!operand.empty()) operand = loops;
            return found;
        }
        switch (rule.movement) {
            case Movement::Iota:
                return frontend::is_integer(tensor(op.results[0]).element) ? std::optional(found)
                                                                           : std::nullopt;
            case Movement::BroadcastInDim: {
                const Shape to = op[attr::broadcast_dimensions];
                for (std::size_t d = 0; d < to.size(); d++)
                    if (tensor(op.operands[0]).shape[d] != 1)
                        found[0][d] = loops[static_cast<std::size_t>(to[d])];
                return found;
            }
            case Movement::Transpose: {
                const Shape from = op[attr::permutation];
                for (std::size_t d = 0; d < from.size(); d++)
                    found[0][static_cast<std::size_t>(from[d])] = loops[d];
                return found;
            }
            case Movement::Reshape: return place_reshape(op, loops, found);
            default: return std::nullopt;
        }
    }

    void place_contraction(const Op& op, const LoopOfDimension& loops,
                           std::vector<LoopOfDimension>& found) const {
        const frontend::DotDimensions dims = op[attr::dot_dimension_numbers];
        std::size_t next = 0;
        for (std::size_t i = 0; i < dims.lhs_batching.size(); i++, next++) {
            found[0][static_cast<std::size_t>(dims.lhs_batching[i])] = loops[next];
            found[1][static_cast<std::size_t>(dims.rhs_batching[i])] = loops[next];
        }
        const auto place_free = [&](LoopOfDimension& operand, const Shape& batching,
                                    const Shape& contracting) {
            for (std::size_t d = 0; d < operand.size(); d++) {
                const auto is_in = [&](const Shape& list) {
                    return std::find(list.begin(), list.end(), static_cast<std::int64_t>(d)) != list.end();
                };
                if (!is_in(batching) && !is_in(contracting)) operand[d] = loops[next++];
            }
        };
        place_free(found[0], dims.lhs_batching, dims.lhs_contracting);
        place_free(found[1], dims.rhs_batching, dims.rhs_contracting);
    }

    /// A reshape keeps a tiled dimension if the operand has it too, with as many elements behind it.
    std::optional<std::vector<LoopOfDimension>> place_reshape(const Op& op, const LoopOfDimension& loops,
                                                              std::vector<LoopOfDimension> found) const {
        const Shape &to = tensor(op.results[0]).shape, &from = tensor(op.operands[0]).shape;
        const auto behind = [](const Shape& shape, std::size_t d) {
            std::int64_t count = 1;
            for (std::size_t i = d + 1; i < shape.size(); i++) count *= shape[i];
            return count;
        };
        for (std::size_t d = 0; d < to.size(); d++) {
            if (loops[d] < 0) continue;
            std::size_t at = 0;
            while (at < from.size() && (from[at] != to[d] || behind(from, at) != behind(to, d))) at++;
            if (at == from.size()) return std::nullopt;
            found[0][at] = loops[d];
        }
        return found;
    }

    /// False if an op outside of the loops reads a value that is computed in them, or if one is computed in
    /// two ways. Maps of values in memory, such as masks, may be computed in several places.
    bool is_read_inside_only() const {
        std::map<ValueId, int> reads, computed;
        for (const Part& part : parts_) {
            if (part.op == nullptr) continue;
            computed[part.value]++;
            for (const ValueId operand : part.op->operands) reads[operand]++;
        }
        for (auto part = parts_.begin(); part + 1 < parts_.end(); ++part)
            if (!is_map_of_memory(*part) &&
                (computed[part->value] != 1 || reads[part->value] != rewriter_.uses(part->value)))
                return false;
        return true;
    }

    bool is_map_of_memory(const Part& part) const {
        return part.op == nullptr ||
               (rule_of(*part.op).is_inlinable() &&
                std::all_of(part.operands.begin(), part.operands.end(),
                            [&](std::size_t operand) { return is_map_of_memory(parts_[operand]); }));
    }

    /// True if the loops save much memory. Views and constants take none.
    bool is_worth_it(ValueId operand) const {
        std::int64_t outside = tensor(parts_.back().value).byte_size();
        bool computes = false;
        for (auto part = parts_.begin(); part + 1 < parts_.end(); ++part) {
            if (part->op == nullptr) outside += tensor(part->value).byte_size();
            const bool is_computed =
                part->op && (rule_of(*part->op).role == Role::Anchor || rule_of(*part->op).is_elementwise());
            computes = computes || (is_computed && is_large(part->value));
        }
        return computes && tensor(operand).byte_size() >= 2 * outside;
    }

    ValueId build(const TiledContraction& tiled, const Op& contraction) {
        std::vector<ValueId> made(tiled.parts.size(), frontend::no_value);
        std::vector<ValueId> starts;
        Builder b(rewriter_);
        emit_parts(tiled, -1, starts, made);
        return run_loops(tiled, 0, b.uniform(tensor(contraction.results[0]), 0), starts, made);
    }

    ValueId run_loops(const TiledContraction& tiled, std::size_t depth, ValueId result,
                      std::vector<ValueId>& starts, std::vector<ValueId>& made) {
        Builder b(rewriter_);
        const TileLoop& loop = tiled.loops[depth];
        return b
            .loop(loop.count(), {result},
                  [&](ValueId number, const std::vector<ValueId>& state) {
                      starts.resize(depth);
                      starts.push_back(first_element(loop, number));
                      emit_parts(tiled, static_cast<int>(depth), starts, made);
                      if (depth + 1 < tiled.loops.size())
                          return std::vector{run_loops(tiled, depth + 1, state[0], starts, made)};
                      const Part& last = tiled.parts.back();
                      return std::vector{
                          b.dynamic_update_slice(state[0], made.back(), starts_of(last.loops, starts))};
                  })
            .front();
    }

    /// The first element of tile `number`.
    ValueId first_element(const TileLoop& loop, ValueId number) {
        Builder b(rewriter_);
        if (loop.size == 1) return number;
        const ValueId first = b.multiply(number, b.uniform_like(number, static_cast<double>(loop.size)));
        if (loop.extent % loop.size == 0) return first;
        return b.binary(OpCode::Minimum, first,
                        b.uniform_like(number, static_cast<double>(loop.extent - loop.size)));
    }

    std::vector<ValueId> starts_of(const LoopOfDimension& loops, const std::vector<ValueId>& starts) {
        Builder b(rewriter_);
        std::vector<ValueId> all;
        for (const int loop : loops)
            all.push_back(loop < 0 ? b.uniform(TensorType{{}, ElementType::I64, {}, {}}, 0)
                                   : starts[static_cast<std::size_t>(loop)]);
        return all;
    }

    TensorType tile_type(const TiledContraction& tiled, const Part& part) const {
        TensorType type = tensor(part.value);
        for (std::size_t d = 0; d < type.shape.size(); d++)
            if (part.loops[d] >= 0) type.shape[d] = tiled.loops[static_cast<std::size_t>(part.loops[d])].size;
        return type;
    }

    /// Emits the parts whose innermost loop is this one.
    void emit_parts(const TiledContraction& tiled, int loop, const std::vector<ValueId>& starts,
                    std::vector<ValueId>& made) {
        for (std::size_t i = 0; i < tiled.parts.size(); i++) {
            const Part& part = tiled.parts[i];
            if (part.innermost == loop) made[i] = emit(tiled, part, starts, made);
        }
    }

    ValueId emit(const TiledContraction& tiled, const Part& part, const std::vector<ValueId>& starts,
                 const std::vector<ValueId>& made) {
        Builder b(rewriter_);
        const TensorType type = tile_type(tiled, part);
        if (part.op == nullptr) {
            if (is_whole(part.loops)) return part.value;
            return b.dynamic_slice(part.value, starts_of(part.loops, starts), type.shape);
        }
        if (rule_of(*part.op).role == Role::Constant) {
            const auto element = rewriter_.constant(part.value)->element(0);
            return rewriter_.emit_constant(Literal(type, {element.begin(), element.end()}, true));
        }
        frontend::OpCopier copier([&](ValueId value) { return rewriter_.new_value(rewriter_.type(value)); });
        Op op = copier.copy(*part.op);
        // One value may be both operands, with other tiles for each.
        for (std::size_t i = 0; i < part.operands.size(); i++) op.operands[i] = made[part.operands[i]];
        op.results.clear();
        const bool is_index = rule_of(op).movement == Movement::Iota;
        const int loop = is_index ? part.loops[static_cast<std::size_t>(op[attr::iota_dimension])] : -1;
        const ValueId result = rewriter_.emit(std::move(op), type);
        if (loop < 0) return result;
        const ValueId first = b.convert(starts[static_cast<std::size_t>(loop)], type.element);
        return b.add(result, b.broadcast(first, {}, type.shape));
    }

    Rewriter& rewriter_;
    const std::int64_t cache_bytes_;
    std::map<ValueId, int> region_of_;
    int regions_ = 0, region_ = 0;
    std::map<ValueId, Op> reductions_;
    std::set<ValueId> inner_;
    std::vector<Part> parts_;
    std::map<std::pair<ValueId, LoopOfDimension>, std::size_t> numbers_;
};

}  // namespace

void tile_operands(frontend::Program& program, std::int64_t cache_bytes) {
    bool changed = false;
    for (Function& function : program.functions) {
        Rewriter rewriter(program, function);
        OperandTiler tiler(rewriter, function.body, cache_bytes);
        changed = rewriter.run([&](Rewriter&, Op& op) { return tiler.visit(op); }) || changed;
    }
    if (changed) frontend::dead_code_elimination(program);
}

}  // namespace hlo2c::scheduler
