#include "scheduler/processes/describe.h"

#include <fmt/format.h>

#include "frontend/diagnostic.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/combiner.h"
#include "scheduler/error_numbers.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

/// A quantized zero is the zero point; any other zero has all bits 0.
std::uint64_t zero_bits(const TensorType& type) {
    if (!type.is_quantized() || type.quantization.front().zero_points.empty()) return 0;
    const int bits = 8 * byte_width(type.element);
    const auto zero = static_cast<std::uint64_t>(type.quantization.front().zero_points.front());
    return bits < 64 ? zero & ((std::uint64_t{1} << bits) - 1) : zero;
}

}  // namespace

std::string op_text(const frontend::Program& program, const Op& op, const std::string& name) {
    std::string location = program.locations.describe(op.location);
    if (location.empty() && op.position.line > 0) {
        const std::size_t slash = program.source_path.rfind('/');
        const std::string file =
            slash == std::string::npos ? program.source_path : program.source_path.substr(slash + 1);
        location = fmt::format("{}:{}", file, op.position.line);
    }
    const std::string what = !name.empty()                        ? name
                             : frontend::is_ragged_all_to_all(op) ? "ragged_all_to_all"
                                                                  : std::string(spelling(op.code));
    return location.empty() ? what : what + " " + location;
}

DimensionView dimension_view(const std::vector<std::int64_t>& shape, std::int64_t dimension) {
    DimensionView view;
    for (std::size_t i = 0; i < shape.size(); i++) {
        const auto at = static_cast<std::int64_t>(i);
        (at < dimension ? view.outer : at == dimension ? view.size : view.inner) *= shape[i];
    }
    return view;
}

bool is_process_op(OpCode code) {
    return is_between_processes(rule_of(code).step);
}

bool is_collective(const Op& op) {
    return rule_of(op).step == StepKind::Collective || frontend::is_ragged_all_to_all(op);
}

const Op& process_op(const Op& op) {
    return rule_of(op).step == StepKind::AsyncStart ? op.regions[0].ops.front() : op;
}

std::vector<ValueId> data_operands(const Op& op) {
    std::vector<ValueId> operands = op.operands;
    if (op[attr::has_dynamic_root]) operands.pop_back();
    if (frontend::is_ragged_all_to_all(op)) operands.resize(1);
    return operands;
}

Collective describe_collective(const frontend::Program& program, const Function& function, const Op& op,
                               std::size_t index, ValueId input, ValueId output) {
    const TensorType &from = function.tensor(input), &to = function.tensor(output);
    Collective collective;
    collective.kind =
        frontend::is_ragged_all_to_all(op) ? CollectiveKind::RaggedAllToAll : rule_of(op).collective;
    collective.op = op_text(program, op);
    if (data_operands(op).size() > 1) collective.op += fmt::format(", operand {}", index);
    collective.channel = frontend::channel_of(op);
    collective.table = frontend::group_table(program, op);
    collective.element = to.element;
    collective.element_bytes = byte_width(to.element);
    collective.input_bytes = from.byte_size();
    collective.output_bytes = to.byte_size();
    collective.zero = zero_bits(to);
    if (to.is_quantized() && (!op.regions.empty() || to.quantization.front().axis >= 0))
        unsupported(lowering_error::communication, frontend::place_of(program, op),
                    fmt::format("{} of {} is not compiled", spelling(op.code), to_string(to)),
                    "Dequantize the values first.");
    switch (collective.kind) {
        case CollectiveKind::AllGather:
            collective.join = dimension_view(to.shape, op[attr::all_gather_dim]);
            break;
        case CollectiveKind::ReduceScatter:
            collective.split = dimension_view(from.shape, op[attr::scatter_dimension]);
            break;
        case CollectiveKind::AllToAll:
            collective.split = dimension_view(from.shape, op[attr::split_dimension]);
            collective.join = dimension_view(to.shape, op[attr::concat_dimension]);
            break;
        case CollectiveKind::RaggedAllToAll: {
            collective.split = dimension_view(from.shape, 0);
            collective.join = dimension_view(to.shape, 0);
            const TensorType& sizes = function.tensor(op.operands.at(3));
            collective.updates = sizes.rank() == 2 ? sizes.shape[1] : 1;
            break;
        }
        default: break;
    }
    if (!op.regions.empty()) collective.reduction = reduction_name(function, op.regions[0]);
    return collective;
}

Transfer describe_transfer(const frontend::Program& program, const Function& function, const Op& op,
                           ValueId value) {
    const TensorType& type = function.tensor(value);
    Transfer transfer;
    transfer.op = op_text(program, op);
    transfer.channel = frontend::channel_of(op);
    transfer.to_host = op[attr::is_host_transfer];
    transfer.element = type.element;
    transfer.shape = type.shape;
    transfer.bytes = type.byte_size();
    transfer.kind = rule_of(op).transfer;
    switch (transfer.kind) {
        case TransferKind::Infeed: transfer.config = op[attr::infeed_config]; break;
        case TransferKind::Outfeed: transfer.config = op[attr::outfeed_config]; break;
        case TransferKind::Send:
        case TransferKind::Receive: transfer.pairs = frontend::group_table(program, op); break;
    }
    return transfer;
}

ReductionName reduction_name(const Function& function, const Region& region) {
    const Op* op = frontend::combiner(region);
    const bool one_type = op && function.type(region.arguments[0]) == function.type(region.arguments[1]);
    return one_type ? rule_of(*op).reduction : ReductionName::Other;
}

}  // namespace hlo2c::scheduler
