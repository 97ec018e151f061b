import { Effect } from "effect"
import type * as Page from "../../content/tree/Page.ts"
import * as Root from "../../content/tree/Root.ts"

/** The direction of reading through the table of contents. */
type Direction = "forward" | "back"

const isRead = (page: Page.Page): boolean => page.type === "document" && !page.hidden

const ordered = (direction: Direction, pages: ReadonlyArray<Page.Page>) =>
  direction === "forward" ? pages : [...pages].reverse()

/** Whether a reader comes past the pages below: not below a hidden page or a link. */
const isOpen = (page: Page.Page): boolean => (page.type === "document" || page.type === "group") && !page.hidden

/** The first page to read among some pages and those below them; backwards, the last. */
const findFirst = (
  root: Root.Root,
  direction: Direction,
  pages: ReadonlyArray<Page.Page>
): Effect.Effect<Page.Page | undefined> =>
  Effect.gen(function* () {
    for (const page of ordered(direction, pages).filter(isOpen)) {
      if (direction === "forward" && isRead(page)) return page
      const below = yield* findFirst(root, direction, yield* Root.children(root, page.id))
      if (below !== undefined) return below
      if (direction === "back" && isRead(page)) return page
    }
    return undefined
  })

/** The first document to read below a page, or of a whole root; hidden pages and everything below them are skipped. */
export const findFirstDocument = Effect.fnUntraced(function* (root: Root.Root, parent: string | null) {
  return yield* findFirst(root, "forward", yield* Root.children(root, parent))
})

const siblingsAfter = Effect.fnUntraced(function* (root: Root.Root, direction: Direction, page: Page.Page) {
  const siblings = ordered(direction, yield* Root.children(root, page.parent))
  const past = siblings.slice(siblings.findIndex(({ id }) => id === page.id) + 1)
  return ordered(direction, past)
})

/** The next or previous document in reading order; hidden pages and everything below them are skipped. */
export const findNeighbour = Effect.fnUntraced(function* (root: Root.Root, page: Page.Page, direction: Direction) {
  if (direction === "forward") {
    const below = yield* findFirst(root, direction, yield* Root.children(root, page.id))
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
