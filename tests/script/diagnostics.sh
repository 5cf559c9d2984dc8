#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# diagnostics.sh: --diagnostics=json says what the text form says, for every bad input and for errors of files and of the
# command line; -Werror, -Werror=ID, -Wno-error=ID and -Wno-ID do what they say. Needs python3, as a reader of JSON that
# is not ours: without it only the -W options are tested and the status is 77.
# VGGEN names the generator, srcdir the root of the source tree.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}"
: "${VGGEN:=./vggen}"
case $VGGEN in
/*) ;;
*) VGGEN=$(pwd)/$VGGEN ;;
esac
passed=0
failed=0
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
srcdir=$(cd "$srcdir" && pwd)
mkdir "$work/cases"

fail() {
    echo "diagnostics: $*"
    failed=$((failed + 1))
}

# ---- warnings ----

cat >"$work/warnings.yaml" <<'SPEC'
vggen: 1
program: demo
targets: [sm_90]
min_cuda: "13.0"
kernels:
  scale: {source: scale.cu, block: 256, params: {x: in f32*, y: out f32*}}
  spare: {source: scale.cu, block: 256, params: {x: in f32*, y: out f32*}}
buffers:
  x: {role: input, type: f32, shape: [256]}
  s: {role: scratch, type: f32, shape: [256]}
  h: {role: state, type: f32, shape: [256], init: 0}
  y: {role: output, type: f32, shape: [256]}
steps:
  - launch: scale(x, y)
    grid: 1
  - launch: scale(h, y)
    grid: 1
SPEC
cd "$work" || exit 99
: >scale.cu

# warn NAME STATUS COUNTS OPTION…: ends with STATUS, and the last line is COUNTS; writes only with status 0.
warn() {
    name=$1
    wanted=$2
    counts=$3
    shift 3
    rm -rf out
    "$VGGEN" --image=none warnings.yaml -o out "$@" >stdout 2>stderr
    status=$?
    if [ $status -ne "$wanted" ]; then
        fail "$name: status $status, expected $wanted"
        cat stderr
    elif [ "$(tail -n 1 stderr)" != "$counts" ]; then
        fail "$name: expected '$counts', found:"
        cat stderr
    elif [ $status -eq 0 ] && [ ! -e out/demo.c ]; then
        fail "$name: wrote nothing"
    elif [ $status -ne 0 ] && [ -e out ]; then
        fail "$name: writes in spite of an error"
    else
        passed=$((passed + 1))
    fi
}
warn "plain" 0 "4 warnings"
warn "all errors" 1 "4 errors" -Werror
warn "one error" 1 "1 error, 3 warnings" -Werror=buffer-unused
warn "error in two words" 1 "1 error, 3 warnings" -W error=buffer-unused
warn "one off" 0 "3 warnings" -Wno-buffer-unused
warn "all off" 0 "" -Wno-buffer-unused -Wno-buffer-unwritten -Wno-kernel-unused -Wno-step-no-effect
warn "errors but one" 1 "3 errors, 1 warning" -Werror -Wno-error=buffer-unused
warn "errors, one off" 1 "3 errors" -Werror -Wno-buffer-unused
warn "the order of -Werror and an id does not matter" 1 "3 errors" -Wno-buffer-unused -Werror
warn "the last for an id holds" 1 "1 error, 3 warnings" -Wno-buffer-unused -Werror=buffer-unused
warn "taken back" 0 "4 warnings" -Werror -Wno-error
warn "an error stays one" 0 "4 warnings" -Werror=grid-size
warn "no such id" 2 "1 error" -Wno-buffer-unsed
warn "errors cannot be off" 2 "1 error" -Wno-grid-size
grep -q "only warnings can be switched off" stderr || fail "errors cannot be off: says something else"
warn "no such option" 2 "1 error" -Wall
grep -q "expected -Werror" stderr || fail "no such option: says something else"
# Making warnings errors hides no mistake that is found without.
"$VGGEN" --image=none warnings.yaml -o out 2>&1 | sed -n 's/.*\[\(.*\)\]$/\1/p' >plain
"$VGGEN" --image=none -Werror warnings.yaml -o out 2>&1 | sed -n 's/.*\[\(.*\)\]$/\1/p' >strict
if cmp -s plain strict; then
    passed=$((passed + 1))
else
    fail "-Werror finds other mistakes"
fi

# ---- JSON ----

if ! command -v python3 >/dev/null 2>&1; then
    echo "$passed passed, $failed failed"
    [ $failed -eq 0 ] || exit 1
    echo "skipped: no python3"
    exit 77
fi

# both NAME ARGUMENT…: the two forms of what one command says, into cases/NAME.txt and .json.
both() {
    name=$1
    shift
    "$VGGEN" "$@" >"$work/stdout" 2>"$work/cases/$name.txt"
    text_status=$?
    "$VGGEN" --diagnostics=json "$@" >"$work/stdout" 2>"$work/cases/$name.json"
    status=$?
    [ $status -eq $text_status ] || fail "$name: status $status with JSON, $text_status with text"
    [ -s "$work/stdout" ] && fail "$name: writes to standard output"
    [ -e "$work/out" ] && rm -rf "$work/out"
}
for path in "$srcdir"/tests/bad/*/*.yaml; do
    cd "$(dirname "$path")" || exit 99
    file=$(basename "$path")
    # shellcheck disable=SC2046
    both "$file" --image=none -o "$work/out" $(sed -n 's/^# raises [^ ]* with //p' "$file") "$file"
done
cd "$work" || exit 99
both warnings --image=none -o out warnings.yaml
both promoted --image=none -o out -Werror=buffer-unused warnings.yaml
both nothing --image=none --check "$srcdir/kernels/saxpy/saxpy.yaml"
both missing --image=none -o out nowhere.yaml
both folder --image=none -o out .
both tool --nvcc=/nowhere/nvcc -o out "$srcdir/kernels/saxpy/saxpy.yaml"
both usage --frobnicate --image=some
both no-spec --image=none
hostile=$(printf 'a\377"\\\n\033[31m.yaml')
cp "$srcdir/tests/bad/names/name-undefined.yaml" "$hostile"
both hostile --image=none -o out "$hostile"
printf 'x: "\302\205\342\200\256\360\237\230\200": y\n' >odd.yaml
both odd --image=none -o out odd.yaml
awk 'BEGIN { print "vggen: 1"; for (i = 0; i < 500; i++) print "key" i ": 1" }' >many.yaml
both many --image=none -o out many.yaml
"$VGGEN" --diagnostics=json --image=none many.yaml 2>again.json
cmp -s again.json cases/many.json || fail "the same command says something else"
"$VGGEN" --diagnostics=xml warnings.yaml >stdout 2>stderr
if [ $? -ne 2 ] || ! grep -q "takes 'text' or 'json', not 'xml'" stderr; then
    fail "--diagnostics=xml is not refused"
fi

cat >compare.py <<'PYTHON'
import json, os, re, sys
PLACED = re.compile(r"^(\S.*?):(\d+):(\d+): (error|warning): (.*) \[([a-z0-9-]+)\]$")
PLACELESS = re.compile(r"^(\S.*?): (error|warning): (.*) \[([a-z0-9-]+)\]$")
COUNTS = re.compile(r"^(?:(\d+) errors?)?(?:, )?(?:(\d+) warnings?)?$")
PLACE_KEYS = ["file", "line", "column", "endLine", "endColumn"]
KEYS = PLACE_KEYS + ["severity", "id", "message", "note", "hint", "output"]
passed = failed = 0

def check_place(at):
    if at["line"] is None:
        assert at["column"] is None and at["endLine"] is None and at["endColumn"] is None, "half a place"
    else:
        assert (1, 1) <= (at["line"], at["column"]) <= (at["endLine"], at["endColumn"]), "the end is before the begin"

def compare(text, document):
    assert list(document) == ["diagnostics", "errors", "warnings"], "other keys"
    found = document["diagnostics"]
    lines = text.splitlines()
    counts = COUNTS.match(lines[-1]) if lines else None
    assert not lines or counts, "the text ends without counts"
    expected = [int(n or 0) for n in counts.groups()] if counts else [0, 0]
    assert [document["errors"], document["warnings"]] == expected, "other counts"
    for severity, count in (("error", expected[0]), ("warning", expected[1])):
        listed = sum(1 for d in found if d["severity"] == severity)
        assert listed == min(count, 100), "%d of %d listed" % (listed, count)
    shown = []
    for line in lines:
        placed, placeless = PLACED.match(line), PLACELESS.match(line)
        if placed:
            shown.append((int(placed[2]), int(placed[3]), placed[4], placed[5], placed[6]))
        elif placeless and ": note: " not in line:
            shown.append((None, None, placeless[2], placeless[3], placeless[4]))
    assert len(shown) == sum(min(n, 20) for n in expected), "messages of the text not understood"
    for d in found:
        assert list(d) == KEYS, "other keys"
        check_place(d)
        if d["note"] is not None:
            assert list(d["note"]) == PLACE_KEYS + ["message"], "other keys in a note"
            check_place(d["note"])
    alone = sum(1 for d in found if d["severity"] == "note")
    found = [d for d in found if d["severity"] != "note"]
    for d, (line, column, severity, message, name) in zip(found, shown):
        assert (d["line"], d["column"], d["severity"], d["id"]) == (line, column, severity, name), "another message"
        assert re.sub("[^ -~]", "?", d["message"]) == re.sub("[^ -~]", "?", message), "another text"
    if len(found) == len(shown):
        for key, mark in (("note", "note: "), ("hint", "hint: ")):
            expected = sum(1 for line in lines if line.startswith(mark) or re.match(r"\S.*:\d+:\d+: " + mark, line))
            listed = sum(1 for d in found if d[key] is not None) + (alone if key == "note" else 0)
            assert listed == expected, "other " + key + "s"

for name in sorted(os.listdir("cases")):
    if not name.endswith(".json"):
        continue
    try:
        with open("cases/" + name, "rb") as file:
            document = json.loads(file.read().decode("utf-8", "strict"))
        with open("cases/" + name[:-5] + ".txt", encoding="utf-8", errors="replace", newline="\n") as file:
            text = file.read()
        compare(text, document)
        passed += 1
    except (AssertionError, ValueError) as problem:
        print("diagnostics: %s: %s" % (name, problem))
        failed += 1

def first(name):
    with open("cases/" + name + ".json", encoding="utf-8") as file:
        return json.load(file)["diagnostics"][0]
assert first("hostile")["file"] == 'a\ufffd"\\\n\x1b[31m.yaml', "the name of a hostile file"
assert first("missing")["file"] == "nowhere.yaml" and first("missing")["line"] is None, "a file error"
assert first("usage")["file"] is None, "a usage error"
assert first("define-unknown.yaml")["file"] == "<command line>", "a place on the command line"
print("%d passed, %d failed" % (passed, failed))
sys.exit(failed != 0 or passed < 100)
PYTHON
if python3 compare.py >compared; then
    passed=$((passed + $(sed -n 's/ passed.*//p' compared)))
else
    cat compared
    failed=$((failed + 1))
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
