import { assert, describe, it } from "@effect/vitest"
import { markdown } from "../markdown/roundTrip.ts"

const lines = (...each: ReadonlyArray<string>) => each.join("\n")

const hint = (style: string, ...body: ReadonlyArray<string>) =>
  lines(`{% hint style="${style}" %}`, ...body, "{% endhint %}")

const tabs = (...each: ReadonlyArray<readonly [title: string, body: string]>) =>
  lines(
    "{% tabs %}",
    each.map(([title, body]) => lines(`{% tab title="${title}" %}`, body, "{% endtab %}")).join("\n\n"),
    "{% endtabs %}"
  )

const steps = (...each: ReadonlyArray<string>) =>
  lines(
    "{% stepper %}",
    each.map((body) => lines("{% step %}", body, "{% endstep %}")).join("\n\n"),
    "{% endstepper %}"
  )

const details = (title: string, body: string) =>
  lines("<details>", "", `<summary>${title}</summary>`, "", body, "", "</details>")

const unknown = (name: string) => `an unknown component ${name} was removed and its content was kept`

interface Case {
  readonly what: string
  readonly text: string
  readonly shown: string
  readonly warnings?: ReadonlyArray<string>
}

const check = (cases: ReadonlyArray<Case>) => {
  for (const { shown, text, warnings = [], what } of cases) {
    it(`reads ${what}`, () => {
      const page = markdown.parse(text, { heading: "document", dialect: "mdx" })
      assert.strictEqual(markdown.print(page.document, { heading: "document" }).trim(), shown)
      assert.deepStrictEqual(
        page.warnings.map(({ reason }) => reason),
        warnings
      )
    })
  }
}

const notKnown = "an expression of MDX was kept as code because its value is not known"

describe("the syntax of MDX (rule import-mdx)", () => {
  check([
    { what: "Markdown", text: "# A\n\nText *b* `c`.\n\n- d", shown: "# A\n\nText *b* `c`.\n\n* d" },
    {
      what: "imports and exports",
      text: "import A from './a'\nimport {b} from 'b'\n\nexport const c = {\n  d: 1\n}\n\nText.",
      shown: "Text.",
      warnings: ["code that the text defines was removed"]
    },
    { what: "literal expressions", text: 'A{" "}{"b"} {1} {`c`}{/* d */}.', shown: "A b 1 c." },
    { what: "comments", text: "{/* a */}\n\nText.\n\n<!-- b -->\n\n`<!-- c -->`", shown: "Text.\n\n`<!-- c -->`" },
    {
      what: "linked pictures on their own lines",
      text: '<p>\n  <a href="https://example.com/a">\n    <img src="https://example.com/a.png" alt="A" />\n  </a>\n  <a href="https://example.com/b">\n    <img src="https://example.com/b.png" alt="B" />\n  </a>\n</p>',
      shown:
        "[![A](https://example.com/a.png)](https://example.com/a) [![B](https://example.com/b.png)](https://example.com/b)"
    },
    { what: "elements on separate lines", text: "<kbd>a</kbd>\n\n<kbd>b</kbd>", shown: "<kbd>a</kbd>\n\n<kbd>b</kbd>" },
    {
      what: "an image with a source for each theme",
      text: "<ThemedImage alt=\"A\" sources={{light: useBaseUrl('https://example.com/l.png'), dark: 'https://example.com/d.png'}} />",
      shown:
        '<figure><picture><source srcset="https://example.com/d.png" media="(prefers-color-scheme: dark)"><img src="https://example.com/l.png" alt="A"></picture><figcaption></figcaption></figure>'
    },
    {
      what: "a component that the page defines",
      text: "import Img from 'https://example.com/a.png'\nexport const Big = ({children}) => (\n  <b style={{a: 1}}>{children}</b>\n)\n\nA <Big>b</Big>.\n\n<img src={Img} alt=\"c\" />",
      shown: "A b.\n\n![c](https://example.com/a.png)",
      warnings: ["code that the text defines was removed", unknown("Big")]
    },
    {
      what: "other expressions",
      text: "A {props.name} b.\n\n{list.map((x) => x)}",
      shown: "A `{props.name}` b.\n\n`{list.map((x) => x)}`",
      warnings: [notKnown]
    },
    {
      what: "an address in angle brackets",
      text: "See <https://example.com>.",
      shown: "See [https://example.com](https://example.com)."
    },
    {
      what: "an address with parentheses",
      text: "[a](<https://example.com/a_(b)>)",
      shown: "[a](https://example.com/a_\\(b\\))"
    },
    { what: "the id of a heading", text: "## A {#own}", shown: '## A <a href="#own" id="own"></a>' },
    {
      what: "code with braces and elements",
      text: "```jsx\n<A b={c} />\n```\n\n`<A>{b}`",
      shown: "```jsx\n<A b={c} />\n```\n\n`<A>{b}`"
    },
    {
      what: "elements of HTML in a line",
      text: "A <kbd>b</kbd> <sup>c</sup><br/>d",
      shown: "A <kbd>b</kbd> <sup>c</sup>\\\nd"
    },
    {
      what: "an image",
      text: '<img src="https://example.com/a.png" alt="b" />',
      shown: "![b](https://example.com/a.png)"
    },
    {
      what: "an image with a width",
      text: '<img src="https://example.com/a.png" width="40" style={{margin: 1}} />',
      shown: '<figure><img src="https://example.com/a.png" alt="" width="40"><figcaption></figcaption></figure>'
    },
    {
      what: "containers of HTML",
      text: '<div className="a">\n\n**b**\n\n</div>\n\n<center>c</center>',
      shown: "**b**\n\nc"
    },
    {
      what: "details",
      text: "<details>\n<summary>A **b**</summary>\n\nBody.\n\n</details>",
      shown: details("A <strong>b</strong>", "Body.")
    },
    {
      what: "a table of HTML",
      text: "<table><thead><tr><th>A</th></tr></thead><tbody><tr><td>b `c`</td></tr></tbody></table>",
      shown: "| A |\n| - |\n| b `c` |",
      warnings: ["an HTML block was converted and lost its layout"]
    },
    {
      what: "containers with colons",
      text: ":::tip[T]\n\nBody <b>c</b>.\n\n:::",
      shown: hint("success", "**T**", "", "Body **c**.")
    },
    {
      what: "an unknown component",
      text: '<Fancy title="T">\n\nText.\n\n</Fancy>\n\n<Fancy />',
      shown: "T\n\nText.",
      warnings: [unknown("Fancy")]
    },
    {
      what: "the data of an unknown component",
      text: 'A\n\n<Grid items={[{ name: "B", c: 1 }]} style={{ d: 2 }} />',
      shown: lines("A", "", "```json", "[", "  {", '    "name": "B",', '    "c": 1', "  }", "]", "```"),
      warnings: [unknown("Grid")]
    },
    {
      what: "an unknown component in a line",
      text: "A <Fancy>b</Fancy> c.",
      shown: "A b c.",
      warnings: [unknown("Fancy")]
    },
    {
      what: "constructs that are no MDX",
      text: "A < b and <3 {c.\n\n<Tip>d\n\nimport is a word\n\n<Tip>e</Tip>\n\nA<br>*f* </i>",
      shown: lines(
        "A < b and <3 {c.",
        "",
        "\\<Tip>d",
        "",
        "import is a word",
        "",
        hint("success", "e"),
        "",
        "A\\\n*f* \\</i>"
      ),
      warnings: [
        '"A < b and <3 {c." is not valid MDX and was kept as text',
        '"<Tip>d" is not valid MDX and was kept as text',
        '"import is a word" is not valid MDX and was kept as text',
        '"A<br>*f* </i>" is not valid MDX and was kept as text'
      ]
    },
    {
      what: "text that is no MDX in too many places",
      text: `${"A <3 b.\n\n".repeat(40)}<Tip>c</Tip>`,
      shown: `${"A <3 b.\n\n".repeat(40)}\\<Tip>c\\</Tip>`,
      warnings: [
        'the text is not valid MDX, first "A <3 b.", and was read as Markdown',
        "unknown HTML was converted to text"
      ]
    }
  ])
})

describe("a component of Docusaurus", () => {
  check([
    {
      what: "tabs",
      text: 'import Tabs from \'@theme/Tabs\'\nimport TabItem from \'@theme/TabItem\'\n\n<Tabs groupId="os">\n  <TabItem value="a" label="A" default>\n\n    One.\n\n  </TabItem>\n  <TabItem value="b">Two.</TabItem>\n</Tabs>',
      shown: tabs(["A", "One."], ["b", "Two."])
    },
    {
      what: "tabs whose labels are listed",
      text: '<Tabs values={[{label: "A", value: "a"}, {label: "B", value: "b"}]}>\n<TabItem value="b">Two.</TabItem>\n</Tabs>',
      shown: tabs(["B", "Two."])
    },
    {
      what: "an admonition",
      text: '<Admonition type="danger" title="T">\n  Body.\n</Admonition>',
      shown: hint("danger", "**T**", "", "Body.")
    },
    {
      what: "code",
      text: '<CodeBlock language="js" title="a.js">{`const a = 1\nb()`}</CodeBlock>',
      shown: '{% code title="a.js" %}\n```js\nconst a = 1\nb()\n```\n{% endcode %}'
    },
    { what: "a list of contents", text: "<TOCInline toc={toc} />\n\nText.", shown: "Text." }
  ])
})

describe("a component of Starlight", () => {
  check([
    {
      what: "an aside",
      text: '<Aside type="caution" title="T">Body.</Aside>',
      shown: hint("warning", "**T**", "", "Body.")
    },
    {
      what: "tabs",
      text: '<Tabs><TabItem label="A">One.</TabItem><TabItem label="B">Two.</TabItem></Tabs>',
      shown: tabs(["A", "One."], ["B", "Two."])
    },
    {
      what: "steps",
      text: "<Steps>\n\n1. One.\n\n   More.\n\n2. Two.\n\n</Steps>",
      shown: steps("One.\n\nMore.", "Two.")
    },
    { what: "a tree of files", text: "<FileTree>\n\n- a\n  - b.ts\n\n</FileTree>", shown: "* a\n  * b.ts" },
    {
      what: "a badge",
      text: 'A <Badge text="New" variant="tip" />.',
      shown: 'A <mark style="background-color:green;">New</mark>.'
    },
    { what: "an icon", text: 'A <Icon name="rocket" /> b.', shown: 'A <i class="fa-rocket">:rocket:</i> b.' },
    {
      what: "code",
      text: '<Code code="const a = 1" lang="ts" title="a.ts" />',
      shown: '{% code title="a.ts" %}\n```ts\nconst a = 1\n```\n{% endcode %}'
    },
    {
      what: "a button",
      text: '<LinkButton href="https://example.com" variant="secondary">Go</LinkButton>',
      shown: '<a href="https://example.com" class="button secondary">Go</a>'
    }
  ])
})

describe("a component of Mintlify", () => {
  check([
    ...(
      [
        ["Note", "info"],
        ["Info", "info"],
        ["Tip", "success"],
        ["Check", "success"],
        ["Warning", "warning"],
        ["Danger", "danger"]
      ] as const
    ).map(([name, style]) => ({ what: name, text: `<${name}>Body *b*.</${name}>`, shown: hint(style, "Body *b*.") })),
    {
      what: "tabs",
      text: '<Tabs>\n  <Tab title="A">\n    One.\n  </Tab>\n  <Tab title="B">\n    ```sh\n    ls\n    ```\n  </Tab>\n</Tabs>',
      shown: tabs(["A", "One."], ["B", "```sh\nls\n```"])
    },
    {
      what: "steps",
      text: '<Steps>\n  <Step title="A">\n    One.\n  </Step>\n  <Step title="B">Two.</Step>\n</Steps>',
      shown: steps("### A\n\nOne.", "### B\n\nTwo.")
    },
    {
      what: "accordions",
      text: '<AccordionGroup>\n<Accordion title="A" icon="x">One.</Accordion>\n<Accordion title="B">Two.</Accordion>\n</AccordionGroup>',
      shown: lines(details("A", "One."), "", details("B", "Two."))
    },
    {
      what: "a group of code",
      text: "<CodeGroup>\n```js a.js\none\n```\n```py Python Example\ntwo\n```\n</CodeGroup>",
      shown: tabs(["a.js", "```js\none\n```"], ["Python Example", "```py\ntwo\n```"])
    },
    {
      what: "a frame",
      text: '<Frame caption="C">\n  <img src="https://example.com/a.png" alt="b" />\n</Frame>',
      shown: '<figure><img src="https://example.com/a.png" alt="b"><figcaption><p>C</p></figcaption></figure>'
    },
    {
      what: "a parameter",
      text: '<ParamField path="id" type="string" required default="x">\n  The id.\n</ParamField>',
      shown: "**`id`** string, required, default: x\n\nThe id."
    },
    {
      what: "a field with fields",
      text: '<ResponseField name="user" type="object">\n  A user.\n  <Expandable title="fields">\n    <ResponseField name="id" type="string">Its id.</ResponseField>\n  </Expandable>\n</ResponseField>',
      shown: lines("**`user`** object", "", "A user.", "", details("fields", "**`id`** string\n\nIts id."))
    },
    {
      what: "a tooltip",
      text: 'An <Tooltip tip="Interface">API</Tooltip> b.',
      shown: "An <abbr>API</abbr>[^1] b.\n\n[^1]: Interface"
    },
    {
      what: "an update",
      text: '<Update label="2024-10-12" description="v0.1">\n  Text.\n</Update>',
      shown: "## 2024-10-12\n\n*v0.1*\n\nText."
    }
  ])

  const cards = (text: string) => {
    const { document, warnings } = markdown.parse(text, { heading: "document", dialect: "mdx" })
    const [table, ...rest] = document.nodes
    assert.deepStrictEqual([rest, warnings], [[], []])
    return table?.type === "table" ? markdown.print(document, { heading: "document" }) : assert.fail("no table")
  }

  it("reads a group of cards as one block of cards", () => {
    const printed = cards(
      '<CardGroup cols={2}>\n  <Card title="A" icon="bolt" href="https://example.com/a">\n    One `b`.\n  </Card>\n  <Card title="B" href="https://example.com/b">\n    - two\n  </Card>\n</CardGroup>'
    )
    for (const words of [
      'data-view="cards"',
      "<strong>A</strong>",
      "One <code>b</code>.",
      "https://example.com/a",
      "two"
    ])
      assert.include(printed, words)
  })
  it("reads adjacent cards as one block of cards", () => {
    const printed = cards(
      '<LinkCard title="A" description="One." href="https://example.com/a" />\n<LinkCard title="B" href="https://example.com/b" />'
    )
    for (const words of ["<strong>A</strong>", "One.", "<strong>B</strong>"]) assert.include(printed, words)
  })
})

describe("a text that is said to be Markdown", () => {
  const table: ReadonlyArray<readonly [what: string, text: string, shown: string]> = [
    [
      "components, as in Docusaurus",
      "import Tabs from '@theme/Tabs'\n\n<Tabs><TabItem label=\"A\">One.</TabItem></Tabs>",
      tabs(["A", "One."])
    ],
    [
      "badges, as in VitePress",
      '## A <Badge type="tip" text="^1.9.0" />',
      '## A <mark style="background-color:green;">^1.9.0</mark>'
    ],
    [
      "an escaped tag next to an address",
      "\\<T> <https://e.com/a_b\\>",
      "\\<T> [https://e.com/a_b\\\\](https://e.com/a_b\\\\)"
    ],
    [
      "an address next to a component",
      "<T>\n\n<https://e.com/(a_b)\\>\n\n</T>",
      "[https://e.com/(a_b)\\\\](https://e.com/\\(a_b\\)\\\\)"
    ],
    ["a placeholder that looks like a component", "Use <Token> here and {x}.", "Use \\<Token> here and {x}."]
  ]
  for (const [what, text, shown] of table) {
    it(`has ${what}`, () => {
      const { document } = markdown.parse(text, { heading: "document", dialect: "generators" })
      assert.strictEqual(markdown.print(document, { heading: "document" }).trim(), shown)
    })
  }
})

describe("a component that a mapping names", () => {
  const text = '<Panel heading="T" kind="x">\n\nBody.\n\n</Panel>\n\n<Tip>Tip.</Tip>'
  const read = (components: NonNullable<Parameters<typeof markdown.parse>[1]>["components"]) => {
    const { document } = markdown.parse(text, {
      heading: "document",
      dialect: "mdx",
      ...(components === undefined ? {} : { components })
    })
    return markdown.print(document, { heading: "document" }).trim()
  }
  it("becomes the block of its rule", () => {
    assert.strictEqual(
      read({ Panel: { block: "expandable", title: "heading" } }),
      lines(details("T", "Body."), "", hint("success", "Tip."))
    )
  })
  it("has the rule in place of the one that is known", () => {
    assert.include(read({ Tip: { block: "hint", style: "danger" } }), hint("danger", "Tip."))
  })
})
