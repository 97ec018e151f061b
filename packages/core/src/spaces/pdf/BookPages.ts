import type * as Page from "../../content/tree/Page.ts"
import * as Emoji from "../../foundation/text/Emoji.ts"
import type { BookPage } from "./Book.ts"

/** A page with its depth in the book, 1 at the top. */
export interface ChosenPage {
  readonly page: Page.Page
  readonly depth: number
}

const isHidden = (page: Page.Page): boolean => page.type !== "computed" && page.hidden

const flatten = (trees: ReadonlyArray<Page.PageTree>, depth: number): ReadonlyArray<ChosenPage> =>
  trees.flatMap(({ page, pages }) => (isHidden(page) ? [] : [{ page, depth }, ...flatten(pages, depth + 1)]))

const find = (trees: ReadonlyArray<Page.PageTree>, id: string): Page.PageTree | undefined => {
  for (const tree of trees) {
    const found = tree.page.id === id ? tree : find(tree.pages, id)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * The pages of a book in reading order: all, one with its descendants, or only one. Hidden pages are omitted, except
 * for a requested one (rule pdf-pages).
 */
export const choose = (
  trees: ReadonlyArray<Page.PageTree>,
  { only, page }: { readonly page: string | null; readonly only: boolean }
): ReadonlyArray<ChosenPage> => {
  if (page === null) return flatten(trees, 1)
  const found = find(trees, page)
  if (found === undefined) return []
  return [{ page: found.page, depth: 1 }, ...(only ? [] : flatten(found.pages, 2))]
}

const markOf = ({ emoji, icon }: Page.Page): Pick<BookPage, "emoji" | "icon"> => {
  const characters = emoji === undefined ? undefined : Emoji.characters(emoji)
  if (characters !== undefined) return { emoji: characters }
  return icon === undefined ? {} : { icon }
}

const coverOf = (page: Page.Page): Pick<BookPage, "cover"> =>
  page.type === "document" && page.cover !== undefined && page.layout.cover ? { cover: page.cover.ref } : {}

/** A page without its document. */
export const of = ({ depth, page }: ChosenPage): BookPage => ({
  id: page.id,
  depth,
  title: page.title,
  ...markOf(page),
  ...coverOf(page),
  ...(page.type === "document" && page.description !== undefined ? { description: page.description } : {})
})
