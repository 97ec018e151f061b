import { description, newSlug, spec } from "../scenarios/openApiSpecs.ts"
import type { Aimed } from "../seeds.ts"
import type { World } from "../world.ts"

const slugs = ["", "A", "a b", "é", "a.b", "a_b", "-a", "a-", "a--b", "x".repeat(101)]
const sources = [
  {},
  { url: "" },
  { url: "pets.test" },
  { url: "ftp://pets.test/x" },
  { url: `https://pets.test/${"x".repeat(2048)}` },
  { text: "" },
  { text: "a\u0000" },
  { text: 1 },
  { text: "x", url: "https://pets.test" },
  { file: "x" }
]

export const openApiSpecs: Readonly<Record<string, (world: World) => Promise<ReadonlyArray<Aimed>>>> = {
  createOpenApiSpec: async ({ organization }) => [
    {
      path: { organizationId: organization },
      body: { slug: newSlug(), source: { text: description() } },
      prose: ["source.text"],
      nonsense: { slug: slugs, source: sources }
    },
    {
      path: { organizationId: organization },
      body: { slug: newSlug(), source: { url: "https://pets.test/openapi.yaml" } },
      nonsense: { slug: slugs, source: sources }
    }
  ],
  createOrUpdateOpenApiSpecBySlug: async (world) => [
    {
      path: await spec(world),
      body: { source: { text: description() } },
      prose: ["source.text"],
      nonsense: { source: sources }
    }
  ],
  updateOpenApiSpecBySlug: async (world) => [
    {
      path: await spec(world),
      body: { visibility: "public" },
      nonsense: { visibility: ["", "Public", "secret", null, 1] }
    }
  ]
}
