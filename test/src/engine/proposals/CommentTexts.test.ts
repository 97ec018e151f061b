import { assert, layer } from "@effect/vitest"
import * as Memory from "@quire/adapters/memory"
import {
  Actor,
  ChangeRequests,
  CommentReplies,
  Comments,
  Engine,
  Markdown,
  Reviews,
  RowStore,
  Spaces
} from "@quire/core"
import { Effect, Layer } from "effect"
import { as, capabilities } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

/** What another writer does while the next text is parsed or rendered. */
let meanwhile: Effect.Effect<unknown> = Effect.void

/** Texts that were read and printed, and comments and replies that were read from the store. */
const notes: Array<string> = []

/** What is asked for in the course of an effect. */
const noted = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    notes.length = 0
    return Effect.map(effect, (value) => ({ value, notes: [...notes] }))
  })

const note = (what: string) =>
  Effect.sync(() => {
    notes.push(what)
  })

const withNotes = Layer.effect(
  RowStore.RowStore,
  Effect.map(RowStore.RowStore, (store) => ({
    ...store,
    getMany: (shape: RowStore.Shape, ids: ReadonlyArray<string>) =>
      Effect.andThen(note(shape.name), store.getMany(shape, ids)),
    lock: (shape: RowStore.Shape, ids: ReadonlyArray<string>) =>
      Effect.andThen(note(shape.name), store.lock(shape, ids))
  }))
)

/** Parses and renders as the real one does, after another writer was able to write. */
const withWriters = Layer.effect(
  Markdown.Markdown,
  Effect.gen(function* () {
    const markdown = yield* Markdown.Markdown
    const store = yield* RowStore.RowStore
    const others = Effect.suspend(() => {
      const act = meanwhile
      meanwhile = Effect.void
      return Effect.promise(() => Effect.runPromise(Effect.andThen(store.atomic(Effect.void), act)))
    })
    return {
      ...markdown,
      read: (text: string, options?: Markdown.ReadOptions) =>
        Effect.andThen(Effect.andThen(note("read"), others), markdown.read(text, options)),
      write: (...given: Parameters<typeof markdown.write>) =>
        Effect.andThen(Effect.andThen(note("print"), others), markdown.write(...given))
    }
  })
)

const engine = Engine.layer.pipe(
  Layer.provideMerge(withWriters),
  Layer.provideMerge(withNotes),
  Layer.provideMerge(Memory.Memory.layer),
  Layer.provideMerge(capabilities)
)

const text = (markdown: string) => ({ body: { markdown } })

/** A change request in an organization, and its administrator. */
const requested = Effect.gen(function* () {
  const spaces = yield* Spaces.Spaces
  const requests = yield* ChangeRequests.ChangeRequests
  const { admin, creator, organization, reader, stranger } = yield* found
  const { id: space } = yield* as(admin)(spaces.create(organization, { title: "Docs" }))
  const { id: changeRequest } = yield* as(creator)(requests.create(space, { subject: "Words" }))
  return { admin, creator, reader, stranger, place: { space, changeRequest } }
})

layer(engine)("the text of comments", (it) => {
  it.effect("gets parsed and rendered while others write", () =>
    Effect.gen(function* () {
      const comments = yield* Comments.Comments
      const replies = yield* CommentReplies.CommentReplies
      const reviews = yield* Reviews.Reviews
      const { admin, place } = yield* requested
      const mine = as(admin)
      const { id: comment } = yield* mine(comments.post(place, text("One")))
      assert.deepStrictEqual((yield* mine(comments.update(place, comment, text("Two")))).body, { markdown: "Two" })
      const at = { ...place, comment }
      const { id } = yield* mine(replies.post(at, text("Three")))
      assert.deepStrictEqual((yield* mine(replies.update(at, id, text("Four")))).body, { markdown: "Four" })
      const submitted = { status: "approved", comment: { markdown: "Five" } } as const
      const { comment: said } = yield* mine(reviews.submit(place.space, place.changeRequest, submitted))
      assert.deepStrictEqual(said?.body, { markdown: "Five" })
    })
  )

  it.effect("replaces a concurrent edit unless both say the same", () =>
    Effect.gen(function* () {
      const comments = yield* Comments.Comments
      const { admin, place } = yield* requested
      const actor = Actor.user(admin)
      const edit = (id: string, markdown: string) =>
        Effect.orDie(Effect.provideService(comments.update(place, id, text(markdown)), Actor.Actor, actor))
      for (const [theirs, mine, shown] of [
        ["Two", "Three", "Three"],
        ["Two *words*", "Two _words_", "Two *words*"]
      ] as const) {
        const { id } = yield* as(admin)(comments.post(place, text("One")))
        const seen: Array<unknown> = []
        const theirEdit = Effect.map(edit(id, theirs), ({ body }) => seen.push(body))
        meanwhile = Effect.sync(() => {
          meanwhile = theirEdit
        })
        seen.push((yield* edit(id, mine)).body)
        assert.deepStrictEqual(seen, [{ markdown: theirs }, { markdown: shown }])
      }
    })
  )

  it.effect("gets neither parsed nor rendered for callers who may not write it (rule comment-rights)", () =>
    Effect.gen(function* () {
      const comments = yield* Comments.Comments
      const replies = yield* CommentReplies.CommentReplies
      const reviews = yield* Reviews.Reviews
      const { admin, creator, place, reader, stranger } = yield* requested
      const { id: comment } = yield* as(admin)(comments.post(place, text("One")))
      const at = { ...place, comment }
      const { id: reply } = yield* as(admin)(replies.post(at, text("Two")))
      const update = {
        comment: comments.update(place, comment, text("Three")),
        reply: replies.update(at, reply, text("4"))
      }
      const review = reviews.submit(place.space, place.changeRequest, {
        status: "approved",
        comment: { markdown: "5" }
      })
      const all = [update.comment, update.reply, comments.post(place, text("6")), replies.post(at, text("7")), review]
      const refused = (who: typeof admin, what: Effect.Effect<unknown, { readonly _tag: string }, Actor.Actor>) =>
        noted(Effect.map(as(who)(Effect.flip(what)), ({ _tag }) => _tag))
      for (const what of all) {
        assert.deepStrictEqual(yield* refused(stranger, what), { value: "SpaceNotFound", notes: [] })
        const { notes, value } = yield* refused(reader, what)
        assert.strictEqual(value, "Forbidden")
        assert.deepStrictEqual(
          notes.filter((each) => each === "read" || each === "print"),
          []
        )
      }
      for (const what of [update.comment, update.reply, review]) {
        const { notes, value } = yield* refused(creator, what)
        assert.strictEqual(value, "Forbidden")
        assert.deepStrictEqual(
          notes.filter((each) => each === "read" || each === "print"),
          []
        )
      }
      const { notes } = yield* noted(as(admin)(update.comment))
      assert.includeMembers(notes, ["read", "print"])
    })
  )
})
