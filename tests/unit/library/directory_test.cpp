#include <catch2/catch.hpp>
#include <fstream>

#include "frontend/diagnostic.h"
#include "plans.h"

using namespace hlo2c::codegen;
using namespace hlo2c::codegen::testing;
namespace filesystem = std::filesystem;

namespace {

std::size_t entries(const filesystem::path& directory) {
    return static_cast<std::size_t>(std::distance(filesystem::directory_iterator(directory), {}));
}

int error_number(const std::vector<CFile>& files, const filesystem::path& directory) {
    try {
        write_directory(files, directory);
    } catch (const hlo2c::DiagnosticError& error) {
        CHECK(!error.diagnostic().remedy.empty());
        return error.diagnostic().number;
    }
    return 0;
}

const std::vector<CFile> first = {{"CMakeLists.txt", "# Written by hlo2c 0.1 from a\n"},
                                  {"src/a.c", "int a;\n"}};
const std::vector<CFile> second = {{"CMakeLists.txt", "# Written by hlo2c 0.1 from b\n"},
                                   {"src/b.c", "int b;\n"}};

}  // namespace

TEST_CASE("a directory is written with its parent folders, and no temporary files remain") {
    TemporaryDirectory temporary;
    write_directory(first, temporary.path() / "new" / "lib");
    CHECK(read_text(temporary.path() / "new" / "lib" / "src" / "a.c") == "int a;\n");
    CHECK(entries(temporary.path() / "new") == 1);
}

TEST_CASE("a library written before is replaced whole, an empty directory too") {
    TemporaryDirectory temporary;
    write_directory(first, temporary.path() / "lib");
    write_directory(second, temporary.path() / "lib/");
    CHECK(filesystem::exists(temporary.path() / "lib/src/b.c"));
    CHECK(!filesystem::exists(temporary.path() / "lib/src/a.c"));
    CHECK(entries(temporary.path()) == 1);
    filesystem::create_directory(temporary.path() / "empty");
    write_directory(first, temporary.path() / "empty");
    CHECK(filesystem::exists(temporary.path() / "empty/src/a.c"));
}

TEST_CASE("files that hlo2c did not write stay when a library is written again") {
    TemporaryDirectory temporary;
    const filesystem::path lib = temporary.path() / "lib";
    write_directory(first, lib);
    filesystem::create_directories(lib / "build/deep");
    for (const char* name : {"notes.txt", "src/mine.c", "build/deep/a.o"})
        std::ofstream(lib / name) << "mine";
    write_directory(second, lib);
    for (const char* name : {"notes.txt", "src/mine.c", "build/deep/a.o"})
        CHECK(read_text(lib / name) == "mine");
    CHECK(read_text(lib / "src/b.c") == "int b;\n");
    CHECK(!filesystem::exists(lib / "src/a.c"));
    write_directory(first, lib);
    CHECK(!filesystem::exists(lib / "src/b.c"));
    CHECK(read_text(lib / "notes.txt") == "mine");
    CHECK(entries(temporary.path()) == 1);
}

TEST_CASE("a file that hlo2c did not write is not written over (H0521)") {
    TemporaryDirectory temporary;
    const filesystem::path lib = temporary.path() / "lib";
    write_directory(first, lib);
    std::ofstream(lib / "src/b.c") << "mine";
    CHECK(error_number(second, lib) == 521);
    CHECK(read_text(lib / "src/b.c") == "mine");
    CHECK(read_text(lib / "src/a.c") == "int a;\n");
    CHECK(read_text(lib / "CMakeLists.txt") == first[0].text);
}

TEST_CASE("a file list with paths outside its directory deletes nothing there") {
    TemporaryDirectory temporary;
    const filesystem::path lib = temporary.path() / "lib";
    write_directory(first, lib);
    const filesystem::path outside = temporary.path() / "diary.txt";
    std::ofstream(outside) << "dear";
    std::ofstream(lib / "notes.txt") << "mine";
    std::ofstream(lib / ".hlo2c", std::ios::app) << "../diary.txt\n"
                                                 << outside.string() << "\nsrc/../../diary.txt\n";
    write_directory(second, lib);
    CHECK(read_text(outside) == "dear");
    filesystem::create_directory(temporary.path() / "elsewhere");
    filesystem::remove_all(lib / "src");
    filesystem::create_directory_symlink(temporary.path() / "elsewhere", lib / "src");
    CHECK(error_number(first, lib) == 521);
    CHECK(filesystem::is_empty(temporary.path() / "elsewhere"));
}

TEST_CASE("a symbolic link to a library is followed when it is rewritten") {
    TemporaryDirectory temporary;
    write_directory(first, temporary.path() / "lib");
    filesystem::create_directory_symlink(temporary.path() / "lib", temporary.path() / "link");
    write_directory(second, temporary.path() / "link");
    CHECK(filesystem::is_symlink(temporary.path() / "link"));
    CHECK(filesystem::exists(temporary.path() / "lib/src/b.c"));
}

TEST_CASE("a library is written where a symbolic link points, be something there or not") {
    TemporaryDirectory temporary;
    filesystem::create_directories(temporary.path() / "far/away");
    filesystem::create_directory_symlink("far/away/lib", temporary.path() / "link");
    filesystem::create_directory_symlink("far/away", temporary.path() / "folder");
    require_writable(temporary.path() / "link");
    write_directory(first, temporary.path() / "link");
    CHECK(filesystem::is_symlink(temporary.path() / "link"));
    CHECK(filesystem::exists(temporary.path() / "far/away/lib/src/a.c"));
    write_directory(first, temporary.path() / "folder" / ".." / "beside");
    CHECK(filesystem::exists(temporary.path() / "far/beside/src/a.c"));
}

TEST_CASE("a project that names hlo2c in its CMakeLists.txt is not a library (H0521)") {
    TemporaryDirectory temporary;
    filesystem::create_directory(temporary.path() / "copy");
    std::ofstream(temporary.path() / "copy/CMakeLists.txt") << first[0].text;
    std::ofstream(temporary.path() / "copy/mine.c") << "mine";
    CHECK(error_number(second, temporary.path() / "copy") == 521);
    CHECK(read_text(temporary.path() / "copy/mine.c") == "mine");
}

TEST_CASE("a directory that hlo2c did not write stays unchanged (H0521)") {
    TemporaryDirectory temporary;
    filesystem::create_directory(temporary.path() / "home");
    std::ofstream(temporary.path() / "home/diary.txt") << "dear";
    CHECK(error_number(first, temporary.path() / "home") == 521);
    std::ofstream(temporary.path() / "file") << "dear";
    CHECK(error_number(first, temporary.path() / "file") == 521);
    CHECK(read_text(temporary.path() / "home/diary.txt") == "dear");
    CHECK(entries(temporary.path()) == 2);
}

TEST_CASE("an unwritable path is an error, and nothing is left behind (H0522)") {
    TemporaryDirectory temporary;
    std::ofstream(temporary.path() / "file") << "dear";
    CHECK(error_number(first, temporary.path() / "file" / "lib") == 522);
    CHECK(error_number({{"a", "x"}, {"a/b", "y"}}, temporary.path() / "lib") == 522);
    CHECK(entries(temporary.path()) == 1);
    CHECK(error_number(first, "/proc/hlo2c/lib") == 522);
}
