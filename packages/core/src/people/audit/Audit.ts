import { Context, Effect, Layer } from "effect"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { UserId } from "../../foundation/id/UserId.ts"
import { hostOnly } from "../../foundation/operation/HostOnly.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import { Access } from "../access/Access.ts"
import { UserViews } from "../member/UserViews.ts"
import type { AuditEntry } from "./AuditEntry.ts"
import { view } from "./AuditEntryView.ts"
import type { AuditFilter } from "./AuditFilter.ts"
import { AuditLog } from "./AuditLog.ts"
import { AuditReader } from "./AuditReader.ts"
import { AuditVerifier } from "./AuditVerifier.ts"

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
