/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "<curand_mtgp32dc_p_11213.h> has no host build: put it, and what needs it, behind #ifndef VGSIM"
