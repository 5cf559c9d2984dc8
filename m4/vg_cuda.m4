dnl SPDX-License-Identifier: MIT
dnl SPDX-FileCopyrightText: 2026 The vggen authors
dnl VG_CUDA: sets NVCC, CUDA_HEADERS (compiler options) and CUDA_LIBS; all empty without a toolkit.
AC_DEFUN([VG_CUDA], [
  NVCC_WANTED="$NVCC"
  NVCC=
  CUDA_HEADERS=
  CUDA_LIBS=
  AS_CASE([$with_cuda],
    [no], [],
    [auto | yes], [
      AS_IF([test "x$NVCC_WANTED" != x], [NVCC="$NVCC_WANTED"],
        [test "x$CUDA_HOME" != x && test -x "$CUDA_HOME/bin/nvcc"], [NVCC="$CUDA_HOME/bin/nvcc"],
        [AC_PATH_PROG([NVCC], [nvcc])])],
    [NVCC="$with_cuda/bin/nvcc"
     AS_IF([test ! -x "$NVCC"], [AC_MSG_ERROR([--with-cuda=$with_cuda: there is no $NVCC])])])
  AS_IF([test "x$with_cuda" = xyes && test "x$NVCC" = x], [AC_MSG_ERROR([--with-cuda: no nvcc was found])])
  AS_IF([test "x$NVCC" != x], [
    AC_MSG_CHECKING([for the CUDA headers])
    vg_real=`readlink -f "$NVCC"`
    vg_home=`dirname "$vg_real"`
    vg_home=`dirname "$vg_home"`
    AS_IF([test -f "$vg_home/include/cuda.h"], [],
      [test -f "$vg_home/targets/x86_64-linux/include/cuda.h"], [vg_home="$vg_home/targets/x86_64-linux"],
      [AC_MSG_ERROR([nvcc is $NVCC, but there is no cuda.h beside it])])
    CUDA_HEADERS="-isystem $vg_home/include"
    AC_MSG_RESULT([$vg_home/include])
    CUDA_LIBS="-lcuda"
    AS_IF([test -d "$vg_home/lib64/stubs"], [CUDA_LIBS="-L$vg_home/lib64/stubs -lcuda"],
      [test -d "$vg_home/lib/stubs"], [CUDA_LIBS="-L$vg_home/lib/stubs -lcuda"])
  ])
])
