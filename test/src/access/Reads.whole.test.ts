import { assert, layer } from "@effect/vitest"
import * as Core from "@quire/core"
import { Quire } from "@quire/http"
import { Context, Effect, Exit, Option, Predicate } from "effect"
import { afterAll, beforeAll, describe, it as test } from "vitest"
import { animals } from "../contract/scenarios/computations.ts"
import { prepared } from "../support/docs.ts"
import { as, asSystem, memory } from "../support/engine.ts"
import { installed } from "../support/integrations.ts"
import { found } from "../support/world.ts"
import { type Decision, groups, nouns, renamed, unreached } from "./reads.ts"

type Operation = (...given: ReadonlyArray<unknown>) => unknown

/** Operations of a group of the host API, or of a service. */
const operationsOf = (group: unknown): ReadonlyMap<string, Operation> =>
  new Map(
    Object.entries(Predicate.isObject(group) ? group : {}).flatMap(([name, value]) =>
      typeof value === "function" ? [[name, value as Operation] as const] : []
    )
  )

/** Decisions that leave nothing to be tried by arguments alone. */
const untried: ReadonlySet<Decision> = new Set(["person", "anybody", "credential", "audience", "given"])

describe("the table of read operations (rule access-table)", () => {
  let quire: Quire.Quire
  beforeAll(async () => {
    quire = await Quire.open({ store: { kind: "memory" }, baseUrl: "http://quire.test" })
  })
  afterAll(() => quire.close())

  const listed = (noun: string) => {
    const { changes, reads } = nouns[noun] ?? { reads: {}, changes: [] }
    return [...Object.keys(reads), ...changes]
  }

  test("names every operation of the host API", () => {
    const names = Object.keys(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(quire.system)))
    const missing = names
      .filter((group) => group !== "constructor")
      .flatMap((group) => {
        const known = new Set((groups[group] ?? [group]).flatMap(listed))
        const operations = [...operationsOf(Reflect.get(quire.system, group)).keys()]
        return operations.flatMap((name) => (known.has(renamed[name] ?? name) ? [] : [`${group}.${name}`]))
      })
    assert.deepStrictEqual(missing, [])
  })
})

/** An organization with a thing of each kind, and everybody who may not know of it. */
const stage = Effect.gen(function* () {
  const world = yield* prepared
  const abroad = yield* found
  const { organization } = world
  const admin = as(world.admin)
  const space = world.id
  const site = (yield* admin((yield* Core.Sites.Sites).create(organization, { title: "Site", spaces: [space] }))).id
  const team = (yield* admin((yield* Core.Teams.Teams).create(organization, { title: "Team" }))).id
  yield* admin((yield* Core.OpenApiSpecs.OpenApiSpecs).put(organization, "zoo", { source: { text: animals } }))
  yield* asSystem((yield* Core.JobControl.JobControl).run())
  const request = (yield* admin((yield* Core.ChangeRequests.ChangeRequests).create(space, { subject: "Draft" }))).id
  const collection = (yield* admin((yield* Core.Collections.Collections).create(organization, { title: "Shelf" }))).id
  const link = (yield* admin((yield* Core.ShareLinks.ShareLinks).create(organization, site, { name: "Link" }))).id
  const discussion = { space, changeRequest: request }
  const comment = (yield* admin((yield* Core.Comments.Comments).post(discussion, { body: { markdown: "Hm" } }))).id
  const invites = yield* Core.LinkInvites.LinkInvites
  const invite = (yield* admin(invites.create(organization, { role: "read" }))).id
  const website = { type: "website", url: "https://docs.example/" } as const
  const run = (yield* admin((yield* Core.ImportRuns.ImportRuns).start(space, { source: website, mode: "propose" }))).id
  const field = { name: "field", title: "Field", type: "text" } as const
  yield* admin((yield* Core.CustomFields.CustomFields).create(organization, field))
  const { items: files } = yield* admin((yield* Core.Contents.Contents).files({ space }, { limit: 10 }))
  const { pages } = yield* admin((yield* Core.Contents.Contents).pages({ space }))
  const bare = yield* installed(organization, world.admin, [])
  const foreign = yield* installed(abroad.organization, abroad.admin, Core.Scope.scopes)
  const firsts = [
    organization,
    space,
    { space },
    { kind: "space", id: space },
    { space, changeRequest: request },
    collection,
    bare.name,
    world.reader
  ]
  const page = { limit: 10 }
  const seconds = [
    undefined,
    page,
    {},
    site,
    "zoo",
    team,
    request,
    pages[0]?.id,
    world.reader,
    bare.installation,
    comment,
    invite,
    files[0]?.id,
    pages[0]?.type === "document" ? pages[0].documentId : undefined,
    "field",
    "guide/install",
    "Helper",
    bare.name,
    run
  ]
  const thirds = [undefined, page, {}, "latest", link, request]
  const source = {
    type: "builtin:openapi",
    props: { models: true },
    dependencies: { spec: { ref: { kind: "openapi", spec: "zoo" } } }
  }
  const own: Readonly<Record<string, ReadonlyArray<unknown>>> = {
    "computations.revision": [space, { source, seed: "s" }],
    "computations.document": [space, { source: { ...source, props: { doc: "models" } }, seed: "s" }],
    "accessReports.explain": [organization, { user: world.reader, permission: "content:read", space }],
    "accessReports.whoCan": [organization, { permission: "content:read", space }, page]
  }
  const reader = { _tag: "Reader", reading: { site } } as const
  const asReader = <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.provideService(self, Core.Actor.Actor, reader)
  const outsiders = { stranger: as(world.stranger), "an integration elsewhere": foreign.asInstalled, reader: asReader }
  const insiders = { guest: as(world.guest), "an integration without scopes": bare.asInstalled }
  return { admin, firsts, seconds, thirds, own, outsiders, insiders }
})

type Stage = Effect.Success<typeof stage>
type As = Stage["admin"]

const succeeds = (operation: Operation, given: ReadonlyArray<unknown>, asCaller: As) => {
  const called = Effect.suspend(() => {
    const result = operation(...given)
    return Effect.isEffect(result) ? (result as Effect.Effect<unknown, unknown>) : Effect.die("no effect")
  })
  return Effect.map(Effect.exit(asCaller(called)), Exit.isSuccess)
}

/** Arguments with which an administrator, or the host, is answered. */
const findArguments = Effect.fnUntraced(function* (at: Stage, name: string, operation: Operation, asCaller: As) {
  const own = at.own[name]
  if (own !== undefined) return (yield* succeeds(operation, own, asCaller)) ? own : undefined
  for (const first of at.firsts) {
    for (const second of at.seconds) {
      for (const third of second === undefined ? [undefined] : at.thirds) {
        const given = [first, second, third]
        if (yield* succeeds(operation, given, asCaller)) return given
      }
    }
  }
  return undefined
})

/** Those in the organization whom a decision refuses. */
const insidersFor = ({ insiders }: Stage, decision: Decision): Partial<Stage["insiders"]> => {
  if (decision === "organization:view") return {}
  return decision === "installed" ? { guest: insiders.guest } : insiders
}

const serviceOf = (service: string) =>
  Effect.map(Effect.context<never>(), (context) => {
    const module: unknown = Reflect.get(Core, service)
    const tag = Predicate.isObject(module) ? Reflect.get(module, service) : undefined
    return operationsOf(Option.getOrUndefined(Context.getOption(context, tag as never)))
  })

layer(memory)("read operations", (it) => {
  it.effect("lists every operation of each service in the table", () =>
    Effect.gen(function* () {
      for (const [noun, { changes, reads, service }] of Object.entries(nouns)) {
        const operations = [...(yield* serviceOf(service)).keys()]
        assert.deepStrictEqual(operations.sort(), [...Object.keys(reads), ...changes].sort(), noun)
      }
    })
  )

  it.effect("refuses every caller whom its decision excludes (rule access-table)", () =>
    Effect.gen(function* () {
      const at = yield* stage
      const wrong: Array<string> = []
      const missed: Array<string> = []
      for (const [noun, { reads, service }] of Object.entries(nouns)) {
        const operations = yield* serviceOf(service)
        for (const [name, decision] of Object.entries(reads)) {
          if (untried.has(decision)) continue
          const path = `${noun}.${name}`
          const operation = operations.get(name)
          if (operation === undefined) return assert.fail(`${path} is not there`)
          const given = yield* findArguments(at, path, operation, decision === "host" ? asSystem : at.admin)
          if (given === undefined) {
            missed.push(path)
            continue
          }
          const refused = { ...at.outsiders, ...insidersFor(at, decision) }
          for (const [who, asCaller] of Object.entries(refused)) {
            if (yield* succeeds(operation, given, asCaller as As)) wrong.push(`${path} answers ${who}`)
          }
        }
      }
      assert.deepStrictEqual(wrong, [])
      assert.deepStrictEqual(missed, unreached)
    })
  )
})
