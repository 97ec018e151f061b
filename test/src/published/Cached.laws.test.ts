import {
  AdaptiveSchemas,
  ChangeRequests,
  ContentEdits,
  type EditInput,
  Engine,
  Merging,
  Sites,
  Spaces
} from "@quire/core"
import { ReaderOptions } from "@quire/http"
import { Rounds } from "@quire/testing"
import { Effect, Exit, Layer, Scope } from "effect"
import * as fc from "fast-check"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { as } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import { type Sited, sited } from "../support/sited.ts"
import { comparable } from "./reader.ts"
import * as Stage from "./stage.ts"

type Change = EditInput.ContentEdit["changes"][number]

/** What readers bring along: claims without a signature. */
const audiences = [
  "",
  "?visitor.plan=team",
  "?visitor.isBeta=true",
  "?visitor.isBeta=true&visitor.plan=team",
  "?visitor.isBeta=true&visitor.plan=free",
  "?visitor.name=Ada",
  "?visitor.name=Bob&visitor.plan=team"
]

const claims = "visitor.claims.unsigned"
const expression = (source: string) => `<code class="expression">${source}</code>`
const when = (condition: string, text: string) => `{% if ${condition} %}\n${text}\n{% endif %}`

const bodies = (install: string): ReadonlyArray<string> => [
  "Plain.",
  `See [it](/pages/${install}).`,
  when(`${claims}.isBeta`, `Beta.\n\n${when(`${claims}.plan == "team"`, "Team.")}`),
  `${when(`${claims}.plan == "team"`, "Team.")}\n\n${when(`${claims}.plan == "free"`, "Free.")}`,
  `Hello ${expression(`${claims}.name`)}, ${expression(`${claims}.isBeta ? "beta" : "all"`)}.`,
  when(`${claims}.isBeta`, `Dear ${expression(`${claims}.name`)} of ${expression(`${claims}.plan`)}`)
]

const conditions = [null, `${claims}.plan == "team"`, `${claims}.isBeta`, "false"]

const paths = ["", "home.json", "guide.md", "guide/renamed.md", "empty", "llms.txt", "sitemap.xml", "docs/guide"]

interface Edited extends Sited {
  readonly mount: string
  readonly pages: ReadonlyArray<string>
}

const properties = {
  isBeta: { type: "boolean" },
  plan: { type: "string", enum: ["free", "team"] },
  name: { type: "string" }
} as const

/** A site whose claims are foreseen, and the pages that are edited. */
const prepare = Effect.gen(function* () {
  const made = yield* sited
  const mine = as(made.admin)
  const schemas = yield* AdaptiveSchemas.AdaptiveSchemas
  const sites = yield* Sites.Sites
  const unsigned = { type: "object", properties, additionalProperties: false } as const
  const jsonSchema = { type: "object", properties: { unsigned }, additionalProperties: false } as const
  yield* mine(schemas.update(made.organization, made.site, { jsonSchema }))
  yield* mine(sites.update(made.organization, made.site, { adaptiveContent: { enabled: true } }))
  return { ...made, mount: new URL(made.published).pathname, pages: [made.install] } satisfies Edited
})

type Edit = (on: Edited) => Effect.Effect<unknown, unknown, Server.Whole>

const merged =
  (changes: (on: Edited) => ReadonlyArray<Change>): Edit =>
  (on) =>
    Effect.gen(function* () {
      const requests = yield* ChangeRequests.ChangeRequests
      const edits = yield* ContentEdits.ContentEdits
      const merging = yield* Merging.Merging
      const { id } = yield* requests.create(on.id)
      yield* edits.apply({ space: on.id, changeRequest: id }, { changes: changes(on) })
      yield* merging.merge(on.id, id)
    }).pipe(as(on.admin), Effect.ignore)

const page = (fields: (on: Edited) => Partial<Extract<Change, { operation: "update_page" }>>): Edit =>
  merged((on) => [{ operation: "update_page", page: on.install, ...fields(on) }])

const site =
  (changes: Parameters<Sites.Sites["Service"]["update"]>[2]): Edit =>
  (on) =>
    as(on.admin)(Effect.flatMap(Sites.Sites, (sites) => sites.update(on.organization, on.site, changes)))

const bodyEdits = fc.nat(5).map((at) => page(({ install }) => ({ document: { markdown: bodies(install)[at] ?? "" } })))

const otherEdits: fc.Arbitrary<Edit> = fc.oneof(
  fc.constantFrom("Install it", "Renamed", "Other").map((title) => page(() => ({ title }))),
  fc.constantFrom("install", "renamed").map((slug) => page(() => ({ slug }))),
  fc.constantFrom("How", "What").map((description) => page(() => ({ description }))),
  fc.constantFrom(...conditions).map(
    (condition): Edit =>
      (on) =>
        Stage.changeCondition(on, on.second, condition)
  ),
  fc.constantFrom(...conditions.slice(0, 3)).map(
    (condition): Edit =>
      (on) =>
        Stage.changeCondition(on, on.first, condition)
  ),
  fc.constantFrom("public", "unlisted").map((visibility) => site({ visibility })),
  fc.boolean().map((enabled) => site({ adaptiveContent: { enabled } })),
  fc.constantFrom("One", "Two").map((title) => site({ title })),
  fc.constantFrom("Docs", "Book").map(
    (title): Edit =>
      (on) =>
        as(on.admin)(Effect.flatMap(Spaces.Spaces, (spaces) => spaces.update(on.id, { title })))
  )
)

const reads = fc.record({
  path: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom("guide/install.md", "guide/install.json") },
    { weight: 1, arbitrary: fc.constantFrom(...paths) }
  ),
  query: fc.constantFrom(...audiences)
})

const rounds = fc.array(
  fc.record({ edit: fc.oneof(bodyEdits, otherEdits), reads: fc.array(reads, { minLength: 6, maxLength: 12 }) }),
  { minLength: 3, maxLength: 8 }
)

describe("the cache of published sites", () => {
  const scope = Effect.runSync(Scope.make())
  let kept: Server.Opened<Server.Whole>
  let fresh: Server.Opened<Server.Whole>

  beforeAll(async () => {
    const ports = await Effect.runPromise(Scope.provide(Layer.build(Server.memoryPorts), scope))
    const open = (cachedBytes: number) =>
      Server.open(
        Layer.provideMerge(Engine.layer, Layer.succeedContext(ports)),
        undefined,
        undefined,
        undefined,
        Layer.succeed(ReaderOptions.ReaderOptions, { ...ReaderOptions.defaults, cachedBytes })
      )
    kept = await open(ReaderOptions.defaults.cachedBytes)
    fresh = await open(0)
  })
  afterAll(async () => {
    await kept.close()
    await fresh.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const look = async (api: Server.Opened<Server.Whole>, path: string) => {
    const { headers, status, text } = await api.send("GET", path)
    return { status, text, headers: comparable({ headers: Object.fromEntries(headers) }) }
  }

  it(
    "returns the same as new output, for all edits and readers (rule published-cache)",
    async () => {
      await fc.assert(
        fc.asyncProperty(rounds, async (steps) => {
          const on = await kept.run(prepare)
          for (const step of steps) {
            await kept.run(Effect.orDie(step.edit(on)))
            for (const { path, query } of step.reads) {
              const address = `${on.mount}${path}${query}`
              assert.deepStrictEqual(await look(kept, address), await look(fresh, address), address)
            }
          }
        }),
        { numRuns: Rounds.rounds(3, 500, 25) }
      )
    },
    Rounds.patience
  )
})
