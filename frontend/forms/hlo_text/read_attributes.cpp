#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "frontend/forms/hlo_text/enumerators.h"
#include "frontend/forms/hlo_text/text_reader.h"

namespace hlo2c::frontend {
namespace {

constexpr std::string_view number_text = "an integer";
constexpr std::string_view truth_text = "true or false";

}  // namespace

/// The readers of all attributes by name. The meaning of a name does not depend on the opcode, with few
/// exceptions such as `lower`, which both factorizations have.
struct AttributeReaders {
    using Reader = void (*)(TextReader&, TextReader::Scope&, Draft&);
    struct Row {
        std::string_view name;
        Reader read;
    };
    template <auto Set>
    static void read_integer(TextReader& reader, TextReader::Scope&, Draft& draft) {
        (draft.instruction->*Set)(reader.cursor_.integer(number_text));
    }
    template <auto Set>
    static void read_small(TextReader& reader, TextReader::Scope&, Draft& draft) {
        const std::size_t begin = reader.cursor_.offset();
        const std::int64_t value = reader.cursor_.integer(number_text);
        if (value < 0 || value > INT32_MAX)
            reader.fail_at(read_error::syntax, begin, "this number is out of range", "Correct the number.");
        (draft.instruction->*Set)(static_cast<std::int32_t>(value));
    }
    template <auto Set>
    static void read_boolean(TextReader& reader, TextReader::Scope&, Draft& draft) {
        (draft.instruction->*Set)(reader.cursor_.boolean(truth_text));
    }
    template <auto Get>
    static void read_list(TextReader& reader, TextReader::Scope&, Draft& draft) {
        reader.read_integers((draft.instruction->*Get)());
    }
    template <auto Message, auto Get>
    static void read_list_of(TextReader& reader, TextReader::Scope&, Draft& draft) {
        reader.read_integers(((draft.instruction->*Message)()->*Get)());
    }
    template <auto Get>
    static void read_dot_list(TextReader& reader, TextReader::Scope&, Draft& draft) {
        reader.read_integers((draft.dot.*Get)());
    }
    template <auto Set>
    static void read_string(TextReader& reader, TextReader::Scope&, Draft& draft) {
        (draft.instruction->*Set)(reader.cursor_.string("a string in quotes"));
    }
    template <auto Member>
    static void read_called(TextReader& reader, TextReader::Scope&, Draft& draft) {
        draft.*Member = reader.read_called_computation(draft);
    }
    template <auto Member>
    static void read_called_one(TextReader& reader, TextReader::Scope&, Draft& draft) {
        (draft.*Member).push_back(reader.read_called_computation(draft));
    }
    template <auto Member>
    static void read_called_list(TextReader& reader, TextReader::Scope&, Draft& draft) {
        draft.*Member = reader.read_called_computations(draft);
    }
    template <auto Set, typename Enum>
    static void read_word(TextReader& reader, Draft& draft, const Enumerators<Enum>& words) {
        (draft.instruction->*Set)(enumerator(reader.cursor_, words));
    }
    static const Row* find(std::string_view name);
};

const AttributeReaders::Row* AttributeReaders::find(std::string_view name) {
    using I = wire::HloInstructionProto;
    using Reader = TextReader;
    using Scope = TextReader::Scope;
    // Overloaded string setters need the exact type.
    static constexpr auto rows = std::to_array<Row>({
        {"algorithm",
         [](Reader& r, Scope&, Draft& d) {
             if (d.opcode->name == "rng-bit-generator")
                 d.instruction->set_rng_algorithm(enumerator(r.cursor_, random_algorithms));
             else
                 d.instruction->mutable_precision_config()->set_algorithm(
                     enumerator(r.cursor_, dot_algorithms));
         }},
        {"api_version",
         [](Reader& r, Scope&, Draft& d) {
             const std::size_t begin = r.cursor_.offset();
             d.instruction->set_custom_call_api_version(enumerator(r.cursor_, api_versions));
             if (d.instruction->custom_call_api_version() == wire::API_VERSION_UNSPECIFIED)
                 r.fail_at(read_error::syntax, begin, "a custom call has a version of its interface",
                           "Write another version, or leave the attribute out.");
         }},
        {"async_execution_thread",
         [](Reader& r, Scope&, Draft& d) { d.execution_thread = r.cursor_.string("a thread in quotes"); }},
        {"backend_config", [](Reader& r, Scope&, Draft& d) { r.read_backend_config(*d.instruction); }},
        {"batch_group_count", read_integer<&I::set_batch_group_count>},
        {"body", read_called<&Draft::body>},
        {"branch_computations", read_called_list<&Draft::branches>},
        {"called_computations", read_called_list<&Draft::calls>},
        {"calls", read_called_one<&Draft::calls>},
        {"channel_id", read_integer<&I::set_channel_id>},
        {"collapsed_slice_dims", read_list_of<&I::mutable_gather_dimension_numbers,
                                              &wire::GatherDimensionNumbers::mutable_collapsed_slice_dims>},
        {"condition", read_called<&Draft::condition>},
        {"constrain_layout", read_boolean<&I::set_constrain_layout>},
        {"control-predecessors",
         [](Reader& r, Scope& scope, Draft& d) {
             r.cursor_.expect('{', "before the list of instructions");
             while (!r.cursor_.at('}')) {
                 const std::size_t begin = r.cursor_.offset();
                 const std::string_view name = r.cursor_.name("an instruction");
                 const auto found = scope.instructions.find(name);
                 if (found == scope.instructions.end())
                     r.fail_at(read_error::undefined_name, begin,
                               fmt::format("there is no instruction '{}' above", name),
                               "Instructions must precede those that wait for them.");
                 d.instruction->add_control_predecessor_ids(found->second->id());
                 if (!r.cursor_.accept(',')) break;
             }
             r.cursor_.expect('}', "at the end of the list");
         }},
        {"conv_kind",
         [](Reader& r, Scope&, Draft& d) {
             d.instruction->set_conv_kind(enumerator(r.cursor_, convolution_kinds));
         }},
        {"cross_program_prefetch_index", read_small<&I::set_cross_program_prefetch_index>},
        {"custom_call_has_side_effect", read_boolean<&I::set_custom_call_has_side_effect>},
        {"custom_call_target",
         [](Reader& r, Scope&, Draft& d) {
             d.instruction->set_custom_call_target(r.cursor_.string("the target in quotes"));
         }},
        {"delta", read_integer<&I::set_delta>},
        {"dim_labels",
         [](Reader& r, Scope&, Draft& d) {
             r.read_dimension_labels(*d.instruction->mutable_convolution_dimension_numbers());
         }},
        {"dimensions", read_list<&I::mutable_dimensions>},
        {"direction",
         [](Reader& r, Scope&, Draft& d) {
             d.instruction->set_comparison_direction(
                 std::string(keyword(r.cursor_, {"EQ", "NE", "GE", "GT", "LE", "LT"})));
         }},
        {"distribution",
         [](Reader& r, Scope&, Draft& d) {
             d.instruction->set_distribution(enumerator(r.cursor_, distributions));
         }},
        {"domain", [](Reader& r, Scope&, Draft& d) { r.read_domain(*d.instruction); }},
        {"dynamic_slice_sizes", read_list<&I::mutable_dynamic_slice_sizes>},
        {"epsilon",
         [](Reader& r, Scope&, Draft& d) {
             d.instruction->set_epsilon(static_cast<float>(r.cursor_.real("a number")));
         }},
        {"exponent_bits", read_small<&I::set_exponent_bits>},
        {"false_computation", read_called<&Draft::false_branch>},
        {"feature_group_count", read_integer<&I::set_feature_group_count>},
        {"feature_index", read_integer<&I::set_feature_index>},
        {"fft_length", read_list<&I::mutable_fft_length>},
        {"fft_type",
         [](Reader& r, Scope&, Draft& d) { d.instruction->set_fft_type(enumerator(r.cursor_, fft_types)); }},
        {"frontend_attributes",
         [](Reader& r, Scope&, Draft& d) {
             wire::FrontendAttributes attributes;
             r.read_frontend_attributes(attributes);
             if (attributes.map_size() > 0)
                 *d.instruction->mutable_frontend_attributes() = std::move(attributes);
         }},
        {"index", read_integer<&I::set_tuple_index>},
        {"index_vector_dim",
         [](Reader& r, Scope&, Draft& d) {
             const std::int64_t value = r.cursor_.integer(number_text);
             if (d.opcode->name == "gather")
                 d.instruction->mutable_gather_dimension_numbers()->set_index_vector_dim(value);
             else d.instruction->mutable_scatter_dimension_numbers()->set_index_vector_dim(value);
         }},
        {"indices_are_sorted", read_boolean<&I::set_indices_are_sorted>},
        {"infeed_config",
         [](Reader& r, Scope&, Draft& d) { d.instruction->set_infeed_config(r.cursor_.string("a string")); }},
        {"inferred_dimension",
         [](Reader& r, Scope&, Draft& d) { d.instruction->add_dimensions(r.cursor_.integer(number_text)); }},
        {"input_batching_dims", read_list_of<&I::mutable_scatter_dimension_numbers,
                                             &wire::ScatterDimensionNumbers::mutable_input_batching_dims>},
        {"inserted_window_dims", read_list_of<&I::mutable_scatter_dimension_numbers,
                                              &wire::ScatterDimensionNumbers::mutable_inserted_window_dims>},
        {"iota_dimension",
         [](Reader& r, Scope&, Draft& d) { d.instruction->add_dimensions(r.cursor_.integer(number_text)); }},
        {"is_associative",
         [](Reader& r, Scope&, Draft& d) {
             d.instruction->set_is_associative(r.cursor_.boolean(truth_text) ? wire::TRI_STATE_TRUE
                                                                             : wire::TRI_STATE_FALSE);
         }},
        {"is_composite", read_boolean<&I::set_is_composite>},
        {"is_host_transfer", read_boolean<&I::set_is_host_transfer>},
        {"is_reverse", read_boolean<&I::set_is_reverse>},
        {"is_stable", read_boolean<&I::set_is_stable>},
        {"k", read_integer<&I::set_k>},
        {"kind",
         [](Reader& r, Scope&, Draft& d) {
             d.instruction->set_fusion_kind(
                 std::string(keyword(r.cursor_, {"kLoop", "kInput", "kOutput", "kCustom"})));
         }},
        {"largest", read_boolean<&I::set_largest>},
        {"left_side",
         [](Reader& r, Scope&, Draft& d) {
             d.instruction->mutable_triangular_solve_options()->set_left_side(r.cursor_.boolean(truth_text));
         }},
        {"lhs_batch_dims", read_dot_list<&wire::DotDimensionNumbers::mutable_lhs_batch_dimensions>},
        {"lhs_contracting_dims",
         read_dot_list<&wire::DotDimensionNumbers::mutable_lhs_contracting_dimensions>},
        {"lhs_ragged_dims", read_list_of<&I::mutable_ragged_dot_dimension_numbers,
                                         &wire::RaggedDotDimensionNumbers::mutable_lhs_ragged_dimensions>},
        {"literal", [](Reader& r, Scope&, Draft& d) { r.read_typed_literal(*d.instruction->mutable_literal()); }},
        {"lower",
         [](Reader& r, Scope&, Draft& d) {
             const bool value = r.cursor_.boolean(truth_text);
             if (d.opcode->name == "cholesky") d.instruction->mutable_cholesky_options()->set_lower(value);
             else d.instruction->mutable_triangular_solve_options()->set_lower(value);
         }},
        {"mantissa_bits", read_small<&I::set_mantissa_bits>},
        {"metadata", [](Reader& r, Scope&, Draft& d) { r.read_metadata(*d.instruction->mutable_metadata()); }},
        {"num_carries", read_integer<&I::set_num_carries>},
        {"offset_dims", read_list_of<&I::mutable_gather_dimension_numbers,
                                     &wire::GatherDimensionNumbers::mutable_offset_dims>},
        {"operand_batching_dims", read_list_of<&I::mutable_gather_dimension_numbers,
                                               &wire::GatherDimensionNumbers::mutable_operand_batching_dims>},
        {"operand_layout_constraints",
         [](Reader& r, Scope&, Draft& d) {
             d.instruction->set_constrain_layout(true);
             r.cursor_.expect('{', "before the shapes of the operands");
             while (!r.cursor_.at('}')) {
                 r.read_shape(*d.instruction->add_operand_shapes_with_layout());
                 if (!r.cursor_.accept(',')) break;
             }
             r.cursor_.expect('}', "after the shapes of the operands");
         }},
        {"operand_precision",
         [](Reader& r, Scope&, Draft& d) { r.read_precision(*d.instruction->mutable_precision_config()); }},
        {"origin",
         [](Reader& r, Scope&, Draft& d) { r.read_original_value(*d.instruction->mutable_original_value()); }},
        {"outfeed_config",
         [](Reader& r, Scope&, Draft& d) { d.instruction->set_outfeed_config(r.cursor_.string("a string")); }},
        {"outfeed_shape",
         [](Reader& r, Scope&, Draft& d) { r.read_shape(*d.instruction->mutable_outfeed_shape()); }},
        {"output_to_operand_aliasing", [](Reader& r, Scope&, Draft& d) { r.read_aliasing(*d.instruction); }},
        {"padding", [](Reader& r, Scope&, Draft& d) { r.read_padding(*d.instruction); }},
        {"padding_type",
         [](Reader& r, Scope&, Draft& d) {
             d.instruction->set_padding_type(enumerator(r.cursor_, padding_types));
         }},
        {"parameter_replication",
         [](Reader& r, Scope&, Draft& d) {
             auto& leaves = *d.instruction->mutable_parameter_replication();
             r.cursor_.expect('{', "before the list");
             while (!r.cursor_.at('}')) {
                 leaves.add_replicated_at_leaf_buffers(r.cursor_.boolean(truth_text));
                 if (!r.cursor_.accept(',')) break;
             }
             r.cursor_.expect('}', "at the end of the list");
         }},
        {"replica_groups", [](Reader& r, Scope&, Draft& d) { r.read_replica_groups(*d.instruction); }},
        {"result_accuracy",
         [](Reader& r, Scope&, Draft& d) { r.read_result_accuracy(*d.instruction->mutable_result_accuracy()); }},
        {"rhs_batch_dims", read_dot_list<&wire::DotDimensionNumbers::mutable_rhs_batch_dimensions>},
        {"rhs_contracting_dims",
         read_dot_list<&wire::DotDimensionNumbers::mutable_rhs_contracting_dimensions>},
        {"rhs_group_dims", read_list_of<&I::mutable_ragged_dot_dimension_numbers,
                                        &wire::RaggedDotDimensionNumbers::mutable_rhs_group_dimensions>},
        {"scatter", read_called<&Draft::scatter>},
        {"scatter_dims_to_operand_dims",
         read_list_of<&I::mutable_scatter_dimension_numbers,
                      &wire::ScatterDimensionNumbers::mutable_scatter_dims_to_operand_dims>},
        {"scatter_indices_batching_dims",
         read_list_of<&I::mutable_scatter_dimension_numbers,
                      &wire::ScatterDimensionNumbers::mutable_scatter_indices_batching_dims>},
        {"schedule",
         [](Reader& r, Scope&, Draft& d) {
             d.instruction->set_custom_call_schedule(enumerator(r.cursor_, schedules));
         }},
        {"select", read_called<&Draft::select>},
        {"sharding", [](Reader& r, Scope&, Draft& d) { r.read_sharding(*d.instruction->mutable_sharding()); }},
        {"slice", [](Reader& r, Scope&, Draft& d) { r.read_slice(*d.instruction); }},
        {"slice_sizes",
         [](Reader& r, Scope&, Draft& d) {
             if (d.opcode->name == "gather") {
                 r.read_integers(d.instruction->mutable_gather_slice_sizes());
                 return;
             }
             r.cursor_.expect('{', "before the sizes of the slices");
             while (!r.cursor_.at('}')) {
                 r.read_integers(d.instruction->mutable_dynamic_slice_sizes());
                 if (!r.cursor_.accept(',')) break;
             }
             r.cursor_.expect('}', "after the sizes of the slices");
         }},
        {"source_target_pairs",
         [](Reader& r, Scope&, Draft& d) {
             r.cursor_.expect('{', "before the pairs");
             while (!r.cursor_.at('}')) {
                 auto& pair = *d.instruction->add_source_target_pairs();
                 r.cursor_.expect('{', "before a pair");
                 pair.set_source(r.cursor_.integer("the number of a process"));
                 r.cursor_.expect(',', "between source and target");
                 pair.set_target(r.cursor_.integer("the number of a process"));
                 r.cursor_.expect('}', "after a pair");
                 if (!r.cursor_.accept(',')) break;
             }
             r.cursor_.expect('}', "after the pairs");
         }},
        {"sparsity_config",
         [](Reader& r, Scope&, Draft& d) { r.read_sparsity(*d.instruction->mutable_sparsity_config()); }},
        {"start_index_map", read_list_of<&I::mutable_gather_dimension_numbers,
                                         &wire::GatherDimensionNumbers::mutable_start_index_map>},
        {"start_indices_batching_dims",
         read_list_of<&I::mutable_gather_dimension_numbers,
                      &wire::GatherDimensionNumbers::mutable_start_indices_batching_dims>},
        {"statistics",
         [](Reader& r, Scope&, Draft& d) { r.read_statistics(*d.instruction->mutable_statistics_viz()); }},
        {"to_apply", read_called_one<&Draft::to_apply>},
        {"transpose_a",
         [](Reader& r, Scope&, Draft& d) {
             d.instruction->mutable_triangular_solve_options()->set_transpose_a(
                 enumerator(r.cursor_, transposes));
         }},
        {"true_computation", read_called<&Draft::true_branch>},
        {"type",
         [](Reader& r, Scope&, Draft& d) {
             d.instruction->set_comparison_type(
                 std::string(keyword(r.cursor_, {"FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"})));
         }},
        {"unique_indices", read_boolean<&I::set_unique_indices>},
        {"unit_diagonal",
         [](Reader& r, Scope&, Draft& d) {
             d.instruction->mutable_triangular_solve_options()->set_unit_diagonal(
                 r.cursor_.boolean(truth_text));
         }},
        {"update_window_dims", read_list_of<&I::mutable_scatter_dimension_numbers,
                                            &wire::ScatterDimensionNumbers::mutable_update_window_dims>},
        {"use_global_device_ids", read_boolean<&I::set_use_global_device_ids>},
        {"window", [](Reader& r, Scope&, Draft& d) { r.read_window(*d.instruction->mutable_window()); }},
    });
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

}  // namespace hlo2c::frontend
