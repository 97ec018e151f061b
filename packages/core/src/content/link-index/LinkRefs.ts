import { Option, Predicate, Schema } from "effect"
import { type ContentRef, OpenApiRef } from "../document/ContentRef.ts"
import type { Document } from "../document/Document.ts"
import * as DocumentRefs from "../document/DocumentRefs.ts"
import type * as Page from "../tree/Page.ts"
import type * as LinkSource from "./LinkSource.ts"
import type { LinkRelation } from "./LinkSource.ts"
import * as LinkTarget from "./LinkTarget.ts"

/** A link that was not judged yet. */
export type UnjudgedLink = Omit<LinkSource.Link, "standing">

const dependent: ReadonlySet<DocumentRefs.Use> = new Set(["reusable-content", "openapi"])

const relationOf = (use: DocumentRefs.Use): LinkRelation => (dependent.has(use) ? "dependsOn" : "reference")

/** Every reference of a document, in reading order. */
export const ofDocument = (document: Document): ReadonlyArray<UnjudgedLink> =>
  DocumentRefs.references(document).map(({ block, ref, use }) => ({
    ref,
    relation: relationOf(use),
    ...(block.key === undefined ? {} : { node: block.key })
  }))

const ownRefs = (page: Page.Page): ReadonlyArray<ContentRef> => {
  if (page.type === "link") return [page.target]
  if (page.type !== "document" || page.cover === undefined) return []
  const { ref, refDark } = page.cover
  return refDark === undefined ? [ref] : [ref, refDark]
}

const SpaceRef = Schema.Struct({ kind: Schema.Literal("space"), space: Schema.String })
const decodeDependency = Schema.decodeUnknownOption(Schema.Struct({ ref: Schema.Union([OpenApiRef, SpaceRef]) }))

/** The descriptions of APIs, and the spaces, that a page is computed from. */
const computedRefs = (page: Page.Page): ReadonlyArray<ContentRef> => {
  const source = page.type === "document" || page.type === "computed" ? page.computed : undefined
  const dependencies = Predicate.hasProperty(source, "dependencies") ? source.dependencies : undefined
  if (!Predicate.isObject(dependencies)) return []
  return Object.values(dependencies).flatMap((each) =>
    Option.match(decodeDependency(each), { onNone: () => [], onSome: ({ ref }) => [ref] })
  )
}

/** The references of a page: its target, its cover, what it is computed from, then those in its text. */
export const ofPage = (page: Page.Page, document: Document | undefined): ReadonlyArray<UnjudgedLink> => [
  ...ownRefs(page).map((ref): UnjudgedLink => ({ ref, relation: "reference" })),
  ...computedRefs(page).map((ref): UnjudgedLink => ({ ref, relation: "dependsOn" })),
  ...(document === undefined ? [] : ofDocument(document))
]

/**
 * Key of a link by target and relation. A reference that names its own space differs from one that does not, since they
 * diverge in a copy of the space.
 */
export const keyOf = (
  { ref, relation }: Pick<UnjudgedLink, "ref" | "relation">,
  holder: LinkTarget.LinkHolder
): string => {
  const isSpelled = "space" in ref && ref.space !== undefined
  return `${relation} ${isSpelled} ${LinkTarget.keyOf(LinkTarget.fromRef(ref, holder))}`
}

/** Keeps the first of links with the same key. */
export const deduplicate = (
  found: ReadonlyArray<UnjudgedLink>,
  holder: LinkTarget.LinkHolder
): ReadonlyArray<UnjudgedLink> => {
  const first = new Map<string, UnjudgedLink>()
  for (const each of found) {
    const key = keyOf(each, holder)
    if (!first.has(key)) first.set(key, each)
  }
  return [...first.values()]
}
