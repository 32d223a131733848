#pragma once

#include <string_view>
#include <vector>

#include "frontend/forms/text/text_parser.h"
#include "frontend/ir/program.h"

namespace hlo2c::frontend {

class TextPrinter;

/// How the types at the end of an op's pretty form are written. Every style is read as `(operands) ->
/// results` too.
enum class TypeStyle : std::uint8_t {
    Same,        ///< `: T`, the type of all operands and results
    Functional,  ///< `: (A, B) -> R`
    Results,     ///< `: R`, operands say nothing new
    Operands,    ///< `: A, B`, of the operands; results, if any, have the same types
    Select,      ///< `: P, T`, of the predicate and of all others
    Arrow,       ///< `: A, B -> R`
};

enum class PieceKind : std::uint8_t {
    Verbatim,    ///< the text itself
    Operands,    ///< %a, %b
    Integers,    ///< [1, 2]: an IntegerArray of i64
    Integer,     ///< 3: an IntegerAttribute whose type is `detail`
    Keyword,     ///< LT: an EnumAttribute of the enumeration `detail`
    Keywords,    ///< [DEFAULT, HIGH]: a list of EnumAttributes
    Text,        ///< "text"
    Symbol,      ///< @name
    Boolean,     ///< true
    Literal,     ///< dense<...> : type
    Attributes,  ///< {a = 1}: all attributes that no other piece writes
    Types,
    Special,
};

/// A piece of a form that has its own code. `fits` says whether the op can be written this way.
struct SpecialPiece {
    void (*parse)(TextParser& parser, Op& op, const Token& at);
    void (*print)(TextPrinter& printer, const Op& op);
    bool (*fits)(const Op& op, const Function& function);
    std::vector<std::string_view> attributes;  ///< those it writes
};

/// One piece of a pretty form. `text` comes before the value (", dims = ") and is read token by token,
/// whatever the blanks. An optional piece is left out when the op has no such attribute.
struct Piece {
    PieceKind kind = PieceKind::Verbatim;
    std::string_view text;
    std::string_view attribute;
    std::string_view detail;
    bool optional = false;
    TypeStyle style = TypeStyle::Same;
    const SpecialPiece* special = nullptr;
};

using Form = std::vector<Piece>;

/// The pretty form of an op, or nullptr when it has the generic form only.
const Form* pretty_form(OpCode code);

/// Reads the op after its name, in the pretty form that the op table of forms gives it.
void parse_assembly(TextParser& parser, Op& op, const Token& at);
/// Whether the pretty form says everything about this op.
bool fits_assembly(const Op& op, const Function& function);
/// Writes what follows the op's name in its pretty form.
void print_assembly(TextPrinter& printer, const Op& op);

// Special pieces, by family (assembly_contractions.cpp, assembly_regions.cpp, assembly_movement.cpp).
const SpecialPiece& dot_dimensions_piece();
const SpecialPiece& dot_algorithm_piece();
const SpecialPiece& convolution_piece();
const SpecialPiece& slice_ranges_piece();
const SpecialPiece& precision_format_piece();
const SpecialPiece& constant_piece();
const SpecialPiece& reduce_piece();
const SpecialPiece& while_piece();
const SpecialPiece& scan_piece();
const SpecialPiece& mesh_piece();
const SpecialPiece& sharding_piece();
const SpecialPiece& manual_computation_piece();

}  // namespace hlo2c::frontend
