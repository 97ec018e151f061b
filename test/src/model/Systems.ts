import {
  type Actor,
  Actor as ActorModule,
  ChangeRequests,
  Collections,
  ContentEdits,
  Contents,
  type DomainError,
  Duplication,
  Grants,
  Imports,
  InviteUse,
  LinkInvites,
  Members,
  Merging,
  type OrganizationId,
  Searches,
  Spaces,
  TeamMembers,
  Teams,
  type UserId
} from "@quire/core"
import { Effect } from "effect"
import type { Level } from "./Model.ts"

/** A call by its method and path, as a client would make it. */
export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  readonly path: string
  readonly body?: unknown
}

/** What a system answers: a value, or the reason of a refusal. */
export type Answered = { readonly value: Wire } | { readonly reason: string }

/** What is looked at of any answer. */
export interface Wire {
  readonly object: string
  readonly id: string
  readonly title: string
  readonly parent?: string
  readonly defaultLevel: Level
  readonly permissions: { readonly admin: boolean; readonly edit?: boolean }
  readonly editMode?: string
  readonly deletedAt?: string
  readonly visibility?: string
  readonly count?: number
  readonly items: ReadonlyArray<Wire>
  readonly pages: ReadonlyArray<{ readonly title: string }>
  readonly importedResources: number
  readonly totalResources: number
  readonly role?: string | null
  readonly level?: string | null
  readonly spaces: number
  readonly teams: number
  readonly members: number
  readonly number: number
  readonly status: string
  readonly outdated: boolean
  readonly result: string
}

/** Something that can be asked what the model is asked: the engine in process, or the server. */
export interface System {
  readonly ask: (user: string, call: Call) => Effect.Effect<Answered>
}

const handled = <A, E extends DomainError.DomainError, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, {
    onSuccess: (value): Answered => ({ value: value as never }),
    onFailure: (error): Answered => ({ reason: error._tag })
  })

type Body = {
  title?: string
  parent?: string | null
  level?: Level
  defaultLevel?: Level
  editMode?: "live" | "locked"
  organization?: string
  text?: string
}

type Ask = (call: Call) => Effect.Effect<Answered, never, Actor.Actor>

const all = { limit: 1000 }

const partsOf = (call: Call) => {
  const url = new URL(call.path, "http://x")
  const [, , noun = "", id = "", verb = "", key = "", last = "", person = ""] = url.pathname.split("/")
  return {
    noun,
    id,
    verb,
    key,
    last,
    person,
    query: url.searchParams.get("query") ?? "",
    body: (call.body ?? {}) as never
  }
}

const inOrganizations = Effect.gen(function* () {
  const spaces = yield* Spaces.Spaces
  const collections = yield* Collections.Collections
  const searches = yield* Searches.Searches
  const members = yield* Members.Members
  const teams = yield* Teams.Teams
  const roster = yield* TeamMembers.TeamMembers
  const links = yield* LinkInvites.LinkInvites
  const { use } = yield* InviteUse.InviteUse

  const ask: Ask = (call) => {
    const { body, id, key, last, query, verb } = partsOf(call)
    const organization = id as OrganizationId
    const user = key as UserId
    const isCreate = call.method === "POST"
    switch (verb) {
      case "search":
        return handled(searches.inOrganization(organization, query, all))
      case "spaces":
        return isCreate ? handled(spaces.create(organization, body)) : handled(spaces.list(organization, all))
      case "members":
        if (call.method === "PATCH") return handled(members.update(organization, user, body))
        if (call.method === "DELETE") return handled(members.remove(organization, user))
        return handled(members.list(organization, {}, all))
      case "teams":
        if (last === "members") return handled(roster.update(organization, key, body))
        if (call.method === "PUT") return handled(teams.create(organization, body))
        return call.method === "DELETE"
          ? handled(teams.remove(organization, key))
          : handled(teams.get(organization, key))
      case "link-invites":
        return handled(links.create(organization, body))
      case "invites":
        return handled(use(organization, key))
      default:
        return isCreate
          ? handled(collections.create(organization, body))
          : handled(collections.list(organization, { ...all, nested: true }))
    }
  }
  return ask
})

const inRequests = Effect.gen(function* () {
  const requests = yield* ChangeRequests.ChangeRequests
  const { merge } = yield* Merging.Merging
  const { apply } = yield* ContentEdits.ContentEdits

  const ask: Ask = (call) => {
    const { body, id, key, last } = partsOf(call)
    if (key === "") return handled(requests.create(id, body))
    if (last === "merge") return handled(merge(id, key))
    if (last === "edits") return handled(apply({ space: id, changeRequest: key }, body))
    return call.method === "PATCH" ? handled(requests.update(id, key, body)) : handled(requests.get(id, key))
  }
  return ask
})

const inContent = Effect.gen(function* () {
  const contents = yield* Contents.Contents
  const imports = yield* Imports.Imports

  const ask: Ask = (call) => {
    const { body, id } = partsOf(call)
    if (call.method === "GET") return handled(contents.pages({ space: id }))
    const bytes = new TextEncoder().encode((body as Body).text ?? "")
    const source = { source: "markdown", contentType: undefined, url: "file:///a.md", name: "a.md" } as const
    return handled(imports.bytesIntoSpace(id, { ...source, bytes }))
  }
  return ask
})

/** Asks the services directly: the path says which. */
export const inProcess = Effect.gen(function* () {
  const spaces = yield* Spaces.Spaces
  const collections = yield* Collections.Collections
  const { duplicate } = yield* Duplication.Duplication
  const grants = yield* Grants.Grants
  const [ofOrganization, ofRequest, ofContent] = yield* Effect.all([inOrganizations, inRequests, inContent])

  const route: Ask = (call) => {
    const { body, id, key, last, noun, verb } = partsOf(call)
    if (noun === "orgs") return ofOrganization(call)
    const isSpace = noun === "spaces"
    if (verb === "permissions") {
      const base = { kind: isSpace ? ("space" as const) : ("collection" as const), id }
      return call.method === "POST"
        ? handled(grants.invite(base, body))
        : handled(grants.remove(base, { kind: key === "teams" ? "team" : "user", id: last }))
    }
    if (isSpace && verb === "change-requests") return ofRequest(call)
    if (isSpace && verb === "duplicate") return handled(duplicate(id))
    if (isSpace && verb === "content") return ofContent(call)
    if (noun === "collections" && verb === "spaces") return handled(spaces.listIn(id, all))
    if (verb === "move") return isSpace ? handled(spaces.move(id, body)) : handled(collections.move(id, body))
    if (verb === "transfer")
      return isSpace ? handled(spaces.transfer(id, body)) : handled(collections.transfer(id, body))
    if (verb === "restore") return isSpace ? handled(spaces.restore(id)) : handled(collections.restore(id))
    if (call.method === "DELETE") return isSpace ? handled(spaces.remove(id)) : handled(collections.remove(id))
    if (call.method === "PATCH")
      return isSpace ? handled(spaces.update(id, body)) : handled(collections.update(id, body))
    return isSpace ? handled(spaces.get(id)) : handled(collections.get(id))
  }

  const system: System = {
    ask: (user, call) => Effect.provideService(route(call), ActorModule.Actor, ActorModule.user(user as UserId))
  }
  return system
})

/** Asks through `/v1`; `text` is served to the importer at a loopback address. */
export const overHttp = (
  handler: (request: Request) => Promise<Response>,
  tokens: ReadonlyMap<string, string>,
  publish: (text: string) => string
): System => ({
  ask: (user, call) =>
    Effect.promise(async (): Promise<Answered> => {
      const isImport = /^\/v1\/spaces\/[^/]+\/content$/.test(call.path) && call.method === "POST"
      const body = isImport ? { url: publish((call.body as Body).text ?? ""), source: "markdown" } : call.body
      const path = isImport
        ? `${call.path}/import`
        : call.path.endsWith("/content")
          ? `${call.path}/pages`
          : call.path.replace(/\/edits$/, "/content")
      const url = new URL(path, "http://quire.test")
      if (call.method === "GET" && /\/(spaces|collections|search|members)$/.test(url.pathname))
        url.searchParams.set("limit", "1000")
      const response = await handler(
        new Request(url, {
          method: call.method,
          headers: { authorization: `Bearer ${tokens.get(user)}`, "content-type": "application/json" },
          ...(body === undefined ? {} : { body: JSON.stringify(body) })
        })
      )
      if (response.status === 205 || response.status === 204) return { value: (response.status === 205) as never }
      const answer = (await response.json()) as { error?: { reason: string } }
      return answer.error === undefined ? { value: answer as never } : { reason: answer.error.reason }
    })
})
