import type { CollectionId, UserId } from "../../foundation/id/Ids.ts"
import type { GrantFact } from "../access/Decision.ts"
import { accessScope, isActive, type Placement } from "./Placement.ts"

type Inherited = Pick<Placement, "ancestors" | "accessChain" | "accessDefault" | "accessOwners">

/**
 * Computes the inherited access of a placement from its own level, creator and sites and from its parent, which is null
 * at the root.
 */
export const inherit = (
  self: Pick<Placement, "id" | "level" | "createdBy" | "sites">,
  parent: (Inherited & { readonly id: CollectionId }) | null
): Inherited => {
  const ancestors = parent === null ? [] : [parent.id, ...parent.ancestors]
  const own = [self.id]
  const owners: ReadonlyArray<UserId> = self.createdBy === null ? [] : [self.createdBy]
  if (self.level === null) return { ancestors, accessChain: [own], accessDefault: "nobody", accessOwners: owners }
  if (self.level !== "inherit") return { ancestors, accessChain: [own], accessDefault: self.level, accessOwners: [] }
  const groups = self.sites.length === 0 ? [own] : [own, self.sites]
  if (parent === null) return { ancestors, accessChain: groups, accessDefault: "member", accessOwners: [] }
  return {
    ancestors,
    accessChain: [...groups, ...parent.accessChain],
    accessDefault: parent.accessDefault,
    accessOwners: parent.accessOwners
  }
}

/**
 * The placements below a changed one, each with its recomputed inheritance. `below` contains the whole subtree in any
 * order; new values of parents are taken from the results.
 */
export const inheritBelow = (
  changed: Placement,
  below: ReadonlyArray<Placement>,
  collectionId: (id: string) => CollectionId
): ReadonlyArray<Placement> => {
  const resolved = new Map<string, Placement>([[changed.id, changed]])
  const outermostFirst = [...below].sort((left, right) => left.ancestors.length - right.ancestors.length)
  return outermostFirst.map((self) => {
    const parent = self.parent === null ? undefined : resolved.get(self.parent)
    const next = parent === undefined ? self : { ...self, ...inherit(self, { ...parent, id: collectionId(parent.id) }) }
    resolved.set(next.id, next)
    return next
  })
}

/** The readers who may list a placement, given the grants on its access scope; none while it is deleted. */
export const listReaders = (self: Placement, grants: ReadonlyArray<GrantFact>): ReadonlyArray<string> => {
  if (!isActive(self)) return []
  const scope = new Set(accessScope(self))
  const keys = grants.filter((grant) => scope.has(grant.resource)).map((grant) => grant.reader)
  for (const owner of self.accessOwners) keys.push(`user:${owner}`)
  if (self.accessDefault !== "nobody") keys.push(`member:${self.organization}`)
  return [...new Set(keys)]
}
