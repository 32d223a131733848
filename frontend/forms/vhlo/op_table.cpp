#include "frontend/forms/vhlo/op_table.h"

#include <algorithm>
#include <charconv>
#include <map>

#include "frontend/ir/attributes.h"
#include "frontend/ir/structures.h"
#include "frontend/ops/rows/table.h"

namespace hlo2c::frontend::vhlo {

constinit const Structure convolution_structure{"dimension_numbers", structures::convolution, true};
constinit const Structure gather_structure{"dimension_numbers", gather_fields.structure, false};
constinit const Structure scatter_structure{"scatter_dimension_numbers", scatter_fields.structure, false};
constinit const Structure dot_structure{"dot_dimension_numbers", structures::dot, false};
constinit const Structure algorithm_structure{"algorithm", structures::dot_algorithm, true};
constinit const Structure channel_structure{"channel_handle", structures::channel_handle, true};

namespace {

// Builders of rows, so that the table reads like the specification.
constexpr AttributeRow same(std::string_view name, Default otherwise = Default::Required, int first = 1) {
    return {.name = name, .otherwise = otherwise, .first = first};
}
constexpr AttributeRow added_in(int first, std::string_view name) {
    return {.name = name, .first = first};
}
constexpr AttributeRow integers(std::string_view name) {
    return {.name = name, .form = Form::Integers};
}
constexpr AttributeRow flag(std::string_view name, int first = 1) {
    return {.name = name, .form = Form::Flag, .first = first};
}
constexpr AttributeRow list_in(const Structure& structure, std::string_view name, int first = 1) {
    return {.name = name, .form = Form::FieldList, .structure = &structure, .field = name, .first = first};
}
constexpr AttributeRow number_in(const Structure& structure, std::string_view name) {
    return {.name = name, .form = Form::Field, .structure = &structure, .field = name};
}
constexpr AttributeRow algorithm(std::string_view name) {
    return {.name = name,
            .form = Form::Algorithm,
            .otherwise = Default::NoType,
            .structure = &algorithm_structure,
            .field = name,
            .first = 2};
}

constexpr AttributeRow collective_channel = {.name = attr::channel_id,
                                             .form = Form::Field,
                                             .otherwise = Default::Zero,
                                             .structure = &channel_structure,
                                             .field = "handle"};
constexpr AttributeRow transfer_channel = {
    .name = attr::channel_id, .form = Form::Field, .structure = &channel_structure, .field = "handle"};
constexpr AttributeRow channel_type = {
    .name = "channel_type", .form = Form::Field, .structure = &channel_structure, .field = "type"};
constexpr AttributeRow precision = same(attr::precision_config, Default::Precisions);

constexpr AttributeRows joined(std::initializer_list<AttributeRows> parts) {
    AttributeRows rows;
    for (const AttributeRows& part : parts)
        for (const AttributeRow& row : part) rows.push_back(row);
    return rows;
}

constexpr AttributeRows convolution_numbers() {
    const Structure& structure = convolution_structure;
    return {number_in(structure, "input_batch_dimension"),
            number_in(structure, "input_feature_dimension"),
            list_in(structure, "input_spatial_dimensions"),
            number_in(structure, "kernel_input_feature_dimension"),
            number_in(structure, "kernel_output_feature_dimension"),
            list_in(structure, "kernel_spatial_dimensions"),
            number_in(structure, "output_batch_dimension"),
            number_in(structure, "output_feature_dimension"),
            list_in(structure, "output_spatial_dimensions"),
            same(attr::feature_group_count),
            same(attr::batch_group_count),
            precision};
}

constexpr AttributeRows convolution_window() {
    return {integers(attr::lhs_dilation), integers(attr::rhs_dilation),
            AttributeRow{.name = attr::window_reversal, .form = Form::Booleans}};
}

constexpr AttributeRows slicing_numbers(const Structure& structure, const SlicingFields& names) {
    return {list_in(structure, names.window),      list_in(structure, names.removed),
            list_in(structure, names.batching, 2), list_in(structure, names.indices_batching, 2),
            list_in(structure, names.index_map),   number_in(structure, names.index_vector),
            same(attr::indices_are_sorted)};
}

constexpr AttributeRows gather_numbers() {
    return slicing_numbers(gather_structure, gather_fields);
}

constexpr auto collectives = std::to_array<OpVersions>({
    {OpCode::AllGather,
     2,
     {same(attr::all_gather_dim), same(attr::replica_groups), collective_channel,
      flag(attr::use_global_device_ids)}},
    {OpCode::AllReduce,
     2,
     {same(attr::replica_groups), collective_channel, flag(attr::use_global_device_ids)}},
    {OpCode::AllToAll,
     2,
     {same(attr::split_dimension), same(attr::concat_dimension), same(attr::split_count),
      same(attr::replica_groups), collective_channel}},
    {OpCode::CollectiveBroadcast,
     2,
     {same(attr::replica_groups), collective_channel, flag(attr::has_dynamic_root, 2)},
     20,
     true},
    {OpCode::CollectivePermute, 1, {same(attr::source_target_pairs), collective_channel}},
    {OpCode::CollectiveReduce,
     1,
     {same(attr::replica_groups), collective_channel, flag(attr::use_global_device_ids),
      flag(attr::has_dynamic_root)},
     19},
    {OpCode::CrossReplicaSum, 1, {same(attr::replica_groups)}},
    {OpCode::ReduceScatter,
     1,
     {same(attr::scatter_dimension), same(attr::replica_groups), collective_channel,
      flag(attr::use_global_device_ids)}},
    {OpCode::Recv,
     2,
     {transfer_channel, channel_type, same(attr::is_host_transfer), added_in(2, attr::source_target_pairs)}},
    {OpCode::Send,
     2,
     {transfer_channel, channel_type, same(attr::is_host_transfer), added_in(2, attr::source_target_pairs)}},
    {OpCode::Infeed, 1, {same(attr::infeed_config), same(attr::layout, Default::EmptyList)}},
    {OpCode::Outfeed, 1, {same(attr::outfeed_config)}},
});

constexpr auto contractions = std::to_array<OpVersions>({
    {OpCode::Convolution, 1,
     joined({{integers(attr::window_strides), same(attr::padding)},
             convolution_window(),
             convolution_numbers()})},
    {OpCode::DynamicConv, 2,
     joined({{integers(attr::window_strides),
              AttributeRow{.name = attr::padding, .form = Form::Dropped, .last = 1}},
             convolution_window(),
             convolution_numbers()})},
    {OpCode::Dot, 1, {precision}},
    {OpCode::DotGeneral,
     2,
     {list_in(dot_structure, "lhs_batching_dimensions"), list_in(dot_structure, "rhs_batching_dimensions"),
      list_in(dot_structure, "lhs_contracting_dimensions"),
      list_in(dot_structure, "rhs_contracting_dimensions"), precision, algorithm("lhs_precision_type"),
      algorithm("rhs_precision_type"), algorithm("accumulation_type"), algorithm("lhs_component_count"),
      algorithm("rhs_component_count"), algorithm("num_primitive_operations"),
      algorithm("allow_imprecise_accumulation")}},
    {OpCode::Einsum, 1, {same(attr::einsum_config)}},
    {OpCode::UnaryEinsum, 1, {same(attr::einsum_config)}},
    {OpCode::Fft, 1, {same(attr::fft_type), integers(attr::fft_length)}},
    {OpCode::Cholesky, 1, {same(attr::lower)}},
    {OpCode::TriangularSolve,
     1,
     {same(attr::left_side), same(attr::lower), same(attr::unit_diagonal), same(attr::transpose_a)}},
});

constexpr auto movements = std::to_array<OpVersions>({
    {OpCode::Broadcast, 1, {integers(attr::broadcast_sizes)}},
    {OpCode::BroadcastInDim, 1, {integers(attr::broadcast_dimensions)}},
    {OpCode::Concatenate, 1, {same(attr::dimension)}},
    {OpCode::Constant, 1, {same(attr::value)}},
    {OpCode::DynamicBroadcastInDim,
     1,
     {integers(attr::broadcast_dimensions), integers(attr::known_expanding_dimensions),
      integers(attr::known_nonexpanding_dimensions)}},
    {OpCode::DynamicGather, 2, gather_numbers()},
    {OpCode::DynamicIota, 1, {same(attr::iota_dimension)}},
    {OpCode::DynamicSlice, 1, {integers(attr::slice_sizes)}},
    {OpCode::Gather, 2, joined({gather_numbers(), {integers(attr::slice_sizes)}})},
    {OpCode::GetDimensionSize, 1, {same(attr::dimension)}},
    {OpCode::GetTupleElement, 1, {AttributeRow{.name = attr::index, .form = Form::Number32}}},
    {OpCode::Iota, 1, {same(attr::iota_dimension)}},
    {OpCode::Pad,
     1,
     {integers(attr::edge_padding_low), integers(attr::edge_padding_high), integers(attr::interior_padding)}},
    {OpCode::Reverse, 1, {integers(attr::dimensions)}},
    {OpCode::Scatter, 2,
     joined({slicing_numbers(scatter_structure, scatter_fields), {same(attr::unique_indices)}})},
    {OpCode::SetDimensionSize, 1, {same(attr::dimension)}},
    {OpCode::Slice,
     1,
     {integers(attr::start_indices), integers(attr::limit_indices), integers(attr::strides)}},
    {OpCode::TorchIndexSelect, 1, {same(attr::dim), same(attr::batch_dims)}},
    {OpCode::Transpose, 1, {integers(attr::permutation)}},
});

constexpr AttributeRows batch_norm = {same(attr::epsilon), same(attr::feature_index)};

constexpr auto others = std::to_array<OpVersions>({
    {OpCode::BatchNormGrad, 1, batch_norm},
    {OpCode::BatchNormInference, 1, batch_norm},
    {OpCode::BatchNormTraining, 1, batch_norm},
    {OpCode::Call, 1, {AttributeRow{.name = attr::callee, .form = Form::Symbol}}},
    {OpCode::Compare, 1, {same(attr::comparison_direction), same(attr::compare_type)}},
    {OpCode::Composite,
     2,
     {same(attr::composite_name), same(attr::composite_attributes, Default::EmptyDictionary),
      AttributeRow{.name = attr::decomposition, .form = Form::Symbol},
      AttributeRow{.name = attr::composite_version, .form = Form::Number32}}},
    {OpCode::CustomCall,
     2,
     {same(attr::call_target_name), same(attr::has_side_effect),
      same(attr::backend_config, Default::EmptyText), same(attr::api_version),
      AttributeRow{.name = attr::called_computations, .form = Form::Symbols, .otherwise = Default::EmptyList},
      same(attr::operand_layouts, Default::EmptyList), same(attr::result_layouts, Default::EmptyList),
      same(attr::output_operand_aliases, Default::EmptyList), same("result_tilings", Default::EmptyList, 2)},
     18},
    {OpCode::Map, 1, {integers(attr::dimensions)}},
    {OpCode::Reduce, 1, {integers(attr::dimensions)}},
    {OpCode::ReducePrecision,
     1,
     {AttributeRow{.name = attr::exponent_bits, .form = Form::Number32},
      AttributeRow{.name = attr::mantissa_bits, .form = Form::Number32}}},
    {OpCode::ReduceWindow,
     1,
     {integers(attr::window_dimensions), integers(attr::window_strides), integers(attr::base_dilations),
      integers(attr::window_dilations), same(attr::padding)}},
    {OpCode::Rng, 1, {same(attr::rng_distribution)}},
    {OpCode::RngBitGenerator, 1, {same(attr::rng_algorithm)}},
    {OpCode::SelectAndScatter,
     1,
     {integers(attr::window_dimensions), integers(attr::window_strides), same(attr::padding)}},
    {OpCode::Sort, 1, {same(attr::dimension), same(attr::is_stable)}},
});

/// An op of StableHLO without a row above: it has no attributes, or an accuracy since its second version.
constexpr OpVersions plain_op(const OpRow& row) {
    if (row.attributes.empty()) return {row.code, 1, {}};
    if (row.attributes.size() != 1 || row.attributes[0].name != attr::result_accuracy.name)
        throw "an op of StableHLO has attributes and no row in VHLO";
    return {row.code, 2, {same(attr::result_accuracy, Default::Accuracy, 2)}};
}

/// The row with the default that the op's own row gives the attribute. A second default does not compile.
constexpr AttributeRow with_default_of_row(OpCode code, AttributeRow row) {
    if (row.structure != nullptr || row.form == Form::Dropped) return row;
    for (const AttributeFact& fact : rows::table[static_cast<std::size_t>(code)].attributes) {
        if (fact.name != row.name || (!fact.is_required && !fact.has_default)) continue;
        if (row.otherwise != Default::Required) throw "the op's row says what an absent attribute means";
        if (fact.is_required) continue;
        row.otherwise = Default::OfRow;
        row.kind = fact.kind;
        row.default_value = fact.default_value;
    }
    return row;
}

/// The versions of each op. An op of StableHLO whose attributes have no versions does not compile, and
/// neither does one that is in two of the lists above.
consteval auto make_table() {
    TableBuilder<OpVersions> builder;
    const auto place = [&](const auto& ops) {
        for (OpVersions op : ops) {
            AttributeRows attributes;
            for (const AttributeRow& row : op.attributes)
                attributes.push_back(with_default_of_row(op.code, row));
            op.attributes = attributes;
            builder.place(op.code, op);
        }
    };
    place(collectives);
    place(contractions);
    place(movements);
    place(others);
    const auto place_missing = [&](const auto& rows, bool is_stablehlo) {
        for (const OpRow& row : rows)
            if (!builder.has(row.code)) builder.place(row.code, is_stablehlo ? plain_op(row) : OpVersions{});
    };
    builder.place(OpCode::FuncReturn, plain_op(rows::table[static_cast<std::size_t>(OpCode::Return)]));
    place_missing(rows::chlo, false);
    place_missing(rows::chlo_broadcast, false);
    place_missing(rows::parts, false);
    place_missing(rows::other_dialects, false);
    place_missing(rows::table, true);
    return builder.total();
}

constexpr auto table = make_table();

const std::map<std::string_view, const OpVersions*>& ops_by_name() {
    static const auto index = [] {
        std::map<std::string_view, const OpVersions*> map;
        for (const OpVersions& op : table)
            if (op.versions > 0) map.emplace(vhlo_name(op.code), &op);
        return map;
    }();
    return index;
}

}  // namespace

std::string_view vhlo_name(OpCode code) {
    const std::string_view text = spelling(code);
    return text.substr(text.find('.') + 1);
}

std::optional<VersionedOp> op_from_name(std::string_view name) {
    const std::size_t mark = name.rfind("_v");
    if (mark == std::string_view::npos) return std::nullopt;
    int version = 0;
    const char* const end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(name.data() + mark + 2, end, version);
    const auto found = ops_by_name().find(name.substr(0, mark));
    if (error != std::errc() || stop != end || found == ops_by_name().end() || version < 1 ||
        version > found->second->versions)
        return std::nullopt;
    return VersionedOp{found->second, version};
}

const OpVersions* versions_of(OpCode code) {
    const OpVersions& op = behaviour(table, code);
    return op.versions > 0 ? &op : nullptr;
}

std::vector<const AttributeRow*> attributes_of(const OpVersions& row, int version) {
    std::vector<const AttributeRow*> attributes;
    for (const AttributeRow& attribute : row.attributes)
        if (attribute.first <= version && version <= attribute.last) attributes.push_back(&attribute);
    std::sort(attributes.begin(), attributes.end(),
              [](const AttributeRow* a, const AttributeRow* b) { return a->name < b->name; });
    return attributes;
}

}  // namespace hlo2c::frontend::vhlo
