import { assert, describe, it, layer } from "@effect/vitest"
import { InstallationSender } from "@quire/core/internal"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { as, engines } from "../../support/engine.ts"
import { changed } from "../../support/integrations.ts"
import { outcome } from "../../support/sited.ts"
import { found } from "../../support/world.ts"
import { setup } from "./telling.ts"

for (const [store, engine] of engines(import.meta.url)) {
  layer(engine)(`events delivered to scripts on ${store}`, (it) => {
    it.effect(
      "runs the script in order, once for each event, with its payload (rules integration-delivered and integration-told)",
      () =>
        Effect.gen(function* () {
          const at = yield* setup()
          yield* at.boss(at.onSpaces.create(at.name, at.installation, { space: at.space }, {}))
          yield* at.boss(at.installations.update(at.name, at.installation, { externalIds: ["one"] }))
          yield* at.tell
          yield* at.boss(at.onSpaces.remove(at.name, at.installation, at.space))
          yield* at.tell
          yield* at.tell
          assert.deepStrictEqual(
            (yield* at.told).map(({ lines, status, type }) => [type, status, ...lines]),
            [
              ["installation_setup", "success", "installation_setup active "],
              ["space_installation_setup", "success", `space_installation_setup active ${at.space}`],
              ["installation_setup", "success", "installation_setup active "],
              ["space_installation_deleted", "success", `space_installation_deleted  ${at.space}`]
            ]
          )
        })
    )

    it.effect("includes content events only if the integration may read the content (rule integration-told)", () =>
      Effect.gen(function* () {
        const at = yield* setup()
        const count = Effect.map(
          Effect.andThen(at.tell, at.told),
          (received) => received.filter(({ type }) => type === "space_content_updated").length
        )
        yield* at.write
        assert.strictEqual(yield* count, 0)
        yield* at.boss(at.onSpaces.create(at.name, at.installation, { space: at.space }))
        yield* at.write
        assert.strictEqual(yield* count, 1)
        yield* at.publish("", [])
        yield* at.write
        assert.strictEqual(yield* count, 1)
      })
    )

    it.effect(
      "retries until the script accepts the event, and delays later ones (rules integration-delivered and delivery-order)",
      () =>
        Effect.gen(function* () {
          const at = yield* setup(`if (event.type === "installation_setup") throw new Error("not yet")`)
          yield* at.boss(at.onSpaces.create(at.name, at.installation, { space: at.space }, {}))
          yield* at.tell
          const [only, ...others] = yield* at.told
          assert.deepStrictEqual([only?.status, others], ["failed", []])
          assert.include(only?.lines.join("\n") ?? "", "not yet")
          yield* at.publish("")
          yield* at.tell
          assert.strictEqual((yield* at.told).length, 1)
          yield* TestClock.adjust(2_000)
          yield* at.tell
          assert.deepStrictEqual(
            (yield* at.told).map(({ id, status, type }) => [type, status, id === only?.id]),
            [
              ["installation_setup", "success", true],
              ["space_installation_setup", "success", false]
            ]
          )
        })
    )

    it.effect("sends failed events again on request of their administrators (rule integration-replay)", () =>
      Effect.gen(function* () {
        const at = yield* setup(`return new Response("no", { status: 400 })`)
        const stranger = yield* found
        yield* at.tell
        const [dead] = yield* at.told
        const id = dead?.id ?? ""
        const replay = (who: typeof at.admin, event: string) => outcome(as(who)(at.events.replay(at.name, event)))
        assert.strictEqual(yield* replay(at.editor, id), "Forbidden")
        assert.strictEqual(yield* replay(stranger.admin, id), "IntegrationNotFound")
        assert.strictEqual(yield* replay(at.admin, "none"), "IntegrationEventNotFound")
        yield* at.publish("")
        yield* at.tell
        assert.deepStrictEqual(
          (yield* at.told).map(({ status }) => status),
          ["failed"]
        )
        assert.strictEqual(yield* replay(at.admin, id), "done")
        yield* at.tell
        assert.deepStrictEqual(
          (yield* at.told).map(({ id: now, status }) => [now, status]),
          [[id, "success"]]
        )
        assert.strictEqual(yield* replay(at.admin, id), "DeadLetterNotFound")
        yield* at.boss(at.installations.remove(at.name, at.installation))
        assert.strictEqual(yield* replay(at.admin, id), "DeadLetterNotFound")
      })
    )

    it.effect(
      "refuses an event once if the script says so, and without a published script (rule integration-delivered)",
      () =>
        Effect.gen(function* () {
          const at = yield* setup(`if (event.type === "installation_setup") return new Response("no", { status: 400 })`)
          yield* at.tell
          yield* at.boss(at.onSpaces.create(at.name, at.installation, { space: at.space }, {}))
          yield* at.tell
          const received = yield* at.told
          assert.deepStrictEqual(
            received.map(({ status, type }) => [type, status]),
            [
              ["installation_setup", "failed"],
              ["space_installation_setup", "success"]
            ]
          )
          yield* at.boss(at.onSpaces.remove(at.name, at.installation, at.space))
          yield* changed(at.name, { isPublished: false })
          yield* at.tell
          assert.strictEqual((yield* at.told).length, 2)
        })
    )

    it.effect(
      "ends with the installation's own removal event, whose environment omits the installation (rule integration-delivered)",
      () =>
        Effect.gen(function* () {
          const at = yield* setup(`console.log(Object.keys(environment.apiTokens).join(" "))`)
          yield* at.tell
          yield* at.boss(at.installations.remove(at.name, at.installation))
          yield* at.tell
          const received = yield* at.told
          assert.deepStrictEqual(
            received.map(({ lines, type }) => [type, lines.at(-1)]),
            [
              ["installation_setup", "integration installation"],
              ["installation_deleted", "integration"]
            ]
          )
        })
    )
  })
}

describe("the outcome of a run", () => {
  it.each([
    [{ answer: { status: 204 } }, "Delivered"],
    [{ answer: { status: 299 } }, "Delivered"],
    [{ answer: { status: 199 } }, "Refused"],
    [{ answer: { status: 300 } }, "Refused"],
    [{ answer: { status: 404 } }, "Refused"],
    [{ answer: { status: 408 } }, "Retry"],
    [{ answer: { status: 429 } }, "Retry"],
    [{ answer: { status: 499 } }, "Refused"],
    [{ answer: { status: 500 } }, "Retry"],
    [{ failure: { reason: "invalid", message: "no program" } }, "Refused"],
    [{ failure: { reason: "thrown", message: "x" } }, "Retry"],
    [{ failure: { reason: "deadline", message: "x" } }, "Retry"],
    [{ failure: { reason: "busy", message: "x" } }, "Retry"]
  ] as const)("maps %j to %s (rule integration-delivered)", (run, tag) => {
    const answer = "answer" in run ? { answer: { ...run.answer, headers: [], body: new Uint8Array() } } : run
    assert.strictEqual(InstallationSender.sentOf(answer)._tag, tag)
  })
})
