import { Context, Effect, Layer, Option } from "effect"
import { callingPerson } from "../../foundation/operation/PublishedOnly.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as CodePoint from "../../foundation/text/CodePoint.ts"
import { collection as memberCollection } from "../../people/member/Member.ts"
import { SiteAccess } from "../site/SiteAccess.ts"
import { type CustomHostname, collection, isVerified, rowId } from "./CustomHostname.ts"
import { CustomHostnameNotFound } from "./CustomHostnameInput.ts"
import * as Hostname from "./Hostname.ts"

type Row = Repository.VersionedValue<CustomHostname>

/** Finds the organization that registered a hostname. */
export class HostnameClaims extends Context.Service<HostnameClaims>()("@quire/core/HostnameClaims", {
  make: Effect.gen(function* () {
    const { findSite } = yield* SiteAccess
    const members = yield* Repository.make(Repository.withoutCounters(memberCollection))
    const hostnames = yield* Repository.make(collection)

    /** The verified registration, of any organization. */
    const findVerified = (hostname: string) => hostnames.getBy("verified", { hostname })

    const listForHost = Effect.fnUntraced(function* (hostname: string) {
      const verified = yield* findVerified(hostname)
      return Option.isSome(verified)
        ? [verified.value]
        : yield* hostnames.list("ofHostname", { equals: { hostname }, limit: 1 })
    })

    /**
     * Unverified registrations of other organizations are not read, so neither the response nor its time reveals them.
     */
    const listOfUser = Effect.fnUntraced(function* (user: string, hostname: string) {
      const memberships = yield* members.list("active", { equals: { user, disabled: false }, limit: noLimit })
      const administered = new Set(
        memberships.flatMap(({ value }) => (value.role === "admin" ? [value.organization] : []))
      )
      const rows = yield* hostnames.getMany(memberships.map(({ value }) => rowId(value.organization, hostname)))
      const rank = ({ value }: Row) => (administered.has(value.organization) ? 0 : 2) + (isVerified(value) ? 0 : 1)
      return [...rows.values()].sort(
        (left, right) => rank(left) - rank(right) || CodePoint.compare(left.value.id, right.value.id)
      )
    })

    /**
     * The registration of a hostname that the caller may view, with its site: one that they administer before others, the
     * verified one before others (rule hostname-which).
     */
    const find = Effect.fnUntraced(function* (given: string) {
      const hostname = Hostname.normalize(given)
      const caller = yield* callingPerson
      const rows = yield* caller._tag === "System" ? listForHost(hostname) : listOfUser(caller.user, hostname)
      for (const row of Hostname.is(hostname) ? rows : []) {
        const found = yield* Effect.option(findSite(row.value.organization, row.value.site))
        if (Option.isSome(found)) return { row, found: found.value }
      }
      return yield* new CustomHostnameNotFound({ hostname: given })
    })

    return { find, findVerified } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(SiteAccess.layer))
}
