/* SPDX-License-Identifier: 0BSD */
#include "<cupti_checkpoint.h> has no host build: put it, and what needs it, behind #ifndef VGSIM"
