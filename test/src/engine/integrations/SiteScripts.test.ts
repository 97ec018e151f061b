import { assert, layer } from "@effect/vitest"
import {
  EmbeddedScripts,
  Installations,
  PublishedSites,
  SiteInstallations,
  SiteScripts,
  SpaceInstallations
} from "@quire/core"
import { Effect } from "effect"
import { embedding } from "../../support/embeddedScripts.ts"
import { as, engines } from "../../support/engine.ts"
import { sited } from "../../support/sited.ts"

const setup = Effect.gen(function* () {
  const world = yield* sited
  const published = yield* PublishedSites.PublishedSites
  const scripts = yield* EmbeddedScripts.EmbeddedScripts
  const settings = yield* SiteScripts.SiteScripts
  const { admin, organization, site } = world
  const listed = Effect.map(as(admin)(published.get(organization, site)), (view) => view.scripts)
  const put = (integrations: ReadonlyArray<string>) => as(admin)(settings.put(organization, site, { integrations }))
  return { ...world, scripts, settings, listed, put }
})

/** What the address of a script names. */
const pathOf = (address: string) => {
  const [, , , , name = "", , installation = "", kind = "", place = "", , key = ""] = address.split("/")
  return { name, installation, kind: kind === "spaces" ? ("space" as const) : ("site" as const), place, key }
}

const tagOf = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })

for (const [store, engine] of engines(import.meta.url)) {
  layer(engine, { excludeTestServices: true })(`embedded scripts of integrations on ${store}`, (it) => {
    it.effect("lists scripts where the integration works and declares the scope (rule site-scripts)", () =>
      Effect.gen(function* () {
        const { admin, guest, id: space, listed, scripts, site, ...world } = yield* setup
        const on = yield* embedding({ admin, ...world }, { contentSecurityPolicy: "connect-src https://x.test" })
        const cookies = yield* embedding(
          { admin, ...world },
          { scopes: ["site:script:inject", "site:script:cookies"], configurations: {}, visibility: "private" }
        )
        yield* embedding({ admin, ...world }, { scopes: ["site:metadata:read"] })
        const required = { properties: { key: { type: "string" } }, required: ["key"] } as const
        yield* embedding({ admin, ...world }, { scopes: ["site:script:inject"], configurations: { site: required } })
        const shown = yield* listed
        assert.deepStrictEqual(
          shown.map(({ script, ...rest }) => ({ ...rest, name: pathOf(script).name, place: pathOf(script).place })),
          [
            { name: on.name, place: site, contentSecurityPolicy: "connect-src https://x.test", cookies: false },
            { name: cookies.name, place: site, cookies: true }
          ]
        )
        const ofSpace = yield* as(admin)(scripts.listOnSpace(space))
        assert.deepStrictEqual(
          ofSpace.map(({ script }) => [pathOf(script).name, pathOf(script).kind, pathOf(script).place]),
          [[on.name, "space", space]]
        )
        assert.strictEqual(yield* tagOf(as(guest)(scripts.listOnSpace(space))), "SpaceNotFound")
        yield* on.unpublish
        yield* cookies.uninstall
        assert.deepStrictEqual([yield* listed, yield* as(admin)(scripts.listOnSpace(space))], [[], []])
      })
    )

    it.effect(
      "waits for an administrator to approve a scope that a later version declares (rule installation-scopes)",
      () =>
        Effect.gen(function* () {
          const { admin, listed, ...world } = yield* setup
          const one = yield* embedding({ admin, ...world }, { scopes: ["site:metadata:read"] })
          const scopes = ["site:script:inject"] as const
          yield* one.publish({ scopes })
          assert.deepStrictEqual(yield* listed, [])
          const installations = yield* Installations.Installations
          yield* as(admin)(installations.update(one.name, one.installation, { scopes }))
          assert.lengthOf(yield* listed, 1)
        })
    )

    it.effect("has a new URL with each version and configuration, without revealing either (rule site-scripts)", () =>
      Effect.gen(function* () {
        const { admin, listed, scripts, site, ...world } = yield* setup
        const on = yield* embedding({ admin, ...world })
        const sites = yield* SiteInstallations.SiteInstallations
        const keys = new Set<string>()
        const look = Effect.gen(function* () {
          const [shown] = yield* listed
          const path = pathOf(shown?.script ?? "")
          const before = [...keys].at(-1)
          keys.add(path.key)
          if (before !== undefined && before !== path.key) {
            assert.strictEqual(yield* tagOf(scripts.find({ ...path, key: before })), "IntegrationNotFound")
          }
          return yield* scripts.find(path)
        })
        yield* look
        assert.deepStrictEqual(yield* look, yield* look)
        assert.strictEqual(keys.size, 1)
        yield* on.publish()
        yield* look
        yield* as(admin)(sites.update(on.name, on.installation, site, { configuration: { mode: "one" } }, {}))
        yield* look
        yield* as(admin)(sites.update(on.name, on.installation, site, { configuration: { mode: "two" } }, {}))
        yield* look
        assert.strictEqual(keys.size, 4)
        yield* on.unpublish
        assert.deepStrictEqual(yield* listed, [])
      })
    )

    it.effect("requests a script from the integration once (rule site-scripts-served)", () =>
      Effect.gen(function* () {
        const { listed, scripts, site, ...world } = yield* setup
        const on = yield* embedding(world)
        const [shown] = yield* listed
        const path = pathOf(shown?.script ?? "")
        const found = yield* scripts.find({ ...path, name: on.name.toUpperCase() })
        assert.isFalse(yield* scripts.isKept(found))
        const [one, two] = yield* Effect.all([scripts.read(found), scripts.read(found)], { concurrency: 2 })
        const again = yield* scripts.read(yield* scripts.find(path))
        assert.isTrue(yield* scripts.isKept(found))
        const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
        assert.deepStrictEqual([text(one), text(one)], [text(two), text(again)])
        const told = JSON.parse(/, (\{.*\})\]$/.exec(text(one))?.[1] ?? "")
        const { eventId: _, ...rest } = told
        assert.deepStrictEqual(rest, { type: "fetch_published_script", installationId: on.installation, siteId: site })
        for (const wrong of [{ key: "" }, { name: "other" }, { kind: "space" as const }, { place: world.other }]) {
          assert.strictEqual(yield* tagOf(scripts.find({ ...path, ...wrong })), "IntegrationNotFound")
        }
        yield* on.unpublish
        assert.strictEqual(yield* tagOf(scripts.find(path)), "IntegrationNotFound")
      })
    )

    it.effect(
      "fails like the integration and has a size limit (rules site-scripts-served and integration-failures)",
      () =>
        Effect.gen(function* () {
          const { admin, id: space, scripts, ...world } = yield* setup
          const on = yield* embedding({ admin, ...world })
          const spaces = yield* SpaceInstallations.SpaceInstallations
          const readWith = Effect.fnUntraced(function* (configuration: { readonly [name: string]: string | number }) {
            yield* as(admin)(spaces.update(on.name, on.installation, space, { configuration }, {}))
            const [shown] = yield* as(admin)(scripts.listOnSpace(space))
            return yield* scripts.read(yield* scripts.find(pathOf(shown?.script ?? "")))
          })
          const { bytes } = EmbeddedScripts.limits
          assert.lengthOf(yield* readWith({ size: bytes }), bytes)
          for (const wrong of [{ size: bytes + 1 }, { mode: "throw" }, { mode: "status" }]) {
            const error = yield* Effect.flip(readWith(wrong))
            assert.deepStrictEqual([error._tag, error.message.includes("canary")], ["ScriptFailed", false])
          }
        })
    )

    it.effect("lets administrators choose among integrations that embed scripts (rule site-scripts-run)", () =>
      Effect.gen(function* () {
        const { creator, news, organization, other, put, settings, site, stranger, ...world } = yield* setup
        const on = yield* embedding({ organization, ...world })
        const silent = yield* embedding({ organization, ...world }, { scopes: ["space:script:inject"] })
        yield* news
        assert.deepStrictEqual(yield* put([on.name.toUpperCase()]), { integrations: [on.name] })
        const told = yield* news
        assert.deepStrictEqual(
          told.map(({ type }) => type),
          ["sites.update"]
        )
        assert.notInclude(JSON.stringify(told[0]?.before), '"scripts"')
        assert.include(JSON.stringify(told[0]?.after), `"scripts":["${on.name}"]`)
        yield* put([on.name])
        assert.deepStrictEqual(yield* news, [], "nothing changed")
        for (const [who, tag] of [
          [creator, "Forbidden"],
          [stranger, "SiteNotFound"]
        ] as const) {
          const reading = settings.get(organization, site)
          const writing = settings.put(organization, site, { integrations: [] })
          assert.deepStrictEqual([yield* tagOf(as(who)(reading)), yield* tagOf(as(who)(writing))], [tag, tag])
        }
        for (const wrong of [[silent.name], ["unknown"], [on.name, "unknown"]]) {
          assert.strictEqual(yield* tagOf(put(wrong)), "NoScriptThere")
        }
        assert.strictEqual(yield* tagOf(put([on.name, on.name.toLowerCase()])), "InputInvalid")
        yield* on.unpublish
        assert.deepStrictEqual(yield* put([on.name]), { integrations: [on.name] }, "what is listed stays")
        assert.deepStrictEqual(yield* put([]), { integrations: [] })
        assert.strictEqual(yield* tagOf(put([on.name])), "NoScriptThere")
        assert.deepStrictEqual(yield* as(world.admin)(settings.get(organization, other)), { integrations: [] })
      })
    )

    it.effect("allows at most ten integrations (rule site-scripts-run)", () =>
      Effect.gen(function* () {
        const { put, ...world } = yield* setup
        const { listed: most } = SiteScripts.limits
        const names = yield* Effect.forEach(Array.from({ length: most + 1 }), () =>
          Effect.map(embedding(world), ({ name }) => name)
        )
        assert.strictEqual(yield* tagOf(put(names)), "InputInvalid")
        assert.deepStrictEqual(yield* put(names.slice(1)), { integrations: names.slice(1) })
      })
    )
  })
}
