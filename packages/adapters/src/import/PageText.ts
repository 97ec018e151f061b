import {
  type Block,
  ContentRef,
  Document,
  type Importer,
  ImportWarning,
  Inline,
  type Markdown,
  OpeningTitle,
  Text
} from "@quire/core"
import { Predicate } from "effect"
import * as PageHead from "../generators/PageHead.ts"
import * as LineMap from "../markdown/LineMap.ts"
import * as Marks from "./Marks.ts"
import * as Names from "./Names.ts"
import * as PageLayouts from "./PageLayouts.ts"
import * as Visibility from "./Visibility.ts"

/** An imported page before it is placed in the page tree and its document is handed over. */
export interface PageText {
  readonly page: Omit<Importer.ImportedDocument, "children" | "document"> & { readonly document?: Document.Document }
  readonly warnings: ReadonlyArray<ImportWarning.ImportWarning>
}

export interface Origin {
  readonly path: string
  /** Takes precedence over the title in the file. */
  readonly title?: string | undefined
  /** Whether that title is only a label in the navigation, so that the title in the file stays in the text. */
  readonly isLabel?: boolean | undefined
  /** Takes precedence over the slug in the file. */
  readonly slug?: string | undefined
  /** The fallback title, from the file name. */
  readonly fileTitle: string
  /** The fallback slug. */
  readonly name: string | undefined
  /** Whether a text that is too large becomes a page that shows its file. */
  readonly keepsFile?: boolean
  /** The text of the file, in which warnings name lines; empty where they name none. */
  readonly text: string
  /** The address of the page in its source. */
  readonly address?: string
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

/** The cover, which is a target, or one for each theme as `{light, dark}`. */
const readCover = ({ cover: text, fields }: Markdown.Frontmatter, origin: Origin) => {
  const themes = Predicate.isReadonlyObject(fields["cover"]) ? fields["cover"] : undefined
  const light = themes === undefined ? text : textOf(themes["light"])
  const dark = textOf(fields["coverDark"] ?? themes?.["dark"])
  const [own, coverDark] = [coverOf(light, origin), coverOf(dark, origin)]
  const cover = light === undefined ? coverDark : own
  const { coverY } = fields
  const isLost =
    (light !== undefined && own === undefined) || (themes !== undefined && light === undefined && dark === undefined)
  const read: Cover =
    cover === undefined
      ? {}
      : {
          cover,
          ...(coverDark === undefined || light === undefined ? {} : { coverDark }),
          ...(typeof coverY === "number" && Number.isFinite(coverY) ? { coverY } : {})
        }
  return {
    fields: read,
    problems: [
      ...(isLost ? [{ field: "cover", reason: "the cover is not an image" }] : []),
      ...(dark !== undefined && (coverDark === undefined || cover === undefined)
        ? [
            {
              field: fields["coverDark"] === undefined ? "cover" : "coverDark",
              reason: "the cover for the dark theme is not an image"
            }
          ]
        : [])
    ]
  }
}

/** The last name of a slug that is a path. */
const lastSegment = (slug: string | undefined): string | undefined => slug?.split("/").findLast((name) => name !== "")

const known = new Set(["title", "description", "icon", "emoji", "slug", "cover", "coverDark", "coverY", "layout"])

/** Unknown fields that a report names. */
const mostNamed = 20

const unknownIn = (fields: Markdown.Frontmatter["fields"]): ReadonlyArray<Marks.FieldProblem> => {
  const names = Object.keys(fields).filter(
    (name) => !known.has(name) && !Visibility.isField(name) && !PageHead.fieldNames.has(name)
  )
  const [field] = names
  if (field === undefined) return []
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : ""
  const listed = names.slice(0, mostNamed).map((name) => Text.cut(name, 64))
  return [{ field, reason: `unknown front matter fields were ignored: ${listed.join(", ")}${more}` }]
}

/** A warning about a page; its path is added last. */
type PageWarning = Omit<ImportWarning.ImportWarning, "path">

const readFrontmatter = (frontmatter: Markdown.Frontmatter, origin: Origin) => {
  const description = Names.line(frontmatter.description, 300)
  const slug = Names.line(origin.slug ?? lastSegment(frontmatter.slug), 256) ?? Names.line(origin.name, 256)
  const { layout, problems: layoutProblems } = PageLayouts.read(frontmatter.fields["layout"])
  const cover = readCover(frontmatter, origin)
  const { condition, problems: limits, ...visibility } = Visibility.read(frontmatter.fields)
  return {
    condition,
    fields: {
      ...(description === undefined ? {} : { description }),
      ...(slug === undefined ? {} : { slug }),
      ...Marks.marksOf(frontmatter),
      ...visibility,
      ...(layout === undefined ? {} : { layout }),
      ...cover.fields
    },
    problems: [
      ...Marks.problemsOf(frontmatter),
      ...cover.problems,
      ...layoutProblems.map((reason) => ({ field: "layout", reason })),
      ...limits,
      ...unknownIn(frontmatter.fields)
    ]
  }
}

/** A document that is shown where a condition is met. */
const conditional = (document: Document.Document, expression: string | undefined): Document.Document =>
  expression === undefined || document.nodes.length === 0
    ? document
    : Document.make([{ object: "block", type: "if", data: { expression }, nodes: document.nodes }])

const headingOf = (title: string): Block.Heading => ({
  object: "block",
  type: "heading-1",
  data: {},
  nodes: [Inline.text(title)]
})

/**
 * Chooses the title of a page. A heading that differs from it is kept as a block; a title in the frontmatter that
 * differs is reported.
 */
const chooseTitle = ({ frontmatter, heading, title: headed, document }: Markdown.BoundedPage, origin: Origin) => {
  const given = Names.title(frontmatter.title)
  const said = origin.title ?? given ?? Names.title(headed)
  const title = said ?? origin.fileTitle
  const isKept = heading !== undefined && headed !== undefined && !OpeningTitle.isSame(headed, title)
  const isOther = given !== undefined && !OpeningTitle.isSame(given, title)
  const isMoved = isOther && origin.isLabel === true && !isKept
  return {
    fields: {
      title,
      ...(said === undefined ? { isUntitled: true } : {}),
      ...(heading === undefined || isKept ? {} : { heading })
    },
    document: isKept
      ? Document.make([heading, ...document.nodes])
      : isMoved
        ? Document.make([headingOf(given), ...document.nodes])
        : document,
    isKept,
    problems:
      isOther && !isMoved
        ? [
            {
              field: "title",
              reason: `its title "${given}" was ignored because the table of contents has a different one`
            }
          ]
        : []
  }
}

/** What is wrong with a text that exceeds the limits. */
export const tooLarge = "the text is too large for one page"

/** Warnings about fields of front matter, with their lines. */
const fieldWarnings = (
  kind: ImportWarning.WarningKind,
  problems: ReadonlyArray<Marks.FieldProblem>,
  { text }: Origin
): ReadonlyArray<PageWarning> => {
  const lines = problems.length === 0 ? undefined : LineMap.linesOfFields(text)
  return problems.map(({ field, reason }) => {
    const line = lines?.get(field)
    return { kind, ...(line === undefined ? {} : { line }), reason }
  })
}

const fileBlock = (file: string): Document.Document =>
  Document.make([{ object: "block", type: "file", isVoid: true, data: { ref: { kind: "file", file } } }])

/**
 * Turns a parsed text into a page. Instead of a document that exceeds the limits, the page has the file of its text, or
 * no document.
 */
export const make = (parsed: Markdown.BoundedPage, origin: Origin): PageText => {
  const { path } = origin
  const name = chooseTitle(parsed, origin)
  const { condition, fields, problems } = readFrontmatter(parsed.frontmatter, origin)
  const { beyond } = parsed
  const keepsFile = origin.keepsFile === true
  const document = beyond === undefined ? name.document : keepsFile ? fileBlock(path) : undefined
  const warnings = name.isKept ? parsed.warnings.filter((each) => each.name !== "title-format") : parsed.warnings
  const all: ReadonlyArray<PageWarning> = [
    ...warnings.map(({ line, name: syntax, reason }) => ({
      kind: ImportWarning.kindOfSyntax[syntax],
      ...(line === undefined ? {} : { line }),
      reason
    })),
    ...fieldWarnings("title", name.problems, origin),
    ...fieldWarnings("front-matter", problems, origin),
    ...(beyond === undefined
      ? []
      : [{ kind: "limit" as const, reason: `${tooLarge} and was ${keepsFile ? "imported as a file" : "skipped"}` }])
  ]
  return {
    page: {
      type: "document",
      path,
      ...(origin.address === undefined ? {} : { address: origin.address }),
      ...name.fields,
      ...fields,
      ...(document === undefined ? {} : { document: conditional(document, condition) })
    },
    warnings: all.map((warning) => ({ ...warning, path }))
  }
}
