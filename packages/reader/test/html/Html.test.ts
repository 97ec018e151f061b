import { assert, describe, it } from "@effect/vitest"
import { emptyHtml, html, trustMarkup } from "../../src/html/Html.ts"

describe("html", () => {
  it("escapes everything embedded except markup", () => {
    assert.strictEqual(html`<a title="${`"'`}">${"<b>&"}</a>`.text, '<a title="&quot;&#39;">&lt;b&gt;&amp;</a>')
    assert.strictEqual(html`<p>${[html`<b>${1}</b>`, trustMarkup("<i></i>")]}</p>`.text, "<p><b>1</b><i></i></p>")
    assert.strictEqual(html`${emptyHtml}${[]}`.text, "")
  })
})
