#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontend/ir/attributes.h"
#include "frontend/ir/checked_arithmetic.h"
#include "frontend/ir/function_index.h"
#include "frontend/ir/program.h"
#include "frontend/ops/verify.h"

namespace hlo2c::frontend {

using Sizes = std::vector<std::int64_t>;

/// Where an op expects what: `{lhs, 0}` in messages.
using Types = std::vector<Type>;

/// The constants seen so far, by the value they define.
using Constants = std::unordered_map<ValueId, const Op*>;

/// One op under verification: what the hooks `infer_...` in the family files look at, and how they refuse.
class OpContext {
public:
    /// `functions` is the index of `program`, for those who verify many ops.
    OpContext(const Program& program, const Function& function, const Op& op,
              const Constants* constants = nullptr, const FunctionIndex* functions = nullptr)
        : program_(program), function_(function), op_(op), constants_(constants), functions_(functions) {}

    const Program& program() const { return program_; }
    const Function& function() const { return function_; }
    const Op& op() const { return op_; }
    /// The function of the program that has this name, or nullptr.
    const Function* function_called(std::string_view name) const {
        return functions_ != nullptr ? functions_->find(name) : program_.function(name);
    }

    std::size_t operand_count() const { return op_.operands.size(); }
    std::size_t result_count() const { return op_.results.size(); }
    const Type& operand_type(std::size_t i) const { return function_.type(op_.operands[i]); }
    const Type& result_type(std::size_t i) const;
    /// The tensor type of an operand or declared result; any other type is an error.
    const TensorType& operand(std::size_t i) const;
    const TensorType& result(std::size_t i) const;
    /// The integers of an operand that a constant defines, as many as the operand's type says; nothing for
    /// any other, and where the type does not say it.
    std::optional<Sizes> constant_integers(std::size_t i) const;
    Types operand_types(std::size_t begin, std::size_t end) const;
    Types declared() const;  ///< the declared result types

    /// Throws that the constraint `label` ("C3", or "" for rules without one) does not hold.
    [[noreturn]] void refuse(std::string_view label, std::string message) const;
    void require(bool holds, std::string_view label, std::string_view message) const {
        if (!holds) refuse(label, std::string(message));
    }
    [[noreturn]] void refuse_as(int number, std::string message, std::string remedy) const;

    /// The value of the attribute, whose presence and kind are checked.
    template <typename T>
    decltype(auto) operator[](const Attr<T>& key) const {
        require_attribute(key.name, key.kind(), key.presence == Presence::Required);
        return op_[key];
    }
    /// The keyword of the attribute; any that its enumeration does not have violates `label`.
    template <typename E>
    E keyword(const Attr<E>& key, std::string_view label) const {
        require_attribute(key.name, key.kind(), key.presence == Presence::Required);
        if (!op_.has(key)) return key.otherwise;
        const std::string word = read_attribute<std::string>(*op_.attribute(key), key.name);
        require_keyword(label, word, Enumeration<E>::keywords, first_keyword<E>);
        return *from_keyword<E>(word);
    }
    void require_attribute(std::string_view name, AttributeKind kind, bool required) const;
    /// `word` is one of the known keywords, the `first` of which do not count.
    void require_keyword(std::string_view label, std::string_view word, const KeywordList& known,
                         std::size_t first) const;
    /// The structured attribute `name`, of which every field is an integer or a list of integers.
    void require_structure(std::string_view name, std::string_view kind) const;

    /// Each of `dimensions` is one of 0 .. rank-1.
    void require_in_range(const Sizes& dimensions, std::int64_t rank, std::string_view label,
                          std::string_view what) const;
    void require_unique(const Sizes& dimensions, std::string_view label, std::string_view what) const;
    void require_sorted(const Sizes& dimensions, std::string_view label, std::string_view what) const;
    void require_positive(const Sizes& values, std::string_view label, std::string_view what) const;
    void require_size(const Sizes& values, std::size_t size, std::string_view label,
                      std::string_view what) const;
    /// The size that dimension `dimension` of `whose` follows to have; one that no tensor has is refused.
    std::int64_t require_possible(Wide size, std::size_t dimension, std::string_view label,
                                  std::string_view whose = "the result") const;

    /// The region takes `arguments` and returns `results` (element types and shapes as far as known).
    void require_region(std::size_t index, const Types& arguments, const std::optional<Types>& results,
                        std::string_view label) const;
    /// Types of the values that the region returns.
    Types returned_types(std::size_t index) const;

private:
    const Program& program_;
    const Function& function_;
    const Op& op_;
    const Constants* constants_;
    const FunctionIndex* functions_;
};

// Types and sizes that may be unknown.

inline bool same_size(std::int64_t a, std::int64_t b) {
    return a == b || a == dynamic_size || b == dynamic_size;
}
bool same_shape(const Sizes& a, const Sizes& b);
/// `element_type(a) = element_type(b)`: quantized ones with the same scales and zero points.
bool equal_element(const TensorType& a, const TensorType& b);
/// Element types that may stand for each other: equal, or quantized with the same storage and expressed
/// types.
bool same_element(const TensorType& a, const TensorType& b);
/// The element type with quantization taken off: f32 for !quant.uniform<i8:f32, ...>.
ElementType expressed_element(const TensorType& type);
/// `baseline_type(a) = baseline_type(b)`: same shape and element, quantization parameters aside.
bool same_baseline(const TensorType& a, const TensorType& b);
bool compatible(const Type& a, const Type& b);
/// `is_promotable(from, to)`: the same kind, and not narrower; quantized types promote by their storage.
bool is_promotable(const TensorType& from, const TensorType& to);
TensorType with_shape(TensorType type, Sizes shape);
TensorType scalar_of(TensorType type);
/// The least of the bounds of two types of one shape, where either has one.
Sizes merged_bounds(const TensorType& a, const TensorType& b);
/// The more static of two compatible shapes.
Sizes merged_shape(const Sizes& a, const Sizes& b);
/// Number of windows of `size` over `extent` elements, stride `stride`.
Wide window_count(std::int64_t extent, std::int64_t size, std::int64_t stride, std::int64_t base_dilation,
                  std::int64_t window_dilation, std::int64_t low, std::int64_t high);

/// `source_target_pairs` of permutes and of sends and receives: two columns, each without repetitions (C2)
/// (C3), not negative (C4). `table_label` is the label of the first rule.
void require_pairs(const OpContext& op, std::string_view table_label);

/// `padding`, where it is given, is a table of integers with a row (low, high) for each of `rows` dimensions.
void require_padding_table(const OpContext& op, std::size_t rows, std::string_view label);

// One hook per name in the column `verify` of ops.def.
using InferHook = Types (*)(const OpContext& op);
InferHook infer_hook(OpCode code);

}  // namespace hlo2c::frontend
