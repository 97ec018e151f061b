import type { ServerResponse } from "node:http"
import { assert, layer } from "@effect/vitest"
import { MemoryMailer } from "@quire/adapters"
import {
  type Actor,
  EventDispatcher,
  JobRunner,
  MailDelivery,
  Outbox,
  Teams,
  type Webhook,
  WebhookDeliveries,
  WebhookId,
  Webhooks
} from "@quire/core"
import { Clock, Deferred, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { as, asSystem, engines } from "../../support/engine.ts"
import { isSigned, receiving } from "../../support/receiver.ts"
import { outcome } from "../../support/sited.ts"
import { found } from "../../support/world.ts"

const day = 86_400_000

const answering =
  (status: number, headers: Readonly<Record<string, string>> = {}) =>
  (_: unknown, response: ServerResponse) =>
    response.writeHead(status, headers).end("private")

const setup = Effect.gen(function* () {
  const world = yield* found
  const { organization } = world
  const receiver = yield* receiving
  const webhooks = yield* Webhooks.Webhooks
  const deliveries = yield* WebhookDeliveries.WebhookDeliveries
  const eventDispatcher = yield* EventDispatcher.EventDispatcher
  const runner = yield* JobRunner.JobRunner
  const teams = yield* Teams.Teams
  const admin = as(world.admin)
  const create = (input: Partial<Webhook.Create> = {}) =>
    admin(webhooks.create(organization, { url: receiver.url, ...input }))
  return {
    ...world,
    ...receiver,
    adminId: world.admin,
    webhooks,
    deliveries,
    admin,
    create,
    update: (id: WebhookId, changes: Webhook.Patch) => admin(webhooks.update(organization, id, changes)),
    get: (id: WebhookId) => admin(webhooks.get(organization, id)),
    logs: (id: WebhookId, status?: "pending" | "delivered" | "failed") =>
      Effect.map(admin(deliveries.list(organization, id, { limit: 50, status })), ({ items }) => items),
    make: (title: string) => admin(teams.create(organization, { title })),
    /** Hands out events and does what is due, as a server does again and again. */
    tell: Effect.andThen(asSystem(eventDispatcher.follow()), runner.drain),
    types: () => receiver.received.map(({ body }) => body.type)
  }
})

/** Until what was due next is due. */
const untilNext = (at: Effect.Success<typeof setup>, id: WebhookId) =>
  Effect.gen(function* () {
    const head = (yield* at.logs(id, "pending")).at(-1)
    const due = Date.parse(head?.nextAttemptAt ?? "")
    yield* TestClock.adjust(due - (yield* Clock.currentTimeMillis))
  })

for (const [store, engine] of engines(import.meta.url)) {
  layer(engine)(`webhooks on ${store}`, (it) => {
    it.effect("receives its own creation first, and no earlier event (rules webhook-begins and webhook-told)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        yield* at.make("Before")
        const some = yield* at.create({ events: ["teams.create"] })
        yield* at.make("After")
        yield* at.update(some.id, { description: "Changed" })
        yield* at.tell
        yield* at.make("Later")
        yield* at.tell
        assert.deepStrictEqual(at.types(), ["webhooks.create", "teams.create", "teams.create"])
        const titles = at.received.map(({ body }) => JSON.stringify(body["after"]))
        assert.include(titles[1], "After")
        assert.include(titles[2], "Later")
        const second = at.received[1]
        const named = ["content-type", "quire-event-id", "quire-event-type"].map((name) => second?.headers[name])
        assert.deepStrictEqual(named, ["application/json", second?.body.eventId, "teams.create"])
        assert.deepStrictEqual([second?.body["organization"], second?.body["actor"]], [at.organization, at.adminId])
        assert.notProperty(second?.body, "token")
      })
    )

    it.effect("receives every event of its organization only, without addresses and secrets (rule webhook-audit)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        const all = yield* at.create()
        const elsewhere = yield* found
        yield* as(elsewhere.admin)(Teams.Teams.use((teams) => teams.create(elsewhere.organization, { title: "No" })))
        yield* at.make("One")
        const rotated = yield* at.admin(at.webhooks.rotate(at.organization, all.id))
        yield* at.tell
        assert.deepStrictEqual(at.types(), ["webhooks.create", "teams.create", "webhooks.rotate"])
        const said = at.received.map(({ text }) => text).join("\n")
        for (const hidden of ["hidden", "/told", all.secret, rotated.secret]) assert.notInclude(said, hidden)
        assert.include(said, new URL(at.url).host)
        const shown = JSON.stringify([yield* at.get(all.id), yield* at.logs(all.id)])
        for (const hidden of [all.secret, rotated.secret]) assert.notInclude(shown, hidden)
      })
    )

    it.effect(
      "signs with each valid secret, and with none for longer than a day (rules webhook-signature, webhook-secret and webhook-rotation)",
      () =>
        Effect.gen(function* () {
          const at = yield* setup
          const first = yield* at.create()
          const signedBy = (secrets: ReadonlyArray<string>) => {
            const last = at.received.at(-1)
            const count = String(last?.headers["quire-signature"]).split("v1=").length - 1
            return [count, ...secrets.map((secret) => last !== undefined && isSigned(last, secret))]
          }
          yield* at.tell
          assert.deepStrictEqual(signedBy([first.secret, "other"]), [1, true, false])
          const second = yield* at.admin(at.webhooks.rotate(at.organization, first.id))
          assert.notStrictEqual(second.secret, first.secret)
          assert.isDefined(second.overlapsUntil)
          yield* TestClock.adjust(day - 1)
          yield* at.make("Both")
          yield* at.tell
          assert.deepStrictEqual(signedBy([second.secret, first.secret]), [2, true, true])
          const now = Math.floor((yield* Clock.currentTimeMillis) / 1000)
          assert.match(
            String(at.received.at(-1)?.headers["quire-signature"]),
            new RegExp(`^t=${now},v1=[0-9a-f]{64},v1=[0-9a-f]{64}$`)
          )
          const third = yield* at.admin(at.webhooks.rotate(at.organization, first.id))
          yield* at.make("Two newest")
          yield* at.tell
          assert.deepStrictEqual(signedBy([third.secret, second.secret, first.secret]), [2, true, true, false])
          yield* TestClock.adjust(day)
          yield* at.make("Newest")
          yield* at.tell
          assert.deepStrictEqual(signedBy([third.secret, second.secret]), [1, true, false])
          assert.isUndefined((yield* at.get(first.id)).overlapsUntil)
        })
    )

    it.effect("allows at most 50 in an organization (rule webhook-limits)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        for (let count = 0; count < 50; count++) yield* at.create()
        assert.strictEqual(yield* outcome(at.create()), "TooManyWebhooks")
        const page = yield* at.admin(at.webhooks.list(at.organization, { limit: 50 }))
        assert.deepStrictEqual([page.items.length, page.count], [50, 50])
        yield* at.admin(at.webhooks.remove(at.organization, page.items[0]?.id ?? WebhookId.make("none")))
        yield* at.create()
        assert.strictEqual(yield* outcome(at.create()), "TooManyWebhooks")
      })
    )

    it.effect("requires a safe address (rule webhook-address)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        const made = yield* at.create({ url: "https://hooks.test/in?key=1" })
        for (const url of ["http://hooks.test/in", "https://a:b@hooks.test/", "https://a@hooks.test/"]) {
          assert.strictEqual(yield* outcome(at.create({ url })), "WebhookAddressRefused", url)
          assert.strictEqual(yield* outcome(at.update(made.id, { url })), "WebhookAddressRefused", url)
        }
        for (const url of ["ftp://hooks.test", "x", `https://hooks.test/${"x".repeat(2048)}`]) {
          assert.strictEqual(yield* outcome(at.create({ url })), "InputInvalid", url)
        }
        assert.strictEqual((yield* at.get(made.id)).url, "https://hooks.test/in?key=1")
      })
    )

    it.effect("allows only administrators (rule webhook-who)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        const { id } = yield* at.create()
        const { organization: o } = at
        const page = { limit: 1 }
        const operations: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }, Actor.Actor>> = [
          at.webhooks.list(o, page),
          at.webhooks.create(o, { url: at.url }),
          at.webhooks.get(o, id),
          at.webhooks.update(o, id, {}),
          at.webhooks.rotate(o, id),
          at.webhooks.ping(o, id),
          at.webhooks.remove(o, id),
          at.deliveries.list(o, id, page),
          at.deliveries.get(o, id, "x"),
          at.deliveries.replay(o, id, "x"),
          at.deliveries.replayAll(o, id)
        ]
        for (const operation of operations) {
          assert.strictEqual(yield* outcome(as(at.creator)(operation)), "Forbidden")
          assert.strictEqual(yield* outcome(as(at.stranger)(operation)), "OrganizationNotFound")
        }
        const other = yield* found
        assert.strictEqual(yield* outcome(as(other.admin)(at.webhooks.get(other.organization, id))), "WebhookNotFound")
      })
    )

    it.effect("treats other statuses and redirects as a refusal and continues (rule webhook-delivered)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        const { id } = yield* at.create()
        yield* at.tell
        at.at.answer = ({ body }, response) =>
          answering(body.type === "teams.create" ? 404 : body.type === "teams.update" ? 302 : 204, {
            location: "/elsewhere"
          })(body, response)
        const team = yield* at.make("One")
        yield* at.admin(Teams.Teams.use((teams) => teams.update(at.organization, team.id, { title: "Two" })))
        yield* at.admin(at.webhooks.ping(at.organization, id))
        yield* at.tell
        assert.deepStrictEqual(at.types(), ["webhooks.create", "teams.create", "teams.update", "webhooks.ping"])
        const log = (yield* at.logs(id)).map(({ attempts, lastStatus, status, type }) => [
          type,
          status,
          attempts,
          lastStatus
        ])
        assert.deepStrictEqual(log, [
          ["webhooks.ping", "delivered", 1, 204],
          ["teams.update", "failed", 1, 302],
          ["teams.create", "failed", 1, 404],
          ["webhooks.create", "delivered", 1, 200]
        ])
        assert.notInclude(JSON.stringify(yield* at.logs(id)), "private")
      })
    )

    it.effect(
      "retries deliveries in order, after the delay that the receiver requests (rules webhook-delivered and delivery-order)",
      () =>
        Effect.gen(function* () {
          const at = yield* setup
          const { id } = yield* at.create()
          at.at.answer = answering(503, { "retry-after": "3600" })
          yield* at.make("Two")
          yield* at.tell
          const [, head] = yield* at.logs(id)
          assert.strictEqual(head?.lastError, "the server returned status 503")
          assert.strictEqual(Date.parse(head?.nextAttemptAt ?? "") - (yield* Clock.currentTimeMillis), 3_600_000)
          const failing = yield* at.get(id)
          assert.isDefined(failing.failingSince)
          assert.strictEqual(failing.lastError, "the server returned status 503")
          at.at.answer = answering(200)
          yield* TestClock.adjust(3_600_000)
          yield* at.tell
          assert.deepStrictEqual(at.types(), ["webhooks.create", "webhooks.create", "teams.create"])
          assert.strictEqual(at.received[0]?.text, at.received[1]?.text)
          assert.isUndefined((yield* at.get(id)).failingSince)
        })
    )

    it.effect("waits at most ten seconds for a response (rule webhook-delivered)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        const { id } = yield* at.create()
        const asked = yield* Deferred.make<void>()
        at.at.answer = () => Deferred.doneUnsafe(asked, Exit.void)
        const telling = yield* Effect.forkChild(at.tell)
        yield* Deferred.await(asked)
        yield* TestClock.adjust(9_999)
        assert.strictEqual((yield* at.logs(id))[0]?.attempts, 0)
        yield* TestClock.adjust(1)
        yield* Fiber.join(telling)
        const [late] = yield* at.logs(id)
        assert.deepStrictEqual([late?.attempts, late?.lastError], [1, "the server did not respond in time"])
      })
    )

    it.effect("pauses after three days, emails administrators, and resumes when activated (rule webhook-paused)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        const { id } = yield* at.create({ description: "To http://evil.test" })
        at.at.answer = answering(500, { "retry-after": "86400" })
        yield* at.tell
        const mine = Effect.gen(function* () {
          yield* asSystem(MailDelivery.MailDelivery.use((room) => room.deliver()))
          const { emails } = yield* MemoryMailer.MemoryMailer
          return (yield* emails).filter(({ text }) => text.includes(id))
        })
        for (let tries = 0; (yield* at.get(id)).status === "active" && tries < 6; tries++) {
          assert.deepStrictEqual(yield* mine, [])
          yield* untilNext(at, id)
          yield* at.make(`Team ${tries}`)
          yield* at.tell
        }
        const paused = yield* at.get(id)
        assert.deepStrictEqual([paused.status, paused.active], ["paused", true])
        const failed = Date.parse(paused.failingSince ?? "")
        assert.isAtLeast((yield* Clock.currentTimeMillis) - failed, 3 * day)
        const letters = yield* mine
        assert.deepStrictEqual(
          letters.map(({ to }) => to),
          [`admin@${at.domain}`]
        )
        assert.include(letters[0]?.text, "status 500")
        assert.notMatch(letters[0]?.text ?? "", /https?:|evil\.test/)
        const before = at.received.length
        at.at.answer = answering(200)
        yield* at.make("While paused")
        yield* TestClock.adjust(day)
        yield* at.tell
        assert.strictEqual(at.received.length, before)
        const waiting = (yield* at.logs(id, "pending")).map(({ eventId }) => eventId).toReversed()
        assert.strictEqual((yield* at.update(id, { active: true })).status, "active")
        yield* at.tell
        assert.deepStrictEqual(
          at.received
            .slice(before)
            .map(({ body }) => body.eventId)
            .slice(0, waiting.length),
          waiting
        )
        assert.strictEqual(at.types().at(-1), "webhooks.update")
        assert.lengthOf(yield* mine, 1)
      })
    )

    it.effect(
      "sends nothing while it is inactive, not even events in progress (rules webhook-paused and delivery-held)",
      () =>
        Effect.gen(function* () {
          const at = yield* setup
          const { id } = yield* at.create({ active: false })
          yield* at.make("One")
          yield* at.make("Two")
          yield* at.tell
          assert.deepStrictEqual(at.types(), [])
          yield* at.update(id, { active: true })
          const run = Effect.runPromiseWith(yield* Effect.context<never>())
          at.at.answer = async ({ body }, response) => {
            if (body.type === "teams.create") await run(Effect.orDie(at.update(id, { active: false })))
            response.writeHead(200).end()
          }
          yield* at.tell
          at.at.answer = answering(200)
          assert.deepStrictEqual(at.types(), ["webhooks.create", "teams.create"])
          assert.strictEqual((yield* at.get(id)).status, "inactive")
          yield* TestClock.adjust(day)
          yield* at.tell
          assert.lengthOf(at.received, 2)
          yield* at.update(id, { active: true })
          yield* at.tell
          assert.strictEqual(at.types()[2], "teams.create")
        })
    )

    it.effect("retries immediately after its address changes (rule webhook-paused)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        const { id } = yield* at.create()
        at.at.answer = answering(503, { "retry-after": "3600" })
        yield* at.tell
        at.at.answer = answering(200)
        yield* at.tell
        assert.lengthOf(at.received, 1)
        yield* at.update(id, { url: at.url.replace("told", "moved") })
        yield* at.tell
        assert.deepStrictEqual(at.types(), ["webhooks.create", "webhooks.create", "webhooks.update"])
      })
    )

    it.effect("lists deliveries and sends failed ones again (rule delivery-replay)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        const { id } = yield* at.create({ events: ["teams.create"] })
        yield* at.tell
        at.at.answer = answering(410)
        for (const title of ["One", "Two", "Three"]) yield* at.make(title)
        yield* at.tell
        const failed = yield* at.logs(id, "failed")
        const [three = "", two = "", one = ""] = failed.map(({ eventId }) => eventId)
        assert.lengthOf(failed, 3)
        assert.lengthOf(yield* at.logs(id, "delivered"), 1)
        const seen = yield* at.admin(at.deliveries.get(at.organization, id, two))
        assert.deepStrictEqual([seen.payload.eventId, seen.lastStatus], [two, 410])
        assert.strictEqual(JSON.stringify(seen.payload), at.received[2]?.text)
        at.at.answer = answering(200)
        at.received.length = 0
        const replay = (event: string) => at.admin(at.deliveries.replay(at.organization, id, event))
        yield* replay(two)
        yield* at.tell
        assert.strictEqual(yield* outcome(replay(two)), "DeadLetterNotFound")
        assert.strictEqual(yield* outcome(replay("none")), "DeadLetterNotFound")
        assert.strictEqual(yield* outcome(replay("a\u0000")), "WebhookDeliveryNotFound")
        const all = at.admin(at.deliveries.replayAll(at.organization, id))
        assert.deepStrictEqual(yield* all, { replayed: 2, left: 0 })
        yield* at.tell
        assert.deepStrictEqual(
          at.received.map(({ body }) => body.eventId),
          [two, one, three]
        )
        assert.deepStrictEqual(yield* all, { replayed: 0, left: 0 })
        assert.strictEqual(
          yield* outcome(at.admin(at.deliveries.get(at.organization, id, "none"))),
          "WebhookDeliveryNotFound"
        )
      })
    )

    it.effect("sends a ping to that webhook only, whatever types it is subscribed to (rule webhook-ping)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        const one = yield* at.create({ events: ["teams.create"] })
        const other = yield* at.create()
        yield* at.admin(at.webhooks.ping(at.organization, one.id))
        yield* at.tell
        const typesOf = (id: WebhookId) => Effect.map(at.logs(id), (log) => log.map(({ type }) => type))
        assert.deepStrictEqual(yield* typesOf(one.id), ["webhooks.ping", "webhooks.create"])
        assert.deepStrictEqual(yield* typesOf(other.id), ["webhooks.create"])
      })
    )

    it.effect("sends nothing after deletion, and reports no event without a change (rule audit-one-event)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        const { id } = yield* at.create()
        const outbox = yield* Outbox.Outbox
        const news = Effect.map(
          outbox.read("", 100_000),
          (read) => read.filter(({ event }) => event.subjects.includes(id)).length
        )
        const before = yield* news
        yield* at.update(id, {})
        yield* at.update(id, { active: true, url: at.url })
        assert.strictEqual(yield* news, before)
        assert.isTrue(yield* at.admin(at.webhooks.remove(at.organization, id)))
        assert.isFalse(yield* at.admin(at.webhooks.remove(at.organization, id)))
        yield* at.make("One")
        yield* at.tell
        assert.deepStrictEqual(at.received, [])
        assert.strictEqual(yield* outcome(at.logs(id)), "WebhookNotFound")
        assert.strictEqual(yield* news, before + 1)
      })
    )
  })
}
