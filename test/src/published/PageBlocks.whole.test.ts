import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { engines } from "../support/engine.ts"
import { type DrawnSite, drawing, untilDrawn } from "./drawing.ts"
import * as Stage from "./stage.ts"

const block = (props: string) => (name: string) => `{% @${name}/sketch ${props} %}`

const pages = {
  Start: () => "Nothing here.",
  Fine: block('name="one"'),
  Twice: (name: string) => `${block('name="one"')(name)}\n\n${block('name="one"')(name)}`,
  Late: block('mode="endless"'),
  Failing: block('mode="throw"'),
  Linked: () => '{% embed url="https://a.sketch.test/b/c" %}\n\n{% embed url="https://sketch.test/b" %}',
  Undeclared: (name: string) => `{% @${name}/other %}`
}

for (const [store, engine] of engines(import.meta.url)) {
  describe(`blocks of integrations on pages on ${store}`, () => {
    let stage: Stage.Stage
    let site: DrawnSite
    beforeAll(async () => {
      stage = await Stage.open(engine)
      site = await stage.api.run(drawing(pages))
    })
    afterAll(() => stage.close())

    const at = async (path: string) => {
      const answer = await stage.ask(`${site.mount}${path}`)
      assert.strictEqual(answer.status, 200, path)
      return answer
    }
    const drawnAt = (path: string) => untilDrawn(() => at(path))
    const countRuns = () => stage.api.run(site.countRuns)

    it("shows the result of the script, rendered without a reader's identity, once for all readers and pages (rules page-block-shown and page-block-drawn)", async () => {
      const { text } = await drawnAt("fine")
      assert.include(text, "version 1 of one")
      assert.include(text, "ui_render document light")
      assert.strictEqual(await countRuns(), 1)
      assert.include((await at("fine")).text, "version 1 of one")
      assert.strictEqual((await at("twice")).text.split("version 1 of one").length, 3)
      assert.strictEqual(await countRuns(), 1)
    })

    it("contains no active markup (rule page-block-static)", async () => {
      const { text } = await drawnAt("fine")
      assert.include(text, 'href="https://acme.test/card" rel="nofollow noopener noreferrer"')
      assert.notInclude(text, "Does nothing")
      assert.notInclude(text, "<script>alert")
      assert.include(text, "<strong>bold</strong>")
    })

    it("allows frames by the policy of the page that contains them, and no others (rule page-block-frames)", async () => {
      const policyOf = async (path: string) => String((await at(path)).headers["content-security-policy"])
      assert.match(await policyOf("fine"), /; frame-src https:\/\/frames\.example\.com;/)
      assert.notInclude(await policyOf(""), "frame-src")
      assert.match((await at("fine")).text, /<iframe[^>]* sandbox="allow-scripts allow-forms allow-popups"/)
    })

    it("shows a card without a result, and unfurls addresses by their pattern (rules page-block-shown and page-block-unfurled)", async () => {
      const linked = () => at("linked")
      for (let tries = 1; tries < 30 && !(await linked()).text.includes("version 1"); tries++);
      const { text } = await linked()
      assert.include(text, "version 1 of the address https://a.sketch.test/b/c")
      assert.match(text, /class="card card-url" href="https:\/\/sketch\.test\/b"/)
      assert.include((await at("undeclared")).text, "card-integration")
    })

    it("shows cards while the script is late or fails, delaying no later request and no other page (rule page-block-bounds)", async () => {
      const late = at("late")
      assert.include((await at("")).text, "Nothing here.")
      assert.include((await late).text, "card-integration")
      const before = await countRuns()
      assert.include((await at("failing")).text, "card-integration")
      assert.include((await at("failing")).text, "card-integration")
      assert.isAtMost((await countRuns()) - before, 2)
    })

    it("changes the validator with a new result, and shows cards once the integration is gone (rule page-block-drawn)", async () => {
      const tagOf = async (path: string) => (await at(path)).headers["etag"]
      const [fine, start] = [await tagOf("fine"), await tagOf("")]
      assert.strictEqual(await tagOf("fine"), fine)
      await stage.api.run(site.publish(2))
      assert.include((await drawnAt("fine")).text, "version 2 of one")
      assert.notStrictEqual(await tagOf("fine"), fine)
      assert.strictEqual(await tagOf(""), start)
      await stage.api.run(site.unpublish)
      assert.include((await at("fine")).text, "card-integration")
    })
  })
}
