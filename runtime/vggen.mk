# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 The vggen authors
# How a program, its application and its test are built and run. GNU make, from 3.81 on. The Makefile of `vggen --init`
# includes this file from the runtime's folder, as any other may by $(shell vggen --runtime-dir)/vggen.mk, after it has set:
#
#   NAME              the program; its spec is NAME.yaml
#   APP_SOURCES       the application's own sources, .c or .cpp
#
# and what it likes of
#
#   TEST_SOURCES      those of the test that `make check` runs
#   USES              library calls of library/: fft, blas, sparse; on the CPU device their plain forms
#   ARGS              arguments of the application in `make run`
#   VGGEN             the generator; VGGEN_FLAGS: further options of it
#   RUNTIME           this folder
#   CFLAGS CXXFLAGS CPPFLAGS LDFLAGS LDLIBS, CC and CXX as usual
#   DEVICE            sim or gpu; chosen here where it is not set
#   DRIVER            dlopen: the driver is found at run time (VG_DLOPEN), and neither cuda.h nor -lcuda is needed, unless
#                     USES or the application asks for them; link, or not set: as usual
#   V                 anything: commands are shown
#
# All that is made lies in build/DEVICE. Paths are relative to the Makefile's folder, so that blanks in its name do no
# harm; the runtime's folder must have none.

RUNTIME ?= $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
RUNTIME := $(RUNTIME)
VGGEN ?= vggen
CFLAGS ?= -O2 -g
CXXFLAGS ?= -O2 -g
NVCC := $(or $(NVCC),$(if $(CUDA_HOME),$(wildcard $(CUDA_HOME)/bin/nvcc)),$(shell command -v nvcc 2>/dev/null))
GPU := $(wildcard /dev/nvidia[0-9]* /dev/nvhost-gpu /dev/dxg)
# What is there to find mistakes runs on the CPU device, which finds more of them.
ifndef DEVICE
DEVICE := $(if $(and $(NVCC),$(GPU),$(filter-out check selftest pictures,$(or $(MAKECMDGOALS),all))),gpu,sim)
# What make was given for another makefile of vggen would change nothing.
ASKED := $(foreach name,VG_DEVICE VGGEN_DEVICE,$(if $(filter command,$(origin $(name))),$(name)=$($(name))))
ASKED := $(filter-out %=$(DEVICE),$(ASKED))
ifneq ($(ASKED),)
$(error $(firstword $(ASKED)) changes nothing here: say DEVICE, which is sim or gpu)
endif
endif
ifneq ($(filter-out fft blas sparse,$(USES)),)
$(error USES is some of fft, blas and sparse, not '$(filter-out fft blas sparse,$(USES))')
endif
ifneq ($(filter sim gpu,$(firstword $(DEVICE))),$(DEVICE))
$(error DEVICE is sim or gpu, not '$(DEVICE)')
endif
ifeq ($(filter link dlopen,$(or $(DRIVER),link)),)
$(error DRIVER is link or dlopen, not '$(DRIVER)')
endif
ifndef V
.SILENT:
endif

# A cross compiler's companions have its prefix.
PREFIX_OF_CC := $(patsubst %gcc,%,$(filter %-gcc,$(CC)))
TOOLS := $(if $(shell command -v $(PREFIX_OF_CC)objcopy 2>/dev/null),$(PREFIX_OF_CC))
ifeq ($(origin AR),default)
AR := $(TOOLS)ar
endif
OBJCOPY ?= $(TOOLS)objcopy
export OBJCOPY

comma = ,
OUT := build/$(DEVICE)
APP = $(OUT)/$(NAME)_app
TEST = $(OUT)/$(NAME)_test
SELFTEST = $(OUT)/$(NAME)_selftest
MADE = $(OUT)/$(NAME).made
SVG = $(OUT)/$(NAME)_graph.svg $(OUT)/$(NAME)_arena.svg
GENERATED = $(OUT)/$(NAME).h $(OUT)/$(NAME).c $(OUT)/$(NAME)_image.c $(OUT)/$(NAME)_kernels.h $(OUT)/$(NAME)_selftest.c \
    $(SVG)

# ---- devices ----

ifeq ($(DEVICE),gpu)
ifeq ($(wildcard $(NVCC)),)
$(error DEVICE=gpu needs nvcc$(if $(NVCC),: '$(NVCC)' is not there,): put it in PATH, or give NVCC=PROGRAM or CUDA_HOME=FOLDER)
endif
CUDA := $(patsubst %/bin/nvcc,%,$(realpath $(NVCC)))
CUDA_H := $(firstword $(wildcard $(CUDA)/include/cuda.h $(CUDA)/targets/*/include/cuda.h))
ifeq ($(or $(CUDA_H),$(if $(USES),,$(filter dlopen,$(DRIVER)))),)
$(error no CUDA toolkit with cuda.h is around '$(NVCC)': install its headers, or give NVCC=PROGRAM or CUDA_HOME=FOLDER)
endif
# A compiler looks into /usr/include of its own accord, and C++ breaks where it is told to do so earlier.
HEADERS = $(if $(CUDA_H),$(filter-out -isystem/usr/include,-isystem$(patsubst %/cuda.h,%,$(CUDA_H))))
IMAGE = --nvcc=$(NVCC)
DEVICE_TEXT = a GPU
LIBCUDA = $(patsubst %,-L%,$(wildcard $(CUDA)/lib64/stubs $(CUDA)/targets/*/lib/stubs)) -lcuda
LIBRARIES = $(if $(USES)$(filter-out dlopen,$(or $(DRIVER),link)),$(LIBCUDA))
LIBRARIES += $(if $(USES),-L$(CUDA)/lib64 -Wl$(comma)-rpath$(comma)$(CUDA)/lib64 $(USES:%=-lcu%))
LIBRARY_SOURCES = $(USES:%=vg_cu%.c)
else
HEADERS = -isystem $(RUNTIME)/sim/cuda
IMAGE = --image=none --sim
DEVICE_TEXT = the CPU device
GENERATED += $(OUT)/$(NAME)_sim.cpp
SIM = $(OUT)/lib$(NAME)_sim.so $(OUT)/libvgsim.so
# The application calls nothing in the kernels' library, which registers itself when it is loaded.
LIBRARIES = -Wl,--no-as-needed $(SIM) -Wl,-rpath,'$$ORIGIN' $(if $(USES),-lm)
LIBRARY_SOURCES = $(USES:%=vg_%_plain.c)
endif
LIBRARY_SOURCES += $(if $(USES),vg_library.c)
ifeq ($(DRIVER),dlopen)
# The CPU device, where it is one, is there already: the kernels' library brought it.
DRIVER_OPTIONS = -DVG_DLOPEN $(if $(SIM),-DVG_DRIVER_LIBRARY='"libvgsim.so"')
LIBRARIES += -ldl
endif

# Before anything is made: the shell's own message does not say what to do.
missing = $(if $(shell command -v $(firstword $($(1))) 2>/dev/null),,$(error the compiler '$($(1))' is not there: \
    install one, or give $(1)=PROGRAM))
$(call missing,CC)
ifeq ($(DEVICE),sim)
$(call missing,CXX)
endif

# ---- what is asked for ----

all: $(APP)

run: $(APP)
	$(APP) $(ARGS)

check: $(TEST)
	$(TEST)

selftest: $(SELFTEST)
	$(SELFTEST) --replays 1000

pictures: $(MADE)
	echo "$(NAME): the graph and where buffers lie: $(SVG)"

.PHONY: all run check selftest pictures force
.DELETE_ON_ERROR:
.SUFFIXES:

# ---- settings: when they change, all is built again ----

# With the objects go the lists of what they were made from: files that may be elsewhere now, or gone.

SETTINGS = $(USES)|$(DRIVER_OPTIONS)|$(CC)|$(CXX)|$(CPPFLAGS)|$(CFLAGS)|$(CXXFLAGS)|$(LDFLAGS)|$(LDLIBS)|$(VGGEN)|$(VGGEN_FLAGS)|$(RUNTIME)|$(NVCC)
QUOTED := '$(subst ','\'',$(SETTINGS))'
$(shell mkdir -p $(OUT) && { printf '%s\n' $(QUOTED) | cmp -s - $(OUT)/settings || \
    { rm -rf $(OUT)/runtime $(OUT)/objects $(OUT)/*_sim*.d; printf '%s\n' $(QUOTED) >$(OUT)/settings; }; })
ifeq ($(wildcard $(OUT)/settings),)
$(error cannot write to '$(OUT)' in '$(CURDIR)')
endif

# ---- vggen: runs before anything else, because make includes what it makes, and then begins again ----

# It does not touch a file whose content stays the same, and what is made of such a file is not made again. Only NAME.c
# gets a new time, which rules without a file like $(MADE) need; here it gets its old one back.
$(MADE): $(NAME).yaml $(OUT)/settings $(wildcard $(shell command -v $(firstword $(VGGEN)) 2>/dev/null)) \
    $(if $(filter-out $(wildcard $(GENERATED)),$(GENERATED)),force)
	echo "vggen $(NAME).yaml, for $(DEVICE_TEXT)"
	rm -f $(OUT)/$(NAME).d $(OUT)/$(NAME).before
	test ! -f $(OUT)/$(NAME).c || cp -p $(OUT)/$(NAME).c $(OUT)/$(NAME).before
	$(VGGEN) $(IMAGE) --depfile --selftest --svg $(VGGEN_FLAGS) $(NAME).yaml -o $(OUT)
	test -f $(OUT)/$(NAME).d || { echo "$(NAME).yaml describes another program than '$(NAME)', the Makefile's NAME" >&2; \
	    exit 1; }
	! cmp -s $(OUT)/$(NAME).before $(OUT)/$(NAME).c || touch -r $(OUT)/$(NAME).before $(OUT)/$(NAME).c
	{ printf '%s: \\\n' $@ && sed 1d $(OUT)/$(NAME).d; } >$@
ifneq ($(MAKECMDGOALS),clean)
include $(MADE)
endif

# ---- objects ----

objects = $(patsubst %,$(OUT)/objects/%.o,$(1))
RUNTIME_SOURCES := $(wildcard $(RUNTIME)/vg_*.c)
RUNTIME_OBJECTS = $(patsubst $(RUNTIME)/%.c,$(OUT)/runtime/%.o,$(RUNTIME_SOURCES)) \
    $(LIBRARY_SOURCES:%.c=$(OUT)/runtime/library/%.o)
SELFTEST_OBJECTS = $(OUT)/runtime/driver/selftest.o $(OUT)/runtime/driver/heap.o $(OUT)/objects/$(NAME)_selftest.o
PROGRAM_OBJECTS = $(OUT)/objects/$(NAME).o $(OUT)/objects/$(NAME)_image.o
APP_OBJECTS = $(call objects,$(APP_SOURCES))
TEST_OBJECTS = $(call objects,$(TEST_SOURCES))
OBJECTS = $(sort $(RUNTIME_OBJECTS) $(SELFTEST_OBJECTS) $(PROGRAM_OBJECTS) $(APP_OBJECTS) $(TEST_OBJECTS))
OPTIONS = $(DRIVER_OPTIONS) $(CPPFLAGS) -I$(OUT) -I$(RUNTIME) $(if $(USES),-I$(RUNTIME)/library) $(HEADERS) -MMD -MP -MF $(@:.o=.d)

define compile
echo "$(1) $(patsubst $(RUNTIME)/%,%,$<)"
mkdir -p $(@D)
$(1) $(2) $(OPTIONS) -c -o $@ $<
endef
$(OUT)/runtime/%.o: $(RUNTIME)/%.c
	$(call compile,$(CC),$(CFLAGS))
$(OUT)/objects/%.c.o: %.c
	$(call compile,$(CC),$(CFLAGS))
$(OUT)/objects/%.cpp.o: %.cpp
	$(call compile,$(CXX),$(CXXFLAGS))
$(OUT)/objects/%.o: $(OUT)/%.c
	$(call compile,$(CC),$(CFLAGS))
$(OBJECTS): $(OUT)/settings
-include $(OBJECTS:.o=.d)

$(OUT)/libruntime.a: $(RUNTIME_OBJECTS)
	rm -f $@
	$(AR) cr $@ $^

# ---- programs ----

# By the C++ compiler where one of the sources is C++.
linker = $(if $(filter %.cpp.o,$^),$(CXX) $(CXXFLAGS),$(CC) $(CFLAGS))
define link
echo "link $@"
$(linker) $(LDFLAGS) -o $@ $(filter %.o,$^) $(OUT)/libruntime.a $(LIBRARIES) $(LDLIBS) $(1)
endef
$(APP): $(APP_OBJECTS)
$(TEST): $(TEST_OBJECTS)
$(SELFTEST): $(SELFTEST_OBJECTS)
$(APP) $(TEST): $(PROGRAM_OBJECTS) $(OUT)/libruntime.a | $(SIM)
	$(call link)
$(SELFTEST): $(PROGRAM_OBJECTS) $(OUT)/libruntime.a | $(SIM)
	$(call link,-ldl)

# ---- the CPU device: the kernels, compiled for the host, and what stands in for the CUDA driver ----

ifeq ($(DEVICE),sim)
include $(RUNTIME)/sim/sim.mk
VGSIM_UNITS += $(if $(V),,--silent)
$(SIM): $(OUT)/settings
$(eval $(call vgsim_rules,$(OUT),.))
endif
