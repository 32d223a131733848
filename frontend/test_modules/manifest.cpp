#include "frontend/test_modules/manifest.h"

#include <algorithm>
#include <charconv>
#include <sstream>
#include <vector>

#include "frontend/byte_order_mark.h"
#include "frontend/data/compare.h"
#include "frontend/diagnostic.h"
#include "frontend/error_numbers.h"
#include "frontend/files.h"

namespace hlo2c::frontend {
namespace {

namespace fs = std::filesystem;

constexpr const char* other_factors = "; up to ";

/// The cells of every row of a CSV text; quoted cells may hold commas, doubled quotes and line ends.
std::vector<std::vector<std::string>> csv_rows(std::string_view text) {
    std::vector<std::vector<std::string>> rows;
    std::vector<std::string> row(1);
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); i++) {
        const char c = text[i];
        if (quoted) {
            const bool doubled = c == '"' && i + 1 < text.size() && text[i + 1] == '"';
            if (c != '"' || doubled) row.back() += c;
            if (doubled) i++;
            if (c == '"' && !doubled) quoted = false;
        } else if (c == '"') {
            quoted = true;
        } else if (c == ',') {
            row.emplace_back();
        } else if (c == '\n') {
            rows.push_back(std::move(row));
            row.assign(1, {});
        } else if (c != '\r') {
            row.back() += c;
        }
    }
    if (row.size() > 1 || !row[0].empty()) rows.push_back(std::move(row));
    return rows;
}

std::map<std::string, ManifestRow> read_manifest(const fs::path& file) {
    const std::string text = read_file(file);
    const std::vector<std::vector<std::string>> rows = csv_rows(without_byte_order_mark(text));
    std::map<std::string, ManifestRow> cases;
    if (rows.empty()) return cases;
    std::map<std::string, std::size_t> columns;
    for (std::size_t i = 0; i < rows[0].size(); i++) columns[rows[0][i]] = i;
    if (columns.find("id") == columns.end())
        fail(test_error::manifest, Place{.file = file.string()}, "there is no column 'id'",
             "Name the columns in the first line: id,check,tolerance,flags.");
    for (std::size_t i = 1; i < rows.size(); i++) {
        const auto cell = [&](const char* name) {
            const auto column = columns.find(name);
            return column != columns.end() && column->second < rows[i].size() ? rows[i][column->second]
                                                                              : std::string();
        };
        cases[cell("id")] = {cell("check"), cell("tolerance"), cell("flags")};
    }
    return cases;
}

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == separator)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

template <typename T>
std::optional<T> number(std::string_view text) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// The number after `prefix`, where `text` begins with it.
template <typename T>
std::optional<T> number_after(std::string_view text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return std::nullopt;
    return number<T>(text.substr(prefix.size()));
}

double tolerance_by_type(ElementType type) {
    const ElementType part = real_part(type);
    if (part == ElementType::F64) return 1e-9;
    if (part == ElementType::F32) return 2e-5;
    if (part == ElementType::F16) return 4e-3;
    return part == ElementType::BF16 ? 3e-2 : 0.13;
}

double hard_tolerance(ElementType type) {
    const ElementType part = real_part(type);
    if (part == ElementType::F64) return 1e-12;
    return part == ElementType::F32 ? 1e-5 : 1e-2;
}

/// "f32/c64 1e-3 (atol 1e-4), f64/c128 1e-5 (atol 1e-12)": the two numbers for a type.
std::optional<Check> tolerance_of_list(const std::string& text, ElementType type) {
    const bool is_double = real_part(type) == ElementType::F64;
    for (const std::string& item : split(text, ',')) {
        std::istringstream words(item);
        std::string types, relative, label, absolute;
        if (!(words >> types >> relative >> label >> absolute) || label != "(atol") return std::nullopt;
        if ((types.find("f64") != std::string::npos) != is_double) continue;
        if (absolute.ends_with(')')) absolute.pop_back();
        const auto rtol = number<double>(relative), atol = number<double>(absolute);
        if (!rtol || !atol) return std::nullopt;
        return Check{.kind = Check::Kind::Near, .absolute = *atol, .relative = *rtol};
    }
    return std::nullopt;
}

std::optional<Check> check_of_item(const std::string& item, ElementType type) {
    if (item == "eq") return Check{};
    if (item.starts_with("int:eq float:")) return check_of_item(item.substr(13), type);
    if (item == "by-dtype") {
        const double tolerance = tolerance_by_type(type);
        return Check{.kind = Check::Kind::Near, .absolute = tolerance, .relative = tolerance};
    }
    if (const auto absolute = number_after<double>(item, "abs="))
        return Check{.kind = Check::Kind::Near, .absolute = *absolute};
    if (item.starts_with("rtol ")) return tolerance_of_list(item.substr(5), type);
    const std::vector<std::string> bounds = split(item, ',');
    const auto most = number_after<std::uint64_t>(bounds[0], "ulp<=");
    if (!most || bounds.size() > 2) return std::nullopt;
    Check check{.kind = Check::Kind::Ulp, .most_ulp = *most};
    if (bounds.size() == 1) return check;
    const auto least = number_after<std::uint64_t>(bounds[1], ">=");
    if (!least) return std::nullopt;
    check.least_ulp = *least;
    return check;
}

}  // namespace

Demand ManifestRow::demand() const {
    if (check == "parse" || check == "accept") return Demand::Reading;
    if (check == "reject") return Demand::Refusal;
    return check == "equiv" ? Demand::Identity : Demand::Results;
}

bool ManifestRow::allows_other_factors() const {
    return tolerance.find(other_factors) != std::string::npos;
}

bool ManifestRow::has_flag(std::string_view flag) const {
    std::istringstream words(flags);
    for (std::string word; words >> word;)
        if (word == flag) return true;
    return false;
}

std::vector<std::int64_t> ManifestRow::dimension_sizes() const {
    constexpr std::string_view prefix = "dims=";
    std::vector<std::int64_t> sizes;
    std::istringstream words(flags);
    for (std::string word; words >> word;)
        if (word.starts_with(prefix))
            for (const std::string& item : split(word.substr(prefix.size()), ','))
                if (const auto size = number<std::int64_t>(item)) sizes.push_back(*size);
    return sizes;
}

const fs::path& Manifests::folder_above(const fs::path& folder) {
    const auto known = above_.find(folder);
    if (known != above_.end()) return known->second;
    fs::path found;
    for (fs::path candidate = folder;; candidate = candidate.parent_path()) {
        if (fs::is_regular_file(candidate / "manifest.csv")) {
            found = candidate;
            break;
        }
        if (candidate == candidate.parent_path()) break;
    }
    if (!found.empty() && rows_.find(found) == rows_.end())
        rows_[found] = read_manifest(found / "manifest.csv");
    return above_[folder] = found;
}

const ManifestRow* Manifests::row(const fs::path& folder, const std::string& id) const {
    const auto rows = rows_.find(folder);
    if (rows == rows_.end()) return nullptr;
    const auto row = rows->second.find(id);
    return row == rows->second.end() ? nullptr : &row->second;
}

std::optional<Check> check_of_result(const ManifestRow* row, std::size_t result, const TensorType& type) {
    if (row == nullptr) {
        const Tolerance tolerance = default_tolerance(type.element);
        return Check{
            .kind = Check::Kind::Scaled, .absolute = tolerance.absolute, .relative = tolerance.relative};
    }
    const std::vector<std::string> items =
        split(row->tolerance.substr(0, row->tolerance.find(other_factors)), ';');
    const std::string& item = items.size() == 1 ? items[0] : items.at(std::min(result, items.size() - 1));
    const std::optional<Check> check = check_of_item(item, type.element);
    return check ? std::optional<Check>(check_with_flags(*row, *check, type.element)) : std::nullopt;
}

Check check_with_flags(const ManifestRow& row, Check check, ElementType type) {
    if (row.has_flag("hard-tolerance"))
        return {.kind = Check::Kind::Scaled, .relative = hard_tolerance(type)};
    if (row.has_flag("nan-equal")) check.nan_equal = true;
    return check;
}

}  // namespace hlo2c::frontend
