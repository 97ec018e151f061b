import { Context, Effect, Layer } from "effect"
import { Addresses } from "../Addresses.ts"
import { Access } from "../access/Access.ts"
import { operation } from "../Operation.ts"
import type { OrganizationId } from "../organization/OrganizationId.ts"
import { type PageRequest, Paging } from "../paging/Paging.ts"
import * as Listing from "../placement/Listing.ts"
import { collection as spaceCollection } from "../space/Space.ts"
import * as Repository from "../store/Repository.ts"
import type { Keyset } from "../store/RowStore.ts"
import { UserViews } from "../user/UserViews.ts"
import { type ChangeRequest, collection } from "./ChangeRequest.ts"
import type { ChangeRequestStatus } from "./ChangeRequestStatus.ts"
import { view } from "./ChangeRequestView.ts"

/** Spaces looked through at once. */
const batch = 1000

/** Which change requests an overview shows. */
export interface OverviewFilter {
  readonly statuses: ReadonlyArray<ChangeRequestStatus>
  readonly creator?: string | undefined
  /** A user with at least one edit in the request. */
  readonly contributor?: string | undefined
}

type Row = Repository.Versioned<ChangeRequest>

/** Where the spaces from this one on begin. */
const before = (id: string): Keyset => ({ order: [], id: id.slice(0, -1) })

/** The change requests of every space of an organization that the caller may read. */
export class RequestOverview extends Context.Service<RequestOverview>()("@quire/core/RequestOverview", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const addresses = yield* Addresses
    const listing = yield* Listing.make
    const { paged } = yield* Paging
    const users = yield* UserViews
    const requests = yield* Repository.make(collection)
    const spaces = yield* Repository.make(spaceCollection)

    /** By space, the newest first; counted where the spaces are few. */
    const list = operation("RequestOverview.list")(function* (
      organization: OrganizationId,
      filter: OverviewFilter,
      request: PageRequest
    ) {
      const { isAdmin, member } = yield* access.organization(organization, "organization:view")
      const readable = listing.inOrganization({ organization, member, isAdmin }, "space")
      const { contributor, creator, statuses } = filter
      const wanted = (ids: ReadonlyArray<string>) => ({
        equals: { space: { in: ids }, status: { in: statuses } },
        has: {
          ...(contributor === undefined ? {} : { contributors: contributor }),
          ...(creator === undefined ? {} : { creator })
        }
      })

      const load = Effect.fnUntraced(function* (after: Keyset | undefined, limit: number) {
        const found: Array<Row> = []
        let from = after === undefined ? undefined : before(String(after.order[0]))
        for (;;) {
          const placed = yield* readable.load(from, batch)
          const last = placed.at(-1)
          if (last === undefined) return found
          const rows = yield* requests.list("acrossSpaces", {
            ...wanted(placed.map(({ id }) => id)),
            limit: limit - found.length,
            ...(after === undefined ? {} : { after })
          })
          found.push(...rows)
          if (found.length === limit || placed.length < batch) return found
          from = readable.keyset(last)
        }
      })

      const count = Effect.gen(function* () {
        const placed = yield* readable.load(undefined, batch + 1)
        if (placed.length > batch) return undefined
        return yield* requests.count("acrossSpaces", wanted(placed.map(({ id }) => id)))
      })

      const viewed = Effect.fnUntraced(function* (rows: ReadonlyArray<Row>) {
        const heads = yield* spaces.getMany(rows.map(({ value }) => value.space))
        const userOf = yield* users.many(
          organization,
          member,
          rows.map(({ value }) => value.createdBy)
        )
        return rows.flatMap((row) => {
          const head = heads.get(row.value.space)?.value.revision
          return head === undefined ? [] : [view(row, { ...addresses, head, createdBy: userOf(row.value.createdBy) })]
        })
      })

      return yield* paged({
        list: "organization.change-requests",
        filters: [organization, statuses, creator ?? null, contributor ?? null],
        request,
        count,
        load,
        keyset: ({ value }) => requests.keyset("acrossSpaces", value),
        view: viewed
      })
    })

    return { list } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
