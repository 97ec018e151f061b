import { assert, describe, it } from "@effect/vitest"
import { exceeded, most } from "../../src/html/HtmlSize.ts"
import { open } from "../../src/text-process/TextJob.ts"

describe("the tag count of a web page", () => {
  for (const one of ["<p>", "<P a=b>", "<br/>", "<a-b c='<p>'>", '<p a="<p><p>">x</p>', "<p\n>", "<p><!-- -->"]) {
    it(`includes ${JSON.stringify(one)}`, () => {
      assert.isUndefined(exceeded(one.repeat(most.elements)))
      assert.strictEqual(exceeded(one.repeat(most.elements + 1)), "elements")
    })
  }

  for (const one of ["a ", "a=b ", "a = b ", "a='b c' ", 'a="b>c"', "a/", '"b ', "<p "]) {
    it(`includes the attributes of ${JSON.stringify(one)}`, () => {
      const page = (count: number) => `<p ${one.repeat(count)}>`
      assert.isUndefined(exceeded(page(most.attributes)))
      assert.strictEqual(exceeded(page(most.attributes + 1)), "attributes")
      assert.strictEqual(exceeded(`<p>${page(most.attributes / 2)}${page(most.attributes / 2 + 1)}`), "attributes")
    })
  }

  it("excludes scripts, style sheets and texts", () => {
    for (const text of ["for(i=0;i<n;i++)a<b ", "a < b ", "</p>"]) {
      assert.isUndefined(exceeded(`<script type=a>${text.repeat(most.elements)}</script><p>`))
    }
    assert.isUndefined(exceeded(`<STYLE>${"<a ".repeat(2 * most.attributes)}</style>`))
    assert.isUndefined(exceeded("1 < 2 </p> ".repeat(most.elements + 1)))
    assert.strictEqual(exceeded(`<script>${"<p>".repeat(most.elements)}`), "elements")
  })

  it("covers unclosed tags in one pass", () => {
    assert.isUndefined(exceeded('<p a="b '.repeat(most.elements)))
    assert.isUndefined(exceeded(`<p ${" ".repeat(1_000_000)}`))
  })
})

describe("a web page beyond its limits", () => {
  const read = (text: string) => open({ format: "html", text, options: {}, asksTargets: true }).page(new Map())

  it("becomes code with a warning about the limit, however many lines it has", () => {
    const page = read("<b>x</b>".repeat(most.elements + 1))
    assert.deepStrictEqual(
      page.document.nodes.map(({ type }) => type),
      ["code"]
    )
    assert.deepStrictEqual(
      page.warnings.map(({ reason }) => reason),
      ["the page has more than 50,000 elements and was imported as a code block"]
    )
    assert.strictEqual(read("<p>\n".repeat(most.elements + 1)).beyond, "blocks")
    assert.include(read(`<p ${"a ".repeat(most.attributes + 1)}>x`).warnings[0]?.reason, "100,000 attributes")
  })
})
