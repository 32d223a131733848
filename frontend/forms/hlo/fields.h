#pragma once

#include "frontend/forms/hlo/hlo.pb.h"
#include "frontend/forms/hlo/site.h"
#include "frontend/ir/keywords.h"
#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Converts attributes of an op from and to the fields of an instruction. `read` gets the op with its
/// operands and results; `write` gets the instruction with its shape.
struct Field {
    void (*read)(const wire::HloInstructionProto& instruction, const Function& function, const Site& site,
                 Op& op);
    void (*write)(const Op& op, const Function& function, wire::HloInstructionProto& instruction);
};

// Attributes stored in `dimensions`, a list or a single number, by their names in the specification.
extern const Field permutation_field, broadcast_dimensions_field, dimensions_field, dimension_field,
    iota_dimension_field, all_gather_dim_field, scatter_dimension_field, split_dimension_field;

// Movement.
extern const Field slice_field, slice_sizes_field, padding_field;

// Windows and dimension numbers.
extern const Field convolution_field, window_field, reduce_window_field, dot_field, ragged_dot_field,
    precision_field, dot_algorithm_field, gather_field, scatter_field;

// Options of individual opcodes.
extern const Field precision_bits_field, comparison_field, fft_field, batch_norm_field, triangular_field,
    cholesky_field, random_algorithm_field, stable_field, top_k_field, scan_field, infeed_field,
    outfeed_field;

// Processes.
extern const Field replica_groups_field, channel_field, global_ids_field, source_targets_field,
    dynamic_root_field;

// Shared by several fields.
/// The comparison type for operands of this type unless a total order is requested, as in XLA.
ComparisonType default_comparison(ElementType type);
IntegerArray integer_array(const google::protobuf::RepeatedField<google::protobuf::int64>& values);
void write_integers(const std::vector<std::int64_t>& values,
                    google::protobuf::RepeatedField<google::protobuf::int64>& target);
/// The frontend attribute with the source-target pairs of a send or recv: "{{0,1},{1,2}}".
inline constexpr std::string_view transfer_pairs_note = "_xla_send_recv_source_target_pairs";
/// The groups of a collective, empty if all processes are one group; `group_table` pads short groups with -1.
std::vector<std::vector<std::int64_t>> replica_groups(const wire::HloInstructionProto& instruction,
                                                      const Site& site);
Literal group_table(const std::vector<std::vector<std::int64_t>>& groups);

}  // namespace hlo2c::frontend
