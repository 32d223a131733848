#pragma once

#include <Halide.h>

#include "frontend/ir/element_type.h"
#include "scheduler/groups/element_form.h"

namespace hlo2c::scheduler::halide {

/// A kernel has two forms of an element: in memory (`ElementForm::stored`), and computed
/// (`ElementForm::computed`, always a value of the element's type).

/// The stored form of a computed element, and back. Storing a loaded element keeps its bits.
Halide::Expr to_memory(const Halide::Expr& computed, frontend::ElementType element);
Halide::Expr from_memory(const Halide::Expr& stored, frontend::ElementType element);

/// Brings a result of arithmetic back into the element type: narrow floats round, integers of 2 and 4 bits
/// wrap.
Halide::Expr rounded(const Halide::Expr& result, frontend::ElementType element);

/// The specification's convert, between computed elements.
Halide::Expr converted(const Halide::Expr& value, frontend::ElementType from, frontend::ElementType to);

/// The specification's bitcast_convert between types of one width, between computed elements.
Halide::Expr bitcast(const Halide::Expr& value, frontend::ElementType from, frontend::ElementType to);
/// The bits of a computed element as an unsigned integer, with the bits above the type's width cleared; and
/// back.
Halide::Expr bits_of(const Halide::Expr& value, frontend::ElementType element);
Halide::Expr from_bits(const Halide::Expr& bits, frontend::ElementType element);

/// Booleans inside a kernel are Bool in expressions and u8 where a Func stores them. Other values do not
/// change.
Halide::Expr to_storage(const Halide::Expr& value);
Halide::Expr from_storage(const Halide::Expr& value, ScalarKind kind);

}  // namespace hlo2c::scheduler::halide
