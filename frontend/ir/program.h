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
    std::string name;  ///< as written, without %; "" when made by a pass; results of one op share it
    LocationId location = unknown_location;
    bool operator==(const Value&) const = default;
};

struct Op;
template <typename T>
struct Attr;

/// Where an op stands in the file that was read: line and column from 1, 0 for an op made by a pass. It
/// travels with copies of the op and is not part of its identity: two ops that differ only in their position
/// are equal.
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

/// One operation. What its operands, attributes and regions mean is said by its row of ops.def.
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
    /// The value of the attribute, or what the specification says of an op without it; without either, a
    /// broken invariant. Keys stand in ir/attributes.h.
    template <typename T>
    decltype(auto) operator[](const Attr<T>& key) const;
    template <typename T>
    void set(const Attr<T>& key, std::type_identity_t<T> value);
};

/// A function. `argument_attributes` and `result_attributes` have one dictionary per argument and result.
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
    /// The tensor type of a value; a broken invariant when it has another type.
    const TensorType& tensor(ValueId id) const;
    ValueId add_value(Type type, std::string name = {}, LocationId location = unknown_location);
};

/// A whole module: functions in the order read, one of which is called main unless the module says otherwise.
struct Program {
    std::string name;
    std::vector<NamedAttribute> attributes;
    std::vector<Function> functions;
    LocationId location = unknown_location;
    std::vector<Op> symbols;  ///< module-level ops that are not functions: sdy.mesh, ...
    LocationTable locations;
    std::string source_path;  ///< file the program was read from; "" for memory
    bool operator==(const Program&) const;

    const Function* function(std::string_view name) const;
    Function* function(std::string_view name);
    /// The entry point: the public function `main`, or the only public one, or the first. At least one must
    /// exist.
    const Function& main() const;
    Function& main();
};

/// The function that a call or a composite names.
std::string callee_name(const Op& call);

/// The place of an op for a diagnostic: file, line and column where it was read, the text of that line (when
/// the file can still be read), and the op's spelling, followed by its location in the user's own source
/// where there is one.
Place place_of(const Program& program, const Op& op);

/// Calls `visit(op)` for each op of the region and of its nested regions, outer before inner, in order.
template <typename Visit>
void for_each_op(const Region& region, Visit&& visit);
template <typename Visit>
void for_each_op(Region& region, Visit&& visit);

}  // namespace hlo2c::frontend

#include "frontend/ir/program.inl"
