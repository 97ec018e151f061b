import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import * as Slug from "../../foundation/text/Slug.ts"
import * as Page from "../tree/Page.ts"
import type { WholeTree } from "../tree/WholeTree.ts"
import * as OrderAccounting from "./OrderAccounting.ts"
import type { Side } from "./Sides.ts"
import * as MergeSides from "./Sides.ts"

/**
 * The outcome of one change of a side:
 * - `stands`: the result contains it as that side has it;
 * - `merged`: both sides changed the same document, which is accounted for separately;
 * - `decided`: it was part of a conflict;
 * - `deleted`: the page that it belongs to was deleted in a conflict;
 * - `yielded`: a unique slug or former key was assigned to another page;
 * - `lost`: none of these.
 */
export type Fate = "stands" | "merged" | "decided" | "deleted" | "yielded" | "lost"

/** One change of a side, by the key that a conflict about it would have; `moved/{key}` for former keys. */
export interface Entry {
  readonly side: Side
  readonly key: string
  readonly fate: Fate
}

export interface MergedTrees {
  readonly base: WholeTree
  readonly primary: WholeTree
  readonly changed: WholeTree
  readonly result: WholeTree
  /** Keys of the conflicts reported on the way to the result. */
  readonly conflicts: ReadonlySet<string>
}

/** The trees from the viewpoint of one side. */
interface View {
  readonly side: Side
  readonly base: WholeTree
  readonly own: WholeTree
  readonly other: WholeTree
  readonly result: WholeTree
  readonly conflicts: ReadonlySet<string>
  /** Pages in conflicts, and their ancestors on the other side: keeping a page keeps its ancestors. */
  readonly disputed: ReadonlySet<string>
}

/** The pages with conflicts over their existence. */
const pagesIn = (conflicts: ReadonlySet<string>): ReadonlyArray<string> =>
  [...conflicts].flatMap((key) => /^page\/([^/]*)$/.exec(key)?.[1] ?? [])

const same = CanonicalJson.equals

const fieldOf = (thing: object | undefined, name: string): unknown =>
  thing === undefined ? undefined : Reflect.get(thing, name)

const idsAbove = (tree: WholeTree, id: string): ReadonlyArray<string> => {
  const above: Array<string> = []
  for (let at = tree.pages.get(id)?.parent ?? null; at !== null && !above.includes(at); ) {
    above.push(at)
    at = tree.pages.get(at)?.parent ?? null
  }
  return above
}

/** Whether a page, or one of its ancestors on this side, was deleted in a conflict. */
const isGivenUp = ({ own, result, conflicts }: View, id: string): boolean =>
  [id, ...idsAbove(own, id)].some((at) => conflicts.has(`page/${at}`) && !result.pages.has(at))

/** The pages in conflicts, and their ancestors in a tree. */
const findDisputed = (tree: WholeTree, conflicts: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(pagesIn(conflicts).flatMap((id) => [id, ...idsAbove(tree, id)]))

const parentFate = (view: View, id: string, page: Page.Page, found: Page.Page): Fate => {
  if (found.parent === page.parent) return "stands"
  if (view.conflicts.has(`page/${id}/parent`)) return "decided"
  const isHomeless = page.parent !== null && !view.result.pages.has(page.parent)
  return isHomeless && isGivenUp(view, page.parent) ? "deleted" : "lost"
}

/** The slug set by hand; null if it follows the title, undefined if the page has none. */
const givenSlug = (page: Page.Page | undefined): string | null | undefined =>
  page !== undefined && Page.isPlaced(page) ? (page.slugByHand ? page.slug : null) : undefined

/** Whether a user edited the slug; a number added because of a move is not an edit. */
const isSlugWritten = (before: Page.Page | undefined, page: Page.Page): boolean => {
  const [old, now] = [givenSlug(before), givenSlug(page)]
  const isNumber = typeof old === "string" && typeof now === "string" && Slug.isNumbered(now, old)
  return old !== now && !(isNumber && before?.parent !== page.parent)
}

const slugFate = (view: View, id: string, page: Page.Page, found: Page.Page): Fate => {
  const given = givenSlug(page)
  if (same(given, givenSlug(found))) return "stands"
  const now = givenSlug(found)
  const isTaken = typeof given === "string" && view.result.slugs.has(Slug.keyOf(found.parent, given))
  if (isTaken && typeof now === "string" && Slug.isNumbered(now, given)) return "yielded"
  return view.conflicts.has(`page/${id}/slug`) ? "decided" : "lost"
}

const layoutOf = (page: Page.Page | undefined): object => (page?.type === "document" ? page.layout : {})

/** Fields that are accounted for separately, or that a side does not edit. */
const handledApart: ReadonlySet<string> = new Set([
  "id",
  "parent",
  "slug",
  "slugByHand",
  "layout",
  "document",
  "createdAt",
  "updatedAt"
])

type Fates = Array<readonly [key: string, fate: Fate]>

/** The fates of the fields in which a side differs from the base. */
const fieldFates = (
  { conflicts }: View,
  label: string,
  [before, after, found]: readonly [object | undefined, object, object],
  skip: ReadonlySet<string> = new Set(["id"])
): Fates =>
  CanonicalJson.findDifferingFields(before ?? {}, after)
    .filter((name) => !skip.has(name))
    .map((name) => {
      if (same(fieldOf(after, name), fieldOf(found, name))) return [`${label}${name}`, "stands"]
      return [`${label}${name}`, conflicts.has(`${label}${name}`) ? "decided" : "lost"]
    })

/** The fate of a changed document; if both sides changed it, only that it was merged. */
const documentFates = (key: string, [before, after, found, elsewhere]: ReadonlyArray<object | undefined>): Fates => {
  const [old, own, now, others] = [before, after, found, elsewhere].map((each) => fieldOf(each, "document"))
  if (own === old) return []
  if (own === now) return [[`${key}/document`, "stands"]]
  return [[`${key}/document`, others !== old && others !== own ? "merged" : "lost"]]
}

const keptFates = (view: View, id: string, page: Page.Page, found: Page.Page): Fates => {
  const [before, elsewhere] = [view.base.pages.get(id), view.other.pages.get(id)]
  const key = `page/${id}`
  const fates = fieldFates(view, `${key}/`, [before, page, found], handledApart)
  fates.push(...fieldFates(view, `${key}/layout.`, [before && layoutOf(before), layoutOf(page), layoutOf(found)]))
  fates.push(...documentFates(key, [before, page, found, elsewhere]))
  if (before === undefined || before.parent !== page.parent) {
    fates.push([`${key}/parent`, parentFate(view, id, page, found)])
  }
  if (isSlugWritten(before, page)) fates.push([`${key}/slug`, slugFate(view, id, page, found)])
  const isWhole = view.conflicts.has(`${key}/type`) || view.conflicts.has(`${key}/document`)
  return isWhole
    ? fates.map(([name, fate]) => [name, fate === "lost" && name !== `${key}/parent` ? "decided" : fate])
    : fates
}

const pageFates = (view: View, id: string): Fates => {
  const [before, page, found] = [view.base, view.own, view.result].map((tree) => tree.pages.get(id))
  const key = `page/${id}`
  if (page === undefined) {
    if (before === undefined) return []
    return [[key, found === undefined ? "stands" : view.disputed.has(id) ? "decided" : "lost"]]
  }
  if (before !== undefined && Page.writtenFields(before, page).length === 0) return []
  if (found === undefined) {
    const isOwn = view.conflicts.has(key)
    return [[key, isOwn ? "decided" : isGivenUp(view, id) ? "deleted" : "lost"]]
  }
  return keptFates(view, id, page, found)
}

type Things = "files" | "reusable"

/** Combines the fields that describe the bytes of a file, which are merged together. */
const packBytes = (thing: object | undefined): object | undefined => {
  if (thing === undefined || !("blob" in thing)) return thing
  const { id: _, name, ...blob } = { name: "", id: "", ...thing }
  return { name, blob }
}

const thingFates = (view: View, of: Things, id: string): Fates => {
  const [before, after, found, elsewhere] = [view.base, view.own, view.result, view.other].map((tree) =>
    packBytes(tree[of].get(id))
  )
  const key = `${of === "files" ? "file" : "reusable-content"}/${id}`
  if (same(before, after)) return []
  if (after === undefined || found === undefined) {
    return [[key, after === found ? "stands" : view.conflicts.has(key) ? "decided" : "lost"]]
  }
  const fates = fieldFates(view, `${key}/`, [before, after, found], new Set(["id", "document"]))
  fates.push(...documentFates(key, [before, after, found, elsewhere]))
  const isWhole = view.conflicts.has(`${key}/document`)
  return fates.map(([name, fate]) => [name, isWhole && fate === "lost" ? "decided" : fate])
}

const valueFates = ({ own, result, conflicts }: View, name: string): Fates => {
  const [after, found] = [own, result].map(({ values }) => values.get(name))
  return [[`value/${name}`, same(after, found) ? "stands" : conflicts.has(`value/${name}`) ? "decided" : "lost"]]
}

const pageIdAt = (tree: WholeTree, key: string, map: "slugs" | "moved") => tree[map].get(key)

/** A former key leads to one page: the last that had it. */
const movedFates = (view: View, key: string): Fates => {
  const { base, own, other, result } = view
  const [before, after, found] = [base, own, result].map((tree) => pageIdAt(tree, key, "moved"))
  const about = after ?? before
  const isGone = typeof about !== "string" || !result.pages.has(about)
  const isThere = pageIdAt(result, key, "slugs") === about
  const isElsewhere = after === undefined && pageIdAt(own, key, "slugs") !== pageIdAt(result, key, "slugs")
  if (after === found || isGone || isThere || isElsewhere) return [[`moved/${key}`, "stands"]]
  if (!own.pages.has(about) && view.disputed.has(about)) return [[`moved/${key}`, "decided"]]
  const isOthers = found !== before && pageIdAt(other, key, "moved") === found
  if (found === undefined) {
    const returned = pageIdAt(other, key, "slugs")
    const isTakenBack = returned !== undefined && returned === before && pageIdAt(result, key, "slugs") === returned
    return [[`moved/${key}`, isOthers && isTakenBack ? "yielded" : "lost"]]
  }
  const stoodThere = [own, other].some((tree) => pageIdAt(tree, key, "slugs") === found)
  return [[`moved/${key}`, isOthers || stoodThere ? "yielded" : "lost"]]
}

const orderFates = ({ base, own, other, result, conflicts }: View, parent: string): Fates => {
  const idsOf = (tree: WholeTree) => tree.children.get(parent) ?? []
  const lists = { base: idsOf(base), own: idsOf(own), other: idsOf(other), result: idsOf(result) }
  const key = `order/${parent}`
  return [[key, OrderAccounting.keepsOrder(lists) ? "stands" : conflicts.has(key) ? "decided" : "lost"]]
}

const differingKeys = (left: ReadonlyMap<string, unknown>, right: ReadonlyMap<string, unknown>) =>
  [...new Set([...left.keys(), ...right.keys()])].filter((key) => !same(left.get(key), right.get(key)))

const accountOf = (view: View): ReadonlyArray<Entry> => {
  const { side, base, own } = view
  const fates = (map: keyof WholeTree, of: (key: string) => Fates) => differingKeys(base[map], own[map]).flatMap(of)
  return [
    ...fates("pages", (id) => pageFates(view, id)),
    ...fates("files", (id) => thingFates(view, "files", id)),
    ...fates("reusable", (id) => thingFates(view, "reusable", id)),
    ...fates("values", (name) => valueFates(view, name)),
    ...fates("moved", (key) => movedFates(view, key)),
    ...fates("children", (parent) => orderFates(view, parent))
  ].map(([key, fate]) => ({ side, key, fate }))
}

/**
 * Accounts for every difference of either side from the base. For a document that both sides changed it only states
 * that it was merged.
 */
export const account = ({ base, result, conflicts, ...sides }: MergedTrees): ReadonlyArray<Entry> =>
  (["primary", "changed"] as const).flatMap((side) => {
    const other = sides[MergeSides.other(side)]
    return accountOf({
      side,
      base,
      own: sides[side],
      other,
      result,
      conflicts,
      disputed: findDisputed(other, conflicts)
    })
  })

export const findLost = (merged: MergedTrees): ReadonlyArray<Entry> =>
  account(merged).filter(({ fate }) => fate === "lost")
