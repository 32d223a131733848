#include "scheduler/halide/sort_numbers.h"

namespace hlo2c::scheduler::halide {
namespace {

/// Elements of a block. Only if its least number comes before the last one kept are its elements compared.
constexpr std::int64_t block = 64;

/// Per row: the first elements are sorted by insertion. Then each element that comes before the last one kept
/// takes its place; a block of elements of which none does costs one vectorised minimum.
class Selection : SortNumbers {
public:
    Selection(KernelAssembly& assembly, ElementBuilder& builder, const GroupToLower& request)
        : SortNumbers(assembly, builder, request),
          numbers_(loops_.scratch("numbers", ScratchContents::FirstElements, number_.kind, problem_.kept)),
          positions_(
              loops_.scratch("positions", ScratchContents::FirstElements, ScalarKind::I32, problem_.kept)) {}

    void write() {
        each_row([&] {
            loops_.loop("i", problem_.kept,
                        [&](NodeId i) { insert(loops_.let("number", number_at(i)), i, i); });
            const std::int64_t blocks = (problem_.length - problem_.kept) / block;
            loops_.loop("block", blocks, [&](NodeId number) {
                const NodeId begin =
                    loops_.let("begin", loops_.offset(loops_.scaled(number, block), problem_.kept));
                const std::string least = loops_.variable("least", number_.kind);
                loops_.store(least, loops_.integer(0), last_number());
                loops_.loop("i", block, [&](NodeId i) {
                    const NodeId next = loops_.let("number", number_at(loops_.add(begin, i)));
                    loops_.store(least, loops_.integer(0),
                                 loops_.minimum(loops_.load(least, loops_.integer(0), number_), next));
                });
                loops_.branch(loops_.less(loops_.load(least, loops_.integer(0), number_), last_number()),
                              [&] { consider(begin, block); });
            });
            consider(loops_.integer(problem_.kept + blocks * block),
                     (problem_.length - problem_.kept) % block);
            loops_.loop("k", problem_.kept, [&](NodeId k) {
                const NodeId from = loops_.let("from", clamp(position(k), 0, problem_.length - 1));
                for (std::size_t q = 0; q < operands(); q++) store(output_[q], k, load(input_[q], q, from));
            });
        });
    }

private:
    NodeId number(NodeId k) { return loops_.load(numbers_, k, number_); }
    NodeId position(NodeId k) { return loops_.load(positions_, k, index_type); }
    NodeId last_number() { return number(loops_.integer(problem_.kept - 1)); }
    void put(NodeId k, NodeId number, NodeId position) {
        loops_.store(numbers_, k, number);
        loops_.store(positions_, k, position);
    }

    void consider(NodeId begin, std::int64_t count) {
        loops_.loop("i", count, [&](NodeId i) {
            const NodeId at = loops_.let("at", loops_.add(begin, i));
            const NodeId next = loops_.let("number", number_at(at));
            loops_.branch(loops_.less(next, last_number()),
                          [&] { insert(next, at, loops_.integer(problem_.kept - 1)); });
        });
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

}  // namespace

void write_selection(KernelAssembly& assembly, ElementBuilder& builder, const GroupToLower& request) {
    Selection(assembly, builder, request).write();
}

}  // namespace hlo2c::scheduler::halide
