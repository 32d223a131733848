#include "frontend/data/arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>

#include "frontend/data/npy.h"
#include "frontend/data/npz.h"
#include "frontend/data/safetensors.h"
#include "frontend/diagnostic.h"
#include "frontend/error_numbers.h"
#include "frontend/files.h"
#include "frontend/ir/declarations.h"
#include "frontend/unfinished_path.h"

namespace hlo2c::frontend {
namespace {

namespace fs = std::filesystem;

const TensorType& type_at(const std::string& path, std::span<const Type> types, int position) {
    if (position >= static_cast<int>(types.size()))
        fail(array_error::surplus, Place{.file = path},
             fmt::format("there is no argument or result with the number {}: the program has {}", position,
                         types.size()),
             "Positions count from 0; remove the array or check which program it belongs to.");
    const Type& type = types[static_cast<std::size_t>(position)];
    if (!type.is_tensor())
        fail(array_error::surplus, Place{.file = path},
             fmt::format("position {} has type {}, which no array can hold", position, to_string(type)),
             "Only tensors are read from arrays.");
    return type.as_tensor();
}

void insert(std::map<int, Literal>& arrays, const std::string& path, int position, Literal literal) {
    if (!arrays.emplace(position, std::move(literal)).second)
        fail(array_error::duplicate, Place{.file = path},
             fmt::format("two arrays have the number {}", position), "Name every array once.");
}

}  // namespace

int array_position(const std::string& name) {
    std::string stem = fs::path(name).filename().string();
    if (stem.ends_with(".npy")) stem.resize(stem.size() - 4);
    const std::size_t last = stem.find_last_not_of("0123456789");
    const std::string digits = last == std::string::npos ? stem : stem.substr(last + 1);
    if (digits.empty() || digits.size() > 6) return -1;
    return std::stoi(digits);
}

namespace {

bool is_number(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// The position of the argument with this name, compared exactly, then folded; -1 if there is none or several
/// match.
int named_position(std::span<const std::string> names, const std::string& name) {
    const auto find = [&](const auto& is_same) {
        int position = -1;
        for (std::size_t i = 0; i < names.size(); i++) {
            if (names[i].empty() || !is_same(names[i])) continue;
            if (position >= 0) return -1;
            position = static_cast<int>(i);
        }
        return position;
    };
    const int exact = find([&](const std::string& known) { return known == name; });
    if (exact >= 0) return exact;
    const std::string folded = folded_name(name);
    return find([&](const std::string& known) { return folded_name(known) == folded; });
}

bool is_safetensors(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    char head[16] = {};
    file.read(head, sizeof head);
    return Safetensors::is_beginning({head, static_cast<std::size_t>(file.gcount())});
}

/// Expected type of an array by file and position; nullptr accepts any type.
using TypeOf = std::function<const TensorType*(const std::string& file, int position)>;

std::map<int, Literal> read_safetensors(const std::string& path, std::span<const std::string> names,
                                        const TypeOf& type_of) {
    std::map<int, Literal> arrays;
    const Safetensors file(path);
    const std::vector<std::string> stored = file.names();
    for (const std::string& name : stored) {
        int position = named_position(names, name);
        if (position < 0 && is_number(name)) position = array_position(name);
        if (position >= 0) insert(arrays, path, position, file.read(name, type_of(path, position)));
    }
    if (arrays.empty() && !stored.empty())
        fail(array_error::surplus, Place{.file = path},
             fmt::format("no tensor in the file matches one of the program: {}", fmt::join(stored, ", ")),
             names.empty() ? std::string("Name the tensors 000, 001, ...")
                           : fmt::format("Name them 000, 001, ..., or: {}.", fmt::join(names, ", ")));
    return arrays;
}

std::map<int, Literal> read_npz(const std::string& path, const TypeOf& type_of) {
    std::map<int, Literal> arrays;
    const Npz archive(path);
    for (const std::string& name : archive.names()) {
        const int position = array_position(name);
        if (position >= 0) insert(arrays, path, position, archive.read(name, type_of(path, position)));
    }
    return arrays;
}

std::map<int, Literal> read_folder(const std::string& path, const TypeOf& type_of) {
    std::map<int, Literal> arrays;
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(path))
        if (entry.path().extension() == ".npy" && is_number(entry.path().stem().string()))
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
        const int position = array_position(file.string());
        if (position < 0)
            fail(array_error::surplus, Place{.file = file.string()},
                 "the number in the name of the file is too large", "Name the files 000.npy, 001.npy, ...");
        insert(arrays, file.string(), position, read_npy(file.string(), type_of(file.string(), position)));
    }
    return arrays;
}

std::map<int, Literal> read_positions(const std::string& path, std::span<const std::string> names,
                                      const TypeOf& type_of) {
    std::error_code error;
    if (fs::is_directory(path, error)) return read_folder(path, type_of);
    return is_safetensors(path) ? read_safetensors(path, names, type_of) : read_npz(path, type_of);
}

/// The name of the file's only array. Error 0307 if it does not hold exactly one.
const std::string& only_name(const std::string& path, const std::vector<std::string>& names) {
    if (names.size() != 1)
        fail(array_error::no_array, Place{.file = path},
             fmt::format("the file has {} arrays, but one is needed", names.size()),
             names.empty() ? std::string("Give a file with an array.")
                           : fmt::format("Say which one, as in {}:{}.", path, names.front()));
    return names.front();
}

}  // namespace

std::map<int, Literal> read_arrays(const std::string& path, std::span<const Type> types,
                                   std::span<const std::string> names) {
    return read_positions(
        path, names, [&](const std::string& file, int position) { return &type_at(file, types, position); });
}

std::vector<Literal> read_array_list(const std::string& path) {
    std::vector<Literal> list;
    const auto any = [](const std::string&, int) -> const TensorType* { return nullptr; };
    for (auto& [position, literal] : read_positions(path, {}, any)) list.push_back(std::move(literal));
    return list;
}

Literal read_array(const std::string& path, const std::string& name, const TensorType* expected) {
    if (is_safetensors(path)) {
        const Safetensors file(path);
        return file.read(name.empty() ? only_name(path, file.names()) : name, expected);
    }
    if (!path.ends_with(".npz") && name.empty()) return read_npy(path, expected);
    const Npz archive(path);
    return archive.read(name.empty() ? only_name(path, archive.names()) : name, expected);
}

std::string folded_name(std::string_view name) {
    std::string folded;
    for (const char c : name) {
        const bool is_kept = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (is_kept)
            folded += c;
        else if (!folded.empty() && folded.back() != '_')
            folded += '_';
    }
    while (!folded.empty() && folded.back() == '_') folded.pop_back();
    return folded;
}

std::vector<std::string> argument_names(const Program& program, const Function& function) {
    std::vector<std::string> names;
    for (const ValueId argument : function.arguments()) {
        const Value& value = function.values[argument];
        std::string name = program.locations.name(value.location);
        names.push_back(name.empty() ? value.name : std::move(name));
    }
    return names;
}

std::vector<std::string> result_names(const Function& function) {
    std::vector<std::string> names(function.result_types.size());
    for (std::size_t i = 0; i < std::min(names.size(), function.result_attributes.size()); i++)
        if (const auto* text =
                find_attribute<std::string>(function.result_attributes[i].entries, declarations::result_info))
            names[i] = *text;
    return names;
}

void write_arrays(const std::string& folder, std::span<const Literal> arrays) {
    std::error_code error;
    fs::create_directories(without_links(folder), error);
    const auto file = [&](std::size_t i) { return fs::path(folder) / fmt::format("{:03}.npy", i); };
    std::deque<UnfinishedPath> unfinished;
    for (std::size_t i = 0; i < arrays.size(); i++) {
        unfinished.emplace_back(Unfinished::File, file(i).string() + ".new");
        write_npy(unfinished.back().path().string(), arrays[i]);
    }
    const WholeStep step;
    for (std::size_t i = 0; i < arrays.size(); i++) {
        fs::rename(unfinished[i].path(), file(i), error);
        if (error)
            fail(array_error::not_writable, Place{.file = file(i).string()},
                 "the file cannot be replaced: " + error.message(),
                 "Move it away, or choose another folder.");
    }
}

std::vector<Type> argument_types(const Function& function) {
    std::vector<Type> types;
    for (ValueId argument : function.arguments()) types.push_back(function.type(argument));
    return types;
}

std::vector<Literal> complete_arguments(const Program& program, const Function& function,
                                        const std::map<int, Literal>& given) {
    std::vector<Literal> arguments;
    for (std::size_t i = 0; i < function.arguments().size(); i++) {
        if (std::holds_alternative<TokenType>(function.type(function.arguments()[i]).value)) {
            arguments.emplace_back();
            continue;
        }
        const auto found = given.find(static_cast<int>(i));
        if (found == given.end())
            fail(array_error::missing, Place{.file = program.source_path},
                 fmt::format("argument {} of @{} is missing: {}", i, function.name,
                             to_string(function.type(function.arguments()[i]))),
                 fmt::format("Add it to the folder of arguments as {:03}.npy.", i));
        arguments.push_back(found->second);
    }
    return arguments;
}

}  // namespace hlo2c::frontend
