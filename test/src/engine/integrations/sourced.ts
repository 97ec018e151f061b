import {
  ContentEdits,
  Contents,
  Courier,
  Installations,
  IntegrationEvents,
  type IntegrationInput,
  Integrations,
  JobControl,
  type SpaceId,
  Spaces
} from "@quire/core"
import { IntegrationSource } from "@quire/core/internal"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { outlineOf } from "../../support/computed.ts"
import { as, asSystem } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

type Json = { readonly [name: string]: unknown }

/**
 * A script whose source `docs` has a page with a text and one below it, called as the properties and the configuration
 * say. `answer` in the properties is answered as it is, `throws` throws, `random` answers differently each time.
 */
export const scriptOf = (word: string) => `
addEventListener("fetch", (fetched) => fetched.respondWith((async () => {
  const form = await fetched.request.formData()
  const event = JSON.parse(form.get("event"))
  const { configuration } = JSON.parse(form.get("environment")).installation
  const { props, dependencies, sourceId, type } = event
  if (configuration.broken === true) throw new Error("canary")
  if (props.throws) throw new Error("canary")
  if (props.answer) return Response.json(props.answer)
  const text = (said) => ({
    object: "block", type: "paragraph",
    nodes: [{ object: "text", leaves: [{ object: "leaf", text: said, marks: [] }] }]
  })
  const link = (page) => ({
    object: "block", type: "paragraph", nodes: [
      { object: "inline", type: "link", data: { ref: { kind: "page", page } },
        nodes: [{ object: "text", leaves: [{ object: "leaf", text: "there", marks: [] }] }] }
    ]
  })
  if (type === "content_compute_document") {
    const said = props.random ? "r" + Math.random() : "About " + (props.of ?? "nothing") + " " + JSON.stringify(dependencies)
    return Response.json({ document: { object: "document", data: { schemaVersion: 1 }, nodes: [text(said), link("second")] } })
  }
  const computed = (of) => ({ type: "integration:" + props.name + ":" + sourceId, props: { ...props, of }, dependencies })
  const title = "${word} " + (configuration.word ?? "plain")
  const second = { type: "document", id: "second", title: "Second", computed: computed("second") }
  const first = { type: "document", id: "first", title, computed: computed("first"), pages: [second] }
  const away = { type: "link", title: "Away", target: { kind: "page", page: "first" } }
  const pages = [first, away, { type: "group", title: "More", pages: [{ type: "document", title: props.random ? "t" + Math.random() : "Last" }] }]
  return Response.json({ pages, files: [] })
})()))`

let count = 0

/** An integration with a content source on a space of its own, and what is done with it. */
export const sourced = Effect.fnUntraced(function* (more: Partial<IntegrationInput.Publish> = {}) {
  const world = yield* found
  const { organization } = world
  const boss = as(world.admin)
  const integrations = yield* Integrations.Integrations
  const installations = yield* Installations.Installations
  const events = yield* IntegrationEvents.IntegrationEvents
  const edits = yield* ContentEdits.ContentEdits
  const contents = yield* Contents.Contents
  const courier = yield* Courier.Courier
  const jobs = yield* JobControl.JobControl
  const spaces = yield* Spaces.Spaces
  const name = `sourced-${++count}-${organization.toLowerCase()}`
  const component = { componentId: "configure" }
  const publish = (word = "First", changes: Partial<IntegrationInput.Publish> = {}) =>
    boss(
      integrations.publish(name, {
        organization,
        title: "Sourced",
        description: "Computes",
        script: scriptOf(word),
        scopes: [],
        configurations: { account: component },
        contentSources: [{ id: "docs", title: "Docs", configuration: component }],
        ...more,
        ...changes
      })
    )
  yield* publish()
  const installation = (yield* boss(installations.create(name, { organization }))).id
  yield* boss(installations.update(name, installation, { space_selection: "all" }))
  const newSpace = (title: string) =>
    Effect.map(boss(spaces.create(organization, { title, editMode: "live" })), ({ id }) => id)
  const space = yield* newSpace("Docs")
  const run = Effect.orDie(Effect.asVoid(asSystem(jobs.run())))
  /** Hands out what happened and does what is due. */
  const settle = TestClock.adjust(1).pipe(Effect.andThen(asSystem(courier.follow())), Effect.andThen(run), Effect.orDie)
  yield* settle
  const source = (props: Json = {}, dependencies?: Json): IntegrationSource.IntegrationSource =>
    IntegrationSource.IntegrationSource.make({
      type: `integration:${name}:docs`,
      props: { name, ...props },
      ...(dependencies === undefined ? {} : { dependencies })
    } as never)
  const insert = (
    computed: IntegrationSource.IntegrationSource,
    type: "computed" | "document" = "computed",
    at: SpaceId.SpaceId = space
  ) => boss(edits.apply({ space: at }, { changes: [{ operation: "insert_page", type, title: "Computed", computed }] }))
  const shown = (at: SpaceId.SpaceId = space) => boss(contents.pages({ space: at }))
  return {
    ...world,
    boss,
    contents,
    edits,
    events,
    insert,
    installation,
    installations,
    integrations,
    name,
    newSpace,
    publish,
    run,
    settle,
    shown,
    source,
    space,
    spaces,
    outline: (at: SpaceId.SpaceId = space) => Effect.map(shown(at), ({ pages }) => outlineOf(pages)),
    /** How the script was asked, the oldest first. */
    told: Effect.gen(function* () {
      const { items } = yield* boss(events.list(name, { limit: 1000 }))
      return yield* Effect.forEach(items.toReversed(), ({ id }) =>
        Effect.map(boss(events.get(name, id)), ({ event, trace }) => ({
          type: event.payload.type,
          status: event.status,
          lines: trace.logs.map(({ message }) => message)
        }))
      )
    })
  }
})
