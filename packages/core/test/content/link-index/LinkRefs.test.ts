import { assert, describe, it } from "@effect/vitest"
import { type ContentRef, Document, Inline } from "@quire/core"
import { LinkEntries, LinkTarget, Page } from "@quire/core/internal"

const holder = { space: "s", kind: "page", owner: "p" } as const
const file: ContentRef.ImageRef = { kind: "file", file: "f" }
const dark: ContentRef.ImageRef = { kind: "url", url: "https://example.com/dark.png" }
const common = { title: "T", parent: null, createdAt: 0, updatedAt: 0 }

const paragraph = (ref: ContentRef.ContentRef, key?: string) => ({
  object: "block" as const,
  type: "paragraph" as const,
  ...(key === undefined ? {} : { key }),
  nodes: [{ object: "inline" as const, type: "link" as const, data: { ref }, nodes: [Inline.text("x")] }]
})

describe("the link list of a page", () => {
  it("lists the target, the cover, then the text, and only displayed content as a dependency", () => {
    const link = Page.fromFields("p", { type: "link", ...common, target: file })
    assert.deepStrictEqual(LinkEntries.ofPage(link, undefined), [{ ref: file, relation: "reference" }])
    const page = Page.fromFields("p", { type: "document", ...common, slug: "t", cover: { ref: file, refDark: dark } })
    const notice: ContentRef.ReusableContentRef = { kind: "reusable-content", reusableContent: "r" }
    const document = Document.make([
      paragraph(notice, "k1"),
      { object: "block", type: "reusable-content", isVoid: true, key: "k2", data: { ref: notice } }
    ])
    const found = LinkEntries.ofPage(page, document)
    assert.deepStrictEqual(found, [
      { ref: file, relation: "reference" },
      { ref: dark, relation: "reference" },
      { ref: notice, relation: "reference", node: "k1" },
      { ref: notice, relation: "dependsOn", node: "k2" }
    ])
    assert.deepStrictEqual(LinkEntries.deduplicate([...found, ...found], holder), found)
    assert.deepStrictEqual(
      LinkEntries.ofPage(Page.fromFields("g", { type: "group", ...common, slug: "g" }), undefined),
      []
    )
  })
})

describe("the dependency list of a computed page", () => {
  it("includes its API description or space (rules spec-delete and source-dependencies)", () => {
    const dependencies = {
      spec: { ref: { kind: "openapi", spec: "pets" } },
      other: { ref: { kind: "space", space: "s" } },
      none: null
    }
    const computed = { type: "builtin:openapi", props: { models: true }, dependencies }
    const links = [
      { ref: { kind: "openapi", spec: "pets" }, relation: "dependsOn" },
      { ref: { kind: "space", space: "s" }, relation: "dependsOn" }
    ] as const
    assert.deepStrictEqual(
      LinkEntries.ofPage(Page.fromFields("p", { type: "computed", ...common, computed }), undefined),
      links
    )
    const page = Page.fromFields("p", { type: "document", ...common, slug: "t", computed })
    assert.deepStrictEqual(LinkEntries.ofPage(page, undefined), links)
    const bare = Page.fromFields("p", { type: "computed", ...common, computed: { type: "builtin:openapi" } })
    assert.deepStrictEqual(LinkEntries.ofPage(bare, undefined), [])
  })
})

describe("the target of a reference", () => {
  const page = (id: string, anchor?: string) =>
    ({ kind: "page", space: "s", page: id, ...(anchor === undefined ? {} : { anchor }) }) as const
  it.each([
    [{ kind: "page", page: "q" }, page("q")],
    [
      { kind: "page", page: "q", space: "t" },
      { kind: "page", space: "t", page: "q" }
    ],
    [{ kind: "anchor", anchor: "a" }, page("p", "a")],
    [{ kind: "anchor", anchor: "a", space: "s" }, page("p", "a")],
    [{ kind: "anchor", anchor: "a", page: "q" }, page("q", "a")],
    [
      { kind: "anchor", anchor: "a", space: "t" },
      { kind: "space", space: "t" }
    ],
    [file, { kind: "file", space: "s", file: "f" }],
    [
      { kind: "reusable-content", reusableContent: "r" },
      { kind: "reusable-content", space: "s", reusableContent: "r" }
    ]
  ] satisfies ReadonlyArray<readonly [ContentRef.ContentRef, LinkTarget.LinkTarget]>)(
    "resolves %j to %j",
    (ref, target) => {
      assert.deepStrictEqual<unknown>(LinkTarget.fromRef(ref, holder), target)
    }
  )

  it("has a unique key of any length that finds it unless it is its own holder", () => {
    const long = "x".repeat(2000)
    const targets: ReadonlyArray<LinkTarget.LinkTarget> = [
      page("q"),
      page("q", "a"),
      page("p"),
      { kind: "file", space: "s", file: "q" },
      { kind: "file", space: "s", file: long },
      { kind: "file", space: "s", file: `${long}y` },
      { kind: "space", space: "s" },
      { kind: "collection", collection: "s" },
      { kind: "user", user: "s" },
      { kind: "openapi", spec: "s" },
      { kind: "url", url: "s" }
    ]
    const keys = targets.map(LinkTarget.keyOf)
    assert.strictEqual(new Set(keys).size, keys.length)
    for (const key of keys) assert.isAtMost(key.length, 200)
    assert.deepStrictEqual(
      targets.map((target) => LinkTarget.lookupKeys(target, holder).length),
      [1, 2, 0, 1, 1, 1, 0, 0, 0, 0, 0]
    )
  })
})

describe("an anchor", () => {
  it("names a heading or any block of a document", () => {
    const document = Document.make([
      { object: "block", type: "heading-1", key: "k1", data: { id: "given" }, nodes: [Inline.text("Title")] },
      { object: "block", type: "heading-2", data: {}, nodes: [Inline.text("Set up")] },
      { object: "block", type: "blockquote", key: "k2", nodes: [paragraph(file, "k3")] }
    ])
    assert.deepStrictEqual([...LinkEntries.anchorsOf(document)].sort(), ["given", "k1", "k2", "k3", "set-up", "top"])
  })

  it.each([
    ["https://q.test/app", "in-app"],
    ["https://q.test/app/s/1", "in-app"],
    ["https://q.test/app?x", "in-app"],
    ["https://q.test/apple", "ok"],
    ["https://q.test/docs", "ok"],
    ["../guide.md", "broken"],
    ["/guide", "broken"],
    ["mailto:a@q.test", "ok"],
    ["//q.test/docs", "ok"]
  ])("distinguishes app addresses from other addresses: %s is %s", (url, standing) => {
    const found = { ref: { kind: "url" as const, url }, relation: "reference" as const }
    assert.strictEqual(LinkEntries.judge(found, holder, { app: "https://q.test/app", found: new Set() }), standing)
  })
})
