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

using Types = std::vector<Type>;

/// The constants seen so far, by the value they define.
using Constants = std::unordered_map<ValueId, const Op*>;

/// One op under verification: the interface through which the hooks `infer_...` read it and report
/// violations.
class OpContext {
public:
    /// `functions` is the index of `program`; pass it to verify many ops.
    OpContext(const Program& program, const Function& function, const Op& op,
              const Constants* constants = nullptr, const FunctionIndex* functions = nullptr)
        : program_(program), function_(function), op_(op), constants_(constants), functions_(functions) {}

    const Program& program() const { return program_; }
    const Function& function() const { return function_; }
    const Op& op() const { return op_; }
    /// The program's function of this name, or nullptr.
    const Function* function_called(std::string_view name) const {
        return functions_ != nullptr ? functions_->find(name) : program_.function(name);
    }

    std::size_t operand_count() const { return op_.operands.size(); }
    std::size_t result_count() const { return op_.results.size(); }
    const Type& operand_type(std::size_t i) const { return function_.type(op_.operands[i]); }
    const Type& result_type(std::size_t i) const;
    /// How messages call a value: "operand 2 (init_values)".
    std::string operand_name(std::size_t i) const;
    std::string result_name(std::size_t i) const;
    /// The tensor type of an operand or declared result; any other type is an error.
    const TensorType& operand(std::size_t i) const;
    const TensorType& result(std::size_t i) const;
    /// The integers of an operand that is a constant of static shape, else nothing.
    std::optional<Sizes> constant_integers(std::size_t i) const;
    Types operand_types(std::size_t begin, std::size_t end) const;
    Types declared() const;  ///< the declared result types

    /// Throws a violation of the constraint `label` ("C3", or "" for rules without a label).
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
    /// The keyword of the attribute; a keyword outside its enumeration violates `label`.
    template <typename E>
    E keyword(const Attr<E>& key, std::string_view label) const {
        require_attribute(key.name, key.kind(), key.presence == Presence::Required);
        if (!op_.has(key)) return key.otherwise;
        const std::string word = read_attribute<std::string>(*op_.attribute(key), key.name);
        require_keyword(label, word, Enumeration<E>::keywords, first_keyword<E>);
        return *from_keyword<E>(word);
    }
    void require_attribute(std::string_view name, AttributeKind kind, bool required) const;
    /// Requires `word` to be a known keyword, other than the first `first` ones.
    void require_keyword(std::string_view label, std::string_view word, const KeywordList& known,
                         std::size_t first) const;
    /// Requires the structured attribute `name`, with integers or lists of integers as fields.
    void require_structure(std::string_view name, std::string_view kind) const;

    /// Requires each of `dimensions` to be in 0 .. rank-1.
    void require_in_range(const Sizes& dimensions, std::int64_t rank, std::string_view label,
                          std::string_view what) const;
    void require_unique(const Sizes& dimensions, std::string_view label, std::string_view what) const;
    void require_sorted(const Sizes& dimensions, std::string_view label, std::string_view what) const;
    void require_positive(const Sizes& values, std::string_view label, std::string_view what) const;
    void require_size(const Sizes& values, std::size_t size, std::string_view label,
                      std::string_view what) const;
    /// The inferred size of dimension `dimension` of `whose`; a size that no tensor can have is an error.
    std::int64_t require_possible(Wide size, std::size_t dimension, std::string_view label,
                                  std::string_view whose = "the result") const;

    /// Requires the region to take `arguments` and return `results` (element types, and shapes as far as
    /// known).
    void require_region(std::size_t index, const Types& arguments, const std::optional<Types>& results,
                        std::string_view label) const;
    /// Types of the region's returned values.
    Types returned_types(std::size_t index) const;

private:
    const TensorType& tensor_of(const Type& type, bool is_result, std::size_t i) const;

    const Program& program_;
    const Function& function_;
    const Op& op_;
    const Constants* constants_;
    const FunctionIndex* functions_;
};

// Comparisons of types and sizes that may be partly unknown.

inline bool same_size(std::int64_t a, std::int64_t b) {
    return a == b || a == dynamic_size || b == dynamic_size;
}
bool same_shape(const Sizes& a, const Sizes& b);
/// `element_type(a) = element_type(b)`, including the scales and zero points of quantized types.
bool equal_element(const TensorType& a, const TensorType& b);
/// True if the element types are equal, or quantized with the same storage and expressed types.
bool same_element(const TensorType& a, const TensorType& b);
/// The element type, or the expressed type of a quantized one: f32 for !quant.uniform<i8:f32, ...>.
ElementType expressed_element(const TensorType& type);
/// `baseline_type(a) = baseline_type(b)`: same shape and element type, ignoring quantization parameters.
bool same_baseline(const TensorType& a, const TensorType& b);
bool compatible(const Type& a, const Type& b);
/// `is_promotable(from, to)`: same kind, and `to` is not narrower; quantized types compare by storage type.
bool is_promotable(const TensorType& from, const TensorType& to);
TensorType with_shape(TensorType type, Sizes shape);
TensorType scalar_of(TensorType type);
/// Per dimension, the smaller bound of two types of one shape, if either has one.
Sizes merged_bounds(const TensorType& a, const TensorType& b);
/// The more static of two compatible shapes.
Sizes merged_shape(const Sizes& a, const Sizes& b);
/// Number of windows of `size` over `extent` elements, stride `stride`.
Wide window_count(std::int64_t extent, std::int64_t size, std::int64_t stride, std::int64_t base_dilation,
                  std::int64_t window_dilation, std::int64_t low, std::int64_t high);

/// Checks `source_target_pairs` of permutes, sends and receives: a table of two columns (`table_label`), each
/// without repetitions (C2) (C3), no negative ids (C4).
void require_pairs(const OpContext& op, std::string_view table_label);

/// Checks the attribute `padding`, if present: a table of integers with one row (low, high) per dimension.
void require_padding_table(const OpContext& op, std::size_t rows, std::string_view label);

}  // namespace hlo2c::frontend
