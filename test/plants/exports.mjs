/** The tests that find bugs of exports, and of reading content as it was. */
export const suites = {
  exports: ["test/src/engine/writing/Exports.", "-t", "on memory"],
  past: ["test/src/engine/writing/PastContent.", "-t", "on memory"],
  visibility: ["packages/adapters/test/import/Visibility."]
}

export const plants = [
  {
    suite: "exports",
    bug: "a link of an export leads where it would from the top",
    file: "writing/export/ExportLinks.ts",
    from: 'return [...above.slice(same).map(() => ".."), ...segments',
    to: "return [...segments"
  },
  {
    suite: "exports",
    bug: "pages after a group are exported into it",
    file: "writing/export/ExportSummary.ts",
    from: "    if (isInGroup) yield*",
    to: "    if (isInGroup && tree.pages.length > 99) yield*"
  },
  {
    suite: "past",
    bug: "the revision of a moment is not that of the moment itself",
    file: "spaces/commit/PastContent.ts",
    from: "range: { to: asOf + 1 }",
    to: "range: { to: asOf }"
  },
  {
    suite: "visibility",
    bug: "an imported draft is published",
    package: "adapters",
    file: "import/Visibility.ts",
    from: '{ path: ["draft"], limits: "on", effects: withdrawn, lost: reachable },',
    to: ""
  },
  {
    suite: "visibility",
    bug: "a page whose front matter hides it by a word is shown",
    package: "adapters",
    file: "import/Visibility.ts",
    from: "!isOff(value) : isOff(value)",
    to: "value === true : isOff(value)"
  }
]
