import { assert } from "@effect/vitest"
import { ContentStore } from "@quire/core"
import { ContentNode } from "@quire/core/internal"
import { Effect } from "effect"
import { fresh, type It } from "./Suite.ts"

const storedOf = (node: ContentNode.ContentNode) => {
  const text = ContentNode.textOf(node)
  return { hash: ContentNode.hashOf(text), text }
}

/**
 * A root of a group `guide` with the pages `install`, `use` and `more`, and of a page `other`. Its maps of pages, slugs
 * and files are said to have a thousand entries.
 */
const makeTree = () => {
  const documentOf = (title: string) => storedOf({ kind: "document/1", data: { title }, nodes: [] })
  const leaf = (entries: ContentNode.Leaf["entries"]) => storedOf({ kind: "leaf/1", entries })
  const large = (skip: string, kids: ReadonlyArray<readonly [string, { readonly hash: string }]>) =>
    storedOf({ kind: "branch/1", skip, size: 1_000, kids: kids.map(([key, { hash }]) => [key, hash, 1]) })
  const [install, other] = [documentOf("install"), documentOf("other")]
  const page = (key: string, slug: string, document?: { readonly hash: string }) =>
    leaf([[key, { type: "document", slug, ...(document === undefined ? {} : { document: document.hash }) }]])
  const leaves = {
    guide: leaf([["p1", { type: "group", slug: "guide" }]]),
    install: page("p2", "install", install),
    use: page("p3", "use"),
    more: page("p4", "more"),
    other: page("p5", "other", other),
    toGuide: leaf([["/guide", "p1"]]),
    toOther: leaf([["/other", "p5"]]),
    toInstall: leaf([["p1/install", "p2"]]),
    toMore: leaf([["p1/more", "p4"]]),
    file: leaf([["f1", { name: "file" }]])
  }
  const top = storedOf({ kind: "ids/1", ids: ["p1", "p5"] })
  const below = storedOf({ kind: "ids/1", ids: ["p2", "p3", "p4"] })
  const order = leaf([
    ["", top.hash],
    ["p1", below.hash]
  ])
  const { file, guide, more, toGuide, toInstall, toMore, toOther, use } = leaves
  const pages = large("p", [
    ["1", guide],
    ["2", leaves.install],
    ["3", use],
    ["4", more],
    ["5", leaves.other]
  ])
  const [ofTop, ofGuide] = [
    large("", [
      ["g", toGuide],
      ["o", toOther]
    ]),
    large("1/", [
      ["i", toInstall],
      ["m", toMore]
    ])
  ]
  const slugs = large("", [
    ["/", ofTop],
    ["p", ofGuide]
  ])
  const files = large("", [["f", file]])
  const computed = storedOf({ kind: "leaf/1", entries: [["p3", true]] })
  const maps = { pages: pages.hash, slugs: slugs.hash, order: order.hash, files: files.hash, computed: computed.hash }
  const root = storedOf({ kind: "root/1", moved: null, reusable: null, values: null, ...maps })
  const always = [root, files, computed, pages, slugs, order, top, below]
  return { ...leaves, root, always, ofTop, ofGuide, documents: { install, other } }
}

type Tree = ReturnType<typeof makeTree>

const whole = ({ always, documents, root: _, ...inner }: Tree): ReadonlyArray<ContentStore.StoredNode> => [
  ...always,
  ...Object.values(inner)
]

/** The reads of the tree for the path of a page, in addition to the constant ones. */
const aheadOf: ReadonlyArray<
  readonly [path: string | undefined, read: (tree: Tree) => ReadonlyArray<ContentStore.StoredNode>]
> = [
  [undefined, () => []],
  ["", ({ documents, guide, install }) => [guide, install, documents.install]],
  ["nothing", ({ guide, install, ofTop }) => [guide, install, ofTop]],
  [
    "guide/nothing",
    ({ guide, install, ofGuide, ofTop, other, toGuide }) => [guide, install, other, ofTop, ofGuide, toGuide]
  ],
  [
    "guide/install",
    ({ documents, guide, install, ofGuide, ofTop, other, toGuide, toInstall, use }) => [
      guide,
      install,
      other,
      use,
      ofTop,
      ofGuide,
      toGuide,
      toInstall,
      documents.install
    ]
  ],
  [
    "guide/more",
    ({ guide, install, more, ofGuide, ofTop, other, toGuide, toMore, use }) => [
      guide,
      install,
      other,
      use,
      more,
      ofTop,
      ofGuide,
      toGuide,
      toMore
    ]
  ]
]

const namesOf = (nodes: Iterable<readonly [hash: string, text: string]>) => [...nodes].toSorted()

/** Prefetching of stores, in the contract of `ContentStore`. */
export const testAhead = (it: It<ContentStore.ContentStore>) => {
  it.effect.each(aheadOf)("reads ahead what the page at %s is printed from", ([path, read]) =>
    Effect.gen(function* () {
      const content = yield* ContentStore.ContentStore
      const [here, there] = [fresh("s"), fresh("s")]
      const tree = makeTree()
      const { root } = tree
      yield* content.putMany(here, [...whole(tree), ...Object.values(tree.documents)])
      yield* content.putMany(there, [tree.file])
      const found = yield* content.getAhead([{ space: here, root: root.hash, path, entries: 100 }])
      const expected = [...tree.always, ...read(tree)]
      assert.deepStrictEqual(
        namesOf(found.get(here) ?? []),
        namesOf(expected.map(({ hash, text }) => [hash, text] as const))
      )
      const all = yield* content.getAhead([{ space: here, root: root.hash, path: undefined, entries: 1_000 }])
      assert.strictEqual(all.get(here)?.size, whole(tree).length)
      const elsewhere = yield* content.getAhead([{ space: there, root: root.hash, path, entries: 100 }])
      assert.strictEqual(elsewhere.get(there)?.size ?? 0, 0)
    })
  )

  it.effect("prefetches the content of several spaces at once", () =>
    Effect.gen(function* () {
      const content = yield* ContentStore.ContentStore
      const [here, there] = [fresh("s"), fresh("s")]
      const tree = makeTree()
      const { always, root } = tree
      yield* content.putMany(here, [...whole(tree), ...Object.values(tree.documents)])
      yield* content.putMany(there, [root])
      const found = yield* content.getAhead([
        { space: here, root: root.hash, path: "", entries: 10 },
        { space: there, root: root.hash, path: "guide", entries: 10 }
      ])
      assert.strictEqual(found.get(here)?.size, always.length + 3)
      assert.deepStrictEqual([...(found.get(there) ?? [])], [[root.hash, root.text]])
      assert.strictEqual((yield* content.getAhead([])).size, 0)
    })
  )
}
