import { Effect } from "effect"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type { Keyset } from "../../foundation/store/RowStore.ts"
import { AccessFacts } from "../../organizations/access/AccessFacts.ts"
import { view as sourceView } from "../../organizations/access/AccessSource.ts"
import {
  type Action,
  decide,
  type Explanation,
  explain,
  explainOrganization,
  type Facts
} from "../../organizations/access/Decision.ts"
import type { Viewer } from "../../organizations/access/Viewer.ts"
import { type Grant, collection as grantCollection, readerOf } from "../../organizations/grant/Grant.ts"
import type { Member } from "../../organizations/member/Member.ts"
import { MemberViews } from "../../organizations/member/MemberViews.ts"
import { accessScope, isActive, type Placement } from "../../organizations/placement/Placement.ts"
import * as AccessNames from "./AccessNames.ts"
import type { MemberWhoCan } from "./AccessReportsView.ts"
import * as ReaderCandidates from "./ReaderCandidates.ts"

/** Members read at once at least, and this many at most are counted (rule list-count). */
const sizes = { batch: 200, counting: 2_000, counted: 10_000 } as const

/** Who may do what, to a placement or (null) to the organization. */
export interface Wanted {
  readonly organization: OrganizationId
  readonly viewer: Viewer
  readonly permission: Action
  readonly placement: Placement | null
}

interface Found {
  readonly member: Repository.Versioned<Member>
  readonly explanation: Explanation
}

/** Lists of those who may do something, by user id. */
export const make = Effect.gen(function* () {
  const port = yield* AccessFacts
  const views = yield* MemberViews
  const names = yield* AccessNames.make
  const { candidates, reaching } = yield* ReaderCandidates.make
  const grants = yield* Repository.make(grantCollection)
  const { paged } = yield* Paging

  /** The grants of a member and their teams that reach a placement. */
  const grantsOf = Effect.fnUntraced(function* (member: Member, placement: Placement) {
    const rows = yield* port.grants(member.user, member.teams, accessScope(placement))
    return rows.map((row) => grants.decode(row).value)
  })

  const judge = ({ permission, placement }: Wanted, all: ReadonlyArray<Grant>) => {
    const byReader = new Map<string, Array<Grant>>()
    for (const grant of all) byReader.set(grant.reader, [...(byReader.get(grant.reader) ?? []), grant])
    return (member: Repository.Versioned<Member>): ReadonlyArray<Found> => {
      const { teams, user } = member.value
      const keys = [readerOf("user", user), ...teams.map((team) => readerOf("team", team))]
      const held = keys.flatMap((key) => byReader.get(key) ?? [])
      const facts: Facts = { user, member: member.value, placement, grants: held }
      if (decide(permission, facts) !== "allowed") return []
      return [{ member, explanation: placement === null ? explainOrganization(facts) : explain(facts) }]
    }
  }

  const sources = Effect.fnUntraced(function* (wanted: Wanted) {
    const { placement } = wanted
    if (placement !== null && !isActive(placement)) return { load: () => Effect.succeed([]), count: Effect.succeed(0) }
    const all = placement === null ? [] : yield* reaching(placement)
    const might = ReaderCandidates.might(wanted, all)
    const judged = judge(wanted, all)

    const load = Effect.fnUntraced(function* (after: Keyset | undefined, limit: number) {
      const found: Array<Found> = []
      let from: string | undefined = after?.id ?? ""
      while (from !== undefined && found.length < limit) {
        const page: ReaderCandidates.Candidates = yield* candidates(might, from, Math.max(limit, sizes.batch))
        found.push(...page.rows.flatMap(judged))
        from = page.next
      }
      return found.slice(0, limit)
    })

    const count = Effect.gen(function* () {
      let counted = 0
      let from: string | undefined = ""
      while (from !== undefined) {
        const page: ReaderCandidates.Candidates = yield* candidates(might, from, sizes.counting)
        counted += page.rows.flatMap(judged).length
        if (counted > sizes.counted) return undefined
        from = page.next
      }
      return counted
    })

    return { load, count }
  })

  const shown = Effect.fnUntraced(function* ({ organization, viewer }: Wanted, rows: ReadonlyArray<Found>) {
    const people = yield* views.many(
      organization,
      viewer,
      rows.map(({ member }) => member)
    )
    const named = yield* names.ofSources(rows.map(({ explanation }) => explanation.source))
    return rows.flatMap(({ explanation }, index): ReadonlyArray<MemberWhoCan> => {
      const member = people[index]
      if (member === undefined) return []
      return [{ member, role: explanation.role, source: sourceView(explanation.source, named) }]
    })
  })

  const page = Effect.fnUntraced(function* (wanted: Wanted, request: PageRequest) {
    const { organization, permission, placement } = wanted
    return yield* paged({
      ...(yield* sources(wanted)),
      list: "access.members",
      filters: [organization, permission, placement?.kind ?? "", placement?.id ?? ""],
      request,
      keyset: ({ member }: Found): Keyset => ({ order: [], id: member.value.user }),
      view: (rows: ReadonlyArray<Found>) => shown(wanted, rows)
    })
  })

  return { grantsOf, page } as const
})
