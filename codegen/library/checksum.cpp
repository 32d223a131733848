#include "codegen/library/checksum.h"

#include <algorithm>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "frontend/diagnostic.h"

namespace hlo2c::codegen {

std::vector<frontend::SharedBytes> weights_payload(const scheduler::Plan& plan) {
    std::vector<const scheduler::Weight*> weights;
    for (const scheduler::Weight& weight : plan.weights) weights.push_back(&weight);
    std::stable_sort(
        weights.begin(), weights.end(),
        [](const scheduler::Weight* a, const scheduler::Weight* b) { return a->offset < b->offset; });
    std::vector<frontend::SharedBytes> parts;
    std::size_t end = 0;
    for (const scheduler::Weight* weight : weights) {
        const auto begin = static_cast<std::size_t>(weight->offset);
        HLO2C_CHECK(begin >= end, "weights do not overlap");
        if (begin > end) parts.emplace_back(std::vector<std::byte>(begin - end));
        parts.push_back(weight->bytes);
        end = begin + weight->bytes.size();
    }
    return parts;
}

std::uint64_t xxh64(const std::vector<frontend::SharedBytes>& parts) {
    XXH64_state_t state;
    XXH64_reset(&state, 0);
    for (const frontend::SharedBytes& part : parts) {
        XXH64_update(&state, part.data(), part.size());
        part.release_pages();
    }
    return XXH64_digest(&state);
}

}  // namespace hlo2c::codegen
