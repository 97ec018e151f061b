import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { Endpoint } from "../contract/endpoints.ts"
import type { Call } from "../contract/scenarios.ts"
import type { Answer } from "../support/server.ts"
import { type Cell, type Expected, expected, ruleOf } from "./oracle.ts"
import * as Cast from "./principals.ts"
import * as Stage from "./stage.ts"

/** Enough for the slowest endpoint on a busy machine. */
const timeout = 300_000

/** Calls that can be repeated by another caller with the same permission. */
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

interface Table {
  readonly store: "memory" | "Postgres"
  readonly endpoints: ReadonlyArray<Endpoint>
  readonly principals: ReadonlyArray<Cast.Principal>
  /** How open a thing is, by the number of its endpoint in the table. */
  readonly visibilitiesAt: (at: number) => ReadonlyArray<Cast.Visibility>
  /** Whether things of another organization are tried too. */
  readonly hasForeign: boolean
}

/** Compares the response to every cell of a table with what the contract says. */
export const describeMatrix = ({ endpoints, hasForeign, principals, store, visibilitiesAt }: Table) =>
  describe(`access by role and endpoint on ${store} (rule access-table)`, () => {
    let stage: Stage.Stage

    beforeAll(async () => {
      stage = await Stage.openers[store]()
    }, timeout)
    afterAll(async () => {
      await stage.close()
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
      const owner = Stage.ownerOf(endpoint)
      let call = await fresh()
      const cells = principals.map((principal): readonly [Cell, Expected] => {
        const cell = { principal, visibility, isForeign, endpoint, call, owner, ids: Cast.idsOf(stage.cast) }
        return [cell, expected(cell)]
      })
      const wrong: Array<string> = []
      const isLast = ([, wanted]: readonly [Cell, Expected]) => Number(wanted === "allowed")
      for (const [cell, wanted] of [...cells].sort((one, other) => isLast(one) - isLast(other))) {
        const said = await fault({ ...cell, call }, wanted)
        if (said !== undefined) {
          const place = `${isForeign ? "foreign" : visibility}${label} ${JSON.stringify(call.path)}`
          wrong.push(`${cell.principal} on ${place} ought to get ${wanted}, ${said}`)
        }
        if (wanted === "allowed" && !isRepeatable(endpoint, call)) call = await fresh()
      }
      return wrong
    }

    it.each(endpoints.map((endpoint, at) => [endpoint.name, endpoint, visibilitiesAt(at)] as const))(
      "follows the permission table: %s",
      { timeout },
      async (_, endpoint, visibilities) => {
        const wrong: Array<string> = []
        for (const variant of variants(endpoint).keys()) {
          for (const visibility of Stage.hasContent(endpoint) ? visibilities : (["inherit"] as const)) {
            wrong.push(...(await tried(endpoint, visibility, false, variant)))
          }
          if (hasForeign) wrong.push(...(await tried(endpoint, "inherit", true, variant)))
        }
        assert.deepStrictEqual(wrong, [])
      }
    )
  })
