#include "frontend/data/safetensors.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "frontend/data/arguments.h"
#include "frontend/diagnostic.h"

using namespace hlo2c;
using namespace hlo2c::frontend;
using Catch::Matchers::Contains;

namespace {

std::string file_of(const std::string& header, const std::string& data) {
    std::string bytes;
    for (int i = 0; i < 8; i++) bytes += static_cast<char>(header.size() >> (8 * i));
    return bytes + header + data;
}

std::string one(const std::string& dtype, const std::string& shape, const std::string& data) {
    return file_of("{\"t\":{\"dtype\":\"" + dtype + "\",\"shape\":" + shape + ",\"data_offsets\":[0," +
                       std::to_string(data.size()) + "]}}",
                   data);
}

std::string refusal_of(const std::string& bytes, const TensorType* expected = nullptr) {
    try {
        Safetensors(bytes, "w.safetensors").read("t", expected);
    } catch (const DiagnosticError& error) {
        CHECK(error.diagnostic().severity != Severity::Bug);
        CHECK_FALSE(error.diagnostic().remedy.empty());
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("tensors of a safetensors file have the element types of their dtypes") {
    for (const auto& [dtype, element, width] :
         std::vector<std::tuple<std::string, ElementType, int>>{{"BOOL", ElementType::I1, 1},
                                                                {"I8", ElementType::I8, 1},
                                                                {"I16", ElementType::I16, 2},
                                                                {"I32", ElementType::I32, 4},
                                                                {"I64", ElementType::I64, 8},
                                                                {"U8", ElementType::UI8, 1},
                                                                {"U16", ElementType::UI16, 2},
                                                                {"U32", ElementType::UI32, 4},
                                                                {"U64", ElementType::UI64, 8},
                                                                {"F8_E4M3", ElementType::F8E4M3FN, 1},
                                                                {"F8_E5M2", ElementType::F8E5M2, 1},
                                                                {"BF16", ElementType::BF16, 2},
                                                                {"F16", ElementType::F16, 2},
                                                                {"F32", ElementType::F32, 4},
                                                                {"F64", ElementType::F64, 8}}) {
        INFO(dtype);
        std::string data(static_cast<std::size_t>(2 * width), '\0');
        data[0] = 1;
        const std::string bytes = one(dtype, "[2]", data);
        const Literal literal = Safetensors(bytes, "w").read("t");
        CHECK(literal.type().element == element);
        CHECK(literal.type().shape == std::vector<std::int64_t>{2});
        CHECK(std::to_integer<int>(literal.bytes()[0]) == 1);
        const TensorType expected = literal.type();
        CHECK(Safetensors(bytes, "w").read("t", &expected) == literal);
    }
    CHECK_THAT(refusal_of(one("F4", "[2]", "x")), Contains("tensors of dtype 'F4' are not supported"));
}

TEST_CASE(
    "integers of a safetensors file stand for the bits of narrow types, and floats for themselves only") {
    const TensorType bf16{{1}, ElementType::BF16, {}, {}}, i4{{1}, ElementType::I4, {}, {}},
        f16{{1}, ElementType::F16, {}, {}}, ui16{{1}, ElementType::UI16, {}, {}};
    CHECK(refusal_of(one("U16", "[1]", "ab"), &bf16) == "");
    CHECK(refusal_of(one("I8", "[1]", "\x07"), &i4) == "");
    CHECK_THAT(refusal_of(one("I8", "[1]", "\x70"), &i4), Contains("which is not a value of i4"));
    CHECK_THAT(refusal_of(one("BF16", "[1]", "ab"), &f16), Contains("H0303: the array has dtype 'BF16'"));
    CHECK_THAT(refusal_of(one("BF16", "[1]", "ab"), &ui16), Contains("H0303"));
    CHECK_THAT(refusal_of(one("BF16", "[1,1]", "ab"), &bf16), Contains("H0304: the array has shape [1, 1]"));
}

TEST_CASE("a safetensors file that is longer or shorter than its header says is an error") {
    const std::string good = one("U8", "[2]", "ab");
    CHECK(refusal_of(good) == "");
    for (std::size_t size = 0; size < good.size(); size++)
        CHECK_THAT(refusal_of(good.substr(0, size)), Contains("H0313"));
    CHECK_THAT(refusal_of(good + "c"), Contains("the tensors have 2 bytes, but 3 follow the header"));
    const auto header = [](const std::string& first, const std::string& second) {
        return file_of("{\"t\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[" + first +
                           "]},\"u\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[" + second + "]}}",
                       "abcde");
    };
    CHECK_THAT(refusal_of(header("0,2", "1,3")), Contains("tensors overlap, or leave a gap"));
    CHECK_THAT(refusal_of(header("0,2", "3,5")), Contains("tensors overlap, or leave a gap"));
    CHECK_THAT(refusal_of(header("0,2", "2,6")), Contains("H0313"));
    CHECK_THAT(refusal_of(header("2,0", "2,4")), Contains("H0313"));
    CHECK_THAT(refusal_of(header("-2,0", "2,4")), Contains("has no dtype, shape and data_offsets for 't'"));
}

TEST_CASE("an invalid safetensors header is an error") {
    for (const char* header :
         {"", "[", "[]", "{\"t\":1}", "{\"t\":{\"dtype\":\"U8\",\"shape\":[1]}}",
          "{\"t\":{\"dtype\":8,\"shape\":[1],\"data_offsets\":[0,1]}}",
          "{\"t\":{\"dtype\":\"U8\",\"shape\":[1.5],\"data_offsets\":[0,1]}}",
          "{\"t\":{\"dtype\":\"U8\",\"shape\":[18446744073709551615],\"data_offsets\":[0,1]}}",
          "{\"t\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]},"
          "\"t\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}"}) {
        INFO(header);
        CHECK_THAT(refusal_of(file_of(header, "a")), Contains("H0313"));
    }
    CHECK_THAT(refusal_of(file_of("{\"t\":{\"dtype\":\"U8\",\"shape\":[4294967296,4294967296],"
                                  "\"data_offsets\":[0,1]}}",
                                  "a")),
               Contains("more than 2^56 elements"));
}

TEST_CASE("tensors of a safetensors file are matched by number, or by the names of arguments") {
    const std::string path =
        (std::filesystem::temp_directory_path() / ("hlo2c_test" + std::to_string(getpid()) + ".safetensors"))
            .string();
    const auto write = [&](const std::string& first, const std::string& second) {
        std::ofstream(path, std::ios::binary)
            << file_of("{\"__metadata__\":{\"by\":\"me\"},\"" + first +
                           "\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]},\"" + second +
                           "\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[1,2]}}",
                       "ab");
    };
    const std::vector<Type> types(3, TensorType{{1}, ElementType::UI8, {}, {}});
    const std::vector<std::string> names = {"x", "params['conv1'].kernel", "layers_10"};
    write("001", "2");
    auto arrays = read_arrays(path, types, names);
    CHECK(arrays.size() == 2);
    CHECK(arrays.at(1).integer(0) == 'a');
    CHECK(arrays.at(2).integer(0) == 'b');
    write("params.conv1.kernel", "layers.10");
    arrays = read_arrays(path, types, names);
    CHECK(arrays.at(1).integer(0) == 'a');
    CHECK(arrays.at(2).integer(0) == 'b');
    write("x", "of another program");
    CHECK(read_arrays(path, types, names).size() == 1);
    write("y1", "y2");
    CHECK_THROWS_WITH(read_arrays(path, types, names), Contains("H0308") && Contains("x, params['conv1']"));
    write("x", "0");
    CHECK_THROWS_WITH(read_arrays(path, types, names), Contains("H0309"));
    std::filesystem::remove(path);
}
