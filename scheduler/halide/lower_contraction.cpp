#include <fmt/format.h>

#include <functional>

#include "scheduler/halide/contraction_lowering.h"
#include "scheduler/halide/contraction_nest.h"
#include "scheduler/halide/element_type_mapping.h"
#include "scheduler/halide/halide_names.h"
#include "scheduler/halide/opaque.h"
#include "scheduler/loops/byte_words.h"
#include "scheduler/loops/peel_borders.h"
#include "scheduler/loops/row_vectors.h"
#include "scheduler/schedule/contraction_order.h"
#include "scheduler/schedule/joined_lines.h"
#include "scheduler/schedule/packed_form.h"
#include "scheduler/schedule/zero_lines.h"

namespace hlo2c::scheduler::halide {
namespace {

class ContractionLowering : ScheduledContraction<ContractionSchedule> {
public:
    explicit ContractionLowering(const GroupToLower& request)
        : ScheduledContraction(request),
          padding_(request.group.staged),
          root_(access_.place.root),
          kind_(access_.kind),
          walked_(walked_problem(problem_, schedule_)),
          loops_(walked_.results),
          reductions_(problem_.reductions),
          stretch_loops_(problem_.stretch_loops),
          levels_(levels_of_totals(problem_)),
          vector_loop_(schedule_.vector_loop) {}

    LoweredKernel run() {
        add_output(assembly_, builder_, access_.place);
        assembly_.declare_inputs(request_.problem.operands);
        make_positions();
        add_halo(assembly_, access_.place, problem_.halo, schedule_.halo);
        for (const ContractionBox& how : schedule_.boxes) add_box(nest_of(how));
        if (stores_twice(walked_, schedule_)) assembly_.set_stores_twice();
        describe();
        assembly_.kernel().flops += problem_.flops;
        return assembly_.finish();
    }

private:
    /// Makes the variables of the result loops, and from them the positions of the contraction's own loops.
    void make_positions() {
        ResultVariables variables = result_variables(loops_, access_.contraction.results.size());
        vars_ = std::move(variables.loops);
        positions_ = std::move(variables.positions);
    }

    ContractionNest nest_of(const ContractionBox& how) const {
        ContractionNest nest{.tile = schedule_.tile,
                             .how = how,
                             .vector_loop = vars_[vector_loop_],
                             .outer_blocks = schedule_.outer_blocks,
                             .panels_inside = schedule_.panels_inside,
                             .staged_rows = schedule_.staged_rows};
        if (how.block.whole_loops == 0) nest.how.block.row_tiles /= how.block_parts;
        const ResultLoop& vector = loops_[vector_loop_];
        nest.copies_panel = schedule_.row_form != OperandForm::PackedPanel &&
                            (vector.operand_stride(schedule_.panel_is_rhs) == 1 ||
                             is_read_packed(problem_, schedule_, schedule_.panel_is_rhs));
        for (std::size_t l = loops_.size(); l-- > 0;) {
            const ContractionNest::Loop loop{vars_[l], loops_[l].extent};
            if (l == vector_loop_) continue;
            if (problem_.staged && l == problem_.staged->loop) nest.staged = loop;
            if (static_cast<int>(l) == schedule_.row_loop)
                nest.row_loop = loop;
            else if (encloses_staged(walked_, l))
                nest.around.push_back(loop);
            else
                (chooses_panel(walked_, l, schedule_.panel_is_rhs) ? nest.outside : nest.reusing)
                    .push_back(loop);
        }
        return nest;
    }

    Expr zero() const {
        return is_float(kind_) ? opaque_real(kind_, 0) : Halide::Internal::make_zero(halide_type(kind_));
    }

    Expr convert(const Expr& value) const { return opaque_convert(value, kind_); }

    bool multiplies_words() const { return schedule_.bytes != ByteProducts::None; }

    std::int64_t trips(std::size_t r) const {
        return reductions_[r].extent / steps_of_trip(problem_, schedule_, r);
    }

    /// A factor of a product: the element `load(0)`, or the word of the bytes `load(0)`, `load(1)`, ...
    Expr factor(const std::function<Expr(int byte)>& load) const {
        if (!multiplies_words()) return convert(load(0));
        std::vector<Expr> bytes;
        for (int byte = 0; byte < bytes_in_word; byte++) bytes.push_back(load(byte));
        return opaque_call(word_of_bytes, halide_type(kind_), bytes);
    }

    Expr load_direct(bool is_rhs, const std::vector<Expr>& positions, const std::vector<Expr>& reduced) {
        return factor([&](int byte) {
            std::vector<Expr> at = reduced;
            if (multiplies_words()) at.back() = reduced.back() * bytes_in_word + byte;
            return access_.operand_element(builder_, is_rhs, positions, reductions_, at);
        });
    }

    /// The positions of a box, and the steps of its sums.
    struct BoxDomain {
        std::int64_t begin = 0;
        std::vector<Expr> loop_positions;
        std::vector<Expr> positions;  // of the contraction's own loops; the vectorised one begins at the box
        std::vector<Var> stretches;   // innermost first
        std::vector<Expr> reduced;    // positions of the reductions
    };

    /// An element of a packed weight.
    Expr load_packed(bool is_rhs, const VectorBox& box, const BoxDomain& domain,
                     const std::vector<Expr>& reduced) {
        const std::vector<Expr>& loop_positions = domain.loop_positions;
        const PackedBlock block =
            packed_block(walked_, schedule_, box, is_rhs, access_.contraction.operand(is_rhs).offset);
        const int width = static_cast<int>(box.width());
        std::vector<Expr> positions;
        for (std::size_t l = 0; l < loops_.size(); l++)
            if (l != vector_loop_ && loops_[l].operand_stride(is_rhs) != 0)
                positions.push_back(loop_positions[l]);
        const Expr v = loop_positions[vector_loop_];
        positions.push_back(v / width);
        positions.insert(positions.end(), reduced.begin(), reduced.end());
        positions.push_back(v % width);
        if (multiplies_words()) positions.push_back(0);
        Expr flat = 0;
        for (std::size_t i = 0; i < positions.size(); i++)
            flat = flat * static_cast<int>(block.loops[i].extent) + positions[i];

        int& packed = is_rhs ? packed_rhs_ : packed_lhs_;
        std::int64_t& offset = is_rhs ? packed_rhs_elements_ : packed_lhs_elements_;
        const ValueId source = context_.storage(access_.packed(is_rhs));
        const frontend::ElementType element = context_.tensor(access_.packed(is_rhs)).element;
        if (packed < 0) packed = assembly_.add_packed({source, {}});
        assembly_.append_packed_block(packed, block);
        const Expr at = Halide::Internal::simplify(flat + static_cast<int>(offset));
        offset += block.element_count();
        return factor([&](int byte) {
            const Expr packed_element =
                from_memory(assembly_.load_packed(packed, storage_kind(element), at + byte), element);
            if (!access_.computed(is_rhs)) return packed_element;
            ElementBuilder prologue = make_builder();
            const Expr computed = access_.computed_element(prologue, is_rhs, packed_element, domain.positions,
                                                           reductions_, reduced);
            builder_.note_inlined(prologue.inlined_ops());
            return computed;
        });
    }

    /// Loops inside a stretch are one reduction, the steps of `funcs`.
    BoxDomain domain_of(const VectorBox& box, ContractionFuncs& funcs) const {
        BoxDomain domain{.begin = box.begin};
        for (const Var& var : vars_) domain.loop_positions.push_back(var);
        domain.positions = positions_;
        const Var v = vars_[vector_loop_];
        if (box.begin > 0)
            for (Expr& position : domain.positions)
                position = Halide::Internal::simplify(
                    Halide::Internal::substitute(v.name(), v + static_cast<int>(box.begin), position));
        Halide::Region ranges;
        for (std::size_t i = reductions_.size(); i-- > stretch_loops_;)
            ranges.push_back({0, static_cast<int>(trips(i))});
        for (std::size_t i = stretch_loops_; i-- > 0;)
            domain.stretches.push_back(Var(fmt::format("stretch{}", i)));
        funcs.steps = RDom(ranges);
        for (const ChainParts& level : levels_)
            for (const ChainPart& part : level)
                if (!part.covers)
                    funcs.steps.where(domain.stretches[stretch_loops_ - 1 - part.loop] <
                                      static_cast<int>(reductions_[part.loop].extent));
        domain.reduced.resize(reductions_.size());
        for (std::size_t i = 0; i < domain.reduced.size(); i++)
            domain.reduced[i] = i < stretch_loops_
                                    ? Expr(domain.stretches[stretch_loops_ - 1 - i])
                                    : Expr(funcs.steps[static_cast<int>(domain.reduced.size() - 1 - i)]);
        return domain;
    }

    /// The element, and the positions at which it would be padding (see peel_borders).
    Expr unless_padding(const char* call, const Expr& element, const std::vector<PeeledLoop>& loops,
                        const BoxDomain& domain, const std::vector<Expr>& reduced) const {
        if (loops.empty()) return element;
        std::vector<Expr> arguments = {element};
        for (const PeeledLoop& loop : loops) {
            arguments.push_back(
                domain.positions[static_cast<std::size_t>(loop.own_loop)] * static_cast<int>(loop.step) +
                reduced[loop.reduction] * static_cast<int>(loop.dilation) - static_cast<int>(loop.low));
            arguments.push_back(static_cast<int>(loop.size));
        }
        return opaque_call(call, element.type(), arguments);
    }

    /// As `load_direct`, for an operand that is in memory or staged.
    Expr load_operand(const ContractionFuncs& funcs, const BoxDomain& domain, bool is_rhs,
                      const std::vector<Expr>& reduced) {
        if (is_rhs) return load_direct(is_rhs, domain.positions, reduced);
        const std::vector<PeeledLoop> zeros = lines_left_out(walked_, schedule_);
        if (!funcs.lines) {
            const Expr loaded = load_direct(is_rhs, domain.positions, reduced);
            return problem_.peeled.empty()
                       ? unless_padding(element_or_zero, loaded, zeros, domain, reduced)
                       : unless_padding(element_inside, loaded, problem_.peeled, domain, reduced);
        }
        std::vector<Expr> results = domain.loop_positions;
        results[vector_loop_] = results[vector_loop_] + static_cast<int>(domain.begin);
        return unless_padding(element_or_zero, convert(funcs.lines->at(results, reduced)), zeros, domain,
                              reduced);
    }

    /// An element of the row operand, from the rows of a tile that are converted for a stretch. Their steps
    /// are innermost. Biased words are converted: their sign bits are inverted.
    Expr converted_rows(const BoxDomain& domain, ContractionFuncs& funcs, bool is_rhs) {
        std::vector<Var> arguments;
        std::vector<Expr> at, symbolic(reductions_.size());
        for (std::size_t i = reductions_.size(); i-- > 0;) {
            arguments.push_back(Var(fmt::format("k{}", i)));
            symbolic[i] = arguments.back();
            at.push_back(domain.reduced[i]);
        }
        for (std::size_t l = 0; l < loops_.size(); l++) {
            if (loops_[l].operand_stride(is_rhs) == 0) continue;
            arguments.push_back(vars_[l]);
            at.push_back(vars_[l]);
        }
        funcs.rows = Func("converted");
        const Expr loaded = load_operand(funcs, domain, is_rhs, symbolic);
        funcs.rows(arguments) =
            multiplies_words() ? opaque_binary(NodeKind::Xor, loaded, sign_bits_of_word()) : loaded;
        return funcs.rows(at);
    }

    Expr operand(const ContractionNest& nest, const BoxDomain& domain, ContractionFuncs& funcs, bool is_rhs) {
        switch (is_rhs == schedule_.panel_is_rhs ? schedule_.panel_form : schedule_.row_form) {
            case OperandForm::Direct: return load_operand(funcs, domain, is_rhs, domain.reduced);
            case OperandForm::PackedWeight: return load_packed(is_rhs, nest.how.box, domain, domain.reduced);
            case OperandForm::ConvertedRows: return converted_rows(domain, funcs, is_rhs);
            case OperandForm::PackedPanel: break;
        }
        funcs.panels.push_back(Func(is_rhs ? "rhs_panel" : "lhs_panel"));
        Func& panel = funcs.panels.back();
        const Var v = vars_[vector_loop_];
        std::vector<Var> panel_arguments = {v};
        std::vector<Expr> at = {v}, symbolic;
        for (std::size_t i = reductions_.size(); i-- > 0;) {
            panel_arguments.push_back(Var(fmt::format("k{}", i)));
            // The last of several stretches may end before the others: no element of the panel is past the
            // end.
            at.push_back(i < stretch_loops_
                             ? Halide::unsafe_promise_clamped(domain.reduced[i], 0,
                                                              static_cast<int>(reductions_[i].extent - 1))
                             : domain.reduced[i]);
        }
        for (std::size_t i = 0; i < reductions_.size(); i++) symbolic.push_back(Var(fmt::format("k{}", i)));
        for (std::size_t l = 0; l < loops_.size(); l++) {
            const std::int64_t stride = loops_[l].operand_stride(is_rhs);
            if (l == vector_loop_ || stride == 0) continue;
            panel_arguments.push_back(vars_[l]);
            at.push_back(vars_[l]);
        }
        panel(panel_arguments) = is_read_packed(problem_, schedule_, is_rhs)
                                     ? load_packed(is_rhs, nest.how.box, domain, symbolic)
                                     : load_operand(funcs, domain, is_rhs, symbolic);
        return panel(at);
    }

    /// The scalar of a row, which may be loaded with those of the next steps.
    Expr row_scalar(const Expr& value) const {
        return schedule_.tile.steps == 1 ? value : opaque_call(step_of_row, halide_type(kind_), {value});
    }

    /// `sum` and the product of both operands.
    Expr with_product(const Expr& sum, const Expr& lhs, const Expr& rhs) const {
        if (multiplies_words())
            return schedule_.panel_is_rhs ? with_words(sum, lhs, rhs) : with_words(sum, rhs, lhs);
        if (schedule_.skips_subnormals) {
            const auto& [row, panel] = schedule_.panel_is_rhs ? std::tie(lhs, rhs) : std::tie(rhs, lhs);
            return opaque_call(fma_of_subnormals, halide_type(kind_), {row, panel, sum});
        }
        if (is_float(kind_)) return opaque_node(NodeKind::Fma, halide_type(kind_), {lhs, rhs, sum});
        return opaque_binary(
            access_.is_boolean ? NodeKind::Or : NodeKind::Add, sum,
            opaque_binary(access_.is_boolean ? NodeKind::And : NodeKind::Multiply, lhs, rhs));
    }

    Expr with_words(const Expr& sum, const Expr& row, const Expr& panel) const {
        const bool converted = schedule_.row_form == OperandForm::ConvertedRows;
        const bool biased = schedule_.bytes == ByteProducts::BiasedWords && !converted;
        return opaque_call(dot_product_of_words(row_is_signed() != converted, panel_is_signed(), biased),
                           halide_type(kind_), {sum, row, panel});
    }
    static Expr sign_bits_of_word() { return static_cast<std::int32_t>(0x80808080u); }
    bool row_is_signed() const { return is_signed(problem_.operand(!schedule_.panel_is_rhs).element); }
    bool panel_is_signed() const { return is_signed(problem_.operand(schedule_.panel_is_rhs).element); }

    /// Positions that select an element of the panel, apart from its steps.
    std::vector<Var> bias_arguments() const {
        std::vector<Var> arguments = {vars_[vector_loop_]};
        for (std::size_t l = loops_.size(); l-- > 0;)
            if (l != vector_loop_ && chooses_panel(walked_, l, schedule_.panel_is_rhs))
                arguments.push_back(vars_[l]);
        return arguments;
    }

    /// A biased row's bytes are 128 above or below its values. For each column of the panel, the sums start
    /// from the negated products with those 128, so that both cancel.
    void add_bias(ContractionFuncs& funcs, const Expr& panel) const {
        const std::vector<Var> arguments = bias_arguments();
        const std::vector<Expr> at(arguments.begin(), arguments.end());
        funcs.bias = Func("bias");
        funcs.bias(arguments) = Halide::Internal::make_zero(halide_type(kind_));
        funcs.bias(arguments) = opaque_call(dot_product_of_words(!row_is_signed(), panel_is_signed(), false),
                                            halide_type(kind_), {funcs.bias(at), sign_bits_of_word(), panel});
    }

    /// The accumulator of each stretch, and their total where the sum does not stay in accumulators.
    void add_sums(const ContractionNest& nest, const BoxDomain& domain, ContractionFuncs& funcs,
                  const std::vector<Var>& tile_arguments) {
        // The panel does not depend on the row, so this changes only the other operand.
        const auto at_row = [&](const Expr& value) {
            if (!nest.row_loop) return value;
            const Var& t = nest.row_loop->var;
            return Halide::Internal::substitute(t.name(), nest.row_of_padded(t), value);
        };
        const auto factor_of = [&](bool is_rhs) {
            const Expr value = at_row(operand(nest, domain, funcs, is_rhs));
            return is_rhs == schedule_.panel_is_rhs ? value : row_scalar(value);
        };
        const Expr lhs = within(factor_of(false), funcs.steps);
        const Expr rhs = factor_of(true);
        if (schedule_.bytes == ByteProducts::BiasedWords) add_bias(funcs, schedule_.panel_is_rhs ? rhs : lhs);
        Func& accumulator = funcs.accumulator;
        accumulator = Func("accumulator");
        std::vector<Var> sum_arguments = tile_arguments;
        sum_arguments.insert(sum_arguments.end(), domain.stretches.begin(), domain.stretches.end());
        const std::vector<Expr> sum_at(sum_arguments.begin(), sum_arguments.end());
        if (funcs.bias.defined())
            accumulator(sum_arguments) =
                opaque_binary(NodeKind::Subtract, zero(), funcs.bias(bias_arguments()));
        else
            accumulator(sum_arguments) = zero();
        accumulator(sum_arguments) = with_product(accumulator(sum_at), lhs, rhs);
        if (nest.how.place == SumPlace::Accumulators) return;
        if (stretch_loops_ > 0) {
            const std::vector<Expr> begin(stretch_loops_, Expr(0));
            add_totals({.arguments = tile_arguments, .begin = begin}, funcs);
            return;
        }
        Func sum("sum");
        sum(tile_arguments) = accumulator(std::vector<Expr>(tile_arguments.begin(), tile_arguments.end()));
        funcs.sums.push_back({sum, {}});
    }

    /// Totals of stretches from `begin` on, in each loop that selects one.
    struct Totals {
        std::size_t level = 0;
        std::vector<Var> arguments;  // of a tile, and the steps of the levels outside
        std::vector<Expr> begin;
    };

    /// Defines the sums of a level, and of those inside it. Returns the former.
    Func add_totals(const Totals& totals, ContractionFuncs& funcs) const {
        const ChainParts& parts = levels_[totals.level];
        const bool innermost = totals.level + 1 == levels_.size();
        Func inner = funcs.accumulator;
        if (!innermost) {
            Totals inside{totals.level + 1, totals.arguments};
            std::vector<Expr> steps;
            for (std::size_t i = 0; i < parts.size(); i++) {
                inside.arguments.push_back(Var(fmt::format("group{}_{}", totals.level, i)));
                steps.push_back(inside.arguments.back());
            }
            inside.begin = advanced(totals.begin, parts, steps);
            inner = add_totals(inside, funcs);
        }
        const LevelTerms terms = terms_of(parts, stretch_extents(problem_), totals.begin);
        const std::vector<Expr> here(totals.arguments.begin(), totals.arguments.end());
        std::vector<Expr> at = here;
        if (innermost) {
            at.resize(loops_.size());
            at.insert(at.end(), terms.positions.rbegin(), terms.positions.rend());
        } else {
            at.insert(at.end(), terms.steps.begin(), terms.steps.end());
        }
        Func total(totals.level == 0 ? "total" : "subtotal");
        total(here) = zero();
        total(here) = opaque_binary(NodeKind::Add, total(here), inner(at));
        funcs.sums.insert(funcs.sums.begin(), {total, terms.domain});
        return total;
    }

    void add_box(const ContractionNest& nest) {
        const VectorBox& box = nest.how.box;
        std::vector<Var> arguments;
        std::vector<KernelAssembly::OutputLoop> output_loops;
        ResultNumbers numbers;
        if (schedule_.joined_line > 0)
            numbers = number_results(problem_, static_cast<std::size_t>(schedule_.joined_line));
        for (std::size_t l = loops_.size(); l-- > 0;) {
            arguments.push_back(vars_[l]);
            output_loops.push_back({l == vector_loop_ ? box.extent : loops_[l].extent,
                                    schedule_.joined_line > 0 ? numbers.strides[l] : loops_[l].stride});
        }
        // In a tile the vectorised loop is innermost, wherever it is in the result.
        std::vector<Var> tile_arguments = {vars_[vector_loop_]};
        for (const Var& argument : arguments)
            if (argument.name() != tile_arguments.front().name()) tile_arguments.push_back(argument);
        ContractionFuncs funcs;
        const BoxDomain domain = domain_of(box, funcs);
        if (problem_.staged) {
            funcs.lines.emplace(context_, *padding_, walked_);
            funcs.lines->define(builder_, schedule_.tile.lanes);
        }
        add_sums(nest, domain, funcs, tile_arguments);

        std::vector<Expr> sum_of_result(tile_arguments.begin(), tile_arguments.end());
        for (Expr& position : sum_of_result) {
            const auto* var = position.as<Halide::Internal::Variable>();
            if (nest.row_loop && var->name == nest.row_loop->var.name()) position = nest.padded_row(position);
        }
        const Func& source = funcs.sums.empty() ? funcs.accumulator : funcs.sums.front().sum;
        ElementBuilder after(context_,
                             [this](ValueId value, const Expr& flat) { return assembly_.load(value, flat); });
        after.begin_root(access_.place.value);
        after.replace(access_.anchor.results[0],
                      [&](const Index&) { return access_.result_element(source(sum_of_result)); });
        funcs.output = Func("out");
        funcs.output(arguments) =
            to_memory(after.element(access_.place.value, access_.value_index(domain.positions)),
                      context_.tensor(root_).element);
        builder_.note_inlined(after.inlined_ops());

        place(nest, funcs);
        assembly_.add_box(funcs.output, output_loops,
                          access_.place.offset + box.begin * loops_[vector_loop_].stride,
                          nest.how.parallel.slots, numbers.gaps);
    }

    const std::optional<StagedPadding>& padding_;
    const ValueId root_;
    const ScalarKind kind_;  // in which sums are computed
    const ContractionProblem walked_;
    const std::vector<ResultLoop>& loops_;
    const std::vector<ReductionLoop>& reductions_;
    const std::size_t stretch_loops_;
    const std::vector<ChainParts> levels_;  // of totals
    const std::size_t vector_loop_;
    std::vector<Var> vars_;        // of loops_
    std::vector<Expr> positions_;  // of the contraction's own result loops
    int packed_lhs_ = -1, packed_rhs_ = -1;
    std::int64_t packed_lhs_elements_ = 0, packed_rhs_elements_ = 0;
};

}  // namespace

LoweredKernel lower_contraction(const GroupToLower& request) {
    if (std::holds_alternative<DotProductSchedule>(request.schedule)) return lower_dot_product(request);
    if (std::holds_alternative<RowProductSchedule>(request.schedule)) return lower_row_product(request);
    if (std::holds_alternative<WinogradSchedule>(request.schedule)) return lower_winograd(request);
    return ContractionLowering(request).run();
}

}  // namespace hlo2c::scheduler::halide
