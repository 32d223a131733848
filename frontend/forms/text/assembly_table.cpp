#include "frontend/forms/text/assembly.h"
#include "frontend/ir/attributes.h"
#include "frontend/ops/rows/table.h"

namespace hlo2c::frontend {
namespace {

// Builders of pieces, so that the table below reads like the pretty forms themselves.
constexpr Piece verbatim(std::string_view text) {
    return {.kind = PieceKind::Verbatim, .text = text};
}
constexpr Piece operands() {
    return {.kind = PieceKind::Operands};
}
constexpr Piece integers(std::string_view text, const Attr<Integers>& key) {
    return {.kind = PieceKind::Integers, .text = text, .attribute = key};
}
constexpr Piece integer(std::string_view text, const Attr<std::int64_t>& key) {
    return {.kind = PieceKind::Integer, .text = text, .attribute = key, .detail = key.stored};
}
template <typename E>
constexpr Piece keyword(std::string_view text, const Attr<E>& key) {
    return {.kind = PieceKind::Keyword, .text = text, .attribute = key, .detail = Enumeration<E>::name};
}
template <typename E>
constexpr Piece keywords(std::string_view text, std::string_view attribute) {
    return {
        .kind = PieceKind::Keywords, .text = text, .attribute = attribute, .detail = Enumeration<E>::name};
}
constexpr Piece text(std::string_view before, std::string_view attribute) {
    return {.kind = PieceKind::Text, .text = before, .attribute = attribute};
}
constexpr Piece symbol(std::string_view attribute) {
    return {.kind = PieceKind::Symbol, .attribute = attribute};
}
constexpr Piece name(std::string_view attribute) {
    return {.kind = PieceKind::Name, .attribute = attribute};
}
constexpr Piece boolean(std::string_view before, const Attr<bool>& key) {
    return {.kind = PieceKind::Boolean, .text = before, .attribute = key};
}
constexpr Piece literal(std::string_view before, const Attr<Literal>& key) {
    return {.kind = PieceKind::Literal, .text = before, .attribute = key};
}
constexpr Piece attributes() {
    return {.kind = PieceKind::Attributes};
}
constexpr Piece types(TypeStyle style) {
    return {.kind = PieceKind::Types, .style = style};
}
constexpr Piece optional(Piece piece) {
    piece.optional = true;
    return piece;
}
constexpr Piece special(const SpecialPiece& piece) {
    return {.kind = PieceKind::Special, .special = &piece};
}

/// Operands, `pieces`, the other attributes, types.
constexpr Form after_operands(std::initializer_list<Piece> pieces, TypeStyle style) {
    Form form = {operands()};
    for (const Piece& piece : pieces) form.push_back(piece);
    form.push_back(attributes());
    form.push_back(types(style));
    return form;
}

constexpr Form plain(TypeStyle style) {
    return after_operands({}, style);
}

constexpr auto elementwise = std::to_array<OpEntry<Form>>({
    {OpCode::BitcastConvert, plain(TypeStyle::Functional)},
    {OpCode::Clamp, plain(TypeStyle::Same)},
    {OpCode::Compare,
     {keyword("", attr::comparison_direction), verbatim(", "), operands(),
      optional(keyword(", ", attr::compare_type)), attributes(), types(TypeStyle::Functional)}},
    {OpCode::Complex, plain(TypeStyle::Whole)},
    {OpCode::Imag, plain(TypeStyle::Part)},
    {OpCode::IsFinite, plain(TypeStyle::Functional)},
    {OpCode::Real, plain(TypeStyle::Part)},
    {OpCode::ReducePrecision, after_operands({special(precision_format_piece)}, TypeStyle::Same)},
    {OpCode::Select, plain(TypeStyle::Select)},
});

constexpr TypeStyle functional = TypeStyle::Functional;

constexpr auto movement = std::to_array<OpEntry<Form>>({
    {OpCode::Broadcast, after_operands({integers(", sizes = ", attr::broadcast_sizes)}, functional)},
    {OpCode::BroadcastInDim, after_operands({integers(", dims = ", attr::broadcast_dimensions)}, functional)},
    {OpCode::ChloConstant, {special(constant_piece)}},
    {OpCode::Concatenate, after_operands({integer(", dim = ", attr::dimension)}, functional)},
    {OpCode::Constant, {special(constant_piece)}},
    {OpCode::DynamicBroadcastInDim,
     after_operands({integers(", dims = ", attr::broadcast_dimensions)}, functional)},
    {OpCode::DynamicIota, after_operands({integer(", dim = ", attr::iota_dimension)}, functional)},
    {OpCode::DynamicPad, plain(functional)},
    {OpCode::DynamicReshape, plain(functional)},
    {OpCode::DynamicSlice, after_operands({integers(", sizes = ", attr::slice_sizes)}, functional)},
    {OpCode::DynamicUpdateSlice, plain(functional)},
    {OpCode::GetDimensionSize, after_operands({integer(", dim = ", attr::dimension)}, functional)},
    {OpCode::GetTupleElement,
     {operands(), integer("[", attr::index), verbatim("]"), attributes(), types(functional)}},
    {OpCode::Iota, {integer("dim = ", attr::iota_dimension), attributes(), types(TypeStyle::Results)}},
    {OpCode::Pad, after_operands({integers(", low = ", attr::edge_padding_low),
                                  integers(", high = ", attr::edge_padding_high),
                                  integers(", interior = ", attr::interior_padding)},
                                 functional)},
    {OpCode::RealDynamicSlice, plain(functional)},
    {OpCode::Reshape, plain(functional)},
    {OpCode::Reverse, after_operands({integers(", dims = ", attr::dimensions)}, TypeStyle::Same)},
    {OpCode::Rng, after_operands({keyword(", distribution = ", attr::rng_distribution)}, functional)},
    {OpCode::RngBitGenerator, after_operands({keyword(", algorithm = ", attr::rng_algorithm)}, functional)},
    {OpCode::SetDimensionSize, after_operands({integer(", dim = ", attr::dimension)}, functional)},
    {OpCode::Slice, after_operands({special(slice_ranges_piece)}, functional)},
    {OpCode::Transpose, after_operands({integers(", dims = ", attr::permutation)}, functional)},
    {OpCode::Tuple, plain(TypeStyle::Elements)},
});

constexpr Piece precision = optional(keywords<Precision>(", precision = ", attr::precision_config));
constexpr Form convolution = {verbatim("("), operands(),       verbatim(")"), special(convolution_piece),
                              attributes(),  types(functional)};
constexpr Form einsum = after_operands({text(", config = ", attr::einsum_config)}, functional);

constexpr auto contractions = std::to_array<OpEntry<Form>>({
    {OpCode::Cholesky, after_operands({optional(boolean(", lower = ", attr::lower))}, TypeStyle::Same)},
    {OpCode::ChloTopK,
     {verbatim("("), operands(), integer(", k = ", attr::k), verbatim(")"), attributes(),
      types(TypeStyle::Arrow)}},
    {OpCode::Convolution, convolution},
    {OpCode::Dot, after_operands({precision}, functional)},
    {OpCode::DotGeneral,
     after_operands({special(dot_dimensions_piece), precision, special(dot_algorithm_piece)}, functional)},
    {OpCode::DynamicConv, convolution},
    {OpCode::Einsum, einsum},
    {OpCode::Fft,
     after_operands({keyword(", type = ", attr::fft_type), integers(", length = ", attr::fft_length)},
                    functional)},
    {OpCode::UnaryEinsum, einsum},
});

constexpr Form terminator = plain(TypeStyle::Operands);

constexpr auto control = std::to_array<OpEntry<Form>>({
    {OpCode::AfterAll, plain(TypeStyle::Results)},
    {OpCode::Call,
     {symbol(attr::callee), verbatim("("), operands(), verbatim(")"), attributes(),
      types(TypeStyle::Functional)}},
    {OpCode::ChloScan, {special(scan_piece)}},
    {OpCode::Composite,
     {text("", attr::composite_name), verbatim(" "), operands(), attributes(), types(TypeStyle::Functional)}},
    {OpCode::CreateToken, plain(TypeStyle::Results)},
    {OpCode::CustomCall,
     {name(attr::call_target_name), verbatim("("), operands(), verbatim(")"), attributes(),
      types(TypeStyle::Functional)}},
    {OpCode::FuncReturn, terminator},
    {OpCode::OptimizationBarrier, {attributes(), verbatim(" "), operands(), types(TypeStyle::Forwarded)}},
    {OpCode::PartitionId, plain(TypeStyle::Results)},
    {OpCode::Reduce, {special(reduce_piece)}},
    {OpCode::ReplicaId, plain(TypeStyle::Results)},
    {OpCode::Return, terminator},
    {OpCode::While, {special(while_piece)}},
});

constexpr TypeStyle listed = TypeStyle::Operands;
constexpr Form placement = after_operands({special(sharding_piece)}, TypeStyle::Same);
constexpr Form constant_check = {operands(), literal(", ", attr::value), attributes()};

constexpr auto other_dialects = std::to_array<OpEntry<Form>>({
    {OpCode::CheckAlmostEq,
     after_operands({optional(text(", tolerance = ", attr::almost_eq_tolerance))}, listed)},
    {OpCode::CheckAlmostEqConst, constant_check},
    {OpCode::CheckClose,
     after_operands({integer(", max_ulp_difference = ", attr::max_ulp_difference),
                     optional(integer(", min_ulp_difference = ", attr::min_ulp_difference))},
                    listed)},
    {OpCode::CheckEq, plain(listed)},
    {OpCode::CheckEqConst, constant_check},
    {OpCode::CheckSerializedEq,
     after_operands({text(", probe_id = ", attr::probe_id), optional(integer(", iter = ", attr::iteration))},
                    listed)},
    {OpCode::InterpreterPrint, plain(listed)},
    {OpCode::PartsMagnitude, plain(TypeStyle::Arrow)},
    {OpCode::PartsQuotientImag, plain(TypeStyle::Arrow)},
    {OpCode::PartsQuotientReal, plain(TypeStyle::Arrow)},
    {OpCode::InterpreterProbe, after_operands({text(", probe_id = ", attr::probe_id)}, TypeStyle::Same)},
    {OpCode::SdyManualComputation, {special(manual_computation_piece)}},
    {OpCode::SdyMesh, {special(mesh_piece)}},
    {OpCode::SdyReshard, placement},
    {OpCode::SdyReturn, plain(listed)},
    {OpCode::SdyShardingConstraint, placement},
});

/// Ops that only have the generic form.
constexpr OpCode generic[] = {
    OpCode::AllGather,
    OpCode::AllReduce,
    OpCode::AllToAll,
    OpCode::AsyncDone,
    OpCode::AsyncStart,
    OpCode::BatchNormGrad,
    OpCode::BatchNormInference,
    OpCode::BatchNormTraining,
    OpCode::Case,
    OpCode::ChloConstantLike,
    OpCode::ChloRaggedDot,
    OpCode::CollectiveBroadcast,
    OpCode::CollectivePermute,
    OpCode::CollectiveReduce,
    OpCode::CrossReplicaSum,
    OpCode::DynamicGather,
    OpCode::Gather,
    OpCode::If,
    OpCode::Infeed,
    OpCode::InterpreterRunParallel,
    OpCode::Map,
    OpCode::Outfeed,
    OpCode::Recv,
    OpCode::ReduceScatter,
    OpCode::ReduceWindow,
    OpCode::Scatter,
    OpCode::SelectAndScatter,
    OpCode::Send,
    OpCode::Sort,
    OpCode::TorchIndexSelect,
    OpCode::TriangularSolve,
};

/// A form for each op. An op that is in none of the lists above and not elementwise, or in two of them, does
/// not compile.
consteval auto make_table() {
    TableBuilder<Form> builder;
    const auto place = [&](const auto& entries) {
        for (const OpEntry<Form>& entry : entries) builder.place(entry.code, entry.behaviour);
    };
    place(elementwise);
    place(movement);
    place(contractions);
    place(control);
    place(other_dialects);
    for (const OpCode code : generic) builder.place(code, {});
    for (const OpRow& row : rows::chlo)
        if ((row.traits & op_trait::Elementwise) != 0) builder.place(row.code, plain(TypeStyle::Arrow));
    for (const OpRow& row : rows::table) {
        if (builder.has(row.code)) continue;
        if ((row.traits & op_trait::Broadcasting) != 0) builder.place(row.code, plain(TypeStyle::Functional));
        if ((row.traits & op_trait::Elementwise) != 0) builder.place(row.code, plain(TypeStyle::Same));
    }
    return builder.total();
}

constexpr auto table = make_table();

}  // namespace

const Form* pretty_form(OpCode code) {
    const Form& form = behaviour(table, code);
    return form.empty() ? nullptr : &form;
}

}  // namespace hlo2c::frontend
