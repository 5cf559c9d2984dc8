/* SPDX-License-Identifier: 0BSD */
#include "<curand_globals.h> has no host build: put it, and what needs it, behind #ifndef VGSIM"
