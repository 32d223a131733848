#pragma once

namespace hlo2c::frontend {

// The numbers of this room's errors, by the activity in which they occur. A number never changes;
// `hlo2c explain` has a text for each (driver/diagnostic_numbers.cpp).

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
inline constexpr int malformed = 120;      ///< the bytes contradict the format
inline constexpr int newer = 121;          ///< written by a newer version of the format
inline constexpr int too_large = 122;      ///< the program would be far larger than its file
inline constexpr int malformed_hlo = 130;  ///< a message breaks a rule of HLO
}  // namespace read_error

namespace write_error {
inline constexpr int no_portable_form = 123;  ///< VHLO has no such op, type or attribute
inline constexpr int no_hlo_form = 131;       ///< HLO has no such op or type
}  // namespace write_error

namespace verify_error {
inline constexpr int operands = 201;
inline constexpr int constraint = 202;
inline constexpr int result_type = 203;
inline constexpr int attribute = 204;
inline constexpr int call = 205;
inline constexpr int region = 206;
inline constexpr int value = 207;
}  // namespace verify_error

namespace pass_error {
inline constexpr int no_function = 210;
inline constexpr int recursion = 211;
inline constexpr int call = 212;
inline constexpr int sizes = 213;
inline constexpr int assertion = 214;
inline constexpr int expansion = 215;  ///< inlined calls would be too many ops
inline constexpr int bounded_size = 216;
inline constexpr int no_argument = 311;
inline constexpr int bound_type = 312;
inline constexpr int partitioning = 327;
inline constexpr int element_type = 401;
}  // namespace pass_error

namespace array_error {
inline constexpr int file = 301;
inline constexpr int format = 302;
inline constexpr int dtype = 303;
inline constexpr int shape = 304;
inline constexpr int not_writable = 305;
inline constexpr int archive = 306;
inline constexpr int no_array = 307;
inline constexpr int surplus = 308;
inline constexpr int duplicate = 309;
inline constexpr int missing = 310;
inline constexpr int safetensors = 313;
inline constexpr int no_tensor = 633;  ///< an argument is a token or a tuple
}  // namespace array_error

namespace evaluation_error {
inline constexpr int op = 320;
inline constexpr int failed = 321;
inline constexpr int arguments = 322;
}  // namespace evaluation_error

namespace process_error {
inline constexpr int mesh = 325;  ///< or a sharding
inline constexpr int grid = 326;
}  // namespace process_error

namespace file_error {
inline constexpr int unreadable = 604;
inline constexpr int not_writable = 605;
}  // namespace file_error

namespace test_error {
inline constexpr int check_in_region = 650;
inline constexpr int tolerance = 651;
inline constexpr int nothing_expected = 652;
inline constexpr int manifest = 661;
}  // namespace test_error

namespace bug_error {
inline constexpr int invariant = 9000;
inline constexpr int unexpected = 9001;
}  // namespace bug_error

}  // namespace hlo2c::frontend
