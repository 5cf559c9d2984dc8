/* SPDX-License-Identifier: 0BSD */
#include "<cub/device/device_histogram.cuh> has no host build: put it, and what needs it, behind #ifndef VGSIM"
