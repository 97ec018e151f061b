import { Clock, Context, Effect, Layer, Option } from "effect"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { CommentReplyId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { callingUser } from "../../foundation/operation/Actor.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type { OpenedContent } from "../../spaces/commit/ContentBase.ts"
import {
  applyChanges,
  type Comment,
  type CommentReply,
  CommentReplyChanges,
  CommentReplyCreate,
  CommentReplyNotFound,
  commentReplyCollection,
  openCount,
  settle
} from "./Comment.ts"
import * as CommentBody from "./CommentBody.ts"
import { Commenters } from "./Commenters.ts"
import * as CommentRevision from "./CommentRevision.ts"
import { CommentViews } from "./CommentViews.ts"
import * as Discussion from "./Discussion.ts"

const checkCreate = checked(CommentReplyCreate)
const checkChanges = checked(CommentReplyChanges)

/** A comment that is replied to: where it was posted, and its id. */
export interface RepliedComment extends Discussion.DiscussionTarget {
  readonly comment: string
}

/** The status of the comment replied to, where the update of a reply changed it. */
const statusChange = (from: Comment, to: Comment) =>
  from === to ? undefined : { before: { resolved: from.resolved }, after: { resolved: to.resolved } }

/** Replies to comments; a resolved comment can be replied to and stays resolved. */
export class CommentReplies extends Context.Service<CommentReplies>()("@quire/core/CommentReplies", {
  make: Effect.gen(function* () {
    const {
      admit,
      comments,
      count,
      demand,
      demandChange,
      enter,
      find: findComment,
      lock,
      announce
    } = yield* Discussion.Discussion
    const bodies = yield* CommentBody.CommentBodies
    const commenters = yield* Commenters
    const views = yield* CommentViews
    const { mutate } = yield* Mutation
    const { revise: revising } = yield* CommentRevision.CommentRevision
    const nextId = yield* IdGenerator
    const { paged } = yield* Paging
    const replies = yield* Repository.make(commentReplyCollection)

    const find = Effect.fnUntraced(function* (comment: string, id: string) {
      const row = yield* replies.get(id)
      if (Option.isNone(row) || row.value.value.comment !== comment) return yield* new CommentReplyNotFound({ id })
      return row.value
    })

    /** Finds a reply and its comment under the lock of the comment, as needed to change or remove the reply. */
    const lockReply = Effect.fnUntraced(function* (opened: OpenedContent, comment: string, id: string) {
      const parent = yield* lock(opened, comment)
      return { parent, reply: yield* find(comment, id) }
    })

    /** A reply to a comment. */
    const get = operation("CommentReplies.get")(function* (
      replied: RepliedComment,
      id: string,
      format?: CommentBody.CommentFormat
    ) {
      const { comment, ...place } = replied
      const opened = yield* enter(place)
      yield* findComment(opened, comment)
      return yield* views.reply(opened, yield* find(comment, id), format)
    })

    /** Oldest first. */
    const list = operation("CommentReplies.list")(function* (
      replied: RepliedComment,
      request: PageRequest,
      format?: CommentBody.CommentFormat
    ) {
      const { comment, ...place } = replied
      const opened = yield* enter(place)
      const parent = yield* findComment(opened, comment)
      return yield* paged({
        list: "replies",
        filters: comment,
        request,
        ...replies.source("ofComment", { equals: { comment } }),
        count: Effect.succeed(parent.counters["replies"] ?? 0),
        view: (rows) => views.replies(opened, rows, format)
      })
    })

    /** Replies to a comment. */
    const post = operation("CommentReplies.post")(function* (
      replied: RepliedComment,
      given: CommentReplyCreate,
      format?: CommentBody.CommentFormat
    ) {
      const { comment, ...place } = replied
      const input = yield* checkCreate(given)
      const admitted = yield* admit(place)
      yield* demand(admitted, "reply", (yield* findComment(admitted, comment)).value)
      const body = yield* bodies.read(input.body)
      const posted = yield* mutate(
        Effect.gen(function* () {
          const opened = yield* enter(place)
          const parent = yield* lock(opened, comment)
          yield* demand(opened, "reply", parent.value)
          const made: CommentReply = {
            id: CommentReplyId.make(yield* nextId),
            comment: parent.value.id,
            ...Discussion.targetFields(opened),
            postedBy: yield* callingUser,
            postedAt: yield* Clock.currentTimeMillis,
            body,
            reactions: []
          }
          yield* commenters.joined(opened, made.postedBy)
          const row = yield* replies.insert(made)
          yield* comments.add(comment, { replies: 1 })
          yield* announce(opened, { type: "replies.create", subjects: [made.id, comment], after: made })
          return { opened, row }
        })
      )
      return yield* views.reply(posted.opened, posted.row, format)
    })

    /**
     * Changes text and reactions, and the status of the comment replied to (rule comment-resolve-reply); values already
     * in place change nothing. Refused as a whole if any part is refused.
     */
    const update = operation("CommentReplies.update")(function* (
      replied: RepliedComment,
      id: string,
      given: CommentReplyChanges
    ) {
      const { comment, ...place } = replied
      const { body, resolved, ...reactions } = yield* checkChanges(given)
      const findText = Effect.gen(function* () {
        const opened = yield* admit(place)
        yield* findComment(opened, comment)
        const { value } = yield* find(comment, id)
        yield* demandChange(opened, value, { body })
        return value.body
      })
      const store = Effect.fnUntraced(function* (revise: CommentRevision.Revise) {
        const opened = yield* enter(place)
        const { parent, reply: seen } = yield* lockReply(opened, comment, id)
        yield* demandChange(opened, seen.value, { body })
        const by = yield* callingUser
        const at = yield* Clock.currentTimeMillis
        const text = yield* revise(seen.value.body)
        const next = applyChanges(seen.value, { ...reactions, body: text }, by, at)
        const settled = resolved === undefined ? parent.value : settle(parent.value, resolved, by, at)
        const status = statusChange(parent.value, settled)
        if (next === seen.value && status === undefined) return { opened, row: seen }
        const row = yield* replies.update(seen, next)
        yield* comments.update(parent, settled)
        yield* count(opened, openCount(settled) - openCount(parent.value))
        yield* announce(opened, {
          type: "replies.update",
          subjects: [id, comment],
          before: { ...seen.value, ...status?.before },
          after: { ...next, ...status?.after }
        })
        return { opened, row }
      })
      const { opened, row } = yield* revising(body, findText, (revise) => mutate(store(revise)))
      return yield* views.reply(opened, row)
    })

    /** False when the comment has no such reply. */
    const remove = operation("CommentReplies.remove")(function* (replied: RepliedComment, id: string) {
      const { comment, ...place } = replied
      return yield* mutate(
        Effect.gen(function* () {
          const opened = yield* enter(place)
          const { value } = (yield* lockReply(opened, comment, id)).reply
          yield* demand(opened, "delete", value)
          yield* replies.remove([id])
          yield* comments.add(comment, { replies: -1 })
          yield* commenters.left(opened, [value.postedBy])
          yield* announce(opened, { type: "replies.delete", subjects: [id, comment], before: value })
          return true
        })
      ).pipe(Effect.catchTag("CommentReplyNotFound", () => Effect.succeed(false)))
    })

    return { get, list, post, update, remove } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      CommentBody.CommentBodies.layer,
      CommentRevision.CommentRevision.layer,
      CommentViews.layer,
      Commenters.layer,
      Discussion.Discussion.layer,
      Mutation.layer,
      Paging.layer
    ])
  )
}
