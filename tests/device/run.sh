#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# run.sh TARBALL GENERATED [LOGS [PART…]]: all GPU tests, on a machine with a GPU, a CUDA toolkit and a C compiler, but
# without libyaml, Check or a network. TARBALL comes from `make dist`, GENERATED from `make device-files` (the emitted files
# of every program, and the demo's recording). Prints a short table with the seconds of each row; logs stay in LOGS
# (default: device-logs). Parts, for machines that are lent by the minute: tests fused_random selftests tune features sanitizers bench, where
# sanitizers is sanitizers_features and sanitizers_programs, and bench has parts radar, control and fuse; and, only when they are named,
# fused_faults: faults planted in fused launches, each of which must show, which hangs some kernels on purpose; mailbox: COUNT replays
# by a resident block, also 100 us and 10 ms apart, and a thousandth as many arms and disarms; and soak:
# COUNT replays (default 10000000, some minutes) of each transport, every byte looked at.
# Exit status: 0 all passed, 1 some failed, 77 there is no GPU.
set -u

[ $# -ge 2 ] || { echo "usage: run.sh TARBALL GENERATED [LOGS]" >&2; exit 2; }
tarball=$(readlink -f "$1")
generated=$(readlink -f "$2")
mkdir -p "${3:-device-logs}"
logs=$(readlink -f "${3:-device-logs}")
shift $(($# < 3 ? $# : 3))
parts=" ${*:-tests fused_random selftests tune features sanitizers bench} "

# wants PART…: whether one of them is to be run.
wants() {
    for part in "$@"; do
        case $parts in
        *" $part "*) return 0 ;;
        esac
    done
    return 1
}
nvidia-smi -L >/dev/null 2>&1 || { echo "no GPU here"; exit 77; }

work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
passed=0
failed=0
without=0

now() { # milliseconds
    echo $(($(date +%s%N) / 1000000))
}
began=$(now)

# execute NAME COMMAND…: its log, its status and its milliseconds.
execute() {
    name=$1
    shift
    start=$(now)
    "$@" >"$logs/$name.log" 2>&1 </dev/null
    echo "$? $(($(now) - start))" >"$work/$name.result"
}

# row NAME: a row of the table; the figure is the output's lines that start with "figure:", if any.
row() {
    read -r status took <"$work/$1.result"
    if [ "$status" -eq 0 ]; then
        passed=$((passed + 1))
        word=ok
    elif [ "$status" -eq 77 ]; then
        without=$((without + 1))
        word="NO RESULT"
    else
        failed=$((failed + 1))
        word="FAILED ($status)"
    fi
    printf '%-34s %-12s %5d.%d s  %s\n' "$1" "$word" $((took / 1000)) $((took % 1000 / 100)) \
        "$(sed -n 's/^figure: //p' "$logs/$1.log" | tr '\n' ' ')"
    [ "$status" -eq 0 ] || [ "$status" -eq 77 ] || tail -n 15 "$logs/$1.log" | sed 's/^/    /'
}

# run NAME COMMAND…: alone, at once.
run() {
    execute "$@"
    row "$1"
}

# beside NAME COMMAND…: along with up to five others, where nothing is measured; their rows come together.
together=
beside() {
    execute "$@" &
    together="$together $1"
    # shellcheck disable=SC2086
    set -- $together
    [ $# -lt 6 ] || together_end
}

# alone NAME COMMAND…: when those beside have ended. Beside others, compute-sanitizer (2025.3) now and then reports faults in
# conditional nodes: memcheck over reach did so twice beside others, and never in 44 runs alone.
alone() {
    together_end
    run "$@"
}

together_end() {
    wait
    for one in $together; do
        row "$one"
    done
    together=
}

# synccheck PROGRAM…: 77 where all that the checker reports is "Divergent thread(s) in warp", and it reports that as well of
# a barrier that all threads reach, in the body of a `while` without vggen, but not of the same kernel outside of one.
synccheck() {
    checker="compute-sanitizer --tool synccheck --error-exitcode 9"
    said=$work/$name.synccheck
    $checker "$@" >"$said" 2>&1
    code=$?
    cat "$said"
    [ $code -eq 9 ] || return $code
    grep "Barrier error" "$said" | grep -qv "Divergent thread(s) in warp" && return $code
    grep -q "Barrier error" "$said" && "$@" >/dev/null || return $code
    $checker "$gpu/flow/gpu/probe_barrier" once >"$said.once" 2>&1 || return $code
    $checker "$gpu/flow/gpu/probe_barrier" loop >"$said.loop" 2>&1 && return $code
    if "$gpu/flow/gpu/probe_barrier" loop >/dev/null && grep -q "Divergent thread(s) in warp" "$said.loop"; then
        echo "figure: the checker reports the same of probe_barrier loop: it cannot see bodies that the device repeats"
        code=77
    fi
    return $code
}

# racecheck COUNT PROGRAM…: 77 where the checker itself falls over, which it does over programmatic edges and over
# cooperative nodes in bodies: a crash of the program, no hazard, and the program runs well without it. And where all it
# names is a kernel that hands a value on through a flag with release and acquire: it knows barriers alone.
racecheck() {
    count=$1
    shift
    said=$work/$name.racecheck
    env COUNT="$count" compute-sanitizer --tool racecheck --error-exitcode 9 "$@" >"$said" 2>&1
    code=$?
    cat "$said"
    if [ $code -ne 0 ] && [ $code -ne 9 ] && grep -q "didn't terminate successfully" "$said" &&
        grep -q " 0 hazards" "$said" && "$@" >/dev/null; then
        code=77
    fi
    if [ $code -eq 9 ] && ! grep -E "(Write|Read) access at" "$said" | grep -qv "access at handed_on+" && "$@" >/dev/null; then
        echo "figure: the checker takes a flag with release and acquire for a race"
        code=77
    fi
    return $code
}

nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
mkdir "$work/source" && tar -xzf "$tarball" -C "$work/source" --strip-components=1 || exit 1
mkdir "$work/build" && cd "$work/build" || exit 1
run configure "$work/source/configure" --without-generator --with-generated="$generated" --enable-werror
run build make -j8 all device-programs
run build_cpu make -j8 sim-programs
grep -q . out/saxpy/gpu/saxpy_test 2>/dev/null || { tail -n 40 "$logs/build.log"; exit 1; }

gpu=out
if wants tests; then
    run saxpy_test $gpu/saxpy/gpu/saxpy_test --replays 20000
    run saxpy_separate_test $gpu/saxpy_separate/gpu/saxpy_test --replays 1000
    run equalizer_test $gpu/equalizer/gpu/equalizer_test
    run equalizer_separate_test $gpu/equalizer_separate/gpu/equalizer_test
    run runtime_test $gpu/saxpy/gpu/device_rt
    run leaks_test env COUNT=10000 $gpu/saxpy/gpu/device_leaks
    run leaks_plain_test env COUNT=10000 $gpu/plain/gpu/device_leaks
    run green_test $gpu/green/gpu/device_green
    run updates_test $gpu/saxpy/gpu/device_updates
    run flow_test $gpu/flow/gpu/device_flow
    run probe_once $gpu/flow/gpu/probe_barrier once
    run probe_loop $gpu/flow/gpu/probe_barrier loop
    run modes_test $gpu/feature_traffic/gpu/device_modes
    run lanes_test $gpu/lanes/gpu/device_lanes
    run lanes_separate_test $gpu/lanes_separate/gpu/device_lanes
    run soak_test env COUNT=20000 $gpu/soak/gpu/device_soak
    run equalizer_demo $gpu/equalizer/gpu/equalizer_demo "$generated/recording.wav" "$logs/equalizer.wav" "$logs/equalizer.svg"
    run reach_test $gpu/reach/gpu/reach_test
    run reach_debian_test $gpu/reach_debian/gpu/reach_test
    run cg_test $gpu/cg/gpu/cg_test
    run shapes_test $gpu/shapes/gpu/shapes_test
    run two_ranks sh "$work/source/tests/device/two_ranks.sh" "$work/source" .
    run vendored sh "$work/source/tests/device/vendored.sh" "$work/source" "$generated/vendored"
    run vendored_toolkit env CUDA_HOME="${CUDA_HOME:-/usr/local/cuda}" LIBRARY_PATH="${CUDA_HOME:-/usr/local/cuda}/lib64/stubs" \
        sh "$work/source/tests/device/vendored.sh" "$work/source" "$generated/vendored" toolkit
    run control_test $gpu/control/gpu/control_test --frames 20000
    run control_demo $gpu/control/gpu/control_demo "$logs/step.svg" "$logs/latency.svg"
    run cg_demo $gpu/bench_cg/gpu/cg_demo "$logs/cg.svg"
    run radar_test $gpu/radar/gpu/radar_test --noise 10000
    run radar_full_test $gpu/bench_radar/gpu/radar_test --noise 500
    if [ -x $gpu/radar_lib/gpu/radar_test ]; then
        run radar_lib_test $gpu/radar_lib/gpu/radar_test --noise 10000
        run radar_lib_full_test $gpu/bench_radar_lib/gpu/radar_test --noise 500
    else
        echo "no cuFFT here: radar_lib not run"
    fi
    run radar_demo $gpu/bench_radar/gpu/radar_demo "$logs/radar.svg"
    for program in saxpy equalizer; do
        run "${program}_main" $gpu/$program/gpu/${program}_main --replays 10000 --warm-up 100
        run "${program}_profile" $gpu/$program/gpu/${program}_main --step --profile --replays 20 --trace "$logs/$program.json"
    done

    beside cg_512_test $gpu/bench_cg/gpu/cg_test # mostly the reference
    # The CPU device on this machine: the same objects, the same answers.
    run saxpy_test_cpu $gpu/saxpy/sim/saxpy_test --replays 20
    run equalizer_test_cpu $gpu/equalizer/sim/equalizer_test
    run runtime_test_cpu $gpu/saxpy/sim/device_rt
    run updates_test_cpu $gpu/saxpy/sim/device_updates
    run flow_test_cpu $gpu/flow/sim/device_flow
    run modes_test_cpu $gpu/feature_traffic/sim/device_modes
    run lanes_test_cpu $gpu/lanes/sim/device_lanes
    run soak_test_cpu env COUNT=200 $gpu/soak/sim/device_soak
    run reach_test_cpu $gpu/reach/sim/reach_test
    run cg_test_cpu $gpu/cg/sim/cg_test
    run control_test_cpu $gpu/control/sim/control_test
    run radar_test_cpu $gpu/radar/sim/radar_test
    run radar_lib_test_cpu $gpu/radar_lib/sim/radar_test
    run shapes_test_cpu $gpu/shapes/sim/shapes_test
    together_end
fi

# No call of the heap by a program, in any way to replay it. Programs with many graphs, each with its own ways, make 1000
# replays of each. One after the other: side by side they take turns on the GPU, and far longer.
# Random programs with fused launches, against the interpreter.
if wants fused_random; then
    run fused_random $gpu/random_gpu/gpu/emitted
fi

if wants selftests; then
    for test in out/*/gpu/*_selftest; do
        folder=${test%/gpu/*}
        case $folder in
        *_recall | *_branch | *_called | *_chain | *_loop | *_swap) replays=1000 ;;
        *) replays=10000 ;;
        esac
        run "selftest_${folder#out/}" "$test" --replays $replays
    done
fi

# The blocks that specs leave open: each must lead to the same outputs, bit for bit, or is refused. What was chosen stands in
# LOGS/PROGRAM.tune.yaml, for vggen --tuned. Programs of benchmarks have sizes for a GPU.
if wants tune; then
    for tuner in out/*/gpu/*_tune; do
        folder=${tuner%/gpu/*}
        program=${folder#out/}
        run "tune_$program" "$tuner" --write "$logs/$program.tune.yaml"
        grep ': block ' "$logs/tune_$program.log" | grep -v '^figure: ' | sed 's/^/    /'
    done
fi

# library_test TEST: 77 for one with library calls that is not built, because the toolkit has not all of these libraries.
library_test() {
    [ -x "$1" ] && { "$1"; return; }
    echo "figure: not built: the toolkit lacks cuFFT, cuBLAS or cuSPARSE"
    return 77
}

# Every part of the language: the same test on the GPU, on the CPU device, and under the checkers. There COUNT leaves
# random calls that many rounds: what a checker finds it finds in hundreds.
for folder in out/feature_*; do
    feature=${folder#out/feature_}
    if wants features; then
        case $feature in
        conjugate | effects) run "feature_$feature" library_test "$folder/gpu/${feature}_test" ;;
        *) run "feature_$feature" "$folder/gpu/${feature%_separate}_test" ;;
        esac
        run "feature_${feature}_cpu" "$folder/sim/${feature%_separate}_test"
    fi
    # Checkers count calls that the driver refuses, and that is what refused_calls makes it do; what hangs they wait for.
    if wants sanitizers sanitizers_features && [ "$feature" != refused_calls ] && [ "$feature" != bounded ] &&
        command -v compute-sanitizer >/dev/null 2>&1; then
        test=$folder/gpu/${feature%_separate}_test
        case $feature in
        conjugate | effects) [ -x "$test" ] || continue ;;
        esac
        # Those with conditional nodes, and with grids that the device sets.
        case $feature in
        branch | called | chain | cluster | conditions | conjugate | coop | decide | loop | portions | resident | seek | sized | swap | unrolled) how=alone ;;
        *) how=beside ;;
        esac
        # Libraries make calls that may fail, such as questions about what an older driver does not know.
        case $feature in
        conjugate | effects) failing="--report-api-errors no" ;;
        *) failing= ;;
        esac
        # shellcheck disable=SC2086
        $how "memcheck_$feature" env COUNT=200 compute-sanitizer --tool memcheck --leak-check full $failing --error-exitcode 9 "$test"
        $how "initcheck_$feature" env COUNT=200 compute-sanitizer --tool initcheck --error-exitcode 9 "$test"
        # It takes a second for each of these rounds.
        case $feature in
        unrolled) rounds=6 ;;
        chain) rounds=16 ;;
        *) rounds=200 ;;
        esac
        $how "racecheck_$feature" racecheck $rounds "$test"
    fi
done
together_end

if ! wants sanitizers sanitizers_features sanitizers_programs; then
    :
elif ! command -v compute-sanitizer >/dev/null 2>&1; then
    echo "no compute-sanitizer here: sanitizers not run"
    failed=$((failed + 1))
elif wants sanitizers sanitizers_programs; then
    for tool in memcheck racecheck initcheck synccheck; do
        check="compute-sanitizer --tool $tool --error-exitcode 9"
        [ $tool = memcheck ] && check="$check --leak-check full"
        [ $tool = racecheck ] && check="racecheck 200"
        [ $tool = synccheck ] && check=synccheck
        for program in saxpy equalizer saxpy_separate equalizer_separate reach cg radar control; do
            app=$gpu/$program/gpu/${program%_separate}_test
            how=beside
            case $program in
            saxpy*) size="--replays 20" ;;
            reach) size='' how=alone ;; # conditional nodes, as above
            cg) size=--once how=alone ;;
            radar) size="--noise 5" ;;
            control) size="--frames 1000" ;;
            *) size="--frames 10" ;;
            esac
            # shellcheck disable=SC2086
            $how "${tool}_$program" $check $app $size
        done
    done
    together_end
fi

if wants fused_faults; then
    run fused_faults $gpu/fused_faults/gpu/device_fused_faults "$work/source/tests/fused_text"
fi
if wants mailbox; then
    run mailbox env COUNT="${COUNT:-10000000}" $gpu/feature_mailbox/gpu/device_mailbox
fi
if wants soak; then
    run soak env COUNT="${COUNT:-10000000}" $gpu/soak/gpu/device_soak
fi

if wants bench radar; then
    # The radar beside the same by PyTorch, where python3 has it.
    mkdir -p "$logs/radar"
    run radar_bench $gpu/bench_radar/gpu/radar_bench
    with_cufft=
    if [ -x $gpu/bench_radar_lib/gpu/radar_bench ]; then
        with_cufft=$gpu/bench_radar_lib/gpu/radar_bench
        run radar_lib_bench "$with_cufft"
    fi
    if command -v python3 >/dev/null 2>&1; then
        # shellcheck disable=SC2086
        run radar env PYTHONDONTWRITEBYTECODE=1 python3 "$work/source/tests/bench/radar_torch.py" "$logs/radar" \
            $gpu/bench_radar/gpu/radar_bench $with_cufft
        cat "$logs/radar.log"
    else
        echo "no python3 here: radar not beside PyTorch"
    fi
fi

if wants bench control; then
    # The controller's frames at their own rate and one after the other; COUNT times 1,000 and 10,000 of them.
    frames=${COUNT:-100}
    run control_bench $gpu/control/gpu/control_bench --paced "${frames}000" --unpaced "${frames}0000" \
        --picture "$logs/control_latency.svg"
    cat "$logs/control_bench.log"
fi

if wants bench fuse; then
    # Every graph as vggen fuses it, by the same without fusing.
    run fuse_bench out/bench/gpu/fuse_bench --limits
    cat "$logs/fuse_bench.log"
    run mailbox_calls out/bench/gpu/mailbox_calls
    run mailbox_cost out/bench/gpu/mailbox_cost
    cat "$logs/mailbox_cost.log"
fi

if wants bench; then
    # What loops, choices and chains cost.
    run bench_control out/bench/gpu/bench_control --json "$logs/bench_control.json"
    cat "$logs/bench_control.log"

    # Library calls that a program captures, beside the same by hand.
    if [ -x $gpu/bench/gpu/libraries_bench ]; then
        run libraries_bench $gpu/bench/gpu/libraries_bench --json "$logs/libraries_bench.json"
        cat "$logs/libraries_bench.log"
    else
        echo "no cuFFT and cuBLAS here: captured calls not measured"
    fi

    # What a replay costs: the table last.
    run bench_replay sh "$work/source/tests/bench/run_replay.sh" out/bench "$logs/bench"
    cat "$logs/bench/table.txt"
fi
echo "$passed passed, $failed failed, $without without a result, $((($(now) - began) / 1000)) s"
[ "$failed" -eq 0 ]
