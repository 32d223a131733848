#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "frontend/accuracy/estimate.h"
#include "frontend/data/check.h"
#include "frontend/ir/program.h"
#include "frontend/test_modules/cases.h"
#include "frontend/test_modules/factorization.h"

namespace hlo2c::frontend {

/// One side of a comparison: a result of the program, or data that is known.
struct ComparedValue {
    int result = -1;  ///< number of the program's result; -1: `literal`
    frontend::Literal literal;
};

struct Comparand {
    ComparedValue actual, expected;
    frontend::Check check;
    std::string name;  ///< "result 2", "check.expect_eq at 12:5"
    /// Where the reference said how near each element has to be: it counts in place of `expected` and
    /// `check`.
    std::optional<frontend::Estimate> estimate = std::nullopt;
};

/// Factors that the program returns, with the values that are expected, where it returns values, and how near
/// they have to be.
struct ExpectedFactors {
    Factorization factorization;
    std::optional<frontend::Literal> values;
    double absolute = 0, relative = 0;
};

/// What is compiled or evaluated for a case, with what, and what must hold then. The entry point is main.
struct TestProgram {
    frontend::Program program;
    std::vector<frontend::Literal> arguments;
    std::vector<Comparand> comparands;
    std::optional<ExpectedFactors> factors;
};

/// The functions of a module that are tests: public, without arguments, named by no op of the module.
std::vector<std::string> test_functions(const frontend::Program& program);

/// Reads one part of a file of several modules, or the whole file where it is one.
frontend::Program read_chunk(const std::filesystem::path& file, int chunk);

/// Makes the function `name` the entry point main of its module, and every other function private.
void make_entry(frontend::Program& program, const std::string& name);

/// Takes the checks out of a test function: the values that they compare become results of the function, the
/// constants that it computes from become arguments, so that nothing is left to be folded. Constants that say
/// a size stay. Verified before and after. Unsupported (H0650): a check in a region, and a probe in
/// one other than the body of a loop.
TestProgram take_module_apart(frontend::Program program, const std::string& function);

/// The program of a case with its arguments and expected results, in0, in1, ... and out0, out1, ... of its
/// .npz. Where the manifest wants factors only up to sign, phase and order, they are held against their
/// matrix. Unsupported (H0651): a tolerance in a form that is not known.
TestProgram read_array_case(const TestCase& test);

/// Either, as the case asks for.
TestProgram make_test_program(const TestCase& test);

}  // namespace hlo2c::frontend
