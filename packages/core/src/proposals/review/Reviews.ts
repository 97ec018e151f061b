import { Context, Effect, Layer, Option } from "effect"
import type { Document } from "../../content/document/Document.ts"
import { checked, InputInvalid } from "../../foundation/input/Input.ts"
import { callingUser } from "../../foundation/operation/Actor.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Access from "../../people/access/Access.ts"
import { permitTransition } from "../../spaces/change-request/ChangeRequests.ts"
import { ContentBase, type OpenedRequest } from "../../spaces/commit/ContentBase.ts"
import * as CommentBody from "../comment/CommentBody.ts"
import { Comments } from "../comment/Comments.ts"
import {
  isSubmitted,
  makeUnrequested,
  outdate,
  type Review,
  ReviewNotFound,
  ReviewSubmit,
  submitReview
} from "./Review.ts"
import { ReviewLog } from "./ReviewLog.ts"
import { ReviewViews } from "./ReviewViews.ts"

const checkSubmit = checked(ReviewSubmit)

/** Converts errors of a comment body to errors of the review's `comment` field. */
const toCommentErrors = (invalid: InputInvalid) =>
  new InputInvalid({
    details: invalid.details.map(({ path, rule }) => ({ path: path.replace(/^body/, "comment"), rule }))
  })

/** Reviews of change requests. */
export class Reviews extends Context.Service<Reviews>()("@quire/core/Reviews", {
  make: Effect.gen(function* () {
    const base = yield* ContentBase
    const bodies = yield* CommentBody.CommentBodies
    const comments = yield* Comments
    const { mutate } = yield* Mutation
    const { paged } = yield* Paging
    const views = yield* ReviewViews
    const { current, makeNew, sourceOf, lock, reviews, announce } = yield* ReviewLog

    const open = Effect.fnUntraced(function* (space: string, id: string) {
      const opened = yield* base.open({ space, changeRequest: id }, "content:read")
      return { opened, changeRequest: (yield* Effect.orDie(Effect.fromNullishOr(opened.changeRequest))).value }
    })

    /** Lists submitted reviews, including outdated ones, by id. */
    const list = operation("Reviews.list")(function* (
      space: string,
      id: string,
      request: PageRequest,
      format?: CommentBody.CommentFormat
    ) {
      const { changeRequest, opened } = yield* open(space, id)
      return yield* paged({
        ...sourceOf(changeRequest.id, true),
        list: "reviews",
        request,
        view: (rows) => views.many(opened, rows.filter(isSubmitted), format)
      })
    })

    /** A review of a change request. */
    const get = operation("Reviews.get")(function* (
      space: string,
      id: string,
      review: string,
      format?: CommentBody.CommentFormat
    ) {
      const { changeRequest, opened } = yield* open(space, id)
      const found = Option.getOrUndefined(yield* reviews.get(review))?.value
      if (found === undefined || found.changeRequest !== changeRequest.id || !isSubmitted(found)) {
        return yield* new ReviewNotFound({ id: review })
      }
      return yield* views.one(opened, found, format)
    })

    /** The calling user, who must be allowed to review the present change request. */
    const requireReviewer = Effect.fnUntraced(function* (opened: OpenedRequest) {
      const { value: self } = opened.changeRequest
      yield* permitTransition(opened, self, "review")
      const user = yield* callingUser
      if (user === null) return yield* new Access.Forbidden({ action: "review", target: `change request ${self.id}` })
      return user
    })

    const postComment = Effect.fnUntraced(function* ({ changeRequest, id, space }: Review, body: Document) {
      const { row } = yield* comments.postRead({ space, changeRequest }, { body, review: id })
      return row.value.id
    })

    /** Submits the caller's review of the current head. It fulfills a pending request or replaces an earlier review. */
    const submit = operation("Reviews.submit")(function* (
      space: string,
      id: string,
      given: ReviewSubmit,
      format?: CommentBody.CommentFormat
    ) {
      const { comment: body, status } = yield* checkSubmit(given)
      yield* requireReviewer(yield* base.openRequest(space, id))
      const text =
        body === undefined ? undefined : yield* Effect.catchTag(bodies.read(body), "InputInvalid", toCommentErrors)
      const submitted = yield* mutate(
        Effect.gen(function* () {
          const opened = yield* lock(yield* base.openRequest(space, id))
          const { id: changeRequest, revision } = opened.changeRequest.value
          const user = yield* requireReviewer(opened)
          const seen = (yield* current(changeRequest)).get(user)
          const made = makeUnrequested(yield* makeNew(opened, user))
          const isAnswer = seen !== undefined && !isSubmitted(seen.value)
          const self = isAnswer ? seen.value : made
          const comment = text === undefined ? null : yield* postComment(self, text)
          const next = submitReview(self, { status, revision, comment, at: made.createdAt })
          if (isAnswer) yield* reviews.update(seen, next)
          else {
            if (seen !== undefined) yield* reviews.update(seen, outdate(seen.value, made.createdAt))
            yield* reviews.insert(next)
          }
          yield* announce(opened, [next.id], { type: "reviews.submit", after: next })
          return { opened: (yield* open(space, id)).opened, review: next }
        })
      )
      return yield* views.one(submitted.opened, submitted.review, format)
    })

    return { list, get, submit } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      CommentBody.CommentBodies.layer,
      Comments.layer,
      ContentBase.layer,
      Mutation.layer,
      Paging.layer,
      ReviewLog.layer,
      ReviewViews.layer
    ])
  )
}
