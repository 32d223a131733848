#include "codegen/library/processes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "codegen/text/escape.h"
#include "codegen/text/literals.h"

namespace hlo2c::codegen {
namespace {

using frontend::Grouping;
using scheduler::Collective;
using scheduler::CollectiveKind;
using scheduler::Combiner;
using scheduler::CustomCall;
using scheduler::CustomCallTensor;
using scheduler::DimensionView;
using scheduler::ReductionName;
using scheduler::Transfer;

const char* constant_of(CollectiveKind kind) {
    switch (kind) {
        case CollectiveKind::AllGather: return "HLO2C_ALL_GATHER";
        case CollectiveKind::AllReduce: return "HLO2C_ALL_REDUCE";
        case CollectiveKind::AllToAll: return "HLO2C_ALL_TO_ALL";
        case CollectiveKind::Broadcast: return "HLO2C_COLLECTIVE_BROADCAST";
        case CollectiveKind::Permute: return "HLO2C_COLLECTIVE_PERMUTE";
        case CollectiveKind::ReduceScatter: return "HLO2C_REDUCE_SCATTER";
        case CollectiveKind::Reduce: return "HLO2C_COLLECTIVE_REDUCE";
        case CollectiveKind::RaggedAllToAll: return "HLO2C_RAGGED_ALL_TO_ALL";
    }
    return "";
}

const char* constant_of(Grouping grouping) {
    switch (grouping) {
        case Grouping::CrossReplica: return "HLO2C_CROSS_REPLICA";
        case Grouping::CrossPartition: return "HLO2C_CROSS_PARTITION";
        case Grouping::CrossReplicaAndPartition: return "HLO2C_CROSS_REPLICA_AND_PARTITION";
        case Grouping::FlattenedIds: return "HLO2C_FLATTENED_IDS";
    }
    return "";
}

const char* constant_of(ReductionName reduction) {
    switch (reduction) {
        case ReductionName::Other: return "HLO2C_REDUCE_OTHER";
        case ReductionName::Sum: return "HLO2C_REDUCE_SUM";
        case ReductionName::Product: return "HLO2C_REDUCE_PRODUCT";
        case ReductionName::Maximum: return "HLO2C_REDUCE_MAXIMUM";
        case ReductionName::Minimum: return "HLO2C_REDUCE_MINIMUM";
        case ReductionName::And: return "HLO2C_REDUCE_AND";
        case ReductionName::Or: return "HLO2C_REDUCE_OR";
        case ReductionName::Xor: return "HLO2C_REDUCE_XOR";
    }
    return "";
}

/// The call of a kernel on the elements starting at `at`.
std::string combine_call(const LibraryModel& model, std::uint32_t number, const std::string& at,
                         std::int64_t bytes) {
    const std::string& name = model.kernels->kernels.at(number).name;
    if (model.plan->kernels.at(number).nest.parameters.size() == 2)
        return fmt::format("{}(from + {}, to + {});", name, at, at);
    return fmt::format("{}(from + {}, to + {}, block);\n        memcpy(to + {}, block, {});", name, at, at,
                       at, bytes);
}

bool write_combiner(Writer& writer, const LibraryModel& model, const Combiner& combiner) {
    const scheduler::LoopNest& block = model.plan->kernels.at(combiner.block_kernel).nest;
    const scheduler::LoopNest& single = model.plan->kernels.at(combiner.single_kernel).nest;
    const scheduler::BufferParameter& operand = single.parameters.front();
    const std::string type = c_type(operand.element);
    // A complex element is two numbers.
    const std::int64_t width = operand.elements, bytes = width * scheduler::byte_width(operand.element);
    const std::string at = width == 1 ? "i" : fmt::format("{} * i", width);
    const bool in_place = block.parameters.size() == 2 && single.parameters.size() == 2;
    writer.lines(fmt::format(
        R"(static void {0}(void *accumulator, const void *operand, int64_t elements)
{{
    {1} *const to = ({1} *)accumulator;
    const {1} *const from = (const {1} *)operand;
{5}    int64_t i = 0;
    for (; i + {2} <= elements; i += {2}) {{
        {3}
    }}
    for (; i < elements; i++) {{
        {4}
    }}
}})",
        combiner.name, type, combiner.block_elements,
        combine_call(model, combiner.block_kernel, at, bytes * combiner.block_elements),
        combine_call(model, combiner.single_kernel, at, bytes),
        in_place ? "" : fmt::format("    {} block[{}];\n", type, combiner.block_elements * width)));
    writer.line();
    return !in_place;
}

/// Tables of ids in row-major order, with short rows filled up with -1; equal ones are one.
class IdTables {
public:
    using Rows = std::vector<std::vector<std::int64_t>>;
    struct Table {
        std::string name;
        std::size_t row_length = 0;
    };

    IdTables(Writer& writer, std::string stem) : writer_(writer), stem_(std::move(stem)) {}

    /// Writes the table if it is new.
    Table table(const Rows& rows) {
        std::size_t length = 0;
        for (const auto& row : rows) length = std::max(length, row.size());
        if (length == 0) return {};
        const auto [found, is_new] =
            tables_.try_emplace(rows, Table{fmt::format("{}_{}", stem_, tables_.size()), length});
        if (is_new) write(found->second, rows);
        return found->second;
    }

private:
    void write(const Table& table, const Rows& rows) {
        std::vector<std::string> ids;
        for (const auto& row : rows)
            for (std::size_t i = 0; i < table.row_length; i++)
                ids.push_back(i < row.size() ? std::to_string(row[i]) : "-1");
        writer_.open(fmt::format("static const int32_t {}[{}] =", table.name, ids.size()));
        writer_.values(ids);
        writer_.close(";");
    }

    Writer& writer_;
    std::string stem_;
    std::map<Rows, Table> tables_;
};

std::string view_text(const DimensionView& view) {
    return fmt::format("{{{}, {}, {}}}", view.outer, view.size, view.inner);
}

void write_collective(Writer& writer, const LibraryModel& model, const Collective& collective,
                      const IdTables::Table& groups) {
    writer.begin();
    writer.line(
        fmt::format(".struct_bytes = sizeof(hlo2c_collective), .kind = {},", constant_of(collective.kind)));
    writer.line(fmt::format(".grouping = {},", constant_of(collective.table.grouping)));
    writer.line(fmt::format(".op = {},", c_string(collective.op)));
    if (collective.channel != 0) writer.line(fmt::format(".channel = {},", collective.channel));
    if (groups.row_length > 0) {
        writer.line(fmt::format(".groups = {},", groups.name));
        writer.line(fmt::format(".group_count = {}, .group_size = {},", collective.table.rows.size(),
                                groups.row_length));
    }
    writer.line(fmt::format(".dtype = {}, .element_bytes = {},", dtype_constant(collective.element),
                            collective.element_bytes));
    writer.line(fmt::format(".input_bytes = {}, .output_bytes = {},", collective.input_bytes,
                            collective.output_bytes));
    if (collective.zero != 0) writer.line(fmt::format(".zero = {},", hexadecimal_literal(collective.zero)));
    writer.line(
        fmt::format(".split = {}, .join = {},", view_text(collective.split), view_text(collective.join)));
    if (collective.combiner >= 0)
        writer.line(
            fmt::format(".reduction = {}, .combine = {},", constant_of(collective.reduction),
                        model.plan->combiners.at(static_cast<std::size_t>(collective.combiner)).name));
    if (collective.kind == CollectiveKind::RaggedAllToAll)
        writer.line(fmt::format(".updates = {},", collective.updates));
    writer.close(",");
}

void write_transfer(Writer& writer, const Transfer& transfer, const IdTables::Table& pairs) {
    writer.begin();
    writer.line(".struct_bytes = sizeof(hlo2c_transfer),");
    writer.line(fmt::format(".op = {}, .config = {},", c_string(transfer.op), c_string(transfer.config)));
    if (transfer.channel != 0) writer.line(fmt::format(".channel = {},", transfer.channel));
    if (transfer.to_host) writer.line(".to_host = 1,");
    if (pairs.row_length > 0) {
        writer.line(fmt::format(".grouping = {},", constant_of(transfer.pairs.grouping)));
        writer.line(fmt::format(".pairs = {}, .pair_count = {},", pairs.name, transfer.pairs.rows.size()));
    }
    const std::vector<std::int64_t>& shape = transfer.shape;
    writer.line(fmt::format(".dtype = {}, .bytes = {},", dtype_constant(transfer.element), transfer.bytes));
    writer.line(fmt::format(".rank = {}, .shape = (const int64_t[]){{{}}},", shape.size(),
                            shape.empty() ? "1" : fmt::format("{}", fmt::join(shape, ", "))));
    writer.close(",");
}

}  // namespace

bool write_process_tables(Writer& writer, const LibraryModel& model) {
    const scheduler::Plan& plan = *model.plan;
    if (plan.collectives.empty() && plan.transfers.empty()) return false;
    writer.comment("Communication between processes: constants of the requests to the hooks.");
    writer.line(
        fmt::format("_Static_assert(sizeof(hlo2c_collective) <= {0} && sizeof(hlo2c_transfer) <= {0}, \"a "
                    "request fits\");",
                    scheduler::request_bytes));
    writer.line();
    bool copies = false;
    for (const Combiner& combiner : plan.combiners)
        copies = write_combiner(writer, model, combiner) || copies;
    std::vector<IdTables::Table> tables;
    IdTables groups(writer, "collective_groups");
    for (const Collective& collective : plan.collectives)
        tables.push_back(groups.table(collective.table.rows));
    if (!plan.collectives.empty()) {
        writer.open(fmt::format("const hlo2c_collective {}_collectives[{}_COLLECTIVE_COUNT] =", model.name,
                                model.upper));
        for (std::size_t i = 0; i < plan.collectives.size(); i++)
            write_collective(writer, model, plan.collectives[i], tables[i]);
        writer.close(";");
        writer.line();
    }
    tables.clear();
    IdTables pairs(writer, "transfer_pairs");
    for (const Transfer& transfer : plan.transfers) tables.push_back(pairs.table(transfer.pairs.rows));
    if (!plan.transfers.empty()) {
        writer.open(fmt::format("static const hlo2c_transfer transfers[{}] =", plan.transfers.size()));
        for (std::size_t i = 0; i < plan.transfers.size(); i++)
            write_transfer(writer, plan.transfers[i], tables[i]);
        writer.close(";");
        writer.line();
    }
    return copies;
}

}  // namespace hlo2c::codegen
