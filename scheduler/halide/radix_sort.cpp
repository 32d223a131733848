#include <algorithm>

#include "scheduler/halide/sort_numbers.h"

namespace hlo2c::scheduler::halide {
namespace {

constexpr std::int64_t digits = 256;
constexpr ValueType digit_type{ScalarKind::U8, 1};

/// Per row: a loop converts the keys to unsigned numbers and counts their digits; prefix sums turn the counts
/// into offsets of the first element with each digit; then there is one pass per digit, which distributes the
/// elements from one pair of arrays in scratch to the other. The last pass copies the operands' elements to
/// the results.
class RadixSort : SortNumbers {
public:
    RadixSort(KernelAssembly& assembly, ElementBuilder& builder, const GroupToLower& request)
        : SortNumbers(assembly, builder, request), bytes_(byte_width(number_.kind)) {
        const auto array = [&](const char* stem, ScalarKind kind, std::int64_t elements) {
            return loops_.scratch(stem, ScratchContents::SortedRuns, kind, elements);
        };
        offsets_ = array("offsets", ScalarKind::I32, bytes_ * digits);
        keys_[0] = array("keys", number_.kind, problem_.length);
        for (int byte = 0; byte + 1 < std::min(bytes_, 3); byte++) {
            const int to = 1 - byte % 2;
            if (byte == 0) keys_[to] = array("keys", number_.kind, problem_.length);
            order_[to] = array("order", ScalarKind::I32, problem_.length);
        }
    }

    void write() {
        each_row([&] {
            clear();
            count();
            add_up();
            for (int byte = 0; byte < bytes_; byte++) distribute(byte);
        });
    }

private:
    NodeId slot_of(int byte, NodeId digit) { return loops_.offset(digit, byte * digits); }
    NodeId offset_at(NodeId at) { return loops_.load(offsets_, at, index_type); }

    NodeId digit_of(NodeId key, int byte) {
        const NodeId shifted =
            byte == 0 ? key
                      : nest_.binary(NodeKind::ShiftRightLogical, key, nest_.integer(8 * byte, number_));
        return loops_.let("digit", converted(converted(shifted, digit_type), index_type));
    }

    void clear() {
        loops_.loop("digit", bytes_ * digits,
                    [&](NodeId digit) { loops_.store(offsets_, digit, loops_.integer(0)); });
    }

    void count() {
        loops_.loop("i", problem_.length, [&](NodeId i) {
            const NodeId key = loops_.let("key", number_at(i));
            loops_.store(keys_[0], i, key);
            for (int byte = 0; byte < bytes_; byte++) {
                const NodeId at = slot_of(byte, digit_of(key, byte));
                loops_.store(offsets_, at, loops_.offset(offset_at(at), 1));
            }
        });
    }

    void add_up() {
        loops_.loop("byte", bytes_, [&](NodeId byte) {
            const std::string next = loops_.variable("next");
            loops_.store(next, loops_.integer(0), loops_.integer(0));
            loops_.loop("digit", digits, [&](NodeId digit) {
                const NodeId at = loops_.let("at", loops_.add(loops_.scaled(byte, digits), digit));
                const NodeId begin = loops_.let("begin", loops_.load(next, loops_.integer(0), index_type));
                const NodeId elements = loops_.let("elements", offset_at(at));
                loops_.store(offsets_, at, begin);
                loops_.store(
                    next, loops_.integer(0),
                    loops_.add(clamp(begin, 0, problem_.length), clamp(elements, 0, problem_.length)));
            });
        });
    }

    void distribute(int byte) {
        const int from = byte % 2, to = 1 - from;
        const bool is_first = byte == 0, is_last = byte + 1 == bytes_;
        loops_.loop("i", problem_.length, [&](NodeId i) {
            const NodeId key = loops_.let("key", loops_.load(keys_[from], i, number_));
            const NodeId source =
                is_first ? i : loops_.let("source", loops_.load(order_[from], i, index_type));
            const NodeId next = loops_.let("at", slot_of(byte, digit_of(key, byte)));
            const NodeId sorted = loops_.let("sorted", clamp(offset_at(next), 0, problem_.length - 1));
            loops_.store(offsets_, next, loops_.offset(sorted, 1));
            if (is_last) {
                const auto take = [&] {
                    const NodeId inside =
                        is_first ? i : loops_.let("inside", clamp(source, 0, problem_.length - 1));
                    for (std::size_t q = 0; q < operands(); q++)
                        store(output_[q], sorted, load(input_[q], q, inside));
                };
                if (problem_.kept < problem_.length)
                    loops_.branch(loops_.less(sorted, loops_.integer(problem_.kept)), take);
                else
                    take();
            } else {
                loops_.store(keys_[to], sorted, key);
                loops_.store(order_[to], sorted, source);
            }
        });
    }

    const int bytes_;
    std::string offsets_;  ///< for each byte and digit: its count, then the offset of its next element
    std::string keys_[2], order_[2];
};

}  // namespace

void write_radix_sort(KernelAssembly& assembly, ElementBuilder& builder, const GroupToLower& request) {
    RadixSort(assembly, builder, request).write();
}

}  // namespace hlo2c::scheduler::halide
