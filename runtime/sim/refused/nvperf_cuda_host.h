/* SPDX-License-Identifier: 0BSD */
#include "<nvperf_cuda_host.h> has no host build: put it, and what needs it, behind #ifndef VGSIM"
