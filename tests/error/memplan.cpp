#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "tests/error/command.h"

using Catch::Matchers::Contains;
using namespace hlo2c::tests;

TEST_CASE("memplan places buffers and adds their offsets as a column") {
    const Folder folder;
    const std::string input = folder.file("in.csv", "id,lower,upper,size\na,0,2,8\nb,2,4,8\nc,1,3,4\n");
    const auto result = command({"memplan", input, "-o", folder.path("out.csv")});
    CHECK(result.status == 0);
    CHECK_THAT(result.output, Contains("peak 12 lower_bound 12 proof optimal\n"));
    std::ifstream file(folder.path("out.csv"));
    const std::string out{std::istreambuf_iterator<char>(file), {}};
    CHECK(out.starts_with("id,lower,upper,size,offset\na,0,2,8,"));
    CHECK(folder.names() == std::vector<std::string>{"in.csv", "out.csv"});
}

TEST_CASE("memplan over capacity exits with 3 and says by how much") {
    const Folder folder;
    const std::string input = folder.file("in.csv", "id,lower,upper,size\na,0,2,8\nb,1,4,8\n");
    CHECK(command({"memplan", input, "--capacity", "16"}).status == 0);
    const auto result = command({"memplan", input, "--capacity", "15"});
    CHECK(result.status == 3);
    CHECK_THAT(result.output, Contains("over the capacity 15 by 1 bytes"));
    const auto json = nlohmann::json::parse(command({"memplan", input, "--capacity", "15", "--json"}).output);
    CHECK(json["peak"] == 16);
    CHECK(json["fits"] == false);
}

TEST_CASE("memplan names the fewest buffers that are live together and exceed the capacity") {
    const Folder folder;
    const std::string input =
        folder.file("in.csv", "id,lower,upper,size\nsmall,0,9,2\na,1,4,8\nb,3,6,9\nc,5,8,7\n");
    const auto result = command({"memplan", input, "--capacity", "16"});
    CHECK(result.status == 3);
    CHECK_THAT(result.output,
               Contains("these buffers are live together at 3 and take 17 bytes, which do not fit; "
                        "without any one of them, the others fit:\n"
                        "  a: 8 bytes\n  b: 9 bytes\n"));
    const auto json = nlohmann::json::parse(command({"memplan", input, "--capacity", "16", "--json"}).output);
    CHECK(json["conflict"]["buffers"] == std::vector<std::string>{"a", "b"});
    CHECK(json["conflict"]["time"] == 3);
    CHECK(json["conflict"]["bytes"] == 17);
}

TEST_CASE("memplan accepts columns in any order and passes other columns through") {
    const Folder folder;
    const std::string input = folder.file("in.csv", "size,id,offset,upper,lower,note\n8,a,77,2,0,first\n");
    CHECK(command({"memplan", input, "-o", input}).status == 0);
    std::ifstream file(input);
    const std::string out{std::istreambuf_iterator<char>(file), {}};
    CHECK(out == "size,id,offset,upper,lower,note\n8,a,0,2,0,first\n");
}

TEST_CASE(
    "memplan reads a table that a spreadsheet wrote, with a byte-order mark and ends of lines of two bytes") {
    const Folder folder;
    const std::string input = folder.file("in.csv", "\xEF\xBB\xBFid,lower,upper,size\r\na,0,2,8\r\n");
    CHECK(command({"memplan", input, "-o", input}).status == 0);
    std::ifstream file(input);
    const std::string out{std::istreambuf_iterator<char>(file), {}};
    CHECK(out == "id,lower,upper,size,offset\na,0,2,8,0\n");
}

TEST_CASE("memplan names line and column of a wrong value") {
    const Folder folder;
    const std::string input = folder.file("in.csv", "id,lower,upper,size\na,0,2,8\nb,2,x,8\n");
    const auto result = command({"memplan", input});
    CHECK(result.status == 1);
    CHECK_THAT(result.output, Contains(input + ":3:5: error H0621: 'upper' is 'x', expected a whole number"));
    CHECK_THAT(result.output, Contains("  | b,2,x,8\n  |     ^\n"));
}

TEST_CASE("memplan rejects tables that are not tables of buffers") {
    const Folder folder;
    const auto error = [&](const std::string& text) {
        const auto result = command({"memplan", folder.file("in.csv", text), "-o", folder.path("out.csv")});
        CHECK(result.status == 1);
        CHECK(folder.names() == std::vector<std::string>{"in.csv"});
        return result.output;
    };
    CHECK_THAT(error(""), Contains("H0620: the file is empty"));
    CHECK_THAT(error("id,lower,upper\n"),
               Contains("H0620: there is no column 'size' among id, lower, upper"));
    CHECK_THAT(error("id,lower,upper,size,size\na,1,2,3,4\n"),
               Contains("H0620: there are two columns 'size'"));
    CHECK_THAT(error("id,lower,upper,size\na,1,2\n"), Contains("H0621: 3 values, expected 4"));
    CHECK_THAT(error("id,lower,upper,size\na,2,2,4\n"), Contains("H0621: upper 2 is not after lower 2"));
    CHECK_THAT(error("id,lower,upper,size\na,1,2,-4\n"), Contains("H0621: size -4 is negative"));
    CHECK_THAT(error("id,lower,upper,size\na,1,2,99999999999999999999\n"),
               Contains("expected a whole number"));
}

TEST_CASE("memplan says which file it cannot read or write") {
    const Folder folder;
    const auto missing = command({"memplan", folder.path("none.csv")});
    CHECK(missing.status == 1);
    CHECK_THAT(missing.output,
               Contains(folder.path("none.csv") + ": error H0604: cannot read the file: No such file"));
    const std::string input = folder.file("in.csv", "id,lower,upper,size\na,0,2,8\n");
    const auto unwritable = command({"memplan", input, "-o", folder.path("in.csv/out.csv")});
    CHECK(unwritable.status == 1);
    CHECK_THAT(unwritable.output, Contains("error H0605: cannot write the file: Not a directory"));
}
