import { afterAll, assert, beforeAll, it } from "vitest"
import { drawing, untilDrawn } from "../published/drawing.ts"
import * as Stage from "../published/stage.ts"
import { memory } from "../support/engine.ts"
import { assertAccessible, inBrowser, type Look, sizeOf, visit } from "./browser.ts"
import { faultsOf } from "./validator.ts"

const looks: ReadonlyArray<Look> = [
  ["light", 1280, "ltr"],
  ["dark", 390, "rtl"]
]

/** Frames of other hosts cannot be loaded here, and axe sends them messages. */
const isExpected = (complaint: string) =>
  complaint.startsWith("Failed to load resource") ||
  complaint.startsWith("Failed to execute 'postMessage' on 'DOMWindow'")

inBrowser("a page with blocks of integrations", () => {
  let stage: Stage.Stage
  let mount: string
  beforeAll(async () => {
    stage = await Stage.open(memory)
    const pages = { Start: () => "Start.", Sketched: (name: string) => `Before.\n\n{% @${name}/sketch name="it" %}` }
    mount = (await stage.api.run(drawing(pages))).mount
    await untilDrawn(() => stage.ask(`${mount}sketched`))
  })
  afterAll(() => stage.close())

  it("contains valid markup (rule page-block-static)", async () => {
    const { text } = await stage.ask(`${mount}sketched`)
    assert.include(text, "version 1 of it")
    assert.deepStrictEqual(await faultsOf(text), [])
  })

  it.each(looks)(
    "meets accessibility checks and keeps to its policy: %s, %i pixels, %s (rule page-block-frames)",
    (...look) =>
      visit(
        `${stage.url}${mount}sketched`,
        async (page) => {
          assert.include(await page.content(), "version 1 of it")
          await assertAccessible(page, look)
        },
        { ...sizeOf(look), isExpected }
      )
  )
})
