#include "frontend/forms/hlo/sharding.h"

#include <fmt/format.h>

#include <array>

namespace hlo2c::frontend {
namespace {

constexpr int deepest_sharding = 32;

template <typename List>
std::string joined(const List& list) {
    return fmt::format("{}", fmt::join(list.begin(), list.end(), ","));
}

std::string tiles(const wire::OpSharding& sharding) {
    std::string text = fmt::format("devices=[{}]", joined(sharding.tile_assignment_dimensions()));
    if (!sharding.iota_reshape_dims().empty()) {
        text += fmt::format("<=[{}]", joined(sharding.iota_reshape_dims()));
        if (sharding.iota_transpose_perm_size() > 1)
            text += fmt::format("T({})", joined(sharding.iota_transpose_perm()));
    } else {
        text += joined(sharding.tile_assignment_devices());
    }
    if (sharding.replicate_on_last_tile_dim()) text += " last_tile_dim_replicate";
    if (!sharding.last_tile_dims().empty()) {
        std::string words;
        for (const int type : sharding.last_tile_dims()) {
            if (!words.empty()) words += ", ";
            words += type == wire::OpSharding::MANUAL      ? "manual"
                     : type == wire::OpSharding::UNREDUCED ? "unreduced"
                                                           : "replicated";
        }
        text += fmt::format(" last_tile_dims={{{}}}", words);
    }
    return text;
}

std::string text_of(const wire::OpSharding& sharding, int depth) {
    switch (sharding.type()) {
        case wire::OpSharding::TUPLE: {
            std::string text;
            if (depth < deepest_sharding)
                for (const wire::OpSharding& element : sharding.tuple_shardings())
                    text += (text.empty() ? "" : ", ") + text_of(element, depth + 1);
            return "{" + text + "}";
        }
        case wire::OpSharding::MAXIMAL:
            return fmt::format("{{maximal device={}}}", sharding.tile_assignment_devices_size() > 0
                                                            ? sharding.tile_assignment_devices(0)
                                                            : 0);
        case wire::OpSharding::OTHER: return "{" + tiles(sharding) + "}";
        case wire::OpSharding::MANUAL: return "{manual}";
        case wire::OpSharding::UNKNOWN: return "{unknown}";
        case wire::OpSharding::UNREDUCED: return "{unreduced}";
        default: return "{replicated}";
    }
}

}  // namespace

std::string sharding_text(const wire::OpSharding& sharding) {
    return text_of(sharding, 0);
}

}  // namespace hlo2c::frontend
