import { Context, Data, Effect, Layer } from "effect"
import type { Document } from "../../content/document/Document.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import * as CommentBody from "./CommentBody.ts"

/** The stored text is no longer the one that the new text was compared with. */
export class TextOvertaken extends Data.TaggedError("TextOvertaken") {}

const isOther = <E>(error: E): error is Exclude<E, TextOvertaken> => !(error instanceof TextOvertaken)

/** Returns the text to store for a stored one; undefined if no new text was given. */
export type Revise = (stored: Document) => Effect.Effect<Document | undefined, TextOvertaken>

/**
 * Edits texts. The slow work happens before `keep`, which takes locks and decides: the new text is parsed and compared
 * with the one that `find` returns. `find` also decides first whether the caller may change it. If the stored text has
 * changed meanwhile, everything but the parsing is repeated.
 */
export class CommentRevision extends Context.Service<CommentRevision>()("@quire/core/CommentRevision", {
  make: Effect.map(CommentBody.CommentBodies, (bodies) => ({
    revise: <A, E, R, E2, R2>(
      body: CommentBody.CommentBody | undefined,
      find: Effect.Effect<Document, E2, R2>,
      keep: (revised: Revise) => Effect.Effect<A, E | TextOvertaken, R>
    ) => {
      const attempt = (
        given: CommentBody.CommentBody,
        next: Document,
        found: Document
      ): Effect.Effect<A, Exclude<E, TextOvertaken> | E2, R | R2> =>
        Effect.gen(function* () {
          const revised = yield* bodies.revise(found, given, next)
          const kept = keep((stored) => {
            if (!CanonicalJson.equals(stored, found)) return new TextOvertaken()
            return Effect.succeed(revised === found ? stored : revised)
          })
          return yield* Effect.catch(kept, (error) =>
            isOther(error) ? Effect.fail(error) : Effect.flatMap(find, (newer) => attempt(given, next, newer))
          )
        })
      /** Without a text to read, nothing can be overtaken. */
      const keepDirectly = (revised: Revise) =>
        Effect.catch(keep(revised), (error) => (isOther(error) ? Effect.fail(error) : Effect.die(error)))
      return Effect.gen(function* () {
        if (body === undefined) return yield* keepDirectly(() => Effect.undefined)
        if ("document" in body) return yield* keepDirectly((stored) => bodies.revise(stored, body, body.document))
        const found = yield* find
        return yield* attempt(body, yield* bodies.read(body), found)
      })
    }
  }))
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(CommentBody.CommentBodies.layer))
}
