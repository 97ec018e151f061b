import type { Aimed } from "../seeds.ts"
import { betaSchema, site } from "../sites.ts"
import type { World } from "../world.ts"

const titles = ["", "x", "x".repeat(129), "a\nb", "a\u0000"]
const visibilities = ["", "Public", "private", "in-collection"]

export const sites: Readonly<Record<string, (world: World) => Promise<ReadonlyArray<Aimed>>>> = {
  createSite: async (world) => [
    {
      path: { organizationId: world.organization },
      body: { type: "basic", title: "Handbook", visibility: "public", spaces: [await world.space()] },
      nonsense: {
        type: ["", "Basic", "free"],
        title: titles,
        visibility: visibilities,
        spaces: ["none", [""], [[]], ["a b"]]
      }
    }
  ],
  updateSiteAdaptiveSchema: async (world) => {
    const { organizationId, siteId } = await site(world)
    return [
      {
        path: { organizationId, siteId },
        body: { jsonSchema: betaSchema },
        prose: ["isBeta", "plan", "unsigned.properties.language"].map(
          (name) => `jsonSchema.properties.${name}.description`
        ),
        nonsense: {
          "jsonSchema.type": ["array", "string", ""],
          "jsonSchema.additionalProperties": [true],
          "jsonSchema.properties.isBeta.type": ["", "null", "integer"],
          "jsonSchema.properties.plan.enum": [[], ["a", "a"], ["x".repeat(101)], [1]]
        }
      }
    ]
  },
  updateSiteById: async (world) => {
    const { organizationId, siteId } = await site(world)
    return [
      {
        path: { organizationId, siteId },
        body: {
          title: "Manual",
          visibility: "unlisted",
          basename: "manual",
          adaptiveContent: { enabled: true },
          proxy: "example.com/docs"
        },
        nullable: ["proxy"],
        ignored: ["agentsContext"],
        nonsense: {
          title: titles,
          visibility: visibilities,
          basename: ["", "x".repeat(101), "a b", "a/b", "~a", "a.b", "-a", "a--b"],
          adaptiveContent: [{}, { enabled: "true" }, { enabled: true, other: 1 }],
          proxy: ["", "example.com", "https://example.com/docs", "a b/c", `example.com/${"x".repeat(512)}`],
          defaultSiteSection: ["", "a b"],
          defaultSiteSpace: ["", "a b"]
        }
      }
    ]
  }
}
