#include "frontend/forms/hlo/opcodes.h"

#include <algorithm>

#include "frontend/ops/rows/table.h"

namespace hlo2c::frontend {
namespace {

using Fields = std::array<const Field*, 5>;

/// The fields of messages that hold the attributes of ops. Ops that are not here have no attributes in HLO.
constexpr auto fields = partial<Fields>({
    {OpCode::AllGather, {{&all_gather_dim_field, &replica_groups_field, &channel_field, &global_ids_field}}},
    {OpCode::AllReduce, {{&replica_groups_field, &channel_field, &global_ids_field}}},
    {OpCode::AllToAll, {{&split_dimension_field, &replica_groups_field, &channel_field}}},
    {OpCode::BatchNormGrad, {{&batch_norm_field}}},
    {OpCode::BatchNormInference, {{&batch_norm_field}}},
    {OpCode::BatchNormTraining, {{&batch_norm_field}}},
    {OpCode::BroadcastInDim, {{&broadcast_dimensions_field}}},
    {OpCode::ChloRaggedDot, {{&ragged_dot_field, &precision_field}}},
    {OpCode::ChloScan, {{&scan_field}}},
    {OpCode::ChloTopK, {{&top_k_field}}},
    {OpCode::Cholesky, {{&cholesky_field}}},
    {OpCode::CollectiveBroadcast, {{&replica_groups_field, &channel_field, &dynamic_root_field}}},
    {OpCode::CollectivePermute, {{&source_targets_field, &channel_field}}},
    {OpCode::CollectiveReduce, {{&replica_groups_field, &channel_field, &dynamic_root_field}}},
    {OpCode::Compare, {{&comparison_field}}},
    {OpCode::Concatenate, {{&dimension_field}}},
    {OpCode::Convolution, {{&convolution_field, &precision_field}}},
    {OpCode::DotGeneral, {{&dot_field, &precision_field}}},
    {OpCode::DynamicSlice, {{&slice_sizes_field}}},
    {OpCode::Fft, {{&fft_field}}},
    {OpCode::Gather, {{&gather_field}}},
    {OpCode::GetDimensionSize, {{&dimension_field}}},
    {OpCode::Infeed, {{&infeed_field}}},
    {OpCode::Iota, {{&iota_dimension_field}}},
    {OpCode::Map, {{&dimensions_field}}},
    {OpCode::Outfeed, {{&outfeed_field}}},
    {OpCode::Pad, {{&padding_field}}},
    {OpCode::Reduce, {{&dimensions_field}}},
    {OpCode::ReducePrecision, {{&precision_bits_field}}},
    {OpCode::ReduceScatter,
     {{&scatter_dimension_field, &replica_groups_field, &channel_field, &global_ids_field}}},
    {OpCode::ReduceWindow, {{&reduce_window_field}}},
    {OpCode::Reverse, {{&dimensions_field}}},
    {OpCode::RngBitGenerator, {{&random_algorithm_field}}},
    {OpCode::Scatter, {{&scatter_field}}},
    {OpCode::SelectAndScatter, {{&window_field}}},
    {OpCode::SetDimensionSize, {{&dimension_field}}},
    {OpCode::Slice, {{&slice_field}}},
    {OpCode::Sort, {{&dimension_field, &stable_field}}},
    {OpCode::Transpose, {{&permutation_field}}},
    {OpCode::TriangularSolve, {{&triangular_field}}},
});

consteval auto make_rows() {
    std::array<OpcodeRow, op_count> rows{};
    for (std::size_t i = 0; i < op_count; i++) {
        rows[i] = {rows::table[i].hlo, rows::table[i].code, fields[i]};
        if (rows[i].opcode.empty() && fields[i] != Fields{}) throw "fields of an op without an HLO opcode";
    }
    return rows;
}
constexpr std::array<OpcodeRow, op_count> opcode_rows = make_rows();

/// The rows of ops that have an opcode, in its alphabetical order.
const std::vector<const OpcodeRow*>& rows_by_opcode() {
    static const std::vector<const OpcodeRow*> sorted = [] {
        std::vector<const OpcodeRow*> found;
        for (const OpcodeRow& row : opcode_rows)
            if (!row.opcode.empty()) found.push_back(&row);
        std::sort(found.begin(), found.end(),
                  [](const OpcodeRow* a, const OpcodeRow* b) { return a->opcode < b->opcode; });
        return found;
    }();
    return sorted;
}

}  // namespace

const OpcodeRow* row_of(std::string_view opcode) {
    const auto& rows = rows_by_opcode();
    const auto found = std::lower_bound(rows.begin(), rows.end(), opcode,
                                        [](const OpcodeRow* a, std::string_view b) { return a->opcode < b; });
    return found != rows.end() && (*found)->opcode == opcode ? *found : nullptr;
}

const OpcodeRow* row_of(OpCode code) {
    const OpcodeRow& row = opcode_rows[static_cast<std::size_t>(code)];
    return row.opcode.empty() ? nullptr : &row;
}

}  // namespace hlo2c::frontend
