import { assert, describe, it } from "@effect/vitest"
import { Rounds } from "@quire/core/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { engines } from "../support/engine.ts"
import { found } from "../support/world.ts"
import { make, type Step, step } from "./Sequence.ts"

const { rounds } = Rounds

const tally = new Map<string, number>()

/** What must have happened in any run worth the name. */
const outcomes = [
  "create done",
  ...["insert", "title", "text", "move", "delete"].map((kind) => `edit ${kind} done`),
  "edit text ChangeRequestClosed",
  "update update",
  "update ChangeRequestClosed",
  "merge merge",
  "merge ChangeRequestClosed",
  "resolve update",
  "stale ResolutionOutdated",
  "archived done",
  "open done",
  "rollback done",
  ...(Rounds.depth() === "deep"
    ? ["update conflicts", "merge conflicts", "partly ConflictsRemain", "resolve ChangeRequestClosed"]
    : [])
]

describe("change requests answer as the model does", () => {
  for (const [name, engine] of engines(import.meta.url)) {
    it(`in sequences of commands on ${name}`, async () => {
      const begun = performance.now()
      const counted = { sequences: 0, commands: 0 }
      const run = (steps: ReadonlyArray<Step>) =>
        Effect.gen(function* () {
          const system = yield* make(yield* found, tally)
          yield* system.run(steps)
          counted.sequences += 1
          counted.commands += steps.length
        }).pipe(Effect.scoped)
      await Effect.runPromise(
        Effect.gen(function* () {
          const runtime = yield* Effect.context<Effect.Services<ReturnType<typeof run>>>()
          yield* Effect.promise(() =>
            Rounds.holds(
              fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60, size: "max" }), (steps) =>
                Effect.runPromise(Effect.provide(run(steps), runtime))
              ),
              name === "memory" ? rounds(10, 1_500, 25) : rounds(1, 60, 2)
            )
          )
        }).pipe(Effect.provide(engine), Effect.provide(TestClock.layer()), Effect.scoped)
      )
      if (process.env["QUIRE_TEST_VERBOSE"] !== undefined)
        console.log(name, counted, Math.round(performance.now() - begun), tally)
    }, 1_200_000)
  }

  it("and met every outcome", () =>
    assert.deepStrictEqual(
      outcomes.filter((outcome) => !tally.has(outcome)),
      []
    ))
})
