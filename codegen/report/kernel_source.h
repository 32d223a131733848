#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/library/library.h"

namespace hlo2c::codegen {

/// Where a kernel is defined, and its C: its own helper functions before it, its comment, and the function.
struct KernelSource {
    std::string path;
    int line = 0;  ///< of the first line of `text`, from 1
    std::string text;
};

/// The C of kernels, found in emitted files: a function whose name is `name`, or ends in '_' and `name`.
class KernelSources {
public:
    explicit KernelSources(const std::vector<CFile>& files);
    /// nullptr if no file defines it.
    const KernelSource* find(const std::string& name) const;

private:
    std::map<std::string, KernelSource> by_function_;
};

/// C as HTML with comments, keywords, numbers and strings marked by the classes c, k, n and s.
std::string highlight_c(std::string_view code);

}  // namespace hlo2c::codegen
