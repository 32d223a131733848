#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "frontend/diagnostic.h"
#include "frontend/forms/hlo_text/element_types.h"
#include "frontend/forms/hlo_text/enumerators.h"
#include "frontend/forms/hlo_text/module_printer.h"

namespace hlo2c::frontend {
namespace {

using Instruction = wire::HloInstructionProto;
using Printed = PrintedInstruction;

std::string truth(bool value) {
    return value ? "true" : "";
}
std::string number(std::int64_t value, std::int64_t otherwise) {
    return value == otherwise ? "" : std::to_string(value);
}

/// The name of called computation number `place`.
std::string callee(const Printed& p, int place) {
    if (place >= p.instruction.called_computation_ids_size()) return {};
    const auto name = p.computations.find(p.instruction.called_computation_ids(place));
    HLO2C_CHECK(name != p.computations.end(), "computations that are called exist");
    return "%" + name->second;
}

std::string callees(const Printed& p) {
    std::string text = "{";
    for (int i = 0; i < p.instruction.called_computation_ids_size(); i++)
        text += (i > 0 ? ", " : "") + callee(p, i);
    return text + "}";
}

bool has_two_branches(const Printed& p) {
    return p.operand_type == wire::PRED && p.instruction.called_computation_ids_size() == 2;
}

const wire::DotDimensionNumbers& dot_of(const Printed& p) {
    return p.instruction.has_ragged_dot_dimension_numbers()
               ? p.instruction.ragged_dot_dimension_numbers().dot_dimension_numbers()
               : p.instruction.dot_dimension_numbers();
}

template <typename Repeated>
std::string unless_empty(const Repeated& values) {
    return values.empty() ? "" : print_list(values);
}

std::string print_dimensions(const Printed& p) {
    const std::string& opcode = p.instruction.opcode();
    const bool always = opcode != "map" && opcode != "all-to-all" && opcode != "rng" && opcode != "sort";
    return always ? print_list(p.instruction.dimensions()) : unless_empty(p.instruction.dimensions());
}

std::string print_labels(const Printed& p) {
    if (!p.instruction.has_convolution_dimension_numbers()) return {};
    const auto& numbers = p.instruction.convolution_dimension_numbers();
    const auto group = [](std::int64_t first, char first_letter, std::int64_t second, char second_letter,
                          const auto& spatial) {
        std::int64_t last = std::max(first, second);
        for (const std::int64_t place : spatial) last = std::max(last, place);
        HLO2C_CHECK(first >= 0 && second >= 0 && last < 64, "a convolution numbers its dimensions from 0");
        std::string text(static_cast<std::size_t>(last) + 1, '?');
        text[static_cast<std::size_t>(first)] = first_letter;
        text[static_cast<std::size_t>(second)] = second_letter;
        for (int i = 0; i < spatial.size(); i++)
            if (spatial.Get(i) >= 0)
                text[static_cast<std::size_t>(spatial.Get(i))] = static_cast<char>('0' + i);
        return text;
    };
    return group(numbers.input_batch_dimension(), 'b', numbers.input_feature_dimension(), 'f',
                 numbers.input_spatial_dimensions()) +
           "_" +
           group(numbers.kernel_input_feature_dimension(), 'i', numbers.kernel_output_feature_dimension(),
                 'o', numbers.kernel_spatial_dimensions()) +
           "->" +
           group(numbers.output_batch_dimension(), 'b', numbers.output_feature_dimension(), 'f',
                 numbers.output_spatial_dimensions());
}

std::string print_precision(const Printed& p) {
    const auto& precision = p.instruction.precision_config().operand_precision();
    if (std::all_of(precision.begin(), precision.end(),
                    [](int value) { return value == wire::PrecisionConfig::DEFAULT; }))
        return {};
    std::string text = "{";
    for (int i = 0; i < precision.size(); i++)
        text +=
            fmt::format("{}{}", i > 0 ? "," : "",
                        word_of(precisions, static_cast<wire::PrecisionConfig::Precision>(precision.Get(i))));
    return text + "}";
}

std::string print_aliasing(const Printed& p) {
    if (p.instruction.output_operand_aliasing_size() == 0) return {};
    std::string text = "{";
    for (const auto& alias : p.instruction.output_operand_aliasing())
        text +=
            fmt::format("{}{}: ({}, {})", text.size() > 1 ? ", " : "", print_list(alias.output_shape_index()),
                        alias.operand_index(), print_list(alias.operand_shape_index()));
    return text + "}";
}

std::string print_sparsity(const Printed& p) {
    if (!p.instruction.has_sparsity_config()) return {};
    const auto side = [](std::string_view name, const auto& operand) {
        return fmt::format("{}={{sparsity={}x{} dimension={} stride={}}}", name, operand.num_non_zero(),
                           operand.block_size(), operand.dimension(), operand.stride());
    };
    std::string text;
    const auto& sparsity = p.instruction.sparsity_config();
    if (sparsity.has_lhs()) text += side("lhs", sparsity.lhs());
    if (sparsity.has_rhs()) text += (text.empty() ? "" : " ") + side("rhs", sparsity.rhs());
    return text.empty() ? "" : "{" + text + "}";
}

std::string print_accuracy(const Printed& p) {
    const auto& accuracy = p.instruction.result_accuracy();
    if (accuracy.has_mode())
        return accuracy.mode() == wire::ResultAccuracy::DEFAULT
                   ? "{mode=default}"
                   : fmt::format("{{mode={}}}", word_of(accuracy_modes, accuracy.mode()));
    if (!accuracy.has_tolerance()) return {};
    return fmt::format("{{tolerance={{atol={},rtol={},ulps={}}}}}", accuracy.tolerance().atol(),
                       accuracy.tolerance().rtol(), accuracy.tolerance().ulps());
}

std::string print_comparison_type(const Printed& p) {
    const std::string& type = p.instruction.comparison_type();
    return type == keyword(default_comparison(p.operand_type)) ? "" : type;
}

std::string print_slices(const Printed& p) {
    std::string text = "{";
    for (const auto& range : p.instruction.slice_dimensions())
        text += fmt::format("{}[{}:{}{}]", text.size() > 1 ? ", " : "", range.start(), range.limit(),
                            range.stride() == 1 ? "" : fmt::format(":{}", range.stride()));
    return text + "}";
}

std::string print_padding(const Printed& p) {
    std::string text;
    for (const auto& dimension : p.instruction.padding_config().dimensions()) {
        text += fmt::format("{}{}_{}", text.empty() ? "" : "x", dimension.edge_padding_low(),
                            dimension.edge_padding_high());
        if (dimension.interior_padding() != 0) text += fmt::format("_{}", dimension.interior_padding());
    }
    return text.empty() ? " " : text;  // a scalar has the attribute without a value
}

std::string print_predecessors(const Printed& p) {
    if (p.instruction.control_predecessor_ids_size() == 0) return {};
    std::string text = "{";
    for (const std::int64_t id : p.instruction.control_predecessor_ids()) {
        const auto name = p.instructions.find(id);
        HLO2C_CHECK(name != p.instructions.end(), "instructions that are waited for exist");
        text += (text.size() > 1 ? ", %" : "%") + name->second;
    }
    return text + "}";
}

std::string print_statistics(const Printed& p) {
    const auto& statistics = p.instruction.statistics_viz();
    if (statistics.statistics_size() == 0) return {};
    std::string text = fmt::format("{{visualizing_index={}", statistics.stat_index_to_visualize());
    for (const auto& statistic : statistics.statistics())
        text += fmt::format(",{}={}", statistic.stat_name(), statistic.stat_val());
    return text + "}";
}

std::string print_pairs(const Printed& p) {
    std::string text = "{";
    for (const auto& pair : p.instruction.source_target_pairs())
        text += fmt::format("{}{{{},{}}}", text.size() > 1 ? "," : "", pair.source(), pair.target());
    return text + "}";
}

std::string print_operand_layouts(const Printed& p) {
    if (!p.instruction.constrain_layout()) return {};
    std::string text = "{";
    for (const auto& shape : p.instruction.operand_shapes_with_layout())
        text += (text.size() > 1 ? ", " : "") + print_shape(shape, true);
    return text + "}";
}

std::string print_replication(const Printed& p) {
    if (!p.instruction.has_parameter_replication() ||
        p.instruction.parameter_replication().replicated_at_leaf_buffers_size() == 0)
        return {};
    std::string text = "{";
    for (const bool leaf : p.instruction.parameter_replication().replicated_at_leaf_buffers())
        text += fmt::format("{}{}", text.size() > 1 ? "," : "", leaf);
    return text + "}";
}

struct Row {
    std::string_view name;
    std::string (*print)(const Printed&);
};

// Sorted by name; must match the rows of AttributeReaders.
constexpr auto attribute_rows = std::to_array<Row>({
    {"algorithm",
     [](const Printed& p) {
         if (p.instruction.opcode() == "rng-bit-generator")
             return std::string(word_of(random_algorithms, p.instruction.rng_algorithm()));
         const auto algorithm = p.instruction.precision_config().algorithm();
         return algorithm == wire::PrecisionConfig::ALG_UNSET ? std::string()
                                                              : std::string(word_of(dot_algorithms, algorithm));
     }},
    {"api_version",
     [](const Printed& p) {
         const auto version = p.instruction.custom_call_api_version();
         return version == wire::API_VERSION_UNSPECIFIED || version == wire::API_VERSION_ORIGINAL
                    ? std::string()
                    : std::string(word_of(api_versions, version));
     }},
    {"async_execution_thread",
     [](const Printed& p) {
         const std::string& thread = p.instruction.async_execution_thread();
         return thread.empty() ? std::string() : quoted(thread);
     }},
    {"backend_config",
     [](const Printed& p) {
         const std::string& config = p.instruction.backend_config();
         return config.empty() ? std::string() : raw_or_quoted(config);
     }},
    {"batch_group_count",
     [](const Printed& p) { return number(std::max<std::int64_t>(p.instruction.batch_group_count(), 1), 1); }},
    {"body", [](const Printed& p) { return callee(p, 0); }},
    {"branch_computations", [](const Printed& p) { return has_two_branches(p) ? std::string() : callees(p); }},
    {"called_computations",
     [](const Printed& p) {
         return p.instruction.called_computation_ids_size() == 0 ? std::string() : callees(p);
     }},
    {"calls", [](const Printed& p) { return callee(p, 0); }},
    {"channel_id", [](const Printed& p) { return number(p.instruction.channel_id(), 0); }},
    {"collapsed_slice_dims",
     [](const Printed& p) { return print_list(p.instruction.gather_dimension_numbers().collapsed_slice_dims()); }},
    {"condition", [](const Printed& p) { return callee(p, 1); }},
    {"constrain_layout", [](const Printed& p) { return truth(p.instruction.constrain_layout()); }},
    {"control-predecessors", print_predecessors},
    {"conv_kind",
     [](const Printed& p) {
         return p.instruction.conv_kind() == wire::CONVOLUTION_KIND_UNSET
                    ? std::string()
                    : std::string(word_of(convolution_kinds, p.instruction.conv_kind()));
     }},
    {"cross_program_prefetch_index",
     [](const Printed& p) {
         return p.instruction.has_cross_program_prefetch_index()
                    ? std::to_string(p.instruction.cross_program_prefetch_index())
                    : std::string();
     }},
    {"custom_call_has_side_effect",
     [](const Printed& p) { return truth(p.instruction.custom_call_has_side_effect()); }},
    {"custom_call_target", [](const Printed& p) { return quoted(p.instruction.custom_call_target()); }},
    {"delta", [](const Printed& p) { return std::to_string(p.instruction.delta()); }},
    {"dim_labels", print_labels},
    {"dimensions", print_dimensions},
    {"direction", [](const Printed& p) { return p.instruction.comparison_direction(); }},
    {"distribution",
     [](const Printed& p) { return std::string(word_of(distributions, p.instruction.distribution())); }},
    {"domain",
     [](const Printed& p) {
         return fmt::format("{{kind=\"sharding\", entry={}, exit={}}}",
                            print_sharding(p.instruction.domain_exit_sharding()),
                            print_sharding(p.instruction.domain_entry_sharding()));
     }},
    {"dynamic_slice_sizes", [](const Printed& p) { return print_list(p.instruction.dynamic_slice_sizes()); }},
    {"epsilon", [](const Printed& p) { return fmt::format("{}", p.instruction.epsilon()); }},
    {"exponent_bits", [](const Printed& p) { return std::to_string(p.instruction.exponent_bits()); }},
    {"false_computation", [](const Printed& p) { return has_two_branches(p) ? callee(p, 1) : std::string(); }},
    {"feature_group_count",
     [](const Printed& p) { return number(std::max<std::int64_t>(p.instruction.feature_group_count(), 1), 1); }},
    {"feature_index", [](const Printed& p) { return std::to_string(p.instruction.feature_index()); }},
    {"fft_length", [](const Printed& p) { return print_list(p.instruction.fft_length()); }},
    {"fft_type", [](const Printed& p) { return std::string(word_of(fft_types, p.instruction.fft_type())); }},
    {"frontend_attributes",
     [](const Printed& p) {
         return p.instruction.frontend_attributes().map_size() == 0
                    ? std::string()
                    : print_frontend_attributes(p.instruction.frontend_attributes());
     }},
    {"has_dynamic_root", [](const Printed& p) { return truth(p.instruction.has_dynamic_root()); }},
    {"index", [](const Printed& p) { return std::to_string(p.instruction.tuple_index()); }},
    {"index_vector_dim",
     [](const Printed& p) {
         return std::to_string(p.instruction.opcode() == "gather"
                                   ? p.instruction.gather_dimension_numbers().index_vector_dim()
                                   : p.instruction.scatter_dimension_numbers().index_vector_dim());
     }},
    {"indices_are_sorted", [](const Printed& p) { return truth(p.instruction.indices_are_sorted()); }},
    {"infeed_config",
     [](const Printed& p) {
         return p.instruction.infeed_config().empty() ? std::string() : quoted(p.instruction.infeed_config());
     }},
    {"inferred_dimension",
     [](const Printed& p) {
         return p.instruction.dimensions_size() == 0 ? std::string() : std::to_string(p.instruction.dimensions(0));
     }},
    {"input_batching_dims",
     [](const Printed& p) {
         return unless_empty(p.instruction.scatter_dimension_numbers().input_batching_dims());
     }},
    {"inserted_window_dims",
     [](const Printed& p) { return print_list(p.instruction.scatter_dimension_numbers().inserted_window_dims()); }},
    {"iota_dimension",
     [](const Printed& p) {
         return p.instruction.dimensions_size() == 0 ? std::string() : std::to_string(p.instruction.dimensions(0));
     }},
    {"is_associative",
     [](const Printed& p) {
         switch (p.instruction.is_associative()) {
             case wire::TRI_STATE_TRUE: return std::string("true");
             case wire::TRI_STATE_FALSE: return std::string("false");
             default: return std::string();
         }
     }},
    {"is_composite", [](const Printed& p) { return truth(p.instruction.is_composite()); }},
    {"is_host_transfer", [](const Printed& p) { return truth(p.instruction.is_host_transfer()); }},
    {"is_reverse", [](const Printed& p) { return truth(p.instruction.is_reverse()); }},
    {"is_stable", [](const Printed& p) { return truth(p.instruction.is_stable()); }},
    {"k", [](const Printed& p) { return std::to_string(p.instruction.k()); }},
    {"kind", [](const Printed& p) { return p.instruction.fusion_kind(); }},
    {"largest", [](const Printed& p) { return std::string(p.instruction.largest() ? "true" : "false"); }},
    {"left_side", [](const Printed& p) { return truth(p.instruction.triangular_solve_options().left_side()); }},
    {"lhs_batch_dims", [](const Printed& p) { return unless_empty(dot_of(p).lhs_batch_dimensions()); }},
    {"lhs_contracting_dims", [](const Printed& p) { return print_list(dot_of(p).lhs_contracting_dimensions()); }},
    {"lhs_ragged_dims",
     [](const Printed& p) {
         return unless_empty(p.instruction.ragged_dot_dimension_numbers().lhs_ragged_dimensions());
     }},
    {"literal",
     [](const Printed& p) {
         return p.instruction.has_literal() ? print_typed_literal(p.instruction.literal()) : std::string();
     }},
    {"lower",
     [](const Printed& p) {
         return truth(p.instruction.opcode() == "cholesky" ? p.instruction.cholesky_options().lower()
                                                           : p.instruction.triangular_solve_options().lower());
     }},
    {"mantissa_bits", [](const Printed& p) { return std::to_string(p.instruction.mantissa_bits()); }},
    {"metadata",
     [](const Printed& p) {
         const std::string text = print_metadata(p.instruction.metadata());
         return text == "{}" ? std::string() : text;
     }},
    {"num_carries", [](const Printed& p) { return std::to_string(p.instruction.num_carries()); }},
    {"offset_dims",
     [](const Printed& p) { return print_list(p.instruction.gather_dimension_numbers().offset_dims()); }},
    {"operand_batching_dims",
     [](const Printed& p) {
         return unless_empty(p.instruction.gather_dimension_numbers().operand_batching_dims());
     }},
    {"operand_layout_constraints", print_operand_layouts},
    {"operand_precision", print_precision},
    {"origin",
     [](const Printed& p) {
         return p.instruction.has_original_value() ? print_original_value(p.instruction.original_value())
                                                   : std::string();
     }},
    {"outfeed_config",
     [](const Printed& p) {
         return p.instruction.outfeed_config().empty() ? std::string() : quoted(p.instruction.outfeed_config());
     }},
    {"outfeed_shape",
     [](const Printed& p) {
         return p.instruction.has_outfeed_shape() ? print_shape(p.instruction.outfeed_shape(), true) : std::string();
     }},
    {"output_to_operand_aliasing", print_aliasing},
    {"padding", print_padding},
    {"padding_type",
     [](const Printed& p) {
         return p.instruction.padding_type() == wire::PADDING_INVALID
                    ? std::string()
                    : std::string(word_of(padding_types, p.instruction.padding_type()));
     }},
    {"parameter_replication", print_replication},
    {"replica_groups", [](const Printed& p) { return print_replica_groups(p.instruction); }},
    {"result_accuracy", print_accuracy},
    {"rhs_batch_dims", [](const Printed& p) { return unless_empty(dot_of(p).rhs_batch_dimensions()); }},
    {"rhs_contracting_dims", [](const Printed& p) { return print_list(dot_of(p).rhs_contracting_dimensions()); }},
    {"rhs_group_dims",
     [](const Printed& p) {
         return unless_empty(p.instruction.ragged_dot_dimension_numbers().rhs_group_dimensions());
     }},
    {"scatter", [](const Printed& p) { return callee(p, 1); }},
    {"scatter_dims_to_operand_dims",
     [](const Printed& p) {
         return print_list(p.instruction.scatter_dimension_numbers().scatter_dims_to_operand_dims());
     }},
    {"scatter_indices_batching_dims",
     [](const Printed& p) {
         return unless_empty(p.instruction.scatter_dimension_numbers().scatter_indices_batching_dims());
     }},
    {"schedule",
     [](const Printed& p) {
         return p.instruction.custom_call_schedule() == wire::SCHEDULE_NONE
                    ? std::string()
                    : std::string(word_of(schedules, p.instruction.custom_call_schedule()));
     }},
    {"select", [](const Printed& p) { return callee(p, 0); }},
    {"sharding",
     [](const Printed& p) {
         return p.instruction.has_sharding() ? print_sharding(p.instruction.sharding()) : std::string();
     }},
    {"slice", print_slices},
    {"slice_sizes",
     [](const Printed& p) {
         if (p.instruction.opcode() == "gather") return print_list(p.instruction.gather_slice_sizes());
         return p.instruction.dynamic_slice_sizes_size() == 0
                    ? std::string()
                    : "{" + print_list(p.instruction.dynamic_slice_sizes()) + "}";
     }},
    {"source_target_pairs", print_pairs},
    {"sparsity_config", print_sparsity},
    {"start_index_map",
     [](const Printed& p) { return print_list(p.instruction.gather_dimension_numbers().start_index_map()); }},
    {"start_indices_batching_dims",
     [](const Printed& p) {
         return unless_empty(p.instruction.gather_dimension_numbers().start_indices_batching_dims());
     }},
    {"statistics", print_statistics},
    {"to_apply",
     [](const Printed& p) { return p.instruction.opcode() == "custom-call" ? std::string() : callee(p, 0); }},
    {"transpose_a",
     [](const Printed& p) {
         const auto transpose = p.instruction.triangular_solve_options().transpose_a();
         return transpose == wire::TriangularSolveOptions::NO_TRANSPOSE ||
                        transpose == wire::TriangularSolveOptions::TRANSPOSE_INVALID
                    ? std::string()
                    : std::string(word_of(transposes, transpose));
     }},
    {"true_computation", [](const Printed& p) { return has_two_branches(p) ? callee(p, 0) : std::string(); }},
    {"type", print_comparison_type},
    {"unique_indices", [](const Printed& p) { return truth(p.instruction.unique_indices()); }},
    {"unit_diagonal",
     [](const Printed& p) { return truth(p.instruction.triangular_solve_options().unit_diagonal()); }},
    {"update_window_dims",
     [](const Printed& p) { return print_list(p.instruction.scatter_dimension_numbers().update_window_dims()); }},
    {"use_global_device_ids", [](const Printed& p) { return truth(p.instruction.use_global_device_ids()); }},
    {"window",
     [](const Printed& p) {
         return p.instruction.window().dimensions_size() == 0 ? std::string() : print_window(p.instruction.window());
     }},
});
static_assert(std::is_sorted(attribute_rows.begin(), attribute_rows.end(),
                             [](const Row& a, const Row& b) { return a.name < b.name; }));

}  // namespace

std::string print_attribute(std::string_view name, const PrintedInstruction& printed) {
    const auto* row = std::lower_bound(attribute_rows.begin(), attribute_rows.end(), name,
                                       [](const Row& a, std::string_view key) { return a.name < key; });
    HLO2C_CHECK(row != attribute_rows.end() && row->name == name,
                "every attribute of an opcode can be printed");
    return row->print(printed);
}

}  // namespace hlo2c::frontend
