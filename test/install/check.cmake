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
  "-DCONSUMER_MPI=${WITH_MPI}" -DCMAKE_BUILD_TYPE=${CONFIG})
step("build" "${CMAKE_COMMAND}" --build "${WORK}/build")
step("run" "${WORK}/build/consumer")
if(WITH_MPI)
  step("run on threads" "${WORK}/build/consumer_mpi")
  step("run under mpiexec" "${MPIEXEC}" -n 2 "${WORK}/build/consumer_mpi")
endif()
