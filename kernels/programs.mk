# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 The vggen authors
# How a program of this folder becomes C and is built. GNU make; read by the top-level Makefile, which sets VGGEN_RUN,
# CC, CXX, WARNINGS, HOST_CUDA (where cuda.h is), CUDA_LIBS, GENERATED and srcdir.
#
#   out/NAME/                what vggen writes: NAME.h NAME.c NAME_image.c NAME_kernels.h NAME_main.c NAME_sim.cpp …
#   out/NAME/sim/APP         an application of the program on the CPU device
#   out/NAME/gpu/APP         the same objects on a GPU
#
# A program with the suffix _separate is the same spec with --layout=separate.

RUNTIME = $(srcdir)/runtime
PROGRAM_FLAGS = -O2 -g -std=c99 $(WARNINGS) $(HOST_CUDA) -I$(RUNTIME) -I$(RUNTIME)/library -I$(srcdir)/kernels/common
include $(RUNTIME)/sim/sim.mk
SIM_FLAGS = -O2 -g $(VGSIM_KERNEL_FLAGS)
SIM_HOOKS = $(VGSIM_HOOKS)
RPATH = -Wl,-rpath,'$$ORIGIN/../../../runtime/sim:$$ORIGIN/..'
# Nothing refers to the kernels' library: it registers itself when it is loaded.
LINK_SIM = -Wl,--no-as-needed
RUNTIME_OBJECTS = runtime/vg_rt.o runtime/vg_config.o runtime/vg_control.o runtime/vg_describe.o runtime/vg_detail.o \
    runtime/vg_open.o \
    runtime/vg_memory.o runtime/vg_load.o runtime/vg_profile.o runtime/vg_state.o runtime/vg_stats.o runtime/vg_step.o \
    runtime/vg_abandon.o runtime/vg_code.o runtime/vg_fused.o runtime/vg_grid.o runtime/vg_keep.o runtime/vg_lanes.o runtime/vg_pool.o runtime/vg_queue.o runtime/vg_resident.o runtime/vg_slots.o \
    runtime/vg_text.o runtime/vg_sleep.o runtime/vg_timed.o runtime/vg_touch.o runtime/vg_trace.o
# NAME_main.c and NAME_selftest.c are tables; these are what runs them.
DRIVER_OBJECTS = $(patsubst %,runtime/driver/%.o,driver arguments npy values)
SELFTEST_OBJECTS = $(patsubst %,runtime/driver/%.o,selftest heap)
TUNE_OBJECTS = $(patsubst %,runtime/driver/%.o,tune tune_measure tune_file arguments npy values)
COMMON_OBJECTS = $(patsubst $(srcdir)/%.c,out/%.o,$(wildcard $(srcdir)/kernels/common/*.c))
RUNTIME_OBJECTS += runtime/vg_bind.o runtime/vg_capture.o runtime/vg_capture_call.o runtime/vg_capture_look.o runtime/vg_capture_nodes.o
RUNTIME_OBJECTS += runtime/vg_driver.o runtime/vg_mailbox.o runtime/vg_nccl.o
LIBVGSIM = runtime/sim/libvgsim.so

# Ready-made library calls: the plain forms on the CPU device, those over the libraries where the toolkit has these.
LIBRARY_PLAIN = $(patsubst %,runtime/library/%.o,vg_fft_plain vg_blas_plain vg_sparse_plain vg_library)
LIBRARY_GPU = $(patsubst %,runtime/library/%.o,vg_cufft vg_cublas vg_cusparse vg_library)
LIBRARY_CUDA := $(patsubst %/include,%,$(filter-out -isystem,$(CUDA_HEADERS)))
HAVE_LIBRARIES := $(and $(LIBRARY_CUDA),$(wildcard $(LIBRARY_CUDA)/include/cufft.h),$(wildcard $(LIBRARY_CUDA)/include/cublas_v2.h),$(wildcard $(LIBRARY_CUDA)/include/cusparse.h))
LIBRARY_LIBS = $(foreach folder,$(wildcard $(LIBRARY_CUDA)/lib64 $(LIBRARY_CUDA)/lib),-L$(folder) -Wl,-rpath,$(folder)) \
    -lcufft -lcublas -lcusparse

$(sort $(LIBRARY_PLAIN) $(LIBRARY_GPU)): runtime/library/%.o: $(RUNTIME)/library/%.c $(wildcard $(RUNTIME)/library/*.h)
	@mkdir -p $(@D)
	$(CC) $(PROGRAM_FLAGS) -c -o $@ $<

# with_libraries NAME SPEC-NAME APPS CALLS: applications of a program, in out/NAME, which also link CALLS (objects with the
# functions of its captures) and the library calls.
define with_libraries
$(foreach app,$(3),out/$(1)/sim/$(app)): $(4) $(LIBRARY_PLAIN)
$(foreach app,$(3),out/$(1)/gpu/$(app)): $(4) $(LIBRARY_GPU)
$(foreach app,$(3),out/$(1)/gpu/$(app)): CUDA_LIBS += $(LIBRARY_LIBS)
LIBRARY_APPS += $(foreach app,$(3),out/$(1)/gpu/$(app))
endef

# The driver of the CPU device; its own flags, since it stands in for libcuda and may use what GCC and Linux offer.
SIM_OBJECTS = $(patsubst $(VGSIM)/%.c,runtime/sim/%.o,$(VGSIM_SOURCES))

$(SIM_OBJECTS): runtime/sim/%.o: $(VGSIM)/%.c $(VGSIM_HEADERS)
	@mkdir -p $(@D)
	$(CC) -O2 -g $(VGSIM_CFLAGS) $(WARNINGS) $(HOST_CUDA) -c -o $@ $<

$(LIBVGSIM): $(SIM_OBJECTS)
	$(CC) -shared -Wl,-soname,libvgsim.so -o $@ $(SIM_OBJECTS) $(VGSIM_LIBS)

$(RUNTIME_OBJECTS): runtime/%.o: $(RUNTIME)/%.c $(RUNTIME)/vg_rt.h $(wildcard $(RUNTIME)/*.h)
	@mkdir -p $(@D)
	$(CC) $(PROGRAM_FLAGS) -Os -c -o $@ $<

$(sort $(DRIVER_OBJECTS) $(SELFTEST_OBJECTS) $(TUNE_OBJECTS)): runtime/driver/%.o: $(RUNTIME)/driver/%.c $(wildcard $(RUNTIME)/*.h $(RUNTIME)/driver/*.h)
	@mkdir -p $(@D)
	$(CC) $(PROGRAM_FLAGS) -c -o $@ $<

out/kernels/common/%.o: $(srcdir)/kernels/common/%.c $(wildcard $(srcdir)/kernels/common/*.h $(RUNTIME)/*.h)
	@mkdir -p $(@D)
	$(CC) $(PROGRAM_FLAGS) -D_GNU_SOURCE -c -o $@ $<

# program_rules NAME SPEC-NAME OPTIONS FOLDER: the emitted files and what is built from them alone.
define program_rules
ifeq ($(GENERATED),)
out/$(1)/$(2).c: $(srcdir)/$(4)/$(2).yaml $(wildcard $(srcdir)/$(4)/*.cu $(srcdir)/$(4)/*.cuh $(srcdir)/$(4)/*.f32) $(VGGEN_BINARY)
	@mkdir -p out/$(1)
	$(VGGEN_RUN) $(3) --main --sim --selftest --dot --map $(srcdir)/$(4)/$(2).yaml -o out/$(1)
	@touch $$@
else
out/$(1)/$(2).c: $(wildcard $(GENERATED)/$(1)/*)
	@mkdir -p out/$(1)
	cp $(GENERATED)/$(1)/* out/$(1)/
	@touch $$@
endif
out/$(1)/%.o: out/$(1)/$(2).c
	$(CC) $(PROGRAM_FLAGS) -Iout/$(1) -c -o $$@ out/$(1)/$$*.c
out/$(1)/lib$(2)_sim.so: export VGSIM_CXX = $(CXX)
out/$(1)/lib$(2)_sim.so: export VGSIM_CXXFLAGS = -O2 $$(SIM_DEFINES)
out/$(1)/lib$(2)_sim.so: out/$(1)/$(2).c $(LIBVGSIM) $(VGSIM_KERNEL_HEADERS)
	+$(VGSIM_UNITS) FOLDER=out/$(1) NAME=$(2) SOURCES=$(srcdir)/$(4) DEVICE_LIBRARY=$(LIBVGSIM)
	touch $$@
out/$(1)/sim/$(2)_main: out/$(1)/$(2)_main.o out/$(1)/$(2).o out/$(1)/$(2)_image.o $(DRIVER_OBJECTS) $(RUNTIME_OBJECTS) out/$(1)/lib$(2)_sim.so
	@mkdir -p $$(@D)
	$(CC) -o $$@ $$(filter %.o,$$^) $$(LINK_SIM) out/$(1)/lib$(2)_sim.so $(LIBVGSIM) $$(RPATH) -lm
out/$(1)/gpu/$(2)_main: out/$(1)/$(2)_main.o out/$(1)/$(2).o out/$(1)/$(2)_image.o $(DRIVER_OBJECTS) $(RUNTIME_OBJECTS)
	@mkdir -p $$(@D)
	$(CC) -o $$@ $$(filter %.o,$$^) $$(CUDA_LIBS) -lm
out/$(1)/sim/$(2)_selftest: out/$(1)/$(2)_selftest.o out/$(1)/$(2).o out/$(1)/$(2)_image.o $(SELFTEST_OBJECTS) $(RUNTIME_OBJECTS) out/$(1)/lib$(2)_sim.so
	@mkdir -p $$(@D)
	$(CC) -o $$@ $$(filter %.o,$$^) $$(LINK_SIM) out/$(1)/lib$(2)_sim.so $(LIBVGSIM) $$(RPATH) -ldl -lm
out/$(1)/gpu/$(2)_selftest: out/$(1)/$(2)_selftest.o out/$(1)/$(2).o out/$(1)/$(2)_image.o $(SELFTEST_OBJECTS) $(RUNTIME_OBJECTS)
	@mkdir -p $$(@D)
	$(CC) -o $$@ $$(filter %.o,$$^) $$(CUDA_LIBS) -ldl -lm
PROGRAM_OUTPUTS += out/$(1)/$(2).c
SIM_SELFTESTS += out/$(1)/sim/$(2)_selftest
GPU_SELFTESTS += out/$(1)/gpu/$(2)_selftest

# The program's other sources (reference, readers, writers): all but its applications, linked into each of them.
$(1)_PARTS = $(patsubst $(srcdir)/$(4)/%.c,out/$(1)/parts/%.o,$(filter-out %_test.c %_demo.c %_bench.c %_calls.c %/make_taps.c,$(wildcard $(srcdir)/$(4)/*.c)))
out/$(1)/parts/%.o: $(srcdir)/$(4)/%.c out/$(1)/$(2).c $(wildcard $(srcdir)/$(4)/*.h)
	@mkdir -p $$(@D)
	$(CC) $(PROGRAM_FLAGS) -D_GNU_SOURCE -Iout/$(1) -I$(srcdir)/$(4) -c -o $$@ $$<
endef

# tune_rules NAME SPEC-NAME: what measures the blocks that a spec leaves open, of a program with --tune.
define tune_rules
out/$(1)/sim/$(2)_tune: out/$(1)/$(2)_tune.o out/$(1)/$(2)_image.o $(TUNE_OBJECTS) $(RUNTIME_OBJECTS) out/$(1)/lib$(2)_sim.so
	@mkdir -p $$(@D)
	$(CC) -o $$@ $$(filter %.o,$$^) $$(LINK_SIM) out/$(1)/lib$(2)_sim.so $(LIBVGSIM) $$(RPATH) -lm
out/$(1)/gpu/$(2)_tune: out/$(1)/$(2)_tune.o out/$(1)/$(2)_image.o $(TUNE_OBJECTS) $(RUNTIME_OBJECTS)
	@mkdir -p $$(@D)
	$(CC) -o $$@ $$(filter %.o,$$^) $(CUDA_LIBS) -lm
SIM_TUNERS += out/$(1)/sim/$(2)_tune
GPU_TUNERS += out/$(1)/gpu/$(2)_tune
endef

# app_rules NAME SPEC-NAME APP SOURCE OPTIONS FOLDER: one application, for the CPU device and for a GPU.
define app_rules
out/$(1)/$(3).o: $(srcdir)/$(4) out/$(1)/$(2).c $(wildcard $(srcdir)/$(6)/*.h $(dir $(srcdir)/$(4))*.h $(srcdir)/tests/checks.h $(srcdir)/kernels/common/*.h)
	$(CC) $(PROGRAM_FLAGS) -D_GNU_SOURCE $(5) -I$(srcdir)/runtime/sim -Iout/$(1) -I$(srcdir)/$(6) -c -o $$@ $$<
out/$(1)/sim/$(3): out/$(1)/$(3).o $$($(1)_PARTS) out/$(1)/$(2).o out/$(1)/$(2)_image.o $(RUNTIME_OBJECTS) $(COMMON_OBJECTS) out/$(1)/lib$(2)_sim.so
	@mkdir -p $$(@D)
	$(CC) -o $$@ $$(filter %.o,$$^) $$(LINK_SIM) out/$(1)/lib$(2)_sim.so $(LIBVGSIM) $$(RPATH) -lm -lpthread
out/$(1)/gpu/$(3): out/$(1)/$(3).o $$($(1)_PARTS) out/$(1)/$(2).o out/$(1)/$(2)_image.o $(RUNTIME_OBJECTS) $(COMMON_OBJECTS)
	@mkdir -p $$(@D)
	$(CC) -o $$@ $$(filter %.o,$$^) $$(CUDA_LIBS) -lm -lpthread
endef

$(eval $(call program_rules,saxpy,saxpy,,kernels/saxpy))
$(eval $(call program_rules,saxpy_separate,saxpy,--layout=separate,kernels/saxpy))
$(eval $(call program_rules,equalizer,equalizer,,kernels/equalizer))
$(eval $(call program_rules,equalizer_tuned,equalizer,--tune,kernels/equalizer))
$(eval $(call tune_rules,equalizer_tuned,equalizer))
$(eval $(call program_rules,equalizer_separate,equalizer,--layout=separate,kernels/equalizer))
$(eval $(call program_rules,flow,flow,,tests/device/flow))
$(eval $(call program_rules,lanes,lanes,,tests/device/lanes))
$(eval $(call program_rules,lanes_separate,lanes,--layout=separate,tests/device/lanes))
$(eval $(call program_rules,plain,plain,,tests/device/plain))
$(eval $(call program_rules,green,green,,tests/device/green))
$(eval $(call program_rules,soak,soak,,tests/device/soak))

$(eval $(call app_rules,saxpy,saxpy,saxpy_test,kernels/saxpy/saxpy_test.c,,kernels/saxpy))
$(eval $(call app_rules,saxpy,saxpy,device_leaks,tests/device/device_leaks.c,-DPROGRAM=saxpy,kernels/saxpy))
$(eval $(call app_rules,plain,plain,device_leaks,tests/device/device_leaks.c,-DPROGRAM=plain,tests/device/plain))
$(eval $(call app_rules,green,green,device_green,tests/device/device_green.c,-Iout/feature_resident,tests/device/green))
out/green/device_green.o: out/feature_resident/resident.c
out/green/gpu/device_green: out/feature_resident/resident.o out/feature_resident/resident_image.o
$(eval $(call app_rules,saxpy,saxpy,device_rt,tests/device/device_rt.c,,kernels/saxpy))
$(eval $(call app_rules,saxpy,saxpy,device_updates,tests/device/device_updates.c,,kernels/saxpy))
$(eval $(call app_rules,saxpy,saxpy,fail_calls,tests/programs/fail_calls.c,-DPROGRAM=saxpy,kernels/saxpy))
$(eval $(call app_rules,equalizer,equalizer,fail_calls,tests/programs/fail_calls.c,-DPROGRAM=equalizer,kernels/equalizer))
$(eval $(call app_rules,saxpy_separate,saxpy,saxpy_test,kernels/saxpy/saxpy_test.c,,kernels/saxpy))
$(eval $(call app_rules,equalizer,equalizer,equalizer_demo,kernels/equalizer/equalizer_demo.c,,kernels/equalizer))
$(eval $(call app_rules,equalizer,equalizer,equalizer_test,tests/programs/equalizer_test.c,,kernels/equalizer))
$(eval $(call app_rules,equalizer_separate,equalizer,equalizer_test,tests/programs/equalizer_test.c,,kernels/equalizer))
$(eval $(call app_rules,flow,flow,device_flow,tests/device/device_flow.c,,tests/device/flow))
$(eval $(call app_rules,flow,flow,probe_barrier,tests/device/probe_barrier.c,,tests/device/flow))
$(eval $(call app_rules,lanes,lanes,device_lanes,tests/device/device_lanes.c,,tests/device/lanes))
$(eval $(call app_rules,lanes,lanes,lanes_faults,tests/programs/lanes_faults.c,,tests/device/lanes))
$(eval $(call app_rules,lanes_separate,lanes,device_lanes,tests/device/device_lanes.c,,tests/device/lanes))
$(eval $(call app_rules,soak,soak,device_soak,tests/device/device_soak.c,-O3,tests/device/soak))
$(eval $(call program_rules,machine,machine,,tests/programs/machine))
$(eval $(call app_rules,machine,machine,state_machine,tests/programs/state_machine.c,,tests/programs/machine))
$(eval $(call program_rules,caller,caller,,tests/programs/caller))
$(eval $(call app_rules,caller,caller,call_machine,tests/programs/call_machine.c,,tests/programs/caller))

# What was compiled for one is found in the cache by those that have the same sources.
ifeq ($(GENERATED),)
out/saxpy_separate/saxpy.c: | out/saxpy/saxpy.c
out/equalizer_separate/equalizer.c out/equalizer_tuned/equalizer.c: | out/equalizer/equalizer.c
out/lanes_separate/lanes.c: | out/lanes/lanes.c
out/reach_debian/reach.c: | out/reach/reach.c
out/feature_crossing_separate/crossing.c: | out/feature_crossing/crossing.c
endif

# reach: a sample of packages, and what is installed here where dpkg says so. For all of Debian:
# make REACH_INDEX='apt-cache dumpavail'
REACH = $(srcdir)/kernels/reach
REACH_SAMPLE = cat $(REACH)/sample.packages
REACH_INDEX = $(if $(wildcard /var/lib/dpkg/status),cat /var/lib/dpkg/status,$(REACH_SAMPLE))
ifeq ($(GENERATED),)
out/reach/graph.txt: $(REACH)/make_graph.sh $(REACH)/sample.packages
	@mkdir -p $(@D)
	$(REACH_SAMPLE) | $(SHELL) $(REACH)/make_graph.sh $@ $(@D)/graph.options
out/reach_debian/graph.txt: $(REACH)/make_graph.sh
	@mkdir -p $(@D)
	{ $(REACH_INDEX); } | $(SHELL) $(REACH)/make_graph.sh $@ $(@D)/graph.options
out/reach/reach.c: out/reach/graph.txt
out/reach_debian/reach.c: out/reach_debian/graph.txt
endif
$(eval $(call program_rules,reach,reach,`cat out/reach/graph.options`,kernels/reach))
$(eval $(call program_rules,reach_debian,reach,`cat out/reach_debian/graph.options`,kernels/reach))
$(eval $(call app_rules,reach,reach,reach_test,kernels/reach/reach_test.c,-DREACH_GRAPH='"out/reach/graph.txt"',kernels/reach))
$(eval $(call app_rules,reach_debian,reach,reach_test,kernels/reach/reach_test.c,-DREACH_GRAPH='"out/reach_debian/graph.txt"',kernels/reach))
$(eval $(call app_rules,reach_debian,reach,reach_demo,kernels/reach/reach_demo.c,,kernels/reach))

# cg: the large grid takes the CPU device too long, so it is left out where benchmarks are.
$(eval $(call program_rules,cg,cg,,kernels/cg))
$(eval $(call program_rules,bench_cg,cg,-D SIZE=512,kernels/cg))
$(eval $(call app_rules,cg,cg,cg_test,kernels/cg/cg_test.c,,kernels/cg))
$(eval $(call app_rules,bench_cg,cg,cg_test,kernels/cg/cg_test.c,,kernels/cg))
$(eval $(call app_rules,bench_cg,cg,cg_demo,kernels/cg/cg_demo.c,,kernels/cg))

# radar: a small one for the CPU device, and the spec's own size where benchmarks are.
RADAR_SMALL = -D CHANNELS=8 -D PULSES=32 -D RANGES=128 -D PFA=1e-3 -D MOST=64
$(eval $(call program_rules,radar,radar,$(RADAR_SMALL) --tune,kernels/radar))
$(eval $(call program_rules,bench_radar,radar,--tune,kernels/radar))
$(eval $(call tune_rules,radar,radar))
$(eval $(call tune_rules,bench_radar,radar))
$(eval $(call app_rules,radar,radar,radar_test,kernels/radar/radar_test.c,,kernels/radar))
$(eval $(call app_rules,bench_radar,radar,radar_test,kernels/radar/radar_test.c,,kernels/radar))
$(eval $(call app_rules,bench_radar,radar,radar_demo,kernels/radar/radar_demo.c,,kernels/radar))
$(eval $(call app_rules,bench_radar,radar,radar_bench,kernels/radar/radar_bench.c,,kernels/radar))

# radar_lib: the same applications around captured calls of cuFFT.
$(eval $(call program_rules,radar_lib,radar_lib,$(RADAR_SMALL),kernels/radar))
$(eval $(call program_rules,bench_radar_lib,radar_lib,,kernels/radar))
$(eval $(call app_rules,radar_lib,radar_lib,radar_test,kernels/radar/radar_test.c,-DRADAR_LIB,kernels/radar))
$(eval $(call app_rules,bench_radar_lib,radar_lib,radar_test,kernels/radar/radar_test.c,-DRADAR_LIB,kernels/radar))
$(eval $(call app_rules,bench_radar_lib,radar_lib,radar_bench,kernels/radar/radar_bench.c,-DRADAR_LIB,kernels/radar))
$(foreach program,radar_lib bench_radar_lib,$(eval $(call with_libraries,$(program),radar_lib,radar_test radar_bench radar_lib_main radar_lib_selftest,out/$(program)/parts/radar_lib_calls.o)))

# control: a vibration controller, and the plate that it holds still.
$(eval $(call program_rules,control,control,,kernels/control))
$(foreach app,test demo bench,$(eval $(call app_rules,control,control,control_$(app),kernels/control/control_$(app).c,,kernels/control)))

# shapes: three programs of one spec in one folder and one process.
SHAPES = shapes_256 shapes_1024 shapes_4096
SHAPES_C = $(SHAPES:%=out/shapes/%.c)
ifeq ($(GENERATED),)
$(SHAPES_C): out/shapes/shapes_%.c: $(srcdir)/kernels/shapes/shapes.yaml $(srcdir)/kernels/shapes/shapes.cu $(VGGEN_BINARY)
	@mkdir -p out/shapes
	$(VGGEN_RUN) --name shapes_$* -D N=$* --sim $< -o out/shapes
	@touch $@
else
$(SHAPES_C): out/shapes/%.c: $(wildcard $(GENERATED)/shapes/*)
	@mkdir -p out/shapes
	cp $(GENERATED)/shapes/$** out/shapes/
	@touch $@
endif
SHAPES_APP = out/shapes/shapes_test.o out/shapes/shapes.o
SHAPES_OBJECTS = $(SHAPES_APP) $(SHAPES:%=out/shapes/%.o) $(SHAPES:%=out/shapes/%_image.o)
$(SHAPES_APP): out/shapes/%.o: $(srcdir)/kernels/shapes/%.c $(srcdir)/kernels/shapes/shapes.h $(srcdir)/tests/checks.h $(SHAPES_C)
	$(CC) $(PROGRAM_FLAGS) -I$(srcdir)/tests -Iout/shapes -I$(srcdir)/kernels/shapes -c -o $@ $<
$(SHAPES:%=out/shapes/%.o): out/shapes/%.o: out/shapes/%.c
	$(CC) $(PROGRAM_FLAGS) -Iout/shapes -c -o $@ $<
$(SHAPES:%=out/shapes/%_image.o): out/shapes/%_image.o: out/shapes/%.c
	$(CC) $(PROGRAM_FLAGS) -Iout/shapes -c -o $@ out/shapes/$*_image.c
SHAPES_KERNELS = $(SHAPES:%=out/shapes/lib%_sim.so)
$(SHAPES_KERNELS): export VGSIM_CXX = $(CXX)
$(SHAPES_KERNELS): export VGSIM_CXXFLAGS = -O2
$(SHAPES_KERNELS): out/shapes/lib%_sim.so: out/shapes/%.c $(LIBVGSIM) $(VGSIM_KERNEL_HEADERS)
	+$(VGSIM_UNITS) FOLDER=out/shapes NAME=$* SOURCES=$(srcdir)/kernels/shapes DEVICE_LIBRARY=$(LIBVGSIM)
	touch $@
out/shapes/sim/shapes_test: $(SHAPES_OBJECTS) $(RUNTIME_OBJECTS) $(COMMON_OBJECTS) $(SHAPES_KERNELS)
	@mkdir -p $(@D)
	$(CC) -o $@ $(filter %.o,$^) $(LINK_SIM) $(SHAPES_KERNELS) $(LIBVGSIM) $(RPATH) -lm -lpthread
out/shapes/gpu/shapes_test: $(SHAPES_OBJECTS) $(RUNTIME_OBJECTS) $(COMMON_OBJECTS)
	@mkdir -p $(@D)
	$(CC) -o $@ $^ $(CUDA_LIBS) -lm -lpthread
PROGRAM_OUTPUTS += $(SHAPES_C)

# tests/features: a small program for each part of the language, each with a test of its results.
FEATURES = $(sort $(patsubst $(srcdir)/tests/features/%.yaml,%,$(wildcard $(srcdir)/tests/features/*.yaml)))
FEATURE_OPTIONS_tuned = --tune
$(foreach feature,$(FEATURES),$(eval $(call program_rules,feature_$(feature),$(feature),$(FEATURE_OPTIONS_$(feature)),tests/features)))
$(eval $(call tune_rules,feature_tuned,tuned))
$(foreach feature,$(filter-out sharing,$(FEATURES)),$(eval $(call app_rules,feature_$(feature),$(feature),$(feature)_test,tests/features/$(feature)_test.c,,tests/features)))
# Functions of their captures, for the programs of --main and --selftest; the tests have functions of their own.
define function_rules
out/feature_$(1)/$(1)_functions.o: $(srcdir)/tests/features/functions/$(1).c out/feature_$(1)/$(1).c
	$(CC) $(PROGRAM_FLAGS) -D_GNU_SOURCE -Iout/feature_$(1) -c -o $$@ $$<
$(foreach app,main selftest,out/feature_$(1)/sim/$(1)_$(app) out/feature_$(1)/gpu/$(1)_$(app)): out/feature_$(1)/$(1)_functions.o
endef
WITH_FUNCTIONS = $(patsubst $(srcdir)/tests/features/functions/%.c,%,$(wildcard $(srcdir)/tests/features/functions/*.c))
$(foreach feature,$(WITH_FUNCTIONS),$(eval $(call function_rules,$(feature))))
# Four programs with one pool in one application.
SHARERS = smooth ledger recent
$(foreach sharer,$(SHARERS),$(eval $(call program_rules,pool_$(sharer),$(sharer),,tests/features/pool)))
$(eval $(call app_rules,feature_sharing,sharing,sharing_test,tests/features/sharing_test.c,$(foreach sharer,$(SHARERS),-Iout/pool_$(sharer)),tests/features))
SHARER_OBJECTS = $(foreach sharer,$(SHARERS),out/pool_$(sharer)/$(sharer).o out/pool_$(sharer)/$(sharer)_image.o)
SHARER_LIBRARIES = $(foreach sharer,$(SHARERS),out/pool_$(sharer)/lib$(sharer)_sim.so)
out/feature_sharing/sharing_test.o: $(foreach sharer,$(SHARERS),out/pool_$(sharer)/$(sharer).c)
out/feature_sharing/sim/sharing_test out/feature_sharing/gpu/sharing_test: $(SHARER_OBJECTS)
out/feature_sharing/sim/sharing_test: $(SHARER_LIBRARIES)
out/feature_sharing/sim/sharing_test: LINK_SIM = -Wl,--no-as-needed $(SHARER_LIBRARIES)
out/feature_sharing/sim/sharing_test: RPATH = \
    -Wl,-rpath,'$$ORIGIN/../../../runtime/sim:$$ORIGIN/..:$$ORIGIN/../../pool_smooth:$$ORIGIN/../../pool_ledger:$$ORIGIN/../../pool_recent'
# Those with library calls: their functions also go into what vggen writes to drive and to test them.
LIBRARY_FEATURES = conjugate effects
define library_feature
out/feature_$(1)/$(1)_calls.o: $(srcdir)/tests/features/$(1)_calls.c $(srcdir)/tests/features/$(1)_calls.h out/feature_$(1)/$(1).c $(wildcard $(RUNTIME)/library/*.h)
	$(CC) $(PROGRAM_FLAGS) -Iout/feature_$(1) -I$(srcdir)/tests/features -c -o $$@ $$<
$(call with_libraries,feature_$(1),$(1),$(1)_test $(1)_main $(1)_selftest,out/feature_$(1)/$(1)_calls.o)
endef
$(foreach feature,$(LIBRARY_FEATURES),$(eval $(call library_feature,$(feature))))
$(eval $(call app_rules,feature_flight,flight,flight_faults,tests/programs/flight_faults.c,,tests/features))
$(eval $(call app_rules,feature_traffic,traffic,device_modes,tests/device/device_modes.c,,tests/features))
$(eval $(call app_rules,feature_mailbox,mailbox,device_mailbox,tests/device/device_mailbox.c,,tests/features))
$(eval $(call program_rules,feature_crossing_separate,crossing,--layout=separate,tests/features))
$(eval $(call app_rules,feature_crossing_separate,crossing,crossing_test,tests/features/crossing_test.c,,tests/features))
# On a GPU only where the toolkit has the libraries.
FEATURE_GPU_TESTS = $(foreach feature,$(filter-out $(if $(HAVE_LIBRARIES),,$(LIBRARY_FEATURES)),$(FEATURES)),out/feature_$(feature)/gpu/$(feature)_test)
GPU_SELFTESTS := $(filter-out $(if $(HAVE_LIBRARIES),,$(foreach feature,$(LIBRARY_FEATURES),out/feature_$(feature)/gpu/$(feature)_selftest)),$(GPU_SELFTESTS))

# features/ranks.yaml for two ranks, and with another plan. On the CPU device with the NCCL of tests/fake;
# Faults in fused launches; it calls the driver itself.
out/fused_faults/gpu/device_fused_faults: $(srcdir)/tests/device/device_fused_faults.c $(srcdir)/tests/unit/gen/fused_faults.h
	@mkdir -p $(@D)
	$(CC) -std=gnu11 -O2 $(WARNINGS) $(HOST_CUDA) -o $@ $< $(CUDA_LIBS)

# tests/device/two_ranks.sh builds what runs on GPUs with NCCL.
TWO_RANKS = two_ranks other_ranks
$(eval $(call program_rules,two_ranks,ranks,-D RANKS=2,tests/features))
$(eval $(call program_rules,other_ranks,ranks,-D RANKS=2 -D N=64,tests/features))
$(eval $(call program_rules,one_rank,ranks,-D RANKS=2 -D ROOT=0 -D IN_PLACE=0,tests/features))
REDUCED = 256 16384 262144 4194304
$(foreach n,$(REDUCED),$(eval $(call program_rules,bench_reduce_$(n),reduce,-D N=$(n),tests/bench/ranks)))
# What tests/device/two_ranks.sh compiles against NCCL itself.
RANKS_OUTPUTS = $(patsubst %,out/%/ranks.c,$(TWO_RANKS) one_rank) $(patsubst %,out/bench_reduce_%/reduce.c,$(REDUCED))
RANKS_SELFTESTS = $(patsubst %,out/%_selftest,$(foreach device,sim gpu,$(patsubst %,%/$(device)/ranks,$(TWO_RANKS) one_rank) \
    $(patsubst %,bench_reduce_%/$(device)/reduce,$(REDUCED))))
SIM_SELFTESTS := $(filter-out $(RANKS_SELFTESTS),$(SIM_SELFTESTS))
GPU_SELFTESTS := $(filter-out $(RANKS_SELFTESTS),$(GPU_SELFTESTS))
TWO_RANKS_APPS = $(TWO_RANKS:%=out/%/sim/two_ranks)
FAKE_NCCL = $(srcdir)/tests/fake/nccl
FAKE_NCCL_FLAGS = $(PROGRAM_FLAGS) -DVG_WITH_NCCL -I$(FAKE_NCCL)
out/two_ranks/fake/vg_nccl.o: $(RUNTIME)/vg_nccl.c $(wildcard $(RUNTIME)/*.h) $(FAKE_NCCL)/nccl.h
	@mkdir -p $(@D)
	$(CC) $(FAKE_NCCL_FLAGS) -c -o $@ $<
out/two_ranks/fake/fake_nccl.o: $(FAKE_NCCL)/fake_nccl.c $(FAKE_NCCL)/nccl.h
	@mkdir -p $(@D)
	$(CC) $(FAKE_NCCL_FLAGS) -c -o $@ $<
define ranks_rules
out/$(1)/two_ranks.o: $(srcdir)/tests/device/two_ranks.c out/$(1)/ranks.c $(srcdir)/tests/checks.h
	$(CC) $(FAKE_NCCL_FLAGS) -Iout/$(1) -c -o $$@ $$<
out/$(1)/sim/two_ranks: out/$(1)/two_ranks.o out/$(1)/ranks.o out/$(1)/ranks_image.o out/two_ranks/fake/vg_nccl.o out/two_ranks/fake/fake_nccl.o $(filter-out runtime/vg_nccl.o,$(RUNTIME_OBJECTS)) out/$(1)/libranks_sim.so
	@mkdir -p $$(@D)
	$(CC) -o $$@ $$(filter %.o,$$^) $$(LINK_SIM) out/$(1)/libranks_sim.so $(LIBVGSIM) $$(RPATH) -lm -lpthread
endef
$(foreach folder,$(TWO_RANKS),$(eval $(call ranks_rules,$(folder))))
