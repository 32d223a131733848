#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>

#include "codegen/error_numbers.h"
#include "codegen/library/library.h"
#include "frontend/diagnostic.h"
#include "frontend/files.h"
#include "frontend/unfinished_path.h"

namespace hlo2c::codegen {
namespace {

namespace filesystem = std::filesystem;

[[noreturn]] void fail_to_write(const filesystem::path& path, const std::string& reason) {
    fail(library_error::not_writable, {path.string()},
         fmt::format("cannot write {}: {}", path.string(), reason),
         "Choose a writable directory on a disk with enough space.");
}

constexpr const char* manifest_name = ".hlo2c";
constexpr std::string_view manifest_title = "# Written by hlo2c: the files here that it replaces.";

std::string manifest_of(const std::vector<CFile>& files) {
    std::set<std::string> paths;
    for (const CFile& file : files) paths.insert(file.path);
    std::string text(manifest_title);
    for (const std::string& path : paths) text += "\n" + path;
    return text + "\n";
}

/// The files that an earlier run wrote into `directory`; nullopt if there was none.
std::optional<std::set<std::string>> read_manifest(const filesystem::path& directory) {
    std::ifstream file(directory / manifest_name);
    std::string line;
    if (!std::getline(file, line) || line != manifest_title) return std::nullopt;
    std::set<std::string> paths = {manifest_name};
    while (std::getline(file, line)) {
        const filesystem::path path(line);
        const bool is_inside =
            !path.empty() && path.is_relative() && path == path.lexically_normal() && *path.begin() != "..";
        if (is_inside) paths.insert(line);
    }
    return paths;
}

[[noreturn]] void refuse_target(const filesystem::path& path, const std::string& why) {
    fail(library_error::directory_taken, {path.string()}, "the path " + why,
         "Choose another directory, or move it away.");
}

/// The files in `directory` that are not in its manifest.
std::set<std::string> foreign_files(const filesystem::path& directory, const std::set<std::string>& own) {
    std::set<std::string> foreign;
    std::error_code error;
    filesystem::recursive_directory_iterator entries(directory, error);
    if (error) fail_to_write(directory, error.message());
    for (const filesystem::directory_entry& entry : entries) {
        const bool is_folder = entry.is_directory(error) && !entry.is_symlink(error);
        const bool is_empty = is_folder && filesystem::is_empty(entry.path(), error);
        std::string path = entry.path().lexically_relative(directory).generic_string();
        if ((!is_folder || is_empty) && own.count(path) == 0) foreign.insert(std::move(path));
    }
    return foreign;
}

/// Replaces the files of an earlier run by those in `fresh`; all other files stay.
void replace_files(const std::vector<CFile>& files, const filesystem::path& fresh,
                   const filesystem::path& target, const std::set<std::string>& own) {
    std::error_code error;
    std::set<std::string> paths = {manifest_name};
    for (const CFile& file : files) paths.insert(file.path);
    for (const std::string& path : paths) {
        if (own.count(path) == 0 && filesystem::exists(filesystem::symlink_status(target / path)))
            refuse_target(target / path, "exists and hlo2c did not write it");
        for (filesystem::path folder = filesystem::path(path).parent_path(); !folder.empty();
             folder = folder.parent_path()) {
            const filesystem::file_status status = filesystem::symlink_status(target / folder, error);
            if (filesystem::exists(status) && !filesystem::is_directory(status))
                refuse_target(target / folder, "exists and is not a folder that hlo2c wrote");
        }
    }
    for (const std::string& path : paths) {
        filesystem::create_directories((target / path).parent_path(), error);
        filesystem::rename(fresh / path, target / path, error);
        if (error) fail_to_write(target / path, error.message());
    }
    for (const std::string& path : own) {
        if (paths.count(path) != 0) continue;
        filesystem::remove(target / path, error);
        for (filesystem::path folder = filesystem::path(path).parent_path();
             !folder.empty() && filesystem::is_empty(target / folder, error); folder = folder.parent_path())
            filesystem::remove(target / folder, error);
    }
}

void write_file(const filesystem::path& path, const std::string& text,
                const std::vector<frontend::SharedBytes>& data = {}) {
    std::ofstream stream;
    {
        const frontend::WholeStep step;
        std::error_code error;
        filesystem::create_directories(path.parent_path(), error);
        if (error) fail_to_write(path.parent_path(), error.message());
        stream.open(path, std::ios::binary);
    }
    stream.write(text.data(), static_cast<std::streamsize>(text.size()));
    for (const frontend::SharedBytes& part : data) {
        stream.write(reinterpret_cast<const char*>(part.data()), static_cast<std::streamsize>(part.size()));
        part.release_pages();
    }
    stream.close();
    if (!stream) fail_to_write(path, std::strerror(errno));
}

/// A directory to write, and the files in it that an earlier run wrote: nullopt if there was none.
struct Destination {
    filesystem::path path;
    bool exists = false;
    std::optional<std::set<std::string>> own;
};

Destination find_destination(const filesystem::path& directory) {
    std::error_code error;
    Destination found{frontend::without_links(directory), false, {}};
    found.exists = filesystem::exists(found.path, error);
    if (!found.exists) return found;
    if (!filesystem::is_directory(found.path, error))
        refuse_target(found.path, "exists and is not a directory");
    found.own = read_manifest(found.path);
    if (!found.own && !filesystem::is_empty(found.path, error))
        refuse_target(found.path, "exists and is not a library that hlo2c wrote");
    return found;
}

}  // namespace

void require_writable(const filesystem::path& directory) {
    filesystem::path folder = find_destination(directory).path.parent_path();
    std::error_code error;
    while (folder.has_relative_path() && !filesystem::exists(folder, error)) folder = folder.parent_path();
    std::string trial = (folder / ".hlo2c-XXXXXX").string();
    const frontend::WholeStep step;
    if (::mkdtemp(trial.data()) == nullptr) fail_to_write(directory, std::strerror(errno));
    ::rmdir(trial.c_str());
}

void write_directory(const std::vector<CFile>& files, const filesystem::path& directory) {
    const Destination destination = find_destination(directory);
    const filesystem::path& target = destination.path;
    std::error_code error;
    filesystem::create_directories(target.parent_path(), error);
    if (error) fail_to_write(target.parent_path(), error.message());

    const std::string suffix = fmt::format(".{}", ::getpid());
    const filesystem::path parent = target.parent_path();
    frontend::UnfinishedPath fresh(frontend::Unfinished::Folder,
                                   parent / ("." + target.filename().string() + suffix + ".new"));
    frontend::UnfinishedPath old(frontend::Unfinished::Folder,
                                 parent / ("." + target.filename().string() + suffix + ".old"));
    {
        const frontend::WholeStep step;
        filesystem::create_directory(fresh.path(), error);
    }
    if (error) fail_to_write(target, error.message());
    for (const CFile& file : files) write_file(fresh.path() / file.path, file.text, file.data);
    write_file(fresh.path() / manifest_name, manifest_of(files));

    const frontend::WholeStep step;  // from here on, a signal waits until the new library is in its place
    if (destination.own && !foreign_files(target, *destination.own).empty())
        return replace_files(files, fresh.path(), target, *destination.own);
    if (destination.exists) filesystem::rename(target, old.path(), error);
    if (error) fail_to_write(target, error.message());
    filesystem::rename(fresh.path(), target, error);
    if (error) {
        const std::string reason = error.message();
        if (destination.exists) filesystem::rename(old.path(), target, error);
        old.keep();
        fail_to_write(target, reason);
    }
    fresh.keep();
}

}  // namespace hlo2c::codegen
