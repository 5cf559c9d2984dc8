# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# Tests of the CPU device. GNU make; read by the top-level Makefile after kernels/programs.mk.

out/tests/libsim_kernels.so: $(srcdir)/tests/unit/sim/sim_kernels.cpp $(srcdir)/tests/unit/sim/sim_kernels.cu \
    $(srcdir)/kernels/builtin/copy.cu $(LIBVGSIM) \
    $(wildcard $(RUNTIME)/sim/*.h $(RUNTIME)/sim/include/* $(RUNTIME)/sim/include/*/*)
	@mkdir -p $(@D)
	$(CXX) $(SIM_FLAGS) -I$(srcdir)/tests/unit/sim -shared -Wl,-Bsymbolic -o $@ $(srcdir)/tests/unit/sim/sim_kernels.cpp $(LIBVGSIM)

out/tests/libsim_flow.so: $(srcdir)/tests/unit/sim/sim_flow.cpp $(srcdir)/tests/unit/sim/sim_flow.cu $(LIBVGSIM) \
    $(wildcard $(RUNTIME)/sim/*.h $(RUNTIME)/sim/include/* $(RUNTIME)/sim/include/*/*)
	@mkdir -p $(@D)
	$(CXX) $(SIM_FLAGS) -I$(srcdir)/tests/unit/sim -shared -Wl,-Bsymbolic -o $@ $(srcdir)/tests/unit/sim/sim_flow.cpp $(LIBVGSIM)

out/tests/libsim_end.so: $(srcdir)/tests/unit/sim/sim_end.cpp $(srcdir)/tests/unit/sim/sim_end.cu $(srcdir)/kernels/builtin/replay.cu \
    $(LIBVGSIM) $(wildcard $(RUNTIME)/sim/*.h $(RUNTIME)/sim/include/* $(RUNTIME)/sim/include/*/*)
	@mkdir -p $(@D)
	$(CXX) $(SIM_FLAGS) -I$(srcdir)/tests/unit/sim -shared -Wl,-Bsymbolic -o $@ $(srcdir)/tests/unit/sim/sim_end.cpp $(LIBVGSIM)

out/tests/libsim_fused.so: $(srcdir)/tests/unit/sim/sim_fused.cpp $(srcdir)/tests/unit/sim/sim_fused.cu $(LIBVGSIM) \
    $(wildcard $(RUNTIME)/sim/*.h $(RUNTIME)/sim/include/* $(RUNTIME)/sim/include/*/*)
	@mkdir -p $(@D)
	$(CXX) $(SIM_FLAGS) -I$(srcdir)/tests/unit/sim -shared -Wl,-Bsymbolic -o $@ $(srcdir)/tests/unit/sim/sim_fused.cpp $(LIBVGSIM)

# With hooks, so that loops with accesses are those of real programs.
out/tests/libsim_hangs.so: $(srcdir)/tests/unit/sim/sim_hangs.cpp $(srcdir)/tests/unit/sim/sim_hangs.cu $(LIBVGSIM) \
    $(wildcard $(RUNTIME)/sim/*.h $(RUNTIME)/sim/include/* $(RUNTIME)/sim/include/*/*)
	@mkdir -p $(@D)
	$(CXX) $(SIM_FLAGS) $(SIM_HOOKS) -I$(srcdir)/tests/unit/sim -c -o out/tests/sim_hangs.o $(srcdir)/tests/unit/sim/sim_hangs.cpp
	$(CXX) -shared -Wl,-Bsymbolic -o $@ out/tests/sim_hangs.o $(LIBVGSIM)

out/tests/check_sim_%: $(srcdir)/tests/unit/sim/check_sim_%.c $(srcdir)/tests/unit/run_suite.h $(srcdir)/tests/unit/sim/sim_fixture.h \
    $(srcdir)/tests/unit/sim/sim_flow.h $(srcdir)/tests/unit/sim/sim_lane.h $(srcdir)/tests/unit/sim/sim_output.h out/tests/libsim_kernels.so out/tests/libsim_flow.so \
    out/tests/libsim_end.so out/tests/libsim_fused.so out/tests/libsim_hangs.so
	$(CC) -std=gnu11 -O2 -g -Wall -Wextra $(HOST_CUDA) $(CHECK_CFLAGS) -iquote $(srcdir)/tests -I$(RUNTIME)/sim -o $@ $< \
	    $(LINK_SIM) out/tests/libsim_kernels.so out/tests/libsim_flow.so out/tests/libsim_end.so out/tests/libsim_fused.so out/tests/libsim_hangs.so $(LIBVGSIM) -Wl,-rpath,'$$ORIGIN:$$ORIGIN/../../runtime/sim' $(CHECK_LIBS) -lm

# Kernels with one fault each, and their mended twins. They are no programs of the other tests.
$(eval $(call program_rules,planted,planted,,tests/planted))
$(eval $(call program_rules,planted_mended,planted,,tests/planted))
ifeq ($(GENERATED),)
out/planted_mended/planted.c out/planted_plain/planted.c: | out/planted/planted.c
endif
out/planted_mended/libplanted_sim.so: SIM_DEFINES = -DMENDED
# Without the calls by which accesses are looked at, to see what the checks cost.
$(eval $(call program_rules,planted_plain,planted,,tests/planted))
$(eval $(call program_rules,equalizer_plain,equalizer,,kernels/equalizer))
out/planted_plain/libplanted_sim.so: SIM_DEFINES = -DMENDED
out/planted_plain/libplanted_sim.so out/equalizer_plain/libequalizer_sim.so: SIM_HOOKS =
PROGRAM_OUTPUTS := $(filter-out out/planted% out/equalizer_plain%,$(PROGRAM_OUTPUTS))
SIM_SELFTESTS := $(filter-out out/planted% out/equalizer_plain%,$(SIM_SELFTESTS))
GPU_SELFTESTS := $(filter-out out/planted% out/equalizer_plain%,$(GPU_SELFTESTS))
.PHONY: bench-sim
bench-sim: $(addprefix out/,planted_plain/sim/planted_main planted_mended/sim/planted_main \
    equalizer_plain/sim/equalizer_main equalizer/sim/equalizer_main)
	srcdir=$(srcdir) $(SHELL) $(srcdir)/tests/bench/sim_checks.sh

PLANTED = out/planted/sim/planted_main out/planted_mended/sim/planted_main

# The second program of a chain, whose first one is tests/features/relay.
$(eval $(call program_rules,sink,sink,,tests/programs/sink))
out/feature_relay/relay_test.o: out/sink/sink.c
out/feature_relay/sim/relay_test out/feature_relay/gpu/relay_test: out/sink/sink.o out/sink/sink_image.o
out/feature_relay/sim/relay_test: out/sink/libsink_sim.so
out/feature_relay/sim/relay_test: LINK_SIM = -Wl,--no-as-needed out/sink/libsink_sim.so -Wl,-rpath,'$$ORIGIN/../../sink'

# The fuzz target over files (a test), and under libFuzzer with sanitizers: make fuzz SECONDS=3600
out/tests/fuzz_files: $(srcdir)/tests/fuzz/fuzz_files.c $(srcdir)/tests/fuzz/fuzz_spec.c libvggen.a
	@mkdir -p $(@D)
	$(CC) $(GEN_CPPFLAGS) $(AM_CFLAGS) $(CFLAGS) -o $@ $(srcdir)/tests/fuzz/fuzz_files.c $(srcdir)/tests/fuzz/fuzz_spec.c libvggen.a $(YAML_LIBS) -lm

SECONDS = 600
FUZZ_SOURCES = $(addprefix $(srcdir)/,$(filter %.c,$(GEN_SOURCES))) $(nodist_libvggen_a_SOURCES)
out/fuzz/fuzz_spec: $(srcdir)/tests/fuzz/fuzz_spec.c $(FUZZ_SOURCES)
	@mkdir -p $(@D)
	clang -std=c11 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined -iquote $(srcdir)/gen -o $@ \
	    $(srcdir)/tests/fuzz/fuzz_spec.c $(FUZZ_SOURCES) $(YAML_LIBS) -lm

.PHONY: fuzz
fuzz: out/fuzz/fuzz_spec
	@mkdir -p out/fuzz/seeds out/fuzz/corpus
	cp $(srcdir)/tests/bad/*/*.yaml $(srcdir)/tests/golden/*.yaml $(srcdir)/kernels/*/*.yaml out/fuzz/seeds/
	cd out/fuzz && ./fuzz_spec -max_total_time=$(SECONDS) -max_len=20000 -timeout=5 -rss_limit_mb=1024 \
	    -dict=$(abspath $(srcdir)/tests/fuzz/spec.dict) corpus seeds $(abspath $(wildcard $(srcdir)/tests/fuzz/corpus))

# Long random sequences of calls, in place and of the copying form: make states COUNT=1000000 SEED=7
STATE_MACHINES = out/machine/sim/state_machine out/caller/sim/call_machine
states: COUNT = 1000000
states: SEED = 1
.PHONY: states
states: $(STATE_MACHINES)
	for machine in $(STATE_MACHINES); do COUNT=$(COUNT) SEED=$(SEED) ./$$machine || exit 1; done
