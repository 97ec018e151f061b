import * as Slices from "../scheduling/Slices.ts"

/** What a code unit is in the units of work of `Slices`. */
const unitWork = 0.2

const units = 65_536

/**
 * The beginnings of texts by number, shorter ones first; 0 is the empty one. By number each has its length, and the
 * number of the longest other beginning that it ends with.
 */
interface Beginnings {
  readonly next: (number: number, unit: number) => number | undefined
  readonly length: ReadonlyArray<number>
  readonly ending: ReadonlyArray<number>
  /** The texts that are beginnings in full. */
  readonly whole: ReadonlyMap<number, string>
}

function* beginningsOf(texts: Iterable<string>): Slices.Steps<Beginnings> {
  const numbers = new Map<number, number>()
  const next = (number: number, unit: number) => numbers.get(number * units + unit)
  const [length, ending, whole] = [[0], [0], new Map<number, string>()]
  const add = (number: number, unit: number): number => {
    let other = ending[number] ?? 0
    while (other !== 0 && next(other, unit) === undefined) other = ending[other] ?? 0
    ending.push(number === 0 ? 0 : (next(other, unit) ?? 0))
    length.push((length[number] ?? 0) + 1)
    numbers.set(number * units + unit, length.length - 1)
    return length.length - 1
  }
  let open = Array.from(texts, (text) => ({ text, number: 0 }))
  for (let at = 0; open.length > 0; at++) {
    const longer: typeof open = []
    yield* Slices.each(open, unitWork, ({ number, text }) => {
      const unit = text.charCodeAt(at)
      const found = next(number, unit) ?? add(number, unit)
      if (text.length === at + 1) whole.set(found, text)
      else longer.push({ text, number: found })
    })
    open = longer
  }
  return { next, length, ending, whole }
}

/**
 * Those of some texts that stand in others as often as is wanted, which is once at least; where one stands twice in the
 * same place, in part, it counts once. None is empty. The work grows with the lengths of all, those that are wanted as
 * often as they are.
 */
export function* met(
  wanted: ReadonlyMap<string, number>,
  within: ReadonlyArray<string>
): Slices.Steps<ReadonlySet<string>> {
  const found = new Set<string>()
  const { ending, length, next, whole } = yield* beginningsOf(wanted.keys())
  const left = new Map(Array.from(whole, ([number, text]) => [number, wanted.get(text) ?? 0]))
  const free = new Map<number, number>()
  const shorter = [...ending]
  /** The longest text still wanted among a beginning and what it ends with, or 0. */
  const wantedAt = (number: number): number => {
    const passed: Array<number> = []
    let at = number
    for (; at !== 0 && !left.has(at); at = shorter[at] ?? 0) passed.push(at)
    for (const each of passed) shorter[each] = at
    return at
  }
  const take = (number: number, end: number) => {
    if (end - (length[number] ?? 0) < (free.get(number) ?? 0)) return
    free.set(number, end)
    const rest = (left.get(number) ?? 0) - 1
    if (rest > 0) left.set(number, rest)
    else {
      left.delete(number)
      found.add(whole.get(number) ?? "")
    }
  }
  let before = 0
  for (const text of within) {
    let at = 0
    yield* Slices.count(text.length, unitWork, (place) => {
      const unit = text.charCodeAt(place)
      while (at !== 0 && next(at, unit) === undefined) at = ending[at] ?? 0
      at = next(at, unit) ?? 0
      for (let number = wantedAt(at); number !== 0; number = wantedAt(shorter[number] ?? 0)) {
        take(number, before + place + 1)
      }
    })
    before += text.length
  }
  return found
}
