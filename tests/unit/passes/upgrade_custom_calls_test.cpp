#include "frontend/passes/upgrade_custom_calls.h"

#include <catch2/catch.hpp>
#include <cstring>

#include "tests/unit/passes/programs.h"

using namespace hlo2c::frontend;

namespace {

/// A flatbuffer of one table, whose fields lie behind it in order.
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

/// One transform of %x of `from`, and what it is after the upgrade.
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
    CHECK(the_transform(forward).text("fft_type", "") == "FFT");
    CHECK(the_transform(forward).integers("fft_length", {}) == std::vector<std::int64_t>{4});

    const Program back = transform(static_descriptor(0, false, {0, 1}, 1.0 / 12), numbers, numbers);
    CHECK(ops_of(back) == std::vector<std::string>{"fft"});
    CHECK(the_transform(back).text("fft_type", "") == "IFFT");
    CHECK(the_transform(back).integers("fft_length", {}) == std::vector<std::int64_t>{3, 4});

    const Program real = transform(static_descriptor(1, false, {1}, 1.0 / 6), numbers, "tensor<3x6xf32>");
    CHECK(the_transform(real).text("fft_type", "") == "IRFFT");
    CHECK(the_transform(real).integers("fft_length", {}) == std::vector<std::int64_t>{6});
    const Program halved = transform(static_descriptor(2, true, {1}, 1), "tensor<3x6xf32>", numbers);
    CHECK(the_transform(halved).text("fft_type", "") == "RFFT");
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

TEST_CASE("a transform of sizes that are operands takes its scale from an operand") {
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
    CHECK(the_transform(program).text("fft_type", "") == "IFFT");
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
        if (op.code == OpCode::CustomCall) targets.push_back(op.text("call_target_name", ""));
    CHECK(targets ==
          std::vector<std::string>{"lapack_zgetrf_ffi", "lu_pivots_to_permutation", "lapack_ssyevd_ffi"});
}
