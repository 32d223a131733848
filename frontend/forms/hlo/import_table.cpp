#include <algorithm>
#include <array>

#include "frontend/forms/hlo/import.h"

namespace hlo2c::frontend {
namespace {

struct Entry {
    std::string_view opcode;
    ImportFunction function;
};

constexpr auto entries = std::to_array<Entry>({
    {"add-dependency", import_identity},
    {"after-all", import_after_all},
    {"all-gather-done", import_async_done},
    {"all-gather-start", import_collective_start},
    {"all-reduce", import_reducing_collective},
    {"all-reduce-done", import_all_reduce_done},
    {"all-reduce-start", import_all_reduce_start},
    {"all-to-all", import_all_to_all},
    {"async-done", import_async_done},
    {"async-start", import_async_start},
    {"async-update", import_async_update},
    {"bitcast", import_bitcast},
    {"bitcast-convert", import_bitcast_convert},
    {"call", import_call},
    {"collective-permute-done", import_async_done},
    {"collective-permute-start", import_collective_permute_start},
    {"conditional", import_conditional},
    {"constant", import_constant},
    {"convolution", import_contraction},
    {"copy", import_identity},
    {"copy-done", import_first_element},
    {"copy-start", import_copy_start},
    {"custom-call", import_custom_call},
    {"domain", import_identity},
    {"dot", import_contraction},
    {"dynamic-reshape", import_dynamic_reshape},
    {"dynamic-slice", import_dynamic_slice},
    {"dynamic-update-slice", import_dynamic_slice},
    {"fusion", import_call},
    {"get-tuple-element", import_get_tuple_element},
    {"imag", import_real},
    {"iota", import_iota},
    {"ragged-all-to-all", import_ragged_all_to_all},
    {"real", import_real},
    {"recv", import_recv},
    {"recv-done", import_recv_done},
    {"reduce-precision", import_reduce_precision},
    {"reduce-scatter", import_reducing_collective},
    {"rng", import_rng},
    {"rng-bit-generator", import_rng_bit_generator},
    {"rng-get-and-update-state", import_rng_state},
    {"scaled-dot", import_scaled_dot},
    {"select", import_select},
    {"send", import_send},
    {"send-done", import_send_done},
    {"stochastic-convert", import_stochastic_convert},
    {"topk", import_topk},
    {"tuple", import_tuple},
    {"tuple-select", import_select},
    {"while", import_while},
});

consteval bool is_sorted_by_opcode() {
    for (std::size_t i = 1; i < entries.size(); i++)
        if (!(entries[i - 1].opcode < entries[i].opcode)) return false;
    return true;
}
static_assert(is_sorted_by_opcode());

}  // namespace

ImportFunction import_function(std::string_view opcode) {
    const auto entry = std::lower_bound(entries.begin(), entries.end(), opcode,
                                        [](const Entry& a, std::string_view b) { return a.opcode < b; });
    return entry != entries.end() && entry->opcode == opcode ? entry->function : nullptr;
}

}  // namespace hlo2c::frontend
