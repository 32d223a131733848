#pragma once

#include <optional>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// What an op does along a factor.
enum class FactorKind : std::uint8_t {
    PassThrough,  ///< each part of the operands gives the same part of the results
    Reduction,    ///< operands only: the parts of the result must be reduced
    Replication,  ///< the op needs the whole factor
    Exchange,     ///< the op needs elements of neighbouring parts
};

struct Factor {
    std::int64_t size = 1;
    FactorKind kind = FactorKind::PassThrough;
    bool is_blocked = false;  ///< shardings do not propagate along it
    bool operator==(const Factor&) const = default;
};

/// The factors that a dimension is the product of, major first; none for a dimension that no part is cut of.
using DimensionFactors = std::vector<int>;

/// How cuts of an op's operands correspond to cuts of its results: dimensions that share a factor are cut
/// together. Values that are not tensors, and scalars, have no dimensions.
struct ShardingRule {
    std::vector<Factor> factors;
    std::vector<std::vector<DimensionFactors>> operands, results;

    int add(std::int64_t size, FactorKind kind = FactorKind::PassThrough, bool is_blocked = false) {
        factors.push_back({size, kind, is_blocked});
        return static_cast<int>(factors.size()) - 1;
    }
    bool operator==(const ShardingRule&) const = default;
};

/// Whether a tensor can be divided: its sizes are known, one scale serves all its parts, and collectives take
/// its type. True for values that are no tensors.
bool can_be_cut(const Type& type);

/// The rule of an op; nullopt if it has none, and works on whole tensors.
std::optional<ShardingRule> sharding_rule(const Function& function, const Op& op);

/// Whether shardings pass the op element by element.
bool is_elementwise(const Function& function, const Op& op);

/// The rule of a reshape between two shapes; nullopt if they have no elements.
std::optional<ShardingRule> reshape_rule(const std::vector<std::int64_t>& from,
                                         const std::vector<std::int64_t>& to);

/// A rule for values of one shape: all have the same cut.
ShardingRule identity_rule(const std::vector<std::int64_t>& shape, std::size_t operands, std::size_t results);

}  // namespace hlo2c::frontend
