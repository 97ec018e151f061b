import { type Document, Markdown } from "@quire/core"
import { Layer } from "effect"
import type { RootContent } from "mdast"
import * as Frontmatter from "./Frontmatter.ts"
import * as Mdast from "./Mdast.ts"
import { readTree } from "./ReadTree.ts"
import * as Writer from "./Writer.ts"

const empty: Markdown.Frontmatter = { fields: {} }

const clean = (text: string): string => text.toWellFormed().replaceAll("\u0000", "\ufffd").replace(/\r\n?/g, "\n")

const parse = (text: string, options: Markdown.ReadOptions = {}): Markdown.MarkdownPage => {
  const { root, source, isCut, restore } = Mdast.read(clean(text))
  const warnings: Array<Markdown.Warning> = []
  if (isCut) warnings.push({ name: "too-complex", reason: "text with too many signs or too much nesting became plain" })
  const [first, ...rest] = root.children
  const frontmatter =
    first?.type === "yaml"
      ? Frontmatter.read(first.value, (name, reason) => warnings.push({ name, reason }))
      : undefined
  const page = readTree(frontmatter === undefined ? root.children : rest, { text: source, restore }, options)
  return { ...page, frontmatter: frontmatter ?? empty, warnings: [...warnings, ...page.warnings] }
}

const print = (document: Document.Document, options: Markdown.PrintOptions = {}): string => {
  const children = Writer.write(document, options)
  const head = options.title === undefined ? [] : [Writer.title(options.title)]
  const isAmbiguous =
    options.title === undefined && options.heading !== "document" && document.nodes[0]?.type === "heading-1"
  const guard: ReadonlyArray<RootContent> = isAmbiguous ? [{ type: "html", value: "<!---->" }] : []
  return Frontmatter.print(options.frontmatter ?? {}) + Mdast.print([...guard, ...head, ...children])
}

/** CommonMark with tables, tasks, notes and formulas of GFM, and tags for what Markdown has no sign for. */
export const layer = Layer.succeed(Markdown.Markdown, { parse, print })
