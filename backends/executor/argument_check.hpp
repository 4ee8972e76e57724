// What a step is called with, checked while the call is compiled: dtype, rank, layout, and extents that are numbers.
#pragma once

#include <shardwise/backends/executor/op_code.hpp>
#include <shardwise/backends/executor/refusal.hpp>
#include <shardwise/dsl/program/op.hpp>

namespace shardwise::detail {

/// Why an array of type `got` cannot be an argument of type `wanted`; empty if it can. Extents with names are compared
/// when sizes are bound.
constexpr Text argument_problem(const TypeDesc& wanted, const TypeDesc& got, int argument) {
  Text text;
  bool fits = wanted.dtype == got.dtype && wanted.rank == got.rank;
  TypeDesc renamed = got;
  for (int d = 0; fits && d < wanted.rank; ++d) {
    const Extent &w = wanted.dims[d].extent, &g = got.dims[d].extent;
    fits = !(w.is_number() && g.is_number()) || w == g;
    renamed.dims[d].extent = w;
  }
  if (fits && renamed == wanted) return text;
  text << "call of a step: argument " << argument << " is " << got << ", the step takes " << wanted;
  if (fits)
    text << ": put it there with device_put, or move it with reshard in a step";
  else
    text << ": the dtype, the rank or an extent differs";
  return text;
}

/// Leaf K of a program's arguments, in argument number N, against an array of type A.
template <class P, std::size_t K, int N, class A> struct ArgumentProblem {
  static constexpr Text text = argument_problem(P::frozen.view().type_of(P::frozen.view().inputs[K]), A::desc, N);
};

/// Why a C++ number cannot be leaf K: it is one value, not a piece on each device.
template <class P, std::size_t K, int N> struct NumberProblem {
  static constexpr Text text = [] {
    Text t;
    const TypeDesc& wanted = P::frozen.view().type_of(P::frozen.view().inputs[K]);
    if (wanted.rank)
      t << "call of a step: argument " << N << " is a number, the step takes " << wanted << ": give an array";
    else if (wanted.unreduced.size)
      t << "call of a step: argument " << N << " is a number, the step takes the pending " << wanted
        << ": give an array, from device_put or from_local";
    return t;
  }();
};

/// Why a program cannot run on a mesh of type M: a layout names an axis that the mesh lacks.
template <class P, class M> struct MeshProblem {
  static constexpr Text text = [] {
    Text t;
    for (const TypeDesc& type : P::frozen.view().types) {
      AxisUnion mentioned;
      mentioned.add(type);
      for (Name axis : mentioned)
        if (!M::axes.has(axis) && !t.size) {
          t << "on(mesh): a value of the step is " << type << ", and axis " << axis << " is not in ";
          print_mesh(t, M::axes);
          t << ": make the mesh with " << axis << ", or name another axis";
        }
    }
    const ProgramView p = P::frozen.view();
    for (const Eqn& q : p.equations)
      if (q.op == op<ops::axis_size>)
        if (const Name axis = p.extents[q.k0].factors[0].name; !M::axes.has(axis) && !t.size) {
          t << "on(mesh): the step asks for axis_size over " << axis << ", which is not in ";
          print_mesh(t, M::axes);
          t << ": make the mesh with " << axis << ", or name another axis";
        }
    return t;
  }();
};

/// An op that only the interpreter can run.
template <class P> struct KernelProblem {
  static constexpr Text text = [] {
    Text t;
    for (const Eqn& q : P::frozen.view().equations)
      if (exec::code_of(*q.op) == exec::OpCode::unknown && !t.size)
        t << "on(mesh): the op `" << q.op->name
          << "` has no kernel for devices: give its struct a function static void kernel(OutBlock out, InBlock a)";
    return t;
  }();
};

}  // namespace shardwise::detail
