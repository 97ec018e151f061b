import { assert, layer } from "@effect/vitest"
import { ChangeRequests, Changes, ContentBase, Contents, Merging, type PageView } from "@quire/core"
import { PageTree, TreeEdit } from "@quire/core/internal"
import { Property, Rounds } from "@quire/testing"
import { Effect } from "effect"
import * as fc from "fast-check"
import { described, document, outlineOf, placeholder, type Shop, shop } from "../../support/computed.ts"
import { engines } from "../../support/engine.ts"

type Target = { readonly space: string; readonly changeRequest?: string }

/** An operation on the space, or to the request where `inRequest`. */
type Step =
  | { readonly do: "insert"; readonly inRequest: boolean; readonly at: number; readonly seed: boolean }
  | { readonly do: "write"; readonly inRequest: boolean; readonly at: number }
  | { readonly do: "remove" | "move"; readonly inRequest: boolean; readonly which: number; readonly at: number }
  | { readonly do: "update" }
  | { readonly do: "merge" }

const inRequest = fc.boolean()
const at = fc.nat(3)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("insert" as const), inRequest, at, seed: fc.boolean() }),
  fc.record({ do: fc.constant("write" as const), inRequest, at }),
  fc.record({ do: fc.constantFrom("remove" as const, "move" as const), inRequest, which: fc.nat(9), at }),
  fc.constant({ do: "update" as const }),
  fc.constant({ do: "merge" as const })
)

const topIds = (pages: ReadonlyArray<PageView.PageView>) => pages.map(({ id }) => id)

let made = 0

/** Takes a step; one that is refused, as there is nothing to do it to, does nothing. */
const take = Effect.fnUntraced(function* ({ by, edit, insert }: Shop, space: string, request: string, next: Step) {
  const merging = yield* Merging.Merging
  const contents = yield* Contents.Contents
  if (next.do === "merge") return yield* Effect.ignore(by(merging.merge(space, request)))
  if (next.do === "update") return yield* Effect.ignore(by(merging.update(space, request)))
  const target: Target = next.inRequest ? { space, changeRequest: request } : { space }
  const { pages } = yield* by(contents.pages({ ...target, computed: false }))
  const place = { at: Math.min(next.at, pages.length) }
  if (next.do === "insert") {
    const page = placeholder(`c${++made}`, "shop", next.seed ? "shared" : undefined)
    return yield* Effect.ignoreCause(insert(target, [page], place))
  }
  if (next.do === "write") return yield* Effect.ignoreCause(insert(target, [document(`d${++made}`, "Pets")], place))
  const page = pages[next.which % Math.max(1, pages.length)]?.id ?? "none"
  yield* Effect.ignoreCause(
    edit(target, (draft, root, now) =>
      next.do === "remove"
        ? TreeEdit.remove(draft, root, [page])
        : TreeEdit.move(draft, root, { page, parent: null, at: next.at, now })
    )
  )
})

/** Each page of each placeholder is there once, in its place, and nothing of it is stored. */
const judge = Effect.fnUntraced(function* ({ by }: Shop, target: Target) {
  const contents = yield* Contents.Contents
  const base = yield* ContentBase.ContentBase
  const stored = yield* PageTree.read((yield* by(base.open(target))).root)
  assert.deepStrictEqual(
    stored.filter(({ page }) => page.type === "document" && page.computed !== undefined),
    []
  )
  const { pages } = yield* by(contents.pages(target))
  const expected = stored.flatMap(({ page }) => (page.type === "computed" ? ["Pets", "Stores"] : [page.title]))
  assert.deepStrictEqual(
    pages.map(({ title }) => title),
    expected
  )
  assert.strictEqual(new Set(topIds(pages)).size, pages.length)
  const paths = pages.flatMap((page) => ("path" in page ? [page.path] : []))
  assert.strictEqual(new Set(paths).size, paths.length)
})

for (const [name, engine] of engines(import.meta.url)) {
  const options = { timeout: Rounds.patience, fastCheck: { numRuns: Rounds.rounds(6, 200, 12) } }
  layer(engine)(`merges with computed pages on ${name}`, (it) => {
    it.effect(
      "duplicates and loses no page, for edits on every side (rule computed-merge)",
      () =>
        Effect.gen(function* () {
          const world = yield* shop
          const requests = yield* ChangeRequests.ChangeRequests
          yield* world.describe(described({ Pets: ["pets"], Stores: ["stores"] }))
          yield* Property.effect(
            [fc.array(step, { minLength: 3, maxLength: 12 })],
            ([steps]) =>
              Effect.gen(function* () {
                const space = yield* world.space()
                yield* world.insert({ space }, [document(`d${++made}`, "Guide"), placeholder(`c${++made}`)])
                const { id } = yield* Effect.orDie(world.by(requests.create(space)))
                for (const next of steps) yield* take(world, space, id, next)
                yield* judge(world, { space })
                yield* judge(world, { space, changeRequest: id })
                yield* take(world, space, id, { do: "merge" })
                yield* judge(world, { space })
              }),
            options
          )
        }),
      Property.timeout(options)
    )

    it.effect("reports changes as those of the placeholder", () =>
      Effect.gen(function* () {
        const { by, describe, insert, remove, space } = yield* shop
        const requests = yield* ChangeRequests.ChangeRequests
        const changes = yield* Changes.Changes
        const merging = yield* Merging.Merging
        const contents = yield* Contents.Contents
        yield* describe(described({ Pets: ["pets"], Stores: ["stores"] }))
        const docs = yield* space()
        yield* insert({ space: docs }, [document("a", "Guide")])
        const told = Effect.fnUntraced(function* (change: (of: Target) => Effect.Effect<void>) {
          const { id } = yield* by(requests.create(docs))
          yield* change({ space: docs, changeRequest: id })
          const found = yield* by(changes.ofChangeRequest({ space: docs, changeRequest: id }))
          const merged = yield* by(merging.merge(docs, id))
          const { pages } = yield* by(contents.pages({ space: docs }))
          return [
            found.changes.map((each) => [each.type, "page" in each ? each.page.type : ""]),
            merged.result,
            outlineOf(pages)
          ]
        })
        assert.deepStrictEqual(yield* told((of) => insert(of, [placeholder("c")])), [
          [["page_created", "computed"]],
          "merge",
          ["Guide at guide", "Pets at pets", "Stores at stores"]
        ])
        assert.deepStrictEqual(yield* told((of) => remove(of, ["c"])), [
          [["page_deleted", "computed"]],
          "merge",
          ["Guide at guide"]
        ])
      })
    )
  })
}
