#pragma once

namespace hlo2c::scheduler {

// The numbers of this room's errors, by the activity in which they occur.

namespace lowering_error {
inline constexpr int op_in_region = 402;
inline constexpr int sort_length = 406;
inline constexpr int op = 408;
inline constexpr int quantized = 410;
inline constexpr int unknown_size = 411;
inline constexpr int tensor_size = 412;
inline constexpr int communication = 413;
inline constexpr int reduction = 414;
inline constexpr int future = 415;
inline constexpr int custom_call = 416;
inline constexpr int library_type = 430;
inline constexpr int random_bits = 431;
}  // namespace lowering_error

namespace target_error {
inline constexpr int file = 480;
inline constexpr int name = 481;
inline constexpr int syntax = 482;
inline constexpr int machine = 483;
inline constexpr int value = 484;
inline constexpr int c_flags = 489;
}  // namespace target_error

namespace tuning_error {
inline constexpr int file = 485;
inline constexpr int syntax = 486;
inline constexpr int value = 487;
inline constexpr int options = 488;
}  // namespace tuning_error

namespace memory_error {
inline constexpr int buffers = 701;
inline constexpr int pools = 702;
inline constexpr int weights = 703;
}  // namespace memory_error

}  // namespace hlo2c::scheduler
