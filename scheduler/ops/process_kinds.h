#pragma once

#include <cstdint>

namespace hlo2c::scheduler {

/// The operations between processes, as the hook table names them.
enum class CollectiveKind : std::uint8_t {
    AllGather,
    AllReduce,
    AllToAll,
    Broadcast,
    Permute,
    ReduceScatter,
    Reduce,
    RaggedAllToAll,
};

/// Reductions that have a name; everything else is Other.
enum class ReductionName : std::uint8_t { Other, Sum, Product, Maximum, Minimum, And, Or, Xor };

enum class TransferKind : std::uint8_t { Infeed, Outfeed, Send, Receive };

}  // namespace hlo2c::scheduler
