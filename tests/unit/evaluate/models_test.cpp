#include <catch2/catch.hpp>

#include "frontend/data/arguments.h"
#include "frontend/data/compare.h"
#include "frontend/evaluate/evaluate.h"
#include "frontend/forms/read.h"
#include "frontend/pipeline.h"

using namespace hlo2c::frontend;

namespace {

const std::string models = HLO2C_MODELS;

const std::vector<std::string> names = {
    "basic_pitch",     "bilstm_gru",        "cnn_train_sgd",    "crepe_tiny_b1",
    "gpt_mini_decode", "gpt_mini_generate", "gpt_mini_prefill", "lenet",
    "magika",          "minilm_l6_trim",    "mobilenet_v2_b1",  "ode_neural_rk4",
    "ppocr_cls",       "ppocr_det",         "resemblyzer_lstm", "silero_vad",
    "silero_vad_seq",  "stencil_heat_conv", "tiny_mlp",
};

constexpr Tolerance tolerance{1e-4, 0};

struct Case {
    Program program;
    std::map<int, Literal> arguments, expected;
};

Case load(const std::string& name) {
    const std::string folder = models + "/" + name;
    Case loaded{prepare(read_program(folder + "/module.stablehlo.mlir")), {}, {}};
    loaded.arguments = read_arrays(folder + "/args", argument_types(loaded.program.main()));
    loaded.expected = read_arrays(folder + "/expected", loaded.program.main().result_types);
    return loaded;
}

void check_results(const std::vector<Literal>& results, const std::map<int, Literal>& expected) {
    REQUIRE(results.size() == expected.size());
    for (const auto& [position, literal] : expected) {
        const Comparison verdict = compare(results[static_cast<std::size_t>(position)], literal, tolerance);
        INFO("result " << position << ": " << verdict.text);
        CHECK(verdict.equal);
    }
}

}  // namespace

TEST_CASE("real programs evaluate to their recorded results") {
    const std::string name = GENERATE(from_range(names));
    INFO(name);
    const Case loaded = load(name);
    check_results(
        evaluate(loaded.program, complete_arguments(loaded.program, loaded.program.main(), loaded.arguments)),
        loaded.expected);
}

TEST_CASE("real programs keep their results through the passes, with all arguments but the first bound") {
    const std::string name = GENERATE(from_range(names));
    INFO(name);
    Case loaded = load(name);
    PipelineOptions options{loaded.arguments};
    options.bound.erase(0);
    const Program program = run_pipeline(std::move(loaded.program), options);
    check_results(evaluate(program, std::vector{loaded.arguments.at(0)}), loaded.expected);
}
