import {
  ContentEdits,
  type Engine,
  EventDispatcher,
  type InstallationId,
  Installations,
  type Integration,
  IntegrationEvents,
  Integrations,
  JobRunner,
  type SpaceId,
  SpaceInstallations,
  Spaces
} from "@quire/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { as, asSystem } from "../../support/engine.ts"
import { found, type World } from "../../support/world.ts"

const page = { limit: 100 }

/** A script that records what it received and then runs a piece of code; `event` and `environment` are there. */
export const scriptOf = (code: string) => `addEventListener("fetch", (fetched) => fetched.respondWith((async () => {
  const form = await fetched.request.formData()
  const event = JSON.parse(await form.get("event"))
  const environment = JSON.parse(await form.get("environment"))
  console.log(event.type, event.status ?? "", event.spaceId ?? "")
  ${code}
  return new Response("done")
})()))`

/** What is published under these scopes with this script. */
export const publication = (organization: string, script: string, scopes: ReadonlyArray<Integration.Scope>) => ({
  organization,
  title: "Teller",
  description: "Tells.",
  runtime: "v1" as const,
  scopes,
  target: "all" as const,
  script
})

/** An integration whose script receives events, in an organization with a space. */
interface Telling extends World {
  readonly boss: ReturnType<typeof as>
  readonly name: string
  /** Publishes the next version, whose script does that. */
  readonly publish: (code: string, scopes?: ReadonlyArray<Integration.Scope>) => Effect.Effect<void>
  readonly space: SpaceId
  readonly installation: InstallationId
  readonly installations: (typeof Installations.Installations)["Service"]
  readonly integrations: (typeof Integrations.Integrations)["Service"]
  readonly onSpaces: (typeof SpaceInstallations.SpaceInstallations)["Service"]
  readonly events: (typeof IntegrationEvents.IntegrationEvents)["Service"]
  /** Inserts a page into the space. */
  readonly write: Effect.Effect<void>
  /** Dispatches events and runs what is due; a millisecond later, so that earlier deliveries are older. */
  readonly tell: Effect.Effect<void>
  /** The deliveries, the oldest first, with their outcome and what was written. */
  readonly told: Effect.Effect<ReadonlyArray<Told>>
}

interface Told {
  readonly id: string
  readonly type: string
  readonly status: string
  readonly lines: ReadonlyArray<string>
}

/** An integration whose script is this code, in an organization with a space. */
export const setup: (
  code?: string,
  scopes?: ReadonlyArray<Integration.Scope>
) => Effect.Effect<Telling, never, Engine.Services> = Effect.fnUntraced(function* (
  code = "",
  declared = ["space:content:read"]
) {
  const world = yield* found
  const { organization } = world
  const boss = as(world.admin)
  const integrations = yield* Integrations.Integrations
  const installations = yield* Installations.Installations
  const onSpaces = yield* SpaceInstallations.SpaceInstallations
  const spaces = yield* Spaces.Spaces
  const events = yield* IntegrationEvents.IntegrationEvents
  const eventDispatcher = yield* EventDispatcher.EventDispatcher
  const runner = yield* JobRunner.JobRunner
  const name = `teller-${organization.toLowerCase()}`
  const edits = yield* ContentEdits.ContentEdits
  const publish = (script: string, scopes = declared) =>
    Effect.orDie(Effect.asVoid(boss(integrations.publish(name, publication(organization, scriptOf(script), scopes)))))
  yield* publish(code)
  const space = (yield* boss(spaces.create(organization, { title: "Space", editMode: "live" }))).id
  const installation = (yield* boss(installations.create(name, { organization }))).id
  return {
    ...world,
    boss,
    name,
    publish,
    space,
    installation,
    installations,
    integrations,
    onSpaces,
    events,
    write: Effect.orDie(
      Effect.asVoid(boss(edits.apply({ space }, { changes: [{ operation: "insert_page", title: "Page" }] })))
    ),
    tell: Effect.orDie(
      Effect.asVoid(
        Effect.andThen(TestClock.adjust(1), Effect.andThen(asSystem(eventDispatcher.follow()), runner.drain))
      )
    ),
    told: Effect.gen(function* () {
      const { items } = yield* boss(events.list(name, page))
      return yield* Effect.forEach(items.toReversed(), ({ id }) =>
        Effect.map(boss(events.get(name, id)), ({ event, trace }) => ({
          id,
          type: event.payload.type,
          status: event.status,
          lines: trace.logs.map(({ message }) => message)
        }))
      )
    }).pipe(Effect.orDie)
  }
}, Effect.orDie)
