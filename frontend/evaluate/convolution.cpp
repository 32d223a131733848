#include <algorithm>
#include <type_traits>

#include "frontend/evaluate/contraction.h"
#include "frontend/evaluate/conversion.h"
#include "frontend/evaluate/hooks.h"
#include "frontend/evaluate/running_sum.h"
#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {
namespace {

Shape permutation_of(std::int64_t first, const Shape& middle, std::int64_t last) {
    Shape permutation = {first};
    permutation.insert(permutation.end(), middle.begin(), middle.end());
    permutation.push_back(last);
    return permutation;
}

Literal arranged(const Literal& operand, const Shape& permutation) {
    Shape shape;
    for (std::int64_t dimension : permutation)
        shape.push_back(operand.type().shape[static_cast<std::size_t>(dimension)]);
    return transpose(operand, permutation, with_shape(operand.type(), shape));
}

/// Sizes of a convolution of an input [batch, spatial..., feature] and a kernel [spatial..., input feature,
/// output feature].
struct Sizes {
    std::int64_t batch = 0, features = 0, outputs = 0, kernel_features = 0;
    Shape input, window, output;  ///< spatial
    std::int64_t feature_groups = 1, batch_groups = 1;
};

/// The input position under a window element, or -1 for padding and holes of the base dilation.
std::int64_t input_position(const Window& window, std::size_t dimension, std::int64_t size,
                            std::int64_t output, std::int64_t element) {
    const std::int64_t k = window.reversal[dimension] ? window.size[dimension] - 1 - element : element;
    const std::int64_t at = output * window.strides[dimension] + k * window.window_dilation[dimension] -
                            window.padding[dimension].first;
    if (at < 0 || at % window.base_dilation[dimension] != 0) return -1;
    const std::int64_t position = at / window.base_dilation[dimension];
    return position < size ? position : -1;
}

/// Computes all output features of one output position.
template <bool compensated, typename T>
class Kernel {
public:
    using Sum = RunningSum<T, compensated>;
    Kernel(const Sizes& sizes, const Window& window, const std::vector<T>& input,
           const std::vector<T>& kernel)
        : sizes_(sizes),
          window_(window),
          input_(input),
          kernel_(kernel),
          zeros_(static_cast<std::size_t>(sizes.kernel_features)),
          multiplies_zeros_(
              std::any_of(kernel.begin(), kernel.end(), [](T weight) { return weight * T{} != T{}; })) {}

    void position(std::int64_t batch, const Shape& output, Sum* sums) const {
        if (std::find(sizes_.window.begin(), sizes_.window.end(), 0) != sizes_.window.end()) return;
        Shape element(sizes_.window.size(), 0);
        std::int64_t number = 0;
        do {
            std::int64_t spatial = 0;
            bool inside = true;
            for (std::size_t i = 0; i < element.size() && inside; i++) {
                const std::int64_t at = input_position(window_, i, sizes_.input[i], output[i], element[i]);
                inside = at >= 0;
                spatial = spatial * sizes_.input[i] + at;
            }
            if (inside)
                add(batch, spatial, number, sums);
            else if (multiplies_zeros_)
                add_zeros(number, sums);
            number++;
        } while (next_index(element, sizes_.window));
    }

private:
    void add(std::int64_t batch, std::int64_t spatial, std::int64_t element, Sum* sums) const {
        const std::int64_t positions = count_of(sizes_.input);
        const std::int64_t group_batches = sizes_.batch / sizes_.batch_groups;
        for (std::int64_t group = 0; group < groups(); group++) {
            const std::int64_t from_batch = sizes_.batch_groups > 1 ? group * group_batches + batch : batch;
            const std::int64_t first = sizes_.feature_groups > 1 ? group * sizes_.kernel_features : 0;
            const T* features = input_.data() + (from_batch * positions + spatial) * sizes_.features + first;
            add_group(group, element, features, sums);
        }
    }

    /// Adds the products with padding or with a hole of the base dilation.
    void add_zeros(std::int64_t element, Sum* sums) const {
        for (std::int64_t group = 0; group < groups(); group++)
            add_group(group, element, zeros_.data(), sums);
    }

    std::int64_t groups() const { return sizes_.feature_groups * sizes_.batch_groups; }

    void add_group(std::int64_t group, std::int64_t element, const T* features, Sum* sums) const {
        const std::int64_t first = group * (sizes_.outputs / groups());
        const T* weights = kernel_.data() + element * sizes_.kernel_features * sizes_.outputs;
        add_products<compensated, T>(sums + first, static_cast<std::size_t>(sizes_.outputs / groups()),
                                     features, static_cast<std::size_t>(sizes_.kernel_features),
                                     weights + first, static_cast<std::size_t>(sizes_.outputs));
    }

    const Sizes& sizes_;
    const Window& window_;
    const std::vector<T>& input_;
    const std::vector<T>& kernel_;
    const std::vector<T> zeros_;   ///< features of a position without input
    const bool multiplies_zeros_;  ///< the kernel has elements of which the product with zero is NaN
};

/// Result as [batch, spatial..., feature].
template <bool compensated, typename T>
Literal convolve_with(const Sizes& sizes, const Window& window, const Literal& input, const Literal& kernel,
                      const TensorType& type) {
    const std::vector<T> in = all_elements<T>(input), weights = all_elements<T>(kernel);
    std::vector<T> result;
    if (type.element_count() == 0) return from_elements<T>(type, result);
    const Kernel<compensated, T> filter(sizes, window, in, weights);
    const std::int64_t batches = sizes.batch / sizes.batch_groups;
    for (std::int64_t batch = 0; batch < batches; batch++) {
        Shape output(sizes.output.size(), 0);
        do {
            std::vector<RunningSum<T, compensated>> sums(static_cast<std::size_t>(sizes.outputs));
            filter.position(batch, output, sums.data());
            for (const RunningSum<T, compensated>& sum : sums) result.push_back(sum.value());
        } while (next_index(output, sizes.output));
    }
    // A boolean convolution is an OR of ANDs.
    if constexpr (std::is_same_v<T, std::int64_t>)
        if (is_boolean(type.element))
            for (T& value : result) value = value != 0;
    return from_elements<T>(type, result);
}

template <typename T>
Literal convolve_in(const Sizes& sizes, const Window& window, const Literal& input, const Literal& kernel,
                    const TensorType& type, ProductSums sums) {
    return is_compensated(type.element, sums) ? convolve_with<true, T>(sizes, window, input, kernel, type)
                                              : convolve_with<false, T>(sizes, window, input, kernel, type);
}

Literal to_f64(const Literal& literal) {
    if (domain_of(literal.type().element) != Domain::Integer) return literal;
    const Elements<std::int64_t> values = integers(literal);
    return from_reals(tensor_type(literal.type().shape, ElementType::F64),
                      std::vector<double>(values.values.begin(), values.values.end()));
}

}  // namespace

Literal convolve(const Literal& lhs, const Literal& rhs, const ConvolutionDimensions& dimensions,
                 const Window& window, std::int64_t feature_groups, std::int64_t batch_groups,
                 const TensorType& type, ProductSums sums) {
    if (const TensorType summed = sum_type(lhs, rhs, type); summed != type) {
        const Literal made =
            convolve(lhs, rhs, dimensions, window, feature_groups, batch_groups, summed, sums);
        return convert(made, with_shape(type, made.type().shape));
    }
    const Literal input = arranged(
        lhs, permutation_of(dimensions.input_batch, dimensions.input_spatial, dimensions.input_feature));
    Shape kernel_order = dimensions.kernel_spatial;
    kernel_order.push_back(dimensions.kernel_input_feature);
    kernel_order.push_back(dimensions.kernel_output_feature);
    const Literal kernel = arranged(rhs, kernel_order);

    Sizes sizes;
    sizes.feature_groups = feature_groups;
    sizes.batch_groups = batch_groups;
    sizes.batch = input.type().shape.front();
    sizes.features = input.type().shape.back();
    sizes.outputs = kernel.type().shape.back();
    sizes.kernel_features = kernel.type().shape[kernel.type().shape.size() - 2];
    sizes.input.assign(input.type().shape.begin() + 1, input.type().shape.end() - 1);
    sizes.window = window.size;
    for (std::size_t i = 0; i < sizes.input.size(); i++) {
        const std::int64_t padded = dilated(sizes.input[i], window.base_dilation[i]) +
                                    window.padding[i].first + window.padding[i].second;
        const std::int64_t reach = dilated(window.size[i], window.window_dilation[i]);
        sizes.output.push_back(padded < reach ? 0 : (padded - reach) / window.strides[i] + 1);
    }
    Shape shape = {sizes.batch / batch_groups};
    shape.insert(shape.end(), sizes.output.begin(), sizes.output.end());
    shape.push_back(sizes.outputs);

    const TensorType arranged_type = with_shape(type, shape);
    Literal result;
    switch (domain_of(type.element)) {
        case Domain::Integer:
            result = convolve_in<std::int64_t>(sizes, window, input, kernel, arranged_type, sums);
            break;
        case Domain::Real:
            result = convolve_in<double>(sizes, window, to_f64(input), to_f64(kernel), arranged_type, sums);
            break;
        case Domain::Complex:
            result = convolve_in<Complex>(sizes, window, input, kernel, arranged_type, sums);
            break;
    }
    return arranged(result,
                    inverse_permutation(permutation_of(dimensions.output_batch, dimensions.output_spatial,
                                                       dimensions.output_feature)));
}

void evaluate_Convolution(OpCall& call) {
    const Window window = convolution_window(call.op(), call.operand(1).type());
    call.give(convolve(call.operand(0), call.operand(1), call.op()[attr::convolution_dimension_numbers],
                       window, call.op()[attr::feature_group_count], call.op()[attr::batch_group_count],
                       call.result_type(), call.product_sums()));
}

void evaluate_DynamicConv(OpCall& call) {
    Window window = convolution_window(call.op(), call.operand(1).type());
    const Shape padding = integer_list(call.operand(2));
    for (std::size_t i = 0; i < window.padding.size(); i++)
        window.padding[i] = {padding[2 * i], padding[2 * i + 1]};
    call.give(convolve(call.operand(0), call.operand(1), call.op()[attr::convolution_dimension_numbers],
                       window, call.op()[attr::feature_group_count], call.op()[attr::batch_group_count],
                       call.result_type(), call.product_sums()));
}

}  // namespace hlo2c::frontend
