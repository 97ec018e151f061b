import { CollectionId } from "../../foundation/id/Ids.ts"
import { contentRole } from "../../people/access/Decision.ts"
import type { Role } from "../../people/access/Role.ts"
import { type Grant, GrantId } from "../../people/grant/Grant.ts"
import type { Member } from "../../people/member/Member.ts"
import { inherit, inheritBelow } from "../../people/placement/Inheritance.ts"
import { isActive, type Placement } from "../../people/placement/Placement.ts"
import type * as WhatIfInput from "./WhatIfInput.ts"
import { targetOf } from "./WhatIfInput.ts"

/** The scope of a change: the users and placements that it may affect, and their grants. */
export interface Picture {
  readonly members: ReadonlyArray<Member>
  /** Includes everything below a placement whose level or parent changes, deleted placements too. */
  readonly placements: ReadonlyArray<Placement>
  readonly grants: ReadonlyArray<Grant>
  /** The collection that the changed placement is in, or is moved to. */
  readonly parent: Placement | null
}

/** A user's role on a space, collection or site before and after a change. */
export interface Impact {
  readonly user: string
  readonly resource: string
  readonly before: Role | null
  readonly after: Role | null
}

type GrantChange = Extract<WhatIfInput.Change, { type: "grant" }>

const toggle = (all: ReadonlyArray<string>, item: string, isIn: boolean) =>
  isIn ? [...new Set([...all, item])] : all.filter((each) => each !== item)

/** The member after a change; null if it removes them. */
export const memberAfter = (change: WhatIfInput.Change, self: Member): Member | null => {
  switch (change.type) {
    case "member-role":
      return self.user === change.user ? { ...self, role: change.role } : self
    case "member-removed":
      return self.user === change.user ? null : self
    case "member-disabled":
      return self.user === change.user ? { ...self, disabled: change.disabled } : self
    case "team-member":
      return self.user === change.user
        ? {
            ...self,
            teams: toggle(self.teams, change.team, change.role !== null),
            ownedTeams: toggle(self.ownedTeams, change.team, change.role === "owner")
          }
        : self
    case "team-removed":
      return { ...self, teams: toggle(self.teams, change.team, false) }
    default:
      return self
  }
}

export const readerOf = ({ reader }: GrantChange): string =>
  "user" in reader ? `user:${reader.user}` : `team:${reader.team}`

const hypotheticalGrantId = GrantId.make("unmade")

const grantsAfter = (change: WhatIfInput.Change, { grants, placements }: Picture): ReadonlyArray<Grant> => {
  if (change.type === "team-removed") return grants.filter(({ reader }) => reader !== `team:${change.team}`)
  if (change.type !== "grant") return grants
  const { role } = change
  const [reader, resource] = [readerOf(change), targetOf(change)?.id]
  const others = grants.filter((each) => each.reader !== reader || each.resource !== resource)
  const on = placements.find(({ id }) => id === resource)
  if (role === null || on === undefined) return others
  return [...others, { id: hypotheticalGrantId, organization: on.organization, resource: on.id, reader, role }]
}

const isBelow = (id: string) => (self: Placement) => self.ancestors.some((ancestor) => ancestor === id)

const placementsAfter = (change: WhatIfInput.Change, { parent, placements }: Picture): ReadonlyArray<Placement> => {
  if (change.type !== "level" && change.type !== "move") return placements
  const id = targetOf(change)?.id ?? ""
  const self = placements.find((each) => each.id === id)
  if (self === undefined) return placements
  const placed = change.type === "level" ? { ...self, level: change.level } : { ...self, parent: change.parent }
  const above = parent === null ? null : { ...parent, id: CollectionId.make(parent.id) }
  const next = { ...placed, ...inherit(placed, above) }
  return [next, ...inheritBelow(next, placements.filter(isBelow(id)), CollectionId.make)]
}

interface AccessState {
  readonly member: Member | null
  readonly grants: ReadonlyArray<Grant>
}

/** A user before and after a change. */
export interface PersonChange {
  readonly user: string
  readonly before: AccessState
  readonly after: AccessState
  /** Unchanged and without grants, so that everyone with the same role in the organization gets the same result. */
  readonly isPlain: boolean
}

/** A space or collection before and after a change. */
export interface PlacementChange {
  readonly before: Placement
  readonly after: Placement
}

const groupByReader = (grants: ReadonlyArray<Grant>) => {
  const found = new Map<string, Array<Grant>>()
  for (const grant of grants) {
    const theirs = found.get(grant.reader)
    if (theirs === undefined) found.set(grant.reader, [grant])
    else theirs.push(grant)
  }
  return (member: Member | null): AccessState => ({
    member,
    grants:
      member === null
        ? []
        : [`user:${member.user}`, ...member.teams.map((team) => `team:${team}`)].flatMap((key) => found.get(key) ?? [])
  })
}

const compareIds = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0)

/** The members of a picture before and after a change, by id. */
export const comparePeople = (change: WhatIfInput.Change, picture: Picture): ReadonlyArray<PersonChange> => {
  const before = groupByReader(picture.grants)
  const after = groupByReader(grantsAfter(change, picture))
  return [...picture.members]
    .sort((left, right) => compareIds(left.user, right.user))
    .map((member) => {
      const next = memberAfter(change, member)
      const [was, is] = [before(member), after(next)]
      const isPlain = member === next && !member.disabled && was.grants.length === 0 && is.grants.length === 0
      return { user: member.user, before: was, after: is, isPlain }
    })
}

/** The active placements of a picture before and after a change, by id. */
export const comparePlacements = (change: WhatIfInput.Change, picture: Picture): ReadonlyArray<PlacementChange> => {
  const after = new Map(placementsAfter(change, picture).map((each) => [each.id, each]))
  return picture.placements
    .filter(isActive)
    .map((before) => ({ before, after: after.get(before.id) ?? before }))
    .sort((left, right) => compareIds(left.before.id, right.before.id))
}

const rolesOf = ({ after, before, user }: PersonChange, place: PlacementChange) => ({
  before: contentRole({ ...before, user, placement: place.before }),
  after: contentRole({ ...after, user, placement: place.after })
})

/** The users whose role on a placement changes, by user id. */
export const findImpacts = (among: ReadonlyArray<PersonChange>, place: PlacementChange): ReadonlyArray<Impact> => {
  const owners = new Set<string>([...place.before.accessOwners, ...place.after.accessOwners])
  const known = new Map<string, ReturnType<typeof rolesOf>>()
  return among.flatMap((person): ReadonlyArray<Impact> => {
    const isUsual = person.isPlain && !owners.has(person.user)
    if (isUsual && place.before === place.after) return []
    const key = person.before.member?.role ?? "guest"
    const roles = (isUsual ? known.get(key) : undefined) ?? rolesOf(person, place)
    if (isUsual) known.set(key, roles)
    return roles.before === roles.after ? [] : [{ user: person.user, resource: place.before.id, ...roles }]
  })
}

/** Every effect of a change on the members and placements of a picture. */
export const findAllImpacts = (change: WhatIfInput.Change, picture: Picture): ReadonlyArray<Impact> => {
  const among = comparePeople(change, picture)
  return comparePlacements(change, picture).flatMap((place) => findImpacts(among, place))
}
