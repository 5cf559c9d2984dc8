/* SPDX-License-Identifier: 0BSD */
#include "<nccl_device.h> has no host build: put it, and what needs it, behind #ifndef VGSIM"
