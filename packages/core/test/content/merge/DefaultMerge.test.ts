import { assert, describe, it } from "@effect/vitest"
import type { Document } from "@quire/core"
import { DefaultMerge, DocumentNode } from "@quire/core/internal"
import { Rounds } from "@quire/testing"
import { Effect } from "effect"
import * as FastCheck from "fast-check"
import { fixture } from "../tree/support.ts"
import * as Laws from "./treeLaws.ts"
import { page, type Workshop, workshop } from "./workshop.ts"

type Step = (self: Workshop) => Workshop

/** Merges two histories of a base that has the page `x` with two lines and the page `p`. */
const meeting = (primary: Step, changed: Step) => {
  const draft = fixture().draft()
  const base = workshop(draft)
    .insert(null, [page("x"), page("p")])
    .write("x", "one two", "three")
  const roots = { base: base.root, primary: primary(base).root, changed: changed(base).root }
  const { conflicts, root } = Effect.runSync(DefaultMerge.merge(draft, roots))
  return { conflicts, draft, isPrimary: root === roots.primary, result: workshop(draft, root) }
}

const stay: Step = (self) => self
const rename =
  (title: string): Step =>
  (self) =>
    self.update({ x: { title } })

describe("a merge that resolves conflicts by default", () => {
  const cases: ReadonlyArray<
    readonly [
      what: string,
      primary: Step,
      changed: Step,
      conflicts: ReadonlyArray<string>,
      seen: (self: Workshop) => unknown,
      expected: unknown
    ]
  > = [
    ["changes of one side", stay, rename("B"), [], (self) => self.page("x")?.title, "B"],
    ["two titles", rename("A"), rename("B"), ["page/x/title primary"], (self) => self.page("x")?.title, "A"],
    [
      "words in different lines",
      (self) => self.write("x", "one 2", "three"),
      (self) => self.write("x", "one two", "3"),
      [],
      (self) => self.lines("x"),
      ["one 2", "3"]
    ],
    [
      "the same word, next to other words",
      (self) => self.write("x", "1 two", "three"),
      (self) => self.write("x", "I two", "3"),
      ["page/x/document/block/k0/text primary"],
      (self) => self.lines("x"),
      ["1 two", "3"]
    ],
    [
      "a deletion and a change of a page",
      (self) => self.remove("x"),
      (self) => self.write("x", "one two", "3"),
      ["page/x changed"],
      (self) => self.lines("x"),
      ["one two", "3"]
    ],
    [
      "a change and a deletion of a page",
      (self) => self.write("x", "one two", "3"),
      (self) => self.remove("x"),
      ["page/x primary"],
      (self) => self.lines("x"),
      ["one two", "3"]
    ],
    [
      "a deletion and a new page below",
      (self) => self.remove("x"),
      (self) => self.insert("x", [page("y")]),
      ["page/x changed"],
      (self) => self.page("y")?.parent,
      "x"
    ]
  ]
  for (const [what, primary, changed, keys, seen, expected] of cases) {
    it(`keeps what is current, or what remains: ${what}`, () => {
      const { conflicts, result } = meeting(primary, changed)
      assert.deepStrictEqual(
        conflicts.map(({ key, kept }) => `${key} ${kept}`),
        keys
      )
      assert.deepStrictEqual(seen(result), expected)
    })
  }

  it("returns a document that was replaced as a whole, as it is stored nowhere", () => {
    const { conflicts, draft, isPrimary } = meeting(
      (self) => self.update({ x: { document: null } }),
      (self) => self.write("x", "one two", "3")
    )
    const [conflict] = conflicts
    assert.deepStrictEqual([conflict?.key, conflict?.kept, conflict?.primary], ["page/x/document", "primary", null])
    const written = workshop(draft).text("one two", "3")
    const expected: Document.Document | undefined = Effect.runSync(DocumentNode.get(draft, written))
    assert.deepStrictEqual<unknown>(conflict?.changed, expected)
    assert.isTrue(isPrimary)
  })

  it("returns the primary content itself if only timestamps would differ", () => {
    for (const [primary, changed] of [
      [
        rename("A"),
        (self) =>
          self
            .update({ x: { title: "A" } })
            .move("p", null, 0)
            .move("p", null, 1)
      ],
      [rename("A"), rename("B")],
      [(self) => self.remove("x"), (self) => self.remove("x")]
    ] satisfies ReadonlyArray<readonly [Step, Step]>) {
      assert.isTrue(meeting(primary, changed).isPrimary)
    }
  })

  it(
    "gives a sound tree in which both sides' changes stand or are conflicts, and deletes nothing for a conflict",
    () =>
      Rounds.holds(
        FastCheck.property(Laws.forksOf(2), ({ before, forks }) => {
          for (const fork of forks) {
            const world = Effect.runSync(Laws.worldOf(before, fork))
            const { base, changed, draft, primary } = world
            const roots = { base: base.root, primary: primary.root, changed: changed.root }
            const { conflicts, root } = Effect.runSync(DefaultMerge.merge(draft, roots))
            const { tree } = Effect.runSync(Laws.grown(draft, root))
            assert.deepStrictEqual(Laws.unsound(tree), [])
            assert.deepStrictEqual(Laws.losses(world, tree, new Set(conflicts.map(({ key }) => key))), [])
            for (const { key, kind, page } of conflicts) {
              if (kind === "existence" && page !== undefined) assert.isTrue(tree.pages.has(page), key)
            }
          }
        }),
        Rounds.rounds(20, 4_000, 200)
      ),
    Rounds.patience
  )
})
