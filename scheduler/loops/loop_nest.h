#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hlo2c::scheduler {

/// Scalar kinds of loop nests. Storage kinds are u8..u64, i8..i64, f32, f64. `Boolean` exists only in
/// expressions, as the result of a comparison or as a mask; memory holds it as a u8 of 0 or 1. Types such as
/// bf16 have been legalised to integers before.
enum class ScalarKind : std::uint8_t { Boolean, U8, U16, U32, U64, I8, I16, I32, I64, F32, F64 };

struct ValueType {
    ScalarKind kind = ScalarKind::I32;
    int lanes = 1;
    bool operator==(const ValueType&) const = default;
    bool is_vector() const { return lanes > 1; }
    /// True for scalars that may index a buffer.
    bool is_index() const { return !is_vector() && (kind == ScalarKind::I32 || kind == ScalarKind::I64); }
    ValueType with_lanes(int count) const { return {kind, count}; }
    ValueType with_kind(ScalarKind other) const { return {other, lanes}; }
};

int bit_width(ScalarKind kind);  ///< Boolean: 8, its size in memory
int byte_width(ScalarKind kind);
bool is_float(ScalarKind kind);
bool is_signed(ScalarKind kind);
bool is_unsigned(ScalarKind kind);
std::string spelling(ScalarKind kind);  ///< "f32", "u8", "b1"
std::string spelling(ValueType type);   ///< "f32x8"

using NodeId = std::uint32_t;
inline constexpr NodeId no_node = UINT32_MAX;

/// Expressions, then statements. Arithmetic is the element arithmetic of the StableHLO specification, not
/// that of ideal numbers: integers wrap, floats are IEEE and are neither reassociated nor contracted (Fma is
/// explicit). Index arithmetic uses I32 (or I64) nodes of the same kinds and never wraps.
enum class NodeKind : std::uint8_t {
    // Leaves.
    Integer,   ///< integer: the value; also booleans (0/1). type may be a vector: all lanes equal
    Real,      ///< integer: the bit pattern of the f32 or f64 value. Vector: all lanes equal
    Variable,  ///< symbol: loop variable or let-bound name
    // Memory.
    Load,  ///< operands: index (I32/I64; Ramp or vector for vector loads), [mask]; symbol: buffer
    // Arithmetic; operands have the result's type unless said otherwise.
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,  ///< Divide/Remainder on integers: the specification's (x/0 = -1, x%0 = x)
    Minimum,
    Maximum,  ///< floats: NaN if either is NaN; -0 < +0
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRightLogical,
    ShiftRightArithmetic,  ///< shift amounts past the width: 0 or sign
    FloorDivide,
    FloorRemainder,  ///< index arithmetic only: rounds toward minus infinity, divisor > 0
    Negate,
    Not,
    Abs,
    Fma,  ///< a * b + c, rounded once
    Equal,
    NotEqual,
    Less,
    LessEqual,  ///< Boolean result; operands of one type. Floats: IEEE, unordered is false (NotEqual: true)
    Select,     ///< condition (Boolean, same lanes), a, b
    // Conversion.
    Convert,      ///< value conversion; float to integer saturates, NaN becomes 0; to Boolean: != 0
    Reinterpret,  ///< same bits; if the number of lanes changes, the first lane holds the lowest bits
    // Lanes.
    Ramp,       ///< base, stride (scalars): base + i * stride
    Broadcast,  ///< one scalar operand in every lane
    Shuffle,    ///< operands: vectors of one kind, concatenated; lanes: which to take, in order
    Reduce,  ///< one vector operand, scalar (or narrower vector) result: combines with `reduction` in a fixed
             ///< tree
    // Functions.
    Call,  ///< symbol: a math or conversion function of runtime, e.g. "exp", "tanh", "sqrt", "floor"
    Let,   ///< symbol = operands[0] in operands[1]

    // Statements.
    Block,         ///< operands: statements in order
    For,           ///< symbol: variable (I32/I64); operands: begin, extent, body; loop
    LetStatement,  ///< symbol = operands[0] (any type) in the body operands[1]
    Store,         ///< operands: index, value, [mask]; symbol: buffer
    If,            ///< operands: condition, then, [else]
    Allocate,      ///< operands: body; symbol: buffer name; integer: elements; type: element kind; memory
    Prefetch,      ///< operands: index; symbol: buffer; integer: 1 for writing
    Declare,       ///< symbol: a mutable local of `type`, operands: [initial value], body: made by register
                   ///< promotion
    Assign,        ///< symbol: the local; operands: value
    Comment,       ///< symbol: text
};

/// `Rolled`: serial, and C compilers must not unroll it. `Crowded`: serial, and C compilers must not load
/// what follows before it. `AroundParallel`: serial, and all of it runs for each range of iterations of the
/// parallel loop inside, whose extent does not depend on it. `Shared`: serial, before a parallel loop in a
/// block, and independent of it; each range of that loop's iterations runs its share.
enum class LoopKind : std::uint8_t { Serial, Rolled, Crowded, Parallel, AroundParallel, Shared };
/// Where the memory of an Allocate is. `Registers`: becomes locals; accesses have constant indices. `Stack`:
/// a small array. `Scratch`: part of the kernel's scratch area in the arena, one part for each iteration of
/// the outermost parallel loop around it.
enum class MemoryKind : std::uint8_t { Registers, Stack, Scratch };
/// What a Scratch allocation holds.
enum class ScratchContents : std::uint8_t {
    RowValues,         ///< values of a row between the loops over it
    Panel,             ///< elements of an operand, rearranged for the vectors that read them several times
    ConvertedRows,     ///< rows of an operand in the type of the sums
    StretchTotals,     ///< sums between stretches of their terms
    BlockSums,         ///< sums of a block of tiles, until the epilogue reads them
    PaddedLines,       ///< lines of an operand with the padding around them
    TransformedTiles,  ///< tiles of an operand, transformed for products by element
    TileProducts,      ///< products of transformed tiles, summed over channels
    TransformSteps,    ///< a row between the steps of its transform
    SortedRuns,        ///< sorted runs of a row, merged back and forth
    FirstElements,     ///< keys and positions of the elements of a row that come first in sorted order
};

struct Node {
    NodeKind kind{};
    ValueType type;
    std::vector<NodeId> operands;
    std::int64_t integer = 0;
    std::string symbol;
    std::vector<int> lanes;                 ///< Shuffle
    NodeKind reduction = NodeKind::Add;     ///< Reduce: Add, Multiply, Minimum, Maximum, And, Or
    LoopKind loop = LoopKind::Serial;       ///< For
    MemoryKind memory = MemoryKind::Stack;  ///< Allocate
    ScratchContents contents = ScratchContents::RowValues;  ///< Allocate in Scratch
    bool operator==(const Node&) const = default;
};

/// One buffer parameter of a kernel. Indices count elements from its first byte.
struct BufferParameter {
    std::string name;
    ScalarKind element = ScalarKind::F32;
    std::int64_t elements = 0;  ///< extent; accesses are proven to stay inside it
    bool written = false;
    /// The elements of a constant by which loads select elements; otherwise empty.
    std::vector<std::int64_t> contents = {};
    std::string type = {};  ///< "f32[24,24]" in the program; "" if it holds no value of the program
    bool operator==(const BufferParameter&) const = default;
};

/// A kernel's code: nodes in one vector, identified by index; operands come before their users.
struct LoopNest {
    std::vector<BufferParameter> parameters;
    std::vector<Node> nodes;
    NodeId body = no_node;
    /// Most bytes that nested Scratch allocations take together, each aligned to 64 bytes and counted once
    /// for each iteration of the parallel loop around it.
    std::int64_t scratch_bytes = 0;
    bool operator==(const LoopNest&) const = default;

    const Node& operator[](NodeId id) const { return nodes[id]; }
    NodeId add(Node node);

    // Short forms that the lowering and the passes use.
    NodeId integer(std::int64_t value, ValueType type = {ScalarKind::I32, 1});
    NodeId variable(std::string name, ValueType type);
    NodeId unary(NodeKind kind, NodeId a);
    NodeId binary(NodeKind kind, NodeId a, NodeId b);  ///< result has a's type; comparisons: Boolean
    NodeId call(std::string function, ValueType type, std::vector<NodeId> arguments);
    NodeId block(std::vector<NodeId> statements);
    /// Adds a statement to a list of them; a block's statements one by one.
    void append(std::vector<NodeId>& statements, NodeId statement) const;
};

/// Indented text for dumps and tests: one statement per line.
std::string to_text(const LoopNest& nest);

/// The types of the parameters that hold values of the program: "x0: f32[8], x1: f32[4,8] -> out: f32[4,8]".
std::string parameter_types(const LoopNest& nest);

/// Checks the structure: operand counts and types, every symbol bound, stores to written parameters only.
/// Throws a broken invariant naming the node.
void verify(const LoopNest& nest);

}  // namespace hlo2c::scheduler
