import { type OrganizationId, Repository, type RowStore } from "@quire/core"
import { Integration } from "@quire/core/internal"
import { Effect } from "effect"

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

/** A published integration of an organization, under a name of its own. */
export const published: (
  organization: OrganizationId.OrganizationId,
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
