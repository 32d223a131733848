#pragma once

namespace hlo2c::frontend {

/// Diagnostic numbers of the readers.
namespace read_error {
inline constexpr int file = 101;
inline constexpr int syntax = 102;
inline constexpr int unknown_op = 103;
inline constexpr int undefined_name = 104;
inline constexpr int elided = 105;
inline constexpr int redefinition = 106;
inline constexpr int type_mismatch = 107;
inline constexpr int count = 108;
inline constexpr int unfinished = 109;
inline constexpr int nesting = 110;
inline constexpr int literal = 111;
inline constexpr int format = 112;
inline constexpr int type = 113;
inline constexpr int malformed = 120;  ///< the bytes contradict the format
inline constexpr int newer = 121;      ///< written by a newer version of the format
inline constexpr int too_large = 122;  ///< the program would be far larger than its file
}  // namespace read_error

}  // namespace hlo2c::frontend
