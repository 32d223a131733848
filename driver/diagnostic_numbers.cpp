#include "driver/diagnostic_numbers.h"

#include <algorithm>
#include <array>

namespace hlo2c::driver {
namespace {

constexpr auto table = std::to_array<DiagnosticNumber>({
    {480, "target description unreadable",
     "The file given to --target cannot be read. A name with a '/' or one that ends in .yaml or .yml is "
     "taken as the\n"
     "path of a file; any other name must be a built-in target."},
    {481, "unknown target",
     "--target, or 'base' in a target description, names a target that is not built in. 'hlo2c targets' "
     "lists them."},
    {482, "target description is no YAML map",
     "The text does not parse as YAML, or is not a map of keys to values. scheduler/target/*.yaml show the "
     "form."},
    {483, "no target fits this machine",
     "'native' chooses the built-in target whose processor flags /proc/cpuinfo shows, and there is none. "
     "Name a target\n"
     "with --target, or describe the machine in a YAML file."},
    {484, "wrong value in a target description",
     "A key is unknown or missing, or its value has the wrong form or is out of range. The message says what "
     "is\n"
     "expected."},
    {601, "wrong command line",
     "A verb or an option is unknown, a value is missing or has the wrong form. 'hlo2c VERB --help' lists "
     "what a verb\n"
     "takes."},
    {602, "no such error number", "The code given to 'explain' is not in the table of errors."},
    {610, "no temporary directory",
     "A directory for intermediate files cannot be made. They go below $TMPDIR, or /tmp when it is not set."},
    {9000, "broken invariant",
     "A check inside hlo2c failed. The program may well be right: please report it together with the "
     "message."},
    {9001, "unexpected failure",
     "Something failed in a place where no error is foreseen, such as memory running out. Please report it "
     "together\n"
     "with the message."},
});

}  // namespace

std::span<const DiagnosticNumber> diagnostic_numbers() {
    return table;
}

const DiagnosticNumber* find_diagnostic_number(int number) {
    const auto row =
        std::lower_bound(table.begin(), table.end(), number,
                         [](const DiagnosticNumber& row, int wanted) { return row.number < wanted; });
    return row != table.end() && row->number == number ? &*row : nullptr;
}

}  // namespace hlo2c::driver
