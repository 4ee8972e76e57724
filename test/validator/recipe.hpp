// A program as a list of steps: it can be built on any types, cut down, and printed.
#pragma once

#include <validator/check.hpp>
#include <validator/manual_forms.hpp>

#include <shardwise/dsl/rules/rules.hpp>

namespace validator {

enum class Kind {
  input,      ///< of `type`
  unary,      ///< `op`; with `value` added before a kink, and made positive where it must be
  scale,      ///< times `value`
  shift,      ///< plus `value`
  binary,     ///< `op`; `value` keeps the operands of max and min apart, divisors are made positive
  select,     ///< where(a > value, b, c)
  mask,       ///< where(a > value, b, 0)
  reduce,     ///< op `which`: sum mean max min, over `dims`, `keep`, to `spec`
  contract,   ///< labels, to `spec`
  transpose,  ///< `labels[0]` is the permutation
  reshape,    ///< to the extents of `type`
  slice,      ///< dimension `dim`, from, to, by
  pad,        ///< the same attributes
  concat,     ///< a and b along `dim`
  flip,       ///< `dims`
  triangle,   ///< lower if `which` is 0, from the diagonal `dim` on
  window,     ///< dynamic_slice: along `dim`, `to` elements from `from`
  update,     ///< dynamic_update_slice: b put into a along `dim` at `from`
  reshard,    ///< to `spec`
  logsumexp,  ///< along `dim`
  softmax,
  stop,    ///< a + stop_gradient(a)
  cast,    ///< to the dtype of `type`
  argmax,  ///< along `dim`, as f32
  open,    ///< a loop of `trip`
  carry,   ///< from a
  item,    ///< of a
  next,    ///< of carry a: b
  stack,   ///< of a
  close,
  result,          ///< of a carry or stack
  then,            ///< a branch that runs where the sum of the elements of a is above `value`
  otherwise,       ///< ends it, and begins the other
  join,            ///< ends that
  pick,            ///< a of the first, b of the second branch of c
  checkpoint,      ///< begins one, with policy `which`; not in the plain program
  end_checkpoint,  ///< ends it
  named,           ///< a, with a name that policies know
  by_hand          ///< form `which` of manual_forms.hpp, in manual mode
};

struct Step {
  Kind kind;
  int a = -1, b = -1, c = -1;
  const OpInfo* op = nullptr;
  double value = 0;
  TypeDesc type{};
  std::optional<SpecDesc> spec{};
  int which = 0, dim = 0;
  unsigned dims = 0;
  bool keep = false;
  std::uint32_t labels[3] = {0, 0, 0};
  std::int64_t from = 0, to = 0, by = 1;
  int trip = 0;
  bool reversed = false;
};

struct Recipe {
  Mesh mesh;
  unsigned seed = 0;  ///< of the values
  std::vector<Step> steps;
  std::vector<int> outputs;  ///< steps whose values make the loss
  std::vector<int> wrt;      ///< inputs that it is differentiated in
  SpecDesc loss{};           ///< the layout of the loss
  bool second = false;       ///< the gradient is part of the loss: so its gradient has second derivatives
};

inline bool has_kink(const OpInfo* o) { return o == op<ops::relu> || o == op<ops::abs> || o == op<ops::sign>; }
inline bool wants_positive(const OpInfo* o) {
  return o == op<ops::log> || o == op<ops::log1p> || o == op<ops::sqrt> || o == op<ops::rsqrt> ||
         o == op<ops::reciprocal>;
}
enum class Form { map, combine, total, product, gather, scatter, cut, exchange, there_and_back };
/// Without axes what only moves is nothing.
inline Value build_by_hand(const Step& s, Value a, Value b, bool is_plain) {
  namespace by = manual_mode;
  const bool by_hand = !is_plain;
  switch (Form(s.which)) {
    case Form::map:
      return by::map(s.op, a, by_hand);
    case Form::combine:
      return by::combine(s.op, a, b, by_hand);
    case Form::total:
      return by::total(a, s.dims, s.keep, by_hand);
    case Form::product:
      return by::product(a, b, s.labels[0], s.labels[1], s.labels[2], by_hand);
    default:
      break;
  }
  if (is_plain) return a;
  switch (Form(s.which)) {
    case Form::gather:
      return by::gather(a, s.dim, s.keep, true);
    case Form::scatter:
      return by::scatter(a, s.dim, true);
    case Form::cut:
      return by::cut(a, s.dim, s.from ? Y : X, true);
    case Form::exchange:
      return by::exchange(a, s.dim, int(s.from), true);
    default:
      return by::there_and_back(a, s.from ? Y : X, int(s.by), true);
  }
}
inline int last_dimension(const Value& v) { return v.type().rank - 1; }

/// Builds one step; `v` are the values of the earlier ones. Throws RuleError where the rules refuse it.
inline Value build_step(Builder& g, const Step& s, const std::vector<Value>& v, bool is_plain) {
  const auto in = [&](int i) { return v[std::size_t(i)]; };
  const SpecDesc* out = s.spec && !is_plain ? &*s.spec : nullptr;
  switch (s.kind) {
    case Kind::input:
      return {&g, g.input(is_plain ? plain(s.type) : s.type)};
    case Kind::unary: {
      Value x = in(s.a);
      if (has_kink(s.op)) x = x + s.value;
      if (wants_positive(s.op)) x = apply<ops::square>(x) + s.value;
      return elementwise(s.op, x);
    }
    case Kind::scale:
      return in(s.a) * s.value;
    case Kind::shift:
      return in(s.a) + s.value;
    case Kind::binary: {
      Value y = in(s.b);
      if (s.op == op<ops::div>) y = apply<ops::square>(y) + s.value;
      if (s.op == op<ops::max> || s.op == op<ops::min>) y = y + s.value;
      return elementwise(s.op, in(s.a), y);
    }
    case Kind::select:
      return where(apply<ops::gt>(in(s.a), s.value), in(s.b), in(s.c));
    case Kind::mask:
      return where(apply<ops::gt>(in(s.a), s.value), in(s.b), full_like(in(s.b), 0));
    case Kind::reduce:
      return s.which == 0   ? sum(in(s.a), s.dims, s.keep, out)
             : s.which == 1 ? mean(in(s.a), s.dims, s.keep, out)
             : s.which == 2 ? reduce_max(in(s.a), s.dims, s.keep, out)
                            : reduce_min(in(s.a), s.dims, s.keep, out);
    case Kind::contract:
      return einsum(in(s.a), in(s.b), s.labels[0], s.labels[1], s.labels[2], out);
    case Kind::transpose:
      return transpose(in(s.a), s.labels[0]);
    case Kind::reshape: {
      Extent extents[max_rank];
      for (int d = 0; d < s.type.rank; ++d) extents[d] = s.type.dims[d].extent;
      return reshape(in(s.a), extents, s.type.rank);
    }
    case Kind::slice:
      return slice(in(s.a), s.dim, s.from, s.to, s.by);
    case Kind::pad:
      return pad(in(s.a), s.dim, s.from, s.by, extent(s.to));
    case Kind::concat:
      return concat({in(s.a), in(s.b)}, s.dim);
    case Kind::flip:
      return flip(in(s.a), s.dims);
    case Kind::triangle:
      return s.which ? triu(in(s.a), s.dim) : tril(in(s.a), s.dim);
    case Kind::window: {
      Extent sizes[max_rank];
      for (Extent& e : sizes) e = extent(s.to);
      return dynamic_slice(in(s.a), {full(g, scalar_type(Dtype::i32), double(s.from))}, sizes, 1u << s.dim);
    }
    case Kind::update:
      return dynamic_update_slice(in(s.a), in(s.b), {full(g, scalar_type(Dtype::i32), double(s.from))}, 1u << s.dim);
    case Kind::reshard:
      return is_plain ? in(s.a) : reshard(in(s.a), *s.spec);
    case Kind::logsumexp:
      return logsumexp(in(s.a), s.dim);
    case Kind::softmax:
      return softmax(in(s.a), s.dim);
    case Kind::stop:
      return in(s.a) + stop_gradient(in(s.a));
    case Kind::cast:
      return astype(in(s.a), s.type.dtype);
    case Kind::argmax:
      return astype(argmax(in(s.a), s.dim), Dtype::f32);
    case Kind::open:
      return g.open(extent(s.trip), s.reversed), Value{};
    case Kind::carry:
      return loop::carry(in(s.a));
    case Kind::item:
      return loop::item(in(s.a));
    case Kind::next: {
      if (!(in(s.a).type() == in(s.b).type())) throw RuleError("scan: the carry's type changes");
      loop::set_next(in(s.a), in(s.b));
      return {};
    }
    case Kind::stack:
      return loop::stack_in(g, g.current, in(s.a).id);
    case Kind::close:
      return g.close(), Value{};
    case Kind::then: {
      const TypeDesc t = in(s.a).type();
      SpecDesc whole;
      whole.rank = 0;
      const Value total = reshard(sum_local(in(s.a), (1u << t.rank) - 1, false), whole);
      const int predicate = apply<ops::gt>(total, s.value).id;
      return {&g, -2 - g.open_branch(predicate, true)};
    }
    case Kind::otherwise: {
      const int first = g.current;
      g.close();
      return g.open_branch(g.regions[std::size_t(first)].predicate, false, first), Value{};
    }
    case Kind::join:
      return g.close(), Value{};
    case Kind::checkpoint: {
      bool (*const policies[])(const Builder&, int) = {&policy::Nothing::saves,
                                                       &policy::Dots::saves,
                                                       &policy::DotsWithoutBatch::saves,
                                                       &policy::OnlyNames<"a">::saves,
                                                       &policy::AnythingButNames<"a">::saves,
                                                       &policy::Either<policy::Dots, policy::OnlyNames<"a">>::saves};
      if (!is_plain) g.begin_checkpoint(policies[s.which]);
      return {};
    }
    case Kind::end_checkpoint:
      if (!is_plain) g.end_checkpoint();
      return {};
    case Kind::by_hand:
      return build_by_hand(s, in(s.a), s.b >= 0 ? in(s.b) : Value{}, is_plain);
    case Kind::named:
      return checkpoint_name<"a">(in(s.a));
    case Kind::pick: {
      if (!(in(s.a).type() == in(s.b).type())) throw RuleError("cond: the branches give different types");
      return loop::pick(g, -2 - in(s.c).id, in(s.a), in(s.b));
    }
    case Kind::result:
      return loop::result(in(s.a));
  }
  return {};
}

/// The program of a recipe: its results are the outputs, the loss, and the gradients.
struct Built {
  Builder g;
  std::vector<Value> values;
  DynamicProgram forward, both;
  std::vector<TypeDesc> wrt;

  Built(const Recipe& r, bool is_plain) {
    for (auto& s : r.steps)
      if (s.kind == Kind::input) values.push_back(build_step(g, s, values, is_plain));
    const int from = g.size();
    for (std::size_t i = values.size(); i < r.steps.size(); ++i)
      values.push_back(build_step(g, r.steps[i], values, is_plain));
    Value loss;
    std::vector<Value> results, wanted;
    for (int o : r.outputs) {
      results.push_back(values[std::size_t(o)]);
      const Value term = weighted_sum(results.back(), r, is_plain);
      loss = loss.valid() ? loss + term : term;
    }
    for (int k : r.wrt) wanted.push_back(values[std::size_t(k)]);
    if (r.second)
      for (Value d : gradient(g, loss, wanted, from)) loss = loss + weighted_sum(d, r, is_plain);
    results.push_back(loss);
    forward = freeze(g, results);
    for (Value d : gradient(g, loss, wanted, from)) results.push_back(d);
    for (Value x : wanted) wrt.push_back(x.type());
    both = freeze(g, results);
  }
  Built(const Built&) = delete;

 private:
  /// Weights make the loss feel each element; over U they are R.
  Value weighted_sum(Value y, const Recipe& r, bool is_plain) {
    y = astype(y, Dtype::f32);
    TypeDesc t = y.type();
    for (Name x : t.unreduced) t.reduced.insert(x);
    t.unreduced = {};
    const Value w{&g, g.input(t)};
    return sum(y * w, (1u << t.rank) - 1, false, is_plain ? nullptr : &r.loss);
  }
};

/// What is wrong with the program of a recipe, or nothing. `skipped` if its values are too large to tell.
inline std::string problem_of(const Recipe& r, bool& skipped, bool differences) {
  skipped = false;
  std::optional<Built> program, dense;
  try {
    program.emplace(r, false);
    dense.emplace(r, true);
  } catch (const std::exception& e) {
    return std::string("refused: ") + e.what();
  }
  const auto view = program->both.view();
  for (std::size_t k = 0; k < program->wrt.size(); ++k) {
    const TypeDesc& t = view.type_of(view.outputs[r.outputs.size() + 1 + k]);
    if (!(t == cotangent(program->wrt[k])))
      return "a gradient of " + to_string(program->wrt[k]) + " has the type " + to_string(t);
  }
  Random random(r.seed);
  const SimulatedMesh one;
  std::vector<HostArray> values;
  for (int id : view.inputs)
    values.push_back(random.array(one.global_shape(plain(view.type_of(id))), view.type_of(id).dtype));
  try {
    Interpreter reference(dense->both.view(), {}), run(view, r.mesh);
    const auto expected = reference.run_global(values);
    double size = 0;
    for (auto& a : expected)
      for (double x : a) size = x != x ? 1e300 : std::max(size, std::fabs(x));
    if (size > 1e5) return skipped = true, std::string();
    std::vector<Pieces> pieces;
    for (std::size_t k = 0; k < values.size(); ++k)
      pieces.push_back(random.scatter(run.mesh(), view.type_of(view.inputs[k]), values[k]));
    const auto results = run.run(pieces);
    for (std::size_t k = 0; k < results.size(); ++k) {
      const HostArray whole = run.mesh().assemble(view.type_of(view.outputs[k]), results[k]);
      double scale = 1;
      for (double x : expected[k]) scale = std::max(scale, std::fabs(x));
      const long at = first_difference(whole, expected[k], 1e-8 * scale);
      if (at < 0) continue;
      std::ostringstream o;
      const std::size_t n = r.outputs.size();
      if (k < n)
        o << "value " << r.outputs[k];
      else if (k == n)
        o << "the loss";
      else
        o << "the gradient of value " << r.wrt[k - n - 1];
      o << " is wrong on " << text_of(r.mesh) << ": element " << at << " is " << whole.data()[at] << ", should be "
        << expected[k].data()[at];
      return o.str();
    }
    const Collectives counted = count_collectives(view);
    if (counted.exact ? !(run.collectives() == counted) : run.collectives().total() > counted.total())
      return "the collectives that ran are not those counted";
    if (differences && r.wrt.size()) {
      Interpreter forward(dense->forward.view(), {});
      const double h = 1e-6;
      std::vector<HostArray> plus = values, minus = values;
      double predicted = 0, scale = 1;
      for (std::size_t w = 0; w < r.wrt.size(); ++w) {
        const std::size_t k = std::size_t(r.wrt[w]);
        const HostArray t =
            random.array(interpreter::Shape(values[k].shape().begin(), values[k].shape().end()), Dtype::f64);
        plus[k] += h * t;
        minus[k] -= h * t;
        const HostArray& d = expected[r.outputs.size() + 1 + w];
        predicted += dot(t, d);
        for (std::size_t i = 0; i < t.size(); ++i) scale += std::fabs(t.data()[i] * d.data()[i]);
      }
      const auto a = forward.run_global(plus), b = forward.run_global(minus);
      const double measured = (a.back()() - b.back()()) / (2 * h);
      if (std::fabs(measured - predicted) > 1e-3 * scale + 1e-8 * size / h) {
        std::ostringstream o;
        o << "the gradient on one device gives " << predicted << ", differences give " << measured;
        return o.str();
      }
    }
  } catch (const std::exception& e) {
    return e.what();
  }
  return {};
}

}  // namespace validator
