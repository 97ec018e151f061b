import { Authentication, OpenApi, Permission } from "@quire/http"
import { assert, describe, it } from "vitest"
import { endpoints } from "../contract/endpoints.ts"

interface Operation {
  readonly operationId: string
  readonly "x-quire-permission"?: object
}

const rights = (permission: Permission.Permission): ReadonlyArray<Permission.Right> =>
  typeof permission === "string"
    ? [permission]
    : ("all" in permission ? permission.all : permission.any).flatMap((each) => rights(each))

/** The parameter that a right of some kind is about. */
const about: Readonly<Record<string, ReadonlyArray<string>>> = {
  content: ["spaceId", "collectionId", "siteId", "hostname"],
  organization: ["organizationId", "spaceId", "collectionId", "hostname", "subdomain", "installationId"],
  team: ["teamId"],
  member: ["userId"],
  user: ["userId"],
  invite: ["organizationId"]
}

const rows = endpoints.map((endpoint) => [endpoint.name, endpoint] as const)

describe("the permissions of the contract", () => {
  it.each(rows)("describes what %s names", (_, { access, parameters }) => {
    const { fields = {}, permission } = access.permission
    const unnamed = [permission, ...Object.values(fields)].flatMap(rights).filter((right) => {
      const named = about[right.split(":")[0] ?? ""]
      return named !== undefined && !named.some((parameter) => parameters.includes(parameter))
    })
    assert.deepStrictEqual(unnamed, [])
  })

  it.each(rows)("refuses callers as %s declares", (_, { access, errors, method, middleware, successes }) => {
    const { permission, without } = access.permission
    const isOpen = rights(permission).includes("open")
    assert.strictEqual(middleware.includes(Authentication.Authentication.key), !isOpen)
    if (without.viewing !== undefined) assert.isTrue(errors.has(without.viewing), `${without.viewing} is declared`)
    if (without.blind === 404) assert.isTrue(errors.has(404), "404 is declared")
    if (without.blind === 204) assert.deepStrictEqual([method, successes.has(204)], ["DELETE", true])
  })

  it("appears in the OpenAPI document", () => {
    const { paths } = OpenApi.document() as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
    }
    const operations = Object.values(paths).flatMap((path) => Object.values(path))
    assert.sameDeepMembers(
      operations.map((operation) => [operation.operationId, operation["x-quire-permission"]]),
      endpoints.map(({ access, name }) => [name, Permission.summary(access)])
    )
  })

  it("has a description in words", () => {
    const nested: Permission.Permission = { any: [{ all: ["author", "content:comment"] }, "content:create"] }
    assert.strictEqual(Permission.describe("token"), "token")
    assert.strictEqual(Permission.describe(nested), "(author and content:comment) or content:create")
  })
})
