import { assert, describe, it, layer } from "@effect/vitest"
import {
  ContentEdits,
  Courier,
  Installations,
  IntegrationEvents,
  Integrations,
  JobRunner,
  SpaceInstallations,
  Spaces
} from "@quire/core"
import { InstallationSender } from "@quire/core/internal"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { as, asSystem, engines } from "../../support/engine.ts"
import { changed } from "../../support/integrations.ts"
import { told } from "../../support/sited.ts"
import { found } from "../../support/world.ts"

const page = { limit: 100 }

/** A script that writes down what it was told and then does what a piece of code says; `event` and `environment` are there. */
const scriptOf = (code: string) => `addEventListener("fetch", (fetched) => fetched.respondWith((async () => {
  const form = await fetched.request.formData()
  const event = JSON.parse(await form.get("event"))
  const environment = JSON.parse(await form.get("environment"))
  console.log(event.type, event.status ?? "", event.spaceId ?? "")
  ${code}
  return new Response("done")
})()))`

const reading = "space:content:read" as const

const publication = (organization: string, script: string, scopes: ReadonlyArray<typeof reading>) => ({
  organization,
  title: "Teller",
  description: "Tells.",
  runtime: "v1" as const,
  scopes,
  target: "all" as const,
  script
})

/** An integration whose script is this code, in an organization with a space. */
const setup = Effect.fnUntraced(function* (code = "") {
  const world = yield* found
  const { organization } = world
  const boss = as(world.admin)
  const integrations = yield* Integrations.Integrations
  const installations = yield* Installations.Installations
  const onSpaces = yield* SpaceInstallations.SpaceInstallations
  const spaces = yield* Spaces.Spaces
  const events = yield* IntegrationEvents.IntegrationEvents
  const courier = yield* Courier.Courier
  const runner = yield* JobRunner.JobRunner
  const edits = yield* ContentEdits.ContentEdits
  const name = `teller-${organization.toLowerCase()}`
  const publish = (script: string, scopes: ReadonlyArray<typeof reading> = [reading]) =>
    boss(integrations.publish(name, publication(organization, scriptOf(script), scopes)))
  yield* publish(code)
  const space = (yield* boss(spaces.create(organization, { title: "Space", editMode: "live" }))).id
  const installation = (yield* boss(installations.create(name, { organization }))).id
  return {
    ...world,
    boss,
    name,
    publish,
    space,
    installation,
    installations,
    onSpaces,
    events,
    write: boss(edits.apply({ space }, { changes: [{ operation: "insert_page", title: "Page" }] })),
    /** Hands out events and runs what is due; a millisecond later, so that what was told before is older. */
    tell: Effect.andThen(TestClock.adjust(1), Effect.andThen(asSystem(courier.follow()), runner.drain)),
    /** What was told, the oldest first, with how it came out and what was written. */
    told: Effect.gen(function* () {
      const { items } = yield* boss(events.list(name, page))
      return yield* Effect.forEach(items.toReversed(), ({ id }) =>
        Effect.map(boss(events.get(name, id)), ({ event, trace }) => ({
          id,
          type: event.payload.type,
          status: event.status,
          lines: trace.logs.map(({ message }) => message)
        }))
      )
    })
  }
})

for (const [store, engine] of engines) {
  layer(engine, { timeout: 120_000 })(`events told to scripts on ${store}`, (it) => {
    it.effect(
      "are run in order, once each, with what they were told (rules integration-delivered and integration-told)",
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

    it.effect("are of content where the integration may read it (rule integration-told)", () =>
      Effect.gen(function* () {
        const at = yield* setup()
        const count = Effect.map(
          Effect.andThen(at.tell, at.told),
          (told) => told.filter(({ type }) => type === "space_content_updated").length
        )
        yield* at.write
        assert.strictEqual(yield* count, 0)
        yield* at.boss(at.onSpaces.create(at.name, at.installation, { space: at.space }, {}))
        yield* at.write
        assert.strictEqual(yield* count, 1)
        yield* at.publish("", [])
        yield* at.write
        assert.strictEqual(yield* count, 1)
      })
    )

    it.effect(
      "are told again until the script takes them, and hold those behind (rules integration-delivered and delivery-order)",
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

    it.effect("are told again when their administrators ask for it (rule integration-replay)", () =>
      Effect.gen(function* () {
        const at = yield* setup(`return new Response("no", { status: 400 })`)
        const stranger = yield* found
        yield* at.tell
        const [dead] = yield* at.told
        const id = dead?.id ?? ""
        const replay = (who: typeof at.admin, event: string) => told(as(who)(at.events.replay(at.name, event)))
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
      "are refused once where the script says so, and by what is not published (rule integration-delivered)",
      () =>
        Effect.gen(function* () {
          const at = yield* setup(`if (event.type === "installation_setup") return new Response("no", { status: 400 })`)
          yield* at.tell
          yield* at.boss(at.onSpaces.create(at.name, at.installation, { space: at.space }, {}))
          yield* at.tell
          const told = yield* at.told
          assert.deepStrictEqual(
            told.map(({ status, type }) => [type, status]),
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
      "end with that of the installation's own end, which has its environment no more (rule integration-delivered)",
      () =>
        Effect.gen(function* () {
          const at = yield* setup(`console.log(Object.keys(environment.apiTokens).join(" "))`)
          yield* at.tell
          yield* at.boss(at.installations.remove(at.name, at.installation))
          yield* at.tell
          const told = yield* at.told
          assert.deepStrictEqual(
            told.map(({ lines, type }) => [type, lines.at(-1)]),
            [
              ["installation_setup", "integration installation"],
              ["installation_deleted", "integration"]
            ]
          )
        })
    )
  })
}

describe("how a run comes out", () => {
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
  ] as const)("of %j is %s (rule integration-delivered)", (outcome, tag) => {
    const answer =
      "answer" in outcome ? { answer: { ...outcome.answer, headers: [], body: new Uint8Array() } } : outcome
    assert.strictEqual(InstallationSender.sentOf(answer)._tag, tag)
  })
})
