#pragma once

#include <string>
#include <vector>

#include "tests/coverage/attempt.h"
#include "tests/coverage/recipes.h"

namespace hlo2c::coverage {

/// The outcome per column of one recipe; a recipe without a type placeholder has a single outcome.
struct Row {
    Recipe recipe;
    std::vector<Outcome> outcomes;
};

/// Tries every recipe with every type, on a few threads.
std::vector<Row> try_all(const std::vector<Recipe>& recipes, const scheduler::Target& target);

/// The page in Markdown: a table with one row per recipe, then what does not work yet, with the reasons.
std::string page(const std::vector<Row>& rows);

}  // namespace hlo2c::coverage
