import { assert, layer } from "@effect/vitest"
import { ChangeRequests, Spaces } from "@quire/core"
import { Rounds } from "@quire/testing"
import { Effect } from "effect"
import { as, enginesByTier } from "../support/engine.ts"
import { seed as firstSeed } from "../support/seed.ts"
import { found } from "../support/world.ts"
import * as Arena from "./Arena.ts"
import { judge } from "./Judge.ts"
import { raced, tallied } from "./Races.ts"

const { rounds } = Rounds

for (const [name, engine] of enginesByTier) {
  layer(engine)(`concurrent change requests on ${name}`, (it) => {
    it.effect("numbers requests without gaps and counts them (rules request-number and request-counts)", () =>
      Effect.gen(function* () {
        const requests = yield* ChangeRequests.ChangeRequests
        const spaces = yield* Spaces.Spaces
        const world = yield* found
        const { space } = yield* Arena.make(world, { isLive: false, shared: 1 })
        const made = yield* Effect.forEach(Array.from({ length: 64 }), () => as(world.editor)(requests.create(space)), {
          concurrency: "unbounded"
        })
        assert.deepStrictEqual(
          made.map(({ number }) => number).sort((left, right) => left - right),
          Array.from({ length: 64 }, (_, index) => index + 1)
        )
        const changes = made.map(({ id, number }) =>
          number % 3 === 0
            ? as(world.editor)(requests.update(space, id, { status: "open" }))
            : number % 3 === 1
              ? as(world.editor)(requests.update(space, id, { status: "archived" }))
              : Effect.void
        )
        yield* Effect.all(changes, { concurrency: "unbounded" })
        const listed = yield* Arena.requestsOf(world, space)
        const count = (status: string) => listed.filter((each) => each.status === status).length
        const view = yield* as(world.admin)(spaces.get(space))
        assert.deepStrictEqual(
          [view.changeRequests, view.changeRequestsOpen, view.changeRequestsDraft],
          [listed.length, count("open"), count("draft")]
        )
        assert.deepStrictEqual([listed.length, count("open"), count("archived"), count("draft")], [64, 21, 22, 21])
      })
    )

    it.effect(
      "applies edits, updates, resolutions and merges as if one after the other",
      () =>
        Effect.gen(function* () {
          for (let seed = firstSeed; seed < firstSeed + rounds(1, 3); seed++) {
            const histories = yield* raced({
              clients: name === "memory" ? rounds(40, 64) : 64,
              rounds: rounds(1, 4),
              seed,
              shared: 12
            })
            for (const history of histories) assert.deepStrictEqual(judge(history), [], `QUIRE_TEST_SEED=${seed}`)
            const tally = tallied(histories)
            for (const outcome of ["merge merge", "merge conflicts", "resolve update", "edit done", "status done"])
              assert.isAbove(tally.get(outcome) ?? 0, 3, outcome)
          }
        }),
      1_200_000
    )
  })
}
