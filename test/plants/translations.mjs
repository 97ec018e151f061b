/** The tests that find bugs of translations. */
export const suites = {
  taggedTexts: ["packages/core/test/translations/segment/TaggedText."],
  translationRuns: ["test/src/engine/translations/TranslationRuns.", "-t", "on memory"],
  translations: ["test/src/engine/translations/Translations.", "-t", "on memory"]
}

export const plants = [
  {
    suite: "taggedTexts",
    bug: "a mark of a text may move into another",
    file: "translations/segment/TaggedAnswer.ts",
    from: "if (tag.parent !== top.number)",
    to: "if (tag.number === top.number)"
  },
  {
    suite: "taggedTexts",
    bug: "translators are sent code",
    file: "translations/segment/TaggedText.ts",
    from: 'type === "code" || type === "keyboard"',
    to: 'type === "keyboard"'
  },
  {
    suite: "translationRuns",
    bug: "a term that changed stays as it was translated",
    file: "translations/run/SegmentOwners.ts",
    from: "if (made !== undefined && stays(site, at))",
    to: "if (made !== undefined)"
  },
  {
    suite: "translationRuns",
    bug: "what a translator answered is forgotten when the run fails",
    file: "translations/run/TranslatorRequests.ts",
    from: "yield* keep(asked, asking.found)",
    to: ""
  },
  {
    suite: "translations",
    bug: "people write into a translation",
    file: "spaces/commit/ContentCommits.ts",
    from: 'translation.from !== null && proposal.type !== "computed"',
    to: 'translation.from !== null && proposal.type === "computed"'
  }
]
