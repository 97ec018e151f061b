import * as fc from "fast-check"
import type { Role } from "./Model.ts"
import { type Noun, pathOf, person, pickActive, pickNamed, type Run, step, userOf } from "./Step.ts"

const who = fc.noBias(fc.constantFrom(0, 0, 0, 1, 1, 2, 3, 4, 5))
const whom = fc.noBias(fc.constantFrom(0, 0, 1, 2, 3, 4, 5))
const which = fc.noBias(fc.integer({ min: 0, max: 63 }))
const few = fc.noBias(fc.integer({ min: 0, max: 15 }))
const kind = fc.noBias(fc.constantFrom<Noun>("space", "collection"))
const organization = fc.noBias(fc.constantFrom(0, 0, 0, 1))
const role = fc.noBias(fc.constantFrom<Role>("read", "comment", "edit", "review", "create", "admin"))
const roleOrGuest = fc.oneof({ weight: 5, arbitrary: role }, { weight: 1, arbitrary: fc.constant(null) })

const orgOf = (on: Run, index: number) => `/v1/orgs/${on.organizations[index]}`

const listed = fc.record({ who, organization }).map((it) =>
  step(`members ${JSON.stringify(it)}`, (on) => {
    const by = person(on, it.who)
    return {
      person: by,
      call: { method: "GET", path: `${orgOf(on, it.organization)}/members` },
      expected: () => on.model.society.members(by, it.organization),
      shape: "members"
    }
  })
)

const changed = fc.record({ who, whom, organization, role: roleOrGuest }).map((it) =>
  step(`promote ${JSON.stringify(it)}`, (on) => {
    const [by, target] = [person(on, it.who), person(on, it.whom)]
    return {
      person: by,
      call: {
        method: "PATCH",
        path: `${orgOf(on, it.organization)}/members/${userOf(on, target)}`,
        body: { role: it.role }
      },
      expected: () => on.model.society.changeRole(by, it.organization, target, it.role),
      shape: "member"
    }
  })
)

const expelled = fc.record({ who, whom, organization }).map((it) =>
  step(`expel ${JSON.stringify(it)}`, (on) => {
    const [by, target] = [person(on, it.who), person(on, it.whom)]
    return {
      person: by,
      call: { method: "DELETE", path: `${orgOf(on, it.organization)}/members/${userOf(on, target)}` },
      expected: () => on.model.society.removeMember(by, it.organization, target),
      shape: "plain"
    }
  })
)

/** Roles, leaving and being removed. */
export const member = fc.oneof(
  { weight: 2, arbitrary: listed },
  { weight: 3, arbitrary: changed },
  { weight: 2, arbitrary: expelled }
)

const founding = (who: fc.Arbitrary<number>, whom: fc.Arbitrary<number>) =>
  fc
    .record({
      who,
      organization,
      title: fc.noBias(fc.constantFrom("Writers", "Readers")),
      members: fc.uniqueArray(whom, { maxLength: 3 })
    })
    .map((it) =>
      step(`gather ${JSON.stringify(it)}`, (on) => {
        const by = person(on, it.who)
        const members = it.members.map((index) => person(on, index))
        return {
          person: by,
          call: {
            method: "PUT",
            path: `${orgOf(on, it.organization)}/teams`,
            body: { title: it.title, members: members.map((one) => userOf(on, one)) }
          },
          expected: () => on.model.society.createTeam(by, it.organization, it.title, members),
          shape: "team",
          makes: `team:${on.model.society.teamsMade}`
        }
      })
    )

const team_ = (on: Run, index: number) => pickNamed(on, "team", on.model.society.teams.keys(), index)

const shown = fc.record({ who, organization, which: few }).map((it) =>
  step(`team ${JSON.stringify(it)}`, (on) => {
    const by = person(on, it.who)
    const { id, key } = team_(on, it.which)
    return {
      person: by,
      call: { method: "GET", path: `${orgOf(on, it.organization)}/teams/${id}` },
      expected: () => on.model.society.getTeam(by, it.organization, key),
      shape: "team"
    }
  })
)

const dissolved = fc.record({ who, organization, which: few }).map((it) =>
  step(`dissolve ${JSON.stringify(it)}`, (on) => {
    const by = person(on, it.who)
    const { id, key } = team_(on, it.which)
    return {
      person: by,
      call: { method: "DELETE", path: `${orgOf(on, it.organization)}/teams/${id}` },
      expected: () => on.model.society.removeTeam(by, it.organization, key),
      shape: "plain"
    }
  })
)

const people = fc.uniqueArray(whom, { maxLength: 2 })

const rostered = fc.record({ who, organization, which: few, add: people, owners: people, remove: people }).map((it) =>
  step(`roster ${JSON.stringify(it)}`, (on) => {
    const by = person(on, it.who)
    const { id, key } = team_(on, it.which)
    const named = (indices: ReadonlyArray<number>) => indices.map((index) => person(on, index))
    const [add, owners, remove] = [named(it.add), named(it.owners), named(it.remove)]
    return {
      person: by,
      call: {
        method: "PUT",
        path: `${orgOf(on, it.organization)}/teams/${id}/members`,
        body: {
          add: add.map((one) => userOf(on, one)),
          memberships: Object.fromEntries(owners.map((one) => [userOf(on, one), { role: "owner" }])),
          remove: remove.map((one) => userOf(on, one))
        }
      },
      expected: () => on.model.society.changeTeam(by, it.organization, key, { add, owners, remove }),
      shape: "nothing"
    }
  })
)

/** Teams that every run begins with: of the administrator, of people who are there. */
export const foundingTeams = fc.array(founding(fc.constant(0), fc.constantFrom(0, 1)), { minLength: 1, maxLength: 3 })

/** Teams and who is in them. */
export const team = fc.oneof(
  { weight: 2, arbitrary: founding(who, whom) },
  { weight: 1, arbitrary: shown },
  { weight: 1, arbitrary: dissolved },
  { weight: 3, arbitrary: rostered }
)

const reader = fc.oneof(fc.record({ user: whom }), fc.record({ team: few }))

const granted = fc.record({ kind, who, which, reader, role }).map((it) =>
  step(`grant ${JSON.stringify(it)}`, (on) => {
    const by = person(on, it.who)
    const item = pickActive(on, it.kind, it.which)
    const path = `${pathOf(it.kind, item.id)}/permissions`
    const found = "team" in it.reader ? team_(on, it.reader.team) : undefined
    const to = found === undefined ? person(on, "user" in it.reader ? it.reader.user : 0) : found.key
    const body =
      found === undefined
        ? { users: [userOf(on, person(on, "user" in it.reader ? it.reader.user : 0))], role: it.role }
        : { teams: [found.id], role: it.role }
    return {
      person: by,
      call: { method: "POST", path, body },
      expected: () => on.model.society.grant(by, it.kind, item.key, to, it.role),
      shape: "nothing"
    }
  })
)

const ungranted = fc.record({ kind, who, which, reader }).map((it) =>
  step(`ungrant ${JSON.stringify(it)}`, (on) => {
    const by = person(on, it.who)
    const item = pickActive(on, it.kind, it.which)
    const found = "team" in it.reader ? team_(on, it.reader.team) : undefined
    const from = found === undefined ? person(on, "user" in it.reader ? it.reader.user : 0) : found.key
    const last = typeof from === "number" ? `teams/${found?.id}` : `users/${userOf(on, from)}`
    return {
      person: by,
      call: { method: "DELETE", path: `${pathOf(it.kind, item.id)}/permissions/${last}` },
      expected: () => on.model.society.ungrant(by, it.kind, item.key, from),
      shape: "plain"
    }
  })
)

/** Direct roles on spaces and collections. */
export const grant = fc.oneof({ weight: 3, arbitrary: granted }, { weight: 1, arbitrary: ungranted })

const invited = fc
  .record({ who, organization, role: roleOrGuest, to: fc.option(fc.record({ kind, which }), { nil: undefined }) })
  .map((it) =>
    step(`invite ${JSON.stringify(it)}`, (on) => {
      const by = person(on, it.who)
      const item = it.to === undefined ? undefined : pickActive(on, it.to.kind, it.to.which)
      const body = item === undefined ? { role: it.role } : { level: it.role, [item.kind]: item.id }
      return {
        person: by,
        call: { method: "POST", path: `${orgOf(on, it.organization)}/link-invites`, body },
        expected: () => on.model.society.invite(by, it.organization, item?.key, it.role),
        shape: "invite",
        makes: `invite:${on.model.society.invitesMade}`
      }
    })
  )

const joined = fc.record({ who: whom, organization, which: few }).map((it) =>
  step(`join ${JSON.stringify(it)}`, (on) => {
    const by = person(on, it.who)
    const { id, key } = pickNamed(on, "invite", on.model.society.invites.keys(), it.which)
    return {
      person: by,
      call: { method: "POST", path: `${orgOf(on, it.organization)}/invites/${id}` },
      expected: () => on.model.society.join(by, it.organization, key),
      shape: "nothing"
    }
  })
)

/** Links, and joining by them. */
export const invite = fc.oneof({ weight: 2, arbitrary: invited }, { weight: 3, arbitrary: joined })
