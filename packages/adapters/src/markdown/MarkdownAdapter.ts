import { type Document, DocumentWeight, Markdown } from "@quire/core"
import { Effect, Layer } from "effect"
import { TextProcesses } from "../text-process/TextProcesses.ts"
import * as FastParser from "./FastParser.ts"
import { bounded, pageOf, treeOf, treeSoon } from "./MarkdownPage.ts"
import { print } from "./MarkdownText.ts"

/** Documents that take a few milliseconds at most, by `DocumentWeight`. */
export const largest = 8_000

const parse: Markdown.Parse = (text, options) => pageOf(treeOf(text, options), options)

/** Cost of printing a line break within a text, in the units of `DocumentWeight`: each becomes a separate node. */
export const breakWeight = 8

/** Line breaks in the texts of a document. */
const countBreaks = (document: Document.Document): number => {
  const open: Array<unknown> = [document]
  let count = 0
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === "string") count += next.split("\n").length - 1
    else if (typeof next === "object" && next !== null) open.push(...Object.values(next))
  }
  return count
}

const isSoon = (document: Document.Document): boolean => {
  const weight = DocumentWeight.weigh(document, largest)
  return weight <= largest && weight + breakWeight * countBreaks(document) <= largest
}

/** Texts that take at most a few milliseconds are parsed and printed in the calling process. */
const make = Effect.map(TextProcesses, (processes): Markdown.Markdown["Service"] => ({
  parse,
  print,
  read: (text, { refOf, ...options } = {}) =>
    Effect.suspend(() => {
      const tree = treeSoon(text, options)
      return tree === undefined
        ? processes.read({ format: "markdown", text, options, asksTargets: refOf !== undefined }, refOf)
        : Effect.succeed(bounded(pageOf(tree, refOf === undefined ? options : { ...options, refOf })))
    }),
  write: (document, options = {}) =>
    Effect.suspend(() =>
      isSoon(document) ? Effect.sync(() => print(document, options)) : processes.print({ document, options })
    )
}))

/**
 * CommonMark with the tables, tasks, footnotes and formulas of GFM, and tags for blocks that Markdown does not have.
 */
export const layer = Layer.effect(
  Markdown.Markdown,
  Effect.andThen(
    Effect.promise(() => FastParser.loaded),
    make
  )
).pipe(Layer.provide(TextProcesses.layer))
