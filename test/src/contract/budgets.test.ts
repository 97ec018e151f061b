import { ApiTokens, type UserId, Users } from "@quire/core"
import { RateLimit } from "@quire/http"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { as, asSystem, engines } from "../support/engine.ts"
import * as Server from "../support/server.ts"

const perMinute = 4

for (const [store, engine] of engines(import.meta.url)) {
  describe(`request budgets over ${store}`, () => {
    let api: Server.Opened<Server.Whole>
    beforeAll(async () => {
      const limits = RateLimit.RateLimit.layerMemory({ perMinute })
      api = await Server.open(engine, "anyone", undefined, limits)
    })
    afterAll(() => api.close())

    const person = (name: string) =>
      api.run(
        asSystem(Effect.flatMap(Users.Users, (users) => users.ensure({ email: `${name}@b.test`, displayName: name })))
      )

    const tokensOf = async (user: UserId, count: number) => {
      const create = Effect.flatMap(ApiTokens.ApiTokens, (tokens) => tokens.create(user, { label: "one of them" }))
      return (await api.run(as(user)(Effect.replicateEffect(create, count)))).map(({ token }) => token)
    }

    const ask = async (token: string | undefined, path = "/v1/user") => {
      const { headers, status } = await api.send("GET", path, { token })
      return [status, headers.get("x-ratelimit-limit"), headers.get("x-ratelimit-remaining")]
    }

    const spent = Array.from({ length: perMinute + 1 }, (_, at) =>
      at < perMinute ? [200, String(perMinute), String(perMinute - 1 - at)] : [429, String(perMinute), "0"]
    )

    it("counts all tokens of a person together, and no other person's requests", async () => {
      const [ada, grace] = [await person("ada"), await person("grace")]
      const tokens = await tokensOf(ada.id, perMinute + 1)
      const answers: Array<unknown> = []
      for (const token of tokens) answers.push(await ask(token))
      assert.deepStrictEqual(answers, spent)
      const [other] = await tokensOf(grace.id, 1)
      assert.deepStrictEqual(await ask(other), spent[0])
      assert.deepStrictEqual(await ask(tokens[0]), spent[perMinute])
    })

    it("counts requests without a valid token against their address, and not against people (rule request-rate)", async () => {
      const [token] = await tokensOf((await person("hedy")).id, 1)
      const asked: ReadonlyArray<readonly [string | undefined, string]> = [
        [token, "/files/space/file/key/name.png"],
        [undefined, "/v1/user"],
        [undefined, "/docs/rules"],
        [token, "/v1/nothing"],
        [undefined, "/v1/user"]
      ]
      const answers: Array<unknown> = []
      for (const [given, path] of asked) answers.push(await ask(given, path))
      const [four, five] = [spent.slice(0, perMinute), spent[perMinute]]
      assert.deepStrictEqual(answers, [...four.map(([, ...told], at) => [[404, 401, 200, 404][at], ...told]), five])
      assert.deepStrictEqual(await ask(token), spent[0])
      assert.strictEqual((await ask(undefined, "/readyz"))[0], 200)
    })
  })
}
