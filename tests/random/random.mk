# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# Tests with random programs. GNU make; read by the top-level Makefile after kernels/programs.mk.
#
#   make random [COUNT=N] [SEED=N]      N programs from this seed on, and some of them as they are emitted

RANDOM_FOLDER = $(srcdir)/tests/random
RANDOM_HEADERS = $(wildcard $(RANDOM_FOLDER)/*.h)
RANDOM_PROGRAMS = $(addprefix $(RANDOM_FOLDER)/,make_program.c make_buffers.c make_steps.c make_control.c make_io.c \
	interpret.c session.c)
RANDOM_SPECS = $(RANDOM_PROGRAMS) $(addprefix $(RANDOM_FOLDER)/,write_program.c stages.c device.c watch.c)
RANDOM_RPATH = -Wl,-rpath,'$$ORIGIN:$$ORIGIN/../../runtime/sim:$$ORIGIN/../../../runtime/sim'
RANDOM_BUILD = $(CC) $(GEN_CPPFLAGS) $(AM_CFLAGS) $(HOST_CUDA) -I$(RUNTIME)/sim -o $@ $(filter %.c,$^) libvggen.a $(LINK_SIM) \
	out/random/librandom_kernels.so $(LIBVGSIM) $(RANDOM_RPATH) $(YAML_LIBS) -lm

out/random/librandom_kernels.so: $(RANDOM_FOLDER)/kernels.cpp $(RANDOM_FOLDER)/kernels.cu $(LIBVGSIM) \
    $(wildcard $(srcdir)/kernels/builtin/*.cu) \
    $(wildcard $(RUNTIME)/sim/*.h $(RUNTIME)/sim/include/* $(RUNTIME)/sim/include/*/*)
	@mkdir -p $(@D)
	$(CXX) $(SIM_FLAGS) $(SIM_HOOKS) -I$(RANDOM_FOLDER) -c -o $(@D)/kernels.o $(RANDOM_FOLDER)/kernels.cpp
	$(CXX) -shared -Wl,-Bsymbolic -o $@ $(@D)/kernels.o $(LIBVGSIM)

# What fused launches are made of; without nvcc there are none.
RANDOM_CODE = $(if $(NVCC),out/random/kernels.ptx)
out/random/kernels.ptx: $(RANDOM_FOLDER)/kernels_ptx.cu $(RANDOM_FOLDER)/kernels.cu $(wildcard $(srcdir)/kernels/builtin/*.cu)
	@mkdir -p $(@D)
	$(NVCC) -ptx -std=c++17 -arch=compute_90 -Wno-deprecated-gpu-targets -o $@ $(RANDOM_FOLDER)/kernels_ptx.cu

out/random/random: $(RANDOM_FOLDER)/random.c $(RANDOM_FOLDER)/fused.c $(RANDOM_FOLDER)/write_emitted.c $(RANDOM_SPECS) \
    $(RANDOM_HEADERS) libvggen.a out/random/librandom_kernels.so $(RANDOM_CODE)
	$(RANDOM_BUILD)

out/random/planted: $(RANDOM_FOLDER)/planted.c $(RANDOM_FOLDER)/faults.c $(RANDOM_SPECS) $(RANDOM_HEADERS) \
    libvggen.a out/random/librandom_kernels.so
	$(RANDOM_BUILD)

# Programs from a seed on, as vggen emits them, in one C and one C++ file: that takes the compilers least time. Each
# asserts the same things in the same lines, which only C11 allows in one file. Among the programs of `make check` is
# number 62, which found that a warm-up left a trace in an inout that comes on request.
EMITTED = 20
out/random/from_%/emitted: $(RANDOM_FOLDER)/emitted.c $(RANDOM_PROGRAMS) $(RANDOM_HEADERS) out/random/random \
    $(VGGEN_BINARY) $(RUNTIME_OBJECTS)
	rm -rf $(@D)
	mkdir -p $(@D)
	out/random/random --write $(@D) --count=$(EMITTED) --seed=$*
	cp $(RANDOM_FOLDER)/kernels.cu $(@D)/
	while read -r program layout; do \
	    ./vggen$(EXEEXT) --image=none --sim $$layout $(@D)/$$program.yaml -o $(@D) 2>$(@D)/log || \
	        { cat $(@D)/log; exit 1; }; \
	done <$(@D)/layouts
	$(CC) -std=c11 -O0 -g $(WARNINGS) $(HOST_CUDA) -I$(RUNTIME) -I$(RANDOM_FOLDER) -I$(@D) -c -o $(@D)/programs.o $(@D)/programs.c
	for unit in `sed -n 's/^#if VGSIM_HAS(\(.*\))/\1/p' $(@D)/*_sim.cpp | sort -u`; do \
	    $(CXX) $(SIM_FLAGS) $(SIM_HOOKS) -O0 -I$(@D) -DVGSIM_UNIT=$$unit -c -o $(@D)/programs_sim.$$unit.o $(@D)/programs_sim.cpp || exit 1; \
	done
	$(CXX) -shared -Wl,-Bsymbolic -o $(@D)/libprograms_sim.so $(@D)/programs_sim.[0-9]*.o $(LIBVGSIM)
	$(CC) -std=c11 -O0 -g $(WARNINGS) -I$(RUNTIME) -I$(RUNTIME)/sim -o $@ $(filter %.c,$^) $(@D)/programs.o \
	    $(RUNTIME_OBJECTS) $(LINK_SIM) $(@D)/libprograms_sim.so $(LIBVGSIM) $(RANDOM_RPATH) -lm

# The same with machine code, so that launches are fused: for a GPU, and a few on the CPU device, whose numbers are those
# of `make check`. They are in one folder each, where device-files finds the first ones.
FUSED = 200
FUSED_HERE = 6
define random_code
	rm -rf $(@D)
	mkdir -p $(@D)
	out/random/random --write $(@D) --count=$(1) --seed=1
	cp $(RANDOM_FOLDER)/kernels.cu $(@D)/
	while read -r program layout; do \
	    echo "./vggen$(EXEEXT) $(IMAGE) --sim $$layout $(@D)/$$program.yaml -o $(@D)"; \
	done <$(@D)/layouts | xargs -P 2 -I '{}' sh -c '{} >>$(@D)/log 2>&1 || { cat $(@D)/log; exit 255; }'
endef

ifeq ($(GENERATED),)
out/random_gpu/programs.c: out/random/random $(VGGEN_BINARY) $(RANDOM_FOLDER)/kernels.cu
	$(call random_code,$(FUSED))
else
out/random_gpu/programs.c: $(wildcard $(GENERATED)/random_gpu/*)
	@mkdir -p $(@D)
	cp $(GENERATED)/random_gpu/* $(@D)/
endif
out/random_gpu/gpu/emitted: out/random_gpu/programs.c $(RANDOM_FOLDER)/emitted.c $(RANDOM_PROGRAMS) $(RANDOM_HEADERS) \
    $(RUNTIME_OBJECTS)
	@mkdir -p $(@D)
	$(CC) -std=c11 -O0 -g $(WARNINGS) $(HOST_CUDA) -I$(RUNTIME) -I$(RANDOM_FOLDER) -Iout/random_gpu -c -o $(@D)/programs.o out/random_gpu/programs.c
	$(CC) -std=c11 -O0 -g $(WARNINGS) -DEMITTED_GPU -I$(RUNTIME) -o $@ $(RANDOM_FOLDER)/emitted.c $(RANDOM_PROGRAMS) \
	    $(@D)/programs.o $(RUNTIME_OBJECTS) $(CUDA_LIBS) -lm

out/random_code/programs.c: out/random/random $(VGGEN_BINARY) $(RANDOM_FOLDER)/kernels.cu
	$(call random_code,$(FUSED_HERE))
out/random_code/sim/emitted: out/random_code/programs.c $(RANDOM_FOLDER)/emitted.c $(RANDOM_PROGRAMS) $(RANDOM_HEADERS) \
    $(RUNTIME_OBJECTS)
	@mkdir -p $(@D)
	$(CC) -std=c11 -O0 -g $(WARNINGS) $(HOST_CUDA) -I$(RUNTIME) -I$(RANDOM_FOLDER) -Iout/random_code -c -o $(@D)/programs.o out/random_code/programs.c
	for unit in `sed -n 's/^#if VGSIM_HAS(\(.*\))/\1/p' out/random_code/*_sim.cpp | sort -u`; do \
	    $(CXX) $(SIM_FLAGS) $(SIM_HOOKS) -O0 -Iout/random_code -DVGSIM_UNIT=$$unit -c -o $(@D)/programs_sim.$$unit.o out/random_code/programs_sim.cpp || exit 1; \
	done
	$(CXX) -shared -Wl,-Bsymbolic -o $(@D)/libprograms_sim.so $(@D)/programs_sim.[0-9]*.o $(LIBVGSIM)
	$(CC) -std=c11 -O0 -g $(WARNINGS) -I$(RUNTIME) -I$(RUNTIME)/sim -o $@ $(RANDOM_FOLDER)/emitted.c $(RANDOM_PROGRAMS) $(@D)/programs.o \
	    $(RUNTIME_OBJECTS) $(LINK_SIM) $(@D)/libprograms_sim.so $(LIBVGSIM) $(RANDOM_RPATH) -lm

COUNT = 10000
SEED = 1
.PHONY: random
random: out/random/random out/random/from_$(SEED)/emitted
	out/random/random --count=$(COUNT) --seed=$(SEED)
	out/random/from_$(SEED)/emitted
