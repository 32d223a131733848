#include "driver/argument_styles.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "frontend/accuracy/rules.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/function_index.h"
#include "frontend/ir/op_set.h"
#include "frontend/ir/total_table.h"
#include "frontend/ops/op_traits.h"
#include "frontend/passes/fill_bounds.h"

namespace hlo2c::driver {
namespace {

using frontend::Op;
using frontend::OpCode;
using frontend::ValueId;

/// The argument that a value is: moved, converted, scaled, chosen, or with something added.
using Origin = std::optional<std::size_t>;
using Origins = std::vector<Origin>;

/// Ops whose result is operand 0 in another type, or as it is.
constexpr frontend::OpSet keeping = {OpCode::Convert, OpCode::OptimizationBarrier};

bool hands_on(OpCode code) {
    const frontend::AccuracyRule& rule = frontend::accuracy_rule(code);
    return keeping.contains(code) ||
           (rule.kind == frontend::AccuracyRule::Kind::Moved && rule.first_moved == 0);
}

bool has_op(const frontend::Region& region, OpCode code) {
    bool found = false;
    frontend::for_each_op(region, [&](const Op& op) { found = found || op.code == code; });
    return found;
}

/// Visits the ops of a function, given the origins of its arguments, and of the functions it calls.
class Styles {
public:
    Styles(const frontend::Program& program, std::vector<ArgumentStyle> styles)
        : functions_(program), styles_(std::move(styles)) {}

    /// Gives the origins of the function's results.
    Origins visit(const frontend::Function& function, const Origins& arguments) {
        Origins origins(function.values.size());
        for (std::size_t i = 0; i < arguments.size(); i++) origins[function.arguments()[i]] = arguments[i];
        return visit(function, function.body, origins);
    }

    const std::vector<ArgumentStyle>& styles() const { return styles_; }

private:
    Origins visit(const frontend::Function& function, const frontend::Region& region, Origins& origins) {
        for (const Op& op : region.ops) {
            if (frontend::has_trait(op.code, frontend::op_trait::Terminator))
                return origins_of(op.operands, origins);
            if (op.code == OpCode::Call) {
                visit_call(op, origins);
                continue;
            }
            note_uses(function, op, origins);
            if (op.results.size() == 1) origins[op.results[0]] = origin_of(op, origins);
            for (const frontend::Region& inner : op.regions) {
                if (op.code == OpCode::While)
                    for (std::size_t i = 0; i < op.operands.size(); i++)
                        origins[inner.arguments[i]] = origins[op.operands[i]];
                visit(function, inner, origins);
            }
        }
        return {};
    }

    void visit_call(const Op& op, Origins& origins) {
        const frontend::Function* callee = functions_.find(op[attr::callee].name);
        if (callee == nullptr) return;
        const Origins results = visit(*callee, origins_of(op.operands, origins));
        for (std::size_t i = 0; i < results.size(); i++) origins[op.results[i]] = results[i];
    }

    static Origins origins_of(const std::vector<ValueId>& values, const Origins& origins) {
        Origins of_values;
        for (const ValueId value : values) of_values.push_back(origins[value]);
        return of_values;
    }

    /// Elements of a tensor at its bounds; dimensions of unknown size are left out.
    static double largest_count(const frontend::TensorType& type) {
        double count = 1;
        for (const std::int64_t size : frontend::filled(type).shape)
            if (size != frontend::dynamic_size) count *= static_cast<double>(size);
        return count;
    }

    static Origin origin_of(const Op& op, const Origins& origins) {
        if (op.operands.empty()) return {};
        if (hands_on(op.code)) return origins[op.operands[0]];
        const OriginRule rule = frontend::behaviour(origin_rules, op.code);
        return rule != nullptr ? rule(op, origins) : Origin();
    }

    using OriginRule = Origin (*)(const Op& op, const Origins& origins);
    static const std::array<OriginRule, frontend::op_count> origin_rules;

    /// The origin of an operand, or else that of the next one.
    template <std::size_t operand>
    static Origin first_origin(const Op& op, const Origins& origins) {
        const Origin origin = origins[op.operands[operand]];
        return origin ? origin : origins[op.operands[operand + 1]];
    }
    // A factor and a divisor without an origin count as constants.
    static Origin origin_of_product(const Op& op, const Origins& origins) {
        const bool both = origins[op.operands[0]] && origins[op.operands[1]];
        return both ? Origin() : first_origin<0>(op, origins);
    }
    static Origin origin_of_quotient(const Op& op, const Origins& origins) {
        return origins[op.operands[1]] ? Origin() : origins[op.operands[0]];
    }

    void note_uses(const frontend::Function& function, const Op& op, const Origins& origins) {
        const NoteUse rule = frontend::behaviour(use_rules, op.code);
        if (rule != nullptr) (this->*rule)(function, op, origins);
    }

    using NoteUse = void (Styles::*)(const frontend::Function& function, const Op& op,
                                     const Origins& origins);
    static const std::array<NoteUse, frontend::op_count> use_rules;

    void note_dot(const frontend::Function& function, const Op& op, const Origins& origins) {
        const auto count = [&](ValueId value) { return largest_count(function.tensor(value)); };
        const double depth = std::sqrt(count(op.operands[0]) * count(op.operands[1]) / count(op.results[0]));
        scale(origins[op.operands[1]] ? origins[op.operands[1]] : origins[op.operands[0]], depth);
    }

    void note_convolution(const frontend::Function& function, const Op& op, const Origins& origins) {
        const frontend::TensorType& kernel = function.tensor(op.operands[1]);
        const std::int64_t features = kernel.shape.at(
            static_cast<std::size_t>(op[attr::convolution_dimension_numbers].kernel_output_feature));
        scale(origins[op.operands[1]], largest_count(kernel) / static_cast<double>(features));
    }

    void note_power(const frontend::Function&, const Op& op, const Origins& origins) {
        is_positive(origins[op.operands[0]]);
        counts(origins[op.operands[1]]);
    }

    void note_reduce(const frontend::Function&, const Op& op, const Origins& origins) {
        if (has_op(op.regions.front(), OpCode::Maximum)) compares(origins[op.operands[0]]);
    }

    template <std::size_t operand>
    void note_positive(const frontend::Function&, const Op& op, const Origins& origins) {
        is_positive(origins[op.operands[operand]]);
    }

    void scale(Origin origin, double terms) {
        if (!origin || !(terms > 1) || !std::isfinite(terms)) return;
        double& scale = styles_[*origin].scale;
        scale = std::min(scale, std::exp2(-std::round(std::log2(terms) / 2)));
    }

    void is_positive(Origin origin) {
        if (origin) styles_[*origin].is_positive = true;
    }

    void compares(Origin origin) {
        if (origin) styles_[*origin].is_compared = true;
    }

    /// Integers that are exponents tell how many steps were made: 1 - b^n has a sign for n > 0.
    void counts(Origin origin) {
        if (!origin) return;
        ArgumentStyle& style = styles_[*origin];
        style.any_integer = false;
        style.least = 1;
    }

    const frontend::FunctionIndex functions_;
    std::vector<ArgumentStyle> styles_;
};

constinit const std::array<Styles::OriginRule, frontend::op_count> Styles::origin_rules =
    frontend::partial<Styles::OriginRule>({
        {OpCode::Add, &Styles::first_origin<0>},
        {OpCode::Divide, &Styles::origin_of_quotient},
        {OpCode::Multiply, &Styles::origin_of_product},
        {OpCode::Select, &Styles::first_origin<1>},
    });

constinit const std::array<Styles::NoteUse, frontend::op_count> Styles::use_rules =
    frontend::partial<Styles::NoteUse>({
        {OpCode::BatchNormInference, &Styles::note_positive<4>},
        {OpCode::Convolution, &Styles::note_convolution},
        {OpCode::Divide, &Styles::note_positive<1>},
        {OpCode::Dot, &Styles::note_dot},
        {OpCode::DotGeneral, &Styles::note_dot},
        {OpCode::Log, &Styles::note_positive<0>},
        {OpCode::LogPlusOne, &Styles::note_positive<0>},
        {OpCode::Power, &Styles::note_power},
        {OpCode::Reduce, &Styles::note_reduce},
        {OpCode::Rsqrt, &Styles::note_positive<0>},
        {OpCode::Sqrt, &Styles::note_positive<0>},
    });

/// Elements of all arguments and constants.
std::int64_t given_elements(const frontend::Program& program) {
    std::int64_t count = 0;
    const auto add = [&](const frontend::Type& type) {
        if (!type.is_tensor()) return;
        const frontend::TensorType tensor = frontend::filled(type.as_tensor());
        if (tensor.is_static()) count += tensor.element_count();
    };
    for (const ValueId argument : program.main().arguments()) add(program.main().type(argument));
    for (const frontend::Function& function : program.functions)
        frontend::for_each_op(function.body, [&](const Op& op) {
            if (op.code == OpCode::Constant) add(function.type(op.results[0]));
        });
    return count;
}

/// Number of draws after which each element of a result, or each weight of a sum, has hardly met numbers
/// alone that hide it: infinities and extremes that it is added to, and zeros that it is multiplied by. Large
/// results of elementwise ops show each error in some element.
std::int64_t draws_for_numbers(const frontend::Program& program) {
    constexpr std::int64_t few_results = 1024, few_given = 1 << 16, enough_draws = 4;
    const frontend::Function& main = program.main();
    const ArgumentStyle style = argument_style(program);
    const auto is_small = [](const frontend::Type& type) {
        if (!type.is_tensor()) return false;
        const frontend::TensorType tensor = frontend::filled(type.as_tensor());
        return tensor.is_static() && tensor.element_count() < few_results;
    };
    const auto may_hide = [&](ValueId argument) {  // complex numbers are never extreme
        if (!main.type(argument).is_tensor()) return false;
        const frontend::ElementType element = main.tensor(argument).element;
        return frontend::is_float(element) || (style.any_integer && !frontend::is_complex(element));
    };
    if (std::none_of(main.arguments().begin(), main.arguments().end(), may_hide)) return 1;
    const bool sums = !style.any_float,
               is_cheap = std::any_of(main.result_types.begin(), main.result_types.end(), is_small) &&
                          given_elements(program) < few_given;
    return is_cheap ? enough_draws : sums ? 2 : 1;
}

}  // namespace

std::vector<ArgumentStyle> argument_styles(const frontend::Program& program, std::uint64_t draw) {
    const frontend::Function& main = program.main();
    ArgumentStyle common = argument_style(program);
    const auto first_turn = static_cast<std::uint64_t>(common_draws(program));
    common.draw = draw;
    common.turn = draw < first_turn ? 0 : draw - first_turn + 1;
    Styles styles(program, std::vector<ArgumentStyle>(main.arguments().size(), common));
    if (common.any_float) return styles.styles();
    Origins origins;
    for (std::size_t i = 0; i < main.arguments().size(); i++)
        origins.push_back(main.type(main.arguments()[i]).is_tensor() ? Origin(i) : Origin());
    styles.visit(main, origins);
    return styles.styles();
}

std::int64_t draws_for_maxima(const frontend::Program& program) {
    constexpr std::int64_t most_draws = 8;
    if (std::none_of(
            program.functions.begin(), program.functions.end(),
            [](const frontend::Function& function) { return has_op(function.body, OpCode::Exponential); }))
        return 0;
    const frontend::Function& main = program.main();
    const std::vector<ArgumentStyle> styles = argument_styles(program);
    std::int64_t draws = 0;
    for (std::size_t i = 0; i < styles.size(); i++) {
        if (!styles[i].is_compared || main.tensor(main.arguments()[i]).shape.empty()) continue;
        const frontend::TensorType type = frontend::filled(main.tensor(main.arguments()[i]));
        if (!type.is_static() || type.element_count() == 0) continue;
        const std::int64_t length = type.shape.back(), rows = type.element_count() / length;
        draws = std::max(draws, (length + rows - 1) / rows);
    }
    return std::min(draws, most_draws);
}

std::int64_t draws_for_branches(const frontend::Program& program) {
    constexpr std::int64_t more = 4, most_draws = 16;
    std::int64_t branches = 0;
    for (const frontend::Function& function : program.functions)
        frontend::for_each_op(function.body, [&](const Op& op) {
            if (frontend::has_trait(op.code, frontend::op_trait::Branching))
                branches = std::max(branches, static_cast<std::int64_t>(op.regions.size()));
        });
    return branches == 0 ? 1 : std::min(branches + more, most_draws);
}

std::int64_t common_draws(const frontend::Program& program) {
    return std::max(draws_for_branches(program), draws_for_numbers(program));
}

}  // namespace hlo2c::driver
