#include "frontend/data/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "frontend/data/npy.h"
#include "frontend/data/npz.h"
#include "frontend/diagnostic.h"

namespace hlo2c::frontend {
namespace {

namespace fs = std::filesystem;

const TensorType& type_at(const std::string& path, std::span<const Type> types, int position) {
    if (position >= static_cast<int>(types.size()))
        fail(308, Place{.file = path},
             fmt::format("there is no position {}: the program has {} of these values", position,
                         types.size()),
             "Positions count from 0; remove the array or check which program it belongs to.");
    const Type& type = types[static_cast<std::size_t>(position)];
    if (!type.is_tensor())
        fail(308, Place{.file = path},
             fmt::format("position {} is of type {}, which no array carries", position, to_string(type)),
             "Only tensors are read from arrays.");
    return type.as_tensor();
}

void insert(std::map<int, Literal>& arrays, const std::string& path, int position, Literal literal) {
    if (!arrays.emplace(position, std::move(literal)).second)
        fail(309, Place{.file = path}, fmt::format("two arrays have position {}", position),
             "Name every array once.");
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

/// The arrays of a folder or archive by position; `type_of(file, position)` is what an array must have, or
/// nullptr.
template <typename TypeOf>
std::map<int, Literal> read_positions(const std::string& path, const TypeOf& type_of) {
    std::map<int, Literal> arrays;
    std::error_code error;
    if (!fs::is_directory(path, error)) {
        const Npz archive(path);
        for (const std::string& name : archive.names()) {
            const int position = array_position(name);
            if (position < 0) continue;
            insert(arrays, path, position, archive.read(name, type_of(path, position)));
        }
        return arrays;
    }
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(path)) {
        const std::string stem = entry.path().stem().string();
        const bool numbered = stem.find_first_not_of("0123456789") == std::string::npos;
        if (entry.path().extension() == ".npy" && numbered) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
        const int position = array_position(file.string());
        insert(arrays, file.string(), position, read_npy(file.string(), type_of(file.string(), position)));
    }
    return arrays;
}

}  // namespace

std::map<int, Literal> read_arrays(const std::string& path, std::span<const Type> types) {
    return read_positions(
        path, [&](const std::string& file, int position) { return &type_at(file, types, position); });
}

std::vector<Literal> read_array_list(const std::string& path) {
    std::vector<Literal> list;
    const TensorType* const any = nullptr;
    for (auto& [position, literal] : read_positions(path, [&](const std::string&, int) { return any; }))
        list.push_back(std::move(literal));
    return list;
}

void write_arrays(const std::string& folder, std::span<const Literal> arrays) {
    std::error_code error;
    fs::create_directories(folder, error);
    for (std::size_t i = 0; i < arrays.size(); i++)
        write_npy((fs::path(folder) / fmt::format("{:03}.npy", i)).string(), arrays[i]);
}

std::optional<int> aliased_result(const Function& function, std::size_t position) {
    if (position >= function.argument_attributes.size()) return std::nullopt;
    for (const NamedAttribute& named : function.argument_attributes[position].entries)
        if (named.first == "tf.aliasing_output")
            if (const auto* result = named.second.get_if<IntegerAttribute>())
                return static_cast<int>(result->value);
    return std::nullopt;
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
            fail(310, Place{.file = program.source_path},
                 fmt::format("argument {} of @{} is not given: {}", i, function.name,
                             to_string(function.type(function.arguments()[i]))),
                 fmt::format("Put it into the folder of arguments as {:03}.npy.", i));
        arguments.push_back(found->second);
    }
    return arguments;
}

}  // namespace hlo2c::frontend
