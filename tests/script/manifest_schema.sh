#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# manifest_schema.sh: NAME.json and what --print-plan=json prints are what the schema that --print-schema=manifest prints
# says, for all goldens and for some programs with machine code where there is a toolkit, and the schema says all: a
# manifest with a key that is misspelled or of another type is refused. It takes 6 s of one core.
# VGGEN names the generator, srcdir the root of the source tree; IMAGE (the image option) comes from make.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}"
: "${VGGEN:=./vggen}"
: "${IMAGE:=--image=none}"
export srcdir
python3 -c 'import jsonschema' 2>/dev/null || {
    echo "python3 with jsonschema is not there"
    exit 77
}
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
if ! "$VGGEN" --print-schema=manifest | cmp - "$srcdir/gen/manifest_schema.json"; then
    echo "manifest_schema: --print-schema=manifest prints something else than gen/manifest_schema.json"
    exit 1
fi
for spec in kernels/saxpy/saxpy kernels/equalizer/equalizer tests/features/mailbox tests/features/tuned; do
    # shellcheck disable=SC2086
    "$VGGEN" $IMAGE --json "$srcdir/$spec.yaml" -o "$work" >"$work/log" 2>&1 || {
        echo "manifest_schema: $spec: $(head -n 3 "$work/log")"
        exit 1
    }
done
printf 'main.fir: 2.5\n' >"$work/times"
"$VGGEN" --image=none --print-plan=json --node-times="$work/times" "$srcdir/kernels/equalizer/equalizer.yaml" \
    >"$work/timed.json" 2>"$work/log" || cat "$work/log"
cd "$work" || exit 99
exec python3 - <<'PYTHON'
import copy, glob, json, os, sys
import jsonschema

source = os.environ["srcdir"] if os.path.isabs(os.environ["srcdir"]) else os.path.join(os.environ["OLDPWD"], os.environ["srcdir"])
schema = json.load(open(f"{source}/gen/manifest_schema.json"))
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)
passed = failed = 0

def holds(name, good, what):
    global passed, failed
    passed += bool(good)
    failed += not good
    if not good and failed < 20:
        print(f"manifest_schema: {name}: {what}")

# ---- what is written is what the schema says ----

files = glob.glob(f"{source}/tests/golden/*/*.json") + glob.glob("*.json")
for path in sorted(files):
    text = open(path).read()
    # Goldens have no hashes of other files.
    manifest = json.loads(text.replace('"sha256": ""', '"sha256": "' + "0" * 64 + '"'))
    errors = list(validator.iter_errors(manifest))
    holds(os.path.basename(path), not errors, errors and f"{list(errors[0].path)}: {errors[0].message[:300]}")
assert len(files) >= 20, "where are the goldens?"

# ---- the schema says all of it ----

def objects(value, path=()):
    if isinstance(value, dict):
        yield path, value
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from objects(inner, path + (key,))

def at(value, path):
    for key in path:
        value = value[key]
    return value

def other(value):
    """A value of another type."""
    return [value] if not isinstance(value, list) else "text" if value else 1

# One object of each shape stands for all that have its key, kind and members.
seen = {}
for name in ("saxpy", "crossing", "fold", "cg", "tally"):
    for path in glob.glob(f"{source}/tests/golden/{name}/*.json"):
        whole = json.loads(open(path).read().replace('"sha256": ""', '"sha256": "' + "0" * 64 + '"'))
        for where, found in objects(whole):
            kind = tuple(k for k in where if isinstance(k, str))[-1:] + (found.get("kind"), tuple(found), "stamp" in whole and not where)
            if kind in seen:
                continue
            seen[kind] = True
            for key in list(found):
                for change in ("renamed", "of another type"):
                    broken = copy.deepcopy(whole)
                    to = at(broken, where)
                    value = to.pop(key)
                    to[key + "_" if change == "renamed" else key] = value if change == "renamed" else other(value)
                    holds(name, not validator.is_valid(broken), f"{'/'.join(map(str, where))}: '{key}' {change} is accepted")
print(f"{passed} passed, {failed} failed")
sys.exit(0 if failed == 0 and passed > 300 else 1)
PYTHON
