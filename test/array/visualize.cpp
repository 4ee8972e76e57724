// Drawings of which devices hold which block.
#include <catch2/catch.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include <shardwise/array.hpp>
#include <shardwise/launch.hpp>
#include <shardwise/visualize.hpp>
#include <support/devices.hpp>

namespace {

namespace sw = shardwise;
inline constexpr sw::Axis<"X"> X;
inline constexpr sw::Axis<"Y"> Y;

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
  std::istringstream in(text);
  Lines all;
  for (std::string line; std::getline(in, line);) all.push_back(line);
  return all;
}

std::string drawing(std::string_view notation, const sw::Shape& shape, const sw::MeshShape& mesh, int width = 80) {
  return sw::sharding_text(sw::type_of(notation), shape, mesh, {false, width});
}

/// A text of whole lines, written in a test without their ends.
std::string text(std::initializer_list<const char*> lines) {
  std::string all;
  for (const char* line : lines) all.append(line).append("\n");
  return all;
}

/// The characters that a UTF-8 line shows.
int characters(const std::string& line) {
  int n = 0;
  for (char c : line) n += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return n;
}

/// The numbers in a text.
std::vector<int> numbers(const std::string& text) {
  std::vector<int> all;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end]))) ++end;
    if (end > i) all.push_back(std::stoi(text.substr(i, end - i)));
    i = end + (end == i);
  }
  return all;
}

const char* const layouts[] = {
    "f32[]",           "f32[]{U:X}",      "f32[]{U:(X,Y)}",      "f32[8]",          "f32[8@X]",
    "f32[8@Y]",        "f32[8@(X,Y)]",    "f32[8@(Y,X)]",        "f32[8@X]{U:Y}",   "f32[8@Y]{R:X}",
    "f32[0@X]",        "f32[4@X,8]",      "f32[4@X,8@Y]",        "f32[4@Y,8@X]",    "f32[4,8@(X,Y)]",
    "f32[4@(Y,X),8]",  "f32[4,8]{U:X}",   "f32[4,8@X]{R:Y}",     "f32[8@Y,1]{U:X}", "f32[4,8]{Umax:X}",
    "f32[4@X,8]{V:Y}", "f32[4@Y,0@X]",    "f32[4@X,4,4]",        "f32[4@Y,4,4@X]",  "f32[4@(X,Y),2,2]",
    "f32[2,2,2,4@X]",  "f32[1,4@Y]{V:X}", "f32[4,4]{Umin:(X,Y)}"};

}  // namespace

TEST_CASE("blocks of a matrix") {
  CHECK(drawing("f32[8@X,64]", {8, 64}, {{"X", 2}}) ==  //
        text({"f32[8@X,64] on Mesh<X:2>",               //
              "               0:64",                    //
              "    ┌────────────────────────┐",         //
              "0:4 │        DEVICE 0        │",         //
              "    ├────────────────────────┤",         //
              "4:8 │        DEVICE 1        │",         //
              "    └────────────────────────┘"}));
  CHECK(drawing("f32[4@X,batch@Y]", {4, 64}, {{"X", 2}, {"Y", 2}}) ==
        text({"f32[4@X,batch@Y] [4,64] on Mesh<X:2,Y:2>", "               0:32                    32:64",
              "    ┌────────────────────────┬────────────────────────┐",
              "0:2 │        DEVICE 0        │        DEVICE 1        │",
              "    ├────────────────────────┼────────────────────────┤",
              "2:4 │        DEVICE 2        │        DEVICE 3        │",
              "    └────────────────────────┴────────────────────────┘"}));
}

TEST_CASE("axes in either order, and on one dimension") {
  const sw::MeshShape mesh{{"X", 2}, {"Y", 2}};
  CHECK(drawing("f32[8@(X,Y)]", {8}, mesh) ==  //
        text({"f32[8@(X,Y)] on Mesh<X:2,Y:2>", "    0:2        2:4        4:6        6:8",
              "┌──────────┬──────────┬──────────┬──────────┐", "│          │          │          │          │",
              "│ DEVICE 0 │ DEVICE 1 │ DEVICE 2 │ DEVICE 3 │", "│          │          │          │          │",
              "└──────────┴──────────┴──────────┴──────────┘"}));
  const auto cells = [&](std::string_view t, const sw::Shape& shape) {
    return sw::detail::sharding_grid(sw::type_of(t), shape, mesh).cells;
  };
  using Cells = std::vector<Lines>;
  CHECK(cells("f32[8@(Y,X)]", {8}) == Cells{{"0", "2", "1", "3"}});
  CHECK(cells("f32[8@(X,Y),4]", {8, 4}) == Cells{{"0"}, {"1"}, {"2"}, {"3"}});
  CHECK(cells("f32[8@Y,4@X]", {8, 4}) == Cells{{"0", "2"}, {"1", "3"}});
  CHECK(cells("f32[8,4@Y]", {8, 4}) == Cells{{"0,2", "1,3"}});
  CHECK(cells("f32[8,4]", {8, 4}) == Cells{{"0,1,2,3"}});
}

TEST_CASE("one block names all its devices; states say what they hold") {
  CHECK(drawing("f32[]", {}, {{"X", 2}}) ==  //
        text({"f32[] on Mesh<X:2>",          //
              "┌────────────┐",              //
              "│            │",              //
              "│ DEVICE 0,1 │",              //
              "│            │",              //
              "└────────────┘"}));
  CHECK(drawing("f32[32]{U:X, R:Y}", {32}, {{"X", 2}, {"Y", 2}}) ==
        text({"f32[32]{U:X, R:Y} on Mesh<X:2,Y:2>",  //
              "           0:32",                     //
              "┌────────────────────────┐",          //
              "│    DEVICE 0,1 + 2,3    │",          //
              "└────────────────────────┘",          //
              "a + b: the terms of a sum that is pending over X", "a,b: copies over Y"}));
  const auto text_of = [](std::string_view t) { return drawing(t, {8}, {{"X", 2}, {"Y", 2}}); };
  CHECK(text_of("f32[8]{Umax:Y}").find("DEVICE max(0,2 ; 1,3)") != std::string::npos);
  CHECK(text_of("f32[8]{Umax:Y}").find("candidates for a maximum that is pending over Y") != std::string::npos);
  CHECK(text_of("f32[8]{Umin:(X,Y)}").find("DEVICE min(0 ; 1 ;") != std::string::npos);  // and 2, 3 below
  CHECK(text_of("f32[8]{V:Y}").find("DEVICE 0,2 | 1,3") != std::string::npos);
  CHECK(text_of("f32[8]{V:X, U:Y}").find("DEVICE 0 + 1 | 2 + 3") != std::string::npos);
  CHECK(text_of("f32[8]{R:X}").find("DEVICE 0,1,2,3") != std::string::npos);
  // An axis of size 1 has one term, and no sign.
  CHECK(drawing("f32[8@Y]{U:X}", {8}, {{"X", 1}, {"Y", 1}}).find("+") == std::string::npos);
  // Many devices: runs are short, what is no run is broken into lines.
  CHECK(drawing("f32[8]", {8}, {{"X", 64}}).find("DEVICE 0-63") != std::string::npos);
  const std::string strided = drawing("f32[8@Y]", {8}, {{"X", 32}, {"Y", 2}});
  for (int device = 0; device < 64; ++device) {
    const std::vector<int> all = numbers(strided);
    CHECK(std::count(all.begin(), all.end(), device) >= 1);
  }
}

TEST_CASE("higher ranks show the split dimensions, or a row for each block") {
  CHECK(drawing("f32[8,4@X,2]", {8, 4, 2}, {{"X", 2}}) ==
        text({"f32[8,4@X,2] on Mesh<X:2>",                           //
              "dimension 1 across; the other dimensions are whole",  //
              "    0:2        2:4",                                  //
              "┌──────────┬──────────┐",                             //
              "│          │          │",                             //
              "│ DEVICE 0 │ DEVICE 1 │",                             //
              "│          │          │",                             //
              "└──────────┴──────────┘"}));
  CHECK(drawing("f32[2@Z,4@X,2@Y]", {2, 4, 2}, {{"X", 2}, {"Y", 2}, {"Z", 1}}).find("dimension 1 down, dimension 2") !=
        std::string::npos);
  CHECK(drawing("f32[2@Y,2@X,2@Z]", {2, 2, 2}, {{"X", 2}, {"Y", 2}, {"Z", 2}}) ==
        text({"f32[2@Y,2@X,2@Z] on Mesh<X:2,Y:2,Z:2>",  //
              "a row for each block",                   //
              "              ┌──────────┐",             //
              "[0:1,0:1,0:1] │ DEVICE 0 │",             //
              "              ├──────────┤",             //
              "[0:1,0:1,1:2] │ DEVICE 1 │",             //
              "              ├──────────┤",             //
              "[0:1,1:2,0:1] │ DEVICE 4 │",             //
              "              ├──────────┤",             //
              "[0:1,1:2,1:2] │ DEVICE 5 │",             //
              "              ├──────────┤",             //
              "[1:2,0:1,0:1] │ DEVICE 2 │",             //
              "              ├──────────┤",             //
              "[1:2,0:1,1:2] │ DEVICE 3 │",             //
              "              ├──────────┤",             //
              "[1:2,1:2,0:1] │ DEVICE 6 │",             //
              "              ├──────────┤",             //
              "[1:2,1:2,1:2] │ DEVICE 7 │",             //
              "              └──────────┘"}));
}

TEST_CASE("what is wider than the line is drawn with numbers, then as rows") {
  const std::string narrow = drawing("f32[100000,16@X]", {100000, 16}, {{"X", 4}}, 40);
  CHECK(narrow.find("DEVICE") == std::string::npos);
  CHECK(narrow.find("│   0   │   1   │   2   │   3   │") == std::string::npos);  // the label takes its part
  CHECK(narrow.find("numbers: devices") != std::string::npos);
  CHECK(drawing("f32[4000000000000@X,1]", {4000000000000, 1}, {{"X", 2}}).find("DEVICE 1") != std::string::npos);
  CHECK(drawing("f32[1,4000000000000@X]", {1, 4000000000000}, {{"X", 2}}).find("DEVICE 1") != std::string::npos);
  const std::string rows = drawing("f32[4,64@X]", {4, 64}, {{"X", 32}}, 60);
  CHECK(rows.find("a row for each block") != std::string::npos);
  CHECK(rows.find("[0:4,62:64] │ DEVICE 31 │") != std::string::npos);
  for (const std::string& all : {narrow, rows})
    for (const std::string& line : lines_of(all)) CHECK(characters(line) <= 60);
}

TEST_CASE("every drawing is a box of even lines that names every device once") {
  const sw::MeshShape meshes[] = {
      {{"X", 2}, {"Y", 2}}, {{"Y", 2}, {"X", 1}}, {{"X", 2}, {"Y", 1}}, {{"Y", 2}, {"X", 2}}};
  for (const sw::MeshShape& mesh : meshes)
    for (const char* layout : layouts) {
      const sw::TypeDesc type = sw::type_of(layout);
      sw::Shape shape;
      shape.rank = type.rank;
      for (int d = 0; d < type.rank; ++d) shape.dim[d] = std::size_t(type.dims[d].extent.number);
      for (int width : {80, 30}) {
        const std::string all = sw::sharding_text(type, shape, mesh, {false, width});
        INFO(all);
        std::set<int> widths;
        std::string inside;
        for (const std::string& line : lines_of(all)) {
          const auto first = line.find("│");
          if (first != std::string::npos) inside += line.substr(first) + '\n';
          if (first != std::string::npos || line.find("┌") != std::string::npos ||
              line.find("├") != std::string::npos || line.find("└") != std::string::npos)
            widths.insert(characters(line));
        }
        CHECK(widths.size() == 1);
        std::vector<int> named = numbers(inside), expected;
        std::sort(named.begin(), named.end());
        for (int device = 0; device < mesh.devices(); ++device) expected.push_back(device);
        CHECK(named == expected);
        CHECK(all.find("\x1b") == std::string::npos);
      }
    }
}

TEST_CASE("the blocks drawn are those that devices hold") {
  for (int x : {1, 2, 4})
    sw::launch(4, [x](sw::World& world) {
      const auto mesh = sw::make_mesh(world, {x, 4 / x}, X, Y);
      for (const char* layout : layouts) {
        const sw::TypeDesc type = sw::type_of(layout);
        sw::Shape shape;
        shape.rank = type.rank;
        bool divides = true;
        for (int d = 0; d < type.rank; ++d) {
          shape.dim[d] = std::size_t(type.dims[d].extent.number);
          divides &= shape.dim[d] % std::size_t(mesh.info()->size(type.dims[d].axes)) == 0;
        }
        if (!divides) continue;
        const auto grid =
            sw::detail::sharding_grid(type, shape, sw::MeshShape(*mesh.info()), sw::detail::GridForm::list);
        const sw::Shape local = sw::local_shape(*mesh.info(), type, shape, layout);
        for (int device = 0; device < 4; ++device) {
          const sw::Shape offset = sw::block_offset(*mesh.info(), type, local, device);
          std::string label;
          for (int d = 0; d < type.rank; ++d)
            label.append(d ? "," : "")
                .append(std::to_string(offset[d]))
                .append(":")
                .append(std::to_string(offset[d] + local[d]));
          label = "[" + label + "]";
          // Empty blocks look alike: the device is in one of them.
          int found = 0;
          for (std::size_t row = 0; row < grid.cells.size(); ++row)
            for (int named : numbers(grid.cells[row][0]))
              if (named == device) found += grid.row_labels[row] == label ? 1 : 100;
          CHECK_ON_DEVICE(found == 1);
        }
      }
    });
}

TEST_CASE("one device prints, to any stream, without escape codes") {
  std::ostringstream out, coloured;
  const std::string file = (std::filesystem::temp_directory_path() / "shardwise_visualize.svg").string();
  sw::launch(2, [&](sw::World& world) {
    const auto mesh = sw::make_mesh(world, X);
    const auto x = sw::full<"f32[batch@X,4]">(mesh, 1, {{"batch", 8}});
    sw::visualize_array_sharding(x, out);
    sw::visualize_sharding<"f32[batch@X,4]">(mesh, {{"batch", 8}}, out);
    sw::visualize_array_sharding(x, sw::ToFile(file));
    sw::visualize_array_sharding(x, coloured, {.colour = true});
    if (world.rank() == 0) {
      FAILS_WITH("name the file \"x.svg\"", (sw::visualize_array_sharding(x, "x.png"), 0));
      FAILS_WITH("cannot write \"/nowhere/x.svg\": No such file",
                 (sw::visualize_array_sharding(x, sw::ToFile("/nowhere/x.svg")), 0));
      const sw::Array<sw::type<"f32[8]">> empty;
      FAILS_WITH("f32[8]", (sw::visualize_array_sharding(empty, out), 0));
    }
  });
  const std::string once = drawing("f32[batch@X,4]", {8, 4}, {{"X", 2}});
  CHECK(out.str() == once + once);
  CHECK(coloured.str() == sw::sharding_text(sw::type_of("f32[batch@X,4]"), {8, 4}, {{"X", 2}}, {true, 80}));
  std::ifstream in(file);
  CHECK(std::string(std::istreambuf_iterator<char>(in), {}) ==
        sw::sharding_svg(sw::type_of("f32[batch@X,4]"), {8, 4}, {{"X", 2}}));
  std::filesystem::remove(file);
}

TEST_CASE("layouts that do not fit are errors") {
  CHECK_THROWS_WITH(drawing("f32[8@Z]", {8}, {{"X", 2}}), "f32[8@Z]: axis Z is not in Mesh<X:2>");
  CHECK_THROWS_WITH(drawing("f32[9@X]", {9}, {{"X", 2}}),
                    "f32[9@X]: dimension 0 has extent 9, which 2 does not divide");
  CHECK_THROWS_WITH(drawing("f32[8@X]", {8, 1}, {{"X", 2}}), "f32[8@X]: 2 extents for rank 1");
  CHECK_THROWS_WITH(drawing("f32[8]", {8}, {{"X", 0}}), "mesh: axis X has size 0; an axis has at least 1 device");
  CHECK_THROWS_WITH(drawing("f32[8]", {8}, {{"X", 2}, {"X", 2}}), "mesh: axis X is given twice");
}

TEST_CASE("colours neighbouring blocks apart") {
  const std::string coloured = sw::sharding_text(sw::type_of("f32[4@X,4@Y]"), {4, 4}, {{"X", 4}, {"Y", 4}}, {true, 80});
  std::map<std::pair<int, int>, std::string> colours;
  int row = 0;
  for (const std::string& line : lines_of(coloured)) {
    if (line.find("\x1b[38;5;16;48;5;") == std::string::npos) continue;
    std::size_t at = 0;
    for (int column = 0; column < 4; ++column) {
      at = line.find("48;5;", at) + 5;
      colours[{row, column}] = line.substr(at, line.find('m', at) - at);
    }
    if (line.find("DEVICE") != std::string::npos) ++row;
  }
  CHECK(row == 4);
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < 4; ++c) {
      if (r) CHECK(colours[{r, c}] != colours[{r - 1, c}]);
      if (c) CHECK(colours[{r, c}] != colours[{r, c - 1}]);
    }
  // Each colour ends where it began, and without them the drawing is the plain one.
  std::string plain;
  for (std::size_t i = 0; i < coloured.size(); ++i) {
    if (coloured[i] == '\x1b')
      i = coloured.find('m', i);
    else
      plain += coloured[i];
  }
  CHECK(plain == drawing("f32[4@X,4@Y]", {4, 4}, {{"X", 4}, {"Y", 4}}));
}

TEST_CASE("a terminal gets colours, unless NO_COLOR or TERM say no; a stream led elsewhere does not") {
  const int master = posix_openpt(O_RDWR | O_NOCTTY);
  if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) return;  // no terminals here
  const int terminal = open(ptsname(master), O_RDWR | O_NOCTTY);
  REQUIRE(terminal >= 0);
  const auto with = [](const char* no_colour, const char* term, auto f) {
    no_colour ? setenv("NO_COLOR", no_colour, 1) : unsetenv("NO_COLOR");
    setenv("TERM", term, 1);
    return f();
  };
  const auto colour = [] { return sw::detail::style_for(std::cout).colour; };
  std::cout.flush();
  const int kept = dup(STDOUT_FILENO);
  dup2(terminal, STDOUT_FILENO);
  const bool plain = with(nullptr, "xterm", colour), empty = with("", "xterm", colour),
             set = with("1", "xterm", colour), dumb = with(nullptr, "dumb", colour);
  std::ostringstream elsewhere;
  auto* before = std::cout.rdbuf(elsewhere.rdbuf());
  const bool led = with(nullptr, "xterm", colour);
  std::cout.rdbuf(before);
  dup2(kept, STDOUT_FILENO);
  int pipe_ends[2];
  REQUIRE(pipe(pipe_ends) == 0);
  std::cout.flush();
  dup2(pipe_ends[1], STDOUT_FILENO);
  const bool piped = with(nullptr, "xterm", colour);
  dup2(kept, STDOUT_FILENO);
  for (int file : {kept, terminal, master, pipe_ends[0], pipe_ends[1]}) close(file);
  CHECK(plain);
  CHECK(empty);  // https://no-color.org: only a value that is not empty counts
  CHECK(!set);
  CHECK(!dumb);
  CHECK(!led);
  CHECK(!piped);
}

TEST_CASE("SVG parses, and holds a rectangle and the names of each block") {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "shardwise_svg";
  std::filesystem::create_directories(folder);
  int files = 0;
  for (const char* layout : layouts) {
    const sw::TypeDesc type = sw::type_of(layout);
    sw::Shape shape;
    shape.rank = type.rank;
    for (int d = 0; d < type.rank; ++d) shape.dim[d] = std::size_t(type.dims[d].extent.number);
    std::ofstream(folder / (std::to_string(files++) + ".svg")) << sw::sharding_svg(type, shape, {{"X", 2}, {"Y", 2}});
  }
  // Every device once in the middle texts inside rectangles; the title in notation.
  std::ofstream(folder / "check.py") << R"(
import glob, re, sys, xml.etree.ElementTree as tree
ns = '{http://www.w3.org/2000/svg}'
for name in glob.glob(sys.argv[1] + '/*.svg'):
    root = tree.parse(name).getroot()
    assert root.tag == ns + 'svg', name
    title = root.find(ns + 'title').text
    assert re.match(r'f32\[.*\].* on Mesh<X:2,Y:2>$', title), title
    box = lambda e: tuple(float(e.get(k)) for k in ('x', 'y', 'width', 'height'))
    rectangles = [box(r) for r in root.findall(ns + 'rect') if r.get('x')]
    width, height = float(root.get('width')), float(root.get('height'))
    devices = []
    for x, y, w, h in rectangles:
        assert 0 <= x and x + w <= width and 0 <= y and y + h <= height, name
        inside = [t.text for t in root.findall(ns + 'text')
                  if x <= float(t.get('x')) <= x + w and y <= float(t.get('y')) <= y + h]
        assert inside, name
        devices += [int(n) for n in re.findall(r'\d+', ' '.join(inside))]
    assert sorted(devices) == [0, 1, 2, 3], (title, devices)
    print(title, len(rectangles))
)";
  const std::string command =
      "python3 " + (folder / "check.py").string() + " " + folder.string() + " > " + (folder / "log").string() + " 2>&1";
  const int status = std::system(command.c_str());
  std::ifstream log(folder / "log");
  INFO(std::string(std::istreambuf_iterator<char>(log), {}));
  CHECK(status == 0);
  std::filesystem::remove_all(folder);
}
