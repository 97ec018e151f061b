/** The tests that find faults in exports, and in reading content as of a past time. */
export const suites = {
  exports: ["test/src/engine/spaces/Exports.", "-t", "on memory"],
  past: ["test/src/engine/spaces/PastContent.", "-t", "on memory"],
  visibility: ["packages/adapters/test/import/Visibility."]
}

export const plants = [
  {
    suite: "exports",
    bug: "a link in an export is relative to the top level instead of its file",
    file: "spaces/export/ExportPlan.ts",
    from: 'return [...above.slice(same).map(() => ".."), ...segments',
    to: "return [...segments"
  },
  {
    suite: "exports",
    bug: "pages after a group are exported as part of the group",
    file: "spaces/export/Exports.ts",
    from: "    if (isInGroup) yield*",
    to: "    if (isInGroup && tree.pages.length > 99) yield*"
  },
  {
    suite: "past",
    bug: "the revision of a moment is not that of the moment itself",
    file: "spaces/commit/ContentBase.ts",
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
    bug: "a page whose front matter hides it with a word other than true is shown",
    package: "adapters",
    file: "import/Visibility.ts",
    from: "!isOff(value) : isOff(value)",
    to: "value === true : isOff(value)"
  }
]
