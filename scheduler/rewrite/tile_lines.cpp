#include "scheduler/rewrite/tile_lines.h"

#include "frontend/integer_division.h"
#include "frontend/ir/attributes.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/dead_code_elimination.h"
#include "scheduler/rewrite/convolution_runs.h"
#include "scheduler/rewrite/tile_parts.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Builder;
using frontend::Rewriter;

/// Neighbouring lines of one image.
struct Lines {
    ValueId image = frontend::no_value, first = frontend::no_value;
    std::int64_t count = 0;
};

/// Emits the loop over the blocks of one run before the rewriter's current op, the run's last one.
class LineLoop {
public:
    LineLoop(Rewriter& rewriter, const Op& last, const ConvolutionRun& run)
        : rewriter_(rewriter), build_(rewriter), last_(last), run_(run) {}

    ValueId emit() {
        const TensorType result = rewriter_.tensor(last_.results[0]);
        const std::int64_t images = result.shape[0], rows = result.shape[1];
        const std::int64_t blocks = ceil_div(rows, run_.blocks.rows);
        const auto step = [&](ValueId number, const std::vector<ValueId>& state) {
            const ValueId image = images == 1 ? constant(0) : build_.divide(number, constant(blocks));
            const ValueId block =
                images == 1 ? number : build_.subtract(number, build_.multiply(image, constant(blocks)));
            const std::int64_t count = run_.blocks.rows;
            const Lines lines{image, at_most(build_.multiply(block, constant(count)), rows - count), count};
            return std::vector{build_.dynamic_update_slice(state[0], lines_of(run_.chains.size() - 1, lines),
                                                           starts(lines, result.shape.size()))};
        };
        return build_.loop_over_new(images * blocks, {result}, step, run_.blocks.slots)[0];
    }

private:
    ValueId constant(std::int64_t value) {
        return build_.uniform(TensorType{{}, frontend::ElementType::I64, {}, {}}, static_cast<double>(value));
    }
    ValueId at_most(ValueId value, std::int64_t most) {
        return build_.binary(OpCode::Minimum, value, constant(most));
    }

    const Op& op_of(ValueId value) const {
        return value == last_.results[0] ? last_ : *rewriter_.definition(value);
    }

    std::vector<ValueId> starts(const Lines& lines, std::size_t rank) {
        std::vector<ValueId> all(rank, constant(0));
        all[0] = lines.image;
        all[1] = lines.first;
        return all;
    }

    /// The type of these lines of a value.
    TensorType type_of(ValueId value, const Lines& lines) const {
        TensorType type = rewriter_.tensor(value);
        type.shape[0] = 1;
        type.shape[1] = lines.count;
        return type;
    }

    ValueId slice(ValueId value, const Lines& lines) {
        const TensorType type = type_of(value, lines);
        if (type.shape == rewriter_.tensor(value).shape) return value;
        return build_.dynamic_slice(value, starts(lines, type.shape.size()), type.shape);
    }

    ValueId copy(const Op& original, std::vector<ValueId> operands, const TensorType& type) {
        return emit_copy(rewriter_, original, std::move(operands), {type}).front();
    }

    /// These lines of a value that the loop does not compute in blocks.
    ValueId lines_of_operand(ValueId value, const Lines& lines) {
        const bool is_scalar = rewriter_.tensor(value).shape.empty();
        const TensorType type = is_scalar ? rewriter_.tensor(value) : type_of(value, lines);
        if (const Literal* literal = rewriter_.constant(value); literal && (is_scalar || literal->is_splat()))
            return emit_splat(rewriter_, *literal, type);
        if (is_scalar) return value;
        const Op* broadcast = rewriter_.definition(value, OpCode::BroadcastInDim);
        if (broadcast == nullptr) return slice(value, lines);
        const TensorType& from = rewriter_.tensor(broadcast->operands[0]);
        const auto dimensions = (*broadcast)[attr::broadcast_dimensions];
        for (std::size_t i = 0; i < dimensions.size(); i++)
            if (dimensions[i] <= 1 && from.shape[i] != 1) return slice(value, lines);
        return copy(*broadcast, broadcast->operands, type);
    }

    /// These lines of a chain's result, from those of its convolution's operand.
    ValueId lines_of_chain(const ConvolutionChain& chain, ValueId operand, const Lines& lines) {
        std::map<ValueId, ValueId> made;
        for (const ValueId value : chain.values) {
            const Op& op = op_of(value);
            std::vector<ValueId> operands = op.operands;
            if (made.empty())
                operands[0] = operand;
            else
                for (ValueId& each : operands) {
                    const auto inside = made.find(each);
                    each = inside != made.end() ? inside->second : lines_of_operand(each, lines);
                }
            made[value] = copy(op, std::move(operands), type_of(value, lines));
        }
        return made.at(chain.values.back());
    }

    /// These lines of a chain's result.
    ValueId lines_of(std::size_t chain, const Lines& lines) {
        const Op& convolution = op_of(run_.chains[chain].values.front());
        const LineWindow window = line_window(rewriter_.function(), convolution);
        const Lines read{lines.image, build_.multiply(lines.first, constant(window.step)),
                         window.lines(lines.count)};
        return lines_of_chain(run_.chains[chain], operand_lines(chain, convolution.operands[0], read), lines);
    }

    ValueId operand_lines(std::size_t chain, ValueId operand, const Lines& lines) {
        if (chain == 0) return slice(operand, lines);
        const Op* pad = rewriter_.definition(operand, OpCode::Pad);
        return pad ? padded_lines(*pad, chain - 1, lines) : lines_of(chain - 1, lines);
    }

    /// Lines of a chain's padded result. As many lines of the operand are computed for every block: for the
    /// first and the last block those that are closest to the edge. Of these, with edges on both sides, the
    /// block reads a slice.
    ValueId padded_lines(const Op& pad, std::size_t chain, const Lines& padded) {
        const std::int64_t low = pad[attr::edge_padding_low][1], high = pad[attr::edge_padding_high][1];
        const std::int64_t most = rewriter_.tensor(pad.operands[0]).shape[1] - padded.count;
        const ValueId wanted = build_.subtract(padded.first, constant(low));
        const Lines inside{padded.image, at_most(build_.binary(OpCode::Maximum, wanted, constant(0)), most),
                           padded.count};
        TensorType type = type_of(pad.results[0], padded);
        type.shape[1] = low + padded.count + high;
        const ValueId edge = lines_of_operand(pad.operands[1], padded);
        const ValueId tile = copy(pad, {lines_of(chain, inside), edge}, type);
        return slice(tile, {constant(0), build_.subtract(padded.first, inside.first), padded.count});
    }

    Rewriter& rewriter_;
    Builder build_;
    const Op& last_;
    const ConvolutionRun& run_;
};

}  // namespace

void tile_lines(frontend::Program& program, const Target& target) {
    bool changed = false;
    for (Function& function : program.functions) {
        const std::map<ValueId, ConvolutionRun> runs = choose_convolution_runs(function, target);
        if (runs.empty()) continue;
        Rewriter rewriter(program, function);
        const auto rule = [&](Rewriter&, Op& op) -> std::optional<std::vector<ValueId>> {
            const auto run = op.results.empty() ? runs.end() : runs.find(op.results[0]);
            if (run == runs.end()) return std::nullopt;
            return std::vector{LineLoop(rewriter, op, run->second).emit()};
        };
        changed = rewriter.run(rule) || changed;
    }
    if (changed) frontend::dead_code_elimination(program);
}

}  // namespace hlo2c::scheduler
