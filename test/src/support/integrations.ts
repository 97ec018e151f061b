import {
  Actor,
  type InstallationId,
  Installations,
  type OrganizationId,
  Repository,
  type RowStore,
  type Scope,
  type UserId
} from "@quire/core"
import { Integration } from "@quire/core/internal"
import { Effect } from "effect"
import { as } from "./engine.ts"

let count = 0

/** Properties that an organization, a space and a site are asked for. */
export const asking: Integration.Integration["configurations"] = {
  account: {
    properties: {
      key: { type: "string" },
      region: { type: "string", enum: ["eu", "us"] },
      size: { type: "number" },
      on: { type: "boolean" },
      connect: { type: "button", callback_url: "/connect", button_text: "Connect" }
    },
    required: ["key"]
  },
  space: { properties: { channel: { type: "string" } }, required: ["channel"] }
}

/** A published integration of an organization, under a unique name. */
export const published: (
  organization: OrganizationId,
  more?: Partial<Integration.Integration>
) => Effect.Effect<Integration.Integration, never, RowStore.RowStore> = Effect.fnUntraced(function* (
  organization,
  more = {}
) {
  const rows = yield* Repository.make(Integration.collection)
  count += 1
  const name = more.name ?? `Helper-${count}`
  const made: Integration.Integration = {
    id: Integration.idOf(name),
    name,
    organization,
    version: 1,
    title: "Helper",
    description: "Helps.",
    summary: null,
    icon: null,
    previewImages: [],
    target: "all",
    verified: true,
    visibility: "public",
    scopes: [],
    categories: [],
    blocks: null,
    contentSources: null,
    configurations: null,
    externalLinks: [],
    contentSecurityPolicy: null,
    isPublished: true,
    createdAt: 0,
    updatedAt: 0,
    ...more
  }
  yield* Effect.orDie(rows.insert(made))
  return made
})

/** Changes what an integration says, as publishing and unpublishing it do. */
export const changed: (
  id: string,
  more: Partial<Integration.Integration>
) => Effect.Effect<void, never, RowStore.RowStore> = Effect.fnUntraced(function* (id, more) {
  const rows = yield* Repository.make(Integration.collection)
  const seen = yield* Effect.orDie(Effect.fromOption(yield* rows.get(id)))
  yield* Effect.orDie(rows.update(seen, { ...seen.value, ...more }))
})

interface Installed {
  readonly name: string
  readonly integration: Integration.Integration["id"]
  readonly installation: InstallationId
  /** Acts as the integration where it is installed. */
  readonly asInstalled: <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E, Exclude<R, Actor.Actor>>
}

/** An integration with these scopes, installed by an administrator on every space and site of the organization. */
export const installed: (
  organization: OrganizationId,
  admin: UserId,
  scopes: ReadonlyArray<Scope.Scope>
) => Effect.Effect<Installed, never, RowStore.RowStore | Installations.Installations> = Effect.fnUntraced(function* (
  organization,
  admin,
  scopes
) {
  const installations = yield* Installations.Installations
  const { id: integration, name } = yield* published(organization, { scopes })
  const { id: installation } = yield* as(admin)(installations.create(name, { organization }))
  const all = { space_selection: "all", site_selection: "all" } as const
  yield* as(admin)(installations.update(name, installation, all))
  const acting = { integration, installation, token: "", scopes: new Set<Scope.Scope>(scopes) }
  const asInstalled = <A, E, R>(self: Effect.Effect<A, E, R>) =>
    Effect.provideService(self, Actor.Actor, { _tag: "Integration", acting } satisfies Actor.Caller)
  return { name, integration, installation, asInstalled }
}, Effect.orDie)
