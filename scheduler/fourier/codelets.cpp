#include "scheduler/fourier/codelets.h"

#include "scheduler/fourier/roots_of_unity.h"

namespace hlo2c::scheduler {
namespace {

class Codelet {
public:
    Codelet(LoopBuilder& loops, ValueType type) : loops_(loops), type_(type) {}

    std::vector<ComplexNode> transform(const std::vector<ComplexNode>& x) {
        switch (x.size()) {
            case 1: return x;
            case 2: return {add("sum", x[0], x[1]), subtract("difference", x[0], x[1])};
            case 4: return transform_4(x);
            case 8: return transform_8(x);
            default: return transform_prime(x);
        }
    }

private:
    ComplexNode bound(const std::string& stem, NodeId real, NodeId imaginary) {
        return scheduler::bound(loops_, stem, {real, imaginary});
    }
    ComplexNode add(const std::string& stem, ComplexNode a, ComplexNode b) {
        return bound(stem, loops_.add(a.real, b.real), loops_.add(a.imaginary, b.imaginary));
    }
    ComplexNode subtract(const std::string& stem, ComplexNode a, ComplexNode b) {
        return bound(stem, loops_.subtract(a.real, b.real), loops_.subtract(a.imaginary, b.imaginary));
    }
    /// a - i * b.
    ComplexNode subtract_i_times(const std::string& stem, ComplexNode a, ComplexNode b) {
        return bound(stem, loops_.add(a.real, b.imaginary), loops_.subtract(a.imaginary, b.real));
    }
    /// a + i * b.
    ComplexNode add_i_times(const std::string& stem, ComplexNode a, ComplexNode b) {
        return bound(stem, loops_.subtract(a.real, b.imaginary), loops_.add(a.imaginary, b.real));
    }

    std::vector<ComplexNode> transform_4(const std::vector<ComplexNode>& x) {
        const ComplexNode even = add("even", x[0], x[2]), odd = subtract("odd", x[0], x[2]);
        const ComplexNode sum = add("sum", x[1], x[3]), difference = subtract("difference", x[1], x[3]);
        return {add("y", even, sum), subtract_i_times("y", odd, difference), subtract("y", even, sum),
                add_i_times("y", odd, difference)};
    }

    std::vector<ComplexNode> transform_8(const std::vector<ComplexNode>& x) {
        const auto even = transform_4({x[0], x[2], x[4], x[6]}), odd = transform_4({x[1], x[3], x[5], x[7]});
        const NodeId half_root = loops_.real(0.70710678118654752440, type_);
        // a * (1 - i) / sqrt(2). The third root of order 8 has a factor of -i more, which subtract_i_times
        // and add_i_times apply.
        const auto rotated_by_eighth = [&](ComplexNode a) {
            const NodeId real = loops_.multiply(loops_.add(a.real, a.imaginary), half_root);
            const NodeId imaginary = loops_.multiply(loops_.subtract(a.imaginary, a.real), half_root);
            return bound("rotated", real, imaginary);
        };
        const ComplexNode first = rotated_by_eighth(odd[1]), third = rotated_by_eighth(odd[3]);
        return {add("y", even[0], odd[0]),
                add("y", even[1], first),
                subtract_i_times("y", even[2], odd[2]),
                subtract_i_times("y", even[3], third),
                subtract("y", even[0], odd[0]),
                subtract("y", even[1], first),
                add_i_times("y", even[2], odd[2]),
                add_i_times("y", even[3], third)};
    }

    /// Numbers k and n - k share their products: cosines go with their sum, sines with their difference.
    std::vector<ComplexNode> transform_prime(const std::vector<ComplexNode>& x) {
        const std::size_t n = x.size(), half = n / 2;
        std::vector<ComplexNode> sums(half + 1), differences(half + 1), y(n);
        for (std::size_t k = 1; k <= half; k++) {
            sums[k] = add("sum", x[k], x[n - k]);
            differences[k] = subtract("difference", x[k], x[n - k]);
        }
        y[0] = x[0];
        for (std::size_t k = 1; k <= half; k++) y[0] = add("y", y[0], sums[k]);
        for (std::size_t j = 1; j <= half; j++) {
            ComplexNode along = x[0], across;
            for (std::size_t k = 1; k <= half; k++) {
                const ComplexNumber root =
                    root_of_unity(static_cast<std::int64_t>(j * k % n), static_cast<std::int64_t>(n));
                const NodeId cosine = loops_.real(root.real, type_),
                             sine = loops_.real(-root.imaginary, type_);
                along = {loops_.fused(sums[k].real, cosine, along.real),
                         loops_.fused(sums[k].imaginary, cosine, along.imaginary)};
                across = k == 1 ? ComplexNode{loops_.multiply(differences[k].real, sine),
                                              loops_.multiply(differences[k].imaginary, sine)}
                                : ComplexNode{loops_.fused(differences[k].real, sine, across.real),
                                              loops_.fused(differences[k].imaginary, sine, across.imaginary)};
            }
            along = bound("along", along.real, along.imaginary);
            across = bound("across", across.real, across.imaginary);
            y[j] = subtract_i_times("y", along, across);
            y[n - j] = add_i_times("y", along, across);
        }
        return y;
    }

    LoopBuilder& loops_;
    ValueType type_;
};

}  // namespace

ComplexNode bound(LoopBuilder& loops, const std::string& stem, ComplexNode a) {
    const NodeId real = loops.let(stem, a.real);
    return {real, loops.let(stem + "_i", a.imaginary)};
}

ComplexNode rotated(LoopBuilder& loops, ComplexNode a, NodeId cosine, NodeId sine) {
    return {loops.fused(loops.negate(a.imaginary), sine, loops.multiply(a.real, cosine)),
            loops.fused(a.real, sine, loops.multiply(a.imaginary, cosine))};
}

std::vector<ComplexNode> codelet(LoopBuilder& loops, const std::vector<ComplexNode>& x, ValueType type) {
    return Codelet(loops, type).transform(x);
}

std::vector<NodeId> transposed(LoopBuilder& loops, std::vector<NodeId> rows) {
    const std::size_t n = rows.size();
    for (std::size_t half = n / 2; half > 0; half /= 2) {
        // Exchanges blocks of `half` elements between rows that are `half` apart.
        std::vector<int> low, high;
        for (std::size_t i = 0; i < n; i++) {
            const std::size_t block = i / half * half, other = n + i - half;
            low.push_back(static_cast<int>(block / half % 2 == 0 ? i : other));
            high.push_back(static_cast<int>(block / half % 2 == 0 ? i + half : n + i));
        }
        for (std::size_t i = 0; i < n; i++) {
            if (i / half % 2 != 0) continue;
            const NodeId a = rows[i], b = rows[i + half];
            rows[i] = loops.let("block", loops.shuffle({a, b}, low));
            rows[i + half] = loops.let("block", loops.shuffle({a, b}, high));
        }
    }
    return rows;
}

}  // namespace hlo2c::scheduler
