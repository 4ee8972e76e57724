# Install, configure the consumer, build it, run it.
function(step what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${what} failed:\n${output}")
  endif()
  message(STATUS "${what}: ok\n${output}")
endfunction()

file(REMOVE_RECURSE "${WORK}")
step("install" "${CMAKE_COMMAND}" --install "${BUILD_DIR}" --config "${CONFIG}" --prefix "${WORK}/prefix")
step("configure" "${CMAKE_COMMAND}" -S "${CONSUMER}" -B "${WORK}/build" -G "${GENERATOR}"
  "-DCMAKE_CXX_COMPILER=${CXX}" "-DCMAKE_CXX_FLAGS=${FLAGS}" "-DCMAKE_PREFIX_PATH=${WORK}/prefix"
  "-DCONSUMER_MPI=${WITH_MPI}" -DCMAKE_BUILD_TYPE=${CONFIG} -DCMAKE_EXPORT_COMPILE_COMMANDS=ON)
step("build" "${CMAKE_COMMAND}" --build "${WORK}/build")
step("run" "${WORK}/build/consumer")
if(WITH_MPI)
  step("run on threads" "${WORK}/build/consumer_mpi")
  step("run under mpiexec" "${MPIEXEC}" -n 2 "${WORK}/build/consumer_mpi")
endif()

# Users' units are compiled for the library's CPU, or for one of their own.
file(READ "${WORK}/build/compile_commands.json" library_arch)
if(NOT library_arch MATCHES "-march=${ARCH}[ \"]")
  message(FATAL_ERROR "the consumer was not compiled for the library's CPU, ${ARCH}:\n${library_arch}")
endif()
cmake_host_system_information(RESULT processor QUERY OS_PLATFORM)
if(ARCH STREQUAL "native" AND processor MATCHES "^(x86_64|AMD64)$")
  step("configure for another CPU" "${CMAKE_COMMAND}" -S "${CONSUMER}" -B "${WORK}/other" -G "${GENERATOR}"
    "-DCMAKE_CXX_COMPILER=${CXX}" "-DCMAKE_CXX_FLAGS=${FLAGS}" "-DCMAKE_PREFIX_PATH=${WORK}/prefix"
    -DCMAKE_BUILD_TYPE=${CONFIG} -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DSHARDWISE_ARCH=x86-64-v2)
  file(READ "${WORK}/other/compile_commands.json" other_arch)
  if(NOT other_arch MATCHES "-march=x86-64-v2[ \"]" OR other_arch MATCHES "-march=native")
    message(FATAL_ERROR "SHARDWISE_ARCH=x86-64-v2 was not obeyed:\n${other_arch}")
  endif()
endif()
