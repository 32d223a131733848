#include "driver/diagnostic_numbers.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>

namespace {

/// Names of error numbers in a source text, "read_error::file", with their numbers: the constants of
/// namespaces whose names end with _error.
std::multimap<int, std::string> names_in(const std::string& text) {
    std::multimap<int, std::string> names;
    const std::regex name_space(R"(namespace (\w+_error) \{([^}]*)\})"), constant(R"((\w+) = (\d{3,4});)");
    for (std::sregex_iterator block(text.begin(), text.end(), name_space), end; block != end; ++block) {
        const std::string constants = (*block)[2];
        for (std::sregex_iterator row(constants.begin(), constants.end(), constant); row != end; ++row)
            names.emplace(std::stoi((*row)[2]), (*block)[1].str() + "::" + (*row)[1].str());
    }
    return names;
}

/// Error numbers without a name: the first argument of fail, unsupported and similar functions, and the
/// number of a Diagnostic.
std::set<int> bare_numbers_in(const std::string& text) {
    std::set<int> numbers;
    for (const char* pattern :
         {R"((?:\bfail|\bunsupported|\bfail_at|\bfail_here|Severity::\w+,)[({]?\s*(\d{3,4})\b)",
          R"((?:\.number|\b\w+_error) = (\d{3,4})\b)"}) {
        const std::regex regex(pattern);
        for (std::sregex_iterator match(text.begin(), text.end(), regex), end; match != end; ++match)
            numbers.insert(std::stoi((*match)[1]));
    }
    return numbers;
}

std::map<std::string, std::string> sources() {
    std::map<std::string, std::string> texts;
    for (const char* room : {"frontend", "scheduler", "codegen", "driver"}) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(
                 std::filesystem::path(HLO2C_SOURCE_DIRECTORY) / room)) {
            const std::string extension = entry.path().extension();
            if (extension != ".cpp" && extension != ".h") continue;
            std::ifstream file(entry.path());
            texts[entry.path().string()] = {std::istreambuf_iterator<char>(file), {}};
        }
    }
    return texts;
}

std::multimap<int, std::string> names_of_sources() {
    std::multimap<int, std::string> names;
    for (const auto& [file, text] : sources()) names.merge(names_in(text));
    return names;
}

}  // namespace

TEST_CASE("every error number has a name where it is used") {
    for (const auto& [file, text] : sources()) {
        INFO(file);
        CHECK(bare_numbers_in(text).empty());
    }
}

TEST_CASE("every error number has one name, and an explanation") {
    const auto names = names_of_sources();
    CHECK(names.size() > 100);
    for (const auto& [number, name] : names) {
        INFO("H" << number << " " << name);
        CHECK(names.count(number) == 1);
        CHECK(hlo2c::driver::find_diagnostic_number(number) != nullptr);
    }
}

TEST_CASE("every explained number occurs") {
    std::set<std::string> uses;
    const std::regex qualified(R"(\b\w+_error::\w+)");
    for (const auto& [file, text] : sources())
        for (std::sregex_iterator use(text.begin(), text.end(), qualified), end; use != end; ++use)
            uses.insert(use->str());
    const auto names = names_of_sources();
    for (const auto& row : hlo2c::driver::diagnostic_numbers()) {
        INFO("H" << row.number);
        const auto name = names.find(row.number);
        REQUIRE(name != names.end());
        CHECK(uses.count(name->second) == 1);
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

TEST_CASE("the search for error numbers finds each spelling and no octal ones") {
    CHECK(bare_numbers_in("fail(480, Place{});") == std::set<int>{480});
    CHECK(bare_numbers_in("unsupported(\n        612, {});") == std::set<int>{612});
    CHECK(bare_numbers_in("throw DiagnosticError({Severity::Bug, 9000, {}") == std::set<int>{9000});
    CHECK(bare_numbers_in("diagnostic.number = 591;") == std::set<int>{591});
    CHECK(bare_numbers_in("constexpr int a_error = 101, b_error = 102;") == std::set<int>{101, 102});
    CHECK(bare_numbers_in("int x = 4711; fail(read_error::file, {});").empty());
    CHECK(names_in("namespace read_error {\nconstexpr int file = 101;\n}") ==
          std::multimap<int, std::string>{{101, "read_error::file"}});
}
