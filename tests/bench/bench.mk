# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# The benchmarks of replays. GNU make; read by the top-level Makefile after kernels/programs.mk.
#
#   make bench           on a GPU where there is one, else on the CPU device with few replays, which only shows that it runs
#   make bench-control   likewise

BENCH = $(srcdir)/tests/bench
BENCH_PROGRAMS = saxpy_call saxpy_count five sizes flow many roots thousand chain pieces whole tuned batched graded recalled \
    saxpy_ahead steps front back fitted fused saxpy_mail
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

# Programs with `fuse: auto`, which is the default, by the same with `fuse: off`, in one application. Each is generated once
# more as NAME_off, from a copy of its spec with that line. Those that measure
# nodes and edges have that line anyway.
# off_rules NAME FOLDER AUTO OPTIONS: AUTO is the folder of the program as it is.
define off_rules
ifeq ($(GENERATED),)
out/bench_off_$(1)/$(1)_off.c: $(srcdir)/$(2)/$(1).yaml $(wildcard $(srcdir)/$(2)/*.cu $(srcdir)/$(2)/*.cuh $(srcdir)/$(2)/*.f32) $(VGGEN_BINARY)
	@rm -rf out/bench_off_$(1)/spec && mkdir -p out/bench_off_$(1)/spec
	cp $(wildcard $(srcdir)/$(2)/*.cu $(srcdir)/$(2)/*.cuh $(srcdir)/$(2)/*.f32) out/bench_off_$(1)/spec/
	sed '/^fuse:/d; /^program:/a fuse: off' $(srcdir)/$(2)/$(1).yaml >out/bench_off_$(1)/spec/$(1).yaml
	$(VGGEN_RUN) $(4) --name $(1)_off --main --sim out/bench_off_$(1)/spec/$(1).yaml -o out/bench_off_$(1)
	@touch $$@
else
out/bench_off_$(1)/$(1)_off.c: $(wildcard $(GENERATED)/bench_off_$(1)/*)
	@mkdir -p out/bench_off_$(1)
	cp $(GENERATED)/bench_off_$(1)/* out/bench_off_$(1)/
	@touch $$@
endif
PROGRAM_OUTPUTS += out/bench_off_$(1)/$(1)_off.c
out/bench_off_$(1)/%.o: out/bench_off_$(1)/$(1)_off.c
	$(CC) $(PROGRAM_FLAGS) -Iout/bench_off_$(1) -c -o $$@ out/bench_off_$(1)/$$*.c
out/bench_off_$(1)/table.o: $(BENCH)/fuse/table.c out/bench_off_$(1)/$(1)_off.c
	$(CC) $(PROGRAM_FLAGS) -Iout/bench_off_$(1) -DMAIN_FILE='"$(1)_off_main.c"' -DTABLE=table_$(1)_off -c -o $$@ $$<
out/bench_off_$(1)/table_auto.o: $(BENCH)/fuse/table.c out/$(3)/$(1).c
	@mkdir -p $$(@D)
	$(CC) $(PROGRAM_FLAGS) -Iout/$(3) -DMAIN_FILE='"$(1)_main.c"' -DTABLE=table_$(1) -c -o $$@ $$<
out/bench_off_$(1)/lib$(1)_off_sim.so: export VGSIM_CXX = $(CXX)
out/bench_off_$(1)/lib$(1)_off_sim.so: export VGSIM_CXXFLAGS = -O2
out/bench_off_$(1)/lib$(1)_off_sim.so: out/bench_off_$(1)/$(1)_off.c $(LIBVGSIM) $(VGSIM_KERNEL_HEADERS)
	+$(VGSIM_UNITS) FOLDER=out/bench_off_$(1) NAME=$(1)_off SOURCES=$(srcdir)/$(2) DEVICE_LIBRARY=$(LIBVGSIM)
	touch $$@
FUSE_PAIRS += $(1)
FUSE_OBJECTS += out/bench_off_$(1)/table.o out/bench_off_$(1)/table_auto.o out/bench_off_$(1)/$(1)_off.o out/bench_off_$(1)/$(1)_off_image.o \
    out/$(3)/$(1).o out/$(3)/$(1)_image.o
FUSE_LIBRARIES += out/bench_off_$(1)/lib$(1)_off_sim.so out/$(3)/lib$(1)_sim.so
endef
FUSE_KERNELS = saxpy equalizer cg control
FUSE_REPLAYS = five flow many tuned graded steps fitted front back recalled saxpy_count saxpy_ahead whole fused
$(foreach program,$(FUSE_KERNELS),$(eval $(call off_rules,$(program),kernels/$(program),$(program),)))
$(foreach program,radar,$(eval $(call off_rules,$(program),kernels/$(program),bench_$(program),)))
$(foreach program,$(FUSE_REPLAYS),$(eval $(call off_rules,$(program),tests/bench/replay,bench_$(program),)))
FUSE_BENCH_OBJECTS = out/bench/fuse/fuse_bench.o $(FUSE_OBJECTS) $(RUNTIME_OBJECTS) $(COMMON_OBJECTS)
out/bench/fuse/fuse_bench.o: $(BENCH)/fuse/fuse_bench.c
	@mkdir -p $(@D)
	$(CC) $(PROGRAM_FLAGS) -DPAIRS='${FUSE_PAIRS:%=PAIR(%)}' -c -o $@ $<
out/bench/sim/fuse_bench: $(FUSE_BENCH_OBJECTS) $(FUSE_LIBRARIES)
	@mkdir -p $(@D)
	$(CC) -o $@ $(FUSE_BENCH_OBJECTS) $(LINK_SIM) $(FUSE_LIBRARIES) $(LIBVGSIM) -Wl,-rpath,'$$ORIGIN/../../../runtime/sim' \
	    $(foreach library,$(FUSE_LIBRARIES),-Wl,-rpath,'$$ORIGIN/../../$(patsubst out/%/,%,$(dir $(library)))') -lm
out/bench/gpu/fuse_bench: $(FUSE_BENCH_OBJECTS)
	@mkdir -p $(@D)
	$(CC) -o $@ $(FUSE_BENCH_OBJECTS) $(CUDA_LIBS) -lm

# What armed replays call. Its objects are those of a program alone.
CALLS_COUNTED = out/bench_fused/fused.o out/bench_fused/fused_image.o $(RUNTIME_OBJECTS)
CALLS_OBJECTS = out/bench/fuse/mailbox_calls.o out/bench/fuse/wraps.o $(CALLS_COUNTED) $(COMMON_OBJECTS)
out/bench/fuse/wraps.o: $(BENCH)/fuse/wraps.sh $(CALLS_COUNTED)
	@mkdir -p $(@D)
	$(SHELL) $(BENCH)/fuse/wraps.sh $(CALLS_COUNTED) >out/bench/fuse/wraps.S
	$(CC) -c -o $@ out/bench/fuse/wraps.S
out/bench/fuse/mailbox_calls.o: $(BENCH)/fuse/mailbox_calls.c out/bench_fused/fused.c
	@mkdir -p $(@D)
	$(CC) $(PROGRAM_FLAGS) -D_GNU_SOURCE -Iout/bench_fused -c -o $@ $<
out/bench/sim/mailbox_calls: $(CALLS_OBJECTS) out/bench_fused/libfused_sim.so
	@mkdir -p $(@D)
	$(CC) -o $@ $(CALLS_OBJECTS) $$($(SHELL) $(BENCH)/fuse/wraps.sh --options $(CALLS_COUNTED)) $(LINK_SIM) \
	    out/bench_fused/libfused_sim.so $(LIBVGSIM) -Wl,-rpath,'$$ORIGIN/../../../runtime/sim' \
	    -Wl,-rpath,'$$ORIGIN/../../bench_fused' -lm -lpthread
out/bench/gpu/mailbox_calls: $(CALLS_OBJECTS)
	@mkdir -p $(@D)
	$(CC) -o $@ $(CALLS_OBJECTS) $$($(SHELL) $(BENCH)/fuse/wraps.sh --options $(CALLS_COUNTED)) $(CUDA_LIBS) -lm -lpthread

# What a resident block costs, and what another process does to it. It reads power and the bus by NVML, if that is there.
COST_OBJECTS = out/bench/fuse/mailbox_cost.o out/control/parts/latency.o $(CALLS_COUNTED) $(COMMON_OBJECTS)
out/bench/fuse/mailbox_cost.o: $(BENCH)/fuse/mailbox_cost.c out/bench_fused/fused.c
	@mkdir -p $(@D)
	$(CC) $(PROGRAM_FLAGS) -D_GNU_SOURCE -Iout/bench_fused -I$(srcdir)/kernels/control -c -o $@ $<
out/bench/gpu/mailbox_cost: $(COST_OBJECTS)
	@mkdir -p $(@D)
	$(CC) -o $@ $(COST_OBJECTS) $(CUDA_LIBS) -lm -ldl -lpthread

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
