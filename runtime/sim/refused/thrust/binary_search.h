/* SPDX-License-Identifier: 0BSD */
#include "<thrust/binary_search.h> has no host build: put it, and what needs it, behind #ifndef VGSIM"
