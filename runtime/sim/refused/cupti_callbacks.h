/* SPDX-License-Identifier: 0BSD */
#include "<cupti_callbacks.h> has no host build: put it, and what needs it, behind #ifndef VGSIM"
