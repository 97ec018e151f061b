import { Context, Effect, Layer } from "effect"
import { toCurrentType } from "../../foundation/events/FormerEventTypes.ts"
import { type OrganizationId, UserId } from "../../foundation/id/Ids.ts"
import { hostOnly } from "../../foundation/operation/HostOnly.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type { Keyset } from "../../foundation/store/RowStore.ts"
import { Access } from "../access/Access.ts"
import { UserViews } from "../member/UserViews.ts"
import { type AuditEntry, type AuditFilter, collection, view } from "./AuditEntry.ts"
import { AuditReader } from "./AuditReader.ts"
import { AuditVerifier } from "./AuditVerifier.ts"

/** Limit of the count of entries. */
const countCap = 10_001

/** A source of an organization's entries by a filter; each combination of fields has its own index. */
export class AuditLog extends Context.Service<AuditLog>()("@quire/core/AuditLog", {
  make: Effect.map(Repository.make(collection), (entries) => ({
    entriesOf: (organization: string, { actor, from, order = "desc", subject, to, ...given }: AuditFilter) => {
      const type = given.type === undefined ? undefined : toCurrentType(given.type)
      const shared = { range: { from, to }, has: { subjects: subject } }

      const load = (after: Keyset | undefined, limit: number) => {
        const rest = { ...shared, direction: order, limit, after }
        if (actor !== undefined && type !== undefined)
          return entries.list("byActorOfType", { equals: { organization, actor, type }, ...rest })
        if (actor !== undefined) return entries.list("byActor", { equals: { organization, actor }, ...rest })
        if (type !== undefined) return entries.list("ofType", { equals: { organization, type }, ...rest })
        return entries.list("inTime", { equals: { organization }, ...rest })
      }

      const counted = () => {
        if (actor !== undefined && type !== undefined)
          return entries.count("byActorOfType", { equals: { organization, actor, type }, ...shared }, countCap)
        if (actor !== undefined)
          return entries.count("byActor", { equals: { organization, actor }, ...shared }, countCap)
        if (type !== undefined) return entries.count("ofType", { equals: { organization, type }, ...shared }, countCap)
        return entries.count("inTime", { equals: { organization }, ...shared }, countCap)
      }

      return {
        load: (after: Keyset | undefined, limit: number) =>
          Effect.map(load(after, limit), (rows): ReadonlyArray<AuditEntry> => rows.map(({ value }) => value)),
        count: Effect.map(Effect.suspend(counted), (count) => (count < countCap ? count : undefined)),
        /** The same for every combination, because all are sorted by time. */
        keyset: (entry: AuditEntry) => entries.keyset("inTime", entry)
      }
    }
  }))
}) {
  static readonly layer = Layer.effect(this, this.make)
}

/** Maximum number of batches that are added before a list is read; if more are pending, the server adds the rest. */
const catchUp = 10

const actorOf = ({ actor }: AuditEntry) => (actor === "system" ? null : UserId.make(actor))

/**
 * The audit log: who changed what, with one entry per request that changed something (rule audit-one-event),
 * hash-chained per organization after the commit. It is read from the outbox, so that no request waits for it.
 */
export class Audit extends Context.Service<Audit>()("@quire/core/Audit", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const { paged } = yield* Paging
    const users = yield* UserViews
    const reader = yield* AuditReader
    const verifier = yield* AuditVerifier
    const { entriesOf } = yield* AuditLog

    /** Adds all committed events to the audit log and returns how many. Called by the host's loop. */
    const chain = operation("Audit.chain")(function* () {
      yield* hostOnly("Audit.chain")
      return yield* reader.run(Number.POSITIVE_INFINITY)
    })

    /** Adds pending events. If the log cannot be written now, it can still be read. */
    const chainPending = Effect.catchCause(reader.run(catchUp), (cause) =>
      Effect.logWarning("events could not be added to the audit log", cause)
    )

    /** Lists the entries of an organization, latest first by default. Includes the caller's last request. */
    const list = operation("Audit.list")(function* (
      organization: OrganizationId,
      filter: AuditFilter,
      request: PageRequest
    ) {
      const viewer = yield* access.organization(organization, "organization:admin")
      if (request.page === undefined) yield* chainPending
      const { actor, from, order, subject, to, type } = filter
      const viewEntries = Effect.fnUntraced(function* (entries: ReadonlyArray<AuditEntry>) {
        const userOf = yield* users.many(organization, viewer, entries.map(actorOf))
        return entries.map((entry) => view(entry, userOf(actorOf(entry))))
      })
      return yield* paged({
        list: "organization.audit-log",
        filters: [organization, actor ?? null, type ?? null, subject ?? null, from ?? null, to ?? null, order ?? null],
        request,
        ...entriesOf(organization, filter),
        view: viewEntries
      })
    })

    /**
     * Recomputes the chain of an organization, for its administrators; without an organization all chains and that of
     * the installation, for the host.
     */
    const verify = operation("Audit.verify")(function* (organization?: OrganizationId) {
      if (organization === undefined) yield* hostOnly("Audit.verify")
      else yield* access.organization(organization, "organization:admin")
      return yield* verifier.verify(organization)
    })

    return { chain, list, verify } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, AuditLog.layer, AuditReader.layer, AuditVerifier.layer, Paging.layer, UserViews.layer])
  )
}
