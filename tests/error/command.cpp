#include "tests/error/command.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <regex>

namespace hlo2c::tests {

driver::ProcessResult command(const std::vector<std::string>& words) {
    std::vector<std::string> all = {HLO2C_EXECUTABLE};
    all.insert(all.end(), words.begin(), words.end());
    return driver::run_process(all);
}

std::string Folder::file(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((directory_.path() / name).parent_path());
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
}

std::string Folder::npy(const std::string& name, const std::string& dtype, const std::string& shape,
                        const std::string& bytes) const {
    std::string header = "{'descr': '" + dtype + "', 'fortran_order': False, 'shape': " + shape + ", }";
    while ((header.size() + 11) % 64 != 0) header += ' ';
    header += '\n';
    const auto size = static_cast<std::uint16_t>(header.size());
    const std::string prefix{
        '\x93', 'N', 'U', 'M', 'P', 'Y', 1, 0, static_cast<char>(size & 255), static_cast<char>(size >> 8)};
    return file(name, prefix + header + bytes);
}

std::vector<std::string> Folder::names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(directory_.path()))
        names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
}

int error_number(const std::string& output) {
    std::smatch match;
    return std::regex_search(output, match, std::regex("(error|unsupported|difference) H(\\d{4})"))
               ? std::stoi(match[2])
               : -1;
}

driver::ProcessResult compile_error(const std::string& text) {
    const Folder folder;
    const std::string program = folder.file("bad.mlir", text);
    const auto result = command({"compile", program, "-o", folder.path("out")});
    CHECK(folder.names() == std::vector<std::string>{"bad.mlir"});
    CHECK_THAT(result.output, Catch::Contains("bad.mlir"));
    // Number, message and remedy: at least two lines, and the number is one that `explain` knows.
    const int number = error_number(result.output);
    CHECK(command({"explain", std::to_string(number)}).status == 0);
    return result;
}

}  // namespace hlo2c::tests
