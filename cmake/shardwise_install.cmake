# The package: find_package(shardwise [COMPONENTS mpi]) gives shardwise::shardwise and shardwise::mpi.
include(CMakePackageConfigHelpers)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/shardwise")

install(DIRECTORY include/shardwise DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.hpp")
install(DIRECTORY dsl backends DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/shardwise"
        FILES_MATCHING PATTERN "*.hpp")

# The MPI targets have their own export file: a user without MPI must be able to load the other.
get_property(libraries GLOBAL PROPERTY SHARDWISE_LIBRARIES)
get_property(mpi_libraries GLOBAL PROPERTY SHARDWISE_MPI_LIBRARIES)
list(REMOVE_ITEM libraries ${mpi_libraries})
install(TARGETS shardwise_options ${libraries} EXPORT shardwiseTargets)
install(EXPORT shardwiseTargets NAMESPACE shardwise:: DESTINATION "${package_dir}")
if(mpi_libraries)
  install(TARGETS ${mpi_libraries} EXPORT shardwiseMpiTargets)
  install(EXPORT shardwiseMpiTargets NAMESPACE shardwise:: DESTINATION "${package_dir}")
endif()

configure_package_config_file(cmake/shardwiseConfig.cmake.in "${PROJECT_BINARY_DIR}/shardwiseConfig.cmake"
  INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/shardwiseConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/shardwiseConfig.cmake" "${PROJECT_BINARY_DIR}/shardwiseConfigVersion.cmake"
              cmake/FindCBLAS.cmake DESTINATION "${package_dir}")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")
