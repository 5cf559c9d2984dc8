# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# expect.sh: for consumers.sh and cross.sh, which count in passed, failed and missing, and keep logs in the folder $work.
# shellcheck shell=sh

fail() {
    echo "$(basename "$0" .sh): $*"
    failed=$((failed + 1))
}
# expect WHAT STATUS TEXT COMMAND…: ends with the status and says the text.
expect() {
    what=$1
    wanted=$2
    text=$3
    shift 3
    "$@" >"$work/log" 2>&1
    status=$?
    if [ $status -ne "$wanted" ] || { [ -n "$text" ] && ! grep -qF -e "$text" "$work/log"; }; then
        fail "$what: status $status, expected $wanted and '$text':"
        tail -n 20 "$work/log"
        return 1
    fi
    passed=$((passed + 1))
}
# builds WHAT COMMAND…: ends with 0 and without a warning.
builds() {
    of=$1
    shift
    expect "$of: build" 0 "" "$@" || return
    if grep -i warning "$work/log"; then
        fail "$of: the build has warnings"
    fi
}
# have PROGRAM…
have() {
    for program; do
        command -v "$program" >/dev/null 2>&1 || { missing="$missing $program"; return 1; }
    done
}
