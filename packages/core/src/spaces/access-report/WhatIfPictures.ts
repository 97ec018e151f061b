import { Context, Effect, Layer } from "effect"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { AccessFacts } from "../../people/access/AccessFacts.ts"
import { collection as grantCollection, readerOf } from "../../people/grant/Grant.ts"
import { type Member, collection as memberCollection } from "../../people/member/Member.ts"
import { accessScope, type Placement } from "../../people/placement/Placement.ts"
import { Placements } from "../../people/placement/Placements.ts"
import type * as Impact from "./Impact.ts"
import type { CheckedChange } from "./WhatIfChecks.ts"

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
