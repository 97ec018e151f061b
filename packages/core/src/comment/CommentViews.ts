import { Context, Effect, Layer } from "effect"
import { Actor } from "../Actor.ts"
import { Addresses } from "../Addresses.ts"
import type { Opened } from "../content/ContentBase.ts"
import * as Slices from "../Slices.ts"
import type { Versioned } from "../store/Repository.ts"
import type { UserId } from "../user/UserId.ts"
import { UserViews } from "../user/UserViews.ts"
import type { Comment } from "./Comment.ts"
import * as CommentBody from "./CommentBody.ts"
import type { CommentReply } from "./CommentReply.ts"
import { rights } from "./CommentRights.ts"
import { presence } from "./CommentTarget.ts"
import { type CommentSeen, view, viewReply } from "./CommentView.ts"
import { isAuthor, type Posted } from "./Posted.ts"

/**
 * Views of comments and replies for the caller, with a constant number of queries for a whole page. `opened` is the
 * head of what they are posted on.
 */
export class CommentViews extends Context.Service<CommentViews>()("@quire/core/CommentViews", {
  make: Effect.gen(function* () {
    const { base } = yield* Addresses
    const users = yield* UserViews
    const bodies = yield* CommentBody.make

    const seenBy = Effect.fnUntraced(function* (
      { access, space }: Opened,
      rows: ReadonlyArray<Posted>,
      others: ReadonlyArray<UserId | null>
    ) {
      const caller = yield* Actor
      const named = rows.flatMap(({ postedBy, reactions }) => [postedBy, ...reactions.map(({ user }) => user)])
      return {
        base,
        userOf: yield* users.many(space.value.organization, access.member, [...named, ...others]),
        rightsOn: (self) => rights({ role: access.role, isAuthor: isAuthor(self, caller) })
      } satisfies Omit<CommentSeen, "body">
    })

    const each = <A extends Posted, V>(
      rows: ReadonlyArray<Versioned<A>>,
      format: CommentBody.CommentFormat,
      shown: (row: Versioned<A>, body: CommentBody.CommentBodyView) => V
    ) =>
      Slices.forEach(rows, (row) => Effect.map(bodies.shown(row.value.body, format), (body) => shown(row, body)), {
        weight: ({ value }) => Slices.weigh(value.body)
      })

    const many = Effect.fnUntraced(function* (
      opened: Opened,
      rows: ReadonlyArray<Versioned<Comment>>,
      format: CommentBody.CommentFormat = "markdown"
    ) {
      const values = rows.map(({ value }) => value)
      const resolvers = values.flatMap(({ resolved }) => (resolved === null ? [] : [resolved.by]))
      const seen = yield* seenBy(opened, values, resolvers)
      const isThere = yield* presence(
        opened.root,
        values.map(({ target }) => target)
      )
      return yield* each(rows, format, (row, body) =>
        view(row, { ...seen, body, isThere: ({ target }) => isThere(target) })
      )
    })

    const replies = Effect.fnUntraced(function* (
      opened: Opened,
      rows: ReadonlyArray<Versioned<CommentReply>>,
      format: CommentBody.CommentFormat = "markdown"
    ) {
      const values = rows.map(({ value }) => value)
      const seen = yield* seenBy(opened, values, [])
      return yield* each(rows, format, (row, body) => viewReply(row, { ...seen, body }))
    })

    const only = <A>(views: ReadonlyArray<A>) => Effect.orDie(Effect.fromNullishOr(views[0]))
    const one = (opened: Opened, row: Versioned<Comment>, format?: CommentBody.CommentFormat) =>
      Effect.flatMap(many(opened, [row], format), only)
    const reply = (opened: Opened, row: Versioned<CommentReply>, format?: CommentBody.CommentFormat) =>
      Effect.flatMap(replies(opened, [row], format), only)

    return { many, one, replies, reply } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
