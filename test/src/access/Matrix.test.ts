import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Endpoint, endpoints } from "../contract/endpoints.ts"
import type { Call } from "../contract/scenarios.ts"
import type { Who } from "../contract/world.ts"
import { every, isDeep, share } from "../support/depth.ts"
import type { Answer } from "../support/server.ts"
import * as Cast from "./cast.ts"
import { type Cell, type Expected, expected, ruleOf } from "./oracle.ts"
import * as Stage from "./stage.ts"

/** Enough for the slowest endpoint on a busy machine. */
const timeout = 300_000

/** Whose the things of a call are, where it is not the weakest who may. */
const owners: Readonly<Record<string, Who>> = { submitReview: "creator", getLinkInvite: "creator" }

/** Calls that can be made again, by somebody else with the same right. */
const isRepeatable = ({ method }: Endpoint, call: Call) =>
  method === "GET" || (["PUT", "PATCH"].includes(method) && Stage.bodyOf(call)?.["defaultLevel"] === undefined)

/** The bodies that the table tells apart: as it was made, and without the fields that ask for more. */
const variants = (endpoint: Endpoint): ReadonlyArray<readonly [name: string, body: (body: unknown) => unknown]> => {
  const fields = Object.keys(ruleOf(endpoint).fields ?? {})
  const without = (body: unknown) =>
    Object.fromEntries(Object.entries(body as object).filter(([field]) => !fields.includes(field)))
  return [
    ["", (body) => body],
    ...(fields.length === 0 ? [] : [[` without ${fields}`, without] as const]),
    ...(fields.includes("status") ? [[" archiving", () => ({ status: "archived" })] as const] : [])
  ]
}

const isDone = ({ method, successes }: Endpoint, { status }: Answer) =>
  status < 300 && successes.has(status) && !(method === "DELETE" && status === 204 && successes.has(205))

const isRefusal = (wanted: Expected, { json, status, text }: Answer) =>
  status === wanted &&
  (wanted === 204 ? text === "" : json.error?.code === wanted && /^[A-Z][A-Za-z]+$/.test(json.error.reason))

/** On Postgres, but in deep runs: everybody whose access takes more than their role to tell. */
const sample: ReadonlyArray<Cast.Principal> = ["reader", "granted", "inTeam", "disabled", "contentToken"]

const stores = [
  ["memory", Stage.openers.memory, Cast.principals],
  ["Postgres", Stage.openers.Postgres, isDeep ? Cast.principals : sample]
] as const

describe.each(stores)("who may do what, on %s (rule access-table)", (store, open, principals) => {
  let stage: Stage.Stage
  const started = Date.now()
  const figures = { cells: 0, refused: 0, allowed: 0, wrong: 0 }

  beforeAll(async () => {
    stage = await open()
  }, timeout)
  afterAll(async () => {
    await stage.close()
    const seconds = ((Date.now() - started) / 1000).toFixed(1)
    const { allowed, cells, refused, wrong } = figures
    console.log(
      `access on ${store}: ${cells} cells, ${refused} refused, ${allowed} allowed, ${wrong} wrong, ${seconds} s`
    )
    assert.deepStrictEqual(stage.world.api.failures, [])
  })

  /** What is wrong with the answer to one cell. */
  const fault = async (cell: Cell, wanted: Expected): Promise<string | undefined> => {
    let answer: Answer | undefined
    const ask = async () => {
      answer = await stage.send(cell.principal, cell.endpoint, cell.call)
    }
    let changed: ReadonlyArray<string> = []
    if (wanted === "allowed") await ask()
    else changed = await stage.changes(ask)
    if (answer === undefined) return "is not answered"
    const isRight = wanted === "allowed" ? isDone(cell.endpoint, answer) : isRefusal(wanted, answer)
    if (!isRight) return `is answered ${answer.status}: ${answer.text.slice(0, 160)}`
    return changed.length > 0 ? `changes ${changed}` : undefined
  }

  const tried = async (endpoint: Endpoint, visibility: Cast.Visibility, isForeign: boolean, variant: number) => {
    const [label, change] = variants(endpoint)[variant] ?? ["", (body: unknown) => body]
    const fresh = async () => {
      const made = await (isForeign ? stage.preparedElsewhere(endpoint) : stage.prepared(endpoint, visibility))
      return { ...made, body: change(made.body) }
    }
    const owner = owners[endpoint.name] ?? Stage.scenarioOf(endpoint).by
    let call = await fresh()
    const cells = principals.map((principal): readonly [Cell, Expected] => {
      const cell = { principal, visibility, isForeign, endpoint, call, owner, ids: Cast.idsOf(stage.cast) }
      return [cell, expected(cell)]
    })
    const wrong: Array<string> = []
    const isLast = ([, wanted]: readonly [Cell, Expected]) => Number(wanted === "allowed")
    for (const [cell, wanted] of [...cells].sort((one, other) => isLast(one) - isLast(other))) {
      figures.cells += 1
      figures[wanted === "allowed" ? "allowed" : "refused"] += 1
      const said = await fault({ ...cell, call }, wanted)
      if (said !== undefined) {
        figures.wrong += 1
        const place = `${isForeign ? "foreign" : visibility}${label} ${JSON.stringify(call.path)}`
        wrong.push(`${cell.principal} on ${place} ought to get ${wanted}, ${said}`)
      }
      if (wanted === "allowed" && !isRepeatable(endpoint, call)) call = await fresh()
    }
    return wrong
  }

  const all = endpoints.map((endpoint, at) => [endpoint.name, endpoint, share(Cast.visibilities, at)] as const)

  const isAll = store === "memory" || isDeep

  it.each(isAll ? all : every(all, 6))("%s", { timeout }, async (_, endpoint, visibilities) => {
    const wrong: Array<string> = []
    for (const variant of variants(endpoint).keys()) {
      for (const visibility of Stage.hasContent(endpoint) && isAll ? visibilities : (["inherit"] as const)) {
        wrong.push(...(await tried(endpoint, visibility, false, variant)))
      }
      if (isAll) wrong.push(...(await tried(endpoint, "inherit", true, variant)))
    }
    assert.deepStrictEqual(wrong, [])
  })
})
