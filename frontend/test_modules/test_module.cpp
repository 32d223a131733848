#include "frontend/test_modules/test_module.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include "frontend/counted.h"
#include "frontend/data/npz.h"
#include "frontend/diagnostic.h"
#include "frontend/error_numbers.h"
#include "frontend/files.h"
#include "frontend/forms/forms.h"
#include "frontend/forms/read.h"
#include "frontend/forms/text/parser.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/elided.h"
#include "frontend/ir/total_table.h"
#include "frontend/ops/op_traits.h"
#include "frontend/ops/verify.h"
#include "frontend/passes/bind_arguments.h"
#include "frontend/passes/inline_calls.h"
#include "frontend/passes/size_arguments.h"
#include "frontend/passes/upgrade_custom_calls.h"
#include "frontend/pipeline.h"
#include "frontend/test_modules/loop_probes.h"

namespace hlo2c::frontend {
namespace {

constexpr double almost_equal = 1e-3, almost_equal_constant = 1e-4;

void add_symbols(const Attribute& attribute, std::set<std::string>& symbols) {
    if (const auto* symbol = attribute.get_if<SymbolAttribute>()) symbols.insert(symbol->name);
    if (const auto* array = attribute.get_if<ArrayAttribute>())
        for (const Attribute& element : array->elements) add_symbols(element, symbols);
}

/// Names of the functions that an op refers to.
std::set<std::string> referred_functions(const Program& program) {
    std::set<std::string> symbols;
    for (const Function& function : program.functions)
        for_each_op(function.body, [&](const Op& op) {
            for (const auto& [name, attribute] : op.attributes) add_symbols(attribute, symbols);
        });
    return symbols;
}

/// The check that a custom call denotes, and its tolerance.
struct CalledCheck {
    Check::Kind kind;
    double tolerance = 0;
    bool expected_first = false;
};

const CalledCheck* called_check(const Op& op) {
    static const std::map<std::string, CalledCheck> table = {
        {std::string(spelling(OpCode::CheckEq)), {Check::Kind::Equal}},
        {std::string(spelling(OpCode::CheckAlmostEq)), {Check::Kind::Near, almost_equal}},
        {std::string(spelling(OpCode::CheckClose)), {Check::Kind::Ulp}},
        {"check.eq", {Check::Kind::Near, almost_equal_constant, true}},
    };
    if (op.code != OpCode::CustomCall) return nullptr;
    const auto found = table.find(op[attr::call_target_name]);
    return found == table.end() ? nullptr : &found->second;
}

/// Removes a function's checks and turns its constants into arguments.
class Surgery {
public:
    Surgery(TestProgram& test, Function& function) : test_(test), function_(function) {}

    static bool is_check(OpCode code) { return behaviour(check_rules, code) != nullptr; }

    void run() {
        size_sources_ = size_sources(function_.body);
        find_operands(function_.body);
        const std::vector<Op>& ops = function_.body.ops;
        computes_ = std::any_of(ops.begin(), ops.end(), [&](const Op& op) { return computes(op); });
        std::vector<Op> kept;
        for (Op& op : function_.body.ops) {
            if (has_trait(op.code, op_trait::Terminator))
                set_results(op);
            else if (take(op))
                continue;
            kept.push_back(std::move(op));
        }
        std::erase_if(kept,
                      [&](const Op& op) { return op.code == OpCode::Constant && !is_used(op.results[0]); });
        function_.body.ops = std::move(kept);
        function_.argument_attributes.resize(function_.arguments().size());
    }

private:
    /// Collects the values that ops other than checks and the function's return read.
    void find_operands(const Region& region) {
        for_each_op(region, [&](const Op& op) {
            const bool checks = is_check(op.code) && op.code != OpCode::InterpreterProbe;
            if (checks || called_check(op) != nullptr || &op == &region.ops.back()) return;
            operands_.insert(op.operands.begin(), op.operands.end());
        });
    }

    /// True for ops whose results a test can be about although it has constants, too.
    bool computes(const Op& op) const {
        return op.code != OpCode::Constant && !has_trait(op.code, op_trait::Terminator) &&
               !is_check(op.code) && called_check(op) == nullptr && !constants_of_callee(op);
    }

    bool is_used(ValueId value) const {
        return operands_.count(value) != 0 ||
               std::find(results_.begin(), results_.end(), value) != results_.end();
    }

    /// True if the op is to be removed.
    bool take(Op& op) {
        for (const Region& region : op.regions)
            for_each_op(region, [&](const Op& inner) {
                if (is_check(inner.code) || called_check(inner) != nullptr)
                    unsupported(test_error::check_in_region, place_of(test_.program, inner),
                                "checks and probes inside a region are not supported",
                                "Put it after the op that has the region.");
            });
        for (ValueId& operand : op.operands) operand = renamed(operand);
        if (op.code == OpCode::Constant) {
            const Literal& literal = op[attr::value];
            constants_[op.results[0]] = literal;
            if (size_sources_.count(op.results[0]) != 0 || !is_used(op.results[0])) return false;
            add_argument(op.results[0], literal);
            return true;
        }
        if (const auto constants = constants_of_callee(op)) return take_constants(op, *constants);
        if (const CalledCheck* check = called_check(op)) {
            take_called_check(op, *check);
            return true;
        }
        if (!is_check(op.code)) return false;
        (this->*behaviour(check_rules, op.code))(op);
        return true;
    }

    ValueId renamed(ValueId value) const {
        const auto found = names_.find(value);
        return found == names_.end() ? value : found->second;
    }

    /// An argument takes the type of the value, because a constant may hold the storage of a quantized one.
    void add_argument(ValueId value, const Literal& literal) {
        TensorType type = literal.type();
        type.quantization = function_.tensor(value).quantization;
        function_.body.arguments.push_back(value);
        test_.arguments.emplace_back(type, std::vector(literal.bytes().begin(), literal.bytes().end()),
                                     literal.is_splat());
    }

    /// What the op returns if it calls a function that only returns constants.
    std::optional<std::vector<Literal>> constants_of_callee(const Op& op) const {
        if (op.code != OpCode::Call || !op.operands.empty()) return std::nullopt;
        const Function* callee = test_.program.function(op[attr::callee].name);
        if (callee == nullptr) return std::nullopt;
        std::map<ValueId, Literal> known;
        for (const Op& inner : callee->body.ops)
            if (inner.code == OpCode::Constant)
                known[inner.results[0]] = inner[attr::value];
            else if (!has_trait(inner.code, op_trait::Terminator))
                return std::nullopt;
        std::vector<Literal> constants;
        for (const ValueId value : callee->body.ops.back().operands) {
            const auto found = known.find(value);
            if (found == known.end()) return std::nullopt;
            constants.push_back(found->second);
        }
        return constants;
    }

    /// Such a call is treated like constants.
    bool take_constants(const Op& op, const std::vector<Literal>& constants) {
        for (const ValueId result : op.results)
            if (size_sources_.count(result) != 0) return false;
        for (std::size_t i = 0; i < op.results.size(); i++) {
            constants_[op.results[i]] = constants.at(i);
            givers_[op.results[i]] = op[attr::callee].name;
            add_argument(op.results[i], constants.at(i));
        }
        return true;
    }

    ComparedValue compared(ValueId value) {
        const auto constant = constants_.find(value);
        return constant != constants_.end() ? ComparedValue{-1, constant->second} : result_of(value);
    }

    /// The program returns the value, even if it is a constant.
    ComparedValue result_of(ValueId value) {
        const auto known = std::find(results_.begin(), results_.end(), value);
        const auto number = static_cast<int>(known - results_.begin());
        if (known == results_.end()) results_.push_back(value);
        return {number, {}};
    }

    /// A separate result for the value of a probe, even if the program already returns it.
    ComparedValue probed(ValueId value) {
        results_.push_back(value);
        return {static_cast<int>(results_.size()) - 1, {}};
    }

    bool is_constant(ValueId value) const { return constants_.count(value) != 0; }

    /// Whether two functions give the constants. A test that computes nothing else, as of a function that
    /// returns its argument, is about the first one.
    bool come_from_two_functions(ValueId a, ValueId b) const {
        return givers_.count(a) != 0 && givers_.count(b) != 0 && givers_.at(a) != givers_.at(b);
    }

    /// A constant is the subject of a test that computes nothing else.
    void add_check(const Op& op, ValueId actual, const Literal& expected, const Check& check) {
        add_check(op, result_of(actual), ComparedValue{-1, expected}, check,
                  is_constant(actual) && computes_);
    }

    void add_check(const Op& op, ValueId actual, ValueId expected, const Check& check) {
        const bool is_subject = !computes_ && come_from_two_functions(actual, expected);
        const bool is_idle =
            actual == expected || (is_constant(actual) && is_constant(expected) && !is_subject);
        add_check(op, result_of(actual), compared(expected), check, is_idle);
    }

    void add_check(const Op& op, ComparedValue actual, ComparedValue expected, const Check& check,
                   bool is_idle) {
        const std::string at = op.position.line > 0 ? fmt::format(" at line {}", op.position.line) : "";
        test_.comparands.push_back({std::move(actual), std::move(expected), check,
                                    std::string(spelling(op.code)) + at, std::nullopt, is_idle});
    }

    void take_called_check(const Op& op, const CalledCheck& called) {
        if (op.operands.size() < 2)
            unsupported(test_error::check_in_region, place_of(test_.program, op),
                        "this check needs two operands", "Give it the value and the expected value.");
        Check check{.kind = called.kind, .absolute = called.tolerance};
        if (check.kind == Check::Kind::Ulp) set_ulp_bounds(op, check);
        const std::size_t actual = called.expected_first ? 1 : 0;
        add_check(op, op.operands[actual], op.operands[1 - actual], check);
    }

    static void set_ulp_bounds(const Op& op, Check& check) {
        check.most_ulp = static_cast<std::uint64_t>(op[attr::max_ulp_difference]);
        check.least_ulp = static_cast<std::uint64_t>(op[attr::min_ulp_difference]);
    }

    using TakeCheck = void (Surgery::*)(const Op& op);
    static const std::array<TakeCheck, op_count> check_rules;

    void take_equal(const Op& op) { add_check(op, op.operands.at(0), op.operands.at(1), Check{}); }
    void take_equal_to_constant(const Op& op) { add_check(op, op.operands.at(0), op[attr::value], Check{}); }
    void take_near(const Op& op) {
        add_check(op, op.operands.at(0), op.operands.at(1),
                  Check{.kind = Check::Kind::Near, .absolute = op[attr::almost_eq_tolerance]});
    }
    void take_near_constant(const Op& op) {
        add_check(op, op.operands.at(0), op[attr::value],
                  Check{.kind = Check::Kind::Near, .absolute = op[attr::almost_eq_const_tolerance]});
    }
    void take_close(const Op& op) {
        Check check{.kind = Check::Kind::Ulp};
        set_ulp_bounds(op, check);
        add_check(op, op.operands.at(0), op.operands.at(1), check);
    }
    void take_probe(const Op& op) {
        names_[op.results.at(0)] = op.operands.at(0);
        probes_[op[attr::probe_id]].push_back(op.operands.at(0));
    }
    void take_print(const Op&) {}  // has no effect on results

    void take_probe_check(const Op& op) {
        const std::vector<ValueId>& seen = probes_[op[attr::probe_id]];
        const auto iteration = static_cast<std::size_t>(op[attr::iteration]);
        if (iteration >= seen.size())
            unsupported(test_error::check_in_region, place_of(test_.program, op),
                        fmt::format("no probe '{}' outside regions has an iteration {}", op[attr::probe_id],
                                    iteration),
                        "Put the probe before the comparison and outside regions.");
        const ValueId actual = op.operands.at(0), expected = seen[iteration];
        add_check(op, compared(actual), probed(expected), Check{.kind = Check::Kind::Bits},
                  is_constant(actual) && is_constant(expected));
    }

    /// The terminator returns the compared values; without checks, the function's results.
    void set_results(Op& terminator) {
        if (test_.comparands.empty())
            for (const ValueId operand : terminator.operands)
                if (function_.type(renamed(operand)).is_tensor()) compared(renamed(operand));
        terminator.operands = results_;
        function_.result_types.clear();
        for (const ValueId value : results_) function_.result_types.push_back(function_.type(value));
        function_.result_attributes.assign(results_.size(), {});
    }

    TestProgram& test_;
    Function& function_;
    bool computes_ = false;  ///< the test has ops other than constants and checks
    std::set<ValueId> size_sources_, operands_;
    std::map<ValueId, Literal> constants_;
    std::map<ValueId, std::string> givers_;  ///< the functions that give constants
    std::map<ValueId, ValueId> names_;
    std::map<std::string, std::vector<ValueId>> probes_;
    std::vector<ValueId> results_;
};

constinit const std::array<Surgery::TakeCheck, op_count> Surgery::check_rules = partial<Surgery::TakeCheck>({
    {OpCode::CheckAlmostEq, &Surgery::take_near},
    {OpCode::CheckAlmostEqConst, &Surgery::take_near_constant},
    {OpCode::CheckClose, &Surgery::take_close},
    {OpCode::CheckEq, &Surgery::take_equal},
    {OpCode::CheckEqConst, &Surgery::take_equal_to_constant},
    {OpCode::CheckSerializedEq, &Surgery::take_probe_check},
    {OpCode::InterpreterPrint, &Surgery::take_print},
    {OpCode::InterpreterProbe, &Surgery::take_probe},
});

/// Checks may be in a function that the entry point calls.
bool checks_in_callees(const Program& program, const Function& entry) {
    bool found = false;
    for (const Function& function : program.functions) {
        if (&function == &entry) continue;
        for_each_op(function.body, [&](const Op& op) {
            found = found || Surgery::is_check(op.code) || called_check(op) != nullptr;
        });
    }
    return found;
}

/// Other tests of the module do not belong to this one.
void remove_other_tests(Program& program, const std::string& name) {
    const std::vector<std::string> tests = test_functions(program);
    program.functions.erase(std::remove_if(program.functions.begin(), program.functions.end(),
                                           [&](const Function& function) {
                                               return function.name != name &&
                                                      std::find(tests.begin(), tests.end(), function.name) !=
                                                          tests.end();
                                           }),
                            program.functions.end());
}

/// The check that the manifest requires for a result.
Check required_check(const TestCase& test, std::size_t result, const TensorType& type) {
    const ManifestRow* row = test.row ? &*test.row : nullptr;
    const std::optional<Check> check = check_of_result(row, result, type);
    if (!check)
        unsupported(test_error::tolerance, Place{.file = test.file.string()},
                    fmt::format("the manifest's tolerance '{}' has an unknown form", row->tolerance),
                    "Write eq, abs=T, ulp<=N or by-dtype, or one of them per result, separated by ';'.");
    return *check;
}

bool is_factor(const TestProgram& test, int result) {
    if (!test.factors) return false;
    const Factorization& factors = test.factors->factorization;
    return result == factors.values || result == factors.left || result == factors.right;
}

/// Excludes results that are factors of one matrix from the elementwise comparison.
void expect_factors(TestProgram& made, const Npz& archive, const TestCase& test) {
    inline_calls(made.program);
    const std::optional<Factorization> found = take_factorization(made.program);
    if (!found)
        unsupported(test_error::tolerance, Place{.file = test.file.string()},
                    "the manifest compares factors up to sign, phase and order, but the results do not come "
                    "from one factorization",
                    "Return the results of one call, or write a tolerance for each element.");
    verify(made.program);
    ExpectedFactors factors{.factorization = *found, .values = std::nullopt};
    const Function& main = made.program.main();
    const auto type = [&](int result) {
        return main.result_types.at(static_cast<std::size_t>(result)).as_tensor();
    };
    if (found->values >= 0) {
        const TensorType values = type(found->values);
        factors.values = archive.read(fmt::format("out{}", found->values), &values);
    }
    const Check check = required_check(test, 0, type(found->matrix));
    factors.absolute = check.absolute;
    factors.relative = check.relative;
    made.factors = std::move(factors);
}

std::size_t count_inputs(const Npz& archive) {
    std::size_t count = 0;
    while (archive.has(fmt::format("in{}", count))) count++;
    return count;
}

/// Leading arguments without an array are sizes: they become constants with the values in the manifest.
void bind_sizes(Program& program, const TestCase& test, const Npz& archive) {
    Function& main = program.main();
    const std::size_t arrays = count_inputs(archive);
    const std::vector<std::int64_t> sizes =
        test.row ? test.row->dimension_sizes() : std::vector<std::int64_t>{};
    if (sizes.empty() || main.arguments().size() != arrays + sizes.size()) return;
    std::map<int, Literal> bound;
    for (std::size_t i = 0; i < sizes.size(); i++) {
        const Type& type = main.type(main.arguments()[i]);
        const TensorType expected{{}, ElementType::I64, {}, {}};
        if (!type.is_tensor() || type.as_tensor() != expected)
            unsupported(
                test_error::nothing_expected, Place{.file = test.file.string()},
                fmt::format("argument {} has no array and is not a leading size: {}", i, to_string(type)),
                "Give an array for each argument except leading sizes, which are tensor<i64>.");
        bound[static_cast<int>(i)] = Literal::scalar(expected.element, sizes[i]);
    }
    bind_arguments(program, bound);
    // The remaining arguments are those of the case.
    for (DictionaryAttribute& attributes : main.argument_attributes)
        std::erase_if(attributes.entries,
                      [](const NamedAttribute& named) { return named.first == position_attribute; });
}

/// A step from a module as it was read to the program of one of its tests.
struct Step {
    std::string_view name;
    void (*run)(TestProgram& test, const std::string& function);
};

constexpr std::array steps = {
    Step{"read", [](TestProgram&, const std::string&) {}},
    Step{"upgrade", [](TestProgram& test, const std::string&) { upgrade_custom_calls(test.program); }},
    Step{"entry",
         [](TestProgram& test, const std::string& function) {
             verify(test.program);
             require_data(test.program);
             remove_other_tests(test.program, function);
             make_entry(test.program, function);
         }},
    Step{"called-checks",
         [](TestProgram& test, const std::string&) {
             if (checks_in_callees(test.program, test.program.main())) inline_calls(test.program);
         }},
    Step{"probes",
         [](TestProgram& test, const std::string&) { carry_probes_out_of_loops(test.program.main()); }},
    Step{"checks",
         [](TestProgram& test, const std::string&) {
             Surgery(test, test.program.main()).run();
             verify(test.program);
         }},
};

/// Fails if the archive has an array that no argument and no result takes, so that nothing would compare it.
void require_use_of_all(const Npz& archive, const TestCase& test, std::size_t arguments,
                        std::size_t results) {
    std::set<std::string> taken;
    for (std::size_t i = 0; i < arguments; i++) taken.insert(fmt::format("in{}", i));
    for (std::size_t i = 0; i < results; i++) taken.insert(fmt::format("out{}", i));
    for (const std::string& name : archive.names())
        if (taken.count(name) == 0)
            fail(array_error::surplus, Place{.file = test.arrays.string()},
                 fmt::format("the archive has {}, but the program has {} and {}", name,
                             counted(arguments, "argument"), counted(results, "result")),
                 "Name the arrays in0, in1, ... and out0, out1, ...");
}

}  // namespace

void make_entry(Program& program, const std::string& name) {
    if (name != "main")
        program.functions.erase(std::remove_if(program.functions.begin(), program.functions.end(),
                                               [](const Function& f) { return f.name == "main"; }),
                                program.functions.end());
    for (Function& function : program.functions) function.is_public = function.name == name;
    program.function(name)->name = "main";
}

std::vector<std::string> test_functions(const Program& program) {
    const std::set<std::string> referred = referred_functions(program);
    std::vector<std::string> names;
    for (const Function& function : program.functions)
        if (function.is_public && function.arguments().empty() && referred.count(function.name) == 0)
            names.push_back(function.name);
    return names;
}

Program read_chunk(const std::filesystem::path& file, int chunk) {
    const std::string text = read_file(file);
    if (detect_form(text) != ProgramForm::StablehloText || chunk_count(text) == 1)
        return read_program(file.string());
    return read_stablehlo_text(chunk_text(text, chunk), file.string());
}

TestProgram take_module_apart(Program program, const std::string& function, const Observer& observer) {
    TestProgram test;
    test.program = std::move(program);
    for (const Step& step : steps) {
        step.run(test, function);
        if (observer) observer(step.name, test.program);
    }
    return test;
}

std::vector<std::string_view> test_module_steps() {
    std::vector<std::string_view> names;
    for (const Step& step : steps) names.push_back(step.name);
    return names;
}

TestProgram read_array_case(const TestCase& test, const Observer& observer) {
    TestProgram made;
    const Npz archive(test.arrays.string());
    made.program =
        prepare(read_program(test.file.string()),
                {.set_sizes = [&](Program& program) { bind_sizes(program, test, archive); }}, observer);
    const Function& main = made.program.main();
    for (std::size_t i = 0; i < main.arguments().size(); i++) {
        const Type& type = main.type(main.arguments()[i]);
        if (!type.is_tensor())
            unsupported(array_error::no_tensor, Place{.file = test.file.string()},
                        fmt::format("argument {} is not a tensor", i),
                        "Only tensors can be given as arrays.");
        made.arguments.push_back(archive.read(fmt::format("in{}", i), &type.as_tensor()));
    }
    const ManifestRow* row = test.row ? &*test.row : nullptr;
    const std::size_t result_count = main.result_types.size();
    require_use_of_all(archive, test, main.arguments().size(), result_count);
    if (row != nullptr && row->allows_other_factors()) expect_factors(made, archive, test);
    for (std::size_t i = 0; i < result_count; i++) {
        const Type& type = made.program.main().result_types[i];
        const std::string name = fmt::format("out{}", i);
        if (!type.is_tensor() || is_factor(made, static_cast<int>(i))) continue;
        if (!archive.has(name))
            unsupported(test_error::nothing_expected, Place{.file = test.arrays.string()},
                        fmt::format("the archive has no {}, the expected value of result {}", name, i),
                        "Name the arrays in0, in1, ... and out0, out1, ...");
        made.comparands.push_back({{static_cast<int>(i), {}},
                                   {-1, archive.read(name, &type.as_tensor())},
                                   required_check(test, i, type.as_tensor()),
                                   fmt::format("result {}", i)});
    }
    if (made.comparands.empty() && !made.factors)
        unsupported(test_error::nothing_expected, Place{.file = test.arrays.string()},
                    "the archive has no expected result",
                    "Name the arrays in0, in1, ... and out0, out1, ...");
    return made;
}

TestProgram make_test_program(const TestCase& test, const Observer& observer) {
    if (!test.arrays.empty()) return read_array_case(test, observer);
    TestProgram made = take_module_apart(read_chunk(test.file, test.chunk), test.function, observer);
    if (!test.row) return made;
    for (Comparand& comparand : made.comparands) {
        const ComparedValue& actual = comparand.actual;
        const TensorType& type =
            actual.result < 0
                ? actual.literal.type()
                : made.program.main().result_types.at(static_cast<std::size_t>(actual.result)).as_tensor();
        comparand.check = check_with_flags(*test.row, comparand.check, type.element);
    }
    return made;
}

}  // namespace hlo2c::frontend
