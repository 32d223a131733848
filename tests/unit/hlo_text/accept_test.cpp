#include "frontend/forms/hlo_text/opcodes.h"
#include "frontend/ops/op_row.h"
#include "tests/unit/hlo_text/hlo_text_test.h"

using namespace hlo2c;
using namespace hlo2c::frontend;

namespace {

constexpr std::string_view add_computation = R"(
%add (a: f32[], b: f32[]) -> f32[] {
  %a = f32[] parameter(0)
  %b = f32[] parameter(1)
  ROOT %sum = f32[] add(f32[] %a, f32[] %b)
}
)";

}  // namespace

TEST_CASE("a module gives computations, ids, the entry and its shape") {
    const wire::HloModuleProto module = module_of(R"(HloModule m, is_scheduled=true, num_partitions=4
%f (x: f32[2]) -> f32[2] {
  ROOT %x = f32[2]{0} parameter(0)
}
ENTRY %main (a: f32[2]) -> f32[2] {
  %a = f32[2]{0} parameter(0)
  ROOT %r = f32[2]{0} call(%a), to_apply=%f
  %late = f32[2]{0} negate(%a), control-predecessors={%r}
}
)");
    CHECK(module.entry_computation_name() == "main");
    CHECK(module.entry_computation_id() == 1);
    REQUIRE(module.computations_size() == 2);
    const auto& main = module.computations(1);
    CHECK(main.instructions(1).id() == (std::int64_t{1} << 32 | 1));
    CHECK(main.root_id() == main.instructions(1).id());
    CHECK(main.instructions(1).called_computation_ids(0) == 0);
    CHECK(main.instructions(2).control_predecessor_ids(0) == main.root_id());
    CHECK(module.schedule().sequences().at(1).instruction_ids_size() == 3);
    CHECK(module.device_assignment().computation_count() == 4);
    CHECK(module.host_program_shape().parameter_names(0) == "a");
}

TEST_CASE("the line HloModule, signatures and percent signs may be left out") {
    const wire::HloModuleProto module = module_of(
        "f {\n ROOT s1 = f32[] parameter(0)\n}\ng {\n"
        " p = f32[] parameter(0)\n r = call(p), to_apply=f }");
    CHECK(module.entry_computation_name() == "g");
    CHECK(module.computations(0).instructions(0).name() == "s1");
}

TEST_CASE("the location of each instruction is recorded by its id") {
    const HloText read =
        read_text("HloModule m\nENTRY e {\n  p = f32[] parameter(0)\n    r = negate(p)\n}\n");
    CHECK(read.origin.path == "test.hlo");
    const SourcePosition position =
        read.origin.positions.at(read.module.computations(0).instructions(1).id());
    CHECK(position.line == 4);
    CHECK(position.column == 5);
}

namespace {

/// A module with one location, stack frames, and a parameter with `annotations`.
wire::HloModuleProto module_with_frames(const std::string& location, const std::string& frames,
                                        const std::string& annotations) {
    return module_of(
        "HloModule m\n\nFileNames\n1 \"a.py\"\n\nFunctionNames\n1 \"main\"\n\nFileLocations\n1 {" + location +
        "}\n\nStackFrames\n" + frames + "\nENTRY e {\n  ROOT p = f32[] parameter(0), " + annotations +
        "\n}\n");
}

}  // namespace

TEST_CASE("stack frames and metadata are kept, a parent counted from 1 with 1 for none") {
    const wire::HloModuleProto module = module_with_frames(
        R"(file_name_id=1 function_name_id=1 line=3 end_line=4 column=5 end_column=6)",
        R"(1 {file_location_id=1 parent_frame_id=1}
2 {file_location_id=1 parent_frame_id=2}
)",
        R"(metadata={op_type="x" op_name="y\"z" source_file="b.py" source_line=7 stack_frame_id=2 profile_type={1}})");
    CHECK(module.stack_frame_index().file_locations(0).end_column() == 6);
    CHECK(module.stack_frame_index().stack_frames(0).parent_frame_id() == 0);
    CHECK(module.stack_frame_index().stack_frames(1).parent_frame_id() == 1);
    CHECK(module.computations(0).instructions(0).metadata().op_name() == "y\"z");
}

TEST_CASE("unknown fields of metadata and location tables are ignored") {
    const wire::HloModuleProto module = module_with_frames(
        R"(file_name_id=1 function_name_id=1 hash="x y" line=3 kind=inlined)",
        R"(1 {file_location_id=1 flags={1,2} parent_frame_id=1}
)",
        R"(metadata={op_type="x" metadata_payload={a="}" b={1}}, weight=0.5 note="y" last=-7 op_name="z"})");
    CHECK(module.stack_frame_index().file_locations(0).line() == 3);
    CHECK(module.stack_frame_index().stack_frames(0).parent_frame_id() == 0);
    CHECK(module.computations(0).instructions(0).metadata().op_type() == "x");
    CHECK(module.computations(0).instructions(0).metadata().op_name() == "z");
}

TEST_CASE("fields of windows and domains stand in any order") {
    const auto window =
        last_of(
            "x = f32[1,8,9,2] parameter(0)\n w = f32[3,2,2,4] parameter(1)\n"
            "r = convolution(x, w), window={rhs_reversal=0x1 pad=1_0x-1_2 stride=2x1 size=3x2}, "
            "dim_labels=b01f_01io->b01f")
            .window();
    CHECK(window.dimensions(0).size() == 3);
    CHECK(window.dimensions(0).stride() == 2);
    CHECK(window.dimensions(1).padding_low() == -1);
    CHECK(window.dimensions(1).padding_high() == 2);
    CHECK(window.dimensions(1).window_reversal());
    CHECK(window.dimensions(1).base_dilation() == 1);
    const auto domain = last_of(
        "p = f32[2] parameter(0)\n r = f32[2] domain(p), "
        "domain={exit={maximal device=1}, entry={replicated}, kind=\"sharding\"}");
    CHECK(domain.domain_entry_sharding().type() == wire::OpSharding::MAXIMAL);
    CHECK(domain.domain_exit_sharding().type() == wire::OpSharding::REPLICATED);
}

TEST_CASE("windows and labels of dimensions are written as XLA writes them") {
    const auto convolution = last_of(
        "x = f32[1,8,9,2] parameter(0)\n w = f32[3,2,2,4] parameter(1)\n"
        "r = convolution(x, w), window={size=3x2 stride=2x1 pad=1_0x-1_2 lhs_dilate=2x1 rhs_dilate=1x3 "
        "rhs_reversal=0x1}, dim_labels=b01f_01io->b01f, feature_group_count=1");
    CHECK(convolution.window().dimensions(0).stride() == 2);
    CHECK(convolution.window().dimensions(1).padding_low() == -1);
    CHECK(convolution.window().dimensions(1).window_dilation() == 3);
    CHECK(convolution.window().dimensions(1).window_reversal());
    CHECK(convolution.convolution_dimension_numbers().kernel_spatial_dimensions(1) == 1);
    CHECK(convolution.shape().dimensions(1) == 7);
}

TEST_CASE("replica groups have three spellings") {
    const auto groups = [&](std::string_view text) {
        return module_of("HloModule m\n" + std::string(add_computation) +
                         "ENTRY e {\n p = f32[8] parameter(0)\n r = all-reduce(p), to_apply=%add, "
                         "replica_groups=" +
                         std::string(text) + "\n}\n")
            .computations(1)
            .instructions(1);
    };
    CHECK(groups("{{0,1},{2,3}}").collective_device_list().replica_groups(1).replica_ids(0) == 2);
    const auto iota = groups("[2,2]<=[2,2]T(1,0)").iota_collective_device_list();
    CHECK(iota.num_devices_per_group() == 2);
    CHECK(iota.iota_transpose_perm(0) == 1);
    const auto mesh =
        groups("mesh['x'=2,'y'=4], device_ids=([4,2]T(1,0)) {'y':(2)2, 'x'}").mesh_axes_replica_group_list();
    CHECK(mesh.axes(0).mesh_axis_index() == 1);
    CHECK(mesh.axes(0).sub_axis_info().pre_size() == 2);
    CHECK(mesh.mesh().iota_transform().reshape_dims(0) == 4);
}

TEST_CASE("shardings of every kind are kept") {
    const auto sharding = [](const std::string& text) {
        return last_of("p = f32[4,4] parameter(0), sharding=" + text).sharding();
    };
    CHECK(sharding("{replicated}").type() == wire::OpSharding::REPLICATED);
    CHECK(sharding("{maximal device=3}").tile_assignment_devices(0) == 3);
    CHECK(sharding("{devices=[2,1,2]0,1,2,3 last_tile_dim_replicate}").replicate_on_last_tile_dim());
    CHECK(sharding("{devices=[2,2]<=[2,2]T(1,0)}").iota_transpose_perm_size() == 2);
    CHECK(sharding("{devices=[1,1,2,2]<=[4] last_tile_dims={manual,replicated}}").last_tile_dims(0) ==
          wire::OpSharding::MANUAL);
    CHECK(sharding("{manual shard_as 7}").shard_group_id() == 7);
    CHECK(sharding("{{replicated}, {manual}}").tuple_shardings_size() == 2);
    CHECK(sharding("{replicated metadata={op_name=\"a\"}}").metadata(0).op_name() == "a");
    CHECK(sharding("{mesh['x'=2,'y'=2], [{'x'}, {?}], replicated={'y'}}")
              .named_sharding()
              .dim_shardings(0)
              .axes_size() == 1);
}

TEST_CASE("shorthand for asynchronous operations becomes a separate computation") {
    const wire::HloModuleProto module = module_of(R"(HloModule m
ENTRY e {
  p = f32[4] parameter(0)
  s = ((f32[4]), f32[4], u32[]) negate-start(p), async_execution_thread="other"
  u = ((f32[4]), f32[4], u32[]) negate-update(s)
  ROOT d = f32[4] negate-done(u)
}
)");
    REQUIRE(module.computations_size() == 2);
    CHECK(module.computations(0).execution_thread() == "other");
    CHECK(module.computations(0).instructions(1).opcode() == "negate");
    const auto& entry = module.computations(1);
    CHECK(entry.instructions(1).opcode() == "async-start");
    CHECK(entry.instructions(1).called_computation_ids(0) == module.computations(0).id());
    CHECK(entry.instructions(3).opcode() == "async-done");
}

TEST_CASE("computations may be nested inside the instruction that calls them") {
    const wire::HloModuleProto module = module_of(R"(HloModule m
ENTRY e {
  p = f32[4] parameter(0)
  ROOT f = fusion(p), kind=kLoop, calls={ x = f32[4] parameter(0)
    ROOT n = negate(x) }
}
)");
    CHECK(module.computations(0).is_fusion_computation());
    CHECK(module.computations(1).instructions(1).called_computation_ids(0) == 0);
    CHECK(module.entry_computation_id() == 1);
}

TEST_CASE("operands may be instructions without names") {
    const wire::HloModuleProto module =
        module_of("ENTRY e {\n ROOT r = f32[] add(f32[] parameter(0), negate(f32[] constant(2)))\n}\n");
    REQUIRE(module.computations(0).instructions_size() == 4);
    CHECK(module.computations(0).instructions(2).opcode() == "negate");
    CHECK(module.computations(0).root_id() == 3);
}

TEST_CASE("a layout may follow a space, and a computation's body may follow without one") {
    const wire::HloModuleProto module =
        module_of("ENTRY e (p: f32[2,3]) -> f32[2,3]{\n ROOT p = f32 [2,3] {0,1} parameter(0)\n}\n");
    CHECK(module.computations(0).instructions(0).shape().layout().minor_to_major(0) == 0);
}

TEST_CASE("a sharding of a tuple that is written once counts for each array") {
    CHECK(last_of("p = (f32[], (f32[2], s32[])) parameter(0), sharding={replicated}")
              .sharding()
              .tuple_shardings_size() == 3);
}

TEST_CASE("aliases, donors and attributes of a module are kept") {
    const wire::HloModuleProto module = module_of(
        "HloModule m, input_output_alias={ {0}: (1, {}, must-alias), {1}: (0, {2}) }, buffer_donor={ (0, {}) "
        "}, "
        "frontend_attributes={a=\"b\",c={\"d\": [1]}}\nENTRY e {\n p = (f32[], f32[], f32[]) parameter(0)\n"
        " ROOT q = f32[] parameter(1)\n}\n");
    CHECK(module.input_output_alias().entries(0).kind() == wire::MUST_ALIAS);
    CHECK(module.input_output_alias().entries(1).kind() == wire::MAY_ALIAS);
    CHECK(module.buffer_donor().entries_size() == 1);
    CHECK(module.frontend_attributes().map().at("c") == "{\"d\": [1]}");
}

TEST_CASE("rematerialisation tables are not part of the program") {
    const wire::HloModuleProto module = module_of(
        "HloModule m, origin_recovery_table={\n {\"a\"} : {\"b\"},\n \"\n  ENTRY r {\n   ROOT p = f32[] "
        "parameter(0)\n  "
        "}\n \"\n}, replica_count=2\n\nENTRY e {\n ROOT a = f32[] parameter(0)\n}\n");
    CHECK(module.device_assignment().replica_count() == 2);
}

TEST_CASE("annotations of instructions are kept") {
    const auto p = last_of(
        "p = (f32[], f32[]) parameter(0), origin={({\"a\"}, {\"b\" {1}})}, "
        "statistics={visualizing_index=1,x=0.5},"
        " backend_config={\"a\": \"}\"}, parameter_replication={true,false}");
    CHECK(p.original_value().elements(1).original_array().shape_index(0) == 1);
    CHECK(p.statistics_viz().statistics(0).stat_val() == 0.5);
    CHECK(p.backend_config() == "{\"a\": \"}\"}");
    CHECK(p.parameter_replication().replicated_at_leaf_buffers(0));
}

TEST_CASE("HLO text has each opcode that the row of an op names, with as many operands") {
    for (const OpRow& row : op_rows()) {
        if (row.hlo.empty()) continue;
        INFO(row.hlo);
        const Opcode* opcode = find_opcode(row.hlo);
        REQUIRE(opcode != nullptr);
        if (row.most_operands() == any_number) continue;
        CHECK(opcode->least <= row.least_operands());
        CHECK(opcode->most == row.most_operands());
    }
}
