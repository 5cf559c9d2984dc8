/* SPDX-License-Identifier: 0BSD */
#include "<cub/device/device_adjacent_difference.cuh> has no host build: put it, and what needs it, behind #ifndef VGSIM"
