#include <algorithm>
#include <numeric>

#include "frontend/ir/attributes.h"
#include "frontend/ir/dimension_lists.h"
#include "frontend/passes/all_static.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/decompose_rules.h"

namespace hlo2c::frontend {
namespace {

using Shape = std::vector<std::int64_t>;

/// A tensor with one letter per dimension, as in an einsum formula.
struct Term {
    ValueId value = no_value;
    std::string letters;

    bool has(char letter) const { return letters.find(letter) != std::string::npos; }
};

/// The sum over `dimensions`. Partial sums of narrow floats are not rounded to their type.
ValueId wide_sum(Builder& b, ValueId value, const Shape& dimensions) {
    const ElementType element = b.tensor(value).element;
    const bool is_narrow = is_float(element) && bit_width(element) < bit_width(ElementType::F32);
    return b.sum(is_narrow ? b.convert(value, ElementType::F32) : value, dimensions);
}

/// Takes the diagonal of dimensions with the same letter.
void take_diagonals(Builder& b, Term& term) {
    for (std::size_t second = 1; second < term.letters.size(); second++) {
        const std::size_t first = term.letters.find(term.letters[second]);
        if (first == second) continue;
        const TensorType index{b.tensor(term.value).shape, ElementType::I32, {}, {}};
        const ValueId on_diagonal =
            b.compare(ComparisonDirection::Eq, b.iota(index, static_cast<std::int64_t>(first)),
                      b.iota(index, static_cast<std::int64_t>(second)));
        const ValueId kept = b.select(on_diagonal, term.value, b.uniform_like(term.value, 0));
        term.value = wide_sum(b, kept, {static_cast<std::int64_t>(second)});
        term.letters.erase(second--, 1);
    }
}

/// Sums over the letters that are not among `others`.
void sum_alone(Builder& b, Term& term, const std::string& others) {
    Shape alone;
    std::string left;
    for (std::size_t d = 0; d < term.letters.size(); d++) {
        if (others.find(term.letters[d]) == std::string::npos)
            alone.push_back(static_cast<std::int64_t>(d));
        else
            left += term.letters[d];
    }
    if (!alone.empty()) term.value = wide_sum(b, term.value, alone);
    term.letters = left;
}

ValueId in_order(Builder& b, const Term& term, const std::string& letters) {
    Shape permutation;
    for (const char letter : letters)
        permutation.push_back(static_cast<std::int64_t>(term.letters.find(letter)));
    return b.transpose(term.value, permutation);
}

/// The product of two terms, summed over the letters that are not in the result.
Term product(Builder& b, const Term& left, const Term& right, const std::string& result,
             const Attribute* precision) {
    DotDimensions dimensions;
    Term made;
    Shape sizes;
    const auto keep = [&](const Term& term, std::size_t d) {
        made.letters += term.letters[d];
        sizes.push_back(b.tensor(term.value).shape[d]);
    };
    for (std::size_t d = 0; d < left.letters.size(); d++) {
        const char letter = left.letters[d];
        if (!right.has(letter)) continue;
        const bool is_batch = result.find(letter) != std::string::npos;
        (is_batch ? dimensions.lhs_batching : dimensions.lhs_contracting)
            .push_back(static_cast<std::int64_t>(d));
        (is_batch ? dimensions.rhs_batching : dimensions.rhs_contracting)
            .push_back(static_cast<std::int64_t>(right.letters.find(letter)));
        if (is_batch) keep(left, d);
    }
    for (std::size_t d = 0; d < left.letters.size(); d++)
        if (!right.has(left.letters[d])) keep(left, d);
    for (std::size_t d = 0; d < right.letters.size(); d++)
        if (!left.has(right.letters[d])) keep(right, d);
    const ElementType left_type = b.tensor(left.value).element, right_type = b.tensor(right.value).element;
    const ElementType element = left_type == right_type ? left_type : ElementType::F32;
    const TensorType type{sizes, element, {}, {}};
    made.value = b.dot_general(b.convert(left.value, element), b.convert(right.value, element), dimensions,
                               type, precision);
    return made;
}

Replacement decompose_einsum(Rewriter& rewriter, Op& op) {
    if (!all_static(rewriter, op)) return std::nullopt;
    const std::string formula = op[attr::einsum_config];
    const std::size_t arrow = formula.find("->"), comma = formula.find(',');
    const std::string result = formula.substr(arrow + 2);
    for (std::size_t i = 0; i < result.size(); i++)
        if (result.find(result[i]) != i) return std::nullopt;
    Builder b(rewriter);
    const ElementType element = rewriter.tensor(op.results[0]).element;
    const auto term = [&](std::size_t operand, const std::string& letters) {
        Term made{b.convert(op.operands[operand], element), letters};
        take_diagonals(b, made);
        return made;
    };
    Term left = term(0, formula.substr(0, std::min(arrow, comma)));
    if (op.operands.size() == 1) {
        sum_alone(b, left, result);
    } else {
        Term right = term(1, formula.substr(comma + 1, arrow - comma - 1));
        sum_alone(b, left, right.letters + result);
        sum_alone(b, right, left.letters + result);
        left = product(b, left, right, result, op.attribute(attr::precision_config));
    }
    return std::vector{b.convert(in_order(b, left, result), element)};
}

/// A ragged dot as a loop over the groups.
class RaggedDot {
public:
    RaggedDot(Rewriter& rewriter, const Op& op, TensorType type)
        : rewriter_(rewriter),
          b_(rewriter),
          op_(op),
          dimensions_(op[attr::ragged_dot_dimension_numbers].dot),
          group_(op[attr::ragged_dot_dimension_numbers].group),
          ragged_(op[attr::ragged_dot_dimension_numbers].ragged.at(0)),
          type_(std::move(type)) {}

    std::vector<ValueId> run() {
        const Attribute* precision = op_.attribute(attr::precision_config);
        if (contains(dimensions_.lhs_batching, ragged_))
            return {b_.dot_general(op_.operands[0], op_.operands[1], dimensions_, type_, precision)};
        find_ends();
        const bool contracts = contains(dimensions_.lhs_contracting, ragged_);
        const std::vector<ValueId> before = {b_.uniform(type_, 0)};
        if (groups_ == 0) return before;
        return b_.loop(groups_, before, [&](ValueId group, const std::vector<ValueId>& state) {
            return std::vector{contracts ? with_group(group, state[0], precision)
                                         : with_rows(group, state[0], precision)};
        });
    }

private:
    const TensorType& lhs() const { return rewriter_.tensor(op_.operands[0]); }
    const TensorType& rhs() const { return rewriter_.tensor(op_.operands[1]); }

    /// The dimensions of lhs that index the lists of group sizes, and then the ragged dimension.
    Shape table_dimensions() const {
        Shape dimensions;
        const bool contracts = contains(dimensions_.lhs_contracting, ragged_);
        for (const std::int64_t d : dimensions_.lhs_batching) dimensions.push_back(d);
        if (contracts) {
            for (const std::int64_t d : dimensions_.lhs_contracting) {
                if (d == ragged_) break;
                dimensions.push_back(d);
            }
        } else {
            for (std::int64_t d = 0; d < ragged_; d++)
                if (!contains(dimensions_.lhs_batching, d) && !contains(dimensions_.lhs_contracting, d))
                    dimensions.push_back(d);
        }
        if (rewriter_.tensor(op_.operands[2]).rank() == 1) dimensions.clear();
        dimensions.push_back(ragged_);
        return dimensions;
    }

    /// The begin and end of each group: prefix sums of the sizes.
    void find_ends() {
        const ValueId sizes = b_.convert(op_.operands[2], ElementType::I64);
        const TensorType table = rewriter_.tensor(sizes);
        groups_ = table.shape.back();
        TensorType square = table;
        square.shape.push_back(groups_);
        Shape places(table.shape.size());
        std::iota(places.begin(), places.end(), 0);
        const ValueId all = b_.broadcast(sizes, places, square.shape);
        const ValueId counts = b_.compare(ComparisonDirection::Le, b_.iota(square, table.rank() - 1),
                                          b_.iota(square, table.rank()));
        ends_ = b_.sum(b_.select(counts, all, b_.uniform_like(all, 0)), {table.rank() - 1});
        begins_ = b_.subtract(ends_, sizes);
    }

    /// True for positions of the ragged dimension inside the group; the shape is that of `table_dimensions`.
    ValueId mask(ValueId group) {
        const Shape dimensions = table_dimensions();
        Shape shape, rest(dimensions.size() - 1);
        for (const std::int64_t d : dimensions) shape.push_back(lhs().shape[static_cast<std::size_t>(d)]);
        std::iota(rest.begin(), rest.end(), 0);
        const TensorType index{shape, ElementType::I64, {}, {}};
        const ValueId at = b_.iota(index, index.rank() - 1);
        const auto of_group = [&](ValueId table) {
            Shape sizes = b_.tensor(table).shape;
            sizes.back() = 1;
            std::vector<ValueId> starts(sizes.size(),
                                        b_.uniform(TensorType{{}, ElementType::I64, {}, {}}, 0));
            starts.back() = group;
            const ValueId column = b_.dynamic_slice(table, starts, sizes);
            sizes.pop_back();
            return b_.broadcast(b_.reshape(column, sizes), rest, shape);
        };
        return b_.binary(OpCode::And, b_.compare(ComparisonDirection::Ge, at, of_group(begins_)),
                         b_.compare(ComparisonDirection::Lt, at, of_group(ends_)));
    }

    /// Multiplies the rows of a group by the group's matrix.
    ValueId with_rows(ValueId group, ValueId before, const Attribute* precision) {
        const std::int64_t along = group_.at(0);
        Shape sizes = rhs().shape;
        sizes[static_cast<std::size_t>(along)] = 1;
        std::vector<ValueId> starts(sizes.size(), b_.uniform(TensorType{{}, ElementType::I64, {}, {}}, 0));
        starts[static_cast<std::size_t>(along)] = group;
        const ValueId part = b_.dynamic_slice(op_.operands[1], starts, sizes);
        sizes.erase(sizes.begin() + along);
        const ValueId matrix = b_.reshape(part, sizes);
        DotDimensions without_group = dimensions_;
        for (Shape* list : {&without_group.rhs_batching, &without_group.rhs_contracting})
            for (std::int64_t& d : *list) d -= d > along ? 1 : 0;
        const ValueId product = b_.dot_general(op_.operands[0], matrix, without_group, type_, precision);
        Shape places;
        for (const std::int64_t d : table_dimensions()) places.push_back(place_in_result(d));
        return b_.select(b_.broadcast(mask(group), places, type_.shape), product, before);
    }

    /// The result dimension of a batching or free dimension of lhs.
    std::int64_t place_in_result(std::int64_t dimension) const {
        const auto batch =
            std::find(dimensions_.lhs_batching.begin(), dimensions_.lhs_batching.end(), dimension);
        if (batch != dimensions_.lhs_batching.end()) return batch - dimensions_.lhs_batching.begin();
        auto place = static_cast<std::int64_t>(dimensions_.lhs_batching.size());
        for (std::int64_t d = 0; d < dimension; d++)
            if (!contains(dimensions_.lhs_batching, d) && !contains(dimensions_.lhs_contracting, d)) place++;
        return place;
    }

    /// The group's part of the sum becomes one slice of the result.
    ValueId with_group(ValueId group, ValueId before, const Attribute* precision) {
        const Shape left = table_dimensions();
        Shape right;
        for (const std::int64_t d : left) right.push_back(partner(d));
        const ValueId inside = mask(group);
        const auto masked = [&](ValueId value, const Shape& places) {
            const ValueId chosen = b_.broadcast(inside, places, b_.tensor(value).shape);
            return b_.select(chosen, value, b_.uniform_like(value, 0));
        };
        TensorType slice = type_;
        slice.shape.erase(slice.shape.begin());
        const ValueId product = b_.dot_general(masked(op_.operands[0], left), masked(op_.operands[1], right),
                                               dimensions_, slice, precision);
        slice.shape.insert(slice.shape.begin(), 1);
        std::vector<ValueId> starts(slice.shape.size(),
                                    b_.uniform(TensorType{{}, ElementType::I64, {}, {}}, 0));
        starts[0] = group;
        return b_.dynamic_update_slice(before, b_.reshape(product, slice.shape), starts);
    }

    /// The dimension of rhs paired with a batching or contracting dimension of lhs.
    std::int64_t partner(std::int64_t dimension) const {
        const auto batch =
            std::find(dimensions_.lhs_batching.begin(), dimensions_.lhs_batching.end(), dimension);
        if (batch != dimensions_.lhs_batching.end())
            return dimensions_.rhs_batching.at(
                static_cast<std::size_t>(batch - dimensions_.lhs_batching.begin()));
        const Shape& contracting = dimensions_.lhs_contracting;
        const auto at = std::find(contracting.begin(), contracting.end(), dimension) - contracting.begin();
        return dimensions_.rhs_contracting.at(static_cast<std::size_t>(at));
    }

    Rewriter& rewriter_;
    Builder b_;
    const Op& op_;
    DotDimensions dimensions_;
    Shape group_;
    std::int64_t ragged_ = 0, groups_ = 0;
    TensorType type_;
    ValueId begins_ = no_value, ends_ = no_value;
};

/// Padding and masks are zeros, which f8E8M0FNU does not have.
bool lacks_zero(const Rewriter& rewriter, const Op& op) {
    return std::any_of(op.operands.begin(), op.operands.end(), [&](ValueId operand) {
        return rewriter.tensor(operand).element == ElementType::F8E8M0FNU;
    });
}

Replacement widen_without_zero(Rewriter& rewriter, Op& op) {
    return lacks_zero(rewriter, op) ? computed_in_single(rewriter, op) : std::nullopt;
}

Replacement decompose_ragged_dot(Rewriter& rewriter, Op& op) {
    if (!all_static(rewriter, op)) return std::nullopt;
    TensorType type = rewriter.tensor(op.results[0]);
    if (!lacks_zero(rewriter, op)) return RaggedDot(rewriter, op, type).run();
    const ElementType element = type.element;
    type.element = ElementType::F32;
    const Op wide = with_single_operands(rewriter, op);
    return std::vector{Builder(rewriter).convert(RaggedDot(rewriter, wide, type).run().at(0), element)};
}

/// Float operands with an integer result: the sums have the float type and are then converted.
Replacement decompose_integer_sums(Rewriter& rewriter, Op& op) {
    const TensorType &lhs = rewriter.tensor(op.operands[0]), &rhs = rewriter.tensor(op.operands[1]);
    TensorType result = rewriter.tensor(op.results[0]);
    const ElementType element = result.element;
    if (is_float(element) || is_complex(element) || !result.quantization.empty() || !is_float(lhs.element) ||
        lhs.element != rhs.element)
        return std::nullopt;
    result.element = lhs.element;
    Op sums = op;
    sums.results.clear();
    const ValueId made = rewriter.emit(std::move(sums), result);
    return std::vector<ValueId>{Builder(rewriter).convert(made, element)};
}

Replacement decompose_convolution(Rewriter& rewriter, Op& op) {
    if (Replacement wide = widen_without_zero(rewriter, op)) return wide;
    return decompose_integer_sums(rewriter, op);
}

constexpr auto contraction_rows = std::to_array<RuleEntry>({
    {OpCode::Convolution, decompose_convolution},
    {OpCode::DotGeneral, decompose_integer_sums},
    {OpCode::DynamicConv, widen_without_zero},
    {OpCode::ChloRaggedDot, decompose_ragged_dot},
    {OpCode::Einsum, decompose_einsum},
    {OpCode::UnaryEinsum, decompose_einsum},
});

}  // namespace

constinit const RuleRows contraction_rules = contraction_rows;

}  // namespace hlo2c::frontend
