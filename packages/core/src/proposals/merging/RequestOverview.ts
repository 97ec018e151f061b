import { Context, Effect, Layer } from "effect"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type { Keyset } from "../../foundation/store/RowStore.ts"
import { Access } from "../../people/access/Access.ts"
import { UserViews } from "../../people/member/UserViews.ts"
import { TreeListing } from "../../people/placement/TreeListing.ts"
import {
  type ChangeRequest,
  type ChangeRequestStatus,
  collection,
  creatorOf,
  view
} from "../../spaces/change-request/ChangeRequest.ts"
import { collection as spaceCollection } from "../../spaces/space/Space.ts"

/** Number of spaces that are searched at once. */
const batch = 1000

/** Which change requests an overview shows. */
export interface OverviewFilter {
  readonly statuses: ReadonlyArray<ChangeRequestStatus>
  readonly creator?: string | undefined
  /** A user with at least one edit in the request. */
  readonly contributor?: string | undefined
}

type Row = Repository.VersionedValue<ChangeRequest>

/** The position just before a space, to continue with that space. */
const positionBefore = (id: string): Keyset => ({ order: [], id: id.slice(0, -1) })

/** Lists the change requests of every space of an organization that the caller may read (rule list-trim). */
export class RequestOverview extends Context.Service<RequestOverview>()("@quire/core/RequestOverview", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const addresses = yield* Addresses
    const listing = yield* TreeListing
    const { paged } = yield* Paging
    const users = yield* UserViews
    const requests = yield* Repository.make(collection)
    const spaces = yield* Repository.make(spaceCollection)

    /** By space, newest first. */
    const list = operation("RequestOverview.list")(function* (
      organization: OrganizationId,
      filter: OverviewFilter,
      request: PageRequest
    ) {
      const viewer = yield* access.organization(organization, "organization:view")
      const readable = listing.inOrganization(organization, viewer, "space")
      const { contributor, creator, statuses } = filter
      const has = {
        ...(contributor === undefined ? {} : { contributors: contributor }),
        ...(creator === undefined ? {} : { creator })
      }

      const load = Effect.fnUntraced(function* (after: Keyset | undefined, limit: number) {
        const found: Array<Row> = []
        let from = after === undefined ? undefined : positionBefore(String(after.order[0]))
        for (;;) {
          const placed = yield* readable.load(from, batch)
          const last = placed.at(-1)
          if (last === undefined) return found
          const rows = yield* requests.list("acrossSpaces", {
            equals: { space: { in: placed.map(({ id }) => id) }, status: { in: statuses } },
            has,
            limit: limit - found.length,
            after
          })
          found.push(...rows)
          if (found.length === limit || placed.length < batch) return found
          from = readable.keyset(last)
        }
      })

      const toViews = Effect.fnUntraced(function* (rows: ReadonlyArray<Row>) {
        const heads = yield* spaces.getMany(rows.map(({ value }) => value.space))
        const userOf = yield* users.many(
          organization,
          viewer,
          rows.map(({ value }) => creatorOf(value))
        )
        return rows.flatMap((row) => {
          const head = heads.get(row.value.space)?.value.revision
          return head === undefined ? [] : [view(row, { ...addresses, head, createdBy: userOf(creatorOf(row.value)) })]
        })
      })

      return yield* paged({
        list: "organization.change-requests",
        filters: [organization, statuses, creator ?? null, contributor ?? null],
        request,
        count: listing.countInSpaces(organization, viewer, {
          shape: requests.shape,
          index: "acrossSpaces",
          filter: { equals: { status: { in: statuses } }, has }
        }),
        load,
        keyset: ({ value }) => requests.keyset("acrossSpaces", value),
        view: toViews
      })
    })

    return { list } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Paging.layer, TreeListing.layer, UserViews.layer])
  )
}
