#pragma once

#include <string>
#include <vector>

#include "frontend/ir/element_type.h"
#include "frontend/ir/opcode.h"

namespace hlo2c::coverage {

/// The smallest program with one op, as StableHLO text with a placeholder for the element type.
///
///   $T  the element type of the column
///   $P  the type of its parts where it is complex, else the type itself
///   $C  the complex type with such parts
///   $E  the type that it expresses where it is quantized, else the type itself
///   $L  the type itself, or one with a single scale where it has a scale per slice
///   $1  the number one, as an element of a literal
///   $A  the number one, as an attribute with its type
///
/// Tensors of $T have the size 2 in dimension 0, along which types with a scale per slice are quantized.
struct Recipe {
    frontend::OpCode code;
    std::string variant;  ///< what it shows, "" where the op has one recipe
    std::string program;

    /// The same program for every column.
    bool is_untyped() const { return program.find('$') == std::string::npos; }
};

/// An element type for which programs are generated.
struct Column {
    std::string name;               ///< as the page shows it
    std::string type;               ///< as StableHLO text writes it
    frontend::ElementType element;  ///< or the one that it expresses
    bool quantized = false;
};

/// All element types of the specification, and two quantized ones: with one scale, and with a scale per
/// slice.
const std::vector<Column>& columns();

/// The recipes of the file at `path`, in the order of the op table. An op without a recipe gets that of
/// elementwise ops: operands and result of one type. Throws std::runtime_error for an unknown op.
std::vector<Recipe> read_recipes(const std::string& path);

/// False if the recipe needs a type that the column's type does not have, such as the complex type of i8.
bool is_defined_for(const Recipe& recipe, const Column& column);

/// The program for one type.
std::string instantiate(const Recipe& recipe, const Column& column);

/// Rows of the op table that other recipes include (terminators, declarations), or that are checks on a
/// program rather than part of it (check.*, interpreter.*).
bool has_no_recipe(frontend::OpCode code);

}  // namespace hlo2c::coverage
