#include "scheduler/loops/interleave.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "scheduler/loops/loop_builder.h"

using namespace hlo2c::scheduler;

namespace {

constexpr ValueType vector{ScalarKind::F32, 8};

/// Two vectors of `to`, each a chain of `calls` functions of a vector of `from`.
LoopNest two_chains(int calls, const std::string& from, const std::string& to) {
    LoopNest nest;
    nest.parameters = {{"x", ScalarKind::F32, 16, false}, {"y", ScalarKind::F32, 16, true}};
    LoopBuilder loops(nest);
    for (const std::int64_t begin : {0, 8}) {
        NodeId value = loops.load(from, loops.integer(begin), vector);
        for (int i = 0; i < calls; i++) value = nest.call("tanh", vector, {value});
        loops.store(to, loops.integer(begin), value);
    }
    loops.finish();
    return interleave_stores(nest);
}

/// The first word of each line of the body, with its indentation left out.
std::vector<std::string> statements(const LoopNest& nest) {
    std::vector<std::string> words;
    std::string text = to_text(nest);
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = text.find('\n', begin);
        const std::string line = text.substr(begin, end - begin);
        const std::size_t first = line.find_first_not_of(' ');
        if (first != std::string::npos) words.push_back(line.substr(first, line.find(' ', first) - first));
        begin = end + 1;
    }
    return words;
}

std::size_t count(const std::vector<std::string>& words, const std::string& word) {
    return static_cast<std::size_t>(std::count(words.begin(), words.end(), word));
}

}  // namespace

TEST_CASE("parts of two long expressions follow each other in turn") {
    const LoopNest nest = two_chains(20, "x", "y");
    verify(nest);
    CHECK(count(statements(nest), "let") == 40);
    const std::string text = to_text(nest);
    // The first part of the second chain comes before the second part of the first.
    CHECK(text.find("x[ramp(8") < text.find("tanh(t"));
}

TEST_CASE("short expressions, and those that read what another one stores, stay as they are") {
    CHECK(count(statements(two_chains(5, "x", "y")), "let") == 0);
    CHECK(count(statements(two_chains(20, "y", "y")), "let") == 0);
}
