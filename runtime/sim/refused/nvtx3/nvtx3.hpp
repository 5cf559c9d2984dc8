/* SPDX-License-Identifier: 0BSD */
#include "<nvtx3/nvtx3.hpp> has no host build: put it, and what needs it, behind #ifndef VGSIM"
