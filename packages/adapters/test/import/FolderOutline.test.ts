import { assert, describe, it } from "@effect/vitest"
import { Property } from "@quire/testing"
import * as fc from "fast-check"
import * as FolderOutline from "../../src/import/FolderOutline.ts"
import type { Entry } from "../../src/import/Outline.ts"

const drawn = (entries: ReadonlyArray<Entry>, indent = ""): ReadonlyArray<string> =>
  entries.flatMap((entry) => [
    `${indent}${entry.type} ${entry.path}${"title" in entry && entry.title ? ` "${entry.title}"` : ""}`,
    ...(entry.type === "link" ? [] : drawn(entry.children, `${indent}  `))
  ])

const outline = (...pages: ReadonlyArray<string>) => drawn(FolderOutline.make(pages))

describe("the table of contents from folders", () => {
  it("detects more folders than a limit, and has at least one entry for each folder", () => {
    const count = (pages: ReadonlyArray<string>) =>
      Array.from({ length: 20 }, (_, most) => most).find((most) => !FolderOutline.hasMoreFolders(pages, most))
    assert.strictEqual(count(["a.md", "b.md"]), 0)
    assert.strictEqual(count(["a/b/c/d.md", "a/b/x.md", "a/e/f.md", "a.md", "g/index.md"]), 5)
    const name = fc.constantFrom("a", "b", "readme")
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => `${names.join("/")}.md`)
    Property.sync([fc.uniqueArray(path, { maxLength: 8 })], ([pages]) => {
      const folders = count(pages) ?? 20
      const parents = pages.flatMap((page) => page.split("/").map((_, index, all) => all.slice(0, index).join("/")))
      assert.strictEqual(folders, new Set(parents.filter((parent) => parent !== "")).size)
      assert.isAtMost(folders, outline(...pages).length)
    })
  })

  it("makes a page of Notion the page of the folder with its name, with or without its id", () => {
    const id = "0123456789abcdef0123456789abcdef"
    for (const folder of ["Plan", `Plan ${id}`]) {
      assert.deepStrictEqual(outline(`Plan ${id}.html`, `${folder}/Step ${id}.html`), [
        `page Plan ${id}.html`,
        `  page ${folder}/Step ${id}.html`
      ])
    }
  })

  it("puts the index first at the root, and makes it the page of its folder below", () => {
    assert.deepStrictEqual(
      outline("zoo.md", "README.md", "guide/setup.md", "guide/README.md", "guide/deep/index.md", "guide/deep/a.md"),
      [
        "page README.md",
        "page guide/README.md",
        "  page guide/deep/index.md",
        "    page guide/deep/a.md",
        "  page guide/setup.md",
        "page zoo.md"
      ]
    )
  })

  it("creates a page for a folder without one, at every depth (rule page-groups)", () => {
    assert.deepStrictEqual(outline("user-guide/02-more/b.md", "user-guide/02-more/a.md"), [
      'folder user-guide/ "User guide"',
      '  folder user-guide/02-more/ "More"',
      "    page user-guide/02-more/a.md",
      "    page user-guide/02-more/b.md"
    ])
  })

  it("puts the pages of a folder under the page next to it with the same name", () => {
    assert.deepStrictEqual(outline("guide.md", "guide/a.md", "other.md", "other/README.md"), [
      "page guide.md",
      "  page guide/a.md",
      "page other.md",
      "page other/README.md"
    ])
  })

  it("prefers one index to another, and keeps the others as pages", () => {
    assert.deepStrictEqual(outline("a/index.md", "a/README.md", "a/index.html"), [
      "page a/README.md",
      "  page a/index.html",
      "  page a/index.md"
    ])
  })

  it("orders folders and pages by number and name", () => {
    assert.deepStrictEqual(outline("10.md", "9/a.md", "2.md", "B.md", "a.md"), [
      "page 2.md",
      'folder 9/ "9"',
      "  page 9/a.md",
      "page 10.md",
      "page a.md",
      "page B.md"
    ])
  })

  it("has no entries without pages", () => {
    assert.deepStrictEqual(outline(), [])
  })
})
