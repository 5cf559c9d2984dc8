/* SPDX-License-Identifier: 0BSD */
#include "<cub/block/block_radix_sort.cuh> has no host build: put it, and what needs it, behind #ifndef VGSIM"
