import { assert, layer } from "@effect/vitest"
import { MemoryMailer } from "@quire/adapters"
import { EmailInvites, EmailQuota, MailDelivery, Members, Organizations, type UserId, Users } from "@quire/core"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { as, asSystem, engines, type TestEngine } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

const receivedDaily = 2
const sentDaily = 5

const under = (engine: TestEngine, policy: Partial<EmailQuota.Policy>): TestEngine =>
  Layer.provide(engine, Layer.succeed(EmailQuota.EmailPolicy, { off: [], receivedDaily, sentDaily, ...policy }))

const outcome = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })

const deliver = Effect.flatMap(MailDelivery.MailDelivery, (mailDelivery) => asSystem(mailDelivery.deliver()))

const emailsTo = (address: string) =>
  Effect.gen(function* () {
    yield* deliver
    const { emails } = yield* MemoryMailer.MemoryMailer
    return (yield* emails).filter(({ to }) => to === address).length
  })

const world = Effect.gen(function* () {
  const w = yield* found
  const { send } = yield* EmailInvites.EmailInvites
  const organizations = yield* Organizations.Organizations
  const club = Effect.map(as(w.admin)(organizations.create({ title: "Club" })), ({ id }) => id)
  const people = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}-${at}@${w.domain}`)
  return { ...w, send, club, people }
})

for (const [name, engine] of engines(import.meta.url)) {
  layer(under(engine, {}))(`the daily limits of emails on ${name}`, (it) => {
    it.effect("limits the emails that a person receives, without telling the sender (rule letter-strangers)", () =>
      Effect.gen(function* () {
        const { club, domain, send } = yield* world
        const email = `wanted@${domain}`
        const answers: Array<ReadonlyArray<number>> = []
        for (let at = 1; at <= receivedDaily + 1; at++) {
          const { invited, users } = yield* asSystem(send(yield* club, { emails: [email] }))
          answers.push([invited, users.length, yield* emailsTo(email)])
        }
        assert.deepStrictEqual(answers, [
          [1, 1, 1],
          [1, 1, 2],
          [1, 1, 2]
        ])
        yield* TestClock.adjust("1 day")
        yield* asSystem(send(yield* club, { emails: [email] }))
        assert.strictEqual(yield* emailsTo(email), receivedDaily + 1)
      })
    )

    it.effect(
      "limits the emails that a person sends, and accepts or refuses a batch as a whole (rule letter-strangers)",
      () =>
        Effect.gen(function* () {
          const { admin, organization, people, send } = yield* world
          const members = yield* Members.Members
          const users = yield* Users.Users
          const emails = people("first", sentDaily - 1)
          const proved = { displayName: "First", emailVerified: true }
          yield* Effect.forEach(emails, (email) => asSystem(users.ensure({ email, ...proved })))
          const invite = (given: ReadonlyArray<string>) => outcome(as(admin)(send(organization, { emails: given })))
          const count = Effect.map(as(admin)(members.list(organization, {}, { limit: 0 })), (page) => page.count ?? 0)
          assert.strictEqual(yield* invite(emails), "done")
          const before = yield* count
          assert.strictEqual(yield* invite(people("second", 2)), "LetterLimitReached")
          assert.strictEqual(yield* count, before)
          assert.strictEqual(yield* invite([...emails, ...people("third", 1)]), "done")
          assert.strictEqual(yield* invite(emails), "done")
          assert.strictEqual(yield* invite(people("third", 1)), "LetterLimitReached")
          assert.strictEqual(yield* invite(people("fourth", 1)), "LetterLimitReached")
          assert.strictEqual(yield* outcome(asSystem(send(organization, { emails: people("fifth", 9) }))), "done")
          yield* TestClock.adjust("1 day")
          assert.strictEqual(yield* invite(people("fourth", 1)), "done")
        })
    )

    it.effect("counts each email once when several organizations invite the same people concurrently", () =>
      Effect.gen(function* () {
        const { admin, club, people, send } = yield* world
        const clubs = [yield* club, yield* club, yield* club, yield* club]
        const emails = people("racer", 3)
        const by = (at: number): typeof asSystem => (at === 0 ? as(admin) : asSystem)
        yield* Effect.forEach(
          clubs,
          (id, at) => by(at)(send(id, { emails: at % 2 === 0 ? emails : emails.toReversed() })),
          {
            concurrency: "unbounded"
          }
        )
        for (const email of emails) assert.strictEqual(yield* emailsTo(email), receivedDaily, email)
      })
    )
  })

  layer(engine)(`queued emails on ${name}`, (it) => {
    it.effect("drops them at delivery if their kind is turned off", () =>
      Effect.gen(function* () {
        const { organization, people, send } = yield* world
        const [email = ""] = people("late", 1)
        yield* asSystem(send(organization, { emails: [email] }))
        const off = Layer.succeed(EmailQuota.EmailPolicy, { off: ["invitation"], receivedDaily, sentDaily })
        const silent = Layer.fresh(MailDelivery.MailDelivery.layer).pipe(Layer.provide(off))
        assert.deepStrictEqual(yield* Effect.provide(deliver, silent), { sent: 0, failed: 0 })
        assert.deepStrictEqual(yield* deliver, { sent: 0, failed: 0 })
        assert.strictEqual(yield* emailsTo(email), 0)
      })
    )
  })

  layer(under(engine, { off: ["invitation"], sentDaily: 0 }))(
    `emails of a kind that is turned off, on ${name}`,
    (it) => {
      it.effect("sends none, while people still become members (rule letter-strangers)", () =>
        Effect.gen(function* () {
          const { admin, organization, people, send } = yield* world
          const members = yield* Members.Members
          const [email = ""] = people("quiet", 1)
          const { users } = yield* as(admin)(send(organization, { emails: [email] }))
          const joined = yield* Effect.forEach(users, (user: UserId) => as(admin)(members.get(organization, user)))
          assert.deepStrictEqual(
            joined.map(({ user }) => user.email),
            [email]
          )
          assert.strictEqual(yield* emailsTo(email), 0)
        })
      )
    }
  )
}
