import type { NewPage } from "../content/PageInput.ts"
import type { ContentRef, ImageRef } from "../document/ContentRef.ts"
import type { Document } from "../document/Document.ts"
import * as DocumentKeys from "../document/DocumentKeys.ts"
import { mapRefs } from "../document/DocumentRefs.ts"
import { cut } from "../text/Text.ts"
import type { ImportedDocument, ImportedPage } from "./Importer.ts"

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
export const settledDocument = (ids: Minted, document: Document, seed: string): Document =>
  DocumentKeys.complete(
    mapRefs(document, (ref) => settledRef(ids, ref)),
    seed
  )

const optionally = <K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } | {} =>
  value === undefined ? {} : { [key]: value }

const documentFields = (page: ImportedDocument, ids: Minted) => ({
  ...optionally("slug", page.slug),
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
    if (page.type === "group" && isTop) return { id, type: "group", title: page.title, pages: below }
    if (page.type === "group") return { id, type: "document", title: page.title, pages: below }
    return {
      id,
      type: "document",
      title: page.title,
      ...documentFields(page, ids),
      ...optionally("document", documents.get(page.path)),
      pages: below
    }
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
