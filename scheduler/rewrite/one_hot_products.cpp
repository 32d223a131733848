#include "scheduler/rewrite/one_hot_products.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "frontend/ir/attributes.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/dead_code_elimination.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Builder;
using frontend::ComparisonDirection;
using frontend::Rewriter;
using Shape = std::vector<std::int64_t>;

/// Shorter sums take no longer than a gather.
constexpr std::int64_t shortest_sum = 8;

class OneHotProducts {
public:
    OneHotProducts(Rewriter& rewriter, FloatRules rules)
        : rewriter_(rewriter), build_(rewriter), rules_(rules) {}

    /// The product as gathered rows of the other operand; nullopt if no operand is one-hot.
    std::optional<ValueId> gathered(const Op& op) {
        if (op.code != OpCode::DotGeneral) return std::nullopt;
        const frontend::DotDimensions dims = op[attr::dot_dimension_numbers];
        if (!dims.lhs_batching.empty() || dims.lhs_contracting.size() != 1) return std::nullopt;
        const auto lhs = static_cast<std::size_t>(dims.lhs_contracting[0]);
        const auto rhs = static_cast<std::size_t>(dims.rhs_contracting[0]);
        if (const auto rows = rows_of(op.operands[0], lhs, op.operands[1], rhs, false))
            return finish(op, *rows);
        if (const auto rows = rows_of(op.operands[1], rhs, op.operands[0], lhs, true))
            return finish(op, *rows);
        return std::nullopt;
    }

private:
    const TensorType& tensor(ValueId value) const { return rewriter_.tensor(value); }

    ValueId finish(const Op& op, ValueId rows) { return build_.convert(rows, tensor(op.results[0]).element); }

    /// The elements 0 and 1 of this type are exact, and so are their products.
    static bool holds_one(const TensorType& type) {
        if (type.is_quantized()) return false;
        const int bits = frontend::bit_width(type.element);
        return frontend::is_float(type.element) ? bits >= 16
                                                : frontend::is_integer(type.element) && bits >= 8;
    }

    /// True if zero times each element is zero, and zero plus each element is the element.
    bool vanishes_with_zero(ValueId value) const {
        if (!frontend::is_float(tensor(value).element) || rules_ == FloatRules::Fast) return true;
        const frontend::Literal* literal = rewriter_.constant(value);
        if (literal == nullptr) return false;
        const std::int64_t count = literal->is_splat() ? 1 : literal->type().element_count();
        for (std::int64_t i = 0; i < count; i++) {
            const double element = literal->real(i);
            if (!std::isfinite(element) || (element == 0 && std::signbit(element))) return false;
        }
        return true;
    }

    /// True if the elements along dimension `d` are 0, 1, ..., everywhere.
    bool counts_along(ValueId value, std::size_t d) const {
        const TensorType& type = tensor(value);
        if (const frontend::Literal* literal = rewriter_.constant(value)) {
            if (literal->is_splat()) return false;
            const std::int64_t stride = frontend::row_major_strides(type.shape)[d];
            for (std::int64_t i = 0; i < type.element_count(); i++)
                if (literal->integer(i) != i / stride % type.shape[d]) return false;
            return true;
        }
        const Op* op = rewriter_.definition(value);
        if (op == nullptr) return false;
        if (op->code == OpCode::Iota) return (*op)[attr::iota_dimension] == static_cast<std::int64_t>(d);
        if (op->code != OpCode::BroadcastInDim) return false;
        const auto dims = (*op)[attr::broadcast_dimensions];
        const auto from = std::find(dims.begin(), dims.end(), static_cast<std::int64_t>(d));
        if (from == dims.end()) return false;
        const auto position = static_cast<std::size_t>(from - dims.begin());
        const ValueId source = op->operands[0];
        return tensor(source).shape[position] == type.shape[d] && counts_along(source, position);
    }

    /// `value` without dimension `d`, along which its elements are equal; nullopt if that is unknown.
    std::optional<ValueId> without(ValueId value, std::size_t d) {
        const Op* op = rewriter_.definition(value, OpCode::BroadcastInDim);
        if (op == nullptr) return std::nullopt;
        ValueId source = op->operands[0];
        Shape dims = (*op)[attr::broadcast_dimensions], shape = tensor(value).shape;
        const auto from = std::find(dims.begin(), dims.end(), static_cast<std::int64_t>(d));
        if (from != dims.end()) {
            Shape kept = tensor(source).shape;
            const auto position = from - dims.begin();
            if (kept[static_cast<std::size_t>(position)] != 1) return std::nullopt;
            kept.erase(kept.begin() + position);
            dims.erase(from);
            source = build_.reshape(source, kept);
        }
        for (std::int64_t& each : dims)
            if (each > static_cast<std::int64_t>(d)) each--;
        shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(d));
        return build_.broadcast(source, dims, shape);
    }

    /// What is compared with 0, 1, ... along dimension `d` of `value`, whose rows are one-hot; nullopt if
    /// they are not.
    std::optional<ValueId> compared_index(ValueId value, std::size_t d) const {
        const Op* convert = rewriter_.definition(value, OpCode::Convert);
        if (convert == nullptr || !tensor(value).is_static() || !holds_one(tensor(value)))
            return std::nullopt;
        const Op* compare = rewriter_.definition(convert->operands[0], OpCode::Compare);
        if (compare == nullptr || (*compare)[attr::comparison_direction] != ComparisonDirection::Eq)
            return std::nullopt;
        const TensorType& compared = tensor(compare->operands[0]);
        const std::int64_t extent = tensor(value).shape[d];
        const int bits = frontend::bit_width(compared.element);
        const bool counts = frontend::is_integer(compared.element) && !compared.is_quantized() &&
                            extent >= shortest_sum && (bits >= 64 || extent <= std::int64_t{1} << (bits - 1));
        if (!counts) return std::nullopt;
        for (const std::size_t side : {0, 1})
            if (counts_along(compare->operands[side], d)) return compare->operands[1 - side];
        return std::nullopt;
    }

    /// The product of one-hot rows along dimension `d` and `table`, whose rows are along `contracting`.
    std::optional<ValueId> rows_of(ValueId one_hot, std::size_t d, ValueId table, std::size_t contracting,
                                   bool table_first) {
        if (!tensor(table).is_static() || !holds_one(tensor(table))) return std::nullopt;
        const std::optional<ValueId> compared = compared_index(one_hot, d);
        if (!compared || !vanishes_with_zero(table)) return std::nullopt;
        const std::optional<ValueId> index = without(*compared, d);
        if (!index) return std::nullopt;
        const Shape rows = tensor(*index).shape;
        Shape with_vector = rows, sizes = tensor(table).shape, result;
        with_vector.push_back(1);
        sizes[contracting] = 1;
        frontend::GatherDimensions dimensions;
        dimensions.collapsed_slice_dims =
            dimensions.start_index_map = {static_cast<std::int64_t>(contracting)};
        dimensions.index_vector_dim = static_cast<std::int64_t>(rows.size());
        Shape row = tensor(table).shape;
        row.erase(row.begin() + static_cast<std::ptrdiff_t>(contracting));
        const std::size_t first = table_first ? 0 : rows.size(), first_of_rows = table_first ? row.size() : 0;
        for (std::size_t i = 0; i < row.size(); i++)
            dimensions.offset_dims.push_back(static_cast<std::int64_t>(first + i));
        Shape positions;
        for (std::size_t i = 0; i < rows.size(); i++)
            positions.push_back(static_cast<std::int64_t>(first_of_rows + i));
        for (const Shape* part : {table_first ? &row : &rows, table_first ? &rows : &row})
            result.insert(result.end(), part->begin(), part->end());

        Op gather{.code = OpCode::Gather, .operands = {table, build_.reshape(*index, with_vector)}};
        gather.set_attribute(attr::gather_dimension_numbers, attribute_of(dimensions));
        gather.set(attr::slice_sizes, sizes);
        const TensorType type{result, tensor(table).element, {}, {}};
        const ValueId gathered = rewriter_.emit(std::move(gather), type);
        const ValueId in_range =
            build_.broadcast(is_in_range(*index, tensor(table).shape[contracting]), positions, result);
        return build_.select(in_range, gathered, build_.uniform_like(gathered, 0));
    }

    ValueId is_in_range(ValueId index, std::int64_t extent) {
        const ValueId last = build_.uniform_like(index, static_cast<double>(extent - 1));
        const ValueId below = build_.compare(ComparisonDirection::Le, index, last);
        if (frontend::is_unsigned_integer(tensor(index).element)) return below;
        const ValueId zero = build_.uniform_like(index, 0);
        return build_.binary(OpCode::And, build_.compare(ComparisonDirection::Ge, index, zero), below);
    }

    Rewriter& rewriter_;
    Builder build_;
    const FloatRules rules_;
};

}  // namespace

void gather_one_hot_products(frontend::Program& program, FloatRules rules) {
    bool changed = false;
    for (Function& function : program.functions)
        changed = Rewriter(program, function)
                      .run([&](Rewriter& rewriter, Op& op) -> std::optional<std::vector<ValueId>> {
                          const auto rows = OneHotProducts(rewriter, rules).gathered(op);
                          if (!rows) return std::nullopt;
                          return std::vector{*rows};
                      }) ||
                  changed;
    if (changed) frontend::dead_code_elimination(program);
}

}  // namespace hlo2c::scheduler
