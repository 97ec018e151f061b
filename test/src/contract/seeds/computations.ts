import { described, sourceOf } from "../scenarios/computations.ts"
import type { Aimed } from "../seeds.ts"
import type { World } from "../world.ts"

const types = ["", "builtin", "builtin:translation", "integration:github:files", 1]
const specs = [{}, { ref: { kind: "space", space: "x" } }, { ref: { kind: "openapi", spec: "" } }]
const seeds = ["", "x".repeat(257), "a\u0000", 1]

export const computations: Readonly<Record<string, (world: World) => Promise<ReadonlyArray<Aimed>>>> = {
  getComputedDocument: async (world) => [
    {
      path: { spaceId: world.docs.space },
      body: {
        source: sourceOf(await described(world), () => ({ props: { doc: "operations", page: "Cats", part: 1 } })),
        seed: "seed"
      },
      prose: ["seed", "source.props.page"],
      nonsense: {
        seed: seeds,
        "source.type": types,
        "source.props": [
          {},
          { doc: "models", page: "x" },
          { doc: "pages" },
          { doc: "info", page: "" },
          { models: true }
        ],
        "source.props.part": [0, 1.5, "1"],
        "source.dependencies.spec": specs
      }
    }
  ],
  getComputedRevision: async (world) => [
    {
      path: { spaceId: world.docs.space },
      body: { source: sourceOf(await described(world), () => ({ props: { models: true } })), seed: "seed" },
      prose: ["seed"],
      nonsense: {
        seed: seeds,
        "source.type": types,
        "source.props": [{}, { models: "true" }, { doc: "models" }],
        "source.dependencies.spec": specs
      }
    }
  ]
}
