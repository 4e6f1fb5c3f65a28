"""Train the net that reads digits, make its confidence honest, and write it as ONNX.

python -m tools.digits.train --cache FOLDER --output camera/models/digits.onnx

`--start MODEL` goes on from a model that was trained before; then give another `--seed`, so that
the fields are new ones.
"""

import argparse
import copy
import json
import math
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import onnx
import onnx.checker
import onnx.helper
import onnx.numpy_helper
import torch
from torch import nn
from torch.nn import functional

from camera.digits import CLASSES
from camera.ink import SIDE
from tools.digits.pools import Hands, pool
from tools.digits.sources import Labels, Pictures, mnist
from tools.digits.strokes import Penned, kept_back, pendigits, unipen

SEED: Final = 20_261_128
_KEPT_BACK: Final = 6_000
"""Pictures of MNIST's training part that calibrate the net and train nothing."""

_NOT_TRAINED: Final = 8
"""One digit of Pendigits in so many calibrates and trains nothing."""

_BATCH: Final = 192
_FASTEST: Final = 4e-3
_MEMORY: Final = 0.998
_WARM: Final = 0.04
"""The share of a training in which the pace rises; afterwards it falls to nothing."""


class _Learning(NamedTuple):
    model: nn.Module
    mean: Any
    learner: Any
    course: "_Course"


class _Course:
    """How far a training is, by its steps or by the clock, whichever is further."""

    def __init__(self, pace: float, steps: int, minutes: float) -> None:
        self._pace, self._steps, self._seconds = pace, steps, 60 * minutes
        self._step = 0
        self._began = time.perf_counter()

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._began

    @property
    def gone(self) -> float:
        """Return which share of the training is over."""
        return min(1.0, max(self._step / self._steps, self.seconds / self._seconds))

    def pace(self) -> float:
        """Return the pace of the next step."""
        self._step += 1
        return self._pace * min(self.gone / _WARM, (1 - self.gone) / (1 - _WARM))


def net() -> nn.Sequential:
    """Make the net, untrained: five rounds of looking at ever larger parts."""
    return nn.Sequential(
        # Every second pixel is enough of a middle to look from, and a third of the work.
        *_layer(1, 24, side=5, around=2, step=2),
        *_layer(24, 32),
        nn.MaxPool2d(2),
        *_layer(32, 64),
        *_layer(64, 96),
        nn.MaxPool2d(2),
        *_layer(96, 128, around=0),
        nn.Flatten(),
        nn.Dropout(0.3),
        nn.Linear(4 * 128, CLASSES),
    )


def _layer(
    given: int, made: int, *, side: int = 3, around: int = 1, step: int = 1
) -> list[nn.Module]:
    seen = nn.Conv2d(given, made, side, step, around, bias=False)
    return [seen, nn.BatchNorm2d(made), nn.ReLU(inplace=True)]


@torch.no_grad()
def restored(path: Path, pictures: Pictures) -> nn.Sequential:
    """Make the net of an ONNX file ready to learn on; the pictures tell how its layers scatter.

    The file holds each layer joined with the norm behind it. They are parted again so that the net
    says the same as before.
    """
    # The order of the file is not that of the net: what looks at parts comes before what sums up.
    graph = sorted(onnx.load(path).graph.initializer, key=lambda part: "Conv" not in part.name)
    known = [torch.from_numpy(onnx.numpy_helper.to_array(part).copy()) for part in graph]
    model, inside = net(), torch.from_numpy(pictures).float().div(255).unsqueeze(1)
    kernels = [part for part in known if part.ndim > 1]
    shifts = [part for part in known if part.ndim == 1]
    for layer in model:
        if isinstance(layer, nn.Conv2d | nn.Linear):
            layer.weight.copy_(kernels.pop(0))
        if isinstance(layer, nn.Linear):
            layer.bias.copy_(shifts.pop(0))
        if isinstance(layer, nn.BatchNorm2d):
            spread, mean = torch.var_mean(inside, (0, 2, 3))
            layer.running_mean, layer.running_var = mean, spread
            layer.weight.copy_((spread + layer.eps).sqrt())
            layer.bias.copy_(shifts.pop(0) + mean)
        inside = layer.eval()(inside)
    return model


def train(hands: Hands, asked: argparse.Namespace) -> nn.Module:
    """Train on several pools of freshly rendered fields, with several passes through each."""
    torch.manual_seed(asked.seed)
    fields, passes, pools = asked.fields, asked.passes, asked.pools
    # Beside other layouts of memory this one takes two thirds of the time.
    model = net()
    if asked.start is not None:
        model = restored(asked.start, pool(hands, 2_000, asked.seed - 2)[0])
    model = model.to(memory_format=torch.channels_last)
    steps = pools * passes * (-(-fields // _BATCH) + 1)
    learner = torch.optim.AdamW(model.parameters(), lr=asked.pace, weight_decay=0.02)
    course = _Course(asked.pace, steps, asked.minutes)
    # The mean of the weights along the way reads strange hands better than the last ones.
    mean = torch.optim.swa_utils.AveragedModel(
        model, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(_MEMORY), use_buffers=True
    )
    for number, (pictures, labels) in enumerate(_pools(hands, fields, pools, asked.seed)):
        for _ in range(passes):
            loss = _pass(_Learning(model, mean, learner, course), pictures, labels)
        print(f"pool {number}: loss {loss:.4f}, {course.seconds:.0f} s", flush=True)
        # So that an interrupted training has not been for nothing.
        export(copy.deepcopy(mean.module).eval(), asked.output.with_suffix(f".{number}.onnx"))
        if course.gone == 1:
            break
    return mean.module.eval()


def _pools(hands: Hands, fields: int, pools: int, seed: int) -> Iterator[tuple[Pictures, Labels]]:
    """Render each pool while the one before it is trained on."""
    with ThreadPoolExecutor(1) as aside:
        coming = aside.submit(pool, hands, fields, seed)
        for number in range(pools):
            ready = coming.result()
            if number + 1 < pools:
                coming = aside.submit(pool, hands, fields, seed + number + 1)
            yield ready


def _pass(learning: _Learning, pictures: Pictures, labels: Labels) -> float:
    model, mean, learner, course = learning
    model.train()
    total = 0.0
    for batch, wanted in _batches(pictures, labels):
        learner.param_groups[0]["lr"] = course.pace()
        # Half the digits are enough to multiply with, and half the time.
        with torch.autocast("cpu", torch.bfloat16):
            said = model(_moved(batch)).float()
        loss = functional.cross_entropy(said, wanted)
        learner.zero_grad()
        loss.backward()
        learner.step()
        mean.update_parameters(model)
        total += loss.item() * len(wanted)
    return total / len(labels)


def _moved(batch: torch.Tensor) -> torch.Tensor:
    """Shift, turn and stretch each field a little, another way in each pass."""
    count = len(batch)
    turn = torch.randn(count) * 0.08
    across, down = (1 + 0.06 * torch.randn(2, count)).unbind()
    ways = torch.zeros(count, 2, 3)
    ways[:, 0, 0], ways[:, 0, 1] = turn.cos() * across, -turn.sin()
    ways[:, 1, 0], ways[:, 1, 1] = turn.sin(), turn.cos() * down
    ways[:, :, 2] = torch.randn(count, 2) * 0.04
    grid = functional.affine_grid(ways, list(batch.shape), align_corners=False)
    return functional.grid_sample(batch, grid, padding_mode="border", align_corners=False)


def _batches(pictures: Pictures, labels: Labels) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    order = torch.randperm(len(labels))
    known = torch.from_numpy(labels)
    everything = torch.from_numpy(pictures)
    for start in range(0, len(labels), _BATCH):
        part = order[start : start + _BATCH]
        yield everything[part].float().div(255).unsqueeze(1), known[part]


def penned(asked: argparse.Namespace, *, kept: bool) -> list[list[Penned]]:
    """Read the sources of strokes that are there: what trains, or what is kept back."""
    found: list[list[Penned]] = []
    if asked.pendigits is not None:
        every = pendigits(asked.pendigits)
        found.append([one for n, one in enumerate(every) if (n % _NOT_TRAINED == 0) is kept])
    if asked.unipen is not None:
        by_writer = unipen(asked.unipen)
        back = kept_back(by_writer)
        strange = {one.writer for one in back}
        found.append(back if kept else [one for one in by_writer if one.writer not in strange])
    return found


@torch.no_grad()
def outputs(model: nn.Module, pictures: Pictures) -> torch.Tensor:
    """Return what the net says of each picture, before it is made a share."""
    everything = torch.from_numpy(pictures).unsqueeze(1)
    return torch.cat([model(part.float().div(255)) for part in everything.split(512)])


def temperature(said: torch.Tensor, labels: Labels) -> float:
    """Find by what the outputs are divided so that a confidence is the share that is right."""
    wanted = torch.from_numpy(labels)
    tried = np.exp(np.linspace(np.log(0.5), np.log(4), 120))
    losses = [float(functional.cross_entropy(said / one, wanted)) for one in tried]
    return float(tried[int(np.argmin(losses))])


def export(model: nn.Module, path: Path) -> None:
    """Write the net as ONNX, for any number of fields at once, its weights in half the digits."""
    one = torch.zeros(1, 1, SIDE, SIDE)
    names = {"input_names": ["fields"], "output_names": ["classes"]}
    axes = {"fields": {0: "count"}, "classes": {0: "count"}}
    torch.onnx.export(model, (one,), str(path), dynamic_axes=axes, dynamo=False, **names)
    onnx.save(halved(onnx.load(path)), path)


def halved(model: onnx.ModelProto) -> onnx.ModelProto:
    """Keep the weights in half the digits: two nets take the room of one and say the same."""
    graph, kept, casts = model.graph, [], []
    for part in graph.initializer:
        half = onnx.numpy_helper.to_array(part).astype(np.float16)
        kept.append(onnx.numpy_helper.from_array(half, f"{part.name}.half"))
        names = [kept[-1].name], [part.name]
        casts.append(onnx.helper.make_node("Cast", *names, to=onnx.TensorProto.FLOAT))
    nodes = [*casts, *graph.node]
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(kept)
    graph.node.extend(nodes)
    onnx.checker.check_model(model, full_check=True)
    return model


def main() -> None:
    """Train, calibrate, export, and say how well it reads the writers that were kept back."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cache", type=Path, required=True, help="where the data are kept")
    parser.add_argument("--output", type=Path, required=True, help="the ONNX to write")
    parser.add_argument("--pendigits", type=Path, help="pendigits.tra, the training part")
    parser.add_argument("--unipen", type=Path, help="the folder of UNIPEN's train_r01_v07")
    parser.add_argument("--fields", type=int, default=100_000, help="fields in a pool")
    parser.add_argument("--passes", type=int, default=3, help="passes through each pool")
    parser.add_argument("--pools", type=int, default=4, help="freshly rendered pools")
    parser.add_argument("--minutes", type=float, default=math.inf, help="then it ends in any case")
    parser.add_argument("--start", type=Path, help="an ONNX to go on from")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--pace", type=float, default=_FASTEST, help="the fastest it learns")
    parser.add_argument("--threads", type=int, default=2)
    asked = parser.parse_args()
    torch.set_num_threads(asked.threads)
    pictures, labels = mnist(asked.cache, "train")
    used, kept = slice(0, -_KEPT_BACK), slice(-_KEPT_BACK, None)
    model = train(Hands(pictures[used], labels[used], penned(asked, kept=False)), asked)
    strangers = Hands(pictures[kept], labels[kept], penned(asked, kept=True))
    fresh, wanted = pool(strangers, 20_000, SEED - 1)
    said = outputs(model, fresh)
    export(model, asked.output)
    told = {
        "temperature": round(temperature(said, wanted), 3),
        "right": round(float((said.argmax(1).numpy() == wanted).mean()), 4),
        "fields": asked.fields * asked.pools,
        "passes": asked.passes,
        "seed": asked.seed,
        "start": None if asked.start is None else asked.start.name,
    }
    asked.output.with_suffix(".json").write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    print(told)


if __name__ == "__main__":
    main()
