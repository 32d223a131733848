#include "codegen/report/report.h"

#include <catch2/catch.hpp>

#include "codegen/report/highlight.h"
#include "codegen/report/html.h"
#include "codegen/report/memory_map.h"
#include "codegen/report/step_graph.h"

using namespace hlo2c;
using namespace hlo2c::codegen;

namespace {

scheduler::Plan small_plan() {
    scheduler::Plan plan;
    plan.program_name = "tiny<net>";
    plan.source_file = "tiny.mlir";
    plan.target.name = "x86-64-v3";
    scheduler::Kernel dot;
    dot.name = "dot_relu_f32_8x4";
    dot.operation = "f32[8] * f32[8,4] -> f32[4]";
    dot.ops = {"%2 stablehlo.dot_general", "%4 stablehlo.maximum"};
    dot.sources = {"model.py:41"};
    dot.schedule = "tile: 1 row x 1 vector of 4 in registers";
    dot.tile = "1x4";
    dot.vector_lanes = 4;
    dot.flops = 64;
    dot.bytes = 192;
    dot.nest.parameters = {{"x", scheduler::ScalarKind::F32, 8, false},
                           {"out", scheduler::ScalarKind::F32, 4, true}};
    scheduler::Kernel sort;
    sort.name = "sort_f32_4";
    sort.origin = scheduler::KernelOrigin::Runtime;
    sort.runtime_function = "hlo2c_sort_f32";
    sort.runtime_unit = "rt_sort";
    plan.kernels = {dot, sort};

    scheduler::FunctionPlan main;
    main.name = "main";
    main.arena_bytes = 192;
    main.arena_lower_bound = 128;
    main.memory_proof = "open";
    scheduler::Buffer argument{
        .name = "arg0", .role = scheduler::BufferRole::Argument, .index = 0, .bytes = 32, .type = "f32[8]"};
    scheduler::Buffer hidden{
        .name = "hidden", .bytes = 64, .type = "f32[4]", .offset = 0, .first_step = 0, .last_step = 1};
    scheduler::Buffer sorted{
        .name = "sorted", .bytes = 128, .type = "f32[4]", .offset = 64, .first_step = 1, .last_step = 2};
    sorted.sources = {"model.py:43"};
    scheduler::Buffer result{
        .name = "out0", .role = scheduler::BufferRole::Result, .index = 0, .bytes = 16, .type = "f32[4]"};
    main.buffers = {argument, hidden, sorted, result};
    main.inputs = {{.name = "image", .type = {{8}, frontend::ElementType::F32}, .position = 0, .buffer = 0}};
    main.outputs = {
        {.name = "logits", .type = {{4}, frontend::ElementType::F32}, .position = 0, .buffer = 3}};
    main.steps = {{scheduler::CallStep{0, {{0, 0}, {1, 0}}, -1}, 0, "dot, relu", {{0}}, {{1}}},
                  {scheduler::CallStep{1, {{1, 0}, {2, 16}}, -1}, 1, "", {{1}}, {{2}}},
                  {scheduler::CopyStep{{3, 0}, {2, 0}, 16}, 2, ""}};
    plan.functions = {main};
    plan.weights = {
        {.name = "w0", .bytes = std::vector<std::byte>(128), .type = "f32[8,4]", .source = "dense_1"}};
    return plan;
}

std::vector<CFile> small_files() {
    const std::string head = "/* notice */\n#include \"tiny.h\"\n\n";
    const std::string dot =
        "HLO2C_OUTLINE void tiny_dot_relu_f32_8x4_range(float *out)\n{\n    out[0] = 1.5e-3f;\n}\n\n"
        "/* dot, relu: model.py:41 */\n"
        "void tiny_dot_relu_f32_8x4(const float *restrict x,\n    float *restrict out)\n{\n"
        "    for (int i = 0; i < 4; i++) { out[i] = x[i] < 2 ? 0 : x[i]; }\n}\n";
    CFile file{"src/tiny_kernels_0.c", head + dot + "\nvoid tiny_other(void)\n{\n}\n", FilePart::Code};
    file.kernels = {{0, head.size(), dot.size(), 4}};
    return {file};
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("the page shows kernels, their C, their sources, memory and weights") {
    const std::string page = html_report(small_plan(), small_files());
    for (const char* part :
         {"dot_relu_f32_8x4", "model.py:41", "%2 stablehlo.dot_general", "1x4", "w0", "f32[8,4]", "sorted",
          "src/tiny_kernels_0.c:4", "rt_sort", "tiny.mlir", "x86-64-v3", "tensor&lt;8xf32&gt;"}) {
        INFO(part);
        CHECK(contains(page, part));
    }
}

TEST_CASE("the page says that a donated argument shares its result's address") {
    scheduler::Plan plan = small_plan();
    plan.functions[0].inputs[0].donated_to = 0;
    CHECK(contains(html_report(plan, small_files()), "donated: may share memory with result 0"));
}

TEST_CASE("the page lists the buffers in the memory of results") {
    scheduler::Plan plan = small_plan();
    CHECK_FALSE(contains(html_report(plan, small_files()), "memory of results"));
    scheduler::Buffer& moved = plan.functions[0].buffers[1];
    moved.role = scheduler::BufferRole::WithinResult;
    moved.index = 0;
    const std::string page = html_report(plan, small_files());
    CHECK(contains(page, "Buffers in the memory of results"));
    CHECK(contains(page, "<tr><td class=m>hidden</td><td class=m>f32[4]</td><td class=m>logits</td>"));
}

TEST_CASE("text of the program cannot become markup") {
    const std::string page = html_report(small_plan(), small_files());
    CHECK(contains(page, "tiny&lt;net&gt;"));
    CHECK_FALSE(contains(page, "<net>"));
    CHECK(escape_html("a<b>&\"'\xff\x01") == "a&lt;b&gt;&amp;&quot;&#39;??");
    CHECK(escape_html("é…") == "é…");
}

TEST_CASE("the page is self-contained and deterministic") {
    const std::string page = html_report(small_plan(), small_files());
    for (const char* part : {"http:", "https:", "<script", "<link", "src=", "url(", "@import"}) {
        INFO(part);
        CHECK_FALSE(contains(page, part));
    }
    CHECK(page == html_report(small_plan(), small_files()));
}

TEST_CASE("a kernel's C begins with its outlined loops and ends before the next function") {
    const std::string page = html_report(small_plan(), small_files());
    CHECK(contains(page, "<pre>HLO2C_OUTLINE <i class=k>void</i> tiny_dot_relu_f32_8x4_range"));
    CHECK(contains(page, "x[i]; }\n}\n</pre>"));
    CHECK_FALSE(contains(page, "tiny_other"));
    CHECK(contains(page, "<pre><i class=c>defined by the runtime</i></pre>"));
}

TEST_CASE("C is highlighted without losing a character") {
    CHECK(highlight_c("int a = 1.5e-3f; /* x<y */ \"\\\"\"") ==
          "<i class=k>int</i> a = <i class=n>1.5e-3f</i>; <i class=c>/* x&lt;y */</i> "
          "<i class=s>&quot;\\&quot;&quot;</i>");
}

TEST_CASE("the memory map has one rectangle per buffer of the arena") {
    const std::string map = memory_map_svg(small_plan().functions[0], 0);
    std::size_t rectangles = 0;
    for (std::size_t at = map.find("<rect"); at != std::string::npos; at = map.find("<rect", at + 1))
        ++rectangles;
    CHECK(rectangles == 2);
    CHECK(contains(map, "steps 1 to 2"));
    CHECK(memory_map_svg({}, 0).empty());
}

namespace {

/// A step that reads and writes the buffers of these numbers.
scheduler::Step step_on(const std::vector<scheduler::BufferId>& reads,
                        const std::vector<scheduler::BufferId>& writes) {
    scheduler::Step step{scheduler::CallStep{}, 0, ""};
    for (const scheduler::BufferId buffer : reads) step.reads.push_back({buffer});
    for (const scheduler::BufferId buffer : writes) step.writes.push_back({buffer});
    return step;
}

}  // namespace

TEST_CASE("a row knows the steps that write what it reads, in place and by parts too") {
    scheduler::FunctionPlan function;
    function.steps = {step_on({}, {1}), step_on({}, {1}), step_on({1}, {2}), step_on({1, 2}, {2}),
                      step_on({2}, {})};
    const std::vector<StepRow> rows = step_rows(function);
    REQUIRE(rows.size() == 5);
    CHECK(rows[2].producers == std::set<int>{0, 1});
    CHECK(rows[3].producers == std::set<int>{0, 1, 2});
    CHECK(rows[4].producers == std::set<int>{3});
}

TEST_CASE("rows of loops and branches follow theirs, one step in") {
    scheduler::WhileStep loop;
    loop.condition = {step_on({1}, {3})};
    loop.body = {step_on({1}, {1})};
    loop.carried = {{.buffer = 1}};
    scheduler::BranchStep branch{.selector = {3, 0}, .is_if = true};
    branch.branches = {{step_on({1}, {4})}, {step_on({1}, {4})}};
    scheduler::FunctionPlan function;
    function.steps = {step_on({}, {1}), {loop, 0, ""}, {branch, 0, ""}, step_on({4}, {})};
    const std::vector<StepRow> rows = step_rows(function);
    std::string shape;
    for (const StepRow& row : rows) shape += std::to_string(row.depth) + row.caption + " ";
    CHECK(shape == "0 0 1condition 1 1body 1 0 1then 1 1else 1 0 ");
    CHECK(rows[1].producers == std::set<int>{0});
    CHECK(rows[5].producers == std::set<int>{1});
    CHECK(rows[6].producers == std::set<int>{3});
    CHECK(rows[8].producers == std::set<int>{5});
    CHECK(rows[11].producers == std::set<int>{8, 10});
}

TEST_CASE("a line in the graph never runs through a node of another step") {
    scheduler::FunctionPlan function;
    function.steps = {step_on({}, {1}), step_on({1}, {2}), step_on({2}, {3}), step_on({1, 3}, {4}),
                      step_on({4}, {})};
    const std::vector<StepRow> rows = step_rows(function);
    CHECK(rows[0].lane == 0);
    CHECK(rows[1].lane == 1);
    CHECK(rows[2].lane == 1);
    CHECK(rows[3].lane == 0);
    const std::string graph = step_graph_svg(rows);
    std::size_t nodes = 0;
    for (std::size_t at = graph.find("<circle"); at != std::string::npos; at = graph.find("<circle", at + 1))
        ++nodes;
    CHECK(nodes == 5);
    CHECK(contains(graph, "d=\"M7.0 13V65M7.0 13C7.0 39 21.0 13 21.0 39M7.0 65C7.0 91 7.0 65 7.0 91\""));
}

TEST_CASE("counts and sizes are human-readable") {
    CHECK(readable_bytes(640) == "640 B");
    CHECK(readable_bytes(37632) == "36.8 KiB");
    CHECK(readable_count(999) == "999");
    CHECK(readable_count(1234567) == "1.23 M");
    CHECK(grouped_digits(37632) == "37\u202F632");
}
