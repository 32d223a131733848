#pragma once

#include <string>
#include <vector>

#include "codegen/library/library.h"
#include "scheduler/plan.h"

namespace hlo2c::codegen {

/// A self-contained page about a compiled program: signature, memory over time, steps, kernels with their
/// cost and their C next to its sources, weights. Plain HTML with embedded style, without scripts or external
/// resources, readable in light and dark mode. The result depends only on the arguments.
///
/// `files` are those of the library (write_library). A kernel that none of them defines, such as one of the
/// runtime, is listed without its C.
std::string html_report(const scheduler::Plan& plan, const std::vector<CFile>& files);

}  // namespace hlo2c::codegen
