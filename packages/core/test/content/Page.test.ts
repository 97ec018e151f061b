import { assert, describe, it } from "@effect/vitest"
import { CanonicalJson, Diff, File, Page, PageLayout, Reusable, Root, RootEdit } from "@quire/core"
import { Arbitrary, Effect } from "effect"
import { fixture, tried } from "./support.ts"

const options = tried(200, 20_000)

const record = Arbitrary.make(Page.PageRecord).filter((page) => {
  const text = JSON.stringify(page)
  return text.isWellFormed() && CanonicalJson.isJson(JSON.parse(text)) && !/\\ud[89a-f]/i.test(text)
})

const bare = { type: "document", title: "T", parent: null, slug: "t", createdAt: 1, updatedAt: 2 } as const

describe("a stored page", () => {
  it.prop(
    "is one text for one page, and reads back as it was",
    [record],
    ([fields]) => {
      const page: Page.Page = { id: "p", ...fields }
      const stored = CanonicalJson.stringify(Page.toStored(page))
      const read = Page.fromStored("p", JSON.parse(stored))
      assert.isTrue(CanonicalJson.equals(read, JSON.parse(JSON.stringify(page))))
      assert.strictEqual(CanonicalJson.stringify(Page.toStored(read)), stored)
    },
    options
  )

  it("leaves out what has its default, given or not", () => {
    const page = Page.fromStored("p", bare)
    assert.deepInclude(page, {
      slugByHand: false,
      hidden: false,
      noIndex: false,
      noRobotsIndex: false,
      layout: PageLayout.byDefault
    })
    const given = { ...bare, slugByHand: false, hidden: false, layout: { ...PageLayout.byDefault } }
    for (const fields of [bare, given, { ...bare, layout: {} }, { ...bare, layout: { cover: true } }]) {
      assert.deepStrictEqual(Page.toStored(Page.fromFields("p", fields)), bare)
    }
    assert.deepStrictEqual(
      Page.toStored(Page.fromFields("p", { ...bare, hidden: true, layout: { width: "wide", title: true } })),
      {
        ...bare,
        hidden: true,
        layout: { width: "wide" }
      }
    )
  })

  it("is decoded once for each value in memory, and is immutable below", () => {
    const [first, second] = [Page.fromStored("p", bare), Page.fromStored("p", bare)]
    assert.notStrictEqual(first, second)
    assert.isTrue(first.type === "document" && second.type === "document" && first.layout === second.layout)
    assert.isTrue(first.type === "document" && Object.isFrozen(first.layout))
    const wide = { ...bare, layout: { width: "wide" } }
    const [one, other] = [Page.fromStored("p", wide), Page.fromStored("q", wide)]
    assert.isTrue(one.type === "document" && other.type === "document" && one.layout === other.layout)
  })

  it("cannot be what is no page", () => {
    const wrong = [
      { ...bare, type: "sheet" },
      { ...bare, parent: undefined },
      { ...bare, document: "no hash" },
      { ...bare, createdAt: 1.5 }
    ]
    for (const fields of wrong) assert.throws(() => Page.fromFields("p", fields))
  })

  it.prop(
    "has changed when a field differs that is no stamp",
    [record, record],
    ([before, after]) => {
      const [old, now] = [
        { id: "p", ...before },
        { id: "p", ...after }
      ]
      assert.deepStrictEqual(Page.changedFields(old, old), [])
      assert.deepStrictEqual(
        Page.changedFields(old, { ...old, createdAt: old.createdAt + 1, updatedAt: old.updatedAt + 1 }),
        []
      )
      assert.deepStrictEqual(Page.changedFields(old, { ...old, title: `${old.title}x` }), ["title"])
      const fields = Page.changedFields(old, now)
      assert.strictEqual(fields.includes("title"), before.title !== after.title)
      assert.isFalse(fields.includes("createdAt") || fields.includes("updatedAt"))
    },
    options
  )

  it("is not changed by another form of the same fields", () => {
    const { draft } = fixture()
    const work = draft()
    const rootWith = (page: CanonicalJson.Json) =>
      Effect.runSync(RootEdit.apply(work, Root.empty, { pages: new Map([["p", page]]) }))
    const [older, newer] = [rootWith({ ...bare, hidden: false }), rootWith({ ...bare, updatedAt: 9 })]
    assert.notStrictEqual(older, newer)
    assert.deepStrictEqual(Effect.runSync(Diff.diff(work, older, newer)).pages, [])
  })
})

describe("stored files and reusable contents", () => {
  it.prop(
    "read back as they were",
    [Arbitrary.make(File.FileEntry), Arbitrary.make(Reusable.ReusableEntry)],
    ([file, content]) => {
      assert.deepStrictEqual(File.fromStored("f", File.toStored({ id: "f", ...file })), { id: "f", ...file })
      assert.deepStrictEqual(Reusable.fromStored("r", Reusable.toStored({ id: "r", ...content })), {
        id: "r",
        ...content
      })
    },
    options
  )
})
