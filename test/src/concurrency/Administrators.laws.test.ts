import { assert, layer } from "@effect/vitest"
import { Access, Members, type UserId } from "@quire/core"
import { Rounds } from "@quire/testing"
import { Effect } from "effect"
import { as, asSystem, enginesByTier } from "../support/engine.ts"
import { found } from "../support/world.ts"

const rounds = Rounds.rounds(2, 60, 4)

const outcome = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })

for (const [name, engine] of enginesByTier) {
  layer(engine)(`concurrent administrators on ${name}`, (it) => {
    /** What two administrators of one organization may do to each other. */
    const weapons = Effect.map(Members.Members, ({ disable, remove, update }) => {
      const demote = (organization: Parameters<typeof update>[0], whom: UserId) =>
        Effect.asVoid(update(organization, whom, { role: "read" }))
      const guest = (organization: Parameters<typeof update>[0], whom: UserId) =>
        Effect.asVoid(update(organization, whom, { role: null }))
      /** An administrator who was made a guest meanwhile finds no member to remove. */
      const expel = (organization: Parameters<typeof update>[0], whom: UserId) =>
        Effect.flatMap(remove(organization, whom), (isRemoved) =>
          isRemoved ? Effect.void : new Access.MemberNotFound({ id: whom })
        )
      return { demote, guest, expel, disable }
    })

    it.effect("keeps one administrator when each removes the other", () =>
      Effect.gen(function* () {
        const members = yield* Members.Members
        const { demote, expel, guest } = yield* weapons
        const pairs = [
          [demote, demote],
          [expel, expel],
          [demote, expel],
          [expel, guest]
        ] as const
        for (let round = 0; round < rounds; round++) {
          const { admin, creator, organization } = yield* found
          yield* as(admin)(members.update(organization, creator, { role: "admin" }))
          const [first = demote, second = demote] = pairs[round % pairs.length] ?? []
          const late = Effect.repeat(Effect.yieldNow, { times: round * 7 })
          const answers = yield* Effect.all(
            [
              Effect.andThen(round % 2 === 0 ? late : Effect.void, outcome(as(admin)(first(organization, creator)))),
              Effect.andThen(round % 2 === 1 ? late : Effect.void, outcome(as(creator)(second(organization, admin))))
            ],
            { concurrency: "unbounded" }
          )
          assert.lengthOf(
            answers.filter((answer) => answer === "done"),
            1,
            answers.join(" and ")
          )
          const winner = answers[0] === "done" ? admin : creator
          const { items } = yield* as(winner)(members.list(organization, { role: "admin" }, { limit: 10 }))
          assert.deepStrictEqual(
            items.map(({ id }) => id),
            [winner]
          )
        }
      })
    )

    it.effect("keeps one administrator when all leave at once", () =>
      Effect.gen(function* () {
        const members = yield* Members.Members
        const { disable } = yield* weapons
        for (let round = 0; round < rounds; round++) {
          const { admin, creator, editor, guest, organization, reader } = yield* found
          const everybody = [admin, creator, editor, guest, reader]
          for (const who of everybody.slice(1)) {
            yield* as(admin)(members.update(organization, who, { role: "admin" }))
          }
          const answers = yield* Effect.all(
            everybody.map((who, at) => {
              if (at % 3 === 1) return outcome(as(who)(members.update(organization, who, { role: "edit" })))
              if (at % 3 === 0) return outcome(as(who)(members.remove(organization, who)))
              return outcome(asSystem(disable(organization, who)))
            }),
            { concurrency: "unbounded" }
          )
          assert.deepStrictEqual(answers.toSorted(), ["LastAdministrator", "done", "done", "done", "done"])
          const { items } = yield* asSystem(members.list(organization, { role: "admin" }, { limit: 10 }))
          const left = items.filter(({ disabled }) => !disabled).map(({ id }) => id)
          assert.deepStrictEqual(
            left,
            everybody.filter((_, at) => answers[at] === "LastAdministrator")
          )
        }
      })
    )
  })
}
