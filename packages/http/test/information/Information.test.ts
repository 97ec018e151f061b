import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Layer } from "effect"
import { HttpApi, HttpApiBuilder } from "effect/http-api"
import { Api } from "../../src/Api.ts"
import { Contract } from "../../src/documentation/Contract.ts"
import { Absence } from "../../src/foundation/error/Absence.ts"
import { Failures } from "../../src/foundation/error/Failures.ts"
import * as Authentication from "../../src/foundation/exchange/Authentication.ts"
import { RateLimit } from "../../src/foundation/exchange/RateLimit.ts"
import { release } from "../../src/information/Information.ts"
import { InformationApi } from "../../src/information/InformationApi.ts"
import * as Logging from "../../src/server/Logging.ts"
import { toWebHandler } from "../../src/server/WebHandler.ts"
import * as Stub from "../support/Stub.ts"

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"))

/** The whole contract, of which only one group is implemented. */
const { handler } = toWebHandler(
  HttpApiBuilder.layer(HttpApi.make("v1").add(InformationApi)).pipe(
    Layer.provide(InformationApi.layer),
    Layer.provide(Stub.built),
    Layer.provideMerge(Contract.layer(Api)),
    Layer.provide(Failures.layer),
    Layer.provide(Authentication.layer),
    Layer.provide([Absence.layerNone, Stub.credentials]),
    Layer.provideMerge(RateLimit.layerOff),
    Layer.provideMerge(Logging.layer(() => undefined))
  )
)

const get = (path: string, headers: Record<string, string>) =>
  handler(new Request(`http://quire.test${path}`, { headers }))

describe("the information endpoint", () => {
  it("returns the package's version and a date", () => {
    assert.deepInclude(read("../../package.json"), { version: release.version })
    assert.strictEqual(new Date(release.build).toISOString(), release.build)
  })

  it.each(["/v1/", "/v1"])("responds at %s and requires a token", async (path) => {
    const answer = await get(path, { authorization: `Bearer ${Stub.token()}` })
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(await answer.json(), { ...release })
    assert.strictEqual((await get(path, {})).status, 401)
  })
})
