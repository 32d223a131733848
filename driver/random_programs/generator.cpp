#include "driver/random_programs/generator.h"

#include "driver/random_programs/draft.h"
#include "frontend/ops/verify.h"

namespace hlo2c::driver {

RandomProgram random_program(std::uint64_t seed, std::uint64_t number) {
    Random mixer(seed);
    Random random(mixer.next() ^ (number * 0xD1342543DE82EF95u));
    constexpr int most_ops = 10;
    const ValueStyle style = random.chance(45) ? ValueStyle::Extreme : ValueStyle::Moderate;
    Draft draft(random, style);
    draft.grow(static_cast<int>(random.between(1, most_ops)), false);
    Draft::Finished finished = draft.finish();
    finished.program.name = "random";
    frontend::verify(finished.program);
    return {std::move(finished.program), std::move(finished.arguments)};
}

}  // namespace hlo2c::driver
