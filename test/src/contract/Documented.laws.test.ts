import { OpenApi } from "@quire/http"
import { Rounds } from "@quire/testing"
import * as fc from "fast-check"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Server from "../support/server.ts"
import { arbitrary, breaches, type JsonSchema, type Schemas } from "./documented.ts"
import { endpoints, target } from "./endpoints.ts"
import { scenarios } from "./scenarios.ts"
import { seeds } from "./seeds.ts"
import * as Source from "./source.ts"
import * as World from "./world.ts"

/** Requests for each operation. */
const rounds = Rounds.rounds(1, 300, 6)

interface Parameter extends Readonly<{ name: string; in: string; required?: boolean; schema: JsonSchema }> {}

interface Operation {
  readonly operationId: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly content: { readonly "application/json": { readonly schema: JsonSchema } } }
}

const { components, paths } = OpenApi.document() as {
  readonly components: { readonly schemas: Schemas }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}
const { schemas } = components
const operations = new Map(
  Object.values(paths).flatMap((item) => Object.values(item).map((each) => [each.operationId, each] as const))
)

/** The query of an operation as an object; a path has separate values in a test. */
const querySchema = ({ parameters }: Operation): JsonSchema => {
  const queries = parameters.filter((parameter) => parameter.in === "query")
  return {
    type: "object",
    required: queries.filter(({ required }) => required === true).map(({ name }) => name),
    properties: Object.fromEntries(queries.map(({ name, schema }) => [name, schema]))
  }
}

/** Rules between fields, and of languages within texts, which a schema cannot express. */
const beyondSchemas =
  /to select from|by site or siteId|site or siteId|cannot be used with|must be a content permission|an older form|a deprecated form|for select types|is missing|name the space of what|an earlier entry|to 20000 characters|is not known|must be the id of no other|must be unique|exactly one|must be a cursor|bytes, in base64|asOf|is not of|is not supported for providers|must contain at least one user|must be the id of an existing|must name|^user |^claims |^request |printable ASCII|is about|must be absent|security policy|a claim of its own|all other expressions|a word that search can find|must have at most 8 words|characters in total/

const isOfSchema = ({ path, rule }: { readonly path: string; readonly rule: string }) =>
  !beyondSchemas.test(`${path} ${rule}`)

const queryOf = (query: object): string =>
  Object.entries(query)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((each) => [name, String(each)]))
    .map(([name = "", value = ""]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&")

describe("the description of the API (rule request-documented)", () => {
  let opened: Awaited<ReturnType<typeof Server.openMemory>>
  let world: World.World
  let source: Source.Source

  beforeAll(async () => {
    source = await Source.open()
    opened = await Server.openMemory()
    world = await World.make(opened.api, source.url)
  })
  afterAll(async () => {
    await opened.api.close()
    await source.close()
  })

  const sender = (name: string) => (scenarios[name]?.by === "integration" ? "integration" : "admin")

  it.each(Rounds.draw(Object.keys(seeds), 12))(
    "allows and forbids the same as the server for the body of %s",
    { timeout: Rounds.patience },
    async (name) => {
      const endpoint = endpoints.find((each) => each.name === name)!
      const [aimed] = await seeds[name]!(world)
      const url = target(endpoint, { path: aimed?.path ?? {} })
      const { schema } = operations.get(name)!.requestBody!.content["application/json"]
      const send = (body: unknown) => world.send(sender(name), endpoint.method, url, { body })
      await Rounds.holds(
        fc.asyncProperty(arbitrary(schema, schemas), fc.nat(), async (body, choice) => {
          const { json, status, text } = await send(body)
          assert.isBelow(status, 500, text)
          const refused = json.error?.reason === "InvalidRequest" ? (json.error.details ?? []).filter(isOfSchema) : []
          assert.deepStrictEqual(refused, [], `allowed by the description: ${JSON.stringify(body)}`)
          const all = breaches(schema, schemas, body)
          for (const breach of all.slice(choice % Math.max(1, all.length)).slice(0, 1)) {
            const answer = await send(breach.value)
            const place = breach.path.join(".")
            const said = `${breach.fault} at ${place}: ${answer.text.slice(0, 500)}`
            assert.strictEqual(answer.status, 400, said)
            const named = (answer.json.error.details ?? []).map(({ path }) => path)
            assert.isTrue(
              named.some((path) => place.startsWith(path) || path.startsWith(place)),
              said
            )
          }
        }),
        rounds
      )
    }
  )

  const asked = endpoints.filter(({ isStreamed, method, name, queries }) => {
    return method === "GET" && queries.length > 0 && !isStreamed && scenarios[name]?.calls[200] !== undefined
  })

  it.each(Rounds.draw(asked, 12))(
    "allows and forbids the same as the server for the query of $name",
    { timeout: Rounds.patience },
    async (endpoint) => {
      const { name } = endpoint
      const call = await scenarios[name]!.calls[200]!(world)
      const schema = querySchema(operations.get(name)!)
      const send = (query: object) =>
        world.send(sender(name), "GET", target(endpoint, { ...call, query: queryOf(query) }), {})
      await Rounds.holds(
        fc.asyncProperty(arbitrary(schema, schemas), fc.nat(), async (query, choice) => {
          const { json, status, text } = await send(query as object)
          assert.isBelow(status, 500, text)
          const refused = json.error?.reason === "InvalidRequest" ? (json.error.details ?? []).filter(isOfSchema) : []
          assert.deepStrictEqual(refused, [], `allowed by the description: ${JSON.stringify(query)}`)
          /** A list without items is absent from a query. */
          const all = breaches(schema, schemas, query).filter(
            ({ fault }) => !["type", "maxItems", "minItems"].includes(fault)
          )
          for (const breach of all.slice(choice % Math.max(1, all.length)).slice(0, 1)) {
            const answer = await send(breach.value as object)
            assert.strictEqual(answer.status, 400, `${breach.fault} at ${breach.path.join(".")}: ${answer.text}`)
          }
        }),
        rounds
      )
    }
  )
})
