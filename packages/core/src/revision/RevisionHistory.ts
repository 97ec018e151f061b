import { Context, Effect, Layer } from "effect"
import { Addresses } from "../Addresses.ts"
import { ContentBase, type Opened } from "../content/ContentBase.ts"
import { toTimestamp } from "../Instant.ts"
import { operation } from "../Operation.ts"
import { type PageRequest, Paging } from "../paging/Paging.ts"
import * as Repository from "../store/Repository.ts"
import { UserViews } from "../user/UserViews.ts"
import { collection, type Revision } from "./Revision.ts"
import type { RevisionSummary } from "./RevisionSummary.ts"

/** The revisions that a space's primary content went through; those of change requests are not among them. */
export class RevisionHistory extends Context.Service<RevisionHistory>()("@quire/core/RevisionHistory", {
  make: Effect.gen(function* () {
    const base = yield* ContentBase
    const addresses = yield* Addresses
    const users = yield* UserViews
    const { paged } = yield* Paging
    const revisions = yield* Repository.make(collection)

    const summaries = Effect.fnUntraced(function* (
      { access, space }: Opened,
      rows: ReadonlyArray<Repository.Versioned<Revision>>
    ) {
      const authors = rows.flatMap(({ value }) => value.createdBy ?? [])
      const userOf = yield* users.many(space.value.organization, access.member, authors)
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

    /** Newest first. */
    const list = operation("RevisionHistory.list")(function* (space: string, request: PageRequest) {
      const opened = yield* base.open({ space }, "content:read")
      const equals = { space, changeRequest: "" }
      return yield* paged({
        list: "revisions",
        filters: [space],
        request,
        count: revisions.count("ofPrimary", { equals }),
        load: (after, limit) =>
          revisions.list("ofPrimary", {
            equals,
            direction: "desc",
            limit,
            ...(after === undefined ? {} : { after })
          }),
        keyset: ({ value }) => revisions.keyset("ofPrimary", value),
        view: (rows) => summaries(opened, rows)
      })
    })

    return { list } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
