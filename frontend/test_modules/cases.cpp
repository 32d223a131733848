#include "frontend/test_modules/cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "frontend/diagnostic.h"
#include "frontend/error_numbers.h"
#include "frontend/files.h"
#include "frontend/forms/read.h"
#include "frontend/test_modules/outcome.h"

namespace hlo2c::frontend {
namespace {

namespace fs = std::filesystem;

constexpr std::array endings = {".mlir.bc", ".hlo.pb", ".mlirbc", ".mlir", ".hlo", ".bc", ".pb"};

/// The path without the extension of a program; nullopt if it has none.
std::optional<fs::path> stem_of(const fs::path& file) {
    const std::string text = file.string();
    for (const std::string_view ending : endings)
        if (text.ends_with(ending)) return fs::path(text.substr(0, text.size() - ending.size()));
    return std::nullopt;
}

fs::path with_suffix(const fs::path& stem, const char* suffix) {
    return stem.string() + suffix;
}

bool has_arrays(const fs::path& stem) {
    return fs::is_regular_file(with_suffix(stem, ".npz"));
}

/// "add.generic" -> "add": the form of a program may stand between its stem and the extension.
fs::path without_form(const fs::path& stem) {
    const std::string name = stem.filename().string();
    const std::size_t dot = name.rfind('.');
    return dot == std::string::npos || dot == 0 ? stem : stem.parent_path() / name.substr(0, dot);
}

class Search {
public:
    void file(const fs::path& file, bool named) {
        const fs::path stem = stem_of(file).value_or(file), plain = without_form(stem);
        if (has_arrays(stem)) {
            add_array_case(file, stem);
        } else if (stem.extension() != ".src" && has_arrays(plain)) {
            add_array_case(file, plain);
        } else if (!add_module_cases(file, stem) && named) {
            add(file, stem).refusal = "it has no function without arguments, and there is no .npz beside it";
        }
    }

    void folder(const fs::path& folder) {
        std::vector<fs::path> files;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
            if (entry.is_regular_file() && stem_of(entry.path())) files.push_back(entry.path());
        std::sort(files.begin(), files.end());
        for (const fs::path& path : files) file(path, false);
    }

    std::vector<TestCase> take() { return std::move(cases_); }

private:
    /// Makes a case of this file, with an id from `stem` and its row of the manifest.
    TestCase& add(const fs::path& file, const fs::path& stem) {
        TestCase made;
        made.file = file;
        const fs::path absolute = fs::absolute(stem).lexically_normal();
        const fs::path& above = manifests_.folder_above(absolute.parent_path());
        made.id =
            above.empty() ? stem.lexically_normal().string() : absolute.lexically_relative(above).string();
        if (const ManifestRow* row = manifests_.row(above, made.id)) made.row = *row;
        cases_.push_back(std::move(made));
        return cases_.back();
    }

    /// True if the manifest requests no results.
    static bool set_demand(TestCase& made) {
        const Demand demand = made.row ? made.row->demand() : Demand::Results;
        if (demand == Demand::Identity)
            made.refusal = "the manifest compares it with another file, which this command does not support";
        else
            made.demand = demand;
        return demand != Demand::Results;
    }

    void add_array_case(const fs::path& file, const fs::path& stem) {
        TestCase& made = add(file, stem);
        made.arrays = with_suffix(stem, ".npz");
        set_demand(made);
    }

    /// Adds the test functions of a file; false if it has none.
    bool add_module_cases(const fs::path& file, const fs::path& stem) {
        const fs::path id = stem.extension() == ".src" ? without_form(stem) : stem;
        const std::size_t before = cases_.size();
        if (set_demand(add(file, id))) return true;
        cases_.pop_back();
        try {
            const std::string text = read_file(file);
            const int chunks = chunk_count(text);
            for (int chunk = 0; chunk < chunks; chunk++) {
                const Program program = read_chunk(file, chunk);
                for (const std::string& function : test_functions(program)) {
                    TestCase& made = add(file, id);
                    made.chunk = chunk;
                    made.function = function;
                }
            }
        } catch (const DiagnosticError& error) {
            TestCase& made = add(file, id);
            const TestOutcome outcome = outcome_of(error.diagnostic());
            made.refusal = outcome.reason;
            made.broken = outcome.status == TestStatus::Failed;
        }
        name_functions(before);
        return cases_.size() > before;
    }

    /// In a file with several tests, the function's name is part of each id.
    void name_functions(std::size_t first) {
        if (cases_.size() - first < 2) return;
        std::set<std::string> taken;
        for (std::size_t i = first; i < cases_.size(); i++) {
            std::string id = fmt::format("{}@{}", cases_[i].id, cases_[i].function);
            if (!taken.insert(id).second) taken.insert(id += fmt::format("#{}", cases_[i].chunk));
            cases_[i].id = std::move(id);
        }
    }

    Manifests manifests_;
    std::vector<TestCase> cases_;
};

/// Whether the line that begins at `at` separates two modules.
bool is_separator(const std::string& text, std::size_t at) {
    return text.compare(at, 8, "// -----") == 0;
}

template <typename Visit>
void for_each_line(const std::string& text, const Visit& visit) {
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
        visit(begin, end);
        begin = end;
    }
}

}  // namespace

int chunk_count(const std::string& text) {
    int count = 1;
    for_each_line(text, [&](std::size_t begin, std::size_t) { count += is_separator(text, begin) ? 1 : 0; });
    return count;
}

std::string chunk_text(const std::string& text, int chunk) {
    std::string part;
    int current = 0;
    for_each_line(text, [&](std::size_t begin, std::size_t end) {
        if (is_separator(text, begin)) current++;
        part += current == chunk ? text.substr(begin, end - begin) : "\n";
    });
    return part;
}

std::vector<TestCase> find_cases(const std::vector<std::string>& paths) {
    Search search;
    for (const std::string& path : paths) {
        if (fs::is_directory(path)) {
            search.folder(path);
        } else if (fs::exists(path)) {
            search.file(path, true);
        } else {
            fail(file_error::unreadable, Place{.file = path}, "cannot read the file: it does not exist",
                 "Check the path.");
        }
    }
    return search.take();
}

}  // namespace hlo2c::frontend
