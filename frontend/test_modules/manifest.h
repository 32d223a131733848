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

/// What a case asks for.
enum class Demand : std::uint8_t {
    Results,   ///< what the program computes
    Reading,   ///< that it is read and verified
    Refusal,   ///< that this ends in an error
    Identity,  ///< that two files are the same program
};

/// What a manifest says of one case.
struct ManifestRow {
    std::string check;      ///< "eq", "abs", "ulp", "close", ...; or "parse", "reject", ... of `demand`
    std::string tolerance;  ///< "abs=0.0001", "ulp<=3;eq" with one item per result, "by-dtype", ...
    std::string flags;      ///< words: "nan-equal", "hard-tolerance", "dims=3", ...

    Demand demand() const;
    /// Whether factors of a matrix count up to sign, phase and order: "CHECK; up to ...".
    bool allows_other_factors() const;
    /// Whether `flags` has this word.
    bool has_flag(std::string_view flag) const;
    /// The numbers of a flag "dims=3,4": sizes that the program's leading arguments give; empty without one.
    std::vector<std::int64_t> dimension_sizes() const;
};

/// The files manifest.csv above cases. The first row of one names its columns; `id`, `check`, `tolerance` and
/// `flags` are read, the others are for people. Ids are paths of cases without their endings, relative to the
/// folder of the manifest.
class Manifests {
public:
    /// Folder of the manifest.csv that is nearest above `folder`; empty where there is none.
    const std::filesystem::path& folder_above(const std::filesystem::path& folder);
    /// The row of `id` in the manifest of a folder that `folder_above` gave; nullptr where it has none.
    const ManifestRow* row(const std::filesystem::path& folder, const std::string& id) const;

private:
    std::map<std::filesystem::path, std::filesystem::path> above_;
    std::map<std::filesystem::path, std::map<std::string, ManifestRow>> rows_;
};

/// The check of result number `result`, which has this type, or nothing where the tolerance is in no form
/// that is known. Without a row: |a-b| <= tolerance of the type * max|b|.
std::optional<frontend::Check> check_of_result(const ManifestRow* row, std::size_t result,
                                               const frontend::TensorType& type);

/// What the row's flags make of a check that a test module has of its own.
frontend::Check check_with_flags(const ManifestRow& row, frontend::Check check, frontend::ElementType type);

}  // namespace hlo2c::frontend
