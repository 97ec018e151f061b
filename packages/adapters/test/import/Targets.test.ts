import { assert, describe, it } from "@effect/vitest"
import * as Targets from "../../src/import/Targets.ts"

const pages = [
  "README.md",
  "guide/README.md",
  "guide/setup.md",
  "guide/ü.md",
  "made/",
  "made/a.md",
  "web/index.html",
  "x y.md"
]
const files = ["logo.png", "guide/img/a b.png", "guide/100%.png", "LICENSE", "guide/data"]
const resolve = Targets.make(new Set(pages), new Set(files))

const seen = (from: string, target: string) => {
  const resolved = resolve(from, target)
  return resolved.kind === "inside" ? resolved.ref : resolved.kind
}

describe("the target of a link", () => {
  const from = "guide/setup.md"

  it("resolves from the page that contains it, and from the root", () => {
    assert.deepStrictEqual(seen(from, "README.md"), { kind: "page", page: "guide/README.md" })
    assert.deepStrictEqual(seen(from, "./README.md"), { kind: "page", page: "guide/README.md" })
    assert.deepStrictEqual(seen(from, "../README.md"), { kind: "page", page: "README.md" })
    assert.deepStrictEqual(seen(from, "/README.md"), { kind: "page", page: "README.md" })
    assert.deepStrictEqual(seen(from, "../guide/../README.md"), { kind: "page", page: "README.md" })
    assert.deepStrictEqual(seen("README.md", "guide/img/a%20b.png"), { kind: "file", file: "guide/img/a b.png" })
    assert.deepStrictEqual(seen(from, "img/a b.png"), { kind: "file", file: "guide/img/a b.png" })
    assert.deepStrictEqual(seen(from, "100%.png"), { kind: "file", file: "guide/100%.png" })
    assert.deepStrictEqual(seen(from, "100%25.png"), { kind: "file", file: "guide/100%.png" })
    assert.deepStrictEqual(seen(from, "u\u0308.md"), { kind: "page", page: "guide/ü.md" })
    assert.deepStrictEqual(seen(from, "%C3%BC.md"), { kind: "page", page: "guide/ü.md" })
    assert.deepStrictEqual(seen(from, "..\\guide\\img\\a b.png"), { kind: "file", file: "guide/img/a b.png" })
  })

  it("accepts the addresses at which a site serves its pages", () => {
    const page = (target: string) => seen("README.md", target)
    assert.deepStrictEqual(page("guide/setup.html"), { kind: "page", page: "guide/setup.md" })
    assert.deepStrictEqual(page("/guide/setup.html#two"), { kind: "anchor", anchor: "two", page: "guide/setup.md" })
    assert.deepStrictEqual(page("guide/setup/index.html"), { kind: "page", page: "guide/setup.md" })
    assert.deepStrictEqual(page("guide/index.html"), { kind: "page", page: "guide/README.md" })
    assert.deepStrictEqual(page("web.md"), { kind: "page", page: "web/index.html" })
    assert.deepStrictEqual(page("gone.html"), "broken")
  })

  it("allows a missing extension, or a folder", () => {
    assert.deepStrictEqual(seen("README.md", "guide/setup"), { kind: "page", page: "guide/setup.md" })
    for (const target of ["guide", "guide/", "./guide/", "/guide", "guide/."]) {
      assert.deepStrictEqual(seen("README.md", target), { kind: "page", page: "guide/README.md" }, target)
    }
    for (const target of ["..", "../", "/", "/."]) {
      assert.deepStrictEqual(seen(from, target), { kind: "page", page: "README.md" }, target)
    }
    assert.deepStrictEqual(seen("README.md", "."), { kind: "page", page: "README.md" })
    assert.deepStrictEqual(seen("README.md", "made"), { kind: "page", page: "made/" })
    assert.deepStrictEqual(seen("README.md", "web"), { kind: "page", page: "web/index.html" })
    assert.deepStrictEqual(seen("README.md", "LICENSE"), { kind: "file", file: "LICENSE" })
  })

  it("resolves to the best of several indexes of a folder, in any order", () => {
    const indexes = ["a/index.html", "a/index.md", "a/README.md"]
    for (const order of [indexes, indexes.toReversed()]) {
      const found = Targets.make(new Set(order), new Set())("b.md", "a")
      assert.deepStrictEqual(found, { kind: "inside", ref: { kind: "page", page: "a/README.md" } })
    }
  })

  it("keeps a heading, in another page or its own, and drops queries", () => {
    assert.deepStrictEqual(seen(from, "README.md?raw=1#some-%C3%BC"), {
      kind: "anchor",
      anchor: "some-ü",
      page: "guide/README.md"
    })
    assert.deepStrictEqual(seen(from, "#here"), { kind: "anchor", anchor: "here" })
    assert.deepStrictEqual(seen(from, "README.md#"), { kind: "page", page: "guide/README.md" })
    assert.deepStrictEqual(seen(from, "img/a b.png#x"), { kind: "file", file: "guide/img/a b.png" })
    assert.strictEqual(seen(from, "README.md#%00"), "broken")
  })

  it("stays unchanged if it is external", () => {
    for (const target of [
      "https://example.com/README.md",
      "//example.com",
      "mailto:a@b.c",
      "javascript:x",
      "C:/README.md",
      "",
      "#",
      "?q"
    ]) {
      assert.strictEqual(seen(from, target), "outside", target)
    }
  })

  it("counts as broken if it is missing, or climbs out of the archive", () => {
    for (const target of [
      "missing.md",
      "../../README.md",
      "../../../logo.png",
      "../..",
      "/../README.md",
      "GUIDE/README.md",
      "setup.md/x"
    ]) {
      assert.strictEqual(seen(from, target), "broken", target)
    }
  })
})
