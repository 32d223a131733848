"""Measures of the emitted sources and of the objects compiled from them."""

import filecmp
import re

from library import Build, Failure, Library, run
from objdump import functions_of, hot_operations, multiply_loops, vector_loops

ALLOWED_IMPORTS = {"memcpy", "memmove", "memset"}
STACK_LIMIT = 2048
# On aarch64, by program. A depthwise convolution loads a vector for almost every multiply-add.
INSTRUCTIONS_PER_MULTIPLY_ADD = {"large_dense": 1.35, "small_images": 1.6, "convolution_pool": 1.5, "convolution_chain": 1.9}
FUNCTIONS_OF_LANES = {f"{name}_{kind}" for name in ("apply_sweeps", "evaluate") for kind in ("f32", "f64")}
INSTRUCTIONS_PER_MULTIPLICATION = 5
LEAST_SHARE = 0.3  # of multiply-adds among the instructions of a loop of products; others compute functions


def positioned(compiler, standard, optimisation, *flags):
    """A build whose tables of pointers are read-only: position-independent code would relocate them."""
    return Build(compiler, standard, optimisation, flags=["-fno-pie", *flags], link_flags=["-no-pie"])


BUILDS = [positioned("gcc", "c11", "-O0"), positioned("gcc", "gnu11", "-O2", "-fstack-usage"), positioned("gcc", "c11", "-O3"),
          positioned("clang-14", "c11", "-O3"), positioned("clang-14", "gnu11", "-O1"),
          positioned("gcc", "gnu11", "-O0", "-DHLO2C_SCALAR")]  # the form for compilers without vector extensions


def compilers(context):
    """gcc and clang, strict C11 and gnu11, -O0 to -O3, and the form without vector extensions: no warning anywhere, the
    same bits everywhere, no import but memcpy, memset and memmove, no export without the prefix, and every frame at -O2
    within the limit."""
    library = context.library()
    reference = None
    for build in BUILDS:
        folder = context.work / build.name
        objects = library.objects(build, folder)
        require_few_symbols(library, objects)
        if "-fstack-usage" in build.flags:
            require_small_frames(library, objects)
        results = library.results(build, folder, objects=objects)
        if reference is None:
            reference, first = results, build.name
        elif results != reference:
            differing = [index for index, pair in enumerate(zip(reference, results)) if pair[0] != pair[1]]
            raise Failure(f"results {differing} differ between {first} and {build.name}")
        print(f"{build.name}: {len(results)} results, {sum(map(len, results))} bytes, equal")


def sanitizers(context):
    """gcc's AddressSanitizer and UndefinedBehaviorSanitizer find nothing, with every array in a block of its exact
    size."""
    flags = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer", "-g1"]
    build = Build("gcc", "gnu11", "-O1", flags=flags, link_flags=flags[:1])
    context.library().results(build, context.work / "sanitized")
    print("clean")


def deterministic(context):
    """Two compilations, in folders of different names, write the same bytes."""
    first, second = context.library("first"), context.library("another/place")
    names = [sorted(path.relative_to(library.directory) for path in library.directory.rglob("*") if path.is_file())
             for library in (first, second)]
    if names[0] != names[1]:
        raise Failure(f"the files differ: {set(names[0]) ^ set(names[1])}")
    differing = [str(name) for name in names[0]
                 if not filecmp.cmp(first.directory / name, second.directory / name, shallow=False)]
    if differing:
        raise Failure(f"these files differ from one compilation to the next: {differing}")
    print(f"{len(names[0])} files are equal")


def symbols(objects):
    """The undefined, the defined and the writable symbols of objects, by nm."""
    undefined, defined, writable = set(), set(), set()
    for path in objects:
        for line in run(["nm", path]).splitlines():
            kind, name = line.split()[-2:]
            if kind == "U":
                undefined.add(name)
            elif kind.isupper():
                defined.add(name)
            if kind in "dDbBC":
                writable.add(name)
    return undefined, defined, writable


def require_few_symbols(library, objects):
    """No undefined symbol but memcpy, memset and memmove, no export without the prefix, and no writable data."""
    undefined, defined, writable = symbols(objects)
    foreign = undefined - defined - ALLOWED_IMPORTS
    if foreign:
        raise Failure(f"imports of {sorted(foreign)}")
    unprefixed = [name for name in defined if not name.startswith((library.name + "_", "hlo2c_"))]
    if unprefixed:
        raise Failure(f"exports of {sorted(unprefixed)}")
    if writable:
        raise Failure(f"writable data: {sorted(writable)}")


def require_small_frames(library, objects):
    """No function has a dynamic frame or one over the limit, by -fstack-usage; the certificate has no violation, and is
    shown beside the frames on its deepest path, which also hold the overhead of calls."""
    usage = {}
    for path in objects:
        for line in path.with_suffix(".su").read_text().splitlines():
            place, size, kind = line.split("\t")
            name = place.rsplit(":", 1)[1]
            usage[name] = max(usage.get(name, 0), int(size))
            if "dynamic" in kind and "bounded" not in kind:
                raise Failure(f"{place}: the frame's size is dynamic")
    over = {name: size for name, size in usage.items() if size > STACK_LIMIT}
    if over:
        raise Failure(f"frames over {STACK_LIMIT} bytes: {over}")
    certificate = library.report()["certificate"]
    if certificate["violations"]:
        raise Failure(f"the certificate has violations: {certificate['violations']}")
    path = [name for name in certificate["deepest_path"] if name in usage]
    print(f"largest frame {max(usage.values())} of {STACK_LIMIT}; deepest path {certificate['deepest_path']}: "
          f"{certificate['deepest_stack']} bytes of locals, {sum(usage[name] for name in path)} bytes of frames")


def freestanding(context):
    """With --freestanding, nm shows no undefined symbol and the results are the same."""
    library = context.library("freestanding", options=["--freestanding"])
    expected = context.library("hosted").results(Build("gcc", "c11", "-O2"), context.work / "hosted_results")
    for compiler in ("gcc", "clang-14"):
        for optimisation in ("-O0", "-O3"):
            build = Build(compiler, "c11", optimisation)
            folder = context.work / build.name
            objects = library.objects(build, folder)
            undefined, defined, _ = symbols(objects)
            if undefined - defined:
                raise Failure(f"{build.name} imports {sorted(undefined - defined)}")
            if library.results(build, folder, objects=objects) != expected:
                raise Failure(f"{build.name} gives other bits than the library that imports memcpy")
            print(f"{build.name}: no imports, the same results")


def packed(context):
    """At least 95 % of the floating-point operations are in kernels that Halide lowered and whose loops compute with
    packed instructions."""
    library = context.library()
    flags = ["-fno-inline-functions-called-once", "-fno-partial-inlining", "-fno-ipa-cp", "-fno-ipa-icf"]
    functions = {}
    for path in library.objects(Build("gcc", "gnu11", "-O3", flags=flags), context.work / "packed"):
        functions.update(functions_of(run(["objdump", "-d", "--no-show-raw-insn", path])))
    total, good, rows = 0, 0, []
    for kernel in library.report()["kernels"]:
        flops = kernel["flops"] * kernel["call_sites"]
        parts = [lines for name, lines in functions.items() if belongs_to(name, kernel["function"])]
        operations = [hot_operations(lines) for lines in parts]
        vector, scalar = sum(each[0] for each in operations), sum(each[1] for each in operations)
        is_good = kernel["origin"] == "halide" and vector > scalar
        total += flops
        good += flops if is_good else 0
        rows.append(f"{kernel['name']}: {flops} FLOPs, {kernel['origin']}, {vector} packed and {scalar} scalar "
                    f"instructions in its loops{'' if parts else ' (no function of this name)'}")
    print("\n".join(rows))
    if total == 0:
        print("no floating-point operation in this program")
        return
    print(f"packed share {100 * good / total:.2f} % of {total} FLOPs")
    if good < 0.95 * total:
        raise Failure(f"only {100 * good / total:.2f} % of the FLOPs are Halide's and packed")


def loops_of_multiply_adds(context, target, compiler, objdump):
    """(function, fused multiply-adds, instructions, those that touch the stack) of innermost loops; none is an error."""
    library = context.library(target, target)
    loops = []
    for path in library.objects(Build(compiler, "gnu11", "-O3"), context.work / f"registers-{target}"):
        for name, lines in functions_of(run([objdump, "-d", "--no-show-raw-insn", path])).items():
            loops += [(name, fused, instructions, stack) for fused, instructions, stack in multiply_loops(lines)
                      if fused > LEAST_SHARE * instructions]
    if not loops:
        raise Failure(f"{target}: no loop of fused multiply-adds")
    for name, fused, instructions, stack in loops:
        print(f"{target} {name}: {fused} fused multiply-adds of {instructions} instructions, {stack} on the stack")
    spilled = [name for name, _, _, stack in loops if stack]
    if spilled:
        raise Failure(f"{target}: loops that touch the stack in {sorted(set(spilled))}")
    return loops


def registers(context):
    """Innermost loops of fused multiply-adds, with AVX2 and AVX-512, keep everything in registers: no stack access."""
    for target in ("x86-64-v3", "x86-64-v4"):
        loops_of_multiply_adds(context, target, "gcc", "objdump")


def registers_aarch64(context):
    """The same with NEON, and few instructions besides the multiply-adds."""
    most = INSTRUCTIONS_PER_MULTIPLY_ADD[context.program.name]
    for name, fused, instructions, _ in loops_of_multiply_adds(context, "armv8-a", "aarch64-linux-gnu-gcc",
                                                               "aarch64-linux-gnu-objdump"):
        if instructions > most * fused:
            raise Failure(f"armv8-a: {instructions} instructions for {fused} multiply-adds in {name}, more than "
                          f"{most} for each")


def lanes(context):
    """The loops of rotations and of secular equations in the runtime's linear algebra multiply vectors, and keep them in
    registers, with AVX2 and NEON as well."""
    for target, compiler, objdump in (("x86-64-v3", "gcc", "objdump"),
                                      ("armv8-a", "aarch64-linux-gnu-gcc", "aarch64-linux-gnu-objdump")):
        library, found = context.library(target, target), set()
        for path in library.objects(Build(compiler, "gnu11", "-O3"), context.work / f"lanes-{target}"):
            for name, lines in functions_of(run([objdump, "-d", "--no-show-raw-insn", path])).items():
                function = name.split(".")[0]
                for multiplications, instructions, moved in vector_loops(lines) if function in FUNCTIONS_OF_LANES else ():
                    print(f"{target} {path.stem} {name}: {multiplications} packed multiplications of {instructions} "
                          f"instructions, {moved} vectors on the stack")
                    found.add(function)
                    if moved:
                        raise Failure(f"{target}: a loop of {name} moves vectors from and to the stack")
                    if instructions > INSTRUCTIONS_PER_MULTIPLICATION * multiplications:
                        raise Failure(f"{target}: a loop of {name} has {instructions} instructions for {multiplications} "
                                      "packed multiplications")
        if found != FUNCTIONS_OF_LANES:
            raise Failure(f"{target}: no loop of packed multiplications in {sorted(FUNCTIONS_OF_LANES - found)}")


def belongs_to(function, kernel):
    """True if a function of the object file is the kernel or a part of it, such as the body of a parallel loop."""
    plain = re.sub(r"\.(constprop|part|isra|cold)\.?\d*", "", function)
    return plain == kernel or re.fullmatch(re.escape(kernel) + r"_(body|range|task|loop|parallel)\w*", plain) is not None


MEASURES = {each.__name__: each for each in (compilers, sanitizers, deterministic, freestanding, packed, lanes, registers,
                                         registers_aarch64)}
__all__ = ["MEASURES", "Library"]
