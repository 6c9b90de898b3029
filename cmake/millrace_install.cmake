# cmake --install: libraries, headers and what find_package(millrace) reads.
include(CMakePackageConfigHelpers)
set(millrace_config_folder "${CMAKE_INSTALL_LIBDIR}/cmake/millrace")

add_library(millrace_all INTERFACE)
add_library(millrace::millrace ALIAS millrace_all)
set_target_properties(millrace_all PROPERTIES EXPORT_NAME millrace)
target_link_libraries(millrace_all INTERFACE millrace_core millrace_actors)

install(TARGETS millrace_core millrace_storage millrace_actors millrace_all EXPORT millraceTargets
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")

# Of actors only the doors: what a user may include, which leads to no header of CAF.
set(header_folder "${CMAKE_INSTALL_INCLUDEDIR}/millrace")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/core" DESTINATION "${header_folder}" FILES_MATCHING PATTERN "*.hpp")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/actors/connector" DESTINATION "${header_folder}/actors"
        FILES_MATCHING PATTERN "*.hpp")
file(GLOB doors CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/actors/*.hpp")
install(FILES ${doors} DESTINATION "${header_folder}/actors")

install(EXPORT millraceTargets NAMESPACE millrace:: DESTINATION "${millrace_config_folder}")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/millraceConfig.cmake.in"
                              "${PROJECT_BINARY_DIR}/millraceConfig.cmake"
                              INSTALL_DESTINATION "${millrace_config_folder}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/millraceConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/millraceConfig.cmake" "${PROJECT_BINARY_DIR}/millraceConfigVersion.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/FindCAF.cmake" "${PROJECT_SOURCE_DIR}/cmake/FindLMDB.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/Findconcurrentqueue.cmake"
        DESTINATION "${millrace_config_folder}")
