import { Context, Effect, Layer } from "effect"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { type Role, rank } from "../access/Role.ts"
import { collection, type Grant, GrantId } from "../grant/Grant.ts"
import { GrantCounts } from "../grant/GrantCounts.ts"
import { accessScope, isActive, type Placement } from "./Placement.ts"
import { Placements, type StoredPlacement } from "./Placements.ts"

const isActiveSpace = (self: Placement) => self.kind === "space" && isActive(self)

/** A reader and the role that a grant gives them. */
export interface GrantedRole {
  readonly reader: string
  readonly role: Role
}

/**
 * Writes grants, the readers of all affected placements, and the `spaces` counters of members and teams. Used inside a
 * mutation that has locked the organization's tree. The caller checks permission.
 */
export class GrantLedger extends Context.Service<GrantLedger>()("@quire/core/GrantLedger", {
  make: Effect.gen(function* () {
    const grants = yield* Repository.make(collection)
    const tree = yield* Placements
    const counts = yield* GrantCounts
    const nextId = yield* IdGenerator

    /** The active placements that the grants on a placement currently apply to. */
    const listReached = Effect.fnUntraced(function* ({ value: { id } }: StoredPlacement) {
      const self = (yield* tree.placements.getMany([id])).get(id)
      if (self === undefined) return []
      const under = self.value.kind === "space" ? [] : yield* tree.listBelow(self)
      return [self, ...under].filter(({ value }) => isActive(value) && accessScope(value).includes(id))
    })

    const rewriteReaders = (rows: ReadonlyArray<StoredPlacement>) =>
      tree.write(rows.map((seen) => ({ seen, next: seen.value })))

    const countGrants = (placement: StoredPlacement, readers: ReadonlyArray<string>, by: 1 | -1) =>
      isActiveSpace(placement.value)
        ? counts.add(placement.value.organization, new Map(readers.map((reader) => [reader, by])))
        : Effect.void

    /** The direct grants on the placement, by reader. */
    const listDirect = (placement: StoredPlacement) =>
      Effect.map(
        grants.list("onResource", { equals: { resource: placement.value.id }, limit: noLimit }),
        (rows) => new Map(rows.map((row) => [row.value.reader, row]))
      )

    /** The direct grants of these readers on the placement. */
    const listGrantsOf = Effect.fnUntraced(function* (placement: StoredPlacement, readers: ReadonlyArray<string>) {
      const present = yield* listDirect(placement)
      return readers.flatMap((reader) => present.get(reader)?.value ?? [])
    })

    /** Gives each reader a role on the placement; returns the changed grants before and after. */
    const setAll = Effect.fnUntraced(function* (placement: StoredPlacement, given: ReadonlyArray<GrantedRole>) {
      const present = yield* listDirect(placement)
      const wanted = new Map(given.map(({ reader, role }) => [reader, role]))
      const before: Array<GrantedRole> = []
      const after: Array<GrantedRole> = []
      const changes: Array<{ readonly seen: Repository.VersionedValue<Grant>; readonly next: Grant }> = []
      const made: Array<Grant> = []
      const { id: resource, organization } = placement.value
      for (const [reader, role] of wanted) {
        const seen = present.get(reader)
        if (seen?.value.role === role) continue
        after.push({ reader, role })
        if (seen !== undefined) before.push({ reader, role: seen.value.role })
        if (seen === undefined) made.push({ id: GrantId.make(yield* nextId), organization, resource, reader, role })
        else changes.push({ seen, next: { ...seen.value, role } })
      }
      yield* grants.updateAll(changes)
      if (made.length === 0) return { before, after } as const
      yield* grants.insertAll(made)
      const readers = made.map(({ reader }) => reader)
      const rows = yield* listReached(placement)
      yield* rewriteReaders(rows.filter(({ value }) => readers.some((reader) => !value.readers.includes(reader))))
      yield* countGrants(placement, readers, 1)
      return { before, after } as const
    })

    /** Gives a reader a role on the placement; returns whether anything changed. */
    const set = Effect.fnUntraced(function* (placement: StoredPlacement, reader: string, role: Role) {
      return (yield* setAll(placement, [{ reader, role }])).after.length > 0
    })

    /** Gives a reader a role unless their grant already gives at least as much; returns whether anything changed. */
    const raise = Effect.fnUntraced(function* (placement: StoredPlacement, reader: string, role: Role) {
      const seen = (yield* listDirect(placement)).get(reader)
      if (seen !== undefined && rank(seen.value.role) >= rank(role)) return false
      return yield* set(placement, reader, role)
    })

    /** Removes a reader's direct grant on the placement; returns whether there was one. */
    const remove = Effect.fnUntraced(function* (placement: StoredPlacement, reader: string) {
      const seen = (yield* listDirect(placement)).get(reader)
      if (seen === undefined) return false
      yield* grants.remove([seen.value.id])
      const rows = yield* listReached(placement)
      yield* rewriteReaders(rows.filter(({ value }) => value.readers.includes(reader)))
      yield* countGrants(placement, [reader], -1)
      return true
    })

    /** Removes all grants of a reader in the organization, also those on deleted content. */
    const removeAll = Effect.fnUntraced(function* (organization: OrganizationId, reader: string) {
      const held = yield* grants.list("ofReader", { equals: { organization, reader }, limit: noLimit })
      if (held.length === 0) return
      const on = yield* tree.placements.getMany(held.map(({ value }) => value.resource))
      const listed = yield* tree.placements.list("inOrganization", {
        equals: { organization, kind: { in: ["space", "collection", "site"] }, active: true },
        has: { readers: reader },
        limit: noLimit
      })
      yield* grants.removeWhere("ofReader", { equals: { organization, reader } })
      yield* rewriteReaders(listed)
      const spaces = [...on.values()].filter(({ value }) => isActiveSpace(value)).length
      yield* counts.add(organization, new Map([[reader, -spaces]]))
    })

    return { listGrantsOf, set, setAll, raise, remove, removeAll } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([GrantCounts.layer, Placements.layer]))
}
