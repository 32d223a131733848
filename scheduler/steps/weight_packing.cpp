#include "scheduler/steps/weight_packing.h"

#include <cstring>

#include "frontend/diagnostic.h"

namespace hlo2c::scheduler {

std::vector<std::byte> pack(const frontend::Literal& literal, const PackedWeight& packed) {
    const auto width = static_cast<std::size_t>(frontend::byte_width(literal.type().element));
    const std::int64_t count = literal.type().element_count();
    const std::vector<std::byte> source = literal.expanded();
    std::vector<std::byte> result(static_cast<std::size_t>(packed.element_count()) * width);
    std::byte* to = result.data();
    if (result.empty()) return result;
    for (const PackedBlock& block : packed.blocks) {
        std::vector<std::int64_t> position(block.loops.size(), 0);
        std::int64_t from = block.offset;
        for (bool more = true; more;) {
            HLO2C_CHECK(from >= 0 && from < count, "a packed weight reads outside of its constant");
            std::memcpy(to, source.data() + static_cast<std::size_t>(from) * width, width);
            to += width;
            more = false;
            for (std::size_t l = block.loops.size(); l-- > 0;) {
                from += block.loops[l].stride;
                if (++position[l] < block.loops[l].extent) {
                    more = true;
                    break;
                }
                from -= block.loops[l].stride * block.loops[l].extent;
                position[l] = 0;
            }
        }
    }
    return result;
}

}  // namespace hlo2c::scheduler
