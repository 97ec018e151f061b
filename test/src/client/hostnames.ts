import { assert, it } from "vitest"
import { site as makeSite } from "../contract/sites.ts"
import type * as World from "../contract/world.ts"
import { dnsTexts } from "../support/engine.ts"
import type { EarlierClient } from "./earlier.ts"
import type { Client } from "./official.ts"

interface Actors {
  readonly admin: Client
  readonly reader: Client
  readonly earlier: EarlierClient
  readonly world: World.World
}

/** Hostnames as the official client drives them; registering one is in an earlier version alone. */
export const hostnames = (actors: () => Actors): void => {
  it("registers, verifies and removes hostnames of sites", async () => {
    const { admin, earlier, reader, world } = actors()
    const { organizationId, siteId } = await makeSite(world, true)
    const hostname = "docs.client.example.com"
    const target = { type: "site", site: siteId } as never
    const { data: made, status } = await earlier.customHostnames.setupCustomHostname(hostname, { target })
    assert.deepStrictEqual([status, made.hostname, made.isActive], [201, hostname, false])
    const { verification } = made as unknown as { verification: { name: string; value: string } }
    dnsTexts.set(verification.name, [verification.value])
    assert.strictEqual((await admin.customHostnames.dnsRevalidateCustomHostname(hostname)).status, 204)
    const { data: shown } = await reader.customHostnames.getCustomHostname(hostname)
    assert.deepStrictEqual([shown.isActive, shown.target], [true, { type: "site", site: siteId }] as never)
    const { data: site } = await reader.orgs.getSiteById(organizationId, siteId)
    assert.deepStrictEqual([site.hostname, site.urls.published], [hostname, `https://${hostname}/`])
    assert.strictEqual((await admin.customHostnames.removeCustomHostname(hostname)).status, 205)
    assert.strictEqual((await admin.customHostnames.removeCustomHostname(hostname)).status, 204)
  })

  it("tells whose the hostname of an organization is", async () => {
    const { admin, reader, world } = actors()
    const { data: organization } = await admin.orgs.getOrganizationById(world.organization)
    const subdomain = organization.hostname ?? "client-subdomain"
    await admin.orgs.updateOrganizationById(world.organization, { hostname: subdomain })
    const { data } = await reader.subdomains.getSubdomain(subdomain)
    assert.deepStrictEqual([data.subdomain, data.isActive], [subdomain, true])
    assert.deepInclude(data.target, { organization: world.organization })
  })
}
