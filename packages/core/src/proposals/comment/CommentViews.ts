import { Context, Effect, Layer } from "effect"
import type { UserId } from "../../foundation/id/UserId.ts"
import { Actor } from "../../foundation/operation/Actor.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import * as Slices from "../../foundation/scheduling/Slices.ts"
import type { VersionedValue } from "../../foundation/store/Repository.ts"
import { UserViews } from "../../people/member/UserViews.ts"
import { ContentBase, type OpenedContent } from "../../spaces/commit/ContentBase.ts"
import type { Comment } from "./Comment.ts"
import * as CommentBody from "./CommentBody.ts"
import type { CommentReply } from "./CommentReply.ts"
import { rightsOf } from "./CommentRights.ts"
import { type CommentTarget, checkPresence } from "./CommentTarget.ts"
import { type CommentSeen, view, viewReply } from "./CommentView.ts"
import { isAuthor, type PostedComment } from "./PostedComment.ts"

/**
 * Views of comments and replies for the caller, with a constant number of queries for a whole page. `opened` is the
 * head of what they are posted on; whether their targets still exist is decided by the primary content.
 */
export class CommentViews extends Context.Service<CommentViews>()("@quire/core/CommentViews", {
  make: Effect.gen(function* () {
    const { base } = yield* Addresses
    const { rootOf } = yield* ContentBase
    const users = yield* UserViews
    const bodies = yield* CommentBody.CommentBodies

    const loadSeen = Effect.fnUntraced(function* (
      { access, space }: OpenedContent,
      rows: ReadonlyArray<PostedComment>,
      others: ReadonlyArray<UserId | null>
    ) {
      const caller = yield* Actor
      const named = rows.flatMap(({ postedBy, reactions }) => [postedBy, ...reactions.map(({ user }) => user)])
      return {
        base,
        userOf: yield* users.many(space.value.organization, access, [...named, ...others]),
        rightsOn: (self) => rightsOf({ role: access.role, isAuthor: isAuthor(self, caller) })
      } satisfies Omit<CommentSeen, "body">
    })

    const each = <A extends PostedComment, V>(
      rows: ReadonlyArray<VersionedValue<A>>,
      format: CommentBody.CommentFormat,
      shown: (row: VersionedValue<A>, body: CommentBody.CommentBodyView) => V
    ) =>
      Slices.forEach(rows, (row) => Effect.map(bodies.show(row.value.body, format), (body) => shown(row, body)), {
        weight: ({ value }) => Slices.weighItem(value.body)
      })

    const presenceOf = Effect.fnUntraced(function* (
      { isHead, root, space }: OpenedContent,
      targets: ReadonlyArray<CommentTarget>
    ) {
      if (isHead || targets.every(({ page }) => page === undefined)) return yield* checkPresence(root, targets)
      return yield* checkPresence(yield* rootOf(space.value.id, space.value.revision), targets)
    })

    const many = Effect.fnUntraced(function* (
      opened: OpenedContent,
      rows: ReadonlyArray<VersionedValue<Comment>>,
      format: CommentBody.CommentFormat = "markdown"
    ) {
      const values = rows.map(({ value }) => value)
      const resolvers = values.flatMap(({ resolved }) => (resolved === null ? [] : [resolved.by]))
      const seen = yield* loadSeen(opened, values, resolvers)
      const isThere = yield* presenceOf(
        opened,
        values.map(({ target }) => target)
      )
      return yield* each(rows, format, (row, body) =>
        view(row, { ...seen, body, isThere: ({ target }) => isThere(target) })
      )
    })

    const replies = Effect.fnUntraced(function* (
      opened: OpenedContent,
      rows: ReadonlyArray<VersionedValue<CommentReply>>,
      format: CommentBody.CommentFormat = "markdown"
    ) {
      const values = rows.map(({ value }) => value)
      const seen = yield* loadSeen(opened, values, [])
      return yield* each(rows, format, (row, body) => viewReply(row, { ...seen, body }))
    })

    const only = <A>(views: ReadonlyArray<A>) => Effect.orDie(Effect.fromNullishOr(views[0]))
    const one = (opened: OpenedContent, row: VersionedValue<Comment>, format?: CommentBody.CommentFormat) =>
      Effect.flatMap(many(opened, [row], format), only)
    const reply = (opened: OpenedContent, row: VersionedValue<CommentReply>, format?: CommentBody.CommentFormat) =>
      Effect.flatMap(replies(opened, [row], format), only)

    return { many, one, replies, reply } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([CommentBody.CommentBodies.layer, ContentBase.layer, UserViews.layer])
  )
}
