import { assert, layer } from "@effect/vitest"
import { Contents, Imports } from "@quire/core"
import { Effect } from "effect"
import { markdown, prepared } from "../../support/docs.ts"
import { as, engines } from "../../support/engine.ts"

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`revisions on ${name}`, (it) => {
    it.effect(
      "creates one for each import, after the last page, and keeps older ones unchanged (rule import-place)",
      () =>
        Effect.gen(function* () {
          const contents = yield* Contents.Contents
          const imports = yield* Imports.Imports
          const { editor, guest, id, reader, result } = yield* prepared
          const second = yield* as(editor)(imports.bytesIntoSpace(id, markdown("# News\n\nFresh.\n")))
          const head = yield* as(reader)(contents.revision({ space: id }))
          assert.deepStrictEqual(
            [head.id, head.parents, head.type, head.pages.length, head.files.length],
            [second.revision, [result.revision], "edits", 3, 1]
          )
          assert.strictEqual(head.pages.at(-1)?.title, "News")
          const old = yield* as(reader)(contents.revision({ space: id, revision: result.revision }))
          assert.deepStrictEqual([old.id, old.pages.length], [result.revision, 2])
          assert.strictEqual(
            (yield* Effect.flip(as(guest)(contents.revision({ space: id, revision: result.revision }))))._tag,
            "SpaceNotFound"
          )
        })
    )
  })
}
