#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "driver/execution/process.h"

namespace hlo2c::tests {

/// Runs the real hlo2c in its own process. `output` is stdout and stderr.
driver::ProcessResult command(const std::vector<std::string>& words);

/// A test's own directory with its files; removed at the end.
class Folder {
public:
    /// Writes `text` to `name` and returns the path.
    std::string file(const std::string& name, const std::string& text) const;
    /// Writes a .npy file. `dtype` as numpy spells it ("<f4"); `bytes` is the data.
    std::string npy(const std::string& name, const std::string& dtype, const std::string& shape,
                    const std::string& bytes) const;
    /// A path in the folder, whether it exists or not.
    std::string path(const std::string& name) const { return (directory_.path() / name).string(); }
    /// Names of the folder's entries, sorted.
    std::vector<std::string> names() const;

private:
    driver::TemporaryDirectory directory_;
};

inline const std::string two_floats("\0\0\x80\x3f\0\0\0\x40", 8);  ///< data of the f32 1 and 2

/// A program that doubles two numbers.
inline constexpr const char* doubling = R"(func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %r = stablehlo.add %a, %a : tensor<2xf32>
  return %r : tensor<2xf32>
}
)";

/// Compiles `text`, which must fail and leave nothing but the program, bad.mlir, in the folder.
driver::ProcessResult compile_error(const std::string& text);

/// The number after "H" in an error's first line, or -1.
int error_number(const std::string& output);

}  // namespace hlo2c::tests
