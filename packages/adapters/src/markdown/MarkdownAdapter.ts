import { type Document, Markdown } from "@quire/core"
import { Effect, Layer } from "effect"
import type { RootContent } from "mdast"
import { TextThreads } from "../thread/TextThreads.ts"
import * as Frontmatter from "./Frontmatter.ts"
import { bounded, pageOf, treeOf, treeSoon } from "./MarkdownPage.ts"
import * as Mdast from "./Mdast.ts"
import * as Writer from "./Writer.ts"

const parse: Markdown.Parse = (text, options) => pageOf(treeOf(text), options)

/** What takes a few milliseconds at most is read where it is asked for. */
const make = Effect.map(TextThreads, (threads): Markdown.Markdown["Service"] => ({
  parse,
  print,
  read: (text, { refOf, ...options } = {}) =>
    Effect.suspend(() => {
      const tree = treeSoon(text)
      return tree === undefined
        ? threads.read({ format: "markdown", text, options, asksTargets: refOf !== undefined }, refOf)
        : Effect.succeed(bounded(pageOf(tree, refOf === undefined ? options : { ...options, refOf })))
    })
}))

const print = (document: Document.Document, options: Markdown.PrintOptions = {}): string => {
  const children = Writer.write(document, options)
  const head = options.title === undefined ? [] : [Writer.title(options.title)]
  const isAmbiguous =
    options.title === undefined && options.heading !== "document" && document.nodes[0]?.type === "heading-1"
  const guard: ReadonlyArray<RootContent> = isAmbiguous ? [{ type: "html", value: "<!---->" }] : []
  return Frontmatter.print(options.frontmatter ?? {}) + Mdast.print([...guard, ...head, ...children])
}

/** CommonMark with tables, tasks, notes and formulas of GFM, and tags for what Markdown has no sign for. */
export const layer = Layer.effect(Markdown.Markdown, make).pipe(Layer.provide(TextThreads.layer))
