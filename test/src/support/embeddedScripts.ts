import { type Actor, Installations, type IntegrationInput, Integrations } from "@quire/core"
import { Effect } from "effect"
import { as } from "./engine.ts"
import type { World } from "./world.ts"

/** A script that embeds a text with what it received; the configuration says whether it fails. */
export const script = `
addEventListener("fetch", (event) => event.respondWith((async () => {
  const form = await event.request.formData()
  const asked = JSON.parse(form.get("event"))
  const { siteInstallation, spaceInstallation } = JSON.parse(form.get("environment"))
  const { mode, size } = (siteInstallation ?? spaceInstallation).configuration
  if (mode === "throw") throw new Error("canary")
  if (mode === "status") return new Response("no", { status: 500 })
  if (size !== undefined) return new Response(" ".repeat(size))
  const text = "globalThis.embedded = [...(globalThis.embedded ?? []), " + JSON.stringify(asked) + "]"
  return new Response(text, { headers: { "content-type": "text/html", "set-cookie": "a=b", "x-own": "kept" } })
})()))`

const properties = { mode: { type: "string" }, size: { type: "number" } } as const

let count = 0

/** An integration of the organization that embeds a script on all of its spaces and sites. */
export const embedding = Effect.fnUntraced(function* (
  { admin, organization }: Pick<World, "admin" | "organization">,
  more: Partial<IntegrationInput.Publish> = {}
) {
  const integrations = yield* Integrations.Integrations
  const installations = yield* Installations.Installations
  const name = `Embeds-${++count}-${organization}`
  const publish: IntegrationInput.Publish = {
    organization,
    title: "Embeds",
    description: "Embeds a script",
    script,
    scopes: ["site:script:inject", "space:script:inject"],
    configurations: { site: { properties }, space: { properties } },
    ...more
  }
  const run = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.orDie(as(admin)(effect))
  yield* run(integrations.publish(name, publish))
  const { id } = yield* run(installations.create(name, { organization }))
  yield* run(installations.update(name, id, { space_selection: "all", site_selection: "all" }))
  return {
    name,
    installation: id,
    /** Publishes it again, or for the first time after it was unpublished. */
    publish: (changes: Partial<IntegrationInput.Publish> = {}) =>
      run(integrations.publish(name, { ...publish, ...changes })),
    unpublish: run(integrations.unpublish(name)),
    uninstall: run(installations.remove(name, id))
  }
})

export type Embedding = Effect.Success<ReturnType<typeof embedding>>
export type Embeds = Effect.Services<ReturnType<typeof embedding>> | Actor.Actor
