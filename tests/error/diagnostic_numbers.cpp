#include "driver/diagnostic_numbers.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>

namespace {

/// Diagnostic numbers used in a source text: the first argument of fail, unsupported and similar functions,
/// the second member of a Diagnostic, and constants named ..._error or in a namespace of such a name.
std::set<int> numbers_in(const std::string& text) {
    std::set<int> numbers;
    const auto collect = [&](const std::string& from, const char* pattern) {
        const std::regex regex(pattern);
        for (std::sregex_iterator match(from.begin(), from.end(), regex), end; match != end; ++match)
            numbers.insert(std::stoi((*match)[1]));
    };
    collect(
        text,
        R"((?:\bfail|\bunsupported|\bunsupported_op|\bfail_at|\bfail_here|Severity::\w+,)[({]?\s*(\d{3,4})\b)");
    collect(text, R"(\.number = (\d{3,4})\b)");
    collect(text, R"(\w+_error = (\d{3,4})\b)");
    const std::regex name_space(R"(namespace \w+_error \{([^}]*)\})");
    for (std::sregex_iterator block(text.begin(), text.end(), name_space), end; block != end; ++block)
        collect((*block)[1], R"(= (\d{3,4});)");
    return numbers;
}

std::map<int, std::set<std::string>> numbers_of_sources() {
    std::map<int, std::set<std::string>> found;
    for (const char* room : {"frontend", "scheduler", "codegen", "driver"}) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(
                 std::filesystem::path(HLO2C_SOURCE_DIRECTORY) / room)) {
            const std::string extension = entry.path().extension();
            if (extension != ".cpp" && extension != ".h") continue;
            std::ifstream file(entry.path());
            const std::string text{std::istreambuf_iterator<char>(file), {}};
            for (int number : numbers_in(text)) found[number].insert(entry.path().string());
        }
    }
    return found;
}

}  // namespace

TEST_CASE("every number that a source uses is explained") {
    const auto found = numbers_of_sources();
    CHECK(found.size() > 30);
    for (const auto& [number, files] : found) {
        INFO("H" << number << " in " << *files.begin());
        CHECK(hlo2c::driver::find_diagnostic_number(number) != nullptr);
    }
}

TEST_CASE("every explained number is used") {
    const auto found = numbers_of_sources();
    for (const auto& row : hlo2c::driver::diagnostic_numbers()) {
        INFO("H" << row.number);
        CHECK(found.count(row.number) == 1);
    }
}

TEST_CASE("numbers are sorted, unique and have a title and an explanation") {
    int before = 0;
    for (const auto& row : hlo2c::driver::diagnostic_numbers()) {
        CHECK(row.number > before);
        CHECK(std::string(row.title).size() > 3);
        CHECK(std::string(row.explanation).size() > 30);
        before = row.number;
    }
}

TEST_CASE("the search for diagnostic numbers finds each spelling and no octal ones") {
    CHECK(numbers_in("fail(480, Place{});") == std::set<int>{480});
    CHECK(numbers_in("unsupported(\n        612, {});") == std::set<int>{612});
    CHECK(numbers_in("constexpr int a_error = 101, b_error = 102;") == std::set<int>{101, 102});
    CHECK(numbers_in("namespace read_error {\nconstexpr int file = 101;\n}") == std::set<int>{101});
    CHECK(numbers_in("throw DiagnosticError({Severity::Bug, 9000, {}") == std::set<int>{9000});
    CHECK(numbers_in("int x = 4711;").empty());
}
