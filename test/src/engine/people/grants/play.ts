import {
  Access,
  type Actor,
  CollectionId,
  Collections,
  type Engine,
  Grants,
  Member,
  Members,
  OrganizationId,
  Organizations,
  Repository,
  type Role,
  SiteSpaceId,
  Sites,
  SpaceId,
  Spaces,
  TeamId,
  TeamMembers,
  Teams,
  type UserId,
  Users
} from "@quire/core"
import { SiteAccess, SiteStructure, SiteStructureEdits, SiteStructures, Team } from "@quire/core/internal"
import { Effect, Option, Result } from "effect"
import * as fc from "fast-check"
import { assert } from "vitest"
import { as, asSystem } from "../../../support/engine.ts"
import { type Item, item, type Person, Town } from "./GrantModel.ts"

type Everything = Engine.Services | Engine.Ports

const roles = ["read", "comment", "edit", "review", "create", "admin"] as const

const acts = [
  ...([
    "collection",
    "collection",
    "space",
    "space",
    "space",
    "invite",
    "invite",
    "invite",
    "invite",
    "patch"
  ] as const),
  ...(["revoke", "level", "level", "move", "move", "delete", "restore", "role", "able", "join", "join"] as const),
  ...(["quit", "transfer", "leave", "enter", "disband"] as const),
  ...(["site", "link", "share", "unlink", "unsite"] as const)
]

/** Acts of which most are about spaces on sites. */
export const siteActs = [
  ...(["space", "space", "space", "collection", "collection", "site", "link", "link", "link", "link"] as const),
  ...(["invite", "invite", "share", "share", "share", "revoke", "join", "level", "move", "move"] as const),
  ...(["delete", "delete", "restore", "restore", "unlink", "unsite", "transfer", "disband", "leave", "enter"] as const)
]

/** One operation of a caller; the numbers choose among what there is. */
export interface Step {
  readonly act: (typeof acts)[number]
  readonly at: number
  readonly to: number
  readonly who: number
  readonly role: Role.Role
}

const choice = fc.nat(1000)

export const steps = (length: number, among: ReadonlyArray<Step["act"]> = acts): fc.Arbitrary<ReadonlyArray<Step>> =>
  fc.array(
    fc.record({ act: fc.constantFrom(...among), at: choice, to: choice, who: choice, role: fc.constantFrom(...roles) }),
    { minLength: length / 2, maxLength: length, size: "max" }
  )

/** The same organizations twice: in an engine and in the model. */
export interface Play {
  readonly town: Town
  readonly admin: UserId
  readonly users: ReadonlyArray<UserId>
  readonly organizations: readonly [OrganizationId, OrganizationId]
  /** By organization. */
  readonly teams: Map<string, Array<string>>
}

let plays = 0

const first: ReadonlyArray<Role.Role | null> = ["create", "edit", "read", null, "admin"]

const found = Effect.gen(function* () {
  const users = yield* Users.Users
  const organizations = yield* Organizations.Organizations
  const members = yield* Members.Members
  const teams = yield* Teams.Teams
  const number = ++plays
  const person = (name: string) =>
    Effect.map(
      users.ensure({ email: `${name}@town-${number}.test`, displayName: name, emailVerified: true }),
      ({ id }) => id
    )
  const admin = yield* person("admin")
  const people = yield* Effect.forEach(first, (_, at) => person(`user${at}`))
  const made = [
    (yield* as(admin)(organizations.create({ title: `Town ${number}` }))).id,
    (yield* as(admin)(organizations.create({ title: `Suburb ${number}` }))).id
  ] as const
  const town = new Town()
  const groups = new Map<string, Array<string>>()
  for (const organization of made) {
    town.people.set(organization, new Map([[admin, { role: "admin", disabled: false, teams: new Set() }]]))
    groups.set(organization, [])
    for (const [at, user] of people.entries()) {
      const role = first[at] ?? null
      yield* members.add(organization, user, role)
      town.people.get(organization)?.set(user, { role, disabled: false, teams: new Set() })
    }
    for (const title of ["red", "blue"]) {
      groups.get(organization)?.push((yield* as(admin)(teams.create(organization, { title }))).id)
    }
  }
  return { town, admin, users: people, organizations: made, teams: groups } satisfies Play
}).pipe(asSystem, Effect.orDie)

export const begin: Effect.Effect<Play, never, Everything> = found

const any = <A>(among: ReadonlyArray<A>, choice: number): A | undefined => among[choice % Math.max(among.length, 1)]

const baseOf = ({ id, kind, organization }: Item) =>
  kind === "site" ? { kind, id, organization: OrganizationId.make(organization) } : { kind, id }

/** What a step finds in the organization that it is about, chosen by its numbers. */
const sceneOf = Effect.fnUntraced(function* ({ admin, organizations, teams: groups, town, users }: Play, step: Step) {
  const [organization, elsewhere] =
    step.at % 3 === 0 ? ([organizations[1], organizations[0]] as const) : ([...organizations] as const)
  const folk = town.people.get(organization) ?? new Map<string, Person>()
  const member = any(
    users.filter((user) => folk.has(user)),
    step.who
  )
  const parent = any([null, ...town.active(organization, "collection")], step.to) ?? null
  return {
    ...step,
    admin,
    town,
    groups,
    organization,
    elsewhere,
    folk,
    member,
    person: member === undefined ? undefined : folk.get(member),
    user: any(users, step.who) ?? admin,
    stranger: any(
      users.filter((user) => !folk.has(user)),
      step.who
    ),
    team: any(groups.get(organization) ?? [], step.to),
    target: any(
      town.active(organization).filter(({ kind }) => kind !== "site"),
      step.at
    ),
    /** What roles are given on. */
    shared: any(town.active(organization), step.at),
    site: any(town.active(organization, "site"), step.at),
    space: any(town.active(organization, "space"), step.to),
    parent: parent === null ? null : CollectionId.make(parent.id),
    spaces: yield* Spaces.Spaces,
    collections: yield* Collections.Collections,
    grants: yield* Grants.Grants,
    sites: yield* Sites.Sites,
    siteAccess: yield* SiteAccess.SiteAccess,
    structures: yield* SiteStructures.SiteStructures,
    members: yield* Members.Members,
    teams: yield* Teams.Teams,
    teamMembers: yield* TeamMembers.TeamMembers,
    /** What the administrator does, and must be let do. */
    must: <A, E>(deed: Effect.Effect<A, E, Actor.Actor>) => Effect.orDie(as(admin)(deed))
  }
})
type Scene = Effect.Success<ReturnType<typeof sceneOf>>

/** What is done to a space or a collection, whichever it is. */
type Deed<A> = Effect.Effect<A, unknown, Actor.Actor>

const nothing = Effect.void

const create =
  (kind: "space" | "collection") =>
  ({ admin, collections, organization, parent, spaces, town, user, who }: Scene) => {
    const by = who % 2 === 0 ? admin : user
    const input = { title: "T", ...(parent === null ? {} : { parent }) }
    const deed: Deed<{ readonly id: string }> =
      kind === "space" ? spaces.create(organization, input) : collections.create(organization, input)
    return Effect.map(Effect.option(as(by)(deed)), (made) => {
      if (Option.isNone(made)) return
      const { id } = made.value
      town.items.set(id, item({ id, kind, organization, parent, creator: by }))
    })
  }

/** Does each act in the engine and, where the engine lets it, in the model. */
const deeds: { readonly [A in Step["act"]]: (scene: Scene) => Effect.Effect<void> } = {
  space: create("space"),
  collection: create("collection"),
  invite: ({ grants, member, must, role, shared: target, team, who }) => {
    if (target === undefined || member === undefined || team === undefined) return nothing
    const [toUser, toTeam] = [who % 3 !== 0, who % 3 !== 1]
    const input = {
      ...(toUser ? { users: [member] } : {}),
      ...(toTeam ? { teams: [TeamId.make(team)] } : {}),
      role
    }
    return Effect.map(must(grants.invite(baseOf(target), input)), () => {
      if (toUser) target.users.set(member, role)
      if (toTeam) target.teams.set(team, role)
    })
  },
  share: (scene) => (scene.site === undefined ? nothing : deeds.invite({ ...scene, shared: scene.site })),
  patch: ({ grants, must, role, shared: target, user, who }) => {
    if (target === undefined) return nothing
    const holder = any([...target.users.keys()], who)
    const changed = grants.update(baseOf(target), { kind: "user", id: holder ?? user }, { role })
    return holder === undefined
      ? Effect.map(Effect.isFailure(must(changed).pipe(Effect.sandbox)), (isRefused) => assert.isTrue(isRefused))
      : Effect.map(must(changed), () => void target.users.set(holder, role))
  },
  revoke: ({ at, grants, must, organization, town, who }) => {
    const granted = town.active(organization).filter((each) => each.users.size + each.teams.size > 0)
    const from = any(granted, at)
    if (from === undefined) return nothing
    const [kind, held] = from.users.size > 0 ? (["user", from.users] as const) : (["team", from.teams] as const)
    const id = any([...held.keys()], who) ?? ""
    const taken = must(grants.remove(baseOf(from), { kind, id }))
    return Effect.map(Effect.all([taken, taken]), (answers) => {
      assert.deepStrictEqual(answers, [true, false])
      held.delete(id)
    })
  },
  level: ({ collections, must, role, spaces, target, to }) => {
    if (target === undefined) return nothing
    const defaultLevel = any([null, "inherit", "inherit", role] as const, to) ?? null
    const deed: Deed<unknown> =
      target.kind === "space"
        ? spaces.update(target.id, { defaultLevel })
        : collections.update(target.id, { defaultLevel })
    return Effect.map(must(deed), () => void (target.level = defaultLevel))
  },
  move: ({ admin, collections, parent, spaces, target }) => {
    if (target === undefined) return nothing
    const deed: Deed<unknown> =
      target.kind === "space" ? spaces.move(target.id, { parent }) : collections.move(target.id, { parent })
    return Effect.map(Effect.isSuccess(as(admin)(deed)), (isMoved) => {
      if (isMoved) target.parent = parent
    })
  },
  delete: ({ collections, must, spaces, target, town }) => {
    if (target === undefined) return nothing
    const deed: Deed<boolean> = target.kind === "space" ? spaces.remove(target.id) : collections.remove(target.id)
    return Effect.map(must(deed), () => town.remove(target.id))
  },
  restore: ({ at, collections, must, spaces, town }) => {
    const deleted = [...town.items.values()].filter((each) => each.deleted !== null)
    const back = any(deleted, at)
    if (back === undefined) return nothing
    const deed: Deed<unknown> = back.kind === "space" ? spaces.restore(back.id) : collections.restore(back.id)
    return Effect.map(must(deed), () => town.restore(back.id))
  },
  transfer: ({ admin, collections, elsewhere: organization, must, spaces, target, town, who }) => {
    if (target === undefined || who % 2 === 0) return nothing
    const deed: Deed<unknown> =
      target.kind === "space"
        ? spaces.transfer(target.id, { organization })
        : collections.transfer(target.id, { organization })
    if (!town.isLinked(target.id)) return Effect.map(must(deed), () => town.transfer(target.id, organization))
    return Effect.map(Effect.result(as(admin)(deed)), (result) => {
      assert.include(String(Result.isFailure(result) && result.failure), "SpacesOnSites")
    })
  },
  site: ({ must, organization, sites, space, town, who }) => {
    const spaces = space === undefined || who % 3 === 0 ? [] : [SpaceId.make(space.id)]
    return Effect.map(must(sites.create(organization, { spaces })), ({ id }) => {
      town.items.set(id, item({ id, kind: "site", organization, parent: null, creator: null }))
      if (spaces.length > 0) space?.sites.add(id)
    })
  },
  link: ({ must, siteAccess, site, space, structures, organization }) => {
    if (site === undefined || space === undefined || space.sites.has(site.id)) return nothing
    const made = { id: SiteSpaceId.make(`${space.id}x`), space: SpaceId.make(space.id), title: "T" }
    const linked = siteAccess.withSite(organization, site.id, ({ row }) =>
      structures.edit(row, (structure) => SiteStructureEdits.addSiteSpace(structure, made))
    )
    return Effect.map(must(linked), () => void space.sites.add(site.id))
  },
  unlink: ({ must, siteAccess, site, space, structures, organization }) => {
    if (site === undefined || space === undefined || !space.sites.has(site.id)) return nothing
    const unlinked = siteAccess.withSite(organization, site.id, ({ row }) =>
      structures.edit(row, (structure) => {
        const placed = SiteStructure.listSiteSpaces(structure).find(({ siteSpace }) => siteSpace.space === space.id)
        return SiteStructureEdits.removeSiteSpace(structure, placed?.siteSpace.id ?? "")
      })
    )
    return Effect.map(must(unlinked), () => void space.sites.delete(site.id))
  },
  unsite: ({ must, organization, site, sites, town, who }) =>
    site === undefined || who % 2 === 0
      ? nothing
      : Effect.map(must(sites.remove(organization, site.id)), () => town.removeSite(site.id)),
  role: ({ member, members, must, organization, person, role, to }) => {
    if (person === undefined || member === undefined) return nothing
    const next = to % 4 === 0 ? null : role
    return Effect.map(must(members.update(organization, member, { role: next })), () => void (person.role = next))
  },
  able: ({ member, members, organization, person }) => {
    if (person === undefined || member === undefined) return nothing
    const flip = person.disabled ? members.enable : members.disable
    return Effect.map(Effect.orDie(asSystem(flip(organization, member))), () => {
      person.disabled = !person.disabled
    })
  },
  join: ({ member, must, organization, person, team, teamMembers }) =>
    person === undefined || member === undefined || team === undefined
      ? nothing
      : Effect.map(must(teamMembers.put(organization, team, member)), () => void person.teams.add(team)),
  quit: ({ member, must, organization, person, teamMembers, to }) => {
    const left = any([...(person?.teams ?? [])], to)
    return member === undefined || left === undefined
      ? nothing
      : Effect.map(must(teamMembers.remove(organization, left, member)), () => void person?.teams.delete(left))
  },
  leave: ({ member, members, must, organization, to, town }) =>
    member === undefined || to % 2 === 0
      ? nothing
      : Effect.map(must(members.remove(organization, member)), () => town.leave(organization, member)),
  enter: ({ folk, members, organization, role, stranger }) =>
    stranger === undefined
      ? nothing
      : Effect.map(Effect.orDie(asSystem(members.add(organization, stranger, role))), () => {
          folk.set(stranger, { role, disabled: false, teams: new Set() })
        }),
  disband: ({ groups, must, organization, team, teams, town, who }) => {
    if (team === undefined || who % 3 !== 0) return nothing
    const renewed = Effect.andThen(
      must(teams.remove(organization, team)),
      must(teams.create(organization, { title: "new" }))
    )
    return Effect.map(renewed, ({ id }) => {
      town.disband(organization, team)
      groups.set(organization, [...(groups.get(organization) ?? []).filter((each) => each !== team), id])
    })
  }
}

export const play = (game: Play, step: Step): Effect.Effect<void, never, Everything> =>
  Effect.flatMap(sceneOf(game, step), (scene) => deeds[step.act](scene))

const sorted = <A>(values: Iterable<A>) => [...values].sort()

/** Every page of a list. */
const every = Effect.fnUntraced(function* <A, E, R>(
  list: (
    page: string | undefined
  ) => Effect.Effect<
    { readonly items: ReadonlyArray<A>; readonly count?: number; readonly next?: { readonly page: string } },
    E,
    R
  >
) {
  const items: Array<A> = []
  let page: string | undefined
  do {
    const answer = yield* list(page)
    items.push(...answer.items)
    if (answer.next === undefined) assert.strictEqual(answer.count, items.length)
    page = answer.next?.page
  } while (page !== undefined)
  return items
})

/** What the engine says of everybody's access, and what the model says. */
const agreed = Effect.fnUntraced(function* ({ admin, organizations, teams: groups, town, users }: Play) {
  const access = yield* Access.Access
  const spaces = yield* Spaces.Spaces
  const collections = yield* Collections.Collections
  const grants = yield* Grants.Grants
  const sites = yield* Sites.Sites
  const members = yield* Repository.make(Member.collection)
  const teams = yield* Repository.make(Team.collection)
  for (const organization of organizations) {
    for (const user of [admin, ...users]) {
      const readable = (kind: Item["kind"]) =>
        sorted(
          town
            .active(organization, kind)
            .filter(({ id }) => town.judge(user, id) !== null)
            .map(({ id }) => id)
        )
      const isIn = town.person(organization, user)?.disabled === false
      const seen = yield* Effect.result(as(user)(spaces.list(organization, { limit: 1000 })))
      assert.strictEqual(seen._tag, isIn ? "Success" : "Failure")
      if (seen._tag === "Success") {
        assert.deepStrictEqual(sorted(seen.success.items.map(({ id }) => id)), readable("space"), "listed spaces")
        assert.strictEqual(seen.success.count, readable("space").length)
        const shelf = yield* as(user)(collections.list(organization, { limit: 1000, nested: true }))
        assert.deepStrictEqual(sorted(shelf.items.map(({ id }) => id)), readable("collection"), "listed collections")
        const shown = yield* as(user)(sites.list(organization, { limit: 1000 }))
        assert.deepStrictEqual(sorted(shown.items.map(({ id }) => id)), readable("site"), "listed sites")
      }
      for (const { id, kind } of town.active(organization)) {
        const opened = yield* Effect.option(as(user)(access.placement(kind, id, "content:view", () => "hidden")))
        const role = Option.getOrNull(Option.map(opened, (found) => found.role))
        assert.strictEqual(role, town.judge(user, id)?.role ?? null, `role on ${kind} ${id}`)
      }
      const row = Option.getOrNull(yield* members.get(`${organization}.${user}`))
      const counted =
        town.person(organization, user) === undefined ? undefined : town.spacesOf(organization, "users", user)
      assert.strictEqual(row?.counters["spaces"], counted, "spaces of a member")
    }
    for (const team of groups.get(organization) ?? []) {
      const row = Option.getOrNull(yield* teams.get(team))
      assert.strictEqual(row?.counters["spaces"], town.spacesOf(organization, "teams", team), "spaces of a team")
    }
    for (const each of town.active(organization)) {
      const people = sorted([admin, ...users])
      const expected = people.flatMap((user) => {
        const judged = town.judge(user, each.id)
        return judged === null ? [] : [{ user, permission: judged.role, origin: judged.origin }]
      })
      const of = (role?: Role.Role) =>
        Effect.map(
          every((page) => as(admin)(grants.aggregate(baseOf(each), { limit: 2, page, role }))),
          (items) => items.map(({ user, ...rest }) => ({ user: user.id, ...rest }))
        )
      assert.deepStrictEqual(yield* of(), expected, "aggregate")
      const role = expected.at(-1)?.permission ?? "read"
      assert.deepStrictEqual(
        yield* of(role),
        expected.filter(({ permission }) => permission === role),
        "aggregate of a role"
      )
    }
  }
})

export const agrees = (game: Play): Effect.Effect<void, never, Everything> => Effect.orDie(agreed(game))
