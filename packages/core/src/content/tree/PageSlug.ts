import * as Slug from "../../foundation/text/Slug.ts"
import * as Page from "./Page.ts"
import type { NewPage } from "./PageInput.ts"

/** The slug that a new page requests; undefined for types without slugs (rule page-slug). */
export const ofNewPage = (input: NewPage): string | undefined =>
  input.type === "document" || input.type === "group" ? Slug.make(input.slug ?? input.title) : undefined

/**
 * The slug that a page requests after a patch, undefined if it is unchanged, and whether a user chose it. A slug that
 * no user chose follows the title; null makes it follow the title again.
 */
export const afterPatch = (before: Page.Page, title: string, given: string | null | undefined) => {
  if (!Page.isPlaced(before)) return { byHand: false, wanted: undefined }
  const follows = given === null || (given === undefined && !before.slugByHand)
  const wanted = follows ? Slug.make(title) : Slug.make(given ?? before.slug)
  const current = follows && !before.slugByHand ? Slug.make(before.title) : before.slug
  return { byHand: !follows, wanted: wanted === current ? undefined : wanted }
}
