#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/ir/opcode.h"

namespace hlo2c::frontend::vhlo {

/// How an attribute of VHLO and its counterpart in StableHLO are related.
enum class Form : std::uint8_t {
    Same,
    Integers,   ///< a tensor of i64 and a list of them
    Booleans,   ///< a tensor of i1 and a list of them
    Number32,   ///< an integer that StableHLO keeps in 32 bits
    Symbol,     ///< a string and a symbol
    Symbols,    ///< strings and symbols
    Flag,       ///< true or false, and unit or absent
    FieldList,  ///< a tensor of i64 and a field of a structure
    Field,      ///< an integer and a field of a structure
    Algorithm,  ///< a type or a number, and a field of a dot algorithm
    Dropped,    ///< has no meaning in StableHLO
};

/// The value that VHLO writes where StableHLO leaves the attribute out.
enum class Default : std::uint8_t {
    Required,
    Zero,
    MinusOne,
    False,
    EmptyText,
    EmptyList,
    EmptyDictionary,
    EmptyIntegers,  ///< tensor<0xi64>
    Ones,           ///< as many as the window has dimensions
    Falses,
    ZeroPairs,     ///< two zeros for each dimension of the window
    NoType,        ///< #vhlo.type<none>
    NoComparison,  ///< the comparison type NOTYPE
    Precisions,    ///< DEFAULT for both operands
    Accuracy,      ///< no tolerance, mode DEFAULT
    OriginalApi,
};

/// A structured attribute of StableHLO whose fields are attributes of their own in VHLO.
struct Structure {
    std::string_view attribute, name;
    bool keeps_defaults;  ///< empty lists and zeros are written
};

/// One attribute of an op. It exists in the versions `first` to `last` of the op.
struct AttributeRow {
    std::string_view name;
    Form form = Form::Same;
    Default otherwise = Default::Required;
    const Structure* structure = nullptr;
    std::string_view field = {};  ///< of the structure; the attribute's name where it is empty
    int first = 1;
    int last = 9;
};

/// One op of VHLO in all its versions, attributes in the order of the specification.
struct OpRow {
    std::string name;  ///< without version, "all_gather"
    OpCode code;
    int versions = 1;
    std::vector<AttributeRow> attributes;
    int newest_since = 0;  ///< minor number of the release 1.N that brought the newest version, 0: before 1.0
};

struct VersionedOp {
    const OpRow* row;
    int version;
};

/// The row and version of an op spelled "all_gather_v2"; nothing where VHLO has no such op.
std::optional<VersionedOp> op_from_name(std::string_view name);
/// The row of an op of StableHLO or func; nullptr where VHLO has none.
const OpRow* op_row(OpCode code);
/// The attributes that a version of an op has, in the order in which bytecode holds them: by name.
std::vector<const AttributeRow*> attributes_of(const OpRow& row, int version);

extern const Structure convolution_structure, gather_structure, scatter_structure, dot_structure,
    algorithm_structure, channel_structure;

}  // namespace hlo2c::frontend::vhlo
