import { assert, layer } from "@effect/vitest"
import {
  Actor,
  Contents,
  Installations,
  IntegrationInstallation,
  IntegrationTokens,
  OpenApiSpecs,
  Outbox,
  Repository,
  SiteInstallations,
  Sites,
  SpaceInstallations,
  Spaces
} from "@quire/core"
import { InstallationSecrets, type Integration, Organization, PlaceInstallation } from "@quire/core/internal"
import { Effect } from "effect"
import { as, asSystem, engines } from "../../support/engine.ts"
import { asking, changed, published } from "../../support/integrations.ts"
import { outcome } from "../../support/sited.ts"
import { found } from "../../support/world.ts"

const whole = { limit: 1000 }
const { limits } = IntegrationInstallation

/** An organization with an integration installed, two spaces and a site, and another organization. */
const setup = Effect.gen(function* () {
  const world = yield* found
  const abroad = yield* found
  const installations = yield* Installations.Installations
  const onSpaces = yield* SpaceInstallations.SpaceInstallations
  const onSites = yield* SiteInstallations.SiteInstallations
  const spaces = yield* Spaces.Spaces
  const sites = yield* Sites.Sites
  const { organization } = world
  const boss = as(world.admin)
  const { id, name } = yield* published(abroad.organization, { configurations: asking })
  const one = yield* boss(spaces.create(organization, { title: "One" }))
  const two = yield* boss(spaces.create(organization, { title: "Two" }))
  const site = yield* boss(sites.create(organization, {}))
  const made = yield* boss(installations.create(name, { organization }))
  return {
    ...world,
    abroad,
    installations,
    onSpaces,
    onSites,
    spaces,
    sites,
    boss,
    integration: id,
    name,
    one: one.id,
    two: two.id,
    site: site.id,
    made,
    update: (changes: IntegrationInstallation.Patch) => boss(installations.update(name, made.id, changes)),
    get: boss(installations.get(name, made.id)),
    install: (space: typeof one.id) => boss(onSpaces.create(name, made.id, { space }, {})),
    listed: Effect.map(boss(onSpaces.list(name, made.id, whole)), ({ items }) => items.map(({ space }) => space))
  }
})

for (const [store, engine] of engines(import.meta.url)) {
  layer(engine)(`installations on ${store}`, (it) => {
    it.effect(
      "hides those of a private integration from guests of its organization (rule integration-visibility)",
      () =>
        Effect.gen(function* () {
          const { admin, guest, installations, organization, reader } = yield* setup
          const { name } = yield* published(organization, { visibility: "private" })
          const listed = (who: typeof guest) => outcome(as(who)(installations.list(name, whole)))
          assert.strictEqual(yield* listed(admin), "done")
          assert.strictEqual(yield* listed(reader), "done")
          assert.strictEqual(yield* listed(guest), "IntegrationNotFound")
        })
    )

    it.effect("hides those of a private integration from members who bypass single sign-on (rule sso-enforced)", () =>
      Effect.gen(function* () {
        const { installations, organization, reader } = yield* setup
        const { name } = yield* published(organization, { visibility: "private" })
        const byToken: Actor.Caller = { _tag: "User", user: reader, token: "token" }
        const listed = outcome(Effect.provideService(installations.list(name, whole), Actor.Actor, byToken))
        assert.strictEqual(yield* listed, "done")
        const rows = yield* Repository.make(Organization.collection)
        const seen = yield* Effect.orDie(Effect.fromOption(yield* rows.get(organization)))
        yield* Effect.orDie(rows.update(seen, { ...seen.value, sso: true }))
        assert.strictEqual(yield* listed, "IntegrationNotFound")
      })
    )

    it.effect(
      "lets members view and administrators change them, and hides them from others (rule installation-who)",
      () =>
        Effect.gen(function* () {
          const at = yield* setup
          const { guest, installations, made, name, onSites, onSpaces, one, organization, site } = at
          yield* at.install(one)
          const tried = (who: typeof guest) =>
            as(who)(
              Effect.all([
                outcome(installations.get(name, made.id)),
                outcome(installations.update(name, made.id, {})),
                outcome(installations.remove("another", made.id)),
                outcome(onSpaces.get(name, made.id, one, {})),
                outcome(onSpaces.update(name, made.id, one, {}, {})),
                outcome(onSites.create(name, made.id, { site }, {}))
              ])
            )
          const absent = "InstallationNotFound"
          const hidden = [absent, absent, "done", absent, absent, absent]
          assert.deepStrictEqual(yield* tried(guest), hidden)
          assert.deepStrictEqual(yield* tried(at.stranger), hidden)
          assert.deepStrictEqual(yield* tried(at.reader), [
            "done",
            "Forbidden",
            "done",
            "done",
            "Forbidden",
            "Forbidden"
          ])
          assert.deepStrictEqual(yield* tried(at.creator), ["done", "Forbidden", "done", "done", "done", "Forbidden"])
          assert.deepStrictEqual(yield* tried(at.admin), Array(6).fill("done"))
          const another = yield* published(organization)
          assert.strictEqual(yield* outcome(at.boss(installations.get(another.name, made.id))), absent)
          assert.strictEqual(
            yield* outcome(as(at.creator)(installations.create(another.name, { organization }))),
            "Forbidden"
          )
          const elsewhere = as(at.abroad.admin)(installations.create(another.name, { organization }))
          assert.strictEqual(yield* outcome(elsewhere), "ReferenceNotFound")
          const { id: closed } = yield* at.boss(at.spaces.create(organization, {}))
          yield* at.boss(at.spaces.update(closed, { defaultLevel: null }))
          yield* at.install(closed)
          assert.deepStrictEqual(
            yield* outcome(as(at.reader)(onSpaces.get(name, made.id, closed, {}))),
            "NotInstalledThere"
          )
          const seen = yield* as(at.reader)(onSpaces.list(name, made.id, whole))
          assert.deepStrictEqual([seen.items.map(({ space }) => space), seen.count], [[one], 1])
        })
    )

    it.effect("creates one for concurrent requests (rule installation-once)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        const again = at.boss(at.installations.create(at.name.toUpperCase(), { organization: at.organization }))
        assert.strictEqual(yield* outcome(again), "AlreadyInstalled")
        const both = yield* Effect.all([outcome(at.install(at.one)), outcome(at.install(at.one))], { concurrency: 2 })
        assert.deepStrictEqual(both.sort(), ["AlreadyInstalledThere", "done"])
        assert.isTrue(yield* at.boss(at.installations.remove(at.name, at.made.id)))
        assert.isFalse(yield* at.boss(at.installations.remove(at.name, at.made.id)))
        const fresh = yield* again
        const seen = yield* at.boss(at.onSpaces.list(at.name, fresh.id, whole))
        assert.deepStrictEqual([fresh.spaces, seen.items], [0, []])
      })
    )

    it.effect("accepts only the targets of the integration (rule installation-target)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        const { abroad, boss, installations, organization } = at
        const ofSites = yield* published(organization, { target: "site" })
        const mine = yield* boss(installations.create(ofSites.name, { organization }))
        const refused = outcome(boss(at.onSpaces.create(ofSites.name, mine.id, { space: at.one }, {})))
        assert.strictEqual(yield* refused, "NotForTarget")
        yield* boss(at.onSites.create(ofSites.name, mine.id, { siteId: at.site }, {}))
        yield* boss(installations.update(ofSites.name, mine.id, { space_selection: "all" }))
        assert.strictEqual(
          yield* outcome(boss(at.onSpaces.get(ofSites.name, mine.id, at.one, {}))),
          "NotInstalledThere"
        )
        const secret = yield* published(abroad.organization, { visibility: "private" })
        assert.strictEqual(
          yield* outcome(boss(installations.create(secret.name, { organization }))),
          "IntegrationNotFound"
        )
        const theirs = { organization: abroad.organization }
        yield* as(abroad.admin)(installations.create(secret.name, theirs))
        yield* changed(at.integration, { isPublished: false })
        assert.strictEqual(
          yield* outcome(as(abroad.admin)(installations.create(at.name, theirs))),
          "IntegrationNotFound"
        )
      })
    )

    it.effect("covers all places or individual ones, and keeps separate configurations (rule installation-place)", () =>
      Effect.gen(function* () {
        const { boss, get, install, listed, made, name, onSpaces, one, two, update } = yield* setup
        assert.deepStrictEqual([made.space_selection, made.site_selection, made.spaces], ["selected", "selected", 0])
        assert.strictEqual(yield* outcome(boss(onSpaces.get(name, made.id, one, {}))), "NotInstalledThere")
        assert.strictEqual(yield* outcome(boss(onSpaces.update(name, made.id, one, {}, {}))), "NotInstalledThere")
        yield* install(one)
        yield* boss(onSpaces.update(name, made.id, one, { configuration: { channel: "a" } }, {}))
        yield* update({ space_selection: "all" })
        assert.deepStrictEqual((yield* boss(onSpaces.get(name, made.id, two, {}))).configuration, {})
        assert.deepStrictEqual(yield* listed, [one])
        yield* boss(onSpaces.update(name, made.id, two, { configuration: { channel: "b" } }, {}))
        assert.deepStrictEqual(yield* listed, [one, two])
        assert.isTrue(yield* boss(onSpaces.remove(name, made.id, two)))
        assert.isFalse(yield* boss(onSpaces.remove(name, made.id, two)))
        assert.strictEqual((yield* boss(onSpaces.get(name, made.id, two, {}))).status, "pending")
        yield* update({ space_selection: "selected" })
        assert.deepStrictEqual((yield* boss(onSpaces.get(name, made.id, one, {}))).configuration, { channel: "a" })
        assert.strictEqual((yield* get).spaces, 1)
      })
    )

    it.effect(
      "adds new scopes when an administrator approves, and removes dropped ones at once (rule installation-scopes)",
      () =>
        Effect.gen(function* () {
          const { abroad, boss, get, installations, integration, made, name, one, organization, reader, update } =
            yield* setup
          const contents = yield* Contents.Contents
          const specs = yield* OpenApiSpecs.OpenApiSpecs
          const tokens = yield* IntegrationTokens.IntegrationTokens
          const token = yield* tokens.mint({ integration, installation: made.id })
          const asInstalled = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
            Effect.flatMap(Effect.flatMap(tokens.authenticate(token), Effect.fromOption), (caller) =>
              outcome(Effect.provideService(self, Actor.Actor, caller))
            )
          const opened = Effect.all({
            content: asInstalled(contents.pages({ space: one })),
            descriptions: asInstalled(specs.list(organization, whole)),
            token: Effect.map(Effect.flatMap(tokens.authenticate(token), Effect.fromOption), (caller) =>
              caller._tag === "Integration" ? [...caller.acting.scopes] : []
            ),
            shown: Effect.map(get, ({ pendingScopes, scopes }) => ({ scopes, pendingScopes }))
          })
          const declare = (...scopes: ReadonlyArray<Integration.Scope>) => changed(integration, { scopes })
          yield* update({ space_selection: "all" })
          yield* declare("space:content:read", "openapi:read")
          const nothing = { content: "Forbidden", descriptions: "Forbidden", token: [] }
          const pending: ReadonlyArray<Integration.Scope> = ["space:content:read", "openapi:read"]
          assert.deepStrictEqual(yield* opened, { ...nothing, shown: { scopes: [], pendingScopes: pending } })

          const agree = (scopes: ReadonlyArray<Integration.Scope>) => installations.update(name, made.id, { scopes })
          assert.strictEqual(yield* asInstalled(agree(pending)), "Forbidden")
          assert.strictEqual(yield* outcome(as(reader)(agree(pending))), "Forbidden")
          assert.strictEqual(yield* outcome(as(abroad.admin)(agree(pending))), "InstallationNotFound")
          const undeclared = yield* Effect.flip(boss(agree(["openapi:read", "site:visitor:auth"])))
          assert.deepStrictEqual("details" in undeclared ? undeclared.details : [], [
            { path: "scopes.1", rule: "must be a scope that the newest version of the integration declares" }
          ])
          assert.deepStrictEqual(yield* opened, { ...nothing, shown: { scopes: [], pendingScopes: pending } })

          yield* boss(agree(["space:content:read"]))
          const agreed = { scopes: ["space:content:read"], pendingScopes: ["openapi:read"] } as const
          const half = { content: "done", descriptions: "Forbidden", token: ["space:content:read"], shown: agreed }
          assert.deepStrictEqual(yield* opened, half)
          yield* declare("openapi:read")
          assert.deepStrictEqual(yield* opened, { ...nothing, shown: { scopes: [], pendingScopes: ["openapi:read"] } })
          yield* declare("space:content:read", "openapi:read")
          assert.deepStrictEqual(yield* opened, half)
          yield* boss(agree(pending))
          assert.deepStrictEqual(yield* opened, {
            content: "done",
            descriptions: "done",
            token: ["space:content:read", "openapi:read"],
            shown: { scopes: pending, pendingScopes: [] }
          })
        })
    )

    it.effect(
      "counts spaces (rule installation-spaces), which lose it in a transfer (rule installation-transfer)",
      () =>
        Effect.gen(function* () {
          const at = yield* setup
          const { boss, get, install, listed, one, spaces, two, update } = at
          yield* install(one)
          yield* install(two)
          const counted = Effect.map(get, (view) => view.spaces)
          assert.strictEqual(yield* counted, 2)
          yield* boss(spaces.remove(one))
          assert.deepStrictEqual([yield* counted, yield* listed], [2, [two]])
          yield* update({ space_selection: "all" })
          assert.strictEqual(yield* counted, 1)
          yield* boss(spaces.restore(one))
          assert.deepStrictEqual([yield* counted, yield* listed], [2, [one, two]])
          yield* asSystem(spaces.transfer(one, { organization: at.abroad.organization }))
          assert.deepStrictEqual(yield* listed, [two])
          yield* asSystem(spaces.transfer(one, { organization: at.organization }))
          assert.deepStrictEqual(yield* listed, [two])
          yield* boss(at.onSites.create(at.name, at.made.id, { site: at.site }, {}))
          yield* boss(at.sites.remove(at.organization, at.site))
          const rows = yield* Repository.make(PlaceInstallation.collection)
          const left = yield* rows.list("ofInstallation", {
            equals: { installation: at.made.id, kind: "site" },
            limit: 9
          })
          assert.deepStrictEqual(left, [])
        })
    )

    it.effect("lists them for administrators of any organization, also by external id (rule installation-lists)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        const { abroad, boss, install, installations, made, name, onSites, onSpaces, one, site } = at
        const theirs = yield* as(abroad.admin)(installations.create(name, { organization: abroad.organization }))
        yield* at.update({ externalIds: ["acme-1"] })
        yield* install(one)
        yield* boss(onSpaces.update(name, made.id, one, { externalIds: ["space-1"] }, {}))
        yield* boss(onSites.create(name, made.id, { site }, {}))
        const seen = (who: typeof at.admin, externalId?: string) =>
          Effect.map(as(who)(installations.list(name, { ...whole, externalId })), ({ items }) =>
            items.map(({ id }) => id)
          )
        assert.deepStrictEqual(yield* seen(at.admin), [made.id])
        assert.deepStrictEqual(yield* seen(abroad.admin), [theirs.id])
        assert.deepStrictEqual([yield* seen(at.creator), yield* seen(at.stranger)], [[], []])
        assert.deepStrictEqual(
          [yield* seen(at.admin, "acme-1"), yield* seen(at.admin, "acme"), yield* seen(at.admin, "\u0000")],
          [[made.id], [], []]
        )
        assert.strictEqual(yield* outcome(boss(installations.list("unknown", whole))), "IntegrationNotFound")
        const every = yield* asSystem(installations.list(name, whole))
        assert.deepStrictEqual(every.items.map(({ id }) => id).sort(), [made.id, theirs.id].sort())
        const spaces = yield* boss(
          onSpaces.listOfIntegration(name, { ...whole, externalId: "space-1", extended: true })
        )
        assert.deepStrictEqual(
          spaces.items.map(({ space }) => (typeof space === "string" ? space : space.title)),
          ["One"]
        )
        const onSite = yield* boss(onSites.listOfIntegration(name, { ...whole, extended: true }))
        assert.deepStrictEqual(
          onSite.items.map((each) => (typeof each.site === "string" ? each.site : each.site.id)),
          [site]
        )
        assert.deepStrictEqual(
          (yield* boss(onSpaces.listOfIntegration(name, { ...whole, externalId: "\u0000" }))).items,
          []
        )
        assert.deepStrictEqual((yield* as(at.creator)(onSpaces.listOfIntegration(name, whole))).items, [])
        yield* changed(at.integration, { visibility: "private" })
        assert.strictEqual(yield* outcome(as(at.stranger)(installations.list(name, whole))), "IntegrationNotFound")
      })
    )

    it.effect("reports which properties changed without their values (rule installation-audit)", () =>
      Effect.gen(function* () {
        const { boss, made, name, one, onSpaces, organization, install, installations, update } = yield* setup
        yield* update({ configuration: { key: "hush-account" } })
        yield* update({ configuration: { key: "hush-account" } })
        yield* install(one)
        yield* boss(onSpaces.update(name, made.id, one, { configuration: { channel: "hush-space" } }, {}))
        yield* boss(installations.remove(name, made.id))
        const outbox = yield* Outbox.Outbox
        const read: Array<Outbox.Event> = []
        for (let offset = "", more = true; more; ) {
          const some = yield* outbox.read(offset, 200)
          read.push(...some.map(({ event }) => event))
          offset = some.at(-1)?.offset ?? offset
          more = some.length === 200
        }
        const ours = read.filter((event) => event.organization === organization && event.subjects.includes(made.id))
        assert.deepStrictEqual(
          ours.map(({ subjects, type }) => [type, ...subjects]),
          [
            ["installations.create", made.id, name],
            ["installations.update", made.id, name],
            ["spaceInstallations.create", made.id, one, name],
            ["spaceInstallations.update", made.id, one, name],
            ["installations.delete", made.id, name]
          ]
        )
        assert.notInclude(JSON.stringify(ours), "hush-")
        assert.include(JSON.stringify(ours), "channel")
      })
    )

    it.effect("seals the secret and deletes it with the installation (rule installation-secret)", () =>
      Effect.gen(function* () {
        const { boss, installations, made, name } = yield* setup
        const rows = yield* Repository.make(InstallationSecrets.collection)
        const row = yield* Effect.orDie(Effect.fromOption(yield* rows.get(made.id)))
        assert.notInclude(JSON.stringify(made), row.value.sealed)
        yield* boss(installations.remove(name, made.id))
        assert.strictEqual((yield* rows.getMany([made.id])).size, 0)
      })
    )

    it.effect("limits their number in an organization (rule installation-limits)", () =>
      Effect.gen(function* () {
        const { boss, installations, organization } = yield* setup
        for (let at = 1; at < limits.installationsPerOrganization; at++) {
          const { name } = yield* published(organization)
          yield* boss(installations.create(name, { organization }))
        }
        const { name } = yield* published(organization)
        assert.strictEqual(yield* outcome(boss(installations.create(name, { organization }))), "TooManyInstallations")
      })
    )
  })
}
