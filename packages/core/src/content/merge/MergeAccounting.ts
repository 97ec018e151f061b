import { Effect, Record } from "effect"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import * as CodePoint from "../../foundation/text/CodePoint.ts"
import * as Slug from "../../foundation/text/Slug.ts"
import type { ContentReader } from "../tree/ContentReader.ts"
import * as File from "../tree/File.ts"
import * as IdList from "../tree/IdList.ts"
import * as Page from "../tree/Page.ts"
import * as RadixMap from "../tree/RadixMap.ts"
import * as Reusable from "../tree/Reusable.ts"
import * as Root from "../tree/Root.ts"
import type { WholeTree } from "../tree/WholeTree.ts"
import type { Side } from "./Sides.ts"
import * as MergeSides from "./Sides.ts"

/** The ordered child ids of one parent in four trees: the base, a side, the other side, the result. */
export interface Lists {
  readonly base: ReadonlyArray<string>
  readonly own: ReadonlyArray<string>
  readonly other: ReadonlyArray<string>
  readonly result: ReadonlyArray<string>
}

const placesOf = (ids: ReadonlyArray<string>): ReadonlyMap<string, number> =>
  new Map(ids.map((id, index) => [id, index]))

/** A Fenwick tree of maxima: the greatest value entered so far at a position above another. */
const makePeaks = (places: number) => {
  const maxima = Array.from({ length: places + 1 }, () => -1)
  return {
    enter: (place: number, value: number): void => {
      for (let at = places - place; at <= places; at += at & -at) maxima[at] = Math.max(maxima[at] ?? -1, value)
    },
    above: (place: number): number => {
      let most = -1
      for (let at = places - place - 1; at > 0; at -= at & -at) most = Math.max(most, maxima[at] ?? -1)
      return most
    }
  }
}

/** Whether the result reverses a pair of this side that the base lacks or has in the other order. */
const isFlipped = (common: ReadonlyArray<string>, { base, result }: Lists): boolean => {
  const [before, found] = [placesOf(base), placesOf(result)]
  const passed = makePeaks(base.length + 1)
  return common.some((id) => {
    const place = found.get(id) ?? 0
    if (passed.above(before.get(id) ?? -1) > place) return true
    passed.enter(before.get(id) ?? base.length, place)
    return false
  })
}

/** The common id that each of the other ids follows. */
const findAnchors = (
  ids: ReadonlyArray<string>,
  common: ReadonlySet<string>
): ReadonlyMap<string, string | undefined> => {
  const found = new Map<string, string | undefined>()
  let anchor: string | undefined
  for (const id of ids) {
    if (common.has(id)) anchor = id
    else found.set(id, anchor)
  }
  return found
}

/**
 * Whether a result keeps the order of a side: the pairs that both sides have, unless the base already has them in that
 * order, and the common ids that are followed by ids of this side only. Ids missing from the result are ignored.
 */
export const keepsOrder = (lists: Lists): boolean => {
  const [elsewhere, found] = [new Set(lists.other), new Set(lists.result)]
  const common = lists.own.filter((id) => elsewhere.has(id) && found.has(id))
  if (isFlipped(common, lists)) return false
  const shared = new Set(common)
  const [before, after] = [findAnchors(lists.own, shared), findAnchors(lists.result, shared)]
  return [...before].every(([id, anchor]) => !found.has(id) || after.get(id) === anchor)
}

/** One value for each of the four trees that an account compares. */
type Four<A> = Record<"base" | "primary" | "changed" | "result", A>

const mapFour = <A, B>(four: Four<A>, of: (one: A) => Effect.Effect<B>): Effect.Effect<Four<B>> =>
  Effect.all(Record.map(four, of))

const entriesOf = ({ maps, reader }: Root.Root, map: Root.MapName, keys: Iterable<string>) =>
  RadixMap.getMany(reader, maps[map], keys)

/** Finds the entries that either side changed, with the values before and after. */
const findTouched = Effect.fnUntraced(function* ({ base, primary, changed }: Four<Root.Root>, map: Root.MapName) {
  const own = yield* RadixMap.diff(base.reader, base.maps[map], primary.maps[map])
  const others = yield* RadixMap.diff(base.reader, base.maps[map], changed.maps[map])
  return [...own, ...others]
})

const keysOf = (differences: ReadonlyArray<RadixMap.Difference>): ReadonlyArray<string> =>
  differences.map(({ key }) => key)

/** The pages that former keys led to or lead to, including those that moved away and came back. */
const findMovers = (moved: ReadonlyArray<RadixMap.Difference>): ReadonlyArray<string> =>
  moved.flatMap(({ before, after }) => [before, after]).filter((id) => typeof id === "string")

/** The keys that the slugs of either side would have under the parents of the result. */
const slugKeys = ({ primary, changed, result }: Four<ReadonlyMap<string, Page.Page>>): ReadonlyArray<string> =>
  [...primary.values(), ...changed.values()].flatMap((page) => {
    const found = result.get(page.id)
    return found !== undefined && Page.isPlaced(page) ? [Slug.keyOf(found.parent, page.slug)] : []
  })

const sortByKey = <A>(map: ReadonlyMap<string, A>): ReadonlyMap<string, A> =>
  new Map([...map].sort(([left], [right]) => CodePoint.compare(left, right)))

const decodeSorted = <A, B>(map: ReadonlyMap<string, A>, decode: (id: string, value: A) => B): ReadonlyMap<string, B> =>
  sortByKey(new Map(Array.from(map, ([id, value]) => [id, decode(id, value)])))

const readChildren = Effect.fnUntraced(function* (root: Root.Root, parents: Iterable<string>) {
  const refs = yield* Root.childLists(root, parents)
  const lists = yield* IdList.readMany(root.reader, refs.values())
  return decodeSorted(refs, (_, ref) => lists.get(ref) ?? [])
})

/** Adds the ancestors of pages on either side: changes to them may affect everything below. */
const collectAncestors = Effect.fnUntraced(function* ({ primary, changed }: Four<Root.Root>, ids: Iterable<string>) {
  const known = new Set(ids)
  for (let level = [...known]; level.length > 0; ) {
    const sides = yield* Effect.forEach([primary, changed], (root) => Root.pages(root, level))
    const parents = sides.flatMap((pages) => Array.from(pages.values()).flatMap(({ parent }) => parent ?? []))
    level = [...new Set(parents)].filter((id) => !known.has(id))
    for (const id of level) known.add(id)
  }
  return known
})

/** Roots by hash; `""` is empty content. */
export type Roots = Four<string>

export type Trees = Four<WholeTree>

/**
 * Reads the parts of four trees that the account of a merge needs: what either side changed, the corresponding parts of
 * the result, and all ancestors. The account equals that of the whole trees; the cost grows with what both sides
 * changed and how deep it is.
 */
export const readTouchedTrees = Effect.fnUntraced(function* (reader: ContentReader, hashes: Roots) {
  const roots = yield* mapFour(hashes, (hash) => Root.open(reader, hash))
  const keys = (map: Root.MapName) => Effect.map(findTouched(roots, map), keysOf)
  const moved = yield* findTouched(roots, "moved")
  const ids = yield* collectAncestors(roots, [...(yield* keys("pages")), ...findMovers(moved)])
  const pages = yield* mapFour(roots, (root) => Root.pages(root, ids))
  const slugs = [...slugKeys(pages), ...keysOf(moved)]
  const [parents, files] = [yield* keys("order"), yield* keys("files")]
  const [reusable, values] = [yield* keys("reusable"), yield* keys("values")]
  return yield* mapFour(
    roots,
    Effect.fnUntraced(function* (root) {
      return {
        pages: sortByKey(yield* Root.pages(root, ids)),
        slugs: sortByKey(yield* entriesOf(root, "slugs", slugs)),
        children: yield* readChildren(root, parents),
        moved: sortByKey(yield* entriesOf(root, "moved", keysOf(moved))),
        files: decodeSorted(yield* entriesOf(root, "files", files), File.fromStored),
        reusable: decodeSorted(yield* entriesOf(root, "reusable", reusable), Reusable.fromStored),
        values: sortByKey(yield* entriesOf(root, "values", values))
      } satisfies WholeTree
    })
  )
})

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
  return [[key, keepsOrder(lists) ? "stands" : conflicts.has(key) ? "decided" : "lost"]]
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
