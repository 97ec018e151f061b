import { assert, describe, it } from "@effect/vitest"
import { type Block, Document } from "@quire/core"
import { Rounds } from "@quire/testing"
import * as fc from "fast-check"

const runs = Rounds.rounds(300, 20_000)

const paragraph = (key: string | undefined, text: string): Block.Paragraph => ({
  object: "block",
  type: "paragraph",
  ...(key === undefined ? {} : { key }),
  nodes: [{ object: "text", leaves: [{ object: "leaf", text, marks: [] }] }]
})

const keysOf = (document: Document.Document) => document.nodes.flatMap(({ key }) => key ?? [])

/** A subset of a few keys in any order, each once, and blocks without a key. */
const state = (text: string) =>
  fc
    .tuple(fc.shuffledSubarray(["a", "b", "c", "d", "e", "f"]), fc.array(fc.nat(6), { maxLength: 2 }))
    .map(([keys, spots]) =>
      Document.make(
        spots.reduce<ReadonlyArray<Block.Paragraph>>(
          (nodes, spot) => nodes.toSpliced(spot, 0, paragraph(undefined, text)),
          keys.map((key) => paragraph(key, text))
        )
      )
    )

/** Restores each deleted block separately, after the last block before it that still exists. */
const revertOneByOne = (current: Document.Document, old: Document.Document, keys: ReadonlySet<string>) => {
  const former = new Map(old.nodes.map((node) => [node.key, node]))
  const isReverted = (key: string | undefined) => key !== undefined && keys.has(key)
  const kept = current.nodes.flatMap((node) => (isReverted(node.key) ? (former.get(node.key) ?? []) : [node]))
  let at = 0
  return old.nodes.reduce((nodes, node) => {
    if (node.key === undefined) return nodes
    const found = nodes.findIndex(({ key }) => key === node.key)
    if (found >= 0) at = found + 1
    return found >= 0 || !keys.has(node.key) ? nodes : nodes.toSpliced(at++, 0, node)
  }, kept)
}

describe("restoring blocks to another state", () => {
  it("restores each block and puts lost blocks back after their former neighbors, without other changes", () =>
    Rounds.holds(
      fc.property(state("now"), state("then"), fc.subarray(["a", "b", "c", "d", "e", "f"]), (current, old, keys) => {
        const reverted = Document.revert(current, old, new Set(keys))
        assert.deepStrictEqual(reverted.nodes, revertOneByOne(current, old, new Set(keys)))
        for (const key of keys) assert.strictEqual(keysOf(reverted).includes(key), keysOf(old).includes(key))
      }),
      runs
    ))

  it("reports blocks that neither state has", () => {
    const [current, old] = ["a", "b"].map((key) => Document.make([paragraph(key, "text")]))
    assert.deepStrictEqual(
      Document.findUnknownKeys(current ?? Document.empty, old ?? Document.empty, ["a", "b", "c"]),
      ["c"]
    )
  })
})
