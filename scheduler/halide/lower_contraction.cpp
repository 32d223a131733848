#include <fmt/format.h>

#include <algorithm>

#include "frontend/diagnostic.h"
#include "scheduler/groups/contraction.h"
#include "scheduler/groups/operation_cost.h"
#include "scheduler/halide/contraction_nest.h"
#include "scheduler/halide/element_type_mapping.h"
#include "scheduler/halide/kernel_assembly.h"
#include "scheduler/halide/loop_domain.h"
#include "scheduler/halide/lower_group.h"
#include "scheduler/halide/opaque.h"

namespace hlo2c::scheduler::halide {
namespace {

using frontend::Op;
using frontend::OpCode;
using frontend::ValueId;
using Halide::Expr;
using Halide::Func;
using Halide::RDom;
using Halide::Var;

/// Reductions up to this many steps are unrolled completely.
constexpr std::int64_t unrolled_reduction = 12;
/// Epilogues are unrolled over the results of a tile up to this cost; longer ones are loops.
constexpr int unrolled_epilogue = 336;
/// Longer reductions are summed in stretches of at most this many steps, which keeps rounding errors from
/// adding up.
constexpr std::int64_t longest_sum = 128;
/// What a kernel's accumulators and arrays may take of the stack that one function may use.
constexpr std::int64_t stack_bytes = 1792;
/// A repacked panel up to this size lives on the stack.
constexpr std::int64_t largest_stack_panel = 1024;

/// One result loop after merging, with the strides of both operands.
struct ResultLoop {
    Var var;
    std::int64_t extent, stride, lhs_stride, rhs_stride;
};

struct ReductionLoop {
    std::int64_t extent, lhs_stride, rhs_stride;
};

/// How one operand is read along the vectorised loop.
enum class OperandForm { Direct, PackedWeight, PackedPanel };

class ContractionLowering {
public:
    explicit ContractionLowering(const GroupToLower& request)
        : request_(request),
          context_(request.context),
          assembly_(request.context),
          builder_(request.context,
                   [this](ValueId value, const Expr& flat) { return assembly_.load(value, flat); }),
          anchor_(context_.graph.op(request.group.anchor)),
          contraction_(contraction_of(context_.graph, context_.grouping.materialised, anchor_)),
          root_(request.group.roots[0]),
          is_boolean_(context_.tensor(anchor_.results[0]).element == frontend::ElementType::I1),
          kind_(is_boolean_ ? ScalarKind::U8
                            : compute_kind(context_.tensor(anchor_.results[0]).element, &anchor_)) {}

    LoweredKernel run() {
        assembly_.add_output(root_);
        builder_.begin_root(root_);
        make_loops();
        make_reductions();
        choose_schedule();
        for (const ContractionNest& nest : nests_) add_box(nest);
        assembly_.describe(builder_, request_.group);
        Kernel& kernel = assembly_.kernel();
        kernel.flops += contraction_.flops();
        kernel.vector_lanes = boxes_.front().lanes;
        kernel.tile = fmt::format("{}x{}", tile_.rows, tile_.width());
        kernel.schedule =
            fmt::format("tile: {} rows x {} vectors of {} in registers{}", tile_.rows, tile_.vectors,
                        tile_.lanes, packed_weight_ >= 0 ? ", weights packed in panels" : "");
        return assembly_.finish();
    }

private:
    const std::vector<std::int64_t>& result_shape() const {
        return context_.tensor(anchor_.results[0]).shape;
    }

    /// Position of each result dimension of the contraction in the root, after the transposes between them.
    std::vector<std::size_t> root_dimensions() const {
        std::vector<std::size_t> position(result_shape().size());
        for (std::size_t d = 0; d < position.size(); d++) position[d] = d;
        for (int member : request_.group.members) {
            const Op& op = context_.graph.op(member);
            if (op.code != OpCode::Transpose) continue;
            const auto permutation = op.integers("permutation");
            std::vector<std::size_t> inverse(permutation.size());
            for (std::size_t i = 0; i < permutation.size(); i++)
                inverse[static_cast<std::size_t>(permutation[i])] = i;
            for (std::size_t& p : position) p = inverse[p];
        }
        return position;
    }

    /// Index into the root for positions of the contraction's result loops.
    Index root_index(const std::vector<Expr>& positions) const {
        const auto strides = frontend::row_major_strides(result_shape());
        Index index(result_shape().size(), Expr(0));
        for (std::size_t l = 0; l < positions.size(); l++) {
            const ContractionLoop& loop = contraction_.results[l];
            const auto d = static_cast<std::size_t>(loop.result_dimension);
            const auto step = static_cast<int>(loop.result_stride / std::max<std::int64_t>(1, strides[d]));
            const std::size_t at = root_dimensions_[d];
            index[at] = Halide::Internal::simplify(index[at] + positions[l] * step);
        }
        return index;
    }

    static Expr affine(std::int64_t offset, const std::vector<Expr>& positions,
                       const std::vector<ContractionLoop>& loops, std::int64_t ContractionLoop::*stride) {
        Expr flat = static_cast<int>(offset);
        for (std::size_t l = 0; l < loops.size(); l++)
            if (loops[l].*stride != 0) flat = flat + positions[l] * static_cast<int>(loops[l].*stride);
        return Halide::Internal::simplify(flat);
    }

    void make_loops() {
        root_dimensions_ = root_dimensions();
        const auto root_strides = frontend::row_major_strides(context_.tensor(root_).shape);
        const auto result_strides = frontend::row_major_strides(result_shape());
        std::vector<std::int64_t> shape, strides;
        for (const ContractionLoop& loop : contraction_.results) {
            const auto d = static_cast<std::size_t>(loop.result_dimension);
            shape.push_back(loop.extent);
            strides.push_back(root_strides[root_dimensions_[d]] * loop.result_stride /
                              std::max<std::int64_t>(1, result_strides[d]));
        }
        ElementBuilder epilogue(
            context_, [this](ValueId value, const Expr& flat) { return assembly_.load(value, flat); });
        epilogue.begin_root(root_);
        epilogue.replace(anchor_.results[0], [this](const Index&) {
            return result_element(opaque_node(NodeKind::Convert, halide_type(kind_), {Expr(0)}));
        });
        const LoopDomain domain = make_domain(shape, strides, [&](const Index& positions) {
            return std::vector<Expr>{affine(0, positions, contraction_.results, &ContractionLoop::lhs_stride),
                                     affine(0, positions, contraction_.results, &ContractionLoop::rhs_stride),
                                     epilogue.element(root_, root_index(positions))};
        });
        positions_ = domain.index;
        for (const DomainLoop& loop : domain.loops) {
            const ContractionLoop& last =
                contraction_.results[static_cast<std::size_t>(loop.dimensions.back())];
            loops_.push_back({loop.var, loop.extent, loop.stride, last.lhs_stride, last.rhs_stride});
        }
        if (loops_.empty()) loops_.push_back({Var("i"), 1, 1, 0, 0});
        std::stable_sort(loops_.begin(), loops_.end(),
                         [](const ResultLoop& a, const ResultLoop& b) { return a.stride > b.stride; });
    }

    void make_reductions() {
        for (const ContractionLoop& loop : contraction_.reductions) {
            if (loop.extent == 1) continue;
            if (!reductions_.empty() && reductions_.back().lhs_stride == loop.lhs_stride * loop.extent &&
                reductions_.back().rhs_stride == loop.rhs_stride * loop.extent) {
                reductions_.back() = {reductions_.back().extent * loop.extent, loop.lhs_stride,
                                      loop.rhs_stride};
                continue;
            }
            reductions_.push_back({loop.extent, loop.lhs_stride, loop.rhs_stride});
        }
        if (reductions_.empty()) reductions_.push_back({1, 0, 0});
        // The innermost reduction walks the operand that is read element by element in steps of one where it
        // can.
        std::stable_sort(reductions_.begin(), reductions_.end(),
                         [](const ReductionLoop& a, const ReductionLoop& b) {
                             return std::abs(a.lhs_stride) > std::abs(b.lhs_stride);
                         });
        split_reductions();
    }

    /// Cuts the reductions into the stretches: the first `stretch_loops_` loops choose one, the others walk
    /// it.
    void split_reductions() {
        std::int64_t steps = 1;
        std::size_t inner = reductions_.size();
        while (inner > 0 && steps * reductions_[inner - 1].extent <= longest_sum)
            steps *= reductions_[--inner].extent;
        if (inner > 0 && steps * 2 <= longest_sum) {
            const ReductionLoop loop = reductions_[inner - 1];
            std::int64_t part = longest_sum / steps;
            while (loop.extent % part != 0) part--;
            if (part * steps >= longest_sum / 4) {
                reductions_[inner - 1] = {loop.extent / part, loop.lhs_stride * part, loop.rhs_stride * part};
                reductions_.insert(reductions_.begin() + static_cast<std::ptrdiff_t>(inner),
                                   {part, loop.lhs_stride, loop.rhs_stride});
                steps *= part;
            }
        }
        stretch_loops_ = is_float(kind_) && steps >= longest_sum / 4 ? inner : 0;
    }

    bool is_weight(ValueId value) const { return context_.constants.count(context_.storage(value)) > 0; }

    struct Schedule {
        std::size_t vector_loop = 0;
        int row_loop = -1;
        bool panel_is_rhs = true;
        ContractionTile tile;
        double time = 0;
    };

    static std::int64_t stride_of(const ResultLoop& loop, bool of_rhs) {
        return of_rhs ? loop.rhs_stride : loop.lhs_stride;
    }
    bool chooses_panel(std::size_t l, bool panel_is_rhs) const {
        return stride_of(loops_[l], panel_is_rhs) != 0;
    }

    /// Long epilogues, and those that read a value more than once, are loops over the results of a tile:
    /// unrolled they would be too much code, and too many locals.
    bool has_rolled_epilogue(int results) const {
        if (results == 1) return false;
        if (epilogue_cost() * results > unrolled_epilogue) return true;
        const auto& members = request_.group.members;
        return std::any_of(members.begin(), members.end(), [&](int member) {
            const auto& readers = context_.graph.readers(context_.graph.op(member).results[0]);
            const auto inside = std::count_if(readers.begin(), readers.end(), [&](int reader) {
                return std::binary_search(members.begin(), members.end(), reader);
            });
            return inside > 1;
        });
    }

    /// The best schedule with loop `v` in the lanes of vectors. The panel operand is the one whose vectors
    /// stay in registers while rows go by; rows are a loop that it does not depend on.
    Schedule schedule_with(std::size_t v) const {
        const ResultLoop& vector = loops_[v];
        Schedule best{.vector_loop = v, .panel_is_rhs = vector.rhs_stride != 0};
        const int lanes = vector_width(vector.extent, native_lanes(request_.target, kind_));
        const bool rows_are_vectors = stride_of(vector, !best.panel_is_rhs) != 0;
        std::int64_t results = 1, steps = 1;
        for (const ResultLoop& loop : loops_) results *= loop.extent;
        for (const ReductionLoop& loop : reductions_) steps *= loop.extent;
        // Lanes of a strided store go to memory one by one.
        const double store_time = vector.stride == 1 ? 1.0 / lanes : 1.5;
        const auto consider = [&](int row_loop, std::int64_t rows) {
            std::int64_t row_loops = 1;
            for (std::size_t l = 0; l < loops_.size(); l++)
                if (l != v && static_cast<int>(l) != row_loop && !chooses_panel(l, best.panel_is_rhs))
                    row_loops *= loops_[l].extent;
            const EstimatedTile estimated =
                choose_contraction_tile(request_.target, {.lanes = lanes,
                                                          .row_extent = rows,
                                                          .vector_extent = vector.extent,
                                                          .row_loops = row_loops,
                                                          .row_operand_is_vector = rows_are_vectors,
                                                          .sums_stretches = stretch_loops_ > 0});
            const double tiles = static_cast<double>(results) / static_cast<double>(rows * vector.extent);
            const double time = estimated.step_time * tiles * static_cast<double>(steps) +
                                store_time * static_cast<double>(results);
            if (best.time != 0 && time >= best.time) return;
            best.time = time;
            best.row_loop = row_loop;
            best.tile = estimated.tile;
        };
        for (std::size_t l = loops_.size(); l-- > 0;)
            if (l != v && !chooses_panel(l, best.panel_is_rhs))
                consider(static_cast<int>(l), loops_[l].extent);
        if (best.time == 0) consider(-1, 1);
        return best;
    }

    /// Loops that may run in the lanes: the one whose results are neighbours in memory, and those that only a
    /// weight depends on, because the weight can be packed for them.
    bool may_be_vectorised(std::size_t l) const {
        if (l + 1 == loops_.size()) return true;
        const ResultLoop& loop = loops_[l];
        return (loop.lhs_stride == 0 && loop.rhs_stride != 0 && is_weight(contraction_.rhs.base)) ||
               (loop.rhs_stride == 0 && loop.lhs_stride != 0 && is_weight(contraction_.lhs.base));
    }

    void choose_schedule() {
        Schedule best;
        for (std::size_t l = loops_.size(); l-- > 0;) {
            if (!may_be_vectorised(l)) continue;
            const Schedule candidate = schedule_with(l);
            if (best.time == 0 || candidate.time < best.time) best = candidate;
        }
        vector_loop_ = best.vector_loop;
        row_loop_ = best.row_loop;
        panel_is_rhs_ = best.panel_is_rhs;
        tile_ = best.tile;
        const ResultLoop& v = loops_[vector_loop_];
        boxes_ = cover_vector_loop(tile_, v.extent);
        HLO2C_CHECK(!boxes_.empty(), "a contraction without elements is a constant before it is scheduled");
        panel_form_ = operand_form(panel_is_rhs_ ? contraction_.rhs : contraction_.lhs,
                                   stride_of(v, panel_is_rhs_), true);
        row_form_ = operand_form(panel_is_rhs_ ? contraction_.lhs : contraction_.rhs,
                                 stride_of(v, !panel_is_rhs_), false);
        for (const VectorBox& box : boxes_) nests_.push_back(nest_of(box));
        const bool overlaps = v.extent % tile_.lanes != 0;
        const bool repeats = std::any_of(nests_.begin(), nests_.end(),
                                         [](const ContractionNest& nest) { return nest.repeats_rows(); });
        if (overlaps || repeats) assembly_.set_recomputes();
    }

    ContractionNest nest_of(const VectorBox& box) const {
        ContractionNest nest{.box = box, .vector_loop = loops_[vector_loop_].var, .tile = tile_};
        for (std::size_t l = loops_.size(); l-- > 0;) {
            const ContractionNest::Loop loop{loops_[l].var, loops_[l].extent};
            if (l == vector_loop_) continue;
            if (static_cast<int>(l) == row_loop_)
                nest.row_loop = loop;
            else
                (chooses_panel(l, panel_is_rhs_) ? nest.outside : nest.reusing).push_back(loop);
        }
        const std::int64_t row_bytes = box.width() * byte_width(kind_);
        std::int64_t on_stack = tile_.rows * row_bytes;
        choose_sum_place(nest, row_bytes, on_stack);
        std::int64_t panel_bytes = row_bytes, steps = 1;
        for (const ReductionLoop& loop : reductions_) panel_bytes *= loop.extent;
        nest.panels_in_scratch = panel_bytes > std::min(largest_stack_panel, stack_bytes - on_stack);
        for (std::size_t i = reductions_.size(); i-- > stretch_loops_;) {
            steps *= reductions_[i].extent;
            if (steps > unrolled_reduction) break;
            nest.unrolled_steps++;
        }
        const bool scratch_panel = nest.panels_in_scratch && (panel_form_ == OperandForm::PackedPanel ||
                                                              row_form_ == OperandForm::PackedPanel);
        const std::int64_t outermost =
            nest.outside.empty() ? box.extent / box.width() : nest.outside.back().extent;
        nest.parallel = !scratch_panel && contraction_.flops() >= parallel_work * 8 && outermost > 1;
        return nest;
    }

    /// Totals go to memory, unless the stretches of one tile are all that goes by a panel: there a compiler
    /// moves them into registers anyway. So do the sums that a loop takes up.
    void choose_sum_place(ContractionNest& nest, std::int64_t row_bytes, std::int64_t& on_stack) const {
        const bool rolled = has_rolled_epilogue(tile_.rows * nest.box.vectors);
        std::int64_t tiles = nest.row_tiles();
        std::vector<std::int64_t> extents;
        for (const auto& loop : nest.reusing) {
            extents.push_back(loop.extent);
            tiles *= loop.extent;
        }
        if (stretch_loops_ > 0 && tiles > 1) {
            nest.place = SumPlace::Block;
            const std::int64_t rows = nest.row_loop ? nest.row_loop->extent : 1;
            nest.block = choose_sum_block(request_.target, tile_, rows, extents, row_bytes);
            nest.unrolled_epilogue = !has_rolled_epilogue(nest.box.vectors);
        } else if (rolled) {
            nest.place = SumPlace::Block;
            nest.unrolled_epilogue = false;
        } else {
            nest.place = stretch_loops_ > 0 ? SumPlace::Registers : SumPlace::Accumulators;
        }
        std::int64_t sums = 0;
        if (nest.place == SumPlace::Registers) sums = tile_.rows * row_bytes;
        if (nest.place == SumPlace::Block) {
            sums = nest.block.row_tiles * tile_.rows * row_bytes;
            for (std::size_t l = 0; l < nest.block.whole_loops; l++) sums *= extents[l];
            nest.block_in_scratch = on_stack + sums > stack_bytes;
        }
        if (!nest.block_in_scratch) on_stack += sums;
    }

    OperandForm operand_form(const AffineView& view, std::int64_t stride, bool is_panel) const {
        if (stride == 0) return OperandForm::Direct;
        if (is_weight(view.base)) {
            const bool one_panel = boxes_.size() == 1 && boxes_[0].extent == boxes_[0].width();
            return stride == 1 && (one_panel || !is_panel) ? OperandForm::Direct : OperandForm::PackedWeight;
        }
        return stride == 1 ? OperandForm::Direct : OperandForm::PackedPanel;
    }

    Expr convert(const Expr& value) const { return opaque_convert(value, kind_); }
    /// An element of the contraction's result out of the sum.
    Expr result_element(const Expr& sum) const {
        if (is_boolean_) return from_storage(sum, ScalarKind::Boolean);
        return rounded(sum, context_.tensor(anchor_.results[0]).element);
    }

    Expr load_direct(const AffineView& view, bool is_rhs, const std::vector<Expr>& positions,
                     const std::vector<Expr>& reduced) {
        Expr flat = affine(view.offset, positions, contraction_.results,
                           is_rhs ? &ContractionLoop::rhs_stride : &ContractionLoop::lhs_stride);
        for (std::size_t r = 0; r < reductions_.size(); r++) {
            const std::int64_t stride = is_rhs ? reductions_[r].rhs_stride : reductions_[r].lhs_stride;
            if (stride != 0) flat = flat + reduced[r] * static_cast<int>(stride);
        }
        return convert(builder_.load(view.base, Halide::Internal::simplify(flat)));
    }

    /// Element of the packed form: panels of the box's width, each with all reduction steps, one step after
    /// another. Loops that the operand depends on besides come outermost.
    Expr load_packed(const AffineView& view, bool is_rhs, const VectorBox& box,
                     const std::vector<Expr>& loop_positions, const std::vector<Expr>& reduced) {
        const auto operand_stride = [&](const auto& loop) {
            return is_rhs ? loop.rhs_stride : loop.lhs_stride;
        };
        PackedWeight::Block block{view.offset + box.begin * operand_stride(loops_[vector_loop_]), {}};
        Expr flat = 0;
        const auto dimension = [&](std::int64_t extent, std::int64_t stride, const Expr& position) {
            block.loops.push_back({extent, stride});
            flat = flat * static_cast<int>(extent) + position;
        };
        const std::int64_t width = box.width();
        for (std::size_t l = 0; l < loops_.size(); l++)
            if (l != vector_loop_ && operand_stride(loops_[l]) != 0)
                dimension(loops_[l].extent, operand_stride(loops_[l]), loop_positions[l]);
        const std::int64_t v_stride = operand_stride(loops_[vector_loop_]);
        const Expr v = loop_positions[vector_loop_];
        dimension(box.extent / width, v_stride * width, v / static_cast<int>(width));
        for (std::size_t r = 0; r < reductions_.size(); r++)
            dimension(reductions_[r].extent, operand_stride(reductions_[r]), reduced[r]);
        dimension(width, v_stride, v % static_cast<int>(width));

        int& packed = is_rhs ? packed_rhs_ : packed_lhs_;
        std::int64_t& offset = is_rhs ? packed_rhs_elements_ : packed_lhs_elements_;
        const ValueId source = context_.storage(view.base);
        const frontend::ElementType element = context_.tensor(view.base).element;
        if (packed < 0) packed = assembly_.add_packed({source, {}});
        packed_weight_ = packed;
        std::int64_t elements = 1;
        for (const auto& loop : block.loops) elements *= loop.extent;
        assembly_.append_packed_block(packed, block);
        const Expr at = Halide::Internal::simplify(flat + static_cast<int>(offset));
        offset += elements;
        return convert(from_memory(assembly_.load_packed(packed, storage_kind(element), at), element));
    }

    void add_box(const ContractionNest& nest) {
        const VectorBox& box = nest.box;
        std::vector<Var> arguments;
        std::vector<KernelAssembly::OutputLoop> output_loops;
        std::vector<Expr> loop_positions;
        for (std::size_t l = loops_.size(); l-- > 0;) {
            arguments.push_back(loops_[l].var);
            output_loops.push_back({l == vector_loop_ ? box.extent : loops_[l].extent, loops_[l].stride});
        }
        for (const ResultLoop& loop : loops_) loop_positions.push_back(loop.var);
        // Positions of the contraction's own loops; the vectorised one begins at the box.
        std::vector<Expr> positions = positions_;
        const Var v = loops_[vector_loop_].var;
        if (box.begin > 0)
            for (Expr& position : positions)
                position = Halide::Internal::simplify(
                    Halide::Internal::substitute(v.name(), v + static_cast<int>(box.begin), position));

        // Loops inside a stretch are one reduction; the stretches, if there are several, another one around
        // it.
        Halide::Region ranges, stretch_ranges;
        std::vector<Var> stretch_vars;
        for (std::size_t i = reductions_.size(); i-- > stretch_loops_;)
            ranges.push_back({0, static_cast<int>(reductions_[i].extent)});
        for (std::size_t i = stretch_loops_; i-- > 0;) {
            stretch_ranges.push_back({0, static_cast<int>(reductions_[i].extent)});
            stretch_vars.push_back(Var(fmt::format("stretch{}", i)));
        }
        ContractionFuncs funcs;
        funcs.steps = RDom(ranges);
        const RDom& r = funcs.steps;
        std::vector<Expr> reduced(reductions_.size());
        for (std::size_t i = 0; i < reduced.size(); i++)
            reduced[i] = i < stretch_loops_ ? Expr(stretch_vars[stretch_loops_ - 1 - i])
                                            : Expr(r[static_cast<int>(reduced.size() - 1 - i)]);

        const auto operand = [&](bool is_rhs, OperandForm form) -> Expr {
            const AffineView& view = is_rhs ? contraction_.rhs : contraction_.lhs;
            switch (form) {
                case OperandForm::Direct: return load_direct(view, is_rhs, positions, reduced);
                case OperandForm::PackedWeight:
                    return load_packed(view, is_rhs, box, loop_positions, reduced);
                case OperandForm::PackedPanel: break;
            }
            funcs.panels.push_back(Func(is_rhs ? "rhs_panel" : "lhs_panel"));
            Func& panel = funcs.panels.back();
            std::vector<Var> panel_arguments = {v};
            std::vector<Expr> at = {v}, symbolic;
            for (std::size_t i = reductions_.size(); i-- > 0;) {
                panel_arguments.push_back(Var(fmt::format("k{}", i)));
                at.push_back(reduced[i]);
            }
            for (std::size_t i = 0; i < reductions_.size(); i++)
                symbolic.push_back(Var(fmt::format("k{}", i)));
            for (std::size_t l = 0; l < loops_.size(); l++) {
                const std::int64_t stride = is_rhs ? loops_[l].rhs_stride : loops_[l].lhs_stride;
                if (l == vector_loop_ || stride == 0) continue;
                panel_arguments.push_back(loops_[l].var);
                at.push_back(loops_[l].var);
            }
            panel(panel_arguments) = load_direct(view, is_rhs, positions, symbolic);
            return panel(at);
        };
        // Only rows go by the panel, so one of the two depends on the row.
        const auto at_row = [&](const Expr& value) {
            if (!nest.row_loop) return value;
            const Var& t = nest.row_loop->var;
            return Halide::Internal::substitute(t.name(), nest.row_of_padded(t), value);
        };
        const Expr lhs = within(at_row(operand(false, panel_is_rhs_ ? row_form_ : panel_form_)), r);
        const Expr rhs = at_row(operand(true, panel_is_rhs_ ? panel_form_ : row_form_));

        Func &accumulator = funcs.accumulator, &output = funcs.output;
        accumulator = Func("accumulator");
        output = Func("out");
        // In the tile the vectorised loop is innermost, whatever it is in the result.
        std::vector<Var> tile_arguments = {v};
        for (const Var& argument : arguments)
            if (argument.name() != v.name()) tile_arguments.push_back(argument);
        const std::vector<Expr> at(tile_arguments.begin(), tile_arguments.end());
        std::vector<Var> sum_arguments = tile_arguments;
        sum_arguments.insert(sum_arguments.end(), stretch_vars.begin(), stretch_vars.end());
        const std::vector<Expr> sum_at(sum_arguments.begin(), sum_arguments.end());
        const Expr zero =
            is_float(kind_) ? opaque_real(kind_, 0) : Halide::Internal::make_zero(halide_type(kind_));
        accumulator(sum_arguments) = zero;
        accumulator(sum_arguments) =
            is_float(kind_)
                ? opaque_node(NodeKind::Fma, halide_type(kind_), {lhs, rhs, accumulator(sum_at)})
                : opaque_binary(is_boolean_ ? NodeKind::Or : NodeKind::Add, accumulator(sum_at),
                                opaque_binary(is_boolean_ ? NodeKind::And : NodeKind::Multiply, lhs, rhs));
        if (nest.place != SumPlace::Accumulators) {
            funcs.sum = Func(stretch_vars.empty() ? "sum" : "total");
            std::vector<Expr> stretch_at = at;
            if (!stretch_vars.empty()) {
                funcs.stretches = RDom(stretch_ranges);
                for (int d = 0; d < funcs.stretches.dimensions(); d++)
                    stretch_at.push_back(funcs.stretches[d]);
                funcs.sum(tile_arguments) = zero;
                funcs.sum(tile_arguments) =
                    opaque_binary(NodeKind::Add, funcs.sum(at), accumulator(stretch_at));
            } else {
                funcs.sum(tile_arguments) = accumulator(at);
            }
        }
        std::vector<Expr> sum_of_result = at;
        for (Expr& position : sum_of_result) {
            const auto* var = position.as<Halide::Internal::Variable>();
            if (nest.row_loop && var->name == nest.row_loop->var.name()) position = nest.padded_row(position);
        }
        const Func& source = nest.place == SumPlace::Accumulators ? accumulator : funcs.sum;
        ElementBuilder after(context_,
                             [this](ValueId value, const Expr& flat) { return assembly_.load(value, flat); });
        after.begin_root(root_);
        after.replace(anchor_.results[0],
                      [&](const Index&) { return result_element(source(sum_of_result)); });
        output(arguments) =
            to_memory(after.element(root_, root_index(positions)), context_.tensor(root_).element);
        builder_.note_inlined(after.inlined_ops());

        place(nest, funcs);
        assembly_.add_box(output, output_loops, box.begin * loops_[vector_loop_].stride);
    }

    int epilogue_cost() const {
        int cost = 0;
        for (int member : request_.group.members) cost += operation_cost(context_.graph.op(member));
        return cost;
    }

    const GroupToLower& request_;
    const LoweringContext& context_;
    KernelAssembly assembly_;
    ElementBuilder builder_;
    const Op& anchor_;
    const Contraction contraction_;
    ValueId root_;
    bool is_boolean_;  // sums of booleans are disjunctions, kept as u8
    ScalarKind kind_;  // in which is summed
    std::vector<std::size_t> root_dimensions_;
    std::vector<Expr> positions_;  // of the contraction's result loops, in terms of loops_
    std::vector<ResultLoop> loops_;
    std::vector<ReductionLoop> reductions_;
    std::size_t stretch_loops_ = 0;
    std::size_t vector_loop_ = 0;
    int row_loop_ = -1;
    bool panel_is_rhs_ = true;
    ContractionTile tile_;
    std::vector<VectorBox> boxes_;
    std::vector<ContractionNest> nests_;  // one per box
    OperandForm panel_form_ = OperandForm::Direct, row_form_ = OperandForm::Direct;
    int packed_weight_ = -1, packed_lhs_ = -1, packed_rhs_ = -1;
    std::int64_t packed_lhs_elements_ = 0, packed_rhs_elements_ = 0;
};

}  // namespace

LoweredKernel lower_contraction(const GroupToLower& request) {
    return is_dot_product(request) ? lower_dot_product(request) : ContractionLowering(request).run();
}

}  // namespace hlo2c::scheduler::halide
