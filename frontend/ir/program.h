#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "frontend/diagnostic.h"
#include "frontend/ir/attribute.h"
#include "frontend/ir/location.h"
#include "frontend/ir/opcode.h"
#include "frontend/ir/type.h"

namespace hlo2c::frontend {

/// Index into Function::values.
using ValueId = std::uint32_t;
inline constexpr ValueId no_value = UINT32_MAX;

/// One SSA value of a function: a function argument, a region argument or an op's result.
struct Value {
    Type type;
    std::string name;  ///< as written, without %; "" if made by a pass; shared by the results of one op
    LocationId location = unknown_location;
    bool operator==(const Value&) const = default;
};

struct Op;
template <typename T>
struct Attr;

/// Position of an op in the input file: 1-based line and column, both 0 for an op made by a pass. A binary
/// form has line 0, and its column is 1 + the byte offset. Copies of an op keep its position, and comparison
/// ignores it: two ops that differ only in their position are equal.
struct SourcePosition {
    int line = 0;
    int column = 0;
    bool operator==(const SourcePosition&) const { return true; }
};

/// One block: arguments, then ops, the last of which is the terminator (`stablehlo.return`, `func.return`,
/// ...). Ops may use values of every enclosing region.
struct Region {
    std::vector<ValueId> arguments;
    std::vector<Op> ops;
    bool operator==(const Region&) const;
};

/// One operation. Its row in frontend/ops/rows says what its operands, attributes and regions mean.
/// Attributes keep the names of the specification and are read by typed keys.
struct Op {
    OpCode code{};
    std::vector<ValueId> operands;
    std::vector<ValueId> results;
    std::vector<NamedAttribute> attributes;
    std::vector<Region> regions;
    LocationId location = unknown_location;
    SourcePosition position;
    bool operator==(const Op&) const = default;

    /// The attribute called `name`, or nullptr.
    const Attribute* attribute(std::string_view name) const;
    void set_attribute(std::string_view name, Attribute value);
    void remove_attribute(std::string_view name);

    bool has(std::string_view name) const { return attribute(name) != nullptr; }
    /// The value of the attribute, or its default. An absent attribute without a default is a broken
    /// invariant. ir/attributes.h has the keys.
    template <typename T>
    decltype(auto) operator[](const Attr<T>& key) const;
    template <typename T>
    void set(const Attr<T>& key, std::type_identity_t<T> value);
};

/// A function. `argument_attributes` has one dictionary per argument, `result_attributes` one per result.
struct Function {
    std::string name;
    bool is_public = true;
    std::vector<Value> values;
    std::vector<Type> result_types;
    std::vector<DictionaryAttribute> argument_attributes;
    std::vector<DictionaryAttribute> result_attributes;
    std::vector<NamedAttribute> attributes;
    Region body;
    LocationId location = unknown_location;
    SourcePosition position;
    bool operator==(const Function&) const = default;

    const std::vector<ValueId>& arguments() const { return body.arguments; }
    const Type& type(ValueId id) const { return values[id].type; }
    /// The type of a value, which must be a tensor; otherwise a broken invariant.
    const TensorType& tensor(ValueId id) const;
    ValueId add_value(Type type, std::string name = {}, LocationId location = unknown_location);
};

/// A whole module. `functions` are in the order read.
struct Program {
    std::string name;
    std::vector<NamedAttribute> attributes;
    std::vector<Function> functions;
    LocationId location = unknown_location;
    std::vector<Op> symbols;  ///< module-level ops that are not functions: sdy.mesh, ...
    LocationTable locations;
    std::string source_path;  ///< input file; "" for a program read from memory
    bool operator==(const Program&) const;

    const Function* function(std::string_view name) const;
    Function* function(std::string_view name);
    /// The entry point: the public function `main`, else the first public function, else the first function.
    /// There must be a function.
    const Function& main() const;
    Function& main();
};

/// The op of the region, not of a nested one, that defines a value; nullptr for other values.
const Op* definition(const Region& region, ValueId value);

/// The function that a call or a composite names.
std::string callee_name(const Op& call);

/// The place of an op for a diagnostic: input file, line and column (or byte offset), the text of that line
/// if the file can still be read, and the op's spelling, followed by its location in the user's own source if
/// it has one.
Place place_of(const Program& program, const Op& op);

/// Calls `visit(op)` for each op of the region and of its nested regions, in pre-order.
template <typename Visit>
void for_each_op(const Region& region, Visit&& visit);
template <typename Visit>
void for_each_op(Region& region, Visit&& visit);

}  // namespace hlo2c::frontend

#include "frontend/ir/program.inl"
