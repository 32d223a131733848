#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "frontend/data/check.h"
#include "frontend/ir/type.h"

namespace hlo2c::frontend {

/// What a case requires.
enum class Demand : std::uint8_t {
    Results,   ///< the expected results
    Reading,   ///< reading and verification succeed
    Refusal,   ///< reading or verification fails
    Identity,  ///< two files are the same program
};

/// One row of a manifest, which describes one case.
struct ManifestRow {
    std::string check;      ///< "eq", "abs", "ulp", "close", ...; or "parse", "reject", ... of `demand`
    std::string tolerance;  ///< "abs=0.0001", "ulp<=3;eq" with one item per result, "by-dtype", ...
    std::string flags;      ///< words: "nan-equal", "hard-tolerance", "dims=3", ...

    Demand demand() const;
    /// Whether factors of a matrix are compared up to sign, phase and order: "CHECK; up to ...".
    bool allows_other_factors() const;
    /// Whether `flags` contains this word.
    bool has_flag(std::string_view flag) const;
    /// The numbers of a flag "dims=3,4": the values of the program's leading size arguments; empty without
    /// the flag.
    std::vector<std::int64_t> dimension_sizes() const;
};

/// The files manifest.csv in the folders above the cases. The first row names the columns; `id`, `check`,
/// `tolerance` and `flags` are read, the others are ignored. An id is the path of a case without extensions,
/// relative to the folder of the manifest.
class Manifests {
public:
    /// Folder of the nearest manifest.csv at or above `folder`; empty if there is none.
    const std::filesystem::path& folder_above(const std::filesystem::path& folder);
    /// The row of `id` in the manifest of a folder that `folder_above` returned; nullptr if it has none.
    const ManifestRow* row(const std::filesystem::path& folder, const std::string& id) const;

private:
    std::map<std::filesystem::path, std::filesystem::path> above_;
    std::map<std::filesystem::path, std::map<std::string, ManifestRow>> rows_;
};

/// The check for result number `result`, which has this type; nullopt if the tolerance has an unknown form.
/// Without a row: |a-b| <= tolerance of the type * max|b|.
std::optional<Check> check_of_result(const ManifestRow* row, std::size_t result, const TensorType& type);

/// Adapts a check of a test module to the row's flags.
Check check_with_flags(const ManifestRow& row, Check check, ElementType type);

}  // namespace hlo2c::frontend
