import type { Slices } from "@quire/core"

/** Texts that are sorted in one go. */
const run = 2_000

/** What it takes to place a text among others, in the units of work of `Slices`. */
const textWork = 0.2

function* merged(left: ReadonlyArray<string>, right: ReadonlyArray<string>): Slices.Steps<ReadonlyArray<string>> {
  const both: Array<string> = []
  const length = left.length + right.length
  for (let [at, other] = [0, 0]; both.length < length; ) {
    const [first, second] = [left[at], right[other]]
    const isFirst = second === undefined || (first !== undefined && first <= second)
    both.push((isFirst ? first : second) ?? "")
    if (isFirst) at++
    else other++
    if (both.length % run === 0) yield run * textWork
  }
  yield (length % run) * textWork
  return both
}

/** Texts in the order of their code units. */
export function* sorted(texts: ReadonlyArray<string>): Slices.Steps<ReadonlyArray<string>> {
  if (texts.length <= run) {
    yield texts.length * textWork
    return texts.toSorted()
  }
  const middle = texts.length >> 1
  return yield* merged(yield* sorted(texts.slice(0, middle)), yield* sorted(texts.slice(middle)))
}
