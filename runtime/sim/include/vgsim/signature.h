/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What a name in a source is compared with. A name that the source does not declare is found in the namespace
 * vggen_fallback instead and has a type that no kernel has. A mismatch asks for the size of a type that is nowhere
 * defined: the compiler's message then holds its arguments, which are the kernel, the parameter and the type that was
 * found. What the spec says stands in the static_assert that fails after that. Every name starts with vggen_, since the
 * source may have made any other one a macro. The generator has this text in it, too, for what it gives to nvcc. */
#ifndef VGSIM_SIGNATURE_H
#define VGSIM_SIGNATURE_H

struct vggen_nothing {};
template <typename... vggen_t> struct vggen_types {};
template <typename vggen_a, typename vggen_b> struct vggen_same { static constexpr bool vggen_value = false; };
template <typename vggen_a> struct vggen_same<vggen_a, vggen_a> { static constexpr bool vggen_value = true; };
/* A list in parts of 16: compilers limit how deep templates go, and each step through a list of n types makes a list of
 * n types, so nothing walks through a long one. A part past the end is empty. */
template <typename... vggen_t> struct vggen_parts {
    using vggen_list = vggen_types<vggen_t...>;
    using vggen_rest = vggen_parts<>;
};
template <typename vggen_0, typename vggen_1, typename vggen_2, typename vggen_3, typename vggen_4, typename vggen_5,
          typename vggen_6, typename vggen_7, typename vggen_8, typename vggen_9, typename vggen_10, typename vggen_11,
          typename vggen_12, typename vggen_13, typename vggen_14, typename vggen_15, typename... vggen_t>
struct vggen_parts<vggen_0, vggen_1, vggen_2, vggen_3, vggen_4, vggen_5, vggen_6, vggen_7, vggen_8, vggen_9, vggen_10,
                   vggen_11, vggen_12, vggen_13, vggen_14, vggen_15, vggen_t...> {
    using vggen_list = vggen_types<vggen_0, vggen_1, vggen_2, vggen_3, vggen_4, vggen_5, vggen_6, vggen_7, vggen_8,
                                   vggen_9, vggen_10, vggen_11, vggen_12, vggen_13, vggen_14, vggen_15>;
    using vggen_rest = vggen_parts<vggen_t...>;
};
template <typename vggen_f> struct vggen_parameters {
    using vggen_list = void;
    using vggen_rest = vggen_parameters;
    static constexpr int vggen_count = -1;
};
template <typename... vggen_p> struct vggen_parameters<void (*)(vggen_p...)> : vggen_parts<vggen_p...> {
    static constexpr int vggen_count = sizeof...(vggen_p);
};
template <int vggen_kernel> struct vggen_entry_absent;
template <int vggen_kernel, int vggen_found> struct vggen_count_mismatch;
template <int vggen_kernel, int vggen_index, typename vggen_found> struct vggen_type_mismatch;
template <int vggen_kernel, int vggen_expected, int vggen_found> struct vggen_count {
    enum { vggen_shown = sizeof(vggen_count_mismatch<vggen_kernel, vggen_found>) };
    static constexpr bool vggen_checked = false;
};
template <int vggen_kernel, int vggen_expected> struct vggen_count<vggen_kernel, vggen_expected, vggen_expected> {
    static constexpr bool vggen_checked = true;
};
template <int vggen_kernel, int vggen_expected> struct vggen_count<vggen_kernel, vggen_expected, -1> {
    enum { vggen_shown = sizeof(vggen_entry_absent<vggen_kernel>) };
    static constexpr bool vggen_checked = false;
};
template <bool vggen_right, int vggen_kernel, int vggen_index, typename vggen_found> struct vggen_parameter {
    enum { vggen_shown = sizeof(vggen_type_mismatch<vggen_kernel, vggen_index, vggen_found>) };
    static constexpr bool vggen_checked = false;
};
template <int vggen_kernel, int vggen_index, typename vggen_found>
struct vggen_parameter<true, vggen_kernel, vggen_index, vggen_found> {
    static constexpr bool vggen_checked = true;
};
/* Walks to parameter vggen_left of a part. The type that it ends at is deduced, not named by an alias, so that the
 * message spells it out. A parameter past the end is the count's mistake. */
template <int vggen_left, int vggen_kernel, int vggen_index, typename vggen_list, typename... vggen_accepted>
struct vggen_check {
    static constexpr bool vggen_checked = true;
};
template <int vggen_left, int vggen_kernel, int vggen_index, typename vggen_first, typename... vggen_rest,
          typename... vggen_accepted>
struct vggen_check<vggen_left, vggen_kernel, vggen_index, vggen_types<vggen_first, vggen_rest...>, vggen_accepted...>
    : vggen_check<vggen_left - 1, vggen_kernel, vggen_index, vggen_types<vggen_rest...>, vggen_accepted...> {};
template <int vggen_kernel, int vggen_index, typename vggen_first, typename... vggen_rest, typename... vggen_accepted>
struct vggen_check<0, vggen_kernel, vggen_index, vggen_types<vggen_first, vggen_rest...>, vggen_accepted...>
    : vggen_parameter<(vggen_same<vggen_first, vggen_accepted>::vggen_value || ...), vggen_kernel, vggen_index,
                      vggen_first> {};

#endif
