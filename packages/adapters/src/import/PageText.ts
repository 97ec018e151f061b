import { ContentRef, Document, type Importer, type ImportWarning, type Markdown, OpeningTitle } from "@quire/core"
import * as Marks from "./Marks.ts"
import * as Names from "./Names.ts"
import * as PageLayouts from "./PageLayouts.ts"

/** An imported page, without its place among others and before its document is given away. */
export interface PageText {
  readonly page: Omit<Importer.ImportedDocument, "children" | "document"> & { readonly document?: Document.Document }
  readonly warnings: ReadonlyArray<ImportWarning.ImportWarning>
}

export interface Origin {
  readonly path: string
  /** Wins over the page's own title. */
  readonly title?: string | undefined
  /** The fallback title, from the file name. */
  readonly fileTitle: string
  /** The fallback slug. */
  readonly name: string | undefined
  readonly refOf: (target: string) => ContentRef.ContentRef | undefined
}

const coverOf = (target: string | undefined, origin: Origin): ContentRef.ImageRef | undefined => {
  if (target === undefined) return undefined
  const ref = origin.refOf(target)
  if (ref === undefined) return ContentRef.isSafeUrl(target) ? { kind: "url", url: target } : undefined
  return ContentRef.isImageRef(ref) ? ref : undefined
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value.trim() : undefined)

type Cover = Pick<Importer.ImportedDocument, "cover" | "coverDark" | "coverY">

const readCover = (frontmatter: Markdown.Frontmatter, origin: Origin): Cover => {
  const { coverDark, coverY } = frontmatter.fields
  const cover = coverOf(frontmatter.cover, origin)
  if (cover === undefined) return {}
  const dark = coverOf(textOf(coverDark), origin)
  return {
    cover,
    ...(dark === undefined ? {} : { coverDark: dark }),
    ...(typeof coverY === "number" && Number.isFinite(coverY) ? { coverY } : {})
  }
}

const readFrontmatter = (frontmatter: Markdown.Frontmatter, origin: Origin) => {
  const description = Names.line(frontmatter.description, 300)
  const slug = Names.line(frontmatter.slug, 256) ?? Names.line(origin.name, 256)
  const { layout: given } = frontmatter.fields
  const layout = given === undefined ? undefined : PageLayouts.read(given)
  const cover = readCover(frontmatter, origin)
  const isCoverLost = frontmatter.cover !== undefined && cover.cover === undefined
  return {
    fields: {
      ...(description === undefined ? {} : { description }),
      ...(slug === undefined ? {} : { slug }),
      ...Marks.marksOf(frontmatter),
      ...(frontmatter.hidden === true ? { hidden: true } : {}),
      ...(frontmatter.noIndex === true ? { noIndex: true } : {}),
      ...(frontmatter.noRobotsIndex === true ? { noRobotsIndex: true } : {}),
      ...(layout === undefined ? {} : { layout }),
      ...cover
    },
    problems: [
      ...Marks.problemsOf(frontmatter),
      ...(isCoverLost ? ["the cover is not an image"] : []),
      ...(given !== undefined && layout === undefined ? ["the layout is not one"] : [])
    ]
  }
}

/**
 * Chooses the title of a page. A heading that differs from it is kept as a block; a title in the frontmatter that
 * differs is reported.
 */
const chooseTitle = ({ frontmatter, heading, title: headed, document }: Markdown.BoundedPage, origin: Origin) => {
  const given = Names.title(frontmatter.title)
  const said = origin.title ?? given ?? Names.title(headed)
  const title = said ?? origin.fileTitle
  const isKept = heading !== undefined && headed !== undefined && !OpeningTitle.isSame(headed, title)
  const isLost = given !== undefined && !OpeningTitle.isSame(given, title)
  return {
    fields: {
      title,
      ...(said === undefined ? { isUntitled: true } : {}),
      ...(heading === undefined || isKept ? {} : { heading })
    },
    document: isKept ? Document.make([heading, ...document.nodes]) : document,
    isKept,
    problems: isLost ? [`its title "${given}" was left out: the table of contents has another`] : []
  }
}

/** Turns a parsed text into a page. A document beyond the limits is left out, the page stays. */
export const make = (parsed: Markdown.BoundedPage, origin: Origin): PageText => {
  const { path } = origin
  const name = chooseTitle(parsed, origin)
  const { fields, problems } = readFrontmatter(parsed.frontmatter, origin)
  const { beyond } = parsed
  const warnings = name.isKept ? parsed.warnings.filter((each) => each.name !== "title-format") : parsed.warnings
  const reasons = [
    ...warnings.map(({ reason }) => reason),
    ...name.problems,
    ...problems,
    ...(beyond === undefined ? [] : ["the text is too large for one page; left out"])
  ]
  return {
    page: {
      type: "document",
      path,
      ...name.fields,
      ...fields,
      ...(beyond === undefined ? { document: name.document } : {})
    },
    warnings: reasons.map((reason) => ({ path, reason }))
  }
}
