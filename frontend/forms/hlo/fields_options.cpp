#include <array>

#include "frontend/forms/hlo/fields.h"

namespace hlo2c::frontend {
namespace {

using wire::HloInstructionProto;

/// The comparison that operands of this type have unless a total order is asked for; XLA goes by the operands
/// too.
std::string_view default_comparison(ElementType type) {
    switch (kind(type)) {
        case ElementKind::Signed: return "SIGNED";
        case ElementKind::Boolean:
        case ElementKind::Unsigned: return "UNSIGNED";
        case ElementKind::Float:
        case ElementKind::Complex: break;
    }
    return "FLOAT";
}

constexpr std::array<std::string_view, 4> fft_types = {"FFT", "IFFT", "RFFT", "IRFFT"};
constexpr std::array<std::string_view, 4> transposes = {"", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"};
constexpr std::array<std::string_view, 3> algorithms = {"DEFAULT", "THREE_FRY", "PHILOX"};

template <std::size_t count>
std::string keyword(const std::array<std::string_view, count>& words, int number, const Site& site) {
    site.require(number >= 0 && number < static_cast<int>(count), "an enumerator has no meaning");
    return std::string(words[static_cast<std::size_t>(number)]);
}

template <std::size_t count>
int number_of(const std::array<std::string_view, count>& words, const std::string& word) {
    for (std::size_t i = 0; i < count; i++)
        if (words[i] == word) return static_cast<int>(i);
    return 0;
}

}  // namespace

const Field precision_bits_field = {
    [](const HloInstructionProto& from, const Function&, const Site&, Op& op) {
        op.set_attribute("exponent_bits", IntegerAttribute{from.exponent_bits(), "i32"});
        op.set_attribute("mantissa_bits", IntegerAttribute{from.mantissa_bits(), "i32"});
    },
    [](const Op& op, const Function&, HloInstructionProto& to) {
        to.set_exponent_bits(static_cast<int>(op.integer("exponent_bits", 0)));
        to.set_mantissa_bits(static_cast<int>(op.integer("mantissa_bits", 0)));
    }};

const Field comparison_field = {
    [](const HloInstructionProto& from, const Function& function, const Site& site, Op& op) {
        site.require(op.operands.size() == 2 && function.type(op.operands[0]).is_tensor(),
                     "a comparison does not have two arrays");
        const std::string_view otherwise = default_comparison(function.tensor(op.operands[0]).element);
        const bool total = otherwise == "FLOAT" && from.comparison_type() == "TOTALORDER";
        const std::string type(total ? "TOTALORDER" : otherwise);
        op.set_attribute("comparison_direction",
                         EnumAttribute{"comparison_direction", from.comparison_direction()});
        op.set_attribute("compare_type", EnumAttribute{"comparison_type", type});
    },
    [](const Op& op, const Function& function, HloInstructionProto& to) {
        to.set_comparison_direction(op.text("comparison_direction", "EQ"));
        const std::string_view otherwise = default_comparison(function.tensor(op.operands[0]).element);
        const std::string type = op.text("compare_type", otherwise);
        to.set_comparison_type(type == "NOTYPE" ? std::string(otherwise) : type);
    }};

const Field fft_field = {
    [](const HloInstructionProto& from, const Function&, const Site& site, Op& op) {
        op.set_attribute("fft_type", EnumAttribute{"fft_type", keyword(fft_types, from.fft_type(), site)});
        op.set_attribute("fft_length", integer_array(from.fft_length()));
    },
    [](const Op& op, const Function&, HloInstructionProto& to) {
        to.set_fft_type(static_cast<wire::FftType>(number_of(fft_types, op.text("fft_type", "FFT"))));
        write_integers(op.integers("fft_length"), *to.mutable_fft_length());
    }};

const Field batch_norm_field = {[](const HloInstructionProto& from, const Function&, const Site&, Op& op) {
                                    op.set_attribute("epsilon", FloatAttribute{from.epsilon(), "f32"});
                                    op.set_attribute("feature_index", IntegerAttribute{from.feature_index()});
                                },
                                [](const Op& op, const Function&, HloInstructionProto& to) {
                                    to.set_epsilon(static_cast<float>(op.real("epsilon", 0)));
                                    to.set_feature_index(op.integer("feature_index", 0));
                                }};

const Field triangular_field = {
    [](const HloInstructionProto& from, const Function&, const Site& site, Op& op) {
        const wire::TriangularSolveOptions& options = from.triangular_solve_options();
        const int transpose = options.transpose_a() == 0 ? 1 : options.transpose_a();
        op.set_attribute("left_side", options.left_side());
        op.set_attribute("lower", options.lower());
        op.set_attribute("unit_diagonal", options.unit_diagonal());
        op.set_attribute("transpose_a", EnumAttribute{"transpose", keyword(transposes, transpose, site)});
    },
    [](const Op& op, const Function&, HloInstructionProto& to) {
        wire::TriangularSolveOptions& options = *to.mutable_triangular_solve_options();
        options.set_left_side(op.boolean("left_side", false));
        options.set_lower(op.boolean("lower", false));
        options.set_unit_diagonal(op.boolean("unit_diagonal", false));
        options.set_transpose_a(static_cast<wire::TriangularSolveOptions::Transpose>(
            number_of(transposes, op.text("transpose_a", "NO_TRANSPOSE"))));
    }};

const Field cholesky_field = {[](const HloInstructionProto& from, const Function&, const Site&, Op& op) {
                                  op.set_attribute("lower", from.cholesky_options().lower());
                              },
                              [](const Op& op, const Function&, HloInstructionProto& to) {
                                  to.mutable_cholesky_options()->set_lower(op.boolean("lower", false));
                              }};

const Field random_algorithm_field = {
    [](const HloInstructionProto& from, const Function&, const Site& site, Op& op) {
        op.set_attribute("rng_algorithm",
                         EnumAttribute{"rng_algorithm", keyword(algorithms, from.rng_algorithm(), site)});
    },
    [](const Op& op, const Function&, HloInstructionProto& to) {
        to.set_rng_algorithm(
            static_cast<wire::RandomAlgorithm>(number_of(algorithms, op.text("rng_algorithm", "DEFAULT"))));
    }};

const Field stable_field = {[](const HloInstructionProto& from, const Function&, const Site&, Op& op) {
                                op.set_attribute("is_stable", from.is_stable());
                            },
                            [](const Op& op, const Function&, HloInstructionProto& to) {
                                to.set_is_stable(op.boolean("is_stable", false));
                            }};

const Field top_k_field = {[](const HloInstructionProto& from, const Function&, const Site& site, Op& op) {
                               if (!from.largest())
                                   site.reject("topk of the smallest elements is not supported",
                                               "Negate the operand, take the largest.");
                               op.set_attribute("k", IntegerAttribute{from.k()});
                           },
                           [](const Op& op, const Function&, HloInstructionProto& to) {
                               to.set_k(op.integer("k", 0));
                               to.set_largest(true);
                               to.set_is_stable(true);
                           }};

const Field scan_field = {
    [](const HloInstructionProto& from, const Function&, const Site& site, Op& op) {
        const auto operands = static_cast<std::int64_t>(op.operands.size()),
                   results = static_cast<std::int64_t>(op.results.size()), carries = from.num_carries();
        site.require(from.dimensions_size() == 1, "a scan does not have one dimension");
        site.require(carries >= 0 && carries <= operands && carries <= results,
                     "a scan has more carries than operands or results");
        op.set_attribute("dimension", IntegerAttribute{from.dimensions(0)});
        op.set_attribute("operandSegmentSizes", IntegerArray{{operands - carries, carries}, "i32"});
        op.set_attribute("resultSegmentSizes", IntegerArray{{results - carries, carries}, "i32"});
        if (from.is_reverse()) op.set_attribute("is_reverse", true);
        if (from.is_associative() != wire::TRI_STATE_UNSPECIFIED)
            op.set_attribute("is_associative", from.is_associative() == wire::TRI_STATE_TRUE);
    },
    [](const Op& op, const Function&, HloInstructionProto& to) {
        to.add_dimensions(op.integer("dimension", 0));
        to.set_num_carries(op.integers("operandSegmentSizes").at(1));
        to.set_is_reverse(op.boolean("is_reverse", false));
        if (op.has("is_associative"))
            to.set_is_associative(op.boolean("is_associative", false) ? wire::TRI_STATE_TRUE
                                                                      : wire::TRI_STATE_FALSE);
    }};

const Field infeed_field = {[](const HloInstructionProto& from, const Function&, const Site&, Op& op) {
                                op.set_attribute("infeed_config", from.infeed_config());
                            },
                            [](const Op& op, const Function&, HloInstructionProto& to) {
                                to.set_infeed_config(op.text("infeed_config", ""));
                            }};

const Field outfeed_field = {[](const HloInstructionProto& from, const Function&, const Site&, Op& op) {
                                 op.set_attribute("outfeed_config", from.outfeed_config());
                             },
                             [](const Op& op, const Function&, HloInstructionProto& to) {
                                 to.set_outfeed_config(op.text("outfeed_config", ""));
                             }};

}  // namespace hlo2c::frontend
