import { CodePoint, type RowStore } from "@quire/core"

/** A row and its position in the list. */
export interface Entry<A> {
  readonly at: RowStore.Keyset
  readonly row: A
}

/**
 * A persistent, size-balanced tree of entries in ascending order: one write makes as many nodes as the tree is deep.
 */
interface Node<A> {
  readonly entry: Entry<A>
  readonly left: Node<A> | undefined
  readonly right: Node<A> | undefined
  readonly size: number
}

export interface OrderedRows<A> {
  readonly root: Node<A> | undefined
  /** How many entries have null in a column of the order. */
  readonly nulls: number
}

export const empty: OrderedRows<never> = { root: undefined, nulls: 0 }

export const compareScalars = (left: RowStore.Scalar, right: RowStore.Scalar): number =>
  typeof left === "string" && typeof right === "string" ? CodePoint.compare(left, right) : Number(left) - Number(right)

export type Compare = (left: RowStore.Keyset, right: RowStore.Keyset) => number

/** The total order of a list: its order columns, then the id; null comes last in both directions. */
export const comparator =
  (direction: "asc" | "desc"): Compare =>
  (left, right) => {
    const sign = direction === "asc" ? 1 : -1
    for (let index = 0; index < left.order.length; index++) {
      const value = left.order[index] ?? null
      const other = right.order[index] ?? null
      if (value === null && other === null) continue
      if (value === null || other === null) return value === null ? 1 : -1
      const difference = compareScalars(value, other)
      if (difference !== 0) return sign * difference
    }
    return sign * CodePoint.compare(left.id, right.id)
  }

const ascending = comparator("asc")

const sizeOf = <A>(node: Node<A> | undefined): number => node?.size ?? 0

const makeNode = <A>(left: Node<A> | undefined, entry: Entry<A>, right: Node<A> | undefined): Node<A> => ({
  entry,
  left,
  right,
  size: sizeOf(left) + sizeOf(right) + 1
})

/** Neither side may be more than this many times as large as the other. */
const maximumRatio = 3

const rotateLeft = <A>(left: Node<A> | undefined, entry: Entry<A>, right: Node<A>): Node<A> =>
  right.left !== undefined && sizeOf(right.left) >= 2 * sizeOf(right.right)
    ? makeNode(
        makeNode(left, entry, right.left.left),
        right.left.entry,
        makeNode(right.left.right, right.entry, right.right)
      )
    : makeNode(makeNode(left, entry, right.left), right.entry, right.right)

const rotateRight = <A>(left: Node<A>, entry: Entry<A>, right: Node<A> | undefined): Node<A> =>
  left.right !== undefined && sizeOf(left.right) >= 2 * sizeOf(left.left)
    ? makeNode(
        makeNode(left.left, left.entry, left.right.left),
        left.right.entry,
        makeNode(left.right.right, entry, right)
      )
    : makeNode(left.left, left.entry, makeNode(left.right, entry, right))

const rebalance = <A>(left: Node<A> | undefined, entry: Entry<A>, right: Node<A> | undefined): Node<A> => {
  const [less, more] = [sizeOf(left), sizeOf(right)]
  if (less + more > 1) {
    if (right !== undefined && more > maximumRatio * less) return rotateLeft(left, entry, right)
    if (left !== undefined && less > maximumRatio * more) return rotateRight(left, entry, right)
  }
  return makeNode(left, entry, right)
}

const insertNode = <A>(tree: Node<A> | undefined, entry: Entry<A>): Node<A> => {
  if (tree === undefined) return makeNode(undefined, entry, undefined)
  const difference = ascending(entry.at, tree.entry.at)
  if (difference < 0) return rebalance(insertNode(tree.left, entry), tree.entry, tree.right)
  if (difference > 0) return rebalance(tree.left, tree.entry, insertNode(tree.right, entry))
  return { ...tree, entry }
}

const firstOf = <A>(tree: Node<A>): Entry<A> => (tree.left === undefined ? tree.entry : firstOf(tree.left))

const removeNode = <A>(tree: Node<A> | undefined, at: RowStore.Keyset): Node<A> | undefined => {
  if (tree === undefined) return undefined
  const { entry, left, right } = tree
  const difference = ascending(at, entry.at)
  if (difference < 0) return rebalance(removeNode(left, at), entry, right)
  if (difference > 0) return rebalance(left, entry, removeNode(right, at))
  if (left === undefined || right === undefined) return left ?? right
  const next = firstOf(right)
  return rebalance(left, next, removeNode(right, next.at))
}

const countNulls = ({ order }: RowStore.Keyset): number => (order.includes(null) ? 1 : 0)

export const size = <A>({ root }: OrderedRows<A>): number => sizeOf(root)

/** Adds an entry, or replaces the one at its keyset. */
export const insert = <A>({ nulls, root }: OrderedRows<A>, entry: Entry<A>): OrderedRows<A> => {
  const next = insertNode(root, entry)
  return { root: next, nulls: next.size > sizeOf(root) ? nulls + countNulls(entry.at) : nulls }
}

/** Removes the entry at a keyset. */
export const remove = <A>({ nulls, root }: OrderedRows<A>, at: RowStore.Keyset): OrderedRows<A> => {
  const next = removeNode(root, at)
  return { root: next, nulls: sizeOf(next) < sizeOf(root) ? nulls - countNulls(at) : nulls }
}

/** Visits entries from the first that is not `isBefore`, until `visit` returns false. */
export interface Visit<A> {
  /** Whether an entry precedes the first one wanted; true for a prefix of the list only. */
  readonly isBefore: (at: RowStore.Keyset) => boolean
  readonly visit: (entry: Entry<A>) => boolean
}

const visitForwards = <A>(tree: Node<A> | undefined, each: Visit<A>): boolean => {
  if (tree === undefined) return true
  if (each.isBefore(tree.entry.at)) return visitForwards(tree.right, each)
  return visitForwards(tree.left, each) && each.visit(tree.entry) && visitForwards(tree.right, each)
}

const visitBackwards = <A>(tree: Node<A> | undefined, each: Visit<A>): boolean => {
  if (tree === undefined) return true
  if (each.isBefore(tree.entry.at)) return visitBackwards(tree.left, each)
  return visitBackwards(tree.right, each) && each.visit(tree.entry) && visitBackwards(tree.left, each)
}

/** Visits entries in order. Where there are nulls, descending order is not the reverse of ascending order. */
export const visit = <A>({ root }: OrderedRows<A>, direction: "asc" | "desc", each: Visit<A>): void =>
  void (direction === "asc" ? visitForwards(root, each) : visitBackwards(root, each))

/** Every row, in ascending order. */
export const rows = <A>(self: OrderedRows<A>): ReadonlyArray<A> => {
  const all: Array<A> = []
  visit(self, "asc", { isBefore: () => false, visit: ({ row }) => all.push(row) > 0 })
  return all
}
