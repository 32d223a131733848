#include <algorithm>

#include "driver/random_programs/rules.h"

namespace hlo2c::driver::make {

using frontend::ElementType;
using frontend::EnumAttribute;
using frontend::IntegerAttribute;
using frontend::StructAttribute;
using frontend::TensorType;
using frontend::ValueId;
using Sizes = std::vector<std::int64_t>;

namespace {

/// The element type that products are summed in: the operands', or a wider one of their kind.
ElementType sum_element(Random& random, ElementType element) {
    if (random.chance(65)) return element;
    std::vector<ElementType> wider;
    for (auto i = 0; i < static_cast<int>(ElementType::Index); i++) {
        const auto type = static_cast<ElementType>(i);
        if (frontend::kind(type) == frontend::kind(element) &&
            frontend::bit_width(type) > frontend::bit_width(element))
            wider.push_back(type);
    }
    return wider.empty() ? element : random.pick(wider);
}

Wanted lhs_of(const Rule& rule, int least_rank) {
    return {rule.kinds, rule.tolerates, {}, least_rank};
}

}  // namespace

void dot(Draft& draft, const Rule& rule) {
    Wanted wanted = lhs_of(rule, 1);
    wanted.also = [](const TensorType& type) { return type.rank() <= 2; };
    const ValueId lhs = draft.operand(wanted);
    TensorType other = draft.type(lhs);
    other.shape = {other.shape.back()};
    if (draft.random().chance(60)) other.shape.push_back(draft.random().between(1, 20));
    const ValueId rhs = draft.of_type(other, rule.tolerates);
    TensorType declared = draft.type(lhs);
    declared.element = sum_element(draft.random(), declared.element);
    draft.emit(rule.code, {lhs, rhs}, declared);
}

void dot_general(Draft& draft, const Rule& rule) {
    const ValueId lhs = draft.operand(lhs_of(rule, 0));
    Random& random = draft.random();
    const Sizes shape = draft.shape(lhs);
    Sizes batching, contracting, dimensions;  // of lhs; sizes of rhs
    for (const std::int64_t d : random.permutation(static_cast<std::int64_t>(shape.size()))) {
        const std::int64_t role = random.between(0, 9);
        if (role < 2)
            batching.push_back(d);
        else if (role < 6)
            contracting.push_back(d);
    }
    for (const std::int64_t d : batching) dimensions.push_back(shape[static_cast<std::size_t>(d)]);
    for (const std::int64_t d : contracting) dimensions.push_back(shape[static_cast<std::size_t>(d)]);
    for (std::int64_t more = random.between(0, 2); more > 0; more--)
        dimensions.push_back(random.between(1, 20));
    const auto rank = static_cast<std::int64_t>(dimensions.size());
    const Sizes order = random.chance(50) ? random.permutation(rank) : Sizes{};
    TensorType other = draft.type(lhs);
    other.shape = dimensions;
    Sizes places;
    for (std::int64_t i = 0; i < rank; i++)
        places.push_back(order.empty() ? i : order[static_cast<std::size_t>(i)]);
    for (std::size_t i = 0; i < dimensions.size(); i++)
        other.shape[static_cast<std::size_t>(places[i])] = dimensions[i];
    const ValueId rhs = draft.of_type(other, rule.tolerates);
    StructAttribute numbers{"stablehlo.dot", {}, {}};
    const auto add = [&](const char* name, const Sizes& values) {
        if (!values.empty()) numbers.fields.emplace_back(name, integers(values));
    };
    const auto middle = places.begin() + static_cast<std::ptrdiff_t>(batching.size());
    add("lhs_batching_dimensions", batching);
    add("rhs_batching_dimensions", Sizes(places.begin(), middle));
    add("lhs_contracting_dimensions", contracting);
    add("rhs_contracting_dimensions",
        Sizes(middle, middle + static_cast<std::ptrdiff_t>(contracting.size())));
    TensorType declared = draft.type(lhs);
    declared.element = sum_element(random, declared.element);
    std::vector<frontend::NamedAttribute> attributes = {{"dot_dimension_numbers", numbers}};
    if (random.chance(30)) {
        const EnumAttribute precision{"precision", random.chance(50) ? "DEFAULT" : "HIGHEST"};
        attributes.emplace_back("precision_config", frontend::ArrayAttribute{{precision, precision}});
    }
    draft.emit(rule.code, {lhs, rhs}, declared, std::move(attributes));
}

void einsum(Draft& draft, const Rule& rule) {
    Wanted wanted = lhs_of(rule, 1);
    wanted.also = [](const TensorType& type) { return type.rank() <= 3; };
    const ValueId lhs = draft.operand(wanted);
    TensorType other = draft.type(lhs);
    other.shape.clear();
    std::string left, right, result;
    char letter = 'a';
    for (const std::int64_t size : draft.shape(lhs)) {
        left += letter;
        const std::int64_t role = draft.random().between(0, 2);
        if (role > 0) right += letter, other.shape.push_back(size);
        if (role < 2) result += letter;
        letter++;
    }
    for (std::int64_t more = draft.random().between(0, 1); more > 0; more--) {
        right += letter, result += letter++;
        other.shape.push_back(draft.random().between(1, 9));
    }
    const ValueId rhs = draft.of_type(other, rule.tolerates);
    draft.emit(rule.code, {lhs, rhs}, draft.type(lhs),
               {{"einsum_config", left + "," + right + "->" + result}});
}

void fft(Draft& draft, const Rule& rule) {
    Wanted wanted = lhs_of(rule, 1);
    wanted.also = [](const TensorType& type) {
        return frontend::is_complex(type.element) || type.element == ElementType::F32 ||
               type.element == ElementType::F64;
    };
    const ValueId x = draft.operand(wanted);
    const TensorType type = draft.type(x);
    Random& random = draft.random();
    const std::int64_t count = random.between(1, std::min<std::int64_t>(3, type.rank()));
    Sizes lengths(type.shape.end() - count, type.shape.end());
    static const std::vector<std::string> complex_kinds = {"FFT", "IFFT", "IRFFT"};
    const std::string kind = frontend::is_complex(type.element) ? random.pick(complex_kinds) : "RFFT";
    if (kind == "IRFFT")
        lengths.back() = lengths.back() == 0 ? 0 : 2 * (lengths.back() - 1) + random.between(0, 1);
    draft.emit(rule.code, {x}, type,
               {{"fft_type", EnumAttribute{"fft_type", kind}}, {"fft_length", integers(lengths)}});
}

namespace {

/// Dimensions of one side of a convolution: which is what.
struct Roles {
    std::int64_t first = 0, second = 0;
    Sizes spatial;
};

Roles random_roles(Random& random, std::int64_t rank) {
    const Sizes order = random.permutation(rank);
    return {order[0], order[1], Sizes(order.begin() + 2, order.end())};
}

void set_size(Sizes& shape, std::int64_t dimension, std::int64_t size) {
    shape[static_cast<std::size_t>(dimension)] = size;
}

}  // namespace

void convolution(Draft& draft, const Rule& rule) {
    const ValueId lhs = draft.operand(lhs_of(rule, 2));
    Random& random = draft.random();
    const Sizes shape = draft.shape(lhs);
    const auto rank = static_cast<std::int64_t>(shape.size());
    const auto spatial = static_cast<std::size_t>(rank - 2);
    const Roles input = random_roles(random, rank), kernel = random_roles(random, rank),
                output = random_roles(random, rank);
    const std::int64_t batch = shape[static_cast<std::size_t>(input.first)],
                       features = shape[static_cast<std::size_t>(input.second)];
    std::int64_t feature_groups = 1, batch_groups = 1;
    if (random.chance(30)) feature_groups = random.chance(50) ? features : random.between(1, 4);
    if (feature_groups == 1 && random.chance(20)) batch_groups = random.between(1, 4);
    if (feature_groups < 1 || features % feature_groups != 0 || batch % batch_groups != 0) throw Rejected{};
    TensorType other = draft.type(lhs);
    other.shape.assign(shape.size(), 1);
    set_size(other.shape, kernel.first, features / feature_groups);
    set_size(other.shape, kernel.second, feature_groups * batch_groups * random.between(1, 6));
    const auto list = [&](int unusual, std::int64_t usual, std::int64_t low, std::int64_t high,
                          std::size_t n) {
        Sizes sizes;
        for (std::size_t i = 0; i < n; i++)
            sizes.push_back(random.chance(unusual) ? random.between(low, high) : usual);
        return sizes;
    };
    const Sizes window = list(70, 1, 1, 4, spatial);
    for (std::size_t d = 0; d < spatial; d++) set_size(other.shape, kernel.spatial[d], window[d]);
    const ValueId rhs = draft.of_type(other, rule.tolerates);
    StructAttribute numbers{"stablehlo.conv", {}, {}};
    const auto add = [&](const char* first, const char* second, const char* rest, const Roles& roles) {
        numbers.fields.emplace_back(first, IntegerAttribute{roles.first});
        numbers.fields.emplace_back(second, IntegerAttribute{roles.second});
        numbers.fields.emplace_back(rest, integers(roles.spatial));
    };
    add("input_batch_dimension", "input_feature_dimension", "input_spatial_dimensions", input);
    add("kernel_input_feature_dimension", "kernel_output_feature_dimension", "kernel_spatial_dimensions",
        kernel);
    add("output_batch_dimension", "output_feature_dimension", "output_spatial_dimensions", output);
    frontend::Op op{.code = rule.code, .operands = {lhs, rhs}};
    op.set_attribute("dimension_numbers", numbers);
    op.set_attribute("feature_group_count", IntegerAttribute{feature_groups});
    op.set_attribute("batch_group_count", IntegerAttribute{batch_groups});
    op.set_attribute("window_strides", integers(list(40, 1, 1, 3, spatial)));
    if (random.chance(60))
        op.set_attribute("padding",
                         frontend::Literal::from_values(TensorType{{rank - 2, 2}, ElementType::I64, {}, {}},
                                                        list(60, 0, -1, 3, 2 * spatial)));
    if (random.chance(30)) op.set_attribute("lhs_dilation", integers(list(50, 1, 1, 3, spatial)));
    if (random.chance(30)) op.set_attribute("rhs_dilation", integers(list(50, 1, 1, 3, spatial)));
    if (random.chance(20))
        op.set_attribute("window_reversal", frontend::IntegerArray{list(50, 0, 0, 1, spatial), "i1"});
    TensorType declared = draft.type(lhs);
    declared.element = sum_element(random, declared.element);
    draft.emit(std::move(op), {declared});
}

}  // namespace hlo2c::driver::make
