/* SPDX-License-Identifier: 0BSD */
#include "<curand_mrg32k3a.h> has no host build: put it, and what needs it, behind #ifndef VGSIM"
