/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vgsim_device.h - lets a host C++17 compiler build kernel sources for the CPU device.
 *
 * Include it first, then the .cu file, then register each kernel. Where a shared object is made of several sources, one
 * of them is compiled with -DVGSIM_UNIT=0, the others with other numbers. The compiler's flags are explained in
 * README.md beside this file, what kernels may use in CHECKS.md. */
#ifndef VGSIM_DEVICE_H
#define VGSIM_DEVICE_H

#include "include/vgsim/types.h"
#include "include/vgsim/thread.h"
#include "include/vgsim/atomic.h"
#include "include/vgsim/math.h"
#include "include/vgsim/cast.h"
#include "include/vgsim/host.h"
#include "include/vgsim/register.h"
#include "include/vgsim/signature.h"

#endif
