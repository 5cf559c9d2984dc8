/* SPDX-License-Identifier: 0BSD */
#include "<cufftdx.hpp> has no host build: put it, and what needs it, behind #ifndef VGSIM"
