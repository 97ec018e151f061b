import { FeedEvent, type Outbox } from "@quire/core"
import { Member, ToldByEvents, ToldSchemas } from "@quire/core/internal"
import { Result, Schema, SchemaAST } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { engines } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import { acts } from "./acts.ts"
import * as Source from "./source.ts"
import * as World from "./world.ts"

const names: { readonly [type: string]: keyof typeof ToldSchemas } = ToldByEvents.toldByEvents
const schemas: { readonly [name: string]: Schema.Codec<unknown> } = ToldSchemas

const partsOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> => {
  if (SchemaAST.isSuspend(ast)) return [ast.thunk()]
  if (SchemaAST.isUnion(ast)) return ast.types
  if (SchemaAST.isDeclaration(ast)) return ast.typeParameters
  if (SchemaAST.isArrays(ast)) return [...ast.elements, ...ast.rest]
  if (!SchemaAST.isObjects(ast)) return []
  return [
    ...ast.propertySignatures.map(({ type }) => type),
    ...ast.indexSignatures.flatMap(({ parameter, type }) => [parameter, type])
  ]
}

/** Whether something in a schema is another thing when it is decoded, or is made up where it is missing. */
const isDecoded = (ast: SchemaAST.AST, seen = new Set<SchemaAST.AST>()): boolean => {
  if (seen.has(ast)) return false
  seen.add(ast)
  return ast.encoding !== undefined || partsOf(ast).some((part) => isDecoded(part, seen))
}

/** What an event tells hosts that is not as it is typed. */
const findFaults = (event: Outbox.Event) => {
  const { after, before, type } = FeedEvent.shown(event)
  const schema = schemas[names[type] ?? ""]
  return Object.entries({ before, after }).flatMap(([when, told]) => {
    if (told === undefined) return []
    if (schema === undefined) return [`${type} tells ${when}, and has no type for it`]
    const decoded = Schema.decodeUnknownResult(schema)(told, { onExcessProperty: "error" })
    if (Result.isFailure(decoded)) return [`${type} tells ${when} ${JSON.stringify(told)}: ${decoded.failure}`]
    assert.deepStrictEqual(decoded.success, told)
    return []
  })
}

describe("what an event tells is of the type that hosts know it by (rule event-typed)", () => {
  it.each(Object.entries(schemas))("%s has one form alone, so that what is told is not decoded", (_, schema) => {
    assert.isFalse(isDecoded(schema.ast))
  })

  it("has several where something is decoded", () => {
    assert.isTrue(isDecoded(Member.Member.ast))
  })

  it("has something that announces each type that tells", () => {
    const announced = new Set(acts.map(({ type }): string => type))
    assert.deepStrictEqual(
      Object.keys(names).filter((type) => !announced.has(type)),
      []
    )
  })

  it("has no schema that no type tells by", () => {
    assert.deepStrictEqual(Object.keys(schemas).sort(), [...new Set(Object.values(names))].sort())
  })
})

describe.each(engines(import.meta.url))("what events tell on %s (rule event-typed)", (_, engine) => {
  let api: Server.Opened<Server.Whole>
  let source: Source.Source
  let world: World.World
  beforeAll(async () => {
    source = await Source.open()
    api = await Server.open(engine)
    world = await World.make(api, source.url)
  })
  afterAll(async () => {
    await api.close()
    await source.close()
  })

  it("is typed as it is from the beginning", async () => {
    assert.deepStrictEqual((await world.news()).flatMap(findFaults), [])
  })

  it.each(acts)("$type by $name", async ({ prepare, type }) => {
    const run = await prepare(world)
    await run()
    const news = await world.news()
    assert.include(
      news.map((event) => event.type),
      type
    )
    assert.deepStrictEqual(news.flatMap(findFaults), [])
  })
})
