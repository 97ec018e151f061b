import { Installations, IntegrationTokens, Scope } from "@quire/core"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Endpoint, endpoints, target } from "../contract/endpoints.ts"
import type { Call } from "../contract/scenarios.ts"
import { as } from "../support/engine.ts"
import { changed, published } from "../support/integrations.ts"
import type { Answer } from "../support/server.ts"
import * as Stage from "./stage.ts"

const timeout = 600_000

const isOpen = ({ access }: Endpoint) => access.permission.permission === "open"

const scopeOf = ({ access }: Endpoint) => access.scope

const isScoped = (endpoint: Endpoint) => scopeOf(endpoint) !== undefined && scopeOf(endpoint) !== "installed"

const all = endpoints.map((endpoint) => [endpoint.name, endpoint] as const)

const isSuccess = (status: number) => status >= 200 && status < 300

describe.each(Stage.stores)("tokens of integrations on %s", (_, openStage) => {
  let stage: Stage.Stage

  /** An integration with these scopes on everything of the organization, or where it is installed, and its token. */
  const installed = async (scopes: ReadonlyArray<Scope.Scope>, selection: "all" | "selected" = "all") => {
    const { organization, people } = stage.world
    return stage.world.api.run(
      Effect.gen(function* () {
        const installations = yield* Installations.Installations
        const tokens = yield* IntegrationTokens.IntegrationTokens
        const { id, name } = yield* published(organization, { scopes })
        const made = yield* installations.create(name, { organization })
        yield* installations.update(name, made.id, { space_selection: selection, site_selection: selection })
        const token = yield* tokens.mint({ integration: id, installation: made.id })
        return { name, integration: id, installation: made.id, token, own: yield* tokens.mint({ integration: id }) }
      }).pipe(as(people.admin.id), Effect.orDie)
    )
  }

  let granted: Awaited<ReturnType<typeof installed>>
  let bare: Awaited<ReturnType<typeof installed>>

  beforeAll(async () => {
    stage = await openStage()
    granted = await installed(Scope.scopes)
    bare = await installed([])
  }, timeout)
  afterAll(async () => {
    await stage.close()
    assert.deepStrictEqual(stage.world.api.failures, [])
  })

  const send = (endpoint: Endpoint, call: Call, token: string) => {
    return stage.world.api.send(endpoint.method, target(endpoint, call), { token, body: call.body, ...call.sent })
  }

  it.each(all.filter(([, endpoint]) => !isOpen(endpoint) && scopeOf(endpoint) === undefined))(
    "%s refuses them and changes nothing (rule scope-endpoints)",
    { timeout },
    async (_, endpoint) => {
      const call = await stage.prepared(endpoint, "inherit")
      for (const [given, status] of [
        [granted.token, 403],
        [granted.own, 403],
        [`${granted.token}x`, 401]
      ] as const) {
        let answer: Answer | undefined
        const written = await stage.changes(async () => {
          answer = await send(endpoint, call, given)
        })
        assert.strictEqual(answer?.status, status, answer?.text)
        if (status === 403) assert.strictEqual(answer?.json.error.reason, "ScopesOnly")
        assert.deepStrictEqual(written, [])
      }
    }
  )

  it.each(all.filter(([, endpoint]) => isScoped(endpoint)))(
    "%s accepts them with its scope where the integration is installed, and nowhere else (rules scope-grants and scope-endpoints)",
    { timeout },
    async (_, endpoint) => {
      const refused = await send(endpoint, await stage.prepared(endpoint, "inherit"), bare.token)
      assert.strictEqual(refused.status, 403, refused.text)
      assert.include(refused.text, String(scopeOf(endpoint)))
      const abroad = await send(endpoint, await stage.preparedElsewhere(endpoint), granted.token)
      assert.strictEqual(abroad.status, 404, abroad.text)
      const own = await send(endpoint, await stage.prepared(endpoint, "inherit"), granted.own)
      assert.strictEqual(own.status, 404, own.text)
      const answer = await send(endpoint, await stage.prepared(endpoint, "inherit"), granted.token)
      // The upload of the scenario is that of a user.
      const isOthers = endpoint.parameters.includes("uploadId") && answer.json.error?.reason === "UploadNotFound"
      assert.isTrue(isSuccess(answer.status) || isOthers, answer.text)
    }
  )

  it("gives access to the selected spaces until they are removed (rules scope-grants and integration-token)", async () => {
    const { installation, integration, name, token } = await installed(Scope.scopes, "selected")
    const space = await stage.world.space()
    const get = async () => (await stage.world.api.send("GET", `/v1/spaces/${space}/content/pages`, { token })).status
    const at = `/v1/integrations/${name}/installations/${installation}`
    const asAdmin = (method: "POST" | "DELETE" | "PATCH", path: string, body: Readonly<Record<string, unknown>> = {}) =>
      stage.world.send("admin", method, `${at}${path}`, method === "DELETE" ? {} : { body })
    assert.strictEqual(await get(), 404)
    assert.strictEqual((await asAdmin("POST", "/spaces", { space })).status, 201)
    assert.strictEqual(await get(), 200)
    assert.strictEqual((await asAdmin("DELETE", `/spaces/${space}`)).status, 205)
    assert.strictEqual(await get(), 404)
    assert.strictEqual((await asAdmin("PATCH", "", { space_selection: "all" })).status, 200)
    assert.strictEqual(await get(), 200)
    const set = (isPublished: boolean) => stage.world.api.run(changed(integration, { isPublished }))
    await set(false)
    assert.strictEqual(await get(), 401)
    await set(true)
    assert.strictEqual(await get(), 200)
    assert.strictEqual((await asAdmin("DELETE", "")).status, 205)
    assert.strictEqual(await get(), 401)
  })

  it("reads and configures its own installation without choosing where it is installed (rule installation-own)", async () => {
    const { installation, name, own, token } = await installed([], "selected")
    const other = await installed([], "selected")
    const at = `/v1/integrations/${name}/installations`
    const send = (given: string, method: "GET" | "PATCH", path: string, body?: unknown) =>
      stage.world.api.send(method, path, { token: given, body })
    for (const given of [own, token]) {
      const listed = await send(given, "GET", at)
      assert.deepStrictEqual(
        (listed.json["items"] as ReadonlyArray<{ readonly id: string }>).map(({ id }) => id),
        [installation]
      )
      assert.strictEqual((await send(given, "GET", `${at}/${installation}`)).status, 200)
      assert.strictEqual((await send(given, "GET", `${at}/${other.installation}`)).status, 404)
      const foreign = `/v1/integrations/${other.name}/installations`
      assert.strictEqual((await send(given, "GET", foreign)).status, 404)
      assert.strictEqual((await send(given, "PATCH", `${foreign}/${other.installation}`, {})).status, 404)
      const named = await send(given, "PATCH", `${at}/${installation}`, { externalIds: ["channel"] })
      assert.deepStrictEqual(named.json["externalIds"], ["channel"])
      const widened = await send(given, "PATCH", `${at}/${installation}`, { space_selection: "all" })
      assert.strictEqual(widened.status, 403, widened.text)
    }
  })

  it("reads and configures its entries on spaces and sites by id, without adding any (rule installation-own)", async () => {
    const { installation, name, own, token } = await installed([], "selected")
    const other = await installed([], "selected")
    const makeSite = async () => {
      const made = await stage.world.send("admin", "POST", `/v1/orgs/${stage.world.organization}/sites`, { body: {} })
      assert.strictEqual(made.status, 201, made.text)
      return String(made.json["id"])
    }
    const [space, site] = [await stage.world.space(), await makeSite()]
    const at = `/v1/integrations/${name}`
    const send = (given: string, method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: unknown) =>
      stage.world.api.send(method, `${at}${path}`, { token: given, body })
    const idsIn = (key: string, { json }: Answer) =>
      (json["items"] as ReadonlyArray<Readonly<Record<string, unknown>>>).map((item) => item[key])
    for (const [kind, plural, id] of [
      ["space", "spaces", space],
      ["site", "sites", site]
    ] as const) {
      const mine = `/installations/${installation}/${plural}`
      const put = await stage.world.send("admin", "POST", `${at}${mine}`, {
        body: kind === "space" ? { space: id } : { site: id }
      })
      assert.strictEqual(put.status, 201, put.text)
      for (const given of [own, token]) {
        assert.deepStrictEqual(idsIn(kind, await send(given, "GET", `${mine}?extended=true`)), [id])
        assert.deepStrictEqual(idsIn(kind, await send(given, "GET", `/${plural}`)), [id])
        const shown = await send(given, "GET", `${mine}/${id}?extended=true`)
        assert.deepStrictEqual([shown.status, shown.json[kind]], [200, id], shown.text)
        const named = await send(given, "PATCH", `${mine}/${id}`, { externalIds: [`channel of ${kind}`] })
        assert.deepStrictEqual(named.json["externalIds"], [`channel of ${kind}`], named.text)
        assert.strictEqual((await send(given, "POST", mine, {})).status, 403)
        assert.strictEqual((await send(given, "DELETE", `${mine}/${id}`)).status, 403)
        const elsewhere = kind === "space" ? await stage.world.space() : await makeSite()
        for (const absent of [
          `${mine}/${elsewhere}`,
          `${mine}/${kind === "space" ? site : space}`,
          `/installations/${other.installation}/${plural}/${id}`
        ]) {
          assert.strictEqual((await send(given, "GET", absent)).status, 404, absent)
          assert.strictEqual((await send(given, "PATCH", absent, { externalIds: [] })).status, 404, absent)
        }
        assert.strictEqual((await send(other.token, "GET", `${mine}/${id}`)).status, 404)
        assert.strictEqual((await send(other.token, "GET", `/${plural}`)).status, 404)
      }
    }
  })

  it("explains access to administrators, including what a change would remove (rule installation-reports)", async () => {
    const { installation, name } = await installed(["space:content:read"])
    const space = await stage.world.space({ title: "Explained" })
    const at = `/v1/orgs/${stage.world.organization}/access`
    const ask = (query: Readonly<Record<string, string>>) =>
      stage.world.send("admin", "GET", `${at}/explanation?${new URLSearchParams(query)}`)
    const asked = { permission: "content:read", installation, space }
    const explained = await ask(asked)
    assert.deepStrictEqual(
      [explained.status, explained.json["verdict"], explained.json["installation"]],
      [200, "allowed", { id: installation, integration: name, title: "Helper" }]
    )
    for (const [query, path] of [
      [{ permission: "content:read", space }, "user"],
      [{ ...asked, user: stage.world.people.reader.id }, "installation"],
      [{ permission: "content:read", installation, collection: space }, "collection"]
    ] as const) {
      const refused = await ask(query)
      assert.strictEqual(refused.status, 400, refused.text)
      assert.include(refused.text, `"${path}"`)
    }
    const body = { change: { type: "installation-removed", installation }, limit: 0 }
    const removed = await stage.world.send("admin", "POST", `${at}/what-if`, { body })
    assert.deepStrictEqual([removed.status, removed.json["object"]], [200, "installation-what-if"], removed.text)
    assert.isAbove(Number(removed.json["more"]), 0)
    assert.strictEqual((await ask(asked)).status, 200)
  })

  it("shows the title of the integration as the creator of a change request (rule request-creator)", async () => {
    const { installation, name, token } = await installed(Scope.scopes)
    const { organization } = stage.world
    const space = await stage.world.space()
    const at = `/v1/spaces/${space}`
    const creator = ({ json }: Answer) => {
      const { displayName, id } = json["createdBy"] as { readonly displayName: string; readonly id: string }
      return [id, displayName]
    }
    const made = await stage.world.api.send("POST", `${at}/change-requests`, { token, body: { subject: "Proposed" } })
    assert.deepStrictEqual(creator(made), [installation, "Helper"])
    const there = `${at}/change-requests/${made.json.id}`
    const seen = () => stage.world.send("admin", "GET", there)
    assert.deepStrictEqual(creator(await seen()), [installation, "Helper"])
    const all = await stage.world.send(
      "admin",
      "GET",
      `/v1/orgs/${organization}/change-requests?status=draft&limit=1000`
    )
    const shown = all.json.items as ReadonlyArray<{ readonly id: string; readonly createdBy: { readonly id: string } }>
    assert.strictEqual(shown.find(({ id }) => id === made.json.id)?.createdBy.id, installation)
    assert.strictEqual((await stage.world.send("admin", "GET", `/v1/users/${installation}`)).status, 404)
    const rule = (id: string) => ({
      kind: "expression",
      expression: `changeRequest.createdBy.id !== '${id}'`,
      message: "No."
    })
    const merged = async (id: string) => {
      const rules = { mode: "custom", rules: [rule(id)] }
      assert.strictEqual((await stage.world.send("admin", "PUT", `${at}/merge-rules`, { body: rules })).status, 200)
      return (await stage.world.send("admin", "GET", `${there}/merge-status`)).text
    }
    assert.include(await merged(installation), "No.")
    assert.notInclude(await merged("system"), "No.")
    await stage.world.send("admin", "DELETE", `/v1/integrations/${name}/installations/${installation}`)
    assert.deepStrictEqual(creator(await seen()), [installation, "Unknown"])
  })

  it("names the title of the integration in what it changes (rule integration-token)", async () => {
    const { installation, token } = await installed(Scope.scopes)
    const space = await stage.world.space()
    const made = await stage.world.api.send("POST", `/v1/spaces/${space}/change-requests`, {
      token,
      body: { subject: "By a script" }
    })
    assert.strictEqual(made.status, 201, made.text)
    const log = await stage.world.send("admin", "GET", `/v1/orgs/${stage.world.organization}/audit-log?limit=1`)
    const [entry] = log.json["items"] as ReadonlyArray<{
      readonly type: string
      readonly actor: { readonly id: string; readonly displayName: string }
    }>
    assert.strictEqual(entry?.type, "changeRequests.create")
    assert.deepStrictEqual([entry?.actor.id, entry?.actor.displayName], [installation, "Helper"])
  })
})
