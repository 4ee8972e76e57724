#include <shardwise/backends/interpreter/index.hpp>
#include <shardwise/backends/interpreter/local_ops.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace shardwise::interpreter::local {

namespace {
int label_position(std::uint32_t labels, std::size_t rank, int label) {
  for (std::size_t i = 0; i < rank; ++i)
    if (field(labels, int(i)) == label) return int(i);
  return -1;
}
}  // namespace

HostArray elementwise(const OpInfo& op, const HostArray* a, const HostArray* b, const HostArray* c, double value) {
  if (!op.eval) throw std::logic_error("an elementwise op without meaning: " + std::string(op.name));
  for (const HostArray* other : {b, c})
    if (other && !std::equal(a->shape().begin(), a->shape().end(), other->shape().begin(), other->shape().end()))
      throw std::runtime_error(std::string(op.name) + ": the pieces' shapes differ");
  HostArray out = HostArray::from_shape(shape_of(*a));
  for (std::size_t i = 0; i < out.size(); ++i)
    out.data()[i] = op.eval(a->data()[i], b ? b->data()[i] : 0, c ? c->data()[i] : 0, value);
  return out;
}

HostArray iota(const Shape& shape, int dimension, std::size_t start) {
  HostArray out = HostArray::from_shape(shape);
  for_each_index(
      shape, [&](std::size_t i, const Shape& index) { out.data()[i] = double(start + index[std::size_t(dimension)]); });
  return out;
}

HostArray reduce(const HostArray& a, unsigned dims, bool keep, Fold fold) {
  const Shape from = shape_of(a);
  Shape to;
  for (std::size_t d = 0; d < from.size(); ++d) {
    if (!(dims >> d & 1))
      to.push_back(from[d]);
    else if (keep)
      to.push_back(1);
  }
  HostArray out = zeros(to);
  std::vector<char> begun(out.size(), 0);
  for_each_index(from, [&](std::size_t i, const Shape& index) {
    Shape at;
    for (std::size_t d = 0; d < from.size(); ++d) {
      if (!(dims >> d & 1))
        at.push_back(index[d]);
      else if (keep)
        at.push_back(0);
    }
    const std::size_t k = position(at, to);
    double& x = out.data()[k];
    const double v = a.data()[i];
    if (!begun[k])
      x = v;
    else
      x = fold == Fold::sum ? x + v : x != x || v != v ? x + v : fold == Fold::max ? std::max(x, v) : std::min(x, v);
    begun[k] = 1;
  });
  return out;
}

HostArray arg_reduce(const HostArray& a, int dimension, bool largest) {
  const Shape from = shape_of(a);
  Shape to = from;
  to.erase(to.begin() + dimension);
  if (from[std::size_t(dimension)] == 0 && count(to) != 0)
    throw std::runtime_error(std::string(largest ? "argmax" : "argmin") + " along dimension " +
                             std::to_string(dimension) + ": expected at least 1 element, got 0");
  HostArray out = zeros(to), best = zeros(to);
  for_each_index(from, [&](std::size_t i, const Shape& index) {
    Shape at = index;
    at.erase(at.begin() + dimension);
    const std::size_t k = position(at, to);
    const double v = a.data()[i];
    const double before = best.data()[k];  // NaN is the extreme, and the first of them wins
    const bool wins = before == before && (v != v || (largest ? v > before : v < before));
    if (index[std::size_t(dimension)] != 0 && !wins) return;
    best.data()[k] = v;
    out.data()[k] = double(index[std::size_t(dimension)]);
  });
  return out;
}

HostArray broadcast(const HostArray& a, const Shape& shape, unsigned created, unsigned stretched) {
  const Shape from = shape_of(a);
  HostArray out = HostArray::from_shape(shape);
  for_each_index(shape, [&](std::size_t i, const Shape& index) {
    Shape at;
    for (std::size_t d = 0; d < shape.size(); ++d)
      if (!(created >> d & 1)) at.push_back(stretched >> d & 1 ? 0 : index[d]);
    if (at.size() != from.size()) throw std::runtime_error("broadcast: the ranks do not fit");
    for (std::size_t d = 0; d < at.size(); ++d)
      if (at[d] >= from[d]) throw std::runtime_error("broadcast: the pieces' shapes do not fit");
    out.data()[i] = a.data()[position(at, from)];
  });
  return out;
}

HostArray contract(const HostArray& a, const HostArray& b, std::uint32_t la, std::uint32_t lb, std::uint32_t lo) {
  const Shape sa = shape_of(a), sb = shape_of(b);
  Shape to, summed;
  std::vector<int> labels;  // of the result, then of what is summed
  const auto extent_of = [&](int label) {
    const int i = label_position(la, sa.size(), label), j = label_position(lb, sb.size(), label);
    if (i >= 0 && j >= 0 && sa[std::size_t(i)] != sb[std::size_t(j)])
      throw std::runtime_error("contract: the pieces' shapes do not fit");
    return i >= 0 ? sa[std::size_t(i)] : sb[std::size_t(j)];
  };
  for (int i = 0; i < max_rank && field(lo, i); ++i) {
    labels.push_back(field(lo, i));
    to.push_back(extent_of(field(lo, i)));
  }
  for (int label = 1; label < 16; ++label)
    if ((label_position(la, sa.size(), label) >= 0 || label_position(lb, sb.size(), label) >= 0) &&
        std::find(labels.begin(), labels.end(), label) == labels.end()) {
      labels.push_back(label);
      summed.push_back(extent_of(label));
    }
  // Where each label's index goes: its position in a and b.
  std::vector<std::size_t> stride_a(labels.size(), 0), stride_b(labels.size(), 0);
  const auto strides = [&](std::vector<std::size_t>& stride, std::uint32_t packed, const Shape& shape) {
    std::size_t step = 1;
    for (std::size_t d = shape.size(); d-- > 0; step *= shape[d])
      for (std::size_t k = 0; k < labels.size(); ++k)
        if (labels[k] == field(packed, int(d))) stride[k] += step;
  };
  strides(stride_a, la, sa);
  strides(stride_b, lb, sb);
  HostArray out = zeros(to);
  for_each_index(to, [&](std::size_t i, const Shape& index) {
    double sum = 0;
    for_each_index(summed, [&](std::size_t, const Shape& inner) {
      std::size_t pa = 0, pb = 0;
      for (std::size_t k = 0; k < labels.size(); ++k) {
        const std::size_t at = k < index.size() ? index[k] : inner[k - index.size()];
        pa += at * stride_a[k];
        pb += at * stride_b[k];
      }
      sum += a.data()[pa] * b.data()[pb];
    });
    out.data()[i] = sum;
  });
  return out;
}

HostArray transpose(const HostArray& a, std::uint32_t permutation) {
  const Shape from = shape_of(a);
  Shape to(from.size());
  for (std::size_t d = 0; d < to.size(); ++d) to[d] = from[std::size_t(field(permutation, int(d)))];
  HostArray out = HostArray::from_shape(to);
  for_each_index(to, [&](std::size_t i, const Shape& index) {
    Shape at(index.size());
    for (std::size_t d = 0; d < index.size(); ++d) at[std::size_t(field(permutation, int(d)))] = index[d];
    out.data()[i] = a.data()[position(at, from)];
  });
  return out;
}

HostArray slice(const HostArray& a, const Shape& shape, int dimension, std::size_t start, std::size_t stride) {
  const Shape from = shape_of(a);
  HostArray out = HostArray::from_shape(shape);
  for_each_index(shape, [&](std::size_t i, Shape index) {
    std::size_t& x = index[std::size_t(dimension)];
    x = start + x * stride;
    if (x >= from[std::size_t(dimension)]) throw std::runtime_error("slice: beyond the extent");
    out.data()[i] = a.data()[position(index, from)];
  });
  return out;
}

HostArray pad(const HostArray& a, const Shape& shape, int dimension, std::size_t before, std::size_t stride) {
  const Shape from = shape_of(a);
  HostArray out = zeros(shape);
  for_each_index(from, [&](std::size_t i, Shape index) {
    std::size_t& x = index[std::size_t(dimension)];
    x = before + x * stride;
    if (x >= shape[std::size_t(dimension)]) throw std::runtime_error("pad: beyond the extent");
    out.data()[position(index, shape)] = a.data()[i];
  });
  return out;
}

HostArray concat(const HostArray& a, const HostArray& b, int dimension) {
  const std::size_t d = std::size_t(dimension);
  const Shape sa = shape_of(a), sb = shape_of(b);
  Shape to = sa;
  to[d] += sb[d];
  HostArray out = HostArray::from_shape(to);
  for_each_index(to, [&](std::size_t i, Shape index) {
    const bool first = index[d] < sa[d];
    if (!first) index[d] -= sa[d];
    out.data()[i] = first ? a.data()[position(index, sa)] : b.data()[position(index, sb)];
  });
  return out;
}

HostArray flip(const HostArray& a, unsigned dims) {
  const Shape shape = shape_of(a);
  HostArray out = HostArray::from_shape(shape);
  for_each_index(shape, [&](std::size_t i, Shape index) {
    for (std::size_t d = 0; d < index.size(); ++d)
      if (dims >> d & 1) index[d] = shape[d] - 1 - index[d];
    out.data()[i] = a.data()[position(index, shape)];
  });
  return out;
}

HostArray triangle(const HostArray& a, bool lower, std::int64_t diagonal) {
  HostArray out = a;
  for_each_index(shape_of(a), [&](std::size_t i, const Shape& index) {
    const std::int64_t row = std::int64_t(index[index.size() - 2]), column = std::int64_t(index.back());
    if (lower ? column > row + diagonal : column < row + diagonal) out.data()[i] = 0;
  });
  return out;
}

Shape window(const Shape& whole, const Shape& part, const HostArray& places, unsigned dims) {
  Shape start(whole.size(), 0);
  std::size_t k = 0;
  for (std::size_t d = 0; d < whole.size(); ++d) {
    if (part[d] > whole[d]) throw std::runtime_error("the part is larger than the array");
    if (!(dims >> d & 1)) continue;
    const double most = double(whole[d] - part[d]), place = places.data()[k++];
    start[d] = std::size_t(std::max(0.0, std::min(most, place)));
  }
  if (k != places.size()) throw std::runtime_error("the places are not one for each dimension");
  return start;
}

HostArray take_window(const HostArray& a, const Shape& shape, const Shape& start) {
  HostArray out = HostArray::from_shape(shape);
  for_each_index(shape, [&](std::size_t i, Shape index) {
    for (std::size_t d = 0; d < index.size(); ++d) index[d] += start[d];
    out.data()[i] = a.data()[position(index, shape_of(a))];
  });
  return out;
}

HostArray put_window(const HostArray& a, const HostArray& part, const Shape& start) {
  HostArray out = a;
  for_each_index(shape_of(part), [&](std::size_t i, Shape index) {
    for (std::size_t d = 0; d < index.size(); ++d) index[d] += start[d];
    out.data()[position(index, shape_of(a))] = part.data()[i];
  });
  return out;
}

HostArray element(const HostArray& a, std::size_t t) {
  Shape shape = shape_of(a);
  if (shape.empty() || t >= shape[0]) throw std::runtime_error("a loop's array has too few elements");
  shape.erase(shape.begin());
  HostArray out = HostArray::from_shape(shape);
  std::copy_n(a.data() + t * out.size(), out.size(), out.data());
  return out;
}

void put_element(HostArray& array, std::size_t t, const HostArray& element) {
  std::copy_n(element.data(), element.size(), array.data() + t * element.size());
}

}  // namespace shardwise::interpreter::local
