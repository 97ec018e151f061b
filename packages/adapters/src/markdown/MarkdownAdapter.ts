import { type Document, Markdown } from "@quire/core"
import { Effect, Layer } from "effect"
import type { RootContent } from "mdast"
import * as Apart from "./Apart.ts"
import type { Parsed } from "./BoundedTree.ts"
import * as Complexity from "./Complexity.ts"
import * as Frontmatter from "./Frontmatter.ts"
import * as MarkdownTree from "./MarkdownTree.ts"
import * as Mdast from "./Mdast.ts"
import { readTree } from "./ReadTree.ts"
import * as Writer from "./Writer.ts"

const empty: Markdown.Frontmatter = { fields: {} }

const clean = (text: string): string => text.toWellFormed().replaceAll("\u0000", "\ufffd").replace(/\r\n?/g, "\n")

const pageOf = (
  { root, source, isCut, withheld }: Parsed,
  options: Markdown.ReadOptions = {}
): Markdown.MarkdownPage => {
  const warnings: Array<Markdown.Warning> = []
  if (isCut) warnings.push({ name: "too-complex", reason: "text with too many signs or too much nesting became plain" })
  const [first, ...rest] = root.children
  const frontmatter =
    first?.type === "yaml"
      ? Frontmatter.read(first.value, (name, reason) => warnings.push({ name, reason }))
      : undefined
  const restore = (piece: string) => Complexity.restored(withheld, piece)
  const page = readTree(frontmatter === undefined ? root.children : rest, { text: source, restore }, options)
  return { ...page, frontmatter: frontmatter ?? empty, warnings: [...warnings, ...page.warnings] }
}

const parse: Markdown.Parse = (text, options) => pageOf(MarkdownTree.read(clean(text)), options)

/** `parse` for texts of strangers: what may take long is read on another thread. */
const apart: Markdown.Apart = Effect.map(Apart.make, (read) => (text, options) => {
  const whole = clean(text)
  const soon = MarkdownTree.readSoon(whole)
  return soon === undefined
    ? Effect.map(read(whole), (parsed) => pageOf(parsed, options))
    : Effect.sync(() => pageOf(soon, options))
})

const print = (document: Document.Document, options: Markdown.PrintOptions = {}): string => {
  const children = Writer.write(document, options)
  const head = options.title === undefined ? [] : [Writer.title(options.title)]
  const isAmbiguous =
    options.title === undefined && options.heading !== "document" && document.nodes[0]?.type === "heading-1"
  const guard: ReadonlyArray<RootContent> = isAmbiguous ? [{ type: "html", value: "<!---->" }] : []
  return Frontmatter.print(options.frontmatter ?? {}) + Mdast.print([...guard, ...head, ...children])
}

/** CommonMark with tables, tasks, notes and formulas of GFM, and tags for what Markdown has no sign for. */
export const layer = Layer.succeed(Markdown.Markdown, { parse, apart, print })
