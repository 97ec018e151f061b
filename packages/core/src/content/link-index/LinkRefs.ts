import type { ContentRef } from "../document/ContentRef.ts"
import type { Document } from "../document/Document.ts"
import * as DocumentRefs from "../document/DocumentRefs.ts"
import type * as Page from "../tree/Page.ts"
import type { Link, LinkRelation } from "./LinkSource.ts"
import * as LinkTarget from "./LinkTarget.ts"

/** A link that has not been judged yet. */
export type Found = Omit<Link, "standing">

const dependent: ReadonlySet<DocumentRefs.Use> = new Set(["reusable-content", "openapi"])

const relationOf = (use: DocumentRefs.Use): LinkRelation => (dependent.has(use) ? "dependsOn" : "reference")

/** Every reference of a document, in reading order. */
export const ofDocument = (document: Document): ReadonlyArray<Found> =>
  DocumentRefs.references(document).map(({ block, ref, use }) => ({
    ref,
    relation: relationOf(use),
    ...(block.key === undefined ? {} : { node: block.key })
  }))

const own = (page: Page.Page): ReadonlyArray<ContentRef> => {
  if (page.type === "link") return [page.target]
  if (page.type !== "document" || page.cover === undefined) return []
  const { ref, refDark } = page.cover
  return refDark === undefined ? [ref] : [ref, refDark]
}

/** What a page leads to or shows: its target, its cover, then what its text refers to. */
export const ofPage = (page: Page.Page, document: Document | undefined): ReadonlyArray<Found> => [
  ...own(page).map((ref): Found => ({ ref, relation: "reference" })),
  ...(document === undefined ? [] : ofDocument(document))
]

/**
 * Told apart are links with another target or relation; one that names its own space is another too, since a copy of
 * the space parts them.
 */
export const keyOf = ({ ref, relation }: Pick<Found, "ref" | "relation">, holder: LinkTarget.LinkHolder): string => {
  const isSpelled = "space" in ref && ref.space !== undefined
  return `${relation} ${isSpelled} ${LinkTarget.keyOf(LinkTarget.of(ref, holder))}`
}

/** The first of those that are the same link. */
export const distinct = (found: ReadonlyArray<Found>, holder: LinkTarget.LinkHolder): ReadonlyArray<Found> => {
  const first = new Map<string, Found>()
  for (const each of found) {
    const key = keyOf(each, holder)
    if (!first.has(key)) first.set(key, each)
  }
  return [...first.values()]
}
