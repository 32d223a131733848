#include "driver/diagnostic_numbers.h"

#include <algorithm>
#include <array>

namespace hlo2c::driver {
namespace {

constexpr auto table = std::to_array<DiagnosticNumber>({
    {101, "program unreadable",
     "The file with the program cannot be opened or read. Check the path and the permissions."},
    {102, "syntax", "The text is no StableHLO here: the message says what was expected and the caret where."},
    {103, "unknown op",
     "The op is in no dialect that is understood, or misspelt. 'hlo2c ops' lists all ops. Ops of other\n"
     "dialects have to be lowered to StableHLO before the program is exported."},
    {104, "undefined name",
     "A value, function, alias or resource is used that is not defined, or not visible in this region."},
    {105, "elided constant",
     "The text was printed with the data of large constants left out ('{...}', '__elided__'). The program\n"
     "can be checked and written as text; to execute or compile it, print it again with all data."},
    {106, "name defined twice", "A value, function, attribute or alias has the name of another one."},
    {107, "types do not match",
     "The type written at an op is not the type of its operand. The message has both."},
    {108, "wrong count",
     "An op has more or fewer operands, results, regions or values than it is written or allowed to have."},
    {109, "unfinished text",
     "The file ends in the middle of the program. It may have been cut while it was copied."},
    {110, "nested too deeply",
     "Types, attributes, locations or regions are nested deeper than any real program has them."},
    {111, "malformed constant",
     "The data of a constant does not fit its type: wrong number of elements, uneven nesting, a value out\n"
     "of range, or broken hexadecimal data."},
    {112, "unsupported form",
     "The text is of a form that is not supported, such as several modules in one file or branches between\n"
     "blocks."},
    {113, "unsupported or malformed type", "A type is misspelt or has a feature that is not supported."},
    {120, "malformed bytes",
     "The bytes of a binary form contradict the format: a size, an index or a code that cannot be there.\n"
     "The message has the offset of the byte. The file is damaged or cut short: export it again."},
    {121, "written by a newer version",
     "The file is of a version of its format that is newer than what is understood. Export the program for\n"
     "an older version."},
    {122, "program far larger than its file",
     "The parts of the file refer to each other so often that the program would be many times as large as\n"
     "any exporter writes it. The file is not read."},
    {123, "no form in a portable artifact",
     "The program cannot be written as a StableHLO portable artifact: the op, type or attribute exists in "
     "no\n"
     "version of it. Ops of chlo have to be decomposed first; StableHLO text holds every program."},
    {130, "malformed HLO message",
     "The HLO module breaks a rule of its format: bytes that are no message, ids that name nothing, a\n"
     "shape or constant that does not fit. The place has the computation and the instruction."},
    {131, "no form in HLO", "HLO has no opcode or type for what the program has there."},
    {201, "wrong operands", "An op has operands of a number or kind that it does not take."},
    {202, "constraint broken",
     "The op breaks a constraint of the StableHLO specification; the message names it by the label that it\n"
     "has there, such as (C3)."},
    {203, "wrong result type",
     "The type written for a result is not the one that operands and attributes give."},
    {204, "wrong attribute", "An attribute is missing, or has the wrong form or a value out of range."},
    {205, "wrong call",
     "A call names a function that does not exist, or its types are not those of the function."},
    {206, "wrong region",
     "A region has the wrong number or types of arguments or results, or does not end as it must."},
    {207, "value used wrongly",
     "A value is used before it is defined or outside of its region, or is defined twice."},
    {210, "function not found", "A call names a function that the program does not have."},
    {211, "recursive call",
     "A function calls itself, directly or through others. The emitted C has no recursion, so such\n"
     "programs cannot be compiled."},
    {212, "call does not fit", "The types at a call are not those of the function that it calls."},
    {213, "sizes do not fit",
     "Sizes were given for an argument that the program does not have, or that has another rank, or whose\n"
     "sizes the program fixes otherwise."},
    {214, "assertion of the program does not hold",
     "The program states what its arguments and their sizes must fulfil, and those that were given do not."},
    {215, "calls stand for too many ops",
     "Calls give way to what they call. Functions that call each other many times over would become\n"
     "more ops than are compiled."},
    {216, "op on a bounded size",
     "A size of this op is known when the program runs, up to its bound. Such values are kept at the bound,\n"
     "and most ops leave out what lies past the size. This one needs more than the sizes of its operands "
     "say,\n"
     "or is only defined at one size, or sends values out of the program."},
    {301, "array unreadable", "A file or a folder of arrays cannot be read."},
    {302, "not an array file",
     "The file does not begin as .npy files do, or ends too early. Write it with numpy.save."},
    {303, "wrong dtype",
     "The array's dtype does not carry the element type that the program has there. Types that numpy lacks\n"
     "travel as their bits: bf16 as uint16, f8 as uint8, i4 as int8."},
    {304, "wrong shape", "The array's shape is not the one that the program has there."},
    {305, "array cannot be written",
     "A result cannot be written. Check that the folder can be made and written."},
    {306, "not a .npz archive",
     "The file is no zip archive as numpy.savez writes it, is damaged, or is packed in a way that is not\n"
     "supported."},
    {307, "no such array in the archive", "The .npz or .safetensors file has no array of this name."},
    {308, "too many arrays", "An array has a number that the program has no argument or result for."},
    {309, "two arrays of one number",
     "A folder or archive has two arrays for the same argument or result, such as 3.npy and 003.npy."},
    {310, "missing argument",
     "No array is given for an argument. Arguments are 000.npy, 001.npy, ... in order; 'hlo2c check' reads\n"
     "the program alone."},
    {311, "no such argument", "Data is bound to an argument number that the entry point does not have."},
    {312, "bound data does not fit", "The data bound to an argument has another type than the argument."},
    {313, "not a safetensors file",
     "The file is not one of the library safetensors, is damaged, or is longer or shorter than its header\n"
     "says."},
    {320, "op not evaluated",
     "The reference evaluator does not know this op; 'hlo2c run' may still compile it."},
    {321, "evaluation cannot go on",
     "An op met values for which it has no meaning, such as an index that may not be out of range."},
    {322, "arguments do not fit",
     "The arrays given to the evaluator do not have the types of the arguments."},
    {325, "mesh or sharding not understood",
     "A mesh, one of its axes, or a sharding is not defined in the module or not written as the\n"
     "exporting tools write it."},
    {326, "another number of processes",
     "The program is written for a grid of replicas and partitions (mhlo.num_replicas and\n"
     "mhlo.num_partitions of the module); run it with that many ranks."},
    {327, "automatic partitioning not available",
     "An op works on a tensor of which each process is to hold a part. Programs are cut only where they\n"
     "are written for one process: in sdy.manual_computation, in regions between @SPMDFullToShardShape and\n"
     "@SPMDShardToFullShape, or by the tool that exports them."},
    {401, "element type not compiled",
     "There are no kernels for this element type. Convert to f32, f64 or an integer of 8 to 64 bits;\n"
     "'hlo2c eval' may still execute the program."},
    {402, "op in a region not compiled",
     "The region of a reduction, a scatter or a sort has an op that is not an elementwise one on scalars."},
    {403, "bitcast between widths in a region",
     "A bitcast_convert between types of different width has no kernel inside the region of another op."},
    {404, "function on integers not compiled", "The function has kernels for floating-point operands only."},
    {405, "elementwise op not compiled",
     "There is no kernel for this elementwise op. 'hlo2c eval' may still execute it."},
    {406, "sort too long",
     "Rows of more than 2^28 elements have no kernel for a sort. Sort their parts first."},
    {408, "op not compiled",
     "The scheduler has no steps for this op or this form of it. 'hlo2c eval' may still execute it."},
    {410, "quantized types not compiled",
     "There are no kernels for quantized types. Export the program in its integer form; 'hlo2c eval' may\n"
     "still execute it."},
    {411, "size not known",
     "A result has a size that is not known when the program is compiled. Export the program with fixed\n"
     "sizes."},
    {412, "tensor too large",
     "Kernels index elements with 32 bits, so a tensor has at most 2147483647 elements."},
    {413, "operation between processes not compiled",
     "The hooks between processes have no form for this: reductions of quantized values, and quantized\n"
     "values with one zero point per index."},
    {414, "computation of a reduction not compiled",
     "Reductions between processes combine two tensors element by element. The computation must compute one\n"
     "element out of two by operations on elements."},
    {415, "future at the edge of a program",
     "A program takes and gives arrays. An async_done inside it must end what an async_start has begun."},
    {416, "custom call not compiled",
     "Custom calls become calls of the hook `custom_call`, which takes row-major tensors and a "
     "configuration.\n"
     "Targets that speak to the compiler, computations of the program, other layouts and aliases of parts "
     "of\n"
     "tuples are not passed on."},
    {430, "no function for the element type",
     "Linear algebra and Fourier transforms have functions for f32, f64 and complex numbers made of them."},
    {431, "random bits of an unusual form",
     "Random bits come from a state of two or three ui64, as integers or floats."},
    {480, "target description unreadable",
     "The file given to --target cannot be read. A name with a '/' or one that ends in .yaml or .yml is\n"
     "taken as the path of a file; any other name must be a built-in target."},
    {481, "unknown target",
     "--target, or 'base' in a target description, names a target that is not built in. 'hlo2c targets'\n"
     "lists them."},
    {482, "target description is no YAML map",
     "The text does not parse as YAML, or is not a map of keys to values. scheduler/target/*.yaml show the\n"
     "form."},
    {483, "no target fits this machine",
     "'native' chooses the built-in target whose processor flags /proc/cpuinfo shows, and there is none.\n"
     "Name a target with --target, or describe the machine in a YAML file."},
    {484, "wrong value in a target description",
     "A key is unknown or missing, or its value has the wrong form or is out of range. The message says\n"
     "what is expected."},
    {501, "no C function", "There is no C form of a function for this element type."},
    {510, "test vector does not fit",
     "The arrays stored for a library's self-test do not have the number or sizes that its function has."},
    {521, "directory exists",
     "The output directory exists and is not empty and not a library that hlo2c wrote, or it has a file of\n"
     "another origin where hlo2c would write one. A list in a library, .hlo2c, says which files are "
     "hlo2c's;\n"
     "others are left alone."},
    {522, "directory cannot be written",
     "The library cannot be written where -o says. Nothing was left there."},
    {590, "Clang's headers are missing",
     "The check of emitted code needs the headers that come with Clang (Debian: libclang-common-14-dev)."},
    {591, "emitted code breaks a promise",
     "The check of emitted code found an allocation, recursion, an unknown import or too large a stack.\n"
     "This is a bug in hlo2c: please report it with the program."},
    {601, "wrong command line",
     "A verb or an option is unknown, a value is missing or has the wrong form. 'hlo2c VERB --help' lists\n"
     "what a verb takes."},
    {602, "no such error number", "The code given to 'explain' is not in the table of errors."},
    {604, "file unreadable", "The file cannot be opened or read. Check the path and the permissions."},
    {605, "file cannot be written",
     "The file cannot be made or written. Check that its directory exists and can be written."},
    {610, "no temporary directory",
     "A directory for intermediate files cannot be made. They go below $TMPDIR, or /tmp when it is not\n"
     "set."},
    {611, "no C compiler",
     "'run', 'bench' and 'verify' build the emitted C with --cc, or $CC, or cc, or the target's cross gcc,\n"
     "and there is no such command."},
    {612, "target does not run here",
     "Code for the target can be made but not executed: the processor lacks its instructions, and there is\n"
     "no emulator. 'compile' works for every target."},
    {613, "C compiler rejects emitted code",
     "The C compiler reported an error in emitted code. With gcc 11 or clang 13 or later this is a bug in\n"
     "hlo2c."},
    {614, "emitted code failed", "The executable that runs the emitted C ended with an error or a signal."},
    {615, "no MPI", "--transport mpi needs mpirun and mpicc of Open MPI or MPICH."},
    {616, "a rank failed",
     "One of the processes that ran the program together ended with an error, which is shown. When one does\n"
     "not come to an operation, those that wait for it say so after the time of --timeout."},
    {617, "hook missing",
     "The program calls a function that neither hlo2c nor its runtime knows: a custom call, which the "
     "message\n"
     "names with its place. Write a C file that includes hlo2c_runtime.h and defines\n"
     "\n"
     "    int hlo2c_custom_call_hook(void *user, const hlo2c_custom_call *call)\n"
     "\n"
     "and give it by --custom-calls FILE.c. It finds out by call->target what is asked, reads call->inputs,\n"
     "writes call->outputs, and returns HLO2C_OK. A program that uses the emitted library puts the same\n"
     "function into the member `custom_call` of its hlo2c_hooks."},
    {620, "no table of buffers",
     "The first line of the CSV file must name the columns id, lower, upper and size."},
    {621, "wrong row in a table of buffers",
     "A row has too many or too few cells, or a cell that is no whole number; or a lifetime is empty."},
    {630, "wrong binding",
     "--bind or --bind-dir names an argument that does not exist, or one argument is bound twice."},
    {631, "malformed --bind",
     "--bind takes the number of an argument, '=', and a .npy file: --bind 3=w.npy."},
    {632, "wrong number of arguments", "--arg is given once for each argument that is not bound, in order."},
    {633, "argument is no tensor", "Arrays can be given for tensors only, not for tokens or tuples."},
    {634, "size not known",
     "A dimension of an argument has no fixed size, so no array can be made up for it."},
    {635, "missing expected result",
     "The folder or archive of --expect has no array for one of the results."},
    {636, "no shape",
     "--shape takes the number of an argument and its sizes (--shape 0=5x64), or the name of a dimension "
     "and\n"
     "its size (--shape b=5). --bound takes the name of a dimension and its bound (--bound b=1..64)."},
    {637, "no such dimension", "--shape or --bound names a dimension that the program does not leave open."},
    {638, "wrong shardings",
     "--shardings names a JSON file {\"inputs\": ..., \"results\": ...}: per tensor and rank the part that "
     "the\n"
     "rank holds, as [begin, end] per dimension."},
    {639, "another number of processes needed",
     "The program is written for one process out of several. Give --ranks."},
    {640, "no such step", "--dump-after names a step that the compilation did not have."},
    {641, "sizes not known",
     "A dimension of an argument has neither a fixed size nor a bound. The memory plan is static, so every\n"
     "size must be known: give them with --shape, or export the program with fixed sizes."},
    {642, "--test-expect without --test-args",
     "Results alone make no self-test: give the arguments that they belong to."},
    {643, "nothing to inspect",
     "The directory given to 'inspect' has no page in it, so hlo2c did not write it."},
    {644, "several entry points",
     "The program has several public functions that none of the others calls. 'compile' makes one library "
     "of\n"
     "all of them; other verbs take one: --function NAME says which."},
    {645, "no such function", "--function names a function that the program does not have."},
    {646, "two entry points of one name",
     "The functions of a library need different names. An entry point is named after its function, or after\n"
     "its file where it is the only one of several files."},
    {647, "option for no entry point",
     "--bind, --bind-dir and --shape hold for the entry points that have the argument or the dimension. "
     "None\n"
     "of those that are compiled has it."},
    {650, "check in a region",
     "A check or a probe of a test module stands in a region, or names a probe that there is not. Checks "
     "are\n"
     "compared after a function has ended, so they stand at the top of it."},
    {651, "unknown tolerance",
     "The manifest's tolerance of a case is none of eq, abs=T, ulp<=N, by-dtype and rtol lists."},
    {652, "nothing expected",
     "The .npz beside a program has no out0, out1, ..., so there is nothing to compare."},
    {653, "two kinds of programs",
     "verify takes the file of a program, or --random N for programs that it makes itself, and not both."},
    {654, "no program",
     "verify needs the file of a program, or --random N for programs that it makes itself."},
    {701, "buffers too large", "The sizes of the buffers add up to more than any address can reach."},
    {9000, "broken invariant",
     "A check inside hlo2c failed. The program may well be right: please report it together with the\n"
     "message."},
    {9001, "unexpected failure",
     "Something failed in a place where no error is foreseen, such as memory running out. Please report it\n"
     "together with the message."},
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
