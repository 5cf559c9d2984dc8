// SPDX-License-Identifier: 0BSD
// saxpy_sim.cpp - program "saxpy" for the CPU device: its kernels for the host, and what each node may touch.
// Made by vggen 0.1.0 from saxpy.yaml. Do not edit: change the spec and generate again.
#include "vgsim_device.h"

#include "saxpy_kernels.h"

#include "saxpy.cu"

VGSIM_REGISTER_KERNEL(saxpy)

// ---- memory ----

static const vgsim_space saxpy_sim_spaces[] = {
    {"device", 5120u, 0, 0},
    {"pinned", 5376u, 1, 0},
};

// ---- nodes: where each address must point, and the bytes that each may touch ----

// upload x, y, z
static const vgsim_binding saxpy_sim_0_upload_bindings[] = {
    {VGSIM_TO, 0u, 0u},
    {VGSIM_FROM, 1u, 0u},
};
static const vgsim_range saxpy_sim_0_upload_ranges[] = {
    {1u, VGSIM_READ, 0u, 3072u, "x, y, z"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 0u, 3072u, "x, y, z"},
};

// launch saxpy
static const vgsim_binding saxpy_sim_0_saxpy_bindings[] = {
    {0, 0u, 0u},
    {1, 0u, 1024u},
    {2, 0u, 2048u},
    {4, 0u, 3072u},
    {5, 0u, 4096u},
};
static const vgsim_range saxpy_sim_0_saxpy_ranges[] = {
    {0u, VGSIM_READ, 0u, 1024u, "x"},
    {0u, VGSIM_READ, 1024u, 2048u, "y"},
    {0u, VGSIM_READ, 2048u, 3072u, "z"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 3072u, 4096u, "u"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 4096u, 5120u, "v"},
};

// download u, v
static const vgsim_binding saxpy_sim_0_download_bindings[] = {
    {VGSIM_FROM, 0u, 3072u},
    {VGSIM_TO, 1u, 3072u},
};
static const vgsim_range saxpy_sim_0_download_ranges[] = {
    {0u, VGSIM_READ, 3072u, 5120u, "u, v"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 3072u, 5120u, "u, v"},
};

static const vgsim_node saxpy_sim_0[] = {
    {VGSIM_COPY_NODE, "upload x, y, z", nullptr,
     saxpy_sim_0_upload_bindings, 2u,
     saxpy_sim_0_upload_ranges, 2u, nullptr, 0u},
    {VGSIM_KERNEL_NODE, "launch saxpy", "saxpy",
     saxpy_sim_0_saxpy_bindings, 5u,
     saxpy_sim_0_saxpy_ranges, 5u, nullptr, 0u},
    {VGSIM_COPY_NODE, "download u, v", nullptr,
     saxpy_sim_0_download_bindings, 2u,
     saxpy_sim_0_download_ranges, 2u, nullptr, 0u},
};

static const vgsim_graph saxpy_sim_graphs[] = {
    {"main", saxpy_sim_0, 3u},
};

static const vgsim_program saxpy_sim_program = {
    "saxpy",
    90u, // the capability that the device answers
    saxpy_sim_spaces, 2u,
    saxpy_sim_graphs, 1u,
    1u, // lanes
};

static const struct saxpy_sim_registration {
    saxpy_sim_registration()
    {
        vgsim_register_program(&saxpy_sim_program);
    }
} saxpy_sim_registered;
