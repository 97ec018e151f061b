import { assert, describe, it } from "@effect/vitest"
import { MergeAccounting, type WholeTree } from "@quire/core/internal"
import { Effect } from "effect"
import { fixture } from "../tree/support.ts"
import * as Laws from "./treeLaws.ts"
import { page, workshop } from "./workshop.ts"

type Workshop = ReturnType<typeof workshop>
type Edit = (begun: Workshop) => Workshop

const nothing: Edit = (begun) => begun

const begin = () => {
  const draft = fixture().draft()
  const begun = workshop(draft)
    .insert(null, [page("a"), page("b")])
    .value("x", 1)
    .reusable("r", "Notice")
  return { draft, begun }
}

/** The account of one side's edit where the result comes from another edit of the base. */
const fates = (edit: Edit, made: Edit, conflicts: ReadonlyArray<string> = [], others: Edit = nothing) => {
  const { begun, draft } = begin()
  const treeOf = (each: Edit): WholeTree.WholeTree => Effect.runSync(Laws.grown(draft, each(begun).root)).tree
  const [base, primary, changed, result] = [nothing, edit, others, made].map(treeOf)
  if (base === undefined || primary === undefined || changed === undefined || result === undefined) return assert.fail()
  return MergeAccounting.account({ base, primary, changed, result, conflicts: new Set(conflicts) })
    .filter(({ side }) => side === "primary")
    .map(({ fate, key }) => `${key} ${fate}`)
}

const typeChanged: Edit = (begun) => begun.update({ a: { title: "A" } }).move("a", "b")

describe("the accounting of one side", () => {
  it("compares different values with the result", () => {
    const edit: Edit = (begun) => begun.value("y", 2)
    assert.deepStrictEqual(fates(edit, edit), ["value/y stands"])
    assert.deepStrictEqual(fates(edit, nothing), ["value/y lost"])
    assert.deepStrictEqual(fates(edit, nothing, ["value/y"]), ["value/y decided"])
  })

  it("covers reusable content by a conflict about its document", () => {
    const edit: Edit = (begun) => begun.reusable("r", "Other")
    assert.deepStrictEqual(fates(edit, edit), ["reusable-content/r/title stands"])
    assert.deepStrictEqual(fates(edit, nothing), ["reusable-content/r/title lost"])
    assert.deepStrictEqual(fates(edit, nothing, ["reusable-content/r/document"]), ["reusable-content/r/title decided"])
    assert.deepStrictEqual(fates(edit, edit, ["reusable-content/r/document"]), ["reusable-content/r/title stands"])
  })

  it("covers everything in a page except its position by a conflict about its document or type", () => {
    const lost = ["page/a/title lost", "page/a/parent lost"]
    assert.includeMembers(fates(typeChanged, nothing), lost)
    for (const key of ["page/a/document", "page/a/type"]) {
      assert.includeMembers(fates(typeChanged, nothing, [key]), ["page/a/title decided", "page/a/parent lost"])
    }
    assert.includeMembers(fates(typeChanged, typeChanged), ["page/a/title stands", "page/a/parent stands"])
  })

  it("reports a former path as kept when a page leads there, and as lost when none does", () => {
    const away: Edit = (begun) =>
      begun
        .move("a", "b")
        .move("a", null)
        .update({ a: { slug: "now" } })
    const others: Edit = (begun) => begun.insert(null, [page("c", { slug: "c" })])
    const lead = (fate: string) => (entry: string) => entry.startsWith("moved/") && entry.endsWith(fate)
    assert.isTrue(fates(away, away).some(lead("stands")))
    assert.isTrue(fates(away, nothing).some(lead("lost")))
    assert.isFalse(fates(away, away, [], others).some(lead("lost")))
  })

  it("treats a former path like its page when the page returned there and was deleted", () => {
    const away: Edit = (begun) => begun.move("a", "b").update({ a: { title: "A" } })
    const { begun, draft } = begin()
    const base = away(begun)
    const treeOf = ({ root }: Workshop) => Effect.runSync(Laws.grown(draft, root)).tree
    const [before, primary] = [treeOf(base), treeOf(base.move("a", null).remove("a"))]
    const fatesOf = (conflicts: ReadonlyArray<string>) =>
      MergeAccounting.account({ base: before, primary, changed: before, result: before, conflicts: new Set(conflicts) })
        .filter(({ key }) => key.startsWith("moved/") || key === "page/a")
        .map(({ fate, key }) => `${key} ${fate}`)
    assert.deepStrictEqual(fatesOf(["page/a"]), ["page/a decided", "moved//a decided", "moved/b/a stands"])
    assert.deepStrictEqual(fatesOf([]), ["page/a lost", "moved//a lost", "moved/b/a stands"])
  })
})
