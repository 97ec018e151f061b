import type { Page } from "@quire/client"

/** Where a page is: below a parent or at the top level, and its index among its siblings. */
export interface PagePosition {
  readonly parent: string | null
  readonly at: number
}

/** A page in the tree, with what is around it. */
export interface PageEntry {
  readonly page: Page
  readonly parent: Page | undefined
  readonly siblings: ReadonlyArray<Page>
  readonly ancestors: ReadonlyArray<Page>
}

export const childrenOf = (page: Page): ReadonlyArray<Page> => ("pages" in page ? page.pages : [])

/** Whether a page may have pages below it. */
export const isContainer = (page: Page): boolean => "pages" in page

/** Every page with what is around it, in the order of the tree. */
export const entriesOf = (pages: ReadonlyArray<Page>, ancestors: ReadonlyArray<Page> = []): ReadonlyArray<PageEntry> =>
  pages.flatMap((page) => [
    { page, parent: ancestors.at(-1), siblings: pages, ancestors },
    ...entriesOf(childrenOf(page), [...ancestors, page])
  ])

export const findEntry = (pages: ReadonlyArray<Page>, id: string): PageEntry | undefined =>
  entriesOf(pages).find(({ page }) => page.id === id)

/** Number of pages below a page. */
export const countBelow = (page: Page): number =>
  childrenOf(page).reduce((count, child) => count + 1 + countBelow(child), 0)

/** The first page that can be read; undefined if there is none. */
export const firstDocument = (pages: ReadonlyArray<Page>): Page | undefined =>
  entriesOf(pages).find(({ page }) => page.type === "document")?.page

export type PageDirection = "up" | "down" | "in" | "out"

/**
 * The position of a page after a move by one step; undefined if there is none in this direction. Groups remain at the
 * top level.
 */
export const stepOf = (pages: ReadonlyArray<Page>, id: string, direction: PageDirection): PagePosition | undefined => {
  const entry = findEntry(pages, id)
  if (entry === undefined) return undefined
  const { ancestors, page, parent, siblings } = entry
  const index = siblings.indexOf(page)
  if (direction === "up") return index === 0 ? undefined : { parent: parent?.id ?? null, at: index - 1 }
  if (direction === "down")
    return index === siblings.length - 1 ? undefined : { parent: parent?.id ?? null, at: index + 1 }
  if (direction === "in") {
    const previous = siblings[index - 1]
    if (previous === undefined || !isContainer(previous) || page.type === "group") return undefined
    return { parent: previous.id, at: childrenOf(previous).length }
  }
  if (parent === undefined) return undefined
  const grandparent = ancestors.at(-2)
  const level = grandparent === undefined ? pages : childrenOf(grandparent)
  return { parent: grandparent?.id ?? null, at: level.indexOf(parent) + 1 }
}

/** Whether a page may be below another, or at the top level. */
export const mayBeBelow = (pages: ReadonlyArray<Page>, id: string, parent: string | null): boolean => {
  if (parent === null) return true
  const entry = findEntry(pages, parent)
  const moved = findEntry(pages, id)
  if (entry === undefined || moved === undefined || !isContainer(entry.page)) return false
  return parent !== id && moved.page.type !== "group" && !entry.ancestors.some((ancestor) => ancestor.id === id)
}
