#pragma once

#include <string>
#include <vector>

#include "codegen/library/library.h"
#include "scheduler/plan.h"

namespace hlo2c::codegen {

/// One page about a compiled program, complete in itself: signature, memory over time, steps, kernels with
/// their cost and their C beside its sources, weights. Plain HTML with style inside, no script, nothing
/// loaded from elsewhere, readable in light and dark. A function of its arguments alone.
///
/// `files` are those of the library (write_library); the C of each kernel is looked up in them by name. A
/// kernel whose C is not among them, such as one of the runtime, is listed without.
std::string html_report(const scheduler::Plan& plan, const std::vector<CFile>& files);

}  // namespace hlo2c::codegen
