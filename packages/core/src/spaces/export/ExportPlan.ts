import { sanitize } from "../../content/file/FileName.ts"
import type { File } from "../../content/tree/File.ts"
import * as Page from "../../content/tree/Page.ts"
import type { Reusable } from "../../content/tree/Reusable.ts"
import * as Slug from "../../foundation/text/Slug.ts"
import { folders, summary } from "./ExportLayout.ts"
import * as ExportPaths from "./ExportPaths.ts"

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
