#include <algorithm>
#include <bit>

#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler {
namespace {

/// Bytes of the parts that are computed together, on every target.
constexpr int vector_bytes = 32;

/// Radix 4 until a power of 8 is left, then radix 8: the last step needs no twiddle factors, so it may be
/// wide.
std::int64_t next_radix(std::int64_t points) {
    const int twos = std::countr_zero(static_cast<std::uint64_t>(points));
    if (twos > 1) return twos % 3 == 0 ? 8 : 4;
    for (std::int64_t radix = 2; radix * radix <= points; radix++)
        if (points % radix == 0) return radix;
    return points;
}

std::vector<std::int64_t> radices_of(std::int64_t points) {
    std::vector<std::int64_t> radices;
    for (; points > 1; points /= radices.back()) radices.push_back(next_radix(points));
    return radices;
}

/// The points of a convolution of at least `least`: the fewest of 5, 6, 7 or 8 eighths of a power of two,
/// whose steps take about as long per point. Few points stay a power of two, so that a row may be in columns;
/// many never are, because the numbers of a step would share the same lines of the cache.
std::int64_t convolution_points(std::int64_t least) {
    const auto power = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(least)));
    if (power < 128) return power;
    std::int64_t eighths = 5;
    while (power / 8 * eighths < least) eighths++;
    return power / 8 * (eighths == 8 && power >= 4096 ? 9 : eighths);
}

}  // namespace

TransformSchedule choose_transform(const TransformProblem& problem) {
    const int width = vector_bytes / byte_width(problem.element);
    TransformSchedule schedule;
    schedule.points = problem.numbers();
    const std::vector<std::int64_t> radices = radices_of(schedule.points);
    if (!radices.empty() && *std::max_element(radices.begin(), radices.end()) > largest_prime_codelet) {
        schedule.is_chirp = true;
        schedule.points = convolution_points(2 * schedule.points - 1);
    }
    schedule.is_in_columns =
        problem.inner == 1 && schedule.points % width == 0 && schedule.points / width >= width;
    const auto rows = static_cast<std::uint64_t>(problem.inner > 1 ? problem.inner : problem.outer);
    schedule.lanes = schedule.is_in_columns
                         ? width
                         : static_cast<int>(std::min<std::uint64_t>(std::bit_ceil(rows), width));
    schedule.radices = radices_of(schedule.is_in_columns ? schedule.points / width : schedule.points);
    return schedule;
}

}  // namespace hlo2c::scheduler
