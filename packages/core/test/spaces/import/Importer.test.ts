import { assert, describe, it } from "@effect/vitest"
import { Importer, ImportSource, ImportWarning } from "@quire/core"
import { ImportReport } from "@quire/core/internal"
import { Result } from "effect"

describe("an import source", () => {
  it("fails by name when it is not available, with a list of the available ones", () => {
    const outcomes = ImportSource.ImportSource.literals.map((source) =>
      Result.isSuccess(ImportSource.requireBuilt(source))
    )
    assert.deepStrictEqual(
      ImportSource.ImportSource.literals.filter((_, index) => outcomes[index]),
      ["website", "docx", "markdown", "html", "zip"]
    )
    assert.strictEqual(ImportSource.ImportSource.literals.length, 12)
    const refused = Result.flip(ImportSource.requireBuilt("quip")).pipe(Result.getOrThrow)
    assert.strictEqual(refused.kind, "invalid")
    assert.strictEqual(
      refused.message,
      'source: "quip" is not supported: use website, markdown, html, docx, zip or, when importing into a space, open-api'
    )
  })
})

describe("the list of import warnings", () => {
  const counts = { pages: 1, files: 0, reusableContents: 0, links: { resolved: 0, unresolved: 0 }, total: 1 }
  const warnings = (count: number) =>
    Array.from(
      { length: count },
      (_, index): ImportWarning.ImportWarning => ({ kind: "html", path: `${index}`, reason: "left out" })
    )
  const resultWith = (...parts: ReadonlyArray<ReadonlyArray<ImportWarning.ImportWarning>>) => {
    const all = new ImportWarning.ImportWarnings()
    for (const part of parts) all.append(ImportWarning.ImportWarnings.of(part))
    return ImportReport.resultOf("r", counts, all)
  }

  it("contains up to a thousand warnings, then counts them (rule import-warnings)", () => {
    assert.deepStrictEqual(resultWith(warnings(1000)).warnings, warnings(1000))
    for (const parts of [[1001], [600, 401]]) {
      const { report, warnings: listed = [] } = resultWith(...parts.map(warnings))
      assert.strictEqual(listed.length, 1001)
      assert.deepStrictEqual(listed.at(-1), { path: "", reason: "1 further warning" })
      assert.deepStrictEqual(report.warnings, [{ kind: "html", count: 1001 }])
    }
    assert.deepStrictEqual(resultWith(warnings(3000)).warnings?.at(-1), { path: "", reason: "2000 further warnings" })
  })

  it("leaves out the field when there are none, and counts kinds by their frequency", () => {
    assert.notProperty(resultWith([]), "warnings")
    const file: ImportWarning.ImportWarning = { kind: "file", path: "a", reason: "skipped" }
    assert.deepStrictEqual(resultWith([file], warnings(2)).report.warnings, [
      { kind: "html", count: 2 },
      { kind: "file", count: 1 }
    ])
  })
})

describe("an import failure", () => {
  it("has one of the kinds of the specification", () => {
    assert.strictEqual(new Importer.ImportFailed({ problem: "x" }).kind, "unprocessable")
    const reached = new Importer.ImportLimitReached({ what: "pages", limit: 5000 })
    assert.strictEqual(reached.kind, "limit")
    assert.strictEqual(reached.message, "the import exceeds the limit of 5000 pages")
  })
})
