#include "frontend/test_modules/stages.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "frontend/diagnostic.h"
#include "frontend/error_numbers.h"
#include "frontend/ir/attributes.h"
#include "frontend/test_modules/test_module.h"

namespace hlo2c::frontend {
namespace {

std::vector<std::string> names_in(const Attribute& list) {
    std::vector<std::string> names;
    if (const auto* array = list.get_if<ArrayAttribute>())
        for (const Attribute& element : array->elements)
            if (const auto* symbol = element.get_if<SymbolAttribute>()) names.push_back(symbol->name);
    return names;
}

/// Values that the op and its regions read but do not define.
void add_reads(const Op& op, std::set<ValueId>& reads) {
    std::set<ValueId> own;
    const auto visit = [&](const Op& each) {
        own.insert(each.results.begin(), each.results.end());
        for (const Region& region : each.regions)
            own.insert(region.arguments.begin(), region.arguments.end());
    };
    visit(op);
    for (const Region& region : op.regions) for_each_op(region, visit);
    const auto add = [&](const Op& each) {
        for (const ValueId operand : each.operands)
            if (own.count(operand) == 0) reads.insert(operand);
    };
    add(op);
    for (const Region& region : op.regions) for_each_op(region, add);
}

class Splitting {
public:
    explicit Splitting(const Program& program) : program_(program), main_(program.main()) {}

    std::vector<Stage> run() {
        std::size_t begin = 0;
        const std::vector<Op>& ops = main_.body.ops;
        for (std::size_t i = 0; i + 1 < ops.size(); i++) {
            if (ops[i].code != OpCode::InterpreterRunParallel) continue;
            add_ops(begin, i);
            add_parallel(ops[i]);
            begin = i + 1;
        }
        add_ops(begin, ops.size() - 1);
        return std::move(stages_);
    }

private:
    bool is_token(ValueId value) const { return std::holds_alternative<TokenType>(main_.type(value).value); }

    /// The ops [begin, end) of the entry point as a program.
    void add_ops(std::size_t begin, std::size_t end) {
        const std::vector<Op>& ops = main_.body.ops;
        std::set<ValueId> defined, read, wanted;
        for (std::size_t i = begin; i < end; i++) {
            defined.insert(ops[i].results.begin(), ops[i].results.end());
            add_reads(ops[i], read);
        }
        for (std::size_t i = end; i < ops.size(); i++) add_reads(ops[i], wanted);
        StageProcess process;
        for (const ValueId value : defined)
            if (wanted.count(value) != 0 && !is_token(value)) process.results.push_back(value);
        if (process.results.empty()) return;
        Program part = program_;
        Function& main = part.main();
        main.body.ops.assign(ops.begin() + static_cast<std::ptrdiff_t>(begin),
                             ops.begin() + static_cast<std::ptrdiff_t>(end));
        main.body.arguments.clear();
        for (const ValueId value : read)
            if (defined.count(value) == 0) main.body.arguments.push_back(value);
        for (const ValueId value : main.body.arguments)
            process.arguments.push_back(is_token(value) ? no_value : value);
        Op last = ops.back();
        last.operands = process.results;
        main.body.ops.push_back(std::move(last));
        main.result_types.clear();
        for (const ValueId value : process.results) main.result_types.push_back(main.type(value));
        main.argument_attributes.assign(process.arguments.size(), {});
        main.result_attributes.assign(process.results.size(), {});
        stages_.push_back({{}, {std::move(part)}, {std::move(process)}, {}});
    }

    [[noreturn]] void refuse(const Op& op, const std::string& why, const std::string& remedy) const {
        fail(evaluation_error::failed, place_of(program_, op), why, remedy);
    }

    /// Index of the stage's program that runs this function; equal programs are stored once.
    std::size_t program_of(const Op& op, const std::string& name, std::vector<std::string>& known,
                           Stage& stage) const {
        const auto found = std::find(known.begin(), known.end(), name);
        if (found != known.end()) return static_cast<std::size_t>(found - known.begin());
        Program alone = program_;
        if (alone.function(name) == nullptr)
            refuse(op, fmt::format("there is no function @{} to run", name),
                   "Add the function to the program, or correct the name.");
        make_entry(alone, name);
        stage.programs.push_back(std::move(alone));
        known.push_back(name);
        return known.size() - 1;
    }

    void add_parallel(const Op& op) {
        const Attribute* programs = op.attribute(attr::programs);
        const auto* rows = programs != nullptr ? programs->get_if<ArrayAttribute>() : nullptr;
        if (rows == nullptr || rows->elements.empty())
            refuse(op, "programs is not a table of functions", "Give one list of functions per replica.");
        Stage stage;
        stage.grid = {static_cast<int>(rows->elements.size()),
                      static_cast<int>(names_in(rows->elements[0]).size())};
        std::vector<std::string> known;
        std::size_t operand = 0, result = 0;
        for (const Attribute& row : rows->elements) {
            const std::vector<std::string> names = names_in(row);
            if (static_cast<int>(names.size()) != stage.grid.partitions)
                refuse(op, "the replicas have different partition counts",
                       "Give the same number of functions for each replica.");
            for (const std::string& name : names) {
                StageProcess process{program_of(op, name, known, stage), {}, {}};
                const Function& function = stage.programs[process.program].main();
                if (operand + function.arguments().size() > op.operands.size() ||
                    result + function.result_types.size() > op.results.size())
                    refuse(op, "the op has fewer operands or results than the functions have together",
                           "Give the arguments and results of each process.");
                for (std::size_t i = 0; i < function.arguments().size(); i++, operand++)
                    process.arguments.push_back(is_token(op.operands[operand]) ? no_value
                                                                               : op.operands[operand]);
                for (std::size_t i = 0; i < function.result_types.size(); i++, result++)
                    if (!is_token(op.results[result])) process.results.push_back(op.results[result]);
                stage.processes.push_back(std::move(process));
            }
        }
        if (const Attribute* feeds = op.attribute(attr::infeed))
            for (const std::string& name : names_in(*feeds))
                stage.infeed.push_back(program_of(op, name, known, stage));
        stages_.push_back(std::move(stage));
    }

    const Program& program_;
    const Function& main_;
    std::vector<Stage> stages_;
};

}  // namespace

bool runs_parallel(const Program& program) {
    const std::vector<Op>& ops = program.main().body.ops;
    return std::any_of(ops.begin(), ops.end(),
                       [](const Op& op) { return op.code == OpCode::InterpreterRunParallel; });
}

std::vector<Stage> split_at_parallel(const Program& program) {
    return Splitting(program).run();
}

}  // namespace hlo2c::frontend
