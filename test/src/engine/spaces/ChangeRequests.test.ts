import { assert, layer } from "@effect/vitest"
import { ChangeRequests, Comments, ContentEdits, Contents, Merging, Reviews, Rollbacks, Spaces } from "@quire/core"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { as, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

/** The tag of the refusal, or `allowed`. */
const outcome = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: ({ _tag }) => _tag, onSuccess: () => "allowed" })

const all = { limit: 100 }

/** A space with three pages, one below another. */
const book = Effect.gen(function* () {
  const spaces = yield* Spaces.Spaces
  const edits = yield* ContentEdits.ContentEdits
  const world = yield* found
  const { id } = yield* as(world.admin)(spaces.create(world.organization, { title: "Book", editMode: "live" }))
  const made = yield* as(world.editor)(
    edits.apply(
      { space: id },
      {
        changes: [
          {
            operation: "insert_page",
            title: "One",
            ref: "one",
            document: { markdown: "The quick fox jumps.\n\nLast." }
          },
          { operation: "insert_page", title: "Two", ref: "two", document: { markdown: "See [one](/pages/one)." } },
          { operation: "insert_page", title: "Below", into: "two", document: { markdown: "Down here." } }
        ]
      }
    )
  )
  const [one, two, below] = made.changes.flatMap((each) => (each.object === "created_page" ? [each.page.id] : []))
  if (one === undefined || two === undefined || below === undefined) return yield* Effect.die(new Error("three pages"))
  yield* as(world.admin)(spaces.update(id, { editMode: "locked" }))
  return { ...world, id, one, two, below }
})

const text = (base: { space: string; changeRequest?: string }, page: string) =>
  Effect.gen(function* () {
    const contents = yield* Contents.Contents
    const shown = yield* contents.page(base, page, "markdown")
    return shown.type === "document" ? (shown.markdown ?? "").trim() : ""
  })

const write = (target: { space: string; changeRequest?: string }, page: string, markdown: string) =>
  Effect.flatMap(ContentEdits.ContentEdits, (edits) =>
    edits.apply(target, { changes: [{ operation: "update_page", page, document: { markdown } }] })
  )

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`change requests on ${name}`, (it) => {
    it.effect(
      "creates numbered requests, and edits, updates and merges them (rules request-first-revision and request-outdated)",
      () =>
        Effect.gen(function* () {
          const requests = yield* ChangeRequests.ChangeRequests
          const merging = yield* Merging.Merging
          const spaces = yield* Spaces.Spaces
          const world = yield* book
          const mine = as(world.editor)
          const boss = as(world.creator)
          const space = world.id

          const first = yield* mine(requests.create(space, { subject: "First" }))
          const second = yield* mine(requests.create(space))
          assert.deepStrictEqual([first.number, second.number, first.status, second.subject], [1, 2, "draft", ""])
          assert.deepStrictEqual([first.revision, first.outdated], [first.revisionInitial, false])

          yield* mine(write({ space, changeRequest: "1" }, world.one, "The quick red fox jumps.\n\nLast."))
          yield* mine(write({ space, changeRequest: second.id }, world.one, "The quick fox leaps.\n\nLast."))
          assert.strictEqual(yield* mine(text({ space }, world.one)), "The quick fox jumps.\n\nLast.")
          assert.strictEqual(
            yield* mine(text({ space, changeRequest: "2" }, world.one)),
            "The quick fox leaps.\n\nLast."
          )

          assert.strictEqual(yield* outcome(mine(merging.merge(space, "1"))), "Forbidden")
          assert.strictEqual(yield* outcome(mine(merging.merge(space, "3"))), "ChangeRequestNotFound")
          const merged = yield* boss(merging.merge(space, "1"))
          assert.strictEqual(merged.result, "merge")
          assert.strictEqual(yield* mine(text({ space }, world.one)), "The quick red fox jumps.\n\nLast.")
          const closed = yield* mine(requests.get(space, "1"))
          assert.deepStrictEqual(
            [closed.status, closed.revisionMerged, closed.outdated],
            ["merged", merged.revision, false]
          )
          for (const tag of [
            yield* outcome(boss(merging.merge(space, "1"))),
            yield* outcome(boss(merging.update(space, "1"))),
            yield* outcome(boss(requests.update(space, "1", { status: "open" }))),
            yield* outcome(boss(requests.update(space, "1", { subject: "Other" }))),
            yield* outcome(boss(write({ space, changeRequest: "1" }, world.one, "x")))
          ]) {
            assert.strictEqual(tag, "ChangeRequestClosed")
          }

          for (const changes of [{}, { subject: "First" }]) {
            assert.deepStrictEqual(yield* mine(requests.update(space, "1", changes)), closed)
          }

          const outdated = yield* mine(requests.get(space, "2"))
          assert.isTrue(outdated.outdated)
          const status = yield* boss(merging.status(space, "2"))
          assert.deepStrictEqual([status.status, status.mergeable, status.conflicts], ["clean", true, []])
          const updated = yield* mine(merging.update(space, "2"))
          assert.strictEqual(updated.result, "update")
          assert.deepStrictEqual(yield* mine(merging.update(space, "2")), updated)
          assert.strictEqual(
            yield* mine(text({ space, changeRequest: "2" }, world.one)),
            "The quick red fox leaps.\n\nLast."
          )
          const after = yield* mine(requests.get(space, "2"))
          assert.deepStrictEqual([after.outdated, after.revisionMergedAncestor], [false, merged.revision])

          assert.strictEqual((yield* boss(merging.merge(space, "2"))).result, "merge")
          const head = yield* mine(text({ space }, world.one))
          assert.strictEqual(head, "The quick red fox leaps.\n\nLast.")
          const counts = yield* mine(spaces.get(space))
          assert.deepStrictEqual(
            [counts.changeRequests, counts.changeRequestsOpen, counts.changeRequestsDraft],
            [2, 0, 0]
          )
          const contributors = yield* mine(requests.contributors(space, "2", all))
          assert.deepStrictEqual(
            contributors.items.map(({ count, user }) => [user.id, count]),
            [[world.editor, 1]]
          )
        })
    )

    it.effect("accepts their number in one form only (rule request-number)", () =>
      Effect.gen(function* () {
        const requests = yield* ChangeRequests.ChangeRequests
        const world = yield* book
        const mine = as(world.editor)
        const { id } = yield* mine(requests.create(world.id))
        for (const text of [id, "1"]) assert.strictEqual((yield* mine(requests.get(world.id, text))).id, id)
        const others = ["01", "1.0", "1e0", "0x1", "+1", " 1", "1 ", "", "0", "-1", "9".repeat(15), "9".repeat(16)]
        for (const text of others) {
          assert.strictEqual(yield* outcome(mine(requests.get(world.id, text))), "ChangeRequestNotFound", text)
        }
      })
    )

    it.effect(
      "reports conflicts, writes nothing, and merges after resolution (rules merge-conflicts and merge-resolve)",
      () =>
        Effect.gen(function* () {
          const requests = yield* ChangeRequests.ChangeRequests
          const merging = yield* Merging.Merging
          const world = yield* book
          const boss = as(world.creator)
          const space = world.id
          for (const word of ["red", "blue"]) {
            const { number } = yield* boss(requests.create(space))
            yield* boss(write({ space, changeRequest: String(number) }, world.one, `The ${word} fox jumps.\n\nLast.`))
          }
          yield* boss(merging.merge(space, "1"))
          const before = yield* boss(requests.get(space, "2"))
          const status = yield* boss(merging.status(space, "2"))
          assert.strictEqual(status.status, "conflicts")
          assert.strictEqual(status.conflicts.length, 1)
          const conflict = status.conflicts[0]
          assert.deepStrictEqual([conflict?.page, conflict?.kind], [world.one, "text"])

          const head = yield* boss(requests.get(space, "1"))
          assert.deepStrictEqual(yield* boss(merging.merge(space, "2")), {
            result: "conflicts",
            revision: head.revisionMerged ?? ""
          })
          assert.deepStrictEqual(yield* boss(merging.update(space, "2")), {
            result: "conflicts",
            revision: before.revision
          })
          assert.deepStrictEqual(yield* boss(requests.get(space, "2")), before)

          const guards = { expectedBase: status.expectedBase, expectedHead: status.expectedHead }
          const key = conflict?.key ?? ""
          const resolve = (resolutions: Record<string, "primary" | "changed">, instead = {}) =>
            boss(merging.resolve(space, "2", { resolutions, ...guards, ...instead }))
          assert.strictEqual(yield* outcome(resolve({})), "ConflictsRemain")
          assert.strictEqual(yield* outcome(resolve({ nothing: "primary", [key]: "primary" })), "ConflictUnknown")
          assert.strictEqual(
            yield* outcome(resolve({ [key]: "changed" }, { expectedHead: guards.expectedBase })),
            "ResolutionOutdated"
          )
          assert.strictEqual((yield* resolve({ [key]: "changed" })).result, "update")
          assert.strictEqual((yield* boss(merging.status(space, "2"))).status, "up-to-date")
          assert.strictEqual((yield* boss(merging.merge(space, "2"))).result, "merge")
          assert.strictEqual(yield* boss(text({ space }, world.one)), "The blue fox jumps.\n\nLast.")
        })
    )

    it.effect("changes updatedAt with their own changes, not with comments (rule request-updated)", () =>
      Effect.gen(function* () {
        const edits = yield* ContentEdits.ContentEdits
        const comments = yield* Comments.Comments
        const merging = yield* Merging.Merging
        const requests = yield* ChangeRequests.ChangeRequests
        const reviews = yield* Reviews.Reviews
        const world = yield* book
        const space = world.id
        const [mine, boss] = [as(world.editor), as(world.creator)]
        const { id: changeRequest } = yield* mine(requests.create(space))
        const other = yield* boss(requests.create(space))
        yield* boss(write({ space, changeRequest: other.id }, world.two, "Other."))
        const at = { space, changeRequest }
        const acts: ReadonlyArray<readonly [isOwn: boolean, act: Effect.Effect<unknown, { readonly _tag: string }>]> = [
          [true, mine(requests.update(space, changeRequest, { subject: "Other" }))],
          [true, mine(requests.update(space, changeRequest, { status: "open" }))],
          [false, mine(requests.update(space, changeRequest, { status: "open", subject: "Other" }))],
          [false, boss(merging.merge(space, other.id))],
          [true, mine(merging.update(space, changeRequest))],
          [true, boss(edits.apply(at, { changes: [{ operation: "insert_page", title: "Proposed" }] }))],
          [false, boss(comments.post(at, { body: { markdown: "Why?" } }))],
          [false, boss(reviews.submit(space, changeRequest, { status: "approved" }))],
          [true, boss(merging.merge(space, changeRequest))]
        ]
        for (const [at, [isOwn, act]] of acts.entries()) {
          const { updatedAt } = yield* mine(requests.get(space, changeRequest))
          yield* TestClock.adjust("1 second")
          assert.strictEqual(yield* outcome(act), "allowed", `${at}`)
          const now = yield* Clock.currentTimeMillis
          const after = Date.parse((yield* mine(requests.get(space, changeRequest))).updatedAt)
          assert.strictEqual(after, isOwn ? now : Date.parse(updatedAt), `${at}`)
        }
      })
    )

    it.effect("credits their own authors, not the authors of merged updates (rule request-contributors)", () =>
      Effect.gen(function* () {
        const merging = yield* Merging.Merging
        const requests = yield* ChangeRequests.ChangeRequests
        const world = yield* book
        const space = world.id
        const [mine, boss] = [as(world.editor), as(world.creator)]
        const { id: changeRequest } = yield* mine(requests.create(space))
        const other = yield* boss(requests.create(space))
        yield* boss(write({ space, changeRequest: other.id }, world.two, "Other."))
        yield* boss(merging.merge(space, other.id))
        yield* mine(write({ space, changeRequest }, world.one, "Proposed."))
        yield* mine(merging.update(space, changeRequest))
        const { items } = yield* mine(requests.contributors(space, changeRequest, all))
        assert.deepStrictEqual(
          items.map(({ user }) => user.id),
          [world.editor]
        )
      })
    )

    it.effect("merges without changes too (rule merge-clean)", () =>
      Effect.gen(function* () {
        const contents = yield* Contents.Contents
        const merging = yield* Merging.Merging
        const requests = yield* ChangeRequests.ChangeRequests
        const world = yield* book
        const boss = as(world.creator)
        const before = yield* boss(contents.revision({ space: world.id }))
        const { id } = yield* boss(requests.create(world.id))
        assert.strictEqual((yield* boss(merging.merge(world.id, id))).result, "merge")
        assert.strictEqual((yield* boss(requests.get(world.id, id))).status, "merged")
        const after = yield* boss(contents.revision({ space: world.id }))
        assert.deepStrictEqual([after.type, after.pages], ["merge", before.pages])
      })
    )

    it.effect("rolls the primary content back by a new revision (rule rollback-whole)", () =>
      Effect.gen(function* () {
        const requests = yield* ChangeRequests.ChangeRequests
        const merging = yield* Merging.Merging
        const rollbacks = yield* Rollbacks.Rollbacks
        const contents = yield* Contents.Contents
        const world = yield* book
        const boss = as(world.creator)
        const space = world.id
        const before = yield* boss(contents.revision({ space }))
        const { id } = yield* boss(requests.create(space))
        yield* boss(write({ space, changeRequest: id }, world.one, "Gone."))
        const { revision: edited } = yield* boss(requests.get(space, id))
        yield* boss(merging.merge(space, id))
        assert.strictEqual(
          yield* outcome(as(world.editor)(rollbacks.rollback(space, { revision: before.id }))),
          "Forbidden"
        )
        assert.strictEqual(yield* outcome(boss(rollbacks.rollback(space, { revision: before.id }))), "allowed")
        const after = yield* boss(contents.revision({ space }))
        assert.deepStrictEqual([after.type, after.pages], ["rollback", before.pages])
        assert.strictEqual(
          yield* outcome(boss(rollbacks.rollback(space, { revision: before.id }))),
          "NothingToRollBack"
        )
        const foreign = { revision: before.id.replace(/.$/, "x") } as never
        assert.strictEqual(yield* outcome(boss(rollbacks.rollback(space, foreign))), "ReferenceNotFound")
        const ofRequest = { revision: edited } as never
        assert.strictEqual(yield* outcome(boss(rollbacks.rollback(space, ofRequest))), "ReferenceNotFound")
      })
    )
  })
}
