# SPDX-License-Identifier: MIT
# The benchmarks of replays. GNU make; read by the top-level Makefile after kernels/programs.mk.
#
#   make bench           on a GPU where there is one, else on the CPU device with few replays, which only shows that it runs
#   make bench-control   likewise

BENCH = $(srcdir)/tests/bench
BENCH_PROGRAMS = saxpy_call saxpy_count five sizes flow many roots thousand chain pieces whole tuned batched graded recalled \
    saxpy_ahead steps front back fitted fused
$(foreach program,$(BENCH_PROGRAMS),$(eval $(call program_rules,bench_$(program),$(program),,tests/bench/replay)))
$(eval $(call program_rules,bench_early,early,,tests/bench/host))
$(eval $(call program_rules,bench_blocks,blocks,,tests/bench/host))
$(eval $(call program_rules,bench_inputs_1,inputs_1,,tests/bench/host))
$(eval $(call program_rules,bench_inputs_20,inputs_20,,tests/bench/host))

BENCH_FOLDERS = out/saxpy out/equalizer $(BENCH_PROGRAMS:%=out/bench_%)
BENCH_LIBRARIES = out/saxpy/libsaxpy_sim.so out/equalizer/libequalizer_sim.so \
    $(foreach program,$(BENCH_PROGRAMS),out/bench_$(program)/lib$(program)_sim.so)
BENCH_OBJECTS = out/saxpy/saxpy.o out/saxpy/saxpy_image.o out/equalizer/equalizer.o out/equalizer/equalizer_image.o \
    $(foreach program,$(BENCH_PROGRAMS),out/bench_$(program)/$(program).o out/bench_$(program)/$(program)_image.o) \
    $(RUNTIME_OBJECTS) $(COMMON_OBJECTS) $(patsubst $(BENCH)/replay/%.c,out/bench/%.o,$(wildcard $(BENCH)/replay/*.c))

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

# What control flow costs.
$(eval $(call program_rules,bench_control,loops,,tests/bench/control))
out/bench/control/%.o: $(BENCH)/control/%.c $(BENCH)/replay/measure.h $(filter out/bench_control/%,$(PROGRAM_OUTPUTS))
	@mkdir -p $(@D)
	$(CC) $(PROGRAM_FLAGS) -D_GNU_SOURCE -Iout/bench_control -I$(BENCH)/replay -c -o $@ $<
BENCH_CONTROL_OBJECTS = out/bench/control/bench_control.o out/bench/measure.o out/bench/measure_write.o \
    out/bench_control/loops.o \
    out/bench_control/loops_image.o $(RUNTIME_OBJECTS) $(COMMON_OBJECTS)
out/bench/sim/bench_control: $(BENCH_CONTROL_OBJECTS) out/bench_control/libloops_sim.so
	@mkdir -p $(@D)
	$(CC) -o $@ $(BENCH_CONTROL_OBJECTS) $(LINK_SIM) out/bench_control/libloops_sim.so $(LIBVGSIM) \
	    -Wl,-rpath,'$$ORIGIN/../../../runtime/sim' -Wl,-rpath,'$$ORIGIN/../../bench_control' -lm
out/bench/gpu/bench_control: $(BENCH_CONTROL_OBJECTS)
	@mkdir -p $(@D)
	$(CC) -o $@ $(BENCH_CONTROL_OBJECTS) $(CUDA_LIBS) -lm

# Calls of cuFFT and cuBLAS that a program captures, beside the same by hand. Only for a GPU, and where both are installed.
$(eval $(call program_rules,bench_libraries,libraries,,tests/bench/capture))
LIBRARIES_BENCH = $(if $(HAVE_LIBRARIES),out/bench/gpu/libraries_bench)
out/bench/capture/%.o: $(BENCH)/capture/%.c $(wildcard $(BENCH)/capture/*.h) $(BENCH)/replay/measure.h \
    $(filter out/bench_libraries/%,$(PROGRAM_OUTPUTS))
	@mkdir -p $(@D)
	$(CC) $(PROGRAM_FLAGS) -D_GNU_SOURCE -Iout/bench_libraries -I$(BENCH)/capture -I$(BENCH)/replay -c -o $@ $<
out/bench/gpu/libraries_bench: out/bench/capture/libraries_bench.o out/bench/capture/by_hand.o out/bench/capture/calls.o \
    out/bench/measure.o out/bench/measure_write.o out/bench_libraries/libraries.o out/bench_libraries/libraries_image.o \
    $(RUNTIME_OBJECTS) $(COMMON_OBJECTS)
	@mkdir -p $(@D)
	$(CC) -o $@ $^ $(CUDA_LIBS) $(LIBRARY_LIBS) -lm

.PHONY: bench
bench: out/bench/sim/bench_replay $(if $(NVCC),out/bench/gpu/bench_replay)
	$(SHELL) $(BENCH)/run_replay.sh out/bench bench

# The same for loops, choices and chains.
.PHONY: bench-control
bench-control: out/bench/sim/bench_control $(if $(NVCC),out/bench/gpu/bench_control)
	if nvidia-smi -L >/dev/null 2>&1; then \
	    out/bench/gpu/bench_control; \
	else \
	    echo "no GPU here: a short run on the CPU device, whose times mean nothing"; \
	    out/bench/sim/bench_control --replays 4 --rounds 2; \
	fi
