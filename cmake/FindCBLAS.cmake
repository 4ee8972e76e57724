# The target CBLAS::CBLAS: OpenBLAS's CBLAS interface. Debian keeps its header in a folder of its own, where
# the header of the reference BLAS cannot shadow it.
find_path(CBLAS_INCLUDE_DIR openblas_config.h
  HINTS /usr/include/${CMAKE_LIBRARY_ARCHITECTURE}/openblas-pthread
  PATH_SUFFIXES openblas-pthread openblas)
find_library(CBLAS_LIBRARY openblas
  HINTS /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/openblas-pthread
  PATH_SUFFIXES openblas-pthread)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CBLAS REQUIRED_VARS CBLAS_LIBRARY CBLAS_INCLUDE_DIR)
mark_as_advanced(CBLAS_INCLUDE_DIR CBLAS_LIBRARY)
if(CBLAS_FOUND AND NOT TARGET CBLAS::CBLAS)
  add_library(CBLAS::CBLAS UNKNOWN IMPORTED)
  set_target_properties(CBLAS::CBLAS PROPERTIES
    IMPORTED_LOCATION "${CBLAS_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${CBLAS_INCLUDE_DIR}")
endif()
