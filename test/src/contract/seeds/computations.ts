import { described, sourceOf, textOf, translated, translationOf } from "../scenarios/computations.ts"
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
    },
    {
      path: { spaceId: world.docs.space },
      body: { source: textOf(await translated(world)), seed: "seed" },
      prose: ["seed"],
      nonsense: {
        "source.props": [{}, { space: "x" }, { models: true }],
        "source.props.document": ["", "x".repeat(129), 1]
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
    },
    {
      path: { spaceId: world.docs.space },
      body: { source: translationOf(await translated(world)), seed: "seed" },
      prose: ["seed"],
      nonsense: {
        "source.props": [{ models: true }],
        "source.dependencies": [{}, { translation: {} }],
        "source.dependencies.translation.ref": [{ kind: "openapi", spec: "x" }, { kind: "translation" }]
      }
    }
  ]
}
