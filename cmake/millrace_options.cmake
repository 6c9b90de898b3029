# How every target is compiled: language, warnings, sanitizers, compiler cache, where programs go.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Kind of build" FORCE)
endif()

if(PROJECT_IS_TOP_LEVEL)
  # gcc 12 sees an overlap in every `"literal" + std::string` (its bug 105651), so -Wrestrict is off.
  add_compile_options(-Wall -Wextra -Wconversion -Wshadow -Wno-restrict -Wno-maybe-uninitialized -fdiagnostics-color=auto)
  if(MILLRACE_WERROR)
    add_compile_options(-Werror)
  endif()
endif()
if(MILLRACE_NATIVE)
  add_compile_options(-march=native)
endif()
if(MILLRACE_SANITIZE)
  # -Werror together with a sanitizer trips over gcc's own flow analysis, so those warnings stay warnings.
  add_compile_options(-fsanitize=${MILLRACE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
                      -Wno-error=maybe-uninitialized)
  add_link_options(-fsanitize=${MILLRACE_SANITIZE})
  if(MILLRACE_SANITIZE STREQUAL "thread")
    # The concurrent queue has fences, which this sanitizer does not model and gcc says so.
    add_compile_options(-Wno-tsan)
  endif()
endif()

find_program(MILLRACE_CCACHE ccache)
if(MILLRACE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" "CCACHE_NOHASHDIR=true"
                                  "${MILLRACE_CCACHE}")
endif()
