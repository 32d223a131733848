#include "tests/unit/hlo_text/hlo_text_test.h"

using namespace hlo2c;
using namespace hlo2c::frontend;

TEST_CASE("a shape without a layout has the row-major one") {
    const auto shape = last_of("p = f32[2,3,4] parameter(0)").shape();
    CHECK(shape.element_type() == wire::F32);
    CHECK(shape.layout().minor_to_major_size() == 3);
    CHECK(shape.layout().minor_to_major(0) == 2);
}

TEST_CASE("every property of a layout is kept") {
    const auto layout =
        last_of("p = bf16[4,2]{0,1:T(8,128)(2,1)L(16)E(32)S(5)SC(0:1,3)M(8)} parameter(0)").shape().layout();
    CHECK(layout.minor_to_major(0) == 0);
    REQUIRE(layout.tiles_size() == 2);
    CHECK(layout.tiles(0).dimensions(1) == 128);
    CHECK(layout.tail_padding_alignment_in_elements() == 16);
    CHECK(layout.element_size_in_bits() == 32);
    CHECK(layout.memory_space() == 5);
    CHECK(layout.split_configs(0).split_indices(1) == 3);
    CHECK(layout.dynamic_shape_metadata_prefix_bytes() == 8);
}

TEST_CASE("dimensions may be bounded or of unknown size") {
    const auto shape = last_of("p = s32[<=7,?,3] parameter(0)").shape();
    CHECK(shape.dimensions(0) == 7);
    CHECK(shape.is_dynamic_dimension(0));
    CHECK(shape.dimensions(1) == INT64_MIN);
    CHECK_FALSE(shape.is_dynamic_dimension(2));
}

TEST_CASE("tuples nest, and hold tokens and buffers") {
    const auto shape = last_of("p = (f32[], (token[], s8[2]{0}), b(f32[3])) parameter(0)").shape();
    REQUIRE(shape.tuple_shapes_size() == 3);
    CHECK(shape.tuple_shapes(1).tuple_shapes(0).element_type() == wire::TOKEN);
    CHECK(shape.tuple_shapes(2).element_type() == wire::BUFFER);
}

TEST_CASE("a layout names each dimension once") {
    CHECK(refusal_of_line("p = f32[2,3]{0} parameter(0)").number == 113);
    CHECK(refusal_of_line("p = f32[2,3]{1,1} parameter(0)").number == 113);
    CHECK(refusal_of_line("p = f32[2,3]{1,2} parameter(0)").number == 113);
}

TEST_CASE("a shape whose size overflows is refused before anything is allocated") {
    CHECK(refusal_of_line("p = f32[4611686018427387904,16] parameter(0)").number == 113);
    CHECK(refusal_of_line("p = f32[-3] parameter(0)").number == 113);
    CHECK(refusal_of_line("c = f32[1000000000,1000000] constant({{1}})").number == 111);
}

TEST_CASE("omitted shapes are inferred from the operands") {
    const std::string_view begin = "a = f32[4,6] parameter(0)\n b = f32[6,5] parameter(1)\n";
    const auto sizes = [&](std::string line) {
        const auto shape = last_of(std::string(begin) + line).shape();
        return std::vector<std::int64_t>(shape.dimensions().begin(), shape.dimensions().end());
    };
    using Sizes = std::vector<std::int64_t>;
    CHECK(sizes("r = add(a, a)") == Sizes{4, 6});
    CHECK(sizes("r = dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}") == Sizes{4, 5});
    CHECK(sizes("r = transpose(a), dimensions={1,0}") == Sizes{6, 4});
    CHECK(sizes("r = concatenate(a, a), dimensions={0}") == Sizes{8, 6});
    CHECK(sizes("z = f32[] constant(0)\n r = pad(a, z), padding=1_2x0_1_3") == Sizes{7, 22});
    CHECK(sizes("r = slice(a), slice={[1:4:2], [0:6]}") == Sizes{2, 6});
    CHECK(sizes("r = all-gather(a), dimensions={1}, replica_groups=[2,4]<=[8]") == Sizes{4, 24});
    CHECK(last_of(std::string(begin) + "r = compare(a, a), direction=LT").shape().element_type() ==
          wire::PRED);
    CHECK(last_of(std::string(begin) + "r = tuple(a, b)").shape().tuple_shapes_size() == 2);
}

TEST_CASE("a shape that cannot be inferred must be given") {
    const Diagnostic refusal = refusal_of_line("a = f32[4] parameter(0)\n r = convert(a)");
    CHECK(refusal.number == 113);
    CHECK(refusal.place.line == 4);
    CHECK(refusal_of_line("p = parameter(0)").number == 113);
}

TEST_CASE("shapes that are left out are those that the inference of ops gives") {
    const auto last = [](const std::string& line) {
        const wire::HloModuleProto module = module_of(
            "HloModule m\n"
            "add {\n x = f32[] parameter(0)\n y = f32[] parameter(1)\n ROOT s = f32[] add(x, y)\n}\n"
            "ENTRY e {\n a = f32[4,6] parameter(0)\n k = f32[3,6,5] parameter(1)\n z = f32[] constant(0)\n"
            " i = s32[7,1] parameter(2)\n n = f32[8,9,6] parameter(3)\n b = f32[<=4,6] parameter(4)\n" +
            line + "\n}\n");
        const auto& entry = module.computations(module.computations_size() - 1);
        return entry.instructions(entry.instructions_size() - 1).shape();
    };
    const auto sizes = [&](const std::string& line) {
        const wire::ShapeProto shape = last(line);
        return std::vector<std::int64_t>(shape.dimensions().begin(), shape.dimensions().end());
    };
    using Sizes = std::vector<std::int64_t>;
    CHECK(sizes("r = reduce(a, z), dimensions={0}, to_apply=add") == Sizes{6});
    CHECK(sizes("r = reduce-window(a, z), window={size=2x2 stride=2x1}, to_apply=add") == Sizes{2, 5});
    CHECK(sizes("r = map(a, a), dimensions={0,1}, to_apply=add") == Sizes{4, 6});
    CHECK(sizes("r = convolution(n, k), window={size=3 pad=1_1}, dim_labels=b0f_0io->b0f") == Sizes{8, 9, 5});
    CHECK(sizes("r = gather(a, i), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, "
                "index_vector_dim=1, slice_sizes={1,6}") == Sizes{7, 6});
    CHECK(sizes("r = fft(a), fft_type=RFFT, fft_length={6}") == Sizes{4, 4});
    CHECK(last("r = slice(b), slice={[0:2], [0:6]}").is_dynamic_dimension(0) == false);
    const wire::ShapeProto bounded = last("r = transpose(b), dimensions={1,0}");
    CHECK(bounded.dimensions(1) == 4);
    CHECK(bounded.is_dynamic_dimension(1));
    const wire::ShapeProto open =
        last_of("p = f32[?,2] parameter(0)\n r = concatenate(p, p), dimensions={0}").shape();
    CHECK(open.dimensions(0) == INT64_MIN);
    CHECK(open.dimensions(1) == 2);
}

TEST_CASE("an instruction without a shape that is not valid is refused for the constraint that it breaks") {
    const Diagnostic refusal = refusal_of_line(
        "a = f32[4,6] parameter(0)\n b = f32[6,5] parameter(1)\n"
        " r = dot(a, b), lhs_contracting_dims={0}, rhs_contracting_dims={0}");
    CHECK(refusal.number == 202);
    CHECK(refusal.place.line == 5);
    CHECK_THAT(refusal.message, Catch::Matchers::Contains("(C10)"));
}
