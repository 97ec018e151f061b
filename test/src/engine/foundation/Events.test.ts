import { assert, layer } from "@effect/vitest"
import {
  Collections,
  ContentEdits,
  CustomHostnames,
  Integrations,
  JobControl,
  Members,
  OpenApiSpecs,
  Organizations,
  Outbox,
  People,
  Purge,
  SignIn,
  Sites,
  Spaces,
  TranslationLanguages,
  Translations
} from "@quire/core"
import { EventType, Placement } from "@quire/core/internal"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { scenarios } from "../../contract/scenarios.ts"
import * as OpenId from "../../sso/openid.ts"
import * as OpenIdHall from "../../sso/openidServer.ts"
import * as Hall from "../../sso/samlServer.ts"
import { as, asSystem, dnsTexts, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

/** What the walk over all endpoints hears. */
const walked = Object.values(scenarios).flatMap(({ event }) => (event === undefined ? [] : [event]))

/** One organization verifies a hostname, then another one does. */
const handedOver = Effect.gen(function* () {
  const hostnames = yield* CustomHostnames.CustomHostnames
  const sites = yield* Sites.Sites
  for (const { admin, organization } of [yield* found, yield* found]) {
    const { id: site } = yield* as(admin)(sites.create(organization, {}))
    const target = { type: "site", site } as const
    const { hostname, verification } = yield* as(admin)(hostnames.setup("handed.example.com", { target }))
    dnsTexts.set(`_quire-challenge.${hostname}`, [verification?.value ?? ""])
    yield* as(admin)(hostnames.verify(hostname))
  }
})

/** What hosts do, and what the clock does. */
/** A person whom an identity provider has verified. */
const vouchedFor = Effect.gen(function* () {
  const hall = yield* Hall.open()
  yield* Hall.enter(hall, { nameId: `newcomer@${hall.domain}` })
  yield* Effect.flip(Hall.enter(hall, { nameId: "unnamed" }))
  const remote = yield* Effect.acquireRelease(Effect.promise(OpenId.listen), ({ close }) => Effect.promise(close))
  const openIdHall = yield* OpenIdHall.open(remote)
  yield* OpenIdHall.enter(openIdHall)
  yield* Effect.flip(OpenIdHall.enter(openIdHall, { email_verified: false }))
}).pipe(Effect.scoped)

/** A space that is brought up to date in another language. */
const translated = Effect.gen(function* () {
  const edits = yield* ContentEdits.ContentEdits
  const jobs = yield* JobControl.JobControl
  const languages = yield* TranslationLanguages.TranslationLanguages
  const settings = yield* Translations.Translations
  const spaces = yield* Spaces.Spaces
  const { creator, organization } = yield* found
  const by = as(creator)
  const { id: source } = yield* by(spaces.create(organization, { editMode: "live" }))
  const { id: output } = yield* by(spaces.create(organization, {}))
  const { id } = yield* by(settings.create(organization, { title: "Guide", source: { space: source, language: "en" } }))
  yield* by(edits.apply({ space: source }, { changes: [{ operation: "insert_page", title: "Start" }] }))
  yield* by(languages.put(organization, id, "fr", { space: output }))
  yield* asSystem(jobs.run())
})

/** The host says that an integration is verified. */
const verified = Effect.gen(function* () {
  const integrations = yield* Integrations.Integrations
  const { admin, organization } = yield* found
  const said = { organization, title: "Tool", description: "", script: "export default {}", scopes: [] }
  yield* as(admin)(integrations.publish("verified-tool", said))
  yield* asSystem(integrations.verify("verified-tool", true))
})

const hosted = Effect.gen(function* () {
  const collections = yield* Collections.Collections
  const members = yield* Members.Members
  const organizations = yield* Organizations.Organizations
  const purge = yield* Purge.Purge
  const jobs = yield* JobControl.JobControl
  const people = yield* People.People
  const signIn = yield* SignIn.SignIn
  const specs = yield* OpenApiSpecs.OpenApiSpecs
  const spaces = yield* Spaces.Spaces
  const { admin, editor, organization } = yield* found
  const { code } = yield* asSystem(signIn.start(editor))
  yield* signIn.enter({ code }, { userAgent: "Browser" })
  yield* asSystem(members.disable(organization, editor))
  yield* asSystem(members.enable(organization, editor))
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: {} })
  yield* as(admin)(specs.create(organization, { slug: "pets", source: { text } }))
  yield* asSystem(jobs.run())
  const { id: empty } = yield* as(admin)(organizations.create({ title: "Empty" }))
  yield* asSystem(organizations.remove(empty))
  const { id: collection } = yield* as(admin)(collections.create(organization, {}))
  yield* as(admin)(spaces.create(organization, { parent: collection }))
  yield* as(admin)(collections.remove(collection))
  yield* TestClock.adjust(Placement.limits.restoreMilliseconds + 1)
  yield* asSystem(purge.expiredContent())
  yield* asSystem(people.erase(editor))
})

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`events on ${name}`, (it) => {
    it.effect("announces one event for each request that changed something, and no others (rule audit-one-event)", () =>
      Effect.gen(function* () {
        const spaces = yield* Spaces.Spaces
        const outbox = yield* Outbox.Outbox
        const world = yield* found
        const admin = as(world.admin)
        const types = Effect.gen(function* () {
          const all: Array<string> = []
          let offset = ""
          for (;;) {
            const rows = yield* outbox.read(offset, 100)
            all.push(...rows.flatMap(({ event }) => (event.organization === world.organization ? [event.type] : [])))
            const last = rows.at(-1)
            if (last === undefined) return all
            offset = last.offset
          }
        })
        const before = (yield* types).length
        const { id } = yield* admin(spaces.create(world.organization, { title: "A" }))
        yield* admin(spaces.update(id, { title: "A", editMode: "locked" }))
        yield* admin(spaces.update(id, {}))
        yield* Effect.flip(admin(spaces.move(id, { parent: null })))
        yield* admin(spaces.update(id, { title: "B" }))
        yield* admin(spaces.remove(id))
        yield* admin(spaces.remove(id))
        yield* admin(spaces.restore(id))
        assert.deepStrictEqual((yield* types).slice(before), [
          "spaces.create",
          "spaces.update",
          "spaces.delete",
          "spaces.restore"
        ])
      })
    )

    it.effect(
      "announces each type by an endpoint, by the host or to the organization that lost something (rule event-types)",
      () =>
        Effect.gen(function* () {
          const outbox = yield* Outbox.Outbox
          const last = (yield* outbox.read("", 10_000)).at(-1)?.offset ?? ""
          yield* hosted
          yield* verified
          yield* handedOver
          yield* vouchedFor
          yield* translated
          const told = (yield* outbox.read(last, 10_000)).map(({ event }) => event.type)
          assert.sameMembers([...new Set([...walked, ...told])], [...EventType.EventType.literals])
        })
    )
  })
}
