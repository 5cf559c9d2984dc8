/* SPDX-License-Identifier: MIT */
/* The cost table. Measured is the row of sm_90: medians of 10,000 replays and more of
 *
 *   in + out of     4 KiB  64 KiB  256 KiB  1 MiB  4 MiB    us, one kernel
 *   copy nodes       17.4    19.4     23.5     55    176
 *   copy kernels      9.8    12.3     19.5     51    173
 *   direct            8.3     9.3     14.4     37    113
 *
 *   3 inputs, 5 kernels, 2 outputs: copy nodes 20.4, one copy kernel in and direct out 12.5, all direct 17.8
 *
 * where a graph of one kernel that nothing crosses for takes 7 us, and each further kernel 0.7 (programmatic edge) to
 * 1.0. So a copy node takes 5 us and a kernel that copies 1.0, that reads over the bus 1.1 more, like any launch that does
 * so. Bytes: the slope from 1 to 4 MiB. The other rows have these times for what is not the bus, and for the bus the
 * width that such cards have it with: twice the time at half the rate. */
#include "plan/transport_parts.h"

#define PCIE_5 20, 5
#define PCIE_4 40, 10
#define PCIE_3 80, 20
#define MIB (UINT64_C(1) << 20)
#define SIZES 8 * MIB, 1 * MIB

static const transport_cost costs[] = {
    {75, "taken from sm_90, with PCIe 3.0", false, 5000, 1000, 1100, PCIE_3, SIZES},
    {80, "taken from sm_90, with PCIe 4.0", false, 5000, 1000, 1100, PCIE_4, SIZES},
    {86, "taken from sm_90, with PCIe 4.0", false, 5000, 1000, 1100, PCIE_4, SIZES},
    {87, "taken from sm_90, with one memory (Orin)", true, 5000, 1000, 0, PCIE_5, SIZES},
    {89, "taken from sm_90, with PCIe 4.0", false, 5000, 1000, 1100, PCIE_4, SIZES},
    {90, "measured on an H100 80GB HBM3, PCIe 5.0, driver 580", false, 5000, 1000, 1100, PCIE_5, SIZES},
    {100, "taken from sm_90", false, 5000, 1000, 1100, PCIE_5, SIZES},
    {101, "taken from sm_90, with one memory (Thor)", true, 5000, 1000, 0, PCIE_5, SIZES},
    {103, "taken from sm_90", false, 5000, 1000, 1100, PCIE_5, SIZES},
    {110, "taken from sm_90, with one memory (Thor)", true, 5000, 1000, 0, PCIE_5, SIZES},
    {120, "taken from sm_90", false, 5000, 1000, 1100, PCIE_5, SIZES},
    {121, "taken from sm_90, with one memory (GB10)", true, 5000, 1000, 0, PCIE_5, SIZES},
};

const transport_cost *transport_cost_of(const model *m)
{
    unsigned capability = m->target_count > 0 ? m->targets[0].capability : 0;
    const transport_cost *found = &costs[0];

    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++)
        if (costs[i].capability == capability || (costs[i].capability < capability && !costs[i].integrated))
            found = &costs[i];
    return found;
}

const char *transport_cost_basis(const model *m)
{
    return transport_cost_of(m)->basis;
}
