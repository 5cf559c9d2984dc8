/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "<cub/block/radix_rank_sort_operations.cuh> has no host build: put it, and what needs it, behind #ifndef VGSIM"
