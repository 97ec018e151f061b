import { Clock, Context, Effect, Layer } from "effect"
import type { UserId } from "../../foundation/id/UserId.ts"
import { checked } from "../../foundation/input/Input.ts"
import { callingUser } from "../../foundation/operation/Actor.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import * as Mutation from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { ContentBase, type OpenedRequest } from "../../spaces/base/ContentBase.ts"
import { counterChanges, permitTransition } from "../../spaces/change-request/ChangeRequests.ts"
import { collection as spaceCollection } from "../../spaces/space/Space.ts"
import { ask, isSubmitted, type Review, requested } from "./Review.ts"
import * as Reviewers from "./Reviewers.ts"
import { ReviewerIsAuthor, ReviewersRequest } from "./ReviewInput.ts"
import * as ReviewLog from "./ReviewLog.ts"
import type { RequestedReviewersView } from "./ReviewView.ts"
import { ReviewViews } from "./ReviewViews.ts"

const checkRequest = checked(ReviewersRequest)

/** Who is asked for a review of a change request. */
export class ReviewRequests extends Context.Service<ReviewRequests>()("@quire/core/ReviewRequests", {
  make: Effect.gen(function* () {
    const base = yield* ContentBase
    const mutation = yield* Mutation.make
    const { paged } = yield* Paging
    const views = yield* ReviewViews
    const { requestable } = yield* Reviewers.make
    const { current, fresh, listed, lock, requests, reviews, tell } = yield* ReviewLog.make
    const spaces = yield* Repository.make(spaceCollection)

    /** People who were asked and have yet to review, by id of the request. */
    const list = operation("ReviewRequests.list")(function* (space: string, id: string, request: PageRequest) {
      const { access, changeRequest } = yield* base.openRequest(space, id)
      return yield* paged({
        ...listed(changeRequest.value.id, false),
        list: "requested-reviewers",
        request,
        view: (rows) => views.requested(access, rows)
      })
    })

    const askable = Effect.fnUntraced(function* (opened: OpenedRequest, users: ReadonlyArray<UserId>) {
      yield* requestable(opened.access.placement.value, users)
      const { createdBy } = opened.changeRequest.value
      const at = users.findIndex((user) => user === createdBy)
      if (at !== -1) return yield* new ReviewerIsAuthor({ field: `users.${at}`, user: users[at] ?? "" })
    })

    /** Opens a draft, and changes the subject where one is given; whether anything changed. */
    const opens = Effect.fnUntraced(function* (opened: OpenedRequest, subject: string | undefined) {
      const { changeRequest: seen, space } = opened
      const status = yield* permitTransition(opened, seen.value, "request-review")
      const next = { ...seen.value, status, subject: subject ?? seen.value.subject }
      if (next.status === seen.value.status && next.subject === seen.value.subject) return false
      const updatedAt = yield* Clock.currentTimeMillis
      yield* Effect.orDie(requests.update(seen, { ...next, updatedAt }))
      const moved = counterChanges(seen.value.status, status)
      if (Object.keys(moved).length > 0) yield* spaces.add(space.value.id, moved)
      return true
    })

    /** The requests of these users after asking them, and those of them that are new. */
    const asks = Effect.fnUntraced(function* (opened: OpenedRequest, users: ReadonlyArray<UserId>) {
      const by = yield* callingUser
      const waiting = yield* current(opened.changeRequest.value.id)
      const now: Array<Review> = []
      const asked: Array<Review> = []
      for (const user of new Set(users)) {
        const seen = waiting.get(user)
        const { now: self, retired } = ask(seen?.value, requested(yield* fresh(opened, user), by))
        if (seen !== undefined && retired !== undefined) yield* Effect.orDie(reviews.update(seen, retired))
        if (self !== seen?.value) asked.push(self)
        now.push(self)
      }
      yield* Effect.orDie(reviews.insertAll(asked))
      return { now, asked }
    })

    /** Asks people for a review, once more those who submitted one; a draft opens. Answers their requests. */
    const create = operation("ReviewRequests.create")(function* (space: string, id: string, given: ReviewersRequest) {
      const { subject, users } = yield* checkRequest(given)
      const first = yield* base.openRequest(space, id, "content:edit")
      yield* permitTransition(first, first.changeRequest.value, "request-review")
      return yield* mutation(
        Effect.gen(function* () {
          const entered = yield* base.openRequest(space, id, "content:edit")
          yield* spaces.lock([space])
          const opened = yield* lock(entered)
          yield* askable(opened, users)
          const isChanged = yield* opens(opened, subject)
          const { asked, now } = yield* asks(opened, users)
          if (isChanged || asked.length > 0) {
            const people = asked.map(({ reviewer }) => reviewer)
            const after = { users: people, ...(subject === undefined ? {} : { subject }) }
            yield* tell(opened, "reviewRequests.create", people, after)
          }
          return { users: yield* views.requested(opened.access, now) } satisfies RequestedReviewersView
        })
      )
    })

    /** Takes back the request for somebody's review; false when there is none that waits. */
    const remove = operation("ReviewRequests.remove")(function* (space: string, id: string, user: UserId) {
      yield* base.openRequest(space, id, "content:edit")
      return yield* mutation(
        Effect.gen(function* () {
          const opened = yield* lock(yield* base.openRequest(space, id, "content:edit"))
          const seen = (yield* current(opened.changeRequest.value.id)).get(user)
          if (seen === undefined || isSubmitted(seen.value)) return false
          yield* permitTransition(opened, opened.changeRequest.value, "request-review")
          yield* reviews.remove([seen.value.id])
          yield* tell(opened, "reviewRequests.delete", [user])
          return true
        })
      )
    })

    return { list, create, remove } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
