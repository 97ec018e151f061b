import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Stage from "../published/stage.ts"
import { every } from "../support/depth.ts"
import { memory } from "../support/engine.ts"
import { launch, open } from "./browser.ts"
import { hostile } from "./hostile.ts"
import { payloads } from "./payloads.ts"

const elements =
  "html head meta title link script body a aside p header div form button svg path circle rect span kbd nav ul li details summary small main article ol h1 h2 h3 h4 img footer time input dialog section figure figcaption pre code table thead tbody tr th td em strong s hr br blockquote bdi mark b label math semantics annotation"

/** What elements and addresses of an open page no page has, and whether any text was run. */
const look = `(() => {
  const known = new Set(${JSON.stringify(elements.split(" "))})
  const told = []
  for (const element of document.querySelectorAll("*")) {
    const name = element.localName
    if (!known.has(name) && !/^m[a-z]+$/.test(name)) told.push(name)
    if (name === "script" && element.parentElement !== document.head) told.push("a script")
    for (const { name: key, value } of element.attributes) {
      if (key === "style" || key.startsWith("on") || /^(srcdoc|formaction|http-equiv|ping)$/.test(key)) told.push(name + " " + key)
      if (!/^[\\w:-]+$/.test(key)) told.push(name + " " + key)
      if (/^(href|src|action|xlink:href)$/.test(key) && !/^https?:$/.test(new URL(value, location.href).protocol)) told.push(key + " " + value)
    }
  }
  return JSON.stringify({ told, ran: globalThis.ran ?? null, titles: [...document.querySelectorAll("h1")].map((title) => title.textContent) })
})()`

/** Pictures of other sites, which are not to be had here or without encryption, and pages that there are none of. */
const expected = /^(?:Failed to load resource|Refused to load the image)/

const state: { browser?: Browser; stage?: Stage.Stage } = {}

beforeAll(async () => {
  state.browser = await launch()
  state.stage = await Stage.open(memory)
})

afterAll(async () => {
  await state.browser?.close()
  await state.stage?.close()
})

describe("texts that would be programs", () => {
  it.each(every(payloads, 12))("%j stays a text wherever it is written", async (text) => {
    const { browser, stage } = state
    if (browser === undefined || stage === undefined) return assert.fail("nothing to read with")
    const { mount, pages } = await hostile(stage, text)
    for (const { path, title } of pages) {
      const { close, complaints, page } = await open(browser, `${stage.url}${mount}${path}`)
      const told = JSON.parse(String(await page.evaluate(look)))
      assert.deepStrictEqual(told, { told: [], ran: null, titles: [title] }, path)
      assert.deepStrictEqual(
        complaints.filter((complaint) => !expected.test(complaint)),
        [],
        path
      )
      await close()
    }
  })
})
