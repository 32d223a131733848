"""One emitted library: made by `hlo2c compile`, built with some compiler, run on a program's arguments."""

import json
import os
import shlex
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

WARNINGS = ["-Wall", "-Wextra", "-pedantic", "-Werror"]
HARNESS = Path(__file__).resolve().parent / "harness.c"
WITHOUT_AVX512 = Path(__file__).resolve().parent / "x86-64-v4-without-avx512.yaml"
RUNTIME = Path(__file__).resolve().parent.parent.parent / "runtime_c"
THREAD_POOL = "hlo2c_threads.c"  # serves a hook: linked only where the hook is used
RANK_THREADS = "hlo2c_rank_threads.c"


class Failure(Exception):
    """A measure that does not hold, with the reason."""


def runnable(targets):
    """The targets of a comma-separated list as this machine runs them, by an emulator or without. Where AVX-512 is
    missing, x86-64-v4 becomes a target with the same kernels."""
    if "avx512vl" in Path("/proc/cpuinfo").read_text():
        return targets.split(",")
    return [str(WITHOUT_AVX512) if name == "x86-64-v4" else name for name in targets.split(",")]


def run(command, **options):
    """Runs a command and gives its output; a failure shows the command and what it printed."""
    command = [str(part) for part in command]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          **options)
    if done.returncode != 0:
        raise Failure(f"{shlex.join(command)}\n{done.stdout[-8000:]}\nexit status {done.returncode}")
    return done.stdout


@dataclass
class Build:
    """How to turn the sources into a program."""

    compiler: str = "gcc"
    standard: str = "c11"
    optimisation: str = "-O2"
    flags: list = field(default_factory=list)
    link_flags: list = field(default_factory=list)
    emulator: list = field(default_factory=list)
    portable: bool = False  # without the target's flags: any machine, the portable form of the sources

    @property
    def name(self):
        return f"{Path(self.compiler).name}-{self.standard}{self.optimisation}"


class Library:
    """The folder that `hlo2c compile` wrote."""

    def __init__(self, hlo2c, program, directory, target="x86-64-v3", options=()):
        self.program = program
        self.name = program.name
        self.directory = Path(directory)
        self.target = target
        run([hlo2c, "compile", program.file, "-o", self.directory, "--name", self.name, "--target", target,
             *program.compile_options(), *options])

    def report(self):
        return json.loads((self.directory / f"{self.name}.json").read_text())

    def sources(self):
        """The translation units of the library proper."""
        found = sorted([*(self.directory / "src").glob("*.c"), *(self.directory / "weights").glob("*.c")])
        found = [path for path in found if path.name != THREAD_POOL]
        if not found:
            raise Failure(f"{self.directory} holds no C file")
        return found

    def weights_file(self):
        file = self.directory / "weights" / f"{self.name}.weights"
        return file if file.exists() else None

    def target_flags(self, build):
        if build.portable:
            return []
        flags = self.report()["target"]["c_flags"]
        return shlex.split(flags) if isinstance(flags, str) else flags

    def include_flags(self):
        return [f"-I{self.directory / 'include'}", f"-I{self.directory / 'src'}"]

    def objects(self, build, into, compiled=None):
        """Compiles every translation unit by itself, strictly; returns the object files. `compiled`, a dictionary, keeps
        them for other libraries: a unit that is equal after preprocessing is not compiled again with equal flags."""
        into.mkdir(parents=True, exist_ok=True)
        result = []
        for source in self.sources():
            target = into / (source.relative_to(self.directory).as_posix().replace("/", "_") + ".o")
            command = [build.compiler, f"-std={build.standard}", build.optimisation, *self.target_flags(build), *WARNINGS,
                       *build.flags]
            unit = [*self.include_flags(), "-c", source]
            if compiled is None:
                run([*command, *unit, "-o", target])
            else:
                key = (*command, run([*command, *unit, "-E", "-P"]))
                if key not in compiled:
                    run([*command, *unit, "-o", target])
                    compiled[key] = target
                target = compiled[key]
            result.append(target)
        return result

    def executable(self, build, into, objects=None, threads=False, more_sources=()):
        """The harness linked with the library, which is compiled if no `objects` are given; `threads` for one that runs
        loops in several."""
        into.mkdir(parents=True, exist_ok=True)
        objects = objects or self.objects(build, into)
        main = into / "harness"
        hooks = ["-DTHREADS", RUNTIME / THREAD_POOL, *more_sources] if threads else []
        if self.program.ranks > 1:
            hooks += [f"-DRANKS={self.program.ranks}", RUNTIME / RANK_THREADS]
        run([build.compiler, "-std=gnu11", "-O1", *build.flags, *self.target_flags(build), *self.include_flags(),
             f"-DLIBRARY={self.name}", f'-DLIBRARY_HEADER="{self.name}.h"',
             f"-I{RUNTIME}", HARNESS, *hooks, *objects, "-o", main, *build.link_flags])
        return main

    def run_harness(self, build, executable, out, repetitions=1, threads=1, parallel=False):
        """Runs the first entry point on the program's arguments; gives the results' bytes by number. With `parallel`,
        some loop must run in parallel."""
        out.mkdir(parents=True, exist_ok=True)
        environment = dict(os.environ, ASAN_OPTIONS="detect_leaks=1", UBSAN_OPTIONS="print_stacktrace=1",
                           TSAN_OPTIONS="halt_on_error=1", HARNESS_THREADS=str(threads))
        if parallel:
            environment["HARNESS_PARALLEL"] = "1"
        run([*build.emulator, executable, out, self.weights_file() or "-", str(repetitions),
             *self.program.input_files()], env=environment)
        results = [path.read_bytes() for path in sorted(out.glob("*.raw"))]
        if not results:
            raise Failure("the harness wrote no result")
        return results

    def results(self, build, into, compiled=None, objects=None):
        executable = self.executable(build, into, objects or self.objects(build, into, compiled))
        return self.run_harness(build, executable, into / "results")
