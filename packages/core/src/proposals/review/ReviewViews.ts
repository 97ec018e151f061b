import { Context, Effect, Layer } from "effect"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { single } from "../../foundation/operation/Single.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type { PlacementAccess } from "../../people/access/Access.ts"
import { UserViews } from "../../people/member/UserViews.ts"
import type { OpenedContent } from "../../spaces/commit/ContentBase.ts"
import { collection as commentCollection } from "../comment/Comment.ts"
import type { CommentFormat } from "../comment/CommentBody.ts"
import { CommentViews } from "../comment/CommentViews.ts"
import { type Review, type SubmittedReview, view, viewRequested } from "./Review.ts"

/** Views of reviews for the caller, with a constant number of queries for a whole page. */
export class ReviewViews extends Context.Service<ReviewViews>()("@quire/core/ReviewViews", {
  make: Effect.gen(function* () {
    const { base } = yield* Addresses
    const users = yield* UserViews
    const commentViews = yield* CommentViews
    const comments = yield* Repository.make(commentCollection)

    const usersOf = (found: PlacementAccess, rows: ReadonlyArray<Review>) =>
      users.many(
        found.placement.value.organization,
        found,
        rows.flatMap(({ request, reviewer }) => [reviewer, request?.by ?? null])
      )

    /** Submitted reviews with their comments; `opened` is the head of their change request. */
    const many = Effect.fnUntraced(function* (
      opened: OpenedContent,
      rows: ReadonlyArray<SubmittedReview>,
      format?: CommentFormat
    ) {
      const ids = rows.flatMap(({ comment }) => (comment === null ? [] : [comment]))
      const found = [...(yield* comments.getMany(ids)).values()]
      const shown = yield* commentViews.many(opened, found, format)
      const userOf = yield* usersOf(opened.access, rows)
      const seen = { base, userOf, comments: new Map(shown.map((comment) => [comment.id, comment])) }
      return rows.map((row) => view(row, seen))
    })

    const one = (opened: OpenedContent, row: SubmittedReview, format?: CommentFormat) =>
      single(many(opened, [row], format))

    /** Views of pending requests. */
    const requested = Effect.fnUntraced(function* (access: PlacementAccess, rows: ReadonlyArray<Review>) {
      const userOf = yield* usersOf(access, rows)
      return rows.map((row) => viewRequested(row, userOf))
    })

    return { many, one, requested } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([CommentViews.layer, UserViews.layer]))
}
