import { assert, describe, it } from "@effect/vitest"
import { CanonicalJson, Root } from "@quire/core"
import { Diff, File, Page, PageLayout, Reusable } from "@quire/core/internal"
import { Property, RefArbitrary } from "@quire/testing"
import { Effect } from "effect"
import * as FastCheck from "fast-check"
import { fixture, propertyOptions } from "./support.ts"

const options = propertyOptions(200, 20_000)

const text = FastCheck.string({ unit: FastCheck.constantFrom("a", "Ü", "é", "🚀", "\u2028", '"', "\\", " ") })
const hash = FastCheck.stringMatching(/^[A-Za-z0-9_-]{43}$/)
const json = FastCheck.jsonValue()
  .map((value): unknown => value)
  .filter(CanonicalJson.isJson)
const number = FastCheck.double({ noNaN: true, noDefaultInfinity: true })

const common = {
  title: text,
  parent: FastCheck.option(text),
  createdAt: FastCheck.nat(),
  updatedAt: FastCheck.nat()
}
const marked = { emoji: text, icon: text }
const placed = {
  slug: text,
  slugByHand: FastCheck.boolean(),
  hidden: FastCheck.boolean(),
  noIndex: FastCheck.boolean(),
  noRobotsIndex: FastCheck.boolean()
}
const layout = FastCheck.record<PageLayout.PageLayout>({
  width: FastCheck.constantFrom("default", "wide"),
  coverSize: FastCheck.constantFrom("hero", "full"),
  cover: FastCheck.boolean(),
  title: FastCheck.boolean(),
  description: FastCheck.boolean(),
  tableOfContents: FastCheck.boolean(),
  outline: FastCheck.boolean(),
  pagination: FastCheck.boolean(),
  metadata: FastCheck.boolean()
})

/** Records with all required fields, and any of the optional ones. */
const record = <A extends object, B extends object>(
  fields: { readonly [K in keyof A]: FastCheck.Arbitrary<A[K]> },
  optional: { readonly [K in keyof B]: FastCheck.Arbitrary<B[K]> }
) =>
  FastCheck.tuple(FastCheck.record<A>(fields), FastCheck.record<B, never>(optional, { requiredKeys: [] })).map(
    ([given, more]) => ({ ...given, ...more })
  )

const cover: FastCheck.Arbitrary<PageLayout.Cover> = record(
  { ref: RefArbitrary.image, yPos: FastCheck.oneof(FastCheck.constant(0), number) },
  { refDark: RefArbitrary.image }
)

const document: FastCheck.Arbitrary<Page.Document> = record(
  { type: FastCheck.constant("document"), ...common, ...placed, layout },
  { ...marked, description: text, document: hash, cover, computed: json, computedSeed: text }
)
const group: FastCheck.Arbitrary<Page.Group> = record(
  { type: FastCheck.constant("group"), ...common, ...placed },
  marked
)
const link: FastCheck.Arbitrary<Page.Link> = record(
  { type: FastCheck.constant("link"), ...common, target: RefArbitrary.any, hidden: FastCheck.boolean() },
  marked
)
const computed: FastCheck.Arbitrary<Page.ComputedPage> = record(
  { type: FastCheck.constant("computed"), ...common, computed: json },
  { ...marked, computedSeed: text }
)
const page: FastCheck.Arbitrary<Page.PageRecord> = FastCheck.oneof(document, group, link, computed)

const file: FastCheck.Arbitrary<typeof File.FileEntry.Type> = record(
  { name: text, contentType: text, size: FastCheck.integer(), blob: text },
  { dimensions: FastCheck.record({ width: FastCheck.integer(), height: FastCheck.integer() }) }
)
const reusable: FastCheck.Arbitrary<typeof Reusable.ReusableEntry.Type> = record({ title: text }, { document: hash })

const bare = { type: "document", title: "T", parent: null, slug: "t", createdAt: 1, updatedAt: 2 } as const

describe("a stored page", () => {
  it(
    "has one serialized text, and is read back unchanged",
    () =>
      Property.sync(
        [page],
        ([fields]) => {
          const page: Page.Page = { id: "p", ...fields }
          const stored = CanonicalJson.stringify(Page.toStored(page))
          const read = Page.fromStored("p", JSON.parse(stored))
          assert.isTrue(CanonicalJson.equals(read, JSON.parse(JSON.stringify(page))))
          assert.strictEqual(CanonicalJson.stringify(Page.toStored(read)), stored)
        },
        options
      ),
    Property.timeout(options)
  )

  it("omits default values, whether or not they were given", () => {
    const page = Page.fromStored("p", bare)
    assert.deepInclude(page, {
      slugByHand: false,
      hidden: false,
      noIndex: false,
      noRobotsIndex: false,
      layout: PageLayout.defaultLayout
    })
    const given = { ...bare, slugByHand: false, hidden: false, layout: { ...PageLayout.defaultLayout } }
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

  it("decodes once for each value in memory, and is deeply immutable", () => {
    const [first, second] = [Page.fromStored("p", bare), Page.fromStored("p", bare)]
    assert.notStrictEqual(first, second)
    assert.isTrue(first.type === "document" && second.type === "document" && first.layout === second.layout)
    assert.isTrue(first.type === "document" && Object.isFrozen(first.layout))
    const wide = { ...bare, layout: { width: "wide" } }
    const [one, other] = [Page.fromStored("p", wide), Page.fromStored("q", wide)]
    assert.isTrue(one.type === "document" && other.type === "document" && one.layout === other.layout)
  })

  it("rejects a value that is not a page", () => {
    const wrong = [
      { ...bare, type: "sheet" },
      { ...bare, parent: undefined },
      { ...bare, document: "no hash" },
      { ...bare, createdAt: 1.5 }
    ]
    for (const fields of wrong) assert.throws(() => Page.fromFields("p", fields))
  })

  it(
    "counts as changed when a field other than a timestamp differs",
    () =>
      Property.sync(
        [page, page],
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
      ),
    Property.timeout(options)
  )

  it("does not count as changed by another form of the same fields", () => {
    const { draft } = fixture()
    const work = draft()
    const rootWith = (page: CanonicalJson.Json) =>
      Effect.runSync(Root.apply(work, Root.empty, { pages: new Map([["p", page]]) }))
    const [older, newer] = [rootWith({ ...bare, hidden: false }), rootWith({ ...bare, updatedAt: 9 })]
    assert.notStrictEqual(older, newer)
    assert.deepStrictEqual(Effect.runSync(Diff.diff(work, older, newer)).pages, [])
  })
})

describe("a stored file or reusable content", () => {
  it(
    "reads back unchanged",
    () =>
      Property.sync(
        [file, reusable],
        ([entry, content]) => {
          assert.deepStrictEqual(File.fromStored("f", File.toStored({ id: "f", ...entry })), { id: "f", ...entry })
          assert.deepStrictEqual(Reusable.fromStored("r", Reusable.toStored({ id: "r", ...content })), {
            id: "r",
            ...content
          })
        },
        options
      ),
    Property.timeout(options)
  )
})
