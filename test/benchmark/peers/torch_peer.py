#!/usr/bin/env python3
"""The benchmarks' steps in PyTorch: two processes, gloo, a thread each, f32. usage: torch_peer.py OUT [--quick] [NAME ...]

Each step accumulates gradients and ends in one all-reduce; of DistributedDataParallel with no_sync and of autograd.grad
with one flat all-reduce the faster counts. PEER_NAME (torch) begins the names of the figures. Runs with PyTorch 1.13, as
Debian 12 has it, too.
"""
import os

import harness

NAME = os.environ.get("PEER_NAME", "torch")
LAYERS = MICROBATCHES = 8


def run(rank, processes, barrier, arguments):
    import torch
    import torch.distributed as dist
    import torch.nn as nn
    import torch.nn.functional as F
    from torch.nn.parallel import DistributedDataParallel as DDP

    quick, todo, emit = arguments
    torch.set_num_threads(1)
    torch.manual_seed(rank)
    dist.init_process_group("gloo", init_method=f"tcp://127.0.0.1:{harness.PORT}", rank=rank, world_size=processes)

    class Layers(nn.Module):
        def __init__(self, d):
            super().__init__()
            self.ws = nn.ParameterList([nn.Parameter(torch.randn(d, d) / d**0.5) for _ in range(LAYERS)])

        def forward(self, x):
            for w in self.ws:
                x = torch.tanh(x @ w)
            return (x * x).sum()

    class Mlp(nn.Module):
        def __init__(self):
            super().__init__()
            self.layers = nn.Sequential(nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU(), nn.Linear(128, 10))

        def forward(self, batch):
            x, labels = batch
            return F.cross_entropy(self.layers(x), labels)

    class Block(nn.Module):
        def __init__(self, d=256, heads=4):
            super().__init__()
            self.heads = heads
            self.norm1, self.norm2 = nn.LayerNorm(d), nn.LayerNorm(d)
            self.qkv, self.out = nn.Linear(d, 3 * d), nn.Linear(d, d)
            self.up, self.down = nn.Linear(d, 4 * d), nn.Linear(4 * d, d)

        def forward(self, batch):
            x, target = batch
            b, t, d = x.shape
            q, k, v = (a.view(b, t, self.heads, d // self.heads).transpose(1, 2)
                       for a in self.qkv(self.norm1(x)).chunk(3, -1))
            if hasattr(F, "scaled_dot_product_attention"):
                a = F.scaled_dot_product_attention(q, k, v, is_causal=True)
            else:
                past = torch.ones(t, t, dtype=torch.bool).tril()
                a = (q @ k.transpose(2, 3) * (d // self.heads)**-0.5).masked_fill(~past, -torch.inf).softmax(-1) @ v
            h = x + self.out(a.transpose(1, 2).reshape(b, t, d))
            y = h + self.down(F.gelu(self.up(self.norm2(h)), approximate="tanh"))
            return F.mse_loss(y, target)

    def optimizer(name, parameters):
        if name == "microbatch":
            return torch.optim.SGD(parameters, lr=1e-6)
        if name == "mlp":
            return torch.optim.SGD(parameters, lr=0.01, momentum=0.9)
        fast = {"foreach": True} if torch.__version__.startswith("1.") else {"fused": True}
        return torch.optim.AdamW(parameters, lr=1e-3, **fast)

    def with_ddp(name, model, batches):
        ddp, update = DDP(model, gradient_as_bucket_view=True), optimizer(name, model.parameters())

        def step():
            update.zero_grad(set_to_none=True)
            with ddp.no_sync():
                for batch in batches[:-1]:
                    ddp(batch).backward()
            ddp(batches[-1]).backward()
            update.step()

        return step

    def with_flat(name, model, batches):
        parameters = list(model.parameters())
        update = optimizer(name, parameters)
        flat = torch.zeros(sum(p.numel() for p in parameters))
        views = [v.view_as(p) for v, p in zip(flat.split([p.numel() for p in parameters]), parameters)]

        def step():
            flat.zero_()
            for p, v in zip(parameters, views):
                p.grad = v
            for batch in batches:  # gradients are added where they lie
                model(batch).backward()
            dist.all_reduce(flat)
            update.step()

        return step

    for name, text, size in todo:
        if name == "microbatch":
            rows, d = size
            model, batches = Layers(d), [torch.randn(rows, d) for _ in range(MICROBATCHES)]
        elif name == "mlp":
            model = Mlp()
            batches = [(torch.rand(size[1], 784), torch.randint(0, 10, (size[1],))) for _ in range(size[0])]
        else:
            model = Block()
            batches = [(torch.randn(size[0], 128, 256), torch.randn(size[0], 128, 256))]
        figures = {}
        for kind, make in (("ddp_ms", with_ddp), ("flat_ms", with_flat)):
            figures[kind] = harness.median(make(name, model, batches), barrier, quick)
        if rank == 0:
            emit(name, text, **{f"{NAME}_ms": min(figures.values())},
                 **{f"{NAME}_{kind}": value for kind, value in figures.items()})
    if rank == 0:
        print(f"PyTorch {torch.__version__}", flush=True)
    barrier.wait()
    dist.destroy_process_group()


harness.main(run)
