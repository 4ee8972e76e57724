#!/usr/bin/env python3
"""The benchmarks' steps in JAX: two processes, gloo, a thread each, f32. usage: jax_peer.py OUT [--quick] [NAME ...]

Each step is one compiled program under shard_map that accumulates gradients on each device and sums them once; what it
updates is donated.
"""
import os

import harness

LAYERS = MICROBATCHES = 8


def run(rank, processes, barrier, arguments):
    quick, todo, emit = arguments
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

    jax.config.update("jax_cpu_collectives_implementation", "gloo")
    jax.distributed.initialize(f"127.0.0.1:{harness.PORT + 1}", processes, rank)
    mesh = Mesh(np.array(jax.devices()), ("X",))
    random = np.random.default_rng(1)

    def everywhere(tree):
        return jax.tree.map(lambda a: jax.make_array_from_process_local_data(NamedSharding(mesh, P()), a), tree)

    def split(a, dimension):
        spec = P(*[None] * dimension, "X")
        return jax.make_array_from_process_local_data(NamedSharding(mesh, spec), a)

    def normal(*shape, scale=1.0):
        return (scale * random.standard_normal(shape)).astype(np.float32)

    def compiled(step, specs):
        # Unchecked, gradients of replicated weights stay each device's own until psum.
        f = jax.shard_map(step, mesh=mesh, in_specs=(P(), *specs), out_specs=P(), check_vma=False)
        return jax.jit(f, donate_argnums=0)

    # ---- the microbatch step
    def layers_loss(ws, x):
        y, _ = jax.lax.scan(lambda h, w: (jnp.tanh(h @ w), None), x, ws)
        return jnp.sum(y * y)

    def layers_step(ws, xs):
        add = lambda acc, x: (acc + jax.grad(layers_loss)(ws, x), None)
        acc, _ = jax.lax.scan(add, jnp.zeros_like(ws), xs)
        return ws - 1e-6 * jax.lax.psum(acc, "X")

    # ---- the classifier
    def mlp_loss(net, x, labels):
        (w1, b1), (w2, b2), (w3, b3) = net
        h = jax.nn.relu(x @ w1 + b1)
        h = jax.nn.relu(h @ w2 + b2)
        logp = jax.nn.log_softmax(h @ w3 + b3)
        return -jnp.mean(jnp.take_along_axis(logp, labels[:, None], 1)) / processes

    def mlp_step(state, xs, ys):
        net, velocity, _ = state

        def add(total, batch):
            return jax.tree.map(jnp.add, total, jax.value_and_grad(mlp_loss)(net, *batch)), None

        total, _ = jax.lax.scan(add, (jnp.float32(0), jax.tree.map(jnp.zeros_like, net)), (xs, ys))
        loss, grads = jax.tree.map(lambda a: a / xs.shape[0], jax.lax.psum(total, "X"))
        velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
        return jax.tree.map(lambda w, v: w - 0.01 * v, net, velocity), velocity, loss

    # ---- the transformer block
    def layer_norm(p, x):
        centred = x - x.mean(-1, keepdims=True)
        return centred * jax.lax.rsqrt((centred * centred).mean(-1, keepdims=True) + 1e-5) * p[0] + p[1]

    def block_loss(p, x, target):
        norm1, (wqkv, bqkv), (wo, bo), norm2, (wu, bu), (wd, bd) = p
        b, t, d = x.shape
        q, k, v = (a.reshape(b, t, 4, d // 4) for a in jnp.split(layer_norm(norm1, x) @ wqkv + bqkv, 3, -1))
        scores = jnp.einsum("bihc,bjhc->bhij", q, k) / 8
        weights = jax.nn.softmax(jnp.where(jnp.tril(jnp.ones((t, t), bool)), scores, -1e30))
        h = x + jnp.einsum("bhij,bjhc->bihc", weights, v).reshape(b, t, d) @ wo + bo
        y = h + jax.nn.gelu(layer_norm(norm2, h) @ wu + bu) @ wd + bd
        return jnp.mean((y - target) ** 2) / processes

    def block_step(state, x, target):
        p, m, v, count, _ = state
        loss, grads = jax.lax.psum(jax.value_and_grad(block_loss)(p, x, target), "X")
        count = count + 1
        m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, m, grads)
        v = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, v, grads)
        a, b = 1 / (1 - 0.9**count), 1 / (1 - 0.999**count)
        p = jax.tree.map(lambda w, m, v: w - 1e-3 * (a * m / (jnp.sqrt(b * v) + 1e-8) + 0.01 * w), p, m, v)
        return p, m, v, count, loss

    zeros = lambda tree: jax.tree.map(np.zeros_like, tree)
    linear = lambda a, b: (normal(a, b, scale=a**-0.5), np.zeros(b, np.float32))
    norm = lambda d: (np.ones(d, np.float32), np.zeros(d, np.float32))
    for name, text, size in todo:
        if name == "microbatch":
            rows, d = size
            state = everywhere(normal(LAYERS, d, d, scale=d**-0.5))
            inputs = (split(normal(MICROBATCHES, rows, d), 1),)
            call = compiled(layers_step, (P(None, "X"),))
        elif name == "mlp":
            net = [linear(784, 256), linear(256, 128), linear(128, 10)]
            state = everywhere((net, zeros(net), np.float32(0)))
            inputs = (split(abs(normal(*size, 784)), 1), split(random.integers(0, 10, size, np.int32), 1))
            call = compiled(mlp_step, (P(None, "X"), P(None, "X")))
        else:
            p = [norm(256), linear(256, 768), linear(256, 256), norm(256), linear(256, 1024), linear(1024, 256)]
            state = everywhere((p, zeros(p), zeros(p), np.float32(0), np.float32(0)))
            inputs = (split(normal(size[0], 128, 256), 0), split(normal(size[0], 128, 256), 0))
            call = compiled(block_step, (P("X"), P("X")))

        def step():
            nonlocal state
            state = call(state, *inputs)
            jax.block_until_ready(state)

        figure = harness.median(step, barrier, quick)
        if rank == 0:
            emit(name, text, jax_ms=figure)
    if rank == 0:
        print(f"JAX {jax.__version__}", flush=True)
    barrier.wait()
    jax.distributed.shutdown()


harness.main(run)
