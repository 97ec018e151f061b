import { integration, publication } from "../scenarios/integrations.ts"
import type { Aimed } from "../seeds.ts"
import type { World } from "../world.ts"

const part = { id: "box", title: "Box", description: "A box", icon: "https://tools.test/icon.png" }

const nonsense = {
  organization: ["", "x".repeat(65), "unknown"],
  icon: ["", "x", "data:image/png;base64,AAAA"],
  previewImages: [["x"]],
  contentSecurityPolicy: ["x-src *", "img-src *\r\nx: y", { "img-src": "*; script-src *" }, 1],
  configurations: [{ team: {} }, { account: { properties: {}, required: ["x"] } }, { account: {} }],
  blocks: [[part, part], [{}]],
  externalLinks: [[{ url: "javascript:alert(1)", label: "x" }]]
}

export const integrations: Readonly<Record<string, (world: World) => Promise<ReadonlyArray<Aimed>>>> = {
  publishIntegration: async (world) => [
    {
      path: await integration(world),
      body: {
        ...publication(world.organization),
        runtime: "v2",
        summary: "# Tool",
        visibility: "unlisted",
        target: "space",
        categories: ["content"],
        blocks: [{ ...part, urlUnfurl: ["https://draw.test/**"], markdown: { codeblock: "box", body: "content" } }],
        contentSources: [{ ...part, configuration: { componentId: "ask" } }],
        externalLinks: [{ url: "https://tools.test", label: "Tools" }],
        configurations: {
          account: { properties: { key: { type: "string", title: "Key" } }, required: ["key"] },
          space: { componentId: "ask" }
        }
      },
      /** A policy is a text or a map of them, so that it has no other type than those in `nonsense`. */
      ignored: ["contentSecurityPolicy"],
      prose: ["script", "summary"],
      nonsense
    }
  ]
}
