import { assert, layer } from "@effect/vitest"
import * as Memory from "@quire/adapters/memory"
import { Comments, ContentEdits, Contents, Engine, Markdown, Spaces } from "@quire/core"
import { Effect, Layer } from "effect"
import { as, capabilities } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

/** No document can be written as Markdown in time. */
const slow = Layer.effect(
  Markdown.Markdown,
  Effect.map(Markdown.Markdown, (markdown) => ({
    ...markdown,
    write: () => Effect.fail(new Markdown.TextTooSlow())
  }))
)

const engine = Engine.layer.pipe(
  Layer.provideMerge(slow),
  Layer.provideMerge(Memory.Memory.layer),
  Layer.provideMerge(capabilities)
)

layer(engine)("content that takes too long to write as Markdown", (it) => {
  it.effect("returns pages as documents", () =>
    Effect.gen(function* () {
      const { admin, organization } = yield* found
      const spaces = yield* Spaces.Spaces
      const contents = yield* Contents.Contents
      const edits = yield* ContentEdits.ContentEdits
      const { id: space } = yield* as(admin)(spaces.create(organization, { title: "Docs", editMode: "live" }))
      const changes = [{ operation: "insert_page", title: "Page", document: { markdown: "One **two**." } }] as const
      yield* as(admin)(edits.apply({ space }, { changes }))
      const read = (format: Contents.PageFormat) => as(admin)(contents.pageByPath({ space }, "page", format))
      const shown = yield* read("markdown")
      assert.deepStrictEqual(shown, yield* read("document"))
      assert.property(shown, "document")
    })
  )

  it.effect("returns comments as documents, and replaces them without a comparison", () =>
    Effect.gen(function* () {
      const { admin, organization } = yield* found
      const spaces = yield* Spaces.Spaces
      const comments = yield* Comments.Comments
      const { id: space } = yield* as(admin)(spaces.create(organization, { title: "Docs" }))
      const mine = as(admin)
      const { body, id } = yield* mine(comments.post({ space }, { body: { markdown: "One *two*" } }))
      assert.deepStrictEqual(body, (yield* mine(comments.get({ space }, id, "document"))).body)
      const edited = yield* mine(comments.update({ space }, id, { body: { markdown: "Three" } }))
      assert.deepStrictEqual(edited.body, (yield* mine(comments.get({ space }, id, "document"))).body)
      assert.notDeepEqual(edited.body, body)
    })
  )
})
