#include <shardwise/backends/executor/given_sizes.hpp>

#include <fmt/format.h>

#include <shardwise/backends/executor/error.hpp>
#include <shardwise/dsl/type/notation.hpp>

namespace shardwise {
namespace {

std::string text_of(const Extent& e) {
  Text text;
  text << e;
  return std::string(text.view());
}

}  // namespace

namespace detail {

std::int64_t Quotient::product(std::int64_t a, std::int64_t b) const {
  std::int64_t result;
  if (__builtin_mul_overflow(a, b, &result))
    throw Error(
        fmt::format("{}: extent {} is too large: {} times {} is beyond 2^63 - 1", what_, text_of(extent_), a, b));
  return result;
}
void Quotient::times(std::int64_t value, int power) {
  for (int i = 0; i < power; ++i) above_ = product(above_, value);
  for (int i = 0; i > power; --i) below_ = product(below_, value);
}

}  // namespace detail

NameTable::NameTable(const MeshInfo& mesh) {
  for (Name axis : mesh.axes()) entries_.push_back({axis, mesh.size(axis), true});
}

std::optional<std::int64_t> NameTable::find(Name name) const {
  for (const Entry& e : entries_)
    if (e.name == name) return e.value;
  return {};
}

void NameTable::bind(Name name, std::int64_t value, std::string_view what) {
  if (value < 0) throw Error(fmt::format("{}: {} is {}; an extent is at least 0", what, to_string(name), value));
  for (const Entry& e : entries_)
    if (e.name == name) {
      if (e.value == value) return;
      throw Error(fmt::format("{}: {} is {}, but {} {}", what, to_string(name), value,
                              e.axis ? "the mesh axis of that name has size" : "elsewhere it is", e.value));
    }
  entries_.push_back({name, value, false});
}

std::optional<std::int64_t> NameTable::value(const Extent& extent, std::string_view what) const {
  if (extent.is_unknown()) return {};
  detail::Quotient quotient(extent, what);
  for (const auto& f : extent.factors) {
    if (!f.power) continue;
    const auto size = find(f.name);
    if (!size) return {};
    quotient.times(*size, f.power);
  }
  const std::int64_t above = quotient.above(), below = quotient.below();
  if (below == 0 || above % below)
    throw Error(
        fmt::format("{}: extent {} is no whole number: {} does not divide {}", what, text_of(extent), below, above));
  return above / below;
}

// True if a name became known.
bool NameTable::learn(const Extent& extent, std::int64_t value, std::string_view what) {
  if (extent.is_unknown()) return false;
  detail::Quotient quotient(extent, what);
  Extent::Factor wanted;
  for (const auto& f : extent.factors) {
    if (!f.power) continue;
    if (const auto size = find(f.name)) {
      quotient.times(*size, f.power);
    } else if (wanted.power) {
      return false;
    } else {
      wanted = f;
    }
  }
  // value = above / below * name^power
  if (wanted.power != 1 && wanted.power != -1) return false;
  const std::int64_t above = quotient.above(), scaled = quotient.product(value, quotient.below());
  const std::int64_t n = wanted.power > 0 ? scaled : above, d = wanted.power > 0 ? above : scaled;
  if (d == 0 || n % d)
    throw Error(fmt::format("{}: extent {} is {}, which no whole number {} gives", what, text_of(extent), value,
                            to_string(wanted.name)));
  bind(wanted.name, n / d, what);
  return true;
}

void NameTable::match(const TypeDesc& type, const Shape& extents, std::string_view what) {
  if (extents.rank != type.rank)
    throw Error(
        fmt::format("{}: expected rank {}, got {} with extents {}", what, type.rank, extents.rank, to_string(extents)));
  for (bool progress = true; progress;) {
    progress = false;
    for (int i = 0; i < type.rank; ++i) progress |= learn(type.dims[i].extent, std::int64_t(extents[i]), what);
  }
  for (int i = 0; i < type.rank; ++i) {
    const auto expected = value(type.dims[i].extent, what);
    if (!expected || *expected == std::int64_t(extents[i])) continue;
    const std::string written = text_of(type.dims[i].extent), number = std::to_string(*expected);
    throw Error(fmt::format("{}: dimension {}: expected {}{}, got {} with extents {}", what, i, written,
                            written == number ? "" : " = " + number, extents[i], to_string(extents)));
  }
}

Sizes::Sizes(std::initializer_list<Integer> extents) : all_(true) {
  if (extents.size() > std::size_t(Shape::max_rank)) throw Error("more than 8 extents");
  for (Integer e : extents) {
    if (e.value < 0) throw Error(fmt::format("an extent is {}; it is at least 0", e.value));
    extents_.dim[extents_.rank++] = std::size_t(e.value);
  }
}

Shape Sizes::of(const TypeDesc& type, const MeshInfo& mesh, std::string_view what) const {
  NameTable names(mesh);
  const std::string about = fmt::format("{}: {}", what, to_string(type));
  if (all_) {
    names.match(type, extents_, about);
    check_size(type, extents_, what);
    return extents_;
  }
  for (const NamedSize& s : named_) {
    bool mentioned = false;
    if (s.name.size() <= std::size_t(max_name_length))
      for (int i = 0; i < type.rank; ++i)
        for (const auto& f : type.dims[i].extent.factors) mentioned |= f.power && f.name == Name(s.name);
    if (!mentioned) throw Error(fmt::format("{}: a size for {} is given, which no extent mentions", about, s.name));
    names.bind(Name(s.name), s.size.value, about);
  }
  Shape result;
  for (; result.rank < type.rank; ++result.rank) {
    const Extent& e = type.dims[result.rank].extent;
    if (e.is_unknown())
      throw Error(fmt::format("{}: dimension {} is '?': give all extents, as in {{8, 4}}", about, result.rank));
    const auto value = names.value(e, about);
    if (!value)
      for (const auto& f : e.factors)
        if (f.power && !names.find(f.name))
          throw Error(fmt::format("{}: no size for {}: give it, as in {{{{\"{}\", 8}}}}", about, to_string(f.name),
                                  to_string(f.name)));
    result.dim[result.rank] = std::size_t(*value);
  }
  check_size(type, result, what);
  return result;
}

}  // namespace shardwise
