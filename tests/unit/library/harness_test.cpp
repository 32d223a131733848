#include "codegen/library/harness.h"

#include <catch2/catch.hpp>
#include <cstring>
#include <nlohmann/json.hpp>

#include "plans.h"

using namespace hlo2c::codegen;
using namespace hlo2c::codegen::testing;

namespace {

template <typename T>
std::string raw(const std::vector<T>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

/// A directory with the library, its harness, and the inputs as in/0.bin and so on.
void write_all(const Sample& sample, const LibraryOptions& options, const std::vector<std::string>& inputs,
               const std::filesystem::path& directory) {
    std::vector<CFile> files = write_library(sample.plan, sample.kernels, options);
    for (CFile& file : write_harness(sample.plan, options)) files.push_back(std::move(file));
    for (std::size_t i = 0; i < inputs.size(); i++)
        files.push_back({"in/" + std::to_string(i) + ".bin", inputs[i], FilePart::Test});
    files.push_back({"out/keep", "", FilePart::Test});
    write_directory(files, directory);
}

const std::string build =
    strict_flags + "-Iharness -pthread src/*.c $(ls weights/*.c 2>/dev/null) harness/*.c -o h && ";

}  // namespace

TEST_CASE("the harness reads raw inputs and writes raw results") {
    const Sample sample = scale_and_sum();
    for (WeightStorage storage : {WeightStorage::C, WeightStorage::Blob}) {
        LibraryOptions options = options_for_tests();
        options.weights = storage;
        TemporaryDirectory directory;
        write_all(sample, options, {raw<float>({1, 1, 1, 1, 1, 1})}, directory.path() / "lib");
        for (const std::string& compiler : compilers()) {
            const CommandResult result = run_command(
                directory.path() / "lib", compiler + build +
                                              "./h --inputs in --outputs out --weights weights/scale.weights "
                                              "&& od -An -f out/1.bin && wc -c < out/0.bin");
            INFO(result.output);
            CHECK(result.output == "             3.6\n24\n");
        }
    }
}

TEST_CASE("the harness says which input is missing or has the wrong size") {
    const Sample sample = scale_and_sum();
    TemporaryDirectory directory;
    write_all(sample, options_for_tests(), {raw<float>({1, 1, 1, 1, 1})}, directory.path() / "lib");
    CommandResult result = run_command(directory.path() / "lib", "gcc -std=c11" + build + "./h --inputs in");
    CHECK(result.status == 1);
    CHECK(result.output == "scale: in/0.bin: does not have the size of its tensor\n");
    result = run_command(directory.path() / "lib", "./h --inputs nowhere");
    CHECK(result.output == "scale: nowhere/0.bin: cannot be opened\n");
    result = run_command(directory.path() / "lib", "./h --function other");
    CHECK(result.output == "scale: other: the library has none of this name\n");
}

TEST_CASE(
    "bench prints times and the profile of kernels as JSON, with inputs updated in place kept as they were") {
    const Sample sample = control_flow();
    TemporaryDirectory directory;
    write_all(sample, options_for_tests(),
              {raw<int>({4}), raw<int>({0}), std::string(1, '\1'), raw<int>({1})}, directory.path() / "lib");
    const CommandResult result = run_command(
        directory.path() / "lib",
        "gcc -std=c11" + build + "./h --inputs in --outputs out --bench --runs 7 --profile --threads 2");
    INFO(result.output);
    REQUIRE(result.status == 0);
    const auto json = nlohmann::json::parse(result.output);
    CHECK(json["runs"] == 7);
    CHECK(json["threads"] == 2);
    CHECK(json["min_ns"].get<long>() > 0);
    CHECK(json["median_ns"].get<long>() >= json["min_ns"].get<long>());
    CHECK(json["kernels"][0]["name"] == "less_i32");
    CHECK(json["kernels"][0]["calls"] == 5);
    CHECK(json["kernels"][1]["calls"] == 4);
    const CommandResult state = run_command(directory.path() / "lib", "od -An -i out/0.bin");
    CHECK(state.output == "         107\n");
}
