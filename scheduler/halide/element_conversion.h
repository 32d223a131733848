#pragma once

#include <Halide.h>

#include "frontend/ir/element_type.h"
#include "scheduler/groups/element_form.h"

namespace hlo2c::scheduler::halide {

/// Elements of one type in the forms that a kernel knows: in memory (`ElementForm::stored`) and computed
/// (`ElementForm::computed`, with a value that the type has).

/// The stored form of a computed element, and back. Storing what was loaded keeps its bits.
Halide::Expr to_memory(const Halide::Expr& computed, frontend::ElementType element);
Halide::Expr from_memory(const Halide::Expr& stored, frontend::ElementType element);

/// The element of the type that a result of arithmetic becomes: narrow floats round, 2 and 4 bits wrap.
Halide::Expr rounded(const Halide::Expr& result, frontend::ElementType element);

/// The specification's convert, between computed elements.
Halide::Expr converted(const Halide::Expr& value, frontend::ElementType from, frontend::ElementType to);

/// The specification's bitcast_convert between types of one width, between computed elements.
Halide::Expr bitcast(const Halide::Expr& value, frontend::ElementType from, frontend::ElementType to);
/// The bits of a computed element as an unsigned integer, those above the type's width 0; and back.
Halide::Expr bits_of(const Halide::Expr& value, frontend::ElementType element);
Halide::Expr from_bits(const Halide::Expr& bits, frontend::ElementType element);

/// Forms of booleans inside a kernel: Bool in expressions, u8 where a Func keeps them. Others stay as they
/// are.
Halide::Expr to_storage(const Halide::Expr& value);
Halide::Expr from_storage(const Halide::Expr& value, ScalarKind kind);

}  // namespace hlo2c::scheduler::halide
