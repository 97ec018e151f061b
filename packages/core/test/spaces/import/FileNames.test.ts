import { assert, describe, it } from "@effect/vitest"
import { type Importer, ImportWarning } from "@quire/core"
import { FileNames } from "@quire/core/internal"

const input = (name: string): Importer.ImportInput => ({
  source: "markdown",
  bytes: new Uint8Array(),
  contentType: undefined,
  url: "https://example.com/x.md",
  name
})

const file = (path: string, name: string) => ({ path, name, contentType: "image/png", bytes: new Uint8Array() })

const content = (...files: Importer.ImportedContent["files"]): Importer.ImportedContent => ({
  pages: [],
  files,
  total: files.length,
  links: { resolved: 0, unresolved: 0 },
  warnings: ImportWarning.ImportWarnings.of([{ kind: "limit", path: "", reason: "read in part" }])
})

describe("the name of an imported file", () => {
  it("stays unchanged when valid, and stays absent when an input has none", () => {
    assert.deepStrictEqual(FileNames.cleanInput(input("guide.md")), { input: input("guide.md"), warnings: [] })
    assert.deepStrictEqual(FileNames.cleanInput(input("")), { input: input(""), warnings: [] })
    const kept = content(file("img/a.png", "a.png"))
    const cleaned = FileNames.cleanContent(kept, [])
    assert.deepStrictEqual(cleaned.files, kept.files)
    assert.deepStrictEqual(cleaned.warnings.listed, kept.warnings.listed)
  })

  it("becomes a valid file name, with a warning under the kept name or the path", () => {
    const reason = 'the name is kept as "a_b.md"'
    assert.deepStrictEqual(FileNames.cleanInput(input("a/b.md")), {
      input: input("a_b.md"),
      warnings: [{ kind: "file", path: "a_b.md", reason }]
    })
    const renamed = FileNames.cleanContent(content(file("img/a.png", ".."), file("img/b.png", "b.png")), [
      { kind: "file", path: "a_b.md", reason }
    ])
    assert.deepStrictEqual(
      renamed.files.map(({ name }) => name),
      ["file", "b.png"]
    )
    assert.deepStrictEqual(renamed.warnings.listed, [
      { kind: "file", path: "a_b.md", reason },
      { kind: "limit", path: "", reason: "read in part" },
      { kind: "file", path: "img/a.png", reason: 'the name is kept as "file"' }
    ])
  })
})
