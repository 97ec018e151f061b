import { assert, describe, it } from "@effect/vitest"
import { DocumentArbitrary, Rounds } from "@quire/testing"
import * as fc from "fast-check"
import { markdown, plain, readsDocument } from "./roundTrip.ts"

describe("a document as Markdown", () => {
  it(
    "comes back unchanged from its text",
    () =>
      Rounds.holds(
        fc.property(DocumentArbitrary.normal, (document) => {
          const printed = markdown.print(document)
          for (const options of [{}, { dialect: "generators" }] as const) {
            assert.deepStrictEqual(plain(markdown.parse(printed, options).document), plain(document))
          }
        }),
        Rounds.rounds(60, 5_000, 150)
      ),
    600_000
  )
})

describe("a text made of the syntax of blocks", () => {
  const long = "x".repeat(3_000)
  const values = ["", "1", "-1", "1e99", "50%", "javascript:x", "https://example.com/a.png", "\u0001", 'a"b', long]
  const names = [
    "title",
    "style",
    "src",
    "href",
    "url",
    "width",
    "height",
    "icon",
    "lineNumbers",
    "if",
    "path",
    "method"
  ]
  const tags = [
    "hint",
    "tabs",
    "tab",
    "code",
    "embed",
    "file",
    "columns",
    "column",
    "stepper",
    "step",
    "if",
    "content-ref"
  ]
  const elements = [
    "img",
    "a",
    "figure",
    "picture",
    "source",
    "details",
    "summary",
    "mark",
    "td",
    "table",
    "button",
    "span"
  ]
  const pick = (from: ReadonlyArray<string>) => fc.constantFrom(...from)
  const attribute = fc.tuple(pick(names), pick(values)).map(([name, value]) => ` ${name}="${value}"`)
  const attributes = fc.array(attribute, { maxLength: 3 }).map((all) => all.join(""))
  const piece = fc.oneof(
    fc.tuple(pick(tags), attributes).map(([name, rest]) => `\n{% ${name}${rest} %}\n`),
    pick(tags).map((name) => `\n{% end${name} %}\n`),
    fc.tuple(pick(elements), attributes).map(([name, rest]) => `<${name}${rest}>`),
    pick(elements).map((name) => `</${name}>`),
    pick(values).map((value) => `![a](<${value}> "b")[c](<${value}>)`),
    pick([
      "# ",
      "#### ",
      "- [x] ",
      "9999999999. ",
      "\n\n",
      "> ",
      "| a | b |\n|:-|-|\n| 1 | 2 |\n",
      "```",
      "$$\n",
      "[^n]",
      "\n[^n]: note\n"
    ]),
    pick([":1f600:", "text", " ", "`code`", "**", "\\\n", "{#id}", "`x`{=html}", "$$x$$", '<a id="b c"></a>'])
  )
  it(
    "becomes a valid document",
    () =>
      Rounds.holds(
        fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
          readsDocument(pieces.join(""))
        }),
        Rounds.rounds(150, 20_000, 400)
      ),
    600_000
  )
})
