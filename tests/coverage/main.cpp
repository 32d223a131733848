// Prints the coverage page, or compares it with an earlier one:
//   coverage_page RECIPES.mlir                  prints it
//   coverage_page RECIPES.mlir --compare PAGE   returns 1 if PAGE differs, and prints the first difference
#include <cstdio>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>

#include "tests/coverage/page.h"

using namespace hlo2c::coverage;

namespace {

/// Returns 0 if the texts are equal, else prints the first difference and returns 1.
int compare(const std::string& made, const std::string& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path);
    std::istringstream fresh(made);
    std::string expected, found;
    for (int line = 1;; line++) {
        const bool has_expected = static_cast<bool>(std::getline(fresh, expected));
        const bool has_found = static_cast<bool>(std::getline(file, found));
        if (!has_expected && !has_found) return 0;
        if (has_expected && has_found && expected == found) continue;
        std::printf("%s:%d is stale\n  has %s\n  now %s\n", path.c_str(), line,
                    has_found ? found.c_str() : "nothing", has_expected ? expected.c_str() : "nothing");
        std::printf("The target 'coverage' writes it again.\n");
        return 1;
    }
}

/// If no column's program can be read, the recipe is wrong.
void require_read(const std::vector<Row>& rows) {
    for (const Row& row : rows) {
        bool read = false;
        for (const Outcome& outcome : row.outcomes) read = read || outcome.read;
        if (!read)
            throw std::runtime_error(
                "no type's program is read: " + std::string(hlo2c::frontend::spelling(row.recipe.code)) +
                ": " + row.outcomes.back().read_error);
    }
}

}  // namespace

int main(int count, char** arguments) try {
    if (count != 2 && !(count == 4 && std::string(arguments[2]) == "--compare")) return 2;
    const std::vector<Row> rows =
        try_all(read_recipes(arguments[1]), hlo2c::scheduler::load_target("x86-64-v3"));
    require_read(rows);
    const std::string text = page(rows);
    if (count == 4) return compare(text, arguments[3]);
    std::fputs(text.c_str(), stdout);
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
