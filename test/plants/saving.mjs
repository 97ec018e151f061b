/** The tests that find faults in saving an open page, and in the merge of texts that one side divides. */
export const suites = {
  savedPages: ["test/src/editor/Saving.test."],
  savingRounds: ["test/src/editor/Saving.laws."],
  remoteChanges: ["packages/editor/test/saving/RemoteChanges.laws."],
  rebasedChanges: ["packages/editor/test/saving/RebaseChanges.test."],
  textSplits: ["packages/core/test/content/merge/TextSplits.laws."]
}

const session = "saving/PageSession.ts"

export const plants = [
  {
    suite: "savedPages",
    bug: "the local copy is removed while its save is not acknowledged",
    package: "editor",
    file: session,
    from: "if (this.#pending === undefined && this.#conflicts.length === 0 && !this.#hasEdits) return undefined",
    to: "if (this.#pending !== undefined || !this.#hasEdits) return undefined"
  },
  {
    suite: "savedPages",
    bug: "an edit is in the local copy only after ten seconds",
    package: "editor",
    file: session,
    from: "copy: 100,",
    to: "copy: 10_000,"
  },
  {
    suite: "savedPages",
    bug: "the copy of a tab that is open is continued by another tab",
    package: "editor",
    file: "saving/LocalCopy.ts",
    from: "if (release === undefined) continue",
    to: ""
  },
  {
    suite: "savedPages",
    bug: "the document that the server merged is not read",
    package: "editor",
    file: session,
    from: "response.isMerged ? await this.#readPage(response.revision) : pending.document",
    to: "pending.document"
  },
  {
    suite: "savedPages",
    bug: "a save whose response was lost is sent again without a search for it",
    package: "editor",
    file: session,
    from: "pending.isRetry && pending.response === undefined ? await this.#findSave(pending) : undefined",
    to: "undefined"
  },
  {
    suite: "savingRounds",
    bug: "what was typed while a save was running is replaced by its result",
    package: "editor",
    file: session,
    from: "return doc.eq(from) ? compareDocuments(doc, to) : rebaseChanges(from, to, doc)",
    to: "return from.eq(to) ? [] : compareDocuments(doc, to)"
  },
  {
    suite: "savedPages",
    bug: "the conflicts of a save are not reported",
    package: "editor",
    file: session,
    from: "conflicts.filter((each) => !(pending.isRetry && isContained(each)))",
    to: "[]"
  },
  {
    suite: "savedPages",
    bug: "a save is given up when the session of the person has expired",
    package: "editor",
    file: session,
    from: 'if (failure === "signed-out") this.#halt = { name: "signed-out" }',
    to: 'if (failure === "signed-out") this.#halt = { name: "refused", isFinal: true, reason, message, fields }'
  },
  {
    suite: "savedPages",
    bug: "a person who types without a pause is not saved",
    package: "editor",
    file: session,
    from: "longest: 3_000,",
    to: "longest: 300_000,"
  },
  {
    suite: "remoteChanges",
    bug: "changes of others are applied at the positions that they had before the writer's edits",
    package: "editor",
    file: "saving/RebaseChanges.ts",
    from: "const moved = changes.map((change) => moveChange(edited, change))",
    to: "const moved = changes"
  },
  {
    suite: "rebasedChanges",
    bug: "the change of another person replaces a span that the writer edited",
    package: "editor",
    file: "saving/RebaseChanges.ts",
    from: "return isSame ? start : undefined",
    to: "return start"
  },
  {
    suite: "textSplits",
    bug: "a text that one side divides is merged as a whole",
    file: "content/merge/TextSplits.ts",
    from: "if (!isDivided) return undefined",
    to: "if (isDivided || !isDivided) return undefined"
  },
  {
    suite: "textSplits",
    bug: "two texts that both sides divide at one place are not united",
    file: "content/merge/TextSplits.ts",
    from: "[follow, unite, followBeyond]",
    to: "[follow]"
  }
]
