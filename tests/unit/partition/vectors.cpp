// Published steps of propagation and factors of reshapes.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <regex>

#include "frontend/files.h"
#include "frontend/forms/text/parser.h"
#include "frontend/ops/verify.h"
#include "frontend/partition/propagation.h"

using namespace hlo2c::frontend;

namespace {

using Json = nlohmann::json;

Json vectors(const char* list) {
    return Json::parse(read_file(HLO2C_SPEC "/propagation_vectors.json")).at(list);
}

/// A program with this mesh.
Program program_of(const Json& mesh) {
    std::string axes;
    for (const auto& [name, size] : mesh.items())
        axes += (axes.empty() ? "" : ", ") + ("\"" + name + "\"=" + size.dump());
    return read_stablehlo_text("module { sdy.mesh @mesh = <[" + axes + "]>\nfunc.func @main() { return } }",
                               "mesh.mlir");
}

/// `[{a:(1)2, ?}] replicated={b}` with quotes and a comma, as programs have it.
std::string as_in_programs(const std::string& text) {
    const std::string quoted = std::regex_replace(text, std::regex("([{ ])([a-z])(?=[:,}])"), "$1\"$2\"");
    return std::regex_replace(quoted, std::regex("\\] replicated"), "], replicated");
}

std::string open_text(std::size_t rank) {
    std::string text;
    for (std::size_t d = 0; d < rank; d++) text += d == 0 ? "{?}" : ", {?}";
    return "[" + text + "]";
}

}  // namespace

TEST_CASE("reshapes have the published factors") {
    const Json reshapes = vectors("reshape_factors");
    REQUIRE(!reshapes.empty());
    for (const Json& reshape : reshapes) {
        INFO(reshape.dump());
        const auto rule = reshape_rule(reshape["in"], reshape["out"]);
        REQUIRE(rule);
        std::vector<std::int64_t> sizes;
        for (const Factor& factor : rule->factors) sizes.push_back(factor.size);
        CHECK(sizes == reshape["factor_sizes"].get<std::vector<std::int64_t>>());
        CHECK(rule->operands[0] == reshape["in_dims"].get<std::vector<DimensionFactors>>());
        CHECK(rule->results[0] == reshape["out_dims"].get<std::vector<DimensionFactors>>());
    }
}

TEST_CASE("steps propagate as published") {
    int wrong = 0;
    const Json steps = vectors("propagate");
    REQUIRE(!steps.empty());
    for (const Json& vector : steps) {
        const Program program = program_of(vector["mesh"]);
        int ranks = 1;
        for (const auto& [name, size] : vector["mesh"].items()) ranks *= size.get<int>();
        PropagationStep step;
        const std::string kinds = vector["factors"]["kinds"];
        for (std::size_t f = 0; f < kinds.size(); f++)
            step.rule.add(vector["factors"]["sizes"][f],
                          kinds[f] == 'R' ? FactorKind::Reduction : FactorKind::PassThrough);
        const auto maps = vector["factors"]["maps"].get<std::vector<std::vector<DimensionFactors>>>();
        step.rule.operands.assign(maps.begin(), maps.end() - 1);
        step.rule.results = {maps.back()};
        step.is_elementwise = vector["op"] == "add" || vector["op"] == "sine" || vector["op"] == "multiply";
        std::vector<std::vector<std::int64_t>> shapes = vector["in_shapes"];
        shapes.push_back(vector["out_shape"]);
        std::vector<Sharding> stated;
        const auto parse = [&](const Json& text, std::size_t tensor) {
            const std::string sharding =
                text.is_null() ? open_text(shapes[tensor].size()) : as_in_programs(text);
            return parse_sdy_sharding(program, "@mesh, " + sharding, static_cast<int>(shapes[tensor].size()),
                                      ranks, {});
        };
        for (std::size_t t = 0; t < shapes.size(); t++) {
            stated.push_back(parse(vector["before"][t], t));
            stated.push_back(parse(vector["after_aggressive"][t], t));
        }
        const DeviceGrid grid = device_grid(program, stated, ranks);
        for (const Strategy strategy : {Strategy::Basic, Strategy::Aggressive}) {
            std::vector<ValueSharding> shardings;
            for (std::size_t t = 0; t < shapes.size(); t++)
                shardings.push_back(value_sharding(grid, stated[2 * t]).value());
            propagate_step(grid, step, shapes, Direction::Both, strategy, true, shardings);
            const Json& after = vector[strategy == Strategy::Basic ? "after_basic" : "after_aggressive"];
            bool is_equal = true;
            for (std::size_t t = 0; t < shapes.size(); t++) {
                const auto expected = value_sharding(grid, parse(after[t], t));
                is_equal =
                    is_equal && expected && to_string(grid, *expected) == to_string(grid, shardings[t]);
            }
            if (is_equal) continue;
            wrong++;
            std::string got;
            for (const ValueSharding& sharding : shardings) got += to_string(grid, sharding) + "  ";
            UNSCOPED_INFO((strategy == Strategy::Basic ? "basic " : "aggressive ")
                          << vector.dump() << "\n  got " << got);
        }
    }
    CHECK(wrong == 0);
}
