/* SPDX-License-Identifier: 0BSD */
#include "<cudnn_version.h> has no host build: put it, and what needs it, behind #ifndef VGSIM"
