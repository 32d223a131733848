#include <fftw3.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <complex>
#include <random>

#include "rt_fft_f32.h"
#include "rt_fft_f64.h"
#include "scheduler/runtime/roots_of_unity.h"

using namespace hlo2c::scheduler;

namespace {

using Complex = std::complex<double>;

std::vector<double> random_numbers(std::int64_t count) {
    std::mt19937 generator(42);
    std::uniform_real_distribution<double> distribution(-1, 1);
    std::vector<double> numbers(static_cast<std::size_t>(count));
    for (double& number : numbers) number = distribution(generator);
    return numbers;
}

/// A transform, set up as the scheduler does.
struct Plan {
    hlo2c_fft shape{};
    std::vector<double> roots;
    std::vector<double> scratch;

    Plan(std::int64_t outer, std::int64_t length, std::int64_t inner, bool inverse, bool is_real) {
        shape.outer = outer;
        shape.length = length;
        shape.inner = inner;
        shape.inverse = inverse;
        shape.points = is_real && length % 2 == 0 ? length / 2 : length;
        if (!has_small_factors(shape.points)) {
            shape.chirp = shape.points;
            for (shape.points = 1; shape.points < 2 * shape.chirp - 1;) shape.points *= 2;
        }
        shape.lanes = std::min<std::int64_t>(8, outer * inner);
        roots = transform_roots(shape.points);
        const auto append = [&](const std::vector<double>& more) {
            roots.insert(roots.end(), more.begin(), more.end());
        };
        if (shape.chirp != 0) append(chirp_numbers(shape.chirp, shape.points));
        if (is_real && length % 2 == 0) append(real_row_roots(length));
        scratch.resize(static_cast<std::size_t>(4 * shape.points * shape.lanes));
    }
    unsigned char* work() { return reinterpret_cast<unsigned char*>(scratch.data()); }
    std::vector<float> narrow_roots() const { return {roots.begin(), roots.end()}; }
};

/// Root mean square of the difference, relative to that of the expected numbers.
template <typename T>
double relative_error(const std::vector<T>& actual, const std::vector<double>& expected) {
    double difference = 0, size = 0;
    for (std::size_t i = 0; i < expected.size(); i++) {
        difference += std::pow(static_cast<double>(actual[i]) - expected[i], 2);
        size += expected[i] * expected[i];
    }
    return size == 0 ? difference : std::sqrt(difference / size);
}

const std::vector<std::int64_t> lengths = {1,   2,   3,   4,   5,    6,    7,    8,    9,    10,  11,
                                           12,  13,  15,  16,  20,   29,   31,   37,   49,   60,  64,
                                           97,  100, 128, 210, 211,  256,  343,  360,  74,   94,  194,
                                           512, 625, 720, 997, 1000, 1024, 1155, 1994, 2310, 4096};

}  // namespace

TEST_CASE("transforms of any length agree with FFTW, forward and back, along any dimension") {
    const std::int64_t length = GENERATE(from_range(lengths));
    const auto [outer, inner] = GENERATE(std::pair{1, 1}, std::pair{3, 1}, std::pair{2, 9});
    const bool inverse = GENERATE(false, true);
    const std::int64_t count = outer * length * inner;
    const std::vector<double> input = random_numbers(2 * count);
    std::vector<double> expected = input;
    const fftw_iodim size = {static_cast<int>(length), inner, inner};
    const fftw_iodim rows[2] = {{outer, static_cast<int>(length) * inner, static_cast<int>(length) * inner},
                                {inner, 1, 1}};
    auto* numbers = reinterpret_cast<fftw_complex*>(expected.data());
    const fftw_plan plan = fftw_plan_guru_dft(1, &size, 2, rows, numbers, numbers,
                                              inverse ? FFTW_BACKWARD : FFTW_FORWARD, FFTW_ESTIMATE);
    fftw_execute(plan);
    fftw_destroy_plan(plan);
    if (inverse)
        for (double& value : expected) value /= static_cast<double>(length);

    Plan ours(outer, length, inner, inverse, false);
    std::vector<double> result = input;
    hlo2c_fft_f64(result.data(), result.data(), ours.roots.data(), ours.work(), &ours.shape);
    INFO("length " << length);
    CHECK(relative_error(result, expected) < 1e-15);
    const std::vector<float> narrow_input(input.begin(), input.end()), roots = ours.narrow_roots();
    std::vector<float> narrow(input.size());
    hlo2c_fft_f32(narrow_input.data(), narrow.data(), roots.data(), ours.work(), &ours.shape);
    CHECK(relative_error(narrow, expected) < 5e-7);
}

TEST_CASE("transforms of reals agree with FFTW, and back") {
    const std::int64_t length = GENERATE(from_range(lengths));
    const std::int64_t rows = GENERATE(1, 11), kept = length / 2 + 1;
    const std::vector<double> input = random_numbers(rows * length);
    std::vector<double> expected(static_cast<std::size_t>(2 * rows * kept)), copy = input;
    for (std::int64_t row = 0; row < rows; row++) {
        const fftw_plan plan = fftw_plan_dft_r2c_1d(
            static_cast<int>(length), copy.data() + row * length,
            reinterpret_cast<fftw_complex*>(expected.data() + 2 * row * kept), FFTW_ESTIMATE);
        fftw_execute(plan);
        fftw_destroy_plan(plan);
    }
    INFO("length " << length);
    Plan ours(rows, length, 1, false, true);
    std::vector<double> result(expected.size()), back(input.size());
    hlo2c_rfft_f64(input.data(), result.data(), ours.roots.data(), ours.work(), &ours.shape);
    CHECK(relative_error(result, expected) < 1e-15);
    // The imaginary parts of the first number, and of the middle one for even lengths, are ignored.
    expected[1] = 7;
    if (length % 2 == 0) expected[static_cast<std::size_t>(2 * kept - 1)] = 5;
    hlo2c_irfft_f64(expected.data(), back.data(), ours.roots.data(), ours.work(), &ours.shape);
    CHECK(relative_error(back, input) < 1e-15);
    const std::vector<float> narrow_input(input.begin(), input.end()), roots = ours.narrow_roots();
    std::vector<float> narrow(expected.size()), narrow_back(input.size());
    hlo2c_rfft_f32(narrow_input.data(), narrow.data(), roots.data(), ours.work(), &ours.shape);
    CHECK(relative_error(narrow, result) < 5e-7);
    hlo2c_irfft_f32(narrow.data(), narrow_back.data(), roots.data(), ours.work(), &ours.shape);
    CHECK(relative_error(narrow_back, input) < 5e-7);
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
