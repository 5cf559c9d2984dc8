/* SPDX-License-Identifier: 0BSD */
#include "<cublas_v2.h> has no host build: put it, and what needs it, behind #ifndef VGSIM"
