import { assert, describe, it } from "@effect/vitest"
import { parse } from "../../src/html/HtmlPage.ts"
import { print } from "../../src/markdown/MarkdownText.ts"

const markdownOf = (html: string) => {
  const { document, warnings } = parse(`<html><body><main>${html}</main></body></html>`)
  assert.deepStrictEqual(warnings, [])
  return print(document, {}).trim()
}

const footnotes: { readonly [program: string]: string } = {
  Mammoth:
    '<p>One<sup><a href="#footnote-1" id="footnote-ref-1">[1]</a></sup> two.</p><ol><li id="footnote-1"><p>Note <code>x</code>. <a href="#footnote-ref-1">↑</a></p></li></ol>',
  GitHub:
    '<p>One<sup><a href="#user-content-fn-1" id="user-content-fnref-1" data-footnote-ref>1</a></sup> two.</p><section data-footnotes class="footnotes"><h2 class="sr-only" id="footnote-label">Footnotes</h2><ol><li id="user-content-fn-1"><p>Note <code>x</code>. <a href="#user-content-fnref-1" data-footnote-backref>↩</a></p></li></ol></section>',
  Pandoc:
    '<p>One<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a> two.</p><section id="footnotes" class="footnotes"><hr /><ol><li id="fn1"><p>Note <code>x</code>.<a href="#fnref1" class="footnote-back">↩︎</a></p></li></ol></section>',
  Word: '<p>One<a href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference>[1]</span></a> two.</p><div><hr><div id=ftn1><p class=MsoFootnoteText><a href="#_ftnref1" name="_ftn1" title="">[1]</a> Note <code>x</code>.</p></div></div>',
  MediaWiki:
    '<p>One<sup id="cite_ref-1" class="reference"><a href="#cite_note-1">[1]</a></sup> two.</p><ol class="references"><li id="cite_note-1"><a href="#cite_ref-1">^</a> <span>Note <code>x</code>.</span></li></ol>'
}

describe("a web page with footnotes", () => {
  for (const [program, html] of Object.entries(footnotes)) {
    it(`keeps them as ${program} writes them (rule import-notes)`, () => {
      assert.strictEqual(markdownOf(html), "One[^1] two.\n\n[^1]: Note `x`.")
    })
  }

  it("keeps all references of a note, without the links back", () => {
    const html =
      '<p>One<sup id="r1"><a href="#n">a</a></sup> two<sup id="r2"><a href="#n">a</a></sup></p><ul><li id="n">Note <a href="#r1">↩</a> <a href="#r2">↩<sup>2</sup></a></li></ul>'
    assert.strictEqual(markdownOf(html), "One[^1] two[^1]\n\n[^1]: Note")
  })

  it("does not include a table of contents that its sections link back to", () => {
    const html =
      '<ul><li><a href="#a" id="to-a">1</a></li></ul><div id="a"><h2><a href="#to-a">A</a></h2><p>Text</p></div>'
    assert.include(markdownOf(html), "[1](#a)")
    assert.include(markdownOf(html), "Text")
  })
})
