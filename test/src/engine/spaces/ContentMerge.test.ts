import { assert, layer } from "@effect/vitest"
import { ChangeRequests, ContentEdits, Contents, type EditInput, Merging, Outbox, Spaces } from "@quire/core"
import { Effect } from "effect"
import { as, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

type Change = EditInput.ContentEdit["changes"][number]
type Basis = Omit<EditInput.ContentEdit, "changes">

const insert = (title: string, markdown = ""): Change => ({ operation: "insert_page", title, document: { markdown } })

const write = (page: string, markdown: string): Change => ({ operation: "update_page", page, document: { markdown } })

const rename = (page: string, title: string): Change => ({ operation: "update_page", page, title })

/** A live space with a page, and a change request of it; both are edited by two people. */
const stage = Effect.gen(function* () {
  const world = yield* found
  const spaces = yield* Spaces.Spaces
  const requests = yield* ChangeRequests.ChangeRequests
  const edits = yield* ContentEdits.ContentEdits
  const contents = yield* Contents.Contents
  const outbox = yield* Outbox.Outbox
  const [mine, theirs] = [as(world.editor), as(world.creator)]
  const { id: space } = yield* as(world.admin)(spaces.create(world.organization, { editMode: "live" }))
  const first = yield* mine(edits.apply({ space }, { changes: [insert("Page", "One two.\n\nThree.")] }))
  const [page = ""] = first.changes.flatMap((each) => (each.object === "created_page" ? [each.page.id] : []))
  const { id: changeRequest } = yield* mine(requests.create(space))
  const on = (target: { readonly space: string; readonly changeRequest?: string }) => ({
    target,
    mine: (changes: ReadonlyArray<Change>, basis: Basis = {}) => mine(edits.apply(target, { changes, ...basis })),
    theirs: (changes: ReadonlyArray<Change>) => theirs(edits.apply(target, { changes })),
    head: Effect.map(mine(contents.revision(target)), ({ id, parents }) => ({
      id: String(id),
      parents: parents.map(String)
    })),
    seen: Effect.map(mine(contents.page(target, page, "markdown")), (shown) => ({
      title: shown.title,
      text: shown.type === "document" ? (shown.markdown ?? "").trim() : ""
    })),
    base: first.revision
  })
  /** The types of the events of an effect. */
  const eventsOf = Effect.fnUntraced(function* <A, E, R>(self: Effect.Effect<A, E, R>) {
    const before = (yield* outbox.read("", 100_000)).at(-1)?.offset ?? ""
    const value = yield* self
    return { value, events: (yield* outbox.read(before, 100_000)).map(({ event }) => event.type) }
  })
  return { ...world, contents, edits, eventsOf, on, page, requests, space, spaces, changeRequest }
})

const targets = {
  "a live space": ({ space }: { readonly space: string }) => ({ space }),
  "a change request": ({ changeRequest, space }: { readonly space: string; readonly changeRequest: string }) => ({
    space,
    changeRequest
  })
}

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`edits of an earlier revision on ${name}`, (it) => {
    for (const [what, targetOf] of Object.entries(targets)) {
      it.effect(
        `refuses changes of ${what} that has changed since, and names its revision (rule content-if-revision)`,
        () =>
          Effect.gen(function* () {
            const world = yield* stage
            const { base, head, mine, seen, theirs } = world.on(targetOf(world))
            const second = yield* theirs([rename(world.page, "Theirs")])
            for (const basis of [{ ifRevision: base }, { ifRevision: base, onConflict: "refuse" }] as const) {
              const refused = yield* world.eventsOf(Effect.flip(mine([rename(world.page, "Mine")], basis)))
              if (refused.value._tag !== "RevisionOutdated") return assert.fail(refused.value._tag)
              assert.deepStrictEqual([refused.value.kind, refused.value.actual], ["conflict", second.revision])
              assert.deepStrictEqual(refused.value.details, [
                { path: "ifRevision", rule: `must be the current revision ${second.revision}` }
              ])
              assert.deepStrictEqual(refused.events, [])
            }
            assert.deepStrictEqual([(yield* head).id, (yield* seen).title], [second.revision, "Theirs"])
            const third = yield* mine([rename(world.page, "Mine")], { ifRevision: second.revision })
            assert.deepStrictEqual([third.merged, third.conflicts], [undefined, undefined])
            assert.deepStrictEqual([(yield* head).id, (yield* seen).title], [third.revision, "Mine"])
          })
      )

      it.effect(`merges changes of ${what} with those made since, as one revision and event (rule content-merge)`, () =>
        Effect.gen(function* () {
          const world = yield* stage
          const { base, head, mine, seen, theirs } = world.on(targetOf(world))
          yield* theirs([write(world.page, "One 2.\n\nThree.")])
          const second = yield* theirs([insert("Theirs")])
          const { events, value } = yield* world.eventsOf(
            mine([write(world.page, "One two.\n\n3."), rename(world.page, "Mine"), insert("New")], {
              ifRevision: base,
              onConflict: "merge"
            })
          )
          assert.deepStrictEqual([value.merged, value.conflicts, events], [true, [], ["content.edit"]])
          assert.deepStrictEqual(yield* head, { id: value.revision, parents: [second.revision] })
          assert.deepStrictEqual(yield* seen, { title: "Mine", text: "One 2.\n\n3." })
          assert.deepStrictEqual(
            value.changes.map((each) => each.object),
            ["updated_page", "updated_page", "created_page"]
          )
          assert.strictEqual(value.changeRequest?.revision ?? value.revision, value.revision)
        })
      )

      it.effect(`returns both values of what conflicts in ${what}, and which it has (rule content-merge)`, () =>
        Effect.gen(function* () {
          const world = yield* stage
          const { page } = world
          const { base, mine, seen, theirs } = world.on(targetOf(world))
          yield* theirs([write(page, "One 2.\n\nThree."), rename(page, "Theirs")])
          const { conflicts = [], merged } = yield* mine([write(page, "One II.\n\n3."), rename(page, "Mine")], {
            ifRevision: base,
            onConflict: "merge"
          })
          assert.isTrue(merged)
          const [text, title] = conflicts
          assert.strictEqual(conflicts.length, 2)
          assert.deepInclude(text, { page, kind: "text", primary: "One 2.", changed: "One II.", kept: "primary" })
          assert.match(text?.key ?? "", new RegExp(`^page/${page}/document/block/${text?.block}/text$`))
          assert.deepInclude(title, { page, field: "title", base: "Page", primary: "Theirs", changed: "Mine" })
          assert.deepStrictEqual(yield* seen, { title: "Theirs", text: "One 2.\n\n3." })
        })
      )

      it.effect(`creates no revision of ${what} if the merge changes nothing (rule content-merge)`, () =>
        Effect.gen(function* () {
          const world = yield* stage
          const { base, mine, theirs } = world.on(targetOf(world))
          const same = [write(world.page, "One 2.\n\nThree.")]
          const second = yield* theirs([...same, rename(world.page, "Theirs")])
          for (const [changes, count] of [
            [same, 0],
            [[rename(world.page, "Mine")], 1],
            [[rename(world.page, "Page")], 0]
          ] as const) {
            const { events, value } = yield* world.eventsOf(mine(changes, { ifRevision: base, onConflict: "merge" }))
            assert.deepStrictEqual([value.revision, value.merged, events], [second.revision, true, []])
            assert.strictEqual(value.conflicts?.length, count)
          }
        })
      )
    }

    it.effect("keeps a page that one person deleted and another changed, and names it (rule content-merge)", () =>
      Effect.gen(function* () {
        const { on, page, space } = yield* stage
        const { base, mine, seen, theirs } = on({ space })
        yield* theirs([{ operation: "delete_page", page }])
        const edited = yield* mine([write(page, "Mine.")], { ifRevision: base, onConflict: "merge" })
        assert.deepStrictEqual(
          edited.conflicts?.map(({ changed, key, kept, primary }) => [key, kept, primary, changed !== null]),
          [[`page/${page}`, "changed", null, true]]
        )
        assert.strictEqual((yield* seen).text, "Mine.")
        yield* theirs([write(page, "Theirs.")])
        const deleted = yield* mine([{ operation: "delete_page", page }, insert("New")], {
          ifRevision: edited.revision,
          onConflict: "merge"
        })
        assert.deepStrictEqual(
          deleted.conflicts?.map(({ changed, key, kept }) => [key, kept, changed]),
          [[`page/${page}`, "primary", null]]
        )
        assert.deepStrictEqual(
          deleted.changes.map(({ object }) => object),
          ["created_page"]
        )
        assert.strictEqual((yield* seen).text, "Theirs.")
      })
    )

    it.effect("returns a text that the current content does not have (rule content-merge)", () =>
      Effect.gen(function* () {
        const { on, page, space } = yield* stage
        const { base, mine, seen, theirs } = on({ space })
        yield* theirs([{ operation: "update_page", page, document: null }])
        const { conflicts } = yield* mine([write(page, "Words of mine.")], { ifRevision: base, onConflict: "merge" })
        assert.deepStrictEqual(
          conflicts?.map(({ key, kept, primary }) => [key, kept, primary]),
          [[`page/${page}/document`, "primary", null]]
        )
        assert.include(JSON.stringify(conflicts), "Words of mine.")
        assert.strictEqual((yield* seen).text, "")
      })
    )

    it.effect("rejects a revision that the content never had (rule content-if-revision)", () =>
      Effect.gen(function* () {
        const world = yield* stage
        const [primary, request] = [
          world.on({ space: world.space }),
          world.on(targets["a change request"](world))
        ] as const
        const other = yield* stage
        const ofPrimary = (yield* primary.theirs([insert("Theirs")])).revision
        const ofRequest = (yield* request.theirs([insert("Theirs")])).revision
        const ofNext = (yield* request.theirs([insert("Theirs again")])).revision
        for (const onConflict of ["refuse", "merge"] as const) {
          for (const [content, ifRevision] of [
            [primary, "unknown"],
            [primary, ofRequest],
            [primary, other.on({ space: other.space }).base],
            [request, ofPrimary],
            [request, "unknown"]
          ] as const) {
            const refused = yield* Effect.flip(content.mine([insert("Mine")], { ifRevision, onConflict }))
            if (refused._tag !== "ReferenceNotFound") return assert.fail(refused._tag)
            assert.deepStrictEqual([refused.kind, refused.field, refused.id], ["invalid", "ifRevision", ifRevision])
          }
        }
        for (const ifRevision of [request.base, ofRequest, ofNext]) {
          yield* request.mine([insert("Mine")], { ifRevision, onConflict: "merge" })
        }
      })
    )

    it.effect("merges with what an update of the change request brought (rule content-merge)", () =>
      Effect.gen(function* () {
        const world = yield* stage
        const merging = yield* Merging.Merging
        const [primary, request] = [
          world.on({ space: world.space }),
          world.on(targets["a change request"](world))
        ] as const
        const { revision } = yield* request.mine([write(world.page, "One 2.\n\nThree.")])
        yield* primary.theirs([rename(world.page, "Theirs")])
        yield* as(world.editor)(merging.update(world.space, world.changeRequest))
        const { conflicts } = yield* request.mine([write(world.page, "One 2.\n\n3.")], {
          ifRevision: revision,
          onConflict: "merge"
        })
        assert.deepStrictEqual(conflicts, [])
        assert.deepStrictEqual(yield* request.seen, { title: "Theirs", text: "One 2.\n\n3." })
      })
    )

    it.effect("requires the same permission and the same state, whatever revision is named", () =>
      Effect.gen(function* () {
        const { admin, edits, on, page, reader, requests, space, spaces, changeRequest } = yield* stage
        const { base, mine, theirs } = on({ space })
        yield* theirs([rename(page, "Theirs")])
        const basis = { ifRevision: base, onConflict: "merge" } as const
        const changes = [rename(page, "Mine")]
        assert.strictEqual(
          (yield* Effect.flip(as(reader)(edits.apply({ space }, { changes, ...basis }))))._tag,
          "Forbidden"
        )
        yield* as(admin)(spaces.update(space, { editMode: "locked" }))
        assert.strictEqual((yield* Effect.flip(mine(changes, basis)))._tag, "SpaceLocked")
        const request = on({ space, changeRequest })
        const second = yield* request.theirs(changes)
        yield* as(admin)(requests.update(space, changeRequest, { status: "archived" }))
        assert.strictEqual((yield* request.mine(changes, basis)).revision, second.revision)
        assert.strictEqual((yield* Effect.flip(request.mine([insert("Mine")], basis)))._tag, "ChangeRequestClosed")
      })
    )
  })
}
