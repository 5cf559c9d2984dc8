/* SPDX-License-Identifier: 0BSD */
#include "<cusparseLt.h> has no host build: put it, and what needs it, behind #ifndef VGSIM"
