#include "frontend/passes/legalise_complex.h"

#include <algorithm>
#include <map>
#include <set>

#include "frontend/diagnostic.h"
#include "frontend/error_numbers.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/copy_ops.h"
#include "frontend/ir/op_set.h"
#include "frontend/ir/total_table.h"
#include "frontend/passes/complex_arithmetic.h"
#include "frontend/passes/complex_dot.h"

namespace hlo2c::frontend {
namespace {

using Replacement = std::optional<std::vector<ValueId>>;

bool is_complex_type(const Type& type) {
    return type.is_tensor() && is_complex(type.as_tensor().element);
}

TensorType part_type(const TensorType& type) {
    TensorType part = type;
    part.element = real_part(type.element);
    return part;
}

/// The real (0) or imaginary (1) parts of a complex literal.
Literal part_of(const Literal& literal, std::size_t part) {
    const TensorType type = part_type(literal.type());
    const auto width = static_cast<std::size_t>(byte_width(type.element));
    const std::span<const std::byte> pairs = literal.bytes();
    std::vector<std::byte> bytes;
    for (std::size_t at = part * width; at + width <= pairs.size(); at += 2 * width)
        bytes.insert(bytes.end(), pairs.begin() + static_cast<std::ptrdiff_t>(at),
                     pairs.begin() + static_cast<std::ptrdiff_t>(at + width));
    return Literal(type, std::move(bytes), literal.is_splat());
}

class ComplexLegalisation {
public:
    /// True for ops that give the real or the imaginary part of a complex or real operand.
    static bool takes_part(OpCode code) { return rule_of(code).part != nullptr; }

    Replacement operator()(Rewriter& rewriter, Op& op) {
        rewriter_ = &rewriter;
        if (is_kept(op)) return std::nullopt;
        if (waits_for_processes(op)) keep_regions(op);
        const auto complex = [&](ValueId value) { return is_complex_type(rewriter.type(value)); };
        const bool reads = std::any_of(op.operands.begin(), op.operands.end(), complex);
        const bool makes = std::any_of(op.results.begin(), op.results.end(), complex);
        const ComplexRule& rule = rule_of(op.code);
        if (rule.part != nullptr) return part(op, rule.part, reads);
        if (op.code == OpCode::AsyncStart && reads && !waits_for_processes(op)) return run_at_once(op);
        if (const auto done = finished_.find(op.code == OpCode::AsyncDone ? op.operands[0] : no_value);
            done != finished_.end())
            return done->second;
        if (!reads && !makes) return std::nullopt;
        if (rule.rewrite != nullptr) return (this->*rule.rewrite)(op);
        if (op.results.size() == 1 && makes) {
            if (const std::optional<Parts> parts = computed(rule, op)) return give(op, *parts);
        } else if (op.results.size() == 1 && rule.real != nullptr) {
            return std::vector{(this->*rule.real)(op)};
        }
        // The op is not split: it reads and writes interleaved pairs.
        for (ValueId& operand : op.operands) operand = joined(operand);
        rewriter.touch();
        return std::nullopt;
    }

private:
    /// The treatment of an op with complex operands or results.
    struct ComplexRule {
        Replacement (ComplexLegalisation::*rewrite)(Op& op) = nullptr;  ///< replaces the op itself
        Parts (ComplexLegalisation::*parts)(const Op& op) = nullptr;    ///< computes a complex result
        Parts (ComplexArithmetic::*binary)(Parts, Parts) = nullptr;     ///< the same from two operands
        ValueId (ComplexLegalisation::*real)(const Op& op) = nullptr;   ///< computes a real result
        ValueId Parts::*part = nullptr;                                 ///< is this part of the operand
    };
    struct Rules;
    static const ComplexRule& rule_of(OpCode code);

    static bool waits_for_processes(const Op& op) {
        constexpr OpSet reducing = {OpCode::AllReduce, OpCode::CollectiveReduce, OpCode::ReduceScatter};
        constexpr OpSet local = {OpCode::DynamicSlice, OpCode::DynamicUpdateSlice, OpCode::Slice};
        if (op.code == OpCode::AsyncStart) return !local.contains(op.regions[0].ops.front().code);
        return reducing.contains(op.code);
    }

    /// Asynchronous work that needs no other process runs when it starts.
    Replacement run_at_once(Op& op) {
        const std::vector<ValueId> results = op.results, operands = op.operands;
        finished_[results[0]] = rewriter_->splice(std::move(op.regions[0]), operands);
        return results;
    }

    /// Processes combine interleaved pairs, so the regions of collectives stay complex.
    void keep_regions(const Op& op) {
        for (const Region& region : op.regions) {
            kept_.insert(region.arguments.begin(), region.arguments.end());
            for_each_op(region, [&](const Op& inner) {
                kept_.insert(inner.results.begin(), inner.results.end());
                for (const Region& nested : inner.regions)
                    kept_.insert(nested.arguments.begin(), nested.arguments.end());
            });
        }
    }

    bool is_kept(const Op& op) const {
        const auto kept = [&](ValueId value) { return kept_.count(value) != 0; };
        return std::any_of(op.operands.begin(), op.operands.end(), kept) ||
               std::any_of(op.results.begin(), op.results.end(), kept);
    }

    /// The parts of a complex value.
    Parts parts(ValueId value) {
        const auto known = parts_.find(value);
        if (known != parts_.end()) return known->second;
        const TensorType type = part_type(rewriter_->tensor(value));
        return {rewriter_->emit(Op{.code = OpCode::Real, .operands = {value}}, Type(type)),
                rewriter_->emit(Op{.code = OpCode::Imag, .operands = {value}}, Type(type))};
    }

    /// A complex value as interleaved pairs; any other value unchanged.
    ValueId joined(ValueId value) {
        const auto known = parts_.find(value);
        if (known == parts_.end()) return value;
        return rewriter_->emit(Op{.code = OpCode::Complex, .operands = {known->second.re, known->second.im}},
                               rewriter_->type(value));
    }

    /// Removes `op`; these parts replace its result.
    Replacement give(const Op& op, Parts parts) {
        parts_[op.results[0]] = parts;
        return op.results;
    }

    /// A real number is its own real part, and has the imaginary part 0.
    Replacement part(Op& op, ValueId Parts::*which, bool of_complex) {
        const ValueId value = op.operands[0];
        if (!of_complex)
            return std::vector{which == &Parts::re ? value : Builder(*rewriter_).uniform_like(value, 0)};
        const auto known = parts_.find(value);
        if (known == parts_.end()) return std::nullopt;
        return std::vector{known->second.*which};
    }

    /// Emits the op twice: for the real and for the imaginary parts of its complex operands.
    Replacement per_part(Op& op) {
        Parts result;
        for (bool imaginary : {false, true}) {
            Op one{.code = op.code, .attributes = op.attributes};
            for (ValueId operand : op.operands) {
                if (is_complex_type(rewriter_->type(operand))) {
                    const Parts pair = parts(operand);
                    operand = imaginary ? pair.im : pair.re;
                }
                one.operands.push_back(operand);
            }
            for (const Region& region : op.regions) one.regions.push_back(real_region(region));
            (imaginary ? result.im : result.re) =
                rewriter_->emit(std::move(one), Type(part_type(rewriter_->tensor(op.results[0]))));
        }
        return give(op, result);
    }

    /// True if the region works part by part: it adds or subtracts its two arguments, or returns one of them.
    static bool is_componentwise(const Op& op) {
        constexpr OpSet adding = {OpCode::Add, OpCode::Subtract};
        if (op.results.size() != 1) return false;
        const Region& region = op.regions[0];
        const Op& last = region.ops.back();
        if (region.arguments.size() != 2 || last.operands.size() != 1) return false;
        const auto is_argument = [&](ValueId value) {
            return value == region.arguments[0] || value == region.arguments[1];
        };
        if (region.ops.size() == 1) return is_argument(last.operands[0]);
        const Op& first = region.ops.front();
        return region.ops.size() == 2 && adding.contains(first.code) && last.operands == first.results &&
               is_argument(first.operands[0]) && is_argument(first.operands[1]);
    }

    /// The componentwise region for one part.
    Region real_region(const Region& region) {
        return OpCopier([&](ValueId value) {
                   return rewriter_->new_value(Type(part_type(rewriter_->tensor(value))));
               })
            .copy(region);
    }

    /// Replaces every complex operand, result and region argument by its real and imaginary parts; the ops
    /// inside the regions follow when the walk reaches them.
    Replacement expand(Op& op) {
        std::vector<ValueId> operands, results;
        for (ValueId operand : op.operands) {
            if (is_complex_type(rewriter_->type(operand))) {
                const Parts pair = parts(operand);
                operands.insert(operands.end(), {pair.re, pair.im});
            } else {
                operands.push_back(operand);
            }
        }
        for (ValueId result : op.results) expand_value(result, results);
        for (Region& region : op.regions) {
            std::vector<ValueId> arguments;
            if (op.code == OpCode::Sort) {
                // The two arguments of each operand are adjacent.
                for (std::size_t i = 0; i + 1 < region.arguments.size(); i += 2) {
                    std::vector<ValueId> first, second;
                    expand_value(region.arguments[i], first);
                    expand_value(region.arguments[i + 1], second);
                    for (std::size_t k = 0; k < first.size(); k++)
                        arguments.insert(arguments.end(), {first[k], second[k]});
                }
            } else {
                for (ValueId argument : region.arguments) expand_value(argument, arguments);
            }
            region.arguments = std::move(arguments);
        }
        op.operands = std::move(operands);
        op.results = std::move(results);
        rewriter_->touch();
        return std::nullopt;
    }

    void expand_value(ValueId value, std::vector<ValueId>& out) {
        if (!is_complex_type(rewriter_->type(value))) {
            out.push_back(value);
            return;
        }
        const TensorType type = part_type(rewriter_->tensor(value));
        const Parts pair = {rewriter_->new_value(Type(type)), rewriter_->new_value(Type(type))};
        parts_[value] = pair;
        out.insert(out.end(), {pair.re, pair.im});
    }

    ValueId emit_like(const Op& op, std::vector<ValueId> operands, const TensorType& type) {
        return rewriter_->emit(
            Op{.code = op.code, .operands = std::move(operands), .attributes = op.attributes}, Type(type));
    }

    /// The product a b by parts, for bilinear ops.
    Parts bilinear(const Op& op) {
        const TensorType type = part_type(rewriter_->tensor(op.results[0]));
        const Parts a = parts(op.operands[0]), b = parts(op.operands[1]);
        Builder builder(*rewriter_);
        const ValueId re =
            builder.subtract(emit_like(op, {a.re, b.re}, type), emit_like(op, {a.im, b.im}, type));
        const ValueId im = builder.add(emit_like(op, {a.re, b.im}, type), emit_like(op, {a.im, b.re}, type));
        return {re, im};
    }

    /// A bitcast between complex types: interleaves the parts, and splits the result into parts of the other
    /// type.
    Parts recut(const Op& op) {
        const TensorType from = rewriter_->tensor(op.operands[0]), to = rewriter_->tensor(op.results[0]);
        if (from.element == to.element) return parts(op.operands[0]);
        Builder builder(*rewriter_);
        const Parts pair = parts(op.operands[0]);
        std::vector<std::int64_t> single = from.shape, both = from.shape;
        single.push_back(1);
        both.push_back(2);
        Op joined{.code = OpCode::Concatenate,
                  .operands = {builder.reshape(pair.re, single), builder.reshape(pair.im, single)}};
        joined.set(attr::dimension, from.rank());
        const ValueId pairs =
            rewriter_->emit(std::move(joined), Type(TensorType{both, real_part(from.element), {}, {}}));
        TensorType cut{to.shape, real_part(to.element), {}, {}};
        cut.shape.push_back(2);
        const ValueId bits =
            rewriter_->emit(Op{.code = OpCode::BitcastConvert, .operands = {pairs}}, Type(cut));
        const auto part = [&](std::int64_t number) {
            std::vector<std::int64_t> start(cut.shape.size(), 0), limit = cut.shape;
            start.back() = number;
            limit.back() = number + 1;
            Op slice{.code = OpCode::Slice, .operands = {bits}};
            slice.set(attr::start_indices, start);
            slice.set(attr::limit_indices, limit);
            slice.set(attr::strides, std::vector<std::int64_t>(start.size(), 1));
            TensorType type = cut;
            type.shape.back() = 1;
            return builder.reshape(rewriter_->emit(std::move(slice), Type(type)), to.shape);
        };
        return {part(0), part(1)};
    }

    /// The parts of a complex result, where a rule computes them.
    std::optional<Parts> computed(const ComplexRule& rule, const Op& op) {
        if (rule.parts != nullptr) return (this->*rule.parts)(op);
        ComplexArithmetic arithmetic(*rewriter_);
        if (const ComplexFunction function = complex_function(op.code))
            return (arithmetic.*function)(parts(op.operands[0]));
        if (rule.binary != nullptr)
            return (arithmetic.*rule.binary)(parts(op.operands[0]), parts(op.operands[1]));
        return std::nullopt;
    }

    Replacement per_part_or_expand(Op& op) { return is_componentwise(op) ? per_part(op) : expand(op); }

    TensorType result_part(const Op& op) const { return part_type(rewriter_->tensor(op.results[0])); }

    Parts constant(const Op& op) {
        const Literal literal = op[attr::value];
        return {rewriter_->emit_constant(part_of(literal, 0)), rewriter_->emit_constant(part_of(literal, 1))};
    }

    Parts complex(const Op& op) { return {op.operands[0], op.operands[1]}; }

    Parts iota(const Op& op) {
        const TensorType type = result_part(op);
        return {emit_like(op, {}, type), Builder(*rewriter_).uniform(type, 0)};
    }

    Parts convert(const Op& op) {
        Builder builder(*rewriter_);
        const TensorType type = result_part(op);
        if (!is_complex_type(rewriter_->type(op.operands[0])))
            return {builder.convert(op.operands[0], type.element), builder.uniform(type, 0)};
        const Parts pair = parts(op.operands[0]);
        return {builder.convert(pair.re, type.element), builder.convert(pair.im, type.element)};
    }

    Parts dot_general(const Op& op) {
        const std::optional<Parts> written =
            short_complex_dot(*rewriter_, op, parts(op.operands[0]), parts(op.operands[1]));
        return written ? *written : bilinear(op);
    }

    Parts maximum(const Op& op) {
        ComplexArithmetic arithmetic(*rewriter_);
        const Parts a = parts(op.operands[0]), b = parts(op.operands[1]);
        return arithmetic.select(arithmetic.compare(ComparisonDirection::Lt, a, b), b, a);
    }

    Parts minimum(const Op& op) {
        ComplexArithmetic arithmetic(*rewriter_);
        const Parts a = parts(op.operands[0]), b = parts(op.operands[1]);
        return arithmetic.select(arithmetic.compare(ComparisonDirection::Lt, b, a), b, a);
    }

    Parts clamp(const Op& op) {
        ComplexArithmetic arithmetic(*rewriter_);
        Builder builder(*rewriter_);
        const TensorType type = result_part(op);
        const auto spread = [&](std::size_t i) {
            const Parts bound = parts(op.operands[i]);
            if (!rewriter_->tensor(bound.re).shape.empty() || type.shape.empty()) return bound;
            return Parts{builder.broadcast(bound.re, {}, type.shape),
                         builder.broadcast(bound.im, {}, type.shape)};
        };
        const Parts low = spread(0), high = spread(2), value = parts(op.operands[1]);
        const Parts raised =
            arithmetic.select(arithmetic.compare(ComparisonDirection::Lt, value, low), low, value);
        return arithmetic.select(arithmetic.compare(ComparisonDirection::Lt, high, raised), high, raised);
    }

    Parts remainder(const Op& op) {
        unsupported(pass_error::element_type, place_of(rewriter_->program(), op),
                    "no specification defines the remainder of complex numbers",
                    "Write the intended remainder with other operations.");
    }

    ValueId magnitude(const Op& op) { return ComplexArithmetic(*rewriter_).abs(parts(op.operands[0])); }

    ValueId compare(const Op& op) {
        return ComplexArithmetic(*rewriter_)
            .compare(op[attr::comparison_direction], parts(op.operands[0]), parts(op.operands[1]));
    }

    ValueId converted_part(const Op& op) {
        return Builder(*rewriter_)
            .convert(parts(op.operands[0]).re, rewriter_->tensor(op.results[0]).element);
    }

    Rewriter* rewriter_ = nullptr;
    std::map<ValueId, Parts> parts_;
    std::set<ValueId> kept_;
    std::map<ValueId, std::vector<ValueId>> finished_;  ///< by future: results of work that is already done
};

struct ComplexLegalisation::Rules {
    using C = ComplexLegalisation;
    static constexpr auto table = partial<ComplexRule>({
        {OpCode::Abs, {.real = &C::magnitude}},
        {OpCode::Add, {.binary = &ComplexArithmetic::add}},
        {OpCode::Atan2, {.binary = &ComplexArithmetic::atan2}},
        {OpCode::BitcastConvert, {.parts = &C::recut}},
        {OpCode::BroadcastInDim, {.rewrite = &C::per_part}},
        {OpCode::Case, {.rewrite = &C::expand}},
        {OpCode::Clamp, {.parts = &C::clamp}},
        {OpCode::Compare, {.real = &C::compare}},
        {OpCode::Complex, {.parts = &C::complex}},
        {OpCode::Concatenate, {.rewrite = &C::per_part}},
        {OpCode::Constant, {.parts = &C::constant}},
        {OpCode::Convert, {.parts = &C::convert, .real = &C::converted_part}},
        {OpCode::Convolution, {.parts = &C::bilinear}},
        {OpCode::Divide, {.binary = &ComplexArithmetic::divide}},
        {OpCode::DotGeneral, {.parts = &C::dot_general}},
        {OpCode::DynamicSlice, {.rewrite = &C::per_part}},
        {OpCode::DynamicUpdateSlice, {.rewrite = &C::per_part}},
        {OpCode::Gather, {.rewrite = &C::per_part}},
        {OpCode::If, {.rewrite = &C::expand}},
        {OpCode::Imag, {.part = &Parts::im}},
        {OpCode::Iota, {.parts = &C::iota}},
        {OpCode::Maximum, {.parts = &C::maximum}},
        {OpCode::Minimum, {.parts = &C::minimum}},
        {OpCode::Multiply, {.binary = &ComplexArithmetic::multiply}},
        {OpCode::OptimizationBarrier, {.rewrite = &C::expand}},
        {OpCode::Pad, {.rewrite = &C::per_part}},
        {OpCode::Power, {.binary = &ComplexArithmetic::power}},
        {OpCode::Real, {.part = &Parts::re}},
        {OpCode::Reduce, {.rewrite = &C::per_part_or_expand}},
        {OpCode::ReduceWindow, {.rewrite = &C::expand}},
        {OpCode::Remainder, {.parts = &C::remainder}},
        {OpCode::Reshape, {.rewrite = &C::per_part}},
        {OpCode::Return, {.rewrite = &C::expand}},
        {OpCode::Reverse, {.rewrite = &C::per_part}},
        {OpCode::Scatter, {.rewrite = &C::per_part_or_expand}},
        {OpCode::Select, {.rewrite = &C::per_part}},
        {OpCode::Slice, {.rewrite = &C::per_part}},
        {OpCode::Sort, {.rewrite = &C::expand}},
        {OpCode::Subtract, {.binary = &ComplexArithmetic::subtract}},
        {OpCode::Transpose, {.rewrite = &C::per_part}},
        {OpCode::While, {.rewrite = &C::expand}},
    });
};

const ComplexLegalisation::ComplexRule& ComplexLegalisation::rule_of(OpCode code) {
    return behaviour(Rules::table, code);
}

}  // namespace

void legalise_complex(Program& program) {
    for (Function& function : program.functions) {
        const auto touches = [](const Value& value) { return is_complex_type(value.type); };
        const bool has_parts = [&] {
            bool found = false;
            for_each_op(std::as_const(function.body),
                        [&](const Op& op) { found = found || ComplexLegalisation::takes_part(op.code); });
            return found;
        }();
        if (!has_parts && std::none_of(function.values.begin(), function.values.end(), touches)) continue;
        ComplexLegalisation legalisation;
        Rewriter(program, function).run([&](Rewriter& rewriter, Op& op) {
            return legalisation(rewriter, op);
        });
    }
}

}  // namespace hlo2c::frontend
