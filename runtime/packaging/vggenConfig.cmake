# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 The vggen authors
# find_package(vggen): programs of vggen in a CMake project, from 3.20 on, with make and with Ninja.
#
#   vggen_add_program(TARGET SPEC [SIM] [OPTIONS OPTION...])
#
# TARGET is a static library to link an application with: what vggen makes of SPEC, with the OPTIONS, and all that it needs.
# The program has that name, too, and its files lie in TARGET.vggen of the build folder. With SIM it is for the CPU device,
# otherwise for a GPU. Compile definitions of the runtime's, such as VG_NVTX, are given to
# the target vggen_runtime_gpu or vggen_runtime_sim.
#
#   VGGEN_DEVICE      sim in the cache: all programs are for the CPU device; gpu, or nothing: for a GPU without SIM
#   VGGEN_DRIVER      dlopen in the cache: the driver's library is looked for at run time, and there is no need of cuda.h nor -lcuda
#   VGGEN_EXECUTABLE  the generator; VGGEN_RUNTIME_DIR: its runtime

cmake_policy(PUSH)
cmake_policy(VERSION 3.20...3.25)

# Both run on the machine that builds, so that the root of a cross compiler does not matter.
get_filename_component(VGGEN_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
find_program(VGGEN_EXECUTABLE vggen HINTS "${VGGEN_PREFIX}/bin" NO_CMAKE_FIND_ROOT_PATH)
set(VGGEN_DEVICE "" CACHE STRING "sim: programs of vggen run on the CPU device")
set(VGGEN_DRIVER "" CACHE STRING "dlopen: programs of vggen look for the CUDA driver at run time")
if(NOT "${VGGEN_DEVICE}" MATCHES "^(sim|gpu)?$")
    message(FATAL_ERROR "VGGEN_DEVICE is sim or gpu, not '${VGGEN_DEVICE}'")
elseif(NOT "${VGGEN_DRIVER}" MATCHES "^(link|dlopen)?$")
    message(FATAL_ERROR "VGGEN_DRIVER is link or dlopen, not '${VGGEN_DRIVER}'")
endif()
if(VGGEN_EXECUTABLE)
    execute_process(COMMAND "${VGGEN_EXECUTABLE}" --runtime-dir OUTPUT_VARIABLE VGGEN_FOUND_DIR
        OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
set(VGGEN_RUNTIME_DIR "${VGGEN_FOUND_DIR}" CACHE INTERNAL "the runtime of vggen")
if(NOT VGGEN_RUNTIME_DIR)
    set(vggen_FOUND FALSE)
    set(vggen_NOT_FOUND_MESSAGE "the program vggen, or its runtime, is not in ${VGGEN_PREFIX}: set VGGEN_EXECUTABLE")
    cmake_policy(POP)
    return()
endif()

# The runtime for a device (gpu or sim), once in a project.
function(vggen_add_runtime device)
    if(TARGET vggen_runtime_${device})
        return()
    endif()
    file(GLOB sources "${VGGEN_RUNTIME_DIR}/vg_*.c")
    add_library(vggen_runtime_${device} STATIC ${sources})
    target_include_directories(vggen_runtime_${device} PUBLIC "${VGGEN_RUNTIME_DIR}")
    if(device STREQUAL sim)
        target_include_directories(vggen_runtime_sim SYSTEM PUBLIC "${VGGEN_RUNTIME_DIR}/sim/cuda")
        # The application calls nothing in the kernels' library, which registers itself when it is loaded.
        target_link_options(vggen_runtime_sim INTERFACE LINKER:--no-as-needed)
    elseif(VGGEN_DRIVER STREQUAL dlopen)
        target_compile_definitions(vggen_runtime_gpu PUBLIC VG_DLOPEN)
        target_link_libraries(vggen_runtime_gpu PUBLIC ${CMAKE_DL_LIBS})
    else()
        target_link_libraries(vggen_runtime_gpu PUBLIC CUDA::cuda_driver)
    endif()
endfunction()

function(vggen_add_program target spec)
    cmake_parse_arguments(PARSE_ARGV 2 arg "SIM" "" "OPTIONS")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "vggen_add_program(TARGET SPEC [SIM] [OPTIONS OPTION...]) does not know: ${arg_UNPARSED_ARGUMENTS}")
    endif()
    get_filename_component(spec "${spec}" ABSOLUTE)
    set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}.vggen")
    if(arg_SIM OR VGGEN_DEVICE STREQUAL sim)
        set(device sim)
        set(options --image=none --sim-build)
    else()
        set(device gpu)
        find_package(CUDAToolkit QUIET)
        if(NOT CUDAToolkit_FOUND)
            message(FATAL_ERROR "vggen_add_program(${target}): there is no CUDA toolkit. For the CPU device, say SIM here or "
                "-DVGGEN_DEVICE=sim to cmake")
        endif()
        set(options "--nvcc=${CUDAToolkit_NVCC_EXECUTABLE}")
    endif()
    list(APPEND options --depfile --name=${target} ${arg_OPTIONS})

    # The dependency file is about NAME.c, which has to stand first.
    set(sources "${folder}/${target}.c" "${folder}/${target}_image.c")
    set(libraries)
    set(outputs ${sources} "${folder}/${target}.h" "${folder}/${target}_kernels.h")
    foreach(part main selftest tune)
        if(--${part} IN_LIST arg_OPTIONS)
            list(APPEND outputs "${folder}/${target}_${part}.c")
        endif()
    endforeach()
    if(device STREQUAL sim)
        set(libraries "${folder}/lib${target}_sim.so" "${folder}/libvgsim.so")
        list(APPEND outputs "${folder}/${target}_sim.cpp" ${libraries})
    endif()

    string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
    set(cflags "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${type}}")
    set(cxxflags "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}}")
    string(REPLACE ";" " " cc "${CMAKE_C_COMPILER};${CMAKE_C_COMPILER_ARG1}")
    string(REPLACE ";" " " cxx "${CMAKE_CXX_COMPILER};${CMAKE_CXX_COMPILER_ARG1}")
    set(environment "CC=${cc}" "CFLAGS=${cflags}" "CXX=${cxx}" "CXXFLAGS=${cxxflags}")
    if(CMAKE_OBJCOPY)
        list(APPEND environment "OBJCOPY=${CMAKE_OBJCOPY}")
    endif()
    add_custom_command(OUTPUT ${outputs}
        COMMAND "${CMAKE_COMMAND}" -E env ${environment} "${VGGEN_EXECUTABLE}" ${options} "${spec}" -o "${folder}"
        DEPENDS "${spec}" "${VGGEN_EXECUTABLE}" DEPFILE "${folder}/${target}.d" COMMENT "vggen ${target}" VERBATIM)

    vggen_add_runtime(${device})
    add_library(${target} STATIC ${sources})
    target_include_directories(${target} PUBLIC "${folder}")
    target_link_libraries(${target} PUBLIC ${libraries} vggen_runtime_${device})
    # An application may be compiled before this library: it needs the header.
    add_custom_target(${target}_vggen DEPENDS ${outputs})
    add_dependencies(${target} ${target}_vggen)
endfunction()

cmake_policy(POP)
