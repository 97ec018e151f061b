import { assert, layer } from "@effect/vitest"
import { ChangeRequests, ContentEdits, Contents, RevisionHistory } from "@quire/core"
import { Effect } from "effect"
import { prepared } from "../../support/docs.ts"
import { as, engines } from "../../support/engine.ts"

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`the history of a space on ${name}`, (it) => {
    it.effect("lists its own revisions, newest first, with their authors", () =>
      Effect.gen(function* () {
        const history = yield* RevisionHistory.RevisionHistory
        const edits = yield* ContentEdits.ContentEdits
        const requests = yield* ChangeRequests.ChangeRequests
        const { admin, editor, id: space, reader, result } = yield* prepared
        const insert = (title: string) => ({ changes: [{ operation: "insert_page" as const, title }] })
        const { revision } = yield* as(editor)(edits.apply({ space }, insert("Live")))
        const { id: changeRequest } = yield* as(editor)(requests.create(space))
        yield* as(editor)(edits.apply({ space, changeRequest }, insert("Proposed")))
        const { count, items } = yield* as(reader)(history.list(space, { limit: 10 }))
        assert.strictEqual(count, 3)
        assert.deepStrictEqual<unknown>(
          items.map(({ createdBy, id, parents, type }) => [id, parents, type, createdBy?.id]),
          [
            [revision, [result.revision], "edits", editor],
            [result.revision, [items[2]?.id], "edits", editor],
            [items[2]?.id, [], "edits", admin]
          ]
        )
        const [first] = items
        assert.deepStrictEqual(
          [first?.object, first?.createdBy?.displayName, first?.urls.app.endsWith(`/app/s/${space}/r/${revision}`)],
          ["revision", "editor", true]
        )
        const { next, ...page } = yield* as(reader)(history.list(space, { limit: 2 }))
        const rest = yield* as(reader)(history.list(space, { limit: 2, page: next?.page }))
        assert.deepStrictEqual([...page.items, ...rest.items], items)
        assert.isUndefined(rest.next)
      })
    )

    it.effect("requires permission to read the space (rule revision-readable)", () =>
      Effect.gen(function* () {
        const history = yield* RevisionHistory.RevisionHistory
        const contents = yield* Contents.Contents
        const edits = yield* ContentEdits.ContentEdits
        const requests = yield* ChangeRequests.ChangeRequests
        const { editor, guest, id: space, reader, result, stranger } = yield* prepared
        const { id: changeRequest } = yield* as(editor)(requests.create(space))
        const changes = [{ operation: "insert_page", title: "Proposed" }] as const
        const { revision } = yield* as(editor)(edits.apply({ space, changeRequest }, { changes }))
        for (const id of [result.revision, revision]) {
          assert.strictEqual((yield* as(reader)(contents.revision({ space, revision: id }))).id, id)
          for (const caller of [guest, stranger]) {
            const [listed, read] = [history.list(space, { limit: 1 }), contents.revision({ space, revision: id })]
            assert.strictEqual((yield* Effect.flip(as(caller)(listed)))._tag, "SpaceNotFound")
            assert.strictEqual((yield* Effect.flip(as(caller)(read)))._tag, "SpaceNotFound")
          }
        }
      })
    )
  })
}
