/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* cuda::std is the host's std; cuda::maximum and cuda::minimum. */
#ifndef VGSIM_STANDARD_H
#define VGSIM_STANDARD_H

#include <functional>

#include "all.h"

namespace cuda
{

namespace std
{
using namespace ::std;
}

/* Of two that compare equal, the first; so a NaN on the left stays. */
template <typename T = void> struct maximum {
    constexpr T operator()(const T &a, const T &b) const
    {
        return a < b ? b : a;
    }
};
template <> struct maximum<void> {
    template <typename A, typename B>
    constexpr typename ::std::common_type<A, B>::type operator()(const A &a, const B &b) const
    {
        return a < b ? b : a;
    }
};
template <typename T = void> struct minimum {
    constexpr T operator()(const T &a, const T &b) const
    {
        return a < b ? a : b;
    }
};
template <> struct minimum<void> {
    template <typename A, typename B>
    constexpr typename ::std::common_type<A, B>::type operator()(const A &a, const B &b) const
    {
        return a < b ? a : b;
    }
};

} // namespace cuda

#endif
