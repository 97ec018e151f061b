import { Context, Effect, Layer, Schema } from "effect"
import { ChangeRequestId, SpaceId, UserId } from "../../foundation/id/Ids.ts"
import { optional } from "../../foundation/input/Input.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { noLimit, type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { compare } from "../../foundation/text/CodePoint.ts"
import { collection as memberCollection, rowId as memberRowId } from "../../people/member/Member.ts"
import { MemberViews } from "../../people/member/UserViews.ts"
import type { OpenedContent } from "../../spaces/commit/ContentBase.ts"
import { baseOf, collection as commentCollection, commentReplyCollection as replyCollection } from "./Comment.ts"
import * as Discussion from "./Discussion.ts"

/** A user who has a comment or reply on a change request, or on a space itself. */
export const Commenter = Schema.Struct({
  id: Schema.String,
  space: SpaceId,
  changeRequest: optional(ChangeRequestId),
  user: UserId
})
export type Commenter = typeof Commenter.Type

export const rowId = (base: string, user: UserId): string => `${base}.${user}`

export const collection = Repository.collection({
  name: "commenters",
  schema: Commenter,
  columns: {
    base: { kind: "text", of: baseOf },
    space: { kind: "text", of: (self) => self.space },
    changeRequest: { kind: "text", of: (self) => self.changeRequest ?? "" },
    user: { kind: "text", of: (self) => self.user }
  },
  indexes: { inBase: { on: ["base"], order: ["user"] } },
  unique: {},
  references: [
    { column: "space", to: "spaces", onDelete: "cascade" },
    { column: "changeRequest", to: "change_requests", onDelete: "cascade" }
  ],
  counters: [],
  /** Locked after comments. */
  rank: 4
})

/** The users with a comment or reply on a change request, or on a space itself. */
export class Commenters extends Context.Service<Commenters>()("@quire/core/Commenters", {
  make: Effect.gen(function* () {
    const { enter } = yield* Discussion.Discussion
    const { paged } = yield* Paging
    const views = yield* MemberViews
    const members = yield* Repository.make(memberCollection)
    const commenters = yield* Repository.make(collection)
    const comments = yield* Repository.make(commentCollection)
    const replies = yield* Repository.make(replyCollection)

    /**
     * Lists the commenters who are members of the organization now, by user id; those who left are neither listed nor
     * counted.
     */
    const list = operation("Commenters.list")(function* (place: Discussion.DiscussionTarget, request: PageRequest) {
      const opened = yield* enter(place)
      const { access, space } = opened
      const base = baseOf(Discussion.targetFields(opened))
      const { organization } = space.value
      const everyone = yield* commenters.list("inBase", { equals: { base }, limit: noLimit })
      const ids = everyone.map(({ value }) => memberRowId(organization, value.user))
      const found = yield* members.getMany(ids)
      const listed = ids.flatMap((id) => found.get(id) ?? [])
      return yield* paged({
        list: "commenters",
        filters: base,
        request,
        count: Effect.succeed(listed.length),
        load: (after, limit) =>
          Effect.succeed(listed.filter(({ value }) => compare(value.user, after?.id ?? "") > 0).slice(0, limit)),
        keyset: ({ value }) => ({ order: [], id: value.user }),
        view: (rows) => views.many(organization, access, rows)
      })
    })

    /** Records a commenter. Call inside the mutation that posts; the host is never recorded. */
    const joined = operation("Commenters.joined")(function* (opened: OpenedContent, user: UserId | null) {
      if (user === null) return
      const at = Discussion.targetFields(opened)
      const id = rowId(baseOf(at), user)
      if ((yield* commenters.lock([id])).has(id)) return
      yield* commenters.tryInsert({ id, ...at, user }).pipe(Effect.catchTag("Taken", () => Effect.void))
    })

    /** Removes commenters who have nothing left. Call inside the mutation that removes, after removing. */
    const left = operation("Commenters.left")(function* (opened: OpenedContent, authors: Iterable<UserId | null>) {
      const base = baseOf(Discussion.targetFields(opened))
      const known = [...new Set(authors)].filter((user) => user !== null)
      yield* commenters.lock(known.map((user) => rowId(base, user)))
      const own = yield* comments.countEach("by", "postedBy", known, { base })
      const answers = yield* replies.countEach("by", "postedBy", known, { base })
      const gone = known.filter((user) => !own.has(user) && !answers.has(user))
      yield* commenters.remove(gone.map((user) => rowId(base, user)))
    })

    return { list, joined, left } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Discussion.Discussion.layer, MemberViews.layer, Paging.layer])
  )
}
