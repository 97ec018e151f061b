import { assert, describe, it } from "@effect/vitest"
import { type Block, CanonicalJson, Document, DocumentText, Inline } from "@quire/core"
import { BlockChanges, BlockIndex, InlineText } from "@quire/core/internal"
import { DocumentEdits, Rounds } from "@quire/testing"
import * as fc from "fast-check"

type BlockChange = ReturnType<typeof BlockChanges.compare>[number]

const of = <T extends BlockChange["type"]>(changes: ReadonlyArray<BlockChange>, type: T) =>
  changes.filter((change): change is Extract<BlockChange, { type: T }> => change.type === type)

const sorted = (keys: Iterable<string>) => [...keys].sort()

const childKeys = (index: BlockIndex.BlockIndex, key: string) =>
  [...index.entries.values()].filter(({ parent }) => parent === key).map((child) => child.key)

/** The keys of some blocks and of the blocks in them, down to those that the other version has. */
const within = (
  index: BlockIndex.BlockIndex,
  roots: ReadonlyArray<string>,
  other: BlockIndex.BlockIndex
): ReadonlyArray<string> =>
  sorted(roots.flatMap((key) => (other.entries.has(key) ? [] : [key, ...within(index, childKeys(index, key), other)])))

const ownText = ({ block }: BlockIndex.Entry): string =>
  CanonicalJson.stringify(
    JSON.parse(JSON.stringify(BlockIndex.ownOf(block), (name, value) => (name === "block" ? undefined : value)))
  )

const isInline = (value: unknown): value is Block.InlineNode => typeof value === "object" && value !== null

const inlines = (nodes: ReadonlyArray<unknown>) => nodes.filter(isInline)

const inlinesOf = (
  parts: NonNullable<Extract<BlockChange, { type: "block_edited" }>["text"]>,
  side: "added" | "removed"
) => parts.filter(({ type }) => type === "kept" || type === side).flatMap(({ nodes }) => inlines(nodes))

const textOf = (block: Block.Block) => (BlockIndex.isText(block) ? block.nodes : [])

describe("the changes of a document's blocks (rule page-compare)", () => {
  it("list every block that was added, removed, moved or edited, and no other", () =>
    Rounds.holds(
      fc.property(DocumentEdits.forked, ({ base, primary }) => {
        const changes = BlockChanges.compare(base, primary)
        const [old, now] = [BlockIndex.make(base), BlockIndex.make(primary)]
        const keysOf = (type: BlockChange["type"]) => of(changes, type).map(({ block }) => block)
        const only = (own: BlockIndex.BlockIndex, other: BlockIndex.BlockIndex) =>
          sorted([...own.entries.keys()].filter((key) => !other.entries.has(key)))
        assert.deepStrictEqual(within(now, keysOf("block_added"), old), only(now, old))
        assert.deepStrictEqual(within(old, keysOf("block_removed"), now), only(old, now))
        const both = [...now.entries.values()].filter(({ key }) => old.entries.has(key))
        const differing = both.filter((entry) => {
          const before = old.entries.get(entry.key)
          return before !== undefined && ownText(before) !== ownText(entry)
        })
        assert.deepStrictEqual(sorted(keysOf("block_edited")), sorted(differing.map(({ key }) => key)))
        const moved = new Set(keysOf("block_moved"))
        for (const [container, keys] of now.lists) {
          const stayed = keys.filter((key) => old.entries.has(key) && !moved.has(key))
          assert.deepStrictEqual(
            stayed,
            (old.lists.get(container) ?? []).filter((key) => stayed.includes(key)),
            "blocks that did not move keep their list and their order"
          )
        }
      }),
      Rounds.rounds(100, 20_000, 1_000)
    ))

  it("contain the whole text before and after, and where a removed block was", () =>
    Rounds.holds(
      fc.property(DocumentEdits.forked, ({ base, primary }) => {
        const changes = BlockChanges.compare(base, primary)
        const [old, now] = [BlockIndex.make(base), BlockIndex.make(primary)]
        for (const { block, text } of of(changes, "block_edited")) {
          const [before, after] = [old.entries.get(block)?.block, now.entries.get(block)?.block]
          if (text === undefined || before === undefined || after === undefined) continue
          assert.strictEqual(DocumentText.ofInlines(inlinesOf(text, "removed")), DocumentText.ofInlines(textOf(before)))
          assert.deepStrictEqual(InlineText.join(inlinesOf(text, "added")), InlineText.join(textOf(after)))
        }
        for (const { block, follows, parent } of of(changes, "block_removed")) {
          const entry = old.entries.get(block)
          assert.strictEqual(parent, entry?.parent)
          const list = old.lists.get(entry?.container ?? "") ?? []
          const stayed = new Set(now.lists.get(entry?.container ?? ""))
          const before = list.slice(0, list.indexOf(block)).findLast((key) => stayed.has(key))
          assert.strictEqual(follows, before)
        }
      }),
      Rounds.rounds(100, 20_000, 1_000)
    ))

  it("show the words that changed, removed ones before those that replaced them", () => {
    const paragraph = (...nodes: ReadonlyArray<Block.InlineNode>): Document.Document =>
      Document.make([{ object: "block", type: "paragraph", key: "p", nodes }])
    const before = paragraph(Inline.text("Install the server with npm."))
    const after = paragraph(
      Inline.text("Install the "),
      Inline.text("client", [{ object: "mark", type: "bold" }]),
      Inline.text(" with npm now.")
    )
    const [change] = of(BlockChanges.compare(before, after), "block_edited")
    assert.deepStrictEqual(
      change?.text?.map(({ nodes, type }) => [type, DocumentText.ofInlines(inlines(nodes))]),
      [
        ["kept", "Install the "],
        ["removed", "server"],
        ["added", "client"],
        ["kept", " with npm"],
        ["added", " now"],
        ["kept", "."]
      ]
    )
  })
})
