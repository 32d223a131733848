#include "frontend/forms/hlo_text/opcodes.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

#include "frontend/forms/hlo/op_fields.h"

namespace hlo2c::frontend {
namespace {

constexpr int any = -1;
constexpr bool one_dimension = true;
using enum ShapeRule;

// Sorted by name. Opcodes of elementwise ops are here only if they differ from what `elementwise` makes of
// the op's row.
constexpr auto table = std::to_array<Opcode>({
    {"abs", 1, 1, "", RealPart},
    {"acos", 1, 1, "result_accuracy", Same},
    {"acosh", 1, 1, "result_accuracy", Same},
    {"add-dependency", 2, 2, "", Same},
    {"after-all", 0, any, "", Token},
    {"all-gather", 0, any, "replica_groups channel_id dimensions! constrain_layout use_global_device_ids",
     Operation, one_dimension},
    {"all-gather-done", 1, 1, "", Operation},
    {"all-gather-start", 0, any,
     "replica_groups channel_id dimensions! constrain_layout use_global_device_ids", Written, one_dimension},
    {"all-reduce", 0, any, "to_apply! replica_groups channel_id constrain_layout use_global_device_ids",
     TupleOrOne},
    {"all-reduce-done", 1, 1, "", Same},
    {"all-reduce-start", 0, any, "to_apply! replica_groups channel_id constrain_layout use_global_device_ids",
     TupleOrOne},
    {"all-to-all", 0, any, "replica_groups channel_id dimensions constrain_layout", Operation},
    {"asin", 1, 1, "result_accuracy", Same},
    {"asinh", 1, 1, "result_accuracy", Same},
    {"async-done", 0, any, "calls async_execution_thread", Operation},
    {"async-start", 0, any, "calls! async_execution_thread output_to_operand_aliasing"},
    {"async-update", 0, any, "calls async_execution_thread", Same},
    {"atan", 1, 1, "result_accuracy", Same},
    {"atanh", 1, 1, "result_accuracy", Same},
    {"batch-norm-grad", 5, 5, "epsilon! feature_index!", Operation},
    {"batch-norm-inference", 5, 5, "epsilon! feature_index!", Same},
    {"batch-norm-training", 3, 3, "epsilon! feature_index!", Operation},
    {"bitcast", 1, 1, ""},
    {"bitcast-convert", 1, 1, ""},
    {"broadcast", 1, 1, "dimensions"},
    {"call", 0, any, "to_apply! is_composite output_to_operand_aliasing", Called},
    {"cholesky", 1, 1, "lower", Same},
    {"clamp", 3, 3, "", Second},
    {"collective-broadcast", 0, any, "replica_groups channel_id has_dynamic_root", Operation},
    {"collective-permute", 1, any, "source_target_pairs! channel_id slice_sizes", TupleOrOne},
    {"collective-permute-done", 1, 1, "", Operation},
    {"collective-permute-start", 1, any, "source_target_pairs! channel_id slice_sizes"},
    {"collective-reduce", 0, any,
     "to_apply! replica_groups channel_id use_global_device_ids has_dynamic_root", Operation},
    {"compare", 2, 2, "direction! type", Predicate},
    {"complex", 2, 2, "", Complex},
    {"concatenate", 0, any, "dimensions!", Operation, one_dimension},
    {"conditional", 1, any, "true_computation false_computation branch_computations", Called},
    {"constant", 0, 0, ""},
    {"convert", 1, 1, ""},
    {"convolution", 2, 2,
     "window dim_labels! feature_group_count batch_group_count operand_precision sparsity_config conv_kind",
     Operation},
    {"copy", 1, 1, "", Same},
    {"copy-done", 1, 1, "", Operation},
    {"copy-start", 1, 1, "cross_program_prefetch_index"},
    {"cosh", 1, 1, "result_accuracy", Same},
    {"custom-call", 0, any,
     "custom_call_target! window dim_labels feature_group_count batch_group_count operand_layout_constraints "
     "custom_call_has_side_effect to_apply called_computations output_to_operand_aliasing literal "
     "padding_type "
     "operand_precision schedule api_version"},
    {"domain", 1, 1, "domain!", Same},
    {"dot", 2, 2,
     "lhs_contracting_dims rhs_contracting_dims lhs_batch_dims rhs_batch_dims operand_precision algorithm",
     Operation},
    {"dynamic-reshape", 1, any, ""},
    {"dynamic-slice", 1, any, "dynamic_slice_sizes!", Operation},
    {"dynamic-update-slice", 2, any, "", Same},
    {"erf", 1, 1, "result_accuracy", Same},
    {"fft", 1, 1, "fft_type! fft_length!", Operation},
    {"fusion", 0, any, "kind! calls! output_to_operand_aliasing", Called},
    {"gather", 2, 2,
     "offset_dims! collapsed_slice_dims! start_index_map! index_vector_dim! slice_sizes! indices_are_sorted "
     "operand_batching_dims start_indices_batching_dims",
     Operation},
    {"get-dimension-size", 1, 1, "dimensions!", S32, one_dimension},
    {"get-tuple-element", 1, 1, "index!", Element},
    {"imag", 1, 1, "", RealPart},
    {"infeed", 0, 1, "infeed_config"},
    {"iota", 0, 0, "iota_dimension"},
    {"is-finite", 1, 1, "", Predicate},
    {"map", 0, any, "to_apply! dimensions", Operation},
    {"opt-barrier", 1, any, "", Same},
    {"outfeed", 2, 2, "outfeed_config outfeed_shape", Token},
    {"pad", 2, 2, "padding!", Operation},
    {"parameter", 0, 0, "parameter_replication"},
    {"partition-id", 0, 0, "", U32},
    {"ragged-all-to-all", 6, 6, "replica_groups channel_id", Second},
    {"ragged-dot", 3, 3,
     "lhs_contracting_dims rhs_contracting_dims lhs_batch_dims rhs_batch_dims lhs_ragged_dims rhs_group_dims "
     "operand_precision algorithm"},
    {"real", 1, 1, "", RealPart},
    {"recv", 1, 1, "channel_id is_host_transfer"},
    {"recv-done", 1, 1, "channel_id is_host_transfer", Operation},
    {"reduce", 0, any, "to_apply! dimensions!", Operation},
    {"reduce-precision", 1, 1, "exponent_bits! mantissa_bits!", Same},
    {"reduce-scatter", 0, any,
     "to_apply! replica_groups channel_id dimensions! constrain_layout use_global_device_ids", Operation,
     one_dimension},
    {"reduce-window", 0, any, "window to_apply!", Operation},
    {"replica-id", 0, 0, "", U32},
    {"reshape", 1, 1, "inferred_dimension"},
    {"reverse", 1, 1, "dimensions!", Same},
    {"rng", 0, any, "distribution! dimensions"},
    {"rng-bit-generator", 1, 1, "algorithm!"},
    {"rng-get-and-update-state", 0, 0, "delta!"},
    {"scaled-dot", 4, 4,
     "lhs_contracting_dims rhs_contracting_dims lhs_batch_dims rhs_batch_dims operand_precision algorithm",
     Operation},
    {"scan", 0, any, "to_apply! dimensions! is_reverse is_associative num_carries!", Operation,
     one_dimension},
    {"scatter", 3, any,
     "update_window_dims! inserted_window_dims! scatter_dims_to_operand_dims! index_vector_dim! to_apply! "
     "indices_are_sorted unique_indices input_batching_dims scatter_indices_batching_dims",
     Operation},
    {"select", 3, 3, "", Second},
    {"select-and-scatter", 3, 3, "select! scatter! window", Same},
    {"send", 2, 2, "channel_id is_host_transfer", Operation},
    {"send-done", 1, 1, "channel_id is_host_transfer", Token},
    {"set-dimension-size", 2, 2, "dimensions!", Operation, one_dimension},
    {"sinh", 1, 1, "result_accuracy", Same},
    {"slice", 1, 1, "slice!", Operation},
    {"sort", 1, any, "dimensions to_apply! is_stable", TupleOrOne},
    {"stochastic-convert", 2, 2, ""},
    {"topk", 1, 1, "k! largest", Operation},
    {"transpose", 1, 1, "dimensions!", Operation},
    {"triangular-solve", 2, 2, "left_side lower unit_diagonal transpose_a", Second},
    {"tuple", 0, any, "", Tuple},
    {"tuple-select", 3, 3, "", Second},
    {"while", 1, 1, "condition! body!", Called},
});

constexpr bool is_sorted_by_name() {
    for (std::size_t i = 1; i < table.size(); i++)
        if (!(table[i - 1].name < table[i].name)) return false;
    return true;
}
static_assert(is_sorted_by_name());

/// Attributes of text that hold no attribute of an op: called computations, which are regions of the op;
/// layouts and shapes; what the operands or the result say, too; choices of XLA's code generators.
constexpr auto text_only = std::to_array<std::string_view>(
    {"to_apply", "select", "scatter", "constrain_layout", "outfeed_shape", "inferred_dimension", "algorithm",
     "slice_sizes", "conv_kind", "sparsity_config", "result_accuracy"});

constexpr bool has_word(std::string_view words, std::string_view wanted) {
    while (!words.empty())
        if (take_attribute(words).name == wanted) return true;
    return false;
}

/// Whether the text of an opcode has what the fields of its op hold, and nothing unknown.
constexpr bool matches(const Opcode& opcode, const hlo::OpFields& op) {
    for (const Field* field : op.fields)
        for (std::string_view words = hlo::row_of(field).text; !words.empty();)
            if (!has_word(opcode.attributes, take_word(words))) return false;
    for (std::string_view words = opcode.attributes; !words.empty();) {
        const std::string_view word = take_attribute(words).name;
        const bool is_field = std::any_of(op.fields.begin(), op.fields.end(), [&](const Field* field) {
            return has_word(hlo::row_of(field).text, word);
        });
        if (!is_field && std::find(text_only.begin(), text_only.end(), word) == text_only.end()) return false;
    }
    return true;
}

consteval bool match_all_ops() {
    for (const OpRow& row : rows::table) {
        if (row.hlo.empty()) continue;
        const auto* const opcode =
            std::lower_bound(table.begin(), table.end(), row.hlo,
                             [](const Opcode& a, std::string_view b) { return a.name < b; });
        const bool is_listed = opcode != table.end() && opcode->name == row.hlo;
        const hlo::OpFields& fields = hlo::op_fields[static_cast<std::size_t>(row.code)];
        if (!is_listed && ((row.traits & op_trait::Elementwise) == 0 || !fields.fields.empty())) return false;
        if (is_listed && !matches(*opcode, fields)) return false;
    }
    return true;
}
static_assert(match_all_ops(), "the attributes of an opcode in text differ from the fields of its op");

/// The opcode of an elementwise op: its operands have one shape, which is that of the result.
Opcode elementwise(const OpRow& row) {
    const int count = row.most_operands();
    std::string_view attributes;
    for (const AttributeFact& fact : row.attributes)
        if (fact.name == attr::result_accuracy.name) attributes = fact.name;
    return {row.hlo, count, count, attributes, count == 1 ? Same : Widest};
}

}  // namespace

bool Opcode::takes(std::string_view attribute) const {
    return has_word(attributes, attribute);
}

const Opcode* find_opcode(std::string_view name) {
    static const std::unordered_map<std::string_view, Opcode> opcodes = [] {
        std::unordered_map<std::string_view, Opcode> all;
        for (const Opcode& opcode : table) all.emplace(opcode.name, opcode);
        for (const OpRow& row : op_rows())
            if ((row.traits & op_trait::Elementwise) != 0 && !row.hlo.empty())
                all.try_emplace(row.hlo, elementwise(row));
        return all;
    }();
    const auto found = opcodes.find(name);
    return found != opcodes.end() ? &found->second : nullptr;
}

AsyncSugar find_async_sugar(std::string_view name) {
    const auto split = [&](std::string_view suffix, AsyncPart part) -> AsyncSugar {
        if (!name.ends_with(suffix)) return {};
        const std::string_view stem = name.substr(0, name.size() - suffix.size());
        const bool has_own_opcodes = find_opcode(std::string(stem) + "-done") != nullptr;
        const Opcode* opcode = has_own_opcodes ? nullptr : find_opcode(stem);
        return opcode ? AsyncSugar{opcode, part} : AsyncSugar{};
    };
    if (const AsyncSugar start = split("-start", AsyncPart::Start); start.opcode) return start;
    if (const AsyncSugar update = split("-update", AsyncPart::Update); update.opcode) return update;
    return split("-done", AsyncPart::Done);
}

}  // namespace hlo2c::frontend
