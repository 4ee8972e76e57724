#include <shardwise/backends/interpreter/index.hpp>
#include <shardwise/backends/interpreter/local_ops.hpp>
#include <shardwise/dsl/rules/window.hpp>

#include <stdexcept>

namespace shardwise::interpreter::local {

HostArray convolve(const HostArray& x, const HostArray& w, const Shape& shape, std::uint32_t height,
                   std::uint32_t width) {
  const Shape in(x.shape().begin(), x.shape().end()), kernel(w.shape().begin(), w.shape().end());
  if (in[3] != kernel[2] || in[0] != shape[0] || kernel[3] != shape[3])
    throw std::runtime_error("conv: the pieces' shapes do not fit");
  const rules::Window windows[] = {rules::Window::of(height), rules::Window::of(width)};
  HostArray out = HostArray::from_shape(shape);
  for_each_index(shape, [&](std::size_t i, const Shape& o) {
    double sum = 0;
    for_each_index({kernel[0], kernel[1], kernel[2]}, [&](std::size_t, const Shape& k) {
      std::size_t at[2];
      for (std::size_t d = 0; d < 2; ++d) {
        const rules::Window& v = windows[d];
        const long reached = long(o[d + 1]) * v.stride + long(k[d]) * v.step - v.before;
        if (reached < 0 || reached % v.spread || reached / v.spread >= long(in[d + 1])) return;
        at[d] = std::size_t(reached / v.spread);
      }
      sum += x.data()[position({o[0], at[0], at[1], k[2]}, in)] * w.data()[position({k[0], k[1], k[2], o[3]}, kernel)];
    });
    out.data()[i] = sum;
  });
  return out;
}

}  // namespace shardwise::interpreter::local
