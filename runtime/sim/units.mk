# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 The vggen authors
# How a program's kernels are built for the CPU device. GNU make, run by what sim.mk defines when vggen has written
# NAME_sim.cpp: only then is it known how many units there are. Each source is a unit, compiled by itself as nvcc compiles
# it: what it defines stays its own, so that another may have a helper, a struct or a kernel of the same name.
#
#   FOLDER           where NAME_sim.cpp lies, and libNAME_sim.so goes
#   NAME             of the program
#   SOURCES          the folder of the kernels' sources
#   DEVICE_LIBRARY   libvgsim.so
#   VGSIM_CXX, VGSIM_CXXFLAGS    the C++ compiler and flags of the user's, from the environment

CXX := $(VGSIM_CXX)
include $(dir $(lastword $(MAKEFILE_LIST)))sim.mk
OBJCOPY ?= objcopy
UNITS := $(shell sed -n 's/^.if VGSIM_HAS(\(.*\))/\1/p' $(FOLDER)/$(NAME)_sim.cpp)
# A single source has no other to clash with.
UNITS := $(if $(filter 2,$(words $(UNITS))),all,$(UNITS))
# What 'compile' of the spec adds, which the program has in lines of its own.
SPEC_FLAGS := $(shell sed -n 's|^//+ -I /|-I/|p; s|^//+ -I \([^/]\)|-I$(SOURCES)/\1|p; s|^//+ -std|-std|p' $(FOLDER)/$(NAME)_sim.cpp)
OBJECTS := $(UNITS:%=$(FOLDER)/$(NAME)_sim.%.o)
LIBRARY := $(FOLDER)/lib$(NAME)_sim.so

$(LIBRARY): $(OBJECTS) $(DEVICE_LIBRARY)
	$(CXX) $(VGSIM_KERNEL_LINK) -Wl,-soname,$(@F) -Wl,-rpath,'$$ORIGIN' -o $@ $(OBJECTS) $(DEVICE_LIBRARY)

# Names become the unit's own; those of unit 0 are for the others. What was not finished has another name.
# DWARF 4: addr2line of binutils 2.40 takes the first file of a table of DWARF 5 for the unit's own.
COMPILE := $(CXX) $(VGSIM_CXXFLAGS) -I$(FOLDER) -I$(SOURCES) $(VGSIM_KERNEL_FLAGS) $(SPEC_FLAGS) $(VGSIM_HOOKS) -gdwarf-4
$(OBJECTS): $(FOLDER)/$(NAME)_sim.%.o: $(FOLDER)/$(NAME)_sim.cpp $(FOLDER)/$(NAME)_sim.flags
	$(COMPILE) $(if $(filter-out all,$*),-DVGSIM_UNIT=$*) -MMD -MP -MT $@ -MT $(LIBRARY) -MF $(@:.o=.d) -c -o $@.part $<
	$(if $(filter-out 0 all,$*),$(OBJCOPY) --remove-section=.group --localize-hidden $@.part)
	mv $@.part $@

# With another command all is compiled again.
QUOTED := '$(subst ','\'',$(COMPILE))'
$(shell printf '%s\n' $(QUOTED) | cmp -s - $(FOLDER)/$(NAME)_sim.flags || \
    printf '%s\n' $(QUOTED) >$(FOLDER)/$(NAME)_sim.flags)

-include $(OBJECTS:.o=.d)
