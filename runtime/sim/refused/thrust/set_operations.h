/* SPDX-License-Identifier: 0BSD */
#include "<thrust/set_operations.h> has no host build: put it, and what needs it, behind #ifndef VGSIM"
