import { Context, Effect, Layer } from "effect"
import { toCurrentType } from "../../foundation/events/FormerEventTypes.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type { Keyset } from "../../foundation/store/RowStore.ts"
import { type AuditEntry, collection } from "./AuditEntry.ts"
import type { AuditFilter } from "./AuditFilter.ts"

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
