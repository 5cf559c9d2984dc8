/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "<cub/block/block_run_length_decode.cuh> has no host build: put it, and what needs it, behind #ifndef VGSIM"
