# Functions that register tests. See test/CMakeLists.txt for what goes where.

# Every test: one BLAS thread per device, and no leak reports from inside MPI.
set(shardwise_test_environment
  OPENBLAS_NUM_THREADS=1
  OMP_NUM_THREADS=1
  "LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/cmake/leaks.supp:print_suppressions=0"
  "TSAN_OPTIONS=halt_on_error=1"
  "UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1")

# shardwise_test(<name> LABEL <label> [TIMEOUT <s>] [PROCESSORS <n>] COMMAND <command...>)
function(shardwise_test name)
  cmake_parse_arguments(arg "" "LABEL;TIMEOUT;PROCESSORS" "COMMAND" ${ARGN})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  if(NOT arg_PROCESSORS)
    set(arg_PROCESSORS 1)
  endif()
  add_test(NAME ${name} COMMAND ${arg_COMMAND})
  set_tests_properties(${name} PROPERTIES LABELS "${arg_LABEL}" TIMEOUT ${arg_TIMEOUT}
    PROCESSORS ${arg_PROCESSORS} ENVIRONMENT "${shardwise_test_environment}")
endfunction()

# shardwise_mpi_test(<name> <ranks> [LABEL <label>] [TIMEOUT <s>] COMMAND <command...>): the command under
# mpiexec, as root and on fewer cores than ranks too. It ends with its ranks when the time is up.
function(shardwise_mpi_test name ranks)
  cmake_parse_arguments(arg "" "LABEL;TIMEOUT" "COMMAND" ${ARGN})
  if(NOT arg_LABEL)
    set(arg_LABEL mpi)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  math(EXPR kill_after "${arg_TIMEOUT} + 10")
  set(launcher ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${ranks})
  if(SHARDWISE_OPENMPI)
    list(APPEND launcher --timeout ${arg_TIMEOUT})
  endif()
  shardwise_test(${name} LABEL "${arg_LABEL}" TIMEOUT ${kill_after} PROCESSORS ${ranks}
    COMMAND ${launcher} ${MPIEXEC_PREFLAGS} ${arg_COMMAND})
  set_property(TEST ${name} APPEND PROPERTY ENVIRONMENT
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    OMPI_MCA_rmaps_base_oversubscribe=1
    # Two jobs at once must not both be bound to the first core.
    OMPI_MCA_hwloc_base_binding_policy=none
    # Containers often forbid the system call of the single-copy path.
    OMPI_MCA_btl_vader_single_copy_mechanism=none)
endfunction()

if(SHARDWISE_WITH_MPI AND NOT DEFINED SHARDWISE_OPENMPI)
  execute_process(COMMAND ${MPIEXEC_EXECUTABLE} --version OUTPUT_VARIABLE version ERROR_QUIET)
  if(version MATCHES "Open ?MPI|OpenRTE")
    set(SHARDWISE_OPENMPI ON CACHE INTERNAL "mpiexec is OpenMPI's")
  else()
    set(SHARDWISE_OPENMPI OFF CACHE INTERNAL "mpiexec is OpenMPI's")
  endif()
endif()

# Does a program with these sanitizer flags build and run here? (The thread sanitizer dislikes some kernels'
# address layout, the leak checker some containers.)
function(shardwise_probe_sanitizer flags result)
  if(NOT DEFINED ${result})
    set(dir "${PROJECT_BINARY_DIR}/probe")
    file(WRITE "${dir}/probe.cpp"
      "#include <thread>\nint main() { int n = 0; std::thread([&] { n = 1; }).join(); return n - 1; }\n")
    string(REPLACE ";" " " text "${flags}")
    try_run(ran built "${dir}/${result}" "${dir}/probe.cpp" CMAKE_FLAGS "-DCMAKE_CXX_FLAGS=${text}"
            LINK_OPTIONS ${flags} RUN_OUTPUT_VARIABLE output)
    if(built AND ran EQUAL 0)
      set(${result} ON CACHE INTERNAL "")
    else()
      set(${result} OFF CACHE INTERNAL "")
      message(WARNING "${text}: no such program runs here, its tests are left out\n${output}")
    endif()
  endif()
endfunction()

# The test cases of one executable, one ctest entry per source file: <label>.<suite>.<file>.
# RANKS: run each under mpiexec with these numbers of ranks.
function(shardwise_register target)
  cmake_parse_arguments(arg "" "LABEL;PREFIX;TIMEOUT" "SOURCES;RANKS" ${ARGN})
  foreach(source ${arg_SOURCES})
    # Helpers without test cases get no entry.
    file(STRINGS "${source}" cases REGEX "TEST_CASE|SCENARIO" LIMIT_COUNT 1)
    if(NOT cases)
      continue()
    endif()
    cmake_path(GET source STEM file)
    # Catch tags each case with its file's name; a filter that matches nothing must fail.
    set(command $<TARGET_FILE:${target}> --filenames-as-tags "[#${file}]")
    if(NOT SHARDWISE_CATCH3)
      list(APPEND command --warn NoTests)
    endif()
    if(arg_RANKS)
      foreach(ranks ${arg_RANKS})
        shardwise_mpi_test(${arg_PREFIX}.${file}.np${ranks} ${ranks} LABEL "${arg_LABEL}"
          TIMEOUT "${arg_TIMEOUT}" COMMAND ${command})
      endforeach()
    else()
      shardwise_test(${arg_PREFIX}.${file} LABEL "${arg_LABEL}" TIMEOUT "${arg_TIMEOUT}" COMMAND ${command})
    endif()
  endforeach()
endfunction()

# shardwise_suite(<suite> SOURCES <files> [LIBRARIES <targets>] ...): one Catch2 executable.
function(shardwise_suite suite)
  cmake_parse_arguments(arg "" "LABEL;TIMEOUT" "SOURCES;LIBRARIES;RANKS;EXTRA_SOURCES" ${ARGN})
  set(target test_${suite})
  add_executable(${target} ${arg_SOURCES} ${arg_EXTRA_SOURCES})
  target_link_libraries(${target} PRIVATE shardwise_test_base ${arg_LIBRARIES})
  target_precompile_headers(${target} REUSE_FROM shardwise_test_pch)
  set(prefix ${suite})
  if(NOT arg_LABEL)
    set(arg_LABEL unit)
  endif()
  shardwise_register(${target} LABEL ${arg_LABEL} PREFIX ${prefix} SOURCES ${arg_SOURCES}
    RANKS ${arg_RANKS} TIMEOUT "${arg_TIMEOUT}")
endfunction()

# shardwise_variant(<name> LABEL <label> SOURCES <tests> [OPTIONS <flags>] [DEFINITIONS <macros>]): tests and
# the library's sources (all but MPI) compiled together with other flags, beside the normal build.
function(shardwise_variant name)
  cmake_parse_arguments(arg "" "LABEL;TIMEOUT" "SOURCES;OPTIONS;DEFINITIONS" ${ARGN})
  if(NOT arg_SOURCES)
    return()
  endif()
  set(target test_${name})
  add_executable(${target} ${arg_SOURCES})
  foreach(library shardwise_kernels shardwise_executor shardwise_interpreter shardwise_local)
    get_property(sources GLOBAL PROPERTY SHARDWISE_SOURCES_${library})
    target_sources(${target} PRIVATE ${sources})
    if(library STREQUAL "shardwise_kernels")
      set_property(SOURCE ${sources} TARGET_DIRECTORY ${target} APPEND PROPERTY
        COMPILE_OPTIONS -march=${SHARDWISE_ARCH})
      # A precompiled header made for another CPU is no use to them.
      set_property(SOURCE ${sources} TARGET_DIRECTORY ${target} PROPERTY SKIP_PRECOMPILE_HEADERS ON)
    endif()
  endforeach()
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/include" "${PROJECT_BINARY_DIR}/layout")
  target_link_libraries(${target} PRIVATE shardwise_test_base shardwise_options Threads::Threads Boost::headers
    CBLAS::CBLAS xsimd xtensor xtensor-blas fmt::fmt range-v3::range-v3 nlohmann_json::nlohmann_json)
  target_compile_options(${target} PRIVATE ${arg_OPTIONS})
  target_link_options(${target} PRIVATE ${arg_OPTIONS})
  target_compile_definitions(${target} PRIVATE ${arg_DEFINITIONS})
  target_precompile_headers(${target} PRIVATE "${PROJECT_SOURCE_DIR}/test/support/pch.hpp")
  shardwise_register(${target} LABEL ${arg_LABEL} PREFIX ${name} SOURCES ${arg_SOURCES} TIMEOUT "${arg_TIMEOUT}")
endfunction()
