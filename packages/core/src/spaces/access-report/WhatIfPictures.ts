import { Context, Effect, Layer, Option } from "effect"
import type { OrganizationId, UserId } from "../../foundation/id/Ids.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { ReferenceNotFound } from "../../people/access/Access.ts"
import { AccessFacts, type PlacementKind } from "../../people/access/AccessFacts.ts"
import { collection as grantCollection, readerOf } from "../../people/grant/Grant.ts"
import { Administrators } from "../../people/member/Administrators.ts"
import { type Member, collection as memberCollection, rowId } from "../../people/member/Member.ts"
import { MoveInvalid, NothingChanged } from "../../people/placement/Move.ts"
import { accessScope, isActive, type Placement } from "../../people/placement/Placement.ts"
import { Placements, type StoredPlacement } from "../../people/placement/Placements.ts"
import { TooManyTeamsOfMember, collection as teamCollection, limits as teamLimits } from "../../people/team/Team.ts"
import type * as Impact from "./Impact.ts"
import { memberAfter } from "./Impact.ts"
import type * as WhatIfInput from "./WhatIfInput.ts"
import { targetOf } from "./WhatIfInput.ts"

/** Placements of an organization in one picture. */
const placesAtOnce = 1_000

const kinds = { in: ["space", "collection", "site"] }

const valuesOf = <A>(rows: Iterable<Repository.VersionedValue<A>>) => Array.from(rows, ({ value }) => value)

/**
 * Loads what a change may affect: the placements that a grant or team reaches, everything below a changed level or
 * parent, or, where a member's own role changes, every placement of the organization, a thousand at a time.
 */
export class WhatIfPictures extends Context.Service<WhatIfPictures>()("@quire/core/WhatIfPictures", {
  make: Effect.gen(function* () {
    const members = yield* Repository.make(memberCollection)
    const grants = yield* Repository.make(grantCollection)
    const facts = yield* AccessFacts
    const tree = yield* Placements

    const membersOfTeam = (organization: OrganizationId, team: string) =>
      Effect.map(members.list("byId", { equals: { organization }, has: { teams: team }, limit: noLimit }), valuesOf)

    /** Members whom a level can affect; administrators and disabled members keep what they have. */
    const ordinaryMembers = (organization: OrganizationId) =>
      Effect.map(members.list("byId", { equals: { organization }, limit: noLimit }), (rows) =>
        valuesOf(rows).filter(({ disabled, role }) => !disabled && role !== "admin")
      )

    const peopleOf = (organization: OrganizationId, { change, member }: CheckedChange) => {
      if (member !== null) return Effect.succeed([member])
      if (change.type === "team-removed") return membersOfTeam(organization, change.team)
      return change.type === "grant" && "team" in change.reader
        ? membersOfTeam(organization, change.reader.team)
        : ordinaryMembers(organization)
    }

    /** The placements that grants on resources reach. */
    const placementsReachedBy = Effect.fnUntraced(function* (
      organization: OrganizationId,
      resources: ReadonlyArray<string>
    ) {
      if (resources.length === 0) return []
      const below = yield* tree.placements.list("inOrganization", {
        equals: { organization, kind: kinds, active: true },
        has: { ancestors: { any: resources } },
        limit: noLimit
      })
      const own = yield* tree.placements.getMany(resources)
      const all = new Map([...valuesOf(below), ...valuesOf(own.values())].map((each) => [each.id, each]))
      const wanted = new Set(resources)
      return [...all.values()].filter((each) => accessScope(each).some((id) => wanted.has(id)))
    })

    const placementsOfTeam = Effect.fnUntraced(function* (organization: OrganizationId, team: string) {
      const reader = readerOf("team", team)
      const given = yield* grants.list("ofReader", { equals: { organization, reader }, limit: noLimit })
      return yield* placementsReachedBy(organization, [...new Set(given.map(({ value }) => value.resource))])
    })

    /** The grants on the resources: for one user only those to the user or their teams, for several users all. */
    const grantsFor = Effect.fnUntraced(function* (
      { change }: CheckedChange,
      people: ReadonlyArray<Member>,
      resources: ReadonlyArray<string>
    ) {
      const [only] = people
      if (only === undefined || resources.length === 0) return []
      if (people.length > 1) {
        return valuesOf(yield* grants.list("onResource", { equals: { resource: { in: resources } }, limit: noLimit }))
      }
      const teams = "team" in change ? [...only.teams, change.team] : only.teams
      return (yield* facts.grants(only.user, teams, resources)).map((row) => grants.decode(row).value)
    })

    const loadPicture = Effect.fnUntraced(function* (
      checked: CheckedChange,
      people: ReadonlyArray<Member>,
      placements: ReadonlyArray<Placement>
    ) {
      const parent = checked.parent?.value ?? null
      const reaching = [...placements, ...(parent === null ? [] : [parent])]
      const resources = new Set(reaching.flatMap((each) => [each.id, ...each.sites, ...accessScope(each)]))
      return {
        members: people,
        placements,
        grants: yield* grantsFor(checked, people, [...resources]),
        parent
      } satisfies Impact.Picture
    })

    /** The next placements of an organization, by id. */
    const placesAfter = (organization: OrganizationId, after: string) =>
      Effect.map(
        tree.placements.list("inOrganization", {
          equals: { organization, kind: kinds, active: true },
          limit: placesAtOnce,
          ...(after === "" ? {} : { after: { order: [], id: after } })
        }),
        valuesOf
      )

    const placesOf = (organization: OrganizationId, { change, placement }: CheckedChange) => {
      if ("team" in change) return placementsOfTeam(organization, change.team)
      if (placement === null) return Effect.succeed(null)
      if (change.type === "grant") return placementsReachedBy(organization, [placement.value.id])
      return Effect.map(tree.listBelow(placement), (rows) => [placement.value, ...valuesOf(rows)])
    }

    /** Runs `look` on each picture, in the order of its placements. */
    const each = Effect.fnUntraced(function* <A>(
      organization: OrganizationId,
      checked: CheckedChange,
      look: (seen: Impact.Picture) => Effect.Effect<A>
    ) {
      const people = yield* peopleOf(organization, checked)
      const placed = yield* placesOf(organization, checked)
      if (placed !== null) return yield* Effect.asVoid(look(yield* loadPicture(checked, people, placed)))
      for (let after = ""; ; ) {
        const places = yield* placesAfter(organization, after)
        yield* look(yield* loadPicture(checked, people, places))
        after = places.at(-1)?.id ?? after
        if (places.length < placesAtOnce) return
      }
    })

    return { each } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Placements.layer))
}

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
