import { Context, Effect, Layer, Option } from "effect"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import type { UserId } from "../../foundation/id/UserId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { ReferenceNotFound } from "../../people/access/Access.ts"
import type { PlacementKind } from "../../people/access/AccessFacts.ts"
import { Administrators } from "../../people/member/Administrators.ts"
import { type Member, collection as memberCollection, rowId } from "../../people/member/Member.ts"
import { MoveInvalid, NothingChanged } from "../../people/placement/Move.ts"
import { isActive } from "../../people/placement/Placement.ts"
import { Placements, type StoredPlacement } from "../../people/placement/Placements.ts"
import { collection as teamCollection } from "../../people/team/Team.ts"
import { TooManyTeamsOfMember, limits as teamLimits } from "../../people/team/TeamInput.ts"
import { memberAfter } from "./Impact.ts"
import type * as WhatIfInput from "./WhatIfInput.ts"
import { targetOf } from "./WhatIfInput.ts"

/** A change that could be applied, with the present state of what it is about. */
export interface CheckedChange {
  readonly change: WhatIfInput.Change
  readonly member: Member | null
  readonly placement: StoredPlacement | null
  /** The collection that the placement is in, or would be moved to. */
  readonly parent: StoredPlacement | null
}

/**
 * Rejects a change as the operation that applies it would. Ids are fields of the question, so an unknown one is an
 * unknown reference.
 */
export class WhatIfChecks extends Context.Service<WhatIfChecks>()("@quire/core/WhatIfChecks", {
  make: Effect.gen(function* () {
    const members = yield* Repository.make(memberCollection)
    const teams = yield* Repository.make(teamCollection)
    const tree = yield* Placements
    const { keepAdministrator } = yield* Administrators

    const findMember = Effect.fnUntraced(function* (organization: OrganizationId, field: string, user: UserId) {
      const found = Option.getOrUndefined(yield* members.get(rowId(organization, user)))
      return found === undefined ? yield* new ReferenceNotFound({ field, id: user }) : found.value
    })

    const requireTeam = Effect.fnUntraced(function* (organization: OrganizationId, field: string, id: string) {
      const found = Option.getOrUndefined(yield* teams.get(id))
      if (found?.value.organization !== organization) return yield* new ReferenceNotFound({ field, id })
    })

    const findPlacement = Effect.fnUntraced(function* (
      organization: OrganizationId,
      field: string,
      { id, kind }: { readonly kind: PlacementKind; readonly id: string }
    ) {
      const found = Option.getOrUndefined(yield* tree.placements.get(id))
      if (
        found === undefined ||
        found.value.kind !== kind ||
        found.value.organization !== organization ||
        !isActive(found.value)
      ) {
        return yield* new ReferenceNotFound({ field, id })
      }
      return found
    })

    const checkMove = Effect.fnUntraced(function* (seen: StoredPlacement, parent: StoredPlacement | null) {
      const { id, organization } = seen.value
      const next = parent?.value ?? null
      if (next !== null && (next.id === id || next.ancestors.some((ancestor) => ancestor === id))) {
        return yield* new MoveInvalid({
          field: "change.parent",
          rule: "must not be the collection itself or a collection below it"
        })
      }
      if (seen.value.parent !== (next?.id ?? null)) return
      const last = yield* tree.siblings.findLast({ organization, parent: seen.value.parent })
      if (last?.value.id === id) return yield* new NothingChanged({ id })
    })

    const findPerson = Effect.fnUntraced(function* (organization: OrganizationId, change: WhatIfInput.Change) {
      if ("team" in change) yield* requireTeam(organization, "change.team", change.team)
      if ("user" in change) return yield* findMember(organization, "change.user", change.user)
      if (change.type !== "grant") return null
      if ("user" in change.reader) return yield* findMember(organization, "change.reader.user", change.reader.user)
      yield* requireTeam(organization, "change.reader.team", change.reader.team)
      return null
    })

    const parentIn = Effect.fnUntraced(function* (
      organization: OrganizationId,
      change: WhatIfInput.Change,
      seen: StoredPlacement
    ) {
      const id = change.type === "move" ? change.parent : seen.value.parent
      if (id === null || change.type === "grant") return null
      return yield* findPlacement(organization, "change.parent", { kind: "collection", id })
    })

    const check = Effect.fnUntraced(function* (organization: OrganizationId, change: WhatIfInput.Change) {
      const self = yield* findPerson(organization, change)
      if (self !== null) {
        const next = memberAfter(change, self)
        yield* keepAdministrator(organization, self, next)
        if (next !== null && next.teams.length > Math.max(self.teams.length, teamLimits.teamsOfMember)) {
          return yield* new TooManyTeamsOfMember({ user: self.user, limit: teamLimits.teamsOfMember })
        }
      }
      const target = targetOf(change)
      if (target === null) return { change, member: self, placement: null, parent: null } satisfies CheckedChange
      const placement = yield* findPlacement(organization, `change.${target.kind}`, target)
      const parent = yield* parentIn(organization, change, placement)
      if (change.type === "move") yield* checkMove(placement, parent)
      return { change, member: self, placement, parent } satisfies CheckedChange
    })

    return { check } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([Administrators.layer, Placements.layer]))
}
