#include "scheduler/memory/part.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

#include "frontend/integer_division.h"

namespace hlo2c::scheduler::memory {
namespace {

struct Event {
    std::int64_t time;
    bool start;  // ends sort before starts
    std::size_t item;
};

// Renumbers the items' times as sections and returns how many there are. Items must be non-empty intervals.
std::int32_t renumber(std::vector<Item>& items,
                      const std::vector<std::pair<std::int64_t, std::int64_t>>& times) {
    std::vector<Event> events;
    events.reserve(items.size() * 2);
    for (std::size_t i = 0; i < items.size(); ++i) {
        events.push_back({times[i].first, true, i});
        events.push_back({times[i].second, false, i});
    }
    std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
        return std::tie(a.time, a.start, a.item) < std::tie(b.time, b.start, b.item);
    });
    std::int32_t section = 0;
    bool ended = false;
    for (const Event& event : events) {
        if (event.start) {
            if (ended) ++section;
            items[event.item].lower = section;
        } else {
            items[event.item].upper = section + 1;
        }
        ended = !event.start;
    }
    return items.empty() ? 0 : section + 1;
}

std::int32_t renumber(std::vector<Item>& items) {
    std::vector<std::pair<std::int64_t, std::int64_t>> times;
    times.reserve(items.size());
    for (const Item& item : items) times.emplace_back(item.lower, item.upper);
    return renumber(items, times);
}

void finish(Part& part) {
    std::vector<std::int64_t> change(part.sections + 1, 0);
    for (const Item& item : part.items) {
        change[item.lower] += item.size;
        change[item.upper] -= item.size;
        part.aligned = part.aligned || item.alignment != 1;
    }
    std::int64_t live = 0;
    for (const std::int64_t step : change) part.lower_bound = std::max(part.lower_bound, live += step);
}

/// The parts between sections that no item crosses; one part where there are none.
std::vector<Part> cut_between_sections(const Part& part) {
    std::vector<std::int32_t> crossing(part.sections + 1, 0);
    for (const Item& item : part.items) {
        ++crossing[item.lower];
        --crossing[item.upper - 1];
    }
    std::vector<std::int32_t> piece(part.sections, 0);
    std::int32_t pieces = 1, crossed = 0;
    for (std::int32_t s = 0; s < part.sections; ++s) {
        piece[s] = pieces - 1;
        crossed += crossing[s];
        if (crossed == 0 && s + 1 < part.sections) ++pieces;
    }
    std::vector<Part> cut(pieces);
    for (Part& next : cut) next.base = part.base;
    for (const Item& item : part.items) cut[piece[item.lower]].items.push_back(item);
    return cut;
}

/// Puts items that live as long as the part at its base, as far as they keep every alignment. True where
/// there were some.
bool place_longest(Part& part, std::int64_t all_alignments, Offsets& offsets) {
    std::vector<Item> rest;
    const std::int64_t base = part.base;
    for (const Item& item : part.items) {
        if (item.lower == 0 && item.upper == part.sections && item.size % all_alignments == 0 &&
            part.base % item.alignment == 0) {
            offsets[item.buffer] = part.base;
            part.base += item.size;
        } else {
            rest.push_back(item);
        }
    }
    part.items = std::move(rest);
    return part.base != base;
}

}  // namespace

Parts split(const std::vector<Interval>& buffers) {
    Parts result;
    result.offsets.assign(buffers.size(), -1);
    std::int64_t grain = 0;  // the greatest common divisor of all alignments
    for (const Interval& buffer : buffers) grain = std::gcd(grain, buffer.alignment);
    grain = std::max<std::int64_t>(grain, 1);
    constexpr std::int64_t limit = std::int64_t{1} << 31, too_wide = std::numeric_limits<std::int64_t>::max();
    std::int64_t common = 0, widest = 1;
    for (const Interval& buffer : buffers) {
        common = std::gcd(common, round_up(buffer.size, grain));
        const bool small = widest <= limit && buffer.alignment <= limit;
        widest = small ? std::lcm(widest, buffer.alignment) : too_wide;  // no size is a multiple of too_wide
    }
    // If all sizes are multiples of all alignments, every offset is aligned anyway.
    const bool plain = common > 0 && common % widest == 0;
    result.unit = plain ? common : grain;

    std::vector<Item> all;
    std::vector<std::pair<std::int64_t, std::int64_t>> times;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        const Interval& buffer = buffers[i];
        if (buffer.size == 0) {
            result.offsets[i] = 0;
            continue;
        }
        all.push_back({.size = ceil_div(buffer.size, result.unit),
                       .alignment = plain ? 1 : buffer.alignment / result.unit,
                       .duration = static_cast<double>(buffer.upper) - static_cast<double>(buffer.lower),
                       .buffer = i});
        times.emplace_back(buffer.lower, buffer.upper);
    }
    const std::int64_t all_alignments = plain ? 1 : widest / result.unit;

    std::vector<Part> open(1);
    open[0].items = std::move(all);
    open[0].sections = renumber(open[0].items, times);
    while (!open.empty()) {
        Part part = std::move(open.back());
        open.pop_back();
        if (part.items.empty()) continue;

        std::vector<Part> cut = cut_between_sections(part);
        if (cut.size() > 1) {
            for (auto next = cut.rbegin(); next != cut.rend(); ++next) {
                next->sections = renumber(next->items);
                open.push_back(std::move(*next));
            }
            continue;
        }
        if (place_longest(part, all_alignments, result.offsets)) {
            part.sections = renumber(part.items);
            open.push_back(std::move(part));
            continue;
        }
        finish(part);
        result.parts.push_back(std::move(part));
    }
    return result;
}

std::int64_t peak(const Part& part, const Offsets& offsets) {
    std::int64_t most = 0;
    for (std::size_t i = 0; i < part.items.size(); ++i)
        most = std::max(most, offsets[i] + part.items[i].size);
    return most;
}

}  // namespace hlo2c::scheduler::memory
