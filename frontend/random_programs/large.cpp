#include "frontend/random_programs/large.h"

#include <algorithm>
#include <cmath>

#include "frontend/random_programs/rules.h"

namespace hlo2c::frontend::random_programs {
namespace {

using Sizes = std::vector<std::int64_t>;

/// An operation, the number of elements of its first operand, and the least work that counts as large.
struct Heart {
    OpCode code;
    int weight;
    std::int64_t least_elements, most_elements, least_work;
    int least_rank = 1, most_rank = 4;
};

constexpr std::int64_t parallel_elements = 131072, parallel_work = 1 << 19;

const std::vector<Heart>& hearts() {
    constexpr std::int64_t some = 20000, many = parallel_elements + 1, most = 2 * parallel_elements;
    static const std::vector<Heart> table = {
        {OpCode::DotGeneral, 8, some, 120000, parallel_work, 2, 3},
        {OpCode::Convolution, 6, some / 4, 60000, parallel_work, 3, 4},
        {OpCode::Reduce, 6, 100000, most, 0},
        {OpCode::Reduce, 4, some / 2, 100000, 0, 1, 2},  // long rows
        {OpCode::Add, 3, many, most, 0},
        {OpCode::Multiply, 2, many, most, 0},
        {OpCode::Exponential, 1, many, most, 0},
        {OpCode::Select, 1, many, most, 0},
        {OpCode::Convert, 1, many, most, 0},
        {OpCode::BroadcastInDim, 1, some, most, 0},
        {OpCode::Transpose, 2, many, most, 0, 2},
        {OpCode::Concatenate, 1, some, most, 0},
        {OpCode::Pad, 1, some, most, 0},
        {OpCode::Slice, 1, many, most, 0},
        {OpCode::Reverse, 1, many, most, 0},
        {OpCode::Gather, 1, some, most, 0},
        {OpCode::Scatter, 1, some, most, 0},
        {OpCode::ReduceWindow, 2, some, most, 0},
        {OpCode::Sort, 1, some, most, 0},
        {OpCode::BatchNormTraining, 1, some, most, 0, 2},
        {OpCode::BatchNormInference, 1, many, most, 0, 2},
    };
    return table;
}

/// Sizes of any proportion whose product is near `count`.
Sizes sizes_near(Random& random, double count, int rank) {
    Sizes sizes;
    for (int i = 1; i < rank; i++) {
        const double size = std::floor(std::pow(count, 0.1 + random.unit() * 0.6));
        sizes.push_back(static_cast<std::int64_t>(size));
        count /= size;
    }
    sizes.push_back(std::max<std::int64_t>(1, static_cast<std::int64_t>(count)));
    Sizes shuffled;
    for (const std::int64_t i : random.permutation(rank))
        shuffled.push_back(sizes[static_cast<std::size_t>(i)]);
    return shuffled;
}

const Heart& random_heart(Random& random) {
    std::vector<const Heart*> choices;
    for (const Heart& heart : hearts())
        for (int i = 0; i < heart.weight; i++) choices.push_back(&heart);
    return *random.pick(choices);
}

}  // namespace

Scale large_scale() {
    return {.most_elements = 1 << 19, .most_work = 1 << 23, .most_size = 300};
}

void grow_large(Draft& draft) {
    Random& random = draft.random();
    constexpr int tries = 200;
    const Heart& heart = random_heart(random);
    const Rule& rule = *rule_of(heart.code);
    for (int i = 0; i < tries; i++) {
        const bool made = draft.attempt([&] {
            const auto count = random.between(heart.least_elements, heart.most_elements);
            const auto rank = static_cast<int>(random.between(heart.least_rank, heart.most_rank));
            draft.argument({sizes_near(random, static_cast<double>(count), rank),
                            random_element(random, rule.kinds),
                            {},
                            {}});
            draft.grow(static_cast<int>(random.between(0, 2)), true);
            draft.require_work(heart.least_work);
            rule.make(draft, rule);
            draft.require_work(0);
        });
        if (made) break;
    }
    draft.grow(static_cast<int>(random.between(0, 3)), true);
}

}  // namespace hlo2c::frontend::random_programs
