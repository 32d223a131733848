#include <catch2/catch.hpp>

#include "scheduler/schedule.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;

namespace {

std::string schedule_text(MatrixAlgorithm algorithm, std::int64_t size) {
    return to_text(Schedule(choose_matrix({algorithm, size})));
}

/// What `--dump-after=schedule` prints for the decomposition of a square matrix.
std::string dumped(int rows) {
    const std::string n = std::to_string(rows), matrix = "tensor<" + n + "x" + n + "xf32>";
    const auto program = program_of(
        "(%x: " + matrix + ") -> tensor<" + n + "xf32>",
        "  %q, %t = stablehlo.custom_call @lapack_sgeqrf_ffi(%x) {api_version = 4 : i32} : (" + matrix +
            ") -> (" + matrix + ", tensor<" + n + "xf32>)\n  return %t : tensor<" + n + "xf32>\n");
    std::string text;
    schedule(program, load_target("x86-64-v3"), [&](const std::string& stage, const StageResult& made) {
        if (stage == "schedule") text = made.text();
    });
    return text;
}

}  // namespace

TEST_CASE("several reflectors are applied at once to matrices that are large enough") {
    CHECK(schedule_text(MatrixAlgorithm::Reflectors, 95) == "matrix: one reflector at a time");
    CHECK(schedule_text(MatrixAlgorithm::Reflectors, 96) == "matrix: 16 reflectors at a time");
    CHECK(schedule_text(MatrixAlgorithm::Bidiagonal, 39) == "matrix: one reflector at a time");
    CHECK(schedule_text(MatrixAlgorithm::Bidiagonal, 47) == "matrix: one reflector at a time, windows of 32");
    CHECK(schedule_text(MatrixAlgorithm::Bidiagonal, 48) == "matrix: 16 reflectors at a time, windows of 32");
    CHECK(schedule_text(MatrixAlgorithm::ReflectorsFromRight, 1024) == "matrix: one reflector at a time");
    CHECK(schedule_text(MatrixAlgorithm::ReflectorsFromLeft, 1024) == "matrix: 32 reflectors at a time");
    CHECK(schedule_text(MatrixAlgorithm::SymmetricVectors, 39) ==
          "matrix: one reflector at a time, panels of 8");
    CHECK(schedule_text(MatrixAlgorithm::SymmetricVectors, 40) ==
          "matrix: one reflector at a time, panels of 8, windows of 32");
    CHECK(schedule_text(MatrixAlgorithm::SymmetricVectors, 256) ==
          "matrix: 16 reflectors at a time, panels of 8, windows of 32");
    CHECK(schedule_text(MatrixAlgorithm::Eigenvalues, 600) ==
          "matrix: 32 reflectors at a time, windows of 128");
}

TEST_CASE("the schedule of a LAPACK call is printed before the call is written") {
    CHECK_THAT(dumped(600), Catch::Matchers::Contains("matrix: reflectors of size 600\n"
                                                      "  matrix: 16 reflectors at a time\n"));
    CHECK_THAT(dumped(8), Catch::Matchers::Contains("matrix: one reflector at a time\n"));
}
