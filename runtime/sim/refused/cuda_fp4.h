/* SPDX-License-Identifier: 0BSD */
#include "<cuda_fp4.h> has no host build: put it, and what needs it, behind #ifndef VGSIM"
