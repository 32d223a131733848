#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/ops/op_row.h"

namespace hlo2c::frontend::vhlo {

/// How an attribute is represented in VHLO and in StableHLO: "VHLO form <-> StableHLO form".
enum class Form : std::uint8_t {
    Same,
    Integers,   ///< tensor of i64 <-> list of i64
    Booleans,   ///< tensor of i1 <-> list of i1
    Number32,   ///< integer <-> i32
    Symbol,     ///< string <-> symbol
    Symbols,    ///< list of strings <-> list of symbols
    Flag,       ///< true or false <-> unit or absent
    FieldList,  ///< tensor of i64 <-> field of a structured attribute
    Field,      ///< integer <-> field of a structured attribute
    Algorithm,  ///< type or number <-> field of a dot algorithm
    Dropped,    ///< has no meaning in StableHLO
};

/// The VHLO value of an attribute that StableHLO omits. Most are those of the op's row: the others are of
/// attributes that are optional in StableHLO, or fields of its structured attributes.
enum class Default : std::uint8_t {
    Required,
    OfRow,
    Zero,
    EmptyText,
    EmptyList,
    EmptyDictionary,
    NoType,      ///< #vhlo.type<none>
    Precisions,  ///< DEFAULT for both operands
    Accuracy,    ///< no tolerance, mode DEFAULT
};

/// A structured attribute of StableHLO whose fields are separate attributes in VHLO.
struct Structure {
    std::string_view attribute, name;
    bool keeps_defaults;  ///< keep fields that are empty lists or zeros
};

/// One attribute of an op, present in the op's versions `first` to `last`.
struct AttributeRow {
    std::string_view name;
    Form form = Form::Same;
    Default otherwise = Default::Required;
    const Structure* structure = nullptr;
    std::string_view field = {};  ///< name of the field in the structure
    int first = 1;
    int last = 9;
    AttributeKind kind = AttributeKind::Any;  ///< of the default of the op's row
    DefaultValue default_value = {};
};

using AttributeRows = FactList<AttributeRow, 17>;

/// One op of VHLO in all its versions, attributes in the order of the specification.
struct OpVersions {
    OpCode code{};
    int versions = 0;  ///< 0: VHLO lacks the op
    AttributeRows attributes = {};
    int newest_since = 0;  ///< N of the release 1.N that introduced the newest version; 0: before 1.0
    bool newest_is_variadic = false;  ///< older versions have exactly one operand
};

/// The name of an op in VHLO without version: "all_gather".
std::string_view vhlo_name(OpCode code);

struct VersionedOp {
    const OpVersions* row;
    int version;
};

/// The row and version of an op spelled like "all_gather_v2"; nullopt if VHLO has no such op.
std::optional<VersionedOp> op_from_name(std::string_view name);
/// The versions of a StableHLO or func op; nullptr if VHLO lacks it.
const OpVersions* versions_of(OpCode code);
/// The attributes of one version of an op in bytecode order, which is by name.
std::vector<const AttributeRow*> attributes_of(const OpVersions& row, int version);

extern const Structure convolution_structure, gather_structure, scatter_structure, dot_structure,
    algorithm_structure, channel_structure;

}  // namespace hlo2c::frontend::vhlo
