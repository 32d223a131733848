#include "scheduler/rewrite/spread_convolution.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "frontend/ir/attributes.h"
#include "frontend/ir/structures.h"
#include "scheduler/program_names.h"
#include "scheduler/rewrite/views.h"

namespace hlo2c::scheduler {
namespace {

using Shape = std::vector<std::int64_t>;

bool is_finite(const Literal& literal) {
    const std::int64_t stored = literal.is_splat() ? 1 : literal.type().element_count();
    for (std::int64_t i = 0; i < stored; i++)
        if (!std::isfinite(literal.real(i))) return false;
    return true;
}

/// True if every element of the result depends on one operand position and one window position.
bool spreads(const Op& op, const frontend::Window& window) {
    if (op[attr::feature_group_count] != 1 || op[attr::batch_group_count] != 1) return false;
    bool any = false;
    for (std::size_t s = 0; s < window.size.size(); s++) {
        const std::int64_t size = window.size[s];
        if (window.strides[s] != 1 || window.base_dilation[s] != size ||
            (window.window_dilation[s] != 1 && size > 1) ||
            window.padding[s] != std::pair<std::int64_t, std::int64_t>(size - 1, size - 1))
            return false;
        any = any || size > 1;
    }
    return any;
}

class Spreader {
public:
    Spreader(Function& function, std::map<ValueId, Literal>& weights)
        : function_(function), weights_(weights) {}

    void run(Region& region) {
        for (Op& op : region.ops) {
            for (Region& inner : op.regions) Spreader(function_, weights_).run(inner);
            note(op);
            if (!spread(op)) ops_.push_back(std::move(op));
        }
        region.ops = std::move(ops_);
    }

private:
    /// Notes constants, and ops that only move or convert their elements.
    void note(const Op& op) {
        if (op.code == OpCode::Constant)
            weights_[op.results[0]] = op[attr::value];
        else if (views.contains(op.code))
            if (const auto from = weights_.find(op.operands[0]); from != weights_.end())
                weights_[op.results[0]] = from->second;
    }

    ValueId emit(OpCode code, std::vector<ValueId> operands, TensorType type,
                 const frontend::Attr<Shape>* list, Shape values, ValueId result = frontend::no_value) {
        Op op{.code = code,
              .operands = std::move(operands),
              .location = near_->location,
              .position = near_->position};
        if (list != nullptr) op.set(*list, std::move(values));
        if (result == frontend::no_value)
            result = function_.add_value(frontend::Type(std::move(type)), {}, near_->location);
        op.results = {result};
        ops_.push_back(std::move(op));
        return result;
    }

    bool spread(const Op& op) {
        if (op.code != OpCode::Convolution || !weights_.count(op.operands[1])) return false;
        const frontend::Window window = frontend::convolution_window(op, function_.tensor(op.operands[1]));
        if (!spreads(op, window) || !is_finite(weights_.at(op.operands[1]))) return false;
        near_ = &op;
        const frontend::ConvolutionDimensions dims = op[attr::convolution_dimension_numbers];
        // Element y * size + i of the result uses window element size - 1 - i.
        Shape turned;
        for (std::size_t s = 0; s < window.size.size(); s++)
            if (window.size[s] > 1 && !window.reversal[s]) turned.push_back(dims.kernel_spatial[s]);
        ValueId weights = op.operands[1];
        if (!turned.empty())
            weights = emit(OpCode::Reverse, {weights}, function_.tensor(weights), &attr::dimensions, turned);
        Shape order = {dims.kernel_input_feature};
        order.insert(order.end(), dims.kernel_spatial.begin(), dims.kernel_spatial.end());
        order.push_back(dims.kernel_output_feature);
        TensorType type = function_.tensor(weights);
        for (std::size_t d = 0; d < order.size(); d++)
            type.shape[d] = function_.tensor(weights).shape[static_cast<std::size_t>(order[d])];
        weights = emit(OpCode::Transpose, {weights}, type, &attr::permutation, order);
        interleave(op, dims, products(op, dims, weights));
        return true;
    }

    /// The products. Dimensions: the operand's without its features, then the window's, then the result's
    /// features.
    ValueId products(const Op& op, const frontend::ConvolutionDimensions& dims, ValueId weights) {
        TensorType type = function_.tensor(op.results[0]);
        type.shape.clear();
        const auto take = [&](const Shape& shape, std::int64_t but) {
            for (std::size_t d = 0; d < shape.size(); d++)
                if (static_cast<std::int64_t>(d) != but) type.shape.push_back(shape[d]);
        };
        take(function_.tensor(op.operands[0]).shape, dims.input_feature);
        take(function_.tensor(weights).shape, 0);
        const auto list = [](Shape values) { return Attribute(IntegerArray{std::move(values), "i64"}); };
        Op dot{.code = OpCode::DotGeneral,
               .operands = {op.operands[0], weights},
               .location = op.location,
               .position = op.position};
        dot.set_attribute(
            attr::dot_dimension_numbers,
            Attribute(frontend::StructAttribute{frontend::structures::dot,
                                                {{"lhs_batching_dimensions", list({})},
                                                 {"rhs_batching_dimensions", list({})},
                                                 {"lhs_contracting_dimensions", list({dims.input_feature})},
                                                 {"rhs_contracting_dimensions", list({0})}},
                                                {}}));
        if (const Attribute* precision = op.attribute(attr::precision_config))
            dot.set_attribute(attr::precision_config, *precision);
        dot.results = {function_.add_value(frontend::Type(type), {}, op.location)};
        ops_.push_back(std::move(dot));
        return ops_.back().results[0];
    }

    /// Puts windows side by side, with features last, then restores the order of the program.
    void interleave(const Op& op, const frontend::ConvolutionDimensions& dims, ValueId made) {
        const TensorType result = function_.tensor(op.results[0]);
        const auto rank = static_cast<std::int64_t>(result.shape.size());
        const auto of_input = [&](std::int64_t d) { return d - (d > dims.input_feature ? 1 : 0); };
        Shape order, joined, back(result.shape.size());
        for (std::int64_t d = 0; d < rank; d++) {
            if (d == dims.output_feature) continue;
            back[static_cast<std::size_t>(d)] = static_cast<std::int64_t>(joined.size());
            joined.push_back(result.shape[static_cast<std::size_t>(d)]);
            if (d == dims.output_batch) {
                order.push_back(of_input(dims.input_batch));
                continue;
            }
            const auto s = std::find(dims.output_spatial.begin(), dims.output_spatial.end(), d) -
                           dims.output_spatial.begin();
            order.push_back(of_input(dims.input_spatial[static_cast<std::size_t>(s)]));
            order.push_back(rank - 1 + s);
        }
        order.push_back(2 * rank - 3);
        back[static_cast<std::size_t>(dims.output_feature)] = rank - 1;
        joined.push_back(result.shape[static_cast<std::size_t>(dims.output_feature)]);
        TensorType type = result;
        type.shape.clear();
        for (const std::int64_t d : order)
            type.shape.push_back(function_.tensor(made).shape[static_cast<std::size_t>(d)]);
        made = emit(OpCode::Transpose, {made}, type, &attr::permutation, order);
        type.shape = joined;
        made = emit(OpCode::Reshape, {made}, type, nullptr, {});
        emit(OpCode::Transpose, {made}, result, &attr::permutation, back, op.results[0]);
    }

    Function& function_;
    std::map<ValueId, Literal>& weights_;  // constants, by the values made from them
    std::vector<Op> ops_;
    const Op* near_ = nullptr;
};

}  // namespace

void spread_convolutions(frontend::Program& program) {
    for (Function& function : program.functions) {
        std::map<ValueId, Literal> weights;
        Spreader(function, weights).run(function.body);
    }
}

}  // namespace hlo2c::scheduler
