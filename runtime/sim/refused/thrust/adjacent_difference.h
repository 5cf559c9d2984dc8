/* SPDX-License-Identifier: 0BSD */
#include "<thrust/adjacent_difference.h> has no host build: put it, and what needs it, behind #ifndef VGSIM"
