/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "<nvtx3/nvToolsExtMemCudaRt.h> has no host build: put it, and what needs it, behind #ifndef VGSIM"
