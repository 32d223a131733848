#include "frontend/passes/complex_dot.h"

#include <algorithm>
#include <numeric>

#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {
namespace {

using Shape = std::vector<std::int64_t>;

constexpr std::int64_t longest = 8;

/// One operand of a dot, in the space of batching, left, right and contracting dimensions.
struct Side {
    Shape dimensions;  ///< space dimension of each operand dimension
};

/// The dimensions of the space, and the two sides in it.
struct Space {
    Shape shape;
    Side sides[2];
    Shape contracting;
    std::int64_t products = 1;
};

Space space_of(const DotDimensions& dot, const TensorType& lhs, const TensorType& rhs) {
    Space space;
    const TensorType* types[2] = {&lhs, &rhs};
    const Shape* batching[2] = {&dot.lhs_batching, &dot.rhs_batching};
    const Shape* contracting[2] = {&dot.lhs_contracting, &dot.rhs_contracting};
    const auto holds = [](const Shape& list, std::int64_t d) {
        return std::find(list.begin(), list.end(), d) != list.end();
    };
    const auto place = [&](int side, std::int64_t d) {
        space.sides[side].dimensions[static_cast<std::size_t>(d)] =
            static_cast<std::int64_t>(space.shape.size());
    };
    for (int side : {0, 1}) space.sides[side].dimensions.resize(types[side]->shape.size());
    for (std::size_t i = 0; i < dot.lhs_batching.size(); i++) {
        for (int side : {0, 1}) place(side, (*batching[side])[i]);
        space.shape.push_back(lhs.shape[static_cast<std::size_t>(dot.lhs_batching[i])]);
    }
    for (int side : {0, 1})
        for (std::int64_t d = 0; d < types[side]->rank(); d++) {
            if (holds(*batching[side], d) || holds(*contracting[side], d)) continue;
            place(side, d);
            space.shape.push_back(types[side]->shape[static_cast<std::size_t>(d)]);
        }
    for (std::size_t i = 0; i < dot.lhs_contracting.size(); i++) {
        for (int side : {0, 1}) place(side, (*contracting[side])[i]);
        space.contracting.push_back(static_cast<std::int64_t>(space.shape.size()));
        space.shape.push_back(lhs.shape[static_cast<std::size_t>(dot.lhs_contracting[i])]);
        space.products *= space.shape.back();
    }
    return space;
}

}  // namespace

std::optional<Parts> short_complex_dot(Rewriter& rewriter, const Op& op, Parts a, Parts b) {
    const Space space =
        space_of(op[attr::dot_dimension_numbers], rewriter.tensor(a.re), rewriter.tensor(b.re));
    if (space.products > longest) return std::nullopt;
    Builder builder(rewriter);
    const auto spread = [&](Parts z, int side) {
        const Shape& dimensions = space.sides[side].dimensions;
        const ElementType part = real_part(rewriter.tensor(op.results[0]).element);
        const auto one = [&](ValueId value) {
            return builder.broadcast(builder.convert(value, part), dimensions, space.shape);
        };
        return Parts{one(z.re), one(z.im)};
    };
    const Parts product = ComplexArithmetic(rewriter).multiply(spread(a, 0), spread(b, 1));
    return Parts{builder.sum(product.re, space.contracting), builder.sum(product.im, space.contracting)};
}

}  // namespace hlo2c::frontend
