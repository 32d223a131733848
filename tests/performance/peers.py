"""How each peer runs a program: a function from Program to a Contestant, on one thread and in this process."""

import ctypes
import hashlib
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable

import numpy as np


@dataclass
class Contestant:
    """`run()` is one call; `results(value)` turns what it returned into arrays."""

    run: Callable[[], Any]
    results: Callable[[Any], list]
    keep: tuple = ()  # objects that must live as long as `run`


def one_thread():
    """Restricts all peers to the calling thread; must run before any peer is imported."""
    os.environ.update(XLA_FLAGS="--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
                      OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", JAX_PLATFORMS="cpu", TF_CPP_MIN_LOG_LEVEL="3")


def holding(isa, compiler, folder):
    """The environment of a process whose peers use an instruction set at most (None: all of this machine)."""
    if isa is None:
        return {}
    library = folder / f"hold_to_{isa}.so"
    source = Path(__file__).with_name(f"hold_to_{isa}.c")
    subprocess.run([compiler, "-O2", "-shared", "-fPIC", source, "-o", library], check=True)
    return {"LD_PRELOAD": str(library)}


def check_held(isa):
    """Fails if peers of this process could use more than the instruction set."""
    if isa is not None:
        beyond = getattr(ctypes.CDLL(None), f"features_beyond_{isa}")()
        if beyond != 0:
            raise SystemExit(f"the peers see features beyond {isa}: {beyond & 0xffffffff:#x}")


def _xla(program, constants):
    import jax
    from jax._src import compiler
    from jax._src.interpreters import mlir
    from jax._src.lib import xla_client
    from jaxlib.mlir import ir

    if any(array.dtype.itemsize == 8 and array.dtype.kind in "iuf" for array in program.arguments):
        jax.config.update("jax_enable_x64", True)
    jax.numpy.linalg.cholesky(jax.numpy.eye(2)).block_until_ready()  # registers the custom calls of linear algebra
    device = jax.devices()[0]
    context = mlir.make_ir_context()
    with context:
        module = program.with_constants(context) if constants else ir.Module.parse(program.text())
        executable = device.client.compile_and_load(
            module, executable_devices=xla_client.DeviceList((device,)),
            compile_options=compiler.get_compile_options(num_replicas=1, num_partitions=1))
    inputs = [jax.device_put(array) for array in (program.inputs() if constants else program.arguments)]

    def run():
        results = executable.execute(inputs)
        for result in results:
            result.block_until_ready()
        return results

    return Contestant(run, lambda results: [np.asarray(each) for each in results])


IREE_FLAGS = ["--iree-input-type=stablehlo", "--iree-hal-target-device=local",
              "--iree-hal-local-target-device-backends=llvm-cpu"]
IREE_CPUS = {None: "host", "avx2": "x86-64-v3"}
# Tried in this order until a program compiles and its results are right.
IREE_LEVELS = [["--iree-opt-level=O3"], [], ["--iree-llvmcpu-stack-allocation-limit=131072"]]


def _iree_binary(program, constants, level, cache):
    """Compiles with the flags `level`, or uses the cached result; failures are cached too."""
    key = hashlib.sha256(" ".join([program.digest(), str(constants), *level]).encode()).hexdigest()[:16]
    binary, failure = cache / f"{program.name}-{key}.vmfb", cache / f"{program.name}-{key}.failed"
    if failure.exists():
        raise RuntimeError(failure.read_text())
    if not binary.exists():
        from jax._src.interpreters import mlir

        cache.mkdir(parents=True, exist_ok=True)
        source = cache / f"{program.name}-{key}.mlir"
        if constants:
            context = mlir.make_ir_context()
            with context, open(source, "wb") as file:
                program.with_constants(context).operation.write_bytecode(file)
        else:
            source.write_text(program.text())
        compiler = Path(sys.executable).parent / "iree-compile"
        done = subprocess.run([compiler, source, "-o", f"{binary}.new", *IREE_FLAGS, *level],
                              capture_output=True, text=True, errors="replace")
        source.unlink()
        if done.returncode != 0:
            errors = [line for line in done.stderr.splitlines() if "error" in line] or [done.stderr]
            failure.write_text(errors[0][:300])
            raise RuntimeError(errors[0][:300])
        os.replace(f"{binary}.new", binary)
    return binary


def _iree_contestant(program, constants, binary):
    import iree.runtime

    config = iree.runtime.Config("local-sync")
    context = iree.runtime.SystemContext(config=config)
    module = iree.runtime.VmModule.mmap(context.instance, str(binary))
    context.add_vm_module(module)
    function = getattr(context.modules, module.name)["main"]
    inputs = [iree.runtime.asdevicearray(config.device, array)
              for array in (program.inputs() if constants else program.arguments)]

    def results(value):
        return [np.asarray(each.to_host()) for each in (value if isinstance(value, (tuple, list)) else [value])]

    return Contestant(lambda: function(*inputs), results, (config, context, module))


def _iree(program, constants, cache, isa):
    problem, cpu = None, f"--iree-llvmcpu-target-cpu={IREE_CPUS[isa]}"
    for level in IREE_LEVELS:
        try:
            contestant = _iree_contestant(program, constants, _iree_binary(program, constants, [cpu, *level], cache))
        except RuntimeError as error:
            problem = error
            continue
        if program.relative_error(contestant.results(contestant.run())) < 1e-2:
            return contestant
        problem = RuntimeError("wrong results")
    raise problem


def _onnxruntime(program):
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(str(program.onnx), options, providers=["CPUExecutionProvider"])
    feed = dict(zip([each.name for each in session.get_inputs()], program.inputs()))
    return Contestant(lambda: session.run(None, feed), list)


def _openvino(program):
    import openvino

    core = openvino.Core()
    model = core.read_model(str(program.onnx))
    model.reshape({number: list(array.shape) for number, array in enumerate(program.inputs()) if array.ndim})
    compiled = core.compile_model(model, "CPU", {"INFERENCE_NUM_THREADS": 1, "NUM_STREAMS": 1,
                                                 "INFERENCE_PRECISION_HINT": "f32", "PERFORMANCE_HINT": "LATENCY"})
    request = compiled.create_infer_request()
    for number, array in enumerate(program.inputs()):
        request.set_input_tensor(number, openvino.Tensor(np.ascontiguousarray(array)))

    def results(_):
        return [np.array(request.get_output_tensor(number).data) for number in range(len(compiled.outputs))]

    return Contestant(request.infer, results, (core, compiled))


def peers_of(program, cache, isa=None):
    """Name -> how to make the contestant, for every peer that can take this program's files."""
    peers = {"xla": lambda: _xla(program, False), "iree": lambda: _iree(program, False, cache, isa)}
    if any(program.is_weight):
        peers["xla_const"] = lambda: _xla(program, True)
        peers["iree_const"] = lambda: _iree(program, True, cache, isa)
    if program.onnx.exists():
        peers["onnxruntime"] = lambda: _onnxruntime(program)
        peers["openvino"] = lambda: _openvino(program)
    return peers
