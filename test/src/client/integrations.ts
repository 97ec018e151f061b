import { IntegrationTokens } from "@quire/core"
import { Effect } from "effect"
import { assert, it } from "vitest"
import { script } from "../engine/integrations/asked.ts"
import { png } from "../engine/integrations/pictures.ts"
import { packed } from "../support/packed.ts"
import type { Given } from "./comments.ts"
import type { Client } from "./official.ts"

/** Integrations of the world's organization, by the methods of the client. */
export const integrations = (given: () => Given & { readonly clientOf: (token: string) => Client }): void => {
  it("publishes integrations, gets, lists and unpublishes them", async () => {
    const { admin, reader, world } = given()
    const publication = {
      organization: world.organization,
      title: "Tool",
      description: "Does things",
      script: "export default {}",
      scopes: [],
      icon: png(),
      secrets: { KEY: "canary-of-the-client" },
      contentSecurityPolicy: { "default-src": "'none'" }
    }
    const published = await admin.integrations.publishIntegration("client-tool", publication)
    assert.deepStrictEqual([published.status, published.data.name, published.data.version], [200, "client-tool", 1])
    assert.strictEqual(published.data.contentSecurityPolicy as unknown, "default-src 'none'")
    const { data: read } = await reader.integrations.getIntegrationByName("Client-Tool")
    assert.deepStrictEqual([read.title, read.permissions.admin, read.permissions.install], ["Tool", false, true])
    const { data: listed } = await reader.integrations.listIntegrations({ search: "client-tool" })
    assert.deepStrictEqual(
      listed.items.map(({ name }) => name),
      ["client-tool"]
    )
    assert.notInclude(JSON.stringify([published.data, read, listed]), "canary")
    assert.strictEqual((await admin.integrations.unpublishIntegration("client-tool")).status, 205)
    assert.strictEqual((await admin.integrations.unpublishIntegration("client-tool")).status, 204)
  })

  it("installs an integration, configures it, acts as it, lists it and uninstalls it", async () => {
    const { admin, clientOf, reader, world } = given()
    const { organization } = world
    const name = `story-${organization}`
    const { integrations } = admin
    await integrations.publishIntegration(name, {
      organization,
      title: "Story",
      description: "Tells one",
      script: "export default {}",
      scopes: ["space:content:read"] as never,
      blocks: [{ id: "tale", title: "Tale" }],
      configurations: { account: { properties: { key: { type: "string" } }, required: ["key"] } } as never
    })
    const made = await integrations.installIntegration(name, { organization })
    assert.deepStrictEqual([made.status, made.data.status as string], [201, "pending"])
    const { id } = made.data
    const statuses = async () =>
      (await reader.orgs.listOrganizationIntegrationsStatus(organization, { search: name })).data.items.map(
        ({ integration, status }) => [integration.name, status as string]
      )
    assert.deepStrictEqual(await statuses(), [[name, "pending"]])
    const configured = await integrations.updateIntegrationInstallation(name, id, { configuration: { key: "k" } })
    assert.strictEqual(configured.data.status as string, "active")
    assert.deepStrictEqual(await statuses(), [[name, "active"]])
    const { data: events } = await integrations.listIntegrationEvents(name)
    assert.deepStrictEqual(events.items, [])

    const space = await world.space()
    const { status, data: there } = await integrations.installIntegrationOnSpace(name, id, { space })
    assert.deepStrictEqual([status, there.space as unknown], [201, space])
    const { data: onSpace } = await reader.spaces.listSpaceIntegrations(space)
    assert.deepStrictEqual(
      onSpace.items.map((integration) => integration.name),
      [name]
    )
    const { data: usable } = await reader.spaces.listSpaceIntegrationsBlocks(space)
    assert.deepStrictEqual(usable, [{ name, blocks: [{ id: "tale", title: "Tale" }] }])
    const { data: installed } = await reader.orgs.listOrganizationInstallations(organization, { search: name })
    assert.deepStrictEqual(
      installed.items.map(({ installation, integration }) => [installation.id, integration.name]),
      [[id, name]]
    )
    const { data: seen } = await reader.orgs.listOrganizationIntegrations(organization, { search: name })
    assert.deepStrictEqual(
      seen.items.map((integration) => integration.name),
      [name]
    )

    const own = await world.api.run(
      Effect.flatMap(IntegrationTokens.IntegrationTokens, (tokens) => tokens.mint({ integration: name.toLowerCase() }))
    )
    const { data: temporary } = await clientOf(own).integrations.createIntegrationInstallationToken(name, id)
    const acting = clientOf(temporary.token)
    assert.strictEqual((await acting.spaces.getCurrentRevision(space)).status, 200)
    const elsewhere = await world.space()
    const hidden = await acting.spaces.getCurrentRevision(elsewhere).then(String, ({ code }) => code)
    assert.strictEqual(hidden, 404)

    assert.strictEqual((await integrations.uninstallIntegration(name, id)).status, 205)
    assert.deepStrictEqual(await statuses(), [])
    const refused = await acting.spaces.getCurrentRevision(space).then(String, ({ code }) => code)
    assert.strictEqual(refused, 401)
  })

  it("has components drawn", async () => {
    const { admin, reader, world } = given()
    const { organization } = world
    const name = `drawn-${organization}`
    await admin.integrations.publishIntegration(name, {
      organization,
      title: "Drawn",
      description: "",
      script,
      scopes: []
    })
    const { data: installed } = await admin.integrations.installIntegration(name, { organization })
    const space = await world.space()
    await admin.integrations.installIntegrationOnSpace(name, installed.id, { space })
    const context = { type: "document", theme: "light", spaceId: space, editable: false } as const
    const asked = { componentId: "card", props: { a: 1 }, context }
    const posted = await reader.integrations.renderIntegrationUiWithPost(name, asked)
    assert.deepInclude(posted.data, { type: "element", props: { a: 1 } })
    const got = await reader.integrations.renderIntegrationUiWithGet(name, { request: packed(asked) })
    assert.deepInclude(got.data, { type: "element", props: { a: 1 } })
  })

  it("queues a task, and sends events to a tunnel", async () => {
    const { admin, clientOf, world } = given()
    const { organization } = world
    const name = `tasks-${organization}`
    const publication = { organization, title: "Tasks", description: "", script, scopes: [] }
    await admin.integrations.publishIntegration(name, publication)
    const own = await world.api.run(
      Effect.flatMap(IntegrationTokens.IntegrationTokens, (tokens) => tokens.mint({ integration: name.toLowerCase() }))
    )
    const asked = { task: { type: "sync", payload: { page: 1 } }, schedule: 60 }
    assert.strictEqual((await clientOf(own).integrations.queueIntegrationTask(name, asked)).status, 204)
    const tunnelUrl = "https://tunnel.example.com"
    const begun = await admin.integrations.setIntegrationDevelopmentMode(name, { tunnelUrl })
    assert.strictEqual(begun.status, 204)
    const all = await admin.integrations
      .setIntegrationDevelopmentMode(name, { tunnelUrl, all: true })
      .then(String, ({ code }) => code)
    assert.strictEqual(all, 400)
    assert.strictEqual((await admin.integrations.disableIntegrationDevelopmentMode(name)).status, 205)
  })
}
