#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# manifest_keys.sh: the keys that gen/report/manifest_*.c write are those that manifest.h lists, and what that lists of
# each object is what vggen(1) names. srcdir: the root of the source tree.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}"
export srcdir
command -v python3 >/dev/null 2>&1 || {
    echo "python3 is not there"
    exit 77
}
exec python3 - <<'PYTHON'
import glob, os, re
source = os.environ["srcdir"]
header = open(f"{source}/gen/report/manifest.h").read()
listed = {}  # by object: the words of its entry in manifest.h
for line in header[header.index(" *   version, generator"):header.index(" * To add a field")].splitlines():
    begin = re.match(r" \*   ([a-z_]+(?:, [a-z_]+)*)  +", line)
    names = begin.group(1).split(", ") if begin else names
    for name in names:
        listed[name] = listed.get(name, "") + line.replace(" *", "", 1) + "\n"

man = open(f"{source}/gen/vggen.1").read()
man = man[man.index(".Ss The manifest"):man.index(".Sh ENVIRONMENT")]
named = {}
for item in re.split(r"^\.It ", man, flags=re.M)[1:]:
    words = re.findall(r"[A-Za-z0-9_-]+", " ".join(re.findall(r"(?:Cm|Po) (.*)", "Cm " + item.split(" ", 1)[1])))
    for name in re.findall(r"[a-z_]+", item.splitlines()[0].split("Cm", 1)[1]):
        named[name] = set(words)

def words(text):
    return set(re.findall(r"[A-Za-z0-9_]+", text))

def members(name):
    """The names between the outer brackets of an object's entry, without the remarks on them."""
    text = re.sub(r"\"[^\"]*\"", "", re.sub(r"\s+", " ", listed[name]))
    depth, found = 0, ""
    for c in text[text.index("[{") + 1:]:
        depth += (c in "{[(") - (c in "}])")
        found += c if depth == 1 and c not in "{}])" else " "
        if depth == 0:
            break
    return [key for part in found.split(",") for key in re.findall(r"[a-z_0-9]+", part)[:1] if key != "or"]

# What a file of the generator writes is in the entries of its objects.
objects = {
    "files": ("version", "program", "lanes", "spec", "defines", "compile", "modules", "outputs", "graphs", "kernels", "memories"),
    "kernels": ("kernels", "targets", "launches"),
    "memories": ("memories", "buffers", "transfers"),
    "nodes": ("nodes",),
    "edges": ("edges", "why"),
}
count = 0
for path in glob.glob(f"{source}/gen/report/manifest_*.c"):
    part = os.path.basename(path)[len("manifest_"):-2]
    entries = objects.get(part, list(listed))
    exact = part in ("kernels", "memories")
    known = set().union(*((set(members(name)) if exact else words(listed[name])) | {name} for name in entries))
    for key in re.findall(r'json_[a-z]+\(\w+, "([a-z_0-9]+)"', open(path).read()):
        assert key in known, f"manifest.h does not name '{key}' of {os.path.basename(path)} under {entries}"
        count += 1
assert count > 100, count

# What manifest.h lists is what vggen(1) names. Targets and launches stand with the kernels there.
for name, item in {"kernels": "kernels", "targets": "kernels", "launches": "kernels", "memories": "memories",
                   "buffers": "buffers", "transfers": "transfers", "graphs": "graphs", "outputs": "outputs"}.items():
    for key in members(name):
        assert key in named[item] | {"target", "block"}, f"vggen(1) does not name '{key}' of {name}"
for item in ("memories", "transfers", "outputs"):
    extra = named[item] - set(members(item)) - {"device", "device_shared", "device_pool", "pinned", "pinned_pool", "Cm", "Pc", "Po", item}
    assert not extra, f"manifest.h does not list {extra} of {item}"
print(f"{count} keys are written, listed and named")
PYTHON
