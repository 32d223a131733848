#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/accuracy/estimate.h"
#include "frontend/data/check.h"
#include "frontend/ir/program.h"
#include "frontend/pipeline.h"
#include "frontend/test_modules/cases.h"
#include "frontend/test_modules/factorization.h"

namespace hlo2c::frontend {

/// One side of a comparison: a result of the program, or a literal.
struct ComparedValue {
    int result = -1;  ///< number of the program's result; -1: `literal`
    Literal literal;
};

struct Comparand {
    ComparedValue actual, expected;
    Check check;
    std::string name;  ///< "result 2", "check.expect_eq at 12:5"
    /// The reference's bound for each element, if known; replaces `expected` and `check`.
    std::optional<Estimate> estimate = std::nullopt;
    bool is_idle = false;  ///< no value that the test computes can change the verdict
};

/// Factors that the program returns, with the expected values, if it returns values, and the tolerance.
struct ExpectedFactors {
    Factorization factorization;
    std::optional<Literal> values;
    double absolute = 0, relative = 0;
};

/// The program of a case, its arguments, and the comparisons that must hold. The entry point is main.
struct TestProgram {
    Program program;
    std::vector<Literal> arguments;
    std::vector<Comparand> comparands;
    std::optional<ExpectedFactors> factors;
};

/// The functions of a module that are tests: public, without arguments, and referenced by no op.
std::vector<std::string> test_functions(const Program& program);

/// Reads one module of a file.
Program read_chunk(const std::filesystem::path& file, int chunk);

/// Makes the function `name` the entry point main of its module, and all other functions private.
void make_entry(Program& program, const std::string& name);

/// Removes the checks of a test function: the compared values become results, and its constants become
/// arguments, so that nothing can be folded. Constants that define a size stay. Verifies before and after.
/// Unsupported (H0650): a check in a region, and a probe in a region other than the body of a loop. The
/// observer sees the steps of `test_module_steps`.
TestProgram take_module_apart(Program program, const std::string& function, const Observer& observer = {});

/// Names of the steps that take a test module apart.
std::vector<std::string_view> test_module_steps();

/// The program of a case with its arguments and expected results, in0, in1, ... and out0, out1, ... of its
/// .npz. The observer sees the steps of `prepare`. If the manifest compares factors up to sign, phase and
/// order, they are checked against their matrix. Unsupported (H0651): a tolerance of unknown form.
TestProgram read_array_case(const TestCase& test, const Observer& observer = {});

/// One of the two, depending on the case.
TestProgram make_test_program(const TestCase& test, const Observer& observer = {});

}  // namespace hlo2c::frontend
