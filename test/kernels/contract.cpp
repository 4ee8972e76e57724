// Contractions of every label pattern against sums over all indices in double.
#include <shardwise/backends/kernels/contract.hpp>

#include "reference.hpp"

#include <catch2/catch.hpp>

#include <map>
#include <string>

using namespace shardwise;
using namespace shardwise::kernels;
using namespace shardwise::test;

namespace {

std::uint32_t pack(const std::string& letters) {
  std::uint32_t packed = 0;
  for (std::size_t i = 0; i < letters.size(); ++i) packed |= std::uint32_t(letters[i] - 'a' + 1) << (4 * i);
  return packed;
}

using Extents = std::map<char, std::size_t>;

Shape shape_of(const std::string& letters, const Extents& e) {
  Shape s;
  for (char c : letters) s.dim[s.rank++] = e.at(c);
  return s;
}

std::size_t offset(const std::string& letters, const Extents& e, const Extents& index) {
  std::size_t o = 0;
  for (char c : letters) o = o * e.at(c) + index.at(c);
  return o;
}

/// out and the sum of the magnitudes of its terms.
void reference(const std::string& a, const std::string& b, const std::string& c, const Extents& e,
               const std::vector<double>& x, const std::vector<double>& y, std::vector<double>& out,
               std::vector<double>& size) {
  std::string all;
  std::size_t total = 1;
  for (auto [l, extent] : e) all += l, total *= extent;
  out.assign(shape_of(c, e).size(), 0);
  size.assign(out.size(), 0);
  for (std::size_t i = 0; i < total; ++i) {
    Extents index;
    std::size_t rest = i;
    for (char l : all) index[l] = rest % e.at(l), rest /= e.at(l);
    const double term = x[offset(a, e, index)] * y[offset(b, e, index)];
    out[offset(c, e, index)] += term;
    size[offset(c, e, index)] += std::abs(term);
  }
}

struct Equation {
  std::string a, b, c;
};
Equation parse(const std::string& text) {
  const auto comma = text.find(','), arrow = text.find("->");
  return {text.substr(0, comma), text.substr(comma + 1, arrow - comma - 1), text.substr(arrow + 2)};
}

template <class T> void check(const std::string& text, const Extents& extents) {
  const auto [a, b, c] = parse(text);
  Extents e;
  for (char l : a + b) e[l] = extents.at(l);
  const Shape sa = shape_of(a, e), sb = shape_of(b, e);
  const ContractPlan plan = plan_contract(pack(a), pack(b), pack(c), sa, sb, dtype_of<T>);
  const bool integer = std::is_integral_v<T>;
  const Buffer<T> x = integer ? small_integers<T>(sa.size(), 1) : random_array<T>(sa.size(), -1, 1, 1);
  const Buffer<T> y = integer ? small_integers<T>(sb.size(), 2) : random_array<T>(sb.size(), -1, 1, 2);
  std::vector<double> dx(x.size()), dy(y.size()), want, size;
  for (std::size_t i = 0; i < x.size(); ++i) dx[i] = number(x[i]);
  for (std::size_t i = 0; i < y.size(); ++i) dy[i] = number(y[i]);
  reference(a, b, c, e, dx, dy, want, size);
  CHECK(plan.size_out == want.size());
  std::vector<float> scratch(plan.scratch_bytes / 4 + 16);
  void* aligned = reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(scratch.data()) + 63) / 64 * 64);
  for (auto [alpha, beta] : {std::pair{1.0, 0.0}, {2.0, 0.0}, {1.0, 1.0}, {-3.0, 2.0}}) {
    if (std::is_unsigned_v<T> && alpha < 0) continue;
    Buffer<T> out(want.size() + 1, 1);
    const Buffer<T> old = integer ? small_integers<T>(want.size(), 1) : random_array<T>(want.size(), -1, 1);
    for (std::size_t i = 0; i < want.size(); ++i) out[i] = beta == 0 && !integer ? stored<T>(NAN) : old[i];
    contract(plan, x.data(), y.data(), out.data(), alpha, beta, aligned);
    double worst = 0;
    for (std::size_t i = 0; i < want.size(); ++i) {
      const double w = alpha * want[i] + (beta == 0 ? 0 : beta * number(old[i]));
      const double scale = std::abs(alpha) * size[i] + std::abs(beta) + (std::is_same_v<T, f16> ? 1e-3 : 1e-30);
      const double unit = sizeof(T) == 8 ? 1e-15 : sizeof(T) == 4 ? 4e-7 : std::is_same_v<T, f16> ? 6e-4 : 4.1e-3;
      const double error = integer ? (number(out[i]) == w ? 0 : INFINITY) : std::abs(number(out[i]) - w) / scale / unit;
      worst = std::isnan(error) ? INFINITY : std::max(worst, error);
    }
    INFO(text << " " << name_of(dtype_of<T>) << " kind " << int(plan.kind) << " m " << plan.m << " n " << plan.n
              << " k " << plan.k << " loops " << plan.loops << " alpha " << alpha << " beta " << beta);
    CHECK(worst <= 1);
  }
}

const char* const equations[] = {"ab,bc->ac",     "ba,bc->ac",       "ab,cb->ac",        "ba,cb->ac",
                                 "ab,bc->ca",     "ba,bc->ca",       "ab,cb->ca",        "ba,cb->ca",
                                 "dab,dbc->dac",  "adb,bdc->dac",    "abd,dbc->acd",     "dab,dcb->dca",
                                 "abd,bcd->dac",  "ab,b->a",         "ba,b->a",          "b,ba->a",
                                 "b,ab->a",       "a,b->ab",         "a,b->ba",          "ab,ab->a",
                                 "ab,ab->b",      "ab,ab->",         "ab,ba->",          "a,a->",
                                 "a,a->a",        "ab,ab->ab",       "ab,ba->ab",        "ab,a->ab",
                                 "ab,b->ab",      "abc,cd->abd",     "abc,bcd->ad",      "abc,cbd->ad",
                                 "cab,cbd->ad",   "abc,dbc->ad",     "abc,abd->cd",      "abc,abd->dc",
                                 "abcd,dce->abe", "abcd,aced->abe",  "abcd,ebfd->aebcf", "ab,cd->abcd",
                                 "ab,c->a",       "ab,c->bc",        "abc,c->ab",        "abc,b->ac",
                                 ",->",           ",ab->ab",         "ab,->a",           "abc,dc->dab",
                                 "bac,bcd->abd",  "abcd,abed->abce", "abcde,ed->cab"};

}  // namespace

TEMPLATE_TEST_CASE("contractions of every pattern", "[kernels]", float, double, bf16, f16, std::int32_t, std::int64_t,
                   std::uint32_t) {
  for (const char* text : equations) {
    check<TestType>(text, {{'a', 3}, {'b', 5}, {'c', 4}, {'d', 2}, {'e', 6}, {'f', 3}});
    check<TestType>(text, {{'a', 17}, {'b', 9}, {'c', 13}, {'d', 3}, {'e', 7}, {'f', 2}});
    check<TestType>(text, {{'a', 1}, {'b', 33}, {'c', 20}, {'d', 1}, {'e', 1}, {'f', 4}});
    check<TestType>(text, {{'a', 40}, {'b', 1}, {'c', 1}, {'d', 2}, {'e', 3}, {'f', 1}});
    check<TestType>(text, {{'a', 4}, {'b', 0}, {'c', 3}, {'d', 2}, {'e', 3}, {'f', 1}});
    check<TestType>(text, {{'a', 0}, {'b', 2}, {'c', 3}, {'d', 2}, {'e', 0}, {'f', 1}});
  }
}

TEST_CASE("a long dot product", "[kernels]") { check<float>("a,a->", {{'a', 100001}}); }

TEST_CASE("matrix products are found", "[kernels]") {
  const Extents e = {{'a', 32}, {'b', 16}, {'c', 8}, {'d', 4}};
  auto plan = [&](const std::string& text) {
    const auto [a, b, c] = parse(text);
    return plan_contract(pack(a), pack(b), pack(c), shape_of(a, e), shape_of(b, e), Dtype::f32);
  };
  // One gemm, for every order of labels of two matrices and of their product.
  for (const char* text : {"ab,bc->ac", "ba,bc->ac", "ab,cb->ac", "ba,cb->ac", "ab,bc->ca", "ba,bc->ca", "ab,cb->ca",
                           "ba,cb->ca", "dab,bc->dac", "dab,dac->bc", "abc,bcd->ad"}) {
    INFO(text);
    CHECK(plan(text).kind == ContractPlan::Kind::gemm);
    CHECK(plan(text).loops == 0);
  }
  CHECK(plan("dab,dbc->dac").loops == 1);
  CHECK(plan("adb,bdc->dac").loops == 1);
  CHECK(plan_contract(pack("ab"), pack("b"), pack("a"), Shape{100, 100}, Shape{100}, Dtype::f32).kind ==
        ContractPlan::Kind::gemv);
}

TEST_CASE("attention's products read and write the arrays as they lie", "[kernels]") {
  // a batch, b head, c query, d key, e elements of a head.
  const Extents e = {{'a', 4}, {'b', 4}, {'c', 64}, {'d', 64}, {'e', 32}};
  const auto plan = [&](const std::string& text) {
    const auto [a, b, c] = parse(text);
    return plan_contract(pack(a), pack(b), pack(c), shape_of(a, e), shape_of(b, e), Dtype::f32);
  };
  // Heads before positions: one loop over both. Positions before heads: two, and longer leading dimensions.
  for (const char* text : {"abce,abde->abcd", "abcd,abde->abce", "abcd,abce->abde"}) {
    INFO(text);
    CHECK(plan(text).kind == ContractPlan::Kind::gemm);
    CHECK(plan(text).loops == 1);
    CHECK(plan(text).m == 64);
  }
  for (const char* text : {"acbe,adbe->abcd", "abcd,adbe->acbe", "abcd,acbe->adbe"}) {
    INFO(text);
    CHECK(plan(text).kind == ContractPlan::Kind::gemm);
    CHECK(plan(text).loops == 2);
    CHECK(plan(text).right_ld == 4 * 32);
    check<float>(text, e);
  }
}

TEST_CASE("bf16 operands, f32 result", "[kernels]") {
  const std::size_t n = 20;
  const Buffer<bf16> x = random_array<bf16>(n * n, -1, 1), y = random_array<bf16>(n * n, -1, 1);
  const ContractPlan plan =
      plan_contract(pack("ab"), pack("bc"), pack("ac"), Shape{n, n}, Shape{n, n}, Dtype::bf16, Dtype::bf16, Dtype::f32);
  std::vector<float> out(n * n), scratch(plan.scratch_bytes / 4);
  contract(plan, x.data(), y.data(), out.data(), 1, 0, scratch.data());
  double worst = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      double want = 0;
      for (std::size_t k = 0; k < n; ++k) want += double(x[i * n + k]) * y[k * n + j];
      worst = std::max(worst, std::abs(want - out[i * n + j]));
    }
  CHECK(worst < 1e-5);
}
