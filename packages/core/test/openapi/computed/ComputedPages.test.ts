import { describe, expect, it } from "@effect/vitest"
import { OpenApiSpecId } from "@quire/core"
import { ComputedPages, ComputedSource } from "@quire/core/internal"
import * as fc from "fast-check"
import { operationOf, outlineOf, revisionSource, valueOf } from "./outlines.ts"

const list = (...given: Parameters<typeof ComputedPages.list>) => ComputedPages.list(...given)

const titles = (pages: ReadonlyArray<ComputedPages.ComputedPage>) => pages.map(({ slug, title }) => `${title} ${slug}`)

const pets = outlineOf({
  tags: [{ name: "Cats" }, { name: "News", description: "What is new." }, { name: "Dogs" }, { name: "Nothing" }],
  operations: [
    operationOf("/dogs", { tags: ["Dogs"] }),
    operationOf("/health"),
    operationOf("/cats", { tags: ["Cats", "Dogs", "Cats"] })
  ],
  schemas: [{ name: "Cat", part: 0 }]
})

describe("the page list of a description (rule computed-pages)", () => {
  it("contains one for each tag, one for the rest and one for the models", () => {
    expect(titles(list(pets, revisionSource(true), "s"))).toEqual([
      "Cats cats",
      "News news",
      "Dogs dogs",
      "Pets pets",
      "Models models"
    ])
    expect(titles(list(pets, revisionSource(false), "s"))).toHaveLength(4)
    const sources = list(pets, revisionSource(true), "s").map(({ source }) => source.props)
    expect(sources).toEqual([
      { doc: "operations", page: "Cats" },
      { doc: "info", page: "News" },
      { doc: "operations", page: "Dogs" },
      { doc: "operations", page: "Pets" },
      { doc: "models" }
    ])
  })

  it("puts operations without a tag with the tag that has the name of the description", () => {
    const outline = outlineOf({ tags: [{ name: "Pets" }], operations: [operationOf("/a"), operationOf("/b")] })
    expect(titles(list(outline, revisionSource(), "s"))).toEqual(["Pets pets"])
    const nameless = outlineOf({ info: { title: " ", version: "1" }, operations: [operationOf("/a")] })
    expect(titles(list(nameless, revisionSource(), "s"))).toEqual(["Operations operations"])
  })

  it("contains several for a tag with many operations", () => {
    const operations = Array.from({ length: 601 }, (_, index) => operationOf(`/${index}`, { tags: ["All"] }))
    const pages = list(outlineOf({ tags: [{ name: "All" }], operations }), revisionSource(), "s")
    expect(titles(pages)).toEqual(["All all", "All (2) all-2", "All (3) all-3"])
    expect(pages[2]?.source.props).toEqual({ doc: "operations", page: "All", part: 3 })
  })

  it("records the version from which it was made (rule computed-source)", () => {
    const value = valueOf(OpenApiSpecId.make("spec"))
    const [first] = list(pets, ComputedSource.resolve(revisionSource(), value), "s")
    expect(first?.source.dependencies.spec).toEqual({ ref: { kind: "openapi", spec: "pets" }, value })
  })
})

const name = fc.oneof(fc.constantFrom("", " ", "Cats", "cats", "-", "\n", "猫"), fc.string({ unit: "binary" }))

describe("the id of a computed page (rule computed-same)", () => {
  it("stays the same for the same seed, and differs for another, while the rest stays the same", () => {
    const without = (seed: string) => list(pets, revisionSource(true), seed).map(({ id: _, ...rest }) => rest)
    expect(list(pets, revisionSource(true), "a")).toEqual(list(pets, revisionSource(true), "a"))
    expect(without("a")).toEqual(without("b"))
    const ids = (seed: string) => list(pets, revisionSource(true), seed).map(({ id }) => id)
    expect(ids("a").filter((id) => ids("b").includes(id))).toEqual([])
  })

  it("has a unique value of one form, whatever the names of tags", () => {
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 50 }), fc.string({ minLength: 1 }), (names, seed) => {
        const clean = [...new Set(names.map((each) => each.toWellFormed()))]
        const outline = outlineOf({
          tags: clean.map((each) => ({ name: each })),
          operations: clean.map((each, index) => operationOf(`/${index}`, { tags: [each] }))
        })
        const pages = list(outline, revisionSource(), seed)
        expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length)
        expect(new Set(pages.map(({ slug }) => slug)).size).toBe(pages.length)
        for (const { id, title } of pages) {
          expect(id).toMatch(/^[a-zA-Z0-9]{1,40}$/)
          expect(title).not.toBe("")
        }
        expect(pages.length).toBeGreaterThanOrEqual(Math.min(clean.length, 1))
      })
    )
  })

  it("exists for up to 10,000 tags", () => {
    const sign = (digit: string) => "!@#$%^&*()".charAt(Number(digit))
    const tags = Array.from({ length: 12_000 }, (_, index) => ({
      name: String(index).replace(/\d/g, sign),
      description: "text"
    }))
    const pages = list(outlineOf({ tags }), revisionSource(), "s")
    expect(pages).toHaveLength(10_000)
    expect(new Set(pages.map(({ id }) => id)).size).toBe(10_000)
    expect(new Set(pages.map(({ slug }) => slug)).size).toBe(10_000)
    expect(pages.at(-1)?.slug).toBe("page-10000")
  })
})
