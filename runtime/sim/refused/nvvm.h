/* SPDX-License-Identifier: 0BSD */
#include "<nvvm.h> has no host build: put it, and what needs it, behind #ifndef VGSIM"
