/* SPDX-License-Identifier: 0BSD */
#include "<cudnn_adv_v9.h> has no host build: put it, and what needs it, behind #ifndef VGSIM"
