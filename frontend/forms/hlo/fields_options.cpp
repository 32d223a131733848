#include "frontend/forms/hlo/fields.h"
#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {
namespace {

using wire::HloInstructionProto;

/// The enumerator with this number, which HLO and StableHLO share.
template <typename E>
E enumerator(int number, const Site& site) {
    const auto count = static_cast<int>(Enumeration<E>::keywords.size());
    site.require(number >= 0 && number < count && !keyword(static_cast<E>(number)).empty(),
                 "an enumerator is unknown");
    return static_cast<E>(number);
}

}  // namespace

ComparisonType default_comparison(ElementType type) {
    switch (kind(type)) {
        case ElementKind::Signed: return ComparisonType::Signed;
        case ElementKind::Boolean:
        case ElementKind::Unsigned: return ComparisonType::Unsigned;
        case ElementKind::Float:
        case ElementKind::Complex: break;
    }
    return ComparisonType::Float;
}

const Field precision_bits_field = {
    [](const HloInstructionProto& from, const Function&, const Site&, Op& op) {
        op.set(attr::exponent_bits, from.exponent_bits());
        op.set(attr::mantissa_bits, from.mantissa_bits());
    },
    [](const Op& op, const Function&, HloInstructionProto& to) {
        to.set_exponent_bits(static_cast<int>(op[attr::exponent_bits]));
        to.set_mantissa_bits(static_cast<int>(op[attr::mantissa_bits]));
    }};

const Field comparison_field = {
    [](const HloInstructionProto& from, const Function& function, const Site& site, Op& op) {
        site.require(op.operands.size() == 2 && function.type(op.operands[0]).is_tensor(),
                     "a comparison does not have two arrays as operands");
        const ComparisonType otherwise = default_comparison(function.tensor(op.operands[0]).element);
        const bool total = otherwise == ComparisonType::Float &&
                           from.comparison_type() == keyword(ComparisonType::TotalOrder);
        op.set_attribute(
            attr::comparison_direction,
            EnumAttribute{std::string(Enumeration<ComparisonDirection>::name), from.comparison_direction()});
        op.set(attr::compare_type, total ? ComparisonType::TotalOrder : otherwise);
    },
    [](const Op& op, const Function& function, HloInstructionProto& to) {
        to.set_comparison_direction(std::string(keyword(op[attr::comparison_direction])));
        const ComparisonType type = op[attr::compare_type];
        to.set_comparison_type(std::string(keyword(
            type != ComparisonType::NoType ? type
                                           : default_comparison(function.tensor(op.operands[0]).element))));
    }};

const Field fft_field = {[](const HloInstructionProto& from, const Function&, const Site& site, Op& op) {
                             op.set(attr::fft_type, enumerator<FftType>(from.fft_type(), site));
                             op.set_attribute(attr::fft_length, integer_array(from.fft_length()));
                         },
                         [](const Op& op, const Function&, HloInstructionProto& to) {
                             to.set_fft_type(static_cast<wire::FftType>(op[attr::fft_type]));
                             write_integers(op[attr::fft_length], *to.mutable_fft_length());
                         }};

const Field batch_norm_field = {[](const HloInstructionProto& from, const Function&, const Site&, Op& op) {
                                    op.set_attribute(attr::epsilon, FloatAttribute{from.epsilon(), "f32"});
                                    op.set(attr::feature_index, from.feature_index());
                                },
                                [](const Op& op, const Function&, HloInstructionProto& to) {
                                    to.set_epsilon(static_cast<float>(op[attr::epsilon]));
                                    to.set_feature_index(op[attr::feature_index]);
                                }};

const Field triangular_field = {
    [](const HloInstructionProto& from, const Function&, const Site& site, Op& op) {
        const wire::TriangularSolveOptions& options = from.triangular_solve_options();
        const int transpose = options.transpose_a() == 0 ? 1 : options.transpose_a();
        op.set(attr::left_side, options.left_side());
        op.set(attr::lower, options.lower());
        op.set(attr::unit_diagonal, options.unit_diagonal());
        op.set(attr::transpose_a, enumerator<Transposition>(transpose, site));
    },
    [](const Op& op, const Function&, HloInstructionProto& to) {
        wire::TriangularSolveOptions& options = *to.mutable_triangular_solve_options();
        options.set_left_side(op[attr::left_side]);
        options.set_lower(op[attr::lower]);
        options.set_unit_diagonal(op[attr::unit_diagonal]);
        options.set_transpose_a(static_cast<wire::TriangularSolveOptions::Transpose>(op[attr::transpose_a]));
    }};

const Field cholesky_field = {[](const HloInstructionProto& from, const Function&, const Site&, Op& op) {
                                  op.set(attr::lower, from.cholesky_options().lower());
                              },
                              [](const Op& op, const Function&, HloInstructionProto& to) {
                                  to.mutable_cholesky_options()->set_lower(op[attr::lower]);
                              }};

const Field random_algorithm_field = {
    [](const HloInstructionProto& from, const Function&, const Site& site, Op& op) {
        op.set(attr::rng_algorithm, enumerator<RngAlgorithm>(from.rng_algorithm(), site));
    },
    [](const Op& op, const Function&, HloInstructionProto& to) {
        to.set_rng_algorithm(static_cast<wire::RandomAlgorithm>(op[attr::rng_algorithm]));
    }};

const Field stable_field = {
    [](const HloInstructionProto& from, const Function&, const Site&, Op& op) {
        op.set(attr::is_stable, from.is_stable());
    },
    [](const Op& op, const Function&, HloInstructionProto& to) { to.set_is_stable(op[attr::is_stable]); }};

const Field top_k_field = {[](const HloInstructionProto& from, const Function&, const Site& site, Op& op) {
                               if (!from.largest())
                                   site.reject("topk of the smallest elements is not supported",
                                               "Negate the operand and take the largest elements.");
                               op.set(attr::k, from.k());
                           },
                           [](const Op& op, const Function&, HloInstructionProto& to) {
                               to.set_k(op[attr::k]);
                               to.set_largest(true);
                               to.set_is_stable(true);
                           }};

const Field scan_field = {
    [](const HloInstructionProto& from, const Function&, const Site& site, Op& op) {
        const auto operands = static_cast<std::int64_t>(op.operands.size()),
                   results = static_cast<std::int64_t>(op.results.size()), carries = from.num_carries();
        site.require(from.dimensions_size() == 1, "a scan does not have exactly one dimension");
        site.require(carries >= 0 && carries <= operands && carries <= results,
                     "a scan has more carries than operands or results");
        op.set(attr::dimension, from.dimensions(0));
        op.set(attr::operand_segment_sizes, {operands - carries, carries});
        op.set(attr::result_segment_sizes, {results - carries, carries});
        if (from.is_reverse()) op.set(attr::is_reverse, true);
        if (from.is_associative() != wire::TRI_STATE_UNSPECIFIED)
            op.set(attr::is_associative, from.is_associative() == wire::TRI_STATE_TRUE);
    },
    [](const Op& op, const Function&, HloInstructionProto& to) {
        to.add_dimensions(op[attr::dimension]);
        to.set_num_carries(op[attr::operand_segment_sizes].at(1));
        to.set_is_reverse(op[attr::is_reverse]);
        if (op.has(attr::is_associative))
            to.set_is_associative(op[attr::is_associative] ? wire::TRI_STATE_TRUE : wire::TRI_STATE_FALSE);
    }};

const Field infeed_field = {[](const HloInstructionProto& from, const Function&, const Site&, Op& op) {
                                op.set(attr::infeed_config, from.infeed_config());
                            },
                            [](const Op& op, const Function&, HloInstructionProto& to) {
                                to.set_infeed_config(op[attr::infeed_config]);
                            }};

const Field outfeed_field = {[](const HloInstructionProto& from, const Function&, const Site&, Op& op) {
                                 op.set(attr::outfeed_config, from.outfeed_config());
                             },
                             [](const Op& op, const Function&, HloInstructionProto& to) {
                                 to.set_outfeed_config(op[attr::outfeed_config]);
                             }};

}  // namespace hlo2c::frontend
