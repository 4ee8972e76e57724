// Thousands of random programs, loops and gradients among them, against the interpreter: what shares memory must not be
// seen to. The arena is full of NaNs before each run, and every program runs twice.
#include <catch2/catch.hpp>
#include <executor/program_writer.hpp>
#include <support/devices.hpp>
#include <support/dynamic_runner.hpp>

#include <shardwise/backends/executor/world.hpp>
#include <shardwise/backends/interpreter/interpreter.hpp>
#include <shardwise/backends/local/launch.hpp>
#include <shardwise/dsl/program/fingerprint.hpp>
#include <shardwise/dsl/transform/transforms.hpp>

#include <cstring>
#include <iostream>
#include <random>

using sw::interpreter::HostArray;
using sw::interpreter::Pieces;

namespace {

struct Trial {
  unsigned seed = 0;
  sw::DynamicProgram program;
  std::vector<HostArray> arguments;
  std::vector<Pieces> in;                             // argument, device
  std::vector<std::vector<std::vector<double>>> out;  // output, device
  std::vector<std::string> failure;                   // device
};

/// How often memory was shared in each way.
struct Sharing {
  long packed = 0, slots = 0, followers = 0, accumulations = 0, carry_copies = 0, staged = 0, direct_outputs = 0,
       donors = 0, starts = 0, gathers = 0, fused = 0, compared = 0, shifted = 0;
  std::size_t arena = 0, unshared = 0;
};
Sharing sharing;

void count_sharing(const sw::exec::Storage& s, std::size_t outputs) {
  for (const auto& l : s.loops) {
    sharing.slots += long(l.slots.size());
    sharing.followers += long(l.pointers.size());
    sharing.carry_copies += long(l.copies.size());
    sharing.staged += long(l.staged.size());
    sharing.starts += long(l.starts.size());
  }
  for (char c : s.in_slot) sharing.shifted += c;
  for (const auto& l : s.loops) sharing.shifted -= long(l.slots.size());
  sharing.gathers += long(s.gathers.size());
  for (char a : s.accumulate) sharing.accumulations += a;
  sharing.direct_outputs += long(outputs) - long(s.output_copies.size());
  sharing.arena += s.arena_bytes;
  sharing.unshared += s.unshared_bytes;
}

/// When values outside of loops and branches are alive, from their readers alone: those that are at one time must have
/// memory of their own. "" or what is wrong.
std::string overlaps(const sw::ProgramView& p, sw::exec::Plan& plan) {
  const int n = int(p.equations.size());
  const auto& storage = plan.storage();
  const auto eqn = [&](int i) -> const sw::Eqn& { return p.equations[std::size_t(i)]; };
  // The end of the outermost region around an equation; kernels and trees work when they begin.
  std::vector<int> time(p.equations.size(), 0), nested(p.equations.size(), 0);
  for (int i = 0, until = -1, tree = -1; i < n; ++i) {
    if (i >= until && sw::opens_region(eqn(i).op)) until = eqn(i).a;
    nested[std::size_t(i)] = i < until && !sw::opens_region(eqn(i).op);
    if (eqn(i).group == 0) tree = -1;
    if (eqn(i).group != 0 && (tree < 0 || eqn(tree).group != eqn(i).group)) tree = i;
    const sw::FusedGroup* g = plan.fused_groups().group(i);
    time[std::size_t(i)] = i < until ? until : g ? g->begin : tree >= 0 ? tree : i;
  }
  std::vector<int> end = time;
  for (int i = n; i-- > 0;) {
    const bool view = plan.frame().step[i].alias >= 0 && storage.merged[std::size_t(i)] < 0;
    for (int v : {sw::opens_region(eqn(i).op) ? -1 : eqn(i).a, eqn(i).b, eqn(i).c})
      if (v >= 0)
        end[std::size_t(v)] = std::max(end[std::size_t(v)], view ? end[std::size_t(i)] : time[std::size_t(i)]);
  }
  struct Block {
    int value, begin, end;
    std::size_t from, to;
  };
  // Some of their readers take a number, or read the operand.
  const auto read_elsewhere = [](const sw::OpInfo* o) {
    return o == sw::op<sw::ops::constant> || o == sw::op<sw::ops::broadcast>;
  };
  std::vector<Block> blocks;
  for (int i = 0; i < n; ++i)
    if (const auto& place = storage.place[std::size_t(i)]; !read_elsewhere(eqn(i).op) && !nested[std::size_t(i)] &&
                                                           place.kind == sw::exec::Storage::Kind::arena &&
                                                           storage.merged[std::size_t(i)] < 0)
      blocks.push_back({i, time[std::size_t(i)], end[std::size_t(i)], place.offset, place.offset + plan.bytes(i)});
  for (std::size_t a = 0; a < blocks.size(); ++a)
    for (std::size_t b = a + 1; b < blocks.size(); ++b) {
      const Block &x = blocks[a], &y = blocks[b];
      if (std::max(x.begin, y.begin) >= std::min(x.end, y.end)) continue;
      ++sharing.compared;
      if (x.from < y.to && y.from < x.to)
        return "values " + std::to_string(x.value) + " and " + std::to_string(y.value) + " overlap";
    }
  return {};
}

void run_trial(const std::shared_ptr<sw::MeshInfo>& mesh, Trial& t) {
  const auto me = std::size_t(mesh->rank());
  const sw::ProgramView p = t.program.view();
  std::vector<sw::exec::Argument> arguments;
  std::vector<std::vector<double>> inputs;
  std::vector<std::byte*> in, out;
  for (std::size_t k = 0; k < p.inputs.size(); ++k) {
    sw::Shape shape;
    for (std::size_t e : t.arguments[k].shape()) shape.dim[shape.rank++] = e;
    arguments.push_back({&p.type_of(p.inputs[k]), shape, "argument", (t.seed + k) % 2 == 0});
    inputs.emplace_back(t.in[k][me].begin(), t.in[k][me].end());
  }
  const auto untouched = inputs;  // a run must not write its arguments
  for (auto& v : inputs) in.push_back(reinterpret_cast<std::byte*>(v.data()));
  sw::exec::PlanOptions options = sw::exec::PackOperands::always;
  if (t.seed % 8 == 1) options.pack = sw::exec::PackOperands::never;
  if (t.seed % 8 == 3) options.gather = sw::exec::PackOperands::never;
  if (t.seed % 8 == 5) options.accumulate = false;
  if (t.seed % 8 >= 6) options.in_place = false;
  if (t.seed % 11 == 2) options.donate = false;
  if (t.seed % 11 == 4) options.stack_in_place = false;
  if (t.seed % 11 == 6) options.side_by_side = false;
  if (t.seed % 11 == 8) options.blocks = false;
  sw::exec::Plan plan(p, mesh, arguments, sw::fingerprint(p), options);
  plan.frame().checked = false;  // indices may be out of range
  if (me == 0) {
    count_sharing(plan.storage(), p.outputs.size());
    sharing.fused += long(plan.fused_groups().all.size());
    for (int k : plan.packing().of) sharing.packed += k >= 0;
    t.failure[0] = overlaps(p, plan);
  }
  for (int round = 0; round < 2; ++round) {
    out.clear();
    for (std::size_t k = 0; k < p.outputs.size(); ++k) {
      t.out[k][me].assign(plan.bytes(p.outputs[k]) / 8 + 1, std::nan(""));
      out.push_back(reinterpret_cast<std::byte*>(t.out[k][me].data()));
    }
    if (!plan.arena().empty()) std::memset(plan.arena().data(), 0xff, plan.arena().size());
    test_support::run_plan(plan, in, out);
  }
  if (inputs != untouched) t.failure[me] = "an argument was written";
  // Once more over the arguments that the plan would take: the same bits.
  for (std::size_t k = 0; k < p.outputs.size(); ++k)
    if (const int donor = plan.donor(k); donor >= 0) out[k] = in[std::size_t(donor)];
  test_support::run_plan(plan, in, out);
  for (std::size_t k = 0; k < p.outputs.size(); ++k)
    if (const std::size_t n = plan.bytes(p.outputs[k]); plan.donor(k) >= 0 && n > 0) {
      if (me == 0) ++sharing.donors;
      if (std::memcmp(out[k], t.out[k][me].data(), n) != 0) t.failure[me] = "written over an argument it is another";
    }
}

std::string check_trial(int devices, const Trial& t) {
  for (const std::string& f : t.failure)
    if (!f.empty()) return f;
  sw::interpreter::Interpreter oracle(t.program.view(), {{sw::Name("X"), devices}});
  const std::vector<HostArray> expected = oracle.run_global(t.arguments);
  for (std::size_t k = 0; k < expected.size(); ++k) {
    const TypeDesc& type = t.program.view().type_of(t.program.outputs[k]);
    Pieces pieces;
    for (int d = 0; d < devices; ++d) {
      HostArray a = HostArray::from_shape(oracle.mesh().local_shape(type));
      std::copy_n(t.out[k][std::size_t(d)].begin(), a.size(), a.begin());
      pieces.push_back(a);
    }
    const HostArray got = oracle.mesh().assemble(type, pieces);
    for (std::size_t i = 0; i < got.size(); ++i) {
      const double e = expected[k].data()[i], v = got.data()[i];
      // Programs grow past the largest number: an infinity must be the same infinity.
      if (e != v && !(std::fabs(e - v) <= 1e-9 * (1 + std::fabs(e)) && std::isfinite(e)) &&
          !(std::isnan(e) && std::isnan(v)))
        return "result " + std::to_string(k) + " element " + std::to_string(i) + ": expected " + std::to_string(e) +
               ", got " + std::to_string(v);
    }
  }
  return {};
}

void list(const sw::ProgramView& p) {
  for (std::size_t i = 0; i < p.equations.size(); ++i) {
    const sw::Eqn& e = p.equations[i];
    std::cout << "  %" << i << " = " << e.op->name << " " << e.a << " " << e.b << " " << e.c << " k " << e.k0 << " "
              << e.k1 << " " << e.k2 << " value " << e.value << " : "
              << (e.op->name == "scan" ? "" : sw::to_string(p.type_of(int(i)))) << "\n";
  }
  std::cout << "  outputs";
  for (int o : p.outputs) std::cout << " %" << o;
  std::cout << std::endl;
}

long try_programs(int devices, unsigned first, int count) {
  std::vector<Trial> trials;
  for (int n = 0; n < count; ++n) {
    Trial t;
    t.seed = first + unsigned(n);
    t.program = Writer(t.seed).program();
    if (t.seed % 2) t.program = sw::optimise(std::move(t.program));
    std::mt19937 random(t.seed);
    const sw::interpreter::SimulatedMesh mesh({{sw::Name("X"), devices}});
    for (int v : t.program.inputs) {
      const TypeDesc& type = t.program.view().type_of(v);
      HostArray a = HostArray::from_shape(mesh.global_shape(type));
      for (double& x : a) x = double(int(random() % 2001)) / 1000 - 1;
      t.arguments.push_back(a);
      t.in.push_back(mesh.scatter(type, a));
    }
    t.out.assign(t.program.outputs.size(), std::vector<std::vector<double>>(std::size_t(devices)));
    t.failure.resize(std::size_t(devices));
    trials.push_back(std::move(t));
  }
  sw::detail::run_threads(devices, [&](sw::World& world) {
    auto mesh = sw::make_mesh(world, sw::Axis<"X">{});
    for (Trial& t : trials) run_trial(mesh.info(), t);
    return 0;
  });
  long loops = 0;
  for (const Trial& t : trials) {
    for (const sw::Eqn& e : t.program.equations) loops += e.op->name == "scan";
    const std::string wrong = check_trial(devices, t);
    if (wrong.empty()) continue;
    list(t.program.view());
    FAIL("seed " << t.seed << " on " << devices << " devices: " << wrong);
  }
  return loops;
}

// Sanitizers slow these programs down tenfold.
#ifdef SHARDWISE_SANITIZED
constexpr int share = 10;
#else
constexpr int share = 1;
#endif
}  // namespace

TEST_CASE("random programs, on one device") {
  sharing = {};
  CHECK(try_programs(1, 1, 8000 / share) > 1500 / share);
  INFO("slots " << sharing.slots << ", followers " << sharing.followers << ", accumulations " << sharing.accumulations
                << ", carry copies " << sharing.carry_copies << ", staged " << sharing.staged << ", direct outputs "
                << sharing.direct_outputs << ", arena " << sharing.arena << " of " << sharing.unshared << ", packed "
                << sharing.packed << ", donors " << sharing.donors << ", starts " << sharing.starts << ", gathers "
                << sharing.gathers << ", shifted " << sharing.shifted);
  if (share > 1) return;  // a tenth of the programs is too few to say how often memory is shared
  CHECK(sharing.packed > 30);
  CHECK(sharing.donors > 30);
  CHECK(sharing.slots > 300);
  CHECK(sharing.followers > 10);
  CHECK(sharing.accumulations > 10);
  CHECK(sharing.starts > 0);
  CHECK(sharing.gathers > 0);
  CHECK(sharing.shifted > 0);
  CHECK(sharing.fused > 1000);
  CHECK(sharing.compared > 10000);
  CHECK(sharing.carry_copies > 30);
  CHECK(sharing.staged > 30);
  CHECK(sharing.arena < sharing.unshared / 2);
}
TEST_CASE("random programs, on two devices") { CHECK(try_programs(2, 10001, 1000 / share) > 300 / share); }
TEST_CASE("random programs, on four devices") { CHECK(try_programs(4, 20001, 200 / share) > 50 / share); }
TEST_CASE("many random programs", "[.][stress][slow]") {
  for (unsigned round = 0; round < 50; ++round) try_programs(1 + int(round % 2), 1000000 + round * 2000, 2000);
}
