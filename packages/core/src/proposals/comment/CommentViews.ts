import { Context, Effect, Layer, Schema } from "effect"
import type { UserId } from "../../foundation/id/Ids.ts"
import { describeFields, optional } from "../../foundation/input/Input.ts"
import { Actor } from "../../foundation/operation/Actor.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { single } from "../../foundation/operation/Single.ts"
import type { VersionedValue } from "../../foundation/store/Repository.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { UserViews } from "../../people/member/UserViews.ts"
import { UserView } from "../../people/user/User.ts"
import { ContentBase, type OpenedContent } from "../../spaces/commit/ContentBase.ts"
import {
  type Comment,
  type CommentReply,
  CommentStatus,
  type CommentTarget,
  checkPresence,
  isAuthor,
  type PageTarget,
  type PostedComment,
  statusOf
} from "./Comment.ts"
import * as CommentBody from "./CommentBody.ts"
import { CommentBodyView } from "./CommentBody.ts"
import { type CommentRights, rightsOf } from "./CommentRights.ts"
import { groupByEmoji } from "./Reaction.ts"

const ReactionView = Schema.Struct(
  describeFields(
    {
      emoji: Schema.String,
      count: Schema.Int,
      users: Schema.Array(
        Schema.Struct(
          describeFields(
            { user: UserView, reactedAt: Timestamp },
            { user: "User who reacted.", reactedAt: "Time of the reaction." }
          )
        )
      )
    },
    {
      emoji: "Emoji of the reaction.",
      count: "Number of users who reacted with this emoji.",
      users: "Users who reacted with this emoji."
    }
  )
).annotate({ identifier: "CommentReaction" })

const postedFields = describeFields(
  {
    id: Schema.String,
    postedBy: UserView,
    postedAt: Timestamp,
    editedAt: optional(Timestamp),
    reactions: Schema.Array(ReactionView),
    body: CommentBodyView,
    urls: Schema.Struct(describeFields({ location: Schema.String }, { location: "Address of the object in the API." })),
    permissions: Schema.Struct(
      describeFields(
        {
          view: Schema.Boolean,
          edit: Schema.Boolean,
          reply: Schema.Boolean,
          delete: Schema.Boolean
        },
        {
          view: "Whether the caller may view it.",
          edit: "Whether the caller may edit it.",
          reply: "Whether the caller may reply.",
          delete: "Whether the caller may delete it."
        }
      )
    )
  },
  {
    body: "Text of the comment.",
    postedBy: "User who posted it.",
    postedAt: "Time at which it was posted.",
    editedAt: "Time of the last edit; absent while it was never edited.",
    reactions: "Reactions by emoji.",
    id: "Identifier, which never changes.",
    urls: "Addresses that belong to the object.",
    permissions: "What the caller may do with the object."
  }
)

const PageReference = Schema.Struct(
  describeFields(
    {
      id: Schema.String,
      title: Schema.String,
      emoji: optional(Schema.String),
      icon: optional(Schema.String),
      createdAt: Timestamp,
      updatedAt: Timestamp,
      path: Schema.String,
      /** The page, or the block the comment is about, is no longer in the primary content. */
      outdated: Schema.Boolean
    },
    {
      title: "Title of the page.",
      path: "Path of the page.",
      outdated: "Whether the page changed since the comment.",
      id: "Identifier, which never changes.",
      emoji: "Emoji shown next to the title.",
      icon: "Icon shown next to the title.",
      createdAt: "Time of creation, in UTC with milliseconds.",
      updatedAt: "Time of the last change, in UTC with milliseconds."
    }
  )
).annotate({ identifier: "CommentPage" })

const commentView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("comment"),
      ...postedFields,
      replies: Schema.Int,
      target: Schema.Struct(
        describeFields(
          {
            space: Schema.String,
            changeRequest: optional(Schema.String),
            revision: Schema.String,
            review: optional(Schema.String),
            page: optional(PageReference),
            node: optional(
              Schema.Struct(
                describeFields(
                  { id: Schema.String, preview: optional(Schema.String) },
                  { preview: "First characters of the block's text.", id: "Identifier, which never changes." }
                )
              )
            )
          },
          {
            space: "Space of the comment.",
            changeRequest: "Change request of the comment.",
            revision: "Revision at which the comment was made.",
            review: "Review that the comment belongs to.",
            page: "Page that the comment is about.",
            node: "Block that the comment is about."
          }
        )
      ),
      status: CommentStatus,
      resolvedAt: optional(Timestamp),
      resolvedBy: optional(UserView)
    },
    {
      replies: "Number of replies.",
      target: "What the comment is about.",
      status: "Whether the comment is open or resolved.",
      resolvedAt: "Time at which it was resolved.",
      resolvedBy: "User who resolved it."
    }
  )
).annotate({ identifier: "Comment" })

/** A comment as shown to its caller. */
export interface CommentView extends Schema.Schema.Type<typeof commentView> {}
export interface CommentViewJson extends Schema.Codec.Encoded<typeof commentView> {}
export const CommentView: Schema.Codec<CommentView, CommentViewJson> = commentView

const replyView = Schema.Struct({ object: Schema.Literal("comment-reply"), ...postedFields }).annotate({
  identifier: "CommentReply"
})

/** A reply as shown to its caller. */
export interface CommentReplyView extends Schema.Schema.Type<typeof replyView> {}
export interface CommentReplyViewJson extends Schema.Codec.Encoded<typeof replyView> {}
export const CommentReplyView: Schema.Codec<CommentReplyView, CommentReplyViewJson> = replyView

/** What a view needs in addition to the row: data shared by a page of comments, and the body. */
export interface CommentSeen {
  readonly base: string
  readonly userOf: (id: UserId | null) => UserView
  readonly rightsOn: (self: PostedComment) => CommentRights
  readonly body: CommentBodyView
}

const locationOf = (base: string, self: PostedComment, comment: string): string => {
  const at = self.changeRequest === undefined ? "" : `/change-requests/${self.changeRequest}`
  return `${base}/v1/spaces/${self.space}${at}/comments/${comment}`
}

const sharedFields = (self: PostedComment, location: string, { body, rightsOn, userOf }: CommentSeen) => ({
  postedBy: userOf(self.postedBy),
  postedAt: toTimestamp(self.postedAt),
  ...(self.editedAt === undefined ? {} : { editedAt: toTimestamp(self.editedAt) }),
  reactions: groupByEmoji(self.reactions).map(({ emoji, reactions }) => ({
    emoji,
    count: reactions.length,
    users: reactions.map(({ reactedAt, user }) => ({ user: userOf(user), reactedAt: toTimestamp(reactedAt) }))
  })),
  body,
  urls: { location },
  permissions: rightsOn(self)
})

const pageOf = ({ createdAt, path, updatedAt, ...named }: PageTarget, outdated: boolean) => ({
  ...named,
  createdAt: toTimestamp(createdAt),
  updatedAt: toTimestamp(updatedAt),
  path,
  outdated
})

export const view = (
  { counters, value: self }: VersionedValue<Comment>,
  seen: CommentSeen & { readonly isThere: (self: Comment) => boolean }
): CommentView => {
  const { node, page, review, revision } = self.target
  return {
    object: "comment",
    id: self.id,
    ...sharedFields(self, locationOf(seen.base, self, self.id), seen),
    replies: counters["replies"] ?? 0,
    target: {
      space: self.space,
      ...(self.changeRequest === undefined ? {} : { changeRequest: self.changeRequest }),
      revision,
      ...(review === undefined ? {} : { review }),
      ...(page === undefined ? {} : { page: pageOf(page, !seen.isThere(self)) }),
      ...(node === undefined ? {} : { node })
    },
    status: statusOf(self),
    ...(self.resolved === null
      ? {}
      : { resolvedAt: toTimestamp(self.resolved.at), resolvedBy: seen.userOf(self.resolved.by) })
  }
}

export const viewReply = ({ value: self }: VersionedValue<CommentReply>, seen: CommentSeen): CommentReplyView => ({
  object: "comment-reply",
  id: self.id,
  ...sharedFields(self, `${locationOf(seen.base, self, self.comment)}/replies/${self.id}`, seen)
})

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
    ) => Effect.forEach(rows, (row) => Effect.map(bodies.show(row.value.body, format), (body) => shown(row, body)))

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

    const one = (opened: OpenedContent, row: VersionedValue<Comment>, format?: CommentBody.CommentFormat) =>
      single(many(opened, [row], format))
    const reply = (opened: OpenedContent, row: VersionedValue<CommentReply>, format?: CommentBody.CommentFormat) =>
      single(replies(opened, [row], format))

    return { many, one, replies, reply } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([CommentBody.CommentBodies.layer, ContentBase.layer, UserViews.layer])
  )
}
