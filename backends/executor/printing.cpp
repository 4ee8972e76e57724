// Arrays as text, as numpy prints them.
#include <fmt/format.h>

#include <ostream>

#include <shardwise/backends/executor/array.hpp>
#include <shardwise/backends/executor/host_array.hpp>
#include <shardwise/dsl/type/notation.hpp>

namespace shardwise {
namespace {

constexpr std::size_t most = 6, edge = 3;  // longer dimensions show `edge` elements at each end

std::string element(Dtype dtype, const void* data, std::size_t i) {
  auto at = [&]<class T>(T) { return static_cast<const T*>(data)[i]; };
  switch (dtype) {
    case Dtype::f32:
      return fmt::format("{:.6g}", at(0.0f));
    case Dtype::f64:
      return fmt::format("{:.8g}", at(0.0));
    case Dtype::bf16:
      return fmt::format("{:.4g}", float(at(bf16())));
    case Dtype::f16:
      return fmt::format("{:.4g}", float(at(f16())));
    case Dtype::i32:
      return fmt::format("{}", at(std::int32_t()));
    case Dtype::i64:
      return fmt::format("{}", at(std::int64_t()));
    case Dtype::u32:
      return fmt::format("{}", at(std::uint32_t()));
    case Dtype::boolean:
      return static_cast<const unsigned char*>(data)[i] ? "true" : "false";
    case Dtype::key:
      return fmt::format("{:08x}{:08x}", at(RandomKey()).word[0], at(RandomKey()).word[1]);
  }
  return "?";
}

struct Printer {
  Dtype dtype;
  const Shape& shape;
  const void* data;
  std::size_t width = 0;
  std::string text{};

  // Calls f(index) for the elements of one dimension that are shown, and gap() where some are not.
  template <class F, class G> static void shown(std::size_t extent, F f, G gap) {
    for (std::size_t i = 0; i < extent; ++i) {
      if (extent > most && i == edge) {
        gap();
        i = extent - edge;
      }
      f(i);
    }
  }
  void measure(int dim, std::size_t index) {
    if (dim == shape.rank)
      width = std::max(width, element(dtype, data, index).size());
    else
      shown(
          shape[dim], [&](std::size_t i) { measure(dim + 1, index * shape[dim] + i); }, [] {});
  }
  void print(int dim, std::size_t index) {
    if (dim == shape.rank) {
      text += fmt::format("{:>{}}", element(dtype, data, index), width);
      return;
    }
    const bool last = dim + 1 == shape.rank;
    // Rows on lines of their own, an empty line between matrices.
    const std::string separator =
        last ? ", "
             : ',' + std::string(std::size_t(shape.rank - dim - 1), '\n') + std::string(std::size_t(dim) + 1, ' ');
    text += '[';
    bool any = false;
    shown(
        shape[dim],
        [&](std::size_t i) {
          if (any) text += separator;
          any = true;
          print(dim + 1, index * shape[dim] + i);
        },
        [&] { text += separator + "..."; });
    text += ']';
  }
};

std::string text_of(Dtype dtype, const Shape& shape, const void* data) {
  Printer p{dtype, shape, data};
  p.measure(0, 0);
  p.print(0, 0);
  return std::move(p.text);
}

}  // namespace

namespace detail {

void print_array(std::ostream& out, Dtype dtype, const Shape& shape, const void* data) {
  out << text_of(dtype, shape, data);
}

std::ostream& print_empty(std::ostream& out, std::string_view notation) {
  return out << std::string(notation) + " (empty)";
}

std::size_t checked_elements(const Shape& extents) {
  std::int64_t elements = 1;
  for (int i = 0; i < extents.rank; ++i)
    if (extents[i] == 0) return 0;
  for (int i = 0; i < extents.rank; ++i)
    if (__builtin_mul_overflow(elements, extents[i], &elements))
      throw Error("HostArray: extents " + to_string(extents) + " are too large: more than 2^63 - 1 elements");
  return std::size_t(elements);
}

std::size_t checked_flat_index(const Shape& shape, std::initializer_list<std::size_t> index) {
  if (int(index.size()) != shape.rank)
    throw Error(fmt::format("{} indices for a host array with extents {}", index.size(), to_string(shape)));
  std::size_t flat = 0;
  int d = 0;
  for (std::size_t i : index) {
    if (i >= shape[d])
      throw Error(fmt::format("index {} of dimension {} of a host array with extents {}", i, d, to_string(shape)));
    flat = flat * shape[d++] + i;
  }
  return flat;
}

}  // namespace detail

// Written at once, so that devices that share a stream do not mix their arrays.
std::ostream& operator<<(std::ostream& out, const ArrayStorage& array) {
  if (array.empty()) return out << "(empty)";
  const TypeDesc& type = array.type();
  std::string text = to_string(type);
  bool numbers = true, split = false;
  for (int i = 0; i < type.rank; ++i) {
    numbers &= type.dims[i].extent.is_number();
    split |= array.shape()[i] != array.local_shape()[i];
  }
  if (!numbers) text += ' ' + to_string(array.shape());
  const int device = array.mesh().rank();
  if (split) {
    const Shape offset = array.local_offset();
    text += fmt::format(", device {}: [", device);
    for (int i = 0; i < type.rank; ++i)
      text += fmt::format("{}{}:{}", i ? "," : "", offset[i], offset[i] + array.local_shape()[i]);
    text += ']';
  }
  if (array.mesh().size(type.unreduced) > 1)
    text += split ? ", its term" : fmt::format(", the term of device {}", device);
  text += type.rank > 1 ? '\n' : ' ';
  return out << text + text_of(type.dtype, array.local_shape(), array.data());
}

}  // namespace shardwise
