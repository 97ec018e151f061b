import { Option } from "effect"
import type { Side } from "./Sides.ts"

/**
 * Runs of siblings, each in the same order on all sides, beyond which a double reorder is reported as a conflict
 * without comparing.
 */
export const limits = { runs: 2_000 } as const

type Ids = ReadonlyArray<string>

/** The children of one parent on each side, limited to those that are its children in the result. */
export interface Lists {
  readonly base: Ids
  readonly primary: Ids
  readonly changed: Ids
}

export const isSame = (left: Ids, right: Ids): boolean =>
  left.length === right.length && left.every((id, index) => id === right[index])

const places = (ids: Ids): ReadonlyMap<string, number> => new Map(ids.map((id, index) => [id, index]))

/**
 * Ids that are consecutive in the same order in all lists, with the position of the run in each; none: not in the base.
 */
interface Run {
  readonly ids: Array<string>
  readonly base: number | undefined
  readonly changed: number
}

const runsOf = (primary: Ids, changed: ReadonlyMap<string, number>, base: ReadonlyMap<string, number>) => {
  const runs: Array<Run> = []
  for (const id of primary) {
    const own = { base: base.get(id), changed: changed.get(id) ?? 0 }
    const last = runs.at(-1)
    const length = last?.ids.length ?? 0
    const goesOn =
      last !== undefined &&
      own.changed === last.changed + length &&
      own.base === (last.base === undefined ? undefined : last.base + length)
    if (goesOn) last.ids.push(id)
    else runs.push({ ids: [id], ...own })
  }
  return runs
}

/**
 * Whether the first of two runs, in the order of primary, stays first; none when the sides disagree and no base
 * decides.
 */
const staysFirst = (first: Run, second: Run): boolean | undefined => {
  if (first.changed < second.changed) return true
  if (first.base === undefined || second.base === undefined) return undefined
  return first.base > second.base
}

/**
 * The order in which every changed pair is ordered as in the side that changed it; none when there is no such order.
 */
const oriented = (runs: ReadonlyArray<Run>): Option.Option<Ids> => {
  const followers = runs.map(() => 0)
  const count = (index: number) => {
    followers[index] = (followers[index] ?? 0) + 1
  }
  for (const [at, first] of runs.entries()) {
    for (let next = at + 1; next < runs.length; next++) {
      const second = runs[next]
      const stays = second === undefined ? undefined : staysFirst(first, second)
      if (stays === undefined) return Option.none()
      count(stays ? at : next)
    }
  }
  const sorted: Array<Run | undefined> = runs.map(() => undefined)
  for (const [index, run] of runs.entries()) sorted[runs.length - 1 - (followers[index] ?? 0)] = run
  const order = sorted.filter((run) => run !== undefined)
  return order.length === runs.length ? Option.some(order.flatMap(({ ids }) => ids)) : Option.none()
}

const commonOrder = (base: Ids, primary: Ids, changed: Ids): Option.Option<Ids> => {
  if (isSame(primary, changed)) return Option.some(primary)
  if (isSame(base, primary)) return Option.some(changed)
  if (isSame(base, changed)) return Option.some(primary)
  const runs = runsOf(primary, places(changed), places(base))
  return runs.length > limits.runs ? Option.none() : oriented(runs)
}

/** Ids of a list that are not common, by the nearest preceding common one; `""` if there is none. */
const insertions = (ids: Ids, isCommon: (id: string) => boolean): ReadonlyMap<string, Ids> => {
  let open: Array<string> = []
  const found = new Map([["", open]])
  for (const id of ids) {
    if (isCommon(id)) found.set(id, (open = []))
    else open.push(id)
  }
  return found
}

const commonOf = ({ base, primary, changed }: Lists) => {
  const [own, others] = [new Set(primary), new Set(changed)]
  const isCommon = (id: string) => own.has(id) && others.has(id)
  return { isCommon, base: base.filter(isCommon), primary: primary.filter(isCommon), changed: changed.filter(isCommon) }
}

const withInsertions = (lists: Lists, order: Ids, isCommon: (id: string) => boolean): Ids => {
  const [own, others] = [insertions(lists.primary, isCommon), insertions(lists.changed, isCommon)]
  const after = (anchor: string) => [...(own.get(anchor) ?? []), ...(others.get(anchor) ?? [])]
  return [...after(""), ...order.flatMap((id) => [id, ...after(id)])]
}

/**
 * The siblings of both sides in one order. Siblings that both sides have are ordered as in the side that changed their
 * order. Siblings that only one side has follow the preceding common sibling, those of primary first. None when the
 * changes of the sides contradict each other.
 */
export const merge = (lists: Lists): Option.Option<Ids> => {
  const { isCommon, base, primary, changed } = commonOf(lists)
  return Option.map(commonOrder(base, primary, changed), (order) => withInsertions(lists, order, isCommon))
}

/** The siblings of both sides, the common ones in the order of one side. */
export const preferring = (lists: Lists, side: Side): Ids => {
  const common = commonOf(lists)
  return withInsertions(lists, common[side], common.isCommon)
}
