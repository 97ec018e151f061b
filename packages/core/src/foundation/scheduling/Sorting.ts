import * as Slices from "./Slices.ts"

export interface Order<A> {
  /** Comparison function as for `Array.prototype.sort`. */
  readonly compare: (left: A, right: A) => number
  /** The cost of placing one item among others, in the units of work of `Slices`. */
  readonly work: number
}

/** Texts in the order of their code units. */
export const texts: Order<string> = {
  compare: (left, right) => (left < right ? -1 : left > right ? 1 : 0),
  work: 0.2
}

/** Number of items that are sorted without yielding. */
const run = 400

function* merged<A>(
  left: ReadonlyArray<A>,
  right: ReadonlyArray<A>,
  { compare, work }: Order<A>
): Slices.Steps<ReadonlyArray<A>> {
  const both: Array<A> = []
  const [first, second] = [left.values(), right.values()]
  let [one, other] = [first.next(), second.next()]
  yield* Slices.count(left.length + right.length, work, () => {
    if (one.done !== true && (other.done === true || compare(one.value, other.value) <= 0)) {
      both.push(one.value)
      one = first.next()
    } else if (other.done !== true) {
      both.push(other.value)
      other = second.next()
    }
  })
  return both
}

/** Items in an order; equal items keep their order. */
export function* sorted<A>(items: ReadonlyArray<A>, order: Order<A>): Slices.Steps<ReadonlyArray<A>> {
  if (items.length * order.work <= run) {
    yield items.length * order.work
    return items.toSorted(order.compare)
  }
  const middle = items.length >> 1
  const left = yield* sorted(items.slice(0, middle), order)
  return yield* merged(left, yield* sorted(items.slice(middle), order), order)
}
