import { assert, layer } from "@effect/vitest"
import { Actor, IntegrationTasks, Repository } from "@quire/core"
import { EventDelivery, Integration, IntegrationTask } from "@quire/core/internal"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { as, engines } from "../../support/engine.ts"
import { published } from "../../support/integrations.ts"
import { outcome } from "../../support/sited.ts"
import { found } from "../../support/world.ts"
import { setup } from "./telling.ts"

const { limits } = IntegrationTask

const by = (integration: string, installation?: string) =>
  Effect.provideService(Actor.Actor, {
    _tag: "Integration",
    acting: {
      integration,
      token: "t",
      scopes: new Set<string>(),
      ...(installation === undefined ? {} : { installation })
    }
  })

/** An integration that was notified of its installation, and what it queues. */
const queueing = Effect.fnUntraced(function* (code = "") {
  const at = yield* setup(`if (event.type === "task") {
    console.log(JSON.stringify(event.task), environment.installation?.id ?? "none")
    ${code}
  }`)
  yield* at.tell
  const tasks = yield* IntegrationTasks.IntegrationTasks
  const rows = yield* Repository.make(IntegrationTask.collection)
  const integration = Integration.idOf(at.name)
  return {
    ...at,
    integration,
    tasks,
    queue: (given: Parameters<typeof tasks.queue>[1]) => by(integration, at.installation)(tasks.queue(at.name, given)),
    waiting: rows.count("ofIntegration", { equals: { integration } }),
    rows,
    toldTasks: Effect.map(at.told, (events) => events.filter(({ type }) => type === "task"))
  }
})

const sized = (length: number) => ({ task: { text: "x".repeat(length - JSON.stringify({ text: "" }).length) } })

for (const [store, engine] of engines(import.meta.url)) {
  layer(engine)(`tasks of integrations on ${store}`, (it) => {
    it.effect("delivers a due task once (rule integration-task)", () =>
      Effect.gen(function* () {
        const at = yield* queueing()
        yield* at.queue({ task: { now: true } })
        yield* at.queue({ task: { later: true }, schedule: 10 })
        yield* by(at.integration)(at.tasks.queue(at.name, { task: { own: true }, schedule: 20 }))
        yield* at.tell
        const lines = Effect.map(at.toldTasks, (events) => events.map(({ lines }) => lines.at(-1)))
        assert.deepStrictEqual(yield* lines, [`{"now":true} ${at.installation}`])
        yield* TestClock.adjust(9_000)
        yield* at.tell
        assert.strictEqual((yield* lines).length, 1)
        yield* TestClock.adjust(1_000)
        yield* at.tell
        yield* at.tell
        assert.deepStrictEqual((yield* lines).slice(1), [`{"later":true} ${at.installation}`])
        yield* TestClock.adjust(10_000)
        yield* at.tell
        assert.deepStrictEqual((yield* lines).slice(2), [`{"own":true} none`])
        assert.strictEqual(yield* at.waiting, 0)
      })
    )

    it.effect("retries under one id until the script accepts it or attempts run out (rule integration-task)", () =>
      Effect.gen(function* () {
        const at = yield* queueing(`return new Response("not yet", { status: 503 })`)
        yield* at.queue({ task: {} })
        yield* at.tell
        const [first] = yield* at.toldTasks
        assert.deepStrictEqual([first?.status, yield* at.waiting], ["failed", 1])
        yield* TestClock.adjust(EventDelivery.retryDelay(first?.id ?? "", 1) - 10)
        const seen = Effect.map(at.rows.get(first?.id ?? ""), (row) =>
          row._tag === "Some" ? row.value.value.attempts : undefined
        )
        yield* at.tell
        assert.strictEqual(yield* seen, 1)
        yield* TestClock.adjust(10)
        yield* at.tell
        assert.strictEqual(yield* seen, 2)
        for (let attempts = 2; attempts < EventDelivery.limits.attempts; attempts++) {
          assert.strictEqual(yield* at.waiting, 1)
          yield* TestClock.adjust(EventDelivery.retryDelay(first?.id ?? "", attempts))
          yield* at.tell
        }
        assert.strictEqual(yield* at.waiting, 0)
        const all = yield* at.toldTasks
        assert.deepStrictEqual(
          all.map(({ id, status }) => [id, status]),
          [[first?.id, "failed"]]
        )
      })
    )

    it.effect("gives up if the script refuses it (rule integration-task)", () =>
      Effect.gen(function* () {
        const at = yield* queueing(`return new Response("no", { status: 400 })`)
        yield* at.queue({ task: {} })
        yield* at.tell
        assert.deepStrictEqual([(yield* at.toldTasks).length, yield* at.waiting], [1, 0])
      })
    )

    it.effect("limits their number and size (rule integration-task)", () =>
      Effect.gen(function* () {
        const at = yield* queueing()
        yield* at.queue({ ...sized(limits.length), schedule: limits.schedule })
        assert.strictEqual(yield* outcome(at.queue(sized(limits.length + 1))), "InputInvalid")
        assert.strictEqual(yield* outcome(at.queue({ task: {}, schedule: limits.schedule + 1 })), "InputInvalid")
        assert.strictEqual(yield* outcome(at.queue({ task: {}, schedule: -1 })), "InputInvalid")
        const base = { integration: at.integration, installation: null, task: {}, attempts: 0, createdAt: 0 }
        const many = Array.from({ length: limits.waiting - 2 }, (_, index) => ({ ...base, id: `${at.name}-${index}` }))
        yield* Effect.orDie(at.rows.insertAll(many))
        yield* at.queue({ task: {}, schedule: 1 })
        assert.strictEqual(yield* outcome(at.queue({ task: {}, schedule: 1 })), "TooManyTasks")
        assert.strictEqual(yield* at.waiting, limits.waiting)
      })
    )

    it.effect(
      "deletes them with the installation and when the integration is unpublished (rule integration-task)",
      () =>
        Effect.gen(function* () {
          const at = yield* queueing()
          yield* at.queue({ task: { of: "installation" }, schedule: 5 })
          yield* by(at.integration)(at.tasks.queue(at.name, { task: { of: "integration" }, schedule: 5 }))
          yield* at.boss(at.installations.remove(at.name, at.installation))
          assert.strictEqual(yield* at.waiting, 1)
          yield* at.boss(at.integrations.unpublish(at.name))
          assert.strictEqual(yield* at.waiting, 0)
          yield* TestClock.adjust(5_000)
          yield* at.tell
          yield* at.publish("")
          assert.deepStrictEqual(yield* at.toldTasks, [])
        })
    )

    it.effect("allows only the integration to queue them (rule integration-task)", () =>
      Effect.gen(function* () {
        const at = yield* queueing()
        const other = yield* published(at.organization)
        const stranger = yield* found
        const asked = (name = at.name) => outcome(at.tasks.queue(name, { task: {} }))
        assert.strictEqual(yield* as(at.admin)(asked()), "Forbidden")
        assert.strictEqual(yield* as(stranger.admin)(asked()), "IntegrationNotFound")
        assert.strictEqual(yield* by(other.id)(asked()), "IntegrationNotFound")
        assert.strictEqual(yield* by(at.integration)(asked()), "done")
      })
    )
  })
}
