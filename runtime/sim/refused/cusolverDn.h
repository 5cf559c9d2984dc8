/* SPDX-License-Identifier: 0BSD */
#include "<cusolverDn.h> has no host build: put it, and what needs it, behind #ifndef VGSIM"
