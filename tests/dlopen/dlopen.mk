# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# Programs that find the driver at run time (-DVG_DLOPEN). GNU make; read by the top-level Makefile after
# kernels/programs.mk. They are compiled without any cuda.h, and refer to no function of the driver. The kernels
# for the CPU device, which register themselves, bring it with them; the driver is what lies beside as libcuda.so.1.
#
#   out/dlopen/sim/NAME_main, NAME_selftest    as in out/NAME/sim
#   out/dlopen/sim/NAME_test                   a test of tests/features
#   out/dlopen/sim/two_ranks                   as in out/two_ranks/sim
#   out/dlopen/sim/calls                       calls.c: all calls of three programs, and what each answers
#   out/dlopen/sim/calls_without               the same, looking for a library that does not exist

DLOPEN = out/dlopen
DLOPEN_FLAGS = -O2 -g -std=c99 $(WARNINGS) -DVG_DLOPEN -I$(RUNTIME)
DLOPEN_HEADERS = $(wildcard $(RUNTIME)/*.h $(RUNTIME)/driver/*.h)
DLOPEN_RUNTIME = $(RUNTIME_OBJECTS:%=$(DLOPEN)/%)
DLOPEN_DRIVER = $(DRIVER_OBJECTS:%=$(DLOPEN)/%)
DLOPEN_SELFTEST = $(SELFTEST_OBJECTS:%=$(DLOPEN)/%)
# $(1): folders of out/ in which kernels are.
DLOPEN_LINK = -Wl,-rpath,'$$ORIGIN/../driver:$$ORIGIN/../../../runtime/sim' \
    $(foreach folder,$(1),-Wl,-rpath,'$$ORIGIN/../../$(folder)') $(LIBVGSIM) -ldl -lm

$(DLOPEN_RUNTIME): $(DLOPEN)/runtime/%.o: $(RUNTIME)/%.c $(DLOPEN_HEADERS)
	@mkdir -p $(@D)
	$(CC) $(DLOPEN_FLAGS) -Os -c -o $@ $<
$(DLOPEN_DRIVER) $(DLOPEN_SELFTEST): $(DLOPEN)/runtime/driver/%.o: $(RUNTIME)/driver/%.c $(DLOPEN_HEADERS)
	@mkdir -p $(@D)
	$(CC) $(DLOPEN_FLAGS) -c -o $@ $<
$(DLOPEN)/driver/libcuda.so.1: $(LIBVGSIM)
	@mkdir -p $(@D)
	ln -sf ../../../runtime/sim/libvgsim.so $@

# One in which names are for others only, so that dlopen.sh can take any of them away.
$(DLOPEN)/lacking/libvgsim.so: $(SIM_OBJECTS)
	@mkdir -p $(@D)
	$(CC) -shared -Wl,-soname,libvgsim.so -Wl,-Bsymbolic -o $@ $(SIM_OBJECTS) $(VGSIM_LIBS)

# dlopen_rules NAME SPEC-NAME
define dlopen_rules
$(DLOPEN)/$(1)/%.o: out/$(1)/$(2).c $(DLOPEN_HEADERS)
	@mkdir -p $$(@D)
	$(CC) $$(DLOPEN_FLAGS) -Iout/$(1) -c -o $$@ out/$(1)/$$*.c
$(DLOPEN)/sim/$(2)_main: $(DLOPEN_DRIVER)
$(DLOPEN)/sim/$(2)_selftest: $(DLOPEN_SELFTEST)
$(DLOPEN)/sim/$(2)_main $(DLOPEN)/sim/$(2)_selftest: $(DLOPEN)/sim/$(2)_%: $(DLOPEN)/$(1)/$(2)_%.o \
    $(DLOPEN)/$(1)/$(2).o $(DLOPEN)/$(1)/$(2)_image.o $(DLOPEN_RUNTIME) out/$(1)/lib$(2)_sim.so $(DLOPEN)/driver/libcuda.so.1
	@mkdir -p $$(@D)
	$(CC) -o $$@ $$(filter %.o,$$^) $$(LINK_SIM) out/$(1)/lib$(2)_sim.so $$(call DLOPEN_LINK,$(1))
endef
$(eval $(call dlopen_rules,saxpy,saxpy))
$(eval $(call dlopen_rules,equalizer,equalizer))
$(eval $(call dlopen_rules,feature_seek,seek))
$(eval $(call dlopen_rules,feature_crossing,crossing))
DLOPEN_MAINS = $(foreach program,saxpy equalizer,$(DLOPEN)/sim/$(program)_main)
DLOPEN_SELFTESTS = $(foreach program,saxpy equalizer seek,$(DLOPEN)/sim/$(program)_selftest)

CALLED = saxpy feature_seek feature_crossing
CALLED_OBJECTS = $(foreach program,saxpy/saxpy feature_seek/seek feature_crossing/crossing,\
    $(DLOPEN)/$(program).o $(DLOPEN)/$(program)_image.o)
CALLED_KERNELS = out/saxpy/libsaxpy_sim.so out/feature_seek/libseek_sim.so out/feature_crossing/libcrossing_sim.so
$(DLOPEN)/calls.o: $(srcdir)/tests/dlopen/calls.c out/saxpy/saxpy.c out/feature_seek/seek.c out/feature_crossing/crossing.c
	@mkdir -p $(@D)
	$(CC) $(DLOPEN_FLAGS) $(CALLED:%=-Iout/%) -c -o $@ $<
$(DLOPEN)/vg_driver_without.o: $(RUNTIME)/vg_driver.c $(DLOPEN_HEADERS)
	@mkdir -p $(@D)
	$(CC) $(DLOPEN_FLAGS) -DVG_DRIVER_LIBRARY='"libvg_no_driver.so.1"' -c -o $@ $<
$(DLOPEN)/sim/calls: $(DLOPEN)/calls.o $(CALLED_OBJECTS) $(DLOPEN_RUNTIME) $(CALLED_KERNELS) $(DLOPEN)/driver/libcuda.so.1
	@mkdir -p $(@D)
	$(CC) -o $@ $(filter %.o,$^) $(LINK_SIM) $(CALLED_KERNELS) $(call DLOPEN_LINK,$(CALLED))
# Without kernels: nothing of CUDA and nothing of the CPU device is there.
$(DLOPEN)/sim/calls_without: $(DLOPEN)/calls.o $(CALLED_OBJECTS) $(DLOPEN)/vg_driver_without.o \
    $(filter-out %/vg_driver.o,$(DLOPEN_RUNTIME))
	@mkdir -p $(@D)
	$(CC) -o $@ $^ -ldl

# Tests whose applications call the driver themselves, and are linked with it: the programs still find it at run time.
DLOPEN_TESTED = captured flight mailbox resident
define dlopen_test
$(call dlopen_rules,feature_$(1),$(1))
$(DLOPEN)/sim/$(1)_test: out/feature_$(1)/$(1)_test.o $(feature_$(1)_PARTS) $(DLOPEN)/feature_$(1)/$(1).o \
    $(DLOPEN)/feature_$(1)/$(1)_image.o $(DLOPEN_RUNTIME) $(COMMON_OBJECTS) out/feature_$(1)/lib$(1)_sim.so $(DLOPEN)/driver/libcuda.so.1
	@mkdir -p $$(@D)
	$(CC) -o $$@ $$(filter %.o,$$^) $$(LINK_SIM) out/feature_$(1)/lib$(1)_sim.so $$(call DLOPEN_LINK,feature_$(1)) -lpthread
endef
$(foreach feature,$(DLOPEN_TESTED),$(eval $(call dlopen_test,$(feature))))
# The NCCL of tests/fake brings a cuda.h, which then stands for our own types.
$(eval $(call dlopen_rules,two_ranks,ranks))
$(DLOPEN)/fake/vg_nccl.o: $(RUNTIME)/vg_nccl.c $(DLOPEN_HEADERS) $(FAKE_NCCL)/nccl.h
	@mkdir -p $(@D)
	$(CC) $(DLOPEN_FLAGS) -DVG_WITH_NCCL -I$(FAKE_NCCL) $(HOST_CUDA) -c -o $@ $<
$(DLOPEN)/sim/two_ranks: out/two_ranks/two_ranks.o $(DLOPEN)/two_ranks/ranks.o $(DLOPEN)/two_ranks/ranks_image.o \
    $(DLOPEN)/fake/vg_nccl.o out/two_ranks/fake/fake_nccl.o $(filter-out %/vg_nccl.o,$(DLOPEN_RUNTIME)) \
    out/two_ranks/libranks_sim.so $(DLOPEN)/driver/libcuda.so.1
	@mkdir -p $(@D)
	$(CC) -o $@ $(filter %.o,$^) $(LINK_SIM) out/two_ranks/libranks_sim.so $(call DLOPEN_LINK,two_ranks) -lpthread
DLOPEN_TESTS = $(DLOPEN_TESTED:%=$(DLOPEN)/sim/%_test) $(DLOPEN)/sim/two_ranks

DLOPEN_APPS = $(DLOPEN)/sim/calls $(DLOPEN)/sim/calls_without $(DLOPEN)/lacking/libvgsim.so
