import { assert, describe, it, layer } from "@effect/vitest"
import { MemoryMailer } from "@quire/adapters"
import * as Memory from "@quire/adapters/memory"
import { EmailInvites, EmailQuota, Engine, LinkInvites, MailDelivery, Mailer, Members, SignIn } from "@quire/core"
import { SignInCodes } from "@quire/core/internal"
import { Effect, Formatter, HashMap, Layer } from "effect"
import { TestClock } from "effect/testing"
import { as, asSystem, engines } from "../../support/engine.ts"
import { memoryPorts } from "../../support/server.ts"
import { found } from "../../support/world.ts"

const outcome = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })

const deliver = Effect.flatMap(MailDelivery.MailDelivery, (delivery) => asSystem(delivery.deliver()))

/** The codes of the emails to an address, oldest first. */
const codesTo = (address: string) =>
  Effect.gen(function* () {
    yield* deliver
    const emails = yield* Effect.flatMap(MemoryMailer.MemoryMailer, (mailer) => mailer.emails)
    return emails.flatMap(({ text, to }) => (to === address ? [/code=(\w+)/.exec(text)?.[1] ?? ""] : []))
  })

const hour = 60 * 60 * 1000

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`requests for sign-in emails on ${name}`, (it) => {
    it.effect("sends a link to the owner of an account, and nothing to other addresses (rule sign-in-email)", () =>
      Effect.gen(function* () {
        const w = yield* found
        const { exchange, sendEmail } = yield* SignIn.SignIn
        const [known, unknown] = [`reader@${w.domain}`, `unknown@${w.domain}`]
        const results = [
          yield* sendEmail({ email: known }),
          yield* sendEmail({ email: unknown }),
          yield* sendEmail({ email: known.toUpperCase() })
        ]
        assert.deepStrictEqual(results, [undefined, undefined, undefined])
        const codes = yield* codesTo(known)
        assert.deepStrictEqual([codes.length, yield* codesTo(unknown)], [1, []])
        const { user } = yield* exchange({ code: codes[0] ?? "" })
        assert.strictEqual(user.id, w.reader)
        assert.strictEqual(yield* outcome(exchange({ code: codes[0] ?? "" })), "SignInCodeInvalid")
      })
    )

    it.effect("sends a link that expires after an hour (rule sign-in-email)", () =>
      Effect.gen(function* () {
        const w = yield* found
        const { exchange, sendEmail } = yield* SignIn.SignIn
        const email = `reader@${w.domain}`
        for (const [waited, expected] of [
          [hour - 1, "done"],
          [hour, "SignInCodeInvalid"]
        ] as const) {
          yield* sendEmail({ email })
          const code = (yield* codesTo(email)).at(-1) ?? ""
          yield* TestClock.adjust(waited)
          assert.strictEqual(yield* outcome(exchange({ code })), expected)
        }
      })
    )

    it.effect("sends at most ten emails a day to a person (rule letter-strangers)", () =>
      Effect.gen(function* () {
        const w = yield* found
        const { sendEmail } = yield* SignIn.SignIn
        const email = `reader@${w.domain}`
        for (let round = 1; round <= 11; round++) {
          yield* sendEmail({ email })
          assert.strictEqual((yield* codesTo(email)).length, Math.min(round, 10))
        }
      })
    )

    it.effect("creates a new link for each delivery attempt, so that a late email works (rule sign-in-email)", () =>
      Effect.gen(function* () {
        const w = yield* found
        const { exchange, sendEmail } = yield* SignIn.SignIn
        const mailer = yield* MemoryMailer.MemoryMailer
        const email = `reader@${w.domain}`
        yield* mailer.refuse(true)
        yield* sendEmail({ email })
        assert.deepStrictEqual(yield* codesTo(email), [])
        yield* TestClock.adjust(2 * hour)
        yield* mailer.refuse(false)
        const [code = ""] = yield* codesTo(email)
        assert.strictEqual(yield* outcome(exchange({ code })), "done")
      })
    )

    it.effect("verifies the address of an invited member, who then has access (rule invite-pending)", () =>
      Effect.gen(function* () {
        const w = yield* found
        const members = yield* Members.Members
        const { send } = yield* EmailInvites.EmailInvites
        const { exchange, sendEmail } = yield* SignIn.SignIn
        const email = `invited@${w.domain}`
        const { users } = yield* as(w.admin)(send(w.organization, { emails: [email] }))
        const [user] = users
        if (user === undefined) return assert.fail("no member was invited")
        const pending = Effect.map(as(w.admin)(members.get(w.organization, user)), (member) => member.pending)
        assert.isTrue(yield* pending)
        yield* codesTo(email)
        yield* sendEmail({ email })
        yield* exchange({ code: (yield* codesTo(email)).at(-1) ?? "" })
        assert.isUndefined(yield* pending)
      })
    )

    it.effect("names the field of an invalid address", () =>
      Effect.gen(function* () {
        const { sendEmail } = yield* SignIn.SignIn
        const error = yield* Effect.flip(sendEmail({ email: "unknown" }))
        assert.deepStrictEqual("details" in error ? error.details.map(({ path }) => path) : error._tag, ["email"])
      })
    )
  })

  layer(engine)(`sign-in codes on ${name}`, (it) => {
    it.effect("accepts codes for seven days, and deletes them then (rule sign-in-code)", () =>
      Effect.gen(function* () {
        assert.strictEqual(SignInCodes.defaultLifetime, 7 * 24 * 60 * 60 * 1000)
        const w = yield* found
        const signIn = yield* SignIn.SignIn
        const start = asSystem(signIn.start(w.reader))
        const [first, second] = [yield* start, yield* start]
        yield* TestClock.adjust(SignInCodes.defaultLifetime - 1)
        assert.strictEqual(yield* outcome(signIn.exchange({ code: first.code })), "done")
        yield* TestClock.adjust(1)
        assert.strictEqual(yield* outcome(signIn.exchange({ code: second.code })), "SignInCodeInvalid")
        const third = yield* start
        assert.strictEqual(yield* asSystem(signIn.forgetExpired()), 1)
        assert.strictEqual(yield* outcome(signIn.exchange({ code: third.code })), "done")
      })
    )

    it.effect("allows only the host to create codes for other people", () =>
      Effect.gen(function* () {
        const w = yield* found
        const signIn = yield* SignIn.SignIn
        assert.strictEqual(yield* outcome(as(w.admin)(signIn.start(w.reader))), "HostOnly")
        assert.strictEqual(yield* outcome(as(w.admin)(signIn.forgetExpired())), "HostOnly")
        assert.strictEqual(yield* outcome(asSystem(signIn.start(`${w.reader}x` as never))), "UserNotFound")
      })
    )

    it.effect("refuses the whole batch by name if one address is invalid", () =>
      Effect.gen(function* () {
        const w = yield* found
        const { send } = yield* EmailInvites.EmailInvites
        const { list } = yield* Members.Members
        const total = Effect.map(as(w.admin)(list(w.organization, {}, { limit: 0 })), ({ count }) => count)
        const before = yield* total
        for (const bad of [
          "a@example..com",
          "a@-x.com",
          "a@example.com.",
          `a@${"x".repeat(64)}.com`,
          "a@x\u200b.com"
        ]) {
          const emails = [`good@${w.domain}`, bad]
          const told = yield* Effect.match(as(w.admin)(send(w.organization, { emails })), {
            onFailure: (error) =>
              "details" in error ? [...new Set(error.details.map(({ path }) => path))] : [error._tag],
            onSuccess: () => []
          })
          assert.deepStrictEqual(told, ["emails.1"], bad)
        }
        assert.strictEqual(yield* total, before)
        const alike = ["One@Bücher.test", "one@xn--bcher-kva.test", "ONE@BÜCHER.TEST"]
        assert.strictEqual((yield* as(w.admin)(send(w.organization, { emails: alike }))).invited, 1)
      })
    )
  })
}

describe("a server that emails no sign-in links", () => {
  const cases = [
    ["the kind is off", Layer.succeed(EmailQuota.EmailPolicy, { off: ["sign-in"], receivedDaily: 10, sentDaily: 500 })],
    ["there is no mail server", Mailer.Mailer.layerAbsent]
  ] as const
  for (const [reason, part] of cases) {
    it.effect(`refuses requests when ${reason}`, () =>
      Effect.gen(function* () {
        const w = yield* found
        const { offersEmail, sendEmail } = yield* SignIn.SignIn
        assert.isFalse(yield* offersEmail())
        assert.strictEqual(yield* outcome(sendEmail({ email: `reader@${w.domain}` })), "SignInEmailsOff")
      }).pipe(Effect.provide(Engine.layer.pipe(Layer.provideMerge(Layer.merge(memoryPorts, part)))))
    )
  }
})

describe("a dump of the store", () => {
  it.effect("contains no usable links, codes or emails (rule id-secret)", () =>
    Effect.gen(function* () {
      const w = yield* found
      const links = yield* LinkInvites.LinkInvites
      const { send } = yield* EmailInvites.EmailInvites
      const mailer = yield* MemoryMailer.MemoryMailer
      const store = yield* Memory.MemoryStore.MemoryStore
      const { id } = yield* as(w.admin)(links.create(w.organization, { role: "read" }))
      yield* as(w.admin)(links.update(w.organization, id, { role: "edit" }))
      yield* as(w.admin)(send(w.organization, { emails: [`dumped@${w.domain}`] }))
      const dump = yield* store.readCommitted("dump", (state) =>
        Formatter.formatJson([
          ...Object.entries(state).filter(([part]) => part !== "tables"),
          ...[...state.tables].map(([table, rows]) => [table, rows])
        ])
      )
      assert.isTrue(HashMap.isHashMap(yield* store.readCommitted("tables", ({ tables }) => tables)))
      yield* Effect.flatMap(MailDelivery.MailDelivery, (delivery) => asSystem(delivery.deliver()))
      const [email] = yield* mailer.emails
      const code = /code=(\w+)/.exec(email?.text ?? "")?.[1] ?? ""
      assert.match(code, /^\w{43}$/)
      for (const known of ["link_invites", "sign_in_codes", "mails", "linkInvites.update", "emailInvites.send"]) {
        assert.include(dump, known)
      }
      for (const secret of [id, code, "Open this link", "/sign-in?code"]) assert.notInclude(dump, secret)
    }).pipe(Effect.provide(Engine.layer.pipe(Layer.provideMerge(memoryPorts))))
  )
})
