#pragma once

#include <cstdint>

namespace hlo2c::frontend {

/// Pseudorandom bits: a mixed counter, which gives the same bits on every machine.
class MixedBits {
public:
    explicit MixedBits(std::uint64_t state) : state_(state) {}

    std::uint64_t next() {
        std::uint64_t mixed = state_ += 0x9E3779B97F4A7C15u;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
        return mixed ^ (mixed >> 31);
    }

private:
    std::uint64_t state_;
};

}  // namespace hlo2c::frontend
