import { assert, layer } from "@effect/vitest"
import {
  AccessReports,
  Collections,
  Decision,
  Explanation,
  Grant,
  Grants,
  Member,
  Members,
  Outbox,
  Placement,
  Repository,
  Role,
  Sites,
  SpaceId,
  Spaces,
  TeamMembers,
  Teams,
  type UserId,
  Users,
  type WhatIfInput
} from "@quire/core"
import { ReaderList } from "@quire/core/internal"
import { Rounds } from "@quire/testing"
import { Effect } from "effect"
import * as fc from "fast-check"
import { as, asSystem, engines } from "../../support/engine.ts"
import { found, type World } from "../../support/world.ts"

const page = { limit: 100 }

const failing = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: (error) => error, onSuccess: () => ({ _tag: "nothing" }) as const })
/** The tag of a refusal, and the field that it names. */
const refusal = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.map(failing(self), (error): ReadonlyArray<string | undefined> => {
    const { details } = error as { readonly details?: ReadonlyArray<{ readonly path: string }> }
    return details === undefined ? [error._tag] : [error._tag, details[0]?.path]
  })

/** A world with a collection in a collection, a space in that, and a team of editor and guest. */
const guides = Effect.gen(function* () {
  const collections = yield* Collections.Collections
  const spaces = yield* Spaces.Spaces
  const teams = yield* Teams.Teams
  const world = yield* found
  const asAdmin = as(world.admin)
  const top = yield* asAdmin(collections.create(world.organization, { title: "Guides" }))
  const inner = yield* asAdmin(collections.create(world.organization, { title: "Inner", parent: top.id }))
  const space = yield* asAdmin(spaces.create(world.organization, { title: "Handbook", parent: inner.id }))
  const team = yield* asAdmin(
    teams.create(world.organization, { title: "Writers", members: [world.editor, world.guest] })
  )
  return { world, asAdmin, top: top.id, inner: inner.id, space: space.id, team: team.id }
})

const stored = Effect.gen(function* () {
  const members = yield* Repository.make(Member.collection)
  const placements = yield* Repository.make(Placement.collection)
  const grants = yield* Repository.make(Grant.collection)
  return { members, placements, grants }
})

/** Every effective role on everything active, `resource user` → role, of those who have one. */
const everyRole = ({ organization }: World) =>
  Effect.gen(function* () {
    const { grants, members, placements } = yield* stored
    const people = yield* members.list("byId", { equals: { organization }, limit: 1000 })
    const places = yield* placements.list("inOrganization", {
      equals: { organization, kind: { in: ["space", "collection", "site"] }, active: true },
      limit: 1000
    })
    const given = yield* grants.list("onResource", {
      equals: { resource: { in: places.map(({ value }) => value.id) } },
      limit: 1000
    })
    const roles = new Map<string, Role.Role>()
    for (const { value: placement } of places) {
      for (const { value: member } of people) {
        const held = given.map(({ value }) => value)
        const role = Decision.contentRole({ user: member.user, member, placement, grants: held })
        if (role !== null) roles.set(`${placement.id} ${member.user}`, role)
      }
    }
    return roles
  })

const differences = (before: ReadonlyMap<string, Role.Role>, after: ReadonlyMap<string, Role.Role>) =>
  [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .map((key) => ({ key, before: before.get(key) ?? null, after: after.get(key) ?? null }))
    .filter((each) => each.before !== each.after)

const grantsOf = ({ teams, user }: Member.Member, all: ReadonlyArray<Grant.Grant>) =>
  all.filter(({ reader }) => reader === `user:${user}` || teams.some((team) => reader === `team:${team}`))

const level = fc.constantFrom<Role.DefaultLevel>(...Role.roles, "inherit", "inherit", null, null)
const maybeRole = fc.constantFrom<Role.Role | null>(...Role.roles, null)

/** An organization with people of every kind, teams, nested collections, spaces in them, levels and grants. */
const lively = Effect.gen(function* () {
  const collections = yield* Collections.Collections
  const spaces = yield* Spaces.Spaces
  const teams = yield* Teams.Teams
  const world = yield* found
  const { organization } = world
  const people = [world.admin, world.creator, world.editor, world.reader, world.guest]
  const made = { collections: [] as Array<string>, spaces: [] as Array<string>, teams: [] as Array<string> }
  for (const at of [0, 1, 2, 3]) {
    const parent = at % 2 === 0 ? {} : { parent: made.collections[at - 1]! as never }
    const by = at === 3 ? world.creator : world.admin
    made.collections.push((yield* as(by)(collections.create(organization, parent))).id)
  }
  for (const at of [0, 1, 2, 3, 4]) {
    const parent = at === 4 ? {} : { parent: made.collections[at]! as never }
    made.spaces.push((yield* as(world.creator)(spaces.create(organization, parent))).id)
  }
  for (const members of [[world.editor, world.guest], [world.reader, world.editor], []]) {
    made.teams.push((yield* as(world.admin)(teams.create(organization, { title: "Team", members }))).id)
  }
  const sites = yield* Sites.Sites
  const shown = made.spaces.slice(0, 3).map((id) => SpaceId.make(id))
  const { id: site } = yield* as(world.admin)(sites.create(organization, { spaces: shown }))
  return { world, people, site, ...made }
})
type Lively = Effect.Success<typeof lively>

const changeIn = ({ collections, people, site, spaces, teams }: Lively) => {
  const user = fc.constantFrom(...people)
  const team = fc.constantFrom(...teams)
  const target = fc.oneof(
    fc.record({ space: fc.constantFrom(...spaces) }),
    fc.record({ collection: fc.constantFrom(...collections) })
  )
  const on = <A extends object>(fields: fc.Arbitrary<A>, where: fc.Arbitrary<object> = target) =>
    fc.tuple(fields, where).map(([self, where]) => ({ ...self, ...where }))
  const reader = fc.oneof(fc.record({ user }), fc.record({ team }))
  const grant = fc.record({ type: fc.constant("grant"), reader, role: maybeRole })
  return fc.oneof(
    fc.record({ type: fc.constant("member-role"), user, role: maybeRole }),
    fc.record({ type: fc.constant("member-removed"), user }),
    fc.record({ type: fc.constant("member-disabled"), user, disabled: fc.boolean() }),
    { weight: 5, arbitrary: on(grant, fc.oneof(target, target, fc.record({ site: fc.constant(site) }))) },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant("team-member"),
        team,
        user,
        role: fc.constantFrom("owner", "member", null)
      })
    },
    fc.record({ type: fc.constant("team-removed"), team }),
    { weight: 4, arbitrary: on(fc.record({ type: fc.constant("level"), level })) },
    {
      weight: 3,
      arbitrary: on(fc.record({ type: fc.constant("move"), parent: fc.constantFrom(...collections, null) }))
    }
  ) as unknown as fc.Arbitrary<WhatIfInput.Change>
}

/** Makes a change by the operations that there are for it. */
const apply = ({ world: { organization } }: Lively, change: WhatIfInput.Change) =>
  Effect.gen(function* () {
    const members = yield* Members.Members
    const teamMembers = yield* TeamMembers.TeamMembers
    const grants = yield* Grants.Grants
    const collections = yield* Collections.Collections
    const spaces = yield* Spaces.Spaces
    switch (change.type) {
      case "member-role":
        return yield* members.update(organization, change.user, { role: change.role })
      case "member-removed":
        return yield* members.remove(organization, change.user)
      case "member-disabled":
        return yield* change.disabled
          ? members.disable(organization, change.user)
          : members.enable(organization, change.user)
      case "team-member":
        return yield* change.role === null
          ? teamMembers.remove(organization, change.team, change.user)
          : teamMembers.put(organization, change.team, change.user, { role: change.role })
      case "team-removed":
        return yield* Effect.flatMap(Teams.Teams, (teams) => teams.remove(organization, change.team))
      case "grant": {
        const base =
          "space" in change
            ? ({ kind: "space", id: change.space } as const)
            : "site" in change
              ? ({ kind: "site", organization, id: change.site } as const)
              : ({ kind: "collection", id: change.collection } as const)
        const holder =
          "user" in change.reader
            ? ({ kind: "user", id: change.reader.user } as const)
            : ({ kind: "team", id: change.reader.team } as const)
        if (change.role === null) return yield* grants.remove(base, holder)
        const named = "user" in change.reader ? { users: [change.reader.user] } : { teams: [change.reader.team] }
        return yield* grants.invite(base, { ...named, role: change.role })
      }
      case "level":
        return yield* "space" in change
          ? spaces.update(change.space, { defaultLevel: change.level })
          : collections.update(change.collection, { defaultLevel: change.level })
      case "move":
        return yield* "space" in change
          ? spaces.move(change.space, { parent: change.parent })
          : collections.move(change.collection, { parent: change.parent })
    }
  }).pipe(asSystem)

const keyed = (answer: Effect.Success<ReturnType<AccessReports.AccessReports["Service"]["whatIf"]>>) =>
  answer.changes.map(({ after, before, resource, user }) => ({ key: `${resource.id} ${user.id}`, before, after }))

/** Adds removed members and teams again, so that changes keep having an effect. */
const repaired = ({ people, teams, world }: Lively) =>
  Effect.gen(function* () {
    const members = yield* Members.Members
    const { organization } = world
    for (const [at, user] of people.entries()) yield* members.add(organization, user, Role.roles[at % 6] ?? null)
    const left: Array<string> = []
    for (const team of teams) {
      const isThere = yield* Effect.match(
        Effect.flatMap(Teams.Teams, (all) => all.get(organization, team)),
        {
          onFailure: () => false,
          onSuccess: () => true
        }
      )
      const made = Effect.flatMap(Teams.Teams, (all) =>
        all.create(organization, { title: "Again", members: people.slice(0, 2) })
      )
      left.push(isThere ? team : (yield* made).id)
    }
    return left
  }).pipe(asSystem)

const roundsOn = (name: string) => (name === "memory" ? Rounds.rounds(40, 3_000, 300) : Rounds.rounds(15, 300, 40))

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`access reports on ${name}`, (it) => {
    it.effect("explains in words which source gives a role", () =>
      Effect.gen(function* () {
        const reports = yield* AccessReports.AccessReports
        const grants = yield* Grants.Grants
        const members = yield* Members.Members
        const spaces = yield* Spaces.Spaces
        const { asAdmin, space, team, top, world } = yield* guides
        const told = (user: UserId, permission: Explanation.Permission = "content:edit") =>
          Effect.map(
            asAdmin(
              reports.explain(world.organization, {
                user,
                permission,
                ...(permission.startsWith("content:") ? { space: space as never } : {})
              })
            ),
            ({ source, text, verdict }) => [verdict, source.type, text]
          )
        assert.deepStrictEqual(yield* told(world.editor), [
          "allowed",
          "organization-role",
          "editor may edit the space Handbook: editor has the edit role in the organization, and no grant or default level overrides it."
        ])
        yield* asAdmin(grants.invite({ kind: "collection", id: top }, { teams: [team as never], role: "comment" }))
        assert.deepStrictEqual(yield* told(world.editor), [
          "forbidden",
          "team-grant",
          "editor may not edit the space Handbook: the team Writers, which editor belongs to, has the comment role on the collection Guides (the space Handbook inherits from it); this requires the edit role. The edit role in the organization was not considered."
        ])
        assert.deepStrictEqual(yield* told(world.guest, "content:comment"), [
          "allowed",
          "team-grant",
          "guest may comment on the space Handbook: the team Writers, which guest belongs to, has the comment role on the collection Guides (the space Handbook inherits from it)."
        ])
        yield* asAdmin(grants.invite({ kind: "space", id: space }, { users: [world.reader], role: "review" }))
        assert.deepStrictEqual(yield* told(world.reader), [
          "allowed",
          "user-grant",
          "reader may edit the space Handbook: reader has the review role on the space Handbook. The read role in the organization was not considered."
        ])
        yield* asAdmin(spaces.update(space, { defaultLevel: null }))
        assert.deepStrictEqual(yield* told(world.creator), [
          "hidden",
          "closed",
          "creator may not edit the space Handbook or learn that it exists: the space Handbook is closed to members without a grant, and creator has none."
        ])
        yield* asSystem(members.disable(world.organization, world.creator))
        assert.deepStrictEqual(yield* told(world.creator), [
          "hidden",
          "disabled",
          "creator may not edit the space Handbook or learn that it exists: creator is disabled in the organization."
        ])
        assert.deepStrictEqual(yield* told(world.admin, "organization:admin"), [
          "allowed",
          "organization-admin",
          "admin may administer the organization World " +
            `${world.domain.match(/\d+/)}: admin is an administrator of the organization.`
        ])
        yield* asAdmin(spaces.remove(space))
        assert.deepStrictEqual(yield* told(world.reader), [
          "allowed",
          "user-grant",
          "reader may edit the space Handbook: reader has the review role on the space Handbook. The space Handbook is deleted: this applies once it is restored."
        ])
        const noReaders = yield* asAdmin(
          reports.whoCan(world.organization, { permission: "content:read", space: space as never }, page)
        )
        assert.deepStrictEqual(noReaders, { items: [], count: 0 })
      })
    )

    it.effect("lists a person with several grants by the nearest one, and binds a cursor to its place", () =>
      Effect.gen(function* () {
        const reports = yield* AccessReports.AccessReports
        const grants = yield* Grants.Grants
        const { asAdmin, inner, space, top, world } = yield* guides
        const { organization } = world
        const give = (id: string, role: Role.Role) =>
          asAdmin(
            grants.invite({ kind: id === space ? "space" : "collection", id } as never, { users: [world.guest], role })
          )
        yield* give(space, "read")
        yield* give(top, "edit")
        yield* give(inner, "comment")
        const rolesOf = (permission: "content:read" | "content:edit") =>
          Effect.map(asAdmin(reports.whoCan(organization, { permission, space: space as never }, page)), ({ items }) =>
            items.filter(({ member }) => member.id === world.guest).map(({ role, source }) => [role, source])
          )
        const source = { type: "user-grant", resource: { type: "space", id: space, title: "Handbook" } }
        assert.deepStrictEqual<unknown>(yield* rolesOf("content:read"), [["read", source]])
        assert.deepStrictEqual(yield* rolesOf("content:edit"), [])
        const ask = (collection: string, cursor?: string) =>
          asAdmin(
            reports.whoCan(
              organization,
              { permission: "content:read", collection: collection as never },
              { limit: 1, ...(cursor === undefined ? {} : { page: cursor }) }
            )
          )
        const { next } = yield* ask(top)
        assert.lengthOf((yield* ask(top, next?.page)).items, 1)
        assert.deepStrictEqual(yield* refusal(ask(inner, next?.page)), ["CursorInvalid", "page"])
      })
    )

    it.effect("predicts the effect of a role on thousands of places", () =>
      Effect.gen(function* () {
        const reports = yield* AccessReports.AccessReports
        const { placements } = yield* stored
        const { asAdmin, space, world } = yield* guides
        const { value } = yield* Effect.flatMap(placements.get(space), Effect.fromOption)
        const more = Array.from({ length: 2000 }, (_, at) => ({
          ...value,
          id: `${space}-${at}`,
          accessChain: [[`${at}`]]
        }))
        yield* placements.insertAll(more)
        const change = { type: "member-role", user: world.reader, role: null } as const
        const told = yield* asAdmin(reports.whatIf(world.organization, { change, limit: 1 }))
        assert.deepStrictEqual([told.changes.length, told.more], [1, 2002])
      })
    )

    it.effect("explains every step, as data and in words", () =>
      Effect.gen(function* () {
        const reports = yield* AccessReports.AccessReports
        const grants = yield* Grants.Grants
        const { asAdmin, inner, space, team, top, world } = yield* guides
        yield* asAdmin(grants.invite({ kind: "collection", id: inner }, { teams: [team as never], role: "edit" }))
        const told = yield* asAdmin(
          reports.explain(world.organization, { user: world.guest, permission: "content:edit", space: space as never })
        )
        assert.deepStrictEqual(
          told.steps.map(({ outcome, rule, text }) => [rule, outcome, text]),
          [
            ["membership", "passed", "guest is a member of the organization."],
            ["organization-admin", "passed", "guest is not an administrator of the organization."],
            ["user-grant", "passed", "guest has no grant on the space Handbook."],
            ["team-grant", "passed", "No team of guest has a grant on the space Handbook."],
            ["user-grant", "passed", "guest has no grant on the collection Inner."],
            [
              "team-grant",
              "decided",
              "The team Writers, which guest belongs to, has the edit role on the collection Inner (the space Handbook inherits from it)."
            ],
            ...(["user-grant", "team-grant", "creator", "default-level", "organization-role"] as const).map(
              (rule): [string, string, string] => [rule, "unasked", "Not evaluated: an earlier rule decided."]
            )
          ]
        )
        assert.deepStrictEqual(told.source, {
          type: "team-grant",
          resource: { type: "collection", id: inner, title: "Inner" },
          team: { id: team as never, title: "Writers" }
        })
        assert.deepStrictEqual([told.role, told.allowed, told.user.id], ["edit", true, world.guest])
        assert.deepStrictEqual(told.resource, { type: "space", id: space, title: "Handbook" })
        assert.notStrictEqual(top, inner)
      })
    )

    it.effect("allows only administrators and the host, and names what a question lacks", () =>
      Effect.gen(function* () {
        const reports = yield* AccessReports.AccessReports
        const spaces = yield* Spaces.Spaces
        const { inner, space, team, world } = yield* guides
        const { organization } = world
        const user = world.reader
        const ask = (who: UserId) =>
          Effect.all([
            refusal(
              as(who)(reports.explain(organization, { user, permission: "content:view", space: space as never }))
            ),
            refusal(as(who)(reports.whoCan(organization, { permission: "organization:view" }, page))),
            refusal(as(who)(reports.whatIf(organization, { change: { type: "member-removed", user } })))
          ])
        for (const who of [world.creator, world.reader, world.guest]) {
          assert.deepStrictEqual(yield* ask(who), [["Forbidden"], ["Forbidden"], ["Forbidden"]])
        }
        const hidden = ["OrganizationNotFound"]
        assert.deepStrictEqual(yield* ask(world.stranger), [hidden, hidden, hidden])
        const other = yield* found
        const elsewhere = yield* as(other.admin)(spaces.create(other.organization, {}))
        const explain = (question: object) =>
          refusal(
            as(world.admin)(reports.explain(organization, { user, permission: "content:view", ...question } as never))
          )
        assert.deepStrictEqual(yield* explain({}), ["InputInvalid", "permission"])
        assert.deepStrictEqual(yield* explain({ space, collection: inner }), ["InputInvalid", "collection"])
        assert.deepStrictEqual(yield* explain({ permission: "organization:view", space }), [
          "InputInvalid",
          "permission"
        ])
        assert.deepStrictEqual(yield* explain({ permission: "content:own", space }), ["InputInvalid", "permission"])
        for (const id of ["nothing", elsewhere.id, inner]) {
          assert.deepStrictEqual(yield* explain({ space: id }), ["ReferenceNotFound", "space"])
        }
        assert.deepStrictEqual(yield* explain({ collection: space }), ["ReferenceNotFound", "collection"])
        for (const id of ["nothing", world.stranger, other.reader, team]) {
          assert.deepStrictEqual(yield* explain({ user: id, space }), ["ReferenceNotFound", "user"])
        }
        const { source, text } = yield* asSystem(
          reports.explain(organization, { user: world.stranger, permission: "content:view", space: space as never })
        )
        assert.strictEqual(source.type, "not-member")
        assert.include(text, "stranger is not a member of the organization")
      })
    )

    it.effect("lists exactly the people with access, page by page, with the role and source of the explanation", () =>
      Effect.gen(function* () {
        const reports = yield* AccessReports.AccessReports
        const users = yield* Users.Users
        const members = yield* Members.Members
        const self = yield* lively
        const { collections, people, spaces, world } = self
        const { organization } = world
        for (let at = 0; at < 5; at++) {
          const { id } = yield* asSystem(
            users.ensure({ email: `more-${at}@${world.domain}`, displayName: `more ${at}` })
          )
          yield* asSystem(members.add(organization, id, Role.roles[at] ?? null))
          people.push(id)
        }
        const rounds = name === "memory" ? 12 : 3
        for (const changes of fc.sample(fc.array(changeIn(self), { minLength: 6, maxLength: 6 }), {
          numRuns: rounds,
          seed: 5
        })) {
          for (const change of changes) yield* failing(apply(self, change))
          for (const permission of Explanation.Permission.literals) {
            const target = !permission.startsWith("content:")
              ? {}
              : (fc.sample(
                  fc.constantFrom({ space: spaces[1] }, { space: spaces[4] }, { collection: collections[3] }),
                  1
                )[0] ?? {})
            const question = { permission, ...target } as never
            const expected: Array<unknown> = []
            for (const user of [...people].sort()) {
              const { allowed, role, source } = yield* asSystem(
                reports.explain(organization, { user, ...(question as object) } as never)
              )
              if (allowed) expected.push({ user, role, source })
            }
            const items: Array<unknown> = []
            let next: string | undefined
            do {
              const request = next === undefined ? { limit: 3 } : { limit: 3, page: next }
              const found = yield* asSystem(reports.whoCan(organization, question, request))
              items.push(...found.items.map(({ member, role, source }) => ({ user: member.id, role, source })))
              assert.strictEqual(found.count, expected.length)
              next = found.next?.page
            } while (next !== undefined)
            assert.deepStrictEqual(items, expected)
          }
          yield* repaired(self)
        }
      })
    )

    it.effect("finds the same candidates in small pages, each once", () =>
      Effect.gen(function* () {
        const { findCandidates, grantsReaching } = yield* Effect.provide(
          ReaderList.ReaderCandidates,
          ReaderList.ReaderCandidates.layer
        )
        const { placements } = yield* stored
        const self = yield* lively
        const { organization } = self.world
        const rounds = name === "memory" ? 40 : 5
        const steps = fc.tuple(
          fc.array(changeIn(self), { minLength: 4, maxLength: 4 }),
          fc.constantFrom(...self.spaces)
        )
        for (const [changes, space] of fc.sample(steps, { numRuns: rounds })) {
          for (const change of changes) yield* failing(apply(self, change))
          const placement = (yield* Effect.flatMap(placements.get(space), Effect.fromOption)).value
          const grants = yield* grantsReaching(placement)
          for (const permission of ["content:read", "content:edit", "content:create", "organization:view"] as const) {
            const filter = ReaderList.filterFor({ organization, permission, placement }, grants)
            const walk = (limit: number) =>
              Effect.gen(function* () {
                const users: Array<string> = []
                for (let from: string | undefined = ""; from !== undefined; ) {
                  const page: ReaderList.Candidates = yield* findCandidates(filter, from, limit)
                  for (const { value: member } of page.rows) {
                    const facts = { user: member.user, member, placement, grants: grantsOf(member, grants) }
                    if (Decision.decide(permission, facts) === "allowed") users.push(member.user)
                  }
                  from = page.next
                }
                return users
              })
            const whole = yield* walk(1000)
            for (const limit of [1, 2, 3]) assert.deepStrictEqual(yield* walk(limit), whole)
            assert.deepStrictEqual(whole, [...new Set(whole)].sort())
          }
          yield* repaired(self)
        }
      })
    )

    it.effect("predicts exactly the effect of a change, or its refusal", () =>
      Effect.gen(function* () {
        const reports = yield* AccessReports.AccessReports
        const made = yield* lively
        const { world } = made
        const { organization } = world
        let { teams } = made
        const told = { changed: 0, refused: new Set<string>(), types: new Set<string>() }
        for (let round = 0; round < roundsOn(name); round++) {
          const self = { ...made, teams }
          const [change] = fc.sample(changeIn(self), { numRuns: 1, seed: round })
          if (change === undefined) continue
          const before = yield* everyRole(world)
          const foretold = yield* Effect.result(asSystem(reports.whatIf(organization, { change, limit: 10_000 })))
          assert.deepStrictEqual(yield* everyRole(world), before)
          const applied = yield* Effect.result(apply(self, change))
          const what = JSON.stringify(change)
          if (foretold._tag === "Failure" || applied._tag === "Failure") {
            const tags = [foretold, applied].map((each) => (each._tag === "Failure" ? each.failure._tag : "nothing"))
            assert.strictEqual(tags[0], tags[1], what)
            told.refused.add(tags[0] ?? "")
          } else {
            const expected = differences(before, yield* everyRole(world))
            assert.deepStrictEqual(keyed(foretold.success), expected, what)
            assert.strictEqual(foretold.success.more, 0)
            if (expected.length > 0) told.types.add(change.type)
            told.changed += expected.length
          }
          teams = yield* repaired(self)
        }
        if (name !== "memory" || !Rounds.meetsEveryCase()) return assert.isAbove(told.changed, 20)
        assert.lengthOf([...told.types], 8)
        assert.sameMembers([...told.refused], ["LastAdministrator", "MoveInvalid", "NothingChanged"])
      })
    )

    it.effect("predicts the effect of leaving the organization, within the limit, and changes nothing", () =>
      Effect.gen(function* () {
        const reports = yield* AccessReports.AccessReports
        const spaces = yield* Spaces.Spaces
        const outbox = yield* Outbox.Outbox
        const { asAdmin, world } = yield* guides
        const { organization } = world
        for (let at = 0; at < 4; at++) yield* asAdmin(spaces.create(organization, { title: `${at}` }))
        const events = Effect.gen(function* () {
          let [count, offset] = [0, ""]
          for (;;) {
            const read = yield* outbox.read(offset, 500)
            count += read.length
            offset = read.at(-1)?.offset ?? offset
            if (read.length < 500) return count
          }
        })
        const ask = (change: WhatIfInput.Change, limit?: number) =>
          asAdmin(reports.whatIf(organization, { change, ...(limit === undefined ? {} : { limit }) }))
        const before = yield* events
        const guest = { type: "member-role", user: world.reader, role: null } as const
        const seven = yield* ask(guest)
        assert.deepStrictEqual([seven.changes.length, seven.more], [7, 0])
        assert.deepStrictEqual(
          [seven.organization?.user.id, seven.organization?.before, seven.organization?.after],
          [world.reader, "read", "guest"]
        )
        for (const limit of [0, 6, 7, 8, 10_000]) {
          const answer = yield* ask(guest, limit)
          assert.deepStrictEqual(answer.changes, seven.changes.slice(0, limit))
          assert.strictEqual(answer.changes.length + answer.more, 7)
        }
        const standing = (change: WhatIfInput.Change) =>
          Effect.map(ask(change), (answer) => [answer.organization?.before, answer.organization?.after])
        const user = world.reader
        assert.deepStrictEqual(yield* standing({ type: "member-removed", user }), ["read", "none"])
        assert.deepStrictEqual(yield* standing({ type: "member-disabled", user, disabled: true }), ["read", "none"])
        assert.deepStrictEqual(yield* standing({ type: "member-role", user, role: "read" }), [undefined, undefined])
        assert.strictEqual(yield* events, before)
        assert.deepStrictEqual(
          seven.changes.map(({ resource }) => resource.id),
          seven.changes.map(({ resource }) => resource.id).sort()
        )
      })
    )

    it.effect("refuses changes of unknown objects by field", () =>
      Effect.gen(function* () {
        const reports = yield* AccessReports.AccessReports
        const spaces = yield* Spaces.Spaces
        const teams = yield* Teams.Teams
        const { asAdmin, inner, space, team, top, world } = yield* guides
        const other = yield* found
        const foreign = {
          team: (yield* as(other.admin)(teams.create(other.organization, { title: "Other" }))).id,
          space: (yield* as(other.admin)(spaces.create(other.organization, {}))).id
        }
        const gone = (yield* asAdmin(spaces.create(world.organization, {}))).id
        yield* asAdmin(spaces.remove(gone))
        const user = world.reader
        const cases: ReadonlyArray<readonly [change: object, tag: string, field?: string]> = [
          [{ type: "member-role", user: world.stranger, role: "read" }, "ReferenceNotFound", "change.user"],
          [{ type: "member-removed", user: "unknown" }, "ReferenceNotFound", "change.user"],
          [{ type: "member-disabled", user: other.reader, disabled: true }, "ReferenceNotFound", "change.user"],
          [{ type: "team-member", team: foreign.team, user, role: null }, "ReferenceNotFound", "change.team"],
          [{ type: "team-member", team, user: world.stranger, role: "owner" }, "ReferenceNotFound", "change.user"],
          [{ type: "team-removed", team: "nothing" }, "ReferenceNotFound", "change.team"],
          [
            { type: "grant", reader: { user: world.stranger }, space, role: "read" },
            "ReferenceNotFound",
            "change.reader.user"
          ],
          [
            { type: "grant", reader: { team: foreign.team }, space, role: "read" },
            "ReferenceNotFound",
            "change.reader.team"
          ],
          [
            { type: "grant", reader: { user }, space: foreign.space, role: "read" },
            "ReferenceNotFound",
            "change.space"
          ],
          [
            { type: "grant", reader: { user }, collection: space, role: "read" },
            "ReferenceNotFound",
            "change.collection"
          ],
          [{ type: "level", space: gone, level: null }, "ReferenceNotFound", "change.space"],
          [{ type: "move", space, parent: "nothing" }, "ReferenceNotFound", "change.parent"],
          [{ type: "move", collection: top, parent: inner }, "MoveInvalid", "change.parent"],
          [{ type: "move", collection: top, parent: top }, "MoveInvalid", "change.parent"],
          [{ type: "move", collection: top, parent: null }, "NothingChanged"],
          [{ type: "member-role", user: world.admin, role: "create" }, "LastAdministrator"],
          [{ type: "member-removed", user: world.admin }, "LastAdministrator"],
          [{ type: "member-disabled", user: world.admin, disabled: true }, "LastAdministrator"],
          [{ type: "member-role", user }, "InputInvalid", "change.role"]
        ]
        for (const [change, tag, field] of cases) {
          const told = yield* refusal(asAdmin(reports.whatIf(world.organization, { change: change as never })))
          assert.deepStrictEqual(told, field === undefined ? [tag] : [tag, field], JSON.stringify(change))
        }
        for (const limit of [-1, 1.5, 10_001]) {
          const change = { type: "member-removed", user } as const
          const told = yield* refusal(asAdmin(reports.whatIf(world.organization, { change, limit })))
          assert.deepStrictEqual(told, ["InputInvalid", "limit"])
        }
      })
    )
  })
}
