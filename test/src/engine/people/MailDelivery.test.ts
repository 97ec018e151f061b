import { assert, layer } from "@effect/vitest"
import { MemoryMailer } from "@quire/adapters"
import {
  ApiTokens,
  DomainJoins,
  type EmailInviteInput,
  EmailInvites,
  InviteUse,
  LinkInvites,
  MailDelivery,
  Members,
  Organizations,
  Outbox,
  Secrets,
  SignIn,
  type UserId,
  Users
} from "@quire/core"
import { Context, Effect, Logger, References, Result } from "effect"
import { TestClock } from "effect/testing"
import { as, asSystem, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

const outcome = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })

const deliver = Effect.flatMap(MailDelivery.MailDelivery, (mailDelivery) => asSystem(mailDelivery.deliver()))

/** What was written to an address, oldest first. */
const emailsTo = (address: string) =>
  Effect.flatMap(MemoryMailer.MemoryMailer, ({ emails }) =>
    Effect.map(emails, (all) => all.filter(({ to }) => to === address))
  )

/** The code of the last letter to an address. */
const codeFor = (address: string) =>
  Effect.map(emailsTo(address), (emails) => /code=(\w+)/.exec(emails.at(-1)?.text ?? "")?.[1] ?? "")

const world = Effect.gen(function* () {
  const base = yield* found
  const invites = yield* EmailInvites.EmailInvites
  const members = yield* Members.Members
  const users = yield* Users.Users
  return {
    ...base,
    send: (input: EmailInviteInput.Send, by: UserId = base.admin) => as(by)(invites.send(base.organization, input)),
    member: (user: UserId) => as(base.admin)(members.get(base.organization, user)),
    person: (name: string) =>
      Effect.map(asSystem(users.ensure({ email: `${name}@${base.domain}`, displayName: name })), ({ id }) => id)
  }
})

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`emails on ${name}`, (it) => {
    it.effect(
      "creates members by address, each with the role that the invitation names (rules invite-at-once, invite-batch and user-made)",
      () =>
        Effect.gen(function* () {
          const w = yield* world
          const organizations = yield* Organizations.Organizations
          const known = yield* w.person("known")
          const at = (local: string) => `${local}@${w.domain}`
          const sent = yield* w.send({
            emails: [
              at("zoe"),
              { email: at("KNOWN"), role: "edit" },
              at("reader"),
              at("Zoe"),
              { email: at("guy"), role: null }
            ],
            role: "comment"
          })
          const [zoe, second, guy] = yield* Effect.forEach(sent.users, w.member)
          assert.deepStrictEqual([sent.invited, sent.failedSSOEmails, second?.id], [3, [], known])
          assert.deepStrictEqual(
            [zoe, second, guy].map((each) => [each?.user.email, each?.user.displayName, each?.role, each?.sso]),
            [
              [at("zoe"), "zoe", "comment", false],
              [at("known"), "known", "edit", false],
              [at("guy"), "guy", null, false]
            ]
          )
          assert.strictEqual((yield* w.member(w.reader)).role, "read")
          yield* as(w.admin)(organizations.update(w.organization, { defaultRole: "review" }))
          const again = yield* w.send({ emails: [at("zoe"), at("ivy"), { email: at("ivy"), role: "read" }, at("kim")] })
          const roles = yield* Effect.forEach(again.users, (user) => Effect.map(w.member(user), ({ role }) => role))
          assert.deepStrictEqual(roles, ["read", "review"])
        })
    )

    it.effect(
      "allows only administrators to invite, all or none, and emits one event with the result (rule invite-batch)",
      () =>
        Effect.gen(function* () {
          const w = yield* world
          const outbox = yield* Outbox.Outbox
          const news = Effect.map(outbox.read("", 100_000), (rows) =>
            rows.map(({ event }) => event).filter(({ organization }) => organization === w.organization)
          )
          const before = (yield* news).length
          assert.strictEqual(yield* outcome(w.send({ emails: ["a@b.test"] }, w.creator)), "Forbidden")
          assert.strictEqual(yield* outcome(w.send({ emails: ["a@b.test"] }, w.stranger)), "OrganizationNotFound")
          const bad = yield* Effect.result(w.send({ emails: [`new@${w.domain}`, "unknown"] }))
          assert.strictEqual(
            Result.match(bad, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" }),
            "InputInvalid"
          )
          yield* w.send({ emails: [`reader@${w.domain}`] })
          assert.strictEqual((yield* news).length, before)
          const { users } = yield* w.send({ emails: [`one@${w.domain}`, `two@${w.domain}`], role: "read" })
          const [event, ...others] = (yield* news).slice(before)
          assert.deepStrictEqual([event?.type, event?.subjects, others], ["emailInvites.send", users, []])
          yield* deliver
          const code = yield* codeFor(`one@${w.domain}`)
          assert.match(code, /^\w{43}$/)
          assert.notInclude(JSON.stringify(yield* news), code)
        })
    )

    it.effect(
      "resends invitations to members who have not verified their address, and to no others (rule invite-resend)",
      () =>
        Effect.gen(function* () {
          const w = yield* world
          const { exchange } = yield* SignIn.SignIn
          const outbox = yield* Outbox.Outbox
          const [proved, pending] = [`proved@${w.domain}`, `pending@${w.domain}`]
          const emails = [proved, pending]
          const { users } = yield* w.send({ emails, role: "read" })
          const invited = users.at(-1) ?? ""
          yield* deliver
          yield* exchange({ code: yield* codeFor(proved) })
          const before = (yield* outbox.read("", 100_000)).length
          const again = yield* w.send({ emails, role: "admin" })
          yield* deliver
          assert.deepStrictEqual([again.invited, again.users], [0, []])
          assert.deepStrictEqual([(yield* emailsTo(proved)).length, (yield* emailsTo(pending)).length], [1, 2])
          const told = (yield* outbox.read("", 100_000)).slice(before).map(({ event }) => [event.type, event.subjects])
          assert.deepStrictEqual(told, [["emailInvites.send", [invited]]])
          yield* exchange({ code: yield* codeFor(pending) })
          const roles = yield* Effect.forEach(users, (user) => Effect.map(w.member(user), ({ role }) => role))
          assert.deepStrictEqual(roles, ["read", "read"])
        })
    )

    it.effect(
      "marks members for single sign-on by listed domains, whether or not they have an account elsewhere (rule invite-sso)",
      () =>
        Effect.gen(function* () {
          const w = yield* world
          const other = yield* world
          const members = yield* Members.Members
          const organizations = yield* Organizations.Organizations
          const near = (local: string) => `${local}@${w.domain}`
          const far = (local: string) => `${local}@sub.${w.domain}`
          yield* as(w.admin)(organizations.update(w.organization, { emailDomains: [w.domain] }))
          const users = yield* Users.Users
          for (const email of [near("shared"), far("shared")]) {
            const { id } = yield* asSystem(users.ensure({ email, displayName: "shared" }))
            yield* asSystem(members.add(other.organization, id, "read"))
          }
          const emails = [near("own"), near("shared"), far("own"), far("shared")]
          const sent = yield* w.send({ emails, sso: true })
          assert.deepStrictEqual([sent.invited, sent.failedSSOEmails], [4, [far("own"), far("shared")]])
          const marks = yield* Effect.forEach(sent.users, (user) => Effect.map(w.member(user), ({ sso }) => sso))
          assert.deepStrictEqual(marks, [true, true, false, false])
          const plain = yield* w.send({ emails: [far("other")] })
          assert.deepStrictEqual(plain.failedSSOEmails, [])
        })
    )

    it.effect("signs in once by the code, and verifies the address it was sent to (rule sign-in-code)", () =>
      Effect.gen(function* () {
        const w = yield* world
        const { exchange } = yield* SignIn.SignIn
        const tokens = yield* ApiTokens.ApiTokens
        const organizations = yield* Organizations.Organizations
        const joins = yield* DomainJoins.DomainJoins
        const email = `new@${w.domain}`
        const { users } = yield* w.send({ emails: [email], role: "read" })
        const [user] = users
        if (user === undefined) return assert.fail("no user was invited")
        const open = (yield* as(w.admin)(organizations.create({ title: "Open", emailDomains: [w.domain] }))).id
        assert.strictEqual(yield* outcome(as(user)(joins.join(open))), "OrganizationNotFound")
        yield* deliver
        const code = yield* codeFor(email)
        const rounds = yield* Effect.all(
          Array.from({ length: 4 }, () => Effect.result(exchange({ code }))),
          {
            concurrency: "unbounded"
          }
        )
        const [won, ...others] = rounds.flatMap((round) => (Result.isSuccess(round) ? [round.success] : []))
        assert.deepStrictEqual([won?.user.id, won?.user.email, others], [user, email, []])
        assert.match(won?.token ?? "", /^quire_/)
        assert.deepStrictEqual(
          (yield* as(user)(tokens.list(user, { limit: 5 }))).items.map(({ label }) => label),
          ["sign-in"]
        )
        for (const wrong of [code, `${code}x`, "x"]) {
          assert.strictEqual(yield* outcome(exchange({ code: wrong })), "SignInCodeInvalid")
        }
        const joined = yield* as(user)(joins.join(open))
        assert.deepStrictEqual(
          [joined.id, joined.permissions.view, joined.permissions.listMembers],
          [open, true, false]
        )
      })
    )

    it.effect("retries at growing intervals and gives up after a day, with two warnings", () =>
      Effect.gen(function* () {
        const w = yield* world
        const mailer = yield* MemoryMailer.MemoryMailer
        yield* deliver
        const email = `slow@${w.domain}`
        yield* w.send({ emails: [email] })
        yield* mailer.refuse(true)
        assert.deepStrictEqual(yield* deliver, { sent: 0, failed: 1 })
        const waits: Array<number> = []
        let waited = 0
        while (waits.length < 8) {
          yield* TestClock.adjust("30 seconds")
          waited += 30
          const { failed } = yield* deliver
          if (failed === 0) continue
          waits.push(waited)
          waited = 0
        }
        assert.deepStrictEqual(waits, [60, 120, 240, 480, 960, 1920, 3600, 3600])
        yield* mailer.refuse(false)
        yield* TestClock.adjust("1 hour")
        assert.deepStrictEqual(yield* deliver, { sent: 1, failed: 0 })
        assert.strictEqual((yield* emailsTo(email)).length, 1)

        yield* w.send({ emails: [`lost@${w.domain}`] })
        yield* mailer.refuse(true)
        const warnings: Array<string> = []
        const told = Logger.layer([
          Logger.make(({ fiber, message }) => {
            const annotations = Context.get(fiber.context, References.CurrentLogAnnotations)
            warnings.push(JSON.stringify([message, ...Object.entries(annotations)]))
          })
        ])
        for (let hour = 0; hour < 30; hour++) {
          yield* Effect.provide(deliver, told)
          yield* TestClock.adjust("1 hour")
        }
        yield* mailer.refuse(false)
        assert.deepStrictEqual(yield* deliver, { sent: 0, failed: 0 })
        assert.strictEqual(warnings.length, 2)
        assert.include(warnings[0], "will be retried")
        assert.include(warnings[1], w.domain)
        assert.notInclude(warnings.join(), "lost")
      })
    )

    it.effect("sends each email once with several servers", () =>
      Effect.gen(function* () {
        const w = yield* world
        yield* deliver
        const addresses = Array.from({ length: 45 }, (_, at) => `many-${at}@${w.domain}`)
        yield* w.send({ emails: addresses })
        const rounds = yield* Effect.all([deliver, deliver, deliver], { concurrency: 3 })
        assert.strictEqual(
          rounds.reduce((sum, { sent }) => sum + sent, 0),
          45
        )
        for (const address of addresses) assert.strictEqual((yield* emailsTo(address)).length, 1, address)
        assert.strictEqual(
          yield* outcome(as(w.admin)(Effect.flatMap(MailDelivery.MailDelivery, (room) => room.deliver()))),
          "HostOnly"
        )
      })
    )

    it.effect(
      "lets people with a verified address on a listed domain join without an invitation (rule organization-domains)",
      () =>
        Effect.gen(function* () {
          const w = yield* world
          const organizations = yield* Organizations.Organizations
          const members = yield* Members.Members
          const joins = yield* DomainJoins.DomainJoins
          const join = (who: UserId) => outcome(as(who)(joins.join(w.organization)))
          assert.strictEqual(yield* join(w.stranger), "OrganizationNotFound")
          yield* as(w.admin)(organizations.update(w.organization, { emailDomains: [w.domain], defaultRole: "comment" }))
          const unverified = yield* w.person("unverified")
          const elsewhere = yield* world
          assert.deepStrictEqual(
            [yield* join(unverified), yield* join(elsewhere.stranger)],
            Array(2).fill("OrganizationNotFound")
          )
          assert.deepStrictEqual(
            [yield* join(w.stranger), yield* join(w.reader), yield* join(w.admin)],
            Array(3).fill("done")
          )
          const roles = yield* Effect.forEach([w.stranger, w.reader, w.admin], (who) =>
            Effect.map(w.member(who), ({ role }) => role)
          )
          assert.deepStrictEqual(roles, ["comment", "read", "admin"])
          yield* asSystem(members.disable(w.organization, w.stranger))
          assert.strictEqual(yield* join(w.stranger), "OrganizationNotFound")
        })
    )

    it.effect("adds no member by a revoked link, even with concurrent use", () =>
      Effect.gen(function* () {
        const w = yield* world
        const links = yield* LinkInvites.LinkInvites
        const { use } = yield* InviteUse.InviteUse
        const outbox = yield* Outbox.Outbox
        const news = Effect.map(outbox.read("", 100_000), (rows) => rows.map(({ event }) => event))
        for (let round = 0; round < 12; round++) {
          const { id } = yield* as(w.admin)(links.create(w.organization, { role: "read" }))
          const people = yield* Effect.forEach([1, 2, 3, 4], (at) => w.person(`racer-${round}-${at}`))
          let isGone = false
          const late: Array<string> = []
          const uses = people.map((who) =>
            Effect.suspend(() => {
              const begun = isGone
              return Effect.map(outcome(as(who)(use(w.organization, id))), (said) => {
                if (begun && said === "done") late.push(who)
              })
            }).pipe(Effect.repeat({ times: 1 }))
          )
          const revoke = Effect.map(as(w.admin)(links.remove(w.organization, id)), () => {
            isGone = true
          })
          yield* Effect.all([...uses.slice(0, 2), revoke, ...uses.slice(2)], { concurrency: "unbounded" })
          for (const who of people) {
            const said = yield* outcome(as(who)(use(w.organization, id)))
            if (said === "done") late.push(who)
          }
          assert.deepStrictEqual(late, [])
          const told = (yield* news).filter(({ subjects }) => subjects.includes(Secrets.digest(id)))
          assert.strictEqual(told.at(-1)?.type, "linkInvites.delete")
        }
      })
    )
  })
}
