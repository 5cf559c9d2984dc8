/* SPDX-License-Identifier: 0BSD */
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
template <typename vggen_f> struct vggen_parameters {
    using vggen_list = void;
    static constexpr int vggen_count = -1;
};
template <typename... vggen_p> struct vggen_parameters<void (*)(vggen_p...)> {
    using vggen_list = vggen_types<vggen_p...>;
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
/* Walks to parameter vggen_left of the list. The type that it ends at is deduced, not named by an alias, so that the
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
