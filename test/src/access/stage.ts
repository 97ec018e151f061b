import { type Endpoint, endpoints, target } from "../contract/endpoints.ts"
import { type Call, scenarios } from "../contract/scenarios.ts"
import * as Source from "../contract/source.ts"
import * as World from "../contract/world.ts"
import type { Config } from "../support/database.ts"
import { isDeep } from "../support/depth.ts"
import { postgresTold } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import { watch } from "../support/watch.ts"
import * as Cast from "./principals.ts"

export const endpointOf = (name: string): Endpoint => {
  const found = endpoints.find((endpoint) => endpoint.name === name)
  if (found === undefined) throw new Error(`the contract has no endpoint ${name}`)
  return found
}

export const scenarioOf = ({ name }: Endpoint) => {
  const scenario = scenarios[name]
  if (scenario === undefined) throw new Error(`the endpoint ${name} has no scenario`)
  return scenario
}

/** Whose the things of calls are, where it is not the weakest who may. */
const owners: Readonly<Record<string, World.Who>> = { submitReview: "creator", getLinkInvite: "creator" }

export const ownerOf = (endpoint: Endpoint): World.Who => owners[endpoint.name] ?? scenarioOf(endpoint).by

/** Endpoints whose body names the thing at hand. */
const placing = new Set(["createSpace", "createCollection", "createLinkInvite", "installIntegrationOnSpace"])

/** Whether it matters to an endpoint how open a space or collection is. */
export const hasContent = ({ name, parameters }: Endpoint): boolean =>
  parameters.includes("spaceId") || parameters.includes("collectionId") || placing.has(name)

/** Endpoints that may change who is in the organization, and as what. */
const moving = /members|invites|join|teams|sign-in/

export const bodyOf = (call: Call) => call.body as Readonly<Record<string, unknown>> | undefined

/** The space, collection or site that a call is about. */
export const contentOf = (endpoint: Endpoint, call: Call): string | undefined => {
  const { collectionId, siteId, spaceId } = call.path ?? {}
  const { collection, parent, space } = bodyOf(call) ?? {}
  const named = placing.has(endpoint.name) ? (parent ?? space ?? collection) : undefined
  return spaceId ?? collectionId ?? siteId ?? (typeof named === "string" ? named : undefined)
}

/** Two worlds on one store, and everybody who is tried. */
export interface Stage {
  readonly world: World.World
  readonly elsewhere: World.World
  readonly cast: Cast.Cast
  /** A collection with an explicit access level. */
  readonly shelf: string
  /** A call that succeeds as some caller: the last of the scenario's, on something new that is as open as wanted. */
  readonly prepared: (endpoint: Endpoint, visibility: Cast.Visibility) => Promise<Call>
  /** The same in the other organization. */
  readonly preparedElsewhere: (endpoint: Endpoint) => Promise<Call>
  readonly send: (principal: Cast.Principal | "integration", endpoint: Endpoint, call: Call) => Promise<Server.Answer>
  readonly get: (principal: Cast.Principal, path: string) => Promise<Server.Answer>
  /** What is written while something happens. */
  readonly changes: (act: () => Promise<unknown>) => Promise<ReadonlyArray<string>>
  readonly close: () => Promise<void>
}

/** A store, and what is written there while something happens. */
interface Ground {
  readonly api: Server.Opened<Server.Whole>
  readonly close: () => Promise<void>
  readonly changes: Stage["changes"]
}

const onMemory = async (onLine?: (line: string) => void): Promise<Ground> => {
  const twins = await Server.openTwins(onLine)
  return {
    api: twins.api,
    close: twins.close,
    changes: async (act) => {
      const before = await twins.api.run(Server.state)
      await act()
      const after = await twins.api.run(Server.state)
      return after.length !== before.length || after.some((part, at) => part !== before[at]) ? ["the store"] : []
    }
  }
}

const onPostgres = async (onLine?: (line: string) => void): Promise<Ground> => {
  let database: Config | undefined
  const engine = postgresTold((config) => {
    database = config
  })
  const api = await Server.open(engine, "anyone", onLine)
  if (database === undefined) throw new Error("the engine has no database")
  const { changes, close } = await watch(database)
  return {
    api,
    close: async () => {
      await close()
      await api.close()
    },
    changes
  }
}

const openOn = async (ground: Ground): Promise<Stage> => {
  const source = await Source.open()
  const world = await World.make(ground.api, source.url)
  const elsewhere = await World.make(ground.api, source.url)
  const cast = await Cast.make(world, elsewhere)
  const shelf = await Cast.shelf(world)
  let docs: Cast.Visibility | undefined

  /** Calls of scenarios that a member of the cast would change the part of, or that are about fewer people. */
  const amended = async ({ name }: Endpoint, call: Call): Promise<Partial<Call>> => {
    const organizationId = world.organization
    if (name === "requestReviewers") return { body: { ...bodyOf(call), users: [cast.inTeam.id] } }
    if (name === "pingOrganization" || name === "joinOrganization") return { path: { organizationId } }
    if (name !== "useInvite") return {}
    const { json } = await world.send("admin", "POST", `/v1/orgs/${organizationId}/link-invites`, {
      body: { role: "read" }
    })
    return { path: { organizationId, inviteId: json.id } }
  }

  const prepared = async (endpoint: Endpoint, visibility: Cast.Visibility): Promise<Call> => {
    if (docs !== "inherit") {
      await Cast.situate(world, cast, world.docs.space, "inherit", shelf)
      docs = "inherit"
    }
    if (endpoint.method !== "GET" && moving.test(endpoint.path)) await Cast.restore(world, cast)
    const make = Object.values(scenarioOf(endpoint).calls).at(-1)
    const call = make === undefined ? {} : await make(world)
    const id = contentOf(endpoint, call)
    if (id !== undefined) await Cast.situate(world, cast, id, visibility, shelf)
    if (id === world.docs.space) docs = visibility
    const { teamId, userId } = call.path ?? {}
    if (id !== undefined && endpoint.path.includes("/permissions/")) {
      const instead = {
        ...(teamId === undefined ? {} : { teamId: cast.bystanders }),
        ...(userId === undefined ? {} : { userId: cast.bystander })
      }
      return { ...call, path: { ...call.path, ...instead } }
    }
    if (teamId !== undefined) await Cast.staff(world, cast, teamId)
    return { ...call, ...(await amended(endpoint, call)) }
  }

  const preparedElsewhere = async (endpoint: Endpoint): Promise<Call> => {
    if (endpoint.method !== "GET" && moving.test(endpoint.path)) await Cast.expel(elsewhere, cast)
    const make = Object.values(scenarioOf(endpoint).calls).at(-1)
    return make === undefined ? {} : await make(elsewhere)
  }

  const tokenOf = (principal: Cast.Principal | "integration") =>
    principal === "integration" ? world.people.integration.token : cast[principal].token

  const send = (principal: Cast.Principal | "integration", endpoint: Endpoint, call: Call) =>
    world.api.send(endpoint.method, target(endpoint, call), {
      token: tokenOf(principal),
      body: call.body,
      ...call.sent
    })

  const get = (principal: Cast.Principal, path: string) => world.api.send("GET", path, { token: cast[principal].token })

  return {
    world,
    elsewhere,
    cast,
    shelf,
    prepared,
    preparedElsewhere,
    send,
    get,
    changes: ground.changes,
    close: async () => {
      await ground.close()
      await source.close()
    }
  }
}

/** On a store; `onLine` receives every line of the log. */
export const openers = {
  memory: async (onLine?: (line: string) => void): Promise<Stage> => openOn(await onMemory(onLine)),
  Postgres: async (onLine?: (line: string) => void): Promise<Stage> => openOn(await onPostgres(onLine))
} as const

export const open = openers.memory

/** Where tables of requests are tried: on memory, in deep runs on Postgres too. */
export const stores = (isDeep ? (["memory", "Postgres"] as const) : (["memory"] as const)).map(
  (name) => [name, openers[name]] as const
)
