#pragma once

namespace hlo2c::driver {

// The numbers of this room's errors, by the activity in which they occur.

namespace command_error {
inline constexpr int command_line = 601;
inline constexpr int number = 602;
}  // namespace command_error

namespace build_error {
inline constexpr int temporary_directory = 610;
inline constexpr int compiler = 611;
inline constexpr int machine = 612;
inline constexpr int emitted_code = 613;
inline constexpr int mpi = 615;
inline constexpr int hook = 619;
}  // namespace build_error

namespace run_error {
inline constexpr int emitted_code = 614;
inline constexpr int rank = 616;
inline constexpr int no_hook = 617;
inline constexpr int hook = 618;
inline constexpr int processes = 639;
inline constexpr int infeed = 660;
inline constexpr int workers = 662;
}  // namespace run_error

namespace buffer_error {
inline constexpr int columns = 620;
inline constexpr int row = 621;
}  // namespace buffer_error

namespace option_error {
inline constexpr int binding = 630;
inline constexpr int bind_form = 631;
inline constexpr int argument_count = 632;
inline constexpr int unknown_size = 634;
inline constexpr int no_expectation = 635;
inline constexpr int size_form = 636;
inline constexpr int no_dimension = 637;
inline constexpr int shardings = 638;
inline constexpr int no_step = 640;
inline constexpr int open_size = 641;
inline constexpr int test_arguments = 642;
inline constexpr int inspected = 643;
inline constexpr int entry_point = 644;
inline constexpr int no_function = 645;
inline constexpr int same_name = 646;
inline constexpr int no_entry_point = 647;
inline constexpr int no_candidate = 648;
inline constexpr int two_inputs = 653;
inline constexpr int no_input = 654;
inline constexpr int no_effect = 659;
}  // namespace option_error

namespace tuning_error {
inline constexpr int figures = 655;
inline constexpr int machine = 656;
inline constexpr int options = 657;
inline constexpr int nothing_to_measure = 658;
}  // namespace tuning_error

}  // namespace hlo2c::driver
