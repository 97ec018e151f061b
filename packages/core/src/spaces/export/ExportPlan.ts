import * as ContentRef from "../../content/document/ContentRef.ts"
import { sanitize } from "../../content/file/FileName.ts"
import type { File } from "../../content/tree/File.ts"
import * as Page from "../../content/tree/Page.ts"
import type { Reusable } from "../../content/tree/Reusable.ts"
import * as Slug from "../../foundation/text/Slug.ts"
import * as ExportPaths from "./ExportPaths.ts"

/**
 * Folder of an export for content that is not a page; on import, files in it are read as such content, whatever their
 * names.
 */
export const folders = { files: ".quire/files/", reusable: ".quire/includes/" } as const

export const summary = "SUMMARY.md"

/** Prefix of reference targets that are not in the export; no files have it. */
export const externalPath = "/.quire/ref"

export type DocumentPage = Page.Document & { readonly id: string }

export interface PlannedPage {
  readonly page: DocumentPage
  readonly path: string
  /** The slug, unless it follows from the path. */
  readonly slug: string | undefined
}

/** The content of an export, each item with its path, in the order in which it is written (rule export-form). */
export interface Plan {
  readonly trees: ReadonlyArray<Page.PageTree>
  readonly pages: ReadonlyArray<PlannedPage>
  readonly reusable: ReadonlyArray<{ readonly content: Reusable; readonly path: string }>
  readonly files: ReadonlyArray<{ readonly file: File; readonly path: string }>
  /** Paths by id. */
  readonly paths: {
    readonly pages: ReadonlyMap<string, string>
    readonly reusable: ReadonlyMap<string, string>
    readonly files: ReadonlyMap<string, string>
  }
}

const first = "README.md"

interface ExportFolder {
  readonly tree: Page.PageTree
  readonly folder: string
}

const isDocument = (page: Page.Page): page is DocumentPage => page.type === "document"

const childrenOf = ({ pages }: Page.PageTree, folder: string): ReadonlyArray<ExportFolder> =>
  pages.map((tree) => ({ tree, folder }))

/** Assigns every document a path; the first one in reading order becomes the root `README.md`. */
const planPages = (trees: ReadonlyArray<Page.PageTree>, claim: ExportPaths.Claim): ReadonlyArray<PlannedPage> => {
  const planned: Array<PlannedPage> = []
  const open: Array<ExportFolder> = trees.map((tree) => ({ tree, folder: "" })).reverse()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { folder, tree } = next
    const { page } = tree
    if (!Page.isPlaced(page)) continue
    let below = `${folder}${ExportPaths.fit(page.slug)}/`
    if (isDocument(page) && planned.length === 0) {
      planned.push({ page, path: claim(() => first), slug: page.slug })
    } else if (isDocument(page)) {
      const { name, path } = ExportPaths.claimPage(claim, folder, page.slug, tree.pages.length > 0)
      planned.push({ page, path, slug: name === page.slug ? undefined : page.slug })
      if (tree.pages.length > 0) below = path.slice(0, -first.length)
    }
    open.push(...childrenOf(tree, below).toReversed())
  }
  return planned
}

const pathsOf = (planned: Iterable<readonly [id: string, path: string]>): ReadonlyMap<string, string> =>
  new Map(planned)

/** Plans an export; the same content produces the same plan. */
export const make = (
  trees: ReadonlyArray<Page.PageTree>,
  reusable: ReadonlyArray<Reusable>,
  files: ReadonlyArray<File>
): Plan => {
  const claim = ExportPaths.makeClaims()
  claim(() => summary)
  const pages = planPages(trees, claim)
  const texts = reusable.map((content) => ({
    content,
    path: ExportPaths.claimPage(claim, folders.reusable, Slug.make(content.title), false).path
  }))
  const kept = files.map((file) => ({ file, path: ExportPaths.claimFile(claim, folders.files, sanitize(file.name)) }))
  return {
    trees,
    pages,
    reusable: texts,
    files: kept,
    paths: {
      pages: pathsOf(pages.map(({ page, path }) => [page.id, path])),
      reusable: pathsOf(texts.map(({ content, path }) => [content.id, path])),
      files: pathsOf(kept.map(({ file, path }) => [file.id, path]))
    }
  }
}

const encode = (segment: string): string => encodeURIComponent(segment).replaceAll("(", "%28").replaceAll(")", "%29")

/** The address of a path in a file at another one. */
const relative = (from: string, to: string): string => {
  const above = from.split("/").slice(0, -1)
  const segments = to.split("/")
  let same = 0
  while (same < above.length && same < segments.length - 1 && above[same] === segments[same]) same++
  return [...above.slice(same).map(() => ".."), ...segments.slice(same).map(encode)].join("/")
}

const pathOf = ({ paths }: Plan, ref: ContentRef.ContentRef): string | undefined => {
  if ("space" in ref && ref.space !== undefined) return undefined
  switch (ref.kind) {
    case "page":
      return paths.pages.get(ref.page)
    case "anchor":
      return paths.pages.get(ref.page ?? "")
    case "file":
      return paths.files.get(ref.file)
    case "reusable-content":
      return paths.reusable.get(ref.reusableContent)
    default:
      return undefined
  }
}

const isOwnAnchor = (ref: ContentRef.ContentRef): boolean =>
  ref.kind === "anchor" && ref.page === undefined && ref.space === undefined

/**
 * The form of a reference in a file: a relative path if the target is in the export, otherwise its id (rule
 * export-links).
 */
export const urlOf = (plan: Plan, from: string, ref: ContentRef.ContentRef): string => {
  const url = ContentRef.toUrl(ref)
  if (ref.kind === "url" || isOwnAnchor(ref)) return url
  const path = pathOf(plan, ref)
  if (path === undefined) return `${externalPath}${url}`
  return ref.kind === "anchor" ? `${relative(from, path)}#${encodeURIComponent(ref.anchor)}` : relative(from, path)
}

/** The same for many, by `ContentRef.toUrl`. */
export const urlsOf = (
  plan: Plan,
  from: string,
  refs: Iterable<ContentRef.ContentRef>
): { readonly [ref: string]: string } =>
  Object.fromEntries(
    Array.from(refs)
      .filter(({ kind }) => kind !== "url")
      .map((ref) => [ContentRef.toUrl(ref), urlOf(plan, from, ref)])
  )
