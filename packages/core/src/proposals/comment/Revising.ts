import { Data, Effect } from "effect"
import type { Document } from "../../content/document/Document.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import * as CommentBody from "./CommentBody.ts"

/** The text is another by now than the one that was compared with the new one. */
export class TextOvertaken extends Data.TaggedError("TextOvertaken") {}

const isOther = <E>(error: E): error is Exclude<E, TextOvertaken> => !(error instanceof TextOvertaken)

/** What takes the place of a text; undefined where no text is given. */
export type Revised = (stored: Document) => Effect.Effect<Document | undefined, TextOvertaken>

/**
 * Edits texts. What takes time is done before `keep`, which takes locks and decides: reading the new text, and comparing
 * it with the one that `find` gives, which decides first whether the caller may change it. Where somebody else was
 * faster, all but the reading is done once more.
 */
export const make = Effect.map(
  CommentBody.make,
  (bodies) =>
    <A, E, R, E2, R2>(
      body: CommentBody.CommentBody | undefined,
      find: Effect.Effect<Document, E2, R2>,
      keep: (revised: Revised) => Effect.Effect<A, E | TextOvertaken, R>
    ) => {
      const attempted = (
        given: CommentBody.CommentBody,
        next: Document,
        found: Document
      ): Effect.Effect<A, Exclude<E, TextOvertaken> | E2, R | R2> =>
        Effect.gen(function* () {
          const revised = yield* bodies.revised(found, given, next)
          const kept = keep((stored) => {
            if (!CanonicalJson.equals(stored, found)) return new TextOvertaken()
            return Effect.succeed(revised === found ? stored : revised)
          })
          return yield* Effect.catch(kept, (error) =>
            isOther(error) ? Effect.fail(error) : Effect.flatMap(find, (newer) => attempted(given, next, newer))
          )
        })
      /** Where no text is read there is nothing that could be overtaken. */
      const atOnce = (revised: Revised) =>
        Effect.catch(keep(revised), (error) => (isOther(error) ? Effect.fail(error) : Effect.die(error)))
      return Effect.gen(function* () {
        if (body === undefined) return yield* atOnce(() => Effect.undefined)
        if ("document" in body) return yield* atOnce((stored) => bodies.revised(stored, body, body.document))
        const found = yield* find
        return yield* attempted(body, yield* bodies.read(body), found)
      })
    }
)
