/* SPDX-License-Identifier: 0BSD */
#include "<cudart_platform.h> has no host build: put it, and what needs it, behind #ifndef VGSIM"
