#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# cuda_headers.sh FOLDER: puts cuda.h of several CUDA releases into FOLDER/VERSION, from the Python package index, so
# that emitted C can be compiled against each. Prints the folders that are there. What cannot be fetched is left out.
set -u
folder=$1
mkdir -p "$folder" || exit 1
# The first and the last release of CUDA 12. cuda.h stands alone: it includes only the C library.
for release in 12.0.107 12.9.79; do
    if [ ! -f "$folder/$release/cuda.h" ]; then
        download=$(mktemp -d) || exit 1
        if python3 -m pip download --quiet --no-deps --dest "$download" "nvidia-cuda-runtime-cu12==$release" \
            >"$download/log" 2>&1; then
            # Renamed when it is whole: another test may look for it at the same time.
            mkdir -p "$folder/$release"
            python3 - "$download" "$folder/$release" <<'PYTHON'
import glob, os, sys, zipfile
wheel = zipfile.ZipFile(glob.glob(sys.argv[1] + "/*.whl")[0])
name = next(n for n in wheel.namelist() if n.endswith("/include/cuda.h"))
part = "%s/cuda.h.%d" % (sys.argv[2], os.getpid())
open(part, "wb").write(wheel.read(name))
os.replace(part, sys.argv[2] + "/cuda.h")
PYTHON
        fi
        rm -rf "$download"
    fi
    [ -f "$folder/$release/cuda.h" ] && echo "$folder/$release"
done
exit 0
