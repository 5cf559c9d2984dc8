# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# Programs that find the driver at run time (-DVG_DLOPEN). GNU make; read by the top-level Makefile after
# kernels/programs.mk. They are compiled without any cuda.h, and refer to no function of the driver. The kernels
# for the CPU device, which register themselves, bring it with them; the driver is what lies beside as libcuda.so.1.
#
#   out/dlopen/sim/NAME_main, NAME_selftest    as in out/NAME/sim
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
DLOPEN_APPS = $(DLOPEN)/sim/calls $(DLOPEN)/sim/calls_without $(DLOPEN)/lacking/libvgsim.so
