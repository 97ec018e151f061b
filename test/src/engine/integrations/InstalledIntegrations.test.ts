import { assert, layer } from "@effect/vitest"
import {
  Actor,
  Grants,
  Installations,
  InstalledIntegrations,
  Integrations,
  IntegrationTokens,
  SpaceInstallations,
  Spaces
} from "@quire/core"
import { Effect, Option } from "effect"
import { as, asSystem, engines } from "../../support/engine.ts"
import { asking, changed, published } from "../../support/integrations.ts"
import { outcome } from "../../support/sited.ts"
import { found } from "../../support/world.ts"

const whole = { limit: 1000 }

const blocks = [
  { id: "map", title: "Map", icon: { kind: "url", url: "https://icons.test/map.png" } },
  { id: "chart", title: "Chart" }
] as const

/** An organization with its own integration and one of another organization. */
const setup = Effect.gen(function* () {
  const world = yield* found
  const abroad = yield* found
  const installations = yield* Installations.Installations
  const spaces = yield* Spaces.Spaces
  const { organization } = world
  const boss = as(world.admin)
  const space = (yield* boss(spaces.create(organization, { title: "One" }))).id
  const install = Effect.fnUntraced(function* (name: string) {
    const made = yield* boss(installations.create(name, { organization }))
    return yield* boss(installations.update(name, made.id, { space_selection: "all" }))
  })
  return {
    ...world,
    abroad,
    boss,
    install,
    installations,
    installed: yield* InstalledIntegrations.InstalledIntegrations,
    integrations: yield* Integrations.Integrations,
    tokens: yield* IntegrationTokens.IntegrationTokens,
    space,
    own: yield* published(organization, { visibility: "private", blocks }),
    other: yield* published(abroad.organization, { configurations: asking })
  }
})

for (const [store, engine] of engines(import.meta.url)) {
  layer(engine)(`installed integrations on ${store}`, (it) => {
    it.effect("lists those of an organization for members, with the integration (rule installation-lists)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        const { boss, installed, organization, other, own } = at
        const [one, two] = [yield* at.install(own.name), yield* at.install(other.name)]
        yield* as(at.abroad.admin)(at.installations.create(other.name, { organization: at.abroad.organization }))
        const listed = yield* as(at.reader)(installed.list(organization, whole))
        const expected = [
          { installation: one, integration: own.name },
          { installation: two, integration: other.name }
        ].sort((left, right) => (left.installation.id < right.installation.id ? -1 : 1))
        assert.deepStrictEqual(
          listed.items.map(({ installation, integration }) => ({ installation, integration: integration.name })),
          expected
        )
        assert.strictEqual(listed.count, 2)
        const statuses = Effect.map(boss(installed.listStatuses(organization, whole)), ({ items }) =>
          Object.fromEntries(items.map(({ integration, status }) => [integration.name, status]))
        )
        assert.deepStrictEqual(yield* statuses, { [own.name]: "active", [other.name]: "pending" })
        yield* boss(at.installations.update(other.name, two.id, { configuration: { key: "k" } }))
        yield* changed(own.id, { isPublished: false })
        assert.deepStrictEqual(yield* statuses, { [own.name]: "paused", [other.name]: "active" })
        const first = yield* boss(installed.list(organization, { limit: 1 }))
        const page = first.next?.page ?? ""
        const second = yield* boss(installed.list(organization, { limit: 1, page }))
        assert.deepStrictEqual([...first.items, ...second.items].length, 2)
        assert.isUndefined(second.next)
        assert.strictEqual(
          yield* outcome(boss(installed.listStatuses(organization, { limit: 1, page }))),
          "CursorInvalid"
        )
        const narrowed = yield* boss(installed.list(organization, { ...whole, search: own.name.toUpperCase() }))
        assert.deepStrictEqual(
          narrowed.items.map(({ integration }) => integration.name),
          [own.name]
        )
        const tried = (who: typeof at.guest) =>
          as(who)(
            Effect.all([
              outcome(installed.list(organization, whole)),
              outcome(installed.listStatuses(organization, whole)),
              outcome(at.integrations.listFor(organization, {}, whole))
            ])
          )
        assert.deepStrictEqual(yield* tried(at.guest), Array(3).fill("Forbidden"))
        assert.deepStrictEqual(yield* tried(at.abroad.admin), Array(3).fill("OrganizationNotFound"))
      })
    )

    it.effect(
      "lists those that work on a space, for callers who may view the space (rules installation-lists and installation-reach)",
      () =>
        Effect.gen(function* () {
          const at = yield* setup
          const { boss, installed, organization, other, own, space } = at
          const grants = yield* Grants.Grants
          const places = yield* SpaceInstallations.SpaceInstallations
          const names = (who: typeof at.admin) =>
            Effect.map(as(who)(installed.listOnSpace(space, whole)), ({ count, items }) => {
              assert.strictEqual(count, items.length)
              return items.map(({ name }) => name)
            })
          assert.deepStrictEqual(yield* names(at.reader), [])
          yield* at.install(own.name)
          const { id } = yield* at.install(other.name)
          assert.deepStrictEqual(yield* names(at.reader), [own.name], "the other is configured nowhere")
          yield* boss(at.installations.update(other.name, id, { configuration: { key: "k" } }))
          assert.deepStrictEqual(yield* names(at.reader), [own.name], "the other is not configured there")
          yield* boss(places.update(other.name, id, space, { configuration: { channel: "c" } }, {}))
          assert.deepStrictEqual(yield* names(at.reader), [own.name, other.name].sort())
          const narrowed = yield* boss(installed.listOnSpace(space, { ...whole, search: other.name }))
          assert.deepStrictEqual(
            narrowed.items.map(({ name }) => name),
            [other.name]
          )
          const [shown, ...more] = yield* as(at.reader)(installed.listBlocks(space))
          assert.deepStrictEqual(more, [], "integrations without blocks are left out")
          assert.deepStrictEqual(shown, {
            name: own.name,
            blocks: [
              { id: "map", title: "Map", icon: "https://icons.test/map.png" },
              { id: "chart", title: "Chart" }
            ]
          })
          assert.strictEqual(yield* outcome(as(at.guest)(installed.listBlocks(space))), "SpaceNotFound")
          yield* boss(grants.invite({ kind: "space", id: space }, { users: [at.guest], role: "read" }))
          assert.deepStrictEqual(yield* names(at.guest), [other.name], "guests see no private one")
          assert.deepStrictEqual(yield* as(at.guest)(installed.listBlocks(space)), [])
          assert.strictEqual(yield* outcome(as(at.abroad.admin)(installed.listOnSpace(space, whole))), "SpaceNotFound")
          const elsewhere = yield* boss((yield* Spaces.Spaces).create(organization, {}))
          yield* boss(places.remove(other.name, id, space))
          assert.deepStrictEqual(yield* names(at.reader), [own.name])
          assert.strictEqual((yield* boss(installed.listOnSpace(elsewhere.id, whole))).count, 1)
        })
    )

    it.effect("lists the catalog of an organization with what it publishes (rule integration-catalogue)", () =>
      Effect.gen(function* () {
        const { abroad, boss, integrations, organization, other, own } = yield* setup
        const hidden = yield* published(abroad.organization, { visibility: "unlisted" })
        const unverified = yield* published(abroad.organization, { verified: false })
        const mine = new Set([own.name, other.name, hidden.name, unverified.name])
        const named = (who: typeof boss, filter = {}) =>
          Effect.map(who(integrations.listFor(organization, filter, whole)), ({ items }) =>
            items.map(({ name }) => name).filter((name) => mine.has(name))
          )
        const seen = [own.name, other.name].sort()
        assert.deepStrictEqual((yield* named(boss)).sort(), seen)
        assert.deepStrictEqual((yield* named(asSystem)).sort(), seen, "the host sees what the organization does")
        yield* published(abroad.organization, { visibility: "private" })
        assert.deepStrictEqual(
          (yield* named(boss, { owner: abroad.organization })).sort(),
          [other.name, unverified.name].sort()
        )
        assert.deepStrictEqual(yield* named(boss, { owner: organization }), [own.name])
        assert.deepStrictEqual(yield* named(boss, { owner: "unknown" }), [])
        assert.deepStrictEqual(yield* named(boss, { search: own.name }), [own.name])
      })
    )

    it.effect("returns tokens of installations to the integration only (rule integration-token)", () =>
      Effect.gen(function* () {
        const { abroad, boss, guest, install, installed, organization, other, own, reader, tokens } = yield* setup
        const [mine, theirs] = [yield* install(own.name), yield* install(other.name)]
        const holder = Effect.fnUntraced(function* (integration: string, installation?: string) {
          const token = yield* tokens.mint({ integration, ...(installation === undefined ? {} : { installation }) })
          return Option.getOrThrow(yield* tokens.authenticate(token))
        })
        const ask = (caller: Actor.Caller, name: string, id: typeof mine.id) =>
          Effect.provideService(tokens.create(name, id), Actor.Actor, caller)
        const itself = yield* holder(own.id)
        const { token } = yield* ask(itself, own.name.toUpperCase(), mine.id)
        const caller = Option.getOrThrow(yield* tokens.authenticate(token))
        assert(caller._tag === "Integration")
        assert.deepStrictEqual([caller.acting.integration, caller.acting.installation], [own.id, mine.id])
        assert.strictEqual(yield* outcome(ask(caller, own.name, mine.id)), "ScopesOnly")
        assert.strictEqual(yield* outcome(ask(itself, other.name, theirs.id)), "InstallationNotFound")
        assert.strictEqual(yield* outcome(ask(itself, own.name, theirs.id)), "InstallationNotFound")
        assert.strictEqual(yield* outcome(boss(tokens.create(own.name, mine.id))), "Forbidden")
        assert.strictEqual(yield* outcome(as(reader)(tokens.create(own.name, mine.id))), "Forbidden")
        for (const stranger of [guest, abroad.admin]) {
          assert.strictEqual(yield* outcome(as(stranger)(tokens.create(own.name, mine.id))), "InstallationNotFound")
        }
        const inside = (caller: Actor.Caller) =>
          outcome(Effect.provideService(installed.list(organization, whole), Actor.Actor, caller))
        assert.strictEqual(yield* inside(caller), "Forbidden")
        assert.strictEqual(yield* inside(itself), "OrganizationNotFound")
      })
    )
  })
}
