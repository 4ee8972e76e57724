# What users' units need from the compiler, what only our own units get, and ccache.

# Steps are traced, differentiated and optimised in constant evaluation: the compilers' default limits end
# near a thousand equations. Users get these with the target.
add_library(shardwise_options INTERFACE)
set_target_properties(shardwise_options PROPERTIES EXPORT_NAME options)
target_compile_features(shardwise_options INTERFACE cxx_std_20)
target_compile_options(shardwise_options INTERFACE
  "$<$<CXX_COMPILER_ID:GNU>:-fconstexpr-ops-limit=1000000000000;-fconstexpr-loop-limit=2000000000;-fconstexpr-depth=4096;-ftemplate-depth=4096>"
  # Under these parts of -fsanitize=undefined GCC takes no comparison of addresses for a constant expression.
  "$<$<CXX_COMPILER_ID:GNU>:-fno-sanitize=null,nonnull-attribute,returns-nonnull-attribute>"
  "$<$<CXX_COMPILER_ID:Clang,AppleClang>:-fconstexpr-steps=2147483647;-fconstexpr-depth=4096;-fbracket-depth=1024;-ftemplate-depth=4096>")

# shardwise_for_any_cpu(<source> [<target>]): compiles it for every CPU of this kind, in this folder or the target's.
function(shardwise_for_any_cpu source)
  set(scope "")
  if(ARGC GREATER 1)
    set(scope TARGET_DIRECTORY ${ARGV1})
  endif()
  # A precompiled header made for another CPU is no use to it.
  set_source_files_properties("${source}" ${scope} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    set_source_files_properties("${source}" ${scope} PROPERTIES COMPILE_OPTIONS -march=x86-64)
  endif()
endfunction()

# shardwise_each_alone(<target> <sources>): never in one unit with others, where CMAKE_UNITY_BUILD joins them.
function(shardwise_each_alone target)
  set_source_files_properties(${ARGN} TARGET_DIRECTORY ${target} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# Our own units only.
add_library(shardwise_own INTERFACE)
target_compile_options(shardwise_own INTERFACE -Wall -Wextra
  # Less often collecting garbage saves a tenth of the time, and takes a third more memory.
  $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=1048576>)

find_program(SHARDWISE_CCACHE ccache)
mark_as_advanced(SHARDWISE_CCACHE)
if(SHARDWISE_CCACHE AND PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # The sloppiness is what ccache asks for with precompiled headers.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND}" -E env "CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime"
      "${SHARDWISE_CCACHE}")
endif()
