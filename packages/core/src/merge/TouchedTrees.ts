import { Effect, Record } from "effect"
import * as CodePoint from "../content/CodePoint.ts"
import type { ContentReader } from "../content/ContentReader.ts"
import * as File from "../content/File.ts"
import * as IdList from "../content/IdList.ts"
import * as Page from "../content/Page.ts"
import * as RadixDiff from "../content/RadixDiff.ts"
import * as RadixMap from "../content/RadixMap.ts"
import * as Reusable from "../content/Reusable.ts"
import * as Root from "../content/Root.ts"
import * as Slug from "../content/Slug.ts"
import type { WholeTree } from "../content/WholeTree.ts"
import * as MergeAccounting from "./MergeAccounting.ts"

/** One thing of each of the four trees that an account compares. */
type Four<A> = Record<"base" | "primary" | "changed" | "result", A>

type MapName = Exclude<keyof Root.Root["maps"], "kind">

const each = <A, B>(four: Four<A>, of: (one: A) => Effect.Effect<B>): Effect.Effect<Four<B>> =>
  Effect.all(Record.map(four, of))

const entriesOf = ({ maps, reader }: Root.Root, map: MapName, keys: Iterable<string>) =>
  RadixMap.getMany(reader, maps[map], keys)

/** What either side made different from the base, with the values that it had and got. */
const touched = Effect.fnUntraced(function* ({ base, primary, changed }: Four<Root.Root>, map: MapName) {
  const own = yield* RadixDiff.diff(base.reader, base.maps[map], primary.maps[map])
  const others = yield* RadixDiff.diff(base.reader, base.maps[map], changed.maps[map])
  return [...own, ...others]
})

const keysOf = (differences: ReadonlyArray<RadixDiff.Difference>): ReadonlyArray<string> =>
  differences.map(({ key }) => key)

/** Ids of pages and of all above them, in whichever tree; one question per level and tree. */
const withAbove = Effect.fnUntraced(function* (roots: Four<Root.Root>, ids: Iterable<string>) {
  const seen = new Set<string>()
  let wanted = new Set(ids)
  while (wanted.size > 0) {
    for (const id of wanted) seen.add(id)
    const found = yield* each(roots, (root) => Root.pages(root, wanted))
    const parents = Record.values(found).flatMap((pages) => Array.from(pages.values(), ({ parent }) => parent))
    wanted = new Set(parents.filter((id) => id !== null).filter((id) => !seen.has(id)))
  }
  return seen
})

/** The keys that slugs of either side would have where the result has the pages. */
const slugKeys = ({ primary, changed, result }: Four<ReadonlyMap<string, Page.Page>>): ReadonlyArray<string> =>
  [...primary.values(), ...changed.values()].flatMap((page) => {
    const found = result.get(page.id)
    return found !== undefined && Page.isPlaced(page) ? [Slug.keyOf(found.parent, page.slug)] : []
  })

const sorted = <A>(map: ReadonlyMap<string, A>): ReadonlyMap<string, A> =>
  new Map([...map].sort(([left], [right]) => CodePoint.compare(left, right)))

const decoded = <A, B>(map: ReadonlyMap<string, A>, decode: (id: string, value: A) => B): ReadonlyMap<string, B> =>
  sorted(new Map(Array.from(map, ([id, value]) => [id, decode(id, value)])))

const childrenOf = Effect.fnUntraced(function* (root: Root.Root, parents: Iterable<string>) {
  const refs = yield* Root.childLists(root, parents)
  const lists = yield* IdList.allOf(root.reader, refs.values())
  return decoded(refs, (_, ref) => lists.get(ref) ?? [])
})

/** Roots by hash; `""` is empty content. */
export type Roots = Four<string>

export type Trees = Four<WholeTree>

/**
 * Four trees as far as the account of a merge looks at them: what either side touched, the pages above it, and what
 * stands where it would stand. The account is that of the whole trees; the cost grows with what both sides changed.
 */
export const read = Effect.fn("TouchedTrees.read")(function* (
  reader: ContentReader,
  hashes: Roots,
  conflicts: ReadonlySet<string>
) {
  const roots = yield* each(hashes, (hash) => Root.open(reader, hash))
  const keys = (map: MapName) => Effect.map(touched(roots, map), keysOf)
  const moved = yield* touched(roots, "moved")
  const movers = moved.flatMap(({ before, after }) => [before, after]).filter((id) => typeof id === "string")
  const near = [...(yield* keys("pages")), ...MergeAccounting.pagesIn(conflicts), ...movers]
  const ids = yield* withAbove(roots, near)
  const slugs = [...slugKeys(yield* each(roots, (root) => Root.pages(root, ids))), ...keysOf(moved)]
  const [parents, files] = [yield* keys("order"), yield* keys("files")]
  const [reusable, values] = [yield* keys("reusable"), yield* keys("values")]
  return yield* each(
    roots,
    Effect.fnUntraced(function* (root) {
      return {
        pages: sorted(yield* Root.pages(root, ids)),
        slugs: sorted(yield* entriesOf(root, "slugs", slugs)),
        children: yield* childrenOf(root, parents),
        moved: sorted(yield* entriesOf(root, "moved", keysOf(moved))),
        files: decoded(yield* entriesOf(root, "files", files), File.fromStored),
        reusable: decoded(yield* entriesOf(root, "reusable", reusable), Reusable.fromStored),
        values: sorted(yield* entriesOf(root, "values", values))
      } satisfies WholeTree
    })
  )
})
