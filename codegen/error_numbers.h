#pragma once

namespace hlo2c::codegen {

// The numbers of this room's errors, by the activity in which they occur.

namespace library_error {
inline constexpr int function = 501;
inline constexpr int test_vector = 510;
inline constexpr int directory_taken = 521;
inline constexpr int not_writable = 522;
inline constexpr int clang_headers = 590;
inline constexpr int guarantee = 591;
}  // namespace library_error

}  // namespace hlo2c::codegen
