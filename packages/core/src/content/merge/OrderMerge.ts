import { Effect, Option } from "effect"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import type { ContentDraft } from "../tree/ContentDraft.ts"
import * as IdList from "../tree/IdList.ts"
import type * as RadixMap from "../tree/RadixMap.ts"
import * as Root from "../tree/Root.ts"
import type * as Conflict from "./Conflict.ts"
import { type Findings, reportConflict } from "./Conflict.ts"
import type { Neighbourhood } from "./Neighbourhood.ts"
import * as SiblingOrder from "./SiblingOrder.ts"
import type { Side, Sides } from "./Sides.ts"
import * as TreeMerge from "./TreeMerge.ts"

const listOf = (parent: string | null): string => parent ?? ""

/** Parents whose children in the result differ from those on a side, with the children that this side lacks there. */
const findDisturbed = (
  { pages }: Neighbourhood,
  parents: TreeMerge.Parents,
  side: Side
): ReadonlyMap<string, ReadonlyArray<string>> => {
  const found = new Map<string, Array<string>>()
  const listFor = (parent: string) => {
    const ids = found.get(parent) ?? []
    found.set(parent, ids)
    return ids
  }
  for (const [id, sides] of pages) {
    const [before, after] = [sides[side]?.parent, parents.get(id)]
    if (before === after) continue
    if (before !== undefined) listFor(listOf(before))
    if (after !== undefined) listFor(listOf(after)).push(id)
  }
  return found
}

/** The children of one parent. */
interface Family {
  readonly parent: string
  readonly lists: SiblingOrder.Lists
  /** Children in the result that are in none of the lists. */
  readonly others: ReadonlyArray<string>
}

const isPermutation = (ids: ReadonlyArray<Json>, of: ReadonlyArray<string>): ids is ReadonlyArray<string> => {
  const wanted = new Set<Json>(of)
  return ids.length === of.length && ids.every((id) => wanted.delete(id))
}

const isList = (json: Json): json is ReadonlyArray<Json> => Array.isArray(json)

const subjectOf = ({ pages, above }: Neighbourhood, parent: string): Conflict.Subject => {
  const key = `order/${parent}`
  const sides = pages.get(parent)
  if (sides !== undefined) return { ...TreeMerge.subjectOf(parent, sides), key }
  const title = above.get(parent)?.title
  return { key, ...(parent === "" ? {} : { page: parent }), ...(title === undefined ? {} : { title }) }
}

/** Orders the children of one parent; reports contradictory reorders as a conflict. */
export const arrange = (
  findings: Findings,
  about: Conflict.Subject,
  { lists, others }: Family
): ReadonlyArray<string> => {
  const merged = SiblingOrder.merge(lists)
  if (Option.isSome(merged)) return [...merged.value, ...others]
  const choice = findings.choices.get(about.key)
  const own = [...SiblingOrder.preferring(lists, "primary"), ...others]
  if (typeof choice === "string") {
    findings.settled.add(about.key)
    return choice === "primary" ? own : [...SiblingOrder.preferring(lists, choice), ...others]
  }
  if (choice !== undefined && isList(choice.content) && isPermutation(choice.content, own)) {
    findings.settled.add(about.key)
    return choice.content
  }
  const shown = { ...lists, primary: own, changed: [...SiblingOrder.preferring(lists, "changed"), ...others] }
  reportConflict(findings, about, { key: about.key, kind: "order" }, shown)
  return own
}

type Refs = Sides<Json>

const idsOf = (lists: ReadonlyMap<string, ReadonlyArray<string>>, ref: Json | undefined): ReadonlyArray<string> =>
  typeof ref === "string" ? (lists.get(ref) ?? []) : []

const isRef = (ref: Json | undefined) => typeof ref === "string"

/** Reads the lists to merge, on each side. */
const readContested = Effect.fnUntraced(function* (near: Neighbourhood, parents: ReadonlyArray<string>) {
  const unknown = parents.filter((parent) => !near.order.has(parent))
  const known = yield* Root.childLists(near.primary, unknown)
  const refsOf = (parent: string): Refs => {
    const ref = known.get(parent)
    return near.order.get(parent) ?? { base: ref, primary: ref, changed: ref }
  }
  const refs = parents.map((parent) => [parent, refsOf(parent)] as const)
  const all = refs.flatMap(([, { base, primary, changed }]) => [base, primary, changed].filter(isRef))
  const lists = yield* IdList.readMany(near.primary.reader, all)
  return refs.map(([parent, { base, primary, changed }]) => {
    const before = { base: idsOf(lists, base), primary: idsOf(lists, primary), changed: idsOf(lists, changed) }
    return { parent, before }
  })
})

/**
 * Merges the lists of children into changes of primary's. If only one side changed a list, and the result has the same
 * children, its list is reused unread.
 */
export const mergeOrders = Effect.fnUntraced(function* (
  draft: ContentDraft,
  near: Neighbourhood,
  parents: TreeMerge.Parents,
  findings: Findings
) {
  const own = findDisturbed(near, parents, "primary")
  const others = findDisturbed(near, parents, "changed")
  const isGone = (parent: string) => near.pages.has(parent) && !parents.has(parent)
  const changes = new Map<string, Json | undefined>()
  const toMerge: Array<string> = []
  for (const parent of new Set([...near.order.keys(), ...own.keys()])) {
    const refs = near.order.get(parent)
    const [isOwn, isOther] = [refs?.primary !== refs?.base, refs?.changed !== refs?.base]
    if (isGone(parent)) changes.set(parent, undefined)
    else if (!isOther && !own.has(parent)) continue
    else if (refs !== undefined && !isOwn && !others.has(parent)) changes.set(parent, refs.changed)
    else toMerge.push(parent)
  }
  const parentOf = (id: string, list: string) => {
    const parent = near.pages.has(id) ? parents.get(id) : list
    return parent === null ? "" : parent
  }
  for (const { parent, before } of yield* readContested(near, toMerge)) {
    const stays = (id: string) => parentOf(id, parent) === parent
    const lists = {
      base: before.base.filter(stays),
      primary: before.primary.filter(stays),
      changed: before.changed.filter(stays)
    }
    const listed = new Set([...lists.primary, ...lists.changed])
    const missing = (own.get(parent) ?? []).filter((id) => !listed.has(id))
    const ids = arrange(findings, subjectOf(near, parent), { parent, lists, others: missing.sort() })
    if (!SiblingOrder.isSame(ids, before.primary)) changes.set(parent, (yield* IdList.make(draft, ids)) ?? undefined)
  }
  return changes satisfies RadixMap.Changes
})
