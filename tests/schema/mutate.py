# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
"""Specs with a few random mistakes: keys removed, renamed and doubled, scalars of another kind, values swapped."""
import json
import re

import yaml

import core_yaml

SCALARS = [
    "", "0", "1", "-1", "7", "256", "5000", "1.5", "-0.5", "1e3", "0x10", "4 KiB", "true", "false", "on", "off", "nan", "-inf",
    '"1"', '""', '"1.0"', '"true"', "x", "y", "N", "f32", "f32x4", "u8", "in f32*", "out once f32*", "in f32", "f32*",
    "condition", "ceil_div(N, 4)", "N / 2 + 1", "1 +", "(N", "resident", "x[0:4]", "x[1]", "(x as u32)[0:]", "x[", "x -> y",
    "x = 0", "y = [1, 2]", "k(x, y)", "app", "each", "on_request", "never", "input", "output", "state", "setting",
    "constant", "scratch", "auto", "direct", "call", "in_place", "sm_90", "sm_91", "compute_75a", '"12.0"', '"11.8"', '"13"',
    "a b", "9x", "kernel.cu", "kernel.ptx", "[]", "{}", "[1]", "[1, 2]", "[1, 2, 3, 4]", "[[1]]", "[x, y]", "{x: 1}",
    "{x: in}", "{x: inout}", "{N: on}",
]
KEYS = [
    "vggen", "program", "targets", "min_cuda", "define", "types", "kernels", "buffers", "switches", "setup", "steps", "graphs",
    "lanes", "memory", "api", "source", "image", "entry", "block", "shared", "params", "role", "type", "shape", "init", "data",
    "values", "value", "range", "upload", "download", "io", "align", "at", "per_lane", "launch", "fill", "copy", "name", "grid",
    "access", "reads", "writes", "when", "unless", "after", "device", "pinned", "reuse", "repeat", "cooperative", "while",
    "capture", "count", "9x", "a-b", "x", "y", "N",
]
PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*$")


def parse(text):
    """Mappings become lists of [key, value] in a tuple, sequences lists, scalars the text that is written again."""

    def convert(node):
        if isinstance(node, yaml.SequenceNode):
            return [convert(item) for item in node.value]
        if isinstance(node, yaml.MappingNode):
            return ([[key.value, convert(item)] for key, item in node.value],)
        return node.value if not node.style and "\n" not in node.value else json.dumps(node.value)

    return convert(yaml.compose(text, core_yaml.Loader))


def write(node, indent=0):
    """The value after a key or a dash: on the same line, or below it."""
    pad = "\n" + " " * indent
    if isinstance(node, str):
        return " " + node if node else ""
    if isinstance(node, list):
        return "".join(pad + "-" + write(item, indent + 2) for item in node) or " []"
    return "".join(
        pad + (key if PLAIN_KEY.match(key) else json.dumps(key)) + ":" + write(item, indent + 2) for key, item in node[0]
    ) or " {}"


def places(node, found):
    """All [container, index] whose element is a value; of a mapping, the pair."""
    items = node if isinstance(node, list) else node[0] if isinstance(node, tuple) else []
    for i, item in enumerate(items):
        slot = (items, i) if isinstance(node, list) else (item, 1)
        found.append((slot, items, i, isinstance(node, tuple)))
        places(slot[0][slot[1]], found)
    return found


def typo(random, key):
    at = random.randrange(len(key) + 1)
    kind = random.randrange(3)
    if kind == 0 and key:
        return key[:at] + key[at + 1:]
    if kind == 1:
        return key[:at] + random.choice("abesz_1") + key[at:]
    return random.choice(KEYS)


def holds(node, part):
    return node is part or any(holds(slot[0][slot[1]], part) for slot, *_ in places(node, []))


def swap(random, found):
    (a, i), *_ = random.choice(found)
    (b, k), *_ = random.choice(found)
    if isinstance(a[i], str) or isinstance(b[k], str) or not (holds(a[i], b[k]) or holds(b[k], a[i])):
        if not (isinstance(a[i], str) != isinstance(b[k], str) and (holds(a[i], b) or holds(b[k], a))):
            a[i], b[k] = b[k], a[i]


def mutate(random, root):
    """One mistake, at random; the tree is changed in place."""
    found = places(root, [])
    slot, items, index, keyed = random.choice(found)
    kind = random.choice(["remove", "rename", "double", "scalar", "scalar", "scalar", "swap", "swap"])
    if kind == "remove":
        del items[index]
    elif kind == "rename" and keyed:
        items[index][0] = typo(random, items[index][0])
    elif kind == "double":
        items.insert(random.randrange(len(items) + 1), items[index])
    elif kind == "swap":
        swap(random, found)
    else:
        scalars = [s for s, *_ in found if isinstance(s[0][s[1]], str)]
        container, at = random.choice(scalars)
        container[at] = random.choice(SCALARS)
