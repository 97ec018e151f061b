import { assert, describe, it } from "@effect/vitest"
import { type ContentRef, DocumentText } from "@quire/core"
import * as TagLines from "../../src/markdown/TagLines.ts"
import { agrees } from "./agreement.ts"
import { markdown, plain } from "./roundTrip.ts"

/** Pages, files and included texts as an archive would resolve them. */
const refOf = (target: string): ContentRef.ContentRef | undefined => {
  const [path = "", anchor = ""] = target.split("#", 2)
  if (path.includes("includes/")) return { kind: "reusable-content", reusableContent: "shared" }
  if (/\.(?:png|pdf|yaml)$/.test(path)) return { kind: "file", file: path }
  if (path.endsWith(".md")) return anchor === "" ? { kind: "page", page: "a" } : { kind: "anchor", page: "a", anchor }
  return undefined
}

const read = (text: string) => markdown.parse(text, { heading: "document", refOf })

const printed = (text: string): string => markdown.print(read(text).document, { heading: "document" }).trim()

const lines = (...text: ReadonlyArray<string>): string => text.join("\n")

type Table = ReadonlyArray<readonly [text: string, expected: string]>

/** Each text becomes the Markdown that says the same, which is read as the same document. */
const becomes = (table: Table) => {
  for (const [text, expected] of table) {
    it(`becomes what it means: ${JSON.stringify(text)}`, () => {
      assert.strictEqual(printed(text), expected)
      agrees(TagLines.separate(text).text)
      assert.deepStrictEqual(
        plain(markdown.parse(expected, { heading: "document" }).document),
        plain(read(text).document)
      )
    })
  }
}

const hint = (text: string, style = "info") => lines(`{% hint style="${style}" %}`, text, "{% endhint %}")

describe("a tag that shares its line", () => {
  becomes([
    ['{% hint style="info" %} x {% endhint %}', hint("x")],
    ['{% hint style="info" %}\nx {% endhint %}', hint("x")],
    ['{% hint style="info" %}\n* a\n* b{% endhint %}\n\ny', lines(hint("* a\n* b"), "", "y")],
    ['{% hint style="info" %}\n* a\n\n  b {% endhint %}\ny', lines(hint("* a\n\n  b"), "", "y")],
    ['{% hint style="info" %}\n1. a\n   {% endhint %}', hint("1. a")],
    [
      '{% tabs %}\n{% tab title="A" %}\n> a{% endtab %}\n{% endtabs %} y',
      lines("{% tabs %}", '{% tab title="A" %}', "> a", "{% endtab %}", "{% endtabs %}", "", "y")
    ],
    ['{% hint style="info" %} x\n{% endhint %}', hint("x")],
    ['a {% hint style="info" %} x {% endhint %} b', lines("a", "", hint("x"), "", "b")],
    [
      '- {% hint style="info" %} x {% endhint %}\n- b',
      lines('* {% hint style="info" %}', "  x", "  {% endhint %}", "* b")
    ],
    [
      '{% tabs %}{% tab title="A" %}x{% endtab %}{% tab title="B" %}y{% endtab %}{% endtabs %}',
      lines(
        "{% tabs %}",
        '{% tab title="A" %}',
        "x",
        "{% endtab %}",
        "",
        '{% tab title="B" %}',
        "y",
        "{% endtab %}",
        "{% endtabs %}"
      )
    ],
    [
      '{% content-ref url="a.md" %} [a](a.md) {% endcontent-ref %}',
      lines('{% content-ref url="/pages/a" %}', "[a](/pages/a)", "{% endcontent-ref %}")
    ],
    ['See {% embed url="https://e.com" %} now', lines("See", "", '{% embed url="https://e.com" %}', "", "now")],
    ['{% embed url="https://e.com" %} words {% endembed %}', lines('{% embed url="https://e.com" %}', "", "words")],
    ["a `{% hint %}` b", "a `{% hint %}` b"],
    ["```\na {% hint %} x {% endhint %}\n```", "```\na {% hint %} x {% endhint %}\n```"],
    ["a \\{% hint %} b", "a \\{% hint %} b"],
    ["a \\{% hint %}  \\\nb  c", "a \\{% hint %}  \\\nb  c"],
    ["| a |\n| - |\n| \\{% hint %}b  c |", "| a |\n| - |\n| \\{% hint %}b  c |"],
    ["{% raw %}{% hint %}{% endraw %}", "\\{% hint %}"],
    ['| a |\n| - |\n| {% hint style="info" %} x {% endhint %} |', "| a |\n| - |\n| x |"],
    ["## A {% hint %} x {% endhint %}", "## A x"],
    ['| a |\n| - |\n| {% file src="b.pdf" %} |', "| a |\n| - |\n| [b.pdf](/files/b.pdf) |"],
    ['{% @mermaid/diagram content="graph TD\n  a --> b" %}', '{% @mermaid/diagram content="graph TD&#10;  a --> b" %}']
  ])
})

describe("a text of many tags", () => {
  const table: ReadonlyArray<readonly [what: string, text: string]> = [
    ["beginnings", "{%".repeat(100_000)],
    ["beginnings with quotes", '{%"'.repeat(60_000)],
    ["beginnings on lines", "{% hint\n".repeat(50_000)],
    ["beginnings and one end", `${"{% hint\n".repeat(50_000)}%}`],
    ["quotes that never end", '{% hint title="\n'.repeat(30_000)],
    ["formulas that never end", "{% math %}\n".repeat(50_000)],
    ["formulas with one end", `${"{% math %}\n".repeat(50_000)}{% endmath %}`],
    ["tags on one line", "{% hint %}".repeat(20_000)],
    ["runs of code", "{% hint %}".concat("`a``".repeat(20_000))]
  ]
  for (const [what, text] of table) {
    it(`terminates for ${what}`, () => {
      assert.isAtLeast(TagLines.separate(text).text.length, 1)
    })
  }
})

describe("a tag next to HTML", () => {
  const figure = '<figure><img src="b.png" alt=""></figure>'
  const image = "![](/files/b.png)"
  becomes([
    [
      lines("{% tabs %}", '{% tab title="A" %}', figure, "{% endtab %}", "{% endtabs %}"),
      lines("{% tabs %}", '{% tab title="A" %}', image, "{% endtab %}", "{% endtabs %}")
    ],
    [
      lines("{% stepper %}", "{% step %}", "## A", figure, "{% endstep %}", "{% endstepper %}"),
      lines("{% stepper %}", "{% step %}", "## A", "", image, "{% endstep %}", "{% endstepper %}")
    ],
    [lines('{% hint style="info" %}', "<p>x</p>", "{% endhint %}", "after"), lines(hint("x"), "", "after")],
    [
      lines("<details>", "<summary>S</summary>", '{% hint style="info" %}', "x", "{% endhint %}", "</details>"),
      lines("<details>", "", "<summary>S</summary>", "", hint("x"), "", "</details>")
    ],
    [lines("<div>", '{% hint style="info" %}', "x", "{% endhint %}", "</div>"), hint("x")],
    ["<table><tr><td>{% hint %}x{% endhint %}</td></tr></table>", "| |\n| - |\n| x |"],
    ["<pre>\n{% hint %}\n</pre>", "```\n{% hint %}\n```"],
    ["<!-- {% hint %} -->\na", "a"]
  ])
})

describe("a condition", () => {
  const secret = "visitor.claims.beta"
  const condition = (...text: ReadonlyArray<string>) => lines(`{% if ${secret} %}`, ...text, "{% endif %}")
  becomes([
    [`a {% if ${secret} %} b {% endif %} c`, lines("a", "", condition("b"), "", "c")],
    [`{% if ${secret} %}\nb`, condition("b")],
    ["{% if %}\nb\n{% endif %}", lines("{% if false %}", "b", "{% endif %}")],
    [
      `{% if ${secret} %}\nb\n{% else %}\nc\n{% endif %}`,
      lines(condition("b"), "", `{% if !(${secret}) %}`, "c", "{% endif %}")
    ],
    [
      `{% if ${secret} %}\nb\n{% elif x %}\nc\n{% else %}\nd\n{% endif %}`,
      lines(
        condition("b"),
        "",
        `{% if !(${secret}) && (x) %}`,
        "c",
        "{% endif %}",
        "",
        `{% if !(${secret}) && !(x) %}`,
        "d",
        "{% endif %}"
      )
    ],
    [`| a |\n| - |\n| x {% if ${secret} %} b {% endif %} |`, "| a |\n| - |\n| x |"],
    [
      "{% if x == 'say \"hi' %}\nb\n{% endif %}",
      lines("{% if expression=\"x == 'say &quot;hi'\" %}", "b", "{% endif %}")
    ],
    [`## A {% if ${secret} %}b{% endif %}`, "## A"],
    [`## A {% if ${secret} %}{% if x %}b{% endif %}c{% endif %} d`, "## A d"],
    [
      `| a |\n| - |\n| b {% if ${secret} %} c |\n| d |\n\ne`,
      lines("| a |", "| - |", "| b |", "| |", "", condition("e"))
    ],
    [`<table><tr><td>a{% if ${secret} %}b{% endif %}</td></tr></table>`, "| |\n| - |\n| a |"],
    [`* a {% if ${secret} %}b{% endif %}\n* c`, "* a\n* c"],
    [
      `* a\n\n  {% tabs %}{% tab title="T" %}{% if ${secret} %}b{% endif %}d{% endtab %}{% endtabs %}`,
      "* a\n\n  **T**\n\n  d"
    ],
    [`a[^1]\n\n[^1]: b {% if ${secret} %}c{% endif %} d`, "a[^1]\n\n[^1]: b\n\n    d"],
    [
      `{% api-method method="get" path="/x" %}\n{% api-method-summary %}\n{% if ${secret} %}a{% endif %}\n\nB\n{% endapi-method-summary %}\n{% endapi-method %}`,
      "## B\n\n`GET /x`"
    ],
    [
      `{% swagger method="get" path="/x" %}\n{% swagger-parameter in="path" name="a" %}\n{% if ${secret} %}b{% endif %}\n{% endswagger-parameter %}\n{% endswagger %}`,
      "`GET /x`\n\n### Path parameters\n\n| Name | Type | Description |\n| - | - | - |\n| `a` | | |"
    ],
    [`1. {% if ${secret} %}\n   a\n   {% endif %}\n2. b`, "1.\n2. b"]
  ])
})

describe("a former tag", () => {
  becomes([
    ['* a\n\n  {% page-ref page="a.md" %}', '* a\n\n  [/pages/a](/pages/a "mention")'],
    ['{% page-ref page="a.md" %}', lines('{% content-ref url="/pages/a" %}', "[a](/pages/a)", "{% endcontent-ref %}")],
    [
      lines(
        "{% code-tabs %}",
        '{% code-tabs-item title="a.js" %}',
        "```js",
        "a",
        "```",
        "{% endcode-tabs-item %}",
        "{% endcode-tabs %}"
      ),
      lines("{% tabs %}", '{% tab title="a.js" %}', "```js", "a", "```", "{% endtab %}", "{% endtabs %}")
    ],
    [
      lines(
        '{% api-method method="get" host="https://e.com" path="/v1/:id" %}',
        "{% api-method-summary %}",
        "Get one",
        "{% endapi-method-summary %}",
        "",
        "{% api-method-description %}",
        "Gets it.",
        "{% endapi-method-description %}",
        "",
        "{% api-method-spec %}",
        "{% api-method-request %}",
        "{% api-method-path-parameters %}",
        '{% api-method-parameter name="id" type="string" required=true %}',
        "Which.",
        "{% endapi-method-parameter %}",
        "{% endapi-method-path-parameters %}",
        "{% endapi-method-request %}",
        "",
        "{% api-method-response %}",
        "{% api-method-response-example httpCode=200 %}",
        "{% api-method-response-example-description %}",
        "Fine.",
        "{% endapi-method-response-example-description %}",
        "",
        "```json",
        "{}",
        "```",
        "{% endapi-method-response-example %}",
        "{% endapi-method-response %}",
        "{% endapi-method-spec %}",
        "{% endapi-method %}"
      ),
      lines(
        "## Get one",
        "",
        "`GET https://e.com/v1/:id`",
        "",
        "Gets it.",
        "",
        "### Path parameters",
        "",
        "| Name | Type | Description |",
        "| - | - | - |",
        "| `id` (required) | string | Which. |",
        "",
        "### 200",
        "",
        "Fine.",
        "",
        "```json",
        "{}",
        "```"
      )
    ],
    [
      lines(
        '{% swagger method="post" path="/users" baseUrl="https://e.com" summary="Add" %}',
        "{% swagger-description %}",
        "Adds.",
        "{% endswagger-description %}",
        "",
        '{% swagger-parameter in="query" name="q" type="String" required="true" %}',
        "What.",
        "{% endswagger-parameter %}",
        "",
        '{% swagger-parameter in="body" name="b" %}',
        "{% endswagger-parameter %}",
        "",
        '{% swagger-response status="200: OK" description="fine" %}',
        "```json",
        "{}",
        "```",
        "{% endswagger-response %}",
        "{% endswagger %}"
      ),
      lines(
        "## Add",
        "",
        "`POST https://e.com/users`",
        "",
        "Adds.",
        "",
        "### Query parameters",
        "",
        "| Name | Type | Description |",
        "| - | - | - |",
        "| `q` (required) | String | What. |",
        "",
        "### Body parameters",
        "",
        "| Name | Type | Description |",
        "| - | - | - |",
        "| `b` | | |",
        "",
        "### 200: OK",
        "",
        "fine",
        "",
        "```json",
        "{}",
        "```"
      )
    ],
    [
      lines(
        "{% method %}",
        "Text.",
        '{% sample lang="js" %}',
        "```js",
        "a",
        "```",
        '{% sample lang="go" %}',
        "b",
        "{% common %}",
        "c",
        "{% endmethod %}"
      ),
      lines(
        "Text.",
        "",
        "{% tabs %}",
        '{% tab title="js" %}',
        "```js",
        "a",
        "```",
        "{% endtab %}",
        "",
        '{% tab title="go" %}',
        "b",
        "{% endtab %}",
        "{% endtabs %}",
        "",
        "c"
      )
    ],
    ["{% math %}\na_1 * b_2\n{% endmath %}", "$$\na_1 * b_2\n$$"],
    ["x {% math %}a_1{% endmath %} y", "x $$a_1$$ y"],
    ["{% raw %}\na `{{ b }}`\n{% endraw %}", "a `{{ b }}`"],
    [
      "{% youtube %}https://www.youtube.com/watch?v=abc{% endyoutube %}",
      '{% embed url="https://www.youtube.com/watch?v=abc" %}'
    ],
    ['{% youtube id="abc" %}', '{% embed url="https://www.youtube.com/watch?v=abc" %}'],
    [
      lines(
        "{% updates %}",
        '{% update date="2024-05-02" tags="a, b" %}',
        "## New",
        "",
        "Text.",
        "{% endupdate %}",
        "{% endupdates %}"
      ),
      lines("**2024-05-02 · a, b**", "", "## New", "", "Text.")
    ],
    [lines('{% prompt description="Ask" %}', "Do it.", "{% endprompt %}"), lines("**Ask**", "", "Do it.")],
    ['{% include "../.gitbook/includes/x.md" %}', '{% include "/reusable-contents/shared" %}'],
    ['{% include "a.md" %}', "[a.md](/pages/a)"],
    [
      '{% tabs %}\n{% tab title="a\\_b &amp; c&#x20;" %}\nx\n{% endtab %}\n{% endtabs %}',
      '{% tabs %}\n{% tab title="a_b & c " %}\nx\n{% endtab %}\n{% endtabs %}'
    ],
    [
      '{% tabs %}\n{% tab title="\\\\_ \\&lt;" %}\nx\n{% endtab %}\n{% endtabs %}',
      '{% tabs %}\n{% tab title="&#92;&#92;_ &#92;&lt;" %}\nx\n{% endtab %}\n{% endtabs %}'
    ],
    ["{% mermaid %}\ngraph TD\n{% endmermaid %}", "```mermaid\ngraph TD\n```"]
  ])
})

describe("a tag that is not understood (rule import-tags)", () => {
  const table: ReadonlyArray<readonly [text: string, expected: string, names: ReadonlyArray<string>]> = [
    ["{% hologram %}\nbody\n{% endhologram %}\n\n{% hologram %}", "body", ["hologram"]],
    [
      '{% hologram title="T" url="https://e.com/x" %}',
      lines("**T**", "", "[https://e.com/x](https://e.com/x)"),
      ["hologram"]
    ],
    ["a\n\n{% endtab %}", "a", ["tab"]],
    ["{% hint %}\na", "a", ["hint"]],
    ['{% tab title="A" %}\na\n{% endtab %}', lines("**A**", "", "a"), ["tab"]],
    ['{% openapi src="b.yaml" %}\nx\n{% endopenapi %}', lines("[b.yaml](/files/b.yaml)", "", "x"), ["openapi"]],
    ['{% file src="javascript:x" %}', "", ["file"]],
    ['a {% em color="red" %}b{% endem %} c {% icon "x" %}.', "a b c .", ["em", "icon"]]
  ]
  for (const [text, expected, names] of table) {
    it(`leaves its content, no tag, and one warning for each name: ${JSON.stringify(text)}`, () => {
      assert.strictEqual(printed(text), expected)
      const warned = read(text).warnings.flatMap(({ name, reason }) => (name === "tag" ? [reason] : []))
      assert.deepStrictEqual(
        warned,
        names.map((name) => `the tag ${name} was not understood: it was removed and its content was kept`)
      )
    })
  }
})

describe("a comment", () => {
  it("keeps tags without a meaning as people wrote them", () => {
    const { document } = markdown.parse("use {% for x in y %}\n\n{% hologram %}", {
      heading: "document",
      lineEnd: "break"
    })
    assert.deepStrictEqual(document.nodes.map(DocumentText.ofBlock), ["use {% for x in y %}", "{% hologram %}"])
  })
})

describe("HTML", () => {
  becomes([
    ["<ul><li><div>a</div><div>b</div></li></ul>", "* a\n\n  b"],
    ['<a href="https://e.com"><div>a</div><div>b</div></a>', "[a b](https://e.com)"],
    ['<b style="font-weight:normal"><h2>H</h2><p>a</p></b>', "## H\n\na"],
    ["<ul><li>H<sub>2</sub>O <kbd>a</kbd></li></ul>", "* H<sub>2</sub>O <kbd>a</kbd>"],
    ['<ul><li>a <abbr title="c">b</abbr> d</li></ul>', "* a <abbr>b</abbr>[^1] d\n\n[^1]: c"],
    ["<div>a<sup>b</sup> c<p>d</p></div>", "a<sup>b</sup> c\n\nd"],
    ["<i><ul><li>a</li><li>b</li></ul></i>", "* *a*\n* *b*"],
    ["<template><p>Kept.</p></template>", "Kept."],
    ["[a[^1]](https://e.com)\n\n[^1]: Kept.", "[a](https://e.com)[^1]\n\n[^1]: Kept."],
    ["a[^x] b[^y] c[^x]\n\n[^x]: Once.\n\n[^y]: Once.", "a[^1] b[^2] c[^1]\n\n[^1]: Once.\n\n[^2]: Once."],
    ["<abbr>a</abbr>[^x] <abbr>b</abbr>[^x]\n\n[^x]: Once.", "<abbr>a</abbr>[^1] <abbr>b</abbr>[^1]\n\n[^1]: Once."],
    ["a[^x] b[^x]\n\n[^x]: One[^y].\n\n[^y]: Two.", "a[^1] b[^1]\n\n[^1]: One[^2].\n\n[^2]: Two."],
    [
      '<math><semantics><mi>a</mi><annotation encoding="application/x-tex">a_1</annotation></semantics></math>',
      "$$a_1$$"
    ],
    [
      '<span class="katex"><span class="katex-mathml"><math><semantics><mi>a</mi><annotation encoding="application/x-tex">a_1</annotation></semantics></math></span><span class="katex-html">a</span></span>',
      "$$a_1$$"
    ],
    ['<script type="math/tex">a</script>', "$$a$$"],
    ["<pre><div>a</div><div></div><div>b</div></pre>", "```\na\n\nb\n```"],
    ["<pre><code><div>a\n</div><div>b</div>\nc</code></pre>", "```\na\nb\nc\n```"],
    [
      "<details><summary><h3>S</h3><p>t</p></summary><p>a</p></details>",
      "<details>\n\n<summary>S t</summary>\n\na\n\n</details>"
    ],
    ['<script type="math/tex; mode=display">a</script>', "$$\na\n$$"],
    ['<a href="a.md" data-mention>a.md</a>', '[/pages/a](/pages/a "mention")'],
    [
      '<table><tr><td><a href="a.md#b" data-mention>a.md</a></td></tr></table>',
      '| |\n| - |\n| [/pages/a#b](/pages/a#b "mention") |'
    ],
    [
      '<picture><source srcset="d.png" media="(prefers-color-scheme: dark)"><img src="l.png" alt="x"></picture>',
      '<figure><picture><source srcset="/files/d.png" media="(prefers-color-scheme: dark)"><img src="/files/l.png" alt="x"></picture><figcaption></figcaption></figure>'
    ],
    [
      '<picture><source srcset="l.png" media="(prefers-color-scheme: light)"><img src="d.png" alt="x"></picture>',
      '<figure><picture><source srcset="/files/d.png" media="(prefers-color-scheme: dark)"><img src="/files/l.png" alt="x"></picture><figcaption></figcaption></figure>'
    ],
    [
      '| a |\n| - |\n| <picture><source srcset="d.png" media="(prefers-color-scheme: dark)"><img src="l.png" alt="x"></picture><!----> |',
      '| a |\n| - |\n| <picture><source srcset="/files/d.png" media="(prefers-color-scheme: dark)"><img src="/files/l.png" alt="x"></picture><!----> |'
    ],
    [
      "[![x](l.png#gh-light-mode-only)![x](d.png#gh-dark-mode-only)](a.md)",
      '[<picture><source srcset="/files/d.png" media="(prefers-color-scheme: dark)"><img src="/files/l.png" alt="x"></picture>](/pages/a)'
    ],
    [
      '<img src="l.png#only-light" alt="x"> <img src="d.png#only-dark" alt="x">',
      '<figure><picture><source srcset="/files/d.png" media="(prefers-color-scheme: dark)"><img src="/files/l.png" alt="x"></picture><figcaption></figcaption></figure>'
    ],
    [
      "![x](l.png#gh-light-mode-only) ![x](d.png#gh-dark-mode-only)",
      '<figure><picture><source srcset="/files/d.png" media="(prefers-color-scheme: dark)"><img src="/files/l.png" alt="x"></picture><figcaption></figcaption></figure>'
    ]
  ])
})

describe("a cell of a table", () => {
  const cell = (content: string) => `| a |\n| - |\n| ${content} |`
  const html = (content: string) => `<table><tr><td>${content}</td></tr></table>`
  const table: ReadonlyArray<readonly [content: string, blocks: ReadonlyArray<readonly [type: string, text: string]>]> =
    [
      [
        "<p>a</p><p>b</p>",
        [
          ["paragraph", "a"],
          ["paragraph", "b"]
        ]
      ],
      [
        "<div>a</div><div>b</div>",
        [
          ["paragraph", "a"],
          ["paragraph", "b"]
        ]
      ],
      [
        "x<p>a</p>",
        [
          ["paragraph", "x"],
          ["paragraph", "a"]
        ]
      ],
      ["<ul><li>b</li><li>c</li></ul>", [["list-unordered", "b\nc"]]],
      [
        "<h4>b</h4>c",
        [
          ["heading-3", "b"],
          ["paragraph", "c"]
        ]
      ],
      ["<pre>a &amp; c</pre>", [["code", "a & c"]]],
      [
        "<strong>a</strong><ul><li><code>b</code></li></ul>",
        [
          ["paragraph", "a"],
          ["list-unordered", "b"]
        ]
      ],
      [
        '<b style="font-weight:normal"><p>a</p><p>b</p></b>',
        [
          ["paragraph", "a"],
          ["paragraph", "b"]
        ]
      ]
    ]
  for (const [content, blocks] of table) {
    for (const text of [cell(content), html(content)]) {
      it(`has the blocks of its HTML: ${text}`, () => {
        const { document, warnings } = read(text)
        const [only] = document.nodes
        if (only?.type !== "table") return assert.fail("no table")
        assert.deepStrictEqual(
          only.fragments.flatMap(({ nodes }) => nodes.map((node) => [node.type, DocumentText.ofBlock(node)])),
          blocks.map(([type, text]) => [type, text])
        )
        assert.notInclude(JSON.stringify(document), "<")
        assert.isEmpty(warnings.filter(({ name }) => name === "url" || name === "table"))
        const again = markdown.parse(markdown.print(document), { heading: "document" })
        assert.deepStrictEqual(plain(again.document), plain(document))
      })
    }
  }
  for (const content of ["<ul><li>a[^1]</li></ul>", "<p>a</p><p>b[^1]</p>", "<div>![i][image][^1]</div><p>c</p>"]) {
    it(`has the notes and images of its HTML: ${content}`, () => {
      const { document, warnings } = read(
        `| a | b |\n| - | - |\n| ${content} | c[^1] |\n\n[^1]: Note.\n\n[image]: a.png`
      )
      const text = JSON.stringify(document)
      assert.strictEqual(text.split('"text":"Note."').length, 3)
      assert.strictEqual(text.includes("a.png"), content.includes("image"))
      assert.notInclude(text, "<")
      assert.isEmpty(warnings.filter(({ name }) => name !== "html"))
      const again = markdown.parse(markdown.print(document), { heading: "document" })
      assert.deepStrictEqual(plain(again.document), plain(document))
    })
  }
})

describe("a table with settings", () => {
  it("keeps them without a view", () => {
    const { document } = read(
      '<table data-header-hidden data-full-width="true"><thead><tr><th width="100">a</th><th valign="top">b</th><th data-type="number">c</th></tr></thead><tbody><tr><td>1</td><td>x</td><td>3</td></tr></tbody></table>'
    )
    const [only] = document.nodes
    if (only?.type !== "table") return assert.fail("no table")
    const { definition, fullWidth, records, view } = only.data
    assert.deepStrictEqual(view, {
      type: "grid",
      columns: ["c1", "c2", "c3"],
      columnWidths: { c1: 100 },
      hideHeader: true
    })
    assert.isTrue(fullWidth)
    assert.deepStrictEqual(
      [definition["c2"]?.type === "text" && definition["c2"].verticalAlignment, records["r1"]?.values["c3"]],
      ["top", 3]
    )
  })
  it("becomes texts where a cell is not of the type of its column", () => {
    const { document, warnings } = read(
      '<table><thead><tr><th data-type="number">c</th></tr></thead><tbody><tr><td>n/a</td></tr></tbody></table>'
    )
    assert.strictEqual(document.nodes.map(DocumentText.ofBlock).join(""), "c\nn/a")
    assert.deepStrictEqual(warnings, [])
  })
})

describe("cards", () => {
  const cards = (head: string, row: string) =>
    `<table data-view="cards"><thead><tr>${head}</tr></thead><tbody><tr>${row}</tr></tbody></table>`
  const table: ReadonlyArray<
    readonly [head: string, row: string, cover: string | undefined, dark: string | undefined]
  > = [
    [
      '<th></th><th data-hidden data-card-cover data-type="files"></th>',
      '<td>T</td><td><a href="a.png">a.png</a></td>',
      "a.png",
      undefined
    ],
    [
      '<th></th><th data-hidden data-card-cover data-type="image"></th>',
      '<td>T</td><td><a href="a.png">a.png</a></td>',
      "a.png",
      undefined
    ],
    [
      '<th></th><th data-hidden data-card-cover data-type="image"></th><th data-hidden data-card-cover-dark data-type="image"></th>',
      '<td>T</td><td><a href="a.png">a.png</a></td><td><a href="b.png">b.png</a></td>',
      "a.png",
      "b.png"
    ],
    ['<th></th><th data-card-cover data-type="files"></th>', '<td>T</td><td><img src="a.png"></td>', "a.png", undefined]
  ]
  for (const [head, row, cover, dark] of table) {
    it(`has its covers: ${head}`, () => {
      const { document, warnings } = read(cards(head, row))
      const [block] = document.nodes
      if (block?.type !== "table" || block.data.view.type !== "cards") return assert.fail("no cards")
      const { coverDefinition, coverDarkDefinition } = block.data.view
      const [values] = Object.values(block.data.records).map(({ values }) => values)
      const at = (id: string | undefined) => (id === undefined ? undefined : values?.[id])
      const file = (path: string | undefined) => path && { kind: "file", file: path }
      assert.deepStrictEqual([at(coverDefinition), at(coverDarkDefinition)], [file(cover), file(dark)])
      assert.deepStrictEqual(warnings, [])
      const again = markdown.parse(markdown.print(document), { heading: "document" })
      assert.deepStrictEqual(plain(again.document), plain(document))
    })
  }
  it("has every row, also of a second head", () => {
    const text =
      '<table data-view="cards"><thead><tr><th>A</th></tr><tr><td>Lost</td></tr></thead><tbody><tr><td>b</td></tr></tbody></table>'
    assert.include(printed(text), "<td>Lost</td>")
    assert.include(printed('<table data-view="cards"><tr><td>Only</td></tr></table>'), "Only")
    assert.include(
      printed(
        '<table data-view="cards"><thead><tr><th>A</th></tr></thead><tbody><tr><td>b</td><td>Beyond</td></tr></tbody></table>'
      ),
      "Beyond"
    )
  })
})

describe("the anchor of a heading", () => {
  const table: ReadonlyArray<readonly [text: string, id: string]> = [
    ['## A <a href="#Setup" id="Setup"></a>', "Setup"],
    ['## A <a name="überblick"></a>', "überblick"],
    ['## <a name="安装"></a> A', "安装"],
    ['## 1. <a name="own">A *b*</a> c', "own"],
    ['<a name="Old_Name"></a>\n\n## A', "Old_Name"],
    ['<a name="Old_Name"></a>\n## A', "Old_Name"],
    ['<a id="a:b"></a>\n\n## A', "a:b"],
    ["## A { #own }", "own"],
    ["## A {#Own}", "Own"],
    ['<h2 id="a:b">A</h2>', "a:b"]
  ]
  for (const [text, id] of table) {
    it(`keeps the id that its source gives it: ${JSON.stringify(text)}`, () => {
      const [block] = read(text).document.nodes
      if (block?.type !== "heading-2") return assert.fail("no heading")
      assert.strictEqual(block.data.id, id)
      assert.strictEqual(read(text).document.nodes.length, 1)
      const again = markdown.parse(markdown.print(read(text).document), { heading: "document" })
      assert.deepStrictEqual(plain(again.document), plain(read(text).document))
    })
  }
})

describe("a color that documents do not have", () => {
  becomes([
    ['a <mark style="color:#123456;">b</mark>', "a b"],
    ['a <mark style="background-color:#123456;">b</mark>', 'a <mark style="background-color:yellow;">b</mark>']
  ])
})

describe("a column of a table with options", () => {
  it("has the options that its head lists, and the values that its cells name", () => {
    const head =
      '<th><select multiple><option value="x1" label="New" color="blue"></option><option value="x2" label="Old"></option></select>State</th>'
    const text = `<table><thead><tr><th>A</th>${head}</tr></thead><tbody><tr><td>a</td><td><span data-option="x1">New, </span><span data-option="x2">Old</span></td></tr><tr><td>b</td><td></td></tr></tbody></table>`
    const { document, warnings } = read(text)
    const [block] = document.nodes
    if (block?.type !== "table") return assert.fail("no table")
    assert.deepStrictEqual(block.data.definition["c2"], {
      id: "c2",
      title: "State",
      type: "select",
      multiple: true,
      options: [
        { value: "x1", label: "New", color: "blue" },
        { value: "x2", label: "Old", color: "" }
      ]
    })
    assert.deepStrictEqual(
      Object.values(block.data.records).map(({ values }) => values["c2"]),
      [["x1", "x2"], undefined]
    )
    assert.deepStrictEqual(warnings, [])
    assert.include(printed(text), ">New, Old</td>")
    const again = markdown.parse(markdown.print(document), { heading: "document" })
    assert.deepStrictEqual(plain(again.document), plain(document))
  })
})

describe("a note on words", () => {
  becomes([
    ["By [an *id*](#user-content-fn-1)[^1].\n\n[^1]: A number.", "By <abbr>an *id*</abbr>[^1].\n\n[^1]: A number."],
    ["[id](#user-content-fn-A)[^a]\n\n[^a]: A number.", "<abbr>id</abbr>[^1]\n\n[^1]: A number."],
    ["<b>x</b> [id](#user-content-fn-1)[^1]\n\n[^1]: A.", "**x** <abbr>id</abbr>[^1]\n\n[^1]: A."],
    ["[id](https://e.com/#user-content-fn-1)[^1]\n\n[^1]: A.", "[id](https://e.com/#user-content-fn-1)[^1]\n\n[^1]: A."]
  ])
})

describe("a table in a cell", () => {
  const inner = (cell: string) =>
    `<table data-view="grid"><thead><tr><th>C</th></tr></thead><tbody><tr><td>${cell}</td></tr></tbody></table>`
  becomes([
    [inner(inner("d")), inner(inner("d"))],
    [inner(`<p>b</p>${inner("<ul><li>d</li></ul>")}`), inner(`<p>b</p>${inner("<ul><li>d</li></ul>")}`)]
  ])
})
