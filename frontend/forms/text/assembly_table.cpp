#include <fmt/format.h>

#include <unordered_map>

#include "frontend/forms/text/assembly.h"
#include "frontend/ir/attributes.h"
#include "frontend/ops/op_row.h"

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
Piece special(const SpecialPiece& piece) {
    return {.kind = PieceKind::Special, .special = &piece};
}

using Entry = std::pair<OpCode, Form>;

/// Operands, `pieces`, the other attributes, types.
Form after_operands(std::initializer_list<Piece> pieces, TypeStyle style) {
    Form form = {operands()};
    form.insert(form.end(), pieces.begin(), pieces.end());
    form.push_back(attributes());
    form.push_back(types(style));
    return form;
}

Form plain(TypeStyle style) {
    return after_operands({}, style);
}

std::vector<Entry> elementwise() {
    return {
        {OpCode::BitcastConvert, plain(TypeStyle::Functional)},
        {OpCode::Clamp, plain(TypeStyle::Same)},
        {OpCode::Compare,
         {keyword("", attr::comparison_direction), verbatim(", "), operands(),
          optional(keyword(", ", attr::compare_type)), attributes(), types(TypeStyle::Functional)}},
        {OpCode::Complex, plain(TypeStyle::Results)},
        {OpCode::IsFinite, plain(TypeStyle::Functional)},
        {OpCode::ReducePrecision, after_operands({special(precision_format_piece())}, TypeStyle::Same)},
        {OpCode::Select, plain(TypeStyle::Select)},
    };
}

std::vector<Entry> movement() {
    constexpr TypeStyle functional = TypeStyle::Functional;
    return {
        {OpCode::Broadcast, after_operands({integers(", sizes = ", attr::broadcast_sizes)}, functional)},
        {OpCode::BroadcastInDim,
         after_operands({integers(", dims = ", attr::broadcast_dimensions)}, functional)},
        {OpCode::ChloConstant, {special(constant_piece())}},
        {OpCode::Concatenate, after_operands({integer(", dim = ", attr::dimension)}, functional)},
        {OpCode::Constant, {special(constant_piece())}},
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
        {OpCode::RngBitGenerator,
         after_operands({keyword(", algorithm = ", attr::rng_algorithm)}, functional)},
        {OpCode::SetDimensionSize, after_operands({integer(", dim = ", attr::dimension)}, functional)},
        {OpCode::Slice, after_operands({special(slice_ranges_piece())}, functional)},
        {OpCode::Transpose, after_operands({integers(", dims = ", attr::permutation)}, functional)},
        {OpCode::Tuple, plain(TypeStyle::Results)},
    };
}

std::vector<Entry> contractions() {
    constexpr TypeStyle functional = TypeStyle::Functional;
    const Piece precision = optional(keywords<Precision>(", precision = ", attr::precision_config));
    const Form convolution = {verbatim("("), operands(),       verbatim(")"), special(convolution_piece()),
                              attributes(),  types(functional)};
    const Form einsum = after_operands({text(", config = ", attr::einsum_config)}, functional);
    return {
        {OpCode::Cholesky, after_operands({optional(boolean(", lower = ", attr::lower))}, TypeStyle::Same)},
        {OpCode::ChloTopK,
         {verbatim("("), operands(), integer(", k = ", attr::k), verbatim(")"), attributes(),
          types(TypeStyle::Arrow)}},
        {OpCode::Convolution, convolution},
        {OpCode::Dot, after_operands({precision}, functional)},
        {OpCode::DotGeneral,
         after_operands({special(dot_dimensions_piece()), precision, special(dot_algorithm_piece())},
                        functional)},
        {OpCode::DynamicConv, convolution},
        {OpCode::Einsum, einsum},
        {OpCode::Fft,
         after_operands({keyword(", type = ", attr::fft_type), integers(", length = ", attr::fft_length)},
                        functional)},
        {OpCode::UnaryEinsum, einsum},
    };
}

std::vector<Entry> control() {
    const Form terminator = plain(TypeStyle::Operands);
    return {
        {OpCode::AfterAll, plain(TypeStyle::Results)},
        {OpCode::Call,
         {symbol(attr::callee), verbatim("("), operands(), verbatim(")"), attributes(),
          types(TypeStyle::Functional)}},
        {OpCode::ChloScan, {special(scan_piece())}},
        {OpCode::Composite,
         {text("", attr::composite_name), verbatim(" "), operands(), attributes(),
          types(TypeStyle::Functional)}},
        {OpCode::CreateToken, plain(TypeStyle::Results)},
        {OpCode::CustomCall,
         {symbol(attr::call_target_name), verbatim("("), operands(), verbatim(")"), attributes(),
          types(TypeStyle::Functional)}},
        {OpCode::FuncReturn, terminator},
        {OpCode::OptimizationBarrier, {attributes(), verbatim(" "), operands(), types(TypeStyle::Operands)}},
        {OpCode::PartitionId, plain(TypeStyle::Results)},
        {OpCode::Reduce, {special(reduce_piece())}},
        {OpCode::ReplicaId, plain(TypeStyle::Results)},
        {OpCode::Return, terminator},
        {OpCode::While, {special(while_piece())}},
    };
}

std::vector<Entry> other_dialects() {
    constexpr TypeStyle listed = TypeStyle::Operands;
    const Form placement = after_operands({special(sharding_piece())}, TypeStyle::Same);
    const Form constant_check = {operands(), literal(", ", attr::value), attributes()};
    return {
        {OpCode::CheckAlmostEq,
         after_operands({optional(text(", tolerance = ", attr::almost_eq_tolerance))}, listed)},
        {OpCode::CheckAlmostEqConst, constant_check},
        {OpCode::CheckClose,
         after_operands({integer(", max_ulp_difference = ", attr::max_ulp_difference),
                         optional(integer(", min_ulp_difference = ", attr::min_ulp_difference))},
                        listed)},
        {OpCode::CheckEq, plain(listed)},
        {OpCode::CheckEqConst, constant_check},
        {OpCode::CheckSerializedEq, after_operands({text(", probe_id = ", attr::probe_id),
                                                    optional(integer(", iter = ", attr::iteration))},
                                                   listed)},
        {OpCode::InterpreterPrint, plain(listed)},
        {OpCode::InterpreterProbe, after_operands({text(", probe_id = ", attr::probe_id)}, TypeStyle::Same)},
        {OpCode::SdyManualComputation, {special(manual_computation_piece())}},
        {OpCode::SdyMesh, {special(mesh_piece())}},
        {OpCode::SdyReshard, placement},
        {OpCode::SdyReturn, plain(listed)},
        {OpCode::SdyShardingConstraint, placement},
    };
}

/// The form of elementwise ops that are not in the lists above.
std::optional<Form> elementwise_form(const OpRow& row) {
    if (spelling(row.code).starts_with("chlo.broadcast_")) return plain(TypeStyle::Functional);
    if ((row.traits & op_trait::Elementwise) == 0) return std::nullopt;
    return plain(spelling(row.code).starts_with("chlo.") ? TypeStyle::Arrow : TypeStyle::Same);
}

std::unordered_map<OpCode, Form> all_forms() {
    std::unordered_map<OpCode, Form> forms;
    for (const auto& family : {elementwise(), movement(), contractions(), control(), other_dialects()})
        for (const auto& [code, form] : family) {
            const bool is_new = forms.emplace(code, form).second;
            HLO2C_CHECK(is_new, fmt::format("{} has two pretty forms", spelling(code)));
        }
    for (const OpRow& row : op_rows())
        if (const std::optional<Form> form = elementwise_form(row)) forms.try_emplace(row.code, *form);
    return forms;
}

}  // namespace

const Form* pretty_form(OpCode code) {
    static const std::unordered_map<OpCode, Form> forms = all_forms();
    const auto found = forms.find(code);
    return found == forms.end() ? nullptr : &found->second;
}

}  // namespace hlo2c::frontend
