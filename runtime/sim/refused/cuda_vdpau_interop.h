/* SPDX-License-Identifier: 0BSD */
#include "<cuda_vdpau_interop.h> has no host build: put it, and what needs it, behind #ifndef VGSIM"
