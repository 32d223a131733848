#include <catch2/catch.hpp>

#include "scheduler/schedule.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;

TEST_CASE("beyond a limit, collectives are synchronous, and sends of loops wait in them") {
    CHECK(choose_requests({RequestKind::Collective, 3, 0}).concurrent == 3);
    CHECK(choose_requests({RequestKind::Collective, 3, 31}).concurrent == 1);
    CHECK(choose_requests({RequestKind::Collective, 3, 40}).concurrent == 0);
    CHECK(choose_requests({RequestKind::NestedSend, 2, 14}).concurrent == 2);
    CHECK(choose_requests({RequestKind::NestedSend, 2, 15}).concurrent == 0);
}

TEST_CASE("the schedule of asynchronous collectives is printed, and an end makes place for others") {
    const std::string start =
        " = \"stablehlo.async_start\"(%x) ({\n^bb0(%piece: tensor<4xf32>):\n"
        "%g = \"stablehlo.all_gather\"(%piece) {all_gather_dim = 0 : i64, replica_groups = "
        "dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<8xf32>\n"
        "stablehlo.return %g : tensor<8xf32>\n"
        "}) : (tensor<4xf32>) -> !stablehlo.future<tensor<8xf32>>\n";
    const auto done = [](const std::string& result, const std::string& future) {
        return "%" + result + " = \"stablehlo.async_done\"(%" + future +
               ") : (!stablehlo.future<tensor<8xf32>>) -> tensor<8xf32>\n";
    };
    auto program =
        program_of("(%x: tensor<4xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)",
                   "%p" + start + "%q" + start + done("a", "p") + done("b", "q") + "%r" + start +
                       done("c", "r") + "return %a, %b, %c : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>\n");
    program.attributes = {{"mhlo.num_replicas", hlo2c::frontend::IntegerAttribute{2}}};
    std::string text;
    schedule(program, load_target("x86-64-v3"), [&](const std::string& stage, const StageResult& made) {
        if (stage == "schedule") text = made.text();
    });
    INFO(text);
    const std::string problem = "requests: 1 of a collective, ",
                      schedule = " concurrent\n  requests: 1 concurrent";
    const std::size_t first = text.find(problem + "0 others" + schedule),
                      second = text.find(problem + "1 others" + schedule),
                      third = text.rfind(problem + "0 others" + schedule);
    CHECK(first < second);
    CHECK(second < third);
    CHECK(third != std::string::npos);
}
