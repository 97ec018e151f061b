import { Clock, Context, Effect, Layer } from "effect"
import type { Document } from "../../content/document/Document.ts"
import { inputPattern } from "../../foundation/id/Id.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { CommentId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { callingUser } from "../../foundation/operation/Actor.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import {
  applyChanges,
  baseOf,
  type Comment,
  CommentChanges,
  CommentCreate,
  type CommentReply,
  type CommentStatus,
  type collection,
  NodeWithoutPage,
  openCount,
  commentReplyCollection as replyCollection,
  resolveTarget,
  settle
} from "./Comment.ts"
import * as CommentBody from "./CommentBody.ts"
import { Commenters } from "./Commenters.ts"
import * as CommentRevision from "./CommentRevision.ts"
import { CommentViews } from "./CommentViews.ts"
import * as Discussion from "./Discussion.ts"

const checkCreate = checked(CommentCreate)
const checkChanges = checked(CommentChanges)

/** Which comments a list shows, in which order of posting, and in which form. */
export interface CommentFilter {
  readonly status: CommentStatus | "all"
  readonly order: "asc" | "desc"
  /** Only comments on this page. */
  readonly targetPage?: string | undefined
  /** Only comments by these users. */
  readonly authors?: ReadonlyArray<string> | undefined
  readonly format?: CommentBody.CommentFormat | undefined
}

export interface PostOptions {
  readonly format?: CommentBody.CommentFormat | undefined
}

/** A comment whose text has been read. */
export interface ReadComment extends Omit<CommentCreate, "body"> {
  readonly body: Document
  /**
   * The review that the comment belongs to. The event of that review covers the comment, which has no separate event.
   */
  readonly review?: string
}

/** Number of replies that are read at once when their comment is removed. */
const batch = 1000

/** An id to look up in a filter; an invalid id matches nothing, like an unknown one. */
const lookupId = (id: string): string => (inputPattern.test(id) ? id : "\ufffd")

/** Comments on change requests, of any status, and on spaces. */
export class Comments extends Context.Service<Comments>()("@quire/core/Comments", {
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
    const replies = yield* Repository.make(replyCollection)

    /** Lists comments by one of their indexes. */
    const listBy =
      <N extends "inBase" | "withStatus" | "onPage">(
        index: N,
        filter: Repository.Filter<typeof collection.columns, (typeof collection.indexes)[N]>
      ) =>
      (direction: "asc" | "desc") =>
        comments.source(index, { ...filter, direction })

    const repliesTo = Effect.fnUntraced(function* (comment: string) {
      const found: Array<CommentReply> = []
      for (;;) {
        const last = found.at(-1)
        const after = last === undefined ? undefined : replies.keyset("ofComment", last)
        const rows = yield* replies.list("ofComment", { equals: { comment }, limit: batch, after })
        found.push(...rows.map(({ value }) => value))
        if (rows.length < batch) return found
      }
    })

    /** A comment on a space or a change request. */
    const get = operation("Comments.get")(function* (
      place: Discussion.DiscussionTarget,
      id: string,
      format?: CommentBody.CommentFormat
    ) {
      const opened = yield* enter(place)
      return yield* views.one(opened, yield* findComment(opened, id), format)
    })

    /** Lists the comments on a space or a change request. */
    const list = operation("Comments.list")(function* (
      place: Discussion.DiscussionTarget,
      filter: CommentFilter,
      request: PageRequest
    ) {
      const { authors, format, order, status, targetPage } = filter
      const opened = yield* enter(place)
      const base = baseOf(Discussion.targetFields(opened))
      const by = authors === undefined ? {} : { has: { author: { any: authors.map(lookupId) } } }
      const statuses = status === "all" ? { in: ["open", "resolved"] } : status
      const source =
        targetPage !== undefined
          ? listBy("onPage", { equals: { base, page: lookupId(targetPage), status: statuses }, ...by })
          : status === "all"
            ? listBy("inBase", { equals: { base }, ...by })
            : listBy("withStatus", { equals: { base, status }, ...by })
      return yield* paged({
        ...source(order),
        list: "comments",
        filters: [base, status, order, targetPage ?? null, authors ?? null],
        request,
        view: (rows) => views.many(opened, rows, format)
      })
    })

    /** Posts a comment whose text has been read. Call inside a mutation. */
    const postRead = Effect.fnUntraced(function* (place: Discussion.DiscussionTarget, read: ReadComment) {
      const { body, node, page, review } = read
      const opened = yield* enter(place)
      yield* demand(opened, "reply", null)
      const target = yield* resolveTarget(opened.root, { page, node })
      const made: Comment = {
        id: CommentId.make(yield* nextId),
        ...Discussion.targetFields(opened),
        postedBy: yield* callingUser,
        postedAt: yield* Clock.currentTimeMillis,
        body,
        reactions: [],
        target: { revision: opened.revision.id, ...target, ...(review === undefined ? {} : { review }) },
        resolved: null
      }
      yield* commenters.joined(opened, made.postedBy)
      const row = yield* comments.insert(made)
      yield* count(opened, 1)
      if (review === undefined) yield* announce(opened, { type: "comments.create", subjects: [made.id], after: made })
      return { opened, row }
    })

    /** Posts a new, open comment on the present head. */
    const post = operation("Comments.post")(function* (
      place: Discussion.DiscussionTarget,
      given: CommentCreate,
      options: PostOptions = {}
    ) {
      const { format } = options
      const input = yield* checkCreate(given)
      if (input.node !== undefined && input.page === undefined) return yield* new NodeWithoutPage()
      yield* demand(yield* admit(place), "reply", null)
      const body = yield* bodies.read(input.body)
      const { opened, row } = yield* mutate(postRead(place, { ...input, body }))
      return yield* views.one(opened, row, format)
    })

    /**
     * Changes text, reactions and status; values already in place change nothing. Refused as a whole if any part is
     * refused.
     */
    const update = operation("Comments.update")(function* (
      place: Discussion.DiscussionTarget,
      id: string,
      given: CommentChanges
    ) {
      const { body, resolved, ...reactions } = yield* checkChanges(given)
      const findText = Effect.gen(function* () {
        const opened = yield* admit(place)
        const { value } = yield* findComment(opened, id)
        yield* demandChange(opened, value, { body })
        return value.body
      })
      const store = Effect.fnUntraced(function* (revise: CommentRevision.Revise) {
        const opened = yield* enter(place)
        const seen = yield* lock(opened, id)
        yield* demandChange(opened, seen.value, { body })
        const by = yield* callingUser
        const at = yield* Clock.currentTimeMillis
        const next = applyChanges(
          resolved === undefined ? seen.value : settle(seen.value, resolved, by, at),
          { ...reactions, body: yield* revise(seen.value.body) },
          by,
          at
        )
        if (next === seen.value) return { opened, row: seen }
        const row = yield* comments.update(seen, next)
        yield* count(opened, openCount(next) - openCount(seen.value))
        yield* announce(opened, { type: "comments.update", subjects: [id], before: seen.value, after: next })
        return { opened, row }
      })
      const { opened, row } = yield* revising(body, findText, (revise) => mutate(store(revise)))
      return yield* views.one(opened, row)
    })

    /** Removes a comment with its replies; false when there is no such comment there. */
    const remove = operation("Comments.remove")(function* (place: Discussion.DiscussionTarget, id: string) {
      return yield* mutate(
        Effect.gen(function* () {
          const opened = yield* enter(place)
          const { value } = yield* lock(opened, id)
          yield* demand(opened, "delete", value)
          const answers = yield* repliesTo(id)
          yield* comments.remove([id])
          yield* commenters.left(opened, [value.postedBy, ...answers.map(({ postedBy }) => postedBy)])
          yield* count(opened, -openCount(value))
          const subjects = [id, ...answers.map((reply) => reply.id)]
          yield* announce(opened, { type: "comments.delete", subjects, before: value })
          return true
        })
      ).pipe(Effect.catchTag("CommentNotFound", () => Effect.succeed(false)))
    })

    return { get, list, post, postRead, update, remove } as const
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
