import { Engine } from "@quire/core"
import { Effect, Exit, Layer, Scope } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { capabilities, impatientPorts } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import { sited } from "../support/sited.ts"
import * as Statements from "../support/statements.ts"

describe("statements per answer of a published site", () => {
  const scope = Effect.runSync(Scope.make())
  const statements = Statements.listen()
  let open: () => Promise<Server.Opened<Server.Whole>>
  let mount: string

  beforeAll(async () => {
    const ports = await Effect.runPromise(Scope.provide(Layer.build(impatientPorts(capabilities)), scope))
    open = () =>
      Server.open(
        Layer.provideMerge(Engine.layer, Layer.succeedContext(ports)),
        undefined,
        undefined,
        undefined,
        Server.undisturbed
      )
    const api = await open()
    mount = new URL((await api.run(sited)).published).pathname
    await api.close()
  })
  afterAll(async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    statements.close()
  })

  const cases: ReadonlyArray<readonly [path: string, status: number, first: number, again: number]> = [
    ["", 200, 2, 1],
    ["guide/install.md", 200, 2, 1],
    ["guide/install.json", 200, 2, 1],
    ["llms.txt", 200, 2, 1],
    ["robots.txt", 200, 1, 1],
    ["sitemap.xml", 200, 1, 1],
    ["never-was", 404, 5, 4],
    ["never-was.md", 404, 2, 2],
    ["~other", 404, 1, 1]
  ]

  it.each(cases)(
    "%s asks once for what decides, and for content that was not read before (rule published-cache)",
    async (path, status, first, again) => {
      const api = await open()
      let etag = ""
      const ask = async (headers = {}) => {
        const answer = await api.send("GET", `${mount}${path}`, { headers })
        assert.strictEqual(answer.status, status)
        etag = answer.headers.get("etag") ?? ""
      }
      const cold = await statements.during(ask)
      const warm = await statements.during(ask)
      assert.isAtMost(warm.statements.length, again, warm.statements.join("\n\n"))
      assert.isAtMost(cold.statements.length, first, cold.statements.join("\n\n"))
      if (etag !== "") {
        const known = await statements.during(async () => {
          const answer = await api.send("GET", `${mount}${path}`, { headers: { "if-none-match": etag } })
          assert.strictEqual(answer.status, 304)
        })
        assert.strictEqual(known.statements.length, 1)
      }
      await api.close()
    }
  )
})
