#include <cstdio>

#include "frontend/data/arguments.h"
#include "frontend/data/compare.h"
#include "frontend/evaluate/evaluate.h"
#include "frontend/forms/hlo/module.h"
#include "frontend/forms/hlo_text/parser.h"
#include "frontend/forms/read.h"
#include "frontend/ops/verify.h"
#include "frontend/passes/upgrade_custom_calls.h"

using namespace hlo2c::frontend;

namespace {

constexpr Tolerance tolerance{1e-4, 1e-5};

/// Evaluates the program and compares; returns the number of results that differ.
int evaluate_and_compare(const Program& program, const std::string& arguments, const std::string& expected) {
    const Function& main = program.main();
    const auto given = read_arrays(arguments, argument_types(main));
    const std::vector<Literal> results = evaluate(program, complete_arguments(program, main, given));
    int differing = 0;
    for (const auto& [position, literal] : read_arrays(expected, main.result_types)) {
        const Comparison verdict = compare(results[static_cast<std::size_t>(position)], literal, tolerance);
        if (verdict.equal) continue;
        differing++;
        std::printf("result %d: %s\n", position, verdict.text.c_str());
    }
    return differing;
}

}  // namespace

/// evaluate_module MODULE [ARGS EXPECTED]: reads the module, writes it as a module again and reads that back;
/// evaluates both where there are arguments.
int main(int count, char** words) {
    if (count != 2 && count != 4) return 2;
    try {
        Program program = read_program(words[1]);
        verify(program);
        upgrade_custom_calls(program);
        if (count == 4 && evaluate_and_compare(program, words[2], words[3]) != 0) return 1;
        Program again = program_of_module(module_of_program(program, read_sharding_text), {words[1], {}});
        verify(again);
        if (count == 2) return 0;
        std::puts("written and read back:");
        return evaluate_and_compare(again, words[2], words[3]) != 0 ? 1 : 0;
    } catch (const hlo2c::DiagnosticError& error) {
        std::puts(error.what());
        return 1;
    }
}
