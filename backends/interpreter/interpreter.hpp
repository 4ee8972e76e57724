// The oracle: runs any program value plainly, on any number of simulated devices, one device after the other.
// Slow on purpose, and independent of the kernels and of the steps that the backends make of a reshard.
//
//   Builder g;
//   Value x{&g, g.input(type_of("f32[8@X]"))};
//   DynamicProgram p = freeze(g, {sum(x * x, 1)});
//   Interpreter four(p.view(), {{Name("X"), 4}});
//   HostArray y = four.run_global({xt::arange<double>(8)})[0];   // 140
#pragma once

#include <shardwise/backends/interpreter/simulated_mesh.hpp>
#include <shardwise/dsl/transform/collectives.hpp>
#include <shardwise/dsl/transform/freeze.hpp>  // collectives.hpp needs the ops

namespace shardwise::interpreter {

struct Options {
  /// Round every result to its dtype (f32, bf16, f16). Off: floating values are f64, whatever their dtype says.
  bool round = false;
  /// An index that is out of range throws std::out_of_range, with the op, the index and the extent. Off: it is clamped.
  bool checked = false;
};

class Interpreter {
 public:
  /// The program must outlive the interpreter. `names` are sizes for the names in extents; axes stand for themselves.
  Interpreter(ProgramView program, std::vector<MeshAxis> axes, std::vector<NameSize> names = {}, Options options = {});

  const SimulatedMesh& mesh() const { return mesh_; }
  const ProgramView& program() const { return program_; }

  /// Runs on what each device holds of each argument; gives what each holds of each result.
  std::vector<Pieces> run(const std::vector<Pieces>& arguments);
  /// Runs on global arrays (scattered by their types) and gives the results' true values.
  std::vector<HostArray> run_global(const std::vector<HostArray>& arguments);

  /// What the last run's collectives would be on a real mesh: each execution of an equation counts.
  const Collectives& collectives() const { return collectives_; }
  /// What the devices held of a value at the end of the last run.
  const Pieces& value(int id) const { return values_[std::size_t(id)]; }

 private:
  void define_sums();
  void run_range(int begin, int end);
  void run_loop(int scan);
  bool runs_anywhere(int predicate, bool value);
  void run_local(int id, int device);
  bool run_indexing(int id, int device);
  void check_indices(int id, const HostArray& ids, std::size_t extent) const;
  void run_own(int id, int device);
  void run_reshard(int id);
  void run_permute(int id);
  void count_reshards(int id);
  void check_shape(int id);
  HostArray& piece(int id, int device) { return values_[std::size_t(id)][std::size_t(device)]; }
  /// Position of the device along a split dimension of the value, in elements.
  std::size_t offset(const TypeDesc& type, int dimension, int device) const;

  ProgramView program_;
  SimulatedMesh mesh_;
  Options options_;
  std::vector<Shape> local_shapes_;  ///< by type
  std::vector<Pieces> values_;
  std::size_t iteration_ = 0;
  Collectives collectives_;
};

}  // namespace shardwise::interpreter
