/* SPDX-License-Identifier: 0BSD */
#include "<cufft.h> has no host build: put it, and what needs it, behind #ifndef VGSIM"
