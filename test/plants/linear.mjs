/** The tests that find faults in the limits on output and work for untrusted input. */
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
    bug: "reusable content is included beyond the character limit",
    file: "content/document/IncludedRoom.ts",
    from: "weight.blocks > this.#blocks || weight.characters > this.#characters",
    to: "weight.blocks > this.#blocks"
  },
  {
    suite: "apiBounds",
    bug: "replacement patterns in the value of a variable are expanded",
    file: "openapi/description/ApiBounds.ts",
    from: "    left -= value.length\n    return value\n",
    to: "    left -= value.length\n    return written.replace(written, value)\n"
  },
  {
    suite: "apiBounds",
    bug: "values fill a template without a length limit",
    file: "openapi/description/ApiBounds.ts",
    from: "value === undefined || value.length > left",
    to: "value === undefined"
  },
  {
    suite: "growing",
    bug: "the text in the rows of a page has no length limit",
    package: "reader",
    file: "api/ApiSheets.ts",
    from: "if (characters > this.#left) return false",
    to: ""
  },
  {
    suite: "growing",
    bug: "the names and values of a sample request have no length limit",
    package: "reader",
    file: "api/SampleRequest.ts",
    from: "if (left < 0) break",
    to: ""
  },
  {
    suite: "growing",
    bug: "a deeply nested example is printed without a size limit",
    package: "reader",
    file: "api/SampleRequest.ts",
    from: "ApiBounds.fitsOnLines(given, limits.printed) ? given : undefined",
    to: "given"
  },
  {
    suite: "unicode",
    bug: "the segmenter receives a whole run of text at once",
    file: "foundation/text/Unicode.ts",
    from: "Math.min(text.length, start + limits.piece)",
    to: "text.length"
  },
  {
    suite: "unicode",
    bug: "a piece of text can end inside a word",
    file: "foundation/text/Unicode.ts",
    from: "end === text.length ? end : end - unsure",
    to: "end"
  },
  {
    suite: "unicode",
    bug: "an unlimited run of combining marks is reordered",
    file: "foundation/text/Unicode.ts",
    from: 'text.replace(tooManyMarks, "$1").normalize(form)',
    to: "text.normalize(form)"
  },
  {
    suite: "lineTexts",
    bug: "a title with too many combining marks is accepted",
    file: "foundation/text/Text.ts",
    from: "  [Unicode.hasTooManyMarks,",
    to: "  [() => false,"
  },
  {
    suite: "formulas",
    bug: "a deeply nested formula is typeset without a depth limit",
    package: "adapters",
    file: "pdf/WriteMath.ts",
    from: "callsOf(formula) > limits.calls ? undefined : formula",
    to: "formula"
  },
  {
    suite: "nestedJson",
    bug: "JSON in documents may be nested without a limit",
    file: "foundation/text/CanonicalJson.ts",
    from: "if (depth === 0) return false",
    to: ""
  }
]
