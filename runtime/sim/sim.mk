# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 The vggen authors
# How the CPU device, and kernels for it, are built. GNU make; to be included, from wherever it lies.
#
#   VGSIM                 this folder, which lies in that of the runtime: the driver's types are in vg_cuda_*.h there
#   VGSIM_SOURCES         the device's sources: C, for VGSIM_CFLAGS and what finds cuda.h (-isystem $(VGSIM)/cuda)
#   VGSIM_HEADERS         what they include
#   VGSIM_LIBS            what libvgsim.so is linked with
#   VGSIM_KERNEL_FLAGS    to compile a unit of NAME_sim.cpp (C++): put -I for its folder and for the kernels' sources
#                         before them, and say which unit
#   VGSIM_HOOKS           likewise, so that the compiler calls the device before each access of a kernel. Not for linking:
#                         the compiler's own run-time library must stay away
#   VGSIM_KERNEL_LINK     to link the units into libNAME_sim.so
#   VGSIM_KERNEL_HEADERS  what they include of the device
#   VGSIM_UNITS           a command that makes FOLDER/libNAME_sim.so of FOLDER/NAME_sim.cpp, as `make -f units.mk` does,
#                         which says what it needs
#   vgsim_rules           rules for FOLDER/libvgsim.so and FOLDER/libNAME_sim.so, the latter from FOLDER/NAME_sim.cpp and
#                         sources in SOURCES; CC, CFLAGS, CXX, CXXFLAGS and OBJCOPY are as usual:
#
#       $(eval $(call vgsim_rules,FOLDER,SOURCES))

VGSIM := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
VGSIM_SOURCES := $(wildcard $(VGSIM)/*/*.c)
VGSIM_HEADERS := $(wildcard $(VGSIM)/*.h $(VGSIM)/*/*.h $(VGSIM)/../vg_cuda_*.h)
VGSIM_CFLAGS = -std=gnu11 -fPIC -I$(VGSIM)
VGSIM_LIBS = -ldl -lpthread -lm
VGSIM_CLANG := $(findstring clang,$(shell $(CXX) --version))
VGSIM_KERNEL_FLAGS = -std=c++17 -fPIC -fvisibility=hidden $(if $(VGSIM_CLANG),,-fno-gnu-unique) -DVGSIM -I$(VGSIM) \
    -I$(VGSIM)/include -I$(VGSIM)/refused
VGSIM_HOOKS = -fsanitize=thread,bounds $(if $(VGSIM_CLANG),-mllvm -tsan-distinguish-volatile,--param \
    tsan-distinguish-volatile=1)
VGSIM_KERNEL_LINK = -shared -Wl,-Bsymbolic
VGSIM_KERNEL_HEADERS := $(wildcard $(VGSIM)/*.h $(VGSIM)/include/*.h $(VGSIM)/include/*/*.h $(VGSIM)/../vg_cuda_*.h)

VGSIM_UNITS = $(MAKE) --no-print-directory -f $(VGSIM)/units.mk

define vgsim_rules
$(1)/libvgsim.so: $$(VGSIM_SOURCES) $$(VGSIM_HEADERS)
	mkdir -p $(1)
	$$(CC) $$(CFLAGS) $$(VGSIM_CFLAGS) -isystem $$(VGSIM)/cuda -shared -Wl,-soname,libvgsim.so -o $$@ \
	    $$(VGSIM_SOURCES) $$(VGSIM_LIBS)
$(1)/lib%_sim.so: export VGSIM_CXX = $$(CXX)
$(1)/lib%_sim.so: export VGSIM_CXXFLAGS = $$(CXXFLAGS)
$(1)/lib%_sim.so: $(1)/%.c $(1)/libvgsim.so $$(VGSIM_KERNEL_HEADERS)
	+$$(VGSIM_UNITS) FOLDER=$(1) NAME=$$* SOURCES=$(2) DEVICE_LIBRARY=$(1)/libvgsim.so
	touch $$@
# The sources and the headers that they include.
-include $$(wildcard $(1)/*_sim.*.d)
endef
