/* SPDX-License-Identifier: 0BSD */
#include "<cub/block/block_shuffle.cuh> has no host build: put it, and what needs it, behind #ifndef VGSIM"
