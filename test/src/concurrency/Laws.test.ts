import { assert, layer } from "@effect/vitest"
import { ChangeRequests, ContentEdits, Contents, Merging, RevisionHistory } from "@quire/core"
import { Effect } from "effect"
import { as, engines } from "../support/engine.ts"
import { found } from "../support/world.ts"
import * as Arena from "./Arena.ts"

/** A locked space with pages, and the operations of the laws. */
const setup = Effect.gen(function* () {
  const world = yield* found
  const requests = yield* ChangeRequests.ChangeRequests
  const merging = yield* Merging.Merging
  const edits = yield* ContentEdits.ContentEdits
  const contents = yield* Contents.Contents
  const history = yield* RevisionHistory.RevisionHistory
  const { shared, space } = yield* Arena.make(world, { isLive: false, shared: 3 })
  const boss = as(world.creator)
  const [one = "", two = "", three = ""] = shared
  return {
    pages: { one, two, three },
    boss,
    request: Effect.map(as(world.editor)(requests.create(space)), ({ id }) => id),
    title: (request: string, page: string, title: string) =>
      as(world.editor)(
        edits.apply({ space, changeRequest: request }, { changes: [{ operation: "update_page", page, title }] })
      ),
    titles: (changeRequest?: string) =>
      Effect.forEach(shared, (page) =>
        Effect.map(
          boss(contents.page({ space, ...(changeRequest === undefined ? {} : { changeRequest }) }, page)),
          ({ title }) => title
        )
      ),
    view: (request: string) => boss(requests.get(space, request)),
    revision: (revision: string) => boss(contents.revision({ space, revision })),
    status: (request: string) => boss(merging.status(space, request)),
    merge: (request: string) => Effect.map(boss(merging.merge(space, request)), ({ result }) => result),
    update: (request: string) => Effect.map(boss(merging.update(space, request)), ({ result }) => result),
    resolve: Effect.fnUntraced(function* (request: string, side: "primary" | "changed") {
      const { conflicts, expectedBase, expectedHead } = yield* boss(merging.status(space, request))
      const resolutions = Object.fromEntries(conflicts.map(({ key }) => [key, side] as const))
      return yield* boss(merging.resolve(space, request, { resolutions, expectedBase, expectedHead }))
    }),
    line: Effect.map(boss(history.list(space, { limit: 100 })), ({ items }) => items.map(({ id }) => id))
  }
})

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`invariants of change requests on ${name}`, (it) => {
    it.effect("reports no conflict for equal edits of both sides", () =>
      Effect.gen(function* () {
        const at = yield* setup
        const [first, second] = [yield* at.request, yield* at.request]
        for (const each of [first, second]) yield* at.title(each, at.pages.one, "Same")
        assert.strictEqual(yield* at.merge(first), "merge")
        assert.deepStrictEqual((yield* at.status(second)).conflicts, [])
        assert.strictEqual(yield* at.merge(second), "merge")
        assert.deepStrictEqual(yield* at.titles(), ["Same", "Shared 1", "Shared 2"])
      })
    )

    it.effect("keeps a resolution until primary content changes it again", () =>
      Effect.gen(function* () {
        const at = yield* setup
        for (const side of ["primary", "changed"] as const) {
          const [own, first, other, again] = [
            yield* at.request,
            yield* at.request,
            yield* at.request,
            yield* at.request
          ]
          yield* at.title(own, at.pages.one, `Own ${side}`)
          yield* at.title(first, at.pages.one, `First ${side}`)
          yield* at.title(other, at.pages.two, `Other ${side}`)
          yield* at.title(again, at.pages.one, `Again ${side}`)
          assert.strictEqual(yield* at.merge(first), "merge")
          assert.strictEqual(yield* at.update(own), "conflicts")
          yield* at.resolve(own, side)
          const settled = side === "primary" ? `First ${side}` : `Own ${side}`
          assert.deepStrictEqual((yield* at.status(own)).conflicts, [])
          assert.strictEqual(yield* at.merge(other), "merge")
          assert.deepStrictEqual((yield* at.status(own)).conflicts, [])
          assert.strictEqual(yield* at.update(own), "update")
          assert.deepStrictEqual((yield* at.titles(own)).slice(0, 2), [settled, `Other ${side}`])
          yield* at.resolve(again, "changed")
          assert.strictEqual(yield* at.merge(again), "merge")
          assert.lengthOf((yield* at.status(own)).conflicts, side === "primary" ? 0 : 1)
        }
      })
    )

    it.effect("records updates in the history of a request, and the request in its merge", () =>
      Effect.gen(function* () {
        const at = yield* setup
        const [own, other] = [yield* at.request, yield* at.request]
        yield* at.title(own, at.pages.one, "Mine")
        const edited = (yield* at.view(own)).revision
        yield* at.title(other, at.pages.two, "Theirs")
        yield* at.merge(other)
        const [head = ""] = yield* at.line
        yield* at.update(own)
        const updated = yield* at.revision((yield* at.view(own)).revision)
        assert.deepStrictEqual([updated.type, updated.parents], ["update", [edited, head]])
        yield* at.merge(own)
        const merged = yield* at.view(own)
        const last = yield* at.revision(merged.revisionMerged ?? "")
        assert.deepStrictEqual([last.type, last.parents], ["merge", [head, updated.id]])
        assert.strictEqual((yield* at.line)[0], last.id)
      })
    )

    it.effect("leaves request and space unchanged when a merge fails (rule merge-clean)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        const [own, other] = [yield* at.request, yield* at.request]
        yield* at.title(own, at.pages.one, "Mine")
        yield* at.title(other, at.pages.one, "Theirs")
        yield* at.merge(other)
        const before = [yield* at.view(own), yield* at.titles(own), yield* at.titles(), yield* at.line]
        assert.strictEqual(yield* at.merge(own), "conflicts")
        assert.strictEqual(yield* at.update(own), "conflicts")
        assert.deepStrictEqual([yield* at.view(own), yield* at.titles(own), yield* at.titles(), yield* at.line], before)
      })
    )

    it.effect("keeps the first request when the second is merged, and adds only the pages of the second", () =>
      Effect.gen(function* () {
        const at = yield* setup
        const [first, second, third] = [yield* at.request, yield* at.request, yield* at.request]
        yield* at.title(first, at.pages.one, "First")
        yield* at.title(second, at.pages.two, "Second")
        yield* at.title(third, at.pages.three, "Third")
        const standing = [yield* at.view(third), yield* at.titles(third)]
        yield* at.merge(first)
        assert.deepStrictEqual(yield* at.titles(), ["First", "Shared 1", "Shared 2"])
        yield* at.merge(second)
        assert.deepStrictEqual(yield* at.titles(), ["First", "Second", "Shared 2"])
        assert.deepStrictEqual([{ ...(yield* at.view(third)), outdated: false }, yield* at.titles(third)], standing)
      })
    )
  })
}
