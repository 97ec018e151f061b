import type { Page } from "@quire/client"
import { assert, describe, it } from "vitest"
import { countBelow, findEntry, mayBeBelow, stepOf } from "../../src/pages/PageMoves.ts"

const common = { emoji: "", createdAt: "", updatedAt: "", slug: "", path: "", hidden: false, noIndex: false }

const group = (id: string, ...pages: ReadonlyArray<Page>): Page => ({
  ...common,
  id,
  title: id,
  noRobotsIndex: false,
  type: "group",
  kind: "group",
  pages
})

const link = (id: string): Page => ({
  id,
  title: id,
  createdAt: "",
  updatedAt: "",
  type: "link",
  kind: "link",
  hidden: false,
  target: { kind: "url", url: "https://example.com" }
})

const pages = [link("a"), group("b", link("c"), link("d")), link("e"), group("f")]

describe("moves of pages", () => {
  it("goes up and down among siblings, and no further", () => {
    assert.deepStrictEqual(stepOf(pages, "e", "up"), { parent: null, at: 1 })
    assert.deepStrictEqual(stepOf(pages, "c", "down"), { parent: "b", at: 1 })
    assert.isUndefined(stepOf(pages, "a", "up"))
    assert.isUndefined(stepOf(pages, "d", "down"))
  })

  it("goes below the previous page if that can have pages", () => {
    assert.deepStrictEqual(stepOf(pages, "e", "in"), { parent: "b", at: 2 })
    assert.isUndefined(stepOf(pages, "d", "in"))
    assert.isUndefined(stepOf(pages, "a", "in"))
  })

  it("leaves a parent to the place after it", () => {
    assert.deepStrictEqual(stepOf(pages, "c", "out"), { parent: null, at: 2 })
    assert.isUndefined(stepOf(pages, "a", "out"))
  })

  it("keeps groups at the top level, and no page below itself", () => {
    assert.isUndefined(stepOf([...pages, group("g")], "g", "in"))
    assert.isFalse(mayBeBelow(pages, "f", "b"))
    assert.isFalse(mayBeBelow(pages, "b", "b"))
    assert.isFalse(mayBeBelow(pages, "e", "a"))
    assert.isTrue(mayBeBelow(pages, "e", "b"))
    assert.isTrue(mayBeBelow(pages, "c", null))
  })

  it("finds a page with what is around it", () => {
    const entry = findEntry(pages, "d")
    assert.deepStrictEqual([entry?.parent?.id, entry?.siblings.length], ["b", 2])
    assert.strictEqual(countBelow(group("x", group("y", link("z")))), 2)
  })
})
