import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, beforeEach, describe, it, vi } from "vitest"
import { type Endpoint, endpoints, target } from "../contract/endpoints.ts"
import { continueFrom } from "../contract/numbers.ts"
import { type Call, nothingFor, type Scenario, scenarios } from "../contract/scenarios.ts"
import * as Source from "../contract/source.ts"
import * as World from "../contract/world.ts"
import * as Server from "../support/server.ts"
import * as Exchange from "./Exchange.ts"

/** `QUIRE_GOLDEN=record` writes the files anew, where a response changed on purpose. */
const isRecording = process.env["QUIRE_GOLDEN"] === "record"

const folder = fileURLToPath(new URL("../../golden", import.meta.url))
const files = endpoints.map(({ name }) => `${name}.txt`).sort()
const fileOf = (name: string) => `${folder}/${name}.txt`

/** What is asked about is made at the first time, and the request is sent at the second. */
const times = { made: Date.UTC(2030, 0, 1), asked: Date.UTC(2030, 0, 1, 0, 5) } as const

interface Asked {
  readonly who: World.Who | undefined
  readonly call: Call
}

/** Lists are asked for two items that were made for them. */
const successOf = async (world: World.World, { by, calls, items }: Scenario): Promise<Asked> => {
  const [made] = (await items?.(world, 2)) ?? []
  if (made !== undefined) return { who: made.who ?? "reader", call: made }
  const call = await Object.values(calls).at(-1)?.(world)
  assert(call !== undefined, "the scenario has a call")
  return { who: by, call }
}

/** The refusal of the request that succeeds otherwise: of a caller, of an id or of a missing token. */
const refusalOf = ({ method, parameters }: Endpoint, scenario: Scenario, call: Call): Asked => {
  if ((scenario.refused?.status ?? 0) >= 400) return { who: scenario.refused?.who, call }
  const id = parameters.find((parameter) => !(scenario.free ?? []).includes(parameter))
  if (id === undefined || method === "DELETE") return { who: undefined, call }
  return { who: "admin", call: { ...call, path: { ...call.path, [id]: nothingFor(scenario, id) } } }
}

describe("API responses", () => {
  let source: Source.Source
  let seeded: World.World
  let world: World.World
  let restore: () => Promise<void>

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: times.made })
    continueFrom(Exchange.firstNumber)
    source = await Source.open()
    const { api, save } = await Server.openMemory()
    seeded = await World.make(api, source.url)
    vi.setSystemTime(times.asked)
    for (const who of World.everybody) await seeded.send(who, "GET", "/v1/user")
    restore = await save()
    mkdirSync(folder, { recursive: true })
    const outdated = isRecording ? readdirSync(folder).filter((file) => !files.includes(file)) : []
    for (const file of outdated) rmSync(`${folder}/${file}`)
  })
  beforeEach(async () => {
    await restore()
    // What scenarios remember of a world is gone with it.
    world = { ...seeded }
  })
  afterAll(async () => {
    await seeded.api.close()
    await source.close()
    vi.useRealTimers()
    assert.deepStrictEqual(seeded.api.failures, [])
  })

  /** One success and one refusal. */
  const exchangesOf = async (endpoint: Endpoint): Promise<ReadonlyArray<Exchange.Exchange>> => {
    const scenario = scenarios[endpoint.name]
    assert(scenario !== undefined, `${endpoint.name} has a scenario`)
    const ask = async ({ call, who }: Asked) => {
      const path = target(endpoint, call)
      const sent = call.body === undefined ? { ...call.sent } : { body: call.body }
      const answer = await world.send(who, endpoint.method, path, sent)
      return { who: who ?? "anonymous", request: `${endpoint.method} ${path}`, sent, answer }
    }
    vi.setSystemTime(times.made)
    const success = await successOf(world, scenario)
    const conflict = scenario.idle?.find(({ status }) => status >= 400)
    vi.setSystemTime(times.asked)
    const early = conflict === undefined ? [await ask(refusalOf(endpoint, scenario, success.call))] : []
    const answered = await ask(success)
    vi.setSystemTime(times.made)
    const late = conflict === undefined ? [] : [{ who: scenario.by, call: await conflict.call(world) }]
    vi.setSystemTime(times.asked)
    const [refusal] = [...early, ...(await Promise.all(late.map(ask)))]
    assert.isBelow(answered.answer.status, 400, answered.answer.text)
    assert(refusal !== undefined && refusal.answer.status >= 400, "the refusal is one")
    return [answered, refusal]
  }

  it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    "matches the records of %s in test/golden",
    async (name, endpoint) => {
      const text = Exchange.format(await exchangesOf(endpoint), source.url, world.domain)
      if (isRecording) writeFileSync(fileOf(name), text)
      assert.strictEqual(text, existsSync(fileOf(name)) ? readFileSync(fileOf(name), "utf8") : "")
    }
  )

  it("has a record for each endpoint and no others", () => {
    assert.deepStrictEqual(readdirSync(folder).sort(), files)
  })
})
