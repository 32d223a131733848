#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "frontend/counted.h"
#include "scheduler/schedule/contraction_order.h"
#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler {
namespace {

std::string kinds(const std::vector<ScalarKind>& all) {
    std::vector<std::string> words;
    for (const ScalarKind kind : all) words.push_back(spelling(kind));
    return fmt::format("{}", fmt::join(words, " "));
}

std::string loops_text(const std::vector<ElementLoop>& loops) {
    std::vector<std::string> words;
    for (const ElementLoop& loop : loops)
        words.push_back(
            fmt::format("{} by {} of [{}]", loop.extent, loop.stride, fmt::join(loop.dimensions, " ")));
    return fmt::format("{}", fmt::join(words, ", "));
}

std::string operand_text(const Operand& operand) {
    const std::string cost = operand.cost > 0 ? fmt::format(" computed at cost {}", operand.cost) : "";
    return fmt::format("{}[{}]{}{}{}", spelling(operand.element), operand.elements,
                       operand.is_constant ? " constant" : "",
                       operand.is_often_subnormal ? " often subnormal" : "", cost);
}

std::string estimate_text(const ContractionEstimate& estimate) {
    return fmt::format(
        "{:.0f} cycles: {:.0f} of arithmetic, {:.0f} of packing, {:.0f} KB from L2, {:.0f} KB "
        "from beyond it",
        estimate.cycles, estimate.arithmetic, estimate.packing, estimate.l2_bytes / 1024,
        estimate.far_bytes / 1024);
}

const char* word(OperandForm form) {
    static const char* const words[] = {"direct", "packed weight", "packed panel", "converted"};
    return words[static_cast<int>(form)];
}

const char* word(ByteProducts products) {
    static const char* const words[] = {"single products", "four bytes a word", "four biased bytes a word"};
    return words[static_cast<int>(products)];
}

const char* word(RowPlace place) {
    static const char* const words[] = {"inlined", "stack", "scratch"};
    return words[static_cast<int>(place)];
}

const char* word(MatrixAlgorithm algorithm) {
    switch (algorithm) {
        case MatrixAlgorithm::Pivots: return "pivots";
        case MatrixAlgorithm::Reflectors: return "reflectors";
        case MatrixAlgorithm::PivotedReflectors: return "pivoted reflectors";
        case MatrixAlgorithm::ReflectorsFromLeft: return "reflectors from the left";
        case MatrixAlgorithm::ReflectorsFromRight: return "reflectors from the right";
        case MatrixAlgorithm::Tridiagonal: return "tridiagonal form";
        case MatrixAlgorithm::SymmetricVectors: return "symmetric eigenvectors";
        case MatrixAlgorithm::Bidiagonal: return "bidiagonal form";
        case MatrixAlgorithm::Hessenberg: return "Hessenberg form";
        case MatrixAlgorithm::Eigenvalues: return "eigenvalues";
    }
    return "";
}

const char* word(RequestKind kind) {
    static const char* const words[] = {"collective", "send in a loop or branch"};
    return words[static_cast<int>(kind)];
}

const char* word(SumPlace place) {
    static const char* const words[] = {"accumulators", "registers", "block"};
    return words[static_cast<int>(place)];
}

/// "; windows of 3 by 3 over 1 images of 56 by 56"
std::string windows_text(const SlidingWindows& windows) {
    return fmt::format("; windows of 3 by 3 over {} images of {} by {}, {} channels to {} features",
                       windows.images.extent, windows.rows.extent, windows.columns.extent,
                       windows.channels.extent, windows.features.extent);
}

/// "; totals added 64 at a time, then 8"
std::string totals_text(const ContractionProblem& problem) {
    std::string text;
    const std::vector<ChainParts> levels = levels_of_totals(problem);
    for (auto level = levels.rbegin(); levels.size() > 1 && level != levels.rend(); ++level) {
        std::int64_t terms = 1;
        for (const ChainPart& part : *level) terms *= part.extent;
        text += text.empty() ? fmt::format("; totals added {} at a time", terms)
                             : fmt::format(", then {}", terms);
    }
    return text;
}

std::string replacement_text(const auto& problem) {
    return problem.replaces_operand ? "; replaces an operand" : "";
}

/// "inverse real f32: 3 x 512"
std::string transform_text(const TransformProblem& transform) {
    return fmt::format("{}{} {}: {} x {}{}", transform.is_inverse() ? "inverse " : "",
                       transform.is_real() ? "real" : "complex", spelling(transform.element), transform.outer,
                       transform.length, transform.inner > 1 ? fmt::format(" x {}", transform.inner) : "");
}

struct ProblemText {
    std::string operator()(const std::monostate&) const { return "none"; }
    std::string operator()(const MapProblem& map) const {
        std::string text = fmt::format("{} {}", map.is_assembly ? "assembly" : "map", spelling(map.computed));
        if (map.results > 1) text += fmt::format("; {} results", map.results);
        for (const ElementBox& box : map.boxes) {
            text += fmt::format("; {} elements from {}: {}", box.elements, box.offset, loops_text(box.loops));
            if (box.across >= 0) text += fmt::format(", loaded along loop {}", box.across);
            if (box.differs_by_column) text += ", columns differ";
        }
        return text + replacement_text(map);
    }
    std::string operator()(const UpdateProblem& update) const {
        return fmt::format("update {}: {}{}", spelling(update.computed), loops_text(update.loops),
                           update.reads_window ? ", reads what it replaces" : "");
    }
    std::string operator()(const ScatterProblem& scatter) const {
        const std::string text =
            fmt::format("scatter into {} elements, fills [{}]", scatter.elements, kinds(scatter.filled));
        if (scatter.side_by_side > 0)
            return fmt::format("{}, {} windows side by side", text, scatter.side_by_side);
        return scatter.window == 0
                   ? text
                   : fmt::format("{}, rows of {} {}", text, scatter.window, spelling(scatter.computed));
    }
    std::string operator()(const SortProblem& sort) const {
        const std::string kept = sort.kept < sort.length ? fmt::format("first {}, ", sort.kept) : "";
        return fmt::format("sort [{}]: {} x {} x {}, {}comparator of {} ops{}", kinds(sort.elements),
                           sort.outer, sort.length, sort.inner, kept, sort.comparator_ops,
                           sort.key ? ", key " + spelling(*sort.key) : "");
    }
    std::string operator()(const ReductionProblem& reduction) const {
        std::string text =
            fmt::format("reduction {}: {} of {}; {}; {} elements", spelling(reduction.computed),
                        loops_text(reduction.results), loops_text(reduction.reduced),
                        reduction.sums.empty() ? std::string("in order")
                                               : fmt::format("sums [{}] {}", kinds(reduction.sums),
                                                             reduction.in_rows ? "in rows" : "in columns"),
                        reduction.elements);
        for (const KeptRow& row : reduction.kept)
            text +=
                fmt::format("; keeps a row of {} {}, {} of them neighbours, inside {} {}", row.elements,
                            spelling(row.kind), row.columns, row.loops, row.loops == 1 ? "loop" : "loops");
        return text + replacement_text(reduction);
    }
    std::string operator()(const RowProblem& row) const {
        std::string text = fmt::format("row {}: {} rows of {}; sums [{}]; stores {}", spelling(row.computed),
                                       loops_text(row.rows), loops_text(row.columns), kinds(row.sums),
                                       row.stores_rows ? "rows" : "one element for each");
        for (const RowValue& value : row.values)
            text += fmt::format("; value of cost {} with {} readers, {} bytes", value.cost, value.readers,
                                value.bytes);
        return text;
    }
    std::string operator()(const ContractionProblem& contraction) const {
        std::string text = fmt::format("contraction {}: {} by {}", spelling(contraction.computed),
                                       operand_text(contraction.lhs), operand_text(contraction.rhs));
        for (const ResultLoop& loop : contraction.results)
            text += fmt::format("; result {} by {}, lhs {}, rhs {} of [{}]", loop.extent, loop.stride,
                                loop.lhs_stride, loop.rhs_stride, fmt::join(loop.loops, " "));
        for (std::size_t i = 0; i < contraction.reductions.size(); i++) {
            const ReductionLoop& loop = contraction.reductions[i];
            text += fmt::format("; {} {}, lhs {}, rhs {}", i < contraction.stretch_loops ? "stretch" : "sum",
                                loop.extent, loop.lhs_stride, loop.rhs_stride);
        }
        text += totals_text(contraction);
        if (contraction.in_lanes) text += ", in lanes";
        if (contraction.windows) text += windows_text(*contraction.windows);
        if (!contraction.halo.boxes.empty()) text += "; halo " + (*this)(contraction.halo);
        if (contraction.staged)
            text +=
                fmt::format("; lhs staged along {}: lines of {} bytes, {} in a window, {} between windows",
                            contraction.staged->loop, contraction.staged->line_bytes,
                            contraction.staged->window, contraction.staged->step);
        for (const PeeledLoop& loop : contraction.peeled)
            text += fmt::format("; lhs peeled: {} along {} and {} of sum {}, {} before {}", loop.step,
                                loop.own_loop, loop.dilation, loop.reduction, loop.low, loop.size);
        for (const PeeledLoop& loop : contraction.zero_lines)
            text += fmt::format("; lines of zeros: {} along {} and {} of sum {}, {} before {}", loop.step,
                                loop.own_loop, loop.dilation, loop.reduction, loop.low, loop.size);
        const std::string roundings = contraction.epilogue_roundings > 0
                                          ? fmt::format(" and {} roundings", contraction.epilogue_roundings)
                                          : "";
        return text + fmt::format("; {} flops; epilogue of cost {}{}{}{}{}", contraction.flops,
                                  contraction.epilogue_cost, roundings,
                                  contraction.epilogue_reads_twice ? " that reads a value twice" : "",
                                  contraction.epilogue_strides ? " that reads with strides" : "",
                                  replacement_text(contraction));
    }
    std::string operator()(const TransformsProblem& problem) const {
        std::vector<std::string> words;
        for (const TransformProblem& transform : problem.transforms)
            words.push_back(transform_text(transform));
        return fmt::format("Fourier transforms: {}", fmt::join(words, ", then "));
    }
    std::string operator()(const MatrixProblem& matrix) const {
        return fmt::format("matrix: {} of size {}", word(matrix.algorithm), matrix.size);
    }
    std::string operator()(const RequestsProblem& problem) const {
        return fmt::format("requests: {} of a {}, {} others concurrent", problem.requests, word(problem.kind),
                           problem.others);
    }
};

/// ", 2 loops parallel in 4 ranges", ", 1 loop inside 2 parallel"
std::string parallel_text(const ParallelLoops& parallel) {
    if (parallel.loops == 0) return "";
    const std::string inside = parallel.around == 0 ? "" : fmt::format(" inside {}", parallel.around);
    const std::string loops =
        fmt::format(", {} {}{} parallel", parallel.loops, parallel.loops == 1 ? "loop" : "loops", inside);
    return parallel.slots == 0 ? loops : fmt::format("{} in {} ranges", loops, parallel.slots);
}

/// ", rows in vectors of 4 steps"
std::string steps_text(const ContractionTile& tile) {
    return tile.steps == 1 ? "" : fmt::format(", rows in vectors of {} steps", tile.steps);
}

/// "radix 4, 4, 2 in 8 columns, then radix 8", "radix 3, 5, 8 rows side by side"
std::string radices_text(const TransformSchedule& transform) {
    std::string text;
    if (!transform.radices.empty()) text = fmt::format("radix {}", fmt::join(transform.radices, ", "));
    if (transform.is_in_columns)
        return text + fmt::format(" in {} columns, then radix {}", transform.lanes, transform.lanes);
    return text + fmt::format("{}{} rows side by side", text.empty() ? "" : ", ", transform.lanes);
}

struct ScheduleText {
    std::string operator()(const std::monostate&) const { return "none"; }
    std::string operator()(const MapSchedule& map) const {
        std::vector<std::string> words;
        for (const BoxSchedule& box : map.boxes) {
            std::string stores = box.columns > 0
                                     ? fmt::format("blocks transposed in {} columns", box.columns)
                                     : fmt::format("{} lanes x {} vectors", box.lanes, box.vectors);
            if (box.interleaves) stores += " interleaved";
            if (box.rows > 0) stores += fmt::format(" in {} rows", box.rows);
            words.push_back(fmt::format("{}{}{}", stores, box.overlaps ? " overlapping" : "",
                                        parallel_text(box.parallel)));
        }
        return fmt::format("{}: {}", map.is_assembly ? "assembly" : "map", fmt::join(words, ", "));
    }
    std::string operator()(const UpdateSchedule& update) const {
        return fmt::format("update: {} lanes{}", update.lanes, update.overlaps ? " overlapping" : "");
    }
    std::string operator()(const ScatterSchedule& scatter) const {
        const std::string text = fmt::format("scatter: fills {} lanes at a time, updates {}",
                                             scatter.filled_lanes, scatter.updated_lanes);
        return scatter.window_lanes == 1 ? text
                                         : fmt::format("{}, {} of a window", text, scatter.window_lanes);
    }
    std::string operator()(const SortSchedule& sort) const {
        const std::string parallel = parallel_text(sort.parallel);
        if (sort.key_bytes == 0) return fmt::format("sort: {} merges{}", sort.merges, parallel);
        return fmt::format("sort: {}, {}-byte key{}", sort.selects ? "selection" : "radix", sort.key_bytes,
                           parallel);
    }
    std::string operator()(const ReductionSchedule& reduction) const {
        std::string kept;
        for (const KeptRowSchedule& row : reduction.kept)
            kept += fmt::format(", a row of {} lanes on {}", row.lanes,
                                row.place == RowPlace::Stack ? "the stack" : "scratch");
        if (reduction.in_rows)
            return fmt::format("reduction: one result at a time, sums in [{}] lanes{}{}",
                               fmt::join(reduction.sum_lanes, " "), kept, parallel_text(reduction.parallel));
        return fmt::format("reduction: {} lanes x {} vectors of results{}{}{}", reduction.lanes,
                           reduction.vectors, reduction.overlaps ? " overlapping" : "", kept,
                           parallel_text(reduction.parallel));
    }
    std::string operator()(const RowSchedule& row) const {
        std::vector<const char*> places;
        for (const RowPlace place : row.values) places.push_back(word(place));
        return fmt::format("row: {} {}{}, sums in [{}] lanes, values [{}]{}", row.lanes,
                           row.side_by_side ? "rows side by side" : "lanes",
                           row.overlaps ? " overlapping" : "", fmt::join(row.sum_lanes, " "),
                           fmt::join(places, " "), parallel_text(row.parallel));
    }
    std::string operator()(const ContractionSchedule& contraction) const {
        const ContractionTile& tile = contraction.tile;
        std::string text = fmt::format(
            "contraction: vectors along {}, rows along {}, panel {} {}, rows {}; tile {} rows x {} vectors "
            "of {}",
            contraction.vector_loop, contraction.row_loop, contraction.panel_is_rhs ? "rhs" : "lhs",
            word(contraction.panel_form), word(contraction.row_form), tile.rows, tile.vectors, tile.lanes);
        text += steps_text(tile);
        if (contraction.joined_line > 0)
            text +=
                fmt::format("; loops {} and {} joined", contraction.joined_line - 1, contraction.joined_line);
        if (contraction.bytes != ByteProducts::None) text += std::string("; ") + word(contraction.bytes);
        if (contraction.skips_subnormals) text += "; subnormal rows skipped";
        if (contraction.outer_blocks > 0)
            text += fmt::format("; {} blocks of rows inside all panels", contraction.outer_blocks);
        if (contraction.panels_inside) text += "; all panels inside a tile of rows";
        if (contraction.staged_rows > 0)
            text += fmt::format("; lhs staged for {} rows", contraction.staged_rows);
        for (const ContractionBox& part : contraction.boxes)
            text += fmt::format(
                "; {} from {} in {} vectors, sums in {} of {} tiles and {} loops{}{}{}, {} steps and "
                "{} epilogue unrolled{}{}{}",
                part.box.extent, part.box.begin, part.box.vectors, word(part.place), part.block.row_tiles,
                part.block.whole_loops, part.block_in_scratch ? " in scratch" : "",
                part.panels_in_scratch ? ", panels in scratch" : "",
                part.rows_in_scratch ? ", rows in scratch" : "", part.unrolled_steps,
                part.unrolled_epilogue ? "the" : "no",
                part.transposed_rows > 0 ? fmt::format(", results transposed by {}", part.transposed_rows)
                                         : "",
                part.block_parts > 1 ? fmt::format(", blocks in {} parts", part.block_parts) : "",
                parallel_text(part.parallel));
        if (!contraction.halo.boxes.empty()) text += "; halo " + (*this)(contraction.halo);
        return text;
    }
    std::string operator()(const DotProductSchedule& product) const {
        std::string text =
            fmt::format("dot products: {} lanes, results in vectors of {}, loop {} together{}", product.lanes,
                        product.result_lanes, product.shared_loop, parallel_text(product.parallel));
        if (!product.halo.boxes.empty()) text += "; halo " + (*this)(product.halo);
        return text;
    }
    std::string operator()(const RowProductSchedule& product) const {
        return fmt::format("row product: {} lanes, {} steps at a time, blocks of {} columns{}", product.lanes,
                           product.steps, product.columns, parallel_text(product.parallel));
    }
    std::string operator()(const WinogradSchedule& winograd) const {
        const ContractionTile& tile = winograd.tile;
        std::string text = fmt::format(
            "Winograd F({}, 3): {} rows of tiles in a block, channels in vectors of {}; tile {} rows x {} "
            "vectors of {}{}{}",
            winograd.outputs, winograd.tile_rows, winograd.channel_lanes, tile.rows, tile.vectors, tile.lanes,
            steps_text(tile), parallel_text(winograd.parallel));
        if (!winograd.halo.boxes.empty()) text += "; halo " + (*this)(winograd.halo);
        return text;
    }
    std::string operator()(const TransformsSchedule& schedule) const {
        std::vector<std::string> words;
        for (const TransformSchedule& transform : schedule.transforms)
            words.push_back(fmt::format("{} points{}, {}", transform.points,
                                        transform.is_chirp ? " of a convolution" : "",
                                        radices_text(transform)));
        return fmt::format("Fourier transforms: {}", fmt::join(words, ", then "));
    }
    std::string operator()(const RequestsSchedule& requests) const {
        return fmt::format("requests: {} concurrent", requests.concurrent);
    }
    std::string operator()(const MatrixSchedule& matrix) const {
        const std::string text = matrix.block == 0 ? std::string("one reflector at a time")
                                                   : fmt::format("{} reflectors at a time", matrix.block);
        return "matrix: " + text + (matrix.panel == 0 ? "" : fmt::format(", panels of {}", matrix.panel)) +
               (matrix.window == 0 ? "" : fmt::format(", windows of {}", matrix.window));
    }
};

struct LanesOf {
    int operator()(const RequestsSchedule&) const { return 1; }
    int operator()(const MatrixSchedule&) const { return 1; }
    int operator()(const TransformsSchedule& schedule) const {
        int lanes = 1;
        for (const TransformSchedule& transform : schedule.transforms)
            lanes = std::max(lanes, transform.lanes);
        return lanes;
    }
    int operator()(const WinogradSchedule& winograd) const { return winograd.tile.lanes; }
    int operator()(const DotProductSchedule& product) const { return product.lanes; }
    int operator()(const RowProductSchedule& product) const { return product.lanes; }
    int operator()(const std::monostate&) const { return 1; }
    int operator()(const MapSchedule& map) const {
        int lanes = 1;
        for (const BoxSchedule& box : map.boxes) lanes = std::max(lanes, box.lanes);
        return lanes;
    }
    int operator()(const UpdateSchedule& update) const { return update.lanes; }
    int operator()(const ScatterSchedule& scatter) const {
        return std::max(scatter.updated_lanes, scatter.window_lanes);
    }
    int operator()(const SortSchedule&) const { return 1; }
    int operator()(const ReductionSchedule& reduction) const { return reduction.lanes; }
    int operator()(const RowSchedule& row) const { return row.lanes; }
    int operator()(const ContractionSchedule& contraction) const { return contraction.tile.lanes; }
};

}  // namespace

std::string to_text(const TransformSchedule& schedule, const TransformProblem& problem) {
    const std::string chirp = schedule.is_chirp ? fmt::format("chirp of {}, a convolution of {} points; ",
                                                              problem.numbers(), schedule.points)
                                                : "";
    return chirp + radices_text(schedule);
}

std::string to_text(const Problem& problem) {
    std::string text = std::visit(ProblemText{}, problem.form);
    for (const Operand& operand : problem.operands) text += "; reads " + operand_text(operand);
    return text;
}

std::string to_text(const Schedule& schedule) {
    const std::string estimate = describe_estimate(schedule);
    return std::visit(ScheduleText{}, schedule) + (estimate.empty() ? "" : "; " + estimate);
}

std::string decisions_text(const Schedule& schedule) {
    if (const auto* winograd = std::get_if<WinogradSchedule>(&schedule)) {
        WinogradSchedule decided = *winograd;
        decided.parallel = {};
        for (BoxSchedule& box : decided.halo.boxes) box.parallel = {};
        return ScheduleText{}(decided);
    }
    const auto* contraction = std::get_if<ContractionSchedule>(&schedule);
    if (contraction == nullptr) return std::visit(ScheduleText{}, schedule);
    ContractionSchedule decided = *contraction;
    for (ContractionBox& box : decided.boxes) {
        box.block_parts = 1;
        box.parallel = {};
    }
    for (BoxSchedule& box : decided.halo.boxes) box.parallel = {};
    return ScheduleText{}(decided);
}

int vector_lanes(const Schedule& schedule) {
    return std::visit(LanesOf{}, schedule);
}

std::string describe(const Schedule& schedule) {
    const auto with_vectors = [](const std::string& text, int lanes) {
        return lanes > 1 ? fmt::format("{}, vectors of {}", text, lanes) : text;
    };
    if (const auto* map = std::get_if<MapSchedule>(&schedule)) {
        const bool transposes = std::any_of(map->boxes.begin(), map->boxes.end(),
                                            [](const BoxSchedule& box) { return box.columns > 0; });
        const bool has_row_blocks = std::any_of(map->boxes.begin(), map->boxes.end(),
                                                [](const BoxSchedule& box) { return box.rows > 0; });
        // Not how many lanes they have: the schedule counts those of the narrowest type.
        const std::string order = transposes                    ? "square blocks transposed in registers"
                                  : vector_lanes(schedule) == 1 ? "one element at a time"
                                  : has_row_blocks              ? "in vectors over several rows"
                                                                : "in vectors";
        const std::size_t parts = map->is_assembly ? map->boxes.size() : 1;
        return parts > 1 ? fmt::format("{} parts one after another, {}", parts, order) : order;
    }
    if (const auto* update = std::get_if<UpdateSchedule>(&schedule))
        return with_vectors("in place", update->lanes);
    if (const auto* scatter = std::get_if<ScatterSchedule>(&schedule))
        return scatter->updated_lanes > 1
                   ? fmt::format("{} windows side by side", scatter->updated_lanes)
                   : with_vectors("updates in the order of the specification", scatter->window_lanes);
    if (const auto* reduction = std::get_if<ReductionSchedule>(&schedule))
        return reduction->in_rows
                   ? with_vectors("one result at a time", reduction->lanes)
                   : fmt::format("{} of {} results side by side",
                                 frontend::counted(reduction->vectors, "vector"), reduction->lanes);
    if (const auto* row = std::get_if<RowSchedule>(&schedule))
        return row->side_by_side
                   ? fmt::format("{} rows of {} side by side, one in each lane", row->lanes,
                                 row->row_elements)
                   : with_vectors(fmt::format("one row of {} at a time", row->row_elements), row->lanes);
    if (const auto* contraction = std::get_if<ContractionSchedule>(&schedule)) {
        const ContractionTile& tile = contraction->tile;
        const bool packs = contraction->panel_form == OperandForm::PackedWeight ||
                           contraction->row_form == OperandForm::PackedWeight;
        std::string text = fmt::format(
            "tile: {} x {} of {} in registers{}", frontend::counted(tile.rows, "row"),
            frontend::counted(tile.vectors, "vector"), tile.lanes, packs ? ", weights packed in panels" : "");
        if (contraction->joined_line > 0) text += ", rows across lines";
        if (contraction->bytes != ByteProducts::None) text += ", four bytes per lane";
        if (contraction->outer_blocks > 0) text += ", blocks of rows inside all panels";
        if (contraction->panels_inside) text += ", all panels inside a tile of rows";
        if (contraction->staged_rows > 0)
            text += fmt::format(", padded lines of {} staged",
                                frontend::counted(contraction->staged_rows, "row"));
        const int side = contraction->boxes.empty() ? 0 : contraction->boxes.front().transposed_rows;
        if (side > 0) text += fmt::format(", results transposed {} by {}", side, side);
        return text;
    }
    if (const auto* product = std::get_if<DotProductSchedule>(&schedule))
        return fmt::format("one result at a time, vectors of {} products", product->lanes);
    if (const auto* product = std::get_if<RowProductSchedule>(&schedule))
        return fmt::format("{} rows of the matrix at a time, blocks of {} columns, vectors of {}",
                           product->steps, product->columns, product->lanes);
    if (const auto* winograd = std::get_if<WinogradSchedule>(&schedule))
        return fmt::format("Winograd F({}, 3): blocks of {} of tiles; {} x {} of {} in registers",
                           winograd->outputs, frontend::counted(winograd->tile_rows, "row"),
                           frontend::counted(winograd->tile.rows, "tile"),
                           frontend::counted(winograd->tile.vectors, "vector"), winograd->tile.lanes);
    if (const auto* sort = std::get_if<SortSchedule>(&schedule)) {
        if (sort->selects) return "one pass over each row that keeps its first elements";
        return sort->key_bytes > 0 ? "stable radix sort, one byte of the key per pass"
                                   : "stable merge sort, bottom up, one element per iteration";
    }
    return "";
}

namespace {

const ContractionEstimate* estimate_of(const Schedule& schedule) {
    if (const auto* winograd = std::get_if<WinogradSchedule>(&schedule)) return &winograd->estimate;
    const auto* contraction = std::get_if<ContractionSchedule>(&schedule);
    return contraction != nullptr ? &contraction->estimate : nullptr;
}

}  // namespace

double estimated_cycles(const Schedule& schedule) {
    const ContractionEstimate* estimate = estimate_of(schedule);
    return estimate != nullptr ? estimate->cycles : 0;
}

std::string describe_estimate(const Schedule& schedule) {
    const ContractionEstimate* estimate = estimate_of(schedule);
    return estimate != nullptr ? estimate_text(*estimate) : "";
}

std::string tile_text(const Schedule& schedule) {
    if (const auto* contraction = std::get_if<ContractionSchedule>(&schedule))
        return fmt::format("{}x{}", contraction->tile.rows, contraction->tile.width());
    if (const auto* winograd = std::get_if<WinogradSchedule>(&schedule))
        return fmt::format("{}x{}", winograd->tile.rows, winograd->tile.width());
    if (const auto* reduction = std::get_if<ReductionSchedule>(&schedule))
        return fmt::format("{}x{}", reduction->vectors, reduction->lanes);
    if (std::holds_alternative<DotProductSchedule>(schedule) ||
        std::holds_alternative<RowProductSchedule>(schedule) || std::holds_alternative<RowSchedule>(schedule))
        return fmt::format("1x{}", vector_lanes(schedule));
    return fmt::format("{}", vector_lanes(schedule));
}

}  // namespace hlo2c::scheduler
