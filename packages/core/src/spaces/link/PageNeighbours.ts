import { Effect } from "effect"
import type * as Page from "../../content/tree/Page.ts"
import * as Root from "../../content/tree/Root.ts"

/** The direction of reading through the table of contents. */
type Direction = "forward" | "back"

const isRead = (page: Page.Page): boolean => page.type === "document" && !page.hidden

const ordered = (direction: Direction, ids: ReadonlyArray<string>) => (direction === "forward" ? ids : ids.toReversed())

/** Whether a reader visits the pages below: not below a hidden page or a link. */
const isOpen = (page: Page.Page): boolean => (page.type === "document" || page.type === "group") && !page.hidden

/**
 * The first page to read among some pages, in the given order, and those below them; backwards, the last. Usually the
 * first one matches; otherwise the number of pages read doubles each time.
 */
const findFirst = (
  root: Root.Root,
  direction: Direction,
  ids: ReadonlyArray<string>
): Effect.Effect<Page.Page | undefined> =>
  Effect.gen(function* () {
    let from = 0
    for (let size = 1; from < ids.length; size *= 2) {
      const some = ids.slice(from, from + size)
      from += size
      const pages = yield* Root.pages(root, some)
      for (const page of some.flatMap((id) => pages.get(id) ?? []).filter(isOpen)) {
        if (direction === "forward" && isRead(page)) return page
        const below = yield* findFirst(root, direction, ordered(direction, yield* Root.childIds(root, page.id)))
        if (below !== undefined) return below
        if (direction === "back" && isRead(page)) return page
      }
    }
    return undefined
  })

/** The first document to read below a page, or of a whole root; hidden pages and their descendants are skipped. */
export const findFirstDocument = Effect.fnUntraced(function* (root: Root.Root, parent: string | null) {
  return yield* findFirst(root, "forward", yield* Root.childIds(root, parent))
})

const siblingsAfter = Effect.fnUntraced(function* (root: Root.Root, direction: Direction, page: Page.Page) {
  const siblings = ordered(direction, yield* Root.childIds(root, page.parent))
  return siblings.slice(siblings.indexOf(page.id) + 1)
})

/** The next or previous document in reading order; hidden pages and everything below them are skipped. */
export const findNeighbour = Effect.fnUntraced(function* (root: Root.Root, page: Page.Page, direction: Direction) {
  if (direction === "forward") {
    const below = yield* findFirst(root, direction, yield* Root.childIds(root, page.id))
    if (below !== undefined) return below
  }
  for (let at = page; ; ) {
    const past = yield* findFirst(root, direction, yield* siblingsAfter(root, direction, at))
    if (past !== undefined) return past
    const parent = at.parent === null ? undefined : (yield* Root.pages(root, [at.parent])).get(at.parent)
    if (parent === undefined) return undefined
    if (direction === "back" && isRead(parent)) return parent
    at = parent
  }
})
