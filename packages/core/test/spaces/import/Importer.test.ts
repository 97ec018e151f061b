import { assert, describe, it } from "@effect/vitest"
import { Importer, ImportSource, ImportWarning } from "@quire/core"
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
  const warnings = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ path: `${index}`, reason: "left out" }))

  it("contains up to a thousand warnings, then counts them", () => {
    assert.deepStrictEqual(ImportWarning.capWarnings(warnings(1000)), warnings(1000))
    const capped = ImportWarning.capWarnings(warnings(1001))
    assert.strictEqual(capped.length, 1001)
    assert.deepStrictEqual(capped.at(-1), { path: "", reason: "1 further warning" })
    assert.deepStrictEqual(ImportWarning.capWarnings(warnings(3000)).at(-1), {
      path: "",
      reason: "2000 further warnings"
    })
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
