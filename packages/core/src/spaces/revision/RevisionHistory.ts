import { Context, Effect, Layer } from "effect"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { toTimestamp } from "../../foundation/time/Instant.ts"
import { UserViews } from "../../people/member/UserViews.ts"
import { ContentBase, type OpenedContent } from "../commit/ContentBase.ts"
import { collection, type Revision, type RevisionSummary } from "./Revision.ts"

/** Lists the revisions of a space's primary content; those of change requests are not among them. */
export class RevisionHistory extends Context.Service<RevisionHistory>()("@quire/core/RevisionHistory", {
  make: Effect.gen(function* () {
    const base = yield* ContentBase
    const addresses = yield* Addresses
    const users = yield* UserViews
    const { paged } = yield* Paging
    const revisions = yield* Repository.make(collection)

    const summaries = Effect.fnUntraced(function* (
      { access, space }: OpenedContent,
      rows: ReadonlyArray<Repository.VersionedValue<Revision>>
    ) {
      const authors = rows.flatMap(({ value }) => value.createdBy ?? [])
      const userOf = yield* users.many(space.value.organization, access, authors)
      return rows.map(
        ({ value: { createdAt, createdBy, id, mergedFrom, parents, type } }): RevisionSummary => ({
          object: "revision",
          id,
          parents,
          type,
          createdAt: toTimestamp(createdAt),
          ...(createdBy === null ? {} : { createdBy: userOf(createdBy) }),
          ...(mergedFrom === undefined ? {} : { mergedFrom }),
          urls: { app: `${addresses.app}/s/${space.value.id}/r/${id}` }
        })
      )
    })

    /** Newest first (rule list-order). */
    const list = operation("RevisionHistory.list")(function* (space: string, request: PageRequest) {
      const opened = yield* base.open({ space }, "content:read")
      return yield* paged({
        list: "revisions",
        filters: [space],
        request,
        ...revisions.source("ofPrimary", { equals: { space, changeRequest: "" }, direction: "desc" }),
        view: (rows) => summaries(opened, rows)
      })
    })

    return { list } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([ContentBase.layer, Paging.layer, UserViews.layer])
  )
}
