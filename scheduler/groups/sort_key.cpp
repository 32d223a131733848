#include "scheduler/groups/sort_key.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "frontend/ir/attributes.h"

namespace hlo2c::scheduler {
namespace {

using frontend::ComparisonDirection;
using frontend::Op;
using frontend::Region;
using frontend::ValueId;

/// Arguments 2 * q and 2 * q + 1 of a comparator are operand q of the first and of the second element.
class Comparator {
public:
    explicit Comparator(const Region& region) : region_(region) {
        for (const Op& op : region.ops)
            for (const ValueId result : op.results) definitions_[result] = &op;
    }

    /// True if `left` is the function of the elements on `side` that `right` is of those on the other side.
    bool mirrors(ValueId left, ValueId right, int side) {
        const auto& arguments = region_.arguments;
        const auto place = std::find(arguments.begin(), arguments.end(), left);
        if (place != arguments.end()) {
            const auto number = static_cast<std::size_t>(place - arguments.begin());
            return static_cast<int>(number % 2) == side && right == arguments[number ^ 1];
        }
        const Op *a = definition(left), *b = definition(right);
        if (a == nullptr || b == nullptr) return left == right;
        // The first difference ends the search, so what was compared before is equal.
        if (!compared_.insert({left, right, side}).second) return true;
        if (a->code != b->code || a->attributes != b->attributes || a->results.size() != 1 ||
            !a->regions.empty() || a->operands.size() != b->operands.size())
            return false;
        return std::equal(a->operands.begin(), a->operands.end(), b->operands.begin(),
                          [&](ValueId x, ValueId y) { return mirrors(x, y, side); });
    }

    const Op* definition(ValueId value) const {
        const auto found = definitions_.find(value);
        return found == definitions_.end() ? nullptr : found->second;
    }

private:
    const Region& region_;
    std::map<ValueId, const Op*> definitions_;
    std::set<std::tuple<ValueId, ValueId, int>> compared_;
};

}  // namespace

std::optional<SortKey> sort_key(const frontend::Function& function, const Op& sort) {
    const Region& region = sort.regions[0];
    Comparator comparator(region);
    const Op* compare = comparator.definition(region.ops.back().operands[0]);
    if (compare == nullptr || compare->code != frontend::OpCode::Compare) return std::nullopt;
    const ComparisonDirection direction = (*compare)[attr::comparison_direction];
    if (direction != ComparisonDirection::Lt && direction != ComparisonDirection::Gt) return std::nullopt;
    const ValueId left = compare->operands[0], right = compare->operands[1];
    if (function.tensor(left).is_quantized()) return std::nullopt;
    for (const int side : {0, 1}) {
        if (!comparator.mirrors(left, right, side)) continue;
        return SortKey{left, (direction == ComparisonDirection::Gt) == (side == 0),
                       !is_float(function.tensor(left).element) ||
                           (*compare)[attr::compare_type] == frontend::ComparisonType::TotalOrder};
    }
    return std::nullopt;
}

}  // namespace hlo2c::scheduler
