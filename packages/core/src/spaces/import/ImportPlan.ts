import type { ContentRef, ImageRef } from "../../content/document/ContentRef.ts"
import { type Document, make } from "../../content/document/Document.ts"
import * as DocumentKeys from "../../content/document/DocumentKeys.ts"
import { mapRefs } from "../../content/document/DocumentRefs.ts"
import { isSame } from "../../content/document/OpeningTitle.ts"
import type { NewPage } from "../../content/tree/PageInput.ts"
import type { Reusable } from "../../content/tree/Reusable.ts"
import * as Slug from "../../foundation/text/Slug.ts"
import { cut } from "../../foundation/text/Text.ts"
import type { ImportAnchors } from "./ImportAnchors.ts"
import {
  anchorKey,
  type ImportedContent,
  type ImportedDocument,
  type ImportedPage,
  type ImportedReusable,
  walk
} from "./Importer.ts"
import type { ImportWarning } from "./ImportWarning.ts"

export const limits = { descriptionLength: 300 } as const

/** The ids minted for what a source has, by path in the source, and the headings of the pages by id. */
export interface AssignedIds {
  readonly pages: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, string>
  readonly reusable: ReadonlyMap<string, string>
  readonly anchors: ImportAnchors
}

/** Replaces the path of the source in a reference with the minted id. */
export const resolveRef = (ids: AssignedIds, ref: ContentRef): ContentRef => {
  if (ref.kind === "page") return { ...ref, page: ids.pages.get(ref.page) ?? ref.page }
  if (ref.kind === "file") return { ...ref, file: ids.files.get(ref.file) ?? ref.file }
  if (ref.kind === "anchor" && ref.page !== undefined) return { ...ref, page: ids.pages.get(ref.page) ?? ref.page }
  if (ref.kind === "reusable-content" && ref.space === undefined) {
    return { ...ref, reusableContent: ids.reusable.get(ref.reusableContent) ?? ref.reusableContent }
  }
  return ref
}

const resolveImage = (ids: AssignedIds, ref: ImageRef): ImageRef =>
  ref.kind === "file" ? { kind: "file", file: ids.files.get(ref.file) ?? ref.file } : ref

/** The document of a page of the source with resolved references and a key on every block. */
export const resolveDocument = (ids: AssignedIds, document: Document, page: string): Document =>
  DocumentKeys.complete(
    mapRefs(document, (ref) => ids.anchors.resolve(page, resolveRef(ids, ref))),
    page
  )

const optionalField = <K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } | {} =>
  value === undefined ? {} : { [key]: value }

/** The slug, unless it has no letter or digit. */
const slugField = ({ slug }: { readonly slug?: string }): { readonly slug?: string } =>
  slug === undefined || Slug.make(slug, "") === "" ? {} : { slug }

const markFields = (page: ImportedPage) => ({
  ...optionalField("icon", page.icon),
  ...optionalField("emoji", page.emoji),
  ...optionalField("hidden", page.hidden)
})

const indexFields = (page: Exclude<ImportedPage, { type: "link" }>) => ({
  ...optionalField("noIndex", page.noIndex),
  ...optionalField("noRobotsIndex", page.noRobotsIndex)
})

const coverOf = ({ cover, coverDark, coverY }: ImportedDocument, ids: AssignedIds) =>
  cover === undefined
    ? undefined
    : {
        ref: resolveImage(ids, cover),
        ...optionalField("refDark", coverDark === undefined ? undefined : resolveImage(ids, coverDark)),
        ...optionalField("yPos", coverY)
      }

const documentFields = (page: ImportedDocument, ids: AssignedIds) => ({
  ...optionalField(
    "description",
    page.description === undefined ? undefined : cut(page.description, limits.descriptionLength)
  ),
  ...optionalField("layout", page.layout),
  ...optionalField("cover", coverOf(page, ids))
})

/** Pages to insert, with their document hashes by path. Groups below the top become pages with children. */
export const newPages = (
  pages: ReadonlyArray<ImportedPage>,
  ids: AssignedIds,
  documents: ReadonlyMap<string, string>,
  isTop: boolean
): ReadonlyArray<NewPage> =>
  pages.map((page): NewPage => {
    const id = ids.pages.get(page.path) ?? page.path
    if (page.type === "link") {
      const target = ids.anchors.resolve("", resolveRef(ids, page.target))
      return { id, type: "link", title: page.title, ...markFields(page), target }
    }
    const below = newPages(page.children, ids, documents, false)
    const named = { id, title: page.title, ...slugField(page), ...markFields(page), ...indexFields(page) }
    if (page.type === "group") return { ...named, type: isTop ? "group" : "document", pages: below }
    return {
      ...named,
      type: "document",
      ...documentFields(page, ids),
      ...optionalField("document", documents.get(page.path)),
      pages: below
    }
  })

/** The texts that pages of a source include, with the ids minted for them. */
export const reusablesOf = (
  given: ReadonlyArray<ImportedReusable>,
  ids: AssignedIds,
  documents: ReadonlyMap<string, string>
): ReadonlyArray<Reusable> =>
  given.map(({ path, title }) => ({
    id: ids.reusable.get(path) ?? path,
    title,
    ...optionalField("document", documents.get(path))
  }))

/**
 * A warning for each page whose slug differs from the name in the source; `slugs` are the assigned ones, by page id.
 */
export const slugWarnings = (
  pages: ReadonlyArray<ImportedPage>,
  ids: AssignedIds,
  slugs: ReadonlyMap<string, string>
): ReadonlyArray<ImportWarning> =>
  Array.from(walk(pages)).flatMap((page) => {
    const wanted = page.type === "link" ? undefined : slugField(page).slug
    const slug = slugs.get(ids.pages.get(page.path) ?? page.path)
    if (wanted === undefined || slug === undefined || Slug.fold(wanted) === slug) return []
    return [{ kind: "address", path: page.path, reason: `its slug is "${slug}" instead of "${cut(wanted, 100)}"` }]
  })

/** A warning for each link of a source to an anchor that its target does not have. */
export const anchorWarnings = (
  { anchors, pages, reusable }: AssignedIds,
  { anchorLines }: Pick<ImportedContent, "anchorLines">
): ReadonlyArray<ImportWarning> => {
  const { missing } = anchors
  if (missing.length === 0) return []
  const paths = new Map(Array.from([...reusable, ...pages], ([path, id]) => [id, path]))
  return missing.map(({ anchor, from, page }) => {
    const [path, targetPath] = [paths.get(from) ?? from, paths.get(page) ?? page]
    const target = from === page ? "of the page" : `of ${JSON.stringify(cut(targetPath, 200))}`
    const line = anchorLines?.get(path)?.get(anchorKey(targetPath, anchor))
    const reason = `"#${cut(anchor, 200)}" is no heading ${target}`
    return { kind: "anchor", path, ...optionalField("line", line), reason }
  })
}

/** The first page with text in reading order, and the remaining pages, with its children in its place. */
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

/** The document of a page to use as the body of a page with a title: preceded by its heading if that differs. */
export const bodyUnder = (title: string, page: ImportedDocument): Document | undefined =>
  page.document === undefined || page.heading === undefined || isSame(title, page.title)
    ? page.document?.open()
    : make([page.heading, ...page.document.open().nodes])

const headFields = [
  "description",
  "icon",
  "emoji",
  "hidden",
  "noIndex",
  "noRobotsIndex",
  "cover",
  "coverDark",
  "coverY",
  "layout"
] as const

/** The fields of a page that are lost when it becomes the body of a page with a title. */
export const lostFields = (title: string, page: ImportedDocument): ReadonlyArray<string> => {
  const isSaid = page.heading === undefined && page.isUntitled !== true
  return [
    ...(isSaid && !isSame(title, page.title) ? ["title"] : []),
    ...headFields.filter((field) => page[field] !== undefined)
  ]
}
