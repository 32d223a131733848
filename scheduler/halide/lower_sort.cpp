#include "scheduler/halide/kernel_assembly.h"
#include "scheduler/halide/lower_group.h"
#include "scheduler/halide/sort_rows.h"

namespace hlo2c::scheduler::halide {
namespace {

using Halide::Expr;

/// A stable bottom-up merge sort of every row, written as loops: sorts pairs of neighbours, then merges runs
/// into longer ones, from the result into scratch and back. A merge takes one element per iteration, without
/// branches on the data.
class MergeSort : SortRows {
public:
    MergeSort(KernelAssembly& assembly, ElementBuilder& builder, const GroupToLower& request)
        : SortRows(assembly, builder, request), merges_(schedule_.merges) {
        const auto row = [&](std::size_t q) {
            return Place{loops_.scratch(numbered("merged", q), ScratchContents::SortedRuns, stored(q),
                                        problem_.length)};
        };
        for (std::size_t q = 0; q < operands() && merges_ > 0; q++) {
            scratch_.push_back(row(q));
            if (output_[q].name.empty()) output_[q] = row(q);
        }
    }

    void write() {
        each_row([&] { sort_row(); });
    }

private:
    /// The next two elements that may be swapped, per operand of the sort.
    struct Candidates {
        std::vector<NodeId> a, b;
    };

    /// Each merge doubles the run length; the last one must end in the result.
    void sort_row() {
        const bool odd = merges_ % 2 != 0;
        const Places &first = odd ? scratch_ : output_, &second = odd ? output_ : scratch_;
        pairs_in_order(first);
        if (merges_ == 0) return;
        width_ = loops_.variable("width");
        runs_ = loops_.variable("runs");
        next_ = loops_.variable("next");
        left_ = loops_.variable("left");
        right_ = loops_.variable("right");
        set(width_, loops_.integer(2));
        set(runs_, loops_.integer((problem_.length + 1) / 2));
        loops_.loop("pass", (merges_ + 1) / 2, [&](NodeId) {
            merge(first, second);
            const auto back = [&] { merge(second, first); };
            if (odd)
                loops_.branch(loops_.less(loops_.integer(1), runs()), back);
            else
                back();
        });
    }

    NodeId get(const std::string& counter) { return loops_.load(counter, loops_.integer(0), index_type); }
    void set(const std::string& counter, NodeId value) { loops_.store(counter, loops_.integer(0), value); }
    NodeId width() { return clamp(get(width_), 1, problem_.length); }
    NodeId runs() { return clamp(get(runs_), 1, problem_.length); }

    /// Binds the elements at two positions.
    Candidates candidates(const Places& from, NodeId first, NodeId second) {
        Candidates pair;
        for (std::size_t q = 0; q < operands(); q++) {
            pair.a.push_back(loops_.let(numbered("a", q), load(from[q], q, first)));
            pair.b.push_back(loops_.let(numbered("b", q), load(from[q], q, second)));
        }
        return pair;
    }

    /// The condition that b must come before a.
    NodeId before(const Candidates& pair) { return apply(op_.regions[0], pair.b, pair.a); }

    void pairs_in_order(const Places& to) {
        loops_.loop("pair", problem_.length / 2, [&](NodeId number) {
            const NodeId i = loops_.let("i", loops_.scaled(number, 2));
            const NodeId j = loops_.let("j", loops_.offset(loops_.scaled(number, 2), 1));
            const Candidates pair = candidates(input_, i, j);
            const NodeId swap = loops_.let("swap", before(pair));
            for (std::size_t q = 0; q < operands(); q++) {
                store(to[q], i, loops_.select(swap, pair.b[q], pair.a[q]));
                store(to[q], j, loops_.select(swap, pair.a[q], pair.b[q]));
            }
        });
        const NodeId last = loops_.integer(problem_.length - 1);
        for (std::size_t q = 0; q < operands() && problem_.length % 2 != 0; q++)
            store(to[q], last, load(input_[q], q, last));
    }

    /// Merges pairs of runs of `width` elements. No sum exceeds the length.
    void merge(const Places& from, const Places& to) {
        const NodeId both = loops_.offset(runs(), 1), length = loops_.integer(problem_.length);
        const NodeId pairs =
            loops_.let("pairs", nest_.binary(NodeKind::FloorDivide, both, loops_.integer(2)));
        const auto after_run = [&](NodeId begin) {
            return loops_.add(begin, loops_.minimum(width(), loops_.subtract(length, begin)));
        };
        set(next_, loops_.integer(0));
        loops_.loop_to("run", pairs, [&](NodeId) {
            const NodeId begin = loops_.let("begin", clamp(get(next_), 0, problem_.length));
            const NodeId middle = loops_.let("middle", after_run(begin));
            const NodeId end = loops_.let("end", after_run(middle));
            set(left_, begin);
            set(right_, middle);
            loops_.loop_from("k", begin, loops_.subtract(end, begin),
                             [&](NodeId k) { merge_element(from, to, k, middle, end); });
            set(next_, end);
        });
        set(width_, loops_.scaled(loops_.minimum(width(), loops_.integer((problem_.length + 1) / 2)), 2));
        set(runs_, pairs);
    }

    /// The next element comes from the right run if the left one is exhausted, or if the right run's element
    /// must come before.
    void merge_element(const Places& from, const Places& to, NodeId k, NodeId middle, NodeId end) {
        const NodeId right = loops_.let("at_right", get(right_)), left = loops_.let("at_left", get(left_));
        const NodeId i = loops_.let("i", clamp(left, 0, problem_.length - 1));
        const NodeId j = loops_.let("j", clamp(right, 0, problem_.length - 1));
        const Candidates pair = candidates(from, i, j);
        const NodeId left_is_empty = nest_.binary(NodeKind::LessEqual, middle, left);
        const NodeId right_is_next = nest_.binary(NodeKind::And, loops_.less(right, end), before(pair));
        const NodeId take =
            loops_.let("take_right", nest_.binary(NodeKind::Or, left_is_empty, right_is_next));
        for (std::size_t q = 0; q < operands(); q++)
            store(to[q], k, loops_.select(take, pair.b[q], pair.a[q]));
        set(left_, loops_.select(take, left, loops_.offset(left, 1)));
        set(right_, loops_.select(take, loops_.offset(right, 1), right));
    }

    const int merges_;
    Places scratch_;
    std::string width_, runs_, next_;  ///< counters: run length, runs, where the next pair of runs begins
    std::string left_, right_;         ///< counters: next elements of two runs
};

}  // namespace

LoweredKernel lower_sort(const GroupToLower& request) {
    const LoweringContext& context = request.context;
    KernelAssembly assembly(context);
    ElementBuilder builder(
        context, [&](frontend::ValueId value, const Expr& flat) { return assembly.load(value, flat); });
    const auto& schedule = std::get<SortSchedule>(request.schedule);
    if (schedule.selects)
        write_selection(assembly, builder, request);
    else if (schedule.key_bytes > 0)
        write_radix_sort(assembly, builder, request);
    else
        MergeSort(assembly, builder, request).write();
    assembly.set_stores_twice();
    assembly.kernel().origin = KernelOrigin::Direct;
    assembly.describe(builder, request.group);
    assembly.describe(request.schedule);
    return assembly.finish();
}

}  // namespace hlo2c::scheduler::halide
