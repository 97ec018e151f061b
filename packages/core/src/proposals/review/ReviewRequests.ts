import { Clock, Context, Effect, Layer } from "effect"
import type { UserId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { callingUser } from "../../foundation/operation/Actor.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { ReferenceNotFound } from "../../people/access/Access.ts"
import { AccessFacts } from "../../people/access/AccessFacts.ts"
import { contentRole } from "../../people/access/Decision.ts"
import { atLeast } from "../../people/access/Role.ts"
import { collection as grantCollection } from "../../people/grant/Grant.ts"
import { collection as memberCollection, rowId } from "../../people/member/Member.ts"
import { accessScope, type Placement } from "../../people/placement/Placement.ts"
import { counterChanges, permitTransition } from "../../spaces/change-request/ChangeRequests.ts"
import { ContentBase, type OpenedRequest } from "../../spaces/commit/ContentBase.ts"
import { collection as spaceCollection } from "../../spaces/space/Space.ts"
import {
  isSubmitted,
  makeRequested,
  type RequestedReviewersView,
  type Review,
  ReviewerIsAuthor,
  ReviewersRequest,
  requestReview
} from "./Review.ts"
import { ReviewLog } from "./ReviewLog.ts"
import { ReviewViews } from "./ReviewViews.ts"

const checkRequest = checked(ReviewersRequest)

/** Requests for reviews of a change request. */
export class ReviewRequests extends Context.Service<ReviewRequests>()("@quire/core/ReviewRequests", {
  make: Effect.gen(function* () {
    const base = yield* ContentBase
    const { mutate } = yield* Mutation
    const { paged } = yield* Paging
    const views = yield* ReviewViews
    const facts = yield* AccessFacts
    const members = yield* Repository.make(memberCollection)
    const grants = yield* Repository.make(grantCollection)
    const { current, makeNew, sourceOf, lock, requests, reviews, announce } = yield* ReviewLog
    const spaces = yield* Repository.make(spaceCollection)

    /** Lists the users whose requested review is pending, by id of the request. */
    const list = operation("ReviewRequests.list")(function* (space: string, id: string, request: PageRequest) {
      const { access, changeRequest } = yield* base.openRequest(space, id)
      return yield* paged({
        ...sourceOf(changeRequest.value.id, false),
        list: "requested-reviewers",
        request,
        view: (rows) => views.requested(access, rows)
      })
    })

    /** Refuses users, named by `users` of a body, who could not submit a review of the space. */
    const requireReviewers = Effect.fnUntraced(function* (placement: Placement, users: ReadonlyArray<UserId>) {
      const rows = yield* members.getMany(users.map((user) => rowId(placement.organization, user)))
      for (const [at, user] of users.entries()) {
        const member = rows.get(rowId(placement.organization, user))?.value ?? null
        const held = member === null ? [] : yield* facts.grants(user, member.teams, accessScope(placement))
        const granted = held.map((row) => grants.decode(row).value)
        const role = contentRole({ user, member, placement, grants: granted })
        if (!atLeast(role, "review")) return yield* new ReferenceNotFound({ field: `users.${at}`, id: user })
      }
    })

    const requireAskable = Effect.fnUntraced(function* (opened: OpenedRequest, users: ReadonlyArray<UserId>) {
      yield* requireReviewers(opened.access.placement.value, users)
      const { createdBy } = opened.changeRequest.value
      const at = users.findIndex((user) => user === createdBy)
      if (at !== -1) return yield* new ReviewerIsAuthor({ field: `users.${at}`, user: users[at] ?? "" })
    })

    /** Whether reviews by these users are already requested and the subject is already set. */
    const isRequested = Effect.fnUntraced(function* ({ changeRequest }: OpenedRequest, given: ReviewersRequest) {
      const { id, subject } = changeRequest.value
      if (given.subject !== undefined && given.subject !== subject) return false
      const waiting = yield* current(id)
      return given.users.every((user) => {
        const seen = waiting.get(user)
        return seen !== undefined && !isSubmitted(seen.value)
      })
    })

    /** The status after asking; a closed request takes what is so already (rule request-equal-values). */
    const statusAfter = (opened: OpenedRequest, given: ReviewersRequest) => {
      const { value: self } = opened.changeRequest
      return Effect.catchTag(permitTransition(opened, self, "request-review"), "ChangeRequestClosed", (closed) =>
        Effect.flatMap(isRequested(opened, given), (isSame) => (isSame ? Effect.succeed(self.status) : closed))
      )
    }

    /** Opens a draft, and changes the subject if one is given; returns whether anything changed. */
    const openDraft = Effect.fnUntraced(function* (opened: OpenedRequest, given: ReviewersRequest) {
      const { changeRequest: seen, space } = opened
      const { subject } = given
      const status = yield* statusAfter(opened, given)
      const next = { ...seen.value, status, subject: subject ?? seen.value.subject }
      if (next.status === seen.value.status && next.subject === seen.value.subject) return false
      const updatedAt = yield* Clock.currentTimeMillis
      yield* requests.update(seen, { ...next, updatedAt })
      const moved = counterChanges(seen.value.status, status)
      if (Object.keys(moved).length > 0) yield* spaces.add(space.value.id, moved)
      return true
    })

    /** Requests reviews from users; returns all their pending requests, and separately the new ones. */
    const askUsers = Effect.fnUntraced(function* (opened: OpenedRequest, users: ReadonlyArray<UserId>) {
      const by = yield* callingUser
      const waiting = yield* current(opened.changeRequest.value.id)
      const now: Array<Review> = []
      const asked: Array<Review> = []
      for (const user of new Set(users)) {
        const seen = waiting.get(user)
        const { now: self, retired } = requestReview(seen?.value, makeRequested(yield* makeNew(opened, user), by))
        if (seen !== undefined && retired !== undefined) yield* reviews.update(seen, retired)
        if (self !== seen?.value) asked.push(self)
        now.push(self)
      }
      yield* reviews.insertAll(asked)
      return { now, asked }
    })

    /** Requests reviews from users, even those who submitted one already; opens a draft. Returns their requests. */
    const create = operation("ReviewRequests.create")(function* (space: string, id: string, given: ReviewersRequest) {
      const input = yield* checkRequest(given)
      const { subject, users } = input
      yield* statusAfter(yield* base.openRequest(space, id, "content:edit"), input)
      return yield* mutate(
        Effect.gen(function* () {
          const entered = yield* base.openRequest(space, id, "content:edit")
          yield* spaces.lock([space])
          const opened = yield* lock(entered)
          yield* requireAskable(opened, users)
          const isChanged = yield* openDraft(opened, input)
          const { asked, now } = yield* askUsers(opened, users)
          if (isChanged || asked.length > 0) {
            const people = asked.map(({ reviewer }) => reviewer)
            const after = { users: people, ...(subject === undefined ? {} : { subject }) }
            yield* announce(opened, people, { type: "reviewRequests.create", after })
          }
          return { users: yield* views.requested(opened.access, now) } satisfies RequestedReviewersView
        })
      )
    })

    /** Withdraws the request for a user's review; false when none is pending. */
    const remove = operation("ReviewRequests.remove")(function* (space: string, id: string, user: UserId) {
      yield* base.openRequest(space, id, "content:edit")
      return yield* mutate(
        Effect.gen(function* () {
          const opened = yield* lock(yield* base.openRequest(space, id, "content:edit"))
          const seen = (yield* current(opened.changeRequest.value.id)).get(user)
          if (seen === undefined || isSubmitted(seen.value)) return false
          yield* permitTransition(opened, opened.changeRequest.value, "request-review")
          yield* reviews.remove([seen.value.id])
          yield* announce(opened, [user], { type: "reviewRequests.delete" })
          return true
        })
      )
    })

    return { list, create, remove } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([ContentBase.layer, Mutation.layer, Paging.layer, ReviewLog.layer, ReviewViews.layer])
  )
}
