/* SPDX-License-Identifier: 0BSD */
#include "<channel_descriptor.h> has no host build: put it, and what needs it, behind #ifndef VGSIM"
