// A fused group in a program that only a run knows: what its generated kernel does, row by row and pass by pass, one
// element at a time. So a result that lies where a source is still read is found, as with the kernel.
#pragma once

#include <shardwise/backends/executor/steps.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace test_support {

class DynamicRows {
 public:
  DynamicRows(shardwise::exec::Frame& f, const shardwise::FusedGroup& g, const shardwise::exec::FusedCall& call)
      : f_(f),
        g_(g),
        call_(call),
        value_(g.nodes.size()),
        number_(g.nodes.size()),
        total_(g.nodes.size()),
        drawn_(g.nodes.size()) {}

  void run() {
    std::vector<std::vector<double>> columns(g_.nodes.size(), std::vector<double>(call_.columns));
    buffer_.assign(std::size_t(g_.buffers), std::vector<double>(call_.columns));
    for (std::size_t k = 0; k < g_.nodes.size(); ++k)
      if (node(k).cls == Class::total) total_[k] = 0;
    for (std::size_t r = 0; r < call_.rows; ++r) {
      for (std::size_t k = 0; k < g_.nodes.size(); ++k) {
        if (node(k).kind == Kind::number) number_[k] = rounded(node(k), node(k).value);
        if (node(k).kind == Kind::splat) number_[k] = load(node(k), r, 0);
        if (node(k).kind == Kind::draw) draw(k, r);
      }
      numbers(-1);
      for (int s = 0; s < g_.passes; ++s) {
        pass(s, r, columns);
        numbers(s);
      }
      for (std::size_t k = 0; k < g_.nodes.size(); ++k)
        if (node(k).output >= 0 && node(k).cls == Class::row) store(node(k), r, number_[k]);
    }
    for (std::size_t k = 0; k < g_.nodes.size(); ++k) {
      if (node(k).cls == Class::columns)
        for (std::size_t j = 0; j < call_.columns; ++j) store(node(k), j, columns[k][j]);
      if (node(k).cls == Class::total) store(node(k), 0, total_[k]);
    }
  }

 private:
  using Node = shardwise::FusedNode;
  using Kind = Node::Kind;
  using Class = shardwise::FusedClass;
  using From = shardwise::FusedFrom;

  const Node& node(std::size_t k) const { return g_.nodes[k]; }
  bool single() const { return g_.dtype == shardwise::Dtype::f32; }
  using Dtype = shardwise::Dtype;
  static double read(Dtype dtype, const std::byte* from, std::size_t at) {
    double x = 0;
    shardwise::kernels::detail::convert(dtype, Dtype::f64, &x, from + at * shardwise::size_of(dtype), 1);
    return x;
  }
  static void write(Dtype dtype, std::byte* to, std::size_t at, double x) {
    shardwise::kernels::detail::convert(Dtype::f64, dtype, to + at * shardwise::size_of(dtype), &x, 1);
  }
  // As its dtype rounds it.
  static double rounded(const Node& n, double x) {
    alignas(8) std::byte element[8];
    write(n.dtype, element, 0, x);
    return read(n.dtype, element, 0);
  }

  double load(const Node& n, std::size_t r, std::size_t j) const {
    const auto& s = call_.sources[std::size_t(n.source)];
    const std::size_t at = r / s.repeat % s.rows * s.stride + (n.kind == Kind::load ? j : 0);
    return read(n.dtype, f_.slot[s.value], at);
  }
  void store(const Node& n, std::size_t at, double x) { write(n.dtype, out(n), at, x); }
  void draw(std::size_t k, std::size_t r) {
    const auto run = shardwise::exec::run_from(f_, call_.drawings[std::size_t(node(k).equation)], r * call_.columns);
    std::vector<double>& to = drawn_[k];
    std::vector<float> floats(call_.columns);
    to.resize(call_.columns);
    shardwise::kernels::draw_run(*node(k).op, node(k).dtype, run, call_.columns,
                                 single() ? static_cast<void*>(floats.data()) : static_cast<void*>(to.data()));
    if (single()) to.assign(floats.begin(), floats.end());
  }
  double compute(const Node& n, const std::vector<double>& values) const {
    const auto at = [&](int k) {
      return k < 0 ? 0 : node(std::size_t(k)).cls == Class::row ? number_[std::size_t(k)] : values[std::size_t(k)];
    };
    if (n.op->name == "astype") return rounded(n, at(n.a));
    const double number = n.op->name == "divide_by_size" ? call_.values[std::size_t(n.equation)] : n.value;
    return rounded(n, n.op->eval(at(n.a), at(n.b), at(n.c), number));
  }
  void fold(const Node& n, double& sum, double x) const {
    if (shardwise::fused::is_sum(n.op))
      sum += x;
    else if (x != x || sum != sum)
      sum = std::nan("");
    else
      sum = n.op->name == "max" ? std::max(sum, x) : std::min(sum, x);
  }
  double neutral(const Node& n) const {
    if (shardwise::fused::is_sum(n.op)) return 0;
    return n.op->name == "max" ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
  }

  void pass(int s, std::size_t r, std::vector<std::vector<double>>& columns) {
    std::vector<From> from(g_.nodes.size());
    shardwise::plan_pass(g_.nodes, s, from);
    const auto to_number = [&](std::size_t k) {
      return from[k] == From::made && node(k).kind == Kind::reduce && node(k).cls != Class::columns;
    };
    std::vector<double> sum(g_.nodes.size());
    for (std::size_t k = 0; k < g_.nodes.size(); ++k) sum[k] = to_number(k) ? neutral(node(k)) : 0;
    for (std::size_t j = 0; j < call_.columns; ++j)
      for (bool loads : {true, false})
        for (std::size_t k = 0; k < g_.nodes.size(); ++k) {
          const Node& n = node(k);
          if (from[k] == From::nowhere || (n.kind == Kind::load) != loads) continue;
          if (loads) {
            value_[k] = load(n, r, j);
          } else if (from[k] == From::buffer) {
            value_[k] = buffer_[std::size_t(n.buffer)][j];
          } else if (from[k] == From::output) {
            value_[k] = read(n.dtype, out(n), r * call_.columns + j);
          } else if (n.kind == Kind::reduce) {
            const double x =
                node(std::size_t(n.a)).cls == Class::row ? number_[std::size_t(n.a)] : value_[std::size_t(n.a)];
            if (n.cls == Class::columns)
              columns[k][j] += x;
            else
              fold(n, sum[k], x);
          } else {
            value_[k] = n.kind == Kind::draw ? drawn_[k][j] : compute(n, value_);
            if (n.stage == s && n.buffer >= 0) buffer_[std::size_t(n.buffer)][j] = value_[k];
          }
          if (n.stage == s && n.output >= 0 && n.cls == Class::full) store(n, r * call_.columns + j, value_[k]);
        }
    for (std::size_t k = 0; k < g_.nodes.size(); ++k) {
      if (!to_number(k)) continue;
      if (node(k).cls == Class::total)
        total_[k] += sum[k];
      else
        number_[k] = rounded(node(k), sum[k]);
    }
  }
  std::byte* out(const Node& n) const { return f_.slot[call_.outputs[std::size_t(n.output)]]; }

  // The numbers of a row that are known after pass s.
  void numbers(int s) {
    for (std::size_t k = 0; k < g_.nodes.size(); ++k) {
      const Node& n = node(k);
      if (n.stage != s) continue;
      if (n.of_rows)
        total_[k] += number_[std::size_t(n.a)];
      else if (n.cls == Class::row && n.kind == Kind::compute)
        number_[k] = compute(n, number_);
    }
  }

  shardwise::exec::Frame& f_;
  const shardwise::FusedGroup& g_;
  const shardwise::exec::FusedCall& call_;
  std::vector<double> value_, number_, total_;
  std::vector<std::vector<double>> buffer_, drawn_;
};

}  // namespace test_support
