# <build>/include/millrace holds links to the layers, so that a header has the same name in the tree and installed.
set(MILLRACE_INCLUDE_ROOT "${PROJECT_BINARY_DIR}/include")
file(MAKE_DIRECTORY "${MILLRACE_INCLUDE_ROOT}/millrace")
foreach(layer core storage actors)
  if(EXISTS "${PROJECT_SOURCE_DIR}/${layer}")
    file(CREATE_LINK "${PROJECT_SOURCE_DIR}/${layer}" "${MILLRACE_INCLUDE_ROOT}/millrace/${layer}" SYMBOLIC)
  endif()
endforeach()

# millrace_layer(<name>): the library of one layer, millrace_<name>, also known as millrace::<name>.
function(millrace_layer name)
  add_library(millrace_${name})
  add_library(millrace::${name} ALIAS millrace_${name})
  target_compile_features(millrace_${name} PUBLIC cxx_std_20)
  target_include_directories(millrace_${name} PUBLIC "$<BUILD_INTERFACE:${MILLRACE_INCLUDE_ROOT}>"
                                                     "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  set_target_properties(millrace_${name} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
endfunction()
