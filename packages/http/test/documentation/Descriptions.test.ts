import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { allReasons } from "../../src/documentation/RulesPage.ts"
import { document } from "../../src/openapi.ts"

interface Node {
  readonly [keyword: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value)

const described: Array<readonly [place: string, part: Node]> = []

/** Collects operations, parameters and fields; what `properties` holds are fields where there is a type next to it. */
const collect = (value: unknown, place: string): void => {
  if (Array.isArray(value)) for (const item of value) collect(item, place)
  const { properties, ...rest } = isNode(value) ? value : {}
  if (isNode(value)) collectNode(value, rest, properties, place)
}

const collectNode = (value: Node, rest: Node, properties: unknown, place: string): void => {
  if (typeof value["operationId"] === "string") described.push([value["operationId"], value])
  if (typeof value["in"] === "string") described.push([`${place} ${value["name"]}`, value])
  if (value["type"] === "object" && isNode(properties)) {
    for (const [name, field] of Object.entries(properties)) {
      if (isNode(field)) described.push([`${place}.${name}`, field])
      collect(field, `${place}.${name}`)
    }
  } else collect(properties, place)
  for (const part of Object.values(rest)) collect(part, place)
}

const { components, paths } = document() as { components: { schemas: Node }; paths: Node }
for (const [path, item] of Object.entries(paths)) {
  for (const [method, operation] of Object.entries(item as Node)) collect(operation, `${method} ${path}`)
}
for (const [name, schema] of Object.entries(components.schemas)) collect(schema, name)

const texts = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return texts(path)
    return /TransportReasons|RuleTexts/.test(path) ? [] : [readFileSync(path, "utf8")]
  })

describe("the description of the API", () => {
  it("describes every operation, parameter and field in a sentence (rule reference-described)", () => {
    assert.isAbove(described.length, 5_000)
    const faulty = described.filter(([, { description }]) => !/^(?:[A-Z`]).*\.$/s.test(String(description ?? "")))
    assert.deepStrictEqual(
      faulty.map(([place, { description }]) => `${place}: ${String(description)}`),
      []
    )
  })

  it("marks only deprecated items as deprecated", () => {
    const marked = described.filter(([, { deprecated }]) => deprecated === true).map(([place]) => place)
    assert.includeMembers(marked, ["SpaceCreate.private", "Organization.internal_isOnNewTrial"])
    const deprecations = described.filter(([, { description }]) => String(description).startsWith("Deprecated: "))
    assert.deepStrictEqual(
      marked.filter((place) => place !== "getPublishedContentByUrl"),
      deprecations.map(([place]) => place)
    )
  })

  it("states the defaults of parameters", () => {
    const defaults = described.flatMap(([place, { schema }]) =>
      isNode(schema) && "default" in schema ? [[place, schema["default"]] as const] : []
    )
    const of = (place: string) => defaults.find(([other]) => other === place)?.[1]
    assert.strictEqual(of("get /v1/orgs/{organizationId}/spaces limit"), 50)
    assert.strictEqual(of("get /v1/spaces/{spaceId}/change-requests status"), "open")
    assert.strictEqual(of("get /v1/spaces/{spaceId}/comments order"), "desc")
  })

  it("lists every error reason of the transport", () => {
    const known = new Set(allReasons.map(({ reason }) => reason))
    const folder = fileURLToPath(new URL("../../src", import.meta.url))
    const written = texts(folder).flatMap((text) => [
      ...Array.from(text.matchAll(/code: \d+,\s*reason: "(\w+)"/g), ([, reason]) => reason ?? ""),
      ...Array.from(text.matchAll(/(?:refusal|addFault)\("(\w+)"/g), ([, reason]) => reason ?? "")
    ])
    assert.includeMembers(written, ["InternalError", "JsonTooDeep"])
    assert.deepStrictEqual(
      written.filter((reason) => !known.has(reason)),
      []
    )
  })
})
