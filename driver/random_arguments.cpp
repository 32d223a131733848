#include "driver/random_arguments.h"

#include <fmt/format.h>

#include <cstring>

#include "frontend/diagnostic.h"
#include "frontend/passes/fill_bounds.h"

namespace hlo2c::driver {
namespace {

using frontend::ElementType;

/// SplitMix64: a counter, mixed.
struct Generator {
    std::uint64_t state = 0;

    std::uint64_t next() {
        std::uint64_t z = (state += 0x9E3779B97F4A7C15u);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }
    double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }
};

std::uint64_t random_bits(Generator& generator, ElementType type) {
    if (frontend::is_float(type)) return frontend::encode_float(type, generator.unit() * 2 - 1);
    if (frontend::is_boolean(type)) return generator.next() & 1;
    return generator.next() & (frontend::bit_width(type) > 2 ? 3 : 1);
}

frontend::Literal random_literal(Generator& generator, const frontend::TensorType& type) {
    const ElementType part = frontend::real_part(type.element);
    const auto width = static_cast<std::size_t>(frontend::byte_width(part));
    std::vector<std::byte> bytes(static_cast<std::size_t>(type.byte_size()));
    for (std::size_t at = 0; at < bytes.size(); at += width) {
        const std::uint64_t bits = random_bits(generator, part);
        std::memcpy(bytes.data() + at, &bits, width);
    }
    return frontend::Literal(type, std::move(bytes));
}

}  // namespace

std::map<int, frontend::Literal> random_arguments(const std::vector<frontend::Type>& types) {
    std::map<int, frontend::Literal> arrays;
    for (std::size_t i = 0; i < types.size(); i++) {
        if (!types[i].is_tensor()) continue;
        const frontend::TensorType type = frontend::filled(types[i].as_tensor());
        if (!type.is_static()) {
            unsupported(634, {},
                        fmt::format("argument {} has a size that is not known: {}", i, to_string(type)),
                        "Give the arguments with --args.");
        }
        Generator generator{i + 1};
        arrays.emplace(static_cast<int>(i), random_literal(generator, type));
    }
    return arrays;
}

}  // namespace hlo2c::driver
