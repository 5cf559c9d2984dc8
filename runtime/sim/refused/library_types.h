/* SPDX-License-Identifier: 0BSD */
#include "<library_types.h> has no host build: put it, and what needs it, behind #ifndef VGSIM"
