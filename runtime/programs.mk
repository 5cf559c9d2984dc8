# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 The vggen authors
# Programs of vggen in a makefile that has rules of its own. GNU make, from 3.81 on; vggen.mk is for makefiles that have none.
# A makefile of Automake gets this file by @VGGEN_RULES@ (see vggen.m4), any other one by
#
#       include $(shell vggen --runtime-dir)/programs.mk
#
#   VGGEN_SPECS       the specs of the programs, in $(srcdir): NAME.yaml makes the program NAME. To be set before
#   NAME_OPTIONS      further options of vggen for one of them
#   VGGEN_DEVICE      gpu or sim, the CPU device; chosen here where it is not set: gpu where there is nvcc
#   VGGEN_DRIVER      dlopen: the driver's library is looked for at run time, and neither cuda.h nor -lcuda is needed to build
#   VGGEN_FOLDER      where all that is made lies: vggen
#   VGGEN NVCC CC CXX AR OBJCOPY CPPFLAGS CFLAGS CXXFLAGS CUDA_CFLAGS CUDA_LIBS   as usual
#
# and is given
#
#   VGGEN_CFLAGS      what compilers of the application's sources need
#   VGGEN_LIBS        what to link it with
#   VGGEN_FILES       what VGGEN_LIBS names, to depend on
#
# vggen runs before anything else, because make includes what it makes, and then begins again: no rule of the application's
# has to wait for headers.

VGGEN_GOAL := $(.DEFAULT_GOAL)
VGGEN_RUNTIME := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
VGGEN_FOLDER ?= vggen
VGGEN ?= vggen
NVCC ?= $(shell command -v nvcc 2>/dev/null)
ifneq ($(origin srcdir),file) # of Automake's, not of somebody's environment
srcdir := .
endif
# A cross compiler's companions have its prefix.
VGGEN_PREFIX := $(patsubst %gcc,%,$(filter %-gcc,$(CC)))
VGGEN_TOOLS := $(if $(shell command -v $(VGGEN_PREFIX)objcopy 2>/dev/null),$(VGGEN_PREFIX))
ifeq ($(origin AR),default)
AR := $(VGGEN_TOOLS)ar
endif
OBJCOPY ?= $(VGGEN_TOOLS)objcopy
ifndef VGGEN_DEVICE
VGGEN_DEVICE := $(if $(NVCC),gpu,sim)
# What make was given for another makefile of vggen would change nothing.
VGGEN_ASKED := $(foreach name,DEVICE VG_DEVICE,$(if $(filter command,$(origin $(name))),$(name)=$($(name))))
VGGEN_ASKED := $(filter-out %=$(VGGEN_DEVICE),$(filter VG_% %=sim %=gpu %=dlopen,$(VGGEN_ASKED)))
ifneq ($(VGGEN_ASKED),)
$(error $(firstword $(VGGEN_ASKED)) changes nothing here: say VGGEN_DEVICE, which is sim or gpu)
endif
endif
ifneq ($(filter sim gpu,$(firstword $(VGGEN_DEVICE))),$(VGGEN_DEVICE))
$(error VGGEN_DEVICE is sim or gpu, not '$(VGGEN_DEVICE)')
endif
ifneq ($(filter-out link dlopen,$(VGGEN_DRIVER)),)
$(error VGGEN_DRIVER is link or dlopen, not '$(VGGEN_DRIVER)')
endif

VGGEN_NAMES := $(basename $(notdir $(VGGEN_SPECS)))
VGGEN_OUT := $(VGGEN_FOLDER)/$(VGGEN_DEVICE)
VGGEN_CFLAGS = -I$(VGGEN_OUT) -I$(VGGEN_RUNTIME)
VGGEN_ARCHIVE = $(VGGEN_OUT)/libprograms.a
ifeq ($(VGGEN_DEVICE),gpu)
ifeq ($(VGGEN_DRIVER),dlopen)
CUDA_CFLAGS := -DVG_DLOPEN
CUDA_LIBS := -ldl
endif
ifndef CUDA_CFLAGS
VGGEN_CUDA_H := $(firstword $(wildcard $(addprefix $(patsubst %/bin/nvcc,%,$(realpath $(NVCC))),/include/cuda.h /targets/*/include/cuda.h)))
CUDA_CFLAGS := $(filter-out -isystem/usr/include,-isystem$(patsubst %/cuda.h,%,$(VGGEN_CUDA_H)))
CUDA_LIBS := $(patsubst %,-L%,$(wildcard $(patsubst %/include/cuda.h,%/lib64/stubs,$(VGGEN_CUDA_H)))) -lcuda
endif
VGGEN_HEADERS = $(CUDA_CFLAGS)
VGGEN_IMAGE = --nvcc='$(NVCC)'
VGGEN_LIBS = $(VGGEN_ARCHIVE) $(CUDA_LIBS)
VGGEN_LIBRARIES =
else
VGGEN_HEADERS = -isystem $(VGGEN_RUNTIME)/sim/cuda
VGGEN_IMAGE = --image=none --sim-build
VGGEN_LIBRARIES = $(VGGEN_NAMES:%=$(VGGEN_OUT)/lib%_sim.so) $(VGGEN_OUT)/libvgsim.so
# The application calls nothing in the kernels' libraries, which register themselves when they are loaded.
VGGEN_LIBS = $(VGGEN_ARCHIVE) -Wl,--no-as-needed $(VGGEN_LIBRARIES) -Wl,-rpath,$(CURDIR)/$(VGGEN_OUT)
endif
VGGEN_FILES = $(VGGEN_ARCHIVE) $(VGGEN_LIBRARIES)

vggen_needed = $(patsubst %,$(VGGEN_OUT)/$(1)%,.h .c _image.c .d) $(filter %/lib$(1)_sim.so %/libvgsim.so,$(VGGEN_LIBRARIES))
# A rule with several outputs would run once for each of them; this one has a file of its own, which lists what the outputs
# were made from. NAME.c gets its old time back where its content is the old one.
define vggen_program
VGGEN_MADE += $(VGGEN_OUT)/$(1).made
VGGEN_OBJECTS += $(VGGEN_OUT)/$(1).o $(VGGEN_OUT)/$(1)_image.o
$(VGGEN_OUT)/$(1).made: $(srcdir)/$(filter %/$(1).yaml $(1).yaml,$(VGGEN_SPECS)) $(VGGEN_OUT)/settings \
    $(wildcard $(shell command -v $(firstword $(VGGEN)) 2>/dev/null)) \
    $(if $(filter-out $(wildcard $(call vggen_needed,$(1))),$(call vggen_needed,$(1))),vggen-again) | $(2)
	rm -f $(VGGEN_OUT)/$(1).d $(VGGEN_OUT)/$(1).before
	test ! -f $(VGGEN_OUT)/$(1).c || cp -p $(VGGEN_OUT)/$(1).c $(VGGEN_OUT)/$(1).before
	CC='$(CC)' CXX='$(CXX)' OBJCOPY='$(OBJCOPY)' CFLAGS='$(CFLAGS)' CXXFLAGS='$(CXXFLAGS)' \
	    $(VGGEN) $(VGGEN_IMAGE) --depfile --name=$(1) $($(1)_OPTIONS) -o $(VGGEN_OUT) $$<
	! cmp -s $(VGGEN_OUT)/$(1).before $(VGGEN_OUT)/$(1).c || touch -r $(VGGEN_OUT)/$(1).before $(VGGEN_OUT)/$(1).c
	{ printf '%s: \\\n' $$@ && sed 1d $(VGGEN_OUT)/$(1).d; } >$$@
endef

# With other settings all is made again.
VGGEN_SETTINGS = $(CC)|$(CXX)|$(CPPFLAGS)|$(CFLAGS)|$(CXXFLAGS)|$(VGGEN)|$(VGGEN_RUNTIME)|$(NVCC)|$(CUDA_CFLAGS)|$(foreach name,$(VGGEN_NAMES),$($(name)_OPTIONS))
VGGEN_QUOTED := '$(subst ','\'',$(VGGEN_SETTINGS))'
VGGEN_OBJECTS := $(patsubst $(VGGEN_RUNTIME)/%.c,$(VGGEN_OUT)/runtime/%.o,$(wildcard $(VGGEN_RUNTIME)/vg_*.c))
VGGEN_MADE :=
# One after the other, so that not each of them builds the CPU device at the same time.
$(foreach name,$(VGGEN_NAMES),$(eval $(call vggen_program,$(name),$(lastword $(VGGEN_MADE)))))

# Nothing is made where make is only to clean.
ifneq ($(filter-out %clean clean% %clean-am am--depfiles,$(or $(MAKECMDGOALS),all)),)
$(shell mkdir -p $(VGGEN_OUT) && { printf '%s\n' $(VGGEN_QUOTED) | cmp -s - $(VGGEN_OUT)/settings || \
    printf '%s\n' $(VGGEN_QUOTED) >$(VGGEN_OUT)/settings; } && \
    { echo $(VGGEN_DEVICE) | cmp -s - $(VGGEN_FOLDER)/device || echo $(VGGEN_DEVICE) >$(VGGEN_FOLDER)/device; })
include $(VGGEN_MADE)
endif

$(VGGEN_LIBRARIES): ;
$(VGGEN_OBJECTS): $(VGGEN_OUT)/settings
$(VGGEN_OUT)/runtime/%.o: $(VGGEN_RUNTIME)/%.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -I$(VGGEN_RUNTIME) $(VGGEN_HEADERS) -MMD -MP -MF $(@:.o=.o.d) -c -o $@ $<
$(VGGEN_OUT)/%.o: $(VGGEN_OUT)/%.c
	$(CC) $(CPPFLAGS) $(CFLAGS) $(VGGEN_CFLAGS) $(VGGEN_HEADERS) -MMD -MP -MF $(@:.o=.o.d) -c -o $@ $<
# The archive is newer than an application that was linked for the other device, so that it is linked again.
$(VGGEN_ARCHIVE): $(VGGEN_OBJECTS) $(VGGEN_FOLDER)/device
	rm -f $@
	$(AR) cr $@ $(VGGEN_OBJECTS)
-include $(VGGEN_OBJECTS:.o=.o.d)

# For Automake, whose programs do not know what is behind VGGEN_LIBS.
ifdef AUTOMAKE
$(PROGRAMS) $(check_PROGRAMS): $(VGGEN_FILES)
clean-am: vggen-clean
endif
vggen-clean:
	rm -rf $(VGGEN_FOLDER)
.PHONY: vggen-again vggen-clean
.DEFAULT_GOAL := $(VGGEN_GOAL)
