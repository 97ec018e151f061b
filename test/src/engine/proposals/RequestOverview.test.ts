import { assert, layer } from "@effect/vitest"
import { ChangeRequests, RequestOverview, Spaces, type UserId } from "@quire/core"
import { Effect } from "effect"
import { as, asSystem, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

const everything = ["draft", "open", "archived", "merged"] as const

/** Four spaces of an organization; the reader may not read the second, the third is deleted, the last is empty. */
const populated = Effect.gen(function* () {
  const requests = yield* ChangeRequests.ChangeRequests
  const spaces = yield* Spaces.Spaces
  const world = yield* found
  const made = yield* as(world.admin)(
    Effect.forEach([1, 2, 3, 4], () => Effect.map(spaces.create(world.organization, {}), ({ id }) => id))
  )
  const [first = "", hidden = "", deleted = ""] = made
  yield* as(world.admin)(spaces.update(hidden, { defaultLevel: null }))
  for (const space of [first, hidden, deleted]) {
    for (const [at, status] of everything.entries()) {
      const by = at % 2 === 0 ? world.admin : world.editor
      const { id } = yield* space === hidden
        ? as(world.admin)(requests.create(space, {}))
        : as(by)(requests.create(space, {}))
      if (status === "open" || status === "archived") yield* as(world.admin)(requests.update(space, id, { status }))
    }
  }
  yield* as(world.admin)(spaces.remove(deleted))
  return { world, first, hidden }
})

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`change requests of an organization on ${name}`, (it) => {
    it.effect("lists those of the spaces that the caller may read, by space, the newest first", () =>
      Effect.gen(function* () {
        const overview = yield* RequestOverview.RequestOverview
        const { first, hidden, world } = yield* populated
        const list = (filter: Partial<RequestOverview.OverviewFilter>, limit = 50, page?: string) =>
          overview.list(world.organization, { statuses: everything, ...filter }, { limit, page })
        const shown = (filter: Partial<RequestOverview.OverviewFilter>) =>
          Effect.map(list(filter), ({ count, items }) => {
            assert.strictEqual(count, items.length)
            return items.map(({ number, urls }) => [urls.location.split("/")[5], number])
          })
        const numbers = (space: string, ...of: ReadonlyArray<number>) => of.map((number) => [space, number])
        assert.deepStrictEqual(yield* as(world.reader)(shown({})), numbers(first, 4, 3, 2, 1))
        const all = [...numbers(first, 4, 3, 2, 1), ...numbers(hidden, 4, 3, 2, 1)]
        assert.deepStrictEqual(yield* as(world.admin)(shown({})), all)
        assert.deepStrictEqual(yield* asSystem(shown({})), all)
        assert.deepStrictEqual(yield* as(world.guest)(shown({})), [])
        assert.deepStrictEqual(yield* as(world.reader)(shown({ statuses: ["open"] })), numbers(first, 2))
        assert.deepStrictEqual(yield* as(world.reader)(shown({ statuses: ["open", "draft"] })), numbers(first, 4, 2, 1))
        assert.deepStrictEqual(yield* as(world.reader)(shown({ creator: world.editor })), numbers(first, 4, 2))
        assert.deepStrictEqual(yield* as(world.reader)(shown({ creator: "unknown" })), [])
        assert.deepStrictEqual(yield* as(world.reader)(shown({ contributor: world.editor })), [])
        const stranger = yield* Effect.match(as(world.stranger)(list({})), {
          onFailure: ({ _tag }): string => _tag,
          onSuccess: () => "nothing"
        })
        assert.strictEqual(stranger, "OrganizationNotFound")
      })
    )

    it.effect("returns the same in pages of any size, also while requests are created", () =>
      Effect.gen(function* () {
        const overview = yield* RequestOverview.RequestOverview
        const requests = yield* ChangeRequests.ChangeRequests
        const { hidden, world } = yield* populated
        const read = (who: UserId, limit: number, between: Effect.Effect<unknown> = Effect.void) =>
          Effect.gen(function* () {
            const ids: Array<string> = []
            let page: string | undefined
            do {
              const answer = yield* as(who)(
                overview.list(world.organization, { statuses: everything }, { limit, page })
              )
              ids.push(...answer.items.map(({ id }) => id))
              page = answer.next?.page
              yield* between
            } while (page !== undefined)
            return ids
          })
        for (const who of [world.admin, world.reader]) {
          const all = yield* read(who, 50)
          for (const limit of [1, 2, 3, 4, 7, 8]) assert.deepStrictEqual(yield* read(who, limit), all)
        }
        const before = yield* read(world.admin, 50)
        const more = Effect.orDie(as(world.admin)(requests.create(hidden, {})))
        const during = yield* read(world.admin, 3, more)
        assert.deepStrictEqual(
          during.filter((id) => before.includes(id)),
          before
        )
        assert.lengthOf(new Set(during), during.length)
      })
    )
  })
}
