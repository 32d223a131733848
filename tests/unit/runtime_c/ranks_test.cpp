#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <functional>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "hlo2c_loopback.h"
#include "hlo2c_rank_threads.h"

namespace {

using Values = std::vector<int>;

void add_integers(void* accumulator, const void* operand, std::int64_t elements) {
    for (std::int64_t i = 0; i < elements; i++)
        static_cast<int*>(accumulator)[i] += static_cast<const int*>(operand)[i];
}

/// 10 a + b: shows in which order values were combined.
void append_digits(void* accumulator, const void* operand, std::int64_t elements) {
    for (std::int64_t i = 0; i < elements; i++) {
        int& to = static_cast<int*>(accumulator)[i];
        to = 10 * to + static_cast<const int*>(operand)[i];
    }
}

/// A team, and the status that each rank's call returned.
struct Team {
    hlo2c_rank_team team{};
    int ranks;
    std::vector<int> statuses;
    std::vector<std::string> messages;

    explicit Team(int replicas, int partitions = 1, double timeout = 20)
        : ranks(replicas * partitions),
          statuses(static_cast<std::size_t>(ranks), -1),
          messages(static_cast<std::size_t>(ranks)) {
        REQUIRE(hlo2c_team_start(&team, replicas, partitions, timeout) == HLO2C_OK);
    }
    ~Team() { hlo2c_team_stop(&team); }
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    void run(const std::function<int(const hlo2c_context&)>& body) {
        std::vector<std::jthread> threads;
        for (int rank = 0; rank < ranks; rank++)
            threads.emplace_back([&, rank] {
                hlo2c_hooks hooks = HLO2C_INIT(hlo2c_hooks);
                hlo2c_context context = HLO2C_INIT(hlo2c_context);
                char message[500] = "";
                hlo2c_team_join(&team, rank, &hooks, &context);
                context.message = message;
                context.message_bytes = sizeof message;
                const auto at = static_cast<std::size_t>(rank);
                statuses[at] = body(context);
                messages[at] = message;
                hlo2c_team_leave(&team, rank, statuses[at]);
            });
    }
};

hlo2c_collective request_of(hlo2c_collective_kind kind, const std::vector<std::int32_t>& groups, int size) {
    hlo2c_collective request{};
    request.kind = kind;
    request.grouping = HLO2C_FLATTENED_IDS;
    request.op = "the op";
    request.channel = 7;
    request.groups = groups.data();
    request.group_size = size;
    request.group_count = size > 0 ? static_cast<int>(groups.size()) / size : 0;
    request.dtype = HLO2C_I32;
    request.element_bytes = sizeof(int);
    request.split = request.join = {1, 1, 1};
    request.combine = add_integers;
    return request;
}

/// The output of every rank for inputs rank*10+1, rank*10+2, ...; `each` may change the request of a rank.
std::vector<Values> outputs(Team& team, const hlo2c_collective& constants, std::size_t input_size,
                            std::size_t output_size, bool in_two_parts = false) {
    std::vector<Values> found(static_cast<std::size_t>(team.ranks), Values(output_size, -1));
    team.run([&](const hlo2c_context& context) {
        Values input(input_size), scratch(2 * input_size + 64);
        std::iota(input.begin(), input.end(), context.rank * 10 + 1);
        alignas(64) unsigned char memory[512];
        hlo2c_collective* request = hlo2c_prepare_collective(
            memory, &constants, input.data(), found[static_cast<std::size_t>(context.rank)].data(),
            scratch.data(), scratch.size() * sizeof(int));
        request->input_bytes = input_size * sizeof(int);
        request->output_bytes = output_size * sizeof(int);
        if (!in_two_parts) return hlo2c_run_collective(&context, request);
        const int status = hlo2c_collective_start(&context, request);
        return status == HLO2C_OK ? hlo2c_collective_done(request) : status;
    });
    for (int status : team.statuses) CHECK(status == HLO2C_OK);
    return found;
}

}  // namespace

TEST_CASE("all ranks of a group gather along a dimension, in the order of the group") {
    const std::vector<std::int32_t> groups = {1, 0, 2, 3};
    hlo2c_collective request = request_of(HLO2C_ALL_GATHER, groups, 2);
    request.join = {2, 4, 1};  // [2, 2] and [2, 2] to [2, 4]
    for (bool in_two_parts : {false, true}) {
        Team team(4);
        const std::vector<Values> found = outputs(team, request, 4, 8, in_two_parts);
        const Values first = {11, 12, 1, 2, 13, 14, 3, 4}, second = {21, 22, 31, 32, 23, 24, 33, 34};
        CHECK(found == std::vector<Values>{first, first, second, second});
    }
}

TEST_CASE("reductions combine in group order, equally on every rank") {
    const std::vector<std::int32_t> groups = {2, 0, 1};
    hlo2c_collective request = request_of(HLO2C_ALL_REDUCE, groups, 3);
    request.combine = append_digits;
    Team team(3);
    // 21, 1, 11 -> (21 * 10 + 1) * 10 + 11
    CHECK(outputs(team, request, 1, 1) == std::vector<Values>{{2121}, {2121}, {2121}});
}

TEST_CASE("reduce scatter leaves part k of the split dimension to member k") {
    const std::vector<std::int32_t> groups = {1, 0};
    hlo2c_collective request = request_of(HLO2C_REDUCE_SCATTER, groups, 2);
    request.split = {2, 2, 1};
    Team team(2);
    CHECK(outputs(team, request, 4, 2) == std::vector<Values>{{14, 18}, {12, 16}});
}

TEST_CASE("all to all gives member k part k of every member") {
    const std::vector<std::int32_t> groups = {0, 1};
    hlo2c_collective request = request_of(HLO2C_ALL_TO_ALL, groups, 2);
    request.split = {2, 2, 1};  // [2, 2] split along columns,
    request.join = {1, 4, 1};   // joined to [4, 1]
    Team team(2);
    CHECK(outputs(team, request, 4, 4) == std::vector<Values>{{1, 3, 11, 13}, {2, 4, 12, 14}});
}

TEST_CASE("broadcasts and permutes give zeros to ranks that receive nothing") {
    const std::vector<std::int32_t> groups = {2, 1}, pairs = {0, 1, 1, 2, 2, 0};
    Team first(4), second(4);
    CHECK(outputs(first, request_of(HLO2C_COLLECTIVE_BROADCAST, groups, 2), 1, 1) ==
          std::vector<Values>{{0}, {21}, {21}, {0}});
    CHECK(outputs(second, request_of(HLO2C_COLLECTIVE_PERMUTE, pairs, 2), 1, 1) ==
          std::vector<Values>{{21}, {1}, {11}, {0}});
    hlo2c_collective request = request_of(HLO2C_COLLECTIVE_PERMUTE, pairs, 2);
    request.zero = 5;
    Team third(4);
    CHECK(outputs(third, request, 2, 2)[3] == Values{5, 5});
}

TEST_CASE("collective reduce gives its result only to the root") {
    const std::vector<std::int32_t> groups = {0, 1, 2};
    hlo2c_collective request = request_of(HLO2C_COLLECTIVE_REDUCE, groups, 3);
    const std::int32_t root = 2;
    request.root = &root;
    Team team(3);
    CHECK(outputs(team, request, 1, 1) == std::vector<Values>{{0}, {0}, {33}});
}

TEST_CASE("the grid's strategies map the same ids to different ranks") {
    const std::vector<std::int32_t> groups = {0, 1};
    const auto sums = [&](hlo2c_grouping grouping) {
        hlo2c_collective request = request_of(HLO2C_ALL_REDUCE, groups, 2);
        request.grouping = grouping;
        Team team(2, 2);
        return outputs(team, request, 1, 1);
    };
    CHECK(sums(HLO2C_CROSS_REPLICA) == std::vector<Values>{{22}, {42}, {22}, {42}});
    CHECK(sums(HLO2C_CROSS_PARTITION) == std::vector<Values>{{12}, {12}, {52}, {52}});
    CHECK(sums(HLO2C_CROSS_REPLICA_AND_PARTITION) == std::vector<Values>{{64}, {64}, {64}, {64}});
    CHECK(sums(HLO2C_FLATTENED_IDS) == std::vector<Values>{{12}, {12}, {0}, {0}});
}

TEST_CASE("the ragged exchange writes rows at their senders' offsets") {
    const std::vector<std::int32_t> groups = {0, 1};
    hlo2c_collective constants = request_of(HLO2C_RAGGED_ALL_TO_ALL, groups, 2);
    constants.updates = 1;
    const Values inputs[2] = {{1, 2, 2}, {3, 4, 0}};
    const std::vector<std::int64_t> input_offsets[2] = {{0, 1}, {0, 1}}, send_sizes[2] = {{1, 2}, {1, 1}},
                                    output_offsets[2] = {{0, 0}, {1, 2}}, recv_sizes[2] = {{1, 1}, {2, 1}};
    Values found[2] = {Values(4, 0), Values(4, 0)};
    Team team(2);
    team.run([&](const hlo2c_context& context) {
        hlo2c_collective request = constants;
        request.input = inputs[context.rank].data();
        request.output = found[context.rank].data();
        request.input_bytes = 3 * sizeof(int);
        request.output_bytes = 4 * sizeof(int);
        request.input_offsets = input_offsets[context.rank].data();
        request.send_sizes = send_sizes[context.rank].data();
        request.output_offsets = output_offsets[context.rank].data();
        request.recv_sizes = recv_sizes[context.rank].data();
        return hlo2c_run_collective(&context, &request);
    });
    CHECK(found[0] == Values{1, 3, 0, 0});
    CHECK(found[1] == Values{2, 2, 4, 0});
}

TEST_CASE("rows that do not fit, or that the receiver does not expect, are an error of the ragged exchange") {
    const std::vector<std::int32_t> groups = {0, 1};
    hlo2c_collective constants = request_of(HLO2C_RAGGED_ALL_TO_ALL, groups, 2);
    constants.updates = 1;
    const auto run = [&](std::int64_t first_row, std::int64_t target_row, std::int64_t expected) {
        const Values input = {1, 2, 3};
        Team team(2);
        Values found[2] = {Values(4, 0), Values(4, 0)};
        team.run([&](const hlo2c_context& context) {
            const std::vector<std::int64_t> begins(2, first_row), sizes(2, 2), targets(2, target_row),
                counts(2, expected);
            hlo2c_collective request = constants;
            request.input = input.data();
            request.output = found[context.rank].data();
            request.input_bytes = 3 * sizeof(int);
            request.output_bytes = 4 * sizeof(int);
            request.input_offsets = begins.data();
            request.send_sizes = sizes.data();
            request.output_offsets = targets.data();
            request.recv_sizes = counts.data();
            return hlo2c_run_collective(&context, &request);
        });
        return team.statuses[0];
    };
    CHECK(run(1, 2, 2) == HLO2C_OK);
    CHECK(run(2, 0, 2) == HLO2C_RANKS_DIFFER);  // past the end of the input
    CHECK(run(-1, 0, 2) == HLO2C_RANKS_DIFFER);
    CHECK(run(0, 3, 2) == HLO2C_RANKS_DIFFER);  // past the end of the output
    CHECK(run(0, 0, 1) == HLO2C_RANKS_DIFFER);  // more than the other rank expects
}

TEST_CASE("many operations on one channel pair up in order") {
    const std::vector<std::int32_t> groups = {0, 1, 2};
    const hlo2c_collective constants = request_of(HLO2C_ALL_REDUCE, groups, 3);
    Team team(3);
    std::atomic<int> wrong{0};
    team.run([&](const hlo2c_context& context) {
        for (int turn = 0; turn < 500; turn++) {
            int input = turn * 3 + context.rank, output = -1;
            hlo2c_collective request = constants;
            request.input = &input;
            request.output = &output;
            request.input_bytes = request.output_bytes = sizeof(int);
            const int status = hlo2c_run_collective(&context, &request);
            if (status != HLO2C_OK) return status;
            wrong += output != 9 * turn + 3;
        }
        return static_cast<int>(HLO2C_OK);
    });
    CHECK(wrong == 0);
    CHECK(team.statuses == std::vector<int>(3, HLO2C_OK));
}

TEST_CASE("crossing sends arrive, since a send ends later than it starts") {
    Team team(2);
    Values received(2, -1);
    team.run([&](const hlo2c_context& context) {
        const std::int32_t pairs[2][2] = {{0, 1}, {1, 0}};
        int value = 40 + context.rank;
        hlo2c_transfer out{}, in{};
        out.op = in.op = "a transfer";
        out.grouping = in.grouping = HLO2C_CROSS_REPLICA;
        out.bytes = in.bytes = sizeof(int);
        out.pair_count = in.pair_count = 1;
        out.channel = 1 + context.rank;
        out.pairs = pairs[context.rank];
        out.data = &value;
        in.channel = 2 - context.rank;
        in.pairs = pairs[1 - context.rank];
        in.data = &received[static_cast<std::size_t>(context.rank)];
        int status = hlo2c_send_start(&context, &out);
        if (status == HLO2C_OK) status = hlo2c_run_receive(&context, &in);
        return status == HLO2C_OK ? hlo2c_send_done(&out) : status;
    });
    CHECK(team.statuses == std::vector<int>(2, HLO2C_OK));
    CHECK(received == Values{41, 40});
}

namespace {

/// The status of an all_reduce over one integer.
int all_reduce_one(const hlo2c_context& context, const hlo2c_collective& constants) {
    int input = 1, output = 0;
    hlo2c_collective request = constants;
    request.input = &input;
    request.output = &output;
    request.input_bytes = request.output_bytes = sizeof(int);
    return hlo2c_run_collective(&context, &request);
}

}  // namespace

TEST_CASE("a missing rank is an error on the others, in time, with op, rank and channel") {
    const std::vector<std::int32_t> groups = {0, 1, 2};
    const hlo2c_collective constants = request_of(HLO2C_ALL_REDUCE, groups, 3);
    Team team(3, 1, 0.3);
    const auto begun = std::chrono::steady_clock::now();
    team.run([&](const hlo2c_context& context) {
        if (context.rank == 2) {
            std::this_thread::sleep_for(std::chrono::milliseconds(900));
            return static_cast<int>(HLO2C_OK);
        }
        return all_reduce_one(context, constants);
    });
    CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(10));
    CHECK(team.statuses[0] == HLO2C_TIMEOUT);
    CHECK(team.statuses[1] == HLO2C_TIMEOUT);
    const bool named = team.messages[0].find("the op: rank 2 did not arrive in time") == 0 ||
                       team.messages[1].find("the op: rank 2 did not arrive in time") == 0;
    CHECK(named);
    CHECK(team.messages[0].find("channel 7") != std::string::npos);
}

TEST_CASE("every kind of operation, and a receive, names the rank that is late") {
    const std::vector<std::int32_t> groups = {1, 0};  // also the pair of a permutation, from 1 to 0
    constexpr int receive = HLO2C_RAGGED_ALL_TO_ALL + 1;
    for (int kind = 0; kind <= receive; kind++) {
        Team team(2, 1, 0.1);
        team.run([&](const hlo2c_context& context) {
            if (context.rank == 1) {
                std::this_thread::sleep_for(std::chrono::milliseconds(400));
                return static_cast<int>(HLO2C_OK);
            }
            int input[2] = {1, 2}, output[4] = {}, scratch[66] = {};
            if (kind == receive) {
                hlo2c_transfer transfer{};
                transfer.op = "the op";
                transfer.channel = 7;
                transfer.grouping = HLO2C_FLATTENED_IDS;
                transfer.pairs = groups.data();
                transfer.pair_count = 1;
                transfer.bytes = sizeof input;
                transfer.data = input;
                return hlo2c_run_receive(&context, &transfer);
            }
            const std::int64_t zeros[2] = {}, ones[2] = {1, 1};
            hlo2c_collective request = request_of(static_cast<hlo2c_collective_kind>(kind), groups, 2);
            request.split = {1, 2, 1};
            request.input = input;
            request.output = output;
            request.scratch = scratch;
            request.scratch_bytes = sizeof scratch;
            request.input_bytes = sizeof input;
            request.output_bytes = kind == HLO2C_ALL_GATHER       ? sizeof output
                                   : kind == HLO2C_REDUCE_SCATTER ? sizeof input[0]
                                                                  : sizeof input;
            request.updates = 1;
            request.input_offsets = request.output_offsets = zeros;
            request.send_sizes = request.recv_sizes = ones;
            return hlo2c_run_collective(&context, &request);
        });
        INFO(kind);
        CHECK(team.statuses[0] == HLO2C_TIMEOUT);
        CHECK(team.messages[0] == "the op: rank 1 did not arrive in time (this is rank 0, channel 7)");
    }
}

TEST_CASE("a rank that has returned is an error at once") {
    const std::vector<std::int32_t> groups = {0, 1};
    const hlo2c_collective constants = request_of(HLO2C_ALL_REDUCE, groups, 2);
    Team team(2, 1, 1000);
    team.run([&](const hlo2c_context& context) {
        if (context.rank == 1) return static_cast<int>(HLO2C_OK);
        return all_reduce_one(context, constants);
    });
    CHECK(team.statuses[0] == HLO2C_TIMEOUT);
    CHECK(team.messages[0].find("rank 1 has left") != std::string::npos);
}

TEST_CASE("ranks that run different operations get an error") {
    const std::vector<std::int32_t> groups = {0, 1};
    Team team(2, 1, 1000);
    team.run([&](const hlo2c_context& context) {
        int input[2] = {1, 2}, output[4] = {};
        hlo2c_collective request =
            request_of(context.rank == 0 ? HLO2C_ALL_REDUCE : HLO2C_ALL_GATHER, groups, 2);
        request.op = context.rank == 0 ? "a reduction" : "a gather";
        request.join = {1, 4, 1};
        request.input = input;
        request.output = output;
        request.input_bytes = sizeof input;
        request.output_bytes = context.rank == 0 ? sizeof input : sizeof output;
        return hlo2c_run_collective(&context, &request);
    });
    CHECK(team.statuses[0] == HLO2C_RANKS_DIFFER);
    CHECK(team.statuses[1] == HLO2C_RANKS_DIFFER);
}

TEST_CASE("groups outside of the grid and roots outside of the group are refused") {
    const std::vector<std::int32_t> groups = {0, 1};
    Team team(1);
    team.run([&](const hlo2c_context& context) {
        hlo2c_collective request = request_of(HLO2C_ALL_REDUCE, groups, 2);
        return hlo2c_run_collective(&context, &request);
    });
    CHECK(team.statuses[0] == HLO2C_HOOK_FAILED);
    CHECK(team.messages[0].find("outside this grid") != std::string::npos);
    Team other(2);
    const std::int32_t root = 2;
    other.run([&](const hlo2c_context& context) {
        hlo2c_collective request = request_of(HLO2C_COLLECTIVE_BROADCAST, groups, 2);
        request.root = &root;
        return hlo2c_run_collective(&context, &request);
    });
    CHECK(other.messages[0].find("not a member of its group") != std::string::npos);
}

TEST_CASE("results of a size that no group of this grid makes are refused") {
    const std::vector<std::int32_t> groups = {0, 1};
    for (const hlo2c_collective_kind kind : {HLO2C_ALL_GATHER, HLO2C_REDUCE_SCATTER}) {
        Team team(2);
        team.run([&](const hlo2c_context& context) {
            std::array<int, 6> small{}, large{};
            hlo2c_collective request = request_of(kind, groups, 2);
            const bool gathers = kind == HLO2C_ALL_GATHER;
            (gathers ? request.join : request.split) = {1, 6, 1};
            request.input = gathers ? small.data() : large.data();
            request.output = gathers ? large.data() : small.data();
            request.input_bytes = (gathers ? 2 : 6) * sizeof(int);
            request.output_bytes = (gathers ? 6 : 2) * sizeof(int);
            return hlo2c_run_collective(&context, &request);
        });
        INFO(kind);
        CHECK(team.statuses[0] == HLO2C_HOOK_FAILED);
        CHECK(team.messages[0].find("another size") != std::string::npos);
    }
}

TEST_CASE("one process alone is a group of its own") {
    hlo2c_hooks hooks = HLO2C_INIT(hlo2c_hooks);
    hooks.collective = hlo2c_loopback;
    hlo2c_context context = HLO2C_INIT(hlo2c_context);
    context.hooks = &hooks;
    int input[2] = {3, 4}, output[2] = {};
    hlo2c_collective request = request_of(HLO2C_ALL_REDUCE, {}, 0);
    request.input = input;
    request.output = output;
    request.input_bytes = request.output_bytes = sizeof input;
    CHECK(hlo2c_run_collective(&context, &request) == HLO2C_OK);
    CHECK(output[1] == 4);
}
