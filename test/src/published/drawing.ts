import {
  ContentEdits,
  type Engine,
  Installations,
  IntegrationEvents,
  Integrations,
  type SiteId,
  Sites,
  type SpaceId,
  Spaces
} from "@quire/core"
import { Effect } from "effect"
import { as } from "../support/engine.ts"
import { found, type World } from "../support/world.ts"

/** A script that draws its properties, or goes wrong as they say; of an address it makes them. */
export const script = `
const drawn = (props, state) => ({
  type: "block",
  children: [
    { type: "text", children: "version VERSION of " + (props.name ?? "nothing") },
    { type: "card", title: props.title ?? "A card", onPress: { action: "@ui.url.open", url: "https://acme.test/card" } },
    { type: "button", label: "Does nothing", onPress: { action: "again" } },
    { type: "webframe", source: { url: "https://frames.example.com/x" } },
    { type: "hint", children: [{ type: "text", children: "Mind this." }] },
    { type: "divider" },
    {
      type: "hstack",
      align: "center",
      children: [
        { type: "box", grow: 1, children: [{ type: "card", title: "Left", icon: "star", hint: "On the left" }] },
        { type: "box", grow: 1, children: [
          {
            type: "card",
            title: "Right",
            children: [{ type: "image", source: { url: "https://pictures.example.com/a.png" }, aspectRatio: 2 }],
            buttons: [
              { type: "button", style: "primary", label: "Open", onPress: { action: "@ui.url.open", url: "https://acme.test/" } },
              { type: "button", label: "Other", onPress: { action: "@ui.url.open", url: "https://acme.test/" } }
            ]
          }
        ] }
      ]
    },
    { type: "codeblock", syntax: "js", content: "const a = 1", lineNumbers: true },
    { type: "input", label: "Kept at", hint: "By hand", element: { type: "codeblock", content: "harbour" } },
    { type: "markdown", content: "## Heading\\n\\n- one\\n- two\\n\\n| a | b |\\n| - | - |\\n| 1 | 2 |" },
    { type: "markdown", content: "**bold** <script>alert(1)</script>" },
    { type: "textinput", state: "s" }
  ]
})
addEventListener("fetch", (event) => event.respondWith((async () => {
  const form = await event.request.formData()
  const asked = JSON.parse(form.get("event"))
  const props = asked.action?.action === "@link.unfurl"
    ? { name: "the address " + asked.action.url }
    : asked.props
  if (asked.auth !== undefined || asked.context.editable !== false) throw new Error("told too much")
  if (props.mode === "throw") throw new Error("canary")
  if (props.mode === "endless") for (;;) {}
  const told = asked.type + " " + asked.context.type + " " + asked.context.theme
  return Response.json({ element: drawn({ ...props, title: told }), state: {}, props })
})()))`

let count = 0

/** What is there of a drawing. */
export interface DrawnSite extends World {
  readonly name: string
  readonly space: SpaceId
  readonly site: SiteId
  readonly mount: string
  /** Publishes the integration again, with a version that its script tells. */
  readonly publish: (version: number) => Effect.Effect<void, never, Engine.Services>
  readonly unpublish: Effect.Effect<void, never, Engine.Services>
  /** How often the script was asked. */
  readonly countRuns: Effect.Effect<number, never, Engine.Services>
}

type Pages = { readonly [title: string]: (name: string) => string }

/** A published site with an integration whose blocks are on its pages, of Markdown by title, and its own first page. */
export const drawing = (pages: Pages): Effect.Effect<DrawnSite, never, Engine.Services> =>
  Effect.gen(function* () {
    const world = yield* found
    const run = as(world.admin)
    const { organization } = world
    const integrations = yield* Integrations.Integrations
    const installations = yield* Installations.Installations
    const spaces = yield* Spaces.Spaces
    const sites = yield* Sites.Sites
    const edits = yield* ContentEdits.ContentEdits
    const events = yield* IntegrationEvents.IntegrationEvents
    const name = `drawing-${++count}`
    const publish = (version: number) =>
      run(
        integrations.publish(name, {
          organization,
          title: "Drawing",
          description: "Draws",
          scopes: [],
          script: script.replace("VERSION", String(version)),
          blocks: [{ id: "sketch", title: "Sketch", urlUnfurl: ["https://*.sketch.test/**"] }]
        })
      ).pipe(Effect.asVoid, Effect.orDie)
    yield* publish(1)
    const installation = yield* run(installations.create(name, { organization }))
    yield* run(installations.update(name, installation.id, { space_selection: "all" }))
    const space = yield* run(spaces.create(organization, { title: "Drawn", editMode: "live" }))
    const changes = Object.entries(pages).map(
      ([title, write]) => ({ operation: "insert_page", title, document: { markdown: write(name) } }) as const
    )
    yield* run(edits.apply({ space: space.id }, { changes }))
    yield* run(spaces.update(space.id, { editMode: "locked" }))
    const site = yield* run(sites.create(organization, { title: "Drawn", spaces: [space.id] }))
    const { urls } = yield* run(sites.publish(organization, site.id))
    const mount = new URL(urls.published ?? "").pathname
    const countRuns = Effect.map(run(events.list(name, { limit: 100 })), ({ items }) => items.length).pipe(Effect.orDie)
    const unpublish = run(integrations.unpublish(name)).pipe(Effect.asVoid, Effect.orDie)
    return { ...world, countRuns, mount, name, publish, site: site.id, space: space.id, unpublish }
  }).pipe(Effect.orDie)

/** What is answered once all blocks of a page are drawn: a page waits no longer for them than it may, on a busy machine. */
export const untilDrawn = async <A extends { readonly text: string }>(ask: () => Promise<A>): Promise<A> => {
  for (let tries = 1; tries < 30; tries++) {
    const answer = await ask()
    if (!answer.text.includes("card-integration")) return answer
  }
  return ask()
}
