import { assert, it } from "vitest"
import { described } from "../contract/scenarios/computations.ts"
import type { Given } from "./comments.ts"

/** Content computed of a description, by the methods of the client. */
export const computations = (given: () => Given): void => {
  it("computes pages and a document of a description", async () => {
    const { reader, world } = given()
    const { slug } = await described(world)
    const dependencies = { spec: { ref: { kind: "openapi" as const, spec: slug } } }
    const { data: revision } = await reader.spaces.getComputedRevision(world.docs.space, {
      source: { type: "builtin:openapi", props: { models: true }, dependencies },
      seed: "client"
    })
    assert.deepStrictEqual(
      revision.pages.map(({ title }) => title),
      ["Cats", "Animals", "Models"]
    )
    assert.deepStrictEqual([revision.files, revision.reusableContents], [[], []])
    const { data: document } = await reader.spaces.getComputedDocument(world.docs.space, {
      source: { type: "builtin:openapi", props: { doc: "operations", page: "Cats" }, dependencies },
      seed: "client"
    })
    assert.deepStrictEqual([String(document.object), document.nodes.length], ["document", 6])
  })
}
