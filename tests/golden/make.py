#!/usr/bin/env python3
"""Makes the golden files *.txt in this folder: losses and gradients of small models, computed by JAX in float64.

The files are checked in and the tests only read them: nothing in the tests needs JAX. To make them again:

    python3 -m venv /some/folder && /some/folder/bin/pip install 'jax[cpu]'
    /some/folder/bin/python tests/golden/make.py

The last digits depend on JAX's version (in each file's first line) and on the machine. Inputs are multiples of 1/64 from
fixed seeds, so that float and double start from the very same numbers.

The format, read by golden.hpp: lines that start with # are remarks; `array NAME LENGTH...` starts an array, whose numbers
follow in row-major order. A variable's own name is its input. Of each loss there are
    value, gradient.VARIABLE        one entry for each example, of the loss and of jax.vmap(jax.grad(loss))
    sum.VARIABLE, mean.VARIABLE     over the examples
    batch.value, batch.VARIABLE     of the batch's loss, the sum of vmap(loss), by what the examples share
"""
import pathlib

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)
# so that a machine with several devices, or with a faster and coarser product, gives the same
jax.config.update("jax_platforms", "cpu")
jax.config.update("jax_default_matmul_precision", "highest")

FOLDER = pathlib.Path(__file__).resolve().parent
LARGEST_FILE = 40_000


def write(name, remark, arrays):
    lines = [f"# JAX {jax.__version__}, float64; made by make.py: {remark}"]
    for key, array in arrays.items():
        array = np.asarray(array)
        lines.append(" ".join(["array", key, *map(str, array.shape)]))
        for row in array.reshape(-1, array.shape[-1] if array.ndim else 1):
            lines.append(" ".join(f"{number:.17g}" for number in row))
    text = "\n".join(lines) + "\n"
    assert len(text) <= LARGEST_FILE, f"{name}: {len(text)} bytes"
    (FOLDER / f"{name}.txt").write_text(text)


def numbers(seed, *shape, low=-2.0, high=2.0):
    """Multiples of 1/64 between low and high."""
    return np.round(np.random.default_rng(seed).uniform(low, high, shape) * 64) / 64


def integers(seed, count, below):
    return np.random.default_rng(seed).integers(0, below, count)


def of_examples(loss, shared, each, wrt):
    """value, gradient.*, sum.* and mean.* of loss(dict of variables)."""
    def by_wrt(moved, others):
        return loss({**others, **moved})

    every = {**shared, **each}
    axes = [{name: 0 if name in each else None for name in every if (name in wrt) == inside} for inside in (True, False)]
    moved, others = [{name: jnp.asarray(every[name]) for name in part} for part in axes]
    values, gradients = jax.jit(jax.vmap(jax.value_and_grad(by_wrt), in_axes=tuple(axes)))(moved, others)
    arrays = {"value": values}
    for name in wrt:
        arrays[f"gradient.{name}"] = gradients[name]
        arrays[f"sum.{name}"] = jnp.sum(gradients[name], axis=0)
        arrays[f"mean.{name}"] = jnp.mean(gradients[name], axis=0)
    return arrays


def of_batch(loss, shared, each, wrt, prefix="batch", reduce=jnp.sum, plus=lambda variables: 0.0):
    """value and gradients of the loss of the whole batch."""
    def batch_loss(moved):
        variables = {**{name: jnp.asarray(array) for name, array in shared.items()}, **moved}
        return reduce(jax.vmap(lambda data: loss({**variables, **data}))(each)) + plus(variables)

    value, gradients = jax.jit(jax.value_and_grad(batch_loss))({name: jnp.asarray(shared[name]) for name in wrt})
    return {f"{prefix}.value": value, **{f"{prefix}.{name}": gradients[name] for name in wrt}}


def model(name, remark, loss, shared, each, wrt):
    each = {key: jnp.asarray(array) for key, array in each.items()}
    in_batch = [variable for variable in wrt if variable in shared]
    batch = of_batch(loss, shared, each, in_batch) if in_batch else {}
    write(name, remark, {**shared, **each, **of_examples(loss, shared, each, wrt), **batch})


def cross_entropy(logits, label):
    return -jax.nn.log_softmax(logits)[label]


def losses():
    model("square", "(w x - y)^2 of numbers", lambda v: jnp.square(v["w"] * v["x"] - v["y"]),
          {"w": numbers(1)}, {"x": numbers(2, 37), "y": numbers(3, 37)}, ["w"])
    model("linear", "dot(w, x) - y, halved and squared", lambda v: 0.5 * jnp.square(jnp.dot(v["w"], v["x"]) - v["y"]),
          {"w": numbers(11, 9)}, {"x": numbers(12, 21, 9), "y": numbers(13, 21)}, ["w"])
    model("affine", "sum of (t - (w x + b))^2",
          lambda v: jnp.sum(jnp.square(v["t"] - (v["w"] @ v["x"] + v["b"]))),
          {"w": numbers(21, 5, 7), "b": numbers(22, 5)}, {"x": numbers(23, 19, 7), "t": numbers(24, 19, 5)}, ["w", "b"])
    model("logistic", "softplus(-y dot(x, p)), y = 1 or -1", lambda v: jax.nn.softplus(-v["y"] * jnp.dot(v["x"], v["p"])),
          {"p": numbers(31, 11)}, {"x": numbers(32, 23, 11), "y": 2.0 * integers(33, 23, 2) - 1}, ["p"])
    model("classes", "cross entropy of the softmax of w x + b with an integer label",
          lambda v: cross_entropy(v["w"] @ v["x"] + v["b"], v["label"]),
          {"w": numbers(41, 5, 4), "b": numbers(42, 5)}, {"x": numbers(43, 19, 4), "label": integers(44, 19, 5)},
          ["w", "b"])
    model("logsumexp", "logsumexp(x) of vectors, some with large elements", lambda v: jax.nn.logsumexp(v["x"]),
          {}, {"x": np.concatenate([numbers(51, 17, 6), 700 + numbers(52, 4, 6), 40 * numbers(53, 4, 6)])}, ["x"])
    model("network", "squared error of a network 16-8-1 with tanh",
          lambda v: jnp.square(jnp.dot(v["w2"], jnp.tanh(v["w1"] @ v["x"] + v["b1"])) + v["b2"] - v["y"]),
          {"w1": numbers(61, 8, 16, low=-0.5, high=0.5), "b1": numbers(62, 8), "w2": numbers(63, 8), "b2": numbers(64)},
          {"x": numbers(65, 9, 16), "y": numbers(66, 9)}, ["w1", "b1", "w2", "b2"])


# Term k is scale_k f_k(x_k, y_k): the gradient by scale has the values, the one by x and y the slopes.
FUNCTIONS = [
    lambda x, y: jnp.exp(x),
    lambda x, y: jnp.expm1(x),
    lambda x, y: jnp.log(x),
    lambda x, y: jnp.log1p(x),
    lambda x, y: jnp.sqrt(x),
    lambda x, y: jnp.square(x),
    lambda x, y: jnp.tanh(x),
    lambda x, y: jax.nn.sigmoid(x),
    lambda x, y: jax.nn.softplus(x),
    lambda x, y: jax.nn.relu(x),
    lambda x, y: jnp.abs(x),
    lambda x, y: jnp.power(x, 3),
    lambda x, y: jnp.power(x, -2),
    lambda x, y: jnp.power(x, 1.5),
    lambda x, y: jnp.power(x, 0),
    lambda x, y: jnp.maximum(x, y),
    lambda x, y: jnp.minimum(x, y),
    lambda x, y: x / y,
    lambda x, y: x * y,
    lambda x, y: x - y,
    lambda x, y: jax.lax.stop_gradient(x) * y,
    lambda x, y: jnp.where(x > y, x * x, y),
    lambda x, y: jnp.where((x > y) | (y == 1), jnp.exp(y), x),
    lambda x, y: jnp.where((x <= 0) & ~(y < x), -x, y * y),
]


def functions():
    def loss(v):
        return sum(v["scale"][k] * f(v["x"][k], v["y"][k]) for k, f in enumerate(FUNCTIONS))

    count = len(FUNCTIONS)
    x = numbers(71, 11, count, low=0.1, high=3)
    signed = numbers(72, 11, count)
    for k in (0, 1, 6, 7, 8, 9, 10, 11, 12, 15, 16, 17, 18, 19, 20, 21, 22, 23):   # what takes negative numbers
        x[:, k] = np.where(signed[:, k] == 0, 1, signed[:, k])
    y = numbers(73, 11, count)
    y[y == 0] = 1
    model("functions", "sum of scale_k f_k(x_k, y_k)", loss, {}, {"scale": numbers(74, 11, count), "x": x, "y": y},
          ["scale", "x", "y"])
    pairs = np.array([(1.0, 1.0), (0.0, 1.0), (-0.0, 1.0), (0.0, -0.0), (0.0, 0.0), (-1.0, -1.0), (40.0, 40.0), (-40.0, 2.0)])
    x, y = (np.repeat(pairs[:, k:k + 1], count, axis=1) for k in (0, 1))
    x[x[:, 10] == 0, 10] = 3   # abs at 0: see differences()
    model("points", "the same sum at ties, kinks, poles and where functions saturate", loss, {},
          {"scale": np.ones_like(x), "x": x, "y": y}, ["scale", "x", "y"])


def differences():
    """Where pergrad's slope is 0 on purpose and JAX's is not, in the first example."""
    model("abs", "|x|", lambda v: jnp.abs(v["x"]), {}, {"x": np.array([0.0, 4.0, -2.0])}, ["x"])
    model("zero_times_root", "0 sqrt(x)", lambda v: 0 * jnp.sqrt(v["x"]), {}, {"x": np.array([0.0, 4.0])}, ["x"])
    model("norm", "sqrt(sum(x^2))", lambda v: jnp.sqrt(jnp.sum(jnp.square(v["x"]))), {},
          {"x": np.array([[0.0, 0.0], [3.0, 4.0]])}, ["x"])
    model("branch", "log(x) where x > 0, else 0", lambda v: jnp.where(v["x"] > 0, jnp.log(v["x"]), 0), {},
          {"x": np.array([0.0, 2.0])}, ["x"])


def arrays():
    def products(v):
        a, p, m, k, x, z, s = (v[name] for name in "apmkxzs")
        return (jnp.dot(a, s) + jnp.sum(jnp.square(jnp.dot(a, x))) + jnp.sum(jnp.square(jnp.dot(p, s)))
                + jnp.sum(jnp.square(jnp.dot(a, z))) + jnp.sum(jnp.square(jnp.dot(m, s)))
                + jnp.square(jnp.dot(p, x)) + jnp.sum(jnp.square(jnp.dot(m, x))) + jnp.sum(jnp.square(jnp.dot(x, k)))
                + jnp.sum(jnp.square(jnp.dot(m, z))) + jnp.sum(jnp.square(jnp.dot(z, m)))
                + jnp.sum(jnp.square(jnp.outer(p, x))))

    model("products", "every pair of ranks that dot takes, and outer", products,
          {"a": numbers(81), "p": numbers(82, 3), "m": numbers(83, 2, 3), "k": numbers(84, 3, 4)},
          {"x": numbers(85, 19, 3), "z": numbers(86, 19, 3, 2), "s": numbers(87, 19)}, list("apmkxzs"))

    def rearranged(v):
        m, b, x, z = (v[name] for name in "mbxz")
        rows = jnp.sum(jnp.square(m + jnp.broadcast_to(b, (3, 4)) + jnp.transpose(z)), axis=0)
        columns = jnp.sum(jnp.tanh(m * jnp.broadcast_to(x[:, None], (3, 4))), axis=1)
        return (jnp.dot(rows, b) + jnp.sum(jnp.square(columns)) + jnp.sum(jnp.square(jnp.dot(jnp.transpose(m), x)))
                + m[1, 2] * x[0] + jnp.mean(jnp.exp(z)) + jnp.dot(jax.nn.softmax(b), jnp.dot(z, x)))

    model("rearranged", "transpose, broadcast, sums along an axis, elements, mean and softmax", rearranged,
          {"m": numbers(91, 3, 4), "b": numbers(92, 4)}, {"x": numbers(93, 11, 3), "z": numbers(94, 11, 4, 3)},
          list("mbxz"))


def batches():
    def loss(v):
        return cross_entropy(v["w"] @ v["x"], v["label"])

    shared = {"w": numbers(101, 3, 4)}
    rows = {"x": numbers(102, 20, 4), "label": integers(103, 20, 3)}
    chosen = np.array([19, 3, 3, 0, 7, 12, 19, 1, 8, 5, 3])
    each = {name: jnp.asarray(array[chosen]) for name, array in rows.items()}
    write("indexed", "softmax regression of rows drawn by `chosen`, some of them twice",
          {**shared, **rows, "chosen": chosen, **of_examples(loss, shared, each, ["w"]),
           **of_batch(loss, shared, each, ["w"])})

    each = {name: jnp.asarray(array) for name, array in rows.items()}
    regular = lambda v: 0.5 * jnp.sum(jnp.square(v["w"]))
    write("regularised", "sum and mean of softmax regression's losses, plus half the squared norm of w",
          {**shared, **rows, **of_batch(loss, shared, each, ["w"], "sum", plus=regular),
           **of_batch(loss, shared, each, ["w"], "mean", reduce=jnp.mean, plus=regular)})


if __name__ == "__main__":
    losses()
    functions()
    differences()
    arrays()
    batches()
