import { Effect, Record } from "effect"
import * as CodePoint from "../../foundation/text/CodePoint.ts"
import * as Slug from "../../foundation/text/Slug.ts"
import type { ContentReader } from "../tree/ContentReader.ts"
import * as File from "../tree/File.ts"
import * as IdList from "../tree/IdList.ts"
import * as Page from "../tree/Page.ts"
import * as RadixDiff from "../tree/RadixDiff.ts"
import * as RadixMap from "../tree/RadixMap.ts"
import * as Reusable from "../tree/Reusable.ts"
import * as Root from "../tree/Root.ts"
import type { WholeTree } from "../tree/WholeTree.ts"

/** One value for each of the four trees that an account compares. */
type Four<A> = Record<"base" | "primary" | "changed" | "result", A>

const mapFour = <A, B>(four: Four<A>, of: (one: A) => Effect.Effect<B>): Effect.Effect<Four<B>> =>
  Effect.all(Record.map(four, of))

const entriesOf = ({ maps, reader }: Root.Root, map: Root.MapName, keys: Iterable<string>) =>
  RadixMap.getMany(reader, maps[map], keys)

/** Finds the entries that either side changed, with the values before and after. */
const findTouched = Effect.fnUntraced(function* ({ base, primary, changed }: Four<Root.Root>, map: Root.MapName) {
  const own = yield* RadixDiff.diff(base.reader, base.maps[map], primary.maps[map])
  const others = yield* RadixDiff.diff(base.reader, base.maps[map], changed.maps[map])
  return [...own, ...others]
})

const keysOf = (differences: ReadonlyArray<RadixDiff.Difference>): ReadonlyArray<string> =>
  differences.map(({ key }) => key)

/** The pages that former keys led to or lead to, including those that moved away and came back. */
const findMovers = (moved: ReadonlyArray<RadixDiff.Difference>): ReadonlyArray<string> =>
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
export const read = Effect.fnUntraced(function* (reader: ContentReader, hashes: Roots) {
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
