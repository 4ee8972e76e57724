# Functions that register tests. See test/CMakeLists.txt for what goes where.

find_package(Python3 REQUIRED COMPONENTS Interpreter)

# Every test: one BLAS thread per device.
set(shardwise_test_environment
  OPENBLAS_NUM_THREADS=1
  OMP_NUM_THREADS=1
  "TSAN_OPTIONS=halt_on_error=1"
  "UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1")

# Under mpiexec: as root, with more ranks than cores.
set(shardwise_mpi_environment
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  OMPI_MCA_rmaps_base_oversubscribe=1
  # Two jobs at once must not both be bound to the first core.
  OMPI_MCA_hwloc_base_binding_policy=none
  # Containers often forbid the system call of the single-copy path.
  OMPI_MCA_btl_vader_single_copy_mechanism=none
  # OpenMPI leaks, and unloads its plug-ins before the leak checker could tell them from us.
  ASAN_OPTIONS=detect_leaks=0)

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

# shardwise_mpi_test(<name> <ranks> [LABEL <label>] [TIMEOUT <s>] [WRAPPER <command...>] COMMAND <command...>): the
# command under mpiexec (and mpiexec under the wrapper). It ends with its ranks when the time is up.
function(shardwise_mpi_test name ranks)
  cmake_parse_arguments(arg "" "LABEL;TIMEOUT" "COMMAND;WRAPPER" ${ARGN})
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
    COMMAND ${arg_WRAPPER} ${launcher} ${MPIEXEC_PREFLAGS} ${arg_COMMAND})
  set_property(TEST ${name} APPEND PROPERTY ENVIRONMENT ${shardwise_mpi_environment})
endfunction()

# shardwise_expect(<name> LABEL <label> [RANKS <n>] [STATUS 0|nonzero] [WITHIN <s>] [EXPECT <regexes>]
# COMMAND <command...>): a program whose end is checked: status, time, and all regexes found in its output.
function(shardwise_expect name)
  cmake_parse_arguments(arg "" "LABEL;RANKS;STATUS;WITHIN;TIMEOUT" "EXPECT;COMMAND" ${ARGN})
  set(command "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/cmake/expect.py")
  if(arg_STATUS)
    list(APPEND command --status ${arg_STATUS})
  endif()
  if(arg_WITHIN)
    list(APPEND command --within ${arg_WITHIN})
  endif()
  foreach(regex ${arg_EXPECT})
    list(APPEND command "--match=${regex}")
  endforeach()
  list(APPEND command --)
  if(arg_RANKS)
    shardwise_mpi_test(${name} ${arg_RANKS} LABEL "${arg_LABEL}" TIMEOUT "${arg_TIMEOUT}" WRAPPER ${command}
      COMMAND ${arg_COMMAND})
  else()
    shardwise_test(${name} LABEL "${arg_LABEL}" TIMEOUT "${arg_TIMEOUT}" PROCESSORS 2 COMMAND ${command} ${arg_COMMAND})
  endif()
endfunction()

if(SHARDWISE_WITH_MPI AND NOT DEFINED SHARDWISE_OPENMPI)
  execute_process(COMMAND ${MPIEXEC_EXECUTABLE} --version OUTPUT_VARIABLE version ERROR_QUIET)
  if(version MATCHES "Open ?MPI|OpenRTE")
    set(SHARDWISE_OPENMPI ON CACHE INTERNAL "mpiexec is OpenMPI's")
  else()
    set(SHARDWISE_OPENMPI OFF CACHE INTERNAL "mpiexec is OpenMPI's")
  endif()
endif()

# Does a program with these sanitizer flags build and run here? Sets <result> to ON or OFF, and <result>_PREFIX
# to what a command needs in front: the thread sanitizer of GCC 12 cannot live with the wide address layouts of
# newer kernels, `setarch -R` turns them off where a container allows it.
function(shardwise_probe_sanitizer flags result)
  if(DEFINED ${result})
    return()
  endif()
  set(dir "${PROJECT_BINARY_DIR}/probe")
  file(WRITE "${dir}/probe.cpp"
    "#include <thread>\nint main() { int n = 0; std::thread([&] { n = 1; }).join(); return n - 1; }\n")
  try_compile(built "${dir}/${result}" "${dir}/probe.cpp" COMPILE_DEFINITIONS ${flags} LINK_OPTIONS ${flags}
    LINK_LIBRARIES Threads::Threads COPY_FILE "${dir}/${result}.exe" OUTPUT_VARIABLE output)
  set(works OFF)
  if(built)
    cmake_host_system_information(RESULT machine QUERY OS_PLATFORM)
    foreach(prefix "" "setarch;${machine};-R")
      set(ran 0)
      foreach(try RANGE 4)  # the layout is drawn anew each time
        execute_process(COMMAND ${prefix} "${dir}/${result}.exe" RESULT_VARIABLE status OUTPUT_VARIABLE output
          ERROR_VARIABLE output)
        if(NOT status EQUAL 0)
          set(ran 1)
        endif()
      endforeach()
      if(ran EQUAL 0)
        set(works ON)
        set(${result}_PREFIX "${prefix}" CACHE INTERNAL "")
        break()
      endif()
    endforeach()
  endif()
  set(${result} ${works} CACHE INTERNAL "")
  if(NOT works)
    message(WARNING "${flags}: no such program runs here, its tests are left out\n${output}")
  endif()
endfunction()

# The test cases of one executable, one ctest entry per source file: [<prefix>]<suite>.<file>.
# RANKS: run each under mpiexec with these numbers of ranks. FILTER: more of Catch's test specification.
function(shardwise_register target)
  cmake_parse_arguments(arg "" "LABEL;PREFIX;TIMEOUT;FILTER;PROCESSORS" "SOURCES;RANKS;LAUNCHER" ${ARGN})
  if(NOT arg_LABEL)
    set(arg_LABEL unit)
  endif()
  foreach(source ${arg_SOURCES})
    # Helpers without test cases get no entry.
    file(STRINGS "${source}" cases REGEX "TEST_CASE|SCENARIO" LIMIT_COUNT 1)
    if(NOT cases)
      continue()
    endif()
    cmake_path(GET source STEM file)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${PROJECT_SOURCE_DIR}/test" OUTPUT_VARIABLE name)
    cmake_path(REMOVE_EXTENSION name)
    string(REPLACE "/" "." name "${arg_PREFIX}${name}")
    # Catch tags each case with its file's name; a filter that matches nothing must fail. Hidden cases, [.], are
    # those on demand: a tag alone would find them too.
    set(command ${arg_LAUNCHER} $<TARGET_FILE:${target}> --filenames-as-tags "[#${file}]~[.]${arg_FILTER}")
    if(SHARDWISE_CATCH3)
      list(APPEND command --colour-mode none)
    else()
      list(APPEND command --use-colour no --warn NoTests)
    endif()
    if(arg_RANKS)
      foreach(ranks ${arg_RANKS})
        shardwise_mpi_test(${name}.np${ranks} ${ranks} LABEL "${arg_LABEL}"
          TIMEOUT "${arg_TIMEOUT}" COMMAND ${command})
      endforeach()
    else()
      shardwise_test(${name} LABEL "${arg_LABEL}" TIMEOUT "${arg_TIMEOUT}" PROCESSORS "${arg_PROCESSORS}"
        COMMAND ${command})
    endif()
  endforeach()
endfunction()

# shardwise_variant(<name> [OPTIONS <flags>] [DEFINITIONS <macros>] [LEVEL <0|1>]): the library's sources (all but MPI)
# compiled once more with other flags, as variant_<name>, for suites beside the normal build, all with -O<LEVEL>.
function(shardwise_variant name)
  cmake_parse_arguments(arg "" "LEVEL" "OPTIONS;DEFINITIONS" ${ARGN})
  set(target variant_${name})
  add_library(${target} STATIC "${PROJECT_SOURCE_DIR}/test/support/pch.cpp")
  foreach(library shardwise_kernels shardwise_executor shardwise_interpreter shardwise_local)
    get_property(sources GLOBAL PROPERTY SHARDWISE_SOURCES_${library})
    target_sources(${target} PRIVATE ${sources})
  endforeach()
  shardwise_for_any_cpu("${PROJECT_SOURCE_DIR}/backends/kernels/cpu.cpp" ${target})
  get_property(kernel_sources GLOBAL PROPERTY SHARDWISE_SOURCES_shardwise_kernels)
  shardwise_each_alone(${target} ${kernel_sources})
  target_include_directories(${target} PUBLIC "${PROJECT_SOURCE_DIR}/include" "${PROJECT_BINARY_DIR}/layout")
  target_link_libraries(${target} PUBLIC shardwise_test_base shardwise_options Threads::Threads Boost::headers
    CBLAS::CBLAS xsimd xtensor xtensor-blas fmt::fmt range-v3::range-v3 nlohmann_json::nlohmann_json)
  target_compile_options(${target} PUBLIC -march=${SHARDWISE_ARCH} ${arg_OPTIONS})
  target_link_options(${target} PUBLIC ${arg_OPTIONS})
  target_compile_definitions(${target} PUBLIC ${arg_DEFINITIONS})
  target_precompile_headers(${target} PRIVATE "${PROJECT_SOURCE_DIR}/test/support/pch.hpp")
  add_library(${target}_tests OBJECT "${PROJECT_SOURCE_DIR}/test/support/pch.cpp")
  target_link_libraries(${target}_tests PRIVATE ${target})
  set_target_properties(${target} ${target}_tests PROPERTIES SHARDWISE_TEST_LEVEL ${arg_LEVEL})
  target_precompile_headers(${target}_tests PRIVATE "${PROJECT_SOURCE_DIR}/test/support/pch_whole.hpp")
endfunction()

# shardwise_suite(<suite> SOURCES <files> [LIBRARIES <targets>] [VARIANT <name>] [PCH <target>] ...): one Catch2
# executable, with that target's precompiled header.
# LABEL, PREFIX, TIMEOUT, FILTER, PROCESSORS, RANKS and LAUNCHER are shardwise_register's.
function(shardwise_suite suite)
  cmake_parse_arguments(arg "" "VARIANT;LABEL;PREFIX;TIMEOUT;FILTER;PROCESSORS;PCH"
    "SOURCES;LIBRARIES;EXTRA_SOURCES;RANKS;LAUNCHER" ${ARGN})
  if(arg_VARIANT)
    set(target test_${arg_VARIANT}_${suite})
    set(libraries variant_${arg_VARIANT} ${arg_LIBRARIES})
    set(pch variant_${arg_VARIANT}_tests)
  else()
    set(target test_${suite})
    set(libraries shardwise_test_base ${arg_LIBRARIES})
    set(pch shardwise_test_pch)
  endif()
  if(arg_PCH)
    set(pch ${arg_PCH})
  endif()
  add_executable(${target} ${arg_SOURCES} ${arg_EXTRA_SOURCES})
  shardwise_each_alone(${target} ${arg_SOURCES} ${arg_EXTRA_SOURCES})
  target_link_libraries(${target} PRIVATE ${libraries})
  target_precompile_headers(${target} REUSE_FROM ${pch})
  foreach(source ${arg_SOURCES})
    # What a file sets before it includes the library would come too late.
    file(STRINGS "${source}" settings REGEX "^#define SHARDWISE_" LIMIT_COUNT 1)
    if(settings)
      set_source_files_properties("${source}" PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
    endif()
  endforeach()
  get_target_property(level ${pch} SHARDWISE_TEST_LEVEL)
  if(level MATCHES "^[0-9]$")
    set_target_properties(${target} PROPERTIES SHARDWISE_TEST_LEVEL ${level})
  endif()
  shardwise_register(${target} SOURCES ${arg_SOURCES} LABEL "${arg_LABEL}" PREFIX "${arg_PREFIX}"
    TIMEOUT "${arg_TIMEOUT}" FILTER "${arg_FILTER}" PROCESSORS "${arg_PROCESSORS}" RANKS ${arg_RANKS}
    LAUNCHER ${arg_LAUNCHER})
endfunction()
