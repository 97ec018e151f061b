import type { ContentRef, ImageRef } from "../../content/document/ContentRef.ts"
import { type Document, make } from "../../content/document/Document.ts"
import * as DocumentKeys from "../../content/document/DocumentKeys.ts"
import { mapRefs } from "../../content/document/DocumentRefs.ts"
import { isSame } from "../../content/document/OpeningTitle.ts"
import type { NewPage } from "../../content/tree/PageInput.ts"
import * as Slug from "../../foundation/text/Slug.ts"
import { cut } from "../../foundation/text/Text.ts"
import type * as Slices from "../../foundation/turns/Slices.ts"
import { type ImportedDocument, type ImportedPage, walk } from "../source/Importer.ts"
import type { ImportWarning } from "../source/ImportWarning.ts"

export const limits = { descriptionLength: 300 } as const

/** The ids minted for what a source holds, by path in the source. */
export interface Minted {
  readonly pages: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, string>
}

/** A reference of the source as one to what was made of it. */
export const settledRef = (ids: Minted, ref: ContentRef): ContentRef => {
  if (ref.kind === "page") return { ...ref, page: ids.pages.get(ref.page) ?? ref.page }
  if (ref.kind === "file") return { ...ref, file: ids.files.get(ref.file) ?? ref.file }
  if (ref.kind === "anchor" && ref.page !== undefined) return { ...ref, page: ids.pages.get(ref.page) ?? ref.page }
  return ref
}

const settledImage = (ids: Minted, ref: ImageRef): ImageRef =>
  ref.kind === "file" ? { kind: "file", file: ids.files.get(ref.file) ?? ref.file } : ref

/** A document of the source with settled references and a key on every block. */
export const settledDocument = (ids: Minted, document: Document, seed: string): Slices.Steps<Document> =>
  DocumentKeys.complete(
    mapRefs(document, (ref) => settledRef(ids, ref)),
    seed
  )

const optionally = <K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } | {} =>
  value === undefined ? {} : { [key]: value }

/** A name without a letter or digit names nothing. */
const slugField = ({ slug }: { readonly slug?: string }): { readonly slug?: string } =>
  slug === undefined || Slug.make(slug, "") === "" ? {} : { slug }

const documentFields = (page: ImportedDocument, ids: Minted) => ({
  ...optionally(
    "description",
    page.description === undefined ? undefined : cut(page.description, limits.descriptionLength)
  ),
  ...optionally("icon", page.icon),
  ...optionally("emoji", page.emoji),
  ...optionally("hidden", page.hidden),
  ...optionally("noIndex", page.noIndex),
  ...optionally("cover", page.cover === undefined ? undefined : { ref: settledImage(ids, page.cover) })
})

/** Pages to insert, with their documents by path. Below the top, groups become pages with children. */
export const newPages = (
  pages: ReadonlyArray<ImportedPage>,
  ids: Minted,
  documents: ReadonlyMap<string, string>,
  isTop: boolean
): ReadonlyArray<NewPage> =>
  pages.map((page): NewPage => {
    const id = ids.pages.get(page.path) ?? page.path
    if (page.type === "link") return { id, type: "link", title: page.title, target: settledRef(ids, page.target) }
    const below = newPages(page.children, ids, documents, false)
    const named = { id, title: page.title, ...slugField(page) }
    if (page.type === "group") return { ...named, type: isTop ? "group" : "document", pages: below }
    return {
      ...named,
      type: "document",
      ...documentFields(page, ids),
      ...optionally("document", documents.get(page.path)),
      pages: below
    }
  })

/** A warning for each page that is called otherwise in addresses than in the source; `slugs` are those given, by id. */
export const renamed = (
  pages: ReadonlyArray<ImportedPage>,
  ids: Minted,
  slugs: ReadonlyMap<string, string>
): ReadonlyArray<ImportWarning> =>
  Array.from(walk(pages)).flatMap((page) => {
    const wanted = page.type === "link" ? undefined : slugField(page).slug
    const slug = slugs.get(ids.pages.get(page.path) ?? page.path)
    if (wanted === undefined || slug === undefined || Slug.fold(wanted) === slug) return []
    return [{ path: page.path, reason: `its slug is "${slug}" instead of "${cut(wanted, 100)}"` }]
  })

/** The first page with text in reading order, and the pages that are left without it: its children in its place. */
export const takeFirst = (
  pages: ReadonlyArray<ImportedPage>
): { readonly first: ImportedDocument | undefined; readonly rest: ReadonlyArray<ImportedPage> } => {
  const rest: Array<ImportedPage> = []
  let first: ImportedDocument | undefined
  for (const page of pages) {
    if (first !== undefined || page.type === "link") {
      rest.push(page)
      continue
    }
    if (page.type === "document" && page.document !== undefined) {
      first = page
      rest.push(...page.children)
      continue
    }
    const inner = takeFirst(page.children)
    first = inner.first
    rest.push({ ...page, children: inner.rest })
  }
  return { first, rest }
}

/** The document of a page as the body of one that has a title: a heading that says another stands before it. */
export const bodyUnder = (title: string, page: ImportedDocument): Document | undefined =>
  page.document === undefined || page.heading === undefined || isSame(title, page.title)
    ? page.document
    : make([page.heading, ...page.document.nodes])

const headFields = ["description", "icon", "emoji", "hidden", "noIndex", "cover"] as const

/** What a page says of itself that is left out where it becomes the body of one that has a title. */
export const leftOut = (title: string, page: ImportedDocument): ReadonlyArray<string> => {
  const isSaid = page.heading === undefined && page.isUntitled !== true
  return [
    ...(isSaid && !isSame(title, page.title) ? ["title"] : []),
    ...headFields.filter((field) => page[field] !== undefined)
  ]
}
