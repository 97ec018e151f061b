import { readFileSync } from "node:fs"
import { HttpApi } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Api } from "@quire/http/api"

interface Route {
  readonly section: string
  readonly route: string
}

const [header, ...lines] = readFileSync(new URL("routes.tsv", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")

const promised = lines.map((line): Route => {
  const [section = "", method, path] = line.split("\t")
  return { section, route: `${method} ${path}` }
})

/** Sections of api.md of which nothing is served yet. */
const pendingSections = new Set([
  "4.1",
  "4.2",
  "4.7",
  "4.8",
  "4.9",
  "4.10",
  "4.11",
  "4.12",
  "4.13",
  "4.15",
  "4.16",
  "4.17",
  "4.18",
  "4.19"
])

/** Routes of the other sections that are not served yet, change requests aside. */
const pendingRoutes = new Set([
  "GET /v1/spaces/:spaceId/content/files/:fileId/backlinks",
  "GET /v1/spaces/:spaceId/content/page/:pageId/links",
  "GET /v1/spaces/:spaceId/content/page/:pageId/backlinks",
  "GET /v1/spaces/:spaceId/links",
  "POST /v1/spaces/:spaceId/content/computed/document",
  "POST /v1/spaces/:spaceId/content/computed/revision",
  "GET /v1/spaces/:spaceId/revisions/:revisionId/changes"
])

/** What is served and not among the promised. */
const beyond = [
  "GET /v1/",
  "GET /v1/user",
  "GET /v1/users/:userId",
  "PATCH /v1/users/:userId",
  "POST /v1/orgs",
  "POST /v1/collections/:collectionId/restore",
  "GET /v1/spaces/:spaceId/revisions/:revisionId/page/:pageId",
  "GET /v1/spaces/:spaceId/revisions/:revisionId/path/:pagePath",
  "GET /v1/spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId"
]

const isPending = ({ route, section }: Route) =>
  pendingSections.has(section) || pendingRoutes.has(route) || route.includes("/change-requests/:changeRequestId/")

const served: Array<string> = []
HttpApi.reflect(Api, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint }) => void served.push(`${endpoint.method} ${endpoint.path}`)
})

const routesOf = (routes: ReadonlyArray<Route>) => routes.map(({ route }) => route).sort()

describe("the promised routes", () => {
  it("are 149, each once", () => {
    assert.strictEqual(header, "section\tmethod\tpath")
    assert.strictEqual(new Set(routesOf(promised)).size, 149)
    const sizes = Array.from(
      { length: 19 },
      (_, at) => promised.filter(({ section }) => section === `4.${at + 1}`).length
    )
    assert.deepStrictEqual(sizes, [10, 7, 24, 10, 9, 8, 8, 5, 7, 5, 7, 7, 8, 5, 9, 6, 5, 5, 4])
  })

  it("are served, but for those that are pending", () => {
    const missing = promised.filter(({ route }) => !served.includes(route))
    assert.deepStrictEqual(routesOf(missing), routesOf(promised.filter(isPending)))
  })

  it("are joined by the routes named here and no other", () => {
    const known = new Set(routesOf(promised))
    assert.deepStrictEqual(served.filter((route) => !known.has(route)).sort(), [...beyond].sort())
    assert.strictEqual(new Set(served).size, served.length)
  })
})
