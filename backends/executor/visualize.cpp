#include <shardwise/backends/executor/visualize.hpp>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>

#include <shardwise/backends/executor/error.hpp>

namespace shardwise {
namespace {

using detail::ShardingGrid;
using Lines = std::vector<std::string>;

/// What neighbouring blocks are told apart by: a background of the 256 colours, the same for SVG.
struct Colour {
  int ansi;
  const char* hex;
};
constexpr Colour palette[] = {{110, "#87afd7"}, {151, "#afd7af"}, {186, "#d7d787"}, {182, "#d7afd7"},
                              {116, "#87d7d7"}, {180, "#d7af87"}, {146, "#afafd7"}, {174, "#d78787"}};
const Colour& colour_of(std::size_t row, std::size_t column) {
  return palette[(3 * row + column) % std::size(palette)];
}

constexpr int roomy = 24;  ///< characters of a cell that need not be wider

int longest(const Lines& texts) {
  std::size_t n = 0;
  for (const std::string& text : texts) n = std::max(n, text.size());
  return int(n);
}

std::string centred(const std::string& text, int width) {
  const int space = std::max(0, width - int(text.size()));
  return std::string(std::size_t(space / 2), ' ') + text + std::string(std::size_t(space - space / 2), ' ');
}

std::string repeated(const char* text, int n) {
  std::string all;
  for (int i = 0; i < n; ++i) all += text;
  return all;
}

/// Sizes of all cells in characters, and how their text is written.
struct CellSize {
  int width = 0, height = 1;
  bool word = true;           ///< `DEVICE 0`, not `0`
  bool column_labels = true;  ///< they fit
};

Lines cell_lines(const std::string& devices, const CellSize& cell) {
  return detail::wrapped(cell.word ? "DEVICE " + devices : devices, std::max(1, cell.width - 2));
}

/// The longest part of a text that is not broken.
int longest_word(const std::string& devices) { return longest(detail::wrapped(devices, 1)); }

/// Cells as wide as their text wants and the line allows, and in the array's proportions where there is room. May be
/// wider than the line: see fits.
CellSize cell_size(const ShardingGrid& grid, int width) {
  const int columns = int(grid.column_labels.size()), rows = int(grid.row_labels.size());
  constexpr int word = 7;  // "DEVICE "
  int wanted = 0, least = 1;
  for (const Lines& row : grid.cells)
    for (const std::string& devices : row) {
      least = std::max(least, longest_word(devices));
      wanted = std::max(wanted, word + int(devices.size()));
    }
  wanted = std::min(wanted, std::max(roomy, word + least));
  const int labels = longest(grid.column_labels);
  const int room = (width - longest(grid.row_labels) - 2) / columns - 1;  // for one cell, without its border

  CellSize cell;
  cell.width = std::max(wanted, labels) + 2;
  if (cell.width > room) {
    cell.word = word + least + 2 <= room;
    cell.width = std::max(room, least + 2);
    cell.column_labels = labels <= cell.width;
  }
  for (const Lines& row : grid.cells)
    for (const std::string& devices : row) cell.height = std::max(cell.height, int(cell_lines(devices, cell).size()));

  // A character is about twice as high as wide.
  if (grid.aspect > 0) {
    const double ratio = 2 * grid.aspect * rows / columns;  // of one cell's width to its height
    cell.width = std::max(cell.width, std::min({int(std::ceil(std::min(ratio, 1e3) * cell.height)), roomy, room}));
    if (rows <= 4) cell.height = std::max(cell.height, int(std::min(std::round(cell.width / ratio), 3.0)));
  }
  return cell;
}

bool fits(const ShardingGrid& grid, const CellSize& cell, int width) {
  return longest(grid.row_labels) + 2 + int(grid.column_labels.size()) * (cell.width + 1) <= width;
}

/// One horizontal border: `┌───┬───┐`.
std::string border(std::size_t columns, int cell_width, const char* left, const char* cross, const char* right) {
  std::string line = left;
  for (std::size_t i = 0; i < columns; ++i) {
    if (i) line += cross;
    line += repeated("─", cell_width);
  }
  return line + right;
}

/// Line `i` of `height` lines in which a text stands in the middle.
std::string line_of(const Lines& text, int i, int height) {
  const int first = (height - int(text.size())) / 2;
  return i < first || i >= first + int(text.size()) ? "" : text[std::size_t(i - first)];
}

}  // namespace

std::string sharding_text(const TypeDesc& type, const Shape& shape, const MeshShape& mesh, DrawingStyle style) {
  ShardingGrid grid = detail::sharding_grid(type, shape, mesh);
  CellSize cell = cell_size(grid, style.width);
  if (!fits(grid, cell, style.width)) {
    grid = detail::sharding_grid(type, shape, mesh, detail::GridForm::list);
    cell = cell_size(grid, style.width);
  }
  const std::size_t columns = grid.column_labels.size();
  const int labels = longest(grid.row_labels);
  const std::string margin(std::size_t(labels ? labels + 1 : 0), ' ');

  std::string text = grid.title + '\n';
  if (!grid.note.empty()) text += grid.note + '\n';
  if (cell.column_labels && longest(grid.column_labels) > 0) {
    std::string line = margin;
    for (const std::string& label : grid.column_labels) line += ' ' + centred(label, cell.width);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  text += margin + border(columns, cell.width, "┌", "┬", "┐") + '\n';
  for (std::size_t r = 0; r < grid.cells.size(); ++r) {
    if (r) text += margin + border(columns, cell.width, "├", "┼", "┤") + '\n';
    for (int i = 0; i < cell.height; ++i) {
      if (labels) text += fmt::format("{:>{}} ", line_of({grid.row_labels[r]}, i, cell.height), labels);
      text += "│";
      for (std::size_t c = 0; c < columns; ++c) {
        const std::string inside = centred(line_of(cell_lines(grid.cells[r][c], cell), i, cell.height), cell.width);
        text += style.colour ? fmt::format("\x1b[38;5;16;48;5;{}m{}\x1b[0m", colour_of(r, c).ansi, inside) : inside;
        text += "│";
      }
      text += '\n';
    }
  }
  text += margin + border(columns, cell.width, "└", "┴", "┘") + '\n';
  if (!cell.word) text += "numbers: devices\n";
  for (const std::string& line : grid.legend) text += line + '\n';
  return text;
}

namespace {
std::string escaped(const std::string& text) {
  std::string out;
  for (char c : text) switch (c) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  return out;
}
}  // namespace

std::string sharding_svg(const TypeDesc& type, const Shape& shape, const MeshShape& mesh) {
  const ShardingGrid grid = detail::sharding_grid(type, shape, mesh);
  const CellSize cell = cell_size(grid, 1 << 20);
  constexpr int letter = 8, line = 18, edge = 12;  // pixels of a character, of a line, of the margin
  const int width = cell.width * letter, height = std::max(2, cell.height) * line;
  const int left = edge + longest(grid.row_labels) * letter + (longest(grid.row_labels) ? 6 : 0);
  const int top = edge + line * (1 + !grid.note.empty() + (longest(grid.column_labels) > 0)) + 6;
  const int columns = int(grid.column_labels.size()), rows = int(grid.row_labels.size());
  const int below = top + rows * height + 6;
  int letters = std::max(int(grid.title.size()), int(grid.note.size()));
  letters = std::max(letters, longest(grid.legend));
  const int all_width = std::max(left + columns * width, edge + letters * letter) + edge;
  const int all_height = below + int(grid.legend.size()) * line + edge;

  std::string out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"monospace\" font-size=\"13\">\n<title>{2}</title>\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
      all_width, all_height, escaped(grid.title));
  const auto write = [&](const std::string& text, int x, int y, const char* anchor) {
    if (!text.empty())
      out += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor, escaped(text));
  };
  const int baseline = 13;  // of a line, from its top
  write(grid.title, edge, edge + baseline, "start");
  write(grid.note, edge, edge + line + baseline, "start");
  for (int c = 0; c < columns; ++c)
    write(grid.column_labels[std::size_t(c)], left + c * width + width / 2, top - line - 3 + baseline, "middle");
  for (int r = 0; r < rows; ++r) {
    write(grid.row_labels[std::size_t(r)], left - 6, top + r * height + height / 2 + 5, "end");
    for (int c = 0; c < columns; ++c) {
      out +=
          fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"#333333\"/>\n",
                      left + c * width, top + r * height, width, height, colour_of(std::size_t(r), std::size_t(c)).hex);
      const Lines texts = cell_lines(grid.cells[std::size_t(r)][std::size_t(c)], cell);
      const int first = top + r * height + (height - int(texts.size()) * line) / 2 + baseline;
      for (std::size_t i = 0; i < texts.size(); ++i)
        write(texts[i], left + c * width + width / 2, first + int(i) * line, "middle");
    }
  }
  for (std::size_t i = 0; i < grid.legend.size(); ++i)
    write(grid.legend[i], edge, below + int(i) * line + baseline, "start");
  return out + "</svg>\n";
}

namespace detail {
namespace {
// Taken before main, so that a std::cout which somebody leads elsewhere is no terminal.
std::ios_base::Init streams;
const std::streambuf* const real_output = std::cout.rdbuf();
const std::streambuf* const real_error = std::cerr.rdbuf();
const std::streambuf* const real_log = std::clog.rdbuf();
}  // namespace

std::ostream& standard_output() { return std::cout; }

DrawingStyle style_for(const std::ostream& out) {
  DrawingStyle style;
  const std::streambuf* to = out.rdbuf();
  const int file = to == real_output ? STDOUT_FILENO : to == real_error || to == real_log ? STDERR_FILENO : -1;
  if (file < 0 || !isatty(file)) return style;
  const char *plain = std::getenv("NO_COLOR"), *terminal = std::getenv("TERM");
  style.colour = !(plain && *plain) && !(terminal && std::strcmp(terminal, "dumb") == 0);
  winsize size{};
  if (ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20) style.width = size.ws_col;
  return style;
}

void draw_sharding(const TypeDesc& type, const Shape& shape, const MeshInfo& mesh, std::ostream& out,
                   const DrawingStyle* style) {
  if (mesh.rank() != 0) return;
  out << sharding_text(type, shape, MeshShape(mesh), style ? *style : style_for(out)) << std::flush;
}

void draw_sharding(const TypeDesc& type, const Shape& shape, const MeshInfo& mesh, const ToFile& file) {
  if (mesh.rank() != 0) return;
  std::filesystem::path path = file.path;
  if (path.extension() != ".svg") {
    if (path.filename().empty()) path /= "sharding";
    throw Error(fmt::format("visualize_array_sharding: the drawing is SVG; name the file \"{}\"",
                            path.replace_extension(".svg").string()));
  }
  errno = 0;
  std::ofstream out(path);
  out << sharding_svg(type, shape, MeshShape(mesh));
  out.close();
  if (!out)
    throw Error(fmt::format("visualize_array_sharding: cannot write \"{}\": {}", file.path, std::strerror(errno)));
}

}  // namespace detail
}  // namespace shardwise
