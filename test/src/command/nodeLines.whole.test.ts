import { spawnSync } from "node:child_process"
import * as fs from "node:fs/promises"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { lines, nodeOf, versions } from "../support/nodes.ts"
import { type Command, Commands, call, curl } from "./Commands.ts"

/** Texts without a space, of 60,000 code units each. */
const runs = {
  emoji: "😀".repeat(30_000),
  "joined emoji": "👩‍👩‍👧".repeat(7_500),
  Chinese: "我们需要安装软件。".repeat(6_667),
  Thai: "วิธีติดตั้งโปรแกรม".repeat(3_334),
  marks: `a${"\u0315\u0300".repeat(30_000)}`
}

/** Words that are found in the texts. */
const words = ["软件", "โปรแกรม", "after"]

describe.each(lines)("Node %i", (line) => {
  const node = nodeOf(line)
  if (node === undefined) {
    console.warn(
      `Node ${versions[line]} is not tried: the registry of packages did not answer, or this is no Linux x64.`
    )
  }

  describe.skipIf(node === undefined)("the command", () => {
    let commands: Commands
    let server: Command
    let [base, token] = ["", ""]

    beforeAll(async () => {
      commands = await Commands.open(node)
      server = commands.start(["serve", "--data", "data", "--port", "0"])
      base = await server.url()
      token = curl(server.out).token
    })
    afterAll(async () => {
      await server.stop()
      await commands.close()
    })

    it("runs on that Node.js version", () => {
      const { stdout } = spawnSync(node ?? "", ["--version"], { encoding: "utf8" })
      assert.isTrue(stdout.startsWith(`v${line}.`), stdout)
    })

    it("publishes, shows and finds long texts without spaces (rules text-marks and search-terms)", async () => {
      const guide = join(commands.folder, "guide")
      await fs.mkdir(guide)
      for (const [name, text] of Object.entries(runs)) {
        await fs.writeFile(join(guide, `${name.replace(" ", "-")}.md`), `# ${name}\n\n${text}\n\nafter ${name}\n`)
      }
      const published = await commands.start(["publish", "guide", "--data", "data", "--port", new URL(base).port]).end()
      assert.strictEqual(published.code, 0, published.err)
      const site = published.out.trim()
      for (const name of Object.keys(runs)) {
        const page = await fetch(`${site}${name.replace(" ", "-").toLowerCase()}`)
        assert.strictEqual(page.status, 200, name)
        assert.include(await page.text(), `after ${name}`)
      }
      for (const word of words) {
        const found = await fetch(`${site}~search.json?q=${encodeURIComponent(word)}`)
        assert.strictEqual(found.status, 200, word)
        assert.include(await found.text(), word)
      }
    })

    it("saves them over the API and refuses a title with too many marks", async () => {
      const [organization] = (await call(`${base}/v1/orgs`, token)).json.items as ReadonlyArray<{ readonly id: string }>
      const spaces = `${base}/v1/orgs/${organization?.id}/spaces`
      const space = (await call(spaces, token, { title: "Saved", editMode: "live" })).json.id
      const save = (title: string, markdown: string) => {
        const change = { operation: "insert_page", title, document: { markdown } }
        return call(`${base}/v1/spaces/${space}/content`, token, { changes: [change] })
      }
      for (const [name, text] of Object.entries(runs)) {
        const { json, status } = await save(name, text)
        assert.strictEqual(status, 200, JSON.stringify(json).slice(0, 300))
      }
      const refused = await save(runs.marks, "text")
      assert.strictEqual(refused.status, 400)
      assert.include(JSON.stringify(refused.json), "combining marks")
      const found = await call(`${base}/v1/spaces/${space}/search?query=${encodeURIComponent("软件")}`, token)
      assert.lengthOf(found.json.items, 1)
    })
  })
})
