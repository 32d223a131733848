#pragma once

#include <cstdint>
#include <string_view>

namespace hlo2c::frontend {

/// How the shape of a result follows from the operands where a text leaves it out.
enum class ShapeRule : std::uint8_t {
    Written,     ///< it does not: the text has to say it
    Same,        ///< that of operand 0
    Widest,      ///< elementwise: that of the first operand that is not scalar
    Predicate,   ///< elementwise, of pred
    RealPart,    ///< elementwise, real where the operand is complex
    Complex,     ///< elementwise, complex of the operands' type
    Second,      ///< that of operand 1
    Token,       ///< token[]
    U32,         ///< u32[]
    S32,         ///< s32[]
    Tuple,       ///< a tuple of the operands
    TupleOrOne,  ///< operand 0 alone, or a tuple of all
    Element,     ///< the element of a tuple
    Called,      ///< the root of the computation that is called
    Operation,   ///< what the inference of ops/ says, or a rule of the opcode in infer_shapes.cpp
};

/// One opcode of HLO: how many operands it takes and which attributes it may have beside the common ones.
/// `attributes` are separated by blanks; one that must be there ends in '!'.
struct Opcode {
    std::string_view name;
    int least;
    int most;  ///< -1: any number
    std::string_view attributes;
    ShapeRule rule = ShapeRule::Written;

    bool takes(std::string_view attribute) const;
};

/// The row of `name`, or nullptr.
const Opcode* find_opcode(std::string_view name);
/// Attributes that every instruction may have.
bool is_common_attribute(std::string_view name);

/// What `-start`, `-update`, `-done` after the name of another opcode stand for.
enum class AsyncPart : std::uint8_t { None, Start, Update, Done };

/// Splits sugar such as "add-start" into its opcode and part; {nullptr, None} when `name` is no sugar.
/// Opcodes with asynchronous forms of their own (all-reduce-start, copy-done, ...) have none.
struct AsyncSugar {
    const Opcode* opcode = nullptr;
    AsyncPart part = AsyncPart::None;
};
AsyncSugar find_async_sugar(std::string_view name);

}  // namespace hlo2c::frontend
