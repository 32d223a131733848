#include "scheduler/schedule/vector_width.h"

namespace hlo2c::scheduler {

int vector_width(std::int64_t extent, int limit) {
    int width = 1;
    while (width * 2 <= limit && width * 2 <= extent) width *= 2;
    return width;
}

int whole_vector_width(std::int64_t extent, int limit) {
    constexpr std::int64_t short_loop = 4;  // vectors
    int width = vector_width(extent, limit);
    while (extent < short_loop * limit && extent % width != 0) width /= 2;
    return width;
}

int native_lanes(const Target& target, ScalarKind kind) {
    return target.lanes(byte_width(kind));
}

}  // namespace hlo2c::scheduler
