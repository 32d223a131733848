#include "frontend/random_programs/draft.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "frontend/ir/attributes.h"
#include "frontend/ir/total_table.h"
#include "frontend/ops/check_row.h"
#include "frontend/ops/op_row.h"
#include "frontend/ops/verify.h"
#include "frontend/random_programs/rules.h"

namespace hlo2c::frontend::random_programs {

namespace {

std::int64_t product(const std::vector<std::int64_t>& shape, const std::vector<std::int64_t>& dimensions) {
    std::int64_t count = 1;
    for (const std::int64_t d : dimensions) count *= shape[static_cast<std::size_t>(d)];
    return count;
}

/// The number of applications of a body or of products that the op makes for each element of its result.
using Depth = std::int64_t (*)(const Function& function, const Op& op);

std::int64_t depth_of_dot(const Function& function, const Op& op) {
    return function.tensor(op.operands[0]).shape.back();
}

std::int64_t depth_of_convolution(const Function& function, const Op& op) {
    const std::vector<std::int64_t>& kernel = function.tensor(op.operands[1]).shape;
    const ConvolutionDimensions roles = op[attr::convolution_dimension_numbers];
    return product(kernel, roles.kernel_spatial) * product(kernel, {roles.kernel_input_feature});
}

std::int64_t depth_of_window(const Function&, const Op& op) {
    const Window window = reduce_window_window(op);
    return std::accumulate(window.size.begin(), window.size.end(), std::int64_t{1}, std::multiplies<>());
}

/// Other ops are not limited.
constexpr auto depths = partial<Depth>({
    {OpCode::ChloRaggedDot, depth_of_dot},
    {OpCode::Convolution, depth_of_convolution},
    {OpCode::Dot, depth_of_dot},
    {OpCode::DotGeneral,
     [](const Function& function, const Op& op) {
         return product(function.tensor(op.operands[0]).shape,
                        op[attr::dot_dimension_numbers].lhs_contracting);
     }},
    {OpCode::DynamicConv, depth_of_convolution},
    {OpCode::Einsum,
     [](const Function& function, const Op& op) { return function.tensor(op.operands[0]).element_count(); }},
    {OpCode::ReduceWindow, depth_of_window},
    {OpCode::SelectAndScatter, depth_of_window},
});

/// The work of a contraction or of windows; nothing for other ops.
std::optional<std::int64_t> work_of(const Function& function, const Op& op) {
    if (op.results.empty() || !is_static_tensor(function.type(op.results[0]))) return std::nullopt;
    const Depth depth = behaviour(depths, op.code);
    if (depth == nullptr) return std::nullopt;
    return function.tensor(op.results[0]).element_count() * depth(function, op);
}

}  // namespace

Draft::Draft(Random& random, ValueStyle style, const Scale& scale)
    : random_(random), style_(style), scale_(scale) {
    Function main;
    main.name = "main";
    program_.functions.push_back(std::move(main));
    blocks_.emplace_back();
    limits_.push_back(style == ValueStyle::Extreme ? Accuracy::Close : Accuracy::Loose);
}

ValueId Draft::add_value(Type type, Accuracy accuracy) {
    const ValueId value = function().add_value(std::move(type));
    accuracies_.resize(function().values.size());
    accuracies_[value] = accuracy;
    return value;
}

ValueId Draft::argument(const TensorType& type, const std::optional<IndexRange>& range) {
    if (type.element_count() > scale_.most_elements) throw Rejected{};
    if (current_ != 0) return constant(random_literal(random_, type, style_, range));
    return add_argument({type, range, std::nullopt});
}

ValueId Draft::argument(Literal literal) {
    if (current_ != 0) return constant(literal);
    const TensorType type = literal.type();
    return add_argument({type, std::nullopt, std::move(literal)});
}

ValueId Draft::add_argument(Argument argument) {
    const ValueId value = add_value(argument.type, Accuracy::Verbatim);
    function().body.arguments.push_back(value);
    arguments_.push_back(std::move(argument));
    visible_.push_back(value);
    return value;
}

ValueId Draft::constant(const Literal& literal) {
    Op op{.code = OpCode::Constant};
    TensorType plain = literal.type();
    plain.quantization.clear();
    op.set(attr::value, Literal(plain, literal.expanded()));
    return emit(std::move(op), {literal.type()}).front();
}

ValueId Draft::constant_sizes(const std::vector<std::int64_t>& sizes) {
    const ElementType element = random_.chance(50) ? ElementType::I64 : ElementType::I32;
    const TensorType type{{static_cast<std::int64_t>(sizes.size())}, element, {}, {}};
    if (element == ElementType::I64) return constant(Literal::from_values(type, sizes));
    return constant(Literal::from_values(type, std::vector<std::int32_t>(sizes.begin(), sizes.end())));
}

ValueId Draft::operand(const Wanted& wanted) {
    const auto serves = [&](const TensorType& type) {
        const bool fits =
            type.is_quantized() ? wanted.quantized : (kind_bit(type.element) & wanted.kinds) != 0;
        return fits && type.rank() >= wanted.least_rank && (!wanted.also || wanted.also(type));
    };
    std::vector<ValueId> candidates;
    for (const ValueId value : visible_)
        if (serves(type(value)) && accuracies_[value] <= wanted.most) candidates.push_back(value);
    if (!candidates.empty() && random_.chance(75)) {
        const auto last = static_cast<std::int64_t>(candidates.size()) - 1;
        return candidates[static_cast<std::size_t>(
            std::max(random_.between(0, last), random_.between(0, last)))];  // prefers later values
    }
    constexpr int tries = 30;
    for (int i = 0; i < tries; i++) {
        TensorType made{random_shape(random_), random_element(random_, wanted.kinds), {}, {}};
        if (wanted.quantized && random_.chance(6)) made = quantized_type(*this, made.shape);
        if (serves(made)) return argument(made);
    }
    throw Rejected{};
}

ValueId Draft::of_type(const TensorType& wanted, Accuracy most) {
    std::vector<ValueId> candidates;
    for (const ValueId value : visible_)
        if (type(value) == wanted && accuracies_[value] <= most) candidates.push_back(value);
    if (!candidates.empty() && random_.chance(60)) return random_.pick(candidates);
    return made_like(wanted, most);
}

ValueId Draft::made_like(const TensorType& wanted, Accuracy most) {
    if (wanted.element_count() > scale_.most_elements) throw Rejected{};
    const std::int64_t choice = random_.between(0, 99);
    if (wanted.is_quantized() || choice < 35) return argument(wanted);
    if (choice < 55) {
        TensorType one = wanted;
        one.shape.clear();
        const Literal element = random_literal(random_, one, style_);
        Op op{.code = OpCode::Constant};
        op.set(attr::value, Literal(wanted, element.expanded(), wanted.element_count() != 1));
        return emit(std::move(op), {wanted}).front();
    }
    if (choice < 62) return constant(random_literal(random_, wanted, style_));
    if (choice < 85) {  // broadcast from a tensor with a subset of the dimensions
        TensorType smaller = wanted;
        std::vector<std::int64_t> dimensions;
        smaller.shape.clear();
        for (std::size_t d = 0; d < wanted.shape.size(); d++) {
            if (random_.chance(50)) continue;
            dimensions.push_back(static_cast<std::int64_t>(d));
            smaller.shape.push_back(random_.chance(15) ? 1 : wanted.shape[d]);
        }
        std::vector<ValueId> candidates;
        for (const ValueId value : visible_)
            if (type(value) == smaller && accuracies_[value] <= most) candidates.push_back(value);
        const ValueId from = candidates.empty() ? argument(smaller) : random_.pick(candidates);
        return emit(OpCode::BroadcastInDim, {from}, wanted,
                    {attr::broadcast_dimensions.with(std::move(dimensions))});
    }
    if (choice < 90 && wanted.rank() > 0 && !is_boolean(wanted.element))
        return emit(OpCode::Iota, {}, wanted,
                    {attr::iota_dimension.with(random_.between(0, wanted.rank() - 1))});
    std::vector<ValueId> candidates;
    for (const ValueId value : visible_)
        if (shape(value) == wanted.shape && accuracies_[value] <= Accuracy::Exact &&
            !type(value).is_quantized())
            candidates.push_back(value);
    if (candidates.empty()) return argument(wanted);
    return emit(OpCode::Convert, {random_.pick(candidates)}, wanted);
}

ValueId Draft::positions(std::vector<std::int64_t> sizes, IndexRange range) {
    static const std::vector<ElementType> elements = {ElementType::I32,  ElementType::I32, ElementType::I32,
                                                      ElementType::I64,  ElementType::I8,  ElementType::I16,
                                                      ElementType::UI32, ElementType::UI8, ElementType::UI64};
    const TensorType made{std::move(sizes), random_.pick(elements), {}, {}};
    if (random_.chance(10)) return of_type(made, Accuracy::Exact);
    return argument(made, range);
}

std::vector<ValueId> Draft::emit(Op op, std::vector<Type> declared) {
    for (const Type& type : declared) op.results.push_back(add_value(type, {}));
    HLO2C_CHECK(row(op.code).takes_operands(op.operands.size()),
                "a random op has as many operands as its row says");
    for (const ValueId operand : op.operands)
        if (!tolerates(function(), op, accuracies_[operand])) throw Rejected{};
    const std::vector<Type> types = infer_result_types(program_, function(), op);
    for (std::size_t i = 0; i < types.size(); i++) {
        if (is_static_tensor(types[i]) && types[i].as_tensor().element_count() > scale_.most_elements)
            throw Rejected{};
        function().values[op.results[i]].type = types[i];
    }
    const std::optional<std::int64_t> work = work_of(function(), op);
    if (work && (*work > scale_.most_work || *work < least_work_)) throw Rejected{};
    require_value_kinds(OpContext(program_, function(), op));
    if (accuracy_of(program_, function(), op, accuracies_) > limits_.back()) throw Rejected{};
    sort_by_name(op.attributes);
    std::vector<ValueId> results = op.results;
    for (const ValueId result : results)
        if (is_static_tensor(function().type(result))) visible_.push_back(result);
    blocks_.back().push_back(std::move(op));
    return results;
}

ValueId Draft::emit(OpCode code, std::vector<ValueId> operands, TensorType declared,
                    std::vector<NamedAttribute> attributes) {
    Op op{.code = code, .operands = std::move(operands)};
    op.attributes = std::move(attributes);
    return emit(std::move(op), {std::move(declared)}).front();
}

Region Draft::region(const std::vector<TensorType>& arguments, Accuracy accuracy, const Body& body,
                     Accuracy most) {
    const std::size_t outside = visible_.size();
    limits_.push_back(std::min(most, limits_.back()));
    blocks_.emplace_back();
    Region region;
    for (const TensorType& type : arguments) {
        region.arguments.push_back(add_value(type, accuracy));
        visible_.push_back(region.arguments.back());
    }
    const std::vector<ValueId> returned = body(region.arguments);
    region.ops = std::move(blocks_.back());
    region.ops.push_back(Op{.code = OpCode::Return, .operands = returned});
    blocks_.pop_back();
    limits_.pop_back();
    visible_.resize(outside);
    return region;
}

std::string Draft::called_function(const std::vector<ValueId>& operands, const Body& body) {
    const std::size_t caller = current_;
    std::vector<TensorType> types;
    std::vector<Accuracy> accuracies;
    for (const ValueId operand : operands) {
        types.push_back(type(operand));
        accuracies.push_back(accuracies_[operand]);
    }
    const std::vector<Accuracy> outer_accuracies = accuracies_;
    const std::vector<ValueId> outer_visible = visible_;
    Function callee;
    callee.name = "called_" + std::to_string(program_.functions.size());
    callee.is_public = false;
    const std::string name = callee.name;
    current_ = program_.functions.size();
    program_.functions.push_back(std::move(callee));
    visible_.clear();
    accuracies_.clear();
    blocks_.emplace_back();
    std::vector<ValueId> arguments;
    for (std::size_t i = 0; i < types.size(); i++) arguments.push_back(add_value(types[i], accuracies[i]));
    visible_ = arguments;
    const std::vector<ValueId> returned = body(arguments);
    Function& made = function();
    made.body.arguments = arguments;
    made.body.ops = std::move(blocks_.back());
    made.body.ops.push_back(Op{.code = OpCode::FuncReturn, .operands = returned});
    for (const ValueId value : returned) made.result_types.push_back(made.type(value));
    made.argument_attributes.resize(arguments.size());
    made.result_attributes.resize(returned.size());
    blocks_.pop_back();
    current_ = caller;
    visible_ = outer_visible;
    accuracies_ = outer_accuracies;
    return name;
}

bool Draft::attempt(const std::function<void()>& step) {
    const std::size_t functions = program_.functions.size(), current = current_,
                      values = function().values.size(), parameters = function().body.arguments.size(),
                      arguments = arguments_.size(), depth = blocks_.size(), ops = blocks_.back().size();
    const std::vector<ValueId> visible = visible_;
    const std::vector<Accuracy> accuracies = accuracies_, limits = limits_;
    try {
        step();
        return true;
    } catch (const Rejected&) {
    } catch (const DiagnosticError& error) {
        if (error.diagnostic().severity == Severity::Bug) throw;
    }
    program_.functions.resize(functions);
    current_ = current;
    function().values.resize(values);
    function().body.arguments.resize(parameters);
    arguments_.resize(arguments);
    blocks_.resize(depth);
    blocks_.back().resize(ops);
    visible_ = visible;
    accuracies_ = accuracies;
    limits_ = limits;
    return false;
}

void Draft::grow(int count, bool elementwise) {
    std::vector<const Rule*> choices;
    for (const Rule& rule : rules())
        for (int i = 0; i < rule.weight && (rule.elementwise || !elementwise); i++) choices.push_back(&rule);
    constexpr int tries_per_op = 20;
    for (int tries = count * tries_per_op; count > 0 && tries > 0; tries--) {
        const Rule& rule = *random_.pick(choices);
        if (attempt([&] { rule.make(*this, rule); })) count--;
    }
}

Draft::Finished Draft::finish() {
    Function& main = function();
    std::vector<bool> used(main.values.size());
    Region whole;
    whole.ops = std::move(blocks_.back());
    for_each_op(whole, [&](const Op& op) {
        for (const ValueId operand : op.operands) used[operand] = true;
    });
    constexpr std::size_t most_results = 8;
    std::vector<ValueId> results;
    for (std::size_t i = visible_.size(); i-- > 0 && results.size() < most_results;) {
        const bool is_argument = std::find(main.body.arguments.begin(), main.body.arguments.end(),
                                           visible_[i]) != main.body.arguments.end();
        if (!used[visible_[i]] ? !is_argument : random_.chance(10)) results.push_back(visible_[i]);
    }
    if (results.empty() && !visible_.empty()) results.push_back(visible_.back());
    for (const ValueId result : results) main.result_types.push_back(main.type(result));
    whole.ops.push_back(Op{.code = OpCode::FuncReturn, .operands = results});
    whole.arguments = main.body.arguments;
    main.body = std::move(whole);
    main.argument_attributes.resize(main.body.arguments.size());
    main.result_attributes.resize(results.size());
    std::vector<Literal> literals;
    for (Argument& argument : arguments_)
        literals.push_back(argument.literal ? std::move(*argument.literal)
                                            : random_literal(random_, argument.type, style_, argument.range));
    return {std::move(program_), std::move(literals)};
}

}  // namespace hlo2c::frontend::random_programs
