#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <functional>
#include <nlohmann/json.hpp>

#include "codegen/library/checksum.h"
#include "codegen/library/scratch.h"
#include "frontend/diagnostic.h"
#include "plans.h"

namespace scheduler = hlo2c::scheduler;
using namespace hlo2c::codegen;
using namespace hlo2c::codegen::testing;

namespace {

template <typename T>
std::vector<std::byte> bytes_of(const std::vector<T>& values) {
    std::vector<std::byte> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

/// Every float of an output, each within a few units in the last place.
TestOutput near(const std::vector<float>& values) {
    TestOutput output;
    std::vector<float> least, most;
    for (std::size_t i = 0; i < values.size(); i++) {
        output.places.push_back(i);
        least.push_back(values[i] - 1e-6f * std::fabs(values[i]));
        most.push_back(values[i] + 1e-6f * std::fabs(values[i]));
    }
    output.least = bytes_of(least);
    output.most = bytes_of(most);
    return output;
}

TestVector scale_vector() {
    TestVector vector;
    vector.function = "main";
    vector.inputs = {{bytes_of<float>({1, 2, 3, 4, 5, 6})}};
    vector.outputs = {near({1, -4, 1.5f, 16, -0.0f, 0.6f}), near({15.1f})};
    return vector;
}

TestVector flow_vector(int count, int selector, bool flag, int state, int new_state, int doubled) {
    TestVector vector;
    vector.function = "main";
    vector.inputs = {{bytes_of<int>({count})},
                     {bytes_of<int>({selector})},
                     {bytes_of<char>({flag})},
                     {bytes_of<int>({state})}};
    for (const int right : {new_state, doubled})
        vector.outputs.push_back({{0}, bytes_of<int>({right}), bytes_of<int>({right})});
    return vector;
}

/// Builds the self-test of the library with every compiler and runs it.
void check_self_test(const Sample& sample, const LibraryOptions& options, const std::string& extra = "") {
    const std::string name = sample.plan.program_name;
    TemporaryDirectory directory;
    write_directory(write_library(sample.plan, sample.kernels, options), directory.path() / "lib");
    for (const std::string& compiler : compilers()) {
        const std::string sources = "src/*.c $(ls weights/*.c 2>/dev/null) test/" + name + "_test.c " + extra;
        const CommandResult result =
            run_command(directory.path() / "lib", compiler + strict_flags + sources + " -o t && ./t");
        INFO(compiler << "\n" << result.output);
        CHECK(result.status == 0);
        CHECK(result.output.find(name + ": passed") != std::string::npos);
    }
}

}  // namespace

TEST_CASE(
    "a library builds without a warning and passes its self-test, weights in C, as a blob and linked in") {
    const Sample sample = scale_and_sum();
    LibraryOptions options = options_for_tests();
    options.test_vectors = {scale_vector()};
    check_self_test(sample, options);
    options.weights = WeightStorage::Blob;
    check_self_test(sample, options);
    options.weights = WeightStorage::Extern;
    check_self_test(sample, options, "weights/scale_weights.s");
}

TEST_CASE("without stored vectors the self-test runs twice on generated inputs") {
    LibraryOptions options = options_for_tests();
    check_self_test(scale_and_sum(), options);
    check_self_test(two_functions(), options);
    check_self_test(many_inputs(3), options);
}

TEST_CASE("a self-test with a wrong result fails") {
    const Sample sample = scale_and_sum();
    LibraryOptions options = options_for_tests();
    options.test_vectors = {scale_vector()};
    options.test_vectors[0].outputs[1] = near({15.2f});
    TemporaryDirectory directory;
    write_directory(write_library(sample.plan, sample.kernels, options), directory.path() / "lib");
    const CommandResult result =
        run_command(directory.path() / "lib",
                    "gcc -std=c11" + strict_flags + "src/*.c weights/*.c test/scale_test.c -o t && ./t");
    CHECK(result.status == 1);
    CHECK(result.output.find("total[0]: 15.1000004, expected at least 15.1999") != std::string::npos);
}

namespace {

/// Writes the sample's library with each form of its self-test, and calls `check` with its folder.
void for_each_self_test(const Sample& sample,
                        const std::function<void(const std::filesystem::path&)>& check) {
    LibraryOptions options = options_for_tests();
    for (const std::vector<TestVector>& vectors : {std::vector{scale_vector()}, {}}) {
        options.test_vectors = vectors;
        TemporaryDirectory directory;
        write_directory(write_library(sample.plan, sample.kernels, options), directory.path() / "lib");
        check(directory.path() / "lib");
    }
}

/// The check in the runtime that the self-test of this library fails; "" if it ends otherwise.
std::string failed_check(const std::filesystem::path& library) {
    const std::string title = "check failed: ";
    const CommandResult result = run_command(
        library, "gcc -std=c11 -Iinclude -Isrc src/*.c weights/*.c test/scale_test.c -o t && ./t");
    INFO(result.output);
    CHECK(result.status == 1);
    const std::size_t begin = result.output.find(title);
    if (begin == std::string::npos) return {};
    const std::size_t name = begin + title.size();
    return result.output.substr(name,
                                result.output.find_first_not_of("abcdefghijklmnopqrstuvwxyz_", name) - name);
}

}  // namespace

TEST_CASE("a self-test detects writes past the end of a result") {
    Sample sample = scale_and_sum();
    std::string& kernel = sample.kernels.kernels[1].definition;
    const std::string right = "out[0] = sum;";
    kernel.insert(kernel.find(right) + right.size(), "\n    out[1] = sum;");
    for_each_self_test(
        sample, [](const std::filesystem::path& library) { CHECK(failed_check(library) == "keeps_margin"); });
}

TEST_CASE("under the address sanitizer a self-test detects reads past the end of an input") {
    Sample sample = scale_and_sum();
    std::string& kernel = sample.kernels.kernels[0].definition;
    const std::string right = "out[i] = a[i] * b[i];\n    }";
    kernel.insert(kernel.find(right) + right.size(), "\n    (void)*(const volatile float *)&a[6];");
    for_each_self_test(sample, [](const std::filesystem::path& library) {
        const CommandResult result =
            run_command(library, "gcc -std=c11 -g -fsanitize=address" + strict_flags +
                                     "src/*.c weights/*.c test/scale_test.c -o t && ./t");
        CHECK(result.status != 0);
        CHECK(result.output.find("heap-buffer-overflow") != std::string::npos);
    });
}

TEST_CASE("a self-test detects a result that is compared with another tensor") {
    const Sample sample = scale_and_sum();
    std::vector<CFile> files = write_library(sample.plan, sample.kernels, options_for_tests());
    for (CFile& file : files) {
        const std::size_t at =
            file.path == "src/scale.c" ? file.text.find("&main_outputs[1]") : std::string::npos;
        if (at != std::string::npos) file.text.replace(at, 16, "&main_outputs[0]");
    }
    TemporaryDirectory directory;
    write_directory(files, directory.path() / "lib");
    CHECK(failed_check(directory.path() / "lib") == "is_refused");
}

TEST_CASE("a self-test generates inputs and checks elements as the test vector says") {
    const Sample sample = scale_and_sum();
    LibraryOptions options = options_for_tests();
    TestVector vector = scale_vector();
    vector.inputs[0] = {bytes_of<float>({2, 2, 2}), true, 7};
    CHECK(drawn_elements(vector.inputs[0], sizeof(float), 6) == bytes_of<float>({2, 2, 2, 2, 2, 2}));
    vector.outputs = {near({-4, 0.2f}), {}};
    vector.outputs[0].places = {1, 5};
    options.test_vectors = {vector};
    check_self_test(sample, options);
    vector.inputs[0].elements = bytes_of<float>({1, 2, 3, 4});
    const std::vector<std::byte> drawn = drawn_elements(vector.inputs[0], sizeof(float), 6);
    float values[6];
    std::memcpy(values, drawn.data(), sizeof values);
    vector.outputs[0] = near({-2 * values[1], 0.1f * values[5]});
    vector.outputs[0].places = {1, 5};
    options.test_vectors = {vector};
    check_self_test(sample, options);
}

TEST_CASE("while, case and if become C that does what they say") {
    LibraryOptions options = options_for_tests();
    // Adds 0+1+2+3 = 6 to the state, then adds 100, negates it, or leaves it; doubles it if the flag is set.
    options.test_vectors = {flow_vector(4, 0, true, 1, 107, 214), flow_vector(4, 1, true, 1, -7, -14),
                            flow_vector(0, 2, true, 5, 5, 10), flow_vector(2, 77, false, 5, 6, 0),
                            flow_vector(2, -1, false, 5, 6, 0)};
    check_self_test(control_flow(), options);
}

TEST_CASE("calls with very many pointers keep to the stack bound and work") {
    const Sample sample = many_inputs(300);
    LibraryOptions options = options_for_tests();
    TestVector vector;
    vector.function = "main";
    for (int i = 0; i < 300; i++) vector.inputs.push_back({bytes_of<float>({static_cast<float>(i)})});
    vector.outputs = {near({44850})};
    options.test_vectors = {vector};
    check_self_test(sample, options);

    TemporaryDirectory directory;
    write_directory(write_library(sample.plan, sample.kernels, options), directory.path() / "lib");
    const CommandResult result = run_command(
        directory.path() / "lib", "gcc -O2 -Iinclude -Isrc -Wframe-larger-than=2048 -Werror -c src/many.c");
    INFO(result.output);
    CHECK(result.status == 0);
}

TEST_CASE("the manifest lists the scratch of each kernel, by slot, with its purpose") {
    scheduler::Kernel kernel;
    CHECK(scratch_json(kernel) == nullptr);
    scheduler::LoopNest& nest = kernel.nest;
    const scheduler::NodeId body = nest.add({.kind = scheduler::NodeKind::Block});
    const scheduler::NodeId allocate = nest.add({.kind = scheduler::NodeKind::Allocate,
                                                 .type = {scheduler::ScalarKind::F32, 1},
                                                 .operands = {body},
                                                 .integer = 32,
                                                 .symbol = "rhs_panel",
                                                 .memory = scheduler::MemoryKind::Scratch,
                                                 .contents = scheduler::ScratchContents::Panel});
    nest.body = nest.add({.kind = scheduler::NodeKind::For,
                          .operands = {nest.integer(0), nest.integer(4), allocate},
                          .symbol = "slot",
                          .loop = scheduler::LoopKind::Parallel});
    nest.scratch_bytes = 512;
    const nlohmann::ordered_json json = scratch_json(kernel);
    CHECK(json["bytes"] == 512);
    CHECK(json["bytes_per_slot"] == 128);
    CHECK(json["arrays"][0]["type"] == "f32[32]");
    CHECK_THAT(json["arrays"][0]["holds"].get<std::string>(), Catch::Matchers::Contains("rearranged"));
    CHECK_THAT(json["arrays"][0]["reason"].get<std::string>(), Catch::Matchers::Contains("once"));
    kernel.origin = scheduler::KernelOrigin::Runtime;
    kernel.runtime_function = "hlo2c_sort";
    CHECK_THAT(scratch_json(kernel)["arrays"][0]["holds"].get<std::string>(),
               Catch::Matchers::Contains("hlo2c_sort"));
}

TEST_CASE("the same plan gives the same bytes") {
    LibraryOptions options = options_for_tests();
    options.test_vectors = {scale_vector()};
    const std::vector<CFile> first = write_library(scale_and_sum().plan, scale_and_sum().kernels, options);
    const std::vector<CFile> second = write_library(scale_and_sum().plan, scale_and_sum().kernels, options);
    REQUIRE(first.size() == second.size());
    for (std::size_t i = 0; i < first.size(); i++) {
        CHECK(first[i].path == second[i].path);
        CHECK(first[i].text == second[i].text);
    }
}

TEST_CASE("collectives of the same groups share a table") {
    Sample sample = scale_and_sum();
    for (const std::int64_t first : {0, 0, 1}) {
        scheduler::Collective collective;
        collective.table.rows = {{first, 1 - first}};
        sample.plan.collectives.push_back(collective);
    }
    const std::vector<CFile> files = write_library(sample.plan, sample.kernels, options_for_tests());
    const std::string& text = file_named(files, "src/scale.c").text;
    const auto count = [&](const std::string& part) {
        std::size_t times = 0;
        for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) times++;
        return times;
    };
    CHECK(count("static const int32_t collective_groups_") == 2);
    CHECK(count(".groups = collective_groups_0,") == 2);
    CHECK(count(".groups = collective_groups_1,") == 1);
}

TEST_CASE("files say where they define kernels") {
    for (const Sample& sample : {scale_and_sum(), control_flow()}) {
        std::size_t found = 0;
        for (const CFile& file : write_library(sample.plan, sample.kernels, options_for_tests()))
            for (const KernelPlace& place : file.kernels) {
                CHECK(file.text.substr(place.begin, place.size) ==
                      sample.kernels.kernels.at(place.kernel).definition);
                const auto begin = file.text.begin() + static_cast<std::ptrdiff_t>(place.begin);
                CHECK(std::count(file.text.begin(), begin, '\n') + 1 == place.line);
                found++;
            }
        CHECK(found == sample.kernels.kernels.size());
    }
}

TEST_CASE("the emitted C reads as it did: a header, straight steps, control flow") {
    const std::filesystem::path golden = HLO2C_GOLDEN_DIRECTORY;
    const Sample scale = scale_and_sum(), flow = control_flow();
    const std::vector<CFile> scale_files = write_library(scale.plan, scale.kernels, options_for_tests());
    const std::vector<CFile> flow_files = write_library(flow.plan, flow.kernels, options_for_tests());
    CHECK(file_named(scale_files, "include/scale.h").text == read_text(golden / "scale.h"));
    CHECK(file_named(scale_files, "src/scale.c").text == read_text(golden / "scale.c"));
    CHECK(file_named(flow_files, "src/flow.c").text == read_text(golden / "flow.c"));
}

TEST_CASE("a kernel's time in a profile has no long copies before it") {
    const auto starts = [](std::int64_t bytes) {
        Sample sample = scale_and_sum();
        std::vector<scheduler::Step>& steps = sample.plan.functions[0].steps;
        std::get<scheduler::CopyStep>(steps[1].action).bytes = bytes;
        steps.insert(steps.begin() + 1, steps[1]);
        const std::vector<CFile> files = write_library(sample.plan, sample.kernels, options_for_tests());
        const std::string &text = file_named(files, "src/scale.c").text, start = "hlo2c_profile_start(";
        int count = 0;
        for (std::size_t at = text.find(start); at != std::string::npos; at = text.find(start, at + 1))
            count++;
        return count;
    };
    CHECK(starts(2047) == 1);
    CHECK(starts(2048) == 2);
}

TEST_CASE("no line of the emitted C is wider than 110 columns") {
    Sample long_name = scale_and_sum();
    long_name.plan.program_name = "scales_and_sums_values";
    for (const Sample& sample :
         {scale_and_sum(), control_flow(), two_functions(), many_inputs(300), long_name})
        for (const CFile& file : write_library(sample.plan, sample.kernels, options_for_tests())) {
            if (!file.path.ends_with(".c") && !file.path.ends_with(".h")) continue;
            std::istringstream lines(file.text);
            for (std::string line; std::getline(lines, line);) {
                INFO(file.path << ": " << line);
                CHECK(line.size() <= 110);
                CHECK((line.empty() || line.back() != ' '));
            }
        }
}

TEST_CASE("the header works from C++ and the library links with it") {
    const Sample sample = scale_and_sum();
    TemporaryDirectory directory;
    write_directory(write_library(sample.plan, sample.kernels, options_for_tests()),
                    directory.path() / "lib");
    const std::string program =
        "#include \"scale.h\"\n#include <cstdio>\nalignas(SCALE_ARENA_ALIGN) static unsigned char "
        "arena[SCALE_ARENA_BYTES];\n"
        "int main() {\n float x[6] = {1, 1, 1, 1, 1, 1}, scaled[6], total[1];\n scale_main_inputs in{0, x};\n"
        " scale_main_outputs out{0, scaled, total};\n int status = scale_main(&in, &out, arena, nullptr);\n"
        " std::printf(\"%d %.3f %s\\n\", status, total[0], hlo2c_status_text(status));\n}\n";
    write_directory({{"use.cpp", program}}, directory.path() / "use");
    const CommandResult result = run_command(
        directory.path() / "lib",
        "gcc -std=c11 -c -Iinclude -Isrc src/*.c weights/*.c && "
        "g++ -std=c++17 -Wall -Wextra -pedantic -Werror -Iinclude ../use/use.cpp *.o -o use && ./use");
    INFO(result.output);
    CHECK(result.output == "0 3.600 success\n");
}

TEST_CASE("invalid calls return a status and a message") {
    const Sample sample = scale_and_sum();
    LibraryOptions options = options_for_tests();
    options.weights = WeightStorage::Blob;
    TemporaryDirectory directory;
    write_directory(write_library(sample.plan, sample.kernels, options), directory.path() / "lib");
    const std::string program =
        "#include \"scale.h\"\n#include <stdio.h>\nstatic _Alignas(64) unsigned char arena[SCALE_ARENA_BYTES "
        "+ 64];\n"
        "static _Alignas(64) unsigned char zeros[SCALE_WEIGHTS_BYTES];\n"
        "int main(void) {\n float x[8] = {0}, scaled[6], total[1];\n char text[128] = \"\";\n"
        " hlo2c_context context = HLO2C_INIT(hlo2c_context);\n context.message = text; context.message_bytes "
        "= sizeof text;\n"
        " scale_main_inputs in = {.x = x}, odd = {.x = (float *)(void *)((char *)x + 1)}, none = {0};\n"
        " scale_main_outputs out = {0, scaled, total};\n"
        "#define TRY(...) printf(\"%d \", scale_main(__VA_ARGS__, &context)); puts(text)\n"
        " TRY(&in, &out, NULL);\n TRY(&in, &out, arena + 4);\n TRY(NULL, &out, arena);\n TRY(&none, &out, "
        "arena);\n"
        " TRY(&odd, &out, arena);\n TRY(&in, &out, arena);\n"
        " context.weights = zeros; context.weights_bytes = sizeof zeros;\n TRY(&in, &out, arena);\n return "
        "0;\n}\n";
    write_directory({{"use.c", program}}, directory.path() / "use");
    const CommandResult result =
        run_command(directory.path() / "lib",
                    "gcc -std=c11 -Iinclude -Isrc src/*.c ../use/use.c -o use -fsanitize=undefined && ./use");
    CHECK(result.output ==
          "1 arena: the pointer is NULL\n"
          "2 arena: the pointer is not aligned as the header requires\n"
          "1 inputs: the pointer is NULL\n"
          "1 x: the pointer is NULL\n"
          "2 x: the pointer is not aligned as the header requires\n"
          "4 scale: load weights/scale.weights and set its address in the context\n"
          "5 scale: these are not the weights of this library\n");
}

TEST_CASE("a library imports only memcpy, memmove and memset") {
    const Sample sample = control_flow();
    TemporaryDirectory directory;
    write_directory(write_library(sample.plan, sample.kernels, options_for_tests()),
                    directory.path() / "lib");
    const CommandResult result =
        run_command(directory.path() / "lib",
                    "gcc -std=c11 -O2 -c -Iinclude -Isrc src/*.c && ld -r -o all.o *.o && nm -u all.o | grep "
                    "-v -w -e memcpy -e memmove -e memset; true");
    CHECK(result.output == "");
}

TEST_CASE("the library's Makefile and CMake project build, test, install and are found again") {
    const Sample sample = scale_and_sum();
    LibraryOptions options = options_for_tests();
    options.test_vectors = {scale_vector()};
    for (WeightStorage storage : {WeightStorage::C, WeightStorage::Blob, WeightStorage::Extern}) {
        options.weights = storage;
        TemporaryDirectory directory;
        const auto files = write_library(sample.plan, sample.kernels, options);
        write_directory(files, directory.path() / "lib");
        write_directory(
            {{"CMakeLists.txt",
              "cmake_minimum_required(VERSION 3.13)\nproject(use C)\nfind_package(scale REQUIRED)\n"
              "add_library(use STATIC use.c)\ntarget_link_libraries(use scale::scale)\n"},
             {"use.c",
              "#include \"scale.h\"\nint use(void);\nint use(void) { return SCALE_ARENA_BYTES; }\n"}},
            directory.path() / "use");
        const std::string make =
            "make -C lib CFLAGS='-O1 -Wall -Wextra -pedantic -Werror' test && make -C lib PREFIX=$PWD/m "
            "install && make -C lib clean";
        const std::string cmake =
            "cmake -S lib -B b -DCMAKE_INSTALL_PREFIX=$PWD/i && cmake --build b && (cd b && ctest) && cmake "
            "--install b && "
            "cmake -S use -B ub -DCMAKE_PREFIX_PATH=$PWD/i && cmake --build ub";
        for (const std::string& command : {make, cmake}) {
            const CommandResult result = run_command(directory.path(), command);
            INFO(result.output);
            CHECK(result.status == 0);
        }
        const CommandResult flags =
            run_command(directory.path(), "PKG_CONFIG_PATH=m/lib/pkgconfig pkg-config --cflags --libs scale");
        CHECK(flags.output.find("-lscale") != std::string::npos);
    }
}

TEST_CASE("a library that is called like a target of CMake's own is built, installed and found") {
    Sample sample = scale_and_sum();
    for (const std::string name : {"test", "all", "install"}) {
        sample.plan.program_name = name;
        TemporaryDirectory directory;
        write_directory(write_library(sample.plan, sample.kernels, options_for_tests()),
                        directory.path() / "lib");
        write_directory(
            {{"CMakeLists.txt", "cmake_minimum_required(VERSION 3.13)\nproject(use C)\nfind_package(" + name +
                                    " REQUIRED)\nadd_library(use STATIC use.c)\n" +
                                    "target_link_libraries(use " + name + "::" + name + ")\n"},
             {"use.c", "#include \"" + name + ".h\"\n"}},
            directory.path() / "use");
        const CommandResult result = run_command(
            directory.path(),
            "cmake -S lib -B b -DCMAKE_INSTALL_PREFIX=$PWD/i && cmake --build b && (cd b && ctest) "
            "&& cmake --install b && ls i/lib/lib" +
                name + ".a && cmake -S use -B ub -DCMAKE_PREFIX_PATH=$PWD/i && cmake --build ub");
        INFO(result.output);
        CHECK(result.status == 0);
    }
}

TEST_CASE("NAME.json lists kernels, memory and weights, and takes the certificate") {
    const Sample sample = scale_and_sum();
    std::vector<CFile> files = write_library(sample.plan, sample.kernels, options_for_tests());
    insert_certificate(files, {{"imports", nlohmann::ordered_json::array()}});
    const auto json = nlohmann::json::parse(file_named(files, "scale.json").text);
    CHECK(json["kernels"].size() == 2);
    CHECK(json["kernels"][0]["origin"] == "direct");
    CHECK(json["kernels"][0]["ops"][0] == "%0 test.multiply_f32_6");
    CHECK(json["functions"][0]["memory"]["arena_bytes"] == 64);
    CHECK(json["functions"][0]["memory"]["lower_bound"] == 24);
    CHECK(json["weights"]["storage"] == "c");
    CHECK(json["certificate"]["imports"].empty());
}

TEST_CASE("names become C identifiers, and colliding ones get numbers") {
    Sample sample = two_functions();
    sample.plan.functions[1].inputs[0].name = "for";
    LibraryOptions options = options_for_tests();
    options.name = "tiny-mlp";
    const std::vector<CFile> files = write_library(sample.plan, sample.kernels, options);
    const std::string& header = file_named(files, "include/tiny_mlp.h").text;
    CHECK(header.find("const float *for_;") != std::string::npos);
    CHECK(header.find("float *out_2;") != std::string::npos);
    CHECK(header.find("#define TINY_MLP_STEP_ARENA_BYTES 64u") != std::string::npos);
}

TEST_CASE("a library builds whatever its name and those of its functions are") {
    struct Names {
        const char *library, *first, *second;
    };
    for (const Names& names :
         {Names{"call", "init", "step"}, Names{"check", "init", "step"}, Names{"a", "b", "a_b"},
          Names{"a", "a", "inputs"}, Names{"a", "b_inputs", "b"}, Names{"find", "weights", "x"},
          Names{"custom", "calls", "x"}, Names{"tiny", "f", "F"}}) {
        Sample sample = two_functions();
        sample.plan.functions[0].name = names.first;
        sample.plan.functions[1].name = names.second;
        LibraryOptions options = options_for_tests();
        options.name = names.library;
        TemporaryDirectory directory;
        write_directory(write_library(sample.plan, sample.kernels, options), directory.path() / "lib");
        const CommandResult result =
            run_command(directory.path() / "lib", "gcc" + strict_flags + "-c src/*.c");
        INFO(names.library << " " << names.first << " " << names.second << "\n" << result.output);
        CHECK(result.status == 0);
    }
}

TEST_CASE("no entry point has the name of the computation of a reduction") {
    Sample sample = two_functions();
    sample.plan.functions[0].name = "add_f32";
    sample.plan.combiners = {{.name = "combine_add_f32"}};
    LibraryOptions options = options_for_tests();
    options.name = "combine";
    const std::vector<CFile> files = write_library(sample.plan, sample.kernels, options);
    CHECK(file_named(files, "include/combine.h").text.find("int combine_add_f32_2(") != std::string::npos);
}

TEST_CASE("weights below 1 MiB are C, above they are a file") {
    Sample sample = scale_and_sum();
    CHECK(weight_storage(sample.plan, options_for_tests()) == WeightStorage::C);
    sample.plan.weights[0].bytes = std::vector<std::byte>(1 << 20);
    CHECK(weight_storage(sample.plan, options_for_tests()) == WeightStorage::Blob);
}

TEST_CASE("the weights file is a 64-byte header and the weights at their offsets") {
    Sample sample = scale_and_sum();
    sample.plan.weights.push_back(sample.plan.weights[0]);
    sample.plan.weights[1].offset = 64;
    LibraryOptions options = options_for_tests();
    options.weights = WeightStorage::Blob;
    const CFile file =
        file_named(write_library(sample.plan, sample.kernels, options), "weights/scale.weights");
    std::string text = file.text;
    for (const auto& part : file.data) text.append(reinterpret_cast<const char*>(part.data()), part.size());
    REQUIRE(text.size() == 64 + 64 + 24);
    CHECK(text.substr(0, 8) == "hlo2cW01");
    CHECK(text[8] == 88);
    CHECK(text.substr(64, 24) == text.substr(128, 24));
}

TEST_CASE("the pointer to the weights file is initialised on every path") {
    Sample sample = scale_and_sum();
    LibraryOptions options = options_for_tests();
    options.weights = WeightStorage::Blob;
    const std::string source =
        file_named(write_library(sample.plan, sample.kernels, options), "src/scale.c").text;
    CHECK(source.find("const unsigned char *weights = NULL;") != std::string::npos);
}

TEST_CASE("the checksum is XXH64") {
    const auto hash = [](const std::string& text) {
        const auto bytes = std::as_bytes(std::span(text));
        return xxh64({std::vector<std::byte>(bytes.begin(), bytes.end())});
    };
    CHECK(hash("") == 0xef46db3751d8e999u);
    CHECK(hash("abc") == 0x44bc2cf5ad770999u);
    CHECK(hash("The quick brown fox jumps over the lazy dog") == 0x0b242d361fda71bcu);
}

TEST_CASE("a mismatched test vector is rejected (H0510)") {
    LibraryOptions options = options_for_tests();
    options.test_vectors = {scale_vector()};
    options.test_vectors[0].inputs[0].elements.pop_back();
    CHECK_THROWS_AS(write_library(scale_and_sum().plan, scale_and_sum().kernels, options),
                    hlo2c::DiagnosticError);
}
