#include "scheduler/rewrite/cumulative_windows.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "frontend/integer_division.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/combiner.h"
#include "frontend/ir/extreme_literals.h"
#include "frontend/ir/total_table.h"
#include "frontend/passes/apply_by_element.h"
#include "frontend/passes/builder.h"
#include "scheduler/program_names.h"
#include "scheduler/rewrite/trial_values.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Rewriter;
using Shape = std::vector<std::int64_t>;

constexpr std::int64_t block = 16;

using IsIdentity = bool (*)(const Literal& literal);

template <int number>
bool is_number(const Literal& literal) {
    return literal.real(0) == number;
}

/// Associative operators, and the values for which they return their other operand.
constexpr auto identities = frontend::partial<IsIdentity>({
    {OpCode::Add, is_number<0>},
    {OpCode::Multiply, is_number<1>},
    {OpCode::Maximum, frontend::is_least_of_type},
    {OpCode::Minimum, frontend::is_greatest_of_type},
    {OpCode::And, frontend::is_all_ones},
    {OpCode::Or, is_number<0>},
});

/// A window that reaches from each element to the first one of its dimension, or to the last one.
struct CumulativeWindow {
    std::size_t dimension = 0;
    bool is_reversed = false;             ///< to the last element
    const Region* computation = nullptr;  ///< of two elements in their order
    ValueId identity = frontend::no_value;
};

/// The dimension along which the window is as long as the operand, and its direction.
std::optional<CumulativeWindow> window_of(const Op& op, const Shape& shape) {
    const frontend::Window window = frontend::reduce_window_window(op);
    std::optional<CumulativeWindow> found;
    for (std::size_t d = 0; d < shape.size(); d++) {
        const auto [before, after] = window.padding[d];
        const std::int64_t others = window.size[d] - 1;
        if (window.strides[d] != 1 || window.base_dilation[d] != 1 || window.window_dilation[d] != 1)
            return std::nullopt;
        if (others == 0 && before == 0 && after == 0) continue;
        if (found || window.size[d] != shape[d] || before + after != others || before * after != 0)
            return std::nullopt;
        found = CumulativeWindow{.dimension = d, .is_reversed = after > 0};
    }
    return found;
}

/// What a computation makes of two numbers; nothing if it has an op that is not tried.
std::optional<double> tried(const Region& computation, double first, double second) {
    std::map<ValueId, double> numbers = {{computation.arguments[0], first},
                                         {computation.arguments[1], second}};
    for (const Op& op : computation.ops) {
        TrialOperands operands = {};
        if (op.operands.size() > operands.size()) return std::nullopt;
        for (std::size_t i = 0; i < op.operands.size(); i++) {
            const auto known = numbers.find(op.operands[i]);
            if (known == numbers.end()) return std::nullopt;
            operands[i] = known->second;
        }
        if (&op == &computation.ops.back()) break;
        const TrialValue value = trial_value(op.code);
        if (value == nullptr) return std::nullopt;
        numbers[op.results[0]] = value(op, operands);
    }
    return numbers[computation.ops.back().operands[0]];
}

/// Numbers on which an identity is tried.
constexpr auto trials = std::to_array<double>({-std::numeric_limits<double>::infinity(), -1000, -0.375, 0,
                                               0.375, 1000, std::numeric_limits<double>::infinity()});

/// True if a computation returns its other argument where one of them is `value`, as far as trials show. The
/// specification lets initial values be combined any number of times, so that any computation may be blocked;
/// with an identity the result is also what it is in sequence.
bool seems_identity(const Region& computation, double value) {
    return std::all_of(trials.begin(), trials.end(), [&](double trial) {
        return tried(computation, value, trial) == trial && tried(computation, trial, value) == trial;
    });
}

/// True if `value` is an identity of the computation, which is associative.
bool is_identity(Rewriter& rewriter, const Region& computation, const Literal& value) {
    if (const Op* op = frontend::combiner(computation)) {
        const IsIdentity known = behaviour(identities, op->code);
        return known != nullptr && known(value);
    }
    return is_float(value.type().element) && is_by_element(rewriter, computation) &&
           seems_identity(computation, value.real(0));
}

class BlockedWindow {
public:
    BlockedWindow(Rewriter& rewriter, const CumulativeWindow& window)
        : rewriter_(rewriter), build_(rewriter), window_(window) {}

    /// The cumulative results of `x`.
    ValueId results(ValueId x) {
        const std::size_t d = window_.dimension;
        const Shape shape = rewriter_.tensor(x).shape;
        if (shape[d] <= 2 * block) return windows(x, d);
        const std::int64_t blocks = ceil_div(shape[d], block);
        Shape cut = shape, joined = shape;
        cut[d] = blocks;
        const Shape totals = cut;
        cut.insert(cut.begin() + static_cast<std::ptrdiff_t>(d) + 1, block);
        joined[d] = blocks * block;
        const ValueId whole = build_.pad_along(x, window_.identity, d, 0, joined[d] - shape[d]);
        const ValueId inside = windows(build_.reshape(whole, cut), d + 1);
        const ValueId last = build_.slice_along(inside, d + 1, window_.is_reversed ? 0 : block - 1, 1);
        // Each block gets the results of those before it.
        const int shift = window_.is_reversed ? -1 : 1;
        const ValueId before =
            build_.pad_along(results(build_.reshape(last, totals)), window_.identity, d, shift, -shift);
        Shape kept;
        for (std::size_t i = 0; i < cut.size(); i++)
            if (i != d + 1) kept.push_back(static_cast<std::int64_t>(i));
        std::vector<ValueId> parts = {build_.broadcast(before, kept, cut), inside};
        if (window_.is_reversed) std::swap(parts[0], parts[1]);
        const ValueId both = combined(parts);
        return build_.slice_along(build_.reshape(both, joined), d, 0, shape[d]);
    }

private:
    ValueId combined(const std::vector<ValueId>& parts) {
        return apply_by_element(rewriter_, *window_.computation, parts).front();
    }

    /// The cumulative results along a whole dimension, window by window.
    ValueId windows(ValueId x, std::size_t dimension) {
        const TensorType type = rewriter_.tensor(x);
        const std::size_t rank = type.shape.size();
        Shape size(rank, 1), padding(2 * rank, 0);
        size[dimension] = type.shape[dimension];
        padding[2 * dimension + (window_.is_reversed ? 1 : 0)] = size[dimension] - 1;
        Op op{.code = OpCode::ReduceWindow, .operands = {x, window_.identity}};
        op.set(attr::window_dimensions, size);
        op.set_attribute(attr::padding, frontend::window_padding(padding));
        const TensorType scalar{{}, type.element, {}, {}};
        const std::vector<ValueId> elements = {rewriter_.new_value(scalar), rewriter_.new_value(scalar)};
        op.regions.push_back(
            rewriter_.make_region(elements, [&] { return std::vector{combined(elements)}; }));
        return rewriter_.emit(std::move(op), type);
    }

    Rewriter& rewriter_;
    frontend::Builder build_;
    const CumulativeWindow& window_;
};

std::optional<std::vector<ValueId>> blocked(Rewriter& rewriter, const Op& op) {
    if (op.code != OpCode::ReduceWindow || op.results.size() != 1) return std::nullopt;
    const TensorType& type = rewriter.tensor(op.operands[0]);
    const Literal* initial = rewriter.constant(op.operands[1]);
    if (initial == nullptr || type.is_quantized() || type.element_count() == 0 ||
        frontend::is_complex(type.element) || rewriter.tensor(op.results[0]) != type)
        return std::nullopt;
    auto window = window_of(op, type.shape);
    if (!window || type.shape[window->dimension] <= 2 * block ||
        !is_identity(rewriter, op.regions[0], *initial))
        return std::nullopt;
    window->computation = &op.regions[0];
    window->identity = op.operands[1];
    return {{BlockedWindow(rewriter, *window).results(op.operands[0])}};
}

}  // namespace

void block_cumulative_windows(frontend::Program& program) {
    for (Function& function : program.functions)
        Rewriter(program, function).run([](Rewriter& rewriter, Op& op) { return blocked(rewriter, op); });
}

}  // namespace hlo2c::scheduler
