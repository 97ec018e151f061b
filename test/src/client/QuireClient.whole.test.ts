import { readFileSync } from "node:fs"
import { join } from "node:path"
import type * as QuireClient from "@quire/client"
import { type Client, createClient, isQuireError, QuireError, type SpaceId } from "@quire/client"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { operationsOf } from "../../../scripts/client/operations.mjs"
import { endpoints } from "../contract/endpoints.ts"
import { type Call, scenarios } from "../contract/scenarios.ts"
import * as Source from "../contract/source.ts"
import * as World from "../contract/world.ts"
import { inBrowser, launch } from "../reading/browser.ts"
import { memory } from "../support/engine.ts"
import { root } from "../support/program.ts"
import * as Server from "../support/server.ts"
import { bundleClient } from "./bundledClient.ts"

const groups = operationsOf(JSON.parse(readFileSync(join(root, "docs/api/openapi.json"), "utf8")))

const operations = groups.flatMap(({ group, operations }) =>
  operations.map((operation) => [operation.operationId, { ...operation, group }] as const)
)

/** Bytes, and the header with their offset, as the client takes them. */
const bytesOf = ({ headers = {}, text }: NonNullable<Call["sent"]>) => ({
  body: new TextEncoder().encode(text),
  ...(headers["upload-offset"] === undefined ? {} : { uploadOffset: Number(headers["upload-offset"]) })
})

/** Path parameters, query and body as the client takes them. */
const parametersOf = ({ body, path, query, sent }: Call): Readonly<Record<string, unknown>> => {
  const asked = new URLSearchParams(query)
  const queries = [...new Set(asked.keys())].map((name) => {
    const values = asked.getAll(name)
    return [name, values.length === 1 ? values[0] : values]
  })
  return {
    ...path,
    ...Object.fromEntries(queries),
    ...(body === undefined ? {} : { body }),
    ...(sent && bytesOf(sent))
  }
}

type Operate = (parameters: Readonly<Record<string, unknown>>) => Promise<unknown>

const operationIn = (client: Client, group: string, name: string): Operate =>
  Reflect.get(Reflect.get(client, group), name)

const open = async () => {
  const source = await Source.open()
  const world = await World.make(await Server.open(memory), source.url)
  const url = await world.api.listen()
  const answers: Array<{ readonly method: string; readonly status: number }> = []
  const clientOf = (who: World.Who) =>
    createClient({
      baseUrl: url,
      token: () => world.people[who].token,
      fetch: async (request) => {
        const answer = await fetch(request)
        answers.push({ method: request.method, status: answer.status })
        return answer
      }
    })
  const close = async () => {
    await world.api.close()
    await source.close()
    assert.deepStrictEqual(world.api.failures, [])
  }
  return { world, url, answers, clientOf, close }
}

describe("the client against every endpoint (rule client-operations)", () => {
  let stage: Awaited<ReturnType<typeof open>>

  beforeAll(async () => {
    stage = await open()
  })
  afterAll(() => stage.close())

  it("has every endpoint with its method and path, and no others", () => {
    const client = stage.clientOf("admin")
    const { fetch: _, ...named } = client
    assert.deepStrictEqual(
      Object.entries(named).flatMap(([group, found]) => Object.keys(found).map((name) => `${group}.${name}`)),
      operations.map(([, { group, name }]) => `${group}.${name}`)
    )
    assert.deepStrictEqual(
      operations.map(([id, { method, path }]) => `${id} ${method.toUpperCase()} ${path}`).sort(),
      endpoints.map(({ method, name, path }) => `${name} ${method} ${path.replace(/:(\w+)/g, "{$1}")}`).sort()
    )
  })

  it.each(operations)("%s succeeds with its scenarios", async (id, { group, method, name }) => {
    const scenario = scenarios[id]
    assert.isDefined(scenario)
    for (const [status, make] of Object.entries(scenario?.calls ?? {})) {
      const made = await make(stage.world)
      stage.answers.length = 0
      await operationIn(stage.clientOf(made.who ?? scenario?.by ?? "admin"), group, name)(parametersOf(made))
      assert.deepStrictEqual(stage.answers, [{ method: method.toUpperCase(), status: Number(status) }])
    }
  })
})

describe("the client", () => {
  let stage: Awaited<ReturnType<typeof open>>
  let admin: Client
  let space: SpaceId

  beforeAll(async () => {
    stage = await open()
    admin = stage.clientOf("admin")
    const { organization } = stage.world
    space = (await admin.spaces.create({ organizationId: organization, body: { title: "Guide", editMode: "live" } })).id
  })
  afterAll(() => stage.close())

  it("writes a page and merges a change to it", async () => {
    const changes = [
      { operation: "insert_page", at: 0, type: "document", title: "Start", document: { markdown: "Hello" } } as const
    ]
    const { id: changeRequestId } = await admin.changeRequests.create({
      spaceId: space,
      body: { subject: "A start" }
    })
    await admin.contentOfChangeRequests.editContent({ spaceId: space, changeRequestId, body: { changes } })
    const { result } = await admin.changeRequests.merge({ spaceId: space, changeRequestId })
    assert.strictEqual(result, "merge")
    const page = await admin.content.getPageByPath({ spaceId: space, pagePath: "start", format: "markdown" })
    assert.strictEqual(page.title, "Start")
  })

  it("merges changes with those saved since, or is refused (rules content-if-revision and content-merge)", async () => {
    const { id: changeRequestId, revision: ifRevision } = await admin.changeRequests.create({ spaceId: space })
    const edit = (title: string, more: object = {}, compat = true) =>
      admin.contentOfChangeRequests.editContent({
        spaceId: space,
        changeRequestId,
        compat,
        body: { changes: [{ operation: "insert_page", type: "group", title }], ...more }
      })
    const { revision } = await edit("Theirs")
    const refused: unknown = await edit("Mine", { ifRevision }).catch((error: unknown) => error)
    assert.instanceOf(refused, QuireError)
    assert.deepInclude(refused, { status: 409, reason: "RevisionOutdated" })
    assert.include(JSON.stringify(refused), revision)
    const merged = await edit("Mine", { ifRevision, onConflict: "merge" })
    assert.deepInclude(merged, { id: changeRequestId, merged: true, conflicts: [] })
    const whole = await edit("Last", { ifRevision: revision, onConflict: "merge" }, false)
    assert.deepInclude(whole, { merged: true, conflicts: [] })
    assert.notProperty(await edit("Alone", { ifRevision: whole.revision, onConflict: "merge" }), "merged")
    const { pages } = await admin.contentOfChangeRequests.listPagesInChangeRequest({ spaceId: space, changeRequestId })
    assert.includeMembers(
      pages.map(({ title }) => title),
      ["Theirs", "Mine", "Last", "Alone"]
    )
  })

  it("fails with the error of the server", async () => {
    const refused = (call: Promise<unknown>) =>
      call.then(
        () => undefined,
        (error: unknown) => (error instanceof QuireError ? error : undefined)
      )
    const organizationId = stage.world.organization
    const bad = await refused(admin.spaces.create({ organizationId, body: { title: "x".repeat(51) } }))
    assert.deepStrictEqual([bad?.kind, bad?.status, bad?.field], ["bad-input", 400, "title"])
    const hidden = await refused(stage.clientOf("stranger").spaces.get({ spaceId: space }))
    assert.deepStrictEqual([hidden?.kind, hidden?.reason], ["not-found", "SpaceNotFound"])
    const forbidden = await refused(stage.clientOf("reader").spaces.update({ spaceId: space, body: { title: "x" } }))
    assert.isTrue(isQuireError(forbidden, "forbidden"))
    const anonymous = await refused(createClient({ baseUrl: stage.url }).users.getAuthenticatedUser())
    assert.deepStrictEqual([anonymous?.kind, anonymous?.status], ["unauthorized", 401])
    assert.isString(anonymous?.requestId)
  })

  it("reads a file as a stream from its URL", async () => {
    const { docs } = stage.world
    const [file] = (await admin.content.listFiles({ spaceId: docs.space, limit: 1 })).items
    assert.isDefined(file)
    const { body } = await admin.fetch(new URL(new URL(file?.downloadURL ?? "").pathname, stage.url))
    let size = 0
    for await (const chunk of body ?? []) size += chunk.length
    assert.strictEqual(size, file?.size)
  })
})

inBrowser("the client in a browser", () => {
  it("signs in with a token, reads lists and receives refusals", async () => {
    const stage = await open()
    const browser = await launch()
    const { text } = await bundleClient("iife")
    const page = await browser.newPage()
    await page.route(`${stage.url}/page`, (route) =>
      route.fulfill({ contentType: "text/html", body: `<script>${text}</script>` })
    )
    await page.goto(`${stage.url}/page`)
    const { organization, people } = stage.world
    const told = await page.evaluate(
      async ([baseUrl, token, organizationId]) => {
        const { createClient, isQuireError } = Reflect.get(globalThis, "Quire") as typeof QuireClient
        const client = createClient({ baseUrl, token })
        const titles: Array<string> = []
        for await (const space of client.spaces.list({ organizationId, limit: 1 }).items()) titles.push(space.title)
        const refused = await client.spaces.get({ spaceId: "none" }).catch((error: unknown) => error)
        return { titles, kind: isQuireError(refused, "not-found") ? refused.kind : String(refused) }
      },
      [stage.url, people.admin.token, organization] as const
    )
    await browser.close()
    await stage.close()
    assert.deepStrictEqual(told, { titles: ["Docs"], kind: "not-found" })
  })
})
