"""Measures of a library in use: results, other machines, threads, and projects that build against it."""

import os
import shutil
from pathlib import Path

from library import Build, Failure, run

# target -> (prefix of Debian's cross compiler, emulator)
CROSS_TARGETS = {
    "x86-64-v2": ("", []),
    "armv8-a": ("aarch64-linux-gnu-", ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]),
    "armv7": ("arm-linux-gnueabihf-", ["qemu-arm", "-L", "/usr/arm-linux-gnueabihf"]),
}

CONSUMER_SOURCE = """#include "{name}.h"
#include <stdio.h>
int main(void)
{{
    printf("%u %s\\n", (unsigned)({upper}_ARENA_BYTES), {name}_functions[0].name);
    return 0;
}}
"""

FIND_PACKAGE = """cmake_minimum_required(VERSION 3.16)
project(consumer C)
find_package({name} REQUIRED)
add_executable(consumer main.c)
target_link_libraries(consumer PRIVATE {name}::{name})
"""

ADD_SUBDIRECTORY = """cmake_minimum_required(VERSION 3.16)
project(consumer C)
add_subdirectory({directory} {name})
add_executable(consumer main.c)
target_link_libraries(consumer PRIVATE {name}::{name})
"""


def results(context):
    """The emitted C, and the reference evaluator, agree with stored results of another compiler (expected/NAME beside the
    program); without these, the emitted C agrees with the evaluator."""
    stored = context.program.file.parent / "expected" / context.program.name
    if stored.is_dir():
        run([context.hlo2c, "eval", *program_arguments(context), "--expect", stored])
    expected = stored if stored.is_dir() else evaluated_results(context)
    print(run([context.hlo2c, "run", *program_arguments(context), "--expect", expected]))


def evaluated_results(context):
    """The reference evaluator's results, as a folder of NNN.npy."""
    folder = context.work / "evaluated"
    run([context.hlo2c, "eval", *program_arguments(context), "--out", folder])
    if not list(folder.glob("*.npy")):
        raise Failure("the evaluator wrote no result")
    return folder


def program_arguments(context):
    return [context.program.file, "--args", context.program.arguments, *context.program.compile_options()]


def agree_with_evaluator(context, evaluated, results, folder):
    """Compares the bytes of results with the evaluator's, which have the same headers."""
    folder.mkdir()
    files = sorted(evaluated.glob("*.npy"))
    if len(files) != len(results):
        raise Failure(f"{len(results)} results, but {len(files)} of the evaluator")
    for file, result in zip(files, results):
        whole = file.read_bytes()
        (folder / file.name).write_bytes(whole[:len(whole) - len(result)] + result)
    run([context.hlo2c, "eval", *program_arguments(context), "--expect", folder])


def cross(context):
    """A library for another machine gives the same bits there as its portable form here, which is compiled without
    optimisation. These are also compared with the reference evaluator, since a form that both machines share may be
    wrong."""
    evaluated = evaluated_results(context)
    compiled = {}
    agreeing = []  # the results that agree with the evaluator: most targets give the same
    for target, (prefix, emulator) in CROSS_TARGETS.items():
        library = context.library(f"cross-{target}", target)
        portable = Build("gcc", "gnu11", "-O0", flags=["-DHLO2C_SCALAR"], portable=True)
        native = library.results(portable, context.work / f"{target}-native", compiled)
        there = library.results(Build(f"{prefix}gcc", "gnu11", "-O2", emulator=emulator, link_flags=["-static"]),
                                context.work / f"{target}-there")
        if native != there:
            differing = [number for number, pair in enumerate(zip(native, there)) if pair[0] != pair[1]]
            raise Failure(f"{target}: results {differing} differ from those computed here")
        if there not in agreeing:
            agree_with_evaluator(context, evaluated, there, context.work / f"{target}-results")
            agreeing.append(there)
        print(f"{target}: {len(there)} results, equal bits")


def run_elsewhere(context):
    """`run` takes a cross compiler and executes the program by the emulator that the system has for it."""
    evaluated = evaluated_results(context)
    for target, (prefix, _) in CROSS_TARGETS.items():
        print(run([context.hlo2c, "run", *program_arguments(context), "--target", target, "--cc", f"{prefix}gcc -static",
                   "--expect", evaluated]))


# Every loop that can be parallel is, however little it does.
PARALLEL = ["--set", "parallel_work=1"]
OPENMP = Path(__file__).resolve().parent / "openmp_on_threads.c"


def has_parallel_loops(context, library):
    """Whether loops of the library may run in parallel. It is an error if the program is listed as having none, and has
    some, or the other way round."""
    found = any("parallel_for" in path.read_text() for path in library.sources())
    if found == context.serial:
        raise Failure("the program has parallel loops" if found else "the program has no parallel loop")
    return found


def thread_counts(context):
    """Equal bits from one, two, three, four and seven threads of the pool and of OpenMP, from a hook that begins with
    the last iteration, and from libraries for one slot, where no loop is parallel, and for three."""
    compiled = {}
    library = context.library(options=PARALLEL)
    parallel = has_parallel_loops(context, library)
    build = Build("gcc", "gnu11", "-O2", flags=["-pthread"])
    objects = library.objects(build, context.work / "objects", compiled)
    serial = library.run_harness(build, library.executable(build, context.work / "serial", objects),
                                 context.work / "serial-results")
    for count in (1, 3):
        slots = context.library(f"slots{count}", options=[*PARALLEL, "--slots", str(count)])
        if count == 1 and any("parallel_for" in path.read_text() for path in slots.sources()):
            raise Failure("a library for one slot has parallel loops")
        folder = context.work / f"slots{count}-pool"
        objects_of_slots = slots.objects(build, folder, compiled)
        executable = slots.executable(build, folder, objects_of_slots, threads=True)
        results = slots.run_harness(build, executable, context.work / f"slots{count}-results", threads=2,
                                    parallel=parallel and count > 1)
        if results != serial:
            raise Failure(f"{count} slots give other bits")
        backwards = Build("gcc", "gnu11", "-O2", flags=["-pthread", "-DBACKWARDS"])
        executable = slots.executable(backwards, context.work / f"slots{count}-backwards", objects_of_slots, threads=True)
        if slots.run_harness(backwards, executable, context.work / f"slots{count}-backwards-results",
                             parallel=parallel and count > 1) != serial:
            raise Failure(f"{count} slots give other bits if the last one runs first")
    # Only the harness knows of OpenMP.
    for name, flags in (("pool", ["-pthread"]), ("openmp", ["-fopenmp", "-pthread"])):
        build = Build("gcc", "gnu11", "-O2", flags=flags)
        executable = library.executable(build, context.work / name, objects, threads=True)
        for count in (1, 2, 3, 4, 7):
            results = library.run_harness(build, executable, context.work / f"{name}{count}", threads=count,
                                          parallel=parallel)
            if results != serial:
                raise Failure(f"{count} threads of {name} give other bits than no hook")
    print("equal bits for 1, 2, 3, 4 and 7 threads of the pool and of OpenMP, and for 1 and 3 slots")


def threads(context):
    """ThreadSanitizer finds no race when four threads of the pool, or of OpenMP, run the parallel loops of two calls, or
    of all ranks, at the same time, and the bits are those of one thread."""
    library = context.library(options=PARALLEL)
    parallel = has_parallel_loops(context, library)
    tsan = ["-fsanitize=thread", "-g1", "-pthread"]
    objects = library.objects(Build("gcc", "gnu11", "-O1", flags=tsan), context.work / "objects")
    for name, more, sources in (("pool", [], []), ("openmp", ["-fopenmp"], [OPENMP])):
        build = Build("gcc", "gnu11", "-O1", flags=[*tsan, *more])
        executable = library.executable(build, context.work / name, objects, threads=True, more_sources=sources)
        one, four = (library.run_harness(build, executable, context.work / f"{name}-{threads}", repetitions,
                                         threads=threads, parallel=parallel)
                     for threads, repetitions in ((1, 1), (4, 3)))
        if one != four:
            raise Failure(f"four threads of {name} give other bits than one")
    print("no race over 3 runs with 4 threads")


def consumers(context):
    """The library serves projects that use find_package, add_subdirectory, pkg-config and its Makefile, with the
    compiler's own headers (tests/narrow_headers)."""
    os.environ.pop("CPATH", None)
    library = context.library()
    names = {"name": library.name, "upper": library.name.upper(), "directory": library.directory}
    prefix = context.work / "installed"
    build = context.work / "cmake-build"
    run(["cmake", "-S", library.directory, "-B", build, f"-DCMAKE_INSTALL_PREFIX={prefix}"])
    run(["cmake", "--build", build])
    run(["ctest", "--test-dir", build, "--output-on-failure", "--no-tests=error"])
    run(["cmake", "--install", build])
    outputs = {
        "find_package": cmake_consumer(context, "find_package", FIND_PACKAGE.format(**names), names,
                                       [f"-DCMAKE_PREFIX_PATH={prefix}"]),
        "add_subdirectory": cmake_consumer(context, "add_subdirectory", ADD_SUBDIRECTORY.format(**names), names, []),
        "pkg-config": pkg_config_consumer(context, prefix, names),
        "make": make_consumer(context, library, names),
    }
    if len(set(outputs.values())) != 1:
        raise Failure(f"the consumers print different things: {outputs}")
    print(f"{', '.join(outputs)}: {outputs['make'].strip()}")


def consumer_folder(context, kind, names):
    folder = context.work / f"consumer-{kind}"
    folder.mkdir()
    (folder / "main.c").write_text(CONSUMER_SOURCE.format(**names))
    return folder


def cmake_consumer(context, kind, text, names, options):
    folder = consumer_folder(context, kind, names)
    (folder / "CMakeLists.txt").write_text(text)
    run(["cmake", "-S", folder, "-B", folder / "build", *options])
    run(["cmake", "--build", folder / "build"])
    return run([folder / "build" / "consumer"])


def pkg_config_consumer(context, prefix, names):
    folder = consumer_folder(context, "pkg-config", names)
    files = list(prefix.rglob(f"{names['name']}.pc"))
    if len(files) != 1:
        raise Failure(f"{names['name']}.pc was not installed")
    flags = run(["env", f"PKG_CONFIG_PATH={files[0].parent}", "pkg-config", "--cflags", "--libs", names["name"]])
    run(["gcc", folder / "main.c", "-o", folder / "consumer", *flags.split()])
    return run([folder / "consumer"])


def make_consumer(context, library, names):
    folder = consumer_folder(context, "make", names)
    copy = folder / "library"
    shutil.copytree(library.directory, copy)
    run(["make", "-C", copy])
    run(["make", "-C", copy, "test"])
    archives = list(Path(copy).rglob(f"lib{names['name']}.a"))
    if len(archives) != 1:
        raise Failure(f"the Makefile made {len(archives)} archives")
    run(["gcc", folder / "main.c", f"-I{copy / 'include'}", archives[0], "-o", folder / "consumer"])
    return run([folder / "consumer"])


def cplusplus(context):
    """The header works in C++, and both languages see the same tables."""
    library = context.library()
    folder = consumer_folder(context, "cplusplus",
                             {"name": library.name, "upper": library.name.upper()})
    objects = library.objects(Build(), context.work / "objects")
    source = folder / "main.cpp"
    (folder / "main.c").rename(source)
    for compiler in ("g++", "clang++-14"):
        run([compiler, "-std=c++17", "-Wall", "-Wextra", "-pedantic", "-Werror", *library.include_flags(), source,
             *objects, "-o", folder / "consumer"])
        print(compiler, run([folder / "consumer"]).strip())


MEASURES = {each.__name__: each for each in (results, cross, run_elsewhere, thread_counts, threads, consumers, cplusplus)}
