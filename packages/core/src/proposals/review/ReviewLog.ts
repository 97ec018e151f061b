import { Clock, Context, Effect, Layer } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { ReviewId, type UserId } from "../../foundation/id/Ids.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type { Keyset } from "../../foundation/store/RowStore.ts"
import { collection as requestCollection } from "../../spaces/change-request/ChangeRequest.ts"
import type { OpenedRequest } from "../../spaces/commit/ContentBase.ts"
import { collection, isSubmitted, type Review } from "./Review.ts"

/** The events of reviews. */
type ReviewEvent =
  | { readonly type: "reviewRequests.create" | "reviews.submit"; readonly after: unknown }
  | { readonly type: "reviewRequests.delete" }

/** Shared by the operations on reviews and on requests for them. */
export class ReviewLog extends Context.Service<ReviewLog>()("@quire/core/ReviewLog", {
  make: Effect.gen(function* () {
    const events = yield* Events
    const nextId = yield* IdGenerator
    const requests = yield* Repository.make(requestCollection)
    const reviews = yield* Repository.make(collection)

    /** The reviews that count and the pending requests, by reviewer. */
    const current = Effect.fnUntraced(function* (changeRequest: string) {
      const equals = { changeRequest, outdated: false }
      const rows = yield* reviews.list("current", { equals, limit: noLimit })
      return new Map(rows.map((row) => [row.value.reviewer, row]))
    })

    /** The latest submitted review of each reviewer, in the form that merge rules read. */
    const latest = (changeRequest: string) =>
      Effect.map(current(changeRequest), (rows) =>
        [...rows.values()].flatMap(({ value }) =>
          isSubmitted(value)
            ? [{ status: value.status, revision: value.revision, reviewer: { id: value.reviewer } }]
            : []
        )
      )

    /** Locks a change request against concurrent changes to it or its reviews, and returns its current state. */
    const lock = Effect.fnUntraced(function* (opened: OpenedRequest) {
      const { id } = opened.changeRequest.value
      const changeRequest = yield* requests.requireLocked(id)
      return { ...opened, changeRequest }
    })

    const makeNew = Effect.fnUntraced(function* ({ changeRequest }: OpenedRequest, reviewer: UserId) {
      const { id, revision, space } = changeRequest.value
      const createdAt = yield* Clock.currentTimeMillis
      return { id: ReviewId.make(yield* nextId), space, changeRequest: id, revision, reviewer, createdAt }
    })

    const announce = (opened: OpenedRequest, subjects: ReadonlyArray<string>, event: ReviewEvent) =>
      events.announce({
        ...event,
        organization: opened.space.value.organization,
        space: opened.space.value.id,
        subjects: [opened.changeRequest.value.id, ...subjects]
      })

    /** A source of pages by id: the submitted reviews of a change request, or the pending requests. */
    const sourceOf = (changeRequest: string, submitted: boolean) => {
      const { count, load } = reviews.source("ofRequest", { equals: { changeRequest, submitted } })
      return {
        filters: changeRequest,
        count,
        load: (after: Keyset | undefined, limit: number) => Effect.map(load(after, limit), Repository.values),
        keyset: (self: Review) => reviews.keyset("ofRequest", self)
      }
    }

    return { requests, reviews, current, latest, lock, makeNew, announce, sourceOf } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Events.layer))
}
