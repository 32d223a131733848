#pragma once

#include <cstdint>
#include <vector>

namespace hlo2c::frontend::random_programs {

/// Random choices by SplitMix64, a mixed counter. A seed gives the same choices on every machine.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }
    /// In [0, 1).
    double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }
    /// One of low .. high.
    std::int64_t between(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(high - low + 1));
    }
    bool chance(int percent) { return between(0, 99) < percent; }
    template <typename T>
    const T& pick(const std::vector<T>& values) {
        return values[static_cast<std::size_t>(between(0, static_cast<std::int64_t>(values.size()) - 1))];
    }
    /// The numbers 0 .. count-1 in random order.
    std::vector<std::int64_t> permutation(std::int64_t count) {
        std::vector<std::int64_t> order;
        for (std::int64_t i = 0; i < count; i++) order.insert(order.begin() + between(0, i), i);
        return order;
    }

private:
    std::uint64_t state_;
};

}  // namespace hlo2c::frontend::random_programs
