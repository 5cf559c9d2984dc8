/* SPDX-License-Identifier: 0BSD */
#include "<cub/grid/grid_mapping.cuh> has no host build: put it, and what needs it, behind #ifndef VGSIM"
