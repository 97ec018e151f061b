import { nothing } from "../nothing.ts"
import { integration, onSite, onSpace, shared } from "../scenarios/installations.ts"
import type { Aimed } from "../seeds.ts"
import type { World } from "../world.ts"

const ids = ["", "a b", "é", "x".repeat(65), nothing]
const wrong = {
  configuration: [{ other: 1 }, { key: 1 }, { key: null }, { channel: 1 }],
  externalIds: [["a", "a"], [""], ["x".repeat(257)], ["1", "2", "3", "4", "5", "6"]]
}

const installation = async (world: World) => {
  const { integrationName, installationId } = await shared(world)
  return { integrationName, installationId }
}

/** For each endpoint of installations that takes a body: targets and bodies that it accepts. */
export const installations: Readonly<Record<string, (world: World) => Promise<ReadonlyArray<Aimed>>>> = {
  installIntegration: async (world) => [
    {
      path: { integrationName: await integration(world) },
      body: { organization: world.organization },
      nonsense: { organization: ids }
    }
  ],
  updateIntegrationInstallation: async (world) => [
    {
      path: await installation(world),
      body: {
        configuration: { key: "k" },
        externalIds: ["one"],
        space_selection: "all",
        site_selection: "selected",
        scopes: []
      },
      prose: ["configuration.key"],
      nonsense: {
        ...wrong,
        space_selection: ["", "All", "none"],
        site_selection: ["", "some"],
        scopes: [["x"], ["space:content:write"]]
      }
    }
  ],
  installIntegrationOnSpace: async (world) => [
    {
      path: await installation(world),
      body: { space: (await onSpace(world, false)).space },
      nonsense: { space: ids }
    }
  ],
  updateIntegrationSpaceInstallation: async (world) => [
    {
      path: (await onSpace(world)).path,
      body: { configuration: { channel: "news" }, externalIds: ["one"] },
      prose: ["configuration.channel"],
      nonsense: wrong
    }
  ],
  installIntegrationOnSite: async (world) => [
    { path: await installation(world), body: { site: (await onSite(world, false)).site }, nonsense: { site: ids } },
    {
      path: await installation(world),
      body: { siteId: (await onSite(world, false)).site },
      nonsense: { siteId: ids }
    }
  ],
  updateIntegrationSiteInstallation: async (world) => [
    {
      path: (await onSite(world)).path,
      body: { configuration: { channel: "news" }, externalIds: ["one"] },
      prose: ["configuration.channel"],
      nonsense: wrong
    }
  ]
}
