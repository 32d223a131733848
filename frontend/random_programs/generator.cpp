#include "frontend/random_programs/generator.h"

#include "frontend/ops/verify.h"
#include "frontend/random_programs/convolution_chains.h"
#include "frontend/random_programs/draft.h"
#include "frontend/random_programs/large.h"

namespace hlo2c::frontend::random_programs {

RandomProgram random_program(std::uint64_t seed, std::uint64_t number) {
    Random mixer(seed);
    Random random(mixer.next() ^ (number * 0xD1342543DE82EF95u));
    constexpr int most_ops = 10;
    constexpr std::uint64_t period = 8, large_place = 7, chain_place = 3;
    const bool is_large = number % period == large_place, is_chain = number % period == chain_place;
    // Programs with extreme numbers contain no sums of floats.
    const int extreme = is_chain ? 0 : is_large ? 15 : 45;
    const ValueStyle style = random.chance(extreme) ? ValueStyle::Extreme : ValueStyle::Moderate;
    Draft draft(random, style, is_chain ? chain_scale() : is_large ? large_scale() : Scale{});
    if (is_chain)
        grow_convolution_chain(draft);
    else if (is_large)
        grow_large(draft);
    else
        draft.grow(static_cast<int>(random.between(1, most_ops)), false);
    Draft::Finished finished = draft.finish();
    finished.program.name = "random";
    verify(finished.program);
    return {std::move(finished.program), std::move(finished.arguments)};
}

}  // namespace hlo2c::frontend::random_programs
