import {
  ContentEdits,
  CustomHostnames,
  Integrations,
  InviteUse,
  JobControl,
  LinkInvites,
  Members,
  OidcSignIn,
  OpenApiSpecs,
  Organizations,
  People,
  Sites,
  Spaces,
  TranslationLanguages,
  Translations,
  Users
} from "@quire/core"
import { EventStates, type EventType } from "@quire/core/internal"
import { Effect } from "effect"
import { assert } from "vitest"
import * as OpenId from "../sso/openid.ts"
import * as OpenIdHall from "../sso/openidServer.ts"
import * as SamlHall from "../sso/samlServer.ts"
import { as, asSystem, dnsTexts } from "../support/engine.ts"
import type * as Server from "../support/server.ts"
import { found } from "../support/world.ts"
import { endpoints, target } from "./endpoints.ts"
import { type Scenario, scenarios } from "./scenarios.ts"
import type * as World from "./world.ts"

/** Types whose events say what there was, what there is now, or both. */
export const promised: ReadonlySet<string> = new Set(
  Object.keys(EventStates.stateNames).filter((type) => {
    const { after, before } = EventStates.statesOf(type)
    return before || after
  })
)

/** Something that announces a type, once what it needs is there. */
export interface Act {
  readonly name: string
  readonly type: EventType.EventType
  readonly prepare: (world: World.World) => Promise<() => Promise<unknown>>
}

/** Each success of an endpoint that announces something. */
const requests = endpoints.flatMap((endpoint) => {
  const scenario: Scenario | undefined = scenarios[endpoint.name]
  return Object.entries(scenario?.calls ?? {}).flatMap(([status, make]): ReadonlyArray<Act> => {
    const { by = "admin", event, eventOfNew } = scenario ?? {}
    const type = status === "201" ? (eventOfNew ?? event) : event
    const isIdle = status === "204" && endpoint.successes.has(205)
    if (type === undefined || isIdle) return []
    const prepare = async (world: World.World) => {
      const made = await make(world)
      return async () => {
        const answer = await world.send(by, endpoint.method, target(endpoint, made), { body: made.body, ...made.sent })
        assert.strictEqual(answer.status, Number(status), answer.text)
      }
    }
    return [{ name: `${endpoint.name} ${status}`, type, prepare }]
  })
})

const act = (
  type: EventType.EventType,
  prepare: (world: World.World) => Effect.Effect<Effect.Effect<unknown, unknown, Server.Whole>, unknown, Server.Whole>
): Act => ({
  name: "the host or the clock",
  type,
  prepare: async (world) => {
    const body = await world.api.run(prepare(world))
    return () => world.api.run(body)
  }
})

/** An organization of the administrator and the reader. */
const club = (world: World.World) => Effect.promise(world.club) as Effect.Effect<World.World["organization"]>

/** What hosts do, and what happens automatically. */
const others: ReadonlyArray<Act> = [
  act("members.create", (world) =>
    Effect.gen(function* () {
      const members = yield* Members.Members
      return asSystem(members.add(yield* club(world), world.people.editor.id, "edit"))
    })
  ),
  ...(["members.disable", "members.enable"] as const).map((type) =>
    act(type, (world) =>
      Effect.gen(function* () {
        const members = yield* Members.Members
        const organization = yield* club(world)
        const { id } = world.people.reader
        if (type === "members.disable") return asSystem(members.disable(organization, id))
        yield* asSystem(members.disable(organization, id))
        return asSystem(members.enable(organization, id))
      })
    )
  ),
  act("integrations.verify", (world) =>
    Effect.gen(function* () {
      const integrations = yield* Integrations.Integrations
      const { organization, people } = world
      const said = { organization, title: "Tool", description: "", script: "export default {}", scopes: [] }
      yield* as(people.admin.id)(integrations.publish("told-tool", said))
      return asSystem(integrations.verify("told-tool", true))
    })
  ),
  act("openApiVersions.create", (world) =>
    Effect.gen(function* () {
      const jobs = yield* JobControl.JobControl
      const specs = yield* OpenApiSpecs.OpenApiSpecs
      const text = JSON.stringify({ openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: {} })
      yield* asSystem(jobs.run())
      yield* as(world.people.admin.id)(specs.create(world.organization, { slug: "told", source: { text } }))
      return asSystem(jobs.run())
    })
  ),
  act("spaces.translate", (world) =>
    Effect.gen(function* () {
      const edits = yield* ContentEdits.ContentEdits
      const jobs = yield* JobControl.JobControl
      const languages = yield* TranslationLanguages.TranslationLanguages
      const settings = yield* Translations.Translations
      const spaces = yield* Spaces.Spaces
      const by = as(world.people.admin.id)
      const { organization } = world
      const { id: source } = yield* by(spaces.create(organization, { editMode: "live" }))
      const { id: output } = yield* by(spaces.create(organization, {}))
      const made = { title: "Guide", source: { space: source, language: "en" } } as const
      const { id } = yield* by(settings.create(organization, made))
      yield* by(edits.apply({ space: source }, { changes: [{ operation: "insert_page", title: "Start" }] }))
      yield* asSystem(jobs.run())
      yield* by(languages.put(organization, id, "fr", { space: output }))
      return asSystem(jobs.run())
    })
  ),
  act("customHostnames.release", (world) =>
    Effect.gen(function* () {
      const hostnames = yield* CustomHostnames.CustomHostnames
      const organizations = yield* Organizations.Organizations
      const sites = yield* Sites.Sites
      const heir = world.people.reader.id
      const { id: other } = yield* as(heir)(organizations.create({ title: "Heir" }))
      const setUp = Effect.fnUntraced(function* (who: typeof heir, organization: World.World["organization"]) {
        const by = as(who)
        const { id: site } = yield* by(sites.create(organization, {}))
        const target = { type: "site", site } as const
        const { hostname, verification } = yield* by(hostnames.setup("released.example.com", { target }))
        dnsTexts.set(`_quire-challenge.${hostname}`, [verification?.value ?? ""])
        return by(hostnames.verify(hostname))
      })
      yield* yield* setUp(world.people.admin.id, world.organization)
      return yield* setUp(heir, other)
    })
  ),
  act("linkInvites.use", (world) =>
    Effect.gen(function* () {
      const invites = yield* LinkInvites.LinkInvites
      const use = yield* InviteUse.InviteUse
      const { organization, people } = world
      const space = yield* Effect.promise(() => world.space())
      const { id } = yield* as(people.admin.id)(invites.create(organization, { space, level: "edit" }))
      return as(people.stranger.id)(use.use(organization, id))
    })
  ),
  act("users.erase", () =>
    Effect.gen(function* () {
      const people = yield* People.People
      const users = yield* Users.Users
      const { id } = yield* asSystem(users.ensure({ email: "gone@told.test", displayName: "Gone" }))
      return asSystem(people.erase(id))
    })
  ),
  act("samlSignIns.create", () => Effect.map(SamlHall.open(), (hall) => SamlHall.enter(hall))),
  act("samlSignIns.refuse", () =>
    Effect.map(SamlHall.open(), (hall) => Effect.ignore(SamlHall.enter(hall, { nameId: "someone" })))
  ),
  act("oidcSignIns.refuse", () =>
    Effect.gen(function* () {
      const provider = yield* OpenIdHall.makeProvider(yield* found, "https://openid.test")
      const signIn = yield* OidcSignIn.OidcSignIn
      return Effect.ignore(signIn.accept(provider.id, { state: "none", code: "none", issuer: undefined }, "none"))
    })
  ),
  act("oidcSignIns.create", () =>
    Effect.gen(function* () {
      const remote = yield* Effect.promise(OpenId.listen)
      const hall = yield* OpenIdHall.open(remote)
      return Effect.ensuring(OpenIdHall.enter(hall), Effect.promise(remote.close))
    })
  )
]

/** All that is known to announce something. */
export const acts: ReadonlyArray<Act> = [...requests, ...others]
