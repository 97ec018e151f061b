import { assert, describe, it } from "@effect/vitest"
import { MergeAccounts, ThreeWay } from "@quire/core/internal"
import { Effect } from "effect"
import { page, type Workshop, workshop } from "../../content/merge/workshop.ts"
import { fixture } from "../../content/tree/support.ts"

/** The account of two sides of one base, with conflicts decided for primary in as many rounds as needed. */
const accountOf = Effect.fnUntraced(function* (
  start: (shop: Workshop) => Workshop,
  primary: (shop: Workshop) => Workshop,
  changed: (shop: Workshop) => Workshop,
  limit = 100
) {
  const draft = fixture().draft()
  const base = start(workshop(draft))
  const roots = { base: base.root, primary: primary(base).root, changed: changed(base).root }
  const first = yield* ThreeWay.merge(draft, roots)
  const conflicts = new Set(first._tag === "Conflicts" ? first.conflicts.map(({ key }) => key) : [])
  const choices = new Map(Array.from(conflicts, (key) => [key, "primary" as const]))
  const merged = yield* ThreeWay.merge(draft, { ...roots, choices })
  if (merged._tag === "Conflicts") return assert.fail(merged.conflicts.map(({ key }) => key).join())
  const { entries, more } = yield* MergeAccounts.build(draft, {
    roots: { ...roots, result: merged.root },
    conflicts,
    limit
  })
  return [...entries.map(({ side, key, fate, page: of }) => `${side} ${key} ${fate}: ${of?.path}`), more]
})

const pages = (shop: Workshop) => shop.insert(null, [page("a"), page("b")]).write("a", "one", "two", "three")

describe("the merge account for users", () => {
  it.effect("reports whether a text that both sides changed had a conflict", () =>
    Effect.gen(function* () {
      const merged = yield* accountOf(
        pages,
        (shop) => shop.write("a", "ONE", "two", "three"),
        (shop) => shop.write("a", "one", "two", "THREE")
      )
      assert.deepStrictEqual(merged, ["primary page/a/document merged: a", "changed page/a/document merged: a", 0])
      const decided = yield* accountOf(
        pages,
        (shop) => shop.write("a", "ONE", "TWO", "three"),
        (shop) => shop.write("a", "One", "two", "THREE")
      )
      assert.deepStrictEqual(decided, ["primary page/a/document decided: a", "changed page/a/document decided: a", 0])
    })
  )

  it.effect("reports missing content although there was no conflict", () =>
    Effect.gen(function* () {
      const draft = fixture().draft()
      const base = pages(workshop(draft))
      const roots = { base: base.root, primary: base.root, changed: base.update({ a: { title: "New" } }).root }
      const of = (result: string) =>
        MergeAccounts.build(draft, { roots: { ...roots, result }, conflicts: new Set(), limit: 9 })
      const fates = ({ entries }: Effect.Success<ReturnType<typeof of>>) =>
        entries.flatMap(({ fate, key }) => (key === "page/a/title" ? [fate] : []))
      assert.deepStrictEqual(fates(yield* of(roots.changed)), ["stands"])
      assert.deepStrictEqual(fates(yield* of(roots.base)), ["lost"])
    })
  )

  it.effect("reports a new page as one item, and missing parts separately", () =>
    Effect.gen(function* () {
      const both = yield* accountOf(
        pages,
        (shop) => shop.insert("a", [page("p", { slug: "same" })]).file("f", "logo.png"),
        (shop) => shop.insert("b", [page("q", { slug: "same" })]).insert("a", [page("r", { slug: "same" })])
      )
      assert.deepStrictEqual(both, [
        "primary file/f stands: undefined",
        "primary order/a stands: a",
        "changed order/a stands: a",
        "changed order/b stands: b",
        "primary page/p stands: a/same",
        "changed page/q stands: b/same",
        "changed page/r stands: a/same-2",
        "changed page/r/slug yielded: a/same-2",
        0
      ])
    })
  )

  it.effect("names a page that the result lacks as the side had it, or the base", () =>
    Effect.gen(function* () {
      const gone = yield* accountOf(
        pages,
        (shop) => shop.remove("a"),
        (shop) => shop.update({ a: { title: "A new" } }),
        3
      )
      assert.deepStrictEqual(gone, [
        "changed moved//a stands: a-new",
        "primary order/ stands: undefined",
        "primary page/a stands: a",
        1
      ])
    })
  )
})
