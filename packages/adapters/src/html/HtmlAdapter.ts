import { Html } from "@quire/core"
import { Effect, Layer } from "effect"
import { bounded } from "../markdown/MarkdownPage.ts"
import { TextProcesses } from "../text-process/TextProcesses.ts"
import { parse } from "./HtmlPage.ts"

/** Characters that are read in a few milliseconds at worst. */
export const shortest = 2_000

const make = Effect.map(TextProcesses, (processes): Html.Html["Service"] => ({
  parse,
  read: (text, { refOf, ...options } = {}) =>
    text.length > shortest
      ? processes.read({ format: "html", text, options, asksTargets: refOf !== undefined }, refOf)
      : Effect.sync(() => bounded(parse(text, refOf === undefined ? options : { ...options, refOf }))),
  readWord: (document, { refOf, ...options } = {}) =>
    processes.read(
      { format: "word", text: Buffer.from(document).toString("latin1"), options, asksTargets: refOf !== undefined },
      refOf
    )
}))

/** HTML through a sanitized tree and Markdown's tree. */
export const layer = Layer.effect(Html.Html, make).pipe(Layer.provide(TextProcesses.layer))
