#include "frontend/random_programs/coverage.h"

#include <fmt/format.h>

#include <map>

#include "frontend/ops/op_row.h"
#include "frontend/random_programs/rules.h"

namespace hlo2c::frontend::random_programs {

namespace {

constexpr const char* processes =
    "needs several processes, which error bounds do not follow; tests/collectives has random programs of "
    "these";
constexpr const char* asynchronous = "pairs around ops that need several processes";
constexpr const char* hooks = "moves data through hooks, which random programs do not have";
constexpr const char* tokens = "has no numbers";
constexpr const char* terminators = "ends every region and function";
constexpr const char* shardings = "describes data placement, computes nothing";
constexpr const char* checks = "belongs to test modules";

}  // namespace

const std::vector<Uncovered>& uncovered_ops() {
    static const std::vector<Uncovered> table = {
        {OpCode::AllGather, processes},
        {OpCode::AllReduce, processes},
        {OpCode::AllToAll, processes},
        {OpCode::CollectiveBroadcast, processes},
        {OpCode::CollectivePermute, processes},
        {OpCode::CollectiveReduce, processes},
        {OpCode::CrossReplicaSum, processes},
        {OpCode::ReduceScatter, processes},
        {OpCode::SdyManualComputation, processes},
        {OpCode::AsyncDone, asynchronous},
        {OpCode::AsyncStart, asynchronous},
        {OpCode::Infeed, hooks},
        {OpCode::Outfeed, hooks},
        {OpCode::Recv, hooks},
        {OpCode::Send, hooks},
        {OpCode::AfterAll, tokens},
        {OpCode::CreateToken, tokens},
        {OpCode::FuncReturn, terminators},
        {OpCode::Return, terminators},
        {OpCode::SdyReturn, terminators},
        {OpCode::SdyMesh, shardings},
        {OpCode::SdyReshard, shardings},
        {OpCode::SdyShardingConstraint, shardings},
        {OpCode::CheckAlmostEq, checks},
        {OpCode::CheckAlmostEqConst, checks},
        {OpCode::CheckClose, checks},
        {OpCode::CheckEq, checks},
        {OpCode::CheckEqConst, checks},
        {OpCode::CheckSerializedEq, checks},
        {OpCode::InterpreterPrint, checks},
        {OpCode::InterpreterProbe, checks},
        {OpCode::InterpreterRunParallel, checks},
    };
    return table;
}

std::string coverage_text() {
    std::map<std::string, std::string> by_reason;
    for (const Uncovered& op : uncovered_ops()) {
        std::string& names = by_reason[op.reason];
        names += (names.empty() ? "" : ", ") + std::string(spelling(op.code));
    }
    std::string text;
    std::size_t covered = 0;
    for (const OpRow& row : op_rows()) covered += rule_of(row.code) != nullptr;
    text += fmt::format("{} of {} ops have rules\n", covered, op_count);
    for (const auto& [reason, names] : by_reason) text += fmt::format("  none: {}: {}\n", names, reason);
    return text;
}

}  // namespace hlo2c::frontend::random_programs
