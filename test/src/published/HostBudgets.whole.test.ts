import { RateLimit } from "@quire/http"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { postgres } from "../support/engine.ts"
import * as Statements from "../support/statements.ts"
import * as Stage from "./stage.ts"

const perMinute = 40

describe("request budgets at the hostnames of sites", () => {
  let stage: Stage.Stage
  let statements: Statements.Listener
  beforeAll(async () => {
    stage = await Stage.open(postgres, RateLimit.RateLimit.layerMemory({ perMinute }))
    const site = await Stage.site(stage)
    await Stage.giveHostname(stage, site, "docs.example.com")
    statements = Statements.listen()
  })
  afterAll(async () => {
    statements.close()
    await stage.close()
  })

  /** The status of each answer, and the statements that were sent for all of them. */
  const ask = async (paths: ReadonlyArray<string>, hostOf: (at: number) => string) => {
    const statuses: Array<number> = []
    const sent = await statements.during(async () => {
      for (const [at, path] of paths.entries()) {
        statuses.push((await stage.ask(path, { headers: { host: hostOf(at) } })).status)
      }
    })
    return { statuses, statements: sent.statements.length }
  }

  const times = (count: number, path: string) => Array.from({ length: count }, () => path)

  it("takes one statement for a host without a site, for repeated requests (rule host-budgets)", async () => {
    const asked = await ask(times(10, "/guide"), () => "unknown.example.com")
    assert.deepStrictEqual(asked, { statuses: times(10, "").map(() => 404), statements: 1 })
  })

  it("charges requests before any lookup, also for hosts without a site (rule host-budgets)", async () => {
    const left = perMinute - 10
    const unknown = await ask(times(left, "/guide"), (at) => `unknown${at}.example.com`)
    assert.deepStrictEqual(unknown, { statuses: times(left, "").map(() => 404), statements: left })
    const spent = { statuses: times(5, "").map(() => 429), statements: 0 }
    assert.deepStrictEqual(await ask(times(5, "/guide/install"), () => "docs.example.com"), spent)
    assert.deepStrictEqual(await ask(times(5, "/guide"), (at) => `late${at}.example.com`), spent)
  })

  it("serves health probes for every host (rule host-budgets)", async () => {
    const asked = await ask(["/healthz", "/readyz"], () => "probe.example.com")
    assert.deepStrictEqual(asked.statuses, [200, 200])
  })
})
