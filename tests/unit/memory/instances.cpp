// Published instances: MiniMalloc's challenging suite, buffers of XLA:CPU programs, training graphs.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "scheduler/memory/place.h"

using namespace hlo2c::scheduler::memory;

namespace {

Problem read_problem(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::string line, cell;
    std::getline(file, line);
    REQUIRE(line.rfind("id,lower,upper,size", 0) == 0);
    Problem problem;
    while (std::getline(file, line)) {
        std::istringstream cells(line);
        std::getline(cells, cell, ',');
        Interval buffer;
        for (std::int64_t* value : {&buffer.lower, &buffer.upper, &buffer.size}) {
            std::getline(cells, cell, ',');
            *value = std::stoll(cell);
        }
        problem.buffers.push_back(buffer);
    }
    REQUIRE(!problem.buffers.empty());
    return problem;
}

}  // namespace

TEST_CASE("every XLA:CPU program's buffers are placed at their lower bound") {
    int programs = 0;
    for (const auto& entry : std::filesystem::directory_iterator(HLO2C_DATA "/xla_cpu")) {
        if (entry.path().extension() != ".csv") continue;
        INFO(entry.path());
        const Placement placement = place(read_problem(entry.path()));
        CHECK(placement.peak == placement.lower_bound);
        ++programs;
    }
    CHECK(programs > 0);
}

TEST_CASE("every challenging instance fits in the memory that it is published for") {
    for (const char* name : {"A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K"}) {
        INFO(name);
        Problem problem =
            read_problem(std::string(HLO2C_DATA "/minimalloc/challenging/") + name + ".1048576.csv");
        problem.capacity = std::string(name) == "C" ? 1039360 : 1048576;
        CHECK(place(problem).peak <= problem.capacity);
    }
}

TEST_CASE("training graphs are placed within 1 % of their lower bound") {
    const Placement resnet = place(read_problem(HLO2C_DATA "/idealloc/somas_tensors/resnet50.csv"));
    CHECK(resnet.peak == resnet.lower_bound);
    const Placement grains = place(read_problem(HLO2C_DATA "/idealloc/iopddl/G_1.csv"));
    CHECK(grains.peak == grains.lower_bound);
    const Placement pangu = place(read_problem(HLO2C_DATA "/idealloc/somas_tensors/pangu_2.6B.csv"));
    CHECK(pangu.peak <= pangu.lower_bound + pangu.lower_bound / 100);
}
