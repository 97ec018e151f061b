/** The tests that find faults in content sources. */
export const suites = {
  answers: ["packages/core/test/integrations/content-source/SourceAnswers."],
  sources: ["test/src/engine/integrations/ContentSources.", "-t", "on memory"]
}

export const plants = [
  {
    suite: "answers",
    bug: "texts in a source response may refer to sources of other integrations",
    file: "integrations/content-source/SourceAnswers.ts",
    from: "own.integration.toLowerCase() !== asked.integration.toLowerCase()",
    to: "false"
  },
  {
    suite: "answers",
    bug: "a different order of keys counts as a different response",
    file: "integrations/content-source/SourceAnswers.ts",
    from: "if (Object.is(left, right)) return undefined",
    to: 'if (JSON.stringify(left) === JSON.stringify(right)) return undefined\n  if (Object.keys(Object(left)).join() !== Object.keys(Object(right)).join()) return path.join(".")'
  },
  {
    suite: "sources",
    bug: "a dependency is disclosed although the integration may not read it",
    file: "integrations/content-source/SourceStatuses.ts",
    from: '{ _tag: "Integration", acting },',
    to: ""
  },
  {
    suite: "sources",
    bug: "a failing script removes its stored pages",
    file: "integrations/content-source/SpaceAnswers.ts",
    from: "kept.set(key, kept.get(key) ?? unanswered)",
    to: "kept.set(key, unanswered)"
  }
]
