import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { database } from "../host/host.ts"
import { Commands } from "./Commands.ts"

let commands: Commands
const run = (words: ReadonlyArray<string>) => commands.start(words).end()
beforeAll(async () => {
  commands = await Commands.open()
})
afterAll(() => commands.close())

describe("quire upkeep", () => {
  it("does the maintenance that a server with --upkeep off skips, in its schema (rules upkeep-off, upkeep-run and host-schema)", async () => {
    const there = await database()
    const words = ["--database-url", there.url, "--database-schema", "docs"]
    const server = commands.start(["serve", ...words, "--port", "0", "--upkeep", "off"])
    await server.url()
    assert.strictEqual((await server.stop()).code, 0)
    const verified = await run(["audit", "verify", ...words])
    assert.match(verified.out, /^\d+ events are not in the audit log yet/m)
    const first = await run(["upkeep", ...words])
    assert.match(
      first.out,
      /^[1-9]\d* jobs done, 0 failed, .* [1-9]\d* audit log entries written, .*nothing left\n$/,
      first.err
    )
    assert.strictEqual(first.code, 0)
    const second = await run(["upkeep", ...words, "--seconds", "5"])
    assert.match(second.out, /^0 jobs done, .* 0 audit log entries written/)
    assert.match((await run(["audit", "verify", ...words])).out, /all events are in the audit log/)
    await there.close()
  })
})
