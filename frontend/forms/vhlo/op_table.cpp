#include "frontend/forms/vhlo/op_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <unordered_map>

#include "frontend/diagnostic.h"

namespace hlo2c::frontend::vhlo {

const Structure convolution_structure{"dimension_numbers", "stablehlo.conv", true};
const Structure gather_structure{"dimension_numbers", "stablehlo.gather", false};
const Structure scatter_structure{"scatter_dimension_numbers", "stablehlo.scatter", false};
const Structure dot_structure{"dot_dimension_numbers", "stablehlo.dot", false};
const Structure algorithm_structure{"algorithm", "stablehlo.dot_algorithm", true};
const Structure channel_structure{"channel_handle", "stablehlo.channel_handle", true};

namespace {

using Rows = std::vector<AttributeRow>;

// Builders of rows, so that the table reads like the specification.
AttributeRow same(std::string_view name, Default otherwise = Default::Required, int first = 1) {
    return {.name = name, .otherwise = otherwise, .first = first};
}
AttributeRow integers(std::string_view name, Default otherwise = Default::Required) {
    return {.name = name, .form = Form::Integers, .otherwise = otherwise};
}
AttributeRow flag(std::string_view name, int first = 1) {
    return {.name = name, .form = Form::Flag, .otherwise = Default::False, .first = first};
}
AttributeRow list_in(const Structure& structure, std::string_view name, int first = 1) {
    return {.name = name, .form = Form::FieldList, .structure = &structure, .field = name, .first = first};
}
AttributeRow number_in(const Structure& structure, std::string_view name) {
    return {.name = name, .form = Form::Field, .structure = &structure, .field = name};
}
AttributeRow algorithm(std::string_view name) {
    return {.name = name,
            .form = Form::Algorithm,
            .otherwise = Default::NoType,
            .structure = &algorithm_structure,
            .field = name,
            .first = 2};
}

const AttributeRow collective_channel = {.name = "channel_id",
                                         .form = Form::Field,
                                         .otherwise = Default::Zero,
                                         .structure = &channel_structure,
                                         .field = "handle"};
const AttributeRow transfer_channel = {
    .name = "channel_id", .form = Form::Field, .structure = &channel_structure, .field = "handle"};
const AttributeRow channel_type = {
    .name = "channel_type", .form = Form::Field, .structure = &channel_structure, .field = "type"};
const AttributeRow precision = same("precision_config", Default::Precisions);

Rows joined(std::initializer_list<Rows> parts) {
    Rows rows;
    for (const Rows& part : parts) rows.insert(rows.end(), part.begin(), part.end());
    return rows;
}

Rows convolution_numbers() {
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
            same("feature_group_count"),
            same("batch_group_count"),
            precision};
}

Rows convolution_window() {
    return {integers("lhs_dilation", Default::Ones), integers("rhs_dilation", Default::Ones),
            AttributeRow{.name = "window_reversal", .form = Form::Booleans, .otherwise = Default::Falses}};
}

Rows gather_numbers() {
    const Structure& structure = gather_structure;
    return {list_in(structure, "offset_dims"),
            list_in(structure, "collapsed_slice_dims"),
            list_in(structure, "operand_batching_dims", 2),
            list_in(structure, "start_indices_batching_dims", 2),
            list_in(structure, "start_index_map"),
            number_in(structure, "index_vector_dim"),
            same("indices_are_sorted", Default::False)};
}

std::vector<OpRow> collectives() {
    return {
        {"all_gather",
         OpCode::AllGather,
         2,
         {same("all_gather_dim"), same("replica_groups"), collective_channel, flag("use_global_device_ids")}},
        {"all_reduce",
         OpCode::AllReduce,
         2,
         {same("replica_groups"), collective_channel, flag("use_global_device_ids")}},
        {"all_to_all",
         OpCode::AllToAll,
         2,
         {same("split_dimension"), same("concat_dimension"), same("split_count"), same("replica_groups"),
          collective_channel}},
        {"collective_broadcast",
         OpCode::CollectiveBroadcast,
         2,
         {same("replica_groups"), collective_channel, flag("has_dynamic_root", 2)},
         20},
        {"collective_permute",
         OpCode::CollectivePermute,
         1,
         {same("source_target_pairs"), collective_channel}},
        {"collective_reduce",
         OpCode::CollectiveReduce,
         1,
         {same("replica_groups"), collective_channel, flag("use_global_device_ids"),
          flag("has_dynamic_root")},
         19},
        {"cross-replica-sum", OpCode::CrossReplicaSum, 1, {same("replica_groups")}},
        {"reduce_scatter",
         OpCode::ReduceScatter,
         1,
         {same("scatter_dimension"), same("replica_groups"), collective_channel,
          flag("use_global_device_ids")}},
        {"recv",
         OpCode::Recv,
         2,
         {transfer_channel, channel_type, same("is_host_transfer", Default::False),
          same("source_target_pairs", Default::EmptyIntegers, 2)}},
        {"send",
         OpCode::Send,
         2,
         {transfer_channel, channel_type, same("is_host_transfer", Default::False),
          same("source_target_pairs", Default::EmptyIntegers, 2)}},
        {"infeed",
         OpCode::Infeed,
         1,
         {same("infeed_config", Default::EmptyText), same("layout", Default::EmptyList)}},
        {"outfeed", OpCode::Outfeed, 1, {same("outfeed_config", Default::EmptyText)}},
    };
}

std::vector<OpRow> contractions() {
    const Structure& dot = dot_structure;
    return {
        {"convolution", OpCode::Convolution, 1,
         joined({{integers("window_strides", Default::Ones), same("padding", Default::ZeroPairs)},
                 convolution_window(),
                 convolution_numbers()})},
        {"dynamic_conv", OpCode::DynamicConv, 2,
         joined({{integers("window_strides", Default::Ones),
                  AttributeRow{.name = "padding", .form = Form::Dropped, .last = 1}},
                 convolution_window(),
                 convolution_numbers()})},
        {"dot", OpCode::Dot, 1, {precision}},
        {"dot_general",
         OpCode::DotGeneral,
         2,
         {list_in(dot, "lhs_batching_dimensions"), list_in(dot, "rhs_batching_dimensions"),
          list_in(dot, "lhs_contracting_dimensions"), list_in(dot, "rhs_contracting_dimensions"), precision,
          algorithm("lhs_precision_type"), algorithm("rhs_precision_type"), algorithm("accumulation_type"),
          algorithm("lhs_component_count"), algorithm("rhs_component_count"),
          algorithm("num_primitive_operations"), algorithm("allow_imprecise_accumulation")}},
        {"einsum", OpCode::Einsum, 1, {same("einsum_config")}},
        {"unary_einsum", OpCode::UnaryEinsum, 1, {same("einsum_config")}},
        {"fft", OpCode::Fft, 1, {same("fft_type"), integers("fft_length")}},
        {"cholesky", OpCode::Cholesky, 1, {same("lower", Default::False)}},
        {"triangular_solve",
         OpCode::TriangularSolve,
         1,
         {same("left_side"), same("lower"), same("unit_diagonal"), same("transpose_a")}},
    };
}

std::vector<OpRow> movements() {
    const Structure& scatter = scatter_structure;
    return {
        {"broadcast", OpCode::Broadcast, 1, {integers("broadcast_sizes")}},
        {"broadcast_in_dim", OpCode::BroadcastInDim, 1, {integers("broadcast_dimensions")}},
        {"concatenate", OpCode::Concatenate, 1, {same("dimension")}},
        {"constant", OpCode::Constant, 1, {same("value")}},
        {"dynamic_broadcast_in_dim",
         OpCode::DynamicBroadcastInDim,
         1,
         {integers("broadcast_dimensions"), integers("known_expanding_dimensions", Default::EmptyIntegers),
          integers("known_nonexpanding_dimensions", Default::EmptyIntegers)}},
        {"dynamic_gather", OpCode::DynamicGather, 2, gather_numbers()},
        {"dynamic_iota", OpCode::DynamicIota, 1, {same("iota_dimension")}},
        {"dynamic_slice", OpCode::DynamicSlice, 1, {integers("slice_sizes")}},
        {"gather", OpCode::Gather, 2, joined({gather_numbers(), {integers("slice_sizes")}})},
        {"get_dimension_size", OpCode::GetDimensionSize, 1, {same("dimension")}},
        {"get_tuple_element",
         OpCode::GetTupleElement,
         1,
         {AttributeRow{.name = "index", .form = Form::Number32}}},
        {"iota", OpCode::Iota, 1, {same("iota_dimension")}},
        {"pad",
         OpCode::Pad,
         1,
         {integers("edge_padding_low"), integers("edge_padding_high"), integers("interior_padding")}},
        {"reverse", OpCode::Reverse, 1, {integers("dimensions")}},
        {"scatter",
         OpCode::Scatter,
         2,
         {list_in(scatter, "update_window_dims"), list_in(scatter, "inserted_window_dims"),
          list_in(scatter, "input_batching_dims", 2), list_in(scatter, "scatter_indices_batching_dims", 2),
          list_in(scatter, "scatter_dims_to_operand_dims"), number_in(scatter, "index_vector_dim"),
          same("indices_are_sorted", Default::False), same("unique_indices", Default::False)}},
        {"set_dimension_size", OpCode::SetDimensionSize, 1, {same("dimension")}},
        {"slice",
         OpCode::Slice,
         1,
         {integers("start_indices"), integers("limit_indices"), integers("strides")}},
        {"torch_index_select", OpCode::TorchIndexSelect, 1, {same("dim"), same("batch_dims")}},
        {"transpose", OpCode::Transpose, 1, {integers("permutation")}},
    };
}

std::vector<OpRow> others() {
    const Rows batch_norm = {same("epsilon"), same("feature_index")};
    return {
        {"batch_norm_grad", OpCode::BatchNormGrad, 1, batch_norm},
        {"batch_norm_inference", OpCode::BatchNormInference, 1, batch_norm},
        {"batch_norm_training", OpCode::BatchNormTraining, 1, batch_norm},
        {"call", OpCode::Call, 1, {AttributeRow{.name = "callee", .form = Form::Symbol}}},
        {"compare",
         OpCode::Compare,
         1,
         {same("comparison_direction"), same("compare_type", Default::NoComparison)}},
        {"composite",
         OpCode::Composite,
         2,
         {same("name"), same("composite_attributes", Default::EmptyDictionary),
          AttributeRow{.name = "decomposition", .form = Form::Symbol},
          AttributeRow{.name = "version", .form = Form::Number32, .otherwise = Default::Zero}}},
        {"custom_call",
         OpCode::CustomCall,
         2,
         {same("call_target_name"), same("has_side_effect", Default::False),
          same("backend_config", Default::EmptyText), same("api_version", Default::OriginalApi),
          AttributeRow{.name = "called_computations", .form = Form::Symbols, .otherwise = Default::EmptyList},
          same("operand_layouts", Default::EmptyList), same("result_layouts", Default::EmptyList),
          same("output_operand_aliases", Default::EmptyList), same("result_tilings", Default::EmptyList, 2)},
         18},
        {"map", OpCode::Map, 1, {integers("dimensions")}},
        {"reduce", OpCode::Reduce, 1, {integers("dimensions")}},
        {"reduce_precision",
         OpCode::ReducePrecision,
         1,
         {AttributeRow{.name = "exponent_bits", .form = Form::Number32},
          AttributeRow{.name = "mantissa_bits", .form = Form::Number32}}},
        {"reduce_window",
         OpCode::ReduceWindow,
         1,
         {integers("window_dimensions"), integers("window_strides", Default::Ones),
          integers("base_dilations", Default::Ones), integers("window_dilations", Default::Ones),
          same("padding", Default::ZeroPairs)}},
        {"rng", OpCode::Rng, 1, {same("rng_distribution")}},
        {"rng_bit_generator", OpCode::RngBitGenerator, 1, {same("rng_algorithm")}},
        {"select_and_scatter",
         OpCode::SelectAndScatter,
         1,
         {integers("window_dimensions"), integers("window_strides", Default::Ones),
          same("padding", Default::ZeroPairs)}},
        {"sort", OpCode::Sort, 1, {same("dimension", Default::MinusOne), same("is_stable", Default::False)}},
    };
}

/// Functions with an accuracy attribute since their second version.
constexpr std::string_view with_accuracy[] = {"cbrt", "cosine",   "exponential",  "exponential_minus_one",
                                              "log",  "logistic", "log_plus_one", "rsqrt",
                                              "sine", "sqrt",     "tan",          "tanh"};

constexpr std::string_view without_attributes[] = {"abs",
                                                   "add",
                                                   "after_all",
                                                   "and",
                                                   "async_done",
                                                   "async_start",
                                                   "atan2",
                                                   "bitcast_convert",
                                                   "case",
                                                   "ceil",
                                                   "clamp",
                                                   "complex",
                                                   "convert",
                                                   "count_leading_zeros",
                                                   "create_token",
                                                   "divide",
                                                   "dynamic_pad",
                                                   "dynamic_reshape",
                                                   "dynamic_update_slice",
                                                   "floor",
                                                   "if",
                                                   "imag",
                                                   "is_finite",
                                                   "maximum",
                                                   "minimum",
                                                   "multiply",
                                                   "negate",
                                                   "not",
                                                   "optimization_barrier",
                                                   "or",
                                                   "partition_id",
                                                   "popcnt",
                                                   "power",
                                                   "real",
                                                   "real_dynamic_slice",
                                                   "remainder",
                                                   "replica_id",
                                                   "reshape",
                                                   "return",
                                                   "round_nearest_afz",
                                                   "round_nearest_even",
                                                   "select",
                                                   "shift_left",
                                                   "shift_right_arithmetic",
                                                   "shift_right_logical",
                                                   "sign",
                                                   "subtract",
                                                   "tuple",
                                                   "uniform_dequantize",
                                                   "uniform_quantize",
                                                   "while",
                                                   "xor"};

OpCode opcode(std::string_view name) {
    const auto code = opcode_from_spelling(fmt::format("stablehlo.{}", name));
    HLO2C_CHECK(code.has_value(), fmt::format("the op table lacks stablehlo.{}", name));
    return *code;
}

struct Table {
    std::map<std::string, OpRow, std::less<>> by_name;
    std::unordered_map<OpCode, const OpRow*> by_code;

    Table() {
        for (const auto& family : {collectives(), contractions(), movements(), others()})
            for (const OpRow& row : family) by_name.emplace(row.name, row);
        for (const std::string_view name : with_accuracy)
            by_name.emplace(
                name,
                OpRow{std::string(name), opcode(name), 2, {same("result_accuracy", Default::Accuracy, 2)}});
        for (const std::string_view name : without_attributes)
            by_name.emplace(name, OpRow{std::string(name), opcode(name), 1, {}});
        for (const auto& [name, row] : by_name) by_code.emplace(row.code, &row);
        by_code.emplace(OpCode::FuncReturn, by_code.at(OpCode::Return));
    }
};

const Table& table() {
    static const Table instance;
    return instance;
}

}  // namespace

std::optional<VersionedOp> op_from_name(std::string_view name) {
    const std::size_t mark = name.rfind("_v");
    if (mark == std::string_view::npos) return std::nullopt;
    int version = 0;
    const char* const end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(name.data() + mark + 2, end, version);
    const auto found = table().by_name.find(name.substr(0, mark));
    if (error != std::errc() || stop != end || found == table().by_name.end() || version < 1 ||
        version > found->second.versions)
        return std::nullopt;
    return VersionedOp{&found->second, version};
}

const OpRow* op_row(OpCode code) {
    const auto found = table().by_code.find(code);
    return found != table().by_code.end() ? found->second : nullptr;
}

std::vector<const AttributeRow*> attributes_of(const OpRow& row, int version) {
    std::vector<const AttributeRow*> attributes;
    for (const AttributeRow& attribute : row.attributes)
        if (attribute.first <= version && version <= attribute.last) attributes.push_back(&attribute);
    std::sort(attributes.begin(), attributes.end(),
              [](const AttributeRow* a, const AttributeRow* b) { return a->name < b->name; });
    return attributes;
}

}  // namespace hlo2c::frontend::vhlo
