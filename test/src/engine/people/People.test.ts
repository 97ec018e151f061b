import { assert, layer } from "@effect/vitest"
import {
  ApiTokens,
  Audit,
  Credentials,
  EmailInvites,
  Members,
  Outbox,
  People,
  PersonalData,
  Repository,
  SignIn,
  Spaces,
  Teams,
  Users
} from "@quire/core"
import { AuditEntry, Mail } from "@quire/core/internal"
import { Array as Arr, Effect, Schema, Stream } from "effect"
import { as, asSystem, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

const answer = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onFailure: ({ _tag }): unknown => _tag, onSuccess: (value): unknown => value })

/** An organization with an editor, Ann, who is in a team and has a token, a session and a letter that waits. */
const withAnn = Effect.gen(function* () {
  const world = yield* found
  const people = yield* People.People
  const users = yield* Users.Users
  const members = yield* Members.Members
  const tokens = yield* ApiTokens.ApiTokens
  const signIn = yield* SignIn.SignIn
  const invites = yield* EmailInvites.EmailInvites
  const teams = yield* Teams.Teams
  const email = `ann@${world.domain}`
  yield* as(world.admin)(invites.send(world.organization, { emails: [email], role: "admin" }))
  const { id } = yield* asSystem(people.find(email))
  yield* as(id)(users.update(id, { displayName: "Ann Example", photoURL: "https://pictures.example/ann.png" }))
  yield* as(world.admin)(teams.create(world.organization, { title: "Team", members: [id] }))
  const { token } = yield* as(id)(tokens.create(id, { label: "Ann's laptop" }))
  const { code } = yield* asSystem(signIn.start(id))
  const { secret } = yield* signIn.enter({ code }, { userAgent: "Browser of Ann" })
  yield* as(id)(invites.send(world.organization, { emails: [`bob@${world.domain}`] }))
  return { world, people, users, members, id, email, token, secret }
}).pipe(Effect.orDie)

/** The letters that wait to be sent, as they will be. */
const waiting = Effect.gen(function* () {
  const { mails, openEmail } = yield* Effect.provide(Mail.MailQueue, Mail.MailQueue.layer)
  const rows = yield* mails.list("due", { equals: {}, limit: 1000 })
  return yield* Effect.forEach(rows, ({ value }) => openEmail(value))
})

const verified = Effect.flatMap(Audit.Audit, (audit) =>
  asSystem(Effect.map(audit.verify(), ({ chains }) => chains.find(({ organization }) => organization === "")))
)

const chain = Effect.flatMap(Audit.Audit, (audit) => asSystem(audit.chain()))

const erasedEntries = Effect.gen(function* () {
  const entries = yield* Repository.make(AuditEntry.collection)
  const rows = yield* entries.list("inOrganization", { equals: { organization: "" }, limit: 10_000 })
  return { entries, rows: rows.filter(({ value }) => value.erased !== undefined) }
})

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`stored data about people on ${name}`, (it) => {
    it.effect("exports it as one document without secrets (rule user-export)", () =>
      Effect.gen(function* () {
        const { email, id, people, secret, token, world } = yield* withAnn
        const spaces = yield* Spaces.Spaces
        const { id: space } = yield* as(id)(spaces.create(world.organization, { title: "Notes" }))
        yield* chain
        const data = yield* asSystem(people.export(id))
        assert.deepStrictEqual(data, Schema.decodeSync(PersonalData.PersonalData)(data))
        assert.deepInclude(data.profile, { id, email, displayName: "Ann Example" })
        const counts = Object.fromEntries(
          Object.entries(data.sections).map(([section, { length }]) => [section, length])
        )
        assert.deepInclude(counts, { memberships: 1, teams: 1, tokens: 1, sessions: 1, letters: 1, made: 1 })
        assert.deepInclude(data.sections["made"]?.[0], { kind: "space", id: space })
        assert.deepInclude(data.sections["tokens"]?.[0], { label: "Ann's laptop" })
        assert.includeMembers(
          (data.sections["acts"] ?? []).map(({ type }) => type),
          ["users.update", "tokens.create", "spaces.create", "emailInvites.send"]
        )
        const text = JSON.stringify(data)
        for (const hidden of [token, secret, "digest", "sealed"]) assert.notInclude(text, hidden)
        const pieces = yield* asSystem(Stream.runCollect(people.exportText(id)))
        const streamed = JSON.parse(Arr.join(pieces, ""))
        assert.deepStrictEqual(streamed, { ...data, exportedAt: streamed.exportedAt })
      })
    )

    it.effect("lets only the host export and erase it, for existing people", () =>
      Effect.gen(function* () {
        const { id, people, world } = yield* withAnn
        const asked = [
          Effect.asVoid(people.export(id)),
          Effect.asVoid(people.erase(id)),
          Effect.asVoid(people.find(id)),
          Effect.asVoid(Stream.runCollect(people.exportText(id)))
        ]
        for (const ask of asked) {
          assert.strictEqual(yield* answer(as(world.admin)(ask)), "HostOnly")
          assert.strictEqual(yield* answer(as(id)(ask)), "HostOnly")
        }
        assert.strictEqual(yield* answer(asSystem(people.erase(world.organization as never))), "UserNotFound")
        assert.strictEqual(yield* answer(asSystem(people.export(world.organization as never))), "UserNotFound")
        assert.strictEqual(yield* answer(asSystem(people.find(`unknown@${world.domain}`))), "UserNotFound")
      })
    )

    it.effect("erases it: no one can sign in as the person or find them (rule user-erase)", () =>
      Effect.gen(function* () {
        const { email, id, members, people, secret, token, users, world } = yield* withAnn
        const credentials = yield* Credentials.Credentials
        const tokens = yield* ApiTokens.ApiTokens
        const signIn = yield* SignIn.SignIn
        const invites = yield* EmailInvites.EmailInvites
        const { code } = yield* asSystem(signIn.start(id))
        assert.isTrue(yield* asSystem(people.erase(id)))
        assert.strictEqual(yield* answer(credentials.authenticate(token, { _tag: "Nothing" })), "Unauthenticated")
        assert.strictEqual(yield* answer(credentials.authenticateSession(secret)), "Unauthenticated")
        assert.strictEqual(yield* answer(signIn.exchange({ code })), "SignInCodeInvalid")
        assert.strictEqual(yield* answer(as(world.admin)(members.get(world.organization, id))), "MemberNotFound")
        const { items } = yield* as(world.admin)(members.list(world.organization, { search: "ann" }, { limit: 10 }))
        assert.deepStrictEqual(items, [])
        const view = yield* asSystem(users.get(id))
        assert.deepStrictEqual([view.displayName, view.email, view.photoURL], ["Erased user", undefined, undefined])
        const refused = yield* Effect.all([
          answer(asSystem(users.update(id, { displayName: "Ann again" }))),
          answer(asSystem(tokens.create(id, { label: "again" }))),
          answer(asSystem(signIn.start(id))),
          answer(asSystem(members.add(world.organization, id, "read")))
        ])
        assert.deepStrictEqual([...new Set(refused)], ["UserNotFound"])
        const { profile, sections } = yield* asSystem(people.export(id))
        assert.deepStrictEqual([profile.email, profile.externalId, profile.photoURL], [null, null, null])
        assert.deepStrictEqual([sections["memberships"], sections["tokens"], sections["letters"]], [[], [], []])
        const again = yield* as(world.admin)(invites.send(world.organization, { emails: [email] }))
        assert.deepStrictEqual([again.invited, again.users.includes(id)], [1, false])
      })
    )

    it.effect("erases it once, and changes nothing when repeated (rule user-erase)", () =>
      Effect.gen(function* () {
        const { id, people } = yield* withAnn
        const { read } = yield* Outbox.Outbox
        const told = Effect.map(read("", 100_000), (all) => all.filter(({ event }) => event.subjects.includes(id)))
        assert.isTrue(yield* asSystem(people.erase(id)))
        const before = yield* told
        assert.isFalse(yield* asSystem(people.erase(id)))
        assert.deepStrictEqual(yield* told, before)
        assert.deepStrictEqual(
          before.slice(-2).map(({ event }) => event.type),
          ["members.delete", "users.erase"]
        )
        assert.notInclude(JSON.stringify(before), "Ann")
      })
    )

    it.effect("refuses to erase the last administrator of organizations, and names these (rule user-erase)", () =>
      Effect.gen(function* () {
        const { id, members, people, users, world } = yield* withAnn
        const { organization: other, admin } = yield* found
        yield* asSystem(members.add(other, id, "admin"))
        yield* asSystem(Effect.orDie(members.remove(world.organization, world.admin)))
        yield* asSystem(Effect.orDie(members.remove(other, admin)))
        const refused = yield* Effect.flip(asSystem(people.erase(id)))
        assert.deepInclude(refused, { _tag: "OnlyAdministrator", kind: "precondition" })
        assert.deepStrictEqual(
          "organizations" in refused ? [...refused.organizations].sort() : [],
          [world.organization, other].sort()
        )
        assert.strictEqual((yield* asSystem(users.get(id))).displayName, "Ann Example")
        for (const each of [world.organization, other]) yield* asSystem(members.add(each, world.stranger, "admin"))
        assert.isTrue(yield* asSystem(people.erase(id)))
      })
    )

    it.effect("removes it from queued emails: deletes theirs and clears the sender of others (rule user-erase)", () =>
      Effect.gen(function* () {
        const { email, id, people, users, world } = yield* withAnn
        const bob = `bob@${world.domain}`
        const textTo = (to: string) =>
          Effect.map(waiting, (all) => all.filter((letter) => letter.to === to).map(({ text }) => text))
        assert.include((yield* textTo(bob))[0], "Ann Example invited you to ")
        assert.lengthOf(yield* textTo(email), 1)
        yield* asSystem(users.update(id, { displayName: "Ann Other" }))
        yield* asSystem(people.erase(id))
        assert.lengthOf(yield* textTo(email), 0)
        const [text = ""] = yield* textTo(bob)
        assert.match(text, /^You have been invited to World \d+\./)
        assert.include(text, "/sign-in?code=")
        assert.notInclude(text, "Ann")
      })
    )

    it.effect("removes it from the audit log, whose chain stays valid (rule audit-erasure)", () =>
      Effect.gen(function* () {
        const { id, people } = yield* withAnn
        yield* chain
        const before = yield* verified
        yield* asSystem(people.erase(id))
        assert.isUndefined((yield* verified)?.broken)
        yield* chain
        const after = yield* verified
        assert.isUndefined(after?.broken)
        assert.isAbove(after?.entries ?? 0, before?.entries ?? 0)
        const { rows } = yield* erasedEntries
        const theirs = rows.filter(({ value }) => value.subjects.includes(id))
        assert.deepStrictEqual(
          theirs.map(({ value }) => value.type),
          ["users.update", "tokens.create"]
        )
        for (const { value } of theirs) assert.doesNotHaveAnyKeys(value, ["before", "after"])
      })
    )

    it.effect("detects unauthorized erasures and changes of erased entries (rule audit-erasure)", () =>
      Effect.gen(function* () {
        const { id, people } = yield* withAnn
        yield* asSystem(people.erase(id))
        yield* chain
        const { entries, rows } = yield* erasedEntries
        const whole = yield* entries.list("inOrganization", { equals: { organization: "" }, limit: 10_000 })
        const said = whole.filter(({ value }) => value.erased === undefined)
        const first = rows.find(({ value }) => value.subjects.includes(id))
        const other = said.find(({ value }) => value.type === "users.create")
        if (first === undefined || other === undefined) return yield* Effect.die("there are no entries")
        const brokenWith = (seen: typeof first, next: AuditEntry.AuditEntry) =>
          Effect.gen(function* () {
            yield* entries.remove([seen.value.id])
            yield* entries.insert(next)
            const why = (yield* verified)?.broken?.why
            yield* entries.remove([seen.value.id])
            yield* entries.insert(seen.value)
            assert.isUndefined((yield* verified)?.broken)
            return why
          }).pipe(Effect.orDie)
        const { erased, ...unmarked } = first.value
        assert.isString(erased)
        const left = "the entries that this erasure redacted were changed afterwards"
        assert.strictEqual(yield* brokenWith(first, { ...first.value, actor: "somebody" }), left)
        assert.strictEqual(yield* brokenWith(first, { ...first.value, after: { displayName: "Ann" } }), left)
        assert.strictEqual(yield* brokenWith(first, unmarked), "the hash does not match the content of the entry")
        assert.strictEqual(yield* brokenWith(other, { ...other.value, erased: String(erased) }), left)
        assert.strictEqual(
          yield* brokenWith(other, { ...other.value, erased: "by-hand" }),
          "the entry is redacted, but no erasure is recorded for it"
        )
      })
    )
  })
}
