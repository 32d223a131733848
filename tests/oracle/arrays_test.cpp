#include "tests/oracle/programs.h"

using namespace hlo2c::frontend;

namespace {

/// The numbers of the result `%r` of one op on arguments %a, %b, ... of the given types.
Numbers result_of(const std::string& op, const std::vector<std::string>& types, const std::string& result,
                  const std::vector<Literal>& arguments) {
    std::string list;
    for (std::size_t i = 0; i < types.size(); i++)
        list += (i == 0 ? "%" : ", %") + std::string(1, static_cast<char>('a' + i)) + ": " + types[i];
    return numbers(
        run("func.func @main(" + list + ") -> " + result + " {\n" + op + "\nreturn %r : " + result + "\n}",
            arguments)
            .at(0));
}

constexpr double near = 1e-15;

const Numbers rows = {0.0,   0.25, -0.25,  -0.875, -0.5,  -1.0,  0.0,
                      1.375, -0.5, -0.625, 0.5,    0.375, 0.125, -0.875};

}  // namespace

TEST_CASE("transforms of prime lengths are those of NumPy") {
    // numpy.fft.rfft(rows.reshape(2, 7)); fft2 of the same.
    CHECK(difference(
              result_of("%r = stablehlo.fft %a, type = RFFT, length = [7] : (tensor<2x7xf64>) -> "
                        "tensor<2x4xcomplex<f64>>",
                        {"tensor<2x7xf64>"}, "tensor<2x4xcomplex<f64>>", {f64({2, 7}, rows)}),
              {-2.375, 0.0, 1.6728558112759027, -0.763947402584291, 0.2132823738331867, -0.21150597963279852,
               -0.6986381851090893, 0.8435006441398167, 0.375, 0.0, -0.15938576999221798, 0.3837736608211618,
               2.6770042947675337, -0.5932818360978488, 2.107381475224684, -0.8709460030428345}) < near);
    CHECK(difference(
              result_of("%c = stablehlo.convert %a : (tensor<2x7xf64>) -> tensor<2x7xcomplex<f64>>\n%r = "
                        "stablehlo.fft %c, type = FFT, length = [2, 7] : (tensor<2x7xcomplex<f64>>) -> "
                        "tensor<2x7xcomplex<f64>>",
                        {"tensor<2x7xf64>"}, "tensor<2x7xcomplex<f64>>", {f64({2, 7}, rows)}),
              {-2.0,
               0.0,
               1.5134700412836846,
               -0.3801737417631291,
               2.8902866686007207,
               -0.8047878157306473,
               1.4087432901155952,
               -0.027445358903017802,
               1.4087432901155952,
               0.027445358903017802,
               2.8902866686007207,
               0.8047878157306473,
               1.5134700412836846,
               0.3801737417631291,
               -2.75,
               0.0,
               1.8322415812681208,
               -1.1477210634054527,
               -2.4637219209343466,
               0.3817758564650503,
               -2.8060196603337744,
               1.7144466471826512,
               -2.8060196603337744,
               -1.7144466471826512,
               -2.4637219209343466,
               -0.3817758564650503,
               1.8322415812681208,
               1.1477210634054527}) < near);
}

TEST_CASE("inverse transforms divide by the length, and those of half spectra may have odd lengths") {
    // numpy.fft.ifft(half), irfft(half, 7), irfft(half with a real last element, 6).
    const auto half = [](double last) {
        return array(ElementType::C128, {4}, {0.0, 0.0, 0.75, -1.25, -1.375, -1.875, -0.5, last});
    };
    const std::string spectrum = "tensor<4xcomplex<f64>>";
    CHECK(difference(result_of("%r = stablehlo.fft %a, type = IFFT, length = [4] : (" + spectrum + ") -> " +
                                   spectrum,
                               {spectrum}, spectrum, {half(-0.25)}),
                     {-0.28125, -0.84375, 0.59375, 0.78125, -0.40625, -0.09375, 0.09375, 0.15625}) < near);
    CHECK(difference(result_of("%r = stablehlo.fft %a, type = IRFFT, length = [7] : (" + spectrum +
                                   ") -> tensor<7xf64>",
                               {spectrum}, "tensor<7xf64>", {half(-0.25)}),
                     {-0.3214285714285714, 1.1822337693544391, 0.27710474306687843, -0.6004605826255909,
                      -0.2119763668055038, 0.1572933094869637, -0.48276630104861534}) < near);
    CHECK(difference(result_of("%r = stablehlo.fft %a, type = IRFFT, length = [6] : (" + spectrum +
                                   ") -> tensor<6xf64>",
                               {spectrum}, "tensor<6xf64>", {half(0)}),
                     {-0.29166666666666663, 1.33960979560879, -0.1595886257884247, -0.625,
                      0.20125529245509136, -0.46460979560879023}) < near);
}

TEST_CASE("a convolution with padding, strides and dilations is SciPy's correlation") {
    const Literal image =
        f64({1, 5, 6, 1}, {-1.25, 0.25,  0.125, -0.125, -2.5,  -0.5,  0.0,    0.125,  -1.5,  -0.5,
                           -1.0,  -0.75, 1.0,   -0.75,  0.0,   0.875, -0.625, -0.125, 0.125, 0.125,
                           -1.25, 0.125, 1.375, -1.5,   0.875, 0.125, -0.625, 2.0,    0.75,  -1.25});
    const Literal kernel = f64({3, 2, 1, 1}, {0.125, 0.625, -0.25, 0.625, -0.125, 0.625});
    const auto convolved = [&](const std::string& window, const std::string& result) {
        return result_of(
            "%r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, "
            "f], window = {" +
                window +
                "} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
                "(tensor<1x5x6x1xf64>, tensor<3x2x1x1xf64>) -> " +
                result,
            {"tensor<1x5x6x1xf64>", "tensor<3x2x1x1xf64>"}, result, {image, kernel});
    };
    // correlate2d(pad(image, ((1, 1), (0, 1))), kernel with a hole between its columns, 'valid')[::2]
    CHECK(convolved("stride = [2, 1], pad = [[1, 1], [0, 1]], rhs_dilate = [1, 2]", "tensor<1x3x5x1xf64>") ==
          Numbers{-0.546875, -0.46875, -2.03125, -0.6875, 0.75, -1.984375, 0.5, -0.1875, -1.78125, -0.140625,
                  -1.375, 1.3125, 1.328125, -2.203125, -0.015625});
    // correlate2d(image with holes between its elements, kernel, 'valid'), the first two rows
    const Numbers wide = convolved("lhs_dilate = [2, 2]", "tensor<1x7x10x1xf64>");
    CHECK(Numbers(wide.begin(), wide.begin() + 20) ==
          Numbers{-0.15625, 0.234375, 0.015625, -0.859375, 0.203125, -0.390625, 0.046875,
                  -2.1875,  -0.1875,  -0.78125, 0.0,       0.078125, -0.03125,  -0.9375,
                  0.375,    -0.3125,  0.125,    -0.625,    0.25,     -0.46875});
}

TEST_CASE("a batch norm of training is NumPy's, and its gradient is that of central differences") {
    // (x - x.mean((0, 1))) / sqrt(x.var((0, 1)) + 0.125) * scale + offset; the gradients are differences of
    // sum(y * g) over 2e-20 in mpmath at 60 digits.
    const Literal x = f64({2, 3, 2}, {1.5, -0.625, 0.25, -0.5, 0.125, -1.125, -0.625, -0.25, 0.875, 1.125,
                                      -1.375, -0.75}),
                  g = f64({2, 3, 2},
                          {0.625, -2.0, -0.5, -0.125, 1.25, 0.75, -0.375, -0.375, -0.25, 1.5, -0.375, -0.25});
    const std::string tensor = "tensor<2x3x2xf64>", features = "tensor<2xf64>";
    const std::string training =
        "%y, %m, %v = \"stablehlo.batch_norm_training\"(%x, %s, %o) <{epsilon = 0.125 : f32, feature_index = "
        "2 : i64}> : (" +
        tensor + ", " + features + ", " + features + ") -> (" + tensor + ", " + features + ", " + features +
        ")\n";
    const std::string types = "(" + tensor + ", " + features + ", " + features + ")";
    const std::vector<Literal> found =
        run("func.func @main(%x: " + tensor + ", %s: " + features + ", %o: " + features + ", %g: " + tensor +
                ") -> (" + tensor + ", " + features + ", " + features + ", " + tensor + ", " + features +
                ", " + features + ") {\n" + training +
                "%dx, %ds, %do = \"stablehlo.batch_norm_grad\"(%x, %s, %m, %v, %g) <{epsilon = 0.125 : f32, "
                "feature_index = 2 : i64}> : (" +
                tensor + ", " + features + ", " + features + ", " + features + ", " + tensor + ") -> " +
                types + "\nreturn %y, %m, %v, %dx, %ds, %do : " + tensor + ", " + features + ", " + features +
                ", " + tensor + ", " + features + ", " + features + "\n}",
            {x, f64({2}, {1.5, -0.5}), f64({2}, {0.25, 2.0}), g});
    const std::vector<Numbers> expected = {
        {2.307149796435372, 2.17028781804523, 0.43701361785776105, 2.091693440485893, 0.25,
         2.4846653282825777, -0.8720817071465665, 1.9345046853672192, 1.3720817071465665, 1.069966532214513,
         -1.994163414293133, 2.248882195604567},
        {0.125, -0.3541666666666667},
        {0.8802083333333334, 0.5073784722222222},
        {0.3459267439130607, 1.1036657274289865, -0.8866189654914581, -0.028427753585292075,
         1.7766293696487305, -0.8126993083795264, -0.38420155171296516, 0.22240536628493213,
         -0.7378801554336015, -0.44146629097159457, -0.11385544092376648, -0.043477740777505526},
        {1.4493555383976486, 2.842496655062685},
        {0.375, -0.5}};
    for (std::size_t i = 0; i < expected.size(); i++) {
        CAPTURE(i);
        CHECK(difference(numbers(found.at(i)), expected[i]) < near);
    }
}

TEST_CASE("a ragged dot is NumPy's product of each group of rows") {
    // concatenate(l[0:1] @ r[0], l[1:3] @ r[1], zeros((1, 2)))
    CHECK(result_of(
              "%r = \"chlo.ragged_dot\"(%a, %b, %c) {ragged_dot_dimension_numbers = "
              "#chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], "
              "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], "
              "lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<4x3xf64>, "
              "tensor<2x3x2xf64>, tensor<2xi64>) -> tensor<4x2xf64>",
              {"tensor<4x3xf64>", "tensor<2x3x2xf64>", "tensor<2xi64>"}, "tensor<4x2xf64>",
              {f64({4, 3}, {0.375, -0.125, -0.25, -1.125, 0.0, -0.5, 1.125, 0.625, 0.0, 0.625, -0.375, 1.0}),
               f64({2, 3, 2},
                   {0.0, 0.625, -1.25, 0.375, -1.75, -2.0, -0.25, -0.875, 0.125, 2.25, -0.875, -0.625}),
               array(ElementType::I64, {2}, {1, 2})}) ==
          Numbers{0.59375, 0.6875, 0.71875, 1.296875, -0.203125, 0.421875, 0.0, 0.0});
}

TEST_CASE("an einsum is NumPy's") {
    // einsum('bij,bjk->ikb', a, b)
    CHECK(result_of(
              "%r = \"stablehlo.einsum\"(%a, %b) <{einsum_config = \"bij,bjk->ikb\"}> : "
              "(tensor<2x3x2xf64>, tensor<2x2x3xf64>) -> tensor<3x3x2xf64>",
              {"tensor<2x3x2xf64>", "tensor<2x2x3xf64>"}, "tensor<3x3x2xf64>",
              {f64({2, 3, 2}, {0.25, 0.5, -0.125, -0.25, 0.75, 0.5, -1.0, -0.125, 0.0, -1.0, 0.25, -0.875}),
               f64({2, 2, 3},
                   {1.0, 0.25, 0.125, -0.625, -0.125, -2.0, -1.125, 0.375, -2.125, 0.875, -1.75, 0.75})}) ==
          Numbers{-0.0625, 1.015625, 0.0, -0.15625, -0.96875, 2.03125, 0.03125, -0.875, 0.0, 1.75, 0.484375,
                  -0.75, 0.4375, -1.046875, 0.125, 1.625, -0.90625, -1.1875});
}

TEST_CASE("cholesky and triangular_solve are NumPy's and SciPy's") {
    // numpy.linalg.cholesky; scipy.linalg.solve_triangular(t, b, lower=True, trans='T')
    CHECK(difference(
              result_of("%r = stablehlo.cholesky %a, lower = true : tensor<3x3xf64>", {"tensor<3x3xf64>"},
                        "tensor<3x3xf64>", {f64({3, 3}, {4, 1, 0.5, 1, 3, -0.25, 0.5, -0.25, 2})}),
              {2.0, 0.0, 0.0, 0.5, 1.6583123951777, 0.0, 0.25, -0.22613350843332272, 1.3734495390671027}) <
          near);
    const std::string square = "tensor<3x3xcomplex<f64>>";
    CHECK(difference(result_of("%r = stablehlo.cholesky %a, lower = true : " + square, {square}, square,
                               {array(ElementType::C128, {3, 3},
                                      {4, 0, 1, -1, 0, 0.5, 1, 1, 3, 0, -0.25, 0, 0, -0.5, -0.25, 0, 2, 0})}),
                     {2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5, 0.5, 1.5811388300841898, 0.0, 0.0, 0.0, 0.0, -0.25,
                      -0.07905694150420949, 0.07905694150420949, 1.3874436925511608, 0.0}) < near);
    CHECK(difference(
              result_of("%r = \"stablehlo.triangular_solve\"(%a, %b) <{left_side = true, lower = true, "
                        "unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : "
                        "(tensor<3x3xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>",
                        {"tensor<3x3xf64>", "tensor<3x2xf64>"}, "tensor<3x2xf64>",
                        {f64({3, 3}, {2, 0, 0, 1, -0.5, 0, 3, 0.25, 4}), f64({3, 2}, {1, 2, 3, 4, 5, 6})}),
              {1.3125, 2.375, -5.375, -7.25, 1.25, 1.5}) < near);
}
