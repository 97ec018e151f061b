import { assert, layer } from "@effect/vitest"
import {
  AccessReports,
  Collections,
  Grants,
  MemberSpaces,
  Organizations,
  type SiteId,
  Sites,
  type SpaceId,
  Spaces,
  TeamMembers,
  Teams
} from "@quire/core"
import { Effect, Result } from "effect"
import { as, engines } from "../../support/engine.ts"
import { found, type World } from "../../support/world.ts"

const services = Effect.gen(function* () {
  const world = yield* found
  return {
    world,
    organization: world.organization,
    admin: as(world.admin),
    spaces: yield* Spaces.Spaces,
    collections: yield* Collections.Collections,
    sites: yield* Sites.Sites,
    grants: yield* Grants.Grants,
    teams: yield* Teams.Teams,
    members: yield* TeamMembers.TeamMembers,
    reports: yield* AccessReports.AccessReports
  }
})

const onSite = (world: World, site: SiteId) => ({
  kind: "site" as const,
  organization: world.organization,
  id: site
})

const tagOf = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.result(self), (result) => (Result.isFailure(result) ? result.failure._tag : "Success"))

/** The permissions of a caller on a space, as the response shows them. */
const powers = (who: World["guest"], space: SpaceId) =>
  Effect.gen(function* () {
    const spaces = yield* Spaces.Spaces
    const seen = yield* Effect.result(as(who)(spaces.get(space)))
    if (Result.isFailure(seen)) return "none"
    const { admin, comment, edit, review } = seen.success.permissions
    if (admin) return "create"
    if (review) return "review"
    if (edit) return "edit"
    return comment ? "comment" : "read"
  })

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`grants on sites on ${name}`, (it) => {
    it.effect("lets administrators give, list, change and revoke them (rule site-grants)", () =>
      Effect.gen(function* () {
        const { admin, grants, organization, sites, teams, world } = yield* services
        const team = (yield* admin(teams.create(organization, { title: "Team" }))).id
        const { id } = yield* admin(sites.create(organization, { spaces: [] }))
        const site = onSite(world, id)
        const given = { users: [world.guest], teams: [team], role: "edit" } as const
        assert.strictEqual(yield* tagOf(as(world.creator)(grants.invite(site, given))), "Forbidden")
        assert.strictEqual(yield* tagOf(as(world.guest)(grants.invite(site, given))), "SiteNotFound")
        yield* admin(grants.invite(site, given))
        const users = yield* admin(grants.listUsers(site, { limit: 9 }))
        assert.deepStrictEqual(
          users.items.map(({ permission, user }) => [permission, user.id]),
          [["edit", world.guest]]
        )
        assert.lengthOf((yield* admin(grants.listTeams(site, { limit: 9 }))).items, 1)
        const aggregate = yield* admin(grants.aggregate(site, { limit: 9 }))
        const mine = aggregate.items.find(({ user }) => user.id === world.guest)
        assert.deepInclude(mine, { permission: "edit", origin: { type: "direct", resource: { kind: "site", id } } })
        assert.strictEqual(aggregate.count, 5)
        assert.strictEqual(yield* tagOf(as(world.guest)(grants.aggregate(site, { limit: 9 }))), "Forbidden")
        const holder = { kind: "user", id: world.guest } as const
        yield* admin(grants.update(site, holder, { role: "admin" }))
        assert.strictEqual(yield* tagOf(as(world.guest)(grants.remove(site, holder))), "Forbidden")
        assert.strictEqual((yield* as(world.guest)(sites.list(organization, { limit: 9 }))).count, 1)
        assert.strictEqual((yield* as(world.guest)(sites.get(organization, id))).id, id)
        assert.isTrue(yield* admin(grants.remove(site, holder)))
        assert.isFalse(yield* admin(grants.remove(site, holder)))
        assert.deepStrictEqual((yield* as(world.guest)(sites.list(organization, { limit: 9 }))).items, [])
        const elsewhere = (yield* admin(
          Effect.flatMap(Organizations.Organizations, (all) => all.create({ title: "Other" }))
        )).id
        const astray = { ...site, organization: elsewhere }
        assert.strictEqual(yield* tagOf(admin(grants.invite(astray, given))), "SiteNotFound")
      })
    )

    it.effect(
      "applies to spaces that inherit, before the collections above (rules access-precedence and site-grants)",
      () =>
        Effect.gen(function* () {
          const { admin, collections, grants, members, organization, sites, spaces, teams, world } = yield* services
          const team = (yield* admin(teams.create(organization, { title: "Team" }))).id
          yield* admin(members.put(organization, team, world.guest))
          const shelf = yield* admin(collections.create(organization, { title: "shelf" }))
          const space = (yield* admin(spaces.create(organization, { title: "One", parent: shelf.id }))).id
          const closed = (yield* admin(spaces.create(organization, { title: "Two" }))).id
          yield* admin(spaces.update(closed, { defaultLevel: null }))
          const first = onSite(world, (yield* admin(sites.create(organization, { spaces: [space, closed] }))).id)
          const second = onSite(world, (yield* admin(sites.create(organization, { spaces: [space] }))).id)
          const mine = powers(world.guest, space)
          const give = (
            on: Parameters<typeof grants.invite>[0],
            role: "read" | "comment" | "edit" | "review" | "create"
          ) => admin(grants.invite(on, { users: [world.guest], role }))
          yield* give({ kind: "collection", id: shelf.id }, "review")
          assert.strictEqual(yield* mine, "review")
          yield* admin(grants.invite(first, { teams: [team], role: "create" }))
          assert.strictEqual(yield* mine, "create", "the team's, on a site")
          yield* give(second, "read")
          assert.strictEqual(yield* mine, "read", "one's own on any site is before the team's")
          yield* give(first, "edit")
          assert.strictEqual(yield* mine, "edit", "the strongest of several sites")
          assert.strictEqual(yield* powers(world.guest, closed), "none")
          const shelves = yield* as(world.guest)(spaces.list(organization, { limit: 9 }))
          assert.deepStrictEqual(
            shelves.items.map(({ id }) => id),
            [space]
          )
          const memberSpaces = yield* MemberSpaces.MemberSpaces
          const theirs = yield* admin(memberSpaces.list(organization, world.guest, "asc", { limit: 9 }))
          assert.deepStrictEqual(
            theirs.items.map((each) => [each.permission, each.space.id]),
            [["edit", space]]
          )
          yield* give({ kind: "space", id: space }, "comment")
          assert.strictEqual(yield* mine, "comment", "on the space itself")
          yield* admin(grants.remove({ kind: "space", id: space }, { kind: "user", id: world.guest }))
          yield* admin(spaces.update(space, { defaultLevel: "read" }))
          assert.strictEqual(yield* mine, "none")
          yield* admin(spaces.update(space, { defaultLevel: "inherit" }))
          yield* admin(sites.remove(organization, first.id))
          assert.strictEqual(yield* mine, "read")
          yield* admin(sites.remove(organization, second.id))
          assert.strictEqual(yield* mine, "review")
        })
    )

    it.effect("appears in access reports (rules access-precedence and site-grants)", () =>
      Effect.gen(function* () {
        const { admin, grants, members, organization, reports, sites, spaces, teams, world } = yield* services
        const team = (yield* admin(teams.create(organization, { title: "Team" }))).id
        yield* admin(members.put(organization, team, world.guest))
        const space = (yield* admin(spaces.create(organization, { title: "One" }))).id
        const { id } = yield* admin(sites.create(organization, { title: "Docs", spaces: [space] }))
        yield* admin(grants.invite(onSite(world, id), { teams: [team], role: "edit" }))
        const resource = { type: "site", id, title: "Docs" } as const
        const question = { permission: "content:edit", space } as const
        const why = yield* admin(reports.explain(organization, { user: world.guest, ...question }))
        assert.deepInclude(why, { allowed: true, role: "edit" })
        assert.deepStrictEqual(why.source, { type: "team-grant", resource, team: { id: team, title: "Team" } })
        assert.include(why.text, "the site Docs (the space One is on it)")
        const { items } = yield* admin(reports.whoCan(organization, question, { limit: 9 }))
        const mine = items.find(({ member }) => member.id === world.guest)
        assert.deepInclude(mine?.source, { resource })
        const whatIf = yield* admin(reports.whatIf(organization, { change: { type: "team-removed", team } }))
        assert.sameDeepMembers(
          whatIf.changes.map((each) => [each.resource, each.before, each.after]),
          [
            [{ type: "space", id: space, title: "One" }, "edit", null],
            [resource, "edit", null]
          ]
        )
        const gone = { type: "member-removed", user: world.guest } as const
        assert.lengthOf((yield* admin(reports.whatIf(organization, { change: gone }))).changes, 2)
      })
    )

    it.effect("determines access reports of the site itself (rules site-who and site-grants)", () =>
      Effect.gen(function* () {
        const { admin, grants, members, organization, reports, sites, spaces, teams, world } = yield* services
        const team = (yield* admin(teams.create(organization, { title: "Team" }))).id
        yield* admin(members.put(organization, team, world.guest))
        const space = (yield* admin(spaces.create(organization, { title: "One" }))).id
        const { id: site } = yield* admin(sites.create(organization, { title: "Docs", spaces: [space] }))
        const resource = { type: "site", id: site, title: "Docs" } as const
        const question = { permission: "content:view", site } as const
        const explain = (user: World["guest"]) => admin(reports.explain(organization, { user, ...question }))
        const before = yield* explain(world.guest)
        assert.deepInclude(before, { resource, allowed: false, verdict: "hidden", role: null })
        assert.strictEqual(
          before.text,
          "guest may not view the site Docs or learn that it exists: guest is a guest of the organization, and no grant applies to the site Docs."
        )
        const on = onSite(world, site)
        const change = { type: "grant", site, reader: { team }, role: "edit" } as const
        const foretold = yield* admin(reports.whatIf(organization, { change }))
        assert.sameDeepMembers(
          foretold.changes.map((each) => [each.resource, each.before, each.after]),
          [
            [{ type: "space", id: space, title: "One" }, null, "edit"],
            [resource, null, "edit"]
          ]
        )
        yield* admin(grants.invite(on, { teams: [team], role: "edit" }))
        assert.deepStrictEqual((yield* admin(reports.whatIf(organization, { change }))).changes, [])
        const after = yield* explain(world.guest)
        assert.deepInclude(after, { allowed: true, verdict: "allowed", role: "edit" })
        assert.deepStrictEqual(after.source, { type: "team-grant", resource, team: { id: team, title: "Team" } })
        assert.deepInclude(yield* explain(world.reader), { allowed: true, source: { type: "organization-role" } })
        const everybody = [world.admin, world.creator, world.editor, world.reader, world.guest]
        const listed = yield* admin(reports.whoCan(organization, question, { limit: 9 }))
        assert.sameMembers(
          listed.items.map(({ member }) => member.id),
          everybody
        )
        for (const user of everybody) {
          const seen = yield* tagOf(as(user)(sites.get(organization, site)))
          assert.strictEqual(seen === "Success", (yield* explain(user)).allowed)
        }
        const gone = { type: "member-removed", user: world.guest } as const
        assert.lengthOf((yield* admin(reports.whatIf(organization, { change: gone }))).changes, 2)
      })
    )

    it.effect("predicts the effect of inheriting again on a space (rule access-precedence)", () =>
      Effect.gen(function* () {
        const { admin, grants, organization, reports, sites, spaces, world } = yield* services
        const space = (yield* admin(spaces.create(organization, {}))).id
        const { id: site } = yield* admin(sites.create(organization, { spaces: [space] }))
        yield* admin(grants.invite(onSite(world, site), { users: [world.guest], role: "edit" }))
        yield* admin(spaces.update(space, { defaultLevel: null }))
        assert.strictEqual(yield* powers(world.guest, space), "none")
        const change = { type: "level", space, level: "inherit" } as const
        const { changes } = yield* admin(reports.whatIf(organization, { change }))
        const mine = changes.find(({ user }) => user.id === world.guest)
        assert.deepStrictEqual([mine?.before, mine?.after], [null, "edit"])
        yield* admin(spaces.update(space, { defaultLevel: "inherit" }))
        assert.strictEqual(yield* powers(world.guest, space), "edit")
      })
    )

    it.effect("accepts report questions about a site only for viewing it (rule site-grants)", () =>
      Effect.gen(function* () {
        const { admin, organization, reports, sites, spaces, world } = yield* services
        const space = (yield* admin(spaces.create(organization, {}))).id
        const { id: site } = yield* admin(sites.create(organization, { spaces: [space] }))
        const faults = (question: Parameters<typeof reports.whoCan>[1]) =>
          Effect.map(Effect.flip(admin(reports.whoCan(organization, question, { limit: 9 }))), ({ message }) => message)
        assert.strictEqual(
          yield* faults({ permission: "content:edit", site }),
          "permission: applies to spaces and collections only: sites support content:view"
        )
        assert.strictEqual(
          yield* faults({ permission: "content:view", site, space }),
          "site: must be absent if a space is given"
        )
        assert.strictEqual(
          yield* faults({ permission: "organization:view", site }),
          "permission: applies to the organization: no space, collection or site may be given"
        )
        yield* admin(sites.remove(organization, site))
        assert.match(
          yield* faults({ permission: "content:view", site }),
          /^site: .* does not exist or you do not have access to it$/
        )
        const reader = { user: world.guest }
        const change = { type: "grant", site, reader, role: "read" } as const
        assert.strictEqual(yield* tagOf(admin(reports.whatIf(organization, { change }))), "ReferenceNotFound")
      })
    )

    it.effect("removes them with their team or member, and restores none (rules team-grants and member-leaves)", () =>
      Effect.gen(function* () {
        const { admin, grants, members, organization, sites, spaces, teams, world } = yield* services
        const team = (yield* admin(teams.create(organization, { title: "Team" }))).id
        yield* admin(members.put(organization, team, world.guest))
        const space = (yield* admin(spaces.create(organization, { title: "One" }))).id
        const { id } = yield* admin(sites.create(organization, { spaces: [space] }))
        yield* admin(grants.invite(onSite(world, id), { teams: [team], role: "edit" }))
        assert.strictEqual(yield* powers(world.guest, space), "edit")
        yield* admin(teams.remove(organization, team))
        assert.strictEqual(yield* powers(world.guest, space), "none")
        assert.deepStrictEqual((yield* as(world.guest)(sites.list(organization, { limit: 9 }))).items, [])
      })
    )

    it.effect(
      "keeps a site as the default content of the organization until the site is deleted (rule organization-default-content)",
      () =>
        Effect.gen(function* () {
          const { admin, organization, sites, spaces, world } = yield* services
          const organizations = yield* Organizations.Organizations
          const show = (site: string) => organizations.update(organization, { defaultContent: { type: "site", site } })
          const { id } = yield* admin(sites.create(organization, {}))
          const other = yield* admin(sites.create(organization, {}))
          assert.deepStrictEqual((yield* admin(show(id))).defaultContent, { type: "site", site: id })
          const space = (yield* admin(spaces.create(organization, {}))).id
          assert.strictEqual(yield* tagOf(admin(show(space))), "ReferenceNotFound")
          const { id: away } = yield* admin(organizations.create({ title: "Other" }))
          const foreign = yield* admin(sites.create(away, {}))
          assert.strictEqual(yield* tagOf(admin(show(foreign.id))), "ReferenceNotFound")
          yield* as(world.creator)(sites.remove(organization, other.id))
          assert.deepStrictEqual((yield* admin(organizations.get(organization))).defaultContent, {
            type: "site",
            site: id
          })
          yield* as(world.creator)(sites.remove(organization, id))
          assert.isUndefined((yield* admin(organizations.get(organization))).defaultContent)
          assert.strictEqual(yield* tagOf(admin(show(id))), "ReferenceNotFound")
        })
    )
  })
}
