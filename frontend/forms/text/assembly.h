#pragma once

#include <string_view>

#include "frontend/forms/text/text_parser.h"
#include "frontend/ir/program.h"
#include "frontend/ops/op_row.h"

namespace hlo2c::frontend {

class TextPrinter;

/// How an op's pretty form writes the types at its end. For every style the reader also accepts `(operands)
/// -> results`.
enum class TypeStyle : std::uint8_t {
    Same,        ///< `: T`, the type of all operands and results
    Functional,  ///< `: (A, B) -> R`
    Results,     ///< `: R`, which implies the operand types
    Elements,    ///< `: tuple<A, B>`, of the operand types
    Whole,       ///< `: R`, if all operands have one type, which it implies
    Operands,    ///< `: A, B`, the operand types; there are no results
    Forwarded,   ///< `: A, B`, the types of the operands and of the results
    Select,      ///< `: P, T`, the type of the predicate and that of all others
    Arrow,       ///< `: A, B -> R`
    Part,        ///< `: R`, if the operand has the type of the result
};

enum class PieceKind : std::uint8_t {
    Verbatim,    ///< only `text`
    Operands,    ///< %a, %b
    Integers,    ///< [1, 2]: an IntegerArray of i64
    Integer,     ///< 3: an IntegerAttribute whose type is `detail`
    Keyword,     ///< LT: an EnumAttribute of the enumeration `detail`
    Keywords,    ///< [DEFAULT, HIGH]: a list of EnumAttributes
    Text,        ///< "text"
    Symbol,      ///< @name: a SymbolAttribute
    Name,        ///< @name: a string
    Boolean,     ///< true
    Literal,     ///< dense<...> : type
    Attributes,  ///< {a = 1}: the attributes that no other piece writes
    Types,
    Special,
};

/// A piece of a form with its own code. `fits` tells whether the piece can represent the op.
struct SpecialPiece {
    void (*parse)(TextParser& parser, Op& op, const Token& at);
    void (*print)(TextPrinter& printer, const Op& op);
    bool (*fits)(const Op& op, const Function& function);
    FactList<std::string_view, 6> attributes = {};  ///< attributes that the piece writes
    bool follows_name = false;                      ///< at the front of a form: without a blank before it
};

/// One piece of a pretty form. `text` precedes the value (", dims = "); it is compared token by token, so
/// blanks do not matter. An optional piece is omitted if the op lacks the attribute.
struct Piece {
    PieceKind kind = PieceKind::Verbatim;
    std::string_view text;
    std::string_view attribute;
    std::string_view detail;
    bool optional = false;
    TypeStyle style = TypeStyle::Same;
    const SpecialPiece* special = nullptr;
};

using Form = FactList<Piece, 6>;

/// The pretty form of an op, or nullptr if it has only the generic form.
const Form* pretty_form(OpCode code);

/// Parses what follows the op's name in its pretty form.
void parse_assembly(TextParser& parser, Op& op, const Token& at);
/// Whether the pretty form can represent this op without loss.
bool fits_assembly(const Op& op, const Function& function);
/// Prints what follows the op's name in its pretty form.
void print_assembly(TextPrinter& printer, const Op& op);

// Special pieces, by family (assembly_contractions.cpp, assembly_regions.cpp, assembly_movement.cpp).
extern const SpecialPiece dot_dimensions_piece;
extern const SpecialPiece dot_algorithm_piece;
extern const SpecialPiece convolution_piece;
extern const SpecialPiece slice_ranges_piece;
extern const SpecialPiece precision_format_piece;
extern const SpecialPiece constant_piece;
extern const SpecialPiece reduce_piece;
extern const SpecialPiece while_piece;
extern const SpecialPiece scan_piece;
extern const SpecialPiece mesh_piece;
extern const SpecialPiece sharding_piece;
extern const SpecialPiece manual_computation_piece;

}  // namespace hlo2c::frontend
