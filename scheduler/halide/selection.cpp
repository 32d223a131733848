#include <functional>
#include <limits>
#include <string>

#include "scheduler/halide/sort_numbers.h"
#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler::halide {
namespace {

/// Elements of a block. Only if its least number comes before the last one kept are its elements compared.
constexpr std::int64_t block = 64;

/// Per row: the first elements are kept. Then each element that comes before the last one kept takes its
/// place; a block of elements of which none does costs one vectorised minimum.
class RowScan : protected SortNumbers {
protected:
    using SortNumbers::SortNumbers;

    /// `limit` gives the number of the last element kept; `take` keeps an element in its place.
    void scan(const std::function<NodeId()>& limit,
              const std::function<void(NodeId number, NodeId at)>& take) {
        const auto consider = [&](NodeId begin, std::int64_t count) {
            loops_.loop("i", count, [&](NodeId i) {
                const NodeId at = loops_.let("at", loops_.add(begin, i));
                const NodeId next = loops_.let("number", number_at(at));
                loops_.branch(loops_.less(next, limit()), [&] { take(next, at); });
            });
        };
        const std::int64_t blocks = (problem_.length - problem_.kept) / block;
        loops_.loop("block", blocks, [&](NodeId number) {
            const NodeId begin =
                loops_.let("begin", loops_.offset(loops_.scaled(number, block), problem_.kept));
            const std::string least = loops_.variable("least", number_.kind);
            loops_.store(least, loops_.integer(0), limit());
            loops_.loop("i", block, [&](NodeId i) {
                const NodeId next = loops_.let("number", number_at(loops_.add(begin, i)));
                loops_.store(least, loops_.integer(0),
                             loops_.minimum(loops_.load(least, loops_.integer(0), number_), next));
            });
            loops_.branch(loops_.less(loops_.load(least, loops_.integer(0), number_), limit()),
                          [&] { consider(begin, block); });
        });
        consider(loops_.integer(problem_.kept + blocks * block), (problem_.length - problem_.kept) % block);
    }

    /// Stores the element at a position of the row as result `place`.
    void output(NodeId place, NodeId position) {
        const NodeId from = loops_.let("from", clamp(position, 0, problem_.length - 1));
        for (std::size_t q = 0; q < operands(); q++) store(output_[q], place, load(input_[q], q, from));
    }
};

/// Keeps the elements sorted by insertion.
class Insertion : RowScan {
public:
    Insertion(KernelAssembly& assembly, ElementBuilder& builder, const GroupToLower& request)
        : RowScan(assembly, builder, request),
          numbers_(loops_.scratch("numbers", ScratchContents::FirstElements, number_.kind, problem_.kept)),
          positions_(
              loops_.scratch("positions", ScratchContents::FirstElements, ScalarKind::I32, problem_.kept)) {}

    void write() {
        each_row([&] {
            loops_.loop("i", problem_.kept,
                        [&](NodeId i) { insert(loops_.let("number", number_at(i)), i, i); });
            const NodeId last = loops_.integer(problem_.kept - 1);
            scan([&] { return number(last); }, [&](NodeId next, NodeId at) { insert(next, at, last); });
            loops_.loop("k", problem_.kept, [&](NodeId k) { output(k, position(k)); });
        });
    }

private:
    NodeId number(NodeId k) { return loops_.load(numbers_, k, number_); }
    NodeId position(NodeId k) { return loops_.load(positions_, k, index_type); }
    void put(NodeId k, NodeId number, NodeId position) {
        loops_.store(numbers_, k, number);
        loops_.store(positions_, k, position);
    }

    /// Replaces the element at `last`, and moves the new one before those that it precedes.
    void insert(NodeId next, NodeId at, NodeId last) {
        put(last, next, at);
        loops_.loop_to("step", last, [&](NodeId step) {
            const NodeId k = loops_.let("k", loops_.subtract(last, step));
            const NodeId before = loops_.let("before", loops_.offset(k, -1));
            loops_.branch(loops_.less(next, number(before)), [&] {
                put(k, number(before), position(before));
                put(before, next, at);
            });
        });
    }

    const std::string numbers_, positions_;  ///< of the elements kept so far, the first one first
};

/// Keeps the elements in any order, and searches for the last one after each replacement. In the end, an
/// element's place is the number of those before it. An element is one integer: its number, less half of all
/// numbers, in the upper half, and its position in the lower. So no two are equal.
class Replacement : RowScan {
public:
    Replacement(KernelAssembly& assembly, ElementBuilder& builder, const GroupToLower& request)
        : RowScan(assembly, builder, request),
          kept_(loops_.scratch("kept", ScratchContents::FirstElements, element_.kind, problem_.kept)) {}

    void write() {
        each_row([&] {
            last_ = loops_.variable("last", element_.kind);
            limit_ = loops_.variable("limit", number_.kind);
            begin_search();
            loops_.loop("i", problem_.kept, [&](NodeId i) { keep(i, joined(number_at(i), i)); });
            end_search();
            scan([&] { return loops_.load(limit_, loops_.integer(0), number_); },
                 [&](NodeId next, NodeId at) { replace_last(loops_.let("element", joined(next, at))); });
            loops_.loop("k", problem_.kept, [&](NodeId k) { output_at_place(k); });
        });
    }

private:
    static constexpr ValueType element_{ScalarKind::I64, 1};
    static constexpr std::int64_t half_of_numbers = std::int64_t{1} << 31, position_bits = 32;

    NodeId kept(NodeId k) { return loops_.load(kept_, k, element_); }
    NodeId last() { return loops_.load(last_, loops_.integer(0), element_); }
    NodeId wide(std::int64_t value) { return nest_.integer(value, element_); }

    NodeId joined(NodeId number, NodeId position) {
        const NodeId upper = loops_.subtract(converted(number, element_), wide(half_of_numbers));
        return nest_.binary(NodeKind::Or, nest_.binary(NodeKind::ShiftLeft, upper, wide(position_bits)),
                            converted(position, element_));
    }

    void begin_search() {
        loops_.store(last_, loops_.integer(0), wide(std::numeric_limits<std::int64_t>::min()));
    }
    void keep(NodeId k, NodeId element) {
        const NodeId each = loops_.let("each", element);
        loops_.store(kept_, k, each);
        loops_.store(last_, loops_.integer(0), loops_.maximum(last(), each));
    }
    void end_search() {
        const NodeId upper = nest_.binary(NodeKind::ShiftRightArithmetic, last(), wide(position_bits));
        loops_.store(limit_, loops_.integer(0), converted(loops_.add(upper, wide(half_of_numbers)), number_));
    }

    void replace_last(NodeId by) {
        const NodeId replaced = loops_.let("replaced", last());
        begin_search();
        loops_.loop("k", problem_.kept, [&](NodeId k) {
            keep(k, loops_.select(nest_.binary(NodeKind::Equal, kept(k), replaced), by, kept(k)));
        });
        end_search();
    }

    void output_at_place(NodeId k) {
        const NodeId element = loops_.let("element", kept(k));
        const std::string before = loops_.variable("before");
        loops_.store(before, loops_.integer(0), loops_.integer(0));
        loops_.loop("other", problem_.kept, [&](NodeId other) {
            const NodeId count = loops_.load(before, loops_.integer(0), index_type);
            const NodeId is_before = converted(loops_.less(kept(other), element), index_type);
            loops_.store(before, loops_.integer(0), loops_.add(count, is_before));
        });
        const NodeId place = loops_.let(
            "place", clamp(loops_.load(before, loops_.integer(0), index_type), 0, problem_.kept - 1));
        const NodeId position =
            nest_.binary(NodeKind::And, element, wide((std::int64_t{1} << position_bits) - 1));
        output(place, converted(position, index_type));
    }

    const std::string kept_;    ///< elements kept so far
    std::string last_, limit_;  ///< the one that comes last, and its number
};

}  // namespace

void write_selection(KernelAssembly& assembly, ElementBuilder& builder, const GroupToLower& request) {
    const auto& problem = std::get<SortProblem>(request.problem.problem.form);
    if (replaces_last(problem))
        Replacement(assembly, builder, request).write();
    else
        Insertion(assembly, builder, request).write();
}

}  // namespace hlo2c::scheduler::halide
