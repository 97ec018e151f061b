import { assert, it } from "vitest"
import { png } from "../engine/integrations/pictures.ts"
import type { Given } from "./comments.ts"

/** Integrations of the world's organization, by the methods of the client. */
export const integrations = (given: () => Given): void => {
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
}
