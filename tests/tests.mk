# SPDX-License-Identifier: MIT
# Tests of the CPU device. GNU make; read by the top-level Makefile after kernels/programs.mk.

out/tests/libsim_kernels.so: $(srcdir)/tests/sim_kernels.cpp $(srcdir)/tests/sim_kernels.cu $(LIBVGSIM) \
    $(wildcard $(RUNTIME)/sim/*.h $(RUNTIME)/sim/include/* $(RUNTIME)/sim/include/*/*)
	@mkdir -p $(@D)
	$(CXX) $(SIM_FLAGS) -I$(srcdir)/tests -shared -Wl,-Bsymbolic -o $@ $(srcdir)/tests/sim_kernels.cpp $(LIBVGSIM)

out/tests/check_sim_%: $(srcdir)/tests/check_sim_%.c $(srcdir)/tests/sim_fixture.h out/tests/libsim_kernels.so
	$(CC) -std=gnu11 -O2 -g -Wall -Wextra $(HOST_CUDA) $(CHECK_CFLAGS) -I$(RUNTIME)/sim -o $@ $< \
	    $(LINK_SIM) out/tests/libsim_kernels.so $(LIBVGSIM) -Wl,-rpath,'$$ORIGIN:$$ORIGIN/../../runtime/sim' $(CHECK_LIBS) -lm
