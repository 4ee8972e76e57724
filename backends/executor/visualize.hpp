// Drawings of which devices hold which block of an array, as jax.debug.visualize_array_sharding makes them.
#pragma once

#include <shardwise/backends/executor/array.hpp>
#include <shardwise/backends/executor/making.hpp>
#include <shardwise/backends/executor/sharding_grid.hpp>

#include <iosfwd>
#include <string>

namespace shardwise {

/// How a drawing looks in a terminal.
struct DrawingStyle {
  bool colour = false;  ///< a colour for each block, by ANSI escape codes
  int width = 80;       ///< characters in a line; what would be wider is drawn as a row for each block
};

/// A box drawing of an array of this type and these global extents on a mesh of this shape. A block names the devices
/// that hold it: `0,1` are copies, `0 + 1` the terms of a pending sum. Ranks 1 and 2 are drawn as they lie; of a higher
/// rank the split dimensions, up to two, else a row for each block. Error: see detail::sharding_grid.
std::string sharding_text(const TypeDesc& type, const Shape& shape, const MeshShape& mesh, DrawingStyle style = {});
/// The same as an SVG document.
std::string sharding_svg(const TypeDesc& type, const Shape& shape, const MeshShape& mesh);

/// Where a drawing goes: an SVG file, whose name ends in `.svg`.
struct ToFile {
  std::string path;
  ToFile(std::string p) : path(std::move(p)) {}
  ToFile(const char* p) : path(p) {}
};

namespace detail {
/// Coloured if the stream is the terminal itself: not where NO_COLOR is set or TERM is `dumb`.
DrawingStyle style_for(const std::ostream& out);
void draw_sharding(const TypeDesc& type, const Shape& shape, const MeshInfo& mesh, std::ostream& out,
                   const DrawingStyle* style = nullptr);
void draw_sharding(const TypeDesc& type, const Shape& shape, const MeshInfo& mesh, const ToFile& file);
std::ostream& standard_output();

/// Why a type has no drawing on a mesh of these axes; empty if it has.
template <class A, class M> struct DrawingProblem {
  static constexpr Text text = [] {
    Text t;
    AxisUnion mentioned;
    mentioned.add(A::desc);
    for (Name axis : mentioned)
      if (t.size == 0 && !M::axes.has(axis)) {
        t << "visualize_sharding: " << A::desc << ": axis " << axis << " is not in ";
        print_mesh(t, M::axes);
        t << "; name an axis of the mesh, or make the mesh with " << axis;
      }
    return t;
  }();
};
}  // namespace detail

/// Prints which devices hold which block of an array. Every device may call it, and device 0 prints; it does not
/// communicate. Coloured where the output is a terminal and NO_COLOR is not set.
template <ArrayTypeLike A>
void visualize_array_sharding(const Array<A>& array, std::ostream& out = detail::standard_output()) {
  detail::draw_sharding(A::desc, array.shape(), array.mesh(), out);
}
/// In a style of its own: `visualize_array_sharding(x, std::cout, {.colour = false})`.
template <ArrayTypeLike A>
void visualize_array_sharding(const Array<A>& array, std::ostream& out, const DrawingStyle& style) {
  detail::draw_sharding(A::desc, array.shape(), array.mesh(), out, &style);
}
/// Writes it to a file: `visualize_array_sharding(x, "x.svg")`. Error where it cannot be written.
template <ArrayTypeLike A> void visualize_array_sharding(const Array<A>& array, const ToFile& file) {
  detail::draw_sharding(A::desc, array.shape(), array.mesh(), file);
}

/// The same for a type, without an array: `visualize_sharding<"f32[batch@X,4]">(mesh, {{"batch", 64}})`.
template <fixed_string S, MeshLike M>
void visualize_sharding(const M& mesh, const Sizes& sizes = {}, std::ostream& out = detail::standard_output()) {
  detail::accept<detail::DrawingProblem<type<S>, M>>();
  const TypeDesc& t = type<S>::desc;
  detail::draw_sharding(t, sizes.of(t, *mesh.info(), "visualize_sharding"), *mesh.info(), out);
}
template <fixed_string S, MeshLike M> void visualize_sharding(const M& mesh, const Sizes& sizes, const ToFile& file) {
  detail::accept<detail::DrawingProblem<type<S>, M>>();
  const TypeDesc& t = type<S>::desc;
  detail::draw_sharding(t, sizes.of(t, *mesh.info(), "visualize_sharding"), *mesh.info(), file);
}

}  // namespace shardwise
