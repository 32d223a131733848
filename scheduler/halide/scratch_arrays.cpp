#include "scheduler/halide/scratch_arrays.h"

#include <algorithm>
#include <array>
#include <string>

#include "frontend/diagnostic.h"

namespace hlo2c::scheduler::halide {
namespace {

struct ScratchArray {
    std::string_view function;
    ScratchContents contents;
};

constexpr auto scratch_arrays = std::to_array<ScratchArray>({
    {"computed", ScratchContents::RowValues},
    {"converted", ScratchContents::ConvertedRows},
    {"copied", ScratchContents::RowValues},
    {"inputs", ScratchContents::TransformedTiles},
    {"kept", ScratchContents::RowValues},
    {"lhs_panel", ScratchContents::Panel},
    {"lines", ScratchContents::PaddedLines},
    {"products", ScratchContents::TileProducts},
    {"rhs_panel", ScratchContents::Panel},
    {"subtotal", ScratchContents::StretchTotals},
    {"sum", ScratchContents::BlockSums},
    {"total", ScratchContents::StretchTotals},
});

}  // namespace

ScratchContents contents_of_function(std::string_view name) {
    const auto found = std::find_if(scratch_arrays.begin(), scratch_arrays.end(),
                                    [&](const ScratchArray& array) { return array.function == name; });
    HLO2C_CHECK(found != scratch_arrays.end(), "scratch for " + std::string(name));
    return found->contents;
}

}  // namespace hlo2c::scheduler::halide
