#include <algorithm>

#include "scheduler/groups/sort_key.h"
#include "scheduler/halide/sort_rows.h"

namespace hlo2c::scheduler::halide {
namespace {

constexpr std::int64_t digits = 256;
constexpr ValueType digit_type{ScalarKind::U8, 1};

ScalarKind unsigned_of_size(ScalarKind kind) {
    switch (byte_width(kind)) {
        case 1: return ScalarKind::U8;
        case 2: return ScalarKind::U16;
        case 4: return ScalarKind::U32;
        default: return ScalarKind::U64;
    }
}

ScalarKind signed_of_size(ScalarKind kind) {
    return byte_width(kind) == 4 ? ScalarKind::I32 : ScalarKind::I64;
}

/// Per row: a loop makes unsigned numbers of the keys and counts their digits; the counts become the places
/// of the next element with each digit; then each digit distributes the elements, from one pair of arrays in
/// scratch to the other. The last one takes the elements from the operands to the results.
class RadixSort : SortRows {
public:
    RadixSort(KernelAssembly& assembly, ElementBuilder& builder, const frontend::Op& op,
              const SortProblem& problem, const SortKey& key)
        : SortRows(assembly, builder, op, problem),
          key_(key),
          computed_(*problem.key),
          number_{unsigned_of_size(*problem.key), 1},
          bytes_(byte_width(*problem.key)),
          of_key_(op.regions[0]) {
        of_key_.ops.back().operands = {key.value};
        const auto array = [&](const char* stem, ScalarKind kind, std::int64_t elements) {
            return loops_.scratch(stem, ScratchContents::SortedRuns, kind, elements);
        };
        places_ = array("places", ScalarKind::I32, bytes_ * digits);
        keys_[0] = array("keys", number_.kind, length_);
        for (int byte = 0; byte + 1 < std::min(bytes_, 3); byte++) {
            const int to = 1 - byte % 2;
            if (byte == 0) keys_[to] = array("keys", number_.kind, length_);
            order_[to] = array("order", ScalarKind::I32, length_);
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
    NodeId place_of(int byte, NodeId digit) { return loops_.offset(digit, byte * digits); }
    NodeId place(NodeId at) { return loops_.load(places_, at, index_type); }

    NodeId digit_of(NodeId key, int byte) {
        const NodeId shifted =
            byte == 0 ? key
                      : nest_.binary(NodeKind::ShiftRightLogical, key, nest_.integer(8 * byte, number_));
        return loops_.let("digit", converted(converted(shifted, digit_type), index_type));
    }

    NodeId converted(NodeId value, ValueType type) {
        return nest_[value].type == type
                   ? value
                   : nest_.add({.kind = NodeKind::Convert, .type = type, .operands = {value}});
    }
    NodeId same_bits(NodeId value, ScalarKind kind) {
        return nest_.add({.kind = NodeKind::Reinterpret, .type = {kind, 1}, .operands = {value}});
    }

    void clear() {
        loops_.loop("digit", bytes_ * digits,
                    [&](NodeId digit) { loops_.store(places_, digit, loops_.integer(0)); });
    }

    void count() {
        loops_.loop("i", length_, [&](NodeId i) {
            std::vector<NodeId> element;
            for (std::size_t q = 0; q < operands(); q++)
                element.push_back(loops_.let(numbered("x", q), load(input_[q], q, i)));
            const NodeId key = loops_.let("key", number(apply(of_key_, element, element)));
            loops_.store(keys_[0], i, key);
            for (int byte = 0; byte < bytes_; byte++) {
                const NodeId at = place_of(byte, digit_of(key, byte));
                loops_.store(places_, at, loops_.offset(place(at), 1));
            }
        });
    }

    /// The key as an unsigned number whose order is that of the sort.
    NodeId number(NodeId key) {
        NodeId bits = key;
        if (is_float(computed_))
            bits = number_of_float(key);
        else if (computed_ == ScalarKind::Boolean)
            bits = converted(key, number_);
        else if (is_signed(computed_))
            bits = nest_.binary(NodeKind::Xor, same_bits(key, number_.kind), sign_bit(number_));
        return key_.is_descending ? nest_.unary(NodeKind::Not, bits) : bits;
    }

    NodeId sign_bit(ValueType type) {
        return nest_.integer(static_cast<std::int64_t>(std::uint64_t{1} << (8 * bytes_ - 1)), type);
    }

    /// Negative numbers have all bits inverted, the others the sign only.
    NodeId number_of_float(NodeId key) {
        if (!key_.orders_zeros) {
            const NodeId zero = loops_.real(0, {computed_, 1});
            key = loops_.select(nest_.binary(NodeKind::Equal, key, zero), zero, key);
        }
        const ValueType whole{signed_of_size(computed_), 1};
        const NodeId bits = loops_.let("bits", same_bits(key, whole.kind));
        const NodeId sign =
            nest_.binary(NodeKind::ShiftRightArithmetic, bits, nest_.integer(8 * bytes_ - 1, whole));
        return nest_.binary(NodeKind::Xor, same_bits(bits, number_.kind),
                            nest_.binary(NodeKind::Or, same_bits(sign, number_.kind), sign_bit(number_)));
    }

    void add_up() {
        loops_.loop("byte", bytes_, [&](NodeId byte) {
            const std::string next = loops_.counter("next");
            loops_.store(next, loops_.integer(0), loops_.integer(0));
            loops_.loop("digit", digits, [&](NodeId digit) {
                const NodeId at = loops_.let("at", loops_.add(loops_.scaled(byte, digits), digit));
                const NodeId begin = loops_.let("begin", loops_.load(next, loops_.integer(0), index_type));
                const NodeId many = loops_.let("many", place(at));
                loops_.store(places_, at, begin);
                loops_.store(next, loops_.integer(0),
                             loops_.add(clamp(begin, 0, length_), clamp(many, 0, length_)));
            });
        });
    }

    void distribute(int byte) {
        const int from = byte % 2, to = 1 - from;
        const bool is_first = byte == 0, is_last = byte + 1 == bytes_;
        loops_.loop("i", length_, [&](NodeId i) {
            const NodeId key = loops_.let("key", loops_.load(keys_[from], i, number_));
            const NodeId source =
                is_first ? i : loops_.let("source", loops_.load(order_[from], i, index_type));
            const NodeId next = loops_.let("at", place_of(byte, digit_of(key, byte)));
            const NodeId sorted = loops_.let("sorted", clamp(place(next), 0, length_ - 1));
            loops_.store(places_, next, loops_.offset(sorted, 1));
            if (is_last) {
                const NodeId inside = is_first ? i : loops_.let("inside", clamp(source, 0, length_ - 1));
                for (std::size_t q = 0; q < operands(); q++)
                    store(output_[q], sorted, load(input_[q], q, inside));
            } else {
                loops_.store(keys_[to], sorted, key);
                loops_.store(order_[to], sorted, source);
            }
        });
    }

    const SortKey key_;
    const ScalarKind computed_;
    const ValueType number_;
    const int bytes_;
    frontend::Region of_key_;  ///< the comparator, with the key as its result
    std::string places_;       ///< for each byte and digit: its count, then the place of its next element
    std::string keys_[2], order_[2];
};

}  // namespace

void write_radix_sort(KernelAssembly& assembly, ElementBuilder& builder, const frontend::Op& op,
                      const SortProblem& problem) {
    RadixSort(assembly, builder, op, problem, *sort_key(assembly.context(), op)).write();
}

}  // namespace hlo2c::scheduler::halide
