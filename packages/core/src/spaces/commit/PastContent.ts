import { Clock, Context, Effect, Layer, Schema } from "effect"
import { InputInvalid } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant, toTimestamp } from "../../foundation/time/Instant.ts"
import { collection } from "../revision/Revision.ts"
import { ContentBase, type ContentSelector } from "./ContentBase.ts"

/** The space was not there yet (rule content-as-of). */
export class ContentNotYet extends Schema.TaggedError<ContentNotYet>()("ContentNotYet", {
  space: Schema.String,
  asOf: Instant
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `space ${this.space} did not exist at ${toTimestamp(this.asOf)}`
  }
}

const refuse = (rule: string) => Effect.fail(new InputInvalid({ details: [{ path: "asOf", rule }] }))

const isInstant = Schema.is(Instant)

/** Replaces the time of a selector with the revision that was primary then (rule content-as-of). */
export class PastContent extends Context.Service<PastContent>()("@quire/core/PastContent", {
  make: Effect.gen(function* () {
    const base = yield* ContentBase
    const revisions = yield* Repository.make(collection)

    const resolvePast = Effect.fnUntraced(function* (of: ContentSelector) {
      const { asOf, changeRequest, revision, ...rest } = of
      if (asOf === undefined) return of
      if (!isInstant(asOf)) return yield* refuse("must be a timestamp in milliseconds since 1970")
      if (asOf > (yield* Clock.currentTimeMillis)) return yield* refuse("must not be in the future")
      if (changeRequest !== undefined || revision !== undefined) {
        return yield* refuse("cannot be given together with a revision or a change request")
      }
      yield* base.admit(rest, "content:read")
      const [found] = yield* revisions.list("ofPrimaryAt", {
        equals: { space: of.space, changeRequest: "" },
        range: { to: asOf + 1 },
        direction: "desc",
        limit: 1
      })
      if (found === undefined) return yield* new ContentNotYet({ space: of.space, asOf })
      return { ...rest, revision: found.value.id } satisfies ContentSelector
    })

    return { resolvePast } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(ContentBase.layer))
}
