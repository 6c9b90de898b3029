# millrace_add_subfolders([EXCEPT <folder>...]): adds every folder below the current one that has a CMakeLists.txt, in
# sorted order, however deep. A folder that appears later is found by the next build.
function(millrace_add_subfolders)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "EXCEPT")
  file(GLOB_RECURSE lists CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" "*/CMakeLists.txt")
  list(SORT lists)
  foreach(file IN LISTS lists)
    get_filename_component(folder "${file}" DIRECTORY)
    if(folder STREQUAL "" OR folder IN_LIST arg_EXCEPT)
      continue()
    endif()
    add_subdirectory("${folder}")
  endforeach()
endfunction()

# millrace_ensure_sources(<target>): a library without sources cannot be made, and a layer may be headers only.
function(millrace_ensure_sources target)
  get_target_property(sources ${target} SOURCES)
  if(NOT sources MATCHES "\\.cpp")
    file(CONFIGURE OUTPUT "${target}_empty.cpp" CONTENT "// ${target} consists of headers only.\n")
    target_sources(${target} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/${target}_empty.cpp")
  endif()
endfunction()
