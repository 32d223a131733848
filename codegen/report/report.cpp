#include "codegen/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "codegen/report/highlight.h"
#include "codegen/report/html.h"
#include "codegen/report/memory_map.h"
#include "codegen/report/step_graph.h"
#include "codegen/report/style.h"

namespace hlo2c::codegen {
namespace {

using scheduler::Buffer;
using scheduler::BufferRange;
using scheduler::FunctionPlan;
using scheduler::Kernel;
using scheduler::Plan;
using scheduler::Step;

/// Lists of more rows than this are closed at first.
constexpr std::size_t most_open_rows = 12;

class Page {
public:
    Page(const Plan& plan, const std::vector<CFile>& files)
        : plan_(plan), sources_(plan.kernels.size()), calls_(calls_of_kernels(plan)) {
        for (const CFile& file : files)
            for (const KernelPlace& place : file.kernels) sources_.at(place.kernel) = {&file, place};
    }

    std::string write() {
        add("<!doctype html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
            "<meta name=viewport "
            "content=\"width=device-width,initial-scale=1\">\n<title>{}</title>\n<style>{}</style>\n"
            "</head>\n<body>\n<main>\n",
            escape_html(plan_.program_name), report_style);
        head();
        for (const FunctionPlan& function : plan_.functions) write(function);
        kernels();
        weights();
        add("</main>\n</body>\n</html>\n");
        return std::move(text_);
    }

private:
    const Plan& plan_;
    struct KernelSource {
        const CFile* file = nullptr;
        KernelPlace place = {};
    };
    std::vector<KernelSource> sources_;  // per kernel
    std::vector<std::int64_t> calls_;    // per kernel: number of calls of it
    std::string text_;

    template <typename... Arguments>
    void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
    }

    void fact(const std::string& value, const std::string& what) {
        add("<div><b>{}</b><span>{}</span></div>\n", value, what);
    }

    void head() {
        add("<h1>{}</h1>\n<p class=soft>compiled from <code>{}</code> for <code>{}</code></p>\n",
            escape_html(plan_.program_name), escape_html(plan_.source_file), escape_html(plan_.target.name));
        add("<nav>");
        for (const FunctionPlan& function : plan_.functions) {
            add("<a href=\"#function-{0}\">{0}</a>", escape_html(function.name));
        }
        add("<a href=\"#kernels\">kernels</a>");
        if (!plan_.weights.empty()) add("<a href=\"#weights\">weights</a>");
        add("</nav>\n<div class=facts>\n");
        std::int64_t flops = 0;
        for (std::size_t k = 0; k < plan_.kernels.size(); ++k) flops += plan_.kernels[k].flops * calls_[k];
        for (const FunctionPlan& function : plan_.functions) {
            const std::string which = plan_.functions.size() > 1 ? " of " + escape_html(function.name) : "";
            fact(readable_bytes(function.arena_bytes), "arena" + which);
            const std::vector<scheduler::MemoryPool> pools = plan_.target.value_pools();
            for (std::size_t i = 0; i < function.further_pools.size(); i++)
                fact(readable_bytes(function.further_pools[i].bytes),
                     "pool " + escape_html(pools.at(i + 1).name) + which);
        }
        fact(readable_bytes(plan_.weight_bytes()), "weights");
        fact(fmt::format("{}", plan_.kernels.size()), "kernels");
        fact(readable_count(flops), "operations, loops counted once");
        add("</div>\n");
    }

    void write(const FunctionPlan& function) {
        add("<h2 id=\"function-{0}\">Function {0}</h2>\n", escape_html(function.name));
        ports(function);
        const std::vector<scheduler::MemoryPool> pools = plan_.target.value_pools();
        memory_map(function, 0, {function.arena_bytes, function.arena_lower_bound, function.memory_proof},
                   pools.empty() ? "" : pools.front().name);
        for (std::size_t i = 0; i < function.further_pools.size(); i++)
            memory_map(function, static_cast<int>(i) + 1, function.further_pools[i], pools.at(i + 1).name);
        buffers_within_results(function);
        steps(function);
    }

    /// `name` is that of the pool, if the target has pools.
    void memory_map(const FunctionPlan& function, int pool, const scheduler::PoolUse& use,
                    const std::string& name) {
        const std::string map = memory_map_svg(function, pool);
        add("<h3>Memory{} over time</h3>\n", name.empty() ? "" : " of pool " + escape_html(name));
        if (map.empty()) {
            add("<p class=soft>The function needs no {}.</p>\n", pool == 0 ? "arena" : "bytes of it");
            return;
        }
        const double ratio =
            use.lower_bound > 0 ? static_cast<double>(use.bytes) / static_cast<double>(use.lower_bound) : 1.0;
        add("<p class=soft>{} bytes; {} are live at once for this order of steps ({:.3f} times that); "
            "proof: {}. "
            "Dashed: the total of live bytes.</p>\n<div class=card>{}</div>\n",
            grouped_digits(use.bytes), grouped_digits(use.lower_bound), ratio, escape_html(use.proof), map);
    }

    /// Results are working memory until they are written.
    void buffers_within_results(const FunctionPlan& function) {
        const auto is_within = [](const scheduler::Buffer& buffer) {
            return buffer.role == scheduler::BufferRole::WithinResult;
        };
        if (std::none_of(function.buffers.begin(), function.buffers.end(), is_within)) return;
        add("<h3>Buffers in the memory of results</h3>\n<div "
            "class=card><table><tr><th>buffer</th><th>type</th>"
            "<th>result</th><th class=r>offset</th><th class=r>bytes</th><th>steps</th></tr>\n");
        for (const scheduler::Buffer& buffer : function.buffers) {
            if (!is_within(buffer)) continue;
            add("<tr><td class=m>{}</td><td class=m>{}</td><td class=m>{}</td><td class=r>{}</td>"
                "<td class=r>{}</td><td>{} to {}</td></tr>\n",
                escape_html(buffer.name), escape_html(buffer.type),
                escape_html(function.outputs.at(static_cast<std::size_t>(buffer.index)).name),
                grouped_digits(buffer.offset), grouped_digits(buffer.bytes), buffer.first_step,
                buffer.last_step);
        }
        add("</table></div>\n");
    }

    void ports(const FunctionPlan& function) {
        const std::size_t count = function.inputs.size() + function.outputs.size();
        add("<details{}><summary>{} inputs, {} outputs</summary><div "
            "class=ports><table><tr><th></th><th>name</th>"
            "<th>type</th><th class=r>bytes</th><th></th></tr>\n",
            count <= most_open_rows ? " open" : "", function.inputs.size(), function.outputs.size());
        const auto rows = [&](const std::vector<scheduler::Port>& ports, const char* kind) {
            for (const scheduler::Port& port : ports) {
                std::string note = escape_html(port.description);
                if (port.donated_to >= 0) {
                    note += fmt::format("{}donated: may share memory with result {}",
                                        note.empty() ? "" : ", ", port.donated_to);
                }
                add("<tr><td class=soft>{} {}</td><td class=m>{}</td><td class=m>{}</td><td class=r>{}</td>"
                    "<td class=soft>{}</td></tr>\n",
                    kind, port.position, escape_html(port.name), escape_html(to_string(port.type)),
                    grouped_digits(function.buffers.at(port.buffer).bytes), note);
            }
        };
        rows(function.inputs, "input");
        rows(function.outputs, "output");
        add("</table></div></details>\n");
    }

    std::string range(const FunctionPlan& function, const BufferRange& range) const {
        const Buffer& buffer = function.buffers.at(range.buffer);
        std::string text = escape_html(buffer.name);
        if (range.byte_offset != 0) text += fmt::format("+{}", range.byte_offset);
        return fmt::format("<span title=\"{}\">{}</span>", escape_html(buffer.type), text);
    }

    void steps(const FunctionPlan& function) {
        const std::vector<StepRow> rows = step_rows(function);
        add("<h3>Steps</h3>\n<p class=soft>A line leads from a step to each step that reads what it "
            "writes.</p>\n"
            "<div class=\"card graph\">\n{}<ol class=steps>\n",
            step_graph_svg(rows));
        for (const StepRow& row : rows) {
            if (row.step == nullptr) {
                add("<li class=\"caption soft\" style=\"--d:{}\">{}</li>\n", row.depth, row.caption);
                continue;
            }
            add("<li value={} style=\"--d:{}\"{}>", row.step->time, row.depth,
                row.step->comment.empty() ? "" : " title=\"" + escape_html(row.step->comment) + "\"");
            std::visit([&](const auto& action) { write(function, action); }, row.step->action);
            add("</li>\n");
        }
        add("</ol>\n</div>\n");
    }

    void write(const FunctionPlan& function, const scheduler::CallStep& call) {
        const Kernel& kernel = plan_.kernels.at(call.kernel);
        add("<a class=m href=\"#kernel-{0}\">{1}</a> <span class=\"m soft\">(", call.kernel,
            escape_html(kernel.name));
        for (std::size_t i = 0; i < call.arguments.size(); ++i) {
            const bool written = i < kernel.nest.parameters.size() && kernel.nest.parameters[i].written;
            add("{}{}{}", i == 0 ? "" : ", ", written ? "→ " : "", range(function, call.arguments[i]));
        }
        if (call.scratch >= 0) {
            add("; scratch {}", range(function, {static_cast<scheduler::BufferId>(call.scratch), 0}));
        }
        add(")</span>");
    }
    void write(const FunctionPlan& function, const scheduler::CopyStep& copy) {
        add("copy <span class=\"m soft\">{} → {}, {} bytes{}</span>", range(function, copy.source),
            range(function, copy.destination), grouped_digits(copy.bytes),
            copy.unless_shared ? ", unless both have one address" : "");
    }
    void write(const FunctionPlan& function, const scheduler::CollectiveStep& step) {
        const scheduler::Collective& collective = plan_.collectives.at(step.collective);
        const char* const end = step.phase == scheduler::Phase::Done ? "end of " : "";
        add("{}{} <span class=\"m soft\">{} → {}, channel {}</span>", end, escape_html(collective.op),
            range(function, step.input), range(function, step.output), collective.channel);
    }
    void write(const FunctionPlan& function, const scheduler::TransferStep& step) {
        const scheduler::Transfer& transfer = plan_.transfers.at(step.transfer);
        const char* const end = step.phase == scheduler::Phase::Done   ? "end of "
                                : step.phase == scheduler::Phase::Idle ? "before "
                                                                       : "";
        add("{}{} <span class=\"m soft\">{}, channel {}</span>", end, escape_html(transfer.op),
            range(function, step.data), transfer.channel);
    }
    void write(const FunctionPlan& function, const scheduler::CustomCallStep& step) {
        add("{} <span class=\"m soft\">", escape_html(plan_.custom_calls.at(step.custom_call).op));
        for (const scheduler::BufferRange& input : step.inputs) add("{} ", range(function, input));
        add("→");
        for (const scheduler::BufferRange& output : step.outputs) add(" {}", range(function, output));
        add("</span>");
    }
    void write(const FunctionPlan& function, const scheduler::ProcessIdStep& step) {
        add("{} <span class=\"m soft\">→ {}</span>", step.is_replica ? "replica id" : "partition id",
            range(function, step.destination));
    }
    void write(const FunctionPlan& function, const scheduler::WhileStep& loop) {
        add("while <span class=\"m soft\">{}</span>",
            range(function, loop.count ? loop.count->counter : loop.predicate));
        if (loop.trip_count >= 0) add(" <span class=soft>{} iterations</span>", loop.trip_count);
        if (loop.is_parallel()) add(" <span class=soft>divided among {} slots</span>", loop.slots);
    }
    void write(const FunctionPlan& function, const scheduler::BranchStep& branch) {
        add("{} <span class=\"m soft\">{}</span>", branch.is_if ? "if" : "case",
            range(function, branch.selector));
    }

    void kernels() {
        std::int64_t most = 1;
        for (std::size_t k = 0; k < plan_.kernels.size(); ++k) {
            most = std::max(most, plan_.kernels[k].flops * calls_[k]);
        }
        add("<h2 id=kernels>Kernels</h2>\n<div "
            "class=card><table><tr><th>kernel</th><th>shapes</th><th>origin</th>"
            "<th>tile</th><th class=r>lanes</th><th class=r>calls</th><th class=r>operations</th>"
            "<th class=r>bytes</th></tr>\n");
        for (std::size_t k = 0; k < plan_.kernels.size(); ++k) {
            const Kernel& kernel = plan_.kernels[k];
            const double share = static_cast<double>(kernel.flops * calls_[k]) / static_cast<double>(most);
            add("<tr><td class=m><a href=\"#kernel-{}\">{}</a><span class=bar "
                "style=\"width:{:.1f}%\"></span></td>"
                "<td class=m>{}</td><td>{}</td><td class=m>{}</td><td class=r>{}</td><td class=r>{}</td>"
                "<td class=r>{}</td><td class=r>{}</td></tr>\n",
                k, escape_html(kernel.name), share * 100, escape_html(shapes_of(kernel)),
                name_of(kernel.origin), escape_html(kernel.tile), kernel.vector_lanes, calls_[k],
                readable_count(kernel.flops), readable_bytes(kernel.bytes));
        }
        add("</table></div>\n<p class=soft>Operations and bytes are per call; bars compare operations times "
            "calls.</p>\n");
        for (std::size_t k = 0; k < plan_.kernels.size(); ++k) kernel(k);
    }

    void list(const char* title, const std::vector<std::string>& items) {
        if (items.empty()) return;
        add("<dt>{}</dt>", title);
        for (const std::string& item : items) add("<dd class=m>{}</dd>", escape_html(item));
    }

    void kernel(std::size_t k) {
        const Kernel& kernel = plan_.kernels[k];
        add("<details id=\"kernel-{}\"{}><summary><span class=m>{}</span><span "
            "class=soft>{}</span></summary>\n"
            "<div class=kernel><div class=about><dl>",
            k, plan_.kernels.size() <= most_open_rows ? " open" : "", escape_html(kernel.name),
            escape_html(shapes_of(kernel)));
        list("scopes", kernel.scopes);
        list("sources", kernel.sources);
        list("ops", kernel.ops);
        if (!kernel.schedule.empty())
            list("schedule", {kernel.schedule + (kernel.is_tuned ? ", from a tuning" : "")});
        if (!kernel.estimate.empty()) list("estimate", {kernel.estimate});
        if (kernel.nest.scratch_bytes > 0) list("scratch", {readable_bytes(kernel.nest.scratch_bytes)});
        if (!kernel.runtime_function.empty()) list("runtime", {kernel.runtime_function, kernel.runtime_unit});
        const auto& [file, place] = sources_[k];
        if (file != nullptr) list("file", {fmt::format("{}:{}", file->path, place.line)});
        add("</dl></div><pre>{}</pre></div></details>\n",
            file != nullptr ? highlight_c(std::string_view(file->text).substr(place.begin, place.size))
                            : "<i class=c>defined by the runtime</i>");
    }

    void weights() {
        if (plan_.weights.empty()) return;
        add("<h2 id=weights>Weights</h2>\n<div class=card><table><tr><th>name</th><th>type</th><th "
            "class=r>bytes</th>"
            "<th class=r>offset</th><th>source</th></tr>\n");
        for (const scheduler::Weight& weight : plan_.weights) {
            add("<tr><td class=m>{}</td><td class=m>{}</td><td class=r>{}</td><td class=r>{}</td>"
                "<td class=\"m soft\">{}</td></tr>\n",
                escape_html(weight.name), escape_html(weight.type),
                grouped_digits(static_cast<std::int64_t>(weight.bytes.size())), grouped_digits(weight.offset),
                escape_html(weight.source));
        }
        add("</table></div>\n");
    }
};

}  // namespace

std::string html_report(const Plan& plan, const std::vector<CFile>& files) {
    return Page(plan, files).write();
}

}  // namespace hlo2c::codegen
