#pragma once

#include <sys/types.h>

#include <chrono>

namespace hlo2c::driver {

/// The processor time that the processes of a group and their ended children have used, as /proc states it.
std::chrono::duration<double> processor_time_of_group(pid_t group);

}  // namespace hlo2c::driver
