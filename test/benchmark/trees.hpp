// Trees of arrays from flat floats and back, for steps that a hand-written opponent keeps flat.
#pragma once

#include "bench.hpp"

namespace bench {

/// All floats of a tree of arrays, leaf after leaf, on this device.
template <class Tree> std::vector<float> flat(const Tree& tree) {
  std::vector<float> out;
  sw::tree_for_each([&](const auto& leaf) { out.insert(out.end(), leaf.span().begin(), leaf.span().end()); }, tree);
  return out;
}
/// Arrays of the types of a tree, whose extents are numbers, from flat floats.
template <class Types, class Mesh> auto arrays(const Mesh& mesh, const std::vector<float>& values) {
  std::size_t next = 0;
  return sw::tree_map(
      [&]<sw::fixed_string S>(sw::ArrayType<S> type) {
        sw::Shape shape;
        shape.rank = type.desc.rank;
        for (int i = 0; i < shape.rank; ++i) shape.dim[i] = std::size_t(type.desc.dims[i].extent.number);
        sw::HostArray<float> host(shape);
        std::copy_n(values.begin() + long(next), shape.size(), host.data.begin());
        next += shape.size();
        return sw::device_put<S>(mesh, host);
      },
      Types{});
}

/// How the parameters of two runs differ.
struct Difference {
  double mean = 0, most = 0;
  double moved = 0;  ///< how far they went from their start, on average

  Difference(const std::vector<float>& a, const std::vector<float>& b, const std::vector<float>& start) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      const double d = std::fabs(double(a[i]) - double(b[i])), n = double(a.size());
      mean += d / n, most = std::max(most, d), moved += std::fabs(double(b[i]) - double(start[i])) / n;
    }
  }
  /// Whether it is rounding. (The mean: Adam divides a gradient by its own size, so that a weight whose gradient is
  /// next to nothing moves by the rate, up or down as rounding has it.)
  bool rounding() const { return mean < 1e-4 * moved; }
  std::string text() const {
    return fmt::format("(weights moved by {:.1e}, differ by {:.1e}, at most {:.1e}){}", moved, mean, most,
                       rounding() ? "" : " DIFFERENT RESULTS");
  }
};

/// Measures a step against the one written by hand; true if weights and losses, found before, agree.
inline bool steps_agree(sw::World& world, const Options& options, const std::string& name, const std::string& config,
                        const std::function<void()>& ours, const std::function<void()>& by_hand,
                        const Difference& difference, float loss, float hand_loss) {
  const bool agree = difference.rounding() && std::fabs(loss - hand_loss) < 1e-5f * std::fabs(hand_loss);
  const std::vector<Times> t = interleave(world, options, {ours, by_hand});
  const double link = sw::link_probe(world);
  if (world.rank() == 0)
    report(options, {name,
                     config,
                     t[0].median,
                     t[1].median,
                     1.03,
                     {{"link_us", link}, ratio_of_least(t[0], t[1]), {"loss", loss}},
                     difference.text()});
  return agree;
}

}  // namespace bench
