import { ContentRef, Emoji, type Importer, type ImportWarning, type Markdown } from "@quire/core"
import * as Names from "./Names.ts"

/** A page of its own, without its place among others. */
export interface PageText {
  readonly page: Omit<Importer.ImportedDocument, "children">
  readonly warnings: ReadonlyArray<ImportWarning.ImportWarning>
}

export interface Origin {
  readonly path: string
  /** Wins over what the page says of itself. */
  readonly title?: string | undefined
  /** For a page that does not say. */
  readonly fileTitle: string
  readonly refOf: (target: string) => ContentRef.ContentRef | undefined
}

const isIcon = (text: string) => /^[a-z0-9-]{1,50}$/.test(text)
const isEmoji = (text: string) => Emoji.characters(text) !== undefined

const coverOf = (target: string | undefined, origin: Origin): ContentRef.ImageRef | undefined => {
  if (target === undefined) return undefined
  const ref = origin.refOf(target)
  if (ref === undefined) return ContentRef.isSafeUrl(target) ? { kind: "url", url: target } : undefined
  return ContentRef.isImageRef(ref) ? ref : undefined
}

const head = (frontmatter: Markdown.Frontmatter, origin: Origin) => {
  const description = Names.line(frontmatter.description, 300)
  const slug = Names.line(frontmatter.slug, 256)
  const { icon, emoji } = frontmatter
  const cover = coverOf(frontmatter.cover, origin)
  return {
    fields: {
      ...(description === undefined ? {} : { description }),
      ...(slug === undefined ? {} : { slug }),
      ...(icon !== undefined && isIcon(icon) ? { icon } : {}),
      ...(emoji !== undefined && isEmoji(emoji) ? { emoji } : {}),
      ...(frontmatter.hidden === true ? { hidden: true } : {}),
      ...(frontmatter.noIndex === true ? { noIndex: true } : {}),
      ...(cover === undefined ? {} : { cover })
    },
    problems: [
      ...(icon !== undefined && !isIcon(icon) ? ["the icon is not the name of one"] : []),
      ...(emoji !== undefined && !isEmoji(emoji) ? ["the emoji is not one"] : []),
      ...(frontmatter.cover !== undefined && cover === undefined ? ["the cover is not an image"] : [])
    ]
  }
}

/** What a parsed text says as a page. A document beyond the limits is left out, the page stays. */
export const make = (parsed: Markdown.BoundedPage, origin: Origin): PageText => {
  const { path } = origin
  const { fields, problems } = head(parsed.frontmatter, origin)
  const { beyond } = parsed
  const title = origin.title ?? Names.title(parsed.frontmatter.title) ?? Names.title(parsed.title) ?? origin.fileTitle
  return {
    page: { type: "document", path, title, ...fields, ...(beyond === undefined ? { document: parsed.document } : {}) },
    warnings: [
      ...parsed.warnings.map(({ reason }) => ({ path, reason })),
      ...[...problems, ...(beyond === undefined ? [] : ["the text is too large for one page; left out"])].map(
        (reason) => ({ path, reason })
      )
    ]
  }
}
