/* SPDX-License-Identifier: 0BSD */
#include "<curand_mtgp32_kernel.h> has no host build: put it, and what needs it, behind #ifndef VGSIM"
