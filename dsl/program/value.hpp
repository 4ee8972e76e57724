// Values of a program being built: the language of transposition rules and of dynamic programs.
// The same rules type them as the users' tracers; a rejected op throws RuleError.
//
// Compilers evaluate the operands of one call in an order of their own, and each appends equations: rules give one
// of them a name first, so that a program is the same wherever it is built.
#pragma once

#include <shardwise/dsl/program/builder.hpp>
#include <shardwise/dsl/type/cotangent.hpp>

namespace shardwise {

struct Value {
  Builder* builder = nullptr;
  int id = -1;
  constexpr bool valid() const { return id >= 0; }
  constexpr const TypeDesc& type() const { return builder->type_of(id); }
};

// ---- elementwise (rules/elementwise.hpp)
constexpr Value elementwise(const OpInfo* op, Value a, double value = 0);
constexpr Value elementwise(const OpInfo* op, Value a, Value b);
constexpr Value where(Value mask, Value a, Value b);
constexpr Value astype(Value a, Dtype dtype);
/// A constant with the type of another value.
constexpr Value full_like(Value a, double value);
/// A constant of a type.
constexpr Value full(Builder& g, const TypeDesc& type, double value);

template <class Op> constexpr Value apply(Value a) { return elementwise(op<Op>, a); }
template <class Op> constexpr Value apply(Value a, Value b) { return elementwise(op<Op>, a, b); }
namespace detail {
/// A literal as the other operand of an elementwise op. None fits U, not even the 0 that `where` takes.
constexpr Value literal_beside(const OpInfo* op, Value a, double value);
}  // namespace detail
/// An op with a literal on one side.
template <class Op> constexpr Value apply(Value a, double b) {
  return elementwise(op<Op>, a, detail::literal_beside(op<Op>, a, b));
}
template <class Op> constexpr Value apply(double a, Value b) {
  return elementwise(op<Op>, detail::literal_beside(op<Op>, b, a), b);
}
/// A unary op with a number of its own, such as scale.
template <class Op> constexpr Value apply_with(Value a, double value) { return elementwise(op<Op>, a, value); }
constexpr Value scale(Value a, double factor);

constexpr Value operator+(Value a, Value b);
constexpr Value operator-(Value a, Value b);
constexpr Value operator*(Value a, Value b);
constexpr Value operator/(Value a, Value b);
constexpr Value operator-(Value a);
constexpr Value operator+(Value a, double b);
constexpr Value operator+(double a, Value b);
constexpr Value operator-(Value a, double b);
constexpr Value operator-(double a, Value b);
constexpr Value operator*(double a, Value b);
constexpr Value operator*(Value a, double b);
constexpr Value operator/(Value a, double b);
constexpr Value operator/(double a, Value b);

// ---- layout (rules/reshard.hpp, rules/shape.hpp)
constexpr Value reshard(Value a, const SpecDesc& spec);
constexpr Value reshard_to(Value a, const TypeDesc& type);
/// One tree's leaves: at most one collective of each kind for all of them (per axes and dtype).
constexpr std::vector<Value> reshard_tree(const std::vector<Value>& leaves, const std::vector<TypeDesc>& to);
/// Stretches to the dimensions and splits of `type`; the states other than split stay.
constexpr Value broadcast(Value a, const TypeDesc& type);
constexpr Value transpose(Value a, std::uint32_t permutation);
constexpr Value reshape(Value a, const Extent* extents, int rank);
/// Negative places count from the end; `to_end` is the end.
constexpr Value slice(Value a, int dimension, std::int64_t start, std::int64_t stop, std::int64_t stride = 1);
constexpr Value pad(Value a, int dimension, std::int64_t before, std::int64_t stride, const Extent& result);

// ---- moving, joining, places found at run time (rules/moving.hpp, joining.hpp, dynamic_slice.hpp, making.hpp)
constexpr Value expand_dims(Value a, int at);
constexpr Value squeeze(Value a, unsigned dims = 0);
constexpr Value broadcast_to(Value a, const TypeDesc& type, bool exact);
constexpr Value flip(Value a, unsigned dims);
constexpr Value tril(Value a, std::int64_t diagonal = 0);
constexpr Value triu(Value a, std::int64_t diagonal = 0);
constexpr Value concat(std::vector<Value> parts, int dimension, std::string_view name);
constexpr Value stack(std::vector<Value> parts, int dimension);
constexpr std::vector<Value> split(Value a, int dimension, const std::int64_t* sizes, int n);
constexpr Value pad_with(Value a, int dimension, std::int64_t before, std::int64_t after, double value);
constexpr Value dynamic_slice(Value a, std::vector<Value> starts, const Extent* sizes, unsigned dims);
constexpr Value dynamic_update_slice(Value a, Value update, std::vector<Value> starts, unsigned dims);

// ---- reductions (rules/reduction.hpp). `dims` is a bit mask.
/// The sum over local elements: a split dimension becomes U.
constexpr Value sum_local(Value a, unsigned dims, bool keepdims);
constexpr Value sum(Value a, unsigned dims, bool keepdims = false, const SpecDesc* out = nullptr);
constexpr Value mean(Value a, unsigned dims, bool keepdims = false, const SpecDesc* out = nullptr);
constexpr Value reduce_max(Value a, unsigned dims, bool keepdims = false, const SpecDesc* out = nullptr);
constexpr Value reduce_min(Value a, unsigned dims, bool keepdims = false, const SpecDesc* out = nullptr);
constexpr Value argmax(Value a, int dimension);
constexpr Value argmin(Value a, int dimension);

// ---- indexing and order (rules/indexing.hpp, rules/indexing_along.hpp, rules/ordering.hpp)
constexpr Value take(Value table, Value ids, const SpecDesc* out = nullptr);
constexpr Value scatter_add(Value base, Value ids, Value updates);
constexpr Value take_along_axis(Value a, Value ids, int dimension);
constexpr Value scatter_add_along_axis(Value base, Value ids, Value updates, int dimension);
constexpr Value cumsum(Value a, int dimension, bool reverse = false);
constexpr Value argsort(Value a, int dimension);
constexpr Value sort(Value a, int dimension);

// ---- contraction (rules/contraction.hpp, rules/einsum.hpp)
/// Labels of the operands and the result, 4 bits each from 1; the local product: contracted split labels become U.
/// Floating operands may be of different types; `dtype` is the result's, without it the widest.
constexpr Value contract(Value a, Value b, std::uint32_t la, std::uint32_t lb, std::uint32_t lo, Dtype dtype);
constexpr Value contract(Value a, Value b, std::uint32_t la, std::uint32_t lb, std::uint32_t lo);
/// The product of one to three operands with its result resharded to `out`; without `out` a contraction over split
/// dimensions is refused.
constexpr Value einsum(const Value* in, const std::uint32_t* labels, int n, std::uint32_t lo,
                       const SpecDesc* out = nullptr, const Dtype* preferred = nullptr);
constexpr Value einsum(Value a, Value b, std::uint32_t la, std::uint32_t lb, std::uint32_t lo,
                       const SpecDesc* out = nullptr);
constexpr Value matmul(Value a, Value b, const SpecDesc* out = nullptr, const Dtype* preferred = nullptr);

// ---- convolution (rules/convolution.hpp)
namespace rules {
struct ConvOptions;
}
/// [batch,height,width,in] with [height,width,in,out], the result resharded to `out`.
constexpr Value conv(Value x, Value w, const rules::ConvOptions& options, const SpecDesc* out = nullptr,
                     const Dtype* preferred = nullptr);

// ---- leaves (rules/leaf.hpp)
constexpr Value iota(Builder& g, const TypeDesc& type, int dimension);
constexpr Value stop_gradient(Value a);
constexpr Value alias(Value a);
constexpr Value zeros_like_cotangent(Value a);

/// What a transposition rule works with: the cotangent of one equation's result, and its operands.
struct Pullback {
  Builder* builder;
  int equation;
  Value cotangent;
  std::vector<int>* cotangents;

  constexpr Eqn eqn() const { return (*builder)[equation]; }
  /// Whether operand i depends on what is differentiated.
  constexpr bool wants(int i) const;
  constexpr const TypeDesc& operand_type(int i) const { return builder->type_of(operand_id(i)); }
  constexpr int operand_id(int i) const {
    const Eqn& q = (*builder)[equation];
    return i == 0 ? q.a : i == 1 ? q.b : q.c;
  }
  /// Operand i, or the result, as a value that the backward pass can use.
  constexpr Value operand(int i) const;
  constexpr Value result() const;
  /// An equation over one value, with a type and first attribute of the rule's choice.
  constexpr Value emit(const OpInfo* op, Value a, const TypeDesc& type, std::uint32_t k0 = 0) const {
    return {builder, builder->push({.op = op, .a = a.id, .k0 = k0}, type)};
  }
  /// Adds to the cotangent of operand i. A wrong type is an error: it must be the cotangent of the operand's.
  constexpr void add(int i, Value c) const;
};

}  // namespace shardwise
