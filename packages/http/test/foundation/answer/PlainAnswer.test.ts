import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApi, HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { Api } from "../../../src/Api.ts"
import { answering, isPlain, plainStatus } from "../../../src/foundation/answer/PlainAnswer.ts"

interface Tree {
  readonly name: string
  readonly children: ReadonlyArray<Tree>
}
const Tree = Schema.Struct({
  name: Schema.String,
  children: Schema.Array(Schema.suspend((): Schema.Codec<Tree> => Tree))
})

describe("the check whether a schema is plain", () => {
  it.each<readonly [string, Schema.Top, boolean]>([
    ["of texts and numbers", Schema.Struct({ a: Schema.String, b: Schema.optionalKey(Schema.Int) }), true],
    ["of lists and unions", Schema.Array(Schema.Union([Schema.Null, Schema.Literals(["x", "y"])])), true],
    ["of records", Schema.Record(Schema.String, Schema.Boolean), true],
    ["that contains itself", Tree, true],
    ["with checks", Schema.Struct({ a: Schema.String.pipe(Schema.check(Schema.isPattern(/a/))) }), true],
    ["of any JSON", Schema.toCodecJson(Schema.Struct({ data: Schema.Json, more: Schema.Unknown })), true],
    ["of dates", Schema.Struct({ at: Schema.Date }), false],
    ["with another encoding", Schema.Array(Schema.FiniteFromString), false],
    ["with another name on the wire", Schema.Struct({ a: Schema.String }).pipe(Schema.encodeKeys({ a: "b" })), false],
    ["without a value", Schema.Void, false]
  ])("covers a schema %s", (_, schema, expected) => {
    assert.strictEqual(isPlain(schema.ast), expected)
  })
})

const plain = HttpApiEndpoint.post("make", "/", {
  success: Schema.Struct({ a: Schema.Int }).pipe(HttpApiSchema.status(201))
})
const dated = HttpApiEndpoint.get("date", "/", { success: Schema.Struct({ at: Schema.Date }) })
const several = HttpApiEndpoint.put("put", "/", { success: [Tree, HttpApiSchema.Empty(204)] })

describe("a plain answer", () => {
  const of = (endpoint: Pick<HttpApiEndpoint.Top, "success">, value: unknown) =>
    Effect.runSync(answering(() => Effect.succeed(value))({ endpoint }))

  it("has the declared status and the view as its body", () => {
    const answer = of(plain, { a: 1 })
    assert(HttpServerResponse.isHttpServerResponse(answer))
    assert.strictEqual(answer.status, 201)
    assert.strictEqual(answer.headers["content-type"], "application/json")
    assert.strictEqual(answer.body._tag === "Uint8Array" && answer.body.text, '{"a":1}')
  })

  it("leaves other encodings and unions to the contract", () => {
    const view = { at: new Date(0) }
    assert.strictEqual(of(dated, view), view)
    assert.strictEqual(of(several, view), view)
  })

  it("leaves an existing response unchanged", () => {
    const answer = HttpServerResponse.empty({ status: 205 })
    assert.strictEqual(of(plain, answer), answer)
  })
})

describe("the contract", () => {
  it("declares a plain success for every endpoint with a single success, except a class, records by name, schemas and bytes", () => {
    const others: Array<string> = []
    HttpApi.reflect(Api, {
      onGroup: () => undefined,
      onEndpoint: ({ endpoint }) => {
        const [only, ...more] = endpoint.success
        const isEmpty = only === undefined || more.length > 0 || HttpApiSchema.isNoContent(only.ast)
        if (!isEmpty && plainStatus(endpoint)._tag === "None") others.push(endpoint.identifier)
      }
    })
    const terms = ["listGlossaryEntries", "getGlossaryEntry"]
    const schemas = ["getSiteAdaptiveSchema", "updateSiteAdaptiveSchema"]
    const configurations = [
      "listIntegrations",
      "listOrganizationIntegrations",
      "getIntegrationByName",
      "publishIntegration",
      "listOrganizationInstallations",
      "listOrganizationIntegrationsStatus",
      "listSpaceIntegrations"
    ]
    const bytes = ["exportSpace", "streamContentEvents", "streamChangeRequestContentEvents"]
    assert.deepStrictEqual(others, [
      "getApiInformation",
      "useInvite",
      ...bytes,
      ...terms,
      ...schemas,
      ...configurations
    ])
  })
})
