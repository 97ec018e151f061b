/**
 * Payload with the same spaces in Postgres: `node server.mjs <database URL> <local|rest>`. It runs in a folder in which
 * `install.ts` installed Payload. `local` is a server of a host that calls Payload in process, `rest` the endpoints that
 * Payload itself provides. Both authenticate by an API key and permit only what is in the caller's organization.
 */
import { createServer } from "node:http"
import { postgresAdapter } from "@payloadcms/db-postgres"
import { buildConfig, getPayload, handleEndpoints } from "payload"

const [url, mode] = process.argv.slice(2)
const apiKey = "abcdefabcdefabcdefabcdefabcdefab"

const inOwnOrganization = ({ req: { user } }) =>
  user ? { organization: { equals: user.organization.id ?? user.organization } } : false

const organizations = { slug: "organizations", fields: [{ name: "title", type: "text", required: true }] }

const users = {
  slug: "users",
  auth: { useAPIKey: true, disableLocalStrategy: true },
  fields: [{ name: "organization", type: "relationship", relationTo: "organizations", index: true }]
}

const spaces = {
  slug: "spaces",
  defaultSort: "id",
  access: {
    read: inOwnOrganization,
    update: inOwnOrganization,
    delete: inOwnOrganization,
    create: ({ req: { user } }) => Boolean(user)
  },
  fields: [
    { name: "title", type: "text", maxLength: 50 },
    { name: "emoji", type: "text", defaultValue: "" },
    { name: "visibility", type: "select", options: ["private", "public"], defaultValue: "private" },
    { name: "editMode", type: "select", options: ["live", "locked"], defaultValue: "locked" },
    { name: "organization", type: "relationship", relationTo: "organizations", required: true, index: true },
    { name: "revision", type: "text" },
    { name: "comments", type: "number", defaultValue: 0 },
    { name: "changeRequests", type: "number", defaultValue: 0 }
  ]
}

const config = await buildConfig({
  secret: "0123456789abcdef0123456789abcdef",
  telemetry: false,
  db: postgresAdapter({ pool: { connectionString: url, max: 10 }, push: true, idType: "uuid" }),
  collections: [organizations, users, spaces]
})
const payload = await getPayload({ config })

const organization = (await payload.create({ collection: "organizations", data: { title: "Benchmark" } })).id
await payload.create({ collection: "users", data: { organization, enableAPIKey: true, apiKey } })
const made = []
for (let index = 0; index < 200; index++) {
  const data = { title: `Space ${index}`, organization, revision: "r" }
  made.push((await payload.create({ collection: "spaces", data })).id)
}

const readText = async (request) => {
  let text = ""
  for await (const chunk of request) text += chunk
  return text
}

/** The request's operation by its path, which is that of Quire's API. */
const operationOf = (request) => {
  const [, , noun, id] = new URL(request.url, "http://x").pathname.split("/")
  if (noun !== "orgs") return { name: "get", id }
  return { name: request.method === "POST" ? "create" : "list" }
}

const authorizationOf = (request) => `users API-Key ${(request.headers.authorization ?? "").slice("Bearer ".length)}`

const answerLocal = async (request) => {
  const { user } = await payload.auth({ headers: new Headers({ authorization: authorizationOf(request) }) })
  if (!user) return { status: 401, body: "{}" }
  const { id, name } = operationOf(request)
  const options = { collection: "spaces", overrideAccess: false, user, depth: 0 }
  if (name === "create") {
    const data = { ...JSON.parse(await readText(request)), organization }
    return { status: 201, body: JSON.stringify(await payload.create({ ...options, data })) }
  }
  const value = await (name === "list"
    ? payload.find({ ...options, limit: 100 })
    : payload.findByID({ ...options, id }))
  return { status: 200, body: JSON.stringify(value) }
}

const answerRest = async (request) => {
  const { id, name } = operationOf(request)
  const path = name === "get" ? `/${id}?depth=0` : name === "list" ? "?depth=0&limit=100" : "?depth=0"
  const body = name === "create" ? JSON.stringify({ ...JSON.parse(await readText(request)), organization }) : undefined
  const headers = { authorization: authorizationOf(request), "content-type": "application/json" }
  const sent = new Request(`http://127.0.0.1/api/spaces${path}`, { method: request.method, headers, body })
  const response = await handleEndpoints({ config, request: sent })
  return { status: response.status, body: await response.text() }
}

const answer = mode === "rest" ? answerRest : answerLocal

const server = createServer(async (request, response) => {
  const { body, status } = await answer(request).catch((error) => ({ status: 500, body: String(error) }))
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) }
  response.writeHead(status, headers).end(body)
})
server.listen(0, "127.0.0.1", () => {
  process.on("message", (message) => {
    const { system, user } = process.cpuUsage()
    if (message === "cpu") process.send({ cpu: system + user })
    if (message === "stop") process.exit(0)
  })
  process.send({
    url: `http://127.0.0.1:${server.address().port}`,
    token: apiKey,
    organization: String(organization),
    space: String(made[0])
  })
})
