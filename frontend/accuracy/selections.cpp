#include <algorithm>
#include <cmath>
#include <set>

#include "frontend/accuracy/body.h"
#include "frontend/accuracy/float_format.h"
#include "frontend/evaluate/scalar_body.h"
#include "frontend/evaluate/window.h"
#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {
namespace {

/// What a region selects: the largest element, the smallest one, or any.
enum class Selection { Any, Largest, Smallest };

Selection selection_of(const Function& function, const Region& select) {
    using Direction = ComparisonDirection;
    const std::optional<Direction> direction = simple_comparison(function, select);
    if (direction == Direction::Ge || direction == Direction::Gt) return Selection::Largest;
    if (direction == Direction::Le || direction == Direction::Lt) return Selection::Smallest;
    return Selection::Any;
}

/// The elements of an operand as intervals, whose order decides which one a window selects.
class Contest {
public:
    Contest(const Estimate& operand, Selection selection) : operand_(operand), selection_(selection) {
        if (selection != Selection::Any) values_ = parts_of(operand.value);
        if (selection == Selection::Smallest)
            for (double& value : values_) value = -value;
    }

    /// The elements of a window that may be selected; none if one certainly is.
    std::vector<std::size_t> contenders(const std::vector<std::size_t>& window) const {
        std::vector<std::size_t> may_win = window;
        if (is_ordered(window)) {
            double least = -infinity;
            for (const std::size_t at : window) least = std::max(least, values_[at] - operand_.bound(at));
            std::erase_if(may_win, [&](std::size_t at) { return values_[at] + operand_.bound(at) < least; });
        }
        const bool certain = std::all_of(may_win.begin(), may_win.end(),
                                         [&](std::size_t at) { return operand_.bound(at) == 0; });
        if (certain || may_win.size() < 2) may_win.clear();
        return may_win;
    }

private:
    bool is_ordered(const std::vector<std::size_t>& window) const {
        return selection_ != Selection::Any &&
               std::none_of(window.begin(), window.end(), [&](std::size_t at) {
                   return std::isnan(values_[at]) || std::isinf(operand_.bound(at));
               });
    }

    const Estimate& operand_;
    Selection selection_;
    std::vector<double> values_;
};

/// The elements of each window.
std::vector<std::vector<std::size_t>> windows_of(const Op& op, const Shape& shape) {
    const Window window = selection_window(op, shape.size());
    const Shape counts = window_counts(shape, window);
    std::vector<std::vector<std::size_t>> windows(static_cast<std::size_t>(count_of(counts)));
    for_each_window_element(shape, window, counts, [&](std::size_t number, std::int64_t at) {
        if (at >= 0) windows[number].push_back(static_cast<std::size_t>(at));
    });
    return windows;
}

}  // namespace

std::set<ValueId> captured_values(const Region& region) {
    std::set<ValueId> own(region.arguments.begin(), region.arguments.end()), captured;
    for_each_op(region, [&](const Op& op) {
        for (const ValueId operand : op.operands)
            if (own.count(operand) == 0) captured.insert(operand);
        own.insert(op.results.begin(), op.results.end());
        for (const Region& inner : op.regions) own.insert(inner.arguments.begin(), inner.arguments.end());
    });
    return captured;
}

void add_contested_sources(const OpRun& run, ElementBounds& bounds) {
    const Estimate &operand = run.operands[0], &source = run.operands[1];
    if (operand.is_exact()) return;
    const Region& body = run.op().regions[1];
    const bool adds = computes_floats(run.other.function, body) && combining_ops(body).at(0) == OpCode::Add;
    const Contest contest(operand, selection_of(run.other.function, run.op().regions[0]));
    const std::vector<std::vector<std::size_t>> windows = windows_of(run.op(), operand.value.type().shape);
    const std::vector<double> sources = magnitudes(source.value), results = magnitudes(run.results[0]);
    const double rounding = unit_roundoff(run.results[0].type().element);
    const double initial = magnitudes(run.operands[2].value)[0];
    bounds.bounds.resize(results.size());
    bounds.own.resize(results.size());
    std::vector<bool> widened(results.size());
    for (std::size_t number = 0; number < windows.size(); number++) {
        for (const std::size_t at : contest.contenders(windows[number])) {
            // a term more or less, and the roundings that it takes part in
            double most = adds ? sources[number] + source.bound(number) : infinity;
            if (!widened[at]) most += bounds.bounds[at];
            widened[at] = true;
            most += 2 * rounding * (most + results[at] + 2 * initial);
            bounds.bounds[at] += most;
            bounds.own[at] += most;
        }
    }
}

}  // namespace hlo2c::frontend
