import { Clock, Context, Effect, Layer, Option } from "effect"
import { DnsResolver } from "../../foundation/dns/DnsResolver.ts"
import { Events } from "../../foundation/events/Events.ts"
import { checked } from "../../foundation/input/Input.ts"
import { Actor, system } from "../../foundation/operation/Actor.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { callingPerson } from "../../foundation/operation/PublishedOnly.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as CodePoint from "../../foundation/text/CodePoint.ts"
import { Access, ReferenceNotFound } from "../../people/access/Access.ts"
import { collection as memberCollection } from "../../people/member/Member.ts"
import { TreeLock } from "../../people/placement/TreeLock.ts"
import { type Site, collection as siteCollection } from "../site/Site.ts"
import { type FoundSite, SiteAccess } from "../site/SiteAccess.ts"
import * as CustomHostname from "./CustomHostname.ts"
import {
  CustomHostnameNotFound,
  collection,
  HostnameHeld,
  HostnameReference,
  HostnameRegistered,
  HostnameReserved,
  HostnameUnproven,
  isVerified,
  limits,
  rowId,
  Setup,
  TooManyHostnames,
  view
} from "./CustomHostname.ts"
import * as Hostname from "./Hostname.ts"

type HostnameRow = Repository.VersionedValue<CustomHostname.CustomHostname>

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
      const rank = ({ value }: HostnameRow) =>
        (administered.has(value.organization) ? 0 : 2) + (isVerified(value) ? 0 : 1)
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

const checkName = checked(HostnameReference)
const checkSetup = checked(Setup)

type Row = Repository.VersionedValue<CustomHostname.CustomHostname>

/** A registration that is to be verified, and the one of another organization that is. */
interface Claim {
  readonly row: Row
  readonly holder: Row | undefined
}

const shownIn = (self: CustomHostname.CustomHostname) => ({
  hostname: self.hostname,
  site: self.site,
  verified: CustomHostname.isVerified(self)
})

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : "")

/** The hostnames of sites: registered, verified by a record in the DNS, and removed. */
export class CustomHostnames extends Context.Service<CustomHostnames>()("@quire/core/CustomHostnames", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const { app, base } = yield* Addresses
    const resolver = yield* DnsResolver
    const events = yield* Events
    const { administered, withSite } = yield* SiteAccess
    const { decideAndLockTrees } = yield* TreeLock
    const { find, findVerified } = yield* HostnameClaims
    const hostnames = yield* Repository.make(CustomHostname.collection)
    const sites = yield* Repository.make(siteCollection)
    const reserved = new Set([base, app].map(hostOf))

    const recordOf = (self: CustomHostname.CustomHostname) => ({
      type: "TXT" as const,
      name: Hostname.recordName(self.hostname),
      value: CustomHostname.challenge(self)
    })

    const viewFor = (self: CustomHostname.CustomHostname, { isAdmin }: Pick<FoundSite, "isAdmin">) =>
      view(self, base, isAdmin ? recordOf(self) : undefined)

    const listOf = (site: Pick<Site, "id" | "organization">) =>
      Effect.map(
        hostnames.list("inSite", {
          equals: { organization: site.organization, site: site.id },
          limit: limits.hostnamesPerSite
        }),
        Repository.values
      )

    /** The hostname of a site, with how far its verification is. */
    const get = operation("CustomHostnames.get")(function* (hostname: string) {
      const { found, row } = yield* find(hostname)
      return viewFor(row.value, found)
    })

    /** The organization of a site that the caller may view. */
    const findTarget = Effect.fnUntraced(function* (id: string) {
      const refused = () => new ReferenceNotFound({ field: "target.site", id })
      const { placement } = yield* access.placement("site", id, "content:view", refused)
      return placement.value.organization
    })

    const register = Effect.fnUntraced(function* (found: FoundSite, hostname: string) {
      if (reserved.has(hostname)) return yield* new HostnameReserved({ hostname })
      const { id: site, organization } = found.row.value
      const id = CustomHostname.rowId(organization, hostname)
      const taken = yield* hostnames.get(id)
      if (Option.isSome(taken)) return yield* new HostnameRegistered({ hostname, site: taken.value.value.site })
      const existing = yield* listOf(found.row.value)
      if (existing.length >= limits.hostnamesPerSite) {
        return yield* new TooManyHostnames({ site, hostnames: existing.map((each) => each.hostname) })
      }
      const createdAt = yield* Clock.currentTimeMillis
      const made: CustomHostname.CustomHostname = { id, organization, site, hostname, verifiedAt: null, createdAt }
      yield* hostnames.insert(made)
      yield* events.announce({
        type: "customHostnames.create",
        organization,
        subjects: [site, hostname],
        after: shownIn(made)
      })
      return viewFor(made, found)
    })

    /**
     * Registers a hostname for a site, for an administrator; it does not serve the site yet (rule hostname-register).
     */
    const setup = operation("CustomHostnames.setup")(function* (given: string, body: Setup) {
      const { target } = yield* checkSetup(body)
      const { hostname } = yield* checkName({ hostname: given })
      const organization = yield* findTarget(target.site)
      const gone = () => new ReferenceNotFound({ field: "target.site", id: target.site })
      return yield* withSite(organization, target.site, (found) => register(found, hostname)).pipe(
        Effect.catchTags({
          SiteNotFound: () => Effect.fail(gone()),
          OrganizationNotFound: () => Effect.fail(gone())
        })
      )
    })

    const decideClaim = Effect.fnUntraced(function* (hostname: string) {
      const { found, row } = yield* find(hostname)
      yield* administered(found)
      const verified = yield* findVerified(row.value.hostname)
      const holder = Option.getOrUndefined(Option.filter(verified, ({ value }) => value.id !== row.value.id))
      return { row, holder } satisfies Claim
    })

    /**
     * Takes a hostname from the organization that has it. That organization is notified, but not of who took it (rule
     * hostname-holder).
     */
    const release = Effect.fnUntraced(function* (held: Row, site: Repository.VersionedValue<Site>) {
      const next = { ...held.value, verifiedAt: null }
      yield* hostnames.update(held, next)
      const left = CustomHostname.canonical(yield* listOf(site.value))
      yield* sites.update(site, { ...site.value, hostname: left })
      yield* events
        .announce({
          type: "customHostnames.release",
          organization: site.value.organization,
          subjects: [site.value.id, next.hostname],
          before: shownIn(held.value),
          after: shownIn(next)
        })
        .pipe(Effect.provideService(Actor, system))
    })

    /** Decides by the DNS result from before the lock and by what is stored under the lock (rule hostname-verify). */
    const settle = Effect.fnUntraced(function* ({ holder, row }: Claim, texts: ReadonlyArray<string>) {
      const { value: seen } = row
      const { hostname } = seen
      const proves = (self: CustomHostname.CustomHostname) => texts.includes(CustomHostname.challenge(self))
      if (!proves(seen)) {
        const { name: record, value } = recordOf(seen)
        return yield* new HostnameUnproven({ hostname, record, value })
      }
      if (CustomHostname.isVerified(seen)) return
      if (holder !== undefined && proves(holder.value)) return yield* new HostnameHeld({ hostname })
      const locked = yield* sites.lock([seen.site, ...(holder === undefined ? [] : [holder.value.site])])
      const former = locked.get(holder?.value.site ?? "")
      if (holder !== undefined && former !== undefined) yield* release(holder, former)
      const next = { ...seen, verifiedAt: yield* Clock.currentTimeMillis }
      yield* hostnames
        .tryUpdate(row, next)
        .pipe(Effect.catchTags({ Taken: () => Effect.fail(new HostnameHeld({ hostname })), Stale: Effect.die }))
      const site = yield* Effect.orDie(Effect.fromNullishOr(locked.get(seen.site)))
      yield* sites.update(site, { ...site.value, hostname })
      yield* events.announce({
        type: "customHostnames.verify",
        organization: seen.organization,
        subjects: [seen.site, hostname],
        before: shownIn(seen),
        after: shownIn(next)
      })
    })

    /** Looks up the DNS record of a hostname for an administrator; nothing is locked meanwhile. */
    const verify = operation("CustomHostnames.verify")(function* (given: string) {
      const { row } = yield* decideClaim(given)
      const texts = yield* resolver.resolveTxt(Hostname.recordName(row.value.hostname))
      const treesOf = ({ holder, row: { value } }: Claim) => [
        value.organization,
        ...(holder === undefined ? [] : [holder.value.organization])
      ]
      yield* decideAndLockTrees(treesOf, decideClaim(given), (claim) => settle(claim, texts))
    })

    const forget = Effect.fnUntraced(function* ({ row: site }: FoundSite, id: string) {
      const seen = Option.filter(yield* hostnames.get(id), ({ value }) => value.site === site.value.id)
      if (Option.isNone(seen)) return false
      const { value } = seen.value
      yield* hostnames.remove([id])
      const left = CustomHostname.canonical(yield* listOf(site.value))
      yield* sites.update(site, { ...site.value, hostname: left })
      yield* events.announce({
        type: "customHostnames.delete",
        organization: value.organization,
        subjects: [value.site, value.hostname],
        before: shownIn(value)
      })
      return true
    })

    /** Frees a hostname at once, for an administrator. False if there is none (rule hostname-removal). */
    const remove = operation("CustomHostnames.remove")(function* (given: string) {
      const absent = () => Effect.succeed(false)
      return yield* Effect.flatMap(find(given), ({ row: { value } }) =>
        withSite(value.organization, value.site, (found) => forget(found, value.id))
      ).pipe(Effect.catchTags({ CustomHostnameNotFound: absent, SiteNotFound: absent, OrganizationNotFound: absent }))
    })

    return { get, setup, verify, remove } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Events.layer, HostnameClaims.layer, SiteAccess.layer, TreeLock.layer])
  )
}
