/* SPDX-License-Identifier: 0BSD */
#include "<thrust/replace.h> has no host build: put it, and what needs it, behind #ifndef VGSIM"
