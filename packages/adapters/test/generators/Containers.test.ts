import { assert, describe, it } from "@effect/vitest"
import { Document, Inline } from "@quire/core"
import { markdown, plain } from "../markdown/roundTrip.ts"

const lines = (...each: ReadonlyArray<string>) => each.join("\n")

const hint = (style: string, ...body: ReadonlyArray<string>) =>
  lines(`{% hint style="${style}" %}`, ...body, "{% endhint %}")

const tabs = (...each: ReadonlyArray<readonly [title: string, body: string]>) =>
  lines(
    "{% tabs %}",
    each.map(([title, body]) => lines(`{% tab title="${title}" %}`, body, "{% endtab %}")).join("\n\n"),
    "{% endtabs %}"
  )

const code = (attributes: string, fence: string) => lines(`{% code ${attributes} %}`, fence, "{% endcode %}")

const details = (title: string, body: string) =>
  lines("<details>", "", `<summary>${title}</summary>`, "", body, "", "</details>")

interface Case {
  readonly what: string
  readonly text: string
  readonly shown: string
  readonly warnings?: ReadonlyArray<string>
}

const check = (cases: ReadonlyArray<Case>) => {
  for (const { shown, text, warnings = [], what } of cases) {
    it(`reads ${what}`, () => {
      const page = markdown.parse(text, { heading: "document", dialect: "generators" })
      assert.strictEqual(markdown.print(page.document, { heading: "document" }).trim(), shown)
      assert.deepStrictEqual(
        page.warnings.map(({ reason }) => reason),
        warnings
      )
    })
  }
}

describe("an admonition of Material for MkDocs (rule import-generators)", () => {
  check([
    { what: "a title and a body", text: '!!! note "T"\n    Body.', shown: hint("info", "**T**", "", "Body.") },
    {
      what: "a body after a blank line",
      text: '!!! tip "T"\n\n    Body.\n\nAfter.',
      shown: lines(hint("success", "**T**", "", "Body."), "", "After.")
    },
    { what: "no title", text: "!!! warning\n    Body.", shown: hint("warning", "Body.") },
    { what: "an empty title", text: '!!! danger ""\n    Body.', shown: hint("danger", "Body.") },
    {
      what: "a type with a place",
      text: '!!! info inline end "T"\n    Body.',
      shown: hint("info", "**T**", "", "Body.")
    },
    {
      what: "a type that is not known",
      text: '!!! pied-piper "T"\n    Body.',
      shown: hint("info", "**T**", "", "Body.")
    },
    {
      what: "two paragraphs and a list",
      text: "!!! note\n    A.\n\n    - b\n    - c\n\nD.",
      shown: lines(hint("info", "A.", "", "* b", "* c"), "", "D.")
    },
    { what: "a closed block", text: '??? note "More"\n    Body.', shown: details("More", "Body.") },
    { what: "an open block", text: "???+ question\n    Body.", shown: details("Question", "Body.") },
    {
      what: "an admonition in an item of a list",
      text: "- a\n\n    !!! note\n        Body.",
      shown: lines("* a", "", `  ${hint("info", "Body.").replaceAll("\n", "\n  ")}`)
    },
    { what: "tabs", text: '=== "A"\n\n    One.\n\n=== "B"\n\n    Two.', shown: tabs(["A", "One."], ["B", "Two."]) },
    {
      what: "tabs with code",
      text: '=== "A"\n    ```sh\n    ls\n    ```\n=== "B"\n    Two.',
      shown: tabs(["A", "```sh\nls\n```"], ["B", "Two."])
    },
    {
      what: "an admonition in a tab",
      text: '=== "A"\n\n    !!! note\n\n        In.\n\n    Out.',
      shown: tabs(["A", lines(hint("info", "In."), "", "Out.")])
    },
    {
      what: "code that shows an admonition",
      text: "```md\n!!! note\n    Body.\n```",
      shown: "```md\n!!! note\n    Body.\n```"
    },
    {
      what: "indented code that shows one",
      text: "Text.\n\n    !!! note\n        Body.",
      shown: "Text.\n\n```\n!!! note\n    Body.\n```"
    },
    { what: "an escaped one as text", text: "\\!!! note", shown: "\\!!! note" }
  ])
})

describe("a container with colons", () => {
  check([
    { what: "a type", text: ":::tip\nBody.\n:::", shown: hint("success", "Body.") },
    { what: "a title in brackets", text: ":::tip[T]\n\nBody.\n\n:::", shown: hint("success", "**T**", "", "Body.") },
    {
      what: "a title after the type",
      text: "::: warning Look out\nBody.\n:::",
      shown: hint("warning", "**Look out**", "", "Body.")
    },
    {
      what: "a title in an attribute",
      text: ':::note{title="T"}\nBody.\n:::',
      shown: hint("info", "**T**", "", "Body.")
    },
    {
      what: "a title and an icon",
      text: ':::caution[T]{icon="heart"}\nBody.\n:::',
      shown: hint("warning", "**T**", "", "Body.")
    },
    { what: "details", text: "::: details Click me\nBody.\n:::", shown: details("Click me", "Body.") },
    {
      what: "containers in each other",
      text: "::::note\nA.\n\n:::danger\nB.\n:::\n\nC.\n::::",
      shown: lines(hint("info", "A."), "", hint("danger", "B."), "", hint("info", "C.")).replace(
        '{% endhint %}\n\n{% hint style="danger" %}',
        '{% endhint %}\n\n{% hint style="danger" %}'
      ),
      warnings: ["a block of type hint was moved out of the block that contained it"]
    },
    { what: "one without an end", text: ":::note\nBody.", shown: hint("info", "Body.") },
    {
      what: "one in an item of a list",
      text: "1. a\n\n   :::note\n   Body.\n   :::\n\n2. b",
      shown: lines("1. a", "", `   ${hint("info", "Body.").replaceAll("\n", "\n   ")}`, "2. b")
    },
    {
      what: "one that begins an item of a list",
      text: "- :::tip[T]\n  A\n  :::\n- ::: wizard\n  B\n  :::\n- c",
      shown: lines('* {% hint style="success" %}', "  **T**", "", "  A", "  {% endhint %}", "* B", "* c"),
      warnings: ["an unknown container wizard was removed and its content was kept"]
    },
    {
      what: "a group of code",
      text: "::: code-group\n\n```js [config.js]\na\n```\n\n```ts [config.ts]\nb\n```\n\n:::",
      shown: tabs(["config.js", "```js\na\n```"], ["config.ts", "```ts\nb\n```"])
    },
    {
      what: "one that is not known",
      text: ":::wizard\nBody.\n:::\n\n:::wizard\nMore.\n:::",
      shown: "Body.\n\nMore.",
      warnings: ["an unknown container wizard was removed and its content was kept"]
    },
    { what: "an alert of GitHub", text: "> [!NOTE]\n> Body.", shown: hint("info", "Body.") },
    {
      what: "an alert with a title",
      text: "> [!TIP] T *u*\n> Body.",
      shown: hint("success", "**T _u_**", "", "Body.")
    },
    { what: "an alert that folds", text: "> [!bug]- T\n> Body.", shown: hint("danger", "**T**", "", "Body.") },
    { what: "a quote of an alert", text: "> \\[!TIP] T", shown: "> \\[!TIP] T" },
    { what: "a table of contents", text: "[[toc]]\n\n[TOC]\n\nText.", shown: "Text." }
  ])
})

describe("a fenced code block of another generator", () => {
  const fence = (info: string, body = "a\nb\nc") => lines(`\`\`\`${info}`, body, "```")
  const cases: ReadonlyArray<readonly [info: string, attributes: string, language?: string]> = [
    ["ts{2}", 'highlight="2"'],
    ["ts {1,3-5}", 'highlight="1,3"'],
    ['ts title="x.ts"', 'title="x.ts"'],
    ["ts title='x.ts' {2} showLineNumbers", 'title="x.ts" lineNumbers="true" highlight="2"'],
    ["ts [config.ts]", 'title="config.ts"'],
    ["ts{2} [config.ts]", 'title="config.ts" highlight="2"'],
    ["ts:line-numbers {1}", 'lineNumbers="true" highlight="1"'],
    ["ts:line-numbers=2", 'lineNumbers="true"'],
    ["ts{2 twoslash}", 'highlight="2"'],
    ["ts live", ""],
    ["ts twoslash include server", ""],
    ["ts Words of people", 'title="Words of people"'],
    ['ts title="x" "a b" ins={1} del={2-3} \'c\' lang="d" startLineNumber={4}', 'title="x" highlight="1-3"'],
    ["ts config.ts", 'title="config.ts"'],
    ["ts src/a.ts lines highlight={1-2}", 'title="src/a.ts" lineNumbers="true" highlight="1-2"'],
    ['ts hl_lines="1 3" linenums="1"', 'lineNumbers="true" highlight="1,3"'],
    ['{ .ts .annotate title="x" hl_lines="2" }', 'title="x" highlight="2"'],
    ["ts", ""]
  ]
  check(
    cases.map(([info, attributes]) => ({
      what: `the info string ${info}`,
      text: fence(info),
      shown: attributes === "" ? fence("ts") : code(attributes, fence("ts"))
    }))
  )
  check([
    {
      what: "comments that mark lines",
      text: fence("js", "// highlight-next-line\na\nb\n// highlight-start\nc\n// highlight-end\nd // [!code ++]"),
      shown: code('highlight="1,3-4"', fence("js", "a\nb\nc\nd"))
    },
    {
      what: "an unknown word",
      text: fence("js @wizardry"),
      shown: fence("js"),
      warnings: ["text after the language of a code block was removed"]
    }
  ])
})

describe("a line of another generator", () => {
  check([
    {
      what: "short names of emojis",
      text: "A :rocket: and :+1:, not `:rocket:`, 10:30:45 or \\:rocket:.",
      shown: "A 🚀 and 👍, not `:rocket:`, 10:30:45 or \\:rocket:."
    },
    {
      what: "numbers of characters of Windows-1252",
      text: "# &#147;A&#x94;\n\n&#x80; &#0151; &#65; `&#147;` \\&#147;",
      shown: "# “A”\n\n€ — A `&#147;` \\&#147;"
    },
    {
      what: "names of icons",
      text: "A :fontawesome-brands-github: b :material-account: c.",
      shown: 'A <i class="fa-github">:github:</i> b <i class="fa-account">:account:</i> c.',
      warnings: ["the icon :material-account: became the icon account, which may look different or be missing"]
    },
    {
      what: "code for different readers",
      text: 'A <span class="a">`b`</span><span class="c">`d`</span>.',
      shown: "A `b` `d`.",
      warnings: ["an HTML element was removed and its content was kept"]
    },
    { what: "a name that is no emoji", text: "A :no-such-emoji: b.", shown: "A \\:no-such-emoji: b." },
    {
      what: "an attribute list after a link",
      text: "[a](https://example.com){ .class target=_blank } b",
      shown: "[a](https://example.com) b"
    },
    {
      what: "a button",
      text: "[Go](https://example.com){ .md-button .md-button--primary }",
      shown: '<a href="https://example.com" class="button primary">Go</a>'
    },
    {
      what: "an image with a width",
      text: "![a](https://example.com/a.png){ width=300 } b",
      shown: "![a](https://example.com/a.png) b"
    },
    {
      what: "the id of a heading with classes",
      text: "## A { #own .class }",
      shown: '## A <a href="#own" id="own"></a>'
    },
    {
      what: "the id attribute of a heading",
      text: '## A { id="1.2.0" }',
      shown: '## A <a href="#1.2.0" id="1.2.0"></a>'
    },
    { what: "a heading with a class alone", text: "## A { .class }", shown: "## A" },
    { what: "braces in code", text: "`[a](b){ .c }` and {d}", shown: "`[a](b){ .c }` and {d}" }
  ])
})

describe("an attribute list of Kramdown (rule import-generators)", () => {
  check([
    {
      what: "the id of a heading below it, and reports a class",
      text: "## A\n{: #own .class }\n\nB.",
      shown: '## A <a href="#own" id="own"></a>\n\nB.',
      warnings: ["the attributes .class were removed"]
    },
    {
      what: "the id of an underlined heading",
      text: "A\n---\n{: #own }",
      shown: '## A <a href="#own" id="own"></a>'
    },
    {
      what: "the id of a heading above it",
      text: "A.\n\n{: #own }\n## B",
      shown: 'A.\n\n## B <a href="#own" id="own"></a>'
    },
    {
      what: "a class of a table, which is no row",
      text: "| a |\n| - |\n| b |\n{: .wide }\nC.",
      shown: "| a |\n| - |\n| b |\n\nC.",
      warnings: ["the attributes .wide were removed"]
    },
    {
      what: "classes in a line",
      text: "A `b`{:.sh} and *c*{: .d} {: .e }",
      shown: "A `b` and *c*",
      warnings: ["the attributes .sh were removed", "the attributes .d were removed", "the attributes .e were removed"]
    },
    { what: "a table of contents", text: "A\n\n1. TOC\n{:toc}\n\nB", shown: "A\n\nB" },
    { what: "other braces as text", text: "a {: b c }", shown: "a \\{: b c }" },
    { what: "escaped ones as text", text: "a \\{: .b }", shown: "a \\{: .b }" }
  ])
})

describe("tabs of the plugin of VitePress (rule import-generators)", () => {
  check([
    {
      what: "tabs that begin with signs",
      text: ":::tabs\n== A\nOne.\n\n== B b\n:::tip\nTwo.\n:::\n:::\n\nEnd.",
      shown: lines(tabs(["A", "One."], ["B b", hint("success", "Two.")]), "", "End.")
    },
    {
      what: "tabs with a key within each other",
      text: "::::tabs key:ab\n== A\n:::tabs\n== C\nOne.\n:::\n== B\nTwo.\n::::",
      shown: tabs(["A", tabs(["C", "One."])], ["B", "Two."])
    },
    { what: "signs outside of tabs as text", text: "a\n\n== b", shown: "a\n\n\\== b" }
  ])
})

describe("a text that looks like the syntax of another generator", () => {
  const texts = [
    "!!! note",
    "???+ note",
    ":::tip",
    ":::",
    '=== "A"',
    "[[toc]]",
    "[TOC]",
    "<<< @/a.js",
    '--8<-- "a.md"',
    "a :rocket: b",
    ":+1:",
    "(a){ .b }",
    "a]{: #b }",
    "a {: .b }",
    "{: .b }",
    "a { .b }",
    "a {#b .c}",
    "{#id}a\u00a0",
    "a {#b}\u3000",
    'import a from "b"\nimport {x} from "y"',
    "export default {x}",
    "[!TIP] a"
  ]
  const code = ["ts{2}", "ts:line-numbers", "ts[a]", "{.ts}"]
  for (const text of texts) {
    for (const type of ["paragraph", "heading-2"] as const) {
      it(`keeps its words when printed in a ${type}: ${text}`, () => {
        const block = { object: "block", nodes: [Inline.text(text)] } as const
        const document = Document.make([type === "paragraph" ? { ...block, type } : { ...block, type, data: {} }])
        const read = markdown.parse(markdown.print(document), { dialect: "generators" })
        assert.deepStrictEqual(plain(read.document), plain(document))
      })
    }
  }
  it("keeps code with modules in the cell of a table", () => {
    const table =
      "<table><tbody><tr><td><pre><code>import a from 'b'\nexport default {x}</code></pre></td></tr></tbody></table>"
    const { document } = markdown.parse(table)
    const read = markdown.parse(markdown.print(document), { dialect: "generators" })
    assert.deepStrictEqual(plain(read.document), plain(document))
  })
  it("keeps expressions next to a formula or an address with a capital letter", () => {
    const { document } = markdown.parse("$$x <A y$$ and [a](<My page.md>) {b}")
    const read = markdown.parse(markdown.print(document), { dialect: "generators" })
    assert.deepStrictEqual(plain(read.document), plain(document))
  })
  it("keeps attribute lists in formulas", () => {
    const { document } = markdown.parse("a $$){#id}$$ b\n\n$$\n){#id}\n{: .b }\n$$")
    const read = markdown.parse(markdown.print(document), { dialect: "generators" })
    assert.deepStrictEqual(plain(read.document), plain(document))
  })
  for (const syntax of code) {
    it(`keeps the name of a language when printed: ${syntax}`, () => {
      const line = { object: "block", type: "code-line", data: {}, nodes: [Inline.text(":::tip")] } as const
      const document = Document.make([{ object: "block", type: "code", data: { syntax }, nodes: [line] }])
      const read = markdown.parse(markdown.print(document), { dialect: "generators" })
      assert.deepStrictEqual(plain(read.document), plain(document))
    })
  }
})

describe("a home page of another generator", () => {
  const read = (...head: ReadonlyArray<string>) => {
    const page = markdown.parse(lines("---", ...head, "---", "", "Text."), { dialect: "generators" })
    const blocks = markdown.print(page.document).trim()
    return {
      title: page.frontmatter.title,
      blocks,
      fields: Object.keys(page.frontmatter.fields),
      warnings: page.warnings
    }
  }
  it("reads the hero and the features of VitePress", () => {
    const { blocks, ...rest } = read(
      "layout: home",
      "hero:",
      "  name: Tool",
      "  text: For work",
      "  tagline: It's quick",
      "  image: {src: https://example.com/a.png, alt: Logo}",
      "  actions:",
      "    - {theme: brand, text: Start, link: https://example.com/start}",
      "    - {theme: alt, text: More, link: https://example.com/more}",
      "features:",
      "  - {icon: 🚀, title: Fast, details: Very fast., link: https://example.com/fast}",
      "  - {title: Small, details: Very small.}"
    )
    assert.deepStrictEqual(rest, { title: "Tool", fields: [], warnings: [] })
    for (const words of ["**For work**", "It's quick", "![Logo](https://example.com/a.png)", ">Start</a>", ">More</a>"])
      assert.include(blocks, words)
    for (const words of ['data-view="cards"', "🚀 Fast", "Very fast.", "https://example.com/fast", "Small", "Text."])
      assert.include(blocks, words)
  })
  it("reads the hero of Starlight", () => {
    const { blocks, ...rest } = read(
      "title: Home",
      "template: splash",
      "hero:",
      "  tagline: It's quick",
      "  image: {file: https://example.com/a.png}",
      "  actions: [{text: Start, link: https://example.com/start, icon: right-arrow, variant: minimal}]"
    )
    assert.deepStrictEqual(rest, { title: "Home", fields: ["title"], warnings: [] })
    assert.include(blocks, "It's quick")
    assert.include(blocks, 'class="button secondary">Start</a>')
  })
})
