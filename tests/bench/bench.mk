# SPDX-License-Identifier: MIT
# The benchmark of replays. GNU make; read by the top-level Makefile after kernels/programs.mk.
#
#   make bench           on a GPU where there is one, else on the CPU device with few replays, which only shows that it runs

BENCH = $(srcdir)/tests/bench
$(eval $(call program_rules,bench_saxpy_call,saxpy_call,,tests/bench/replay))
$(eval $(call program_rules,bench_saxpy_count,saxpy_count,,tests/bench/replay))
$(eval $(call program_rules,bench_flow,flow,,tests/bench/replay))
$(eval $(call program_rules,bench_chain,chain,,tests/bench/replay))

BENCH_FOLDERS = out/saxpy out/equalizer out/bench_saxpy_call out/bench_saxpy_count out/bench_flow out/bench_chain
BENCH_LIBRARIES = out/saxpy/libsaxpy_sim.so out/equalizer/libequalizer_sim.so \
    out/bench_saxpy_call/libsaxpy_call_sim.so out/bench_saxpy_count/libsaxpy_count_sim.so out/bench_flow/libflow_sim.so \
    out/bench_chain/libchain_sim.so
BENCH_OBJECTS = out/saxpy/saxpy.o out/saxpy/saxpy_image.o out/equalizer/equalizer.o out/equalizer/equalizer_image.o \
    out/bench_saxpy_call/saxpy_call.o out/bench_saxpy_call/saxpy_call_image.o out/bench_saxpy_count/saxpy_count.o \
    out/bench_saxpy_count/saxpy_count_image.o out/bench_flow/flow.o out/bench_flow/flow_image.o out/bench_chain/chain.o \
    out/bench_chain/chain_image.o $(RUNTIME_OBJECTS) $(COMMON_OBJECTS) \
    $(patsubst $(BENCH)/replay/%.c,out/bench/%.o,$(wildcard $(BENCH)/replay/*.c))

# The generated headers are there when the generated sources are.
BENCH_GENERATED = $(foreach folder,$(BENCH_FOLDERS),$(filter $(folder)/%,$(PROGRAM_OUTPUTS)))
out/bench/%.o: $(BENCH)/replay/%.c $(wildcard $(BENCH)/replay/*.h) $(BENCH_GENERATED)
	@mkdir -p $(@D)
	$(CC) $(PROGRAM_FLAGS) -D_GNU_SOURCE $(addprefix -I,$(BENCH_FOLDERS)) -c -o $@ $<

out/bench/sim/bench_replay: $(BENCH_OBJECTS) $(BENCH_LIBRARIES)
	@mkdir -p $(@D)
	$(CC) -o $@ $(BENCH_OBJECTS) $(LINK_SIM) $(BENCH_LIBRARIES) $(LIBVGSIM) -Wl,-rpath,'$$ORIGIN/../../../runtime/sim' \
	    $(BENCH_FOLDERS:out/%=-Wl,-rpath,'$$ORIGIN/../../%') -lm
out/bench/gpu/bench_replay: $(BENCH_OBJECTS)
	@mkdir -p $(@D)
	$(CC) -o $@ $(BENCH_OBJECTS) $(CUDA_LIBS) -lm

.PHONY: bench
bench: out/bench/sim/bench_replay $(if $(NVCC),out/bench/gpu/bench_replay)
	$(SHELL) $(BENCH)/run_replay.sh out/bench bench
