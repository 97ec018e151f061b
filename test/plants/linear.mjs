/** The tests that find bugs in what bounds output and work, whatever strangers write. */
export const suites = {
  apiBounds: ["packages/core/test/openapi/description/ApiBounds."],
  growing: ["packages/reader/test/api/GrowingDescriptions."],
  nestedJson: ["packages/core/test/foundation/text/CanonicalJson.", "packages/adapters/test/markdown/Bounds."],
  unicode: ["packages/core/test/foundation/text/Unicode."],
  lineTexts: ["packages/core/test/foundation/text/Text."],
  formulas: ["packages/adapters/test/pdf/Printing."],
  included: ["test/src/published/Included.", "-t", "on memory"]
}

export const plants = [
  {
    suite: "included",
    bug: "a reusable content stands wherever it is named, however long it is",
    file: "content/document/IncludedRoom.ts",
    from: "weight.blocks > this.#blocks || weight.characters > this.#characters",
    to: "weight.blocks > this.#blocks"
  },
  {
    suite: "apiBounds",
    bug: "the value of a variable is a pattern for what takes its place",
    file: "openapi/description/ApiBounds.ts",
    from: "    left -= value.length\n    return value\n",
    to: "    left -= value.length\n    return written.replace(written, value)\n"
  },
  {
    suite: "apiBounds",
    bug: "values fill a template without a bound",
    file: "openapi/description/ApiBounds.ts",
    from: "value === undefined || value.length > left",
    to: "value === undefined"
  },
  {
    suite: "growing",
    bug: "what rows of a page say has no bound",
    package: "reader",
    file: "api/ApiDrawing.ts",
    from: "if (characters > this.#left) return false",
    to: ""
  },
  {
    suite: "growing",
    bug: "names and values of a request have no bound",
    package: "reader",
    file: "api/SampleRequest.ts",
    from: "if (left < 0) break",
    to: ""
  },
  {
    suite: "growing",
    bug: "a deep example is printed on lines however long they are",
    package: "reader",
    file: "api/SampleRequest.ts",
    from: "ApiBounds.fitsOnLines(given, limits.printed) ? given : undefined",
    to: "given"
  },
  {
    suite: "unicode",
    bug: "the segmenter is given all of a run",
    file: "foundation/text/Unicode.ts",
    from: "Math.min(text.length, start + limits.piece)",
    to: "text.length"
  },
  {
    suite: "unicode",
    bug: "a piece ends within a word",
    file: "foundation/text/Unicode.ts",
    from: "end === text.length ? end : end - unsure",
    to: "end"
  },
  {
    suite: "unicode",
    bug: "all combining marks in a row are put in order",
    file: "foundation/text/Unicode.ts",
    from: 'text.replace(tooManyMarks, "$1").normalize(form)',
    to: "text.normalize(form)"
  },
  {
    suite: "lineTexts",
    bug: "a title with many combining marks is normalized",
    file: "foundation/text/Text.ts",
    from: "  [Unicode.hasTooManyMarks,",
    to: "  [() => false,"
  },
  {
    suite: "formulas",
    bug: "a formula is drawn however deep it is",
    package: "adapters",
    file: "pdf/WriteMath.ts",
    from: "callsOf(formula) > limits.calls ? undefined : formula",
    to: "formula"
  },
  {
    suite: "nestedJson",
    bug: "JSON within documents may be nested without a bound",
    file: "foundation/text/CanonicalJson.ts",
    from: "if (depth === 0) return false",
    to: ""
  }
]
