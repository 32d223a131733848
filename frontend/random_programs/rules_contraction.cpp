#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ir/enum_attribute.h"
#include "frontend/ir/structures.h"
#include "frontend/random_programs/rules.h"

namespace hlo2c::frontend::random_programs::make {

using Sizes = std::vector<std::int64_t>;

namespace {

/// The element type that products are summed in: the operands', or a wider one of their kind.
ElementType sum_element(Random& random, ElementType element) {
    if (random.chance(65)) return element;
    std::vector<ElementType> wider;
    for (auto i = 0; i < static_cast<int>(ElementType::Index); i++) {
        const auto type = static_cast<ElementType>(i);
        if (kind(type) == kind(element) && bit_width(type) > bit_width(element)) wider.push_back(type);
    }
    return wider.empty() ? element : random.pick(wider);
}

/// The element types of a contraction.
enum class Numbers : std::uint8_t { Plain, Quantized, Hybrid };

Numbers random_numbers(Random& random) {
    const std::int64_t choice = random.between(0, 99);
    return choice < 84 ? Numbers::Plain : choice < 94 ? Numbers::Quantized : Numbers::Hybrid;
}

ValueId lhs_for(Draft& draft, Numbers numbers, Wanted wanted) {
    if (numbers == Numbers::Quantized) {
        const Sizes shape = random_shape(draft.random(), 512);
        if (static_cast<int>(shape.size()) < wanted.least_rank) throw Rejected{};
        return draft.argument(quantized_type(draft, shape, false));
    }
    if (numbers == Numbers::Hybrid)
        wanted.also = [](const TensorType& type) { return type.element == ElementType::F32; };
    return draft.operand(wanted);
}

/// The other operand, of lhs's kind of elements or quantized; `axis` may have a scale per index.
ValueId rhs_for(Draft& draft, Numbers numbers, ValueId lhs, const Sizes& shape, std::int64_t axis,
                Accuracy tolerates, bool mixes) {
    TensorType type = draft.type(lhs);
    type.shape = shape;
    Random& random = draft.random();
    if (numbers == Numbers::Plain) {
        if (mixes && random.chance(10)) type.element = random_element(random, kind_bit(type.element));
        return draft.of_type(type, tolerates);
    }
    TensorType quantized =
        numbers == Numbers::Quantized ? requantized_type(draft, type) : quantized_type(draft, shape, false);
    Quantization& quantization = quantized.quantization.front();
    quantization.zero_points = {0};
    if (axis >= 0 && random.chance(40)) {
        const std::int64_t count = shape[static_cast<std::size_t>(axis)];
        if (count < 1 || count > 40) throw Rejected{};
        quantization.axis = static_cast<int>(axis);
        quantization.scales.clear();
        for (std::int64_t i = 0; i < count; i++)
            quantization.scales.push_back(static_cast<double>(random.between(1, 64)) / 64);
        quantization.zero_points.assign(static_cast<std::size_t>(count), 0);
    }
    return draft.argument(quantized);
}

/// The result's type, its shape aside.
TensorType result_for(Draft& draft, Numbers numbers, ValueId lhs) {
    TensorType type = draft.type(lhs);
    if (numbers == Numbers::Hybrid) return type;
    if (numbers == Numbers::Plain) {
        type.element = sum_element(draft.random(), type.element);
        return type;
    }
    type = requantized_type(draft, type);
    return type;
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
    Random& random = draft.random();
    const Numbers kind = random_numbers(random);
    const ValueId lhs = lhs_for(draft, kind, lhs_of(rule, 0));
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
    for (std::int64_t more = random.between(0, 2); more > 0; more--) dimensions.push_back(draft.free_size());
    const auto rank = static_cast<std::int64_t>(dimensions.size());
    const Sizes order = random.chance(50) ? random.permutation(rank) : Sizes{};
    Sizes other = dimensions, places;
    for (std::int64_t i = 0; i < rank; i++)
        places.push_back(order.empty() ? i : order[static_cast<std::size_t>(i)]);
    for (std::size_t i = 0; i < dimensions.size(); i++)
        other[static_cast<std::size_t>(places[i])] = dimensions[i];
    const std::int64_t axis =
        places.size() > batching.size() + contracting.size() ? places.back() : std::int64_t{-1};
    const ValueId rhs = rhs_for(draft, kind, lhs, other, axis, rule.tolerates, true);
    StructAttribute numbers{structures::dot, {}, {}};
    const auto add = [&](const char* name, const Sizes& values) {
        if (!values.empty()) numbers.fields.emplace_back(name, integers(values));
    };
    const auto middle = places.begin() + static_cast<std::ptrdiff_t>(batching.size());
    add("lhs_batching_dimensions", batching);
    add("rhs_batching_dimensions", Sizes(places.begin(), middle));
    add("lhs_contracting_dimensions", contracting);
    add("rhs_contracting_dimensions",
        Sizes(middle, middle + static_cast<std::ptrdiff_t>(contracting.size())));
    const TensorType declared = result_for(draft, kind, lhs);
    std::vector<NamedAttribute> attributes = {{std::string(attr::dot_dimension_numbers), numbers}};
    if (random.chance(30)) {
        const EnumAttribute precision =
            enum_attribute(random.chance(50) ? Precision::Default : Precision::Highest);
        attributes.emplace_back(attr::precision_config, ArrayAttribute{{precision, precision}});
    }
    draft.emit(rule.code, {lhs, rhs}, declared, std::move(attributes));
}

void unary_einsum(Draft& draft, const Rule& rule) {
    Wanted wanted = lhs_of(rule, 1);
    wanted.also = [](const TensorType& type) { return type.rank() <= 4; };
    const ValueId x = draft.operand(wanted);
    std::string from, to;
    for (int d = 0; d < draft.type(x).rank(); d++) from += static_cast<char>('a' + d);
    for (const std::int64_t d : draft.random().permutation(draft.type(x).rank()))
        if (draft.random().chance(60)) to += from[static_cast<std::size_t>(d)];
    draft.emit(rule.code, {x}, draft.type(x), {attr::einsum_config.with(from + "->" + to)});
}

void ragged_dot(Draft& draft, const Rule& rule) {
    Wanted wanted = lhs_of(rule, 2);
    wanted.also = [](const TensorType& type) { return type.rank() == 2; };
    const ValueId lhs = draft.operand(wanted);
    Random& random = draft.random();
    const Sizes shape = draft.shape(lhs);
    const std::int64_t groups = random.between(1, 4), width = random.between(1, 9);
    const bool contracts = random.chance(40);  // the ragged dimension is contracted
    const std::int64_t rows = shape[contracts ? 1 : 0];
    Sizes sizes;
    for (std::int64_t i = 0, left = rows; i < groups; i++) {
        sizes.push_back(i + 1 == groups && random.chance(50) ? left : random.between(0, left));
        left -= sizes.back();
    }
    const TensorType counts{{groups}, random.chance(50) ? ElementType::I64 : ElementType::I32, {}, {}};
    const ValueId group_sizes = draft.argument(
        counts.element == ElementType::I64
            ? Literal::from_values(counts, sizes)
            : Literal::from_values(counts, std::vector<std::int32_t>(sizes.begin(), sizes.end())));
    TensorType other = draft.type(lhs);
    other.shape = contracts ? Sizes{shape[1], width} : Sizes{groups, shape[1], width};
    const ValueId rhs = draft.of_type(other, rule.tolerates);
    StructAttribute numbers{"chlo.ragged_dot", {}, {}};
    numbers.fields = {{"lhs_batching_dimensions", integers({})},
                      {"rhs_batching_dimensions", integers({})},
                      {"lhs_contracting_dimensions", integers({1})},
                      {"rhs_contracting_dimensions", integers({contracts ? 0 : 1})},
                      {"lhs_ragged_dimensions", integers({contracts ? 1 : 0})},
                      {"rhs_group_dimensions", integers(contracts ? Sizes{} : Sizes{0})}};
    draft.emit(rule.code, {lhs, rhs, group_sizes}, draft.type(lhs),
               {{std::string(attr::ragged_dot_dimension_numbers), numbers}});
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
               {attr::einsum_config.with(left + "," + right + "->" + result)});
}

void fft(Draft& draft, const Rule& rule) {
    Wanted wanted = lhs_of(rule, 1);
    wanted.also = [](const TensorType& type) {
        return is_complex(type.element) || type.element == ElementType::F32 ||
               type.element == ElementType::F64;
    };
    const ValueId x = draft.operand(wanted);
    const TensorType type = draft.type(x);
    Random& random = draft.random();
    const std::int64_t count = random.between(1, std::min<std::int64_t>(3, type.rank()));
    Sizes lengths(type.shape.end() - count, type.shape.end());
    static const std::vector<FftType> complex_kinds = {FftType::Fft, FftType::Ifft, FftType::Irfft};
    const FftType kind = is_complex(type.element) ? random.pick(complex_kinds) : FftType::Rfft;
    if (kind == FftType::Irfft)
        lengths.back() = lengths.back() == 0 ? 0 : 2 * (lengths.back() - 1) + random.between(0, 1);
    draft.emit(rule.code, {x}, type, {attr::fft_type.with(kind), attr::fft_length.with(lengths)});
}

namespace {

/// The roles of the dimensions of one operand of a convolution.
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
    Random& random = draft.random();
    const Numbers kind = random_numbers(random);
    const ValueId lhs = lhs_for(draft, kind, lhs_of(rule, 2));
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
    Sizes other(shape.size(), 1);
    set_size(other, kernel.first, features / feature_groups);
    set_size(other, kernel.second, feature_groups * batch_groups * (draft.free_size() / 3 + 1));
    const auto list = [&](int unusual, std::int64_t usual, std::int64_t low, std::int64_t high,
                          std::size_t n) {
        Sizes sizes;
        for (std::size_t i = 0; i < n; i++)
            sizes.push_back(random.chance(unusual) ? random.between(low, high) : usual);
        return sizes;
    };
    const Sizes window = list(70, 1, 1, 4, spatial);
    for (std::size_t d = 0; d < spatial; d++) set_size(other, kernel.spatial[d], window[d]);
    const ValueId rhs = rhs_for(draft, kind, lhs, other, kernel.second, rule.tolerates, false);
    StructAttribute numbers{structures::convolution, {}, {}};
    const auto add = [&](const char* first, const char* second, const char* rest, const Roles& roles) {
        numbers.fields.emplace_back(first, IntegerAttribute{roles.first});
        numbers.fields.emplace_back(second, IntegerAttribute{roles.second});
        numbers.fields.emplace_back(rest, integers(roles.spatial));
    };
    add("input_batch_dimension", "input_feature_dimension", "input_spatial_dimensions", input);
    add("kernel_input_feature_dimension", "kernel_output_feature_dimension", "kernel_spatial_dimensions",
        kernel);
    add("output_batch_dimension", "output_feature_dimension", "output_spatial_dimensions", output);
    Op op{.code = rule.code, .operands = {lhs, rhs}};
    op.set_attribute(attr::convolution_dimension_numbers, numbers);
    op.set(attr::feature_group_count, feature_groups);
    op.set(attr::batch_group_count, batch_groups);
    op.set_attribute(attr::window_strides, integers(list(40, 1, 1, 3, spatial)));
    if (random.chance(60)) op.set_attribute(attr::padding, window_padding(list(60, 0, -1, 3, 2 * spatial)));
    if (random.chance(30)) op.set_attribute(attr::lhs_dilation, integers(list(50, 1, 1, 3, spatial)));
    if (random.chance(30)) op.set_attribute(attr::rhs_dilation, integers(list(50, 1, 1, 3, spatial)));
    if (random.chance(20))
        op.set_attribute(attr::window_reversal, IntegerArray{list(50, 0, 0, 1, spatial), "i1"});
    const TensorType declared = result_for(draft, kind, lhs);
    if (rule.code == OpCode::DynamicConv) {
        const Sizes padding = op[attr::padding.over(spatial)];
        const TensorType table{{rank - 2, 2}, ElementType::I64, {}, {}};
        op.operands.push_back(draft.constant(Literal::from_values(table, padding)));
        op.remove_attribute(attr::padding);
    }
    draft.emit(std::move(op), {declared});
}

}  // namespace hlo2c::frontend::random_programs::make
