#include <shardwise/backends/executor/sharding_grid.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include <shardwise/backends/executor/array.hpp>
#include <shardwise/backends/executor/error.hpp>
#include <shardwise/dsl/type/notation.hpp>

namespace shardwise {

MeshShape::MeshShape(std::initializer_list<NamedSize> named) {
  for (const NamedSize& axis : named) {
    const Name name(axis.name);
    if (axis.size.value < 1 || axis.size.value > (1 << 30))
      throw Error(fmt::format("mesh: axis {} has size {}; an axis has at least 1 device", axis.name, axis.size.value));
    if (axes.has(name)) throw Error(fmt::format("mesh: axis {} is given twice", axis.name));
    if (axes.size == AxisList::capacity) throw Error("mesh: more than 4 axes");
    axes.push(name);
    sizes.push_back(int(axis.size.value));
  }
}

MeshShape::MeshShape(const MeshInfo& mesh) : axes(mesh.axes()) {
  for (Name axis : axes) sizes.push_back(mesh.size(axis));
}

int MeshShape::devices() const { return std::accumulate(sizes.begin(), sizes.end(), 1, std::multiplies<>()); }

std::string MeshShape::description() const {
  std::string text = "Mesh<";
  for (int i = 0; i < axes.size; ++i)
    text += fmt::format("{}{}:{}", i ? "," : "", to_string(axes.axes[i]), sizes[std::size_t(i)]);
  return text + '>';
}

namespace detail {
namespace {

/// A device's index over several axes, the first being the major one.
int index_of(const MeshShape& mesh, const AxisList& axes, int device) {
  int coordinates[AxisList::capacity]{};
  for (int i = mesh.axes.size; i-- > 0; device /= mesh.sizes[std::size_t(i)])
    coordinates[i] = device % mesh.sizes[std::size_t(i)];
  int index = 0;
  for (Name axis : axes)
    for (int i = 0; i < mesh.axes.size; ++i)
      if (mesh.axes.axes[i] == axis) index = index * mesh.sizes[std::size_t(i)] + coordinates[i];
  return index;
}

int size_of(const MeshShape& mesh, const AxisList& axes) {
  int product = 1;
  for (Name axis : axes)
    for (int i = 0; i < mesh.axes.size; ++i)
      if (mesh.axes.axes[i] == axis) product *= mesh.sizes[std::size_t(i)];
  return product;
}

void check(const TypeDesc& type, const Shape& shape, const MeshShape& mesh) {
  if (type.rank != shape.rank)
    throw Error(fmt::format("{}: {} extents for rank {}", to_string(type), shape.rank, type.rank));
  AxisUnion mentioned;
  mentioned.add(type);
  for (Name axis : mentioned)
    if (!mesh.axes.has(axis))
      throw Error(fmt::format("{}: axis {} is not in {}", to_string(type), to_string(axis), mesh.description()));
  for (int d = 0; d < type.rank; ++d)
    if (const auto n = std::size_t(size_of(mesh, type.dims[d].axes)); shape[d] % n != 0)
      throw Error(
          fmt::format("{}: dimension {} has extent {}, which {} does not divide", to_string(type), d, shape[d], n));
}

std::string axes_text(const AxisList& axes) {
  Text text;
  text << axes;
  return std::string(text.view());
}

std::string range_text(std::size_t block, std::size_t extent) {
  return fmt::format("{}:{}", block * extent, (block + 1) * extent);
}

/// `0,1`; more than 16 with their runs shortened, `0-31`.
std::string copies_text(const std::vector<int>& devices) {
  const bool shorten = devices.size() > 16;
  std::string text;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    std::size_t last = i;
    while (shorten && last + 1 < devices.size() && devices[last + 1] == devices[last] + 1) ++last;
    text += text.empty() ? "" : ",";
    if (last > i + 1) {
      text += fmt::format("{}-{}", devices[i], devices[last]);
      i = last;
    } else {
      text += std::to_string(devices[i]);
    }
  }
  return text;
}

/// The devices of one block by what they hold of it: copies, terms of a pending sum, values of their own.
std::string holders_text(const TypeDesc& type, const MeshShape& mesh, const std::vector<int>& devices) {
  const auto by = [&](const AxisList& axes, const std::vector<int>& all) {
    std::vector<std::vector<int>> groups(std::size_t(size_of(mesh, axes)));
    for (int device : all) groups[std::size_t(index_of(mesh, axes, device))].push_back(device);
    return groups;
  };
  std::string text;
  for (const auto& own : by(type.varying, devices)) {
    std::string terms;
    const auto groups = by(type.unreduced, own);
    const bool sum = type.pending == PendingKind::sum;
    for (const auto& copies : groups) terms += (terms.empty() ? "" : sum ? " + " : " ; ") + copies_text(copies);
    if (!sum && groups.size() > 1)
      terms = fmt::format("{}({})", type.pending == PendingKind::max ? "max" : "min", terms);
    text += (text.empty() ? "" : " | ") + terms;
  }
  return text;
}

std::vector<std::string> legend_of(const TypeDesc& type, const MeshShape& mesh) {
  std::vector<std::string> lines;
  AxisList copies;
  for (int i = 0; i < mesh.axes.size; ++i) {
    const Name axis = mesh.axes.axes[i];
    if (mesh.sizes[std::size_t(i)] > 1 && (!type.mentions(axis) || type.reduced.has(axis))) copies.push(axis);
  }
  const bool terms = size_of(mesh, type.unreduced) > 1, own = size_of(mesh, type.varying) > 1;
  if (own) lines.push_back("a | b: each its own values, varying over " + axes_text(type.varying));
  if (terms && type.pending == PendingKind::sum)
    lines.push_back("a + b: the terms of a sum that is pending over " + axes_text(type.unreduced));
  if (terms && type.pending != PendingKind::sum)
    lines.push_back(fmt::format("{0}(a ; b): the candidates for a {0}imum that is pending over {1}",
                                type.pending == PendingKind::max ? "max" : "min", axes_text(type.unreduced)));
  if (copies.size && (terms || own)) lines.push_back("a,b: copies over " + axes_text(copies));
  return lines;
}

std::string title_of(const TypeDesc& type, const Shape& shape, const MeshShape& mesh) {
  std::string text = to_string(type);
  bool numbers = true;
  for (int i = 0; i < type.rank; ++i) numbers &= type.dims[i].extent.is_number();
  if (!numbers) text += ' ' + to_string(shape);
  return text + " on " + mesh.description();
}

}  // namespace

ShardingGrid sharding_grid(const TypeDesc& type, const Shape& shape, const MeshShape& mesh, GridForm form) {
  check(type, shape, mesh);
  ShardingGrid grid;
  grid.title = title_of(type, shape, mesh);
  grid.legend = legend_of(type, mesh);

  // Blocks along each dimension, and the devices of each block, row by row.
  std::vector<std::size_t> counts, extents;
  std::size_t blocks = 1;
  for (int d = 0; d < type.rank; ++d) {
    counts.push_back(std::size_t(size_of(mesh, type.dims[d].axes)));
    extents.push_back(shape[d] / counts.back());
    blocks *= counts.back();
  }
  std::vector<std::vector<int>> devices(blocks);
  for (int device = 0; device < mesh.devices(); ++device) {
    std::size_t block = 0;
    for (int d = 0; d < type.rank; ++d)
      block = block * counts[std::size_t(d)] + std::size_t(index_of(mesh, type.dims[d].axes, device));
    devices[block].push_back(device);
  }

  // The dimensions that are drawn. The others have one block each, so blocks in order fill the grid row by row.
  std::vector<int> drawn;
  for (int d = 0; d < type.rank; ++d)
    if (type.rank <= 2 || counts[std::size_t(d)] > 1) drawn.push_back(d);
  std::size_t rows = 1, columns = 1;
  if (drawn.size() > 2 || form == GridForm::list) {
    rows = blocks;
    grid.note = "a row for each block";
    for (std::size_t b = 0; b < blocks; ++b) {
      std::string label;
      std::size_t rest = b;
      for (int d = type.rank; d-- > 0; rest /= counts[std::size_t(d)])
        label = range_text(rest % counts[std::size_t(d)], extents[std::size_t(d)]) + (label.empty() ? "" : ",") + label;
      grid.row_labels.push_back('[' + label + ']');
    }
    grid.column_labels = {""};
    grid.aspect = 0;
  } else {
    const int down = drawn.size() == 2 ? drawn[0] : -1, across = drawn.empty() ? -1 : drawn.back();
    const auto labels = [&](int d) {
      std::vector<std::string> texts;
      for (std::size_t b = 0; b < counts[std::size_t(d)]; ++b) texts.push_back(range_text(b, extents[std::size_t(d)]));
      return texts;
    };
    grid.row_labels = down < 0 ? std::vector<std::string>{""} : labels(down);
    grid.column_labels = across < 0 ? std::vector<std::string>{""} : labels(across);
    rows = grid.row_labels.size();
    columns = grid.column_labels.size();
    if (type.rank > 2) {
      grid.note = "the other dimensions are whole";
      if (across >= 0) grid.note = fmt::format("dimension {} across; ", across) + grid.note;
      if (down >= 0) grid.note = fmt::format("dimension {} down, ", down) + grid.note;
      if (across < 0) grid.note = "all dimensions are whole";
    }
    const double height = down < 0 ? 1 : double(std::max<std::size_t>(shape[down], 1));
    grid.aspect = across < 0 ? 1 : double(std::max<std::size_t>(shape[across], 1)) / height;
  }
  grid.cells.resize(rows);
  for (std::size_t b = 0; b < blocks; ++b) grid.cells[b / columns].push_back(holders_text(type, mesh, devices[b]));
  return grid;
}

std::vector<std::string> wrapped(const std::string& devices, int width) {
  std::vector<std::string> lines{""};
  std::size_t begin = 0;
  while (begin < devices.size()) {
    std::size_t end = devices.find_first_of(", ", begin);
    end = end == std::string::npos ? devices.size() : end + 1;
    const std::string word = devices.substr(begin, end - begin);
    const std::size_t needed = word.size() - (word.back() == ' ' ? 1 : 0);  // a space at the end of a line is dropped
    if (!lines.back().empty() && lines.back().size() + needed > std::size_t(width)) lines.emplace_back();
    lines.back() += word;
    begin = end;
  }
  for (std::string& line : lines)
    while (!line.empty() && line.back() == ' ') line.pop_back();
  return lines;
}

}  // namespace detail
}  // namespace shardwise
