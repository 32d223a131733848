#include "scheduler/steps/sharing.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace hlo2c::scheduler {
namespace {

class Joiner {
public:
    Joiner(const PendingFunction& pending, const LiveRanges& live)
        : pending_(pending),
          live_(live),
          arguments_(pending.function->arguments().begin(), pending.function->arguments().end()) {
        for (const Link& link : live.links) exempt_.insert({link.from, link.to, link.time});
    }

    /// Lets both share one place. Does nothing and returns false if both are live at one time, if their sizes
    /// differ, or if the caller keeps one of them.
    bool join(Variable a, Variable b) {
        a = place(a);
        b = place(b);
        if (a == b) return true;
        if (is_read_only(a) || is_read_only(b) || bytes_of(a) != bytes_of(b)) return false;
        std::vector<LiveRange> together;
        if (!merge(ranges_of(a), ranges_of(b), together)) return false;
        if (ranges_of(a).size() < ranges_of(b).size()) std::swap(a, b);
        places_[b] = a;
        merged_[a] = std::move(together);
        merged_.erase(b);
        return true;
    }

    Sharing run(const std::vector<std::pair<Variable, Variable>>& donations) {
        Sharing sharing;
        for (const auto& [argument, result] : donations) {
            donated_.insert(argument);
            if (join(argument, result)) continue;
            // Steps read the argument after the result is written, maybe over it: copy the argument to the
            // arena first.
            donated_.erase(argument);
            sharing.moved.insert(argument);
        }
        for (const Link* link : by_worth())
            if (join(link->from, link->to) && donated_.count(link->from)) sharing.moved.insert(link->from);
        for (const auto& [variable, next] : places_) sharing.places[variable] = place(variable);
        return sharing;
    }

private:
    Variable place(Variable variable) const {
        for (auto found = places_.find(variable); found != places_.end(); found = places_.find(variable))
            variable = found->second;
        return variable;
    }

    bool is_read_only(Variable variable) const {
        return arguments_.count(variable) > 0 && donated_.count(variable) == 0;
    }

    const std::vector<LiveRange>& ranges_of(Variable variable) const {
        static const std::vector<LiveRange> none;
        const auto merged = merged_.find(variable);
        if (merged != merged_.end()) return merged->second;
        const auto alone = live_.ranges.find(variable);
        return alone != live_.ranges.end() ? alone->second : none;
    }

    /// True if `first` ends where `second` begins and a link joins them there.
    bool meets(const LiveRange& first, const LiveRange& second) const {
        return first.end == second.begin && exempt_.count({first.variable, second.variable, first.end}) > 0;
    }

    bool merge(const std::vector<LiveRange>& a, const std::vector<LiveRange>& b,
               std::vector<LiveRange>& together) const {
        const auto earlier = [](const LiveRange& x, const LiveRange& y) {
            return std::tie(x.begin, x.end) < std::tie(y.begin, y.end);
        };
        std::size_t begin = 0;
        for (const LiveRange& range : a) {
            while (begin < b.size() && b[begin].end < range.begin) begin++;
            for (std::size_t j = begin; j < b.size() && b[j].begin <= range.end; j++)
                if (!meets(range, b[j]) && !meets(b[j], range)) return false;
        }
        together.resize(a.size() + b.size());
        std::merge(a.begin(), a.end(), b.begin(), b.end(), together.begin(), earlier);
        return true;
    }

    std::int64_t bytes_of(Variable variable) const {
        const bool is_result = variable >= live_.first_result;
        return pending_.function
            ->tensor(is_result ? pending_.body.results[variable - live_.first_result] : variable)
            .byte_size();
    }

    std::vector<const Link*> by_worth() const {
        std::vector<const Link*> links;
        for (const Link& link : live_.links) links.push_back(&link);
        const auto worth = [&](const Link* link) {
            return std::tuple(link->saves_copy, link->depth, bytes_of(link->from));
        };
        std::stable_sort(links.begin(), links.end(),
                         [&](const Link* x, const Link* y) { return worth(x) > worth(y); });
        return links;
    }

    const PendingFunction& pending_;
    const LiveRanges& live_;
    std::set<std::tuple<Variable, Variable, int>> exempt_;
    std::unordered_map<Variable, Variable> places_;
    std::unordered_map<Variable, std::vector<LiveRange>> merged_;  ///< by place
    const std::set<Variable> arguments_;
    std::set<Variable> donated_;
};

}  // namespace

Sharing share_memory(const PendingFunction& function, const LiveRanges& live,
                     const std::vector<Port>& inputs) {
    std::vector<std::pair<Variable, Variable>> donations;
    for (std::size_t i = 0; i < inputs.size(); i++)
        if (inputs[i].donated_to >= 0)
            donations.emplace_back(function.function->arguments()[i],
                                   live.variable_of_result(static_cast<std::size_t>(inputs[i].donated_to)));
    return Joiner(function, live).run(donations);
}

std::string to_text(const Sharing& sharing, const LiveRanges& live) {
    std::map<Variable, std::set<Variable>> places;
    for (const auto& [variable, place] : sharing.places) places[place].insert({variable, place});
    std::string text;
    for (const auto& [place, variables] : places) {
        for (const Variable variable : variables)
            text += variable < live.first_result ? fmt::format("%{} ", variable)
                                                 : fmt::format("result{} ", variable - live.first_result);
        text.back() = '\n';
    }
    return text;
}

}  // namespace hlo2c::scheduler
