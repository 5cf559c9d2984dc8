/* SPDX-License-Identifier: 0BSD */
#include "<thrust/shuffle.h> has no host build: put it, and what needs it, behind #ifndef VGSIM"
