import { assert, layer } from "@effect/vitest"
import {
  Actor,
  Installations,
  IntegrationEvents,
  Integrations,
  IntegrationTokens,
  Repository,
  SpaceInstallations,
  Spaces
} from "@quire/core"
import {
  type EventPayload,
  Integration,
  IntegrationEvent,
  IntegrationInstallation,
  IntegrationRuns,
  PlaceInstallation
} from "@quire/core/internal"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { as, baseUrl, engines } from "../../support/engine.ts"
import { published } from "../../support/integrations.ts"
import { outcome } from "../../support/sited.ts"
import { found } from "../../support/world.ts"

const { limits } = IntegrationEvent
const page = (limit: number) => ({ limit })

/** An integration that is installed in the organization of others, and the outcomes of two events. */
const setup = Effect.gen(function* () {
  const world = yield* found
  const abroad = yield* found
  const installations = yield* Installations.Installations
  const events = yield* IntegrationEvents.IntegrationEvents
  const records = yield* Effect.provide(IntegrationRuns.EventRecords, IntegrationRuns.EventRecords.layer)
  const { id, name } = yield* published(world.organization)
  const made = yield* as(abroad.admin)(installations.create(name, { organization: abroad.organization }))
  const payloadOf = (eventId: string): EventPayload.EventPayload => ({
    type: "installation_setup",
    eventId,
    installationId: made.id,
    status: "active"
  })
  const keep = (eventId: string, status: "success" | "failed", message: string = status) =>
    records.keep({
      integration: id,
      installation: made.id,
      payload: payloadOf(eventId),
      status,
      trace: [{ level: "info", message, timestamp: 0 }]
    })
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
  const eventId = (name: string) => `${id}-${name}`
  return { ...world, abroad, by, eventId, events, id, installations, keep, made, name, payloadOf, records }
})

const rowOf = <
  A extends { readonly id: string },
  I,
  Cs extends Repository.Columns<A>,
  Ix extends Repository.Indexes<Cs>,
  Ux extends Repository.Uniques<Cs>
>(
  collection: Repository.Collection<A, I, Cs, Ix, Ux>,
  id: string
) =>
  Effect.gen(function* () {
    const rows = yield* Repository.make(collection)
    return (yield* Effect.orDie(Effect.fromOption(yield* rows.get(id)))).value
  })

for (const [store, engine] of engines(import.meta.url)) {
  layer(engine)(`events of integrations on ${store}`, (it) => {
    it.effect("records their newest outcome and lists the newest first (rule integration-records)", () =>
      Effect.gen(function* () {
        const { admin, eventId, events, keep, made, name, payloadOf } = yield* setup
        const [first, second] = [eventId("first"), eventId("second")]
        yield* keep(first, "failed")
        yield* TestClock.adjust(1000)
        yield* keep(second, "success")
        yield* keep(first, "success", "again")
        const { items, count } = yield* as(admin)(events.list(name, page(10)))
        assert.deepStrictEqual([items.map(({ id }) => id), count], [[second, first], 2])
        const event = {
          id: first,
          integrationId: name,
          installationId: made.id,
          createdAt: "1970-01-01T00:00:00.000Z",
          payload: payloadOf(first),
          status: "success"
        } as const
        const line = { level: "info", message: "again", timestamp: "1970-01-01T00:00:00.000Z" } as const
        const one = yield* as(admin)(events.get(name, first))
        assert.deepStrictEqual(one, { event: { ...event, createdAt: one.event.createdAt }, trace: { logs: [line] } })
      })
    )

    it.effect("keeps the allowed number for thirty days (rule integration-records)", () =>
      Effect.gen(function* () {
        const { admin, eventId, events, id, keep, made, name, payloadOf, records } = yield* setup
        const rows = yield* Repository.make(IntegrationEvent.collection)
        const many = Array.from({ length: limits.perIntegration - 1 }, (_, index) => eventId(`${1000 + index}`))
        const base = { integration: id, installation: made.id, status: "success", trace: [] } as const
        const at = limits.keptFor
        yield* Effect.orDie(
          rows.insertAll(many.map((id, index) => ({ ...base, id, createdAt: at + index, payload: payloadOf(id) })))
        )
        yield* TestClock.setTime(at + many.length)
        yield* keep(eventId("n"), "success")
        const listed = Effect.map(as(admin)(events.list(name, page(1000))), ({ items }) => items.map(({ id }) => id))
        assert.strictEqual((yield* listed).length, limits.perIntegration)
        yield* keep(eventId("o"), "success")
        const kept = yield* listed
        assert.deepStrictEqual([kept.length, kept.includes(eventId("1000"))], [limits.perIntegration, false])
        yield* TestClock.setTime(2 * at + 1)
        yield* records.forgetOld
        assert.isTrue((yield* listed).includes(eventId("1001")))
        yield* TestClock.setTime(2 * at + 2)
        yield* records.forgetOld
        const left = yield* listed
        assert.deepStrictEqual([left.includes(eventId("1001")), left.includes(eventId("1002"))], [false, true])
      })
    )

    it.effect("shows them to the owner of the script (rule integration-records-who)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        const { abroad, admin, by, eventId, events, id, made, name, reader } = at
        const one = eventId("one")
        yield* at.keep(one, "success")
        const tried = Effect.all([outcome(events.list(name, page(10))), outcome(events.get(name, one))])
        assert.deepStrictEqual(yield* as(admin)(tried), ["done", "done"])
        assert.deepStrictEqual(yield* by(id)(tried), ["done", "done"])
        assert.deepStrictEqual(yield* by(id, made.id)(tried), ["done", "done"])
        assert.deepStrictEqual(yield* as(reader)(tried), ["Forbidden", "Forbidden"])
        assert.deepStrictEqual(yield* as(abroad.admin)(tried), ["Forbidden", "Forbidden"])
        const other = yield* published(abroad.organization, { visibility: "private" })
        assert.deepStrictEqual(yield* by(other.id)(tried), ["ScopesOnly", "ScopesOnly"])
        assert.strictEqual(yield* outcome(as(admin)(events.list(other.name, page(1)))), "IntegrationNotFound")
        assert.strictEqual(yield* outcome(as(abroad.admin)(events.get(other.name, one))), "IntegrationEventNotFound")
        const narrowed = yield* by(id, "another")(events.list(name, page(10)))
        assert.deepStrictEqual(narrowed.items, [])
        assert.strictEqual(yield* outcome(by(id, "another")(events.get(name, one))), "IntegrationEventNotFound")
      })
    )
  })

  layer(engine)(`the environment of a script on ${store}`, (it) => {
    it.effect("contains what the script needs, depending on the place (rule integration-environment)", () =>
      Effect.gen(function* () {
        const { admin, installations, organization } = yield* setup
        const boss = as(admin)
        const name = `Env-${organization}`
        const publish = { organization, title: "Env", description: "Runs", script: "export default {}", scopes: [] }
        const secrets = { KEY: "secret-value" }
        yield* boss((yield* Integrations.Integrations).publish(name, { ...publish, secrets }))
        const made = yield* boss(installations.create(name, { organization }))
        const { id: space } = yield* boss((yield* Spaces.Spaces).create(organization, {}))
        const view = yield* boss((yield* SpaceInstallations.SpaceInstallations).create(name, made.id, { space }, {}))
        const { environmentOf } = yield* Effect.provide(
          IntegrationRuns.Environments,
          IntegrationRuns.Environments.layer
        )
        const placeId = PlaceInstallation.rowId(made.id, space)
        const integration = yield* rowOf(Integration.collection, Integration.idOf(name))
        const installation = yield* rowOf(IntegrationInstallation.collection, made.id)
        const place = yield* rowOf(PlaceInstallation.collection, placeId)
        const { given, secrets: hidden } = yield* environmentOf({ integration, installation, place })
        const names = Object.keys(given).sort()
        assert.deepStrictEqual(names, [
          "apiEndpoint",
          "apiTokens",
          "installation",
          "integration",
          "secrets",
          "signingSecrets",
          "spaceInstallation"
        ])
        assert.strictEqual(given["apiEndpoint"], baseUrl)
        assert.deepStrictEqual(given["spaceInstallation"], view)
        assert.deepStrictEqual(given["installation"], yield* boss(installations.get(name, made.id)))
        assert.deepStrictEqual(given["secrets"], secrets)
        assert.deepStrictEqual([new Set(hidden).size, hidden[0]], [6, "secret-value"])
        const alone = yield* environmentOf({ integration })
        assert.deepStrictEqual(
          Object.keys(alone.given).sort(),
          names.filter((key) => !/installation/iu.test(key))
        )
        const again = yield* environmentOf({ integration, installation })
        assert.deepStrictEqual(again.given["signingSecrets"], {
          ...Object(alone.given["signingSecrets"]),
          installation: Object(given["signingSecrets"]).installation
        })
        const tokens = yield* IntegrationTokens.IntegrationTokens
        const caller = yield* tokens.authenticate(Object(given["apiTokens"]).installation)
        const acting = Option.getOrUndefined(caller)
        assert.strictEqual(acting?._tag === "Integration" ? acting.acting.installation : undefined, made.id)
      })
    )
  })
}
