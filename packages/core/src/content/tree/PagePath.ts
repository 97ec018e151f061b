import { Effect, Option } from "effect"
import * as Slug from "../../foundation/text/Slug.ts"
import * as Page from "./Page.ts"
import * as RadixMap from "./RadixMap.ts"
import * as Root from "./Root.ts"

const idAt = (root: Root.Root, map: "slugs" | "moved", key: string): Effect.Effect<Option.Option<string>> =>
  Effect.map(
    RadixMap.get(root.reader, root.maps[map], key),
    Option.filter((id) => typeof id === "string")
  )

/** The id of the child page that has a slug, or had it last and still exists. */
const findChild = Effect.fnUntraced(function* (root: Root.Root, parent: string | null, slug: string) {
  const key = Slug.keyOf(parent, slug)
  const live = yield* idAt(root, "slugs", key)
  if (Option.isSome(live)) return live
  const former = yield* idAt(root, "moved", key)
  const page = Option.isSome(former) ? yield* Root.page(root, former.value) : Option.none()
  return Option.isSome(page) ? former : Option.none()
})

const findExactly = Effect.fnUntraced(function* (root: Root.Root, path: string) {
  let parent: string | null = null
  for (const segment of path.split("/").filter((part) => part !== "")) {
    const id: Option.Option<string> = yield* findChild(root, parent, segment)
    if (Option.isNone(id)) return yield* findFormer(root, path)
    parent = id.value
  }
  return parent === null ? Option.none<Page.Page>() : yield* Root.page(root, parent)
})

/**
 * Finds the page at a path, ignoring case. If no page has a segment as its slug, the page that had it last is returned
 * (rule page-former-path): a current slug takes precedence over a former one, and deleted pages leave no former slugs.
 * A path that ends like the name of a web page may be that of a file that was imported (rule import-addresses).
 */
export const find = Effect.fnUntraced(function* (root: Root.Root, path: string) {
  const page = yield* findExactly(root, path)
  const name = path.replace(/\.html?$/i, "")
  return Option.isSome(page) || name === path ? page : yield* findExactly(root, name)
})

/** The page that had a whole path in the source that it was imported from. */
const findFormer = Effect.fnUntraced(function* (root: Root.Root, path: string) {
  const segments = path.split("/").filter((part) => part !== "")
  if (segments.length < 2) return Option.none<Page.Page>()
  const id = yield* idAt(root, "moved", Slug.keyOf(null, segments.join("/")))
  return Option.isSome(id) ? yield* Root.page(root, id.value) : Option.none<Page.Page>()
})

/** Reads the existing pages among `ids` with all their ancestors, by id; one read per level of the tree. */
const readWithAncestors = Effect.fnUntraced(function* (root: Root.Root, ids: Iterable<string>) {
  const known = new Map<string, Page.Page>()
  let wanted: ReadonlyArray<string> = [...ids]
  while (wanted.length > 0) {
    const found = yield* Root.pages(root, wanted)
    for (const [id, page] of found) known.set(id, page)
    const parents = Array.from(found.values(), ({ parent }) => parent)
    wanted = [...new Set(parents)].filter((parent) => parent !== null).filter((parent) => !known.has(parent))
  }
  return known
})

/** The ids of a page's ancestors, nearest first; empty if the page does not exist. */
export const ancestors = Effect.fnUntraced(function* (root: Root.Root, id: string) {
  const known = yield* readWithAncestors(root, [id])
  const above: Array<string> = []
  for (let next = known.get(id)?.parent ?? null; next !== null; next = known.get(next)?.parent ?? null) above.push(next)
  return above
})

const pathIn = (known: ReadonlyMap<string, Page.Page>, page: Page.Page): Option.Option<string> => {
  const slugs: Array<string> = []
  for (let next: Page.Page | undefined = page; next !== undefined; ) {
    if (!Page.isPlaced(next)) return Option.none()
    slugs.push(next.slug)
    next = next.parent === null ? undefined : known.get(next.parent)
  }
  return Option.some(slugs.reverse().join("/"))
}

/** A page and its path. */
export interface LocatedPage {
  readonly page: Page.Page
  readonly path: string
}

/** Finds the pages that exist and have a path, by id. */
export const locate = Effect.fnUntraced(function* (root: Root.Root, ids: Iterable<string>) {
  const wanted = [...ids]
  const known = yield* readWithAncestors(root, wanted)
  const found = new Map<string, LocatedPage>()
  for (const id of wanted) {
    const page = known.get(id)
    const path = page === undefined ? Option.none() : pathIn(known, page)
    if (page !== undefined && Option.isSome(path)) found.set(id, { page, path: path.value })
  }
  return found
})

/** Paths by page id, for the pages that exist and have one. */
export const pathsOf = (root: Root.Root, ids: Iterable<string>): Effect.Effect<ReadonlyMap<string, string>> =>
  Effect.map(locate(root, ids), (found) => new Map(Array.from(found, ([id, { path }]) => [id, path])))
