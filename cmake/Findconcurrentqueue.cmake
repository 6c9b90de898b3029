# Finds moodycamel's concurrent queue, which is headers only: Debian's package has no CMake configuration.
# Defines concurrentqueue_FOUND and the target concurrentqueue::concurrentqueue; include it as
# <concurrentqueue/concurrentqueue.h>.
find_path(concurrentqueue_INCLUDE_DIR concurrentqueue/concurrentqueue.h)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  concurrentqueue
  REQUIRED_VARS concurrentqueue_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "On Debian: apt-get install libconcurrentqueue-dev")

if(concurrentqueue_FOUND AND NOT TARGET concurrentqueue::concurrentqueue)
  add_library(concurrentqueue::concurrentqueue INTERFACE IMPORTED)
  set_target_properties(concurrentqueue::concurrentqueue PROPERTIES INTERFACE_INCLUDE_DIRECTORIES
                                                                    "${concurrentqueue_INCLUDE_DIR}")
endif()
mark_as_advanced(concurrentqueue_INCLUDE_DIR)
