#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "frontend/error_numbers.h"
#include "frontend/forms/hlo_text/element_types.h"
#include "frontend/forms/hlo_text/enumerators.h"
#include "frontend/forms/hlo_text/text_reader.h"
#include "frontend/ir/keywords.h"

namespace hlo2c::frontend {
namespace {

constexpr std::string_view number_text = "an integer";
constexpr std::string_view truth_text = "true or false";

}  // namespace

/// The readers of all attributes by name, and what an instruction holds that leaves the attribute out. The
/// meaning of a name does not depend on the opcode, with few exceptions such as `lower`, which both
/// factorizations have.
struct AttributeReaders {
    using Reader = TextReader;
    using Instruction = wire::HloInstructionProto;
    using Gather = wire::GatherDimensionNumbers;
    using Scatter = wire::ScatterDimensionNumbers;
    using Scope = TextReader::Scope;
    struct Row {
        std::string_view name;
        void (*read)(TextReader&, Scope&, Draft&);
        void (*leave_out)(Draft&);
    };
    static const Row* find(std::string_view name);

    template <auto Set>
    static void read_integer(TextReader& reader, Scope&, Draft& draft) {
        (draft.instruction->*Set)(reader.cursor_.integer(number_text));
    }
    template <auto Set>
    static void read_small(TextReader& reader, Scope&, Draft& draft) {
        const std::size_t begin = reader.cursor_.offset();
        const std::int64_t value = reader.cursor_.integer(number_text);
        if (value < 0 || value > INT32_MAX)
            reader.fail_at(read_error::syntax, begin, "this number is out of range", "Correct the number.");
        (draft.instruction->*Set)(static_cast<std::int32_t>(value));
    }
    template <auto Set>
    static void read_boolean(TextReader& reader, Scope&, Draft& draft) {
        (draft.instruction->*Set)(reader.cursor_.boolean(truth_text));
    }
    template <auto Set>
    static void read_solver_boolean(TextReader& reader, Scope&, Draft& draft) {
        (draft.instruction->mutable_triangular_solve_options()->*Set)(reader.cursor_.boolean(truth_text));
    }
    template <auto Set, const auto& Words>
    static void read_word(TextReader& reader, Scope&, Draft& draft) {
        (draft.instruction->*Set)(enumerator(reader.cursor_, Words));
    }
    template <auto Get>
    static void read_list(TextReader& reader, Scope&, Draft& draft) {
        reader.read_integers((draft.instruction->*Get)());
    }
    template <auto Message, auto Get>
    static void read_list_of(TextReader& reader, Scope&, Draft& draft) {
        reader.read_integers(((draft.instruction->*Message)()->*Get)());
    }
    static wire::DotDimensionNumbers& dot_dimensions(Draft& draft) {
        return draft.opcode->name == "ragged-dot" ? *draft.instruction->mutable_ragged_dot_dimension_numbers()
                                                         ->mutable_dot_dimension_numbers()
                                                  : *draft.instruction->mutable_dot_dimension_numbers();
    }
    template <auto Get>
    static void read_dot_list(TextReader& reader, Scope&, Draft& draft) {
        reader.read_integers((dot_dimensions(draft).*Get)());
    }
    template <auto Member>
    static void read_called(TextReader& reader, Scope&, Draft& draft) {
        draft.*Member = reader.read_called_computation(draft);
    }
    template <auto Member>
    static void read_called_one(TextReader& reader, Scope&, Draft& draft) {
        (draft.*Member).push_back(reader.read_called_computation(draft));
    }
    template <auto Member>
    static void read_called_list(TextReader& reader, Scope&, Draft& draft) {
        draft.*Member = reader.read_called_computations(draft);
    }
    /// Reads the message that `Get` returns.
    template <auto Get, auto Read>
    static void read_message(TextReader& reader, Scope&, Draft& draft) {
        (reader.*Read)(*(draft.instruction->*Get)());
    }
    /// Reads several fields of the instruction.
    template <auto Read>
    static void read_fields(TextReader& reader, Scope&, Draft& draft) {
        (reader.*Read)(*draft.instruction);
    }

    static void read_algorithm(TextReader& reader, Scope&, Draft& draft) {
        if (draft.opcode->name == "rng-bit-generator")
            draft.instruction->set_rng_algorithm(enumerator(reader.cursor_, random_algorithms));
        else
            draft.instruction->mutable_precision_config()->set_algorithm(
                enumerator(reader.cursor_, dot_algorithms));
    }
    static void read_api_version(TextReader& reader, Scope&, Draft& draft) {
        const std::size_t begin = reader.cursor_.offset();
        draft.instruction->set_custom_call_api_version(enumerator(reader.cursor_, api_versions));
        if (draft.instruction->custom_call_api_version() == wire::API_VERSION_UNSPECIFIED)
            reader.fail_at(read_error::syntax, begin,
                           "the version of a custom call's interface cannot be unspecified",
                           "Write another version, or leave the attribute out.");
    }
    static void read_associativity(TextReader& reader, Scope&, Draft& draft) {
        draft.instruction->set_is_associative(reader.cursor_.boolean(truth_text) ? wire::TRI_STATE_TRUE
                                                                                 : wire::TRI_STATE_FALSE);
    }
    static void read_comparison_direction(TextReader& reader, Scope&, Draft& draft) {
        draft.instruction->set_comparison_direction(
            std::string(keyword(reader.cursor_, Enumeration<ComparisonDirection>::keywords)));
    }
    static void read_comparison_type(TextReader& reader, Scope&, Draft& draft) {
        constexpr auto first = static_cast<std::size_t>(ComparisonType::Float);
        draft.instruction->set_comparison_type(std::string(
            keyword(reader.cursor_, std::span(Enumeration<ComparisonType>::keywords).subspan(first))));
    }
    static void read_control_predecessors(TextReader& reader, Scope& scope, Draft& draft) {
        reader.cursor_.expect('{', "before the list of instructions");
        reader.cursor_.entries('}', "at the end of the list", [&] {
            const std::size_t begin = reader.cursor_.offset();
            const std::string_view name = reader.cursor_.name("an instruction");
            const auto found = scope.instructions.find(name);
            if (found == scope.instructions.end())
                reader.fail_at(read_error::undefined_name, begin,
                               fmt::format("there is no instruction '{}' above", name),
                               "Instructions must precede those that wait for them.");
            draft.instruction->add_control_predecessor_ids(found->second->id());
        });
    }
    static void read_dimension(TextReader& reader, Scope&, Draft& draft) {
        draft.instruction->add_dimensions(reader.cursor_.integer(number_text));
    }
    static void read_dimension_labels(TextReader& reader, Scope&, Draft& draft) {
        reader.read_dimension_labels(*draft.instruction->mutable_convolution_dimension_numbers());
    }
    static void read_epsilon(TextReader& reader, Scope&, Draft& draft) {
        draft.instruction->set_epsilon(static_cast<float>(reader.cursor_.real("a number")));
    }
    static void read_execution_thread(TextReader& reader, Scope&, Draft& draft) {
        draft.execution_thread = reader.cursor_.string("a thread in quotes");
    }
    static void read_frontend_attributes(TextReader& reader, Scope&, Draft& draft) {
        wire::FrontendAttributes attributes;
        reader.read_frontend_attributes(attributes);
        if (attributes.map_size() > 0)
            *draft.instruction->mutable_frontend_attributes() = std::move(attributes);
    }
    static void read_fusion_kind(TextReader& reader, Scope&, Draft& draft) {
        draft.instruction->set_fusion_kind(
            std::string(keyword(reader.cursor_, {"kLoop", "kInput", "kOutput", "kCustom"})));
    }
    static void read_index_vector_dimension(TextReader& reader, Scope&, Draft& draft) {
        const std::int64_t value = reader.cursor_.integer(number_text);
        if (draft.opcode->name == "gather")
            draft.instruction->mutable_gather_dimension_numbers()->set_index_vector_dim(value);
        else
            draft.instruction->mutable_scatter_dimension_numbers()->set_index_vector_dim(value);
    }
    static void read_infeed_config(TextReader& reader, Scope&, Draft& draft) {
        draft.instruction->set_infeed_config(reader.cursor_.string("a string"));
    }
    static void read_lower(TextReader& reader, Scope&, Draft& draft) {
        const bool value = reader.cursor_.boolean(truth_text);
        if (draft.opcode->name == "cholesky")
            draft.instruction->mutable_cholesky_options()->set_lower(value);
        else
            draft.instruction->mutable_triangular_solve_options()->set_lower(value);
    }
    static void read_operand_layouts(TextReader& reader, Scope&, Draft& draft) {
        draft.instruction->set_constrain_layout(true);
        reader.cursor_.expect('{', "before the shapes of the operands");
        reader.cursor_.entries('}', "after the shapes of the operands", [&] {
            reader.read_shape(*draft.instruction->add_operand_shapes_with_layout());
        });
    }
    static void read_outfeed_config(TextReader& reader, Scope&, Draft& draft) {
        draft.instruction->set_outfeed_config(reader.cursor_.string("a string"));
    }
    static void read_parameter_replication(TextReader& reader, Scope&, Draft& draft) {
        auto& leaves = *draft.instruction->mutable_parameter_replication();
        reader.cursor_.expect('{', "before the list");
        reader.cursor_.entries('}', "at the end of the list", [&] {
            leaves.add_replicated_at_leaf_buffers(reader.cursor_.boolean(truth_text));
        });
    }
    static void read_slice_sizes(TextReader& reader, Scope&, Draft& draft) {
        if (draft.opcode->name == "gather") {
            reader.read_integers(draft.instruction->mutable_gather_slice_sizes());
            return;
        }
        reader.cursor_.expect('{', "before the sizes of the slices");
        reader.cursor_.entries('}', "after the sizes of the slices", [&] {
            reader.read_integers(draft.instruction->mutable_dynamic_slice_sizes());
        });
    }
    static void read_source_target_pairs(TextReader& reader, Scope&, Draft& draft) {
        Cursor& cursor = reader.cursor_;
        cursor.expect('{', "before the pairs");
        cursor.entries('}', "after the pairs", [&] {
            auto& pair = *draft.instruction->add_source_target_pairs();
            cursor.expect('{', "before a pair");
            pair.set_source(cursor.integer("the number of a process"));
            cursor.expect(',', "between source and target");
            pair.set_target(cursor.integer("the number of a process"));
            cursor.expect('}', "after a pair");
        });
    }
    static void read_target(TextReader& reader, Scope&, Draft& draft) {
        draft.instruction->set_custom_call_target(reader.cursor_.string("the target in quotes"));
    }
    static void read_transpose(TextReader& reader, Scope&, Draft& draft) {
        draft.instruction->mutable_triangular_solve_options()->set_transpose_a(
            enumerator(reader.cursor_, transposes));
    }

    template <auto Set, auto Value>
    static void leave_out_as(Draft& draft) {
        (draft.instruction->*Set)(Value);
    }
    /// Leaves an empty message.
    template <auto Get>
    static void leave_out_empty(Draft& draft) {
        (draft.instruction->*Get)();
    }
    static void leave_out_dimensions(Draft& draft) {
        if (draft.opcode->name != "map" || draft.operands.empty()) return;
        for (int i = 0; i < draft.operands[0]->shape().dimensions_size(); i++)
            draft.instruction->add_dimensions(i);
    }
    static void leave_out_dot_list(Draft& draft) { dot_dimensions(draft); }
    static void leave_out_lower(Draft& draft) {
        if (draft.opcode->name == "cholesky") draft.instruction->mutable_cholesky_options();
    }
    static void leave_out_outfeed_shape(Draft& draft) {
        if (!draft.operands.empty()) *draft.instruction->mutable_outfeed_shape() = draft.operands[0]->shape();
    }
    /// Both factors of a product have a precision, and so does every operand of a custom call.
    static void leave_out_precision(Draft& draft) {
        const std::size_t most = draft.opcode->name == "custom-call" ? draft.operands.size() : 2;
        for (std::size_t i = 0; i < std::min(draft.operands.size(), most); i++)
            draft.instruction->mutable_precision_config()->add_operand_precision(
                wire::PrecisionConfig::DEFAULT);
    }
    static void leave_out_transpose(Draft& draft) {
        draft.instruction->mutable_triangular_solve_options()->set_transpose_a(
            wire::TriangularSolveOptions::NO_TRANSPOSE);
    }
    static void leave_out_type(Draft& draft) {
        if (draft.operands.empty()) return;
        const wire::PrimitiveType type = draft.operands[0]->shape().element_type();
        draft.instruction->set_comparison_type(std::string(keyword(default_comparison(type))));
    }
    static void leave_out_window(Draft& draft) {
        if (draft.opcode->name != "custom-call") draft.instruction->mutable_window();
    }

    static constexpr auto rows = std::to_array<Row>({
        {"algorithm", read_algorithm},
        {"api_version", read_api_version,
         leave_out_as<&Instruction::set_custom_call_api_version, wire::API_VERSION_ORIGINAL>},
        {"async_execution_thread", read_execution_thread},
        {"backend_config", read_fields<&Reader::read_backend_config>},
        {"batch_group_count", read_integer<&Instruction::set_batch_group_count>,
         leave_out_as<&Instruction::set_batch_group_count, 1>},
        {"body", read_called<&Draft::body>},
        {"branch_computations", read_called_list<&Draft::branches>},
        {"called_computations", read_called_list<&Draft::calls>},
        {"calls", read_called_one<&Draft::calls>},
        {"channel_id", read_integer<&Instruction::set_channel_id>},
        {"collapsed_slice_dims",
         read_list_of<&Instruction::mutable_gather_dimension_numbers, &Gather::mutable_collapsed_slice_dims>},
        {"condition", read_called<&Draft::condition>},
        {"constrain_layout", read_boolean<&Instruction::set_constrain_layout>},
        {"control-predecessors", read_control_predecessors},
        {"conv_kind", read_word<&Instruction::set_conv_kind, convolution_kinds>},
        {"cross_program_prefetch_index", read_small<&Instruction::set_cross_program_prefetch_index>},
        {"custom_call_has_side_effect", read_boolean<&Instruction::set_custom_call_has_side_effect>},
        {"custom_call_target", read_target},
        {"delta", read_integer<&Instruction::set_delta>},
        {"dim_labels", read_dimension_labels},
        {"dimensions", read_list<&Instruction::mutable_dimensions>, leave_out_dimensions},
        {"direction", read_comparison_direction},
        {"distribution", read_word<&Instruction::set_distribution, distributions>},
        {"domain", read_fields<&Reader::read_domain>},
        {"dynamic_slice_sizes", read_list<&Instruction::mutable_dynamic_slice_sizes>},
        {"epsilon", read_epsilon},
        {"exponent_bits", read_small<&Instruction::set_exponent_bits>},
        {"false_computation", read_called<&Draft::false_branch>},
        {"feature_group_count", read_integer<&Instruction::set_feature_group_count>,
         leave_out_as<&Instruction::set_feature_group_count, 1>},
        {"feature_index", read_integer<&Instruction::set_feature_index>},
        {"fft_length", read_list<&Instruction::mutable_fft_length>},
        {"fft_type", read_word<&Instruction::set_fft_type, fft_types>},
        {"frontend_attributes", read_frontend_attributes},
        {"has_dynamic_root", read_boolean<&Instruction::set_has_dynamic_root>},
        {"index", read_integer<&Instruction::set_tuple_index>},
        {"index_vector_dim", read_index_vector_dimension},
        {"indices_are_sorted", read_boolean<&Instruction::set_indices_are_sorted>},
        {"infeed_config", read_infeed_config},
        {"inferred_dimension", read_dimension},
        {"input_batching_dims", read_list_of<&Instruction::mutable_scatter_dimension_numbers,
                                             &Scatter::mutable_input_batching_dims>},
        {"inserted_window_dims", read_list_of<&Instruction::mutable_scatter_dimension_numbers,
                                              &Scatter::mutable_inserted_window_dims>},
        {"iota_dimension", read_dimension},
        {"is_associative", read_associativity,
         leave_out_as<&Instruction::set_is_associative, wire::TRI_STATE_FALSE>},
        {"is_composite", read_boolean<&Instruction::set_is_composite>},
        {"is_host_transfer", read_boolean<&Instruction::set_is_host_transfer>},
        {"is_reverse", read_boolean<&Instruction::set_is_reverse>},
        {"is_stable", read_boolean<&Instruction::set_is_stable>},
        {"k", read_integer<&Instruction::set_k>},
        {"kind", read_fusion_kind},
        {"largest", read_boolean<&Instruction::set_largest>},
        {"left_side", read_solver_boolean<&wire::TriangularSolveOptions::set_left_side>},
        {"lhs_batch_dims", read_dot_list<&wire::DotDimensionNumbers::mutable_lhs_batch_dimensions>},
        {"lhs_contracting_dims",
         read_dot_list<&wire::DotDimensionNumbers::mutable_lhs_contracting_dimensions>, leave_out_dot_list},
        {"lhs_ragged_dims", read_list_of<&Instruction::mutable_ragged_dot_dimension_numbers,
                                         &wire::RaggedDotDimensionNumbers::mutable_lhs_ragged_dimensions>},
        {"literal", read_message<&Instruction::mutable_literal, &Reader::read_typed_literal>},
        {"lower", read_lower, leave_out_lower},
        {"mantissa_bits", read_small<&Instruction::set_mantissa_bits>},
        {"metadata", read_message<&Instruction::mutable_metadata, &Reader::read_metadata>},
        {"num_carries", read_integer<&Instruction::set_num_carries>},
        {"offset_dims",
         read_list_of<&Instruction::mutable_gather_dimension_numbers, &Gather::mutable_offset_dims>},
        {"operand_batching_dims", read_list_of<&Instruction::mutable_gather_dimension_numbers,
                                               &Gather::mutable_operand_batching_dims>},
        {"operand_layout_constraints", read_operand_layouts},
        {"operand_precision", read_message<&Instruction::mutable_precision_config, &Reader::read_precision>,
         leave_out_precision},
        {"origin", read_message<&Instruction::mutable_original_value, &Reader::read_original_value>},
        {"outfeed_config", read_outfeed_config},
        {"outfeed_shape", read_message<&Instruction::mutable_outfeed_shape, &Reader::read_shape>,
         leave_out_outfeed_shape},
        {"output_to_operand_aliasing", read_fields<&Reader::read_aliasing>},
        {"padding", read_fields<&Reader::read_padding>},
        {"padding_type", read_word<&Instruction::set_padding_type, padding_types>},
        {"parameter_replication", read_parameter_replication},
        {"replica_groups", read_fields<&Reader::read_replica_groups>,
         leave_out_empty<&Instruction::mutable_collective_device_list>},
        {"result_accuracy",
         read_message<&Instruction::mutable_result_accuracy, &Reader::read_result_accuracy>},
        {"rhs_batch_dims", read_dot_list<&wire::DotDimensionNumbers::mutable_rhs_batch_dimensions>},
        {"rhs_contracting_dims",
         read_dot_list<&wire::DotDimensionNumbers::mutable_rhs_contracting_dimensions>},
        {"rhs_group_dims", read_list_of<&Instruction::mutable_ragged_dot_dimension_numbers,
                                        &wire::RaggedDotDimensionNumbers::mutable_rhs_group_dimensions>},
        {"scatter", read_called<&Draft::scatter>},
        {"scatter_dims_to_operand_dims", read_list_of<&Instruction::mutable_scatter_dimension_numbers,
                                                      &Scatter::mutable_scatter_dims_to_operand_dims>},
        {"scatter_indices_batching_dims", read_list_of<&Instruction::mutable_scatter_dimension_numbers,
                                                       &Scatter::mutable_scatter_indices_batching_dims>},
        {"schedule", read_word<&Instruction::set_custom_call_schedule, schedules>},
        {"select", read_called<&Draft::select>},
        {"sharding", read_message<&Instruction::mutable_sharding, &Reader::read_sharding>},
        {"slice", read_fields<&Reader::read_slice>},
        {"slice_sizes", read_slice_sizes},
        {"source_target_pairs", read_source_target_pairs},
        {"sparsity_config", read_message<&Instruction::mutable_sparsity_config, &Reader::read_sparsity>},
        {"start_index_map",
         read_list_of<&Instruction::mutable_gather_dimension_numbers, &Gather::mutable_start_index_map>},
        {"start_indices_batching_dims", read_list_of<&Instruction::mutable_gather_dimension_numbers,
                                                     &Gather::mutable_start_indices_batching_dims>},
        {"statistics", read_message<&Instruction::mutable_statistics_viz, &Reader::read_statistics>},
        {"to_apply", read_called_one<&Draft::to_apply>},
        {"transpose_a", read_transpose, leave_out_transpose},
        {"true_computation", read_called<&Draft::true_branch>},
        {"type", read_comparison_type, leave_out_type},
        {"unique_indices", read_boolean<&Instruction::set_unique_indices>},
        {"unit_diagonal", read_solver_boolean<&wire::TriangularSolveOptions::set_unit_diagonal>},
        {"update_window_dims",
         read_list_of<&Instruction::mutable_scatter_dimension_numbers, &Scatter::mutable_update_window_dims>},
        {"use_global_device_ids", read_boolean<&Instruction::set_use_global_device_ids>},
        {"window", read_message<&Instruction::mutable_window, &Reader::read_window>, leave_out_window},
    });
};

const AttributeReaders::Row* AttributeReaders::find(std::string_view name) {
    static_assert(
        std::is_sorted(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.name < b.name; }));
    const auto* found = std::lower_bound(rows.begin(), rows.end(), name,
                                         [](const Row& row, std::string_view key) { return row.name < key; });
    return found != rows.end() && found->name == name ? found : nullptr;
}

void TextReader::read_attribute(Scope& scope, Draft& draft, std::string_view name) {
    const AttributeReaders::Row* row = AttributeReaders::find(name);
    if (!row) cursor_.unexpected(fmt::format("an attribute of {}", draft.opcode->name));
    row->read(*this, scope, draft);
}

void TextReader::add_left_out(Draft& draft) {
    if (draft.async_part == AsyncPart::Update || draft.async_part == AsyncPart::Done) return;
    for (std::string_view rest = draft.opcode->attributes; !rest.empty();) {
        const std::string_view name = take_attribute(rest).name;
        const AttributeReaders::Row* row = AttributeReaders::find(name);
        if (row && row->leave_out && !draft.has(name)) row->leave_out(draft);
    }
}

}  // namespace hlo2c::frontend
