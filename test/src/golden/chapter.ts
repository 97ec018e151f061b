import { Audit } from "@quire/core"
import { Effect } from "effect"
import { type Endpoint, target } from "../contract/endpoints.ts"
import { mutants } from "../contract/mutants.ts"
import { nothing } from "../contract/nothing.ts"
import { type Call, type Scenario, scenarios } from "../contract/scenarios.ts"
import { seeds } from "../contract/seeds.ts"
import * as World from "../contract/world.ts"
import { asSystem } from "../support/engine.ts"
import type { Answer, Opened, Sent, Whole } from "../support/server.ts"
import * as Exchange from "./Exchange.ts"
import type { Still } from "./still.ts"

/** How many bodies with one fault are sent for each that would be accepted. */
const faults = 14

type Who = World.Who | undefined

interface Pen {
  readonly world: World.World
  readonly endpoint: Endpoint
  readonly scenario: Scenario
  readonly lines: Array<Exchange.Line>
  readonly scribe: Exchange.Scribe
  readonly ask: (who: Who, method: string, path: string, sent?: Sent) => Promise<Answer>
}

const call = ({ ask, endpoint }: Pen, who: Who, made: Call, instead = {}) =>
  ask(who, endpoint.method, target(endpoint, made, instead), made.body === undefined ? {} : { body: made.body })

const tellNews = async ({ lines, scribe, world }: Pen) => {
  const news = await world.news()
  if (news.length > 0) lines.push(scribe.events(news))
}

const tellSuccesses = async (pen: Pen) => {
  const { scenario, world } = pen
  const idle = (scenario.idle ?? []).map((each) => each.call)
  for (const make of [...Object.values(scenario.calls), ...idle]) {
    const made = await make(world)
    await world.news()
    await call(pen, scenario.by, made)
    await tellNews(pen)
  }
}

/** Everybody asks; where asking changes something, each asks about something of its own. */
const tellEverybody = async (pen: Pen, make: (world: World.World) => Promise<Call>) => {
  const isRead = pen.endpoint.method === "GET"
  const made = await make(pen.world)
  for (const who of [...World.everybody, undefined]) await call(pen, who, isRead ? made : await make(pen.world))
  await tellNews(pen)
}

const tellParameters = async (pen: Pen, made: Call) => {
  for (const name of pen.endpoint.parameters) {
    if (made.path?.[name] === undefined) continue
    for (const value of [nothing, "a.b", "é", "x".repeat(65)]) await call(pen, pen.scenario.by, made, { [name]: value })
  }
}

const tellQueries = async (pen: Pen, made: Call) => {
  const { endpoint, scenario } = pen
  for (const name of [...endpoint.queries, "unknown"]) {
    for (const value of ["", "x", "-1", "1", "true", "1001"]) {
      const query = [made.query ?? "", `${name}=${value}`].filter((part) => part !== "").join("&")
      await call(pen, scenario.by, { ...made, query })
    }
  }
}

const tellPages = async (pen: Pen) => {
  const { endpoint, scenario, world } = pen
  for (const made of (await scenario.items?.(world, 3)) ?? []) {
    for (let page: string | undefined = ""; page !== undefined; ) {
      const query = [made.query ?? "", endpoint.isPaged ? "limit=2" : "", page].filter((part) => part !== "").join("&")
      const { json }: Answer = await call(pen, made.who ?? scenario.by, { ...made, query })
      const next = json["next"] as { readonly page: string } | undefined
      page = endpoint.isPaged && next !== undefined ? `page=${encodeURIComponent(next.page)}` : undefined
    }
  }
}

const tellForms = async ({ ask, endpoint, scenario }: Pen, made: Call) => {
  const path = target(endpoint, made)
  const body = made.body === undefined ? {} : { body: made.body }
  const other = ["PUT", "DELETE", "PATCH"].find((method) => method !== endpoint.method) ?? "PUT"
  await ask(scenario.by, "HEAD", path)
  await ask(undefined, "OPTIONS", path, {
    headers: { origin: "https://host.test", "access-control-request-method": "GET" }
  })
  await ask(scenario.by, other, path)
  await ask(scenario.by, endpoint.method, `${path.split("?")[0]}/`, body)
  await ask(scenario.by, endpoint.method, path.replace("/v1/", "/V1/"), body)
  await ask(undefined, endpoint.method, path, { ...body, headers: { authorization: "Bearer x" } })
  await ask(undefined, endpoint.method, path, { ...body, headers: { authorization: "Basic eDp4" } })
  if (endpoint.method === "GET") {
    await ask(scenario.by, "GET", path, { headers: { accept: "text/html", origin: "https://host.test" } })
    return
  }
  for (const text of ["{", "[]", "null", '"x"', '{"__proto__":1}', "[".repeat(70) + "]".repeat(70)]) {
    await ask(scenario.by, endpoint.method, path, { text })
  }
  await ask(scenario.by, endpoint.method, path, { text: "title=x", headers: { "content-type": "text/plain" } })
}

const tellFaults = async ({ ask, endpoint, scenario, world }: Pen) => {
  for (const { path, ...seed } of (await seeds[endpoint.name]?.(world)) ?? []) {
    const there = target(endpoint, path === undefined ? {} : { path })
    for (const { text } of mutants(seed).certain.slice(0, faults))
      await ask(scenario.by, endpoint.method, there, { text })
  }
}

const tellAudit = async ({ ask, world }: Pen) => {
  await world.api.run(asSystem(Effect.flatMap(Audit.Audit, ({ chain }) => chain())))
  for (const organization of [world.organization, world.other]) {
    await ask("admin", "GET", `/v1/orgs/${organization}/audit-log?order=asc&limit=1000`)
  }
}

/** Everything that is asked of one endpoint, in a world of its own, and what came of it. */
export const tell = async (
  api: Opened<Whole>,
  still: Still,
  source: string,
  endpoint: Endpoint
): Promise<ReadonlyArray<Exchange.Line>> => {
  const scenario = scenarios[endpoint.name]
  if (scenario === undefined) throw new Error(`the endpoint ${endpoint.name} has no scenario`)
  const lines: Array<Exchange.Line> = []
  const scribe = Exchange.scribe(source)
  const world = await World.make(api, source, endpoint.name.toLowerCase())
  const ask = async (who: Who, method: string, path: string, sent: Sent = {}) => {
    still.pass()
    const answer = await world.send(who, method, path, sent)
    lines.push(scribe.exchange(who ?? "nobody", `${method} ${path}`, sent, answer))
    return answer
  }
  const pen: Pen = { world, endpoint, scenario, lines, scribe, ask }
  const [first] = Object.values(scenario.calls)
  if (first === undefined) throw new Error(`the endpoint ${endpoint.name} has no call`)
  await tellSuccesses(pen)
  await tellEverybody(pen, first)
  await tellParameters(pen, await first(world))
  if (endpoint.method === "GET") await tellQueries(pen, await first(world))
  await tellPages(pen)
  await tellForms(pen, await first(world))
  await tellFaults(pen)
  await tellAudit(pen)
  return lines
}
