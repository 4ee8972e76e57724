// Refusing a call while it is compiled, with a sentence.
#pragma once

#include <shardwise/dsl/type/array_type.hpp>
#include <shardwise/dsl/type/refusal.hpp>

namespace shardwise::detail {

/// Stops the compilation with Holder's `text`, unless that is empty.
template <class Holder> constexpr void accept() {
  if constexpr (Holder::text.size != 0) refuse_now<Holder::text>();
}

/// `Mesh<X,Y>`
constexpr void print_mesh(Text& text, const AxisList& axes) {
  text << "Mesh<";
  for (int i = 0; i < axes.size; ++i) {
    if (i) text << ',';
    text << axes.axes[i];
  }
  text << '>';
}

}  // namespace shardwise::detail
