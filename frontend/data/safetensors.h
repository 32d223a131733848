#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/file_bytes.h"
#include "frontend/ir/literal.h"

namespace hlo2c::frontend {

/// A file of named tensors in the safetensors format: the length of the header, the header as JSON, the
/// tensors' data.
///
/// Errors: 0101 unreadable file, 0307 no such tensor, 0313 not a safetensors file, or its length contradicts
/// its header, 0303 and 0304 as for other arrays.
class Safetensors {
public:
    explicit Safetensors(const std::string& path);
    /// The same for bytes in memory, which must outlive this object; `name` stands for the file in
    /// diagnostics.
    Safetensors(std::string_view bytes, std::string name);

    /// Names of the tensors, sorted.
    std::vector<std::string> names() const;
    /// Reads the tensor `name`. Error 0307 if there is none.
    Literal read(const std::string& name, const TensorType* expected = nullptr) const;

    /// Whether the first bytes of a file look like those of a safetensors file.
    static bool is_beginning(std::string_view bytes);

private:
    struct Tensor {
        std::string dtype;
        ElementType element = ElementType::F32;
        std::vector<std::int64_t> shape;
        std::size_t begin = 0, end = 0;  ///< byte range, relative to the end of the header
    };
    void read_header();
    [[noreturn]] void damaged(const std::string& what) const;

    std::string name_;
    std::shared_ptr<const FileBytes> file_;  ///< null if the caller owns the bytes
    std::string_view bytes_, data_;
    std::map<std::string, Tensor> tensors_;
};

}  // namespace hlo2c::frontend
