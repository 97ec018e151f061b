import { type Document, Markdown, Slices } from "@quire/core"
import { Effect, Layer } from "effect"
import { TextProcesses } from "../text-process/TextProcesses.ts"
import { bounded, pageOf, treeOf, treeSoon } from "./MarkdownPage.ts"
import { print } from "./MarkdownText.ts"

/** Documents that take a few milliseconds at most, as `Slices.weigh` counts them. */
export const largest = 2 * Slices.limits.slice

const parse: Markdown.Parse = (text, options) => pageOf(treeOf(text), options)

const isSoon = (document: Document.Document): boolean => Slices.weigh(document, largest) <= largest

/** What takes a few milliseconds at most is read and printed where it is asked for. */
const make = Effect.map(TextProcesses, (processes): Markdown.Markdown["Service"] => ({
  parse,
  print,
  read: (text, { refOf, ...options } = {}) =>
    Effect.suspend(() => {
      const tree = treeSoon(text)
      return tree === undefined
        ? processes.read({ format: "markdown", text, options, asksTargets: refOf !== undefined }, refOf)
        : Effect.succeed(bounded(pageOf(tree, refOf === undefined ? options : { ...options, refOf })))
    }),
  write: (document, options = {}) =>
    Effect.suspend(() =>
      isSoon(document) ? Effect.sync(() => print(document, options)) : processes.print({ document, options })
    )
}))

/** CommonMark with tables, tasks, notes and formulas of GFM, and tags for what Markdown has no sign for. */
export const layer = Layer.effect(Markdown.Markdown, make).pipe(Layer.provide(TextProcesses.layer))
