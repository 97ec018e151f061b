import { assert, layer } from "@effect/vitest"
import {
  Collections,
  Grants,
  Joining,
  LinkInvites,
  MemberSpaces,
  Members,
  Organizations,
  Outbox,
  Placements,
  Presence,
  Role,
  Spaces,
  TeamMembers,
  Teams,
  type UserId,
  Users
} from "@quire/core"
import { Mutation } from "@quire/core/internal"
import { Rounds } from "@quire/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { as, asSystem, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

const rounds = Rounds.rounds(2, 30, 4)

const whole = { limit: 1000 }

const answer = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })

/** What was announced since the offset, about members. */
const news = Effect.fnUntraced(function* (organization: string) {
  const outbox = yield* Outbox.Outbox
  const told: Array<Outbox.Event> = []
  let offset = ""
  for (;;) {
    const rows = yield* outbox.read(offset, 500)
    told.push(...rows.map(({ event }) => event))
    const last = rows.at(-1)
    if (last === undefined) break
    offset = last.offset
  }
  return told.filter((event) => event.organization === organization && event.type.startsWith("members."))
})

const idsOf = (page: { readonly items: ReadonlyArray<{ readonly id: string }> }) => page.items.map(({ id }) => id)

/** Every item of a list that is read so many at a time, and the counts that its pages told. */
const every = Effect.fnUntraced(function* <A, E, R>(
  limit: number,
  list: (request: { readonly limit: number; readonly page?: string | undefined }) => Effect.Effect<
    {
      readonly items: ReadonlyArray<A>
      readonly count?: number | undefined
      readonly next?: { readonly page: string } | undefined
    },
    E,
    R
  >
) {
  const items: Array<A> = []
  const counts = new Set<number | undefined>()
  let page: string | undefined
  do {
    const read = yield* list({ limit, page })
    assert.isAtMost(read.items.length, limit)
    items.push(...read.items)
    counts.add(read.count)
    page = read.next?.page
  } while (page !== undefined)
  return { items, counts: [...counts] }
})

let people = 0

/** An organization with a member for each name. */
const peopled = (names: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const users = yield* Users.Users
    const members = yield* Members.Members
    const organizations = yield* Organizations.Organizations
    const introduce = (displayName: string) =>
      asSystem(users.ensure({ displayName, email: `p${++people}@people.test`, emailVerified: true }))
    const admin = (yield* introduce("Boss")).id
    const { id: organization } = yield* as(admin)(organizations.create({ title: "Peopled" }))
    const ids = yield* Effect.forEach(names, (name) =>
      Effect.tap(
        Effect.map(introduce(name), ({ id }) => id),
        (id) => asSystem(members.add(organization, id, "read"))
      )
    )
    return { admin, organization, ids }
  })

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`members on ${name}`, (it) => {
    it.effect("keeps the role of disabled members without their access (rule access-disabled)", () =>
      Effect.gen(function* () {
        const members = yield* Members.Members
        const spaces = yield* Spaces.Spaces
        const world = yield* found
        const { id } = yield* as(world.admin)(spaces.create(world.organization, {}))
        yield* asSystem(members.disable(world.organization, world.editor))
        assert.strictEqual(yield* answer(as(world.editor)(spaces.get(id))), "SpaceNotFound")
        assert.strictEqual(
          yield* answer(as(world.editor)(spaces.list(world.organization, { limit: 1 }))),
          "OrganizationNotFound"
        )
        const shown = yield* as(world.admin)(members.get(world.organization, world.editor))
        assert.deepStrictEqual([shown.disabled, shown.role], [true, "edit"])
        yield* asSystem(members.enable(world.organization, world.editor))
        yield* asSystem(members.enable(world.organization, world.editor))
        assert.isTrue((yield* as(world.editor)(spaces.get(id))).permissions.edit)
        const told = (yield* news(world.organization)).map(({ type }) => type)
        assert.deepStrictEqual(told.slice(-2), ["members.disable", "members.enable"])
      })
    )

    it.effect("keeps the last administrator in every case (rules organization-last-admin and access-disabled)", () =>
      Effect.gen(function* () {
        const members = yield* Members.Members
        const { admin, creator, organization, stranger } = yield* found
        const { disable, enable, remove, update } = members
        assert.strictEqual(yield* answer(asSystem(disable(organization, admin))), "LastAdministrator")
        assert.strictEqual(yield* answer(asSystem(disable(organization, stranger))), "MemberNotFound")
        const leaving = () => Effect.asVoid(as(admin)(remove(organization, admin)))
        const demoting = () => Effect.asVoid(as(admin)(update(organization, admin, { role: "create" })))
        const guesting = () => Effect.asVoid(as(admin)(update(organization, admin, { role: null })))
        for (const attempt of [leaving, demoting, guesting]) {
          assert.strictEqual(yield* answer(attempt()), "LastAdministrator")
        }
        assert.strictEqual(yield* answer(as(admin)(update(organization, admin, { role: "admin" }))), "done")
        yield* as(admin)(update(organization, creator, { role: "admin" }))
        yield* asSystem(disable(organization, creator))
        for (const attempt of [leaving, demoting, guesting]) {
          assert.strictEqual(yield* answer(attempt()), "LastAdministrator")
        }
        yield* asSystem(enable(organization, creator))
        assert.strictEqual(yield* answer(leaving()), "done")
        assert.strictEqual(yield* answer(as(creator)(remove(organization, creator))), "LastAdministrator")
      })
    )

    it.effect("keeps the role when a member is added twice, and lets only the host add members", () =>
      Effect.gen(function* () {
        const members = yield* Members.Members
        const world = yield* found
        const again = yield* asSystem(members.add(world.organization, world.editor, "admin"))
        assert.strictEqual(again.role, "edit")
        assert.strictEqual(
          yield* answer(as(world.admin)(members.add(world.organization, world.stranger, "read"))),
          "HostOnly"
        )
        const { disable } = members
        assert.strictEqual(yield* answer(as(world.admin)(disable(world.organization, world.editor))), "HostOnly")
      })
    )

    it.effect("adds a member once by joining, and raises a role without lowering one (rule join-never-lowers)", () =>
      Effect.gen(function* () {
        const { join } = yield* Joining.Joining
        const { disable, get } = yield* Members.Members
        const tree = yield* Placements.Placements
        const { mutate } = yield* Effect.provide(Mutation.Mutation, Mutation.Mutation.layer)
        const { organization, reader, stranger } = yield* found
        const joins = (user: UserId, role: Role.Role | null) =>
          asSystem(mutate(Effect.andThen(tree.lock(organization), join(organization, user, role)))).pipe(
            Effect.match({
              onFailure: ({ _tag }) => _tag,
              onSuccess: ({ isNew, member }) => [isNew, member.value.role, member.version]
            })
          )
        assert.deepStrictEqual(yield* joins(stranger, null), [true, null, 1])
        assert.deepStrictEqual(yield* joins(stranger, null), [false, null, 1])
        assert.deepStrictEqual(yield* joins(stranger, "edit"), [false, "edit", 2])
        for (const role of [null, "read", "edit"] as const) {
          assert.deepStrictEqual(yield* joins(stranger, role), [false, "edit", 2])
        }
        assert.deepStrictEqual(yield* joins(reader, "admin"), [false, "admin", 2])
        assert.strictEqual((yield* asSystem(get(organization, reader))).role, "admin")
        yield* asSystem(disable(organization, reader))
        assert.strictEqual(yield* joins(reader, "admin"), "OrganizationNotFound")
      })
    )

    it.effect("keeps both changes of a concurrent rename and ping", () =>
      Effect.gen(function* () {
        const { list } = yield* Members.Members
        const { ping } = yield* Presence.Presence
        const users = yield* Users.Users
        const { admin, editor, organization } = yield* found
        for (let round = 0; round < rounds; round++) {
          yield* TestClock.adjust("1 second")
          const displayName = `Round ${round} of ${name}`
          yield* Effect.all(
            [
              as(editor)(ping(organization)),
              as(editor)(users.update(editor, { displayName })),
              as(admin)(ping(organization))
            ],
            { concurrency: "unbounded" }
          )
          const { items } = yield* as(admin)(list(organization, { search: displayName, sort: "lastSeenAt" }, whole))
          assert.deepStrictEqual(
            items.map(({ id, lastSeenAt }) => [id, Date.parse(lastSeenAt ?? "") % 1000]),
            [[editor, 0]]
          )
        }
      })
    )

    it.effect("restricts viewing, changing and removing members by role", () =>
      Effect.gen(function* () {
        const { get, list, remove, setSso, update } = yield* Members.Members
        const spaces = yield* MemberSpaces.MemberSpaces
        const { admin, creator, editor, guest, organization, reader, stranger } = yield* found
        const asked = (who: UserId, whom: UserId) =>
          Effect.all([
            answer(as(who)(list(organization, {}, whole))),
            answer(as(who)(get(organization, whom))),
            answer(as(who)(spaces.list(organization, whom, "desc", whole))),
            answer(as(who)(setSso(organization, whom))),
            answer(as(who)(update(organization, whom, {})))
          ])
        const [may, no, hidden] = ["done", "Forbidden", "MemberNotFound"]
        assert.deepStrictEqual(yield* asked(admin, guest), [may, may, may, may, may])
        assert.deepStrictEqual(yield* asked(creator, guest), [may, may, no, no, no])
        assert.deepStrictEqual(yield* asked(reader, reader), [may, may, may, no, no])
        assert.deepStrictEqual(yield* asked(guest, guest), [no, may, may, no, no])
        assert.deepStrictEqual(yield* asked(guest, reader), [no, hidden, hidden, hidden, hidden])
        assert.deepStrictEqual(yield* asked(admin, stranger), [may, hidden, hidden, hidden, hidden])
        const outside = "OrganizationNotFound"
        assert.deepStrictEqual(yield* asked(stranger, stranger), [outside, outside, outside, outside, outside])
        assert.strictEqual(yield* answer(as(stranger)(remove(organization, reader))), outside)
        assert.strictEqual(yield* answer(as(creator)(remove(organization, reader))), no)
        assert.isFalse(yield* as(guest)(remove(organization, reader)))
        assert.isFalse(yield* as(admin)(remove(organization, stranger)))
        for (const who of [guest, editor]) {
          assert.isTrue(yield* as(who)(remove(organization, who)))
          assert.strictEqual(yield* answer(as(who)(remove(organization, who))), outside)
        }
        assert.isTrue(yield* as(admin)(remove(organization, reader)))
        const removed = (yield* news(organization)).filter(({ type }) => type === "members.delete")
        assert.deepStrictEqual(
          removed.map(({ actor, subjects }) => [actor, ...subjects]),
          [
            [guest, guest],
            [editor, editor],
            [admin, reader]
          ]
        )
      })
    )

    it.effect("changes a role at once, and ignores an equal one", () =>
      Effect.gen(function* () {
        const { get, setSso, update } = yield* Members.Members
        const spaces = yield* Spaces.Spaces
        const { admin, organization, reader } = yield* found
        const open = yield* as(admin)(spaces.create(organization, { title: "Open" }))
        const closed = yield* as(admin)(spaces.create(organization, { title: "Closed" }))
        yield* as(admin)(spaces.update(closed.id, { defaultLevel: null }))
        const listed = Effect.map(as(reader)(spaces.list(organization, whole)), ({ count, items }) => [
          count,
          ...items.map(({ id, permissions }) => [id, permissions.admin])
        ])
        const before = (yield* news(organization)).length
        assert.deepStrictEqual(yield* listed, [1, [open.id, false]])
        for (const changes of [{ role: "read" }, {}] as const) {
          assert.strictEqual((yield* as(admin)(update(organization, reader, changes))).role, "read")
        }
        assert.strictEqual((yield* news(organization)).length, before)
        assert.isNull((yield* as(admin)(update(organization, reader, { role: null }))).role)
        assert.deepStrictEqual(yield* listed, [0])
        for (const role of Role.roles) {
          assert.strictEqual((yield* as(admin)(update(organization, reader, { role }))).role, role)
          assert.strictEqual((yield* as(admin)(get(organization, reader))).role, role)
          const expected =
            role === "admin" ? [2, [open.id, true], [closed.id, true]] : [1, [open.id, role === "create"]]
          assert.deepStrictEqual(yield* listed, expected)
        }
        const told = (yield* news(organization)).slice(before)
        assert.deepStrictEqual(
          told.map(({ type }) => type),
          Array.from({ length: 7 }, () => "members.update")
        )
        assert.deepInclude(told[0]?.before, { role: "read" })
        assert.deepInclude(told[0]?.after, { role: null })
        assert.isTrue((yield* as(admin)(setSso(organization, reader))).sso)
        assert.isTrue((yield* as(admin)(setSso(organization, reader))).sso)
        assert.strictEqual((yield* news(organization)).length, before + 8)
      })
    )

    it.effect(
      "takes everything from a member who leaves, and returns nothing when they join again (rules member-leaves and access-closed)",
      () =>
        Effect.gen(function* () {
          const { add, get, remove, update } = yield* Members.Members
          const collections = yield* Collections.Collections
          const grants = yield* Grants.Grants
          const invites = yield* LinkInvites.LinkInvites
          const presence = yield* Presence.Presence
          const spaces = yield* Spaces.Spaces
          const teams = yield* Teams.Teams
          const teamMembers = yield* TeamMembers.TeamMembers
          const { admin, creator, editor, organization, reader } = yield* found
          const mine = as(creator)
          const boss = as(admin)
          const folder = yield* mine(collections.create(organization, { title: "Mine" }))
          yield* mine(collections.update(folder.id, { defaultLevel: null }))
          const nested = yield* mine(spaces.create(organization, { title: "In mine", parent: folder.id }))
          const kept = yield* mine(spaces.create(organization, { title: "Explicit", parent: folder.id }))
          yield* mine(spaces.update(kept.id, { defaultLevel: "read" }))
          const lent = yield* boss(spaces.create(organization, { title: "Not mine, in mine", parent: folder.id }))
          const given = yield* boss(spaces.create(organization, { title: "Given" }))
          yield* boss(spaces.update(given.id, { defaultLevel: null }))
          yield* boss(grants.invite({ kind: "space", id: given.id }, { users: [creator], role: "edit" }))
          yield* boss(grants.invite({ kind: "space", id: nested.id }, { users: [editor], role: "edit" }))
          const team = yield* boss(teams.create(organization, { title: "Team", members: [creator, reader] }))
          yield* boss(teamMembers.put(organization, team.id, creator, { role: "owner" }))
          yield* mine(invites.create(organization, { level: "read", space: nested.id }))
          yield* boss(invites.create(organization, { level: "read", space: nested.id }))
          yield* mine(presence.ping(organization))
          const seen = (who: UserId) =>
            Effect.map(as(who)(spaces.list(organization, whole)), (page) => [page.count, ...idsOf(page)])
          assert.deepStrictEqual(yield* seen(creator), [4, nested.id, kept.id, lent.id, given.id])
          const there = yield* boss(get(organization, creator))
          assert.deepStrictEqual([there.teams, there.spaces], [1, 1])
          assert.isDefined(there.lastSeenAt)

          yield* TestClock.adjust("1 hour")
          assert.isTrue(yield* boss(remove(organization, creator)))
          assert.strictEqual(yield* answer(mine(spaces.list(organization, whole))), "OrganizationNotFound")
          assert.strictEqual((yield* boss(teams.get(organization, team.id))).members, 1)
          assert.strictEqual((yield* boss(invites.listOfContent(organization, whole))).count, 1)
          assert.deepStrictEqual(yield* seen(editor), [2, nested.id, kept.id])
          assert.deepStrictEqual(yield* seen(admin), [4, nested.id, kept.id, lent.id, given.id])

          yield* asSystem(add(organization, creator, null))
          const back = yield* boss(get(organization, creator))
          assert.deepStrictEqual([back.role, back.teams, back.spaces, back.sso], [null, 0, 0, false])
          assert.isUndefined(back.lastSeenAt)
          assert.isAbove(Date.parse(back.joinedAt), Date.parse(there.joinedAt))
          assert.deepStrictEqual(yield* seen(creator), [0])
          yield* boss(update(organization, creator, { role: "create" }))
          assert.deepStrictEqual(yield* seen(creator), [1, kept.id])
          assert.strictEqual(yield* answer(mine(spaces.get(nested.id))), "SpaceNotFound")
        })
    )

    it.effect("lists the spaces that a member may read, with their permissions there (rule member-spaces-count)", () =>
      Effect.gen(function* () {
        const members = yield* Members.Members
        const collections = yield* Collections.Collections
        const grants = yield* Grants.Grants
        const spaces = yield* Spaces.Spaces
        const teams = yield* Teams.Teams
        const { list } = yield* MemberSpaces.MemberSpaces
        const { admin, editor, guest, organization, reader } = yield* found
        const boss = as(admin)
        const folder = yield* boss(collections.create(organization, { title: "Folder" }))
        yield* boss(grants.invite({ kind: "collection", id: folder.id }, { users: [guest], role: "comment" }))
        const make = (title: string, level: "inherit" | "create" | null, isNested: boolean) =>
          boss(
            Effect.gen(function* () {
              const { id } = yield* spaces.create(organization, { title, ...(isNested ? { parent: folder.id } : {}) })
              yield* spaces.update(id, { defaultLevel: level })
              return id
            })
          )
        const top = yield* make("Top", "inherit", false)
        const nested = yield* make("Nested", "inherit", true)
        const explicit = yield* make("Explicit", "create", true)
        const closed = yield* make("Closed", null, false)
        const gone = yield* make("Gone", "inherit", true)
        yield* boss(spaces.remove(gone))
        const team = yield* boss(teams.create(organization, { title: "Team", members: [guest] }))
        yield* boss(grants.invite({ kind: "space", id: closed }, { teams: [team.id], users: [editor], role: "review" }))
        const of = (user: UserId, who = admin, order: "asc" | "desc" = "asc") =>
          Effect.map(
            every(1, (request) => as(who)(list(organization, user, order, request))),
            ({ counts, items }) => [counts[0] ?? 0, ...items.map(({ permission, space }) => [space.id, permission])]
          )
        const guests = [2, [nested, "comment"], [closed, "review"]]
        const editors = [4, [top, "edit"], [nested, "edit"], [explicit, "create"], [closed, "review"]]
        const readers = [3, [top, "read"], [nested, "read"], [explicit, "create"]]
        const all = [top, nested, explicit, closed]
        assert.deepStrictEqual(yield* of(guest), guests)
        assert.deepStrictEqual(yield* of(guest, guest), guests)
        assert.deepStrictEqual(yield* of(editor), editors)
        assert.deepStrictEqual(yield* of(reader, reader), readers)
        assert.deepStrictEqual(yield* of(admin), [4, ...all.map((id) => [id, "admin"])])
        const [count, ...rest] = readers
        assert.deepStrictEqual(yield* of(reader, admin, "desc"), [count, ...rest.toReversed()])
        assert.deepStrictEqual(yield* of(admin, admin, "desc"), [4, ...all.toReversed().map((id) => [id, "admin"])])
        assert.deepStrictEqual(yield* asSystem(list(organization, reader, "desc", { limit: 0 })), {
          items: [],
          count: 3
        })
        const first = yield* boss(list(organization, reader, "asc", { limit: 1 }))
        const page = first.next?.page
        for (const [user, order] of [
          [editor, "asc"],
          [reader, "desc"]
        ] as const) {
          assert.strictEqual(yield* answer(boss(list(organization, user, order, { limit: 1, page }))), "CursorInvalid")
        }
        const seen = first.items[0]?.space.permissions
        assert.deepStrictEqual([seen?.admin, seen?.edit], [true, true])
        yield* asSystem(members.disable(organization, editor))
        assert.deepStrictEqual(yield* of(editor), [0])
      })
    )

    const foldings: ReadonlyArray<readonly [search: string, name: string]> = [
      ["BOSS", "Boss"],
      ["élodie", "ÉLODIE Durand"],
      ["e\u0301lodie", "ÉLODIE Durand"],
      ["finance", "\ufb01nance"],
      ["ABC", "\uff21\uff22\uff23 Ltd"],
      ["\uff41\uff42\uff43", "\uff21\uff22\uff23 Ltd"],
      ["\ufb01NANCE", "\ufb01nance"],
      ["σοφία", "ΣΟΦΊΑ"],
      ["100%", "100% Mine"],
      ["a_b", "a_b"],
      ["back\\slash", "Back\\Slash"],
      ["  durand ", "ÉLODIE Durand"],
      ["東京", "東京 太郎"]
    ]

    it.effect("searches regardless of case, width and composition, and takes symbols literally", () =>
      Effect.gen(function* () {
        const { list } = yield* Members.Members
        const users = yield* Users.Users
        const names = [...new Set(foldings.map(([, displayName]) => displayName))].slice(1)
        const { admin, ids, organization } = yield* peopled([...names, "axb", "100 Mine"])
        const found = (search: string) =>
          Effect.map(as(admin)(list(organization, { search, order: "asc" }, whole)), ({ count, items }) => {
            assert.strictEqual(count, items.length)
            return items.map(({ user }) => user.displayName)
          })
        for (const [search, displayName] of foldings) {
          assert.deepStrictEqual(yield* found(search), [displayName.normalize("NFC")], search)
        }
        assert.lengthOf(yield* found(""), ids.length + 1)
        assert.lengthOf(yield* found("  "), ids.length + 1)
        assert.lengthOf(yield* found("@people.TEST"), ids.length + 1)
        assert.deepStrictEqual(yield* found("unknown person"), [])
        const [one] = ids
        if (one === undefined) return assert.fail("no member")
        yield* as(one)(users.update(one, { displayName: "Renamed" }))
        assert.deepStrictEqual(yield* found("renAMED"), ["Renamed"])
        assert.strictEqual(yield* answer(as(admin)(list(organization, { search: "x".repeat(512) }, whole))), "done")
        for (const search of ["x".repeat(513), "a\u0000b"]) {
          assert.strictEqual(yield* answer(as(admin)(list(organization, { search }, whole))), "InputInvalid")
        }
      })
    )

    const person = fc.record({
      role: fc.constantFrom(...Role.roles, null),
      name: fc.constantFrom("Ann", "ann", "Bo", "Anna Bo", "Çelik"),
      joins: fc.integer({ min: 0, max: 3 }),
      pings: fc.option(fc.integer({ min: 0, max: 3 }))
    })

    it.effect("returns each matching member once in order, in pages of any size (rule list-order)", () =>
      Effect.gen(function* () {
        const { add, list } = yield* Members.Members
        const { ping } = yield* Presence.Presence
        const users = yield* Users.Users
        const populations = fc.sample(fc.array(person, { minLength: 1, maxLength: 9 }), { numRuns: rounds })
        for (const population of populations) {
          const { admin, organization } = yield* peopled([])
          const start = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
          const all: Array<{
            id: string
            role: Role.Role | null
            words: string
            joinedAt: number
            lastSeenAt: number | null
          }> = [
            {
              id: admin,
              role: "admin",
              words: `boss p${people}@people.test`,
              joinedAt: start,
              lastSeenAt: null
            }
          ]
          let now = start
          for (const { joins, name: displayName, pings, role } of population) {
            yield* TestClock.adjust(joins * 1000)
            now += joins * 1000
            const email = `p${++people}@people.test`
            const { id } = yield* asSystem(users.ensure({ displayName, email, emailVerified: true }))
            yield* asSystem(add(organization, id, role))
            const joinedAt = now
            if (pings !== null) {
              yield* TestClock.adjust(pings * 1000)
              now += pings * 1000
              yield* as(id)(ping(organization))
            }
            all.push({
              id,
              role,
              words: `${displayName} ${email}`.toLowerCase(),
              joinedAt,
              lastSeenAt: pings === null ? null : Math.floor(now / 1000) * 1000
            })
          }
          const filter = fc.record({
            role: fc.constantFrom(undefined, undefined, "guest" as const, ...Role.roles),
            search: fc.constantFrom(undefined, undefined, "ann", "O", "people", "unknown"),
            sort: fc.constantFrom("joinedAt" as const, "lastSeenAt" as const),
            order: fc.constantFrom("asc" as const, "desc" as const),
            limit: fc.integer({ min: 1, max: 5 })
          })
          for (const { limit, order, role, search, sort } of fc.sample(filter, { numRuns: 15, seed: 11 })) {
            const expected = all
              .filter((self) => role === undefined || (self.role ?? "guest") === role)
              .filter(({ words }) => search === undefined || words.includes(search.toLowerCase()))
              .filter((self) => self[sort] !== null)
              .sort((one, other) => (one[sort] ?? 0) - (other[sort] ?? 0) || (one.id < other.id ? -1 : 1))
              .map(({ id }) => id)
            const wanted = {
              sort,
              order,
              ...(role === undefined ? {} : { role }),
              ...(search === undefined ? {} : { search })
            }
            const { counts, items } = yield* every(limit, (request) => as(admin)(list(organization, wanted, request)))
            assert.deepStrictEqual(
              items.map(({ id }) => id),
              order === "asc" ? expected : expected.toReversed(),
              JSON.stringify(wanted)
            )
            assert.deepStrictEqual(counts, [expected.length])
          }
        }
      })
    )

    it.effect("lists the newest first by default, and binds a cursor to its list", () =>
      Effect.gen(function* () {
        const { list } = yield* Members.Members
        const { admin, ids, organization } = yield* peopled(["a", "b", "c"])
        const other = yield* peopled(["d", "e"])
        assert.deepStrictEqual(idsOf(yield* as(admin)(list(organization, {}, whole))), [admin, ...ids].toReversed())
        const { next } = yield* as(admin)(list(organization, { role: "read" }, { limit: 1 }))
        const page = next?.page
        const again = (filter: Parameters<typeof list>[1], who = admin, where = organization) =>
          answer(as(who)(list(where, filter, { limit: 1, page })))
        assert.strictEqual(yield* again({ role: "read" }), "done")
        assert.strictEqual(yield* again({ role: "read", order: "desc", sort: "joinedAt", search: " " }), "done")
        const refused = yield* Effect.all([
          again({}),
          again({ role: "edit" }),
          again({ role: "read", order: "asc" }),
          again({ role: "read", sort: "lastSeenAt" }),
          again({ role: "read", search: "a" }),
          again({ role: "read" }, ids[0]),
          again({ role: "read" }, other.admin, other.organization)
        ])
        assert.deepStrictEqual([...new Set(refused)], ["CursorInvalid"])
      })
    )
  })
}
