#include "codegen/report/step_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace hlo2c::codegen {
namespace {

using scheduler::BufferId;
using scheduler::Step;

struct Access {
    std::vector<BufferId> reads, writes;
};

/// The buffers that a step itself reads and writes, without those of the steps inside it.
Access access_of(const Step& step) {
    Access access;
    if (const auto* const copy = std::get_if<scheduler::CopyStep>(&step.action)) {
        access = {{copy->source.buffer}, {copy->destination.buffer}};
    } else if (const auto* const loop = std::get_if<scheduler::WhileStep>(&step.action)) {
        // It takes the initial values of its carries and gives them to its body.
        for (const scheduler::WhileStep::Carried& carry : loop->carried) {
            access.reads.push_back(carry.buffer);
            access.writes.push_back(carry.buffer);
        }
        if (loop->count && !loop->count->last) access.reads.push_back(loop->count->limit.buffer);
    } else if (const auto* const branch = std::get_if<scheduler::BranchStep>(&step.action)) {
        access.reads = {branch->selector.buffer};
    }
    for (const scheduler::Held& read : step.reads) access.reads.push_back(read.buffer);
    for (const scheduler::Held& write : step.writes) access.writes.push_back(write.buffer);
    return access;
}

void add_rows(std::vector<StepRow>& rows, const std::vector<Step>& steps, int depth) {
    const auto add_list = [&](const std::vector<Step>& list, const std::string& caption) {
        if (!caption.empty()) rows.push_back({.caption = caption, .depth = depth + 1});
        add_rows(rows, list, depth + 1);
    };
    for (const Step& step : steps) {
        rows.push_back({.step = &step, .depth = depth});
        if (const auto* const loop = std::get_if<scheduler::WhileStep>(&step.action)) {
            if (!loop->condition.empty()) add_list(loop->condition, "condition");
            add_list(loop->body, loop->condition.empty() ? "" : "body");
        } else if (const auto* const branch = std::get_if<scheduler::BranchStep>(&step.action)) {
            for (std::size_t i = 0; i < branch->branches.size(); i++)
                add_list(branch->branches[i], !branch->is_if ? fmt::format("branch {}", i)
                                              : i == 0       ? "then"
                                                             : "else");
        }
    }
}

/// Who wrote a buffer last. Several steps may each write a part, and each branch writes all of it: until
/// somebody reads it, writers add up.
struct Writers {
    std::set<int> rows;
    bool is_read = false;
};

void find_producers(std::vector<StepRow>& rows) {
    std::map<BufferId, Writers> writers;
    for (int row = 0; row < static_cast<int>(rows.size()); row++) {
        StepRow& current = rows[static_cast<std::size_t>(row)];
        if (current.step == nullptr) continue;
        const Access access = access_of(*current.step);
        for (const BufferId buffer : access.reads) {
            Writers& of_buffer = writers[buffer];
            current.producers.insert(of_buffer.rows.begin(), of_buffer.rows.end());
            of_buffer.is_read = true;
        }
        for (const BufferId buffer : access.writes) {
            Writers& of_buffer = writers[buffer];
            if (of_buffer.is_read) of_buffer = {};
            of_buffer.rows.insert(row);
        }
    }
}

/// Per row, the last row that reads what it writes, or itself.
std::vector<int> last_readers(const std::vector<StepRow>& rows) {
    std::vector<int> last(rows.size());
    for (std::size_t row = 0; row < rows.size(); row++) {
        last[row] = static_cast<int>(row);
        for (const int producer : rows[row].producers)
            last[static_cast<std::size_t>(producer)] = static_cast<int>(row);
    }
    return last;
}

/// A node takes the leftmost lane that is free when its operands have ended.
void choose_lanes(std::vector<StepRow>& rows) {
    const std::vector<int> last = last_readers(rows);
    std::vector<int> free_from;  // per lane: the row from which it is free
    for (std::size_t row = 0; row < rows.size(); row++) {
        if (rows[row].step == nullptr) continue;
        const auto found = std::find_if(free_from.begin(), free_from.end(),
                                        [&](int free) { return free <= static_cast<int>(row); });
        rows[row].lane = static_cast<int>(found - free_from.begin());
        if (found == free_from.end()) free_from.push_back(0);
        free_from[static_cast<std::size_t>(rows[row].lane)] = std::max(last[row], static_cast<int>(row) + 1);
    }
}

}  // namespace

std::vector<StepRow> step_rows(const scheduler::FunctionPlan& function) {
    std::vector<StepRow> rows;
    add_rows(rows, function.steps, 0);
    find_producers(rows);
    choose_lanes(rows);
    return rows;
}

std::string step_graph_svg(const std::vector<StepRow>& rows) {
    constexpr double widest = 320, usual_pitch = 14;
    int lanes = 1;
    for (const StepRow& row : rows) lanes = std::max(lanes, row.lane + 1);
    const double pitch = std::min(usual_pitch, widest / lanes);
    const auto x = [&](int lane) { return pitch * (lane + 0.5); };
    const auto y = [](int row) { return row_height * (row + 0.5); };
    const auto lane_of = [&](int row) { return rows[static_cast<std::size_t>(row)].lane; };
    // Hues are a golden angle apart, so that neighbouring lanes differ most.
    const auto hue = [](int lane) { return lane * 137 % 360; };

    std::string lines, nodes;
    std::vector<int> last = last_readers(rows);
    for (int row = 0; row < static_cast<int>(rows.size()); row++) {
        const StepRow& current = rows[static_cast<std::size_t>(row)];
        if (current.step == nullptr) continue;
        std::string path;
        if (const int end = last[static_cast<std::size_t>(row)] - 1; end > row)
            path += fmt::format("M{:.1f} {:.0f}V{:.0f}", x(current.lane), y(row), y(end));
        for (int reader = row + 1; reader <= last[static_cast<std::size_t>(row)]; reader++)
            if (rows[static_cast<std::size_t>(reader)].producers.count(row) != 0)
                path += fmt::format("M{0:.1f} {1:.0f}C{0:.1f} {2:.0f} {3:.1f} {1:.0f} {3:.1f} {2:.0f}",
                                    x(current.lane), y(reader - 1), y(reader), x(lane_of(reader)));
        if (!path.empty())
            lines += fmt::format("<path style=\"--h:{}\" d=\"{}\"/>\n", hue(current.lane), path);
        nodes += fmt::format("<circle style=\"--h:{}\" cx={:.1f} cy={:.0f} r={:.1f} />\n", hue(current.lane),
                             x(current.lane), y(row), std::min(4.5, 0.4 * pitch));
    }
    return fmt::format(
        "<svg class=flow width={:.0f} height={} role=img aria-label=\"flow of values\">\n{}{}</svg>\n",
        pitch * lanes, row_height * rows.size(), lines, nodes);
}

}  // namespace hlo2c::codegen
