import { Effect } from "effect"
import type * as Page from "../../content/tree/Page.ts"
import * as Root from "../../content/tree/Root.ts"

/** Which way a reader goes through the table of contents. */
type Way = "forward" | "back"

const isRead = (page: Page.Page): boolean => page.type === "document" && !page.hidden

const inOrder = (way: Way, pages: ReadonlyArray<Page.Page>) => (way === "forward" ? pages : [...pages].reverse())

/** What a hidden page or a link holds is not on the way. */
const isOpen = (page: Page.Page): boolean => (page.type === "document" || page.type === "group") && !page.hidden

/** The page that comes first of some pages and what is below them; going back, the last. */
const firstOf = (root: Root.Root, way: Way, pages: ReadonlyArray<Page.Page>): Effect.Effect<Page.Page | undefined> =>
  Effect.gen(function* () {
    for (const page of inOrder(way, pages).filter(isOpen)) {
      if (way === "forward" && isRead(page)) return page
      const below = yield* firstOf(root, way, yield* Root.children(root, page.id))
      if (below !== undefined) return below
      if (way === "back" && isRead(page)) return page
    }
    return undefined
  })

const siblingsPast = Effect.fnUntraced(function* (root: Root.Root, way: Way, page: Page.Page) {
  const siblings = inOrder(way, yield* Root.children(root, page.parent))
  const past = siblings.slice(siblings.findIndex(({ id }) => id === page.id) + 1)
  return inOrder(way, past)
})

/** The next document in reading order, or the one before; hidden ones and all below them are passed over. */
export const neighbour = Effect.fnUntraced(function* (root: Root.Root, page: Page.Page, way: Way) {
  if (way === "forward") {
    const below = yield* firstOf(root, way, yield* Root.children(root, page.id))
    if (below !== undefined) return below
  }
  for (let at = page; ; ) {
    const past = yield* firstOf(root, way, yield* siblingsPast(root, way, at))
    if (past !== undefined) return past
    const parent = at.parent === null ? undefined : (yield* Root.pages(root, [at.parent])).get(at.parent)
    if (parent === undefined) return undefined
    if (way === "back" && isRead(parent)) return parent
    at = parent
  }
})
