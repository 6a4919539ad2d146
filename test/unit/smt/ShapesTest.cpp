// SPDX-License-Identifier: Apache-2.0
//
// Index shapes with products of unknowns: each cell has one owner, and one that is nearly of the
// shape has several.

#include "Questions.h"

using namespace cudafix;
using namespace cudafix::test;

namespace {
class Shapes : public Question {
protected:
  Expr mul(Expr A, Expr B) { return C.mul(A, B, NSW); }
  Expr add(Expr A, Expr B) { return C.add(A, B, NSW); }
  Expr sub(Expr A, Expr B) { return C.sub(A, B, NSW); }
  Expr half(Expr A) { return C.binary(Op::SDiv, A, k(2)); }
  Expr block(const char *Name) { return symbol(Name, 0, INT32_MAX, Uniformity::Block, 32, false); }
  Expr own(const char *Name) { return symbol(Name, 0, INT32_MAX - 1); }
  Expr N = param("n");
};
} // namespace

/// A square turned in place, layer by layer: the upper side of one and the lower side of another.
TEST_F(Shapes, SidesOfLayersAreApart) {
  Expr Layer[2] = {own("layer"), own("layer'")}, Step[2] = {own("i"), own("i'")}, Last[2];
  for (unsigned T = 0; T < 2; ++T) {
    Last[T] = sub(sub(N, k(1)), Layer[T]);
    require(C.slt(Layer[T], half(N)));
    require(C.slt(add(Layer[T], Step[T]), Last[T]));
  }
  Expr Upper = add(mul(N, Layer[0]), add(Step[0], Layer[0]));
  Expr Lower = add(mul(N, Last[1]), sub(Last[1], Step[1]));
  require(C.eq(Upper, Lower));
  expectProved();
}

/// Layers that reach beyond the middle meet.
TEST_F(Shapes, SidesOfTooManyLayersMeet) {
  Expr Layer[2] = {own("layer"), own("layer'")}, Step[2] = {own("i"), own("i'")}, Last[2];
  for (unsigned T = 0; T < 2; ++T) {
    Last[T] = sub(sub(N, k(1)), Layer[T]);
    require(C.slt(Layer[T], N));
    require(C.slt(Step[T], N));
  }
  Expr Upper = add(mul(N, Layer[0]), Step[0]);
  Expr Lower = add(mul(N, Last[1]), sub(sub(N, k(1)), Step[1]));
  require(C.slt(k(4), N));
  require(C.ne(Layer[0], Layer[1]));
  require(C.eq(Upper, Lower));
  expectWitness();
}

/// Row * (row + 1) / 2 + column with column <= row.
TEST_F(Shapes, CellsOfAPackedTriangleAreApart) {
  Expr Row[2] = {own("row"), own("row'")}, Column[2] = {own("column"), own("column'")}, At[2];
  for (unsigned T = 0; T < 2; ++T) {
    require(C.sle(Column[T], Row[T]));
    At[T] = add(half(mul(Row[T], add(Row[T], k(1)))), Column[T]);
  }
  require(C.eq(At[0], At[1]));
  require(C.lnot(C.land(C.eq(Row[0], Row[1]), C.eq(Column[0], Column[1]))));
  expectProved();
}

/// Without the diagonal: row * (row - 1) / 2 + column with column < row.
TEST_F(Shapes, CellsBelowTheDiagonalAreApart) {
  Expr Row[2] = {own("row"), own("row'")}, Column[2] = {own("column"), own("column'")}, At[2];
  for (unsigned T = 0; T < 2; ++T) {
    require(C.slt(Column[T], Row[T]));
    At[T] = add(half(mul(Row[T], sub(Row[T], k(1)))), Column[T]);
  }
  require(C.eq(At[0], At[1]));
  require(C.lnot(C.land(C.eq(Row[0], Row[1]), C.eq(Column[0], Column[1]))));
  expectProved();
}

/// A row of the triangle that is one cell too long reaches into the next.
TEST_F(Shapes, LongRowsOfAPackedTriangleMeet) {
  Expr Row[2] = {own("row"), own("row'")}, Column[2] = {own("column"), own("column'")}, At[2];
  for (unsigned T = 0; T < 2; ++T) {
    require(C.sle(Column[T], add(Row[T], k(1))));
    At[T] = add(half(mul(Row[T], add(Row[T], k(1)))), Column[T]);
  }
  require(C.eq(At[0], At[1]));
  require(C.ne(Row[0], Row[1]));
  expectWitness();
}

/// Whole groups of four in rows of n, where n need not be a multiple of four.
TEST_F(Shapes, GroupsOfARowAreApart) {
  Expr Row[2] = {own("row"), own("row'")}, Group[2] = {own("group"), own("group'")}, At[2];
  for (unsigned T = 0; T < 2; ++T) {
    require(C.slt(Group[T], C.binary(Op::AShr, N, k(2))));
    At[T] = add(C.binary(Op::SDiv, mul(Row[T], N), k(4)), Group[T]);
  }
  require(C.eq(At[0], At[1]));
  require(C.ne(Row[0], Row[1]));
  expectProved();
}

/// One group more than there are.
TEST_F(Shapes, TooManyGroupsOfARowMeet) {
  Expr Row[2] = {own("row"), own("row'")}, Group[2] = {own("group"), own("group'")}, At[2];
  for (unsigned T = 0; T < 2; ++T) {
    require(C.sle(Group[T], C.binary(Op::AShr, N, k(2))));
    At[T] = add(C.binary(Op::SDiv, mul(Row[T], N), k(4)), Group[T]);
  }
  require(C.slt(k(0), N));
  require(C.eq(At[0], At[1]));
  require(C.ne(Row[0], Row[1]));
  expectWitness();
}

/// What both sides of a comparison add is no part of it: rows of n cells, m rows to a block.
TEST_F(Shapes, RowsBoundedFromTheBlocksFirst) {
  Expr M = param("m"), Block[2] = {own("block"), own("block'")}, Row[2] = {own("row"), own("row'")},
       Column[2] = {own("column"), own("column'")}, At[2];
  for (unsigned T = 0; T < 2; ++T) {
    Expr First = mul(Block[T], M);
    require(C.slt(add(First, Row[T]), add(M, First)));
    require(C.slt(Column[T], N));
    At[T] = add(mul(N, add(First, Row[T])), Column[T]);
  }
  require(C.eq(At[0], At[1]));
  require(C.ne(Block[0], Block[1]));
  expectProved();
}
