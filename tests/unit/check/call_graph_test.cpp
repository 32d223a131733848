#include "codegen/check/call_graph.h"

#include <catch2/catch.hpp>

using namespace hlo2c::codegen;

namespace {

void add(SourceFacts& facts, const std::string& name, std::int64_t bytes,
         const std::vector<std::string>& calls) {
    FunctionFacts function;
    function.name = name;
    function.stack_bytes = bytes;
    for (const std::string& call : calls) function.uses.push_back({call, call, true, 1});
    facts.functions.emplace(name, std::move(function));
}

}  // namespace

TEST_CASE("the deepest path is the one whose bytes add up to the most, not the longest") {
    SourceFacts facts;
    add(facts, "a", 10, {"b", "c"});
    add(facts, "b", 1, {"d"});
    add(facts, "c", 100, {});
    add(facts, "d", 1, {"e"});
    add(facts, "e", 1, {});
    const DeepestPath path = find_deepest_path(build_call_graph(facts), facts);
    CHECK(path.bytes == 110);
    CHECK(path.functions == std::vector<FunctionKey>{"a", "c"});
}

TEST_CASE("recursion is found through a cycle of three and not in a diamond") {
    SourceFacts facts;
    add(facts, "a", 1, {"b", "c"});
    add(facts, "b", 1, {"d"});
    add(facts, "c", 1, {"d"});
    add(facts, "d", 1, {});
    CHECK(find_recursion(build_call_graph(facts)).empty());
    add(facts, "x", 1, {"y"});
    add(facts, "y", 1, {"z"});
    add(facts, "z", 1, {"x"});
    CHECK(find_recursion(build_call_graph(facts)) == std::vector<std::vector<FunctionKey>>{{"x", "y", "z"}});
}

TEST_CASE("a call through a pointer may reach functions of its type in tables") {
    SourceFacts facts;
    add(facts, "run", 8, {});
    facts.functions.at("run").indirect_calls.push_back({"body", "void (int)", 3});
    add(facts, "body", 16, {});
    add(facts, "other", 1000, {});
    facts.table_entries = {{"body", "void (int)"}, {"other", "void (float)"}};
    const DeepestPath path = find_deepest_path(build_call_graph(facts), facts);
    CHECK(path.bytes == 1000);
    const CallGraph graph = build_call_graph(facts);
    CHECK(graph.functions == std::vector<FunctionKey>{"body", "other", "run"});
    CHECK(graph.reaches[2] == std::vector<std::size_t>{0});
}

TEST_CASE("a long chain of calls does not overflow the checker's stack") {
    SourceFacts facts;
    constexpr int count = 200000;
    const auto name = [](int number) { return std::to_string(1000000 + number); };
    for (int number = 0; number < count; ++number) add(facts, name(number), 1, {name(number + 1)});
    CHECK(find_deepest_path(build_call_graph(facts), facts).bytes == count);
}
