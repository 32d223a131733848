#include <catch2/catch.hpp>
#include <cmath>

#include "scheduler/fourier/roots_of_unity.h"
#include "scheduler/fourier/transform_loops.h"
#include "scheduler/loops/prove_bounds.h"
#include "scheduler/schedule.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;

namespace {

std::string schedule_text(const TransformProblem& problem) {
    return to_text(choose_transform(problem), problem);
}

}  // namespace

TEST_CASE("long rows are transformed in columns, short ones side by side") {
    CHECK(schedule_text({.length = 1024}) == "radix 4, 4, 8 in 8 columns, then radix 8");
    CHECK(schedule_text({.length = 1024, .element = ScalarKind::F64}) ==
          "radix 4, 8, 8 in 4 columns, then radix 4");
    CHECK(schedule_text({.kind = TransformKind::Real, .outer = 60, .length = 512}) ==
          "radix 4, 8 in 8 columns, then radix 8");
    CHECK(schedule_text({.outer = 96, .length = 48}) == "radix 4, 4, 3, 8 rows side by side");
    CHECK(schedule_text({.length = 1024, .inner = 49}) == "radix 4, 4, 8, 8, 8 rows side by side");
    CHECK(schedule_text({.outer = 3, .length = 35}) == "radix 5, 7, 4 rows side by side");
    CHECK(schedule_text({.length = 1}) == "1 rows side by side");
}

TEST_CASE("a length with a large prime factor is a convolution of some eighths of a power of two") {
    const auto has_points = [](std::int64_t length, const std::string& points) {
        CHECK_THAT(schedule_text({.length = length}),
                   Catch::Matchers::Contains("a convolution of " + points + " points"));
    };
    has_points(79, "160");
    has_points(89, "192");
    has_points(107, "224");
    has_points(127, "256");
    has_points(1021, "2048");
    has_points(2039, "4608");
    CHECK(schedule_text({.length = 997}) ==
          "chirp of 997, a convolution of 2048 points; radix 4, 8, 8 in 8 columns, then radix 8");
    CHECK(schedule_text({.kind = TransformKind::Real, .length = 34}) ==
          "chirp of 17, a convolution of 64 points; radix 8 in 8 columns, then radix 8");
}

TEST_CASE("the schedule of a Fourier transform is printed before its loops are written") {
    const auto program = program_of("(%x: tensor<6x48xf32>) -> tensor<6x25xcomplex<f32>>", R"(
  %y = stablehlo.fft %x, type = RFFT, length = [6, 48] : (tensor<6x48xf32>) -> tensor<6x25xcomplex<f32>>
  return %y : tensor<6x25xcomplex<f32>>
)");
    std::string text;
    schedule(program, load_target("x86-64-v3"), [&](const std::string& stage, const StageResult& made) {
        if (stage == "schedule") text = made.text();
    });
    CHECK_THAT(text, Catch::Matchers::Contains(
                         "Fourier transforms: real f32: 6 x 48, then complex f32: 1 x 6 x 25\n"
                         "  Fourier transforms: 24 points, radix 8, 3, 8 rows side by side, then "
                         "6 points, radix 2, 3, 8 rows side by side\n"));
}

TEST_CASE("the loops of a transform stay inside their buffers") {
    const std::int64_t length = GENERATE(1, 2, 3, 12, 17, 34, 64, 72, 96, 100, 107, 120, 997);
    const auto [outer, inner] = GENERATE(std::pair{1, 1}, std::pair{3, 1}, std::pair{16, 1}, std::pair{2, 9});
    const TransformKind kind = GENERATE(TransformKind::Complex, TransformKind::InverseComplex,
                                        TransformKind::Real, TransformKind::InverseReal);
    const ScalarKind element = GENERATE(ScalarKind::F32, ScalarKind::F64);
    const TransformProblem problem{kind, outer, length, inner, element};
    if (problem.is_real() && inner > 1) return;
    const TransformSchedule schedule = choose_transform(problem);
    const TransformTables tables = transform_tables(schedule, problem);
    for (const bool is_in_place : {false, true}) {
        if (is_in_place && problem.is_real()) continue;
        INFO("length " << length << ", " << outer << " x " << inner);
        const LoopNest nest = transform_loops(problem, schedule, tables, is_in_place);
        verify(nest);
        CHECK(prove_bounds(nest).empty());
    }
}

TEST_CASE("roots of unity are accurate to a bit or two") {
    for (const std::int64_t n : {1, 2, 3, 7, 8, 12, 360, 1000003})
        for (std::int64_t k = 0; k < n; k += 1 + n / 1000) {
            const auto [real, imaginary] = root_of_unity(k, n);
            const long double angle = 2 * 3.14159265358979323846264338327950288L *
                                      static_cast<long double>(k) / static_cast<long double>(n);
            CHECK(std::abs(static_cast<double>(std::cos(angle) - real)) < 1.5e-16);
            CHECK(std::abs(static_cast<double>(-std::sin(angle) - imaginary)) < 1.5e-16);
        }
    CHECK(root_of_unity(1, 4).real == 0);
    CHECK(root_of_unity(1, 2).imaginary == 0);
}
