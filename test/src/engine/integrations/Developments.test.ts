import { assert, layer } from "@effect/vitest"
import { Components, Developments, Installations, Integrations } from "@quire/core"
import { Development } from "@quire/core/internal"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { as, engines } from "../../support/engine.ts"
import { outcome } from "../../support/sited.ts"
import { found } from "../../support/world.ts"
import { setup } from "./telling.ts"
import { type Asked, tunnel } from "./tunnel.ts"

const { limits } = Development

const decodeTokens = Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.String))

/** An integration with a secret that is installed at home and abroad, and a tunnel. */
const developing = Effect.gen(function* () {
  const at = yield* setup(`console.log("by the script")`)
  const open = yield* tunnel
  const developments = yield* Developments.Developments
  const integrations = yield* Integrations.Integrations
  const installations = yield* Installations.Installations
  const publication = { organization: at.organization, title: "Teller", description: "Tells.", scopes: [] }
  const script = `addEventListener("fetch", (event) => event.respondWith((async () => {
    await event.request.formData()
    console.log("by the script")
    return new Response("done")
  })()))`
  const publish = at.boss(
    integrations.publish(at.name, { ...publication, script, visibility: "unlisted", secrets: { KEY: "the-secret" } })
  )
  yield* publish
  yield* at.tell
  const abroad = yield* found
  return {
    ...at,
    abroad,
    asked: open.asked,
    answer: open.answer,
    developments,
    begin: (tunnelUrl: string = open.url) => developments.begin(at.name, { tunnelUrl }),
    end: developments.end(at.name),
    publish,
    shown: (who: typeof at.admin) => Effect.map(as(who)(integrations.get(at.name)), ({ development }) => development),
    /** Sends an event to the owner's installation. */
    happen: Effect.andThen(
      at.boss(installations.update(at.name, at.installation, { externalIds: ["one"] })),
      Effect.andThen(at.boss(installations.update(at.name, at.installation, { externalIds: [] })), at.tell)
    ),
    installAbroad: Effect.andThen(
      as(abroad.admin)(installations.create(at.name, { organization: abroad.organization })),
      at.tell
    )
  }
})

const typesOf = (asked: ReadonlyArray<Asked>) => asked.map(({ event }) => event["type"])

for (const [store, engine] of engines(import.meta.url)) {
  layer(engine)(`development mode on ${store}`, (it) => {
    it.effect("sends the events of the owner's installation to the tunnel (rule integration-development)", () =>
      Effect.gen(function* () {
        const at = yield* developing
        yield* at.boss(at.begin())
        yield* at.happen
        assert.deepStrictEqual(typesOf(at.asked), ["installation_setup", "installation_setup"])
        const [first] = at.asked
        assert.deepStrictEqual([first?.method, first?.path], ["POST", "/below/v1"])
        assert.deepStrictEqual(first?.environment["secrets"], { KEY: "the-secret" })
        const events = yield* at.told
        assert.deepStrictEqual(
          events.map(({ lines, status }) => [lines.at(-1), status]),
          [
            ["by the script", "success"],
            [undefined, "success"],
            [undefined, "success"]
          ]
        )
      })
    )

    it.effect(
      "sends nothing of installations in other organizations to the tunnel (rule integration-development)",
      () =>
        Effect.gen(function* () {
          const at = yield* developing
          yield* at.boss(at.begin())
          yield* at.installAbroad
          assert.deepStrictEqual(typesOf(at.asked), [])
          yield* at.happen
          const tokens = decodeTokens(at.asked[0]?.environment["apiTokens"])
          const claims = Object.values(tokens).map((token) =>
            JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString())
          )
          assert.deepStrictEqual(
            claims.map(({ installation }) => installation),
            [at.installation, at.installation]
          )
          assert.strictEqual(
            yield* outcome(at.boss(at.developments.begin(at.name, { tunnelUrl: "x" }))),
            "InputInvalid"
          )
        })
    )

    it.effect(
      "renders components by the tunnel and treats its response as untrusted (rule integration-development)",
      () =>
        Effect.gen(function* () {
          const at = yield* developing
          const components = yield* Components.Components
          const context = { type: "configuration_account", theme: "light", organizationId: at.organization } as const
          const draw = outcome(at.boss(components.render(at.name, { componentId: "card", props: {}, context })))
          yield* at.boss(at.begin())
          at.answer(200, JSON.stringify({ element: { type: "block", children: [] }, state: {}, props: {} }))
          assert.strictEqual(yield* draw, "done")
          at.answer(200, JSON.stringify({ element: { type: "script" } }))
          assert.strictEqual(yield* draw, "ScriptFailed")
          at.answer(200, "x".repeat(5_000_001))
          assert.strictEqual(yield* draw, "ScriptFailed")
          at.answer(503, "no")
          yield* at.happen
          assert.strictEqual((yield* at.told).at(-1)?.status, "failed")
        })
    )

    it.effect("ends on request, after a day, and by publishing (rule integration-development)", () =>
      Effect.gen(function* () {
        const at = yield* developing
        const isOn = Effect.map(at.shown(at.admin), (development) => development !== undefined)
        yield* at.boss(at.begin())
        assert.isTrue(yield* isOn)
        assert.isTrue(yield* at.boss(at.end))
        assert.isFalse(yield* at.boss(at.end))
        assert.isFalse(yield* isOn)
        yield* at.boss(at.begin())
        yield* TestClock.adjust(limits.lasts - 1)
        assert.isTrue(yield* isOn)
        yield* TestClock.adjust(1)
        assert.isFalse(yield* isOn)
        const before = at.asked.length
        yield* at.happen
        assert.strictEqual(at.asked.length, before)
        yield* at.boss(at.begin())
        yield* at.publish
        assert.isFalse(yield* isOn)
        yield* at.boss(at.begin())
        yield* at.boss(at.integrations.unpublish(at.name))
        yield* at.publish
        assert.isFalse(yield* isOn)
      })
    )

    it.effect("allows only administrators of the owner to start, end and see it (rule integration-development)", () =>
      Effect.gen(function* () {
        const at = yield* developing
        for (const who of [at.editor, at.abroad.admin]) {
          assert.strictEqual(yield* outcome(as(who)(at.begin())), "Forbidden")
        }
        yield* at.boss(at.begin())
        assert.strictEqual(yield* outcome(as(at.editor)(at.end)), "Forbidden")
        assert.isUndefined(yield* at.shown(at.editor))
        assert.isUndefined(yield* at.shown(at.abroad.admin))
        assert.match((yield* at.shown(at.admin))?.tunnelUrl ?? "", /^http:\/\/127\.0\.0\.1:/u)
        assert.strictEqual(
          yield* outcome(at.boss(at.developments.begin("none", { tunnelUrl: "https://a.test" }))),
          "IntegrationNotFound"
        )
      })
    )

    it.effect(
      "accepts a secure or local tunnel URL, and reaches only permitted addresses (rule integration-development)",
      () =>
        Effect.gen(function* () {
          const at = yield* developing
          const base = "https://tunnel.test/"
          const fitting = base + "x".repeat(limits.urlLength - base.length)
          for (const url of [
            fitting,
            "http://localhost:1",
            "http://127.0.0.1",
            "http://[::1]:80",
            "https://a.test/b"
          ]) {
            assert.strictEqual(yield* outcome(at.boss(at.begin(url))), "done", url)
          }
          for (const url of [
            `${fitting}x`,
            "",
            "http://tunnel.test",
            "http://10.0.0.1",
            "http://127.0.0.1.test",
            "https://a:b@tunnel.test",
            "https://a.test/?q",
            "https://a.test/#f",
            "ftp://a.test"
          ]) {
            assert.strictEqual(yield* outcome(at.boss(at.begin(url))), "InputInvalid", url)
          }
          yield* at.boss(at.begin("https://10.0.0.1"))
          yield* at.happen
          const last = (yield* at.told).at(-1)
          assert.deepStrictEqual(
            [last?.status, last?.lines.at(-1)?.includes("an address that is not allowed")],
            ["failed", true]
          )
        })
    )
  })
}
