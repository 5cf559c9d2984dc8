dnl SPDX-License-Identifier: 0BSD
dnl SPDX-FileCopyrightText: 2026 The vggen authors
dnl For applications that use Autoconf. GNU make; `man 7 vggen-building` has an example.
dnl
dnl VG_CHECK_CUDA
dnl   Looks for a CUDA toolkit: --with-cuda=DIR|no, $NVCC, $CUDA_HOME, then nvcc in PATH. Sets NVCC, CUDA_CFLAGS and
dnl   CUDA_LIBS, for the compiler, the preprocessor and the linker; all are empty without a toolkit.
dnl
dnl VG_PROG_VGGEN([VERSION])
dnl   Looks for vggen ($VGGEN, then PATH), of this version or a newer one, and sets VGGEN, VGGEN_RUNTIME, VGGEN_DEVICE (as
dnl   it was given to configure; else gpu with a toolkit, and sim without) and VGGEN_RULES. In Makefile.am a line
dnl   @VGGEN_RULES@ brings the rules for the programs in VGGEN_SPECS, and the variables VGGEN_CFLAGS and VGGEN_LIBS; see
dnl   programs.mk of the runtime.

AC_DEFUN([VG_CHECK_CUDA], [
  AC_ARG_WITH([cuda],
    [AS_HELP_STRING([--with-cuda=DIR|no], [the CUDA toolkit (default: $NVCC, $CUDA_HOME, then nvcc in PATH)])],
    [], [with_cuda=auto])
  AC_ARG_VAR([NVCC], [the CUDA compiler])
  vg_nvcc_wanted="$NVCC"
  NVCC=
  CUDA_CFLAGS=
  CUDA_LIBS=
  AS_CASE([$with_cuda],
    [no], [],
    [auto | yes], [
      AS_IF([test "x$vg_nvcc_wanted" != x], [NVCC="$vg_nvcc_wanted"],
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
    CUDA_CFLAGS="-isystem $vg_home/include"
    AC_MSG_RESULT([$vg_home/include])
    CUDA_LIBS="-lcuda"
    AS_IF([test -d "$vg_home/lib64/stubs"], [CUDA_LIBS="-L$vg_home/lib64/stubs -lcuda"],
      [test -d "$vg_home/lib/stubs"], [CUDA_LIBS="-L$vg_home/lib/stubs -lcuda"])
  ])
  AC_SUBST([CUDA_CFLAGS])
  AC_SUBST([CUDA_LIBS])
])

AC_DEFUN([VG_PROG_VGGEN], [
  AC_REQUIRE([AC_PROG_CC])
  AC_REQUIRE([AC_PROG_CXX])
  AC_REQUIRE([VG_CHECK_CUDA])
  AC_ARG_VAR([VGGEN], [the generator of CUDA graphs])
  AC_CHECK_TOOL([AR], [ar])
  AC_CHECK_TOOL([OBJCOPY], [objcopy])
  AC_PATH_PROG([VGGEN], [vggen])
  AS_IF([test "x$VGGEN" = x], [AC_MSG_ERROR([vggen is missing: put it in PATH, or give VGGEN=PROGRAM])])
  VGGEN_RUNTIME=`"$VGGEN" --runtime-dir` || AC_MSG_ERROR([$VGGEN finds no runtime: install vggen])
  AC_MSG_CHECKING([for the version of vggen])
  vg_version=`"$VGGEN" --version | sed 's/^.* //'`
  AC_MSG_RESULT([$vg_version])
  m4_ifval([$1], [
    AS_VERSION_COMPARE([$vg_version], [$1], [AC_MSG_ERROR([vggen $1 or a newer one is needed, and this is $vg_version])])])
  AC_MSG_CHECKING([what the programs of vggen run on])
  AS_IF([test "x$VGGEN_DEVICE" != x], [],
    [test "x$NVCC" != x], [VGGEN_DEVICE=gpu], [VGGEN_DEVICE=sim])
  AS_CASE([$VGGEN_DEVICE],
    [gpu], [AC_MSG_RESULT([a GPU])],
    [sim], [AC_MSG_RESULT([the CPU device])],
    [AC_MSG_ERROR([VGGEN_DEVICE is sim or gpu, not '$VGGEN_DEVICE'])])
  AC_ARG_WITH([cuda-driver],
    [AS_HELP_STRING([--with-cuda-driver=dlopen], [look for the driver's library at run time; builds without cuda.h and -lcuda])],
    [AS_CASE([$with_cuda_driver], [link | dlopen], [VGGEN_DRIVER=$with_cuda_driver],
      [AC_MSG_ERROR([--with-cuda-driver is link or dlopen, not '$with_cuda_driver'])])],
    dnl The toolkit that is here has the library of this machine.
    [AS_IF([test "x$cross_compiling" = xyes], [VGGEN_DRIVER=dlopen], [VGGEN_DRIVER=link])])
  AC_SUBST([VGGEN_DRIVER])
  VGGEN_RULES="include $VGGEN_RUNTIME/programs.mk"
  AC_SUBST([VGGEN_RUNTIME])
  AC_SUBST([VGGEN_DEVICE])
  AC_SUBST([VGGEN_RULES])
  AM_SUBST_NOTMAKE([VGGEN_RULES])
])
