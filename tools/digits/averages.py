"""Averages the weights of nets with a common ancestor.

python -m tools.digits.averages --net 9.7.onnx 0.7 --net 6.21.onnx 0.3 --output digits.onnx

A net fine-tuned on new handwriting reads it better and the old slightly worse; the average keeps
the old accuracy and most of the new (Wortsman et al., “Robust fine-tuning of zero-shot models”,
2022). An average of unrelated nets would read nothing.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import onnx.checker
import onnx.numpy_helper


def averaged(nets: Sequence[tuple[onnx.ModelProto, float]]) -> onnx.ModelProto:
    """Return the weighted mean of nets; the shares sum up to one.

    Raises `ValueError` if their architectures differ.
    """
    first = onnx.ModelProto()
    first.CopyFrom(nets[0][0])
    every = zip(*(net.graph.initializer for net, _ in nets), strict=True)
    kept = []
    for parts in every:
        if len({tuple(part.dims) for part in parts}) > 1:
            raise ValueError(f"{parts[0].name} is of another size in another net.")
        mean = sum(
            share * onnx.numpy_helper.to_array(part).astype(np.float32)
            for part, (_, share) in zip(parts, nets, strict=True)
        )
        half = np.asarray(mean, np.float16)
        kept.append(onnx.numpy_helper.from_array(half, parts[0].name))
    del first.graph.initializer[:]
    first.graph.initializer.extend(kept)
    onnx.checker.check_model(first, full_check=True)
    return first


def main() -> None:
    """Read the nets and write their average."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--net", nargs=2, action="append", required=True, metavar=("ONNX", "SHARE"))
    parser.add_argument("--output", type=Path, required=True)
    asked = parser.parse_args()
    nets = [(onnx.load(path), float(share)) for path, share in asked.net]
    onnx.save(averaged(nets), asked.output)


if __name__ == "__main__":
    main()
