import * as Slices from "./Slices.ts"

export interface Order<A> {
  /** As `Array.prototype.sort` takes it. */
  readonly compare: (left: A, right: A) => number
  /** What it is to place one item among others, in the units of work of `Slices`. */
  readonly work: number
}

/** Texts in the order of their code units. */
export const texts: Order<string> = {
  compare: (left, right) => (left < right ? -1 : left > right ? 1 : 0),
  work: 0.2
}

/** Work of items that are sorted in one go. */
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

/** Items in an order, those that are alike as they come. */
export function* sorted<A>(items: ReadonlyArray<A>, order: Order<A>): Slices.Steps<ReadonlyArray<A>> {
  if (items.length * order.work <= run) {
    yield items.length * order.work
    return items.toSorted(order.compare)
  }
  const middle = items.length >> 1
  const left = yield* sorted(items.slice(0, middle), order)
  return yield* merged(left, yield* sorted(items.slice(middle), order), order)
}
