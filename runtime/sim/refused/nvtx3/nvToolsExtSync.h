/* SPDX-License-Identifier: 0BSD */
#include "<nvtx3/nvToolsExtSync.h> has no host build: put it, and what needs it, behind #ifndef VGSIM"
