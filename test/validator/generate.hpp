// Random programs: inputs in random layouts, then steps that the rules accept.
#pragma once

#include <validator/recipe.hpp>

namespace validator {

class Generator {
 public:
  Generator(unsigned seed, bool with_scans) : random_(seed), with_scans_(with_scans) {
    recipe_.seed = seed;
    static const std::vector<Mesh> meshes{{{X, 2}}, {{X, 3}}, {{X, 4}}, {{X, 2}, {Y, 2}}};
    recipe_.mesh = meshes[std::size_t(random_.below(4))];
    const std::int64_t m = recipe_.mesh.size() == 2 ? 4 : recipe_.mesh[0].size;
    extents_ = {m, m, m == 4 ? 4 : 2 * m};
  }

  Recipe run(int steps) {
    const int inputs = 3 + random_.below(4);
    for (int i = 0; i < inputs; ++i) add_input(with_scans_ && i < 3 ? 1 + (i == 0) : 0);
    int opened = 0;
    for (int tries = 0; int(recipe_.steps.size()) < inputs + steps && tries < 60 * steps; ++tries) {
      if (with_scans_ && loops_.size() < 3 && random_.chance(opened ? 0.03 : 0.1)) {
        ++opened;
        const double kind = random_.uniform(0, 1);
        if (loop_depth() < 2 && kind < 0.4)
          open_loop();
        else if (kind > 0.7)
          open_checkpoint();
        else
          open_branch();
      } else if (!loops_.empty() && loops_.back().body > 3 && random_.chance(0.2)) {
        close_region();
      } else if (const Step s = draw(); attempt(s) && !loops_.empty()) {
        ++loops_.back().body;
      }
    }
    while (!loops_.empty()) close_region();
    choose_results();
    return recipe_;
  }

 private:
  struct Loop {
    std::size_t visible;  ///< how many values the outside sees
    std::vector<int> carries;
    int body = 0, trip = 0;
    int then = -1;             ///< of a branch: the step that opened it
    bool second = false;       ///< it is the other branch
    std::vector<int> first{};  ///< what the first branch made
    bool checkpoint = false;   ///< neither loop nor branch
  };
  int loop_depth() const {
    int n = 0;
    for (const Loop& l : loops_) n += l.then < 0 && !l.checkpoint;
    return n;
  }
  void close_region() {
    if (loops_.back().checkpoint) {
      loops_.pop_back();
      attempt({.kind = Kind::end_checkpoint});
    } else if (loops_.back().then < 0)
      close_loop();
    else
      close_branch();
  }
  int pick() {  // recent values more often
    const int n = int(visible_.size());
    return visible_[std::size_t(random_.chance(0.5) ? n - 1 - random_.below(std::min(n, 4)) : random_.below(n))];
  }
  const TypeDesc& type_of(int step) const { return values_[std::size_t(step)].type(); }

  SpecDesc random_spec(const TypeDesc& t, bool unreduced = true) {
    SpecDesc s;
    s.rank = t.rank;
    for (auto& axis : recipe_.mesh) {
      const int state = random_.below(4 + 2 * t.rank);
      if (state == 0) s.reduced.insert(axis.name);
      if (state == 1 && unreduced) s.unreduced.insert(axis.name);
      if (state >= 4) {
        const int d = (state - 4) / 2;
        std::int64_t blocks = axis.size;
        for (Name x : s.dims[d]) blocks *= SimulatedMesh(recipe_.mesh).axis_size(x);
        if (t.dims[d].extent.number % blocks == 0) s.dims[d].push(axis.name);
      }
    }
    return s;
  }
  void add_input(int leading) {
    TypeDesc t = scalar_type(dtype_);
    for (int i = 0; i < leading; ++i) t.dims[t.rank++].extent = extent(trips_[i]);
    const int rank = random_.chance(0.1) ? 0 : 1 + random_.below(2);
    for (int d = 0; d < rank; ++d)
      t.dims[t.rank++].extent = extent(random_.chance(0.1) ? 1 : extents_[std::size_t(random_.below(3))]);
    SpecDesc s = random_spec(t);
    for (int d = 0; d < leading; ++d) s.dims[d] = {};
    apply_spec(t, s);
    attempt(Step{.kind = Kind::input, .type = t});
  }
  bool attempt(const Step& s) {
    Value v;
    try {
      v = build_step(g_, s, values_, false);
      if (v.valid()) SimulatedMesh(recipe_.mesh).local_shape(v.type());
    } catch (const RuleError&) {
      return false;
    } catch (const std::invalid_argument&) {
      return false;  // the mesh does not divide it
    }
    if (v.valid()) {
      std::int64_t elements = 1;
      for (int d = 0; d < v.type().rank; ++d) elements *= v.type().dims[d].extent.number;
      if (elements > 256 || v.type().rank > 4) return false;
      visible_.push_back(int(recipe_.steps.size()));
    }
    recipe_.steps.push_back(s);
    values_.push_back(v);
    return true;
  }

  Step draw() {
    static const std::vector<const OpInfo*> smooth{
        op<ops::tanh>,    op<ops::sin>,      op<ops::cos>,    op<ops::erf>,        op<ops::gelu>, op<ops::silu>,
        op<ops::sigmoid>, op<ops::softplus>, op<ops::square>, op<ops::relu>,       op<ops::abs>,  op<ops::log>,
        op<ops::log1p>,   op<ops::sqrt>,     op<ops::rsqrt>,  op<ops::reciprocal>, op<ops::tanh>};
    static const std::vector<const OpInfo*> binary{op<ops::add>, op<ops::add>, op<ops::sub>, op<ops::mul>,
                                                   op<ops::mul>, op<ops::div>, op<ops::max>, op<ops::min>};
    const int a = pick(), b = pick();
    const TypeDesc& t = type_of(a);
    const double value = random_.uniform(0.2, 0.9);
    const int choice = random_.below(100);
    if (choice < 12)
      return {
          .kind = Kind::unary, .a = a, .op = smooth[std::size_t(random_.below(int(smooth.size())))], .value = value};
    if (choice < 15) return {.kind = Kind::unary, .a = a, .op = op<ops::neg>};
    if (choice < 18) return {.kind = Kind::scale, .a = a, .value = value};
    if (choice < 20) return {.kind = Kind::shift, .a = a, .value = value};
    if (choice < 44)
      return {.kind = Kind::binary,
              .a = a,
              .b = b,
              .op = binary[std::size_t(random_.below(int(binary.size())))],
              .value = value};
    if (choice < 46) return {.kind = Kind::select, .a = a, .b = b, .c = pick(), .value = value};
    if (choice < 48) return {.kind = Kind::mask, .a = a, .b = b, .value = value};
    if (choice < 58 && t.rank) {
      Step s{.kind = Kind::reduce,
             .a = a,
             .which = random_.below(8) % 4,
             .dims = 1u + unsigned(random_.below((1 << t.rank) - 1)),
             .keep = random_.chance(0.3)};
      if (random_.chance(0.4)) {
        TypeDesc left = scalar_type(Dtype::f32);
        for (int d = 0; d < t.rank; ++d)
          if (!(s.dims >> d & 1))
            left.dims[left.rank++].extent = t.dims[d].extent;
          else if (s.keep)
            left.dims[left.rank++].extent = extent(1);
        s.spec = random_spec(left);
      }
      return s;
    }
    if (choice < 72) return draw_contraction(a, b);
    if (choice < 76 && t.rank > 1) {
      std::uint32_t p = 0x10;
      if (t.rank == 2) p = 0x01;
      if (t.rank == 3)
        p = std::vector<std::uint32_t>{0x012u, 0x021u, 0x102u, 0x120u, 0x201u}[std::size_t(random_.below(5))];
      return {.kind = Kind::transpose, .a = a, .labels = {p, 0, 0}};
    }
    if (choice < 80 && t.rank) return draw_reshape(a);
    if (choice < 82 && t.rank) {
      const int d = random_.below(t.rank);
      const auto n = t.dims[d].extent.number;
      return {.kind = Kind::slice, .a = a, .dim = d, .from = n > 1 ? 1 : 0, .to = n, .by = 1 + random_.below(2)};
    }
    if (choice < 84 && t.rank) {
      const int d = random_.below(t.rank);
      return {.kind = Kind::pad,
              .a = a,
              .dim = d,
              .from = 1,
              .to = 2 * t.dims[d].extent.number + 2,
              .by = 1 + random_.below(2)};
    }
    if (choice < 88 && t.rank) return draw_joining(a);
    if (choice < 92) return {.kind = Kind::reshard, .a = a, .spec = random_spec(t)};
    if (choice < 95 && t.rank) return draw_by_hand(a, b);
    if (choice < 97 && t.rank)
      return {.kind = random_.chance(0.5) ? Kind::logsumexp : Kind::softmax, .a = a, .dim = random_.below(t.rank)};
    if (choice < 98) return {.kind = random_.chance(0.6) && with_scans_ ? Kind::named : Kind::stop, .a = a};
    if (choice < 99 && t.rank) return {.kind = Kind::argmax, .a = a, .dim = random_.below(t.rank)};
    return {.kind = Kind::cast, .a = a, .type = scalar_type(random_.chance(0.5) ? dtype_ : random_.floating())};
  }
  /// An array that has the type of another but for one extent, if there is one.
  int alike(int a, int dim) {
    for (int tries = 0; tries < 8; ++tries) {
      const int b = pick();
      const TypeDesc both[] = {type_of(a), type_of(b)};
      if (rules::judge_concat(both, 2, dim).ok) return b;
    }
    return a;
  }
  Step draw_joining(int a) {
    const TypeDesc& t = type_of(a);
    const int d = random_.below(t.rank);
    const auto n = t.dims[d].extent.number;
    switch (random_.below(6)) {
      case 0:
        return {.kind = Kind::flip, .a = a, .dims = 1u << d};
      case 1:
        return {.kind = Kind::triangle, .a = a, .which = random_.below(2), .dim = random_.below(3) - 1};
      case 2:
        return {.kind = Kind::window, .a = a, .dim = d, .from = random_.below(int(n) + 1) - 1, .to = (n + 1) / 2};
      case 3: {
        const int b = alike(a, d);
        const bool larger = type_of(b).dims[d].extent.number > n;
        return {.kind = Kind::update, .a = larger ? b : a, .b = larger ? a : b, .dim = d, .from = random_.below(4) - 1};
      }
      default:
        return {.kind = Kind::concat, .a = a, .b = alike(a, d), .dim = d};
    }
  }
  /// In manual mode. What does not fit the layouts is refused, and not taken.
  Step draw_by_hand(int a, int b) {
    const int rank = type_of(a).rank;
    Step s{.kind = Kind::by_hand, .a = a, .which = random_.below(9), .dim = random_.below(rank)};
    s.keep = random_.chance(0.5);
    s.from = random_.below(int(recipe_.mesh.size()));
    s.by = 1 + random_.below(2);
    switch (Form(s.which)) {
      case Form::map:
        s.op = random_.chance(0.5) ? op<ops::tanh> : op<ops::neg>;
        break;
      case Form::combine:
        s.b = b;
        s.op = random_.chance(0.5) ? op<ops::add> : op<ops::mul>;
        break;
      case Form::total:
        s.dims = 1u + unsigned(random_.below((1 << rank) - 1));
        break;
      case Form::product: {
        s.b = b;
        const auto l = rules::matmul_labels(rank, type_of(b).rank);
        if (!l.fits) return {.kind = Kind::scale, .a = a, .value = 0.5};
        s.labels[0] = l.a;
        s.labels[1] = l.b;
        s.labels[2] = l.out;
        break;
      }
      case Form::exchange:
        s.from = random_.below(rank);
        break;
      default:
        break;
    }
    return s;
  }
  Step draw_contraction(int a, int b) {
    Step s{.kind = Kind::contract, .a = a, .b = b};
    const int ra = type_of(a).rank, rb = type_of(b).rank;
    if (random_.chance(0.6)) {
      const auto l = rules::matmul_labels(ra, rb);
      s.labels[0] = l.a;
      s.labels[1] = l.b;
      s.labels[2] = l.out;
    } else {  // any labels: those of b are new or a's, the result keeps some
      std::vector<int> labels;
      for (int d = 0; d < ra; ++d) {
        s.labels[0] |= std::uint32_t(d + 1) << (4 * d);
        labels.push_back(d + 1);
      }
      std::vector<int> left = labels;
      for (int d = 0; d < rb; ++d) {
        int label = 8 + d;
        if (!left.empty() && random_.chance(0.7)) {
          const int k = random_.below(int(left.size()));
          label = left[std::size_t(k)];
          left.erase(left.begin() + k);
        } else {
          labels.push_back(label);
        }
        s.labels[1] |= std::uint32_t(label) << (4 * d);
      }
      int n = 0;
      for (int label : labels)
        if (n < 3 && random_.chance(0.6)) s.labels[2] |= std::uint32_t(label) << (4 * n++);
    }
    const auto v = rules::judge_contraction(type_of(a), type_of(b), s.labels[0], s.labels[1], s.labels[2]);
    if (v.ok && (v.type.unreduced.size || random_.chance(0.2))) s.spec = random_spec(v.type);
    return s;
  }
  Step draw_reshape(int a) {
    const TypeDesc& t = type_of(a);
    Step s{.kind = Kind::reshape, .a = a};
    s.type = scalar_type(Dtype::f32);
    const auto push = [&](std::int64_t n) {
      if (s.type.rank < 4) s.type.dims[s.type.rank++].extent = extent(n);
    };
    const int how = random_.below(3);
    for (int d = 0; d < t.rank; ++d) {
      const auto n = t.dims[d].extent.number;
      if (how == 0 && d + 1 < t.rank) {
        push(n * t.dims[d + 1].extent.number);
        for (d += 2; d < t.rank; ++d) push(t.dims[d].extent.number);
      } else if (how == 1 && n % 2 == 0 && n > 2) {
        push(n / 2);
        push(2);
      } else {
        if (how == 2 && d == 0) push(1);
        push(n);
      }
    }
    return s;
  }

  void open_loop() {
    Loop loop{visible_.size(), {}, 0, trips_[loop_depth()]};
    const std::vector<int> outside = visible_;
    attempt({.kind = Kind::open, .trip = loop.trip, .reversed = random_.chance(0.2)});
    const int carries = 1 + random_.below(2);
    for (int i = 0; i < carries; ++i) {
      attempt({.kind = Kind::carry, .a = outside[std::size_t(random_.below(int(outside.size())))]});
      loop.carries.push_back(int(recipe_.steps.size()) - 1);
    }
    for (int id : outside) {
      const TypeDesc& t = type_of(id);
      if (t.rank && t.dims[0].axes.empty() && t.dims[0].extent == extent(loop.trip) && random_.chance(0.7))
        attempt({.kind = Kind::item, .a = id});
    }
    loops_.push_back(loop);
  }
  void close_loop() {
    const Loop loop = loops_.back();
    loops_.pop_back();
    const std::vector<int> inside(visible_.begin() + std::ptrdiff_t(loop.visible), visible_.end());
    for (int carry : loop.carries) {
      std::vector<int> fitting;  // a value of the carry's type: the latest but one of them, or the carry plus it
      for (int id : inside)
        if (id != carry && type_of(id) == type_of(carry)) fitting.push_back(id);
      int next = carry;
      if (!fitting.empty())
        next = fitting[fitting.size() - 1 - std::size_t(random_.below(std::min<int>(2, int(fitting.size()))))];
      else if (attempt({.kind = Kind::scale, .a = carry, .value = 0.7}))
        next = int(recipe_.steps.size()) - 1;
      attempt({.kind = Kind::next, .a = carry, .b = next});
    }
    std::vector<int> kept = loop.carries;
    for (int id : inside)
      if (kept.size() < loop.carries.size() + 2 && type_of(id).rank < 3 && random_.chance(0.3) &&
          attempt({.kind = Kind::stack, .a = id}))
        kept.push_back(int(recipe_.steps.size()) - 1);
    attempt({.kind = Kind::close});
    visible_.resize(loop.visible);
    for (int id : kept) attempt({.kind = Kind::result, .a = id});
  }

  /// Its values stay visible after it.
  void open_checkpoint() {
    attempt({.kind = Kind::checkpoint, .which = random_.below(6)});
    loops_.push_back({visible_.size(), {}, 0, 0});
    loops_.back().checkpoint = true;
  }
  void open_branch() {
    const std::size_t visible = visible_.size();
    const int a = pick();
    if (!has_cotangent(type_of(a)) || !attempt({.kind = Kind::then, .a = a, .value = random_.uniform(-0.5, 0.5)}))
      return;
    loops_.push_back({visible, {}, 0, 0, int(recipe_.steps.size()) - 1});
  }
  void close_branch() {
    Loop& branch = loops_.back();
    const std::vector<int> inside(visible_.begin() + std::ptrdiff_t(branch.visible), visible_.end());
    visible_.resize(branch.visible);
    if (!branch.second) {
      attempt({.kind = Kind::otherwise});
      branch.second = true;
      branch.first = inside;
      branch.body = random_.chance(0.2) ? 4 : 0;
      return;
    }
    const std::vector<int> first = branch.first;
    const int then = branch.then;
    attempt({.kind = Kind::join});
    loops_.pop_back();
    const std::vector<int> outside = visible_;
    // Pairs of one type: of both branches, or of one and from outside.
    int kept = 0;
    const auto join = [&](const std::vector<int>& as, const std::vector<int>& bs) {
      for (std::size_t i = as.size(); i-- > 0;)
        for (std::size_t j = bs.size(); j-- > 0;)
          if (kept < 4 && type_of(as[i]) == type_of(bs[j]) && random_.chance(0.5)) {
            attempt({.kind = Kind::pick, .a = as[i], .b = bs[j], .c = then});
            ++kept;
            break;
          }
    };
    join(first, inside);
    join(first, outside);
    join(outside, inside);
  }

  void choose_results() {
    std::vector<int> made, inputs;
    for (int id : visible_) {
      if (recipe_.steps[std::size_t(id)].kind == Kind::input)
        inputs.push_back(id);
      else if (has_cotangent(type_of(id)))
        made.push_back(id);
    }
    for (std::size_t i = made.size(); i-- > 0 && recipe_.outputs.size() < 3;)
      if (i + 1 == made.size() || random_.chance(0.4)) recipe_.outputs.push_back(made[i]);
    for (int id : inputs)
      if (random_.chance(0.7)) recipe_.wrt.push_back(id);
    if (recipe_.wrt.empty()) recipe_.wrt.push_back(inputs[0]);
    recipe_.second = random_.chance(0.15);
    for (auto& axis : recipe_.mesh) {
      const int state = random_.below(4);
      if (state == 0) recipe_.loss.unreduced.insert(axis.name);
      if (state == 1) recipe_.loss.reduced.insert(axis.name);
    }
  }

  Random random_;
  bool with_scans_;
  Dtype dtype_ = random_.floating();  // of the inputs
  Recipe recipe_;
  Builder g_;
  std::vector<Value> values_;
  std::vector<int> visible_;
  std::vector<Loop> loops_;
  std::vector<std::int64_t> extents_;
  static constexpr int trips_[2] = {3, 2};
};

/// True if differences tell the truth about its gradient.
inline bool is_smooth(const Recipe& r) {
  for (auto& s : r.steps)
    if (s.kind == Kind::stop || s.kind == Kind::argmax || (s.kind == Kind::reduce && s.which >= 2) ||
        s.kind == Kind::select || s.kind == Kind::mask)
      return false;
  return true;
}

}  // namespace validator
