#include "driver/diagnostic_numbers.h"

#include <algorithm>
#include <array>

namespace hlo2c::driver {
namespace {

constexpr auto table = std::to_array<DiagnosticNumber>({
    {101, "program unreadable",
     "The file with the program cannot be opened or read. Check the path and the permissions."},
    {102, "syntax",
     "The text is not valid StableHLO here. The message says what was expected; the caret shows where."},
    {103, "unknown op",
     "The op is misspelt or belongs to an unsupported dialect. 'hlo2c ops' lists all ops. Lower ops of\n"
     "other dialects to StableHLO before exporting the program."},
    {104, "undefined name",
     "The program uses a value, function, alias or resource that is not defined or not visible in this\n"
     "region."},
    {105, "elided constant",
     "The program was printed without the data of large constants ('{...}', '__elided__'). It can be\n"
     "checked and written as text; to execute or compile it, print it again with all data."},
    {106, "name defined twice", "A value, function, attribute or alias has the same name as another one."},
    {107, "types do not match",
     "The type written at an op differs from the type of its operand. The message shows both."},
    {108, "wrong count", "An op has the wrong number of operands, results, regions or values."},
    {109, "unfinished text", "The file ends in the middle of the program. It may have been truncated."},
    {110, "nested too deeply",
     "Types, attributes, locations or regions are nested more deeply than in any real program."},
    {111, "malformed constant",
     "The data of a constant does not match its type: wrong number of elements, uneven nesting, a value\n"
     "out of range, or invalid hexadecimal data."},
    {112, "unsupported form",
     "The text uses an unsupported form, such as several modules in one file or branches between blocks."},
    {113, "unsupported or malformed type", "A type is misspelt or uses an unsupported feature."},
    {120, "malformed bytes",
     "The bytes of a binary form violate the format: a size, an index or a code is invalid. The message\n"
     "has the byte offset. The file is damaged or truncated: export it again."},
    {121, "written by a newer version",
     "The file uses a newer version of its format than hlo2c supports. Export the program for an older\n"
     "version."},
    {122, "program far larger than its file",
     "The parts of the file refer to each other so often that the expanded program would be far larger\n"
     "than any that an exporter writes. hlo2c refuses to read it."},
    {123, "not representable in a portable artifact",
     "The program cannot be written as a StableHLO portable artifact: no version of it has the op, type or\n"
     "attribute. Decompose ops of chlo first, or write StableHLO text, which can hold every program."},
    {130, "malformed HLO message",
     "The HLO module violates its format: bytes that are not a valid message, ids that refer to nothing,\n"
     "or a mismatched shape or constant. The place names the computation and the instruction."},
    {131, "not representable in HLO", "HLO has no opcode or type for this part of the program."},
    {201, "wrong operands", "An op has operands of the wrong number or kind."},
    {202, "constraint violated",
     "The op violates a constraint of the StableHLO specification. The message gives its label there, such\n"
     "as (C3)."},
    {203, "wrong result type",
     "The declared type of a result differs from the one that operands and attributes imply."},
    {204, "wrong attribute", "An attribute is missing, malformed or out of range."},
    {205, "wrong call or missing function",
     "A call names an undefined function, or its types differ from those of the function; or the program\n"
     "has no function."},
    {206, "wrong region",
     "A region has the wrong number or types of arguments or results, or lacks its terminator."},
    {207, "invalid use of a value",
     "A value is used before its definition or outside its region, or is defined twice."},
    {210, "function not found", "A call names a function that the program does not define."},
    {211, "recursive call",
     "A function calls itself, directly or through others. The emitted C has no recursion, so such\n"
     "programs cannot be compiled."},
    {212, "call does not match its function",
     "The types at a call differ from those of the function that it calls."},
    {213, "sizes do not match the argument",
     "Sizes were given for an argument that does not exist, has another rank, or has other fixed sizes."},
    {214, "assertion of the program does not hold",
     "The program asserts conditions on its arguments and their sizes, and the given ones violate them."},
    {215, "calls expand to too many ops",
     "Calls are inlined. Functions that call each other many times over would expand to more ops than\n"
     "hlo2c compiles."},
    {216, "op on a bounded size",
     "A size of this op is only known at run time, up to its bound. hlo2c stores such values at the bound,\n"
     "and most ops ignore the elements beyond the size. This op needs more than the sizes of its operands,\n"
     "or is only defined for one size, or sends values out of the program."},
    {301, "array unreadable", "A file or a folder of arrays cannot be read."},
    {302, "not an array file",
     "The file does not have the header of an .npy file, or is truncated. Write it with numpy.save."},
    {303, "wrong dtype",
     "The array's dtype cannot hold the element type of the program. Types that numpy lacks are stored as\n"
     "their bits: bf16 as uint16, f8 as uint8, i4 as int8."},
    {304, "wrong shape", "The array's shape differs from the one in the program."},
    {305, "array cannot be written",
     "A result cannot be written. Check that the folder exists or can be created, and is writable."},
    {306, "not a .npz archive",
     "The file is not a zip archive as numpy.savez writes it, is damaged, or uses an unsupported\n"
     "compression."},
    {307, "no such array in the archive", "The .npz or .safetensors file has no array of this name."},
    {308, "too many arrays", "An array has a number for which the program has no argument or result."},
    {309, "two arrays with one number",
     "A folder or archive has two arrays for the same argument or result, such as 3.npy and 003.npy."},
    {310, "missing argument",
     "An argument has no array. Arguments are 000.npy, 001.npy, ... in order; 'hlo2c check' reads the\n"
     "program alone."},
    {311, "no such argument", "Data is bound to an argument number that the entry point does not have."},
    {312, "bound data has the wrong type",
     "The data bound to an argument has a type other than the argument's."},
    {313, "not a safetensors file",
     "The file is not a safetensors file, is damaged, or its length disagrees with its header."},
    {320, "op not evaluated",
     "The reference evaluator does not support this op; 'hlo2c run' may still compile it."},
    {321, "evaluation failed",
     "An op received values for which it is undefined, such as an index out of range."},
    {322, "arguments have the wrong types",
     "The types of the arrays given to the evaluator differ from those of the arguments."},
    {325, "invalid mesh or sharding",
     "A mesh, one of its axes or a sharding is not defined in the module, or has an unknown form."},
    {326, "wrong number of processes",
     "The program is written for a grid of replicas and partitions (mhlo.num_replicas and\n"
     "mhlo.num_partitions of the module); run it with that many ranks."},
    {327, "not partitioned",
     "A program whose tensors are sharded cannot be divided among its processes here: an op has effects "
     "outside\n"
     "of the program, which each process would repeat, or a sharding does not cut a tensor along axes of "
     "the\n"
     "mesh, or a manual region cuts a dimension unevenly. Run the program as one process, write the part "
     "for\n"
     "one process (shard_map), or partition it with the exporting tool."},
    {401, "element type not compiled",
     "There are no kernels for this element type. Convert to f32, f64 or an integer of 8 to 64 bits;\n"
     "'hlo2c eval' may still execute the program."},
    {402, "op in a computation not compiled",
     "The computation of a reduction, a scatter or a sort has an op that is not elementwise on scalars.\n"
     "Branches are compiled there if all ops in them are; loops are not."},
    {406, "sort too long",
     "There is no kernel that sorts rows of more than 2^28 elements. Sort parts of the rows first."},
    {408, "op not compiled",
     "The scheduler does not support this op, or this form of it. 'hlo2c eval' may still execute it."},
    {410, "quantized types not compiled",
     "There are no kernels for quantized types. Export the program in its integer form; 'hlo2c eval' may\n"
     "still execute it."},
    {411, "size not known",
     "The size of a result is not known at compile time. Export the program with fixed sizes."},
    {412, "tensor too large",
     "Kernels index elements with 32 bits, so a tensor has at most 2147483647 elements, and at most\n"
     "1073741823 complex ones, which count twice."},
    {413, "operation between processes not compiled",
     "The hooks between processes do not support this operation: reductions of quantized values, and\n"
     "quantized values with one zero point per index."},
    {414, "computation of a reduction not compiled",
     "Reductions between processes combine two tensors element by element. The computation must compute\n"
     "one element from two, by elementwise operations."},
    {415, "future as an argument or result",
     "Arguments and results of a program are arrays, not futures. An async_done in the program must end\n"
     "what an async_start began."},
    {416, "custom call not compiled",
     "Custom calls become calls of the hook `custom_call`, which takes row-major tensors and a\n"
     "configuration. It does not support targets that address the compiler, called computations, other\n"
     "layouts, and aliases of parts of tuples."},
    {430, "no function for the element type",
     "Linear algebra and Fourier transforms support f32, f64 and complex numbers of these."},
    {431, "unsupported random bits",
     "Random bits require a state of two or three ui64, and integer or float results."},
    {480, "target description unreadable",
     "The file given to --target cannot be read. A name that has a '/' or ends in .yaml or .yml is a path;\n"
     "any other name must be a built-in target."},
    {481, "unknown target",
     "--target, or 'base' in a target description, names an unknown target. 'hlo2c targets' lists the\n"
     "built-in ones."},
    {482, "target description is not a YAML map",
     "The text is not valid YAML, or is not a map of keys to values. See scheduler/target/*.yaml for\n"
     "examples."},
    {483, "no target fits this machine",
     "'native' chooses the built-in target that matches the processor flags in /proc/cpuinfo, and none\n"
     "does. Name a target with --target, or describe the machine in a YAML file."},
    {484, "wrong value in a target description",
     "A key is unknown or missing, or its value is malformed or out of range. The message says what is\n"
     "expected."},
    {485, "tuning unreadable",
     "The file given to --tuning cannot be read. Check the path and the permissions."},
    {486, "tuning is not a YAML map",
     "The text is not valid YAML, or is not a map of keys to values. 'hlo2c tune' writes such files."},
    {487, "wrong value in a tuning",
     "A key is unknown, missing or given twice, or its value is malformed. The message says what is\n"
     "expected; 'hlo2c tune' writes the file anew."},
    {488, "tuning does not match the options",
     "The schedules were measured for another target or other floating-point rules than those of this\n"
     "compilation. Give the options that 'tune' was given, or measure again."},
    {489, "compiler flags of a target not accepted",
     "Clang, which checks what was emitted, does not accept the 'c_flags' or the 'triple' of the target\n"
     "description, or a file that they include breaks a guarantee of the library."},
    {501, "no C function", "The C printer has no form of this function for this element type."},
    {510, "test vector does not match its function",
     "The arrays stored for a library's self-test do not match the number or sizes of its function's\n"
     "tensors."},
    {521, "output directory not empty",
     "The output directory is not empty and hlo2c did not write it, or it has a foreign file at the path\n"
     "of one that hlo2c would write. The file .hlo2c in a library lists the files that hlo2c owns; it\n"
     "leaves all others alone."},
    {522, "directory cannot be written",
     "The library cannot be written to the directory given by -o. No files were left there."},
    {590, "Clang's headers are missing",
     "The check of emitted code needs Clang's own headers (Debian: libclang-common-14-dev)."},
    {591, "emitted code breaks a guarantee",
     "The check of emitted code found an allocation, recursion, an unknown import or too large a stack.\n"
     "This is a bug in hlo2c: please report it with the program."},
    {601, "wrong command line",
     "A verb or an option is unknown, or a value is missing or malformed. 'hlo2c VERB --help' lists the\n"
     "options of a verb."},
    {602, "no such error number", "The code given to 'explain' is not a known error number."},
    {604, "file unreadable", "The file cannot be opened or read. Check the path and the permissions."},
    {605, "file cannot be written",
     "The file cannot be created or written. Check that its directory exists and is writable."},
    {610, "no temporary directory",
     "hlo2c cannot create a directory for intermediate files below $TMPDIR, or below /tmp if it is not\n"
     "set."},
    {611, "no C compiler",
     "'run', 'bench' and 'verify' build the emitted C with --cc, $CC, cc, or the target's cross gcc, and\n"
     "that command does not exist, or does not even compile an empty file."},
    {612, "target does not run here",
     "Code for the target can be emitted but not executed here: the processor lacks its instructions, and\n"
     "there is no emulator. 'compile' works for every target."},
    {613, "C compiler rejects emitted code",
     "The C compiler rejected emitted code. With gcc 11, clang 13 or later this is a bug in hlo2c."},
    {614, "emitted code failed", "The executable that runs the emitted C ended with an error or a signal."},
    {615, "no MPI", "--transport mpi needs mpirun and mpicc of Open MPI or MPICH."},
    {616, "a rank failed",
     "One of the processes that ran the program ended with the error that is shown. If a process does not\n"
     "arrive at an operation, those that wait for it report it after the --timeout."},
    {617, "hook missing",
     "The program calls a function that neither hlo2c nor its runtime knows; the message names this custom\n"
     "call and its place. Write a C file that includes hlo2c_runtime.h and defines\n"
     "\n"
     "    int hlo2c_custom_call_hook(void *user, const hlo2c_custom_call *call)\n"
     "\n"
     "and pass it with --custom-calls FILE.c. The function dispatches on call->target, reads call->inputs,\n"
     "writes call->outputs, and returns HLO2C_OK. A program that uses the emitted library assigns the same\n"
     "function to the member `custom_call` of its hlo2c_hooks."},
    {618, "hook failed",
     "The function that --custom-calls gives returned another status than HLO2C_OK. The message names the\n"
     "custom call and its place, and has the status and what the hook wrote to the context's message."},
    {619, "hook rejected",
     "The C compiler rejects the file that --custom-calls names, or the file does not define the hook.\n"
     "'hlo2c explain H0617' says what it has to contain."},
    {620, "no table of buffers",
     "The first line of the CSV file must name the columns id, lower, upper and size."},
    {621, "wrong row in a table of buffers",
     "A row has too many or too few cells, a cell is not a whole number, or a lifetime is empty."},
    {630, "wrong binding",
     "--bind or --bind-dir names an argument that does not exist, or one argument is bound twice."},
    {631, "malformed --bind",
     "--bind takes the number of an argument, '=', and a .npy file: --bind 3=w.npy."},
    {632, "wrong number of arguments", "Give --arg once for each unbound argument, in order."},
    {633, "argument is not a tensor", "Only tensors can be given as arrays, not tokens or tuples."},
    {634, "size not known",
     "A dimension of an argument has no fixed size, so hlo2c cannot generate an array for it."},
    {635, "missing expected result",
     "The folder or archive of --expect has no array for one of the results."},
    {636, "malformed --shape or --bound",
     "--shape takes the number of an argument and its sizes (--shape 0=5x64), or the name of a dimension "
     "and\n"
     "its size (--shape b=5). --bound takes the name of a dimension and its bound (--bound b=1..64)."},
    {637, "no such dimension", "--shape or --bound names a dimension that the program does not leave open."},
    {638, "wrong shardings",
     "--shardings names a JSON file {\"inputs\": ..., \"results\": ...} that gives, per tensor and rank, "
     "the\n"
     "part that the rank holds as [begin, end] per dimension."},
    {639, "several processes or feeds needed",
     "The program is written for one of several processes, or has infeed, outfeed, send or recv. 'run' and\n"
     "'eval' execute it; give --ranks for several processes."},
    {640, "no such step", "--dump-after names a step that this compilation does not have."},
    {641, "sizes not known",
     "A dimension of an argument has neither a fixed size nor a bound. The memory plan is static, so every\n"
     "size must be known: give them with --shape, or export the program with fixed sizes."},
    {642, "--test-expect without --test-args",
     "A self-test needs arguments as well as results: give --test-args."},
    {643, "nothing to inspect",
     "The directory given to 'inspect' has no page, so it is not a library that hlo2c wrote."},
    {644, "several entry points",
     "The program has several public functions that none of the others calls. 'compile' makes one library "
     "of\n"
     "all of them; other verbs take one, chosen by --function NAME."},
    {645, "no such function", "--function names a function that the program does not have."},
    {646, "two entry points with one name",
     "The functions of a library need different names. An entry point is named after its function, or after\n"
     "its file where it is the only one of several files."},
    {647, "option for no entry point",
     "--bind, --bind-dir and --shape apply to the entry points that have the argument or the dimension. "
     "None\n"
     "of those that are compiled has it."},
    {648, "no such candidate",
     "--candidate N takes schedule N of each contraction, and the last one where there are fewer. At least\n"
     "one contraction must have that many."},
    {650, "check in a region",
     "A check or a probe of a test module is inside a region, or names an unknown probe. Checks are\n"
     "compared after a function has ended, so they must be at its top level."},
    {651, "unknown tolerance",
     "The manifest's tolerance of a case is none of eq, abs=T, ulp<=N, by-dtype and rtol lists."},
    {652, "nothing expected",
     "The .npz beside a program has no out0, out1, ..., so there is nothing to compare."},
    {653, "two kinds of programs",
     "verify takes either the file of a program, or --random N to generate programs."},
    {654, "no program", "verify needs the file of a program, or --random N to generate programs."},
    {655, "figures unreadable",
     "The file given to --read is not the output of the program that 'tune --emit-bench' writes, or it is\n"
     "incomplete: no round was finished, or a line was changed."},
    {656, "target cannot be measured here",
     "Times under an emulator say nothing about the target. 'tune --emit-bench DIR' writes a C program that\n"
     "measures on the target; 'tune --read' takes what it printed."},
    {657, "figures do not match the options",
     "The figures were measured for another target or other floating-point rules than those given. Give\n"
     "the options that --emit-bench was given."},
    {658, "nothing to measure",
     "Only contractions have several candidate schedules, and the program has none that fills vectors."},
    {659, "given without effect",
     "An option, an array or a folder would have no effect: the program does not need it, or another option\n"
     "excludes it."},
    {660, "infeed not read",
     "The program ended before it had read all arrays of --infeed. Each infeed op reads the next one."},
    {661, "manifest without ids",
     "The first line of the manifest.csv above a test names its columns; one of them, id, names the case of\n"
     "each row."},
    {662, "no worker",
     "Cases run in processes of their own. The system refused a process or a pipe. Run fewer at once with\n"
     "--jobs, or raise the limits of this shell."},
    {701, "buffers too large", "The sizes of the buffers add up to more than the address space."},
    {702, "buffers do not fit the pools",
     "No placement was found that fits the listed buffers into the pools of the target's description;\n"
     "without any one of them, the others fit. Give a pool more bytes, add a pool, or make the tensors\n"
     "smaller. Results of the function and its arguments are in the caller's memory, not in pools."},
    {703, "weights do not fit their pool",
     "The constants of the program, as kernels read them, exceed the size of the pool that holds weights.\n"
     "Enlarge it in the target's description, or pass large constants as arguments."},
    {9000, "broken invariant",
     "An internal check of hlo2c failed. The program may be correct: please report it together with the\n"
     "message."},
    {9001, "unexpected failure",
     "An unforeseen error occurred, such as running out of memory. Please report it together with the\n"
     "message."},
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
