import { Clock, Effect } from "effect"
import { collection as requestCollection } from "../change-request/ChangeRequest.ts"
import type { OpenedRequest } from "../content/ContentBase.ts"
import { Events } from "../events/Events.ts"
import { IdGenerator } from "../IdGenerator.ts"
import * as Repository from "../store/Repository.ts"
import type { Keyset } from "../store/RowStore.ts"
import type { UserId } from "../user/UserId.ts"
import { collection, isSubmitted, type Review } from "./Review.ts"
import { ReviewId } from "./ReviewId.ts"

/** More reviewers than a change request has. */
const everyReviewer = 10_000

/** What operations on reviews, and on requests for them, have in common. */
export const make = Effect.gen(function* () {
  const events = yield* Events
  const nextId = yield* IdGenerator
  const requests = yield* Repository.make(requestCollection)
  const reviews = yield* Repository.make(collection)

  /** The reviews that count, and the requests that wait, by reviewer. */
  const current = Effect.fnUntraced(function* (changeRequest: string) {
    const equals = { changeRequest, outdated: false }
    const rows = yield* reviews.list("current", { equals, limit: everyReviewer })
    return new Map(rows.map((row) => [row.value.reviewer, row]))
  })

  /** The latest submitted review of each reviewer, as merge rules look at them. */
  const latest = (changeRequest: string) =>
    Effect.map(current(changeRequest), (rows) =>
      [...rows.values()].flatMap(({ value }) =>
        isSubmitted(value) ? [{ status: value.status, revision: value.revision, reviewer: { id: value.reviewer } }] : []
      )
    )

  /** The change request as it is while nobody else changes it or its reviews. */
  const lock = Effect.fnUntraced(function* (opened: OpenedRequest) {
    const { id } = opened.changeRequest.value
    const changeRequest = yield* Effect.orDie(Effect.fromNullishOr((yield* requests.lock([id])).get(id)))
    return { ...opened, changeRequest }
  })

  const fresh = Effect.fnUntraced(function* ({ changeRequest }: OpenedRequest, reviewer: UserId) {
    const { id, revision, space } = changeRequest.value
    const createdAt = yield* Clock.currentTimeMillis
    return { id: ReviewId.make(yield* nextId), space, changeRequest: id, revision, reviewer, createdAt }
  })

  const tell = (opened: OpenedRequest, type: string, subjects: ReadonlyArray<string>, after?: unknown) =>
    events.announce({
      type,
      organization: opened.space.value.organization,
      space: opened.space.value.id,
      subjects: [opened.changeRequest.value.id, ...subjects],
      ...(after === undefined ? {} : { after })
    })

  /** A source of pages: the submitted reviews of a change request, or the requests that wait, by id. */
  const listed = (changeRequest: string, submitted: boolean) => {
    const equals = { changeRequest, submitted }
    return {
      filters: changeRequest,
      count: reviews.count("ofRequest", { equals }),
      load: (after: Keyset | undefined, limit: number) =>
        reviews
          .list("ofRequest", { equals, limit, ...(after === undefined ? {} : { after }) })
          .pipe(Effect.map((rows) => rows.map(({ value }) => value))),
      keyset: (self: Review) => reviews.keyset("ofRequest", self)
    }
  }

  return { requests, reviews, current, latest, lock, fresh, tell, listed } as const
})
