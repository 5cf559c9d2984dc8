#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh TARBALL GENERATED [LOGS]: all GPU tests, on a machine with a GPU, a CUDA toolkit and a C compiler, but without
# libyaml, Check or a network. TARBALL comes from `make dist`, GENERATED from `make device-files` (the emitted files of
# every program, and the demo's recording). Prints a short table; logs stay in LOGS (default: device-logs).
# Exit status: 0 all passed, 1 some failed, 77 there is no GPU.
set -u

[ $# -ge 2 ] || { echo "usage: run.sh TARBALL GENERATED [LOGS]" >&2; exit 2; }
tarball=$(readlink -f "$1")
generated=$(readlink -f "$2")
mkdir -p "${3:-device-logs}"
logs=$(readlink -f "${3:-device-logs}")
nvidia-smi -L >/dev/null 2>&1 || { echo "no GPU here"; exit 77; }

work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# run NAME COMMAND…: one row of the table; the figure is the output's line that starts with "figure:", if any.
run() {
    name=$1
    shift
    "$@" >"$logs/$name.log" 2>&1 </dev/null
    status=$?
    if [ $status -eq 0 ]; then
        passed=$((passed + 1))
        word=ok
    else
        failed=$((failed + 1))
        word="FAILED ($status)"
    fi
    printf '%-34s %-12s %s\n' "$name" "$word" "$(sed -n 's/^figure: //p' "$logs/$name.log" | tr '\n' ' ')"
    [ $status -eq 0 ] || tail -n 15 "$logs/$name.log" | sed 's/^/    /'
}

nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
mkdir "$work/source" && tar -xzf "$tarball" -C "$work/source" --strip-components=1 || exit 1
mkdir "$work/build" && cd "$work/build" || exit 1
run configure "$work/source/configure" --without-generator --with-generated="$generated" --enable-werror
run build make -j8 all device-programs
run build_cpu make -j8 sim-programs
grep -q . out/saxpy/gpu/saxpy_test 2>/dev/null || { tail -n 40 "$logs/build.log"; exit 1; }

gpu=out
run saxpy_test $gpu/saxpy/gpu/saxpy_test --replays 20000
run saxpy_separate_test $gpu/saxpy_separate/gpu/saxpy_test --replays 1000
run equalizer_test $gpu/equalizer/gpu/equalizer_test
run equalizer_separate_test $gpu/equalizer_separate/gpu/equalizer_test
run runtime_test $gpu/saxpy/gpu/device_rt
run updates_test $gpu/saxpy/gpu/device_updates
run modes_test $gpu/feature_traffic/gpu/device_modes
run lanes_test $gpu/lanes/gpu/device_lanes
run lanes_separate_test $gpu/lanes_separate/gpu/device_lanes
run equalizer_demo $gpu/equalizer/gpu/equalizer_demo "$generated/recording.wav" "$logs/equalizer.wav" "$logs/equalizer.svg"
for program in saxpy equalizer; do
    run "${program}_main" $gpu/$program/gpu/${program}_main --replays 10000 --warm-up 100
    run "${program}_profile" $gpu/$program/gpu/${program}_main --step --profile --replays 20 --trace "$logs/$program.json"
done

# No call of the heap by a program, in any way to replay it.
for test in out/*/gpu/*_selftest; do
    folder=${test%/gpu/*}
    run "selftest_${folder#out/}" "$test" --replays 10000
done

# Every part of the language: the same test on the GPU, on the CPU device, and under the memory checker.
for folder in out/feature_*; do
    feature=${folder#out/feature_}
    run "feature_$feature" "$folder/gpu/${feature}_test"
    run "feature_${feature}_cpu" "$folder/sim/${feature}_test"
    if command -v compute-sanitizer >/dev/null 2>&1; then
        run "memcheck_$feature" compute-sanitizer --tool memcheck --leak-check full --error-exitcode 9 \
            "$folder/gpu/${feature}_test"
        run "initcheck_$feature" compute-sanitizer --tool initcheck --error-exitcode 9 "$folder/gpu/${feature}_test"
        run "racecheck_$feature" compute-sanitizer --tool racecheck --error-exitcode 9 "$folder/gpu/${feature}_test"
    fi
done

# The CPU device on this machine: the same objects, the same answers.
run saxpy_test_cpu $gpu/saxpy/sim/saxpy_test --replays 20
run equalizer_test_cpu $gpu/equalizer/sim/equalizer_test
run runtime_test_cpu $gpu/saxpy/sim/device_rt
run updates_test_cpu $gpu/saxpy/sim/device_updates
run modes_test_cpu $gpu/feature_traffic/sim/device_modes
run lanes_test_cpu $gpu/lanes/sim/device_lanes

if command -v compute-sanitizer >/dev/null 2>&1; then
    for tool in memcheck racecheck initcheck synccheck; do
        options="--tool $tool --error-exitcode 9"
        [ $tool = memcheck ] && options="$options --leak-check full"
        for program in saxpy equalizer saxpy_separate equalizer_separate; do
            app=$gpu/$program/gpu/${program%_separate}_test
            case $program in
            saxpy*) size="--replays 20" ;;
            *) size="--frames 10" ;;
            esac
            # shellcheck disable=SC2086
            run "${tool}_$program" compute-sanitizer $options $app $size
        done
    done
else
    echo "no compute-sanitizer here: sanitizers not run"
    failed=$((failed + 1))
fi

# What a replay costs: the table last.
run bench_replay sh "$work/source/tests/bench/run_replay.sh" out/bench "$logs/bench"
cat "$logs/bench/table.txt"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
