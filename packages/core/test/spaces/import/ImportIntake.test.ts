import { assert, describe, it } from "@effect/vitest"
import { ContentDraft, ContentReader, Document, DocumentWeight, Inline, NodeCache } from "@quire/core"
import { DocumentNode, DocumentRefs, ImportIntake, LinkEntries } from "@quire/core/internal"
import { Effect, Layer } from "effect"
import { makeMemoryStore, space } from "../../content/tree/support.ts"

const paragraph = (text: string) =>
  ({ object: "block", type: "paragraph", nodes: [Inline.text(text)] }) satisfies Document.Document["nodes"][number]

const documentOf = (text: string, paragraphs = 1) =>
  Document.make(Array.from({ length: paragraphs }, (_, at) => paragraph(`${text} ${at}`)))

const linkTo = (page: string) =>
  Document.make([
    { object: "block", type: "paragraph", nodes: [Inline.link({ kind: "page", page }, [Inline.text("there")])] }
  ])

const highlight = { object: "mark", type: "color", data: { text: "default", background: "green" } } as const

/** A heading; one with an id is given as `title #id`, one with a label as `title ==label==`. */
const heading = (text: string) => {
  const [titleAndLabel = "", id] = text.split(" #")
  const [title = "", label = ""] = titleAndLabel.split("==")
  return {
    object: "block",
    type: "heading-2",
    data: id === undefined ? {} : { id },
    nodes: [Inline.text(title), ...(label === "" ? [] : [Inline.text(label, [highlight])])]
  } satisfies Document.Document["nodes"][number]
}

/** A document of headings, and of links to anchors of a page, or of the document. */
const anchored = (headings: ReadonlyArray<string>, anchors: ReadonlyArray<string>, page?: string) =>
  Document.make([
    ...headings.map(heading),
    ...anchors.map((anchor) => ({
      ...paragraph(""),
      nodes: [Inline.link({ kind: "anchor", anchor, ...(page === undefined ? {} : { page }) }, [Inline.text("there")])]
    }))
  ])

/** Heavier than a document that is kept unconverted. */
const large = documentOf("Large", ImportIntake.limits.value / 8)

const counter = () => {
  let next = 0
  return Effect.sync(() => `id-${++next}`)
}

const newDraft = Effect.suspend(() =>
  Effect.map(ContentReader.make(space), ContentDraft.make).pipe(
    Effect.provide(Layer.merge(makeMemoryStore().layer, NodeCache.NodeCache.layer))
  )
)

const nodeOf = (intake: ImportIntake.ImportIntake, path: string) => {
  const taken = intake.documents.get(path)
  return taken !== undefined && "node" in taken ? taken.node : assert.fail(`${path} has no node`)
}

describe("an import", () => {
  it.effect("assigns ids and references before reading, pages first", () =>
    Effect.gen(function* () {
      const intake = ImportIntake.make(counter(), undefined)
      yield* intake.begin(["a.md", "b.md"], ["c.png"])
      assert.deepStrictEqual(
        [...intake.ids.pages, ...intake.ids.files],
        [
          ["a.md", "id-1"],
          ["b.md", "id-2"],
          ["c.png", "id-3"]
        ]
      )
      yield* intake.take("a.md", linkTo("b.md"))
      const draft = yield* newDraft
      const document = yield* DocumentNode.get(draft, draft.add(nodeOf(intake, "a.md")))
      assert.include(JSON.stringify(document), '"page":"id-2"')
    })
  )

  it.effect("resolves anchors to headings in any spelling (rule import-anchors)", () =>
    Effect.gen(function* () {
      const intake = ImportIntake.make(counter(), undefined)
      yield* intake.begin(["a", "b"], [])
      const headings = ["`new Client(url[, options])`", "A.B", "Alike", "Alike!"]
      const asked = ["new-clienturl-options", "a-b", "ab", "alike", "alike-1", "alike-2", "nothing", "..."]
      const meant = ["new-client-url-options", "a-b", "a-b", "alike", "alike-2", "alike-2", "nothing", "..."]
      yield* intake.take("a", anchored([], asked, "b"))
      yield* intake.take("b", anchored(headings, asked))
      yield* intake.settle
      const draft = yield* newDraft
      for (const path of ["a", "b"]) {
        const document = yield* DocumentNode.get(draft, draft.add(nodeOf(intake, path)))
        const found = DocumentRefs.references(document ?? Document.make([])).flatMap(({ ref }) =>
          ref.kind === "anchor" ? [ref.anchor] : []
        )
        assert.deepStrictEqual(found, meant, path)
      }
    })
  )

  const spellings: ReadonlyArray<
    readonly [headings: ReadonlyArray<string>, anchors: ReadonlyArray<string>, meant: ReadonlyArray<string>]
  > = [
    [
      ["A", "A", "A"],
      ["a-1", "a-2", "a_1", "a"],
      ["a-2", "a-3", "a-2", "a"]
    ],
    [
      ["A", "A", "A"],
      ["a-2", "a-3"],
      ["a-2", "a-3"]
    ],
    [
      ["A link", "1.1 New"],
      ["user-content-a-link", "id-1.1-new", "id-a-link"],
      ["a-link", "1-1-new", "a-link"]
    ],
    [["Überblick"], ["u\u0308berblick", "Überblick", "UBERBLICK"], ["überblick", "überblick", "UBERBLICK"]],
    [
      ["Setup", "ＡＢＣ"],
      ["Ｓｅｔｕｐ", "abc", "ABC"],
      ["setup", "ａｂｃ", "ａｂｃ"]
    ],
    [["C & <D>"], ["c-amp-lt-d-gt"], ["c-d"]],
    [["Q & A | B"], ["q-and-a-or-b", "q-a-b", "q--a--b"], ["q-a-b", "q-a-b", "q-a-b"]],
    [
      ["One #same", "Two #same", "Three #same"],
      ["same", "same-1", "same-2", "two"],
      ["same", "same-2", "same-3", "same-2"]
    ],
    [["useData ==composable=="], ["usedata", "usedata-composable"], ["usedata-composable", "usedata-composable"]],
    [
      ["安装", "कि", "का"],
      ["安装", "का", "कि"],
      ["安装", "का", "कि"]
    ]
  ]
  for (const [headings, anchors, meant] of spellings) {
    it.effect(`resolves the anchors ${anchors.join(", ")} to the headings that they mean (rule import-anchors)`, () =>
      Effect.gen(function* () {
        const intake = ImportIntake.make(counter(), undefined)
        yield* intake.begin(["a"], [])
        yield* intake.take("a", anchored(headings, anchors))
        const draft = yield* newDraft
        const document = yield* DocumentNode.get(draft, draft.add(nodeOf(intake, "a")))
        const resolved = DocumentRefs.references(document ?? Document.make([])).flatMap(({ ref }) =>
          ref.kind === "anchor" ? [ref.anchor] : []
        )
        assert.deepStrictEqual(resolved, meant)
      })
    )
  }

  it.effect("resolves the anchors of the titles of expandables, after those of headings (rule import-anchors)", () =>
    Effect.gen(function* () {
      const expandable = (title: string): Document.Document["nodes"][number] => ({
        object: "block",
        type: "expandable",
        isVoid: true,
        data: {},
        fragments: [
          { object: "fragment", fragment: "expandable-title", nodes: [paragraph(title)] },
          { object: "fragment", fragment: "expandable-body", nodes: [paragraph("")] }
        ]
      })
      const intake = ImportIntake.make(counter(), undefined)
      yield* intake.begin(["a"], [])
      const { nodes } = anchored(["What’s new?"], ["whats-new", "Delete_a-file", "gone"])
      yield* intake.take("a", Document.make([expandable("What’s new"), expandable("Delete a file…"), ...nodes]))
      const draft = yield* newDraft
      const document = yield* DocumentNode.get(draft, draft.add(nodeOf(intake, "a")))
      const resolved = DocumentRefs.references(document ?? Document.make([])).flatMap(({ ref }) =>
        ref.kind === "anchor" ? [ref.anchor] : []
      )
      assert.deepStrictEqual(resolved, ["what-s-new", "delete-a-file", "gone"])
      const valid = LinkEntries.anchorsOf(document ?? Document.make([]))
      assert.deepStrictEqual(
        resolved.map((anchor) => valid.has(anchor)),
        [true, true, false]
      )
    })
  )

  it.effect("resolves the anchors of a title to its page, unless a heading has it (rule import-anchors)", () =>
    Effect.gen(function* () {
      const intake = ImportIntake.make(counter(), undefined)
      yield* intake.begin(["a", "b"], [])
      yield* intake.take("a", anchored(["Guide"], ["guide"]), "Guide")
      yield* intake.take("b", anchored(["Other"], ["the-guide", "other", "Own"]), "The guide", "own")
      const draft = yield* newDraft
      const refsOf = (path: string) =>
        Effect.map(DocumentNode.get(draft, draft.add(nodeOf(intake, path))), (document) =>
          DocumentRefs.references(document ?? Document.make([])).map(({ ref }) => ref)
        )
      assert.deepStrictEqual(yield* refsOf("a"), [{ kind: "anchor", anchor: "guide" }])
      assert.deepStrictEqual(yield* refsOf("b"), [
        { kind: "page", page: "id-2" },
        { kind: "anchor", anchor: "other" },
        { kind: "page", page: "id-2" }
      ])
    })
  )

  it.effect("keeps a small document in memory as parsed, and a large one as text", () =>
    Effect.gen(function* () {
      const intake = ImportIntake.make(counter(), undefined)
      yield* intake.begin(["small", "large"], [])
      const [small, big] = [yield* intake.take("small", documentOf("Small")), yield* intake.take("large", large)]
      assert.strictEqual(small.length, 0)
      assert.strictEqual(small.open(), small.open())
      assert.isAbove(big.length, 0)
      assert.notStrictEqual(big.open(), big.open())
      assert.deepStrictEqual([nodeOf(intake, "small").isText, nodeOf(intake, "large").isText], [false, true])
    })
  )

  it.effect("keeps documents as text beyond a number of small ones", () =>
    Effect.gen(function* () {
      const intake = ImportIntake.make(counter(), undefined)
      const document = documentOf("Page", 60)
      const most = Math.ceil(ImportIntake.limits.values / DocumentWeight.weigh(document, Number.POSITIVE_INFINITY))
      const paths = Array.from({ length: most + 1 }, (_, at) => `p${at}`)
      yield* intake.begin(paths, [])
      for (const path of paths) yield* intake.take(path, document)
      const texts = paths.filter((path) => nodeOf(intake, path).isText)
      assert.isAbove(texts.length, 0)
      assert.isBelow(texts.length, most / 2)
      assert.deepStrictEqual(texts, paths.slice(-texts.length))
    })
  )

  it.effect("stores the same result for either form", () =>
    Effect.gen(function* () {
      const [draft, other] = [yield* newDraft, yield* newDraft]
      const { node } = DocumentNode.ofParsedText(large)
      const hash = draft.add(node)
      assert.strictEqual(hash, DocumentNode.putParsed(other, large))
      assert.deepStrictEqual(yield* DocumentNode.get(draft, hash), large)
      assert.strictEqual(draft.textOf?.(hash), node.text)
      assert.isUndefined(other.textOf?.(hash))
    })
  )

  it.effect("reports a document beyond the limits instead of creating a node", () =>
    Effect.gen(function* () {
      const intake = ImportIntake.make(counter(), undefined)
      yield* intake.begin(["a"], [])
      yield* intake.take("a", documentOf("Much", Document.limits.blocks + 1))
      assert.deepStrictEqual(intake.documents.get("a"), { beyond: "blocks" })
    })
  )

  it.effect("leaves the first document unchanged when it imports into a page, and refers to that page", () =>
    Effect.gen(function* () {
      const intake = ImportIntake.make(counter(), "page")
      yield* intake.begin(["a", "b"], [])
      assert.strictEqual((yield* intake.take("a", large)).open(), large)
      yield* intake.take("b", linkTo("a"))
      assert.isFalse(intake.documents.has("a"))
      assert.include(nodeOf(intake, "b").text, '"page":"page"')
    })
  )
})
