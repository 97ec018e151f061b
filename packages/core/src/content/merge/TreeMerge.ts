import type { Json } from "../../foundation/text/CanonicalJson.ts"
import * as Page from "../tree/Page.ts"
import type * as Conflict from "./Conflict.ts"
import { type Choices, type Findings, reportConflict } from "./Conflict.ts"
import * as Neighbourhood from "./Neighbourhood.ts"
import type { Side, Sides } from "./Sides.ts"
import * as MergeSides from "./Sides.ts"

type Pages = ReadonlyMap<string, Sides<Page.Page>>
type Parent = string | null

/** What the places of pages depend on: pages that a side changed, and the other ancestors of moved pages. */
export interface Trees {
  readonly pages: Pages
  readonly above: ReadonlyMap<string, Page.Page>
}

/** The parents of the changed pages that stay, by id. */
export type Parents = ReadonlyMap<string, Parent>

/** The pages found to be in question so far. */
interface Doubts {
  /** Deleted pages that the other side edited, or moved others into. */
  readonly contested: Set<string>
  /** Pages whose move is part of a cycle. */
  readonly cyclic: Set<string>
}

/** The parents that follow from the known doubts. */
interface Attempt {
  readonly parents: Map<string, Parent>
  /** Pages with an undecided parent. */
  readonly open: Set<string>
  /** Pages that lost the parent that a side gave them. */
  readonly displaced: Set<string>
}

const nowhere: Sides<Page.Page> = { base: undefined, primary: undefined, changed: undefined }

export const subjectOf = (id: string, { base, primary, changed }: Sides<Page.Page>): Conflict.Subject => {
  const title = (primary ?? changed ?? base)?.title
  return { key: `page/${id}`, page: id, ...(title === undefined ? {} : { title }) }
}

const chosenSide = (choices: Choices, key: string): Side | undefined => {
  const choice = choices.get(key)
  return typeof choice === "string" ? choice : undefined
}

const isTouched = (sides: Sides<Page.Page>): boolean => {
  const left = sides.primary ?? sides.changed
  return sides.base !== undefined && left !== undefined && Page.writtenFields(sides.base, left).length > 0
}

/** The ancestors of a page on the side that keeps it, up to the first that the other side has. */
const findLackedAncestors = ({ pages }: Trees, id: string, lacking: Side): ReadonlyArray<string> => {
  const keeping = MergeSides.other(lacking)
  const found: Array<string> = []
  for (let at = pages.get(id)?.[keeping]?.parent ?? null; at !== null; ) {
    const sides = pages.get(at)
    const page = sides?.[keeping]
    if (page === undefined || sides?.[lacking] !== undefined) break
    found.push(at)
    at = page.parent
  }
  return found
}

const isGivenUp = ({ pages }: Trees, choices: Choices, doubts: Doubts, id: string): boolean => {
  const deleter = MergeSides.sideThatDeleted(pages.get(id) ?? nowhere)
  return deleter !== undefined && doubts.contested.has(id) && chosenSide(choices, `page/${id}`) === deleter
}

/** Whether a page is deleted with an ancestor that was given up. */
const isSwept = (trees: Trees, choices: Choices, doubts: Doubts, id: string, lacking: Side): boolean =>
  findLackedAncestors(trees, id, lacking).some((above) => isGivenUp(trees, choices, doubts, above))

/** The deleted pages that stay, with the ancestors that they need. */
const findKeptPages = (trees: Trees, choices: Choices, doubts: Doubts): Map<string, Parent> => {
  const kept = new Map<string, Parent>()
  for (const id of doubts.contested) {
    const sides = trees.pages.get(id)
    const lacking = sides === undefined ? undefined : MergeSides.sideThatDeleted(sides)
    if (lacking === undefined || isGivenUp(trees, choices, doubts, id)) continue
    if (isSwept(trees, choices, doubts, id, lacking)) continue
    for (const stays of [id, ...findLackedAncestors(trees, id, lacking)]) {
      const page = trees.pages.get(stays)?.[MergeSides.other(lacking)]
      if (page !== undefined) kept.set(stays, page.parent)
    }
  }
  return kept
}

const knownPages = ({ pages, above }: Trees, id: string): ReadonlyArray<Page.Page> => {
  const { base, primary, changed } = pages.get(id) ?? nowhere
  return [base, primary, changed, above.get(id)].filter((page) => page !== undefined)
}

/** Whether a chosen parent is allowed; cycles are found later. */
const mayStand = (trees: Trees, page: Page.Page, parent: Json): parent is Parent =>
  parent === null ||
  (typeof parent === "string" && page.type !== "group" && knownPages(trees, parent).some(Page.isPlaced))

/** The parent of a page that both sides have; undefined if undecided. */
const resolveParent = (
  trees: Trees,
  choices: Choices,
  doubts: Doubts,
  id: string,
  page: Page.Page,
  sides: Sides<Page.Page>
) => {
  const side = MergeSides.resolvedSide(MergeSides.map(sides, ({ parent }) => ({ parent })))
  const choice = side === undefined || doubts.cyclic.has(id) ? choices.get(`page/${id}/parent`) : undefined
  const standing = side === undefined ? undefined : sides[side]?.parent
  if (choice === undefined) return standing
  if (typeof choice === "string") return sides[choice]?.parent
  return mayStand(trees, page, choice.content) ? choice.content : standing
}

const attempt = (trees: Trees, choices: Choices, doubts: Doubts): Attempt => {
  const parents = findKeptPages(trees, choices, doubts)
  const open = new Set<string>()
  for (const [id, sides] of trees.pages) {
    const page = sides.primary ?? sides.changed
    if (page === undefined || MergeSides.sideThatDeleted(sides) !== undefined) continue
    const parent =
      MergeSides.sideThatHas(sides) === undefined ? resolveParent(trees, choices, doubts, id, page, sides) : page.parent
    if (parent === undefined) open.add(id)
    parents.set(id, parent ?? null)
  }
  return { parents, open, displaced: new Set() }
}

/**
 * Handles a page whose parent is deleted: if only one side has the page it is deleted too, otherwise it takes its place
 * on the other side.
 */
const displace = ({ pages }: Trees, { parents, displaced, open }: Attempt, id: string, parent: string): void => {
  const sides = pages.get(id) ?? nowhere
  if (MergeSides.sideThatHas(sides) !== undefined) return void parents.delete(id)
  const holder = MergeSides.sideThatHas(pages.get(parent) ?? nowhere)
  if (holder === undefined) open.add(id)
  const elsewhere = holder === undefined || displaced.has(id) ? undefined : sides[MergeSides.other(holder)]
  parents.set(id, elsewhere?.parent ?? null)
  displaced.add(id)
}

/** Gives every page a parent that stays; returns whether a deleted page came into question. */
const settleStrays = (trees: Trees, doubts: Doubts, current: Attempt): boolean => {
  const { parents, displaced } = current
  let isNew = false
  for (let again = true; again && !isNew; ) {
    again = false
    for (const [id, parent] of parents) {
      const above = parent === null || parents.has(parent) ? undefined : trees.pages.get(parent)
      if (parent === null || above === undefined) continue
      if (MergeSides.sideThatDeleted(above) !== undefined && !doubts.contested.has(parent) && !displaced.has(id)) {
        doubts.contested.add(parent)
        isNew = true
        continue
      }
      displace(trees, current, id, parent)
      again = true
    }
  }
  return isNew
}

/** Finds the cycles of pages that are their own ancestors. */
const findCycles = ({ above }: Trees, parents: Parents): ReadonlyArray<ReadonlyArray<string>> => {
  const seen = new Map<string, string>()
  const found: Array<ReadonlyArray<string>> = []
  const next = (id: string) => (parents.has(id) ? parents.get(id) : above.get(id)?.parent) ?? null
  for (const start of parents.keys()) {
    const way: Array<string> = []
    let at: Parent = start
    for (; at !== null && !seen.has(at); at = next(at)) {
      seen.set(at, start)
      way.push(at)
    }
    if (at !== null && seen.get(at) === start) found.push(way.slice(way.indexOf(at)))
  }
  return found
}

/** Moves displaced pages in cycles to the top level; returns the remaining cycles. */
const resolveCycles = (trees: Trees, { parents, displaced }: Attempt): ReadonlyArray<ReadonlyArray<string>> => {
  for (;;) {
    const found = findCycles(trees, parents)
    const movable = found.flat().filter((id) => displaced.has(id))
    if (movable.length === 0) return found
    for (const id of movable) parents.set(id, null)
  }
}

interface Outcome extends Attempt {
  readonly doubts: Doubts
  /** Moved pages in cycles. */
  readonly circling: ReadonlySet<string>
}

/** Pages in cycles that a choice of their parent would resolve. */
const findCirclingPages = (trees: Trees, current: Attempt): ReadonlyArray<string> =>
  resolveCycles(trees, current)
    .flat()
    .filter((id) => {
      const sides = trees.pages.get(id)
      return sides !== undefined && MergeSides.sideThatHas(sides) === undefined && Neighbourhood.isMoved(sides)
    })

/** Repeats until no further pages come into question. */
const resolve = (trees: Trees, choices: Choices): Outcome => {
  const deleted = [...trees.pages].filter(
    ([, sides]) => MergeSides.sideThatDeleted(sides) !== undefined && isTouched(sides)
  )
  const cyclic = new Set<string>()
  for (let contested = new Set(deleted.map(([id]) => id)); ; ) {
    const doubts = { contested, cyclic }
    const current = attempt(trees, choices, doubts)
    if (settleStrays(trees, doubts, current)) continue
    const circling = findCirclingPages(trees, current)
    const fresh = circling.filter((id) => !cyclic.has(id))
    for (const id of fresh) cyclic.add(id)
    if (!fresh.some((id) => choices.has(`page/${id}/parent`))) {
      return { ...current, doubts, circling: new Set(circling) }
    }
    contested = new Set(deleted.map(([id]) => id))
  }
}

const reportExistence = (trees: Trees, findings: Findings, { doubts }: Outcome): void => {
  for (const id of doubts.contested) {
    const sides = trees.pages.get(id)
    const lacking = sides === undefined ? undefined : MergeSides.sideThatDeleted(sides)
    if (sides === undefined || lacking === undefined) continue
    if (isSwept(trees, findings.choices, doubts, id, lacking)) continue
    const about = subjectOf(id, sides)
    if (chosenSide(findings.choices, about.key) !== undefined) findings.settled.add(about.key)
    else reportConflict(findings, about, { key: about.key, kind: "existence" }, MergeSides.map(sides, Page.toStored))
  }
}

const reportParents = (trees: Trees, findings: Findings, { doubts, open, circling }: Outcome): void => {
  for (const [id, sides] of trees.pages) {
    const about = subjectOf(id, sides)
    const key = `${about.key}/parent`
    const parents = MergeSides.map(sides, ({ parent }) => ({ parent }))
    const isDouble = MergeSides.sideThatHas(sides) === undefined && MergeSides.resolvedSide(parents) === undefined
    if (open.has(id) || circling.has(id)) {
      const conflict = { key, kind: "parent", field: "parent" } as const
      const shown = MergeSides.map<{ readonly parent: Parent }, Json>(parents, ({ parent }) => parent)
      reportConflict(findings, about, conflict, shown)
    } else if ((isDouble || doubts.cyclic.has(id)) && findings.choices.has(key)) findings.settled.add(key)
  }
}

/**
 * Decides the parents of the changed pages that stay: each parent stays, and there are no cycles. Reports contradictory
 * deletions and moves; until settled, a deleted page in question stays, and a page moved to two places is at the top
 * level.
 */
export const place = (trees: Trees, findings: Findings): Parents => {
  const found = resolve(trees, findings.choices)
  reportExistence(trees, findings, found)
  reportParents(trees, findings, found)
  return found.parents
}
