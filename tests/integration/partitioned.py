"""Programs that XLA partitioned, with the arguments of each rank."""

import json

import numpy

from programs import Program


def program_from_partitioned(model, work):
    """The program of each rank. The whole arguments are cut as the model's meta.json says of each device."""
    meta = json.loads((model / "meta.json").read_text())
    arguments, ranks = work / "arguments", meta["num_partitions"]
    for rank in range(ranks):
        folder = arguments / f"rank{rank}"
        folder.mkdir(parents=True)
        for number, each in enumerate(meta["args"]):
            box = tuple(slice(begin, end) for begin, end in each["sharding"]["per_device"][rank])
            numpy.save(folder / f"{number:03}.npy", numpy.ascontiguousarray(numpy.load(model / each["file"])[box]))
    return Program(model.name, model / "module.spmd_partitioned.hlo.pb", arguments, ranks=ranks)
