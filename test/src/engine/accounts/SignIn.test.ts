import { assert, describe, it, layer } from "@effect/vitest"
import { MemoryMailer } from "@quire/adapters"
import * as Memory from "@quire/adapters/memory"
import { EmailInvites, Engine, LinkInvites, Mailroom, Members, SignIn } from "@quire/core"
import { SignInCodes } from "@quire/core/internal"
import { Effect, Formatter, HashMap, Layer } from "effect"
import { TestClock } from "effect/testing"
import { as, asSystem, engines } from "../../support/engine.ts"
import { memoryPorts } from "../../support/server.ts"
import { found } from "../../support/world.ts"

const outcome = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`codes on ${name}`, (it) => {
    it.effect("open for seven days, and are forgotten after that (rule sign-in-code)", () =>
      Effect.gen(function* () {
        assert.strictEqual(SignInCodes.lifetime, 7 * 24 * 60 * 60 * 1000)
        const w = yield* found
        const signIn = yield* SignIn.SignIn
        const start = asSystem(signIn.start(w.reader))
        const [first, second] = [yield* start, yield* start]
        yield* TestClock.adjust(SignInCodes.lifetime - 1)
        assert.strictEqual(yield* outcome(signIn.exchange({ code: first.code })), "done")
        yield* TestClock.adjust(1)
        assert.strictEqual(yield* outcome(signIn.exchange({ code: second.code })), "SignInCodeInvalid")
        const third = yield* start
        assert.strictEqual(yield* asSystem(signIn.forgetExpired()), 1)
        assert.strictEqual(yield* outcome(signIn.exchange({ code: third.code })), "done")
      })
    )

    it.effect("are made by the host alone, for somebody", () =>
      Effect.gen(function* () {
        const w = yield* found
        const signIn = yield* SignIn.SignIn
        assert.strictEqual(yield* outcome(as(w.admin)(signIn.start(w.reader))), "HostOnly")
        assert.strictEqual(yield* outcome(as(w.admin)(signIn.forgetExpired())), "HostOnly")
        assert.strictEqual(yield* outcome(asSystem(signIn.start(`${w.reader}x` as never))), "UserNotFound")
      })
    )

    it.effect("are for addresses: one that is none refuses the whole batch by name", () =>
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

describe("a dump of the store", () => {
  it.effect("opens nothing: neither links nor codes nor letters are in it (rule id-secret)", () =>
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
      yield* Effect.flatMap(Mailroom.Mailroom, (mailroom) => asSystem(mailroom.deliver()))
      const [letter] = yield* mailer.letters
      const code = /code=(\w+)/.exec(letter?.text ?? "")?.[1] ?? ""
      assert.match(code, /^\w{43}$/)
      for (const known of ["link_invites", "sign_in_codes", "mails", "linkInvites.update", "emailInvites.send"]) {
        assert.include(dump, known)
      }
      for (const secret of [id, code, "Open this link", "/sign-in?code"]) assert.notInclude(dump, secret)
    }).pipe(Effect.provide(Engine.layer.pipe(Layer.provideMerge(memoryPorts))))
  )
})
