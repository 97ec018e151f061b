import { assert, describe, it } from "@effect/vitest"
import * as Ledger from "./Ledger.ts"
import { type Content, type Facts, settle } from "./Verdict.ts"

const brought: Ledger.Brought = { word: "word", pages: ["One", "Two"], files: ["a.txt"] }
const nothing: Ledger.Ledger = { organization: "o", admin: "a", step: 1, things: {} }
const steps: ReadonlyArray<readonly [Ledger.Step, Ledger.Acknowledged]> = [
  [
    { op: "create", kind: "collection", title: "C", parent: null },
    { id: "c", revision: "" }
  ],
  [
    { op: "create", kind: "space", title: "S", parent: "c" },
    { id: "s", revision: "r1" }
  ],
  [
    { op: "create", kind: "space", title: "T", parent: "c" },
    { id: "t", revision: "t1" }
  ]
]
const made = steps.reduce((ledger, [step, told]) => Ledger.apply(ledger, step, told), nothing)
const blank = (revision: string): Content => ({ revision, pages: [], files: [], texts: { word: 0 }, hits: { word: 0 } })
const filled = (revision: string): Content => ({
  revision,
  pages: brought.pages,
  files: brought.files,
  texts: { word: 2 },
  hits: { word: 2 }
})
const counted = (listed: number) => ({ told: listed, listed })
const facts: Facts = {
  active: {
    c: { kind: "collection", title: "C", parent: null },
    s: { kind: "space", title: "S", parent: "c" },
    t: { kind: "space", title: "T", parent: "c" }
  },
  deleted: [],
  children: { "": ["c"], c: ["s", "t"] },
  counts: { spaces: counted(2) },
  contents: { s: blank("r1"), t: blank("t1") }
}
const without = (...ids: ReadonlyArray<string>): Facts["active"] =>
  Object.fromEntries(Object.entries(facts.active).filter(([id]) => !ids.includes(id)))
const importing: Ledger.Step = { op: "import", id: "s", brought }
const removing: Ledger.Step = { op: "delete", id: "c" }
const copying: Ledger.Step = { op: "duplicate", id: "s", title: "S (copy)" }
const imported = Ledger.apply(made, importing, { id: "s", revision: "r2" })
const looked = ["s", "t"]
const withContent = (content: Content): Facts => ({ ...facts, contents: { ...facts.contents, s: content } })
const withCopy = (content: Content): Facts => ({
  ...withContent(filled("r2")),
  active: { ...facts.active, copy: { kind: "space", title: "S (copy)", parent: "c" } },
  children: { "": ["c"], c: ["s", "copy", "t"] },
  contents: { s: filled("r2"), t: blank("t1"), copy: content }
})

describe("the verdict on a reopened store", () => {
  const whole: ReadonlyArray<readonly [string, Ledger.Ledger, Facts, Ledger.Step | undefined, boolean]> = [
    ["nothing in flight", made, facts, undefined, false],
    ["an import that did not happen", made, facts, importing, false],
    ["an import that did", made, withContent(filled("r2")), importing, true],
    ["a deletion that did not happen", made, facts, removing, false],
    ["a deletion that did", made, { ...facts, active: {}, deleted: ["s", "t"], children: {} }, removing, true],
    ["a duplicate that did not happen", imported, withContent(filled("r2")), copying, false],
    ["a duplicate that did", imported, withCopy(filled("k1")), copying, true]
  ]
  for (const [name, ledger, seen, step, happened] of whole) {
    it(`accepts ${name}`, () => {
      const verdict = settle(ledger, seen, looked, step)
      assert.deepStrictEqual([verdict.problems, verdict.happened], [[], happened])
    })
  }

  const broken: ReadonlyArray<readonly [string, Ledger.Ledger, Facts, Ledger.Step | undefined]> = [
    ["an acknowledged space that is gone", made, { ...facts, active: without("t") }, undefined],
    [
      "a space that no operation created",
      made,
      { ...facts, active: { ...facts.active, x: facts.active["s"]! } },
      undefined
    ],
    [
      "an acknowledged move that is not there",
      Ledger.apply(made, { op: "move", id: "s", parent: null }, steps[1]![1]),
      facts,
      undefined
    ],
    ["a list without one of its rows", made, { ...facts, children: { "": ["c"], c: ["s"] } }, undefined],
    ["a count that is off by one", made, { ...facts, counts: { spaces: { told: 3, listed: 2 } } }, undefined],
    ["an acknowledged import that is not there", imported, facts, undefined],
    ["an import without its revision", made, withContent(filled("r1")), importing],
    ["an import without one page", made, withContent({ ...filled("r2"), pages: ["One"] }), importing],
    ["an import without its file", made, withContent({ ...filled("r2"), files: [] }), importing],
    ["an import with a search hit too few", made, withContent({ ...filled("r2"), hits: { word: 1 } }), importing],
    ["an import without its text", made, withContent({ ...filled("r2"), texts: { word: 0 } }), importing],
    ["search hits before their import", made, withContent({ ...blank("r1"), hits: { word: 2 } }), importing],
    ["a deletion of a part", made, { ...facts, active: without("c", "s"), deleted: ["s"] }, removing],
    ["a duplicate without content", imported, withCopy(blank("k1")), copying],
    ["a duplicate that cannot be found", imported, withCopy({ ...filled("k1"), hits: { word: 0 } }), copying]
  ]
  for (const [name, ledger, seen, step] of broken) {
    it(`refuses ${name}`, () => assert.isNotEmpty(settle(ledger, seen, looked, step).problems))
  }
})
