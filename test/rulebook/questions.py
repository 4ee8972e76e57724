#!/usr/bin/env python3
"""Asks `rulebook --query`: good questions, bad ones, all that `--json` knows, and a conversation line by line.

    questions.py RULEBOOK
"""
import json
import os
import random
import select
import subprocess
import sys
import time

RULEBOOK = sys.argv[1]
failures = []


def expect(condition, message):
    if not condition:
        failures.append(message)
        print("FAILED:", message)


def ask(lines):
    """The answers to lines of text; there must be as many."""
    data = b"".join(l if isinstance(l, bytes) else l.encode() + b"\n" for l in lines)
    run = subprocess.run([RULEBOOK, "--query"], input=data, stdout=subprocess.PIPE, timeout=240)
    expect(run.returncode == 0, f"it ended with {run.returncode}")
    out = run.stdout.decode("utf-8").splitlines()
    expect(len(out) == len(lines), f"{len(lines)} questions, {len(out)} answers")
    return [json.loads(l) for l in out]


def question(op, operands, out=None, **attrs):
    return json.dumps({"op": op, "attrs": attrs, "in": operands, "out": out})


# Question, verdict, and what the answer holds: a result, or words of the sentence; then collectives.
CASES = [
    (question("einsum", ["f32[8@X,4]", "f32[4,8]{R:X}"], "P(X)", equation="ij,jk->ik"), "ok", "f32[8@X,8]", {}, [{}, {}]),
    (question("einsum", ["f32[8,4@X]", "f32[4@X,8]"], "P(X)", equation="ij,jk->ik"), "ok", "f32[8@X,8]",
     {"reduce_scatter": 1}, [{"all_gather": 1}, {"all_gather": 1}]),
    (question("matmul", ["f32[8,4@X]", "f32[4@X,8]"]), "rejected", "the sum is still pending"),
    (question("matmul", ["f32[8@X,4]", "f32[4,2]"], "P(X)"), "ok", "f32[8@X,2]", {}, [{}, {"all_reduce": 1}]),
    (question("sum", ["f32[batch@X,?]"], "P(none, unreduced(X))", dims=[0]), "ok", "f32[?]{U:X}", {}, [{}]),
    (question("sum", ["f32[batch@X,?]"], "P(){U:X}", dims=0), "ok", "f32[?]{U:X}", {}, [{}]),
    (question("sum", ["f32[8,8]"], dims=[0, -2]), "rejected", "dimension 0 is named twice"),
    (question("logsumexp", ["f32[8,4@X]"], keepdims=True), "ok", "f32[8,1]", {"all_reduce": 2}, [{}]),
    (question("add", ["i32[8]", 5000000000]), "rejected", "the literal 5000000000 is no i32"),
    (question("mul", ["f32[8]", 1e300]), "rejected", "the literal 1e+300 is beyond f32"),
    (question("sum", ["f32[]{U:X}"]), "ok", "f32[]{U:X}", {}, [{}]),
    (question("+", ["f32[8]{U:X}", 2]), "rejected", "a literal other than 0 meets"),
    (question("add", ["f32[8]{U:X}"], literal=0), "rejected", "a literal meets a sum pending over X"),
    (question("mul", ["f32[8]{U:X}"], literal=2), "ok", "f32[8]{U:X}", {}, [{}]),
    (question("div", ["f32[8]"], literal=2.5, literal_side="left"), "ok", "f32[8]", {}, [{}]),
    (question("mul", ["i32[8]"], literal=2.5), "rejected", "fraction"),
    (question("reshard", ["f32[8@X,4]{R:Y}"], "P(Y,X)"), "ok", "f32[8@Y,4@X]", {"all_to_all": 1}, [{"all_to_all": 1}]),
    (question("reshard", ["f32[8@(X,Y),4]"], "f32[8@Y,4]"), "rejected", "pass under"),
    (question("max", ["f32[8@X,1@Y]"]), "ok", "f32[]", {"all_reduce": 1}, [{"all_reduce": 1}]),
    (question("max", ["f32[8]{U:X}", "f32[8]{R:X}"]), "rejected", "f(a+b) is not"),
    (question("softmax_cross_entropy_with_integer_labels", ["f32[8,4@X]", "i32[8]"]), "ok", "f32[8]", {"all_reduce": 3},
     [{"all_reduce": 1}, None]),
    (question("exp", ["f32[]"]), "ok", "f32[]", {}, [{}]),
    (question("exp", ["i32[8]"]), "rejected", "not floating"),
    ('{"op": "neg", "in": ["f32[1@X,b/2,?]{U:(Y,Z)}"], "id": 7}', "ok", "f32[1@X,b/2,?]{U:(Y,Z)}", {}, [{}]),
    (question("einsum", ["f32[4@X,4]", "f32[4,4]{R:X}", "f32[4]{R:X}"], equation="ij,jk,k->i"), "ok", "f32[4@X]", {},
     [{}, {}, {}]),
    (question("take", ["f32[8@X,4]", "i32[3]"], "P(unreduced(X))"), "ok", "f32[3,4]{U:X}", {}, [{}, None]),
    (question("concat", ["f32[8@X,4]", "f32[8@X,2]"], dim=1), "ok", "f32[8@X,6]", {}, [{}, {}]),
    (question("psum", ["f32[4]{V:X}"], axes="X"), "ok", "f32[4]", {"all_reduce": 1}, [{}]),
    (question("psum", ["f32[4]"], axes="X"), "rejected", "multiply it by their number"),
    (question("pmax", ["f32[4]{V:X}"], axes=["X"]), "ok", "f32[4]", {"all_reduce": 1}, [None]),
    (question("ppermute", ["f32[4]{V:X}"], axes="X", pairs=[[0, 1], [1, 0]]), "ok", "f32[4]{V:X}", {"permute": 1},
     [{"permute": 1}]),
    (question("ppermute", ["f32[4]{V:X}"], axes="X", pairs=[[0, 1], [2, 1]]), "rejected", "twice a target"),
    (question("all_gather", ["f32[4]{V:X}"], axes="X", to="reduced", tiled=True), "ok", "f32[4*X]{R:X}",
     {"all_gather": 1}, [{"reduce_scatter": 1}]),
    (question("random::uniform", ["key[]"], type="f32[8@X]"), "ok", "f32[8@X]", {}, [None]),
    # What has no meaning gets an answer that says where.
    (question("nope", ["f32[8]"]), "error", 'op: there is no op "nope"'),
    (question("exp", ["f32[8"]), "error", "in[0]: expected ',' or ']'"),
    (question("exp", ["f32[8@X,4@X]"]), "error", "in[0]: an axis is mentioned twice"),
    (question("exp", ["f31[8]"]), "error", "in[0]: expected a dtype"),
    (question("exp", ["f32[1,1,1,1,1,1,1,1,1]"]), "error", "in[0]: the rank is above 8"),
    (question("exp", ["f32[a*b*c*d]"]), "error", "in[0]: an extent has at most 3 names"),
    (question("exp", ["f32[99999999999999999999]"]), "error", "in[0]: the number is too large"),
    (question("exp", []), "error", "in: exp takes 1 operand, got 0"),
    (question("exp", ["f32[8]", "f32[8]"]), "error", "got 2"),
    (question("exp", [8]), "error", "an array, not a number"),
    (question("exp", [["f32[8]"]]), "error", "in[0]: expected a type"),
    (question("exp", ["f32[8]"], "P()"), "error", "out: exp takes no spec"),
    (question("exp", ["f32[8]"], dim=1), "error", "attrs.dim: exp has no such option"),
    (question("reshard", ["f32[8]"]), "error", "out: reshard wants"),
    (question("sum", ["f32[8]"], "P(X"), "error", "out: expected"),
    (question("sum", ["f32[8]"], "P(X,X)"), "error", "out: an axis is mentioned twice"),
    (question("sum", ["f32[8]"], 5), "error", "out: expected a spec"),
    (question("sum", ["f32[8]"], dims=["a"]), "error", "attrs.dims: expected a list of whole numbers"),
    (question("sum", ["f32[8]"], dims=[5]), "rejected", "beyond the rank"),
    (question("sum", ["f32[8]"], dims=[0], axis=0), "error", "given twice"),
    (question("softmax", ["f32[8]"], dim=1e300), "error", "attrs.dim: expected a whole number"),
    (question("softmax", ["f32[8]"], dim=2**32), "rejected", "beyond the rank"),
    (question("argmax", ["f32[8]"]), "error", "attrs: argmax wants the option dim"),
    (question("astype", ["f32[8]"], dtype="f128"), "error", "attrs.dtype: expected a dtype"),
    (question("einsum", ["f32[8]", "f32[8]"], equation="i,i"), "rejected", "the equation has no ->"),
    (question("reshape", ["f32[8]"], extents=[-1, -1]), "error", "attrs.extents: -1 stands once"),
    (question("reshape", ["f32[8]"], extents="4,,2"), "error", "attrs.extents: expected an extent"),
    ("not json", "error", "line: no JSON"),
    ("", "error", "line: no JSON"),
    ("[]", "error", "line: expected a JSON object"),
    ("null", "error", "line: expected a JSON object"),
    ('{"in": []}', "error", "op: expected the name"),
    ('{"op": 5}', "error", "op: expected the name"),
    ('{"op": "exp", "inn": ["f32[8]"]}', "error", "inn: unknown key"),
    ('{"op": "exp", "in": "f32[8]"}', "error", "in: expected a list"),
    ('{"op": "exp", "attrs": [], "in": ["f32[8]"]}', "error", "attrs: expected an object"),
    (b'{"op": "\xff\xfe", "in": []}\n', "error", "line: no JSON"),
    (b'{"op": "exp", "in": ["f32[8\x00]"]}\n', "error", "line: no JSON"),
    (b"[" * 100000 + b"\n", "error", "line: nested more than 64 levels deep"),
    (b'{"op": "exp", "in": ["f32[8]"], "id": ' + b"[" * 100000 + b"]" * 100000 + b"}\n", "error", "line: nested"),
    (question("dynamic_slice_in_dim", ["f32[4,4]", "i32[]"], dim=[], size=2), "error", "attrs.dim"),
    (question("random::uniform", ["key[]{U:X}"], type="f32[4]"), "rejected", "reshard(a, P())"),
    ('{"op": "exp", "in": [' + ", ".join(['"f32[8]"'] * 5000) + "]}", "error", "in: more than 64"),
    ('{"op": "' + "x" * 100000 + '", "in": []}', "error", "op: there is no op"),
    (question("exp", ["f32[8@X]"]), "ok", "f32[8@X]", {}, [{}]),
]
for (line, verdict, *rest), answer in zip(CASES, ask([c[0] for c in CASES])):
    shown = (line if isinstance(line, str) else repr(line))[:200]
    expect(answer["verdict"] == verdict, f"{shown}: {answer}"[:1000])
    if answer["verdict"] != verdict:
        continue
    if verdict == "ok":
        expect([answer["result"], answer["collectives"], answer["transpose"]] == rest, f"{shown}: {answer}")
    else:
        expect(rest[0] in answer["sentence"], f"{shown}: {answer['sentence']}"[:1000])
        expect(answer["result"] is None and answer["transpose"] is None, f"{shown}: {answer}"[:1000])

# Every answer of --json is the answer to its question; and it is fast.
everything = json.loads(subprocess.run([RULEBOOK, "--json"], stdout=subprocess.PIPE, check=True).stdout)
keys = ("op", "attrs", "in", "out")
lines = [json.dumps({k: entry[k] for k in keys}) for entry in everything]
expect(len(lines) > 88000, f"--json has only {len(lines)} entries")
start = time.time()
answers = ask(lines)
seconds = time.time() - start
print(f"{len(lines)} questions in {seconds:.1f} s")
expect(seconds * 88000 / len(lines) < 60, f"88,000 questions take {seconds * 88000 / len(lines):.0f} s")
differing = [(a, b) for a, b in zip(everything, answers) if a != b]
expect(not differing, f"{len(differing)} answers differ from --json, the first: {differing[:1]}")
for entry in everything:
    ok = entry["verdict"] == "ok"
    expect(entry["verdict"] in ("ok", "rejected"), f"{entry}")
    expect(ok == (entry["sentence"] is None) == (entry["result"] is not None), f"{entry}")
    if ok:
        expect(len(entry["transpose"]) == len(entry["in"]), f"{entry}")
    else:
        expect(all(t in entry["sentence"] for t in entry["in"] if isinstance(t, str)), f"no types in: {entry}")
    if len(failures) > 20:
        break

# Questions that were damaged at random: each gets its one answer.
dice = random.Random(5)
damaged = []
for _ in range(4000):
    line = list(dice.choice(lines))
    for _ in range(dice.randint(1, 4)):
        at = dice.randrange(len(line))
        line[at] = dice.choice(['"', "[", "]", "{", "}", ",", "9", "-", "@", "X", "\\", "?", "", "e", "0" * 30, "\u00e9", ":", " "])
    damaged.append("".join(line).replace("\n", " "))
for line, answer in zip(damaged, ask(damaged)):
    expect(answer["verdict"] in ("ok", "rejected", "error"), f"{line}: {answer}")

# A conversation: the answer comes before the next question.
talk = subprocess.Popen([RULEBOOK, "--query"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
for line in ("bad", question("exp", ["f32[8]"])):
    os.write(talk.stdin.fileno(), line.encode() + b"\n")
    expect(select.select([talk.stdout], [], [], 20)[0], "no answer within 20 seconds")
    expect(json.loads(talk.stdout.readline())["verdict"] in ("ok", "error"), "a wrong answer")
os.write(talk.stdin.fileno(), question("tanh", ["f32[8]"]).encode())  # the last line may lack its end
talk.stdin.close()
expect(json.loads(talk.stdout.readline())["result"] == "f32[8]", "the line without an end is lost")
expect(talk.wait(20) == 0, "it did not end")

sys.exit(1 if failures else 0)
