#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# schema.sh [SEED [COUNT]]: the schema that --print-schema makes of the parser's tables, and the parser, accept and refuse
# the same specs: goldens, tests/bad, and COUNT (1000) specs with random mistakes made from SEED (1).
# tests/schema/differences.txt lists what a schema cannot express. gen/schema.json, which is installed for editors, is the
# golden: schema.sh --update rewrites it.
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

if [ "${1-}" = --update ]; then
    "$VGGEN" --print-schema >"$srcdir/gen/schema.json.new" && mv "$srcdir/gen/schema.json.new" "$srcdir/gen/schema.json"
    exit
fi
if ! "$VGGEN" --print-schema | cmp -s - "$srcdir/gen/schema.json"; then
    echo "schema: --print-schema prints something else than gen/schema.json: schema.sh --update, if that is meant"
    echo "0 passed, 1 failed"
    exit 1
fi
for module in jsonschema yaml; do
    if ! python3 -c "import $module" 2>/dev/null; then
        echo "skipped: no Python module $module (Debian, Ubuntu: python3-$module)"
        exit 77
    fi
done
PYTHONDONTWRITEBYTECODE=1 exec python3 "$srcdir/tests/schema/compare.py" "$VGGEN" "$srcdir" "${1-1}" "${2-1000}"
