#include "scheduler/rewrite/operand_tiles.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "frontend/ir/attributes.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/program_names.h"
#include "scheduler/slot_trips.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Rewriter;
using Shape = std::vector<std::int64_t>;

/// Elements are counted as if they had this size, so that masks are as large as what they mask.
constexpr std::int64_t element_bytes = 4;
/// A shorter tile reads the other operand of a contraction too often.
constexpr std::int64_t fewest_rows = 32;
/// Most tiles in registers have a divisor of this many rows.
constexpr std::int64_t rows_of_registers = 12;
/// Slots divide the tiles if the slot with the most has at most so many times the tiles of an even division;
/// else they divide the loops of each tile.
constexpr double most_uneven_tiles = 1.15;

/// True if a loop outside of the innermost one does not change the tile, but would compute it again.
bool is_repeated(const LoopOfDimension& loops) {
    for (int outer = *std::max_element(loops.begin(), loops.end()); outer >= 0; outer--)
        if (std::find(loops.begin(), loops.end(), outer) == loops.end()) return true;
    return false;
}

/// The slots that divide the iterations of a loop.
std::int64_t slots_of_loop(const TileLoop& loop, std::int64_t cores) {
    const std::int64_t tiles = loop.count();
    if (static_cast<double>(ceil_div(tiles, cores) * cores) > most_uneven_tiles * static_cast<double>(tiles))
        return 1;
    // The last tile overlaps the one before it: one slot computes both.
    if (loop.extent % loop.size != 0 && first_trip(cores - 1, tiles, cores) == tiles - 1) return 1;
    return cores;
}

class TileChooser {
public:
    TileChooser(const Rewriter& rewriter, const RegionOps& ops, const Op& root, std::int64_t cache_bytes,
                std::int64_t cores)
        : rewriter_(rewriter), ops_(ops), root_(root), cache_bytes_(cache_bytes), cores_(cores) {}

    std::optional<TiledOp> choose() {
        const std::size_t inputs = is_contraction() ? 2 : root_.operands.size() / 2;
        for (std::size_t operand = 0; operand < inputs; operand++) {
            const ValueId value = root_.operands[operand];
            if (!is_large(value) || definition(value) == nullptr || rewriter_.uses(value) != 1) continue;
            if (auto tiled = choose_for(operand)) return tiled;
        }
        return std::nullopt;
    }

private:
    const TensorType& tensor(ValueId value) const { return rewriter_.tensor(value); }

    /// The op of the root's region that computes a value. A loop would repeat one from outside of it.
    const Op* definition(ValueId value) const { return ops_.definition(value, root_.results.front()); }

    bool is_large(ValueId value) const {
        return rewriter_.type(value).is_tensor() && tensor(value).is_static() &&
               tensor(value).element_count() > cache_bytes_ / element_bytes;
    }

    std::optional<TiledOp> choose_for(std::size_t operand) {
        TiledOp tiled;
        const LoopOfDimension loops = choose_loops(operand, tiled.loops);
        if (is_whole(loops)) return std::nullopt;
        find_inner();
        parts_ = {};
        numbers_ = {};
        if (!add_op(root_, loops)) return std::nullopt;
        const std::optional<std::vector<std::size_t>> exported = parts_read_outside();
        if (!exported || !is_worth_it(root_.operands[operand]) || slices_weights()) return std::nullopt;
        tiled.parts = std::move(parts_);
        tiled.exported = *exported;
        if (root_.results.size() == 1) tiled.order = ops_.order_of_reader(root_.results.front());
        if (stores_in_sequence(tiled)) tiled.slots = slots_of_loop(tiled.loops.back(), cores_);
        return tiled;
    }

    /// True if the innermost loop stores its tiles one behind the other, so that each slot has a range of
    /// memory of its own.
    bool stores_in_sequence(const TiledOp& tiled) const {
        const auto is_in_sequence = [&](const TilePart& part) {
            const bool is_root = &part == &tiled.parts.back();
            const Shape& shape = tensor(is_root ? root_.results[0] : part.value).shape;
            std::vector<std::int64_t> order = is_root ? tiled.order : std::vector<std::int64_t>();
            if (order.empty()) {
                order.resize(shape.size());
                std::iota(order.begin(), order.end(), 0);
            }
            return is_outermost(tiled.loops, part.loops, shape, order);
        };
        return is_in_sequence(tiled.parts.back()) &&
               std::all_of(tiled.exported.begin(), tiled.exported.end(),
                           [&](std::size_t part) { return is_in_sequence(tiled.parts[part]); });
    }

    /// True if a tile has one element of each dimension before the one that the innermost loop cuts.
    static bool is_outermost(const std::vector<TileLoop>& all, const LoopOfDimension& loops,
                             const Shape& shape, const std::vector<std::int64_t>& order) {
        for (const std::int64_t dimension : order) {
            const auto d = static_cast<std::size_t>(dimension);
            if (loops[d] + 1 == std::ssize(all)) return true;
            if ((loops[d] < 0 ? shape[d] : all[static_cast<std::size_t>(loops[d])].size) > 1) return false;
        }
        return false;
    }

    bool is_contraction() const { return root_.code == OpCode::DotGeneral; }

    /// Loops over the dimensions that the results share with the operand, the outermost first, until a tile
    /// fits the cache.
    LoopOfDimension choose_loops(std::size_t operand, std::vector<TileLoop>& loops) const {
        const Shape& result = tensor(root_.results[0]).shape;
        const std::int64_t budget = cache_bytes_ / element_bytes / 2;
        std::int64_t elements = tensor(root_.operands[operand]).element_count();
        LoopOfDimension chosen(result.size(), -1);
        for (std::size_t d = 0; d < result.size() && elements > budget; d++) {
            const std::optional<std::int64_t> least = fewest_iterations(operand, d);
            if (!least) continue;
            elements /= result[d];
            const std::int64_t size =
                tile_size(result[d], *least, std::clamp(budget / elements, *least, result[d]));
            elements *= size;
            if (size == result[d]) continue;
            chosen[d] = static_cast<int>(loops.size());
            loops.push_back({result[d], size});
        }
        return chosen;
    }

    /// The least size of a tile along a dimension of the result; nothing if the operand does not have it.
    std::optional<std::int64_t> fewest_iterations(std::size_t operand, std::size_t dimension) const {
        const Shape& result = tensor(root_.results[0]).shape;
        const std::int64_t least = std::min(result[dimension], fewest_rows);
        if (!is_contraction()) return dimension + 1 < result.size() ? 1 : least;
        const frontend::DotDimensions dims = root_[attr::dot_dimension_numbers];
        if (dimension < dims.lhs_batching.size()) return 1;
        const std::size_t first_of_rhs = tensor(root_.operands[0]).shape.size() - dims.lhs_contracting.size();
        const std::size_t owner = dimension < first_of_rhs ? 0 : 1;
        return owner == operand ? std::optional(least) : std::nullopt;
    }

    /// The size of tiles of nearly equal size, of `least` to `most` elements.
    static std::int64_t tile_size(std::int64_t extent, std::int64_t least, std::int64_t most) {
        const std::int64_t size = ceil_div(extent, ceil_div(extent, most));
        if (extent % size == 0) return size;
        const std::int64_t above = round_up(size, rows_of_registers), below = above - rows_of_registers;
        return above <= most ? above : below >= least ? below : size;
    }

    /// Finds the values that only exist inside the loops: large ones, and those between two large ones.
    void find_inner() {
        inner_ = {};
        std::vector<ValueId> open = root_.operands;
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
        if (!add_inner(value, loops)) {
            parts_.resize(first);
            std::erase_if(numbers_, [&](const auto& number) { return number.second >= first; });
            parts_.push_back({.value = value, .loops = loops});
        }
        TilePart& part = parts_.back();
        for (const int loop : loops) part.innermost = std::max(part.innermost, loop);
        return numbers_[key] = parts_.size() - 1;
    }

    bool is_splat(ValueId value) const {
        const Literal* constant = rewriter_.constant(value);
        return constant != nullptr && constant->is_splat() && definition(value) != nullptr;
    }

    /// Adds the tile of an inner value or splat, and those of its op's operands; false if the op cannot
    /// compute tiles.
    bool add_inner(ValueId value, const LoopOfDimension& loops) {
        if (is_whole(loops) || (!inner_.count(value) && !is_splat(value))) return false;
        const Op& op = *definition(value);
        return op.results.size() == 1 && add_op(op, loops) &&
               (!is_repeated(loops) || is_map_of_memory(parts_.back()));
    }

    bool add_op(const Op& op, LoopOfDimension loops) {
        const auto operand_loops = loops_of_operands(rewriter_, op, loops);
        if (!operand_loops) return false;
        TilePart part{.value = op.results.front(), .loops = std::move(loops), .op = &op};
        for (std::size_t i = 0; i < op.operands.size(); i++) {
            const std::optional<std::size_t> operand = add(op.operands[i], (*operand_loops)[i]);
            if (!operand) return false;
            part.operands.push_back(*operand);
            part.innermost = std::max(part.innermost, parts_[*operand].innermost);
        }
        parts_.push_back(std::move(part));
        return true;
    }

    /// The parts of which ops after the loops read the whole value: statistics of rows, such as their
    /// maxima. Nothing if an op reads a large value that is computed in the loops, or reads one before they
    /// run, or if one is computed in two ways. Maps of values in memory, such as masks, may be computed in
    /// several places.
    std::optional<std::vector<std::size_t>> parts_read_outside() const {
        std::map<ValueId, int> reads, computed;
        for (const TilePart& part : parts_) {
            if (part.op == nullptr) continue;
            computed[part.value]++;
            for (const ValueId operand : part.op->operands) reads[operand]++;
        }
        std::vector<std::size_t> outside;
        for (std::size_t i = 0; i + 1 < parts_.size(); i++) {
            const ValueId value = parts_[i].value;
            if (is_map_of_memory(parts_[i])) continue;
            if (computed[value] != 1) return std::nullopt;
            if (reads[value] == rewriter_.uses(value)) continue;
            if (is_large(value) || reads[value] != rewriter_.uses_so_far(value)) return std::nullopt;
            outside.push_back(i);
        }
        return outside;
    }

    bool is_map_of_memory(const TilePart& part) const {
        return part.op == nullptr ||
               (rule_of(*part.op).is_inlinable() &&
                std::all_of(part.operands.begin(), part.operands.end(),
                            [&](std::size_t operand) { return is_map_of_memory(parts_[operand]); }));
    }

    /// True if the loops save much memory. Views and constants take none. Elementwise operands of reductions
    /// never are in memory.
    bool is_worth_it(ValueId operand) const {
        std::int64_t outside = tensor(parts_.back().value).byte_size();
        bool computes = false;
        for (auto part = parts_.begin(); part + 1 < parts_.end(); ++part) {
            if (part->op == nullptr) outside += tensor(part->value).byte_size();
            const bool is_computed = part->op && (rule_of(*part->op).role == Role::Anchor ||
                                                  (is_contraction() && rule_of(*part->op).is_elementwise()));
            computes = computes || (is_computed && is_large(part->value));
        }
        return computes && 4 * tensor(operand).byte_size() >= 5 * outside;
    }

    /// True if a tile of a weight would be copied, and not packed once.
    bool slices_weights() const {
        return std::any_of(parts_.begin(), parts_.end(), [&](const TilePart& part) {
            const Literal* constant = rewriter_.constant(part.value);
            return part.op == nullptr && !is_whole(part.loops) && constant && !constant->is_splat();
        });
    }

    const Rewriter& rewriter_;
    const RegionOps& ops_;
    const Op& root_;
    const std::int64_t cache_bytes_, cores_;
    std::set<ValueId> inner_;
    std::vector<TilePart> parts_;
    std::map<std::pair<ValueId, LoopOfDimension>, std::size_t> numbers_;
};

}  // namespace

std::optional<TiledOp> choose_operand_tiles(const Rewriter& rewriter, const RegionOps& ops, const Op& root,
                                            std::int64_t cache_bytes, std::int64_t cores) {
    return TileChooser(rewriter, ops, root, cache_bytes, cores).choose();
}

}  // namespace hlo2c::scheduler
