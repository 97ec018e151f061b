import { assert, describe, it } from "@effect/vitest"
import { markdown } from "../markdown/roundTrip.ts"

const lines = (...each: ReadonlyArray<string>) => each.join("\n")

const hint = (style: string, ...body: ReadonlyArray<string>) =>
  lines(`{% hint style="${style}" %}`, ...body, "{% endhint %}")

const mark = (text: string) => `<mark style="background-color:yellow;">${text}</mark>`

interface Case {
  readonly what: string
  readonly text: string
  readonly shown: string
  readonly warnings?: ReadonlyArray<string>
}

const check = (cases: ReadonlyArray<Case>) => {
  for (const { shown, text, warnings = [], what } of cases) {
    it(`reads ${what}`, () => {
      const page = markdown.parse(text, { heading: "document", dialect: "python" })
      assert.strictEqual(markdown.print(page.document, { heading: "document" }).trim(), shown)
      assert.deepStrictEqual(
        page.warnings.map(({ reason }) => reason),
        warnings
      )
    })
  }
}

const unmarked = "an HTML element was removed and its content was kept"

describe("a line of Python Markdown (rule import-generators)", () => {
  check([
    {
      what: "keys",
      text: "Press ++ctrl+alt+del++ or ++page-up++.",
      shown: "Press <kbd>Ctrl</kbd>+<kbd>Alt</kbd>+<kbd>Del</kbd> or <kbd>Page Up</kbd>."
    },
    { what: "increments as text", text: "`i++`, a++ and C++ or g++.", shown: "`i++`, a++ and C++ or g++." },
    { what: "marked text", text: "A ==b c== d ==`e`==.", shown: `A ${mark("b c")} d ${mark("`e`")}.` },
    { what: "marks between escaped backticks", text: "\\`a ==b==\\` c", shown: `\\\`a ${mark("b")}\\\` c` },
    { what: "comparisons as text", text: "a == b == c, x==1, `==a==`", shown: "a == b == c, x==1, `==a==`" },
    { what: "inserted text", text: "A ^^b^^ c.", shown: "A b c.", warnings: [unmarked] },
    { what: "superscript and subscript", text: "H~2~O and A^T^.", shown: "H<sub>2</sub>O and A<sup>T</sup>." },
    { what: "deleted text", text: "A ~~b~~ c.", shown: "A ~~b~~ c." },
    { what: "comments", text: "A {>>b<<} {==c==}{>>d<<}", shown: `A *b* ${mark("c")}*d*` },
    {
      what: "changes",
      text: "A {--b--} {==c==} {~~d~>e~~} f.",
      shown: `A ~~b~~ ${mark("c")} ~~d~~e f.`,
      warnings: [unmarked]
    },
    {
      what: "a changed block",
      text: "{--\n\nA\n\n--}",
      shown: "A",
      warnings: ["the signs of a change around blocks were removed and the blocks were kept"]
    },
    {
      what: "addresses with the signs of marks",
      text: "[a](https://example.com/?b==c==) and https://example.com/^^a^^",
      shown: "[a](https://example.com/?b==c==) and [https://example.com/^^a^^](https://example.com/^^a^^)"
    },
    {
      what: "the first use of an abbreviation",
      text: "An ABC and an ABC and `ABC`.\n\n*[ABC]: A B & C",
      shown: "An <abbr>ABC</abbr>[^1] and an ABC and `ABC`.\n\n[^1]: A B & C"
    },
    {
      what: "icons",
      text: "A :material-account: b :octicons-link-16: c.",
      shown: 'A <i class="fa-account">:account:</i> b <i class="fa-link">:link:</i> c.',
      warnings: [
        "the icon :material-account: became the icon account, which may look different or be missing",
        "the icon :octicons-link-16: became the icon link, which may look different or be missing"
      ]
    }
  ])
})

const converted = "a definition list was converted: its terms are bold, and its definitions follow them"

describe("a block of Python Markdown (rule import-generators)", () => {
  check([
    {
      what: "terms with definitions",
      text: "`a` { #a }\n:   B\n\n    - c\n\n[d](https://example.com)\n\n:   E\n\n:   F\n\nG",
      shown: "**`a`**\n\nB\n\n* c\n\n**[d](https://example.com)**\n\nE\n\nF\n\nG",
      warnings: [converted]
    },
    { what: "a list before a colon as it is", text: "- a\n:   b", shown: "* a :   b" },
    { what: "a named block", text: "/// tip | T\nA\n///", shown: hint("success", "**T**", "", "A") },
    {
      what: "a block with options",
      text: "/// admonition | T\n    type: warning\n    attrs: {id: a}\n\nA\n///",
      shown: hint("warning", "**T**", "", "A")
    },
    {
      what: "details",
      text: "/// details | T\n\nA\n\n///\n\nB",
      shown: "<details>\n\n<summary>T</summary>\n\nA\n\n</details>\n\nB"
    },
    {
      what: "tabs with blocks in them",
      text: "//// tab | A\n\n/// note\nB\n///\n\n```\n////\n```\n\n////\n\n//// tab | C\nD\n////\n\nE",
      shown: lines(
        "{% tabs %}",
        '{% tab title="A" %}',
        hint("info", "B"),
        "",
        "```",
        "////",
        "```",
        "{% endtab %}",
        "",
        '{% tab title="C" %}',
        "D",
        "{% endtab %}",
        "{% endtabs %}",
        "",
        "E"
      )
    },
    {
      what: "text that a program generates",
      text: "::: tool.Parser\n    options:\n        members: [a]\n\nB",
      shown: "`::: tool.Parser`\n\n```yaml\noptions:\n    members: [a]\n```\n\nB",
      warnings: ["the text that a program generates for tool.Parser is not in the source"]
    },
    { what: "a name that is no block as text", text: "/// wizard\nA\n///", shown: "/// wizard A ///" },
    { what: "slashes in code", text: "```\n/// note\n```", shown: "```\n/// note\n```" }
  ])
})

describe("a text that is not of Python Markdown", () => {
  for (const text of ["A ==b== ++ctrl++ ^^c^^", "/// note\nA\n///", "a\n:   b", "*[ABC]: d"]) {
    it(`keeps its words: ${text}`, () => {
      const page = markdown.parse(text, { dialect: "generators" })
      assert.deepStrictEqual(page.document, markdown.parse(text).document)
    })
  }
})
