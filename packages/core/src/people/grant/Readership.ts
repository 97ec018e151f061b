import { Context, Effect, Layer } from "effect"
import { UserId } from "../../foundation/id/UserId.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type * as Decision from "../access/Decision.ts"
import { explain } from "../access/Decision.ts"
import type { Role } from "../access/Role.ts"
import { type Member, collection as memberCollection, rowId } from "../member/Member.ts"
import { accessScope, type Placement } from "../placement/Placement.ts"
import { collection, type Grant, idOf, kindOf, readerOf } from "./Grant.ts"
import type * as GrantView from "./GrantView.ts"

/** A member who can read a placement, and the origin of their role. */
export interface Reader {
  readonly user: UserId
  readonly permission: Role
  readonly origin: GrantView.Origin
}

/**
 * Minimum number of members read per batch, to list and to count, and maximum number of readers counted (rule
 * list-count).
 */
const sizes = { batch: 200, counting: 2000, counted: 10_000 } as const

const originOf = (placement: Placement, source: Decision.Source): GrantView.Origin | null => {
  const kindOfResource = (id: string) => {
    if (id === placement.id) return placement.kind
    return placement.sites.some((site) => site === id) ? "site" : "collection"
  }
  const on = (id: string) => ({ kind: kindOfResource(id), id })
  switch (source._tag) {
    case "OrganizationAdmin":
      return { type: "organization-admin" }
    case "UserGrant":
      return { type: "direct", resource: on(source.resource) }
    case "TeamGrant":
      return { type: "team", resource: on(source.resource) }
    case "Creator":
      return { type: "creator", resource: on(source.resource) }
    case "DefaultLevel":
      return { type: "default-level", resource: on(source.resource) }
    case "OrganizationRole":
      return { type: "organization" }
    case "NotMember":
    case "Disabled":
    case "Guest":
    case "Closed":
      return null
  }
}

/** The members who can read a placement, by user id, with their effective roles. */
export class Readership extends Context.Service<Readership>()("@quire/core/Readership", {
  make: Effect.gen(function* () {
    const grants = yield* Repository.make(collection)
    const members = yield* Repository.make(memberCollection)

    const makeReaderCheck = Effect.fnUntraced(function* (placement: Placement) {
      const rows = yield* grants.list("onResource", {
        equals: { resource: { in: accessScope(placement) } },
        limit: noLimit
      })
      const byReader = new Map<string, ReadonlyArray<Grant>>()
      for (const { value } of rows) byReader.set(value.reader, [...(byReader.get(value.reader) ?? []), value])
      return (member: Member): ReadonlyArray<Reader> => {
        const keys = [readerOf("user", member.user), ...member.teams.map((team) => readerOf("team", team))]
        const held = keys.flatMap((key) => byReader.get(key) ?? [])
        const { role, source } = explain({ user: member.user, member, placement, grants: held })
        const origin = originOf(placement, source)
        return role === null || origin === null ? [] : [{ user: member.user, permission: role, origin }]
      }
    })

    type Candidates = (after: string, limit: number) => Effect.Effect<ReadonlyArray<Member>>
    const startAfter = (after: string) => (after === "" ? {} : { after: { order: [], id: after } })
    const values = Effect.map((rows: ReadonlyArray<Repository.VersionedValue<Member>>) =>
      rows.map(({ value }) => value)
    )

    /** Candidates for open content: all members. */
    const listEverybody =
      ({ organization }: Placement): Candidates =>
      (after, limit) =>
        values(members.list("byId", { equals: { organization }, limit, ...startAfter(after) }))

    /** Candidates for closed content: administrators and the members named by its readers. */
    const listNamed = ({ organization, readers }: Placement): Candidates => {
      const ids = (kind: "user" | "team") => readers.filter((reader) => kindOf(reader) === kind).map(idOf)
      const users = ids("user")
        .map((user) => rowId(organization, UserId.make(user)))
        .sort()
      const teams = ids("team")
      return Effect.fnUntraced(function* (after, limit) {
        const page = { limit, ...startAfter(after) }
        const equals = { organization, role: "admin", disabled: false }
        const found = [
          ...(yield* members.getMany(users.filter((id) => id > after).slice(0, limit))).values(),
          ...(teams.length === 0
            ? []
            : yield* members.list("byId", { equals: { organization }, has: { teams: { any: teams } }, ...page })),
          ...(yield* members.list("withRole", { equals, ...page }))
        ]
        const byId = new Map(found.map(({ value }) => [value.id, value]))
        return [...byId.values()].sort((left, right) => (left.id < right.id ? -1 : 1)).slice(0, limit)
      })
    }

    /** A source for `Paging.paged`; with `role`, only members with exactly that role. */
    const makeSource = Effect.fnUntraced(function* (placement: Placement, role: Role | undefined) {
      const { organization } = placement
      const judged = yield* makeReaderCheck(placement)
      const candidates = (placement.accessDefault === "nobody" ? listNamed : listEverybody)(placement)
      const wanted = (member: Member) =>
        judged(member).filter(({ permission }) => role === undefined || permission === role)

      const load = Effect.fnUntraced(function* (after: { readonly id: string } | undefined, limit: number) {
        const found: Array<Reader> = []
        let last = after === undefined ? "" : rowId(organization, UserId.make(after.id))
        for (;;) {
          const size = Math.max(limit - found.length, sizes.batch)
          const batch = yield* candidates(last, size)
          found.push(...batch.flatMap(wanted))
          last = batch.at(-1)?.id ?? last
          if (batch.length < size || found.length >= limit) return found.slice(0, limit)
        }
      })

      const count = Effect.gen(function* () {
        let counted = 0
        let last = ""
        for (;;) {
          const batch = yield* candidates(last, sizes.counting)
          counted += batch.flatMap(wanted).length
          last = batch.at(-1)?.id ?? last
          if (counted > sizes.counted) return undefined
          if (batch.length < sizes.counting) return counted
        }
      })

      return { load, count, keyset: ({ user }: Reader) => ({ order: [], id: user }) } as const
    })

    return { makeSource } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
