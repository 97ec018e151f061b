import { Option } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { target } from "../contract/endpoints.ts"
import { seeds } from "../contract/seeds.ts"
import { everyFieldName, parts } from "./schemas.ts"
import * as Stage from "./stage.ts"

const timeout = 600_000

/** What somebody might hope to set, wherever it is not shown. */
const hopeful = [
  "id",
  "organization",
  "role",
  "permissions",
  "createdAt",
  "createdBy",
  "updatedAt",
  "deletedAt",
  "verified",
  "emailVerified",
  "owner",
  "isAdmin",
  "admin",
  "teams",
  "ownedTeams",
  "disabled",
  "sso",
  "object",
  "user",
  "token",
  "plan",
  "counters",
  "version"
]

const values = (field: string): unknown =>
  ["verified", "emailVerified", "isAdmin", "admin", "disabled", "sso"].includes(field)
    ? true
    : field === "role"
      ? "admin"
      : field === "teams" || field === "ownedTeams"
        ? []
        : "x"

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

interface Extended {
  /** The object that has one more field. */
  readonly at: string
  readonly more: Fields
}

/** The objects that have room for anything, by endpoint. */
const roomy: Readonly<Record<string, ReadonlyArray<string>>> = {
  renderIntegrationUiWithPost: ["props", "state", "action"],
  queueIntegrationTask: ["task"]
}

/** The body with one more field in it, and in each object that it holds; documents have room for anything. */
const extended = (body: Fields, field: string, free: ReadonlyArray<string>, at = ""): ReadonlyArray<Extended> => [
  ...(field in body ? [] : [{ at, more: { ...body, [field]: values(field) } }]),
  ...Object.entries(body).flatMap(([name, value]) =>
    isObject(value) && name !== "document" && !free.includes(at === "" ? name : `${at}.${name}`)
      ? extended(value, field, free, at === "" ? name : `${at}.${name}`).map((inner) => ({
          at: inner.at,
          more: { ...body, [name]: inner.more }
        }))
      : []
  )
]

/** Whose fields are names that callers choose. */
const chosenNames = new Set(["updateTeamMembers", "resolveConflicts", "updateSpaceCustomFields"])

describe.each(Stage.stores)("a body sets nothing but its own fields, on %s", (store, open) => {
  let stage: Stage.Stage
  let tried = 0
  beforeAll(async () => {
    stage = await open()
  }, timeout)
  afterAll(async () => {
    await stage.close()
    console.log(`mass assignment on ${store}: ${tried} bodies`)
    assert.deepStrictEqual(stage.world.api.failures, [])
  })

  it.each(Object.keys(seeds))("%s", { timeout }, async (name) => {
    const endpoint = Stage.endpointOf(name)
    const payload = parts.get(name)?.payload
    if (payload === undefined) return assert.fail(`${name} takes no body`)
    const own = everyFieldName(payload)
    assert.isAbove(own.size, 0, "the fields of the body are known")
    const shown = [...endpoint.successes.values()].flatMap((schema) =>
      Option.match(schema, { onNone: () => [], onSome: ({ ast }) => [...everyFieldName(ast)] })
    )
    const fields = [...new Set([...shown, ...hopeful])].filter((field) => !own.has(field))
    const wrong: Array<string> = []
    for (const { body, path = {} } of await seeds[name]!(stage.world)) {
      const url = target(endpoint, { path })
      for (const field of fields) {
        const bodies = extended(body, field, roomy[name] ?? [])
        for (const { at, more } of chosenNames.has(name) ? bodies.slice(0, 1) : bodies) {
          tried += 1
          const said: Array<string> = []
          const changed = await stage.changes(async () => {
            const { json, status, text } = await stage.world.send("admin", endpoint.method, url, { body: more })
            const details = json.error?.details ?? []
            const isForm =
              details.some(({ path }) => path === at || path.startsWith(`${at}.`)) &&
              (at !== "" || /the form/.test(json.error.message))
            const isNamed = JSON.stringify(details).includes(field) || isForm
            if (status !== 400 || !isNamed) said.push(`${status} ${text.slice(0, 160)}`)
          })
          if (changed.length > 0) said.push(`changes ${changed}`)
          if (said.length > 0) wrong.push(`${field} in ${JSON.stringify(more).slice(0, 120)}: ${said}`)
        }
      }
    }
    assert.deepStrictEqual(wrong, [])
  })
})
