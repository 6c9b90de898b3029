# Test suites and tests of what must not compile.
add_library(millrace_test_main OBJECT "${PROJECT_SOURCE_DIR}/tests/main.cpp")
target_link_libraries(millrace_test_main PUBLIC Boost::unit_test_framework)
target_compile_definitions(millrace_test_main PUBLIC BOOST_TEST_DYN_LINK)

set(MILLRACE_REPORTS "${PROJECT_BINARY_DIR}/tests/reports")
file(MAKE_DIRECTORY "${MILLRACE_REPORTS}")

# millrace_test_suite(<name> SOURCES <file>... [LIBRARIES <target>...] [LABELS <label>...] [TIMEOUT <seconds>])
# Makes the Boost.Test program <build>/tests/<name>_tests; its main is provided. As a test it is called <name>, runs in
# the root of the sources and leaves Boost.Test's report in <build>/tests/reports.
function(millrace_test_suite name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT" "SOURCES;LIBRARIES;LABELS")
  if(NOT arg_SOURCES)
    message(FATAL_ERROR "millrace_test_suite(${name}): SOURCES is missing")
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 600)
  endif()
  add_executable(${name}_tests ${arg_SOURCES})
  target_link_libraries(${name}_tests PRIVATE millrace_test_main ${arg_LIBRARIES})
  target_include_directories(${name}_tests PRIVATE "${PROJECT_SOURCE_DIR}")
  set_target_properties(${name}_tests PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
  add_test(
    NAME ${name}
    COMMAND ${name}_tests --color_output=no --report_level=detailed --report_format=XML
            --report_sink=${MILLRACE_REPORTS}/${name}.xml
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "suite;${arg_LABELS}")
endfunction()

# millrace_compile_fail_test(<name> SOURCE <file> EXPECT <regex>)
# Two tests: <file> does not compile and the compiler's words match the extended regular expression; with -DCONTROL it
# does compile, so that it fails for the reason it is about. Sanitizers change nothing here, so their presets skip it.
function(millrace_compile_fail_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SOURCE;EXPECT" "")
  if(NOT arg_SOURCE OR NOT arg_EXPECT)
    message(FATAL_ERROR "millrace_compile_fail_test(${name}): SOURCE and EXPECT are both needed")
  endif()
  if(MILLRACE_SANITIZE)
    return()
  endif()
  get_filename_component(source "${arg_SOURCE}" ABSOLUTE)
  set(script "${PROJECT_SOURCE_DIR}/tests/checks/compile_fails.sh")
  set(compile "${CMAKE_CXX_COMPILER}" -std=c++20 -fsyntax-only "-I${MILLRACE_INCLUDE_ROOT}" "-I${PROJECT_SOURCE_DIR}")
  add_test(NAME compile_fail.${name} COMMAND "${script}" fails "${arg_EXPECT}" ${compile} "${source}")
  add_test(NAME compile_fail.${name}.control COMMAND "${script}" compiles "" ${compile} -DCONTROL "${source}")
  set_tests_properties(compile_fail.${name} compile_fail.${name}.control PROPERTIES LABELS compile_fail TIMEOUT 300)
endfunction()
