import { Context, Effect, Layer } from "effect"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type { Keyset } from "../../foundation/store/RowStore.ts"
import { AccessFacts } from "../../people/access/AccessFacts.ts"
import { view as sourceView } from "../../people/access/AccessSource.ts"
import type * as Decision from "../../people/access/Decision.ts"
import { decide, type Explanation, explain, explainOrganization } from "../../people/access/Decision.ts"
import type { Viewer } from "../../people/access/Viewer.ts"
import { type Grant, collection as grantCollection, readerOf } from "../../people/grant/Grant.ts"
import type { Member } from "../../people/member/Member.ts"
import { MemberViews } from "../../people/member/MemberViews.ts"
import { accessScope, isActive, type Placement } from "../../people/placement/Placement.ts"
import { AccessNames } from "./AccessNames.ts"
import type { MemberWhoCan } from "./AccessReportsView.ts"
import * as ReaderCandidates from "./ReaderCandidates.ts"

/**
 * Minimum number of members that are read at once, for a page and for a count; and the largest count (rule list-count).
 */
const sizes = { batch: 200, counting: 2_000, counted: 10_000 } as const

/** Query for the members who have a permission on a placement or, if that is null, on the organization. */
export interface ReaderQuery {
  readonly organization: OrganizationId
  readonly viewer: Viewer
  readonly permission: Decision.Action
  readonly placement: Placement | null
}

interface ReaderEntry {
  readonly member: Repository.VersionedValue<Member>
  readonly explanation: Explanation
}

/** Lists the members who have a permission, by user id. */
export class ReaderList extends Context.Service<ReaderList>()("@quire/core/ReaderList", {
  make: Effect.gen(function* () {
    const port = yield* AccessFacts
    const views = yield* MemberViews
    const names = yield* AccessNames
    const { findCandidates, grantsReaching } = yield* ReaderCandidates.ReaderCandidates
    const grants = yield* Repository.make(grantCollection)
    const { paged } = yield* Paging

    /** The grants to a member or their teams that reach a placement. */
    const grantsOf = Effect.fnUntraced(function* (member: Member, placement: Placement) {
      const rows = yield* port.grants(member.user, member.teams, accessScope(placement))
      return rows.map((row) => grants.decode(row).value)
    })

    const makeJudge = ({ permission, placement }: ReaderQuery, all: ReadonlyArray<Grant>) => {
      const byReader = new Map<string, Array<Grant>>()
      for (const grant of all) byReader.set(grant.reader, [...(byReader.get(grant.reader) ?? []), grant])
      return (member: Repository.VersionedValue<Member>): ReadonlyArray<ReaderEntry> => {
        const { teams, user } = member.value
        const keys = [readerOf("user", user), ...teams.map((team) => readerOf("team", team))]
        const held = keys.flatMap((key) => byReader.get(key) ?? [])
        const facts: Decision.Facts = { user, member: member.value, placement, grants: held }
        if (decide(permission, facts) !== "allowed") return []
        return [{ member, explanation: placement === null ? explainOrganization(facts) : explain(facts) }]
      }
    }

    const openSources = Effect.fnUntraced(function* (query: ReaderQuery) {
      const { placement } = query
      if (placement !== null && !isActive(placement))
        return { load: () => Effect.succeed([]), count: Effect.succeed(0) }
      const all = placement === null ? [] : yield* grantsReaching(placement)
      const filter = ReaderCandidates.filterFor(query, all)
      const judged = makeJudge(query, all)

      const load = Effect.fnUntraced(function* (after: Keyset | undefined, limit: number) {
        const found: Array<ReaderEntry> = []
        let from: string | undefined = after?.id ?? ""
        while (from !== undefined && found.length < limit) {
          const page: ReaderCandidates.Candidates = yield* findCandidates(filter, from, Math.max(limit, sizes.batch))
          found.push(...page.rows.flatMap(judged))
          from = page.next
        }
        return found.slice(0, limit)
      })

      const count = Effect.gen(function* () {
        let counted = 0
        let from: string | undefined = ""
        while (from !== undefined) {
          const page: ReaderCandidates.Candidates = yield* findCandidates(filter, from, sizes.counting)
          counted += page.rows.flatMap(judged).length
          if (counted > sizes.counted) return undefined
          from = page.next
        }
        return counted
      })

      return { load, count }
    })

    const toViews = Effect.fnUntraced(function* (
      { organization, viewer }: ReaderQuery,
      rows: ReadonlyArray<ReaderEntry>
    ) {
      const people = yield* views.many(
        organization,
        viewer,
        rows.map(({ member }) => member)
      )
      const named = yield* names.loadForSources(rows.map(({ explanation }) => explanation.source))
      return rows.flatMap(({ explanation }, index): ReadonlyArray<MemberWhoCan> => {
        const member = people[index]
        if (member === undefined) return []
        return [{ member, role: explanation.role, source: sourceView(explanation.source, named) }]
      })
    })

    const page = Effect.fnUntraced(function* (query: ReaderQuery, request: PageRequest) {
      const { organization, permission, placement } = query
      return yield* paged({
        ...(yield* openSources(query)),
        list: "access.members",
        filters: [organization, permission, placement?.kind ?? "", placement?.id ?? ""],
        request,
        keyset: ({ member }: ReaderEntry): Keyset => ({ order: [], id: member.value.user }),
        view: (rows: ReadonlyArray<ReaderEntry>) => toViews(query, rows)
      })
    })

    return { grantsOf, page } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([AccessNames.layer, MemberViews.layer, Paging.layer, ReaderCandidates.ReaderCandidates.layer])
  )
}
