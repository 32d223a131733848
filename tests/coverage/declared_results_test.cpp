#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "frontend/diagnostic.h"
#include "frontend/forms/text/parser.h"
#include "frontend/ops/verify.h"
#include "tests/coverage/recipes.h"

using namespace hlo2c;
using namespace hlo2c::coverage;
using frontend::ElementType;
using frontend::Op;
using frontend::OpCode;
using frontend::TensorType;

namespace {

enum class Change { Element, Size, Rank };

/// Aspects of a result type that the op does not determine, by op and result.
const std::map<std::pair<OpCode, std::size_t>, std::set<Change>>& free_results() {
    using enum Change;
    static const std::map<std::pair<OpCode, std::size_t>, std::set<Change>> table = {
        {{OpCode::BroadcastInDim, 0}, {Rank}},  // any extra dimension
        {{OpCode::Convert, 0}, {Element}},
        {{OpCode::Convolution, 0}, {Element}},
        {{OpCode::CustomCall, 0}, {Element, Size, Rank}},
        {{OpCode::Dot, 0}, {Element}},
        {{OpCode::DotGeneral, 0}, {Element}},
        {{OpCode::DynamicConv, 0}, {Element}},
        {{OpCode::DynamicIota, 0}, {Element}},
        {{OpCode::Einsum, 0}, {Element}},
        {{OpCode::Infeed, 0}, {Element, Size, Rank}},
        {{OpCode::Iota, 0}, {Element, Size, Rank}},
        {{OpCode::RealDynamicSlice, 0}, {Size}},  // its limits are not known
        {{OpCode::Recv, 0}, {Element, Size, Rank}},
        {{OpCode::Reshape, 0}, {Rank}},  // an extra dimension of one element
        {{OpCode::RngBitGenerator, 1}, {Element, Size, Rank}},
        {{OpCode::SdyManualComputation, 0}, {Size}},  // depends on the mesh
        {{OpCode::ChloRaggedDot, 0}, {Element}},
        {{OpCode::UnaryEinsum, 0}, {Element}},
    };
    return table;
}

TensorType changed(TensorType type, Change change) {
    if (change == Change::Element)
        type.element = type.element == ElementType::F64 ? ElementType::F32 : ElementType::F64;
    if (change == Change::Size) type.shape.front() += 1;
    if (change == Change::Rank) type.shape.push_back(1);
    return type;
}

bool can_change(const frontend::Type& type, Change change) {
    if (!type.is_tensor() || type.as_tensor().is_quantized()) return false;
    return change != Change::Size || (type.as_tensor().rank() > 0 && type.as_tensor().shape.front() > 0);
}

/// True if the program is rejected at this op, and not at a reader of its results.
bool is_refused(const frontend::Program& program, OpCode code) {
    try {
        frontend::verify(program);
    } catch (const DiagnosticError& error) {
        CHECK(error.diagnostic().severity == Severity::UserError);
        return error.diagnostic().message.find(frontend::spelling(code)) != std::string::npos;
    }
    return false;
}

/// The recipe's program with the first type for which it is valid.
frontend::Program program_of(const Recipe& recipe) {
    for (const Column& column : columns()) {
        if (!recipe.is_untyped() && !is_defined_for(recipe, column)) continue;
        try {
            frontend::Program program = frontend::read_stablehlo_text(
                recipe.is_untyped() ? recipe.program : instantiate(recipe, column), "recipe.mlir");
            frontend::verify(program);
            return program;
        } catch (const DiagnosticError&) {
        }
    }
    FAIL("no type fits");
    return {};
}

}  // namespace

TEST_CASE("a declared result type that differs from the op's is rejected, for every op") {
    std::size_t tried = 0;
    for (const Recipe& recipe : read_recipes(HLO2C_RECIPES)) {
        INFO(frontend::spelling(recipe.code) << " " << recipe.variant);
        const frontend::Program program = program_of(recipe);
        const std::vector<Op>& ops = program.main().body.ops;
        for (std::size_t i = 0; i < ops.size(); i++) {
            if (ops[i].code != recipe.code) continue;
            for (std::size_t k = 0; k < ops[i].results.size(); k++)
                for (const Change change : {Change::Element, Change::Size, Change::Rank}) {
                    const frontend::ValueId result = ops[i].results[k];
                    if (!can_change(program.main().type(result), change)) continue;
                    frontend::Program wrong = program;
                    frontend::Type& type = wrong.main().values[result].type;
                    type = changed(type.as_tensor(), change);
                    const auto exempt = free_results().find({recipe.code, k});
                    const bool is_free = exempt != free_results().end() && exempt->second.count(change) != 0;
                    INFO("result " << k << " as " << to_string(type));
                    CHECK(is_refused(wrong, recipe.code) != is_free);
                    tried++;
                }
        }
    }
    CHECK(tried > 400);
}
