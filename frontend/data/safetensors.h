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

/// A file of named tensors as the library safetensors writes it: the length of a header, the header as JSON,
/// and the tensors one behind the other.
///
/// Errors: 0101 unreadable file, 0307 no such tensor, 0313 not such a file, or one that is longer or shorter
/// than its header says, 0303 and 0304 as for other arrays.
class Safetensors {
public:
    explicit Safetensors(const std::string& path);
    /// The same for bytes that stay; `name` stands for the file in diagnostics.
    Safetensors(std::string_view bytes, std::string name);

    /// Names of the tensors, sorted.
    std::vector<std::string> names() const;
    /// The tensor `name`; it must exist (0307).
    Literal read(const std::string& name, const TensorType* expected = nullptr) const;

    /// Whether bytes begin as such a file does.
    static bool is_beginning(std::string_view bytes);

private:
    struct Tensor {
        std::string dtype;
        ElementType element = ElementType::F32;
        std::vector<std::int64_t> shape;
        std::size_t begin = 0, end = 0;  ///< of its bytes, behind the header
    };
    void read_header();
    [[noreturn]] void damaged(const std::string& what) const;

    std::string name_;
    std::unique_ptr<FileBytes> file_;  ///< nothing where the bytes are the caller's
    std::string_view bytes_, data_;
    std::map<std::string, Tensor> tensors_;
};

}  // namespace hlo2c::frontend
