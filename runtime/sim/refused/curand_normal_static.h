/* SPDX-License-Identifier: 0BSD */
#include "<curand_normal_static.h> has no host build: put it, and what needs it, behind #ifndef VGSIM"
