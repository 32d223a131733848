#include "frontend/random_programs/convolution_chains.h"

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ir/structures.h"
#include "frontend/random_programs/rules.h"

namespace hlo2c::frontend::random_programs {
namespace {

using Sizes = std::vector<std::int64_t>;

/// One of `usual` mostly, else any number in their range.
std::int64_t size_near(Random& random, const Sizes& usual) {
    if (random.chance(75)) return random.pick(usual);
    return random.between(*std::ranges::min_element(usual), *std::ranges::max_element(usual));
}

/// What the convolution does along one axis of the image.
struct Axis {
    std::int64_t window = 1, low = 0, high = 0, stride = 1, dilation = 1;
};

class Chain {
public:
    explicit Chain(Draft& draft) : draft_(draft), random_(draft.random()) {
        channels_first_ = random_.chance(50);
        output_first_ = random_.chance(50);
        static const std::vector<ElementType> elements = {
            ElementType::F32, ElementType::F32, ElementType::F32, ElementType::F32, ElementType::F32,
            ElementType::F32, ElementType::F32, ElementType::F64, ElementType::BF16};
        element_ = random_.pick(elements);
        const std::int64_t batch = random_.chance(60) ? 1 : random_.between(2, 3), height = image_size();
        const std::int64_t width = random_.chance(60) ? height : image_size();
        images_ = draft_.argument(tensor(image(batch, channels(), height, width)));
        earlier_ = {images_};
    }

    void grow(int convolutions) {
        for (int i = 0; i < convolutions; i++) {
            convolve();
            for (const auto step :
                 {&Chain::add_bias, &Chain::add_earlier, &Chain::activate, &Chain::join, &Chain::pool})
                (this->*step)();
            earlier_.push_back(images_);
        }
    }

private:
    static std::int64_t at(const Sizes& shape, std::int64_t dimension) {
        return shape[static_cast<std::size_t>(dimension)];
    }
    TensorType tensor(Sizes shape) const { return {std::move(shape), element_, {}, {}}; }
    std::int64_t feature() const { return channels_first_ ? 1 : 3; }
    std::int64_t first_spatial() const { return channels_first_ ? 2 : 1; }
    Sizes image(std::int64_t batch, std::int64_t features, std::int64_t height, std::int64_t width) const {
        return channels_first_ ? Sizes{batch, features, height, width}
                               : Sizes{batch, height, width, features};
    }
    std::int64_t image_size() { return size_near(random_, {2, 4, 5, 6, 7, 7, 8, 12, 14, 14, 20, 28}); }
    std::int64_t channels() { return size_near(random_, {3, 8, 12, 16, 24, 32, 40, 64, 80}); }
    ValueId splat(const TensorType& type, double value) {
        Op op{.code = OpCode::Constant};
        op.set(attr::value,
               Literal(type, Literal::scalar(element_, value).expanded(), type.element_count() != 1));
        return draft_.emit(std::move(op), {type}).front();
    }
    /// The bound of an activation; at the larger ones, not most results are equal.
    ValueId most() { return splat(scalar_type(element_), random_.pick(std::vector{6.0, 100.0, 5000.0})); }
    /// Weights, known when the program is compiled or not.
    ValueId weights(const TensorType& type) {
        return random_.chance(50) ? draft_.argument(type)
                                  : draft_.constant(random_literal(random_, type, draft_.style()));
    }

    Axis axis(std::int64_t window) {
        Axis axis{.window = window};
        if (random_.chance(12)) axis.dilation = 2;
        if (random_.chance(20)) axis.stride = random_.between(2, 3);
        const std::int64_t reach = (window - 1) * axis.dilation;
        const std::int64_t choice = random_.between(0, 9);
        if (choice < 6)  // as many results as pixels
            axis.low = reach / 2, axis.high = reach - axis.low;
        else if (choice < 9)
            axis.low = random_.between(0, reach + 1), axis.high = random_.between(0, reach + 1);
        return axis;
    }

    std::int64_t groups(std::int64_t features) {
        if (random_.chance(35)) return features;  // a kernel for each channel
        const std::int64_t some = random_.between(2, 4);
        return random_.chance(15) && features % some == 0 ? some : 1;
    }

    void convolve() {
        const Sizes shape = draft_.shape(images_);
        const std::int64_t features = at(shape, feature()), group_count = groups(features);
        static const Sizes windows = {1, 1, 3, 3, 3, 5, 2, 4};
        const std::int64_t window = random_.pick(windows);
        const Axis y = axis(window), x = axis(random_.chance(85) ? window : random_.pick(windows));
        const std::int64_t wanted =
            group_count == features ? features * (random_.chance(85) ? 1 : 2) : channels();
        const std::int64_t results = (wanted + group_count - 1) / group_count * group_count;
        const std::int64_t depth = features / group_count;
        const ValueId kernel = weights(tensor(output_first_ ? Sizes{results, depth, y.window, x.window}
                                                            : Sizes{y.window, x.window, depth, results}));
        Op op{.code = OpCode::Convolution, .operands = {images_, kernel}};
        op.set_attribute(attr::convolution_dimension_numbers, dimension_numbers());
        op.set(attr::feature_group_count, group_count);
        op.set(attr::batch_group_count, std::int64_t{1});
        op.set_attribute(attr::window_strides, integers({y.stride, x.stride}));
        op.set_attribute(attr::padding, window_padding({y.low, y.high, x.low, x.high}));
        op.set_attribute(attr::rhs_dilation, integers({y.dilation, x.dilation}));
        images_ = draft_.emit(std::move(op), {tensor(shape)}).front();
        if (draft_.type(images_).element_count() == 0) throw Rejected{};
    }

    StructAttribute dimension_numbers() const {
        StructAttribute numbers{structures::convolution, {}, {}};
        const auto add = [&](const char* name, std::int64_t dimension) {
            numbers.fields.emplace_back(name, IntegerAttribute{dimension});
        };
        const auto add_spatial = [&](const char* name, std::int64_t first) {
            numbers.fields.emplace_back(name, integers({first, first + 1}));
        };
        for (const std::string from : {"input", "output"}) {
            add((from + "_batch_dimension").c_str(), 0);
            add((from + "_feature_dimension").c_str(), feature());
            add_spatial((from + "_spatial_dimensions").c_str(), first_spatial());
        }
        add("kernel_input_feature_dimension", output_first_ ? 1 : 2);
        add("kernel_output_feature_dimension", output_first_ ? 0 : 3);
        add_spatial("kernel_spatial_dimensions", output_first_ ? 2 : 0);
        return numbers;
    }

    void add_bias() {
        if (!random_.chance(60)) return;
        const TensorType type = draft_.type(images_);
        const ValueId bias = weights(tensor({at(type.shape, feature())}));
        const ValueId spread = draft_.emit(OpCode::BroadcastInDim, {bias}, type,
                                           {attr::broadcast_dimensions.with(Sizes{feature()})});
        images_ = draft_.emit(OpCode::Add, {images_, spread}, type);
    }

    /// Adds images from before, as networks with residuals do.
    void add_earlier() {
        std::vector<ValueId> others;
        for (const ValueId other : earlier_)
            if (draft_.type(other) == draft_.type(images_)) others.push_back(other);
        if (others.empty() || !random_.chance(50)) return;
        images_ = draft_.emit(OpCode::Add, {images_, random_.pick(others)}, draft_.type(images_));
    }

    void activate() {
        const TensorType type = draft_.type(images_);
        const std::int64_t choice = random_.between(0, 9);
        if (choice < 4)
            images_ = draft_.emit(OpCode::Maximum, {images_, splat(type, 0)}, type);
        else if (choice < 7)
            images_ = draft_.emit(OpCode::Clamp, {splat(scalar_type(element_), 0), images_, most()}, type);
        else if (choice < 8)
            images_ = draft_.emit(OpCode::Multiply, {images_, draft_.emit(OpCode::Logistic, {images_}, type)},
                                  type);
    }

    /// Appends the channels of images from before.
    void join() {
        Sizes pixels = draft_.shape(images_);
        pixels[static_cast<std::size_t>(feature())] = 0;
        std::vector<ValueId> others;
        for (const ValueId other : earlier_) {
            Sizes shape = draft_.shape(other);
            shape[static_cast<std::size_t>(feature())] = 0;
            if (shape == pixels) others.push_back(other);
        }
        if (others.empty() || !random_.chance(12)) return;
        images_ = draft_.emit(OpCode::Concatenate, {random_.pick(others), images_}, draft_.type(images_),
                              {attr::dimension.with(feature())});
    }

    /// Maxima of windows of 3x3 pixels.
    void pool() {
        if (!random_.chance(10)) return;
        const TensorType type = draft_.type(images_);
        Sizes window(4, 1), strides(4, 1), padding(8, 0);
        for (std::int64_t i = 0; i < 2; i++) {
            const auto d = static_cast<std::size_t>(first_spatial() + i);
            window[d] = 3;
            strides[d] = random_.between(1, 2);
            padding[2 * d] = padding[2 * d + 1] = 1;
        }
        const TensorType element = scalar_type(element_);
        Op op{.code = OpCode::ReduceWindow, .operands = {images_, splat(element, -1e30)}};
        op.regions.push_back(draft_.region({element, element}, Accuracy::Loose, [&](const auto& values) {
            return std::vector{draft_.emit(OpCode::Maximum, values, element)};
        }));
        op.set_attribute(attr::window_dimensions, integers(window));
        op.set_attribute(attr::window_strides, integers(strides));
        op.set_attribute(attr::padding, window_padding(padding));
        images_ = draft_.emit(std::move(op), {type}).front();
    }

    Draft& draft_;
    Random& random_;
    bool channels_first_ = false;  ///< of the images
    bool output_first_ = false;    ///< of the kernels
    ElementType element_ = ElementType::F32;
    ValueId images_ = 0;
    std::vector<ValueId> earlier_;  ///< the images after each convolution, and the first ones
};

}  // namespace

Scale chain_scale() {
    return {.most_elements = 1 << 16, .most_work = 1 << 21};
}

void grow_convolution_chain(Draft& draft) {
    constexpr int tries = 200;
    for (int i = 0; i < tries; i++) {
        const bool made = draft.attempt([&] {
            Chain chain(draft);
            chain.grow(static_cast<int>(draft.random().between(2, 4)));
        });
        if (made) return;
    }
}

}  // namespace hlo2c::frontend::random_programs
