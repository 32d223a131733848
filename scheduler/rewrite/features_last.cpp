#include "scheduler/rewrite/features_last.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "frontend/ir/attributes.h"
#include "frontend/ir/structures.h"
#include "frontend/ir/total_table.h"
#include "frontend/ops/op_traits.h"
#include "frontend/passes/dead_code_elimination.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/program_names.h"
#include "scheduler/rewrite/views.h"

namespace hlo2c::scheduler {
namespace {

using Shape = std::vector<std::int64_t>;

/// The fewest features that are worth a vector if the operand is in another order, and if it already has its
/// features last.
constexpr std::int64_t least_features = 16;
constexpr std::int64_t least_features_of_chain = 8;

/// The new position of dimension `d` after dimension `feature` becomes the last of `rank`.
std::int64_t moved_dimension(std::int64_t d, std::int64_t feature, std::size_t rank) {
    return d < feature ? d : d == feature ? static_cast<std::int64_t>(rank) - 1 : d - 1;
}

/// A list that has an entry per dimension, in the new order.
Shape moved(Shape list, std::int64_t feature) {
    std::rotate(list.begin() + feature, list.begin() + feature + 1, list.end());
    return list;
}

TensorType moved_type(TensorType type, std::int64_t feature) {
    type.shape = moved(std::move(type.shape), feature);
    return type;
}

std::int64_t product(Shape::const_iterator begin, Shape::const_iterator end) {
    return std::accumulate(begin, end, std::int64_t{1}, std::multiplies<>());
}

/// True if moving the feature does not change the order of elements in memory.
bool keeps_order(const Shape& shape, std::int64_t feature) {
    const auto at = shape.begin() + feature;
    return *at == 1 || product(at + 1, shape.end()) == 1;
}

void set_dimensions(Op& op, const frontend::ConvolutionDimensions& to) {
    const auto number = [](std::int64_t d) { return Attribute(frontend::IntegerAttribute{d, "i64"}); };
    const auto list = [](const Shape& all) { return Attribute(IntegerArray{all, "i64"}); };
    op.set_attribute(attr::convolution_dimension_numbers,
                     Attribute(frontend::StructAttribute{
                         frontend::structures::convolution,
                         {{"input_batch_dimension", number(to.input_batch)},
                          {"input_feature_dimension", number(to.input_feature)},
                          {"input_spatial_dimensions", list(to.input_spatial)},
                          {"kernel_input_feature_dimension", number(to.kernel_input_feature)},
                          {"kernel_output_feature_dimension", number(to.kernel_output_feature)},
                          {"kernel_spatial_dimensions", list(to.kernel_spatial)},
                          {"output_batch_dimension", number(to.output_batch)},
                          {"output_feature_dimension", number(to.output_feature)},
                          {"output_spatial_dimensions", list(to.output_spatial)}},
                         {}}));
}

/// True for a region that combines two elements with one commutative op.
bool combines_in_any_order(const Region& region) {
    return region.ops.size() == 2 && frontend::has_trait(region.ops[0].code, frontend::op_trait::Commutative);
}

/// Values, in all regions, from which a moved form can be made without a transpose.
struct Known {
    std::set<ValueId> constants;                              ///< constants and views of them
    std::map<ValueId, Literal> splats;                        ///< constants that are the same everywhere
    std::map<ValueId, std::pair<ValueId, Shape>> broadcasts;  ///< operand and dimensions
};

class FeatureMover {
public:
    FeatureMover(Function& function, Known& known) : function_(function), known_(known) {}

    void run(Region& region) {
        for (Op& op : region.ops) {
            for (Region& inner : op.regions) FeatureMover(function_, known_).run(inner);
            visit(std::move(op));
        }
        region.ops = std::move(ops_);
    }

private:
    /// A value whose last dimension is dimension `feature` of the program's value.
    struct Moved {
        ValueId value;
        std::int64_t feature;
    };

    const Shape& shape(ValueId value) const { return function_.tensor(value).shape; }

    const Moved* moved_form(ValueId value) const {
        const auto found = moved_.find(value);
        return found == moved_.end() ? nullptr : &found->second;
    }

    ValueId emit(Op op, TensorType type) {
        op.results = {function_.add_value(frontend::Type(std::move(type)), {}, op.location)};
        ops_.push_back(std::move(op));
        return ops_.back().results[0];
    }

    /// A transpose, or a reshape if the elements keep their order.
    Op transposed(ValueId operand, Shape permutation, bool keeps, const Op& near) const {
        Op op{.code = keeps ? OpCode::Reshape : OpCode::Transpose,
              .operands = {operand},
              .location = near.location,
              .position = near.position};
        if (!keeps) op.set(attr::permutation, std::move(permutation));
        return op;
    }

    /// `value` with its features last; adds a constant, broadcast or transpose if it has no such form yet.
    ValueId feature_last(ValueId value, std::int64_t feature, const Op& near) {
        const TensorType type = function_.tensor(value);
        if (feature + 1 == type.rank()) return value;
        const Moved* known = moved_form(value);
        if (known && known->feature == feature) return known->value;
        if (const auto view = views_.find({value, feature}); view != views_.end()) return view->second;
        ValueId& made = views_[{value, feature}];
        const TensorType to = moved_type(type, feature);
        if (const auto splat = known_.splats.find(value); splat != known_.splats.end()) {
            Op op{.code = OpCode::Constant, .location = near.location, .position = near.position};
            const auto bytes = splat->second.element(0);
            op.set(attr::value, Literal(to, {bytes.begin(), bytes.end()}, true));
            return made = emit(std::move(op), to);
        }
        if (const auto from = known_.broadcasts.find(value); from != known_.broadcasts.end()) {
            Op op{.code = OpCode::BroadcastInDim,
                  .operands = {from->second.first},
                  .location = near.location,
                  .position = near.position};
            Shape dimensions = from->second.second;
            for (std::int64_t& d : dimensions) d = moved_dimension(d, feature, to.shape.size());
            op.set(attr::broadcast_dimensions, std::move(dimensions));
            return made = emit(std::move(op), to);
        }
        Shape permutation(type.shape.size());
        std::iota(permutation.begin(), permutation.end(), 0);
        return made = emit(
                   transposed(value, moved(permutation, feature), keeps_order(type.shape, feature), near),
                   to);
    }

    /// Adds `op`, which computes the moved form of its result, and after it a view in the program's own
    /// order.
    void replace_result(Op op, std::int64_t feature) {
        const ValueId original = op.results[0];
        const TensorType type = function_.tensor(original);
        if (feature + 1 == type.rank()) {
            ops_.push_back(std::move(op));
            return;
        }
        const Op near{.location = op.location, .position = op.position};
        const ValueId value = emit(std::move(op), moved_type(type, feature));
        moved_[original] = {value, feature};
        Shape back(type.shape.size());
        for (std::size_t d = 0; d < back.size(); d++)
            back[d] = moved_dimension(static_cast<std::int64_t>(d), feature, back.size());
        Op view = transposed(value, std::move(back), keeps_order(type.shape, feature), near);
        view.results = {original};
        ops_.push_back(std::move(view));
    }

    void visit(Op op) {
        note(op);
        if (op.code == OpCode::Convolution) return convolution(std::move(op));
        const Moved* operand = nullptr;
        for (const ValueId each : op.operands)
            if (!operand) operand = moved_form(each);
        if (operand && op.results.size() == 1 && follow(op, *operand)) return;
        if (op.code == OpCode::Transpose && !moved_.empty()) note_transpose(op);
        ops_.push_back(std::move(op));
    }

    /// In a chain of convolutions, the program's own transposes from features last to another order count as
    /// moved forms.
    void note_transpose(const Op& op) {
        Shape permutation = op[attr::permutation];
        const auto last = static_cast<std::int64_t>(permutation.size()) - 1;
        const auto at = std::find(permutation.begin(), permutation.end(), last);
        const std::int64_t feature = at - permutation.begin();
        permutation.erase(at);
        if (feature != last && std::is_sorted(permutation.begin(), permutation.end()))
            moved_[op.results[0]] = {op.operands[0], feature};
    }

    void note(const Op& op) {
        if (op.code == OpCode::Constant) {
            known_.constants.insert(op.results[0]);
            const Literal& literal = op[attr::value];
            if (literal.is_splat() || literal.type().element_count() == 1)
                known_.splats.emplace(op.results[0], literal);
        } else if (views.contains(op.code) && known_.constants.count(op.operands[0])) {
            known_.constants.insert(op.results[0]);
        } else if (op.code == OpCode::BroadcastInDim) {
            known_.broadcasts[op.results[0]] = {op.operands[0], op[attr::broadcast_dimensions]};
        }
    }

    void convolution(Op op) {
        const frontend::ConvolutionDimensions from = op[attr::convolution_dimension_numbers];
        const std::size_t rank = shape(op.results[0]).size();
        const std::int64_t features = shape(op.results[0])[static_cast<std::size_t>(from.output_feature)];
        const std::int64_t groups = op[attr::feature_group_count];
        const bool is_depthwise = groups > 1 && groups == features;
        const Moved* operand = moved_form(op.operands[0]);
        const bool is_chain = operand && operand->feature == from.input_feature;
        const bool fills_vectors = (is_depthwise ? features : features / groups) >=
                                   (is_chain ? least_features_of_chain : least_features);
        if (!fills_vectors || (is_depthwise && !is_chain) || op[attr::batch_group_count] != 1 ||
            !known_.constants.count(op.operands[1])) {
            ops_.push_back(std::move(op));
            return;
        }
        op.operands[0] = feature_last(op.operands[0], from.input_feature, op);
        frontend::ConvolutionDimensions to = from;
        const auto input = [&](std::int64_t d) { return moved_dimension(d, from.input_feature, rank); };
        const auto output = [&](std::int64_t d) { return moved_dimension(d, from.output_feature, rank); };
        to.input_batch = input(from.input_batch);
        to.input_feature = input(from.input_feature);
        to.output_batch = output(from.output_batch);
        to.output_feature = output(from.output_feature);
        for (std::int64_t& d : to.input_spatial) d = input(d);
        for (std::int64_t& d : to.output_spatial) d = output(d);
        set_dimensions(op, to);
        replace_result(std::move(op), from.output_feature);
    }

    /// Lets `op`, which has `operand` as an operand, work on moved forms. False if it cannot.
    bool follow(Op& op, const Moved operand) {
        if (rule_of(op).is_elementwise()) return follow_elementwise(op, operand.feature);
        const Follow rule = frontend::behaviour(rules, op.code);
        return rule != nullptr && (this->*rule)(op, operand);
    }

    using Follow = bool (FeatureMover::*)(Op& op, const Moved& operand);
    static const std::array<Follow, frontend::op_count> rules;

    bool follow_pad(Op& op, const Moved& operand) {
        return follow_lists(op, operand,
                            {attr::edge_padding_low, attr::edge_padding_high, attr::interior_padding});
    }

    bool follow_slice(Op& op, const Moved& operand) {
        return follow_lists(op, operand, {attr::start_indices, attr::limit_indices, attr::strides});
    }

    /// Sums over few elements are in the program's order, which a window that extends along the features and
    /// along a dimension after them would lose.
    bool follow_window(Op& op, const Moved& operand) {
        const std::size_t rank = shape(op.operands[0]).size();
        const Shape size = op[attr::window_dimensions];
        const auto feature = size.begin() + operand.feature;
        if (*feature > 1 && std::any_of(feature + 1, size.end(), [](std::int64_t each) { return each > 1; }))
            return false;
        return op.operands.size() == 2 && combines_in_any_order(op.regions[0]) && !op.has(attr::padding) &&
               !op.has(attr::base_dilations) &&
               follow_lists(op, operand,
                            {attr::window_dimensions, attr::window_strides.over(rank),
                             attr::window_dilations.over(rank)});
    }

    bool follow_elementwise(Op& op, std::int64_t feature) {
        for (const ValueId operand : op.operands)
            if (!shape(operand).empty() && shape(operand) != shape(op.results[0])) return false;
        for (ValueId& operand : op.operands)
            if (!shape(operand).empty()) operand = feature_last(operand, feature, op);
        replace_result(std::move(op), feature);
        return true;
    }

    /// Ops with attributes that list a value per dimension; a missing list is the default for all dimensions.
    bool follow_lists(Op& op, const Moved& operand, std::initializer_list<frontend::Attr<Shape>> keys) {
        if (moved_form(op.operands[0]) == nullptr) return false;
        for (const frontend::Attr<Shape>& key : keys)
            if (op.has(key)) op.set(key, moved(op[key], operand.feature));
        op.operands[0] = operand.value;
        replace_result(std::move(op), operand.feature);
        return true;
    }

    bool follow_concatenate(Op& op, const Moved& operand) {
        const std::int64_t feature = operand.feature;
        const std::size_t rank = shape(op.results[0]).size();
        for (ValueId& each : op.operands) each = feature_last(each, feature, op);
        op.set(attr::dimension, moved_dimension(op[attr::dimension], feature, rank));
        replace_result(std::move(op), feature);
        return true;
    }

    bool follow_reduce(Op& op, const Moved& operand) {
        if (op.operands.size() != 2 || !moved_form(op.operands[0]) || !combines_in_any_order(op.regions[0]))
            return false;
        const std::size_t rank = shape(op.operands[0]).size();
        Shape dimensions = op[attr::dimensions];
        const auto before = std::count_if(dimensions.begin(), dimensions.end(),
                                          [&](std::int64_t d) { return d < operand.feature; });
        const bool keeps_feature =
            std::find(dimensions.begin(), dimensions.end(), operand.feature) == dimensions.end();
        for (std::int64_t& d : dimensions) d = moved_dimension(d, operand.feature, rank);
        std::sort(dimensions.begin(), dimensions.end());
        op.set(attr::dimensions, std::move(dimensions));
        op.operands[0] = operand.value;
        if (keeps_feature)
            replace_result(std::move(op), operand.feature - before);
        else
            ops_.push_back(std::move(op));
        return true;
    }

    bool follow_broadcast(Op& op, const Moved& operand) {
        const Shape from = op[attr::broadcast_dimensions];
        const std::size_t rank = shape(op.results[0]).size();
        const std::int64_t feature = from[static_cast<std::size_t>(operand.feature)];
        Shape dimensions = moved(from, operand.feature);
        for (std::int64_t& d : dimensions) d = moved_dimension(d, feature, rank);
        op.set(attr::broadcast_dimensions, std::move(dimensions));
        op.operands[0] = operand.value;
        replace_result(std::move(op), feature);
        return true;
    }

    /// Follows a reshape that changes only the other dimensions.
    bool follow_reshape(Op& op, const Moved& operand) {
        const Shape &from = shape(op.operands[0]), &to = shape(op.results[0]);
        const auto at = from.begin() + operand.feature;
        const std::int64_t outside = product(from.begin(), at);
        if (*at == 1 || product(from.begin(), from.end()) == 0) return false;
        for (std::size_t d = 0; d < to.size(); d++) {
            const auto here = to.begin() + static_cast<std::ptrdiff_t>(d);
            if (*here != *at || product(to.begin(), here) != outside) continue;
            op.operands[0] = operand.value;
            replace_result(std::move(op), static_cast<std::int64_t>(d));
            return true;
        }
        return false;
    }

    /// A transpose of a transpose is one transpose.
    bool follow_transpose(Op& op, const Moved& operand) {
        Shape permutation = op[attr::permutation];
        for (std::int64_t& d : permutation) d = moved_dimension(d, operand.feature, permutation.size());
        Op view = transposed(operand.value, permutation,
                             std::is_sorted(permutation.begin(), permutation.end()), op);
        view.results = op.results;
        ops_.push_back(std::move(view));
        return true;
    }

    Function& function_;
    Known& known_;
    std::vector<Op> ops_;
    std::map<ValueId, Moved> moved_;  // by the value in the program's order
    std::map<std::pair<ValueId, std::int64_t>, ValueId> views_;
};

/// Elementwise ops follow as well; all others do not.
constinit const std::array<FeatureMover::Follow, frontend::op_count> FeatureMover::rules =
    frontend::partial<FeatureMover::Follow>({
        {OpCode::BroadcastInDim, &FeatureMover::follow_broadcast},
        {OpCode::Concatenate, &FeatureMover::follow_concatenate},
        {OpCode::Pad, &FeatureMover::follow_pad},
        {OpCode::Reduce, &FeatureMover::follow_reduce},
        {OpCode::ReduceWindow, &FeatureMover::follow_window},
        {OpCode::Reshape, &FeatureMover::follow_reshape},
        {OpCode::Slice, &FeatureMover::follow_slice},
        {OpCode::Transpose, &FeatureMover::follow_transpose},
    });

}  // namespace

void move_features_last(frontend::Program& program) {
    for (Function& function : program.functions) {
        Known known;
        FeatureMover(function, known).run(function.body);
    }
    frontend::dead_code_elimination(program);
}

}  // namespace hlo2c::scheduler
