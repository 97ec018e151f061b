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
import { markdown, png, prepared } from "../../support/docs.ts"
import { as, engines } from "../../support/engine.ts"

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`changes on ${name}`, (it) => {
    it.effect(
      "compares a revision with its parent, and counts everything for an import into an empty space (rule revision-compare)",
      () =>
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
          assert.strictEqual((yield* files.open(id, parts[3] ?? "", parts[4] ?? "")).stored.size, png.length)
          const [first = ""] = (yield* mine(contents.revision({ space: id }))).parents
          assert.deepStrictEqual(yield* mine(changes.ofRevision({ space: id, revision: first })), {
            changes: [],
            more: 0
          })
        })
    )

    it.effect("keeps the changes of a revision when others follow", () =>
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

    it.effect("returns ten by default, and at most a thousand (rule revision-compare)", () =>
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

    it.effect("requires permission to read the revision", () =>
      Effect.gen(function* () {
        const changes = yield* Changes.Changes
        const { guest, id, reader, result, stranger } = yield* prepared
        const tagOf = <A, E extends { readonly _tag: string }>(refused: Effect.Effect<A, E>) =>
          Effect.match(refused, { onFailure: ({ _tag }) => _tag, onSuccess: () => "no error" })
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

    it.effect("returns those of a change request only, whatever was merged into the space since", () =>
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
            onSuccess: () => "no error"
          })
        assert.strictEqual(yield* refused(changeRequest, guest), "SpaceNotFound")
        assert.strictEqual(yield* refused("999", reader), "ChangeRequestNotFound")
      })
    )

    it.effect("compares a page of a change request and of a revision block by block (rule page-compare)", () =>
      Effect.gen(function* () {
        const changes = yield* Changes.Changes
        const requests = yield* ChangeRequests.ChangeRequests
        const edits = yield* ContentEdits.ContentEdits
        const contents = yield* Contents.Contents
        const merging = yield* Merging.Merging
        const { admin, guest, id: space, reader, result } = yield* prepared
        const { id: changeRequest } = yield* as(admin)(requests.create(space))
        const [home = "", guide = ""] = (yield* as(reader)(contents.pages({ space }))).pages.map(({ id }) => id)
        const compared = (page: string) => as(reader)(changes.ofPageInChangeRequest({ space, changeRequest }, page))
        const unchanged = { page: home, type: "unchanged" as const, attributes: {}, blocks: [] }
        assert.deepStrictEqual(yield* compared(home), unchanged)
        yield* as(admin)(
          edits.apply(
            { space, changeRequest },
            {
              changes: [
                {
                  operation: "update_page",
                  page: home,
                  title: "Start",
                  document: { markdown: "# Start\n\nHello you." }
                },
                { operation: "delete_page", page: guide }
              ]
            }
          )
        )
        const start = yield* compared(home)
        assert.deepStrictEqual(
          [start.type, start.attributes.title, start.blocks.map(({ type }) => type)],
          ["edited", { before: "Home", after: "Start" }, ["block_edited"]]
        )
        const gone = yield* compared(guide)
        assert.deepStrictEqual([gone.type, gone.attributes.title], ["deleted", { before: "Guide" }])
        assert.isTrue(gone.blocks.every(({ type }) => type === "block_removed"))
        const { revision } = yield* as(admin)(merging.merge(space, changeRequest))
        assert.deepStrictEqual(yield* as(reader)(changes.ofPageInRevision({ space, revision }, home)), start)
        const created = yield* as(reader)(changes.ofPageInRevision({ space, revision: result.revision }, home))
        assert.strictEqual(created.type, "created")
        const missing = yield* Effect.flip(as(reader)(changes.ofPageInRevision({ space, revision }, "none")))
        assert.strictEqual(missing._tag, "PageNotFound")
        const refused = yield* Effect.flip(as(guest)(changes.ofPageInChangeRequest({ space, changeRequest }, home)))
        assert.strictEqual(refused._tag, "SpaceNotFound")
      })
    )

    it.effect("names the change request of a merge", () =>
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

    it.effect(
      "reports those of both sides of an update and of a merge, with their outcome (rule merge-nothing-lost)",
      () =>
        Effect.gen(function* () {
          const changes = yield* Changes.Changes
          const contents = yield* Contents.Contents
          const requests = yield* ChangeRequests.ChangeRequests
          const edits = yield* ContentEdits.ContentEdits
          const merging = yield* Merging.Merging
          const { admin, editor, guest, id: space, reader, result, stranger } = yield* prepared
          const { pages } = yield* as(reader)(contents.pages({ space }))
          const [home = "", guide = ""] = pages.map(({ id }) => id)
          const [install = ""] = pages.flatMap((each) => ("pages" in each ? each.pages : [])).map(({ id }) => id)
          const { id: changeRequest } = yield* as(admin)(requests.create(space))
          const inSpace = (batch: EditInput.ContentEdit) => as(editor)(edits.apply({ space }, batch))
          const inRequest = (batch: EditInput.ContentEdit) => as(editor)(edits.apply({ space, changeRequest }, batch))
          const retitled = (page: string, title: string) => ({ operation: "update_page" as const, page, title })
          const known = new Map([
            [home, "home"],
            [guide, "guide"],
            [install, "install"]
          ])
          const account = (revision: string) =>
            Effect.map(as(reader)(changes.ofMerge({ space, revision }, 1000)), ({ entries, more }) => [
              more,
              ...entries.map(({ fate, key, page, side }) => {
                const shown = key.replace(/(?<=^[a-z]+\/)[^/]+/, (id) => known.get(id) ?? "new")
                return `${side} ${shown} ${fate}: ${page?.title} at ${page?.path}`
              })
            ])

          yield* inRequest({ changes: [{ operation: "insert_page", title: "Tips" }] })
          yield* inSpace({ changes: [{ operation: "insert_page", title: "News" }] })
          const first = yield* as(editor)(merging.update(space, changeRequest))
          assert.deepStrictEqual(yield* account(first.revision), [
            0,
            "primary order/ stands: undefined at undefined",
            "changed order/ stands: undefined at undefined",
            "changed page/new stands: Tips at tips",
            "primary page/new stands: News at news"
          ])

          yield* inRequest({ changes: [retitled(home, "Start")] })
          yield* inRequest({
            changes: [
              { ...retitled(guide, "Handbook"), slug: null },
              { operation: "delete_page", page: install }
            ]
          })
          yield* inSpace({ changes: [retitled(home, "Welcome")] })
          const { conflicts, expectedBase, expectedHead } = yield* as(editor)(merging.status(space, changeRequest))
          assert.deepStrictEqual(
            conflicts.map(({ key }) => key),
            [`page/${home}/title`]
          )
          const resolutions = { [`page/${home}/title`]: "changed" as const }
          const second = yield* as(editor)(
            merging.resolve(space, changeRequest, { resolutions, expectedBase, expectedHead })
          )
          assert.deepStrictEqual(yield* account(second.revision), [
            0,
            "changed moved//guide stands: Handbook at handbook",
            "primary moved//home stands: Start at start",
            "changed moved//home stands: Start at start",
            "changed order/ stands: undefined at undefined",
            "changed order/guide stands: Handbook at handbook",
            "primary page/home/title decided: Start at start",
            "changed page/home/title stands: Start at start",
            "changed page/guide/slug stands: Handbook at handbook",
            "changed page/guide/title stands: Handbook at handbook",
            "changed page/install stands: Install it at guide/install",
            "changed page/new stands: Tips at tips"
          ])

          const { revision } = yield* as(admin)(merging.merge(space, changeRequest))
          assert.deepStrictEqual(yield* account(revision), [
            0,
            "changed moved//guide stands: Handbook at handbook",
            "changed moved//welcome stands: Start at start",
            "changed order/ stands: undefined at undefined",
            "changed order/guide stands: Handbook at handbook",
            "changed page/home/title stands: Start at start",
            "changed page/guide/slug stands: Handbook at handbook",
            "changed page/guide/title stands: Handbook at handbook",
            "changed page/install stands: Install it at guide/install",
            "changed page/new stands: Tips at tips"
          ])

          const of = { space, revision: second.revision }
          const whole = yield* as(reader)(changes.ofMerge(of, 1000))
          for (const [limit, shown] of [
            [undefined, 10],
            [3, 3]
          ] as const) {
            assert.deepStrictEqual(yield* as(reader)(changes.ofMerge(of, limit)), {
              entries: whole.entries.slice(0, shown),
              more: whole.entries.length - shown
            })
          }
          const refused = (caller: typeof guest, at: string | undefined, limit?: number) =>
            Effect.match(as(caller)(changes.ofMerge({ space, revision: at }, limit)), {
              onFailure: ({ _tag }) => _tag,
              onSuccess: () => "no error"
            })
          assert.strictEqual(yield* refused(reader, result.revision), "NotAMerge")
          assert.strictEqual(yield* refused(reader, "none"), "RevisionNotFound")
          assert.strictEqual(yield* refused(reader, undefined, 1001), "InputInvalid")
          for (const caller of [guest, stranger]) assert.strictEqual(yield* refused(caller, undefined), "SpaceNotFound")
        })
    )
  })
}
