#pragma once

#include <cstddef>
#include <cstdint>

#include "frontend/ir/enum_table.h"

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

inline constexpr auto transfer_names = frontend::by_every_enumerator<TransferKind::Receive, const char*>({
    {TransferKind::Infeed, "infeed"},
    {TransferKind::Outfeed, "outfeed"},
    {TransferKind::Send, "send"},
    {TransferKind::Receive, "receive"},
});
constexpr const char* name_of(TransferKind kind) {
    return transfer_names[static_cast<std::size_t>(kind)];
}

}  // namespace hlo2c::scheduler
