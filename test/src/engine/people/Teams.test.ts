import { assert, layer } from "@effect/vitest"
import {
  GrantLedger,
  Member,
  Members,
  type OrganizationId,
  Organizations,
  Outbox,
  Placements,
  Repository,
  type Role,
  Spaces,
  Team,
  TeamId,
  TeamMembers,
  TeamRoster,
  Teams,
  UserId,
  Users
} from "@quire/core"
import { Mutation, TeamMember, TreeLock } from "@quire/core/internal"
import { Rounds } from "@quire/testing"
import { Effect } from "effect"
import * as fc from "fast-check"
import { as, asSystem, engines } from "../../support/engine.ts"
import { listen } from "../../support/statements.ts"
import { found, type World } from "../../support/world.ts"

const rounds = Rounds.rounds(3, 60, 6)
const whole = { limit: 1000 }

/** The name of what refuses, or what comes back. */
const answer = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: ({ _tag }) => _tag, onSuccess: (value) => value })

/** What refuses, as its name and the first of its details. */
const refusal = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, {
    onFailure: (error) => [
      error._tag,
      "details" in error && Array.isArray(error.details) ? error.details[0]?.path : undefined
    ],
    onSuccess: () => ["nothing"]
  })

let people = 0

const join = (world: World, role: Role.Role | null) =>
  asSystem(
    Effect.gen(function* () {
      const users = yield* Users.Users
      const members = yield* Members.Members
      const name = `person-${++people}`
      const { email, id } = yield* users.ensure({
        email: `${name}@${world.domain}`,
        displayName: name,
        emailVerified: true
      })
      yield* members.add(world.organization, id, role)
      return { email, id }
    })
  )

/** Runs a part of an operation as operations do: in a transaction that holds the tree. */
const holding = <A, E, R>(organization: OrganizationId, body: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { mutate } = yield* Effect.provide(Mutation.Mutation, Mutation.Mutation.layer)
    const trees = yield* Repository.make(TreeLock.collection)
    return yield* asSystem(mutate(Effect.andThen(trees.lock([organization]), body)))
  })

const eventsOf = (organization: string) =>
  Effect.gen(function* () {
    const outbox = yield* Outbox.Outbox
    const events: Array<Outbox.Event> = []
    let offset = ""
    for (;;) {
      const rows = yield* outbox.read(offset, 500)
      events.push(...rows.map(({ event }) => event).filter((event) => event.organization === organization))
      const last = rows.at(-1)
      if (last === undefined) return events.filter(({ type }) => type.startsWith("team"))
      offset = last.offset
    }
  })

/** Who is in which team, with what role, as every record of it says; fails when two of them differ. */
const rosters = (world: World) =>
  Effect.gen(function* () {
    const teams = yield* Repository.make(Team.collection)
    const rows = yield* Repository.make(TeamMember.collection)
    const members = yield* Repository.make(Member.collection)
    const service = yield* TeamMembers.TeamMembers
    const list = { equals: { organization: world.organization }, limit: 10_000 }
    const everyone = yield* members.list("inOrganization", list)
    const stated = new Map<string, Record<string, string>>()
    for (const { counters, value } of yield* teams.list("inOrganization", list)) {
      const kept = yield* rows.list("inTeam", { equals: { team: value.id }, limit: 10_000 })
      const roster = Object.fromEntries(kept.map(({ value: { role, user } }) => [user, role]))
      const { count, items } = yield* as(world.admin)(service.list(world.organization, value.id, whole))
      assert.deepStrictEqual(
        items.map(({ organization, team }) => [organization.id, team.role]),
        Object.entries(roster).sort(([one], [other]) => (one < other ? -1 : 1)) as never
      )
      assert.deepStrictEqual([counters["members"], count], [kept.length, kept.length])
      const own = everyone.filter((row) => row.value.teams.includes(value.id)).map((row) => row.value)
      assert.deepStrictEqual(
        Object.fromEntries(
          own.map(({ ownedTeams, user }) => [user, ownedTeams.includes(value.id) ? "owner" : "member"])
        ),
        roster
      )
      stated.set(value.id, roster)
    }
    for (const { counters, value } of everyone) {
      assert.strictEqual(counters["teams"], value.teams.length)
      assert.strictEqual(new Set(value.teams).size, value.teams.length)
      for (const team of value.teams) assert.isTrue(stated.has(team))
      for (const team of value.ownedTeams) assert.include(value.teams, team)
      assert.strictEqual(new Set(value.ownedTeams).size, value.ownedTeams.length)
    }
    return Object.fromEntries(stated)
  })

/** A world with a team: its owner is the reader, the editor is in it. */
const teamed = Effect.gen(function* () {
  const teams = yield* Teams.Teams
  const members = yield* TeamMembers.TeamMembers
  const world = yield* found
  const admin = as(world.admin)
  const { id } = yield* admin(teams.create(world.organization, { title: "Core", members: [world.editor] }))
  yield* admin(members.put(world.organization, id, world.reader, { role: "owner" }))
  return { ...world, world, team: id }
})

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`teams on ${name}`, (it) => {
    it.effect("creates them with members by id or address, each once (rule team-names)", () =>
      Effect.gen(function* () {
        const teams = yield* Teams.Teams
        const world = yield* found
        const { domain, organization } = world
        const admin = as(world.admin)
        const named = [world.editor, ` Reader@${domain.toUpperCase()} `, world.editor, `editor@${domain}`]
        const made = yield* admin(teams.create(organization, { title: "  Cafe\u0301 ", members: named }))
        assert.deepInclude(made, {
          object: "team",
          title: "Café",
          members: 2,
          spaces: 0,
          permissions: { admin: true, view: true }
        })
        assert.deepStrictEqual(yield* admin(teams.get(organization, made.id)), made)
        assert.deepStrictEqual(yield* rosters(world), {
          [made.id]: { [world.editor]: "member", [world.reader]: "member" }
        })
        const again = yield* admin(teams.create(organization, { title: "Café" }))
        assert.notStrictEqual(again.id, made.id)
        assert.strictEqual(again.members, 0)
        const [event] = yield* eventsOf(organization)
        assert.deepInclude(event, { type: "teams.create", actor: world.admin })
        assert.sameMembers([...(event?.subjects ?? [])], [made.id, world.editor, world.reader])
      })
    )

    it.effect("refuses to create them with people outside the organization", () =>
      Effect.gen(function* () {
        const teams = yield* Teams.Teams
        const world = yield* found
        const unknownNames = [
          world.stranger,
          `stranger@${world.domain}`,
          "a99999999999999999999999999",
          "x@y.test",
          "",
          " "
        ]
        for (const name of [...unknownNames, "a\u0000b", "\ud800", "__proto__", "toString", "x".repeat(300)]) {
          const members = [world.editor, name]
          const made = as(world.admin)(teams.create(world.organization, { title: "Core", members }))
          assert.deepStrictEqual(yield* refusal(made), ["ReferenceNotFound", "members.1"])
        }
        assert.deepStrictEqual(yield* rosters(world), {})
        assert.deepStrictEqual(yield* eventsOf(world.organization), [])
      })
    )

    it.effect("limits titles to 1 to 64 code points in one line", () =>
      Effect.gen(function* () {
        const teams = yield* Teams.Teams
        const { admin, organization, team } = yield* teamed
        const mine = as(admin)
        for (const title of ["x", "𝒳".repeat(64), ` ${"y".repeat(64)} `]) {
          assert.strictEqual((yield* mine(teams.create(organization, { title }))).title, title.trim())
          assert.strictEqual((yield* mine(teams.update(organization, team, { title }))).title, title.trim())
        }
        for (const title of ["", "  ", "x".repeat(65), "𝒳".repeat(65), "a\nb", "a\u0000b", "\ud800"]) {
          assert.deepStrictEqual(yield* refusal(mine(teams.create(organization, { title }))), ["InputInvalid", "title"])
          const renamed = mine(teams.update(organization, team, { title }))
          assert.deepStrictEqual(yield* refusal(renamed), ["InputInvalid", "title"])
        }
      })
    )

    it.effect("renames them, and ignores an equal title", () =>
      Effect.gen(function* () {
        const teams = yield* Teams.Teams
        const rows = yield* Repository.make(Team.collection)
        const { admin, organization, team } = yield* teamed
        const rename = (title: string) => as(admin)(teams.update(organization, team, { title }))
        assert.deepInclude(yield* rename("Better"), { id: team, title: "Better", members: 2 })
        const { version } = (yield* rows.getMany([team])).get(team) ?? { version: 0 }
        yield* rename(" Better ")
        assert.strictEqual((yield* rows.getMany([team])).get(team)?.version, version)
        const renames = (yield* eventsOf(organization)).filter(({ type }) => type === "teams.update")
        assert.strictEqual(renames.length, 1)
        assert.deepInclude(renames[0]?.before, { title: "Core" })
        assert.deepInclude(renames[0]?.after, { title: "Better" })
      })
    )

    it.effect("restricts operations for administrators, owners, members, guests and strangers (rule team-owners)", () =>
      Effect.gen(function* () {
        const teams = yield* Teams.Teams
        const members = yield* TeamMembers.TeamMembers
        const { admin, creator, editor, guest, organization, reader, stranger, team } = yield* teamed
        const ofGuest = yield* as(admin)(teams.create(organization, { title: "Guests" }))
        yield* as(admin)(members.put(organization, ofGuest.id, guest, { role: "owner" }))
        const everybody = [admin, creator, reader, editor, guest, stranger]
        const operations = {
          list: () => teams.list(organization, { limit: 0 }),
          get: (id: string) => teams.get(organization, id),
          members: (id: string) => members.list(organization, id, { limit: 0 }),
          create: () => teams.create(organization, { title: "New" }),
          rename: (id: string) => teams.update(organization, id, { title: "Core" }),
          update: (id: string) => members.update(organization, id, {}),
          put: (id: string) => members.put(organization, id, editor, {}),
          leave: (id: string) => members.remove(organization, id, creator)
        }
        const ask = (id: string) =>
          Effect.forEach(Object.entries(operations), ([operation, run]) =>
            Effect.map(
              Effect.forEach(everybody, (who) =>
                Effect.match(as(who)<unknown, { readonly _tag: string }, never>(run(id) as never), {
                  onFailure: ({ _tag }) => _tag,
                  onSuccess: () => "ok"
                })
              ),
              (answers) => [operation, ...answers]
            )
          )
        const [no, none, outside] = ["Forbidden", "TeamNotFound", "OrganizationNotFound"]
        assert.deepStrictEqual(yield* ask(team), [
          ["list", "ok", "ok", "ok", "ok", no, outside],
          ["get", "ok", "ok", "ok", "ok", none, outside],
          ["members", "ok", "ok", "ok", "ok", none, outside],
          ["create", "ok", no, no, no, no, outside],
          ["rename", "ok", no, no, no, none, outside],
          ["update", "ok", no, "ok", no, none, outside],
          ["put", "ok", no, "ok", no, none, outside],
          ["leave", "ok", no, "ok", no, none, outside]
        ])
        assert.deepStrictEqual(
          (yield* ask(ofGuest.id)).map(([operation, ...answers]) => [operation, answers[4]]),
          [
            ["list", no],
            ["get", "ok"],
            ["members", "ok"],
            ["create", no],
            ["rename", no],
            ["update", "ok"],
            ["put", "ok"],
            ["leave", "ok"]
          ]
        )
        const remove = (who: UserId, id: string) => answer(as(who)(teams.remove(organization, id)))
        assert.strictEqual(yield* remove(guest, team), false)
        assert.strictEqual(yield* remove(stranger, team), outside)
        for (const who of [creator, reader, editor]) assert.strictEqual(yield* remove(who, team), no)
        assert.strictEqual(yield* remove(guest, ofGuest.id), no)
        assert.strictEqual(yield* remove(admin, "a99999999999999999999999999"), false)
        assert.strictEqual(yield* remove(admin, team), true)
        assert.strictEqual(yield* remove(admin, team), false)
      })
    )

    it.effect("returns the permissions of each viewer, as does the organization", () =>
      Effect.gen(function* () {
        const teams = yield* Teams.Teams
        const members = yield* TeamMembers.TeamMembers
        const organizations = yield* Organizations.Organizations
        const { admin, creator, editor, guest, organization, reader, team } = yield* teamed
        const permissions = (who: UserId) =>
          Effect.map(as(who)(teams.get(organization, team)), (view) => view.permissions)
        const ownTeam = (who: UserId) =>
          Effect.map(as(who)(organizations.get(organization)), (view) => view.permissions.ownTeam)
        assert.deepStrictEqual(yield* permissions(admin), { admin: true, view: true })
        assert.deepStrictEqual(yield* permissions(reader), { admin: true, view: true })
        assert.deepStrictEqual(yield* permissions(editor), { admin: false, view: true })
        assert.deepStrictEqual(yield* permissions(creator), { admin: false, view: true })
        assert.deepStrictEqual(yield* Effect.forEach([admin, reader, editor, creator], ownTeam), [
          false,
          true,
          false,
          false
        ])
        yield* as(admin)(members.put(organization, team, reader, { role: "member" }))
        assert.isFalse(yield* ownTeam(reader))
        assert.deepStrictEqual(yield* permissions(reader), { admin: false, view: true })
        yield* as(admin)(members.put(organization, team, guest, { role: "owner" }))
        assert.isTrue(yield* ownTeam(guest))
        const { items } = yield* as(guest)(members.list(organization, team, whole))
        assert.deepStrictEqual(new Set(items.map((item) => item.permissions.view)), new Set([true]))
        for (const { organization: person } of items) {
          assert.strictEqual(person.user.email !== undefined, person.id === guest)
        }
      })
    )

    it.effect("reveals to a guest who owns one nothing about other members (rule access-hidden-names)", () =>
      Effect.gen(function* () {
        const { update, put, remove } = yield* TeamMembers.TeamMembers
        const { admin, creator, domain, editor, guest, organization, reader, stranger, team, world } = yield* teamed
        yield* as(admin)(update(organization, team, { memberships: { [guest]: { role: "owner" } } }))
        const before = (yield* rosters(world))[team]
        const unknownUser = "a99999999999999999999999999"
        const everyElse = [
          creator,
          stranger,
          unknownUser,
          `creator@${domain}`,
          `stranger@${domain}`,
          `reader@${domain}`,
          "é"
        ]
        const ways: ReadonlyArray<(name: string) => Team.TeamMembersUpdate> = [
          (name) => ({ add: [name] }),
          (name) => ({ memberships: { [name]: { role: "member" } } }),
          (name) => ({ remove: [name] })
        ]
        const context = yield* Effect.context<TeamMembers.TeamMembers>()
        const listener = listen()
        const asked = <A, E extends { readonly _tag: string }>(effect: Effect.Effect<A, E, TeamMembers.TeamMembers>) =>
          Effect.promise(async () => {
            let given: unknown
            const { statements } = await listener.during(async () => {
              given = await Effect.runPromiseWith(context)(answer(effect))
            })
            return [given, statements]
          })
        for (const way of ways) {
          const answers = yield* Effect.forEach(everyElse.slice(0, -1), (name) =>
            asked(as(guest)(update(organization, team, way(name))))
          )
          assert.strictEqual(answers[0]?.[0], "ReferenceNotFound")
          for (const given of answers.slice(0, 3)) assert.deepStrictEqual(given, answers[0])
          for (const given of answers.slice(3)) assert.deepStrictEqual(given, answers[3])
          assert.strictEqual(yield* answer(as(guest)(update(organization, team, way("é")))), "ReferenceNotFound")
        }
        for (const role of [undefined, "owner"] as const) {
          const given = role === undefined ? {} : { role }
          const answers = yield* Effect.forEach([creator, stranger, UserId.make(unknownUser)], (user) =>
            asked(as(guest)(put(organization, team, user, given)))
          )
          assert.strictEqual(answers[0]?.[0], "MemberNotFound")
          for (const each of answers) assert.deepStrictEqual(each, answers[0])
        }
        assert.deepStrictEqual((yield* rosters(world))[team], before)
        yield* as(guest)(put(organization, team, editor, { role: "owner" }))
        yield* as(guest)(
          update(organization, team, { memberships: { [editor]: { role: "member" } }, remove: [reader] })
        )
        assert.deepStrictEqual((yield* rosters(world))[team], { [guest]: "owner", [editor]: "member" })
        assert.isFalse(yield* as(guest)(remove(organization, team, creator)))
        listener.close()
      })
    )

    it.effect("lists them by id, by title and by manager, page by page", () =>
      Effect.gen(function* () {
        const teams = yield* Teams.Teams
        const members = yield* TeamMembers.TeamMembers
        const accounts = yield* Members.Members
        const { admin, creator, editor, guest, organization, reader, stranger, team } = yield* teamed
        const titles = ["Docs ÉTÉ", "docs 50%", "Core_docs", "Ops", "ＤＯＣＳ wide"]
        const made = yield* Effect.forEach(titles, (title) => as(admin)(teams.create(organization, { title })))
        const ids = [team, ...made.map(({ id }) => id)].sort()
        yield* as(admin)(members.put(organization, made[3]?.id ?? "", reader, { role: "owner" }))
        const list = (query: { readonly owner?: string; readonly title?: string }, limit = 2) =>
          Effect.gen(function* () {
            const items: Array<string> = []
            let page: string | undefined
            do {
              const read = yield* as(creator)(teams.list(organization, { ...query, limit, page }))
              items.push(...read.items.map(({ id }) => id))
              page = read.next?.page
              if (page === undefined) assert.strictEqual(read.count, items.length)
            } while (page !== undefined)
            return items
          })
        assert.deepStrictEqual(yield* list({}), ids)
        for (const title of ["docs", "DOCS", "été", "%", "_", "core", "nothing", "", "\\", "docs 5"]) {
          const fold = (text: string) => text.normalize("NFKC").toLowerCase()
          const wanted = [...made, { id: team, title: "Core" }].filter((each) => fold(each.title).includes(fold(title)))
          assert.deepStrictEqual(yield* list({ title }), wanted.map(({ id }) => id).sort(), title)
        }
        const owned = [team, made[3]?.id].sort()
        assert.deepStrictEqual(yield* list({ owner: reader }, 1), owned as never)
        assert.deepStrictEqual(yield* list({ owner: reader, title: "OP" }), [made[3]?.id] as never)
        assert.deepStrictEqual(yield* list({ owner: admin }), ids)
        for (const owner of [editor, guest, stranger, "a99999999999999999999999999", "", "a\u0000", "é"]) {
          assert.deepStrictEqual(yield* list({ owner }), [], owner)
        }
        for (const title of ["\u0000", "\ud800"]) assert.deepStrictEqual(yield* list({ title }), [])
        yield* asSystem(accounts.disable(organization, reader))
        assert.deepStrictEqual(yield* list({ owner: reader }), [])
        assert.strictEqual(yield* answer(as(reader)(teams.list(organization, whole))), "OrganizationNotFound")
        assert.strictEqual(yield* answer(as(reader)(members.update(organization, team, {}))), "OrganizationNotFound")
        assert.strictEqual((yield* as(admin)(teams.get(organization, team))).members, 2)
        const first = yield* as(creator)(teams.list(organization, { limit: 1 }))
        const other = as(creator)(teams.list(organization, { limit: 1, title: "docs", page: first.next?.page }))
        assert.strictEqual(yield* answer(other), "CursorInvalid")
      })
    )

    it.effect("shows those of a member only to that member and to administrators", () =>
      Effect.gen(function* () {
        const teams = yield* Teams.Teams
        const members = yield* TeamMembers.TeamMembers
        const { admin, creator, editor, guest, organization, reader, stranger, team } = yield* teamed
        const second = yield* as(admin)(teams.create(organization, { title: "Second", members: [reader, guest] }))
        const of = (who: UserId, user: UserId, query = {}) =>
          Effect.map(as(who)(teams.ofMember(organization, user, { ...whole, ...query })), ({ count, items }) => {
            assert.strictEqual(count, items.length)
            return items.map((item) => [item.team.id, item.member.role, item.team.permissions.admin])
          })
        const mine = [
          [team, "owner", true],
          [second.id, "member", false]
        ]
        assert.deepStrictEqual(yield* of(reader, reader), mine)
        assert.deepStrictEqual(
          yield* of(admin, reader),
          mine.map(([id, role]) => [id, role, true])
        )
        assert.deepStrictEqual(yield* of(guest, guest), [[second.id, "member", false]])
        assert.deepStrictEqual(yield* of(reader, reader, { title: "ECO" }), [mine[1]])
        assert.deepStrictEqual(yield* of(reader, reader, { title: "none" }), [])
        assert.deepStrictEqual(yield* of(admin, creator), [])
        assert.strictEqual(yield* answer(of(editor, reader)), "Forbidden")
        assert.strictEqual(yield* answer(of(guest, reader)), "MemberNotFound")
        assert.strictEqual(yield* answer(of(admin, stranger)), "MemberNotFound")
        assert.strictEqual(yield* answer(of(stranger, reader)), "OrganizationNotFound")
        yield* as(admin)(members.remove(organization, team, reader))
        assert.deepStrictEqual(yield* of(reader, reader), [mine[1]])
      })
    )

    it.effect(
      "changes members by id or address, where removing wins and existing members keep their role (rules team-remove-wins and team-keeps-role)",
      () =>
        Effect.gen(function* () {
          const members = yield* TeamMembers.TeamMembers
          const { creator, domain, editor, guest, organization, reader, team, world } = yield* teamed
          const update = (input: Team.TeamMembersUpdate) => as(reader)(members.update(organization, team, input))
          const roster = Effect.map(rosters(world), (all) => all[team])
          yield* update({
            add: [`READER@${domain}`, creator, creator, guest],
            memberships: { [`editor@${domain}`]: { role: "owner" }, [guest]: { role: "owner" } },
            remove: [`guest@${domain}`]
          })
          assert.deepStrictEqual(yield* roster, { [reader]: "owner", [creator]: "member", [editor]: "owner" })
          yield* update({
            memberships: { [guest]: { role: "member" }, [editor]: { role: "member" } },
            remove: [creator]
          })
          assert.deepStrictEqual(yield* roster, { [reader]: "owner", [guest]: "member", [editor]: "member" })
          const events = yield* eventsOf(organization)
          assert.deepStrictEqual(
            events.map(({ type }) => type),
            ["teams.create", "teamMembers.update", "teamMembers.update", "teamMembers.update"]
          )
          assert.sameMembers([...(events[2]?.subjects ?? [])], [team, creator, editor])
          const { before, after } = events[2] ?? {}
          assert.deepStrictEqual(
            [before, after],
            [
              {
                members: [
                  { user: creator, role: null },
                  { user: editor, role: "member" }
                ]
              },
              {
                members: [
                  { user: creator, role: "member" },
                  { user: editor, role: "owner" }
                ]
              }
            ]
          )
          const same = {
            add: [reader, editor],
            memberships: { [guest]: { role: "member" } },
            remove: [creator]
          } as const
          yield* update(same)
          yield* update({})
          assert.strictEqual((yield* eventsOf(organization)).length, 4)
        })
    )

    it.effect("changes all named members or none (rule team-names)", () =>
      Effect.gen(function* () {
        const members = yield* TeamMembers.TeamMembers
        const { admin, creator, domain, editor, organization, stranger, team, world } = yield* teamed
        const before = yield* rosters(world)
        const announced = (yield* eventsOf(organization)).length
        const proto: Team.TeamMembersUpdate = {
          memberships: JSON.parse(`{"${creator}":{"role":"owner"},"__proto__":{"role":"owner"}}`)
        }
        const cases: ReadonlyArray<readonly [Team.TeamMembersUpdate, string, string]> = [
          [{ add: [creator, stranger] }, "ReferenceNotFound", "add.1"],
          [{ add: [creator], remove: [editor, editor, "unknown"] }, "ReferenceNotFound", "remove.2"],
          [{ memberships: { [stranger]: { role: "owner" } } }, "ReferenceNotFound", `memberships.${stranger}`],
          [
            { memberships: { [creator]: { role: "owner" }, [`creator@${domain}`]: { role: "member" } } },
            "InputInvalid",
            `memberships.creator@${domain}`
          ],
          [proto, "InputInvalid", "memberships.__proto__"],
          ...["constructor", "toString", "hasOwnProperty", "valueOf", "length", "", "a\u0000"].map(
            (key) =>
              [
                { memberships: { [creator]: { role: "owner" }, [key]: { role: "owner" } } },
                "ReferenceNotFound",
                `memberships.${key}`
              ] as const
          )
        ]
        for (const [input, tag, path] of cases) {
          const done = as(admin)(members.update(organization, team, input))
          assert.deepStrictEqual(yield* refusal(done), [tag, path])
        }
        assert.deepStrictEqual(yield* rosters(world), before)
        assert.strictEqual((yield* eventsOf(organization)).length, announced)
        yield* as(admin)(
          members.update(organization, team, {
            memberships: { [creator]: { role: "owner" }, [`creator@${domain}`]: { role: "owner" } }
          })
        )
        assert.strictEqual((yield* rosters(world))[team]?.[creator], "owner")
      })
    )

    it.effect("adds and removes single members (rule team-keeps-role)", () =>
      Effect.gen(function* () {
        const members = yield* TeamMembers.TeamMembers
        const accounts = yield* Members.Members
        const { admin, creator, editor, organization, reader, stranger, team, world } = yield* teamed
        const put = (user: UserId, input?: Team.TeamMemberPut) =>
          answer(as(reader)(members.put(organization, team, user, input)))
        const remove = (user: UserId) => answer(as(reader)(members.remove(organization, team, user)))
        yield* put(creator)
        yield* put(creator, { role: "owner" })
        assert.strictEqual((yield* rosters(world))[team]?.[creator], "owner")
        const announced = (yield* eventsOf(organization)).length
        yield* put(creator, {})
        yield* put(creator)
        assert.strictEqual((yield* rosters(world))[team]?.[creator], "owner")
        assert.strictEqual((yield* eventsOf(organization)).length, announced)
        yield* put(creator, { role: "member" })
        assert.strictEqual((yield* rosters(world))[team]?.[creator], "member")
        yield* put(creator, {})
        for (const unknownUser of [stranger, UserId.make("a99999999999999999999999999")]) {
          assert.strictEqual(yield* put(unknownUser), "MemberNotFound")
          assert.strictEqual(yield* remove(unknownUser), false)
        }
        assert.strictEqual((yield* eventsOf(organization)).length, announced + 1)
        yield* asSystem(accounts.disable(organization, editor))
        yield* put(editor, { role: "owner" })
        assert.deepStrictEqual(yield* remove(creator), true)
        assert.deepStrictEqual(yield* remove(creator), false)
        assert.deepStrictEqual((yield* rosters(world))[team], { [reader]: "owner", [editor]: "owner" })
        assert.deepStrictEqual(yield* remove(reader), true)
        assert.strictEqual(yield* remove(editor), "Forbidden")
        assert.strictEqual(yield* answer(as(admin)(members.remove(organization, team, editor))), true)
        assert.deepStrictEqual(yield* rosters(world), { [team]: {} })
        assert.deepStrictEqual((yield* eventsOf(organization)).at(-1)?.before, {
          members: [{ user: editor, role: "owner" }]
        })
      })
    )

    it.effect("keeps those of one organization hidden from another", () =>
      Effect.gen(function* () {
        const teams = yield* Teams.Teams
        const members = yield* TeamMembers.TeamMembers
        const organizations = yield* Organizations.Organizations
        const { admin, editor, organization, team, world } = yield* teamed
        const mine = as(admin)
        const other = (yield* mine(organizations.create({ title: "Other" }))).id
        assert.strictEqual(yield* answer(mine(teams.get(other, team))), "TeamNotFound")
        assert.strictEqual(yield* answer(mine(teams.remove(other, team))), false)
        assert.strictEqual(yield* answer(mine(members.update(other, team, { add: [admin] }))), "TeamNotFound")
        const foreign = yield* mine(teams.create(other, { title: "Foreign" }))
        const added = mine(members.update(other, foreign.id, { add: [editor] }))
        assert.deepStrictEqual(yield* refusal(added), ["ReferenceNotFound", "add.0"])
        yield* mine(members.put(other, foreign.id, admin, { role: "owner" }))
        yield* holding(
          other,
          Effect.flatMap(TeamRoster.TeamRoster, (roster) => roster.leaveAll(other, editor))
        )
        assert.deepStrictEqual(Object.keys((yield* rosters(world))[team] ?? {}).length, 2)
        assert.deepStrictEqual((yield* mine(teams.ofMember(organization, admin, whole))).items, [])
      })
    )

    it.effect("applies their grants during membership, and removes them with the team (rule team-grants)", () =>
      Effect.gen(function* () {
        const teams = yield* Teams.Teams
        const members = yield* TeamMembers.TeamMembers
        const spaces = yield* Spaces.Spaces
        const { placements } = yield* Placements.Placements
        const { admin, guest, organization, reader, team, world } = yield* teamed
        const { id: space } = yield* as(admin)(spaces.create(organization, { title: "Plans" }))
        const grant = holding(
          organization,
          Effect.gen(function* () {
            const ledger = yield* GrantLedger.GrantLedger
            const placed = yield* Effect.orDie(Effect.fromNullishOr((yield* placements.getMany([space])).get(space)))
            return yield* ledger.set(placed, `team:${team}`, "edit")
          })
        )
        const seen = Effect.gen(function* () {
          const { count, items } = yield* as(guest)(spaces.list(organization, whole))
          const got = yield* answer(as(guest)(spaces.get(space)))
          assert.deepStrictEqual([count, items.length], typeof got === "string" ? [0, 0] : [1, 1])
          return typeof got === "string" ? got : got.permissions.edit
        })
        assert.strictEqual(yield* seen, "SpaceNotFound")
        assert.isTrue(yield* grant)
        assert.strictEqual(yield* seen, "SpaceNotFound")
        yield* as(reader)(members.put(organization, team, guest))
        assert.strictEqual(yield* seen, true)
        assert.strictEqual((yield* as(guest)(teams.get(organization, team))).spaces, 1)
        yield* as(reader)(members.update(organization, team, { remove: [guest] }))
        assert.strictEqual(yield* seen, "SpaceNotFound")
        yield* as(reader)(members.update(organization, team, { memberships: { [guest]: { role: "owner" } } }))
        assert.strictEqual(yield* seen, true)
        yield* holding(
          organization,
          Effect.flatMap(TeamRoster.TeamRoster, (roster) => roster.leaveAll(organization, guest))
        )
        assert.strictEqual(yield* seen, "SpaceNotFound")
        assert.strictEqual(yield* answer(as(guest)(members.update(organization, team, {}))), "TeamNotFound")
        yield* as(reader)(members.put(organization, team, guest))
        assert.isTrue(yield* as(admin)(teams.remove(organization, team)))
        assert.strictEqual(yield* seen, "SpaceNotFound")
        assert.deepStrictEqual(yield* rosters(world), {})
        const row = yield* Effect.orDie(Effect.fromNullishOr((yield* placements.getMany([space])).get(space)))
        assert.notInclude(row.value.readers, `team:${team}`)
        const removal = (yield* eventsOf(organization)).at(-1)
        assert.strictEqual(removal?.type, "teams.delete")
        assert.include([...(removal?.subjects ?? [])], guest)
      })
    )

    it.effect("accepts at most 10,000 names at once", () =>
      Effect.gen(function* () {
        const teams = yield* Teams.Teams
        const members = yield* TeamMembers.TeamMembers
        const { admin, creator, editor, organization, team, world } = yield* teamed
        const { membershipChanges: most } = Team.limits
        const names = (count: number) => Array.from({ length: count }, () => String(creator))
        const update = (input: Team.TeamMembersUpdate) => answer(as(admin)(members.update(organization, team, input)))
        const memberships = { [creator]: { role: "owner" } } as const
        assert.strictEqual(yield* update({ add: names(most + 1) }), "TooManyMembershipChanges")
        assert.strictEqual(
          yield* update({ add: names(most - 2), memberships, remove: [editor, editor] }),
          "TooManyMembershipChanges"
        )
        assert.isUndefined((yield* rosters(world))[team]?.[creator])
        assert.isUndefined(yield* update({ add: names(most - 2), memberships, remove: [editor] }))
        assert.strictEqual((yield* rosters(world))[team]?.[creator], "owner")
        const make = (count: number) =>
          answer(as(admin)(teams.create(organization, { title: "Crowd", members: names(count) })))
        assert.strictEqual(yield* make(most + 1), "TooManyMembershipChanges")
        assert.deepInclude(yield* make(most), { members: 1 })
      })
    )

    it.effect("adds no one who is already in 500 teams", () =>
      Effect.gen(function* () {
        const members = yield* TeamMembers.TeamMembers
        const teams = yield* Repository.make(Team.collection)
        const places = yield* Repository.make(TeamMember.collection)
        const accounts = yield* Repository.make(Member.collection)
        const { admin, creator, editor, organization, team, world } = yield* teamed
        const most = Team.limits.teamsOfMember
        const ids = Array.from({ length: most - 1 }, (_, at) => TeamId.make(`full-${at}-${team.slice(-9)}`))
        const id = Member.rowId(organization, creator)
        const bulk = Effect.gen(function* () {
          yield* teams.insertAll(ids.map((each) => ({ id: each, organization, title: "Full", createdAt: 0 })))
          yield* places.insertAll(
            ids.map((each) => ({
              id: TeamMember.rowId(each, creator),
              organization,
              team: each,
              user: creator,
              role: "member" as const
            }))
          )
          const seen = yield* Effect.fromNullishOr((yield* accounts.lock([id])).get(id))
          yield* accounts.update(seen, { ...seen.value, teams: ids })
          yield* accounts.add(id, { teams: ids.length })
          for (const each of ids.slice(0, 3)) yield* teams.add(each, { members: 1 })
        }).pipe(Effect.orDie)
        yield* holding(organization, bulk)
        const count = Effect.map(accounts.getMany([id]), (rows) => rows.get(id)?.value.teams.length)
        const put = (to: string) => answer(as(admin)(members.put(organization, to, creator, {})))
        assert.isUndefined(yield* put(team))
        assert.strictEqual(yield* count, most)
        const next = (yield* as(admin)(
          Effect.flatMap(Teams.Teams, (all) => all.create(organization, { title: "Next" }))
        )).id
        assert.strictEqual(yield* put(next), "TooManyTeamsOfMember")
        const both = members.update(organization, next, { add: [editor, creator] })
        assert.strictEqual(yield* answer(as(admin)(both)), "TooManyTeamsOfMember")
        const made = Effect.flatMap(Teams.Teams, (all) =>
          all.create(organization, { title: "Next", members: [creator] })
        )
        assert.strictEqual(yield* answer(as(admin)(made)), "TooManyTeamsOfMember")
        assert.strictEqual(yield* count, most)
        assert.strictEqual((yield* as(admin)(members.list(organization, next, whole))).count, 0)
        yield* as(admin)(members.put(organization, ids[0] ?? "", creator, { role: "owner" }))
        yield* as(admin)(members.remove(organization, ids[1] ?? "", creator))
        assert.isUndefined(yield* put(next))
        yield* holding(
          organization,
          Effect.flatMap(TeamRoster.TeamRoster, (roster) => roster.leaveAll(organization, creator))
        )
        assert.strictEqual(yield* count, 0)
        assert.strictEqual((yield* accounts.getMany([id])).get(id)?.counters["teams"], 0)
        assert.strictEqual(world.organization, organization)
      })
    )

    const choice = fc.record({
      kind: fc.constantFrom("create", "delete", "update", "update", "update", "put", "put", "remove", "leaveAll"),
      team: fc.nat(20),
      add: fc.uniqueArray(fc.nat(4), { maxLength: 3 }),
      place: fc.dictionary(fc.constantFrom("0", "1", "2", "3", "4"), fc.constantFrom("owner", "member"), {
        maxKeys: 3
      }),
      out: fc.uniqueArray(fc.nat(4), { maxLength: 2 }),
      role: fc.constantFrom("owner" as const, "member" as const, undefined),
      byAddress: fc.boolean()
    })

    it.effect("matches a plain map of teams after any sequence of operations", () =>
      Effect.gen(function* () {
        const teams = yield* Teams.Teams
        const members = yield* TeamMembers.TeamMembers
        for (const steps of fc.sample(fc.array(choice, { minLength: 8, maxLength: 16 }), {
          numRuns: rounds,
          seed: 5
        })) {
          const world = yield* found
          const { organization } = world
          const folk = yield* Effect.all(Array.from({ length: 5 }, () => join(world, "read")))
          const admin = as(world.admin)
          const model = new Map<string, Map<string, string>>()
          const idOf = (at: number) => folk[at]?.id ?? world.admin
          for (const { add, byAddress, kind, out, place, role, team: at } of steps) {
            const nameOf = (person: number) => (byAddress ? folk[person]?.email : folk[person]?.id) ?? ""
            const [id = "none", roster = new Map<string, string>()] = [...model][at % Math.max(model.size, 1)] ?? []
            const [first = 0] = add
            if (kind === "create" || model.size === 0) {
              const made = yield* admin(teams.create(organization, { title: kind, members: add.map(nameOf) }))
              model.set(made.id, new Map(add.map((person) => [idOf(person), "member"])))
            } else if (kind === "delete") {
              assert.isTrue(yield* admin(teams.remove(organization, id)))
              model.delete(id)
            } else if (kind === "put") {
              yield* admin(members.put(organization, id, idOf(first), role === undefined ? {} : { role }))
              roster.set(idOf(first), role ?? "member")
            } else if (kind === "remove") {
              const wasIn = roster.delete(idOf(first))
              assert.strictEqual(yield* admin(members.remove(organization, id, idOf(first))), wasIn)
            } else if (kind === "leaveAll") {
              const leaving = Effect.flatMap(TeamRoster.TeamRoster, (all) => all.leaveAll(organization, idOf(first)))
              yield* holding(organization, leaving)
              for (const each of model.values()) each.delete(idOf(first))
            } else {
              const memberships: Record<string, { role: "owner" | "member" }> = {}
              for (const [person, given] of Object.entries(place)) {
                memberships[nameOf(Number(person))] = { role: given as "owner" }
              }
              const input = { add: add.map(nameOf), memberships, remove: out.map(nameOf) }
              yield* admin(members.update(organization, id, input))
              for (const person of add) roster.set(idOf(person), roster.get(idOf(person)) ?? "member")
              for (const [person, given] of Object.entries(place)) roster.set(idOf(Number(person)), given)
              for (const person of out) roster.delete(idOf(person))
            }
            const expected = Object.fromEntries(Array.from(model, ([team, all]) => [team, Object.fromEntries(all)]))
            assert.deepStrictEqual(yield* rosters(world), expected)
          }
        }
      })
    )

    it.effect("loses no concurrent write", () =>
      Effect.gen(function* () {
        const teams = yield* Teams.Teams
        const members = yield* TeamMembers.TeamMembers
        const { admin, editor, organization, reader, team, world } = yield* teamed
        const folk = yield* Effect.all(Array.from({ length: 8 }, () => join(world, "read")))
        const others = yield* Effect.forEach([0, 1, 2, 3], (at) =>
          as(admin)(teams.create(organization, { title: `Other ${at}` }))
        )
        const all: ReadonlyArray<Effect.Effect<unknown, unknown, TeamMembers.TeamMembers>> = [
          ...folk.map(({ id }, at) => {
            const write = at % 2 === 0 ? { add: [id] } : { memberships: { [id]: { role: "owner" as const } } }
            return as(at % 3 === 0 ? admin : reader)(members.update(organization, team, write))
          }),
          ...others.map(({ id }) => as(admin)(members.put(organization, id, editor, { role: "owner" }))),
          as(admin)(members.remove(organization, team, editor))
        ]
        yield* Effect.all(all, { concurrency: "unbounded" })
        const stated = yield* rosters(world)
        assert.deepStrictEqual(stated[team], {
          [reader]: "owner",
          ...Object.fromEntries(folk.map(({ id }, at) => [id, at % 2 === 0 ? "member" : "owner"]))
        })
        for (const { id } of others) assert.deepStrictEqual(stated[id], { [editor]: "owner" })
        const races = Array.from({ length: 6 }, (_, at) =>
          at % 2 === 0
            ? as(admin)(members.put(organization, others[0]?.id ?? "", reader, { role: "owner" }))
            : as(admin)(teams.remove(organization, others[0]?.id ?? ""))
        )
        yield* Effect.all(
          races.map((race) => answer<unknown, { readonly _tag: string }, never>(race as never)),
          { concurrency: "unbounded" }
        )
        assert.isUndefined((yield* rosters(world))[others[0]?.id ?? ""])
      })
    )
  })
}
