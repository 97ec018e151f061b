import { assert, layer } from "@effect/vitest"
import {
  Collections,
  Grants,
  InviteUse,
  type LinkInviteInput,
  LinkInvites,
  Members,
  Organizations,
  Outbox,
  type Role,
  Spaces,
  type UserId,
  Users
} from "@quire/core"
import { Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import { as, asSystem, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

/** What came of it: the tag of the refusal, or `done`. */
const outcome = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })

const world = Effect.gen(function* () {
  const base = yield* found
  const users = yield* Users.Users
  const members = yield* Members.Members
  const spaces = yield* Spaces.Spaces
  const links = yield* LinkInvites.LinkInvites
  const { use } = yield* InviteUse.InviteUse
  const outbox = yield* Outbox.Outbox
  const { organization } = base
  let people = 0
  let offset = ""
  const news = Effect.gen(function* () {
    const fresh: Array<Outbox.Event> = []
    for (;;) {
      const read = yield* outbox.read(offset, 200)
      fresh.push(...read.map(({ event }) => event))
      offset = read.at(-1)?.offset ?? offset
      if (read.length < 200) return fresh.filter((event) => event.organization === organization)
    }
  })
  const admin = as(base.admin)
  return {
    ...base,
    links,
    news,
    space: (level?: Role.DefaultLevel) =>
      Effect.gen(function* () {
        const { id } = yield* admin(spaces.create(organization, {}))
        if (level !== undefined) yield* admin(spaces.update(id, { defaultLevel: level }))
        return id
      }),
    person: Effect.suspend(() => {
      people += 1
      const name = `person-${people}`
      const email = `${name}@${base.domain}`
      return Effect.map(asSystem(users.ensure({ email, displayName: name, emailVerified: true })), ({ id }) => id)
    }),
    link: (input: LinkInviteInput.Create, by: UserId = base.admin) =>
      Effect.map(as(by)(links.create(organization, input)), ({ id }) => id),
    use: (who: UserId, id: string) => as(who)(use(organization, id)),
    roleOf: (who: UserId) =>
      Effect.match(admin(members.get(organization, who)), {
        onFailure: () => "none" as const,
        onSuccess: ({ role }) => role ?? "guest"
      }),
    /** What they may do there, told by what the space says of itself. */
    onSpace: (who: UserId, space: string) =>
      Effect.match(as(who)(spaces.get(space)), {
        onFailure: () => "nothing",
        onSuccess: ({ permissions: { admin, comment, edit, review } }) =>
          admin ? "create" : review ? "review" : edit ? "edit" : comment ? "comment" : "read"
      })
  }
})

const contentOf = (view: LinkInvites.LinkInviteView) =>
  "space" in view
    ? ["space", view.space.id, view.level]
    : "collection" in view
      ? ["collection", view.collection.id, view.level]
      : ["role", view.role]

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`link invites on ${name}`, (it) => {
    it.effect("lets members with permission create them, for at most their own role", () =>
      Effect.gen(function* () {
        const w = yield* world
        const collections = yield* Collections.Collections
        const space = yield* w.space()
        const gone = yield* w.space()
        yield* as(w.admin)(Effect.flatMap(Spaces.Spaces, (spaces) => spaces.remove(gone)))
        const { id: collection } = yield* as(w.admin)(collections.create(w.organization, {}))
        const other = yield* world
        const foreign = yield* other.space()
        yield* asSystem(Effect.flatMap(Members.Members, (members) => members.add(other.organization, w.admin, "read")))
        const cases: ReadonlyArray<readonly [UserId, LinkInviteInput.Create, string]> = [
          [w.admin, { role: "admin" }, "done"],
          [w.admin, { role: null }, "done"],
          [w.creator, { role: "read" }, "Forbidden"],
          [w.guest, { role: null }, "Forbidden"],
          [w.stranger, { role: "read" }, "OrganizationNotFound"],
          [w.admin, { level: "admin", space }, "done"],
          [w.creator, { level: "create", space }, "done"],
          [w.creator, { level: null, collection }, "done"],
          [w.creator, { level: "admin", space }, "Forbidden"],
          [w.creator, { level: "admin", collection }, "Forbidden"],
          [w.editor, { level: "read", space }, "Forbidden"],
          [w.guest, { level: "read", space }, "ReferenceNotFound"],
          [w.stranger, { level: "read", space }, "OrganizationNotFound"],
          [w.admin, { level: "read", space: gone }, "ReferenceNotFound"],
          [w.admin, { level: "read", space: foreign }, "ReferenceNotFound"],
          [w.admin, { level: "read", collection: collection.replace(/.$/, "z") as never }, "ReferenceNotFound"],
          [w.admin, { level: "read", collection: String(space) as never }, "ReferenceNotFound"]
        ]
        for (const [who, input, expected] of cases) {
          yield* w.news
          assert.strictEqual(yield* outcome(as(who)(w.links.create(w.organization, input))), expected)
          assert.deepStrictEqual(
            (yield* w.news).map(({ type }) => type),
            expected === "done" ? ["linkInvites.create"] : []
          )
        }
        const refused = yield* Effect.result(
          as(w.admin)(w.links.create(w.organization, { level: "read", space: foreign }))
        )
        assert.deepInclude(
          Result.getOrElse(Result.flip(refused), () => ({})),
          { field: "space", id: foreign }
        )
      })
    )

    it.effect("lets callers who could have created them view, list, change and remove them", () =>
      Effect.gen(function* () {
        const w = yield* world
        const space = yield* w.space()
        const whole = yield* w.link({ role: "edit" })
        yield* TestClock.adjust("1 second")
        const second = yield* w.link({ role: null })
        const content = yield* w.link({ level: "edit", space })
        const high = yield* w.link({ level: "admin", space })
        assert.match(whole, /^[0-9A-Za-z]{43}$/)
        const { links, organization } = w
        const page = { limit: 1 }
        const first = yield* as(w.admin)(links.list(organization, page))
        const rest = yield* as(w.admin)(links.list(organization, { limit: 5, page: first.next?.page ?? "" }))
        assert.deepStrictEqual(
          [...first.items, ...rest.items].map(({ id, role }) => [id, role]),
          [
            [whole, "edit"],
            [second, null]
          ]
        )
        assert.strictEqual(first.count, 2)
        const shown = yield* as(w.admin)(links.listOfContent(organization, { limit: 5 }))
        assert.sameDeepMembers(shown.items.map(contentOf), [
          ["space", space, "edit"],
          ["space", space, "admin"]
        ])
        assert.notInclude(first.next?.page ?? "", whole)
        const lists = (who: UserId) =>
          Effect.all([
            outcome(as(who)(links.list(organization, page))),
            outcome(as(who)(links.listOfContent(organization, page)))
          ])
        assert.deepStrictEqual(yield* lists(w.creator), ["Forbidden", "Forbidden"])
        assert.deepStrictEqual(yield* lists(w.stranger), ["OrganizationNotFound", "OrganizationNotFound"])
        const seen = (who: UserId, id: string) => outcome(as(who)(links.get(organization, id)))
        assert.deepStrictEqual(
          [yield* seen(w.creator, content), yield* seen(w.creator, whole), yield* seen(w.creator, high)],
          ["done", "InviteNotFound", "InviteNotFound"]
        )
        assert.deepStrictEqual(
          [yield* seen(w.editor, content), yield* seen(w.guest, content), yield* seen(w.stranger, content)],
          ["InviteNotFound", "InviteNotFound", "OrganizationNotFound"]
        )
        const one = yield* as(w.creator)(links.get(organization, content))
        assert.deepStrictEqual([one.id, one.redundant, contentOf(one)], [content, true, ["space", space, "edit"]])
        yield* w.news
        const patch = (who: UserId, id: string, changes: LinkInviteInput.Patch) =>
          outcome(as(who)(links.update(organization, id, changes)))
        assert.strictEqual(yield* patch(w.creator, content, { level: "edit" }), "done")
        assert.strictEqual(yield* patch(w.creator, content, {}), "done")
        assert.strictEqual(yield* patch(w.creator, content, { level: "admin" }), "Forbidden")
        assert.strictEqual(yield* patch(w.creator, content, { role: "edit" }), "InviteFormMismatch")
        assert.strictEqual(yield* patch(w.admin, whole, { level: "edit" }), "InviteFormMismatch")
        assert.strictEqual(yield* patch(w.editor, content, { level: "read" }), "InviteNotFound")
        assert.deepStrictEqual(yield* w.news, [])
        assert.strictEqual(yield* patch(w.creator, content, { level: null }), "done")
        const [told] = yield* w.news
        assert.deepStrictEqual(
          [told?.type, told?.before, told?.after],
          ["linkInvites.update", { level: "edit", space }, { level: null, space }]
        )
        const remove = (who: UserId, id: string) => as(who)(links.remove(organization, id))
        assert.deepStrictEqual(
          [yield* remove(w.editor, content), yield* remove(w.creator, whole), yield* remove(w.creator, content)],
          [false, false, true]
        )
        assert.isFalse(yield* remove(w.creator, content))
        assert.strictEqual(yield* seen(w.admin, content), "InviteNotFound")
        const news = yield* w.news
        assert.deepStrictEqual(
          news.map(({ type }) => type),
          ["linkInvites.delete"]
        )
      })
    )

    it.effect("adds members with the given role, once", () =>
      Effect.gen(function* () {
        const w = yield* world
        const who = yield* w.person
        const id = yield* w.link({ role: "edit" })
        yield* w.news
        yield* w.use(who, id)
        assert.strictEqual(yield* w.roleOf(who), "edit")
        const [event, ...others] = yield* w.news
        assert.deepStrictEqual(
          [event?.type, event?.actor, event?.after, others],
          ["linkInvites.use", who, { role: "edit" }, []]
        )
        yield* w.use(who, id)
        yield* w.use(w.admin, id)
        yield* w.use(w.creator, id)
        assert.deepStrictEqual(yield* w.news, [])
        assert.deepStrictEqual([yield* w.roleOf(w.admin), yield* w.roleOf(w.creator)], ["admin", "create"])
        yield* w.use(w.reader, id)
        yield* w.use(w.guest, id)
        assert.deepStrictEqual([yield* w.roleOf(w.reader), yield* w.roleOf(w.guest)], ["edit", "edit"])
        assert.strictEqual((yield* w.news).length, 2)
      })
    )

    it.effect("makes guests with a grant by a link to content, and lowers no one (rule join-never-lowers)", () =>
      Effect.gen(function* () {
        const w = yield* world
        const grants = yield* Grants.Grants
        const space = yield* w.space()
        const closed = yield* w.space(null)
        const direct = (on: string) =>
          Effect.map(
            as(w.admin)(grants.listUsers({ kind: "space", id: on }, { limit: 50 })),
            ({ items }) => items.length
          )
        const reads = yield* w.link({ level: "read", space }, w.creator)
        const who = yield* w.person
        yield* w.news
        yield* w.use(who, reads)
        assert.deepStrictEqual([yield* w.roleOf(who), yield* w.onSpace(who, space)], ["guest", "read"])
        assert.deepStrictEqual(
          (yield* w.news).map(({ type }) => type),
          ["linkInvites.use"]
        )
        yield* w.use(who, reads)
        for (const above of [w.editor, w.creator, w.admin]) yield* w.use(above, reads)
        assert.deepStrictEqual([yield* w.news, yield* direct(space)], [[], 1])
        assert.deepStrictEqual(
          [yield* w.onSpace(w.editor, space), yield* w.onSpace(w.creator, space)],
          ["edit", "create"]
        )
        const more = yield* w.link({ level: "review", space })
        yield* w.use(who, more)
        yield* w.use(w.editor, more)
        yield* w.use(who, reads)
        assert.deepStrictEqual([yield* w.onSpace(who, space), yield* w.onSpace(w.editor, space)], ["review", "review"])
        assert.deepStrictEqual([yield* w.roleOf(who), yield* w.roleOf(w.editor)], ["guest", "edit"])
        const none = yield* w.link({ level: null, space: closed })
        const other = yield* w.person
        yield* w.use(other, none)
        assert.deepStrictEqual(
          [yield* w.roleOf(other), yield* w.onSpace(other, closed), yield* direct(closed)],
          ["guest", "nothing", 0]
        )
        const opens = yield* w.link({ level: "comment", space: closed })
        yield* w.use(w.reader, opens)
        assert.strictEqual(yield* w.onSpace(w.reader, closed), "comment")
      })
    )

    it.effect("applies to everything below a collection (rule access-inheritance)", () =>
      Effect.gen(function* () {
        const w = yield* world
        const collections = yield* Collections.Collections
        const spaces = yield* Spaces.Spaces
        const { id: collection } = yield* as(w.admin)(collections.create(w.organization, {}))
        const { id: space } = yield* as(w.admin)(spaces.create(w.organization, { parent: collection }))
        const id = yield* w.link({ level: "edit", collection })
        const who = yield* w.person
        yield* w.use(who, id)
        assert.strictEqual(yield* w.onSpace(who, space), "edit")
        const listed = yield* as(who)(spaces.list(w.organization, { limit: 5 }))
        assert.deepStrictEqual(
          listed.items.map((each) => each.id),
          [space]
        )
      })
    )

    it.effect(
      "gives no more than the inviter has at the time of use, and stops working without the inviter (rule invite-link-role)",
      () =>
        Effect.gen(function* () {
          const w = yield* world
          const members = yield* Members.Members
          const grants = yield* Grants.Grants
          const inviter = yield* w.person
          yield* asSystem(members.add(w.organization, inviter, "admin"))
          const whole = yield* w.link({ role: "create" }, inviter)
          const space = yield* w.space()
          const content = yield* w.link({ level: "create", space }, inviter)
          const hosts = (yield* asSystem(w.links.create(w.organization, { role: "create" }))).id
          const given = Effect.gen(function* () {
            const [one, two] = [yield* w.person, yield* w.person]
            const first = yield* outcome(w.use(one, whole))
            const second = yield* outcome(w.use(two, content))
            return first === "done" && second === "done"
              ? [yield* w.roleOf(one), yield* w.onSpace(two, space)]
              : [first, second]
          })
          const setRole = (role: Role.Role | null) => as(w.admin)(members.update(w.organization, inviter, { role }))
          assert.deepStrictEqual(yield* given, ["create", "create"])
          yield* setRole("edit")
          assert.deepStrictEqual(yield* given, ["edit", "edit"])
          yield* as(w.admin)(grants.invite({ kind: "space", id: space }, { users: [inviter], role: "comment" }))
          assert.deepStrictEqual(yield* given, ["edit", "comment"])
          yield* as(w.admin)(
            grants.remove({ kind: "space", id: space }, { kind: "user", id: inviter } satisfies Parameters<
              typeof grants.remove
            >[1])
          )
          yield* setRole(null)
          assert.deepStrictEqual(yield* given, ["guest", "nothing"])
          yield* setRole("admin")
          yield* asSystem(members.disable(w.organization, inviter))
          assert.deepStrictEqual(yield* given, ["InviteNotFound", "InviteNotFound"])
          yield* asSystem(members.enable(w.organization, inviter))
          assert.deepStrictEqual(yield* given, ["create", "create"])
          yield* as(w.admin)(members.remove(w.organization, inviter))
          assert.deepStrictEqual(yield* given, ["InviteNotFound", "InviteNotFound"])
          yield* asSystem(members.add(w.organization, inviter, "admin"))
          assert.deepStrictEqual(yield* given, ["InviteNotFound", "InviteNotFound"])
          const who = yield* w.person
          yield* w.use(who, hosts)
          assert.strictEqual(yield* w.roleOf(who), "create")
        })
    )

    it.effect(
      "stops working elsewhere, while links are turned off, and for disabled members (rule invite-link-role)",
      () =>
        Effect.gen(function* () {
          const w = yield* world
          const other = yield* world
          const members = yield* Members.Members
          const organizations = yield* Organizations.Organizations
          const { use } = yield* InviteUse.InviteUse
          const id = yield* w.link({ role: "edit" })
          const who = yield* w.person
          assert.strictEqual(yield* outcome(as(who)(use(other.organization, id))), "InviteNotFound")
          assert.strictEqual(yield* outcome(w.use(who, "x".repeat(43))), "InviteNotFound")
          assert.strictEqual(yield* outcome(asSystem(use(w.organization, id))), "InviteNotFound")
          yield* asSystem(members.disable(w.organization, w.reader))
          assert.strictEqual(yield* outcome(w.use(w.reader, id)), "InviteNotFound")
          yield* asSystem(members.enable(w.organization, w.reader))
          yield* as(w.admin)(organizations.update(w.organization, { inviteLinks: false }))
          assert.deepStrictEqual(
            [yield* outcome(w.use(who, id)), yield* outcome(w.use(w.reader, id)), yield* outcome(w.use(w.guest, id))],
            ["InviteNotFound", "Forbidden", "Forbidden"]
          )
          yield* as(w.admin)(organizations.update(w.organization, { inviteLinks: true }))
          yield* as(w.admin)(w.links.remove(w.organization, id))
          assert.strictEqual(yield* outcome(w.use(who, id)), "InviteNotFound")
          assert.strictEqual(yield* w.roleOf(who), "none")
        })
    )

    it.effect(
      "ends a link to content with its transfer, and suspends it while the content is deleted (rules invite-link-role and space-transfer)",
      () =>
        Effect.gen(function* () {
          const w = yield* world
          const spaces = yield* Spaces.Spaces
          const collections = yield* Collections.Collections
          const organizations = yield* Organizations.Organizations
          const elsewhere = (yield* as(w.admin)(organizations.create({ title: "Elsewhere" }))).id
          const { id: collection } = yield* as(w.admin)(collections.create(w.organization, {}))
          const { id: space } = yield* as(w.admin)(spaces.create(w.organization, { parent: collection }))
          const [one, two] = [yield* w.link({ level: "read", space }), yield* w.link({ level: "read", collection })]
          const who = yield* w.person
          yield* as(w.admin)(spaces.remove(space))
          assert.strictEqual(yield* outcome(w.use(who, one)), "InviteNotFound")
          assert.strictEqual((yield* as(w.admin)(w.links.get(w.organization, one))).id, one)
          yield* as(w.admin)(spaces.restore(space))
          assert.strictEqual(yield* outcome(w.use(who, one)), "done")
          yield* as(w.admin)(collections.transfer(collection, { organization: elsewhere }))
          yield* as(w.admin)(collections.transfer(collection, { organization: w.organization }))
          const newcomer = yield* w.person
          assert.deepStrictEqual(
            [yield* outcome(w.use(newcomer, one)), yield* outcome(w.use(newcomer, two))],
            ["InviteNotFound", "InviteNotFound"]
          )
          assert.strictEqual(yield* outcome(as(w.admin)(w.links.get(w.organization, two))), "InviteNotFound")
        })
    )
  })
}
