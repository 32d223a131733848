#include "frontend/passes/upgrade_custom_calls.h"

#include <catch2/catch.hpp>
#include <cstring>
#include <limits>

#include "frontend/evaluate/elements.h"
#include "frontend/ir/attributes.h"
#include "frontend/ops/configuration.h"
#include "frontend/ops/lapack_call.h"
#include "tests/unit/passes/programs.h"

using namespace hlo2c::frontend;
namespace attr = hlo2c::attr;

namespace {

/// The number of an option that a call has; 0 for one that it leaves out.
std::int64_t option(const LapackCall& call, std::string_view name) {
    return configured_number(*call.op, name).value_or(0);
}

/// A flatbuffer with one table, followed by its fields in order.
class Flatbuffer {
public:
    template <typename T>
    void scalar(T value) {
        align(sizeof(T));
        places_.push_back(fields_.size());
        append(fields_, value);
    }
    void absent() { places_.push_back(npos); }
    void vector(const std::vector<std::uint32_t>& values) {
        align(4);
        vectors_.emplace_back(fields_.size(), values);
        places_.push_back(fields_.size());
        append(fields_, std::uint32_t{0});
    }

    std::string text() {
        std::string bytes, tail;
        const std::size_t sizes = 4 + 2 * places_.size(), table = (4 + sizes + 7) / 8 * 8;
        append(bytes, static_cast<std::uint32_t>(table));
        append(bytes, static_cast<std::uint16_t>(sizes));
        append(bytes, static_cast<std::uint16_t>(8 + fields_.size()));
        for (const std::size_t place : places_)
            append(bytes, static_cast<std::uint16_t>(place == npos ? 0 : 8 + place));
        bytes.resize(table);
        append(bytes, static_cast<std::int32_t>(table - 4));
        bytes.resize(table + 8);
        align(4);
        for (const auto& [place, values] : vectors_) {
            const auto offset = static_cast<std::uint32_t>(fields_.size() + tail.size() - place);
            std::memcpy(fields_.data() + place, &offset, sizeof offset);
            append(tail, static_cast<std::uint32_t>(values.size()));
            for (const std::uint32_t value : values) append(tail, value);
        }
        std::string list;
        for (const char c : bytes + fields_ + tail)
            list += (list.empty() ? "" : ", ") + std::to_string(static_cast<unsigned char>(c));
        return list;
    }

private:
    static constexpr std::size_t npos = static_cast<std::size_t>(-1);
    template <typename T>
    static void append(std::string& bytes, T value) {
        bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    void align(std::size_t size) { fields_.resize((fields_.size() + size - 1) / size * size); }

    std::string fields_;
    std::vector<std::size_t> places_;
    std::vector<std::pair<std::size_t, std::vector<std::uint32_t>>> vectors_;
};

std::string static_descriptor(std::int8_t kind, bool forward, const std::vector<std::uint32_t>& axes,
                              double scale) {
    Flatbuffer buffer;
    buffer.absent();
    buffer.scalar(kind);
    for (int i = 0; i < 3; i++) buffer.absent();
    buffer.vector(axes);
    buffer.scalar<std::uint8_t>(forward ? 1 : 0);
    buffer.scalar(scale);
    return buffer.text();
}

/// One transform of %x of type `from`, after the upgrade.
Program transform(const std::string& descriptor, const std::string& from, const std::string& to) {
    const auto count = 1 + std::count(descriptor.begin(), descriptor.end(), ',');
    const std::string bytes = "tensor<" + std::to_string(count) + "xui8>";
    Program program =
        program_of("func.func @main(%x: " + from + ") -> " + to + " {\n%d = stablehlo.constant dense<[" +
                   descriptor + "]> : " + bytes + "\n%r = stablehlo.custom_call @ducc_fft(%d, %x) : (" +
                   bytes + ", " + from + ") -> " + to + "\nreturn %r : " + to + "\n}\n");
    upgrade_custom_calls(program);
    verify(program);
    return program;
}

const Op& the_transform(const Program& program) {
    for (const Op& op : program.main().body.ops)
        if (op.code == OpCode::Fft) return op;
    throw std::runtime_error("no transform");
}

}  // namespace

TEST_CASE("a transform with options in a flatbuffer becomes an op of the dialect") {
    const std::string numbers = "tensor<3x4xcomplex<f32>>";
    const Program forward = transform(static_descriptor(0, true, {1}, 1), numbers, numbers);
    CHECK(ops_of(forward) == std::vector<std::string>{"fft"});
    CHECK(the_transform(forward)[attr::fft_type] == FftType::Fft);
    CHECK(the_transform(forward)[attr::fft_length] == std::vector<std::int64_t>{4});

    const Program back = transform(static_descriptor(0, false, {0, 1}, 1.0 / 12), numbers, numbers);
    CHECK(ops_of(back) == std::vector<std::string>{"fft"});
    CHECK(the_transform(back)[attr::fft_type] == FftType::Ifft);
    CHECK(the_transform(back)[attr::fft_length] == std::vector<std::int64_t>{3, 4});

    const Program real = transform(static_descriptor(1, false, {1}, 1.0 / 6), numbers, "tensor<3x6xf32>");
    CHECK(the_transform(real)[attr::fft_type] == FftType::Irfft);
    CHECK(the_transform(real)[attr::fft_length] == std::vector<std::int64_t>{6});
    const Program halved = transform(static_descriptor(2, true, {1}, 1), "tensor<3x6xf32>", numbers);
    CHECK(the_transform(halved)[attr::fft_type] == FftType::Rfft);
}

TEST_CASE("a transform with options in a flatbuffer agrees with NumPy") {
    // rows = [0, .25, -.25, -.875, -.5, -1, 0]: numpy.fft.rfft(rows), and its irfft of length 7 scaled by
    // 1/7.
    const std::vector<double> rows = {0, 0.25, -0.25, -0.875, -0.5, -1, 0};
    const Literal given = Literal::from_values<double>(TensorType{{7}, ElementType::F64, {}, {}}, rows);
    const Program halved =
        transform(static_descriptor(2, true, {0}, 1), "tensor<7xf64>", "tensor<4xcomplex<f64>>");
    const Literal spectrum = evaluate(halved, std::vector{given}).at(0);
    const std::vector<Complex> expected = {{-2.375, 0},
                                           {1.6728558112759027, -0.763947402584291},
                                           {0.2132823738331867, -0.21150597963279852},
                                           {-0.6986381851090893, 0.8435006441398167}};
    for (std::size_t i = 0; i < 4; i++) CHECK(std::abs(complexes(spectrum)[i] - expected[i]) < 1e-15);
    const Program back =
        transform(static_descriptor(1, false, {0}, 1.0 / 7), "tensor<4xcomplex<f64>>", "tensor<7xf64>");
    const Literal again = evaluate(back, std::vector{spectrum}).at(0);
    for (std::size_t i = 0; i < 7; i++) CHECK(std::abs(reals(again)[i] - rows[i]) < 1e-15);
}

TEST_CASE("a transform's own scale is kept") {
    const std::string numbers = "tensor<4xcomplex<f64>>";
    const Program program = transform(static_descriptor(0, false, {0}, 3), numbers, numbers);
    const std::vector<double> given = {1, 0, 0, 0, 0, 0, 0, 0};
    std::vector<std::byte> bytes(64);
    std::memcpy(bytes.data(), given.data(), 64);
    const Literal one({{4}, ElementType::C128, {}, {}}, std::move(bytes));
    CHECK(evaluate(program, std::vector{one})[0].real(2) == 3);
}

TEST_CASE("a transform that is not over the last dimensions, or whose options end early, stays as it is") {
    const std::string numbers = "tensor<3x4xcomplex<f32>>";
    CHECK(ops_of(transform(static_descriptor(0, true, {0}, 1), numbers, numbers)) ==
          std::vector<std::string>{"custom_call"});
    const std::string whole = static_descriptor(0, true, {1}, 1);
    for (std::size_t end = whole.find(','); end != std::string::npos; end = whole.find(',', end + 1))
        CHECK_NOTHROW(transform(whole.substr(0, end), numbers, numbers));
}

TEST_CASE("a transform of dynamic sizes takes its scale from an operand") {
    Flatbuffer buffer;
    buffer.scalar<std::uint32_t>(1);
    buffer.absent();
    buffer.absent();
    buffer.vector({0});
    buffer.scalar<std::uint8_t>(0);
    const std::string descriptor = buffer.text();
    const std::string bytes =
        "tensor<" + std::to_string(1 + std::count(descriptor.begin(), descriptor.end(), ',')) + "xui8>";
    Program program = program_of(
        "func.func @main(%x: tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>> {\n%d = stablehlo.constant "
        "dense<[" +
        descriptor + "]> : " + bytes +
        "\n%n = stablehlo.constant dense<4> : tensor<1xi32>\n%one = stablehlo.constant dense<1> : "
        "tensor<1xi32>\n%s = stablehlo.constant dense<0.25> : tensor<1xf64>\n"
        "%r = stablehlo.custom_call @dynamic_ducc_fft(%d, %x, %n, %one, %one, %s, %n) : (" +
        bytes +
        ", tensor<4xcomplex<f64>>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xf64>, "
        "tensor<1xi32>) "
        "-> tensor<4xcomplex<f64>>\nreturn %r : tensor<4xcomplex<f64>>\n}\n");
    upgrade_custom_calls(program);
    verify(program);
    CHECK(the_transform(program)[attr::fft_type] == FftType::Ifft);
    std::vector<std::byte> zeros(64);
    const double eight = 8;
    std::memcpy(zeros.data(), &eight, sizeof eight);
    const Literal given({{4}, ElementType::C128, {}, {}}, std::move(zeros));
    CHECK(evaluate(program, std::vector{given})[0].real(3) == 2);
}

TEST_CASE("factorizations under names of XLA's become calls of LAPACK's functions") {
    Program program = program_of(
        "func.func @main(%a: tensor<4x3x5xcomplex<f64>>, %b: tensor<3x3xf32>) -> "
        "(tensor<4x3x5xcomplex<f64>>, "
        "tensor<4x3xi32>, tensor<4x3xi32>, tensor<3x3xf32>, tensor<3xf32>) {\n"
        "%f, %p, %o = stablehlo.custom_call @LuDecomposition(%a) : (tensor<4x3x5xcomplex<f64>>) -> "
        "(tensor<4x3x5xcomplex<f64>>, tensor<4x3xi32>, tensor<4x3xi32>)\n"
        "%v, %w = stablehlo.custom_call @Eigh(%b) {backend_config = \"0,1,100,1e-6\"} : (tensor<3x3xf32>) -> "
        "(tensor<3x3xf32>, tensor<3xf32>)\n"
        "return %f, %p, %o, %v, %w : tensor<4x3x5xcomplex<f64>>, tensor<4x3xi32>, tensor<4x3xi32>, "
        "tensor<3x3xf32>, tensor<3xf32>\n}\n");
    upgrade_custom_calls(program);
    verify(program);
    std::vector<std::string> targets;
    for (const Op& op : program.main().body.ops)
        if (op.code == OpCode::CustomCall) targets.push_back(op[attr::call_target_name]);
    CHECK(targets ==
          std::vector<std::string>{"lapack_zgetrf_ffi", "lu_pivots_to_permutation", "lapack_ssyevd_ffi"});
}

TEST_CASE("functions of MHLO that StableHLO does not have become ops") {
    for (const auto& [name, code] : {std::pair{"erf", OpCode::ChloErf},
                                     {"acos", OpCode::ChloAcos},
                                     {"acosh", OpCode::ChloAcosh},
                                     {"asin", OpCode::ChloAsin},
                                     {"asinh", OpCode::ChloAsinh},
                                     {"atanh", OpCode::ChloAtanh},
                                     {"cosh", OpCode::ChloCosh},
                                     {"sinh", OpCode::ChloSinh},
                                     {"tan", OpCode::Tan}}) {
        Program program = program_of(
            "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n%r = stablehlo.custom_call @mhlo." +
            std::string(name) +
            "(%a) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<4xf32>) -> "
            "tensor<4xf32>\nreturn %r : tensor<4xf32>\n}\n");
        upgrade_custom_calls(program);
        verify(program);
        CHECK(program.main().body.ops[0].code == code);
    }
}

TEST_CASE("a factorization may return a tuple, in a branch too") {
    Program program = program_of(
        "func.func @main(%b: tensor<3x3xf32>, %n: tensor<i1>) -> tensor<3xf32> {\n"
        "%z = stablehlo.constant dense<0.0> : tensor<3xf32>\n"
        "%r = \"stablehlo.if\"(%n) ({\n"
        "  %t = stablehlo.custom_call @Eigh(%b) {backend_config = \"1,1,100,1e-6\"} : (tensor<3x3xf32>) -> "
        "tuple<tensor<3x3xf32>, tensor<3xf32>>\n"
        "  %w = stablehlo.get_tuple_element %t[1] : (tuple<tensor<3x3xf32>, tensor<3xf32>>) -> "
        "tensor<3xf32>\n"
        "  stablehlo.return %w : tensor<3xf32>\n"
        "}, {\n  stablehlo.return %z : tensor<3xf32>\n}) : (tensor<i1>) -> tensor<3xf32>\n"
        "return %r : tensor<3xf32>\n}\n");
    upgrade_custom_calls(program);
    verify(program);
    const Op& call = program.main().body.ops[1].regions[0].ops[0];
    CHECK(call[attr::call_target_name] == "lapack_ssyevd_ffi");
    CHECK(call.results.size() == 3);
}

TEST_CASE("typed calls of the solvers of GPUs become calls of LAPACK's functions") {
    Program program = program_of(R"(
        func.func @main(%a: tensor<2x3x3xf32>, %b: tensor<3x3xcomplex<f64>>, %d: tensor<3xf32>) -> (tensor<2x3x3xf32>, tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>, tensor<3x1xf32>) {
        %p:2 = stablehlo.custom_call @cusolver_potrf_ffi(%a) {mhlo.backend_config = {lower = false}} : (tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<2xi32>)
        %e:3 = stablehlo.custom_call @hipsolver_syevd_ffi(%b) {mhlo.backend_config = {algorithm = 0 : ui8, lower = true}} : (tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3xf64>, tensor<i32>)
        %v:4 = stablehlo.custom_call @cuhybrid_eig_comp(%b) {mhlo.backend_config = {left = false, magma = "auto", right = true}} : (tensor<3x3xcomplex<f64>>) -> (tensor<3xcomplex<f64>>, tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>, tensor<i32>)
        %x = stablehlo.reshape %d : (tensor<3xf32>) -> tensor<3x1xf32>
        %s = stablehlo.custom_call @cusparse_gtsv2_ffi(%d, %d, %d, %x) {mhlo.backend_config = {}} : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3x1xf32>) -> tensor<3x1xf32>
        return %p#0, %e#0, %v#2, %s : tensor<2x3x3xf32>, tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>, tensor<3x1xf32>
    })");
    upgrade_custom_calls(program);
    verify(program);
    std::vector<LapackCall> calls;
    std::vector<std::string> targets;
    for (const Op& op : program.main().body.ops) {
        if (op.code != OpCode::CustomCall) continue;
        targets.push_back(op[attr::call_target_name]);
        const std::optional<LapackCall> call = lapack_call(program.main(), op);
        REQUIRE(call);
        calls.push_back(*call);
    }
    CHECK(targets == std::vector<std::string>{"lapack_spotrf_ffi", "lapack_zheevd_ffi", "lapack_zgeev_ffi",
                                              "lapack_sgtsv_ffi"});
    CHECK(option(calls.at(0), "uplo") == 'U');
    CHECK(option(calls.at(1), "uplo") == 'L');
    CHECK(option(calls.at(2), "compute_left") == 'N');
    CHECK(option(calls.at(2), "compute_right") == 'V');
}

TEST_CASE("singular vectors of GPU solvers are columns, rows, transposed, or absent") {
    const auto product = [](const std::string& call, const std::string& vectors) {
        const Literal given =
            from_complexes(TensorType{{2, 4}, ElementType::C128, {}, {}},
                           {{1, 0}, {2, -1}, {0, 3}, {4, 0}, {-2, 1}, {0, 0}, {5, 0}, {1, 1}});
        Program program = program_of(
            "func.func @main(%a: tensor<2x4xcomplex<f64>>) -> "
            "tensor<2x4xcomplex<f64>> {\n" +
            call + vectors +
            R"(
        %c = stablehlo.convert %r#1 : (tensor<2xf64>) -> tensor<2xcomplex<f64>>
        %s = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>>
        %us = stablehlo.multiply %u, %s : tensor<2x2xcomplex<f64>>
        %m = stablehlo.dot_general %us, %vt, contracting_dims = [1] x [0] : (tensor<2x2xcomplex<f64>>, tensor<2x4xcomplex<f64>>) -> tensor<2x4xcomplex<f64>>
        return %m : tensor<2x4xcomplex<f64>>
    })");
        upgrade_custom_calls(program);
        verify(program);
        const Literal found = evaluate(program, std::vector{given}).at(0);
        double largest = 0;
        for (std::size_t i = 0; i < 8; i++)
            largest = std::max(largest, std::abs(complexes(found)[i] - complexes(given)[i]));
        return largest;
    };
    const std::string matrix = "tensor<2x4xcomplex<f64>>", square = "tensor<2x2xcomplex<f64>>";
    const auto call = [&](const std::string& target, const std::string& options, const std::string& first,
                          const std::string& second) {
        return "%r:5 = stablehlo.custom_call @" + target +
               "(%a) {mhlo.backend_config = {compute_uv = true, " + options + "}} : (" + matrix + ") -> (" +
               matrix + ", tensor<2xf64>, " + first + ", " + second + ", tensor<i32>)\n";
    };
    const std::string all = "tensor<4x4xcomplex<f64>>";
    CHECK(product(call("cusolver_gesvdj_ffi", "full_matrices = true", square, all),
                  "%u = stablehlo.reshape %r#2 : (" + square + ") -> " + square + R"(
        %t = stablehlo.transpose %r#3, dims = [1, 0] : (tensor<4x4xcomplex<f64>>) -> tensor<4x4xcomplex<f64>>
        %re = stablehlo.real %t : (tensor<4x4xcomplex<f64>>) -> tensor<4x4xf64>
        %im = stablehlo.imag %t : (tensor<4x4xcomplex<f64>>) -> tensor<4x4xf64>
        %ni = stablehlo.negate %im : tensor<4x4xf64>
        %full = stablehlo.complex %re, %ni : tensor<4x4xcomplex<f64>>
        %vt = stablehlo.slice %full [0:2, 0:4] : (tensor<4x4xcomplex<f64>>) -> tensor<2x4xcomplex<f64>>)") <
          1e-12);
    CHECK(product(call("hipsolver_gesvd_ffi", "full_matrices = false, transposed = true", matrix, square),
                  "%u = stablehlo.reshape %r#3 : (" + square + ") -> " + square +
                      "\n%vt = stablehlo.reshape %r#2 : (" + matrix + ") -> " + matrix) < 1e-12);
    CHECK(product(call("hipsolver_gesdd_ffi", "full_matrices = false, transposed = false", square, matrix),
                  "%u = stablehlo.reshape %r#2 : (" + square + ") -> " + square +
                      "\n%vt = stablehlo.reshape %r#3 : (" + matrix + ") -> " + matrix) < 1e-12);

    Program values = program_of(R"(
        func.func @main(%a: tensor<2x1xf64>) -> tensor<1xf64> {
        %r:5 = stablehlo.custom_call @cusolver_gesvd_ffi(%a) {mhlo.backend_config = {compute_uv = false, full_matrices = true, transposed = false}} : (tensor<2x1xf64>) -> (tensor<2x1xf64>, tensor<1xf64>, tensor<f64>, tensor<f64>, tensor<i32>)
        return %r#1 : tensor<1xf64>
    })");
    upgrade_custom_calls(values);
    verify(values);
    const Literal column = Literal::from_values<double>(TensorType{{2, 1}, ElementType::F64, {}, {}}, {3, 4});
    CHECK(evaluate(values, std::vector{column}).at(0).real(0) == Approx(5));
}

TEST_CASE("the GPU Threefry call becomes arithmetic with the published results") {
    for (const char* target : {"cu_threefry2x32_ffi", "hip_threefry2x32_ffi"}) {
        Program program = program_of(
            "func.func @main(%k: tensor<3xui32>, %l: tensor<3xui32>, %a: tensor<3xui32>, %b: tensor<3xui32>) "
            "-> (tensor<3xui32>, tensor<3xui32>) {\n%r:2 = stablehlo.custom_call @" +
            std::string(target) +
            "(%k, %l, %a, %b) {mhlo.backend_config = {}} : (tensor<3xui32>, tensor<3xui32>, tensor<3xui32>, "
            "tensor<3xui32>) -> (tensor<3xui32>, tensor<3xui32>)\n"
            "return %r#0, %r#1 : tensor<3xui32>, tensor<3xui32>\n}\n");
        upgrade_custom_calls(program);
        verify(program);
        const auto words = [](std::int64_t first, std::int64_t second, std::int64_t third) {
            return Literal::from_values<std::int64_t>(TensorType{{3}, ElementType::UI32, {}, {}},
                                                      {first, second, third});
        };
        const std::vector<Literal> found = evaluate(
            program, std::vector{words(0, 0xFFFFFFFF, 0x13198A2E), words(0, 0xFFFFFFFF, 0x03707344),
                                 words(0, 0xFFFFFFFF, 0x243F6A88), words(0, 0xFFFFFFFF, 0x85A308D3)});
        // Known answers of Random123, the library of the paper.
        CHECK(found[0].integer(0) == 0x6B200159);
        CHECK(found[1].integer(0) == 0x99BA4EFE);
        CHECK(found[0].integer(1) == 0x1CB996FC);
        CHECK(found[1].integer(1) == 0xBB002BE7);
        CHECK(found[0].integer(2) == 0xC4923A9C);
        CHECK(found[1].integer(2) == 0x483DF7A0);
    }
}

TEST_CASE(
    "a stochastic conversion goes to the integer further from zero where the fraction exceeds the number") {
    Program program = program_of(R"(
func.func @main(%a: tensor<6xf32>, %r: tensor<6xui32>) -> tensor<6xi8> {
  %0 = mhlo.stochastic_convert %a, %r : (tensor<6xf32>, tensor<6xui32>) -> tensor<6xi8>
  return %0 : tensor<6xi8>
}
)");
    upgrade_custom_calls(program);
    verify(program);
    const auto type = [](ElementType element) { return TensorType{{6}, element, {}, {}}; };
    const float nan = std::numeric_limits<float>::quiet_NaN(),
                infinity = std::numeric_limits<float>::infinity();
    const auto values =
        Literal::from_values<double>(type(ElementType::F32), {2.25, 2.25, -2.75, -2.75, nan, infinity});
    const std::int64_t quarter = std::int64_t{1} << 30;
    const auto random = Literal::from_values<std::int64_t>(
        type(ElementType::UI32), {quarter - 1, quarter, 3 * quarter - 1, 3 * quarter, 0, 0});
    const Literal result = evaluate(program, std::vector{values, random}).at(0);
    for (std::int64_t i = 0; i < 6; i++)
        CHECK(result.integer(i) ==
              std::vector<std::int64_t>{3, 2, -3, -2, 0, 127}[static_cast<std::size_t>(i)]);
}
