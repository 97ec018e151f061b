import { assert, layer } from "@effect/vitest"
import { type Actor, ChangeRequests, ContentEdits, Contents, Merging } from "@quire/core"
import { Rounds } from "@quire/testing"
import { Effect } from "effect"
import { as, asSystem, enginesByTier } from "../support/engine.ts"
import { found } from "../support/world.ts"
import * as Arena from "./Arena.ts"

const rounds = Rounds.rounds(2, 60, 4)

/** What it answered: its result where it has one, the tag of a refusal. */
const outcome = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, {
    onFailure: ({ _tag }) => _tag,
    onSuccess: (value) =>
      typeof value === "object" && value !== null && "result" in value ? String(value.result) : "done"
  })

const setup = Effect.gen(function* () {
  const world = yield* found
  const requests = yield* ChangeRequests.ChangeRequests
  const merging = yield* Merging.Merging
  const edits = yield* ContentEdits.ContentEdits
  const contents = yield* Contents.Contents
  const { shared, space } = yield* Arena.make(world, { isLive: false, shared: 3 })
  const [page = ""] = shared
  const boss = as(world.creator)
  const title = (request: string, value: string) =>
    as(world.editor)(
      edits.apply({ space, changeRequest: request }, { changes: [{ operation: "update_page", page, title: value }] })
    )
  const made = Effect.fnUntraced(function* (value: string) {
    const { id } = yield* as(world.editor)(requests.create(space))
    yield* title(id, value)
    return id
  })
  const status = (request: string) => Effect.map(boss(requests.get(space, request)), (view) => view.status)
  const headTitle = Effect.map(boss(contents.page({ space }, page)), (view) => view.title)
  return {
    space,
    made,
    title,
    status,
    headTitle,
    boss,
    merge: (request: string) => boss(merging.merge(space, request)),
    update: (request: string) => as(world.editor)(merging.update(space, request)),
    archive: (request: string) => boss(requests.update(space, request, { status: "archived" })),
    requests
  }
})

/** Both at once, whichever begins. */
const both = <E extends { readonly _tag: string }, E2 extends { readonly _tag: string }>(
  round: number,
  one: Effect.Effect<unknown, E, Actor.Actor>,
  other: Effect.Effect<unknown, E2, Actor.Actor>
) => {
  const late = Effect.repeat(Effect.yieldNow, { times: round * 7 })
  return Effect.all(
    [
      Effect.andThen(round % 2 === 0 ? late : Effect.void, outcome(one)),
      Effect.andThen(round % 2 === 1 ? late : Effect.void, outcome(other))
    ],
    {
      concurrency: "unbounded"
    }
  )
}

for (const [name, engine] of enginesByTier) {
  layer(engine)(`two concurrent operations on one change request on ${name}`, (it) => {
    it.effect("lets exactly one of several concurrent merges succeed (rule merge-races)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        for (let round = 0; round < rounds; round++) {
          const request = yield* at.made(`Merged ${round}`)
          const many = yield* Effect.all(
            Array.from({ length: 8 }, () => outcome(at.merge(request))),
            { concurrency: "unbounded" }
          )
          assert.deepStrictEqual(many.sort(), [...Array.from({ length: 7 }, () => "ChangeRequestClosed"), "merge"])
          assert.deepStrictEqual([yield* at.status(request), yield* at.headTitle], ["merged", `Merged ${round}`])
        }
      }).pipe(asSystem)
    )

    it.effect("includes a concurrent edit in a merge, or refuses it", () =>
      Effect.gen(function* () {
        const at = yield* setup
        for (let round = 0; round < rounds; round++) {
          const request = yield* at.made(`First ${round}`)
          const [merged, edited] = yield* both(round, at.merge(request), at.title(request, `Second ${round}`))
          assert.strictEqual(merged, "merge")
          assert.include(["done", "ChangeRequestClosed"], edited)
          assert.strictEqual(yield* at.headTitle, edited === "done" ? `Second ${round}` : `First ${round}`)
        }
      }).pipe(asSystem)
    )

    it.effect("completes either a merge or an archival, and merges no content of an archived request", () =>
      Effect.gen(function* () {
        const at = yield* setup
        for (let round = 0; round < rounds; round++) {
          const before = yield* at.headTitle
          const request = yield* at.made(`Archived ${round}`)
          const answers = yield* both(round, at.merge(request), at.archive(request))
          const isMerged = answers[0] === "merge"
          assert.deepStrictEqual(answers, isMerged ? ["merge", "ChangeRequestClosed"] : ["ChangeRequestClosed", "done"])
          assert.strictEqual(yield* at.status(request), isMerged ? "merged" : "archived")
          assert.strictEqual(yield* at.headTitle, isMerged ? `Archived ${round}` : before)
        }
      }).pipe(asSystem)
    )

    it.effect("merges before or after a concurrent update", () =>
      Effect.gen(function* () {
        const at = yield* setup
        for (let round = 0; round < rounds; round++) {
          const { id } = yield* at.boss(at.requests.create(at.space))
          yield* at.merge(yield* at.made(`Moved on ${round}`))
          const [updated, merged] = yield* both(round, at.update(id), at.merge(id))
          assert.include(["update", "ChangeRequestClosed"], updated)
          assert.strictEqual(merged, "merge")
          assert.deepStrictEqual([yield* at.status(id), yield* at.headTitle], ["merged", `Moved on ${round}`])
        }
      }).pipe(asSystem)
    )

    it.effect("merges one of two conflicting requests and reports conflicts for the other (rule merge-races)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        for (let round = 0; round < rounds; round++) {
          const [one, other] = [yield* at.made(`One ${round}`), yield* at.made(`Other ${round}`)]
          const answers = yield* both(round, at.merge(one), at.merge(other))
          assert.deepStrictEqual([...answers].sort(), ["conflicts", "merge"])
          const winner = answers[0] === "merge" ? "One" : "Other"
          assert.strictEqual(yield* at.headTitle, `${winner} ${round}`)
          assert.deepStrictEqual([yield* at.status(one), yield* at.status(other)].sort(), ["draft", "merged"])
        }
      }).pipe(asSystem)
    )
  })
}
