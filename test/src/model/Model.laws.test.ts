import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { type Actor, ApiTokens, Spaces, type UserId } from "@quire/core"
import { Http, OrganizationCreation, RateLimit, Readiness, WebHandler } from "@quire/http"
import { Rounds } from "@quire/testing"
import { Clock, Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { isWhole } from "../support/depth.ts"
import { as, asSystem, enginesByTier, memory } from "../support/engine.ts"
import { command, founding } from "./Commands.ts"
import { Model, week } from "./Model.ts"
import { cast, settle } from "./Principals.ts"
import type { Command, Run } from "./Step.ts"
import { inProcess, overHttp, type System } from "./Systems.ts"

const { rounds } = Rounds

const tally = new Map<string, number>()

/** What must have happened in any run worth the name. */
const outcomes = [
  ...[
    "create",
    "get",
    "list",
    "children",
    "update",
    "move",
    "remove",
    "restore",
    "transfer",
    "import",
    "pages",
    "duplicate",
    "search",
    "members",
    "promote",
    "expel",
    "gather",
    "team",
    "roster",
    "dissolve",
    "grant",
    "ungrant",
    "invite",
    "join",
    "propose",
    "add",
    "look",
    "merge"
  ].map((name) => `${name} ok`),
  "promote LastAdministrator",
  "promote Forbidden",
  "expel LastAdministrator",
  "gather ReferenceNotFound",
  "roster TeamNotFound",
  "grant Forbidden",
  "grant ReferenceNotFound",
  "invite Forbidden",
  "join InviteNotFound",
  "merge Forbidden",
  "add ChangeRequestClosed",
  "create Forbidden",
  "create ReferenceNotFound",
  "create OrganizationNotFound",
  "get SpaceNotFound",
  "get CollectionNotFound",
  "update Forbidden",
  "move NothingChanged",
  "move MoveInvalid",
  "move ReferenceNotFound",
  "move Forbidden",
  "restore NotDeleted",
  "restore SpaceNotFound",
  "transfer NothingChanged",
  "transfer ReferenceNotFound",
  "transfer Forbidden",
  "import SpaceLocked",
  "import Forbidden"
]

const runAll = <R>(
  commands: ReadonlyArray<Command>,
  connect: (world: Effect.Success<typeof settle>) => Effect.Effect<System, never, R>
) =>
  Effect.gen(function* () {
    const world = yield* settle
    const on: Run = {
      model: new Model(cast),
      system: yield* connect(world),
      ids: new Map(),
      named: new Map(),
      tally,
      ...world
    }
    for (const { name, run } of commands) {
      yield* run(on).pipe(
        Effect.catchDefect((defect) =>
          Effect.die(new Error(`${name}: ${defect instanceof Error ? defect.message : defect}`, { cause: defect }))
        )
      )
    }
  })

const answered = () => Array.from(tally.values()).reduce((sum, count) => sum + count, 0)

/** Runs of commands, each of which is judged where it is made; those that found a world are always made. */
const check = (
  numRuns: number,
  length: number,
  run: (commands: ReadonlyArray<Command>) => Effect.Effect<void, never, never>
) =>
  Rounds.holds(
    fc.asyncProperty(
      founding,
      fc.array(command, { minLength: 10, maxLength: length, size: "max" }),
      async (first, commands) => {
        const before = answered()
        await Effect.runPromise(run([...first, ...commands]))
        assert.isAtLeast(answered() - before, first.length)
      }
    ),
    numRuns
  )

/** The API over the engine at hand, at the time of the test. */
const web = Effect.gen(function* () {
  const context = yield* Effect.context<never>()
  const clock = yield* Clock.Clock
  const handler = WebHandler.toWebHandler(
    Layer.mergeAll(Http.layer, RateLimit.RateLimit.layerOff).pipe(
      Layer.provide(
        Layer.mergeAll(
          RateLimit.RateLimit.layerOff,
          Readiness.Readiness.layer,
          OrganizationCreation.OrganizationCreation.layer("anyone")
        )
      ),
      Layer.provide(Layer.succeedContext(context)),
      Layer.provideMerge(Logger.layer([])),
      Layer.provideMerge(Layer.succeed(Clock.Clock, clock))
    ) as never
  )
  yield* Effect.addFinalizer(() => Effect.promise(handler.dispose))
  return handler.handler
})

describe("the engine compared with the model", () => {
  for (const [name, engine] of enginesByTier) {
    it(
      `matches in process on ${name}`,
      () =>
        check(name === "memory" ? rounds(8, 3_000, 300) : rounds(0, 400, 10), 80, (commands) =>
          runAll(commands, () => inProcess).pipe(
            Effect.provide(engine),
            Effect.provide(TestClock.layer()),
            Effect.orDie,
            Effect.scoped
          )
        ),
      Rounds.patience
    )
  }

  it(
    "matches over HTTP on memory",
    async () => {
      const texts: Array<string> = []
      const files = createServer((request, response) => {
        response.writeHead(200, { "content-type": "text/markdown" }).end(texts[Number((request.url ?? "").slice(1))])
      })
      await new Promise<void>((resolve) => files.listen(0, "127.0.0.1", resolve))
      const { port } = files.address() as AddressInfo
      const publish = (text: string) => `http://127.0.0.1:${port}/${texts.push(text) - 1}`
      await check(rounds(2, 500, 15), 40, (commands) =>
        runAll(commands, ({ users }) =>
          Effect.gen(function* () {
            const tokens = yield* ApiTokens.ApiTokens
            const known = new Map<string, string>()
            for (const id of users.values()) {
              const { token } = yield* Effect.orDie(asSystem(tokens.create(id as UserId, { label: "model" })))
              known.set(id, token)
            }
            return overHttp(yield* web, known, publish)
          })
        ).pipe(Effect.provide(memory), Effect.provide(TestClock.layer()), Effect.orDie, Effect.scoped)
      )
      files.close()
    },
    Rounds.patience
  )
})

/** The few runs of the fast tier may miss some. */
it("reaches every outcome in the runs above, unless these were few", () =>
  assert.deepStrictEqual(
    outcomes.filter((outcome) => isWhole && !tally.has(outcome)),
    []
  ))

describe("the restore window of a deletion (rule space-restore-window)", () => {
  const moments = [
    ["an ordinary week", "2026-06-01T12:00:00Z"],
    ["the week when New York's clocks go forward", "2026-03-05T12:00:00Z"],
    ["the week when New York's clocks go back", "2026-10-29T12:00:00Z"]
  ] as const
  for (const [name, engine] of enginesByTier) {
    for (const [what, start] of moments) {
      it(`ends after 168 hours in ${what} on ${name}`, async () => {
        const zone = process.env["TZ"]
        process.env["TZ"] = "America/New_York"
        await Effect.runPromise(
          Effect.gen(function* () {
            yield* TestClock.setTime(Date.parse(start))
            const { organizations, users } = yield* settle
            const spaces = yield* Spaces.Spaces
            const admin = as(users.get("admin") as UserId)
            const { id } = yield* admin(spaces.create(organizations[0] as never, {}))
            yield* admin(spaces.remove(id))
            yield* TestClock.adjust(week - 1)
            assert.isUndefined((yield* admin(spaces.restore(id))).deletedAt)
            yield* admin(spaces.remove(id))
            yield* TestClock.adjust(week)
            const reason = <A, E extends { readonly _tag: string }>(asked: Effect.Effect<A, E, Actor.Actor>) =>
              Effect.match(admin(asked), { onSuccess: () => "answered", onFailure: ({ _tag }) => _tag })
            assert.strictEqual(yield* reason(spaces.restore(id)), "SpaceNotFound")
            assert.strictEqual(yield* reason(spaces.get(id)), "SpaceNotFound")
          }).pipe(Effect.provide(engine), Effect.provide(TestClock.layer()), Effect.scoped)
        )
        if (zone === undefined) delete process.env["TZ"]
        else process.env["TZ"] = zone
      })
    }
  }
})
