#include "scheduler/rewrite/line_sums.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "frontend/ir/attributes.h"
#include "frontend/ir/combiner.h"
#include "frontend/ir/total_table.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/dead_code_elimination.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

/// Images of fewer elements are not worth a second kernel, and more images than this keep the slots busy.
constexpr std::int64_t fewest_elements = 16384, most_images = 7;
/// Results of fewer features do not fill vectors; the sums of shorter lines are as large as the image.
constexpr std::int64_t fewest_features = 16, fewest_lines = 4, shortest_line = 4;

constexpr double infinite = std::numeric_limits<double>::infinity();
/// What an op combines with a number to that number, for ops that combine elements in any order.
constexpr auto identity_of_op = frontend::partial<std::optional<double>>({
    {OpCode::Add, 0},
    {OpCode::Maximum, -infinite},
    {OpCode::Minimum, infinite},
});

/// How a reduction over the pixels of images combines lines.
struct LineSums {
    OpCode code = OpCode::Add;
    double identity = 0;
    std::int64_t lines = 0;                ///< dimension
    std::vector<std::int64_t> along_line;  ///< the other reduced dimensions
};

/// True for elements that are rounded once per sum.
bool is_wide_float(const TensorType& type) {
    return type.is_static() && frontend::is_float(type.element) && frontend::bit_width(type.element) >= 32;
}

std::optional<LineSums> line_sums(const frontend::Rewriter& rewriter, const Op& op) {
    if (op.code != OpCode::Reduce || op.results.size() != 1) return std::nullopt;
    const TensorType &image = rewriter.tensor(op.operands[0]), &result = rewriter.tensor(op.results[0]);
    const Op* combiner = frontend::combiner(op.regions[0]);
    if (combiner == nullptr || !is_wide_float(image) || image.element != result.element) return std::nullopt;
    const std::optional<double> identity = behaviour(identity_of_op, combiner->code);
    const Literal* initial = rewriter.constant(op.operands[1]);
    if (!identity || initial == nullptr || initial->real(0) != *identity) return std::nullopt;
    LineSums sums{.code = combiner->code, .identity = *identity};
    std::vector<std::int64_t> dimensions = op[attr::dimensions];
    std::sort(dimensions.begin(), dimensions.end());
    const auto extent = [&](std::int64_t d) { return image.shape[static_cast<std::size_t>(d)]; };
    std::vector<std::int64_t> reduced;
    for (const std::int64_t d : dimensions)
        if (extent(d) > 1) reduced.push_back(d);
    if (reduced.size() < 2) return std::nullopt;
    sums.lines = reduced[0];
    std::int64_t images = 1, pixels = 1;
    for (std::int64_t d = 0; d < sums.lines; d++) images *= extent(d);
    for (const std::int64_t d : dimensions)
        if (d != sums.lines) sums.along_line.push_back(d);
    for (const std::int64_t d : sums.along_line) pixels *= extent(d);
    const bool fits = image.element_count() >= fewest_elements && images <= most_images &&
                      extent(sums.lines) >= fewest_lines && pixels >= shortest_line &&
                      image.shape.back() >= fewest_features &&
                      reduced.back() + 1 < static_cast<std::int64_t>(image.shape.size());
    return fits ? std::optional(sums) : std::nullopt;
}

}  // namespace

void sum_lines_first(frontend::Program& program) {
    bool changed = false;
    for (Function& function : program.functions) {
        frontend::Rewriter rewriter(program, function);
        const auto rule = [](frontend::Rewriter& rewriter, Op& op) -> std::optional<std::vector<ValueId>> {
            const std::optional<LineSums> sums = line_sums(rewriter, op);
            if (!sums) return std::nullopt;
            frontend::Builder build(rewriter);
            const ValueId lines = build.reduce(sums->code, op.operands[0], sums->identity, sums->along_line);
            // Reduced dimensions before the lines have one element, and are gone.
            const auto before = std::count_if(sums->along_line.begin(), sums->along_line.end(),
                                              [&](std::int64_t d) { return d < sums->lines; });
            return std::vector{build.reduce(sums->code, lines, sums->identity, {sums->lines - before})};
        };
        changed = rewriter.run(rule) || changed;
    }
    if (changed) frontend::dead_code_elimination(program);
}

}  // namespace hlo2c::scheduler
