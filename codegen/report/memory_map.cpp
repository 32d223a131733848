#include "codegen/report/memory_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "codegen/report/html.h"

namespace hlo2c::codegen {
namespace {

using scheduler::Buffer;
using scheduler::BufferRole;

constexpr double left = 84, right = 12, top = 14, bottom = 34, width = 1080, height = 430;
constexpr double plot_width = width - left - right, plot_height = height - top - bottom;

// A step of 1, 2 or 5 times a power of ten (of two for bytes) that gives about `ticks` marks.
std::int64_t tick_distance(std::int64_t extent, int ticks, bool bytes) {
    std::int64_t distance = 1;
    if (bytes) {
        while (extent / distance > ticks) distance *= 2;
        return distance;
    }
    for (std::int64_t power = 1;; power *= 10) {
        for (const std::int64_t factor : {1, 2, 5}) {
            if (extent / (power * factor) <= ticks) return power * factor;
        }
    }
}

/// The buffers of one pool, over the steps of the function that they are live in.
class Map {
public:
    Map(const scheduler::FunctionPlan& function, int pool)
        : extent_(pool == 0 ? function.arena_bytes
                            : function.further_pools.at(static_cast<std::size_t>(pool) - 1).bytes) {
        for (const Buffer& buffer : function.buffers) {
            if (buffer.role != BufferRole::Arena || buffer.offset < 0 || buffer.bytes == 0) continue;
            // All maps of a function have the same times.
            times_ = std::max<std::int64_t>(times_, buffer.last_step + 1);
            if (buffer.pool != pool) continue;
            buffers_.push_back(&buffer);
            extent_ = std::max(extent_, buffer.offset + buffer.bytes);
        }
    }

    bool is_empty() const { return buffers_.empty(); }

    std::string axes() const {
        std::string svg;
        const std::int64_t address_step = tick_distance(extent_, 8, true);
        for (std::int64_t at = 0; at <= extent_; at += address_step) {
            svg += fmt::format(
                "<path class=grid d=\"M{:.1f} {:.1f}H{:.1f}\"/><text class=axis x={:.1f} y={:.1f} "
                "text-anchor=end>{}</text>\n",
                left, y(at), width - right, left - 8, y(at) + 4, readable_bytes(at));
        }
        const std::int64_t time_step = tick_distance(times_, 16, false);
        for (std::int64_t at = 0; at < times_; at += time_step) {
            svg += fmt::format("<text class=axis x={:.1f} y={:.1f} text-anchor=middle>{}</text>\n",
                               (x(at) + x(at + 1)) / 2, height - bottom + 16, at);
        }
        return svg + fmt::format("<text class=axis x={:.1f} y={:.1f} text-anchor=middle>step</text>\n",
                                 left + plot_width / 2, height - 4);
    }

    std::string rectangles() const {
        std::string svg;
        for (std::size_t i = 0; i < buffers_.size(); ++i) svg += rectangle(*buffers_[i], i);
        return svg;
    }

    /// The line of the bytes that are live.
    std::string live_line() const {
        std::vector<std::int64_t> change(static_cast<std::size_t>(times_) + 1, 0);
        for (const Buffer* buffer : buffers_) {
            change[static_cast<std::size_t>(buffer->first_step)] += buffer->bytes;
            change[static_cast<std::size_t>(buffer->last_step) + 1] -= buffer->bytes;
        }
        std::string path;
        std::int64_t live = 0;
        for (std::int64_t time = 0; time < times_; ++time) {
            live += change[static_cast<std::size_t>(time)];
            path += fmt::format("{}{:.1f} {:.1f}H{:.1f}", time == 0 ? "M" : "L", x(time),
                                y(std::min(live, extent_)), x(time + 1));
        }
        return "<path class=live d=\"" + path + "\"/>\n";
    }

private:
    double x(std::int64_t time) const {
        return left + plot_width * static_cast<double>(time) / static_cast<double>(times_);
    }
    double y(std::int64_t offset) const {
        return top + plot_height * (1 - static_cast<double>(offset) / static_cast<double>(extent_));
    }

    std::string rectangle(const Buffer& buffer, std::size_t number) const {
        const double x0 = x(buffer.first_step), x1 = x(buffer.last_step + 1);
        const double y0 = y(buffer.offset + buffer.bytes), y1 = y(buffer.offset);
        // Hues are a golden angle apart, so that consecutive buffers differ most.
        const std::size_t hue = number * 137 % 360;
        std::string svg =
            fmt::format("<g class=buffer style=\"--h:{}\"><title>{}\n{}, {} bytes at {}\nsteps {} to {}", hue,
                        escape_html(buffer.name), escape_html(buffer.type), grouped_digits(buffer.bytes),
                        grouped_digits(buffer.offset), buffer.first_step, buffer.last_step);
        for (const std::string& source : buffer.sources) svg += "\n" + escape_html(source);
        svg += fmt::format("</title><rect x={:.2f} y={:.2f} width={:.2f} height={:.2f} />", x0, y0, x1 - x0,
                           y1 - y0);
        const double letters = (x1 - x0 - 8) / 6.4;
        if (y1 - y0 >= 13 && letters >= 4) {
            std::string label = buffer.name;
            const auto most = static_cast<std::size_t>(letters);
            if (label.size() > most) label = label.substr(0, most - 1) + "…";
            svg += fmt::format("<text x={:.2f} y={:.2f}>{}</text>", x0 + 4, (y0 + y1) / 2 + 4,
                               escape_html(label));
        }
        return svg + "</g>\n";
    }

    std::vector<const Buffer*> buffers_;
    std::int64_t extent_ = 0, times_ = 1;
};

}  // namespace

std::string memory_map_svg(const scheduler::FunctionPlan& function, int pool) {
    const Map map(function, pool);
    if (map.is_empty()) return {};
    return fmt::format(
               "<svg class=map viewBox=\"0 0 {:.0f} {:.0f}\" role=img aria-label=\"memory of {} over "
               "time\">\n",
               width, height, escape_html(function.name)) +
           map.axes() + map.rectangles() + map.live_line() + "</svg>\n";
}

}  // namespace hlo2c::codegen
