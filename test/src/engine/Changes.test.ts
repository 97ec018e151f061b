import { assert, layer } from "@effect/vitest"
import {
  ChangeRequests,
  Changes,
  ContentEdits,
  Contents,
  type EditInput,
  Files,
  Imports,
  Merging,
  SemanticChanges
} from "@quire/core"
import { Effect } from "effect"
import { markdown, png, prepared } from "../support/docs.ts"
import { as, engines } from "../support/engine.ts"

for (const [name, engine] of engines) {
  layer(engine)(`changes on ${name}`, (it) => {
    it.effect("are those since the revision before, all of them for an import into an empty space", () =>
      Effect.gen(function* () {
        const changes = yield* Changes.Changes
        const contents = yield* Contents.Contents
        const files = yield* Files.Files
        const { id, reader, result } = yield* prepared
        const mine = as(reader)
        const head = yield* mine(changes.ofRevision({ space: id }))
        assert.deepStrictEqual(yield* mine(changes.ofRevision({ space: id, revision: result.revision })), head)
        assert.deepStrictEqual(head.changes.map(SemanticChanges.describe), [
          'added "Home"',
          'added "Guide"',
          'added "Install it"',
          'added file "logo.png"'
        ])
        assert.strictEqual(head.more, 0)
        const [file] = head.changes.flatMap((change) => (change.type === "file_created" ? [change.file] : []))
        const parts = new URL(file?.downloadURL ?? "").pathname.split("/")
        assert.strictEqual((yield* files.open(id, parts[3] ?? "", parts[4] ?? "")).bytes.length, png.length)
        const [first = ""] = (yield* mine(contents.revision({ space: id }))).parents
        assert.deepStrictEqual(yield* mine(changes.ofRevision({ space: id, revision: first })), {
          changes: [],
          more: 0
        })
      })
    )

    it.effect("of a revision stay what they were when others follow", () =>
      Effect.gen(function* () {
        const changes = yield* Changes.Changes
        const imports = yield* Imports.Imports
        const { editor, id, reader, result } = yield* prepared
        const before = yield* as(reader)(changes.ofRevision({ space: id }))
        yield* as(editor)(imports.bytesIntoSpace(id, markdown("# News\n\nFresh.\n")))
        const { changes: fresh } = yield* as(reader)(changes.ofRevision({ space: id }))
        assert.deepStrictEqual(fresh.map(SemanticChanges.describe), ['added "News"'])
        assert.deepStrictEqual(yield* as(reader)(changes.ofRevision({ space: id, revision: result.revision })), before)
      })
    )

    it.effect("are ten unless said otherwise, and at most a thousand", () =>
      Effect.gen(function* () {
        const changes = yield* Changes.Changes
        const edits = yield* ContentEdits.ContentEdits
        const { editor, id, reader } = yield* prepared
        const mine = as(reader)
        const of = { space: id }
        const inserts = Array.from({ length: 12 }, (_, at) => ({
          operation: "insert_page" as const,
          title: `Page ${at}`
        }))
        yield* as(editor)(edits.apply(of, { changes: inserts }))
        const counts = (limit?: number) =>
          Effect.map(mine(changes.ofRevision(of, limit)), ({ changes: found, more }) => [found.length, more])
        assert.deepStrictEqual(yield* counts(), [10, 2])
        for (const limit of [0, 1, 11, 12]) assert.deepStrictEqual(yield* counts(limit), [limit, 12 - limit])
        assert.deepStrictEqual(yield* counts(1000), [12, 0])
        for (const limit of [-1, 1001, 1.5]) {
          assert.strictEqual((yield* Effect.flip(mine(changes.ofRevision(of, limit))))._tag, "InputInvalid")
        }
      })
    )

    it.effect("are for those who may read the revision", () =>
      Effect.gen(function* () {
        const changes = yield* Changes.Changes
        const { guest, id, reader, result, stranger } = yield* prepared
        const tagOf = <A, E extends { readonly _tag: string }>(refused: Effect.Effect<A, E>) =>
          Effect.match(refused, { onFailure: ({ _tag }) => _tag, onSuccess: () => "nobody" })
        const revision = result.revision
        for (const caller of [guest, stranger]) {
          assert.strictEqual(yield* tagOf(as(caller)(changes.ofRevision({ space: id, revision }))), "SpaceNotFound")
        }
        const other = yield* prepared
        for (const unknown of ["none", other.result.revision]) {
          assert.strictEqual(
            yield* tagOf(as(reader)(changes.ofRevision({ space: id, revision: unknown }))),
            "RevisionNotFound"
          )
        }
      })
    )

    it.effect("of a change request are its own, whatever came into the space since", () =>
      Effect.gen(function* () {
        const changes = yield* Changes.Changes
        const requests = yield* ChangeRequests.ChangeRequests
        const edits = yield* ContentEdits.ContentEdits
        const imports = yield* Imports.Imports
        const contents = yield* Contents.Contents
        const { editor, guest, id: space, reader } = yield* prepared
        const { id: changeRequest, number } = yield* as(editor)(requests.create(space))
        const told = (request: string) =>
          Effect.map(as(reader)(changes.ofChangeRequest({ space, changeRequest: request })), (found) => [
            found.changes.map(SemanticChanges.describe),
            found.more
          ])
        assert.deepStrictEqual(yield* told(changeRequest), [[], 0])
        const { pages } = yield* as(reader)(contents.pages({ space }))
        const [home, guide] = pages.map(({ id }) => id)
        const apply = (batch: EditInput.ContentEdit) => as(editor)(edits.apply({ space, changeRequest }, batch))
        yield* apply({
          changes: [
            { operation: "update_page", page: home ?? "", title: "Start", document: { markdown: "Hello." } },
            { operation: "delete_page", page: guide ?? "" }
          ]
        })
        yield* apply({ changes: [{ operation: "insert_page", title: "Tips", at: 0 }] })
        yield* as(editor)(imports.bytesIntoSpace(space, markdown("# News\n\nFresh.\n")))
        const expected = [
          [
            'added "Tips"',
            'edited "Start": title "Home" → "Start", slug "home" → "start", text',
            'deleted "Guide"',
            'deleted "Install it"'
          ],
          0
        ]
        assert.deepStrictEqual(yield* told(changeRequest), expected)
        assert.deepStrictEqual(yield* told(String(number)), expected)
        const limited = yield* as(reader)(changes.ofChangeRequest({ space, changeRequest }, 1))
        assert.deepStrictEqual([limited.changes.length, limited.more], [1, 3])
        const refused = (request: string, caller: typeof guest) =>
          Effect.match(as(caller)(changes.ofChangeRequest({ space, changeRequest: request })), {
            onFailure: ({ _tag }) => _tag,
            onSuccess: () => "nobody"
          })
        assert.strictEqual(yield* refused(changeRequest, guest), "SpaceNotFound")
        assert.strictEqual(yield* refused("999", reader), "ChangeRequestNotFound")
      })
    )

    it.effect("of a merge name the change request that it brought in", () =>
      Effect.gen(function* () {
        const changes = yield* Changes.Changes
        const requests = yield* ChangeRequests.ChangeRequests
        const edits = yield* ContentEdits.ContentEdits
        const merging = yield* Merging.Merging
        const { admin, id: space, reader } = yield* prepared
        const { id: changeRequest } = yield* as(admin)(requests.create(space, { subject: "Tips" }))
        yield* as(admin)(
          edits.apply({ space, changeRequest }, { changes: [{ operation: "insert_page", title: "Tips" }] })
        )
        const { revision } = yield* as(admin)(merging.merge(space, changeRequest))
        const merged = yield* as(reader)(changes.ofRevision({ space }))
        assert.deepStrictEqual(merged.changes.map(SemanticChanges.describe), ['added "Tips"'])
        assert.deepStrictEqual(merged.mergedFrom, yield* as(reader)(requests.get(space, changeRequest)))
        assert.deepStrictEqual(
          [merged.mergedFrom?.subject, merged.mergedFrom?.status, merged.mergedFrom?.revisionMerged],
          ["Tips", "merged", revision]
        )
        const own = yield* as(reader)(changes.ofChangeRequest({ space, changeRequest }))
        assert.deepStrictEqual(own, { changes: merged.changes, more: 0 })
      })
    )
  })
}
