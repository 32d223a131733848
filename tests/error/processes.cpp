#include <catch2/catch.hpp>

#include "frontend/files.h"
#include "tests/error/command.h"

using Catch::Matchers::Contains;
using namespace hlo2c::tests;

namespace {

constexpr const char* reads_two = R"(module @reads {
  func.func public @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    %t = stablehlo.create_token : !stablehlo.token
    %x:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
    %y:2 = "stablehlo.infeed"(%x#1) : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
    %sum = stablehlo.add %x#0, %y#0 : tensor<2xf32>
    return %sum : tensor<2xf32>
  }
}
)";

const std::string three_floats("\0\0\x80\x3f\0\0\0\x40\0\0\0\0", 12);  // 1, 2, 0

struct Fixture {
    Folder folder;
    std::string program = folder.file("reads.mlir", reads_two);
    std::string good = folder.npy("good.npy", "<f4", "(2,)", two_floats);
    std::string longer = folder.npy("longer.npy", "<f4", "(3,)", three_floats);

    hlo2c::driver::ProcessResult run(const char* verb, std::vector<std::string> infeed) const {
        std::vector<std::string> words = {verb, program, "--arg", good};
        if (!infeed.empty()) words.push_back("--infeed");
        words.insert(words.end(), infeed.begin(), infeed.end());
        return command(words);
    }
};

}  // namespace

TEST_CASE("a program that reads more infeed data than it gets is an error that names the op") {
    const Fixture fixture;
    for (const char* verb : {"eval", "run"})
        for (const std::vector<std::string>& infeed : {std::vector<std::string>{}, {fixture.good}}) {
            const auto result = fixture.run(verb, infeed);
            INFO(result.output);
            CHECK(result.status == 1);
            CHECK_THAT(result.output, Contains("the infeed has no more data"));
            CHECK_THAT(result.output, Contains("stablehlo.infeed"));
        }
    CHECK(fixture.run("eval", {fixture.good, fixture.good}).status == 0);
    CHECK(fixture.run("run", {fixture.good, fixture.good}).status == 0);
}

TEST_CASE("an array of another size than the infeed reads is an error") {
    const Fixture fixture;
    for (const char* verb : {"eval", "run"}) {
        const auto result = fixture.run(verb, {fixture.good, fixture.longer});
        INFO(result.output);
        CHECK(result.status == 1);
        CHECK_THAT(result.output, Contains("the next array of the infeed"));
    }
}

TEST_CASE("arrays of the infeed that no rank reads are an error with their number") {
    const Fixture fixture;
    for (const char* verb : {"eval", "run"}) {
        const auto result = fixture.run(verb, {fixture.good, fixture.good, fixture.good, fixture.good});
        INFO(result.output);
        CHECK(result.status == 1);
        CHECK_THAT(result.output, Contains("H0660: rank 0 has not read the last 2 arrays of its infeed"));
    }
}

TEST_CASE("an infeed for all ranks may be read by one of them") {
    const Folder folder;
    const std::string program =
        folder.file("first.mlir", R"(module @first attributes {mhlo.num_replicas = 2 : i32} {
  func.func public @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    %id = stablehlo.replica_id : tensor<ui32>
    %zero = stablehlo.constant dense<0> : tensor<ui32>
    %is_first = stablehlo.compare EQ, %id, %zero : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    %r = "stablehlo.if"(%is_first) ({
      %t = stablehlo.create_token : !stablehlo.token
      %x:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
      stablehlo.return %x#0 : tensor<2xf32>
    }, {
      stablehlo.return %a : tensor<2xf32>
    }) : (tensor<i1>) -> tensor<2xf32>
    return %r : tensor<2xf32>
  }
}
)");
    const std::string good = folder.npy("good.npy", "<f4", "(2,)", two_floats);
    for (const char* rank : {"rank0", "rank1"})
        folder.npy(std::string("own/") + rank + "/000.npy", "<f4", "(2,)", two_floats);
    for (const char* verb : {"eval", "run"}) {
        const auto with = [&](const std::string& infeed) {
            return command({verb, program, "--ranks", "2", "--arg", good, "--infeed", infeed});
        };
        CHECK(with(good).status == 0);
        const auto own = with(folder.path("own"));
        INFO(own.output);
        CHECK(own.status == 1);
        CHECK_THAT(own.output, Contains("H0660: rank 1 has not read the last array of its infeed"));
    }
}

TEST_CASE("each rank has as many threads as --threads says") {
    const Folder folder;
    const std::string program =
        folder.file("count.mlir", R"(module @count attributes {mhlo.num_replicas = 2 : i32} {
  func.func public @main(%a: tensor<i32>) -> tensor<i32> {
    %here = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %m = stablehlo.maximum %x, %y : tensor<i32>
      stablehlo.return %m : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    %counted = stablehlo.custom_call @threads(%here) {has_side_effect = true} : (tensor<i32>) -> tensor<i32>
    %last = "stablehlo.all_reduce"(%counted) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %m = stablehlo.maximum %x, %y : tensor<i32>
      stablehlo.return %m : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    return %last : tensor<i32>
  }
}
)");
    // Counts the threads of its process.
    const std::string hook = folder.file("hook.c", R"(#include <dirent.h>
#include "hlo2c_runtime.h"

int hlo2c_custom_call_hook(void *user, const hlo2c_custom_call *call)
{
    DIR *const tasks = opendir("/proc/self/task");
    int count = -2; /* the entries . and .. */
    (void)user;
    while (tasks != NULL && readdir(tasks) != NULL) {
        count++;
    }
    *(int *)call->outputs[0] = count;
    closedir(tasks);
    return HLO2C_OK;
}
)");
    const std::string zero = folder.npy("zero.npy", "<i4", "()", std::string(4, '\0'));
    const auto threads = [&](const char* count) {
        const auto result = command({"run", program, "--ranks", "2", "--arg", zero, "--custom-calls", hook,
                                     "--slots", "3", "--threads", count});
        CHECK(result.status == 0);
        return result.output;
    };
    // One thread per rank, and that which waits for both; a pool adds two threads to its rank.
    CHECK_THAT(threads("1"), Contains("tensor<i32>: 3\n"));
    CHECK_THAT(threads("3"), Contains("tensor<i32>: 7\n"));
}

TEST_CASE("options about ranks concern one rank, too") {
    const Folder folder;
    const std::string program = folder.file("twice.mlir", doubling);
    const std::string good = folder.npy("good.npy", "<f4", "(2,)", two_floats);
    for (const char* transport : {"mpi", "mpi-collectives"}) {
        const auto result = hlo2c::driver::run_process({"env", "PATH=" + folder.path("nothing"),
                                                        HLO2C_EXECUTABLE, "run", program, "--arg", good,
                                                        "--transport", transport, "--cc", "/usr/bin/cc"});
        INFO(result.output);
        CHECK(result.status == 1);
        CHECK_THAT(result.output, Contains("H0615: there is no MPI on this machine"));
    }
    for (const char* verb : {"eval", "run"}) {
        const auto given = [&](const char* shardings) {
            return command({verb, program, "--arg", good, "--shardings", folder.file("s.json", shardings)});
        };
        const auto wrong = given(R"({"inputs": [[[[0, 3]]]], "results": [[[[0, 2]]]]})");
        INFO(wrong.output);
        CHECK(wrong.status == 1);
        CHECK_THAT(wrong.output, Contains("H0638: \"inputs\"[0] has a part that differs in size"));
        CHECK(given(R"({"inputs": [[[[0, 2]]]], "results": [[[[0, 2]]]]})").status == 0);
        const auto unknown = given(R"({"inputs": [[[[0, 2]]]], "results": [[[[0, 2]]]], "result": []})");
        CHECK(unknown.status == 1);
        CHECK_THAT(unknown.output, Contains("H0638: \"result\" is neither \"inputs\" nor \"results\""));
        const auto twice = given(R"({"inputs": [], "inputs": [[[[0, 2]]]], "results": [[[[0, 2]]]]})");
        CHECK(twice.status == 1);
        CHECK_THAT(twice.output, Contains("H0638: there are two lists \"inputs\""));
    }
}

TEST_CASE("a program that each process would repeat is not partitioned, and the op is named") {
    const Folder folder;
    const std::string program =
        folder.file("cut.mlir", R"(module @cut attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a: tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<2x2xf32> {
    %0 = stablehlo.custom_call @log(%a) {has_side_effect = true} : (tensor<2x2xf32>) -> tensor<2x2xf32>
    return %0 : tensor<2x2xf32>
  }
}
)");
    const std::string whole = folder.npy("whole.npy", "<f4", "(2, 2)", two_floats + two_floats);
    for (const char* verb : {"eval", "run"}) {
        const auto result = command({verb, program, "--ranks", "2", "--arg", whole});
        INFO(result.output);
        CHECK(result.status == 2);
        CHECK_THAT(result.output,
                   Contains("cut.mlir:4:10: unsupported H0327: stablehlo.custom_call has effects"));
    }
}

TEST_CASE("a program with shardings is partitioned, and its arrays are cut") {
    const Folder folder;
    const std::string program =
        folder.file("cut.mlir", R"(module @cut attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a: tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<2x2xf32> {
    %0 = call @square(%a) : (tensor<2x2xf32>) -> tensor<2x2xf32>
    return %0 : tensor<2x2xf32>
  }
  func.func private @square(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
    %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    return %0 : tensor<2x2xf32>
  }
}
)");
    const std::string whole = folder.npy("whole.npy", "<f4", "(2, 2)", two_floats + two_floats);
    const auto one = command({"eval", program, "--arg", whole, "--out", folder.path("one")});
    REQUIRE(one.status == 0);
    for (const char* verb : {"eval", "run"}) {
        const auto result =
            command({verb, program, "--ranks", "2", "--arg", whole, "--expect", folder.path("one")});
        INFO(result.output);
        CHECK(result.status == 0);
        CHECK_THAT(result.output, Contains("rank 1\nresult 0: 2 elements agree"));
    }
    const auto compiled = command({"compile", program, "--ranks", "2", "-o", folder.path("library")});
    INFO(compiled.output);
    CHECK(compiled.status == 0);
    CHECK_THAT(hlo2c::frontend::read_file(folder.path("library/include/cut.h")),
               Contains("this rank's part of a tensor that is cut by {devices=[2,1]<=[2]}"));
}

namespace {

/// A partitioned module: each of two ranks holds half of f32[4], and adds its half to the sum of both.
std::string partitioned(const std::string& header, const std::string& entry) {
    return "HloModule parts" + header + R"(, num_partitions=2

add {
  x = f32[] parameter(0)
  y = f32[] parameter(1)
  ROOT z = f32[] add(x, y)
}

ENTRY )" + entry +
           R"( {
  a = f32[2]{0} parameter(0), sharding={devices=[2]<=[2]}
  sum = f32[2]{0} all-reduce(a), channel_id=1, replica_groups=[1,2]<=[2], use_global_device_ids=true, to_apply=add
  ROOT r = f32[2]{0} add(sum, a)
}
)";
}

}  // namespace

TEST_CASE("a module partitioned by XLA runs per process, with whole arguments sharded") {
    for (const auto& [header, entry] : std::vector<std::pair<std::string, std::string>>{
             {", is_scheduled=true", "main"}, {"", "main.0_spmd"}}) {
        const Folder folder;
        const std::string program = folder.file("parts.hlo", partitioned(header, entry));
        const std::string four("\0\0\x80\x3f\0\0\0\x40\0\0\x40\x40\0\0\x80\x40", 16);  // 1, 2, 3, 4
        folder.npy("args/000.npy", "<f4", "(4,)", four);
        folder.npy("expected/rank0/000.npy", "<f4", "(2,)",
                   std::string("\0\0\xa0\x40\0\0\0\x41", 8));  // 5, 8
        folder.npy("expected/rank1/000.npy", "<f4", "(2,)",
                   std::string("\0\0\xe0\x40\0\0\x20\x41", 8));  // 7, 10
        for (const char* verb : {"eval", "run"}) {
            const auto result = command({verb, program, "--ranks", "2", "--args", folder.path("args"),
                                         "--expect", folder.path("expected")});
            INFO(verb << result.output);
            CHECK(result.status == 0);
        }
        folder.npy("parts/rank0/000.npy", "<f4", "(2,)", four.substr(0, 8));
        folder.npy("parts/rank1/000.npy", "<f4", "(2,)", four.substr(8));
        CHECK(command({"eval", program, "--ranks", "2", "--args", folder.path("parts"), "--expect",
                       folder.path("expected")})
                  .status == 0);
    }
}
