import * as Memory from "@quire/adapters/memory"
import type { Outbox } from "@quire/core"
import { type Integration, MergeSettings, Reach, SiteStructure, Sites } from "@quire/core/internal"
import { Effect, HashMap } from "effect"
import { assert } from "vitest"

interface Fields {
  readonly [field: string]: unknown
}

/** Rows by the name of their collection, as they are kept. */
export type Rows = ReadonlyMap<string, ReadonlyArray<Fields>>

/** What a read of every row shows. */
export const readRows = Effect.flatMap(Memory.MemoryStore.MemoryStore, (store) =>
  store.readCommitted(
    "told",
    ({ tables }): Rows =>
      new Map(
        Array.from(tables, ([name, { rows }]) => [
          name,
          Array.from(HashMap.values(rows), ({ row }) => JSON.parse(JSON.stringify(row.doc)))
        ])
      )
  )
)

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Every object in a value, however deep. */
const objectsIn = (value: unknown): ReadonlyArray<Fields> => {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  return isFields(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : []
}

const isSame = (one: unknown, other: unknown) => {
  try {
    assert.deepStrictEqual(one, other)
    return true
  } catch {
    return false
  }
}

interface Telling {
  readonly payload: Fields
  readonly event: Outbox.Event
  readonly rows: Rows
}

/** Fields that no row has under that name, as rows have them. */
type Derived = (telling: Telling) => Fields

const rowOf = (rows: Rows, collection: string, id: unknown): Fields | undefined =>
  rows.get(collection)?.find((row) => row["id"] === id)

const levelOf: Derived = ({ payload, rows }) => ({ defaultLevel: rowOf(rows, "placements", payload["id"])?.["level"] })

const usersOf = (payload: unknown) => (Array.isArray(payload) ? payload.flatMap(objectsIn) : [])

const memberOf: Derived = ({ event, payload, rows }) => ({
  members: usersOf(payload["members"]).map(({ user }) => ({
    user,
    role: rowOf(rows, "team_members", `${event.subjects[0]}.${user}`)?.["role"] ?? null
  }))
})

const offerOf: Derived = ({ event, rows }) => {
  const { kind, level, resource } = (rowOf(rows, "link_invites", event.subjects[0])?.["offer"] ?? {}) as Fields
  return { level, [String(kind)]: resource }
}

const structureOf = ({ event, rows }: Telling) =>
  rowOf(rows, "site_structures", event.subjects[0]) as unknown as SiteStructure.SiteStructure

const placeOf: Derived = (telling) => ({
  ...SiteStructure.findSiteSpace(structureOf(telling), telling.event.subjects[1] ?? "")
})

const hostnameOf: Derived = ({ payload, rows }) => {
  const row = rows
    .get("custom_hostnames")
    ?.find(({ hostname, site }) => payload["hostname"] === hostname && payload["site"] === site)
  return { verified: typeof row?.["verifiedAt"] === "number" }
}

const installedOf =
  (collection: string): Derived =>
  ({ event, rows }) => {
    const id = event.subjects.slice(0, -1).join(".")
    const row = rowOf(rows, collection, id) as unknown as Parameters<typeof Reach.placeStatusOf>[1] | undefined
    const integration = rowOf(rows, "integrations", event.subjects.at(-1)?.toLowerCase())
    if (row === undefined) return { status: "not there" }
    const declared = integration as unknown as Integration.Integration
    return {
      status: row.kind === undefined ? Reach.statusOf(declared, row) : Reach.placeStatusOf(declared, row),
      configuration: Object.keys(row.configuration).sort(),
      ...("agreedScopes" in row ? { scopes: row.agreedScopes } : {})
    }
  }

const webhookOf: Derived = ({ event, payload, rows }) => {
  const [id] = event.subjects
  const self = rowOf(rows, "webhooks", id)
  const isHeld = rowOf(rows, "delivery_queues", id)?.["isHeld"] === true
  return {
    host: new URL(String(self?.["url"])).host,
    ...("paused" in payload ? { paused: self?.["active"] === true && isHeld } : {})
  }
}

const settingsOf: Derived = ({ event, rows }) => {
  const id = event.subjects[0] ?? ""
  const unwritten = event.space === null ? MergeSettings.ofNewOrganization(id) : MergeSettings.ofNewSpace(id)
  const { mode, rules, strictness } = rowOf(rows, "merge_rules", id) ?? unwritten
  return { mode, rules, strictness }
}

const derived: { readonly [type: string]: Derived } = {
  "spaces.update": levelOf,
  "spaces.delete": levelOf,
  "collections.update": levelOf,
  "collections.delete": levelOf,
  "mergeRules.update": settingsOf,
  "searchSynonyms.update": ({ event, rows }) => ({
    groups: rowOf(rows, "search_synonyms", event.subjects[0])?.["groups"] ?? []
  }),
  "teams.create": memberOf,
  "teams.delete": memberOf,
  "teamMembers.update": memberOf,
  "teamMembers.delete": memberOf,
  "emailInvites.send": ({ event, payload, rows }) => ({
    users: usersOf(payload["users"]).map(({ user }) => {
      const row = rowOf(rows, "members", `${event.organization}.${user}`)
      return { user, role: row?.["role"], sso: row?.["sso"] }
    })
  }),
  "reviewRequests.create": ({ event, rows }) => {
    const request = rowOf(rows, "change_requests", event.subjects[0])
    const { subject } = request ?? {}
    return { users: event.subjects.slice(1), subject }
  },
  "openApiVersions.create": ({ event, rows }) => ({ spec: rowOf(rows, "openapi_specs", event.subjects[1])?.["slug"] }),
  "linkInvites.update": offerOf,
  "linkInvites.delete": offerOf,
  /** Scripts of integrations change no defaults. */
  "sites.update": (telling) =>
    "defaultSiteSpace" in telling.payload ? { ...Sites.defaultsOf(structureOf(telling)) } : {},
  "siteSpaces.create": placeOf,
  "siteSpaces.update": placeOf,
  "siteSpaces.delete": placeOf,
  "siteAdaptiveSchemas.update": ({ event, rows }) => ({
    ...((rowOf(rows, "site_adaptive_schemas", event.subjects[0])?.["jsonSchema"] ?? {
      type: "object",
      properties: {},
      additionalProperties: false
    }) as Fields)
  }),
  "customHostnames.create": hostnameOf,
  "customHostnames.verify": hostnameOf,
  "customHostnames.release": hostnameOf,
  "customHostnames.delete": hostnameOf,
  "installations.create": installedOf("integration_installations"),
  "installations.update": installedOf("integration_installations"),
  "installations.delete": installedOf("integration_installations"),
  "spaceInstallations.create": installedOf("place_installations"),
  "spaceInstallations.update": installedOf("place_installations"),
  "spaceInstallations.delete": installedOf("place_installations"),
  "siteInstallations.create": installedOf("place_installations"),
  "siteInstallations.update": installedOf("place_installations"),
  "siteInstallations.delete": installedOf("place_installations"),
  "integrationDevelopments.delete": ({ event, rows }) => {
    const integration = rowOf(rows, "integrations", event.subjects[0]?.toLowerCase())
    return { endsAt: (integration?.["development"] as Fields | undefined)?.["endsAt"] ?? null }
  },
  /** The status is that of the comment replied to, where the update changed it. */
  "replies.update": ({ event, payload, rows }) =>
    "resolved" in payload ? { resolved: rowOf(rows, "comments", event.subjects[1])?.["resolved"] ?? null } : {},
  "webhooks.create": webhookOf,
  "webhooks.update": webhookOf,
  "webhooks.delete": webhookOf,
  /** Values are in the content, and no row has them. */
  "spaceCustomFields.update": ({ payload }) => ({ values: payload["values"] })
}

/** Rows that name what the event is about. */
const rowsAbout = ({ event, rows }: Telling) => {
  const names = [...event.subjects, ...(event.space === null ? [] : [event.space])]
  const isAbout = (row: Fields) =>
    Object.values(row).some((value) => typeof value === "string" && names.some((name) => value.includes(name)))
  return [...rows].flatMap(([collection, all]) => (collection === "audit_entries" ? [] : all.filter(isAbout)))
}

const findFault = (telling: Telling): string | undefined => {
  const { event, payload } = telling
  const worked = derived[event.type]?.(telling) ?? {}
  for (const [field, value] of Object.entries(worked)) {
    if (!isSame(payload[field], value)) return `${field} is ${JSON.stringify(value)}`
  }
  const kept = Object.entries(payload).filter(([field]) => !(field in worked))
  const isShown = (one: Fields) => kept.every(([field, value]) => isSame(one[field], value))
  if (rowsAbout(telling).flatMap(objectsIn).some(isShown)) return undefined
  return `no row has ${JSON.stringify(Object.fromEntries(kept))}`
}

/** The payload for one moment is what a read of that moment shows, separately for each of several objects. */
export const checkTold = (event: Outbox.Event, when: "before" | "after", rows: Rows): void => {
  const all: unknown = JSON.parse(JSON.stringify(event[when]))
  for (const payload of Array.isArray(all) ? all : [all]) {
    assert.isTrue(isFields(payload), `${event.type} has ${JSON.stringify(payload)}`)
    const fault = findFault({ event, payload, rows })
    assert.isUndefined(fault, `${event.type} has ${when}: ${JSON.stringify(payload)}`)
  }
}
