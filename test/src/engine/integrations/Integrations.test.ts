import { assert, layer } from "@effect/vitest"
import {
  BlobStore,
  IntegrationInput,
  Integrations,
  type IntegrationView,
  OrganizationId,
  Organizations,
  Outbox,
  Purge,
  Rotation,
  type UserId
} from "@quire/core"
import { Integration, IntegrationSecrets, Repository, Sealing } from "@quire/core/internal"
import { Effect, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { as, asSystem, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"
import { png } from "./pictures.ts"

const outcome = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })

let made = 0
const newName = () => `Tool-${++made}`

type More = Partial<IntegrationInput.Publish>

const setup = Effect.gen(function* () {
  const world = yield* found
  const integrations = yield* Integrations.Integrations
  const sent = (more: More = {}): IntegrationInput.Publish => ({
    organization: world.organization,
    title: "Tool",
    description: "Does things",
    script: "export default {}",
    scopes: [],
    ...more
  })
  const publish = (name: string, more?: More, by: UserId = world.admin) =>
    as(by)(integrations.publish(name, sent(more)))
  const get = (name: string, by: UserId) => as(by)(integrations.get(name))
  const list = (by: UserId, filter = {}) => as(by)(integrations.list(filter, { limit: 1000 }))
  const finds = (by: UserId, name: string, filter = {}) =>
    Effect.map(list(by, filter), ({ items }) => items.some((item) => item.name === name))
  return { ...world, integrations, publish, get, list, finds }
})

const openSecrets = (name: string) =>
  Effect.gen(function* () {
    const rows = yield* Repository.make(IntegrationSecrets.collection)
    const sealing = yield* Sealing.Sealing
    const id = Integration.idOf(name)
    const { value } = yield* Effect.flatMap(rows.get(id), Effect.fromOption)
    const text = yield* sealing.open(IntegrationSecrets.sealingContext(id), value.sealed)
    return Schema.decodeUnknownSync(Schema.fromJsonString(IntegrationSecrets.Contents))(text)
  })

const versionsOf = (name: string) =>
  Effect.gen(function* () {
    const versions = yield* Repository.make(Integration.versionCollection)
    const integration = Integration.idOf(name)
    return Repository.values(yield* versions.list("ofIntegration", { equals: { integration }, limit: 1000 }))
  })

const brief = ({
  blocks,
  icon,
  summary,
  version
}: IntegrationView.IntegrationView & { readonly icon?: undefined }) => ({
  blocks,
  icon,
  summary,
  version
})

for (const [engineName, engine] of engines(import.meta.url)) {
  layer(engine)(`integrations on ${engineName}`, (it) => {
    it.effect(
      "replaces what was published by each publication, and keeps versions (rules integration-publish, integration-versions)",
      () =>
        Effect.gen(function* () {
          const { admin, get, organization, publish } = yield* setup
          const name = newName()
          const first = yield* publish(name, {
            summary: "# Tool",
            blocks: [{ id: "box", title: "Box" }],
            categories: ["other"]
          })
          assert.deepStrictEqual(
            [
              first.name,
              first.version,
              first.summary,
              first.target,
              first.visibility,
              first.verified,
              first.previewImages
            ],
            [name, 1, "# Tool", "all", "private", false, []]
          )
          assert.deepStrictEqual(first.blocks, [{ id: "box", title: "Box" }])
          assert.deepStrictEqual(first.permissions, { admin: true, install: true })
          assert.deepStrictEqual(first.urls, {
            location: `http://quire.test/v1/integrations/${name}`,
            app: `http://quire.test/app/integrations/${name}`,
            assets: `http://quire.test/integrations/${name}/assets/`,
            publicEndpoint: `http://quire.test/integrations/${name}/fetch`
          })
          assert.strictEqual(first.owner.id, organization)
          const second = yield* publish(name, { script: "changed", runtime: "v2" })
          assert.deepStrictEqual(brief(second), { blocks: undefined, icon: undefined, summary: undefined, version: 2 })
          assert.deepStrictEqual(second.categories, [])
          assert.deepStrictEqual(yield* get(name, admin), second)
          const versions = yield* versionsOf(name)
          assert.deepStrictEqual(
            versions.map(({ length, publishedBy, runtime, version }) => [version, runtime, length, publishedBy]),
            [
              [1, "v1", 17, admin],
              [2, "v2", 7, admin]
            ]
          )
        })
    )

    it.effect("keeps the newest versions only (rule integration-versions)", () =>
      Effect.gen(function* () {
        const { publish } = yield* setup
        const name = newName()
        const most = IntegrationInput.limits.versionsPerIntegration
        for (let version = 1; version <= most; version++) yield* publish(name)
        assert.strictEqual((yield* versionsOf(name))[0]?.version, 1)
        yield* publish(name)
        const versions = yield* versionsOf(name)
        assert.deepStrictEqual([versions.length, versions[0]?.version, versions.at(-1)?.version], [most, 2, most + 1])
      })
    )

    it.effect("reserves a name regardless of case (rule integration-name)", () =>
      Effect.gen(function* () {
        const { admin, creator, get, integrations, publish } = yield* setup
        const other = yield* setup
        const name = newName()
        yield* publish(name, { visibility: "public" })
        const again = yield* publish(name.toUpperCase(), { visibility: "public" })
        assert.deepStrictEqual([again.name, again.version], [name, 2])
        assert.strictEqual((yield* get(name.toLowerCase(), admin)).name, name)
        assert.strictEqual(yield* outcome(other.publish(name)), "IntegrationOfAnother")
        assert.strictEqual(yield* outcome(publish(name, {}, creator)), "Forbidden")
        assert.strictEqual(yield* outcome(publish(name, {}, other.admin)), "ReferenceNotFound")
        assert.isTrue(yield* as(admin)(integrations.unpublish(name)))
        assert.strictEqual(yield* outcome(other.publish(name.toLowerCase())), "IntegrationOfAnother")
        for (const bad of ["", ".", "..", "a b", "é", "x".repeat(101)]) {
          assert.strictEqual(yield* outcome(publish(bad)), "InputInvalid", bad)
        }
        yield* publish(`${newName()}-_.`.padEnd(100, "x"))
      })
    )

    it.effect("publishes for an organization by its id or its hostname", () =>
      Effect.gen(function* () {
        const { admin, organization, publish } = yield* setup
        const organizations = yield* Organizations.Organizations
        const hostname = `tools-${organization.slice(-16)}`
        yield* as(admin)(organizations.update(organization, { hostname }))
        assert.strictEqual((yield* publish(newName(), { organization: hostname })).owner.id, organization)
        assert.strictEqual(yield* outcome(publish(newName(), { organization: "nobodys-host" })), "ReferenceNotFound")
      })
    )

    it.effect("unpublishes an integration, and continues with the next version (rule integration-unpublish)", () =>
      Effect.gen(function* () {
        const { admin, finds, get, guest, integrations, publish, reader, stranger } = yield* setup
        const name = newName()
        yield* publish(name, { visibility: "public" })
        assert.strictEqual(yield* outcome(as(reader)(integrations.unpublish(name))), "Forbidden")
        assert.strictEqual(yield* outcome(as(stranger)(integrations.unpublish(name))), "Forbidden")
        assert.isFalse(yield* as(stranger)(integrations.unpublish("nothing-of-the-kind")))
        yield* publish(name)
        assert.isFalse(yield* as(stranger)(integrations.unpublish(name)))
        assert.isFalse(yield* as(guest)(integrations.unpublish(name)))
        assert.isTrue(yield* as(admin)(integrations.unpublish(name)))
        assert.isFalse(yield* as(admin)(integrations.unpublish(name)))
        assert.strictEqual(yield* outcome(get(name, admin)), "IntegrationNotFound")
        assert.isFalse(yield* finds(admin, name))
        assert.strictEqual((yield* versionsOf(name)).length, 2)
        assert.strictEqual((yield* publish(name)).version, 3)
        assert.isTrue(yield* finds(admin, name))
      })
    )

    it.effect("shows integrations according to their visibility (rule integration-visibility)", () =>
      Effect.gen(function* () {
        const { admin, finds, get, guest, publish, reader, stranger } = yield* setup
        const name = newName()
        const seenBy = (by: UserId) => Effect.zip(outcome(get(name, by)), finds(by, name))
        const seen = {
          private: ["IntegrationNotFound", false],
          unlisted: ["done", false],
          public: ["done", false]
        } as const
        for (const visibility of ["private", "unlisted", "public"] as const) {
          yield* publish(name, { visibility })
          for (const by of [admin, reader]) assert.deepStrictEqual(yield* seenBy(by), ["done", true])
          for (const by of [guest, stranger])
            assert.deepStrictEqual(yield* seenBy(by), [...seen[visibility]], visibility)
        }
        const outside = yield* get(name, stranger)
        assert.deepStrictEqual(
          [outside.permissions, outside.owner.permissions.view],
          [{ admin: false, install: true }, false]
        )
        assert.deepStrictEqual(outside.owner.emailDomains, [])
        assert.strictEqual((yield* get(name, reader)).permissions.admin, false)
      })
    )

    it.effect(
      "lists an integration in the catalog once the host has verified it (rules integration-catalogue, integration-verified)",
      () =>
        Effect.gen(function* () {
          const { admin, finds, integrations, organization, publish, stranger } = yield* setup
          const [name, hidden] = [newName(), newName()]
          yield* publish(name, { visibility: "public" })
          yield* publish(hidden, { visibility: "private" })
          assert.isFalse(yield* finds(stranger, name))
          assert.isTrue(yield* finds(stranger, name, { owner: organization }))
          assert.isFalse(yield* finds(stranger, hidden, { owner: organization }))
          assert.isTrue(yield* finds(admin, hidden, { owner: organization }))
          assert.strictEqual(yield* outcome(as(admin)(integrations.verify(name, true))), "HostOnly")
          assert.strictEqual(
            yield* outcome(asSystem(integrations.verify("nothing-of-the-kind", true))),
            "IntegrationNotFound"
          )
          yield* asSystem(integrations.verify(name.toUpperCase(), true))
          yield* asSystem(integrations.verify(hidden, true))
          assert.deepStrictEqual([yield* finds(stranger, name), yield* finds(stranger, hidden)], [true, false])
          assert.isTrue((yield* publish(name, { visibility: "public" })).verified)
          yield* asSystem(integrations.verify(name, false))
          assert.isFalse(yield* finds(stranger, name))
          const host = yield* asSystem(integrations.list({ owner: organization }, { limit: 10 }))
          assert.deepStrictEqual(
            host.items.map((item) => item.name),
            [name, hidden].sort()
          )
          assert.deepStrictEqual(
            (yield* as(admin)(integrations.list({ owner: "nobodys-host" }, { limit: 10 }))).items,
            []
          )
        })
    )

    it.effect("finds integrations by what they offer (rules integration-block-domain, integration-scopes)", () =>
      Effect.gen(function* () {
        const { admin, finds, publish } = yield* setup
        const name = newName()
        const urlUnfurl = ["https://draw.test/**", "https://*.paint.test:8080/file/*"]
        yield* publish(name, {
          blocks: [{ id: "box", title: "Box", urlUnfurl, markdown: { codeblock: "box", body: "content" } }],
          contentSources: [{ id: "api", title: "API", configuration: { componentId: "ask" } }],
          categories: ["captures", "analytics"],
          scopes: ["space:views:read", "site:visitor:claims"],
          target: "site"
        })
        const yes = [
          { blocks: true },
          { contentSources: true },
          { category: "captures" },
          { scope: "space:views:read" },
          { target: "site" },
          { search: name.toUpperCase().slice(1) },
          { blockDomain: "Draw.test" },
          { blockDomain: "www.paint.test" }
        ]
        const no = [
          { blocks: false },
          { contentSources: false },
          { category: "content" },
          { scope: "openapi:read" },
          { target: "space" },
          { search: "no such name" },
          { search: "\u0000" },
          { blockDomain: "www.draw.test" },
          { blockDomain: "paint.test" }
        ]
        for (const filter of yes) assert.isTrue(yield* finds(admin, name, filter), JSON.stringify(filter))
        for (const filter of no) assert.isFalse(yield* finds(admin, name, filter), JSON.stringify(filter))
        yield* publish(name)
        assert.isTrue(yield* finds(admin, name, { blocks: false, contentSources: false, target: "space" }))
      })
    )

    it.effect("stores secrets by name and returns them to no caller (rule integration-secrets)", () =>
      Effect.gen(function* () {
        const { organization, publish } = yield* setup
        const name = newName()
        const shown = yield* publish(name, {
          secrets: { FIRST: "canary-one", SECOND: "canary-two", THIRD: "canary-3" }
        })
        const before = yield* openSecrets(name)
        yield* publish(name, { secrets: { SECOND: "canary-four", THIRD: null, FOURTH: "" } })
        yield* publish(name)
        const { secrets, signing } = yield* openSecrets(name)
        assert.deepStrictEqual(secrets, { FIRST: "canary-one", SECOND: "canary-four" })
        assert.deepStrictEqual([signing, signing.length], [before.signing, 43])
        const outbox = yield* Outbox.Outbox
        const rows = yield* Repository.make(IntegrationSecrets.collection)
        const row = yield* rows.get(Integration.idOf(name))
        const kept = JSON.stringify([shown, Option.getOrThrow(row).value, yield* outbox.read("", 10_000)])
        assert.include(kept, organization)
        assert.notInclude(kept, "canary")
        assert.notInclude(kept, signing)
        const many = Object.fromEntries(Array.from({ length: 98 }, (_, at) => [`S${at}`, "x"]))
        yield* publish(name, { secrets: many })
        assert.strictEqual(yield* outcome(publish(name, { secrets: { MORE: "x" } })), "TooManyIntegrationSecrets")
        assert.strictEqual((yield* asSystem((yield* Rotation.Rotation).run())).left, 0)
      })
    )

    it.effect("serves images at separate URLs (rule integration-pictures)", () =>
      Effect.gen(function* () {
        const { integrations, publish } = yield* setup
        const blobs = yield* BlobStore.BlobStore
        const purge = yield* Purge.Purge
        const name = newName()
        const away = "https://tools.test/icon.svg"
        const shown = yield* publish(name, {
          icon: png(100),
          previewImages: [png(101), png(102)],
          blocks: [
            { id: "one", title: "One", icon: png(103) },
            { id: "two", title: "Two", icon: away }
          ]
        })
        assert.strictEqual(shown.blocks?.[1]?.icon, away)
        const urls = [shown.urls.icon, ...shown.previewImages, shown.blocks?.[0]?.icon]
        yield* TestClock.adjust("48 hours")
        yield* asSystem(purge.unreferencedBlobs())
        for (const [index, url = ""] of urls.entries()) {
          assert.isTrue(url.startsWith(shown.urls.assets), url)
          const asset = url.slice(shown.urls.assets.length)
          assert.strictEqual((yield* integrations.open(name, asset)).length, 100 + index)
          assert.strictEqual(yield* outcome(integrations.open(name, asset.slice(0, -4))), "IntegrationNotFound")
          assert.strictEqual(yield* outcome(integrations.open(newName(), asset)), "IntegrationNotFound")
        }
        const [version] = yield* versionsOf(name)
        assert.isTrue(Option.isSome(yield* blobs.get(version?.script ?? "")))
        yield* publish(name)
        yield* asSystem(purge.unreferencedBlobs())
        const gone = (urls[0] ?? "").slice(shown.urls.assets.length)
        assert.strictEqual(yield* outcome(integrations.open(name, gone)), "IntegrationNotFound")
        assert.isTrue(Option.isNone(yield* blobs.get(gone.slice(0, -4))))
      })
    )

    it.effect("limits their number for each organization", () =>
      Effect.gen(function* () {
        const { organization, publish } = yield* setup
        const rows = yield* Repository.make(Integration.collection)
        const name = newName()
        yield* publish(name)
        const { value } = yield* Effect.flatMap(rows.get(Integration.idOf(name)), Effect.fromOption)
        const most = IntegrationInput.limits.integrationsPerOrganization
        yield* rows.insertAll(
          Array.from({ length: most - 2 }, (_, at) => ({ ...value, id: Integration.idOf(`${name}-${at}`) }))
        )
        assert.strictEqual(yield* outcome(publish(newName())), "done")
        assert.strictEqual(yield* outcome(publish(newName())), "TooManyIntegrations")
        assert.strictEqual(yield* outcome(publish(name)), "done")
        assert.strictEqual(OrganizationId.make(organization), organization)
      })
    )
  })
}
