#pragma once

#include <cstdint>
#include <string>

#include "frontend/ir/type.h"

namespace hlo2c::frontend {

/// Which sizes of the result the numbers of an operand determine.
enum class GivenSizes : std::uint8_t { None, Some, All };

/// A set of kinds of values: what an op accepts as an operand, or gives as a result.
struct ValueKinds {
    std::uint16_t alternatives = 0;
    std::int8_t rank = -1;   ///< of tensors; -1: any
    bool is_static = false;  ///< every size is known
    GivenSizes gives = GivenSizes::None;

    constexpr bool has(ValueKinds other) const { return (alternatives & other.alternatives) != 0; }
    friend constexpr ValueKinds operator|(ValueKinds a, ValueKinds b) {
        a.alternatives |= b.alternatives;
        return a;
    }
};

/// The vocabulary of the rows of ops, named as in the specification where it has names.
namespace kinds {

// Element types
inline constexpr ValueKinds B{1};                          ///< boolean
inline constexpr ValueKinds S{2};                          ///< signed integer
inline constexpr ValueKinds U{4};                          ///< unsigned integer
inline constexpr ValueKinds F{8};                          ///< float
inline constexpr ValueKinds C{16};                         ///< complex
inline constexpr ValueKinds F32F64{32};                    ///< f32 and f64 only
inline constexpr ValueKinds Index{64};                     ///< the type index
inline constexpr ValueKinds PerTensor{128}, PerAxis{256};  ///< quantized
// Values other than tensors
inline constexpr ValueKinds Token{512}, Future{1024}, Tuple{2048};
inline constexpr ValueKinds Any{4096};  ///< any value

inline constexpr ValueKinds I = S | U;
inline constexpr ValueKinds T = B | I | F | C;
inline constexpr ValueKinds Q = PerTensor | PerAxis;
inline constexpr ValueKinds TQ = T | PerTensor;
inline constexpr ValueKinds TQA = T | Q;
inline constexpr ValueKinds FC = F | C;
inline constexpr ValueKinds FQ = F | PerTensor;
inline constexpr ValueKinds FCQ = FC | PerTensor;

constexpr ValueKinds scalar(ValueKinds kinds) {
    kinds.rank = 0;
    return kinds;
}
constexpr ValueKinds vector(ValueKinds kinds) {
    kinds.rank = 1;
    return kinds;
}
constexpr ValueKinds of_known_size(ValueKinds kinds) {
    kinds.is_static = true;
    return kinds;
}
constexpr ValueKinds giving(GivenSizes sizes, ValueKinds kinds) {
    kinds.gives = sizes;
    return kinds;
}
constexpr ValueKinds giving_sizes(ValueKinds kinds) {
    return giving(GivenSizes::Some, kinds);
}
/// One number per dimension. Several `lengths` together give the result's sizes, one `result_shape` gives
/// all.
inline constexpr ValueKinds lengths = giving_sizes(of_known_size(vector(I | Index)));
inline constexpr ValueKinds result_shape = giving(GivenSizes::All, lengths);

}  // namespace kinds

bool accepts(ValueKinds kinds, const Type& type);

/// "a 0-dimensional tensor of boolean or integer elements".
std::string describe(ValueKinds kinds);

}  // namespace hlo2c::frontend
