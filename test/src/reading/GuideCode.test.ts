import { assert, describe, it } from "vitest"
import { blocksOf } from "../../../scripts/guide/blocks.mjs"
import { differenceOf } from "../../../scripts/guide/outputs.mjs"

const page = `# A page

{% code title="docs/a.md" %}
\`\`\`\`markdown
\`\`\`ts
const inner = 1
\`\`\`
\`\`\`\`
{% endcode %}

\`\`\`sh
echo one

echo two
\`\`\`

\`\`\`
one
\`\`\`
`

it("reads the code of a page with its language, title and location", () => {
  assert.deepStrictEqual(blocksOf(page), [
    { line: 4, lang: "markdown", title: "docs/a.md", text: "```ts\nconst inner = 1\n```" },
    { line: 11, lang: "sh", title: undefined, text: "echo one\n\necho two" },
    { line: 17, lang: "", title: undefined, text: "one" }
  ])
})

describe("the expected output on a page", () => {
  const differs = (text: string, actual: string, lang = "text") => differenceOf({ text, lang }, actual) !== undefined

  it("matches the output to its end", () => {
    assert.isFalse(differs("one\ntwo", "one  \ntwo\n"))
    assert.isTrue(differs("one", "one two"))
    assert.isTrue(differs("one two", "one"))
    assert.isTrue(differs("one.", "one!"))
  })

  it("may omit parts that vary", () => {
    assert.isFalse(differs("at q01…/docs/", "at q01m8xyz/docs/"))
    assert.isTrue(differs("at q01…/docs/", "at q01m8xyz/doc/"))
  })

  it("matches JSON in any layout", () => {
    assert.isFalse(differs('{\n  "id": "…",\n  "n": 1\n}', '{"id":"a","n":1}', "json"))
    assert.isTrue(differs('{"n": 1}', '{"n":2}', "json"))
  })
})
