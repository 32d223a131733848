#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/ir/attribute_key.h"
#include "frontend/ops/op_traits.h"
#include "frontend/ops/value_kinds.h"

namespace hlo2c::frontend {

class OpContext;

/// Checks the constraints of an op and infers its result types.
using InferHook = std::vector<Type> (*)(const OpContext& op);

enum class ValueCount : std::uint8_t { One, Variadic, AtLeastOne };
inline constexpr ValueCount variadic = ValueCount::Variadic;
inline constexpr ValueCount at_least_one = ValueCount::AtLeastOne;

/// What the specification says of an operand or a result.
struct ValueFact {
    std::string_view name;
    ValueKinds kinds = kinds::Any;
    ValueCount count = ValueCount::One;
};

/// The value of an attribute in ops that leave it out; the attribute's kind says which members count.
struct DefaultValue {
    std::int64_t number = 0;        ///< an integer, a boolean, or each element of a list
    std::size_t per_dimension = 0;  ///< elements of a list for each dimension of a window; 0: an empty list
    std::string_view text = {};     ///< a text or a keyword
    std::string_view type = {};     ///< with which integers are written; of a keyword, its enumeration
};

template <typename T>
constexpr DefaultValue default_value_of(const Attr<T>& key) {
    if constexpr (std::is_enum_v<T>)
        return {.text = keyword(key.otherwise), .type = Enumeration<T>::name};
    else if constexpr (std::is_same_v<T, std::string>)
        return {.text = key.otherwise};
    else if constexpr (std::is_integral_v<T>)
        return {.number = key.otherwise, .type = key.stored};
    else
        return {.type = key.stored};
}

/// What the specification says of an attribute.
struct AttributeFact {
    std::string_view name;
    AttributeKind kind = AttributeKind::Any;
    bool is_required = false;
    bool has_default = false;
    DefaultValue default_value = {};
    const KeywordList* keywords = nullptr;  ///< of an enumeration
    std::size_t first_keyword = 0;

    constexpr AttributeFact() = default;
    template <typename T>
    constexpr AttributeFact(const Attr<T>& key)
        : name(key.name),
          kind(key.kind()),
          is_required(key.presence == Presence::Required),
          has_default(key.presence == Presence::Defaulted),
          default_value(default_value_of(key)) {
        if constexpr (std::is_enum_v<T>) {
            keywords = &Enumeration<T>::keywords;
            first_keyword = hlo2c::frontend::first_keyword<T>;
        }
    }
    constexpr AttributeFact(const PerDimension& key)
        : name(key.name),
          kind(key.kind()),
          has_default(true),
          default_value({.number = key.fill, .per_dimension = key.entries, .type = key.stored}) {}
};

/// Marks an attribute as required by one op, although other ops may omit it.
constexpr AttributeFact must(AttributeFact fact) {
    fact.is_required = true;
    fact.has_default = false;
    return fact;
}

/// A short list that a constant expression can hold.
template <typename T, std::size_t capacity>
class FactList {
public:
    constexpr FactList() = default;
    constexpr FactList(std::initializer_list<T> facts) {
        for (const T& fact : facts) facts_.at(size_++) = fact;
    }
    constexpr std::size_t size() const { return size_; }
    constexpr bool empty() const { return size_ == 0; }
    constexpr const T* begin() const { return facts_.data(); }
    constexpr const T* end() const { return facts_.data() + size_; }
    constexpr const T& front() const { return facts_.at(0); }
    constexpr const T& operator[](std::size_t i) const { return facts_.at(i); }
    constexpr void push_back(const T& fact) { facts_.at(size_++) = fact; }

private:
    std::array<T, capacity> facts_{};
    std::size_t size_ = 0;
};

/// The labels of the constraints that determine the shapes and the element types of the results; "" if there
/// is no such constraint, or if each result has its own.
struct ResultLabels {
    std::string_view shape, element;
};

inline constexpr int any_number = -1;

/// One op: what the specification states of it.
struct OpRow {
    OpCode code;
    std::string_view hlo = {};  ///< HLO opcode with the same operands and results, if there is one
    OpFamily family;
    FactList<ValueFact, 5> operands = {};
    FactList<ValueFact, 3> results = {};
    FactList<AttributeFact, 9> attributes = {};
    int regions = 0;
    OpCode region_end = OpCode::Return;  ///< the terminator of its regions
    unsigned traits = op_trait::None;
    ResultLabels result_labels = {};
    InferHook verify;

    constexpr int least_operands() const {
        int least = 0;
        for (const ValueFact& operand : operands) least += operand.count != ValueCount::Variadic;
        return least;
    }
    constexpr int most_operands() const {
        for (const ValueFact& operand : operands)
            if (operand.count != ValueCount::One) return any_number;
        return static_cast<int>(operands.size());
    }
    constexpr bool takes_operands(std::size_t count) const {
        return static_cast<int>(count) >= least_operands() &&
               (most_operands() == any_number || static_cast<int>(count) <= most_operands());
    }
};

const OpRow& row(OpCode code);

/// Positions of the operands whose numbers determine sizes of the op's result.
std::vector<std::size_t> size_operands(OpCode code);

/// The position of the operand that is the shape of the op's result, if there is one.
std::optional<std::size_t> shape_operand(OpCode code);

/// The rows of all ops, in the order of their codes.
std::span<const OpRow> op_rows();

struct WrongCount {
    std::string message, remedy;
};
/// The error if an op cannot have this many operands or regions.
std::optional<WrongCount> wrong_count(OpCode code, std::size_t operands, std::size_t regions);

/// The index of the fact about value `position` of `count`. Each fact that is not variadic has one value;
/// variadic facts have equal shares of the others. Values beyond the last fact belong to it. Nullopt if there
/// are no facts, or if the shares are not equal.
std::optional<std::size_t> fact_of(std::span<const ValueFact> facts, std::size_t position, std::size_t count);

}  // namespace hlo2c::frontend
