import { assert, describe, it } from "@effect/vitest"
import * as FastParser from "../../src/markdown/FastParser.ts"
import { agrees } from "./agreement.ts"

describe("the native parser", () => {
  const read: ReadonlyArray<string> = [
    "",
    "# Title\n\nText, *emphasis*, **strength**, ~~none~~ and `code`.",
    "- one\n- two\n  - three\n\n1. four",
    "- [x] done\n- [ ] open",
    "> said\n\n***\n\n| a | b |\n| - | - |\n| 1 | 2 |",
    "```ts\nconst one = 1\n```\n\n$$\nx^2\n$$",
    "[a](b.md) ![c](d.png) <https://example.com> [e]\n\n[e]: /u",
    "---\ntitle: One\n---\n\nText.",
    '{% hint style="info" %}\nText.\n{% endhint %}\n\n- item\n\n  {% embed url="https://example.com" %}',
    "<details>\n\n<summary>More</summary>\n\nText with <b>HTML</b>.\n\n</details>"
  ]
  for (const text of read) {
    it(`reads ${JSON.stringify(text.slice(0, 40))}`, () => {
      assert.isDefined(FastParser.read(text))
      agrees(text)
    })
  }
  const left: ReadonlyArray<readonly [what: string, text: string]> = [
    ["an emoji code", ":1f600:"],
    ["front matter in TOML", "+++\na = 1\n+++"],
    ["front matter that never ends", "---\n- a"],
    ["a footnote", "a[^b]\n\n[^b]: c"],
    ["an empty item", "- a\n-\n"],
    ["an empty task", "- [ ] \n- a"],
    ["a task that is a heading", "- [x] a\n  - "],
    ["an item that could be the rule of a table", "a\n- |"],
    ["runs of different delimiters", "a*_b*_"],
    ["a delimiter next to an escape", "*\\**a"],
    ["a delimiter next to a pair of surrogates", "*a*😀"],
    ["indented code", "    a"],
    ["a fence that never ends", "> ```\n> a"],
    ["a formula that never ends", "> $$\n> a"],
    ["one tilde instead of two", "~a~"],
    ["a bare address", "https://example.com"],
    ["HTML after a table", "| a |\n| - |\n<b>"],
    ["a definition that is not on a separate line", "[a]:\n/u"],
    ["HTML over several lines of a text", "> a <b\n> c>"],
    ["a block of HTML with a blank line", "<pre>\n\na</pre>"],
    ["a tag within code", "```\n{% hint %}\n```"],
    ["a tag within a paragraph", "a\n    {% hint %}"]
  ]
  for (const [what, text] of left) {
    it(`leaves ${what} to micromark`, () => assert.isUndefined(FastParser.read(text)))
  }
})
