import {
  type Actor,
  Actor as ActorModule,
  Collections,
  Contents,
  type DomainError,
  Duplication,
  Imports,
  type OrganizationId,
  Searches,
  Spaces,
  type UserId
} from "@quire/core"
import { Effect } from "effect"
import type { Level } from "./Model.ts"

/** A call by its method and path, as a client would make it. */
export interface Call {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE"
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

/** Asks the services directly: the path says which. */
export const inProcess = Effect.gen(function* () {
  const spaces = yield* Spaces.Spaces
  const collections = yield* Collections.Collections
  const { duplicate } = yield* Duplication.Duplication
  const contents = yield* Contents.Contents
  const imports = yield* Imports.Imports
  const searches = yield* Searches.Searches

  const route = (call: Call): Effect.Effect<Answered, never, Actor.Actor> => {
    const url = new URL(call.path, "http://x")
    const [, , noun = "", id = "", verb = ""] = url.pathname.split("/")
    const body = (call.body ?? {}) as never
    const all = { limit: 1000 }
    const organization = id as OrganizationId.OrganizationId
    if (noun === "orgs") {
      if (verb === "search")
        return handled(searches.inOrganization(organization, url.searchParams.get("query") ?? "", all))
      const isCreate = call.method === "POST"
      if (verb === "spaces")
        return isCreate ? handled(spaces.create(organization, body)) : handled(spaces.list(organization, all))
      return isCreate
        ? handled(collections.create(organization, body))
        : handled(collections.list(organization, { ...all, nested: true }))
    }
    const isSpace = noun === "spaces"
    if (noun === "spaces" && verb === "duplicate") return handled(duplicate(id))
    if (noun === "spaces" && verb === "content") {
      if (call.method === "GET") return handled(contents.pages({ space: id }))
      const { text = "" } = body as Body
      const bytes = new TextEncoder().encode(text)
      return handled(
        imports.bytesIntoSpace(id, {
          source: "markdown",
          bytes,
          contentType: undefined,
          url: "file:///a.md",
          name: "a.md"
        })
      )
    }
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
    ask: (user, call) => Effect.provideService(route(call), ActorModule.Actor, ActorModule.user(user as UserId.UserId))
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
      const isImport = call.path.endsWith("/content") && call.method === "POST"
      const body = isImport ? { url: publish((call.body as Body).text ?? ""), source: "markdown" } : call.body
      const path = isImport ? `${call.path}/import` : call.path.endsWith("/content") ? `${call.path}/pages` : call.path
      const url = new URL(path, "http://quire.test")
      if (call.method === "GET" && /\/(spaces|collections|search)$/.test(url.pathname))
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
