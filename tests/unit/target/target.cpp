#include "scheduler/target/target.h"

#include <catch2/catch.hpp>

#include "frontend/diagnostic.h"

using namespace hlo2c::scheduler;

namespace {

hlo2c::Diagnostic error_of(const std::string& yaml) {
    try {
        parse_target(yaml, "board.yaml");
    } catch (const hlo2c::DiagnosticError& error) {
        return error.diagnostic();
    }
    FAIL("no error for: " << yaml);
    return {};
}

Machine haswell() {
    return {Architecture::X86_64,
            {"pni", "ssse3", "sse4_1", "sse4_2", "popcnt", "cx16", "lahf_lm", "avx", "avx2", "bmi1", "bmi2",
             "f16c", "fma", "abm", "movbe", "xsave"},
            32768,
            262144,
            6291456,
            4};
}

}  // namespace

TEST_CASE("every built-in target loads under its own name") {
    REQUIRE(target_names() == std::vector<std::string>{"armv7", "armv8-a", "cortex-a53", "x86-64-v2",
                                                       "x86-64-v3", "x86-64-v4"});
    for (const std::string& name : target_names()) CHECK(load_target(name).name == name);
}

TEST_CASE("a base supplies the values that a description omits") {
    const Target v4 = load_target("x86-64-v4");
    CHECK(v4.architecture == Architecture::X86_64);
    CHECK(v4.lanes(4) == 16);
    CHECK(v4.vector_registers == 32);
    CHECK(v4.has_fma);
    CHECK(v4.has("avx512f"));
    CHECK_FALSE(v4.has("avx512vnni"));
    CHECK(v4.l2_bytes == 1048576);
    CHECK(v4.c_flags == "-march=x86-64-v4 -mprefer-vector-width=512");
    CHECK_FALSE(load_target("x86-64-v2").has_fma);
}

TEST_CASE("native is the widest target whose flags the machine has, with its caches and cores") {
    Machine machine = haswell();
    const Target v3 = best_target(machine);
    CHECK(v3.name == "x86-64-v3 (native)");
    CHECK(v3.l3_bytes == 6291456);
    CHECK(v3.cores == 4);
    CHECK(v3.emulator.empty());
    for (const char* flag : {"avx512bw", "avx512cd", "avx512dq", "avx512f", "avx512vl", "avx512_vnni"})
        machine.cpu_flags.push_back(flag);
    const Target v4 = best_target(machine);
    CHECK(v4.name == "x86-64-v4 (native)");
    CHECK(v4.has("avx512vnni"));
    CHECK(v4.c_flags == "-march=x86-64-v4 -mprefer-vector-width=512 -mavx512vnni");
    CHECK(v4.far_bandwidth == 10);
    machine.cpu_flags.push_back("avx512vbmi");
    CHECK(best_target(machine).c_flags == v4.c_flags + " -mavx512vbmi");
    machine.cpu_flags.insert(machine.cpu_flags.end(), {"avx512_bitalg", "avx512_vpopcntdq"});
    CHECK(best_target(machine).c_flags == v4.c_flags + " -mavx512vbmi -mavx512vpopcntdq -mavx512bitalg");
    machine.cpu_flags.push_back("amx_tile");
    CHECK(best_target(machine).far_bandwidth == 4);
}

TEST_CASE("a machine that fits no target is a user error") {
    CHECK_THROWS_AS(best_target(Machine{.architecture = Architecture::X86_64, .cpu_flags = {"sse2"}}),
                    hlo2c::DiagnosticError);
}

TEST_CASE("native loads on the machine that runs the tests") {
    const Target native = load_target("native");
    CHECK(native.l1_bytes > 0);
    CHECK(runs_here(native));
}

TEST_CASE("an unknown target lists the known ones") {
    try {
        load_target("x86-64-v9");
        FAIL("accepted");
    } catch (const hlo2c::DiagnosticError& error) {
        CHECK(error.diagnostic().number == 481);
        CHECK(error.diagnostic().message == "unknown target 'x86-64-v9'");
        CHECK(error.diagnostic().remedy.find("armv8-a") != std::string::npos);
    }
}

TEST_CASE("a mistake in a description has a line and a column") {
    const hlo2c::Diagnostic key = error_of("name: board\nbase: armv8-a\nvector_byte: 16\n");
    CHECK(key.message == "unknown key 'vector_byte'");
    CHECK(key.place.line == 3);
    CHECK(key.place.column == 1);
    const hlo2c::Diagnostic value = error_of("name: board\nbase: armv8-a\nvector_bytes: 24\n");
    CHECK(value.message == "'vector_bytes' is 24, expected a power of two");
    CHECK(value.place.line == 3);
    CHECK(value.place.column == 15);
    CHECK(error_of("name: board\nbase: armv8-a\nl1: many\n").message ==
          "'l1' is 'many', expected a whole number");
    CHECK(error_of("name: [\n").number == 482);
    CHECK(error_of("- 1\n").number == 482);
    CHECK(error_of("name: board\n").message ==
          "missing: architecture, vector_bytes, vector_registers, c_flags, triple");
    CHECK(error_of("name: board\nbase: armv9\n").number == 481);
    CHECK(error_of("name: board\nbase: armv8-a\narchitecture: mips\n").message == "'architecture' is 'mips'");
    CHECK(error_of("name: board\nbase: armv8-a\nfma: maybe\n").message ==
          "'fma' is 'maybe', expected true or false");
    CHECK(error_of("name: board\nbase: armv8-a\nfeatures: neon\n").message == "'features' is not a list");
    const hlo2c::Diagnostic twice = error_of("name: board\nbase: armv8-a\nname: other\n");
    CHECK(twice.message == "'name' is given twice");
    CHECK(twice.place.line == 3);
}

TEST_CASE("a description lists memory pools, the fastest first") {
    const std::string board =
        "name: board\nbase: armv8-a\npools:\n"
        "  - {name: sram, bytes: 256K, alignment: 16, section: .bss.sram}\n"
        "  - {name: flash, bytes: 2M, holds: weights}\n"
        "  - {name: psram, bytes: 8M}\n";
    const Target target = parse_target(board, "board.yaml");
    REQUIRE(target.pools.size() == 3);
    CHECK(target.pools[0].bytes == 262144);
    CHECK(target.pools[0].alignment == 16);
    CHECK(target.pools[0].section == ".bss.sram");
    CHECK(target.pools[2].alignment == 64);
    CHECK(target.pools[2].section.empty());
    const std::vector<MemoryPool> values = target.value_pools();
    REQUIRE(values.size() == 2);
    CHECK(values[0].name == "sram");
    CHECK(values[1].name == "psram");
    REQUIRE(target.weights_pool() != nullptr);
    CHECK(target.weights_pool()->name == "flash");
    CHECK(load_target("armv8-a").pools.empty());
    CHECK(parse_target(board + "cores: 2\n", "board.yaml").pools.size() == 3);
}

TEST_CASE("a mistake in a memory pool has a line and a column") {
    const auto pools_error = [](const std::string& pools) {
        return error_of("name: board\nbase: armv8-a\npools:\n" + pools);
    };
    const hlo2c::Diagnostic key = pools_error("  - {name: sram, bytes: 1K, speed: 3}\n");
    CHECK(key.number == 484);
    CHECK(key.message == "unknown key 'speed' of a pool");
    CHECK(key.remedy == "Known keys: alignment, bytes, holds, name, section.");
    CHECK(key.place.line == 4);
    CHECK(key.place.column == 29);
    CHECK(error_of("name: board\nbase: armv8-a\npools: sram\n").message == "'pools' is not a list");
    CHECK(pools_error("  - sram\n").message == "a pool is not a map");
    CHECK(pools_error("  - {name: sram}\n").message == "a pool has no 'bytes'");
    CHECK(pools_error("  - {bytes: 1K}\n").message == "a pool has no 'name'");
    CHECK(pools_error("  - {name: SRAM, bytes: 1K}\n").message ==
          "'name' is 'SRAM', expected lower-case letters, digits and _");
    CHECK(pools_error("  - {name: 1st, bytes: 1K}\n").message == "'name' is '1st'");
    CHECK(pools_error("  - {name: sram, bytes: 0}\n").message ==
          "'bytes' is 0, expected a number from 1 to 70368744177664");
    CHECK(pools_error("  - {name: sram, bytes: 1K, alignment: 24}\n").message ==
          "'alignment' is 24, expected a power of two");
    CHECK(pools_error("  - {name: sram, bytes: 1K, alignment: 8}\n").message ==
          "'alignment' is 8, expected a number from 16 to 65536");
    CHECK(pools_error("  - {name: sram, bytes: 1K, section: 'a\"b'}\n").message ==
          "'section' is 'a\"b', expected letters, digits and ._,$-");
    CHECK(pools_error("  - {name: sram, bytes: 1K, holds: code}\n").message ==
          "'holds' is 'code', expected values or weights");
    CHECK(pools_error("  - {name: sram, bytes: 1K}\n  - {name: sram, bytes: 1K}\n").message ==
          "two pools are called sram");
    CHECK(pools_error("  - {name: a, bytes: 1K, holds: weights}\n  - {name: b, bytes: 1K, holds: weights}\n")
              .message == "two pools hold weights");
}
