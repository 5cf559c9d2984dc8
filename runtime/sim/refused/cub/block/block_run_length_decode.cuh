/* SPDX-License-Identifier: 0BSD */
#include "<cub/block/block_run_length_decode.cuh> has no host build: put it, and what needs it, behind #ifndef VGSIM"
