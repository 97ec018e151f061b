import { assert, layer } from "@effect/vitest"
import {
  Components,
  Installations,
  IntegrationEvents,
  type IntegrationInput,
  Integrations,
  PublicEndpoints,
  Sites,
  Spaces
} from "@quire/core"
import { ScriptRefusals } from "@quire/core/internal"
import { Cause, Effect } from "effect"
import { as, baseUrl, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"
import { script } from "./asked.ts"

type Context = Components.ComponentRequest["context"]

const required = { properties: { key: { type: "string" } }, required: ["key"] } as const

let count = 0

/** An integration with that script, installed in the organization of a world for all of its spaces. */
const asked = Effect.fnUntraced(function* (more: Partial<IntegrationInput.Publish> = {}) {
  const world = yield* found
  const abroad = yield* found
  const integrations = yield* Integrations.Integrations
  const installations = yield* Installations.Installations
  const name = `asked-${++count}-${world.organization}`
  const { organization } = world
  const publish = { organization, title: "Asked", description: "Answers", script, scopes: [], ...more }
  yield* as(world.admin)(integrations.publish(name, publish))
  const installation = yield* as(world.admin)(installations.create(name, { organization }))
  yield* as(world.admin)(installations.update(name, installation.id, { space_selection: "all", site_selection: "all" }))
  const space = yield* as(world.admin)(
    Effect.flatMap(Spaces.Spaces, (spaces) => spaces.create(organization, { title: "Docs" }))
  )
  const site = yield* as(world.admin)(
    Effect.flatMap(Sites.Sites, (sites) => sites.create(organization, { title: "Site" }))
  )
  return { ...world, abroad, installation, installations, integrations, name, publish, site: site.id, space: space.id }
})

const setup = Effect.fnUntraced(function* (more?: Parameters<typeof asked>[0]) {
  const components = yield* Components.Components
  const given = yield* asked(more)
  const draw = (context: Context, input: Partial<Components.ComponentRequest> = {}) =>
    components.render(given.name, { componentId: "card", props: {}, context, ...input })
  const document: Context = { type: "document", theme: "dark", spaceId: given.space, editable: true }
  return { ...given, document, draw }
})

/** What the script reports to have received. */
const toldBy = (drawn: unknown) => JSON.parse(JSON.parse(JSON.stringify(drawn)).element.children[0].content)

const reasonOf = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: ({ _tag }) => _tag, onSuccess: () => "drawn" })

for (const [store, engine] of engines(import.meta.url)) {
  layer(engine, { excludeTestServices: true })(`requests to integrations on ${store}`, (it) => {
    it.effect("renders components for every permitted caller (rule integration-render)", () =>
      Effect.gen(function* () {
        const { admin, document, draw, installation, name, organization, reader, site, space } = yield* setup()
        const input = { props: { a: 1 }, state: { open: true }, action: { action: "press" } }
        const drawn = yield* as(reader)(draw(document, input))
        const { eventId, ...told } = toldBy(drawn)
        assert.deepStrictEqual(told, {
          type: "ui_render",
          installationId: installation.id,
          installation: installation.id,
          spaceId: space,
          space,
          auth: { userId: reader },
          componentId: "card",
          ...input,
          context: { ...document, editable: false }
        })
        assert.deepInclude(drawn, { type: "element", props: { a: 1 }, state: { open: true } })
        assert.deepStrictEqual(yield* as(reader)(draw(document, { props: { mode: "complete" } })), {
          type: "complete",
          returnValue: { done: true }
        })
        const onSite = { type: "configuration_site", theme: "light", siteId: site } as const
        assert.strictEqual(toldBy(yield* as(admin)(draw(onSite))).site, site)
        const everywhere = { type: "configuration_account", theme: "light", organizationId: organization } as const
        assert.isUndefined(toldBy(yield* as(admin)(draw(everywhere))).space)
        const events = yield* IntegrationEvents.IntegrationEvents
        const { event } = yield* as(admin)(events.get(name, eventId))
        assert.deepInclude(event, { status: "success", installationId: installation.id })
      })
    )

    it.effect("renders components only in contexts that the caller may see (rule integration-render-who)", () =>
      Effect.gen(function* () {
        const { abroad, admin, creator, document, draw, editor, guest, organization, reader, site, space, stranger } =
          yield* setup()
        const theme = { theme: "light" } as const
        const source = { ...theme, type: "configuration_contentsource", organizationId: organization } as const
        const contexts = {
          document,
          space: { ...theme, type: "configuration_space", spaceId: space },
          site: { ...theme, type: "configuration_site", siteId: site },
          organization: { ...theme, type: "configuration_account", organizationId: organization },
          source,
          filling: { ...source, spaceId: space },
          foreign: { ...source, organizationId: abroad.organization, spaceId: space }
        } as const
        const [no, unnamed] = ["Forbidden", "ReferenceNotFound"]
        const people = { admin, creator, editor, reader, guest, stranger }
        const expected = {
          document: ["drawn", "drawn", "drawn", "drawn", unnamed, unnamed],
          space: ["drawn", "drawn", no, no, unnamed, unnamed],
          site: ["drawn", no, no, no, unnamed, unnamed],
          organization: ["drawn", no, no, no, no, unnamed],
          source: ["drawn", no, no, no, no, unnamed],
          filling: ["drawn", "drawn", no, no, unnamed, unnamed],
          foreign: [unnamed, unnamed, no, no, unnamed, unnamed]
        }
        const found: Record<string, ReadonlyArray<string>> = {}
        for (const [name, context] of Object.entries(contexts)) {
          found[name] = yield* Effect.forEach(Object.values(people), (who) => as(who)(reasonOf(draw(context))))
        }
        assert.deepStrictEqual(found, expected)
        const editable = (who: typeof admin) =>
          Effect.map(as(who)(draw(document)), (drawn) => toldBy(drawn).context.editable)
        assert.deepStrictEqual([yield* editable(editor), yield* editable(reader)], [true, false])
      })
    )

    it.effect("renders components only where the integration works or is configured (rule integration-render)", () =>
      Effect.gen(function* () {
        const { admin, document, draw, installation, installations, integrations, name, space } = yield* setup({
          configurations: { account: required }
        })
        const here = { type: "configuration_space", theme: "light", spaceId: space } as const
        const drawnOn = (context: Context) => as(admin)(reasonOf(draw(context)))
        assert.deepStrictEqual([yield* drawnOn(document), yield* drawnOn(here)], ["NotWorkingThere", "drawn"])
        const change = (patch: Parameters<typeof installations.update>[2]) =>
          as(admin)(installations.update(name, installation.id, patch))
        yield* change({ configuration: { key: "k" } })
        assert.strictEqual(yield* drawnOn(document), "drawn")
        yield* change({ space_selection: "selected" })
        assert.deepStrictEqual([yield* drawnOn(document), yield* drawnOn(here)], ["NotWorkingThere", "NotWorkingThere"])
        yield* as(admin)(integrations.unpublish(name))
        assert.strictEqual(yield* drawnOn(document), "IntegrationNotFound")
      })
    )

    it.effect("reports scripts that fail (rule integration-failures)", () =>
      Effect.gen(function* () {
        const { document, draw, reader } = yield* setup()
        const messages: Record<string, string> = {}
        for (const mode of ["throw", "status", "text", "element", "huge", "nothing"]) {
          const error = yield* Effect.flip(as(reader)(draw(document, { props: { mode } })))
          assert.strictEqual(error._tag, "ScriptFailed", mode)
          assert.strictEqual("kind" in error ? error.kind : "", "foreign")
          assert.notInclude(error.message, "canary")
          messages[mode] = error.message.replace(/^the script of \S+ /, "").replace(/:.*$/s, "")
        }
        assert.deepStrictEqual(messages, {
          throw: "failed",
          status: "returned status 500",
          text: "returned a response that is not JSON",
          element: "returned output that cannot be rendered",
          huge: "returned a response that is too large",
          nothing: "failed"
        })
        const told = (reason: "deadline" | "busy") =>
          ScriptRefusals.refusalOf("x", { failure: { reason, message: "" }, logs: [] })
        assert.strictEqual((yield* Effect.flip(told("deadline"))).kind, "late")
        assert.deepInclude(Cause.squash(yield* Effect.flip(Effect.sandbox(told("busy")))), {
          _tag: "PoolBusy",
          retryAfter: 1
        })
      })
    )

    it.effect("passes a request on to the script of the address (rule integration-endpoint)", () =>
      Effect.gen(function* () {
        const { abroad, admin, installation, integrations, name, publish, site, space } = yield* setup({
          configurations: { account: required }
        })
        const endpoints = yield* PublicEndpoints.PublicEndpoints
        const other = (yield* setup()).installation.id
        const { id } = installation
        const ask = Effect.fnUntraced(function* (at: Omit<PublicEndpoints.EndpointPath, "name">) {
          const endpoint = yield* endpoints.find({ name: name.toUpperCase(), ...at })
          const { body } = yield* endpoints.ask(endpoint, {
            method: "post",
            below: "/hook?x=1",
            headers: { "x-own": "1" },
            body: new TextEncoder().encode("sent")
          })
          const { eventId: _, ...told } = JSON.parse(new TextDecoder().decode(body))
          return told
        })
        const request = (path: string) => ({
          method: "post",
          url: `${baseUrl}/integrations/${name}${path}/fetch/hook?x=1`,
          headers: { "x-own": "1" }
        })
        const told = { type: "fetch", body: "sent" }
        assert.deepStrictEqual(yield* ask({}), { ...told, request: request("") })
        const installed = { ...told, installationId: id, installation: id }
        const at = `/installations/${id}`
        assert.deepStrictEqual(yield* ask({ installation: id }), { ...installed, request: request(at) })
        assert.deepStrictEqual(yield* ask({ installation: id, place: { kind: "space", id: space } }), {
          ...installed,
          spaceId: space,
          space,
          request: request(`${at}/spaces/${space}`)
        })
        assert.deepStrictEqual(yield* ask({ installation: id, place: { kind: "site", id: site } }), {
          ...installed,
          siteId: site,
          site,
          request: request(`${at}/sites/${site}`)
        })
        const absent = (at: Omit<PublicEndpoints.EndpointPath, "name">) => reasonOf(endpoints.find({ name, ...at }))
        for (const nowhere of [
          { installation: "nothing" },
          { installation: "\0" },
          { installation: other },
          { installation: id, place: { kind: "space", id: site } },
          { installation: id, place: { kind: "site", id: abroad.organization } },
          { installation: id, place: { kind: "space", id: "\0" } }
        ] as const) {
          assert.strictEqual(yield* absent(nowhere), "IntegrationNotFound", JSON.stringify(nowhere))
        }
        yield* as(admin)(integrations.publish(name, { ...publish, target: "site" }))
        assert.strictEqual(
          yield* absent({ installation: id, place: { kind: "space", id: space } }),
          "IntegrationNotFound"
        )
        yield* as(admin)(integrations.unpublish(name))
        assert.strictEqual(yield* absent({}), "IntegrationNotFound")
      })
    )
  })
}
