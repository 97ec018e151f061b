import { assert, layer } from "@effect/vitest"
import * as Memory from "@quire/adapters/memory"
import { ChangeRequests, ContentEdits, Contents, Engine, Merging, RowStore, Spaces } from "@quire/core"
import { Context, Effect, Layer } from "effect"
import { as, capabilities } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

/** What others do, each before one of the next transactions begins; no other writer interferes meanwhile. */
let others: ReadonlyArray<Effect.Effect<unknown>> = []

const overtaken = Effect.suspend(() => {
  const [next = Effect.void, ...rest] = others
  others = []
  return Effect.tap(next, () =>
    Effect.sync(() => {
      others = rest
    })
  )
})

const hurried = (store: typeof RowStore.RowStore.Service): typeof RowStore.RowStore.Service => ({
  ...store,
  atomic: (body) => Effect.andThen(overtaken, store.atomic(body))
})

const engine = Engine.layer.pipe(
  Layer.provideMerge(
    Layer.effectContext(
      Effect.map(Layer.build(Layer.merge(Memory.Memory.layer, capabilities)), (ports) =>
        Context.add(ports, RowStore.RowStore, hurried(Context.get(ports, RowStore.RowStore)))
      )
    )
  )
)

/** The tag of the refusal, its result where it has one, or `done`. */
const outcome = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, {
    onFailure: ({ _tag }) => _tag,
    onSuccess: (value) =>
      typeof value === "object" && value !== null && "result" in value ? String(value.result) : "done"
  })

const meanwhile = <A, E extends { readonly _tag: string }, R>(
  self: Effect.Effect<A, E, R>,
  ...between: ReadonlyArray<Effect.Effect<unknown>>
) =>
  Effect.suspend(() => {
    others = between
    return Effect.tap(outcome(self), () => Effect.sync(() => assert.isEmpty(others)))
  })

/** A locked space of two pages, and what one does there. */
const setup = Effect.gen(function* () {
  const world = yield* found
  const spaces = yield* Spaces.Spaces
  const edits = yield* ContentEdits.ContentEdits
  const contents = yield* Contents.Contents
  const requests = yield* ChangeRequests.ChangeRequests
  const merging = yield* Merging.Merging
  const boss = as(world.creator)
  const { id: space } = yield* as(world.admin)(spaces.create(world.organization, { title: "Book", editMode: "live" }))
  const insert = (title: string) => ({ operation: "insert_page", title }) as const
  const made = yield* boss(edits.apply({ space }, { changes: [insert("One"), insert("Two")] }))
  const [one = "", two = ""] = made.changes.flatMap((each) => (each.object === "created_page" ? [each.page.id] : []))
  yield* as(world.admin)(spaces.update(space, { editMode: "locked" }))
  const edit = (request: string, page: string, fields: { readonly title?: string; readonly emoji?: string }) =>
    boss(edits.apply({ space, changeRequest: request }, { changes: [{ operation: "update_page", page, ...fields }] }))
  const proposed = Effect.fnUntraced(function* (page: string, title: string) {
    const { id } = yield* boss(requests.create(space))
    yield* edit(id, page, { title })
    return id
  })
  const merge = (request: string) => boss(merging.merge(space, request))
  return {
    one,
    two,
    edit,
    proposed,
    merge,
    create: Effect.map(boss(requests.create(space)), ({ id }) => id),
    /** A separate merge. */
    moved: (page: string, title: string) => Effect.orDie(Effect.flatMap(proposed(page, title), merge)),
    update: (request: string) => boss(merging.update(space, request)),
    status: (request: string) => boss(merging.status(space, request)),
    resolve: (request: string, resolution: Parameters<typeof merging.resolve>[2]) =>
      boss(merging.resolve(space, request, resolution)),
    archive: (request: string) => Effect.orDie(boss(requests.update(space, request, { status: "archived" }))),
    request: (request: string) => boss(requests.get(space, request)),
    contributors: (request: string) => boss(requests.contributors(space, request, { limit: 10 })),
    head: boss(contents.revision({ space })),
    titles: (changeRequest?: string) =>
      Effect.map(
        boss(contents.revision({ space, ...(changeRequest === undefined ? {} : { changeRequest }) })),
        (seen) => seen.pages.map(({ title }) => title)
      )
  }
})

layer(engine)("a change request with concurrent writers", (it) => {
  it.effect("merges together with an edit made meanwhile", () =>
    Effect.gen(function* () {
      const at = yield* setup
      const request = yield* at.proposed(at.one, "First")
      const edit = Effect.orDie(at.edit(request, at.one, { title: "Second" }))
      assert.strictEqual(yield* meanwhile(at.merge(request), edit), "merge")
      assert.deepStrictEqual(yield* at.titles(), ["Second", "Two"])
    })
  )

  it.effect("does not merge once archived", () =>
    Effect.gen(function* () {
      const at = yield* setup
      const request = yield* at.proposed(at.one, "First")
      assert.strictEqual(yield* meanwhile(at.merge(request), at.archive(request)), "ChangeRequestClosed")
      assert.deepStrictEqual(yield* at.titles(), ["One", "Two"])
    })
  )

  it.effect("merges once", () =>
    Effect.gen(function* () {
      const at = yield* setup
      const request = yield* at.proposed(at.one, "First")
      assert.strictEqual(yield* meanwhile(at.merge(request), Effect.orDie(at.merge(request))), "ChangeRequestClosed")
      assert.deepStrictEqual(yield* at.titles(), ["First", "Two"])
    })
  )

  it.effect("merges into the result of two other merges (rule merge-races)", () =>
    Effect.gen(function* () {
      const at = yield* setup
      const request = yield* at.proposed(at.one, "First")
      const [once, twice] = [at.moved(at.two, "Second"), at.moved(at.two, "Third")]
      assert.strictEqual(yield* meanwhile(at.merge(request), once, twice), "merge")
      assert.deepStrictEqual(yield* at.titles(), ["First", "Third"])
    })
  )

  it.effect("conflicts with another merge and writes nothing (rule merge-conflicts)", () =>
    Effect.gen(function* () {
      const at = yield* setup
      const request = yield* at.proposed(at.one, "First")
      assert.strictEqual(yield* meanwhile(at.merge(request), at.moved(at.one, "Other")), "conflicts")
      assert.deepStrictEqual(yield* at.titles(), ["Other", "Two"])
      assert.strictEqual((yield* at.request(request)).status, "draft")
    })
  )

  it.effect("accepts no edit once merged", () =>
    Effect.gen(function* () {
      const at = yield* setup
      const request = yield* at.proposed(at.one, "First")
      const merged = Effect.orDie(at.merge(request))
      const edit = at.edit(request, at.one, { title: "Second" })
      assert.strictEqual(yield* meanwhile(edit, merged), "ChangeRequestClosed")
      assert.deepStrictEqual(
        [yield* at.titles(), yield* at.titles(request)],
        [
          ["First", "Two"],
          ["First", "Two"]
        ]
      )
    })
  )

  it.effect("contains the edits of all authors and counts them (rule request-contributors)", () =>
    Effect.gen(function* () {
      const at = yield* setup
      const request = yield* at.create
      const others = [{ title: "Twice" }, { title: "Thrice" }].map((each) =>
        Effect.orDie(at.edit(request, at.two, each))
      )
      assert.strictEqual(yield* meanwhile(at.edit(request, at.one, { title: "First" }), ...others), "done")
      assert.deepStrictEqual(yield* at.titles(request), ["First", "Thrice"])
      const { items } = yield* at.contributors(request)
      assert.deepStrictEqual(
        items.map(({ count }) => count),
        [3]
      )
    })
  )

  it.effect("becomes outdated again when the space changes after an update (rule request-outdated)", () =>
    Effect.gen(function* () {
      const at = yield* setup
      const request = yield* at.proposed(at.one, "First")
      yield* at.moved(at.two, "Second")
      assert.strictEqual(yield* meanwhile(at.update(request), at.moved(at.two, "Third")), "update")
      assert.isTrue((yield* at.request(request)).outdated)
      yield* at.update(request)
      assert.deepStrictEqual(
        [(yield* at.request(request)).outdated, yield* at.titles(request)],
        [false, ["First", "Third"]]
      )
    })
  )

  it.effect("keeps an edit made during the update", () =>
    Effect.gen(function* () {
      const at = yield* setup
      const request = yield* at.proposed(at.one, "First")
      yield* at.moved(at.two, "Second")
      const edit = Effect.orDie(at.edit(request, at.one, { title: "Third" }))
      assert.strictEqual(yield* meanwhile(at.update(request), edit), "update")
      assert.deepStrictEqual(yield* at.titles(request), ["Third", "Second"])
    })
  )

  it.effect("rejects resolutions of conflicts that no longer exist (rule merge-resolve)", () =>
    Effect.gen(function* () {
      const at = yield* setup
      const request = yield* at.proposed(at.one, "First")
      yield* at.moved(at.one, "Other")
      const { conflicts, expectedBase, expectedHead } = yield* at.status(request)
      const resolutions = Object.fromEntries(conflicts.map(({ key }) => [key, "changed" as const]))
      const resolve = at.resolve(request, { resolutions, expectedBase, expectedHead })
      const edit = Effect.orDie(at.edit(request, at.two, { title: "Second" }))
      assert.strictEqual(yield* meanwhile(resolve, edit), "ResolutionOutdated")
      yield* at.moved(at.two, "Second")
      const { expectedHead: head } = yield* at.status(request)
      const older = at.resolve(request, { resolutions, expectedBase, expectedHead: head })
      assert.strictEqual(yield* outcome(older), "ResolutionOutdated")
    })
  )
})

layer(engine)("the revision of a merge", (it) => {
  it.effect("has both heads as parents and names the request (rule merge-clean)", () =>
    Effect.gen(function* () {
      const at = yield* setup
      const request = yield* at.proposed(at.one, "First")
      const [before, { revision }] = [yield* at.head, yield* at.request(request)]
      yield* at.merge(request)
      const { mergedFrom, parents, type } = yield* at.head
      assert.deepStrictEqual([type, parents, mergedFrom?.id], ["merge", [before.id, revision], request])
    })
  )

  it.effect("does not exist if an edit changed nothing", () =>
    Effect.gen(function* () {
      const at = yield* setup
      const request = yield* at.create
      const { revision } = yield* at.request(request)
      yield* at.edit(request, at.one, { title: "One" })
      assert.strictEqual((yield* at.request(request)).revision, revision)
    })
  )
})
