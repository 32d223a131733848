#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

class OpContext;

/// A custom call `stablehlo.dynamic_reduce_window`. Its operands are inputs, as many initial values, then the
/// lists of the window: sizes, strides, base dilations, window dilations and padding.
struct DynamicReduceWindow {
    static constexpr std::size_t lists = 5;
    std::size_t inputs = 0;
    std::string reducer;  ///< name of the function that combines elements

    /// Position of the first list.
    std::size_t first_list() const { return 2 * inputs; }
};
using WindowLists = std::array<std::vector<std::int64_t>, DynamicReduceWindow::lists>;

/// Nothing if the operands or the called computations of the call have another form.
std::optional<DynamicReduceWindow> dynamic_reduce_window(const Op& call);

/// What the lists of a window may not be, for an operand of this rank; "" if they may.
std::string problem_of(const WindowLists& lists, std::size_t rank);
inline constexpr std::string_view window_lists_remedy =
    "Give one positive number per dimension of the operand, and low and high padding of each dimension.";

/// Requires what is known of the lists to be possible.
void require_dynamic_window(const OpContext& op);

/// A reduce_window with these lists as attributes, but without operands, results and body.
Op reduce_window_of(const WindowLists& lists);

}  // namespace hlo2c::frontend
