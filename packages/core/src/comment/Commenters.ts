import { Effect } from "effect"
import type { Opened } from "../content/ContentBase.ts"
import { type PageRequest, Paging } from "../paging/Paging.ts"
import * as Repository from "../store/Repository.ts"
import type { UserId } from "../user/UserId.ts"
import { UserViews } from "../user/UserViews.ts"
import { collection as commentCollection } from "./Comment.ts"
import { collection, rowId } from "./Commenter.ts"
import { collection as replyCollection } from "./CommentReply.ts"
import * as Discussion from "./Discussion.ts"
import { baseOf } from "./Posted.ts"

/** Who commented on a change request, or on a space itself: those of whom a comment or reply is there. */
export class Commenters extends Effect.Service<Commenters>()("@quire/core/Commenters", {
  effect: Effect.gen(function* () {
    const { enter } = yield* Discussion.make
    const { paged } = yield* Paging
    const users = yield* UserViews
    const commenters = yield* Repository.make(collection)
    const comments = yield* Repository.make(commentCollection)
    const replies = yield* Repository.make(replyCollection)

    /** By user id. */
    const list = Effect.fn("Commenters.list")(function* (place: Discussion.Place, request: PageRequest) {
      const opened = yield* enter(place)
      const { access, space } = opened
      const base = baseOf(Discussion.postedOn(opened))
      return yield* paged({
        list: "commenters",
        filters: base,
        request,
        count: commenters.count("inBase", { equals: { base } }),
        load: (after, limit) =>
          commenters.list("inBase", { equals: { base }, limit, ...(after === undefined ? {} : { after }) }),
        keyset: ({ value }) => commenters.keyset("inBase", value),
        view: (rows) =>
          Effect.map(
            users.many(
              space.value.organization,
              access.member,
              rows.map(({ value }) => value.user)
            ),
            (userOf) => rows.map(({ value }) => userOf(value.user))
          )
      })
    })

    /** Call inside the mutation that posts; the host is nobody's commenter. */
    const joined = Effect.fn("Commenters.joined")(function* (opened: Opened, user: UserId | null) {
      if (user === null) return
      const at = Discussion.postedOn(opened)
      const id = rowId(baseOf(at), user)
      if ((yield* commenters.lock([id])).has(id)) return
      yield* commenters.insert({ id, ...at, user }).pipe(Effect.catchTag("Taken", () => Effect.void))
    })

    /** Call inside the mutation that removes, after removing: takes off those of whom nothing is left. */
    const left = Effect.fn("Commenters.left")(function* (opened: Opened, authors: Iterable<UserId | null>) {
      const base = baseOf(Discussion.postedOn(opened))
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
  static readonly layer = this.Default
}
