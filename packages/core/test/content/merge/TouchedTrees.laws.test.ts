import { assert, describe, it } from "@effect/vitest"
import { Root } from "@quire/core"
import { MergeAccounting, ThreeWay } from "@quire/core/internal"
import { Rounds } from "@quire/testing"
import { Effect } from "effect"
import * as FastCheck from "fast-check"
import { fixture } from "../tree/support.ts"
import * as Laws from "./treeLaws.ts"
import { page, workshop } from "./workshop.ts"

/** The accounts of whole and of touched trees, for one result. */
const accounts = Effect.fnUntraced(function* (
  { draft, base, primary, changed }: Laws.World,
  result: Laws.World["base"],
  conflicts: ReadonlySet<string>
) {
  const roots = { base: base.root, primary: primary.root, changed: changed.root, result: result.root }
  return {
    whole: MergeAccounting.account({
      base: base.tree,
      primary: primary.tree,
      changed: changed.tree,
      result: result.tree,
      conflicts
    }),
    touched: MergeAccounting.account({ ...(yield* MergeAccounting.readTouchedTrees(draft, roots)), conflicts })
  }
})

describe("the accounting of touched trees", () => {
  it(
    "equals that of whole trees, also for a different result",
    async () => {
      const fates = new Set<MergeAccounting.Fate>()
      const agree = (world: Laws.World, fork: Laws.Fork) =>
        Effect.gen(function* () {
          const decided = yield* Laws.decidedOf(world, fork)
          const { base, primary, changed } = world
          const conflicts = decided?.conflicts ?? new Set<string>()
          for (const result of [decided ?? base, base, primary, changed]) {
            for (const keys of [conflicts, new Set(Array.from(conflicts).slice(1))]) {
              const { touched, whole } = yield* accounts(world, result, keys)
              assert.deepStrictEqual(touched, whole)
              for (const { fate } of whole) fates.add(fate)
            }
          }
        })
      await Rounds.holds(
        FastCheck.property(Laws.forksOf(2), ({ before, forks }) => {
          for (const fork of forks) {
            Effect.runSync(Effect.flatMap(Laws.worldOf(before, fork), (world) => agree(world, fork)))
          }
        }),
        Rounds.rounds(25, 4_000, 150)
      )
      const expected = Rounds.meetsEveryCase() ? (["decided", "lost", "merged", "stands"] as const) : ["stands"]
      assert.includeMembers([...fates], [...expected])
    },
    Rounds.patience
  )

  it.effect("recognizes a page that was removed and restored and left a former path", () =>
    Effect.gen(function* () {
      const draft = fixture().draft()
      const base = workshop(draft).insert(null, [page("a"), page("b")])
      const roots = [base.root, base.move("b", "a").move("b", null).root, base.value("x", 1).root]
      const [before, primary, changed] = yield* Effect.forEach(roots, (root) => Laws.grown(draft, root))
      if (before === undefined || primary === undefined || changed === undefined) return assert.fail()
      const { touched, whole } = yield* accounts({ draft, base: before, primary, changed }, before, new Set())
      assert.deepStrictEqual(touched, whole)
      assert.deepInclude(touched, { side: "primary", key: "moved/a/b", fate: "lost" })
    })
  )

  it.effect("recognizes a page given up with its parent, and a slug that another page has", () =>
    Effect.gen(function* () {
      const draft = fixture().draft()
      const base = workshop(draft)
        .insert(null, [page("a"), page("z")])
        .insert("a", [page("b")])
        .insert("b", [page("c")])
      const primary = base.remove("b").insert(null, [page("p", { slug: "same" })])
      const changed = base.update({ b: { title: "B" }, c: { title: "C" } }).insert(null, [page("q", { slug: "same" })])
      const roots = { base: base.root, primary: primary.root, changed: changed.root }
      const choices = new Map([["page/b", "primary" as const]])
      const merged = yield* ThreeWay.merge(draft, { ...roots, choices })
      const result = yield* Laws.grown(draft, merged._tag === "Clean" ? merged.root : Root.empty)
      const world = {
        draft,
        base: yield* Laws.grown(draft, roots.base),
        primary: yield* Laws.grown(draft, roots.primary),
        changed: yield* Laws.grown(draft, roots.changed)
      }
      const { touched, whole } = yield* accounts(world, result, new Set(choices.keys()))
      assert.deepStrictEqual(touched, whole)
      const fateOf = (key: string) => touched.find((entry) => entry.side === "changed" && entry.key === key)?.fate
      assert.deepStrictEqual(["page/b", "page/c", "page/q/slug"].map(fateOf), ["decided", "deleted", "yielded"])
    })
  )
})

/** What reading the touched trees of one merge costs in a space of so many chapters of ten pages. */
const costIn = Effect.fnUntraced(function* (chapters: number) {
  const { counted, draft, reader, store } = fixture()
  const work = draft()
  const names = Array.from({ length: chapters }, (_, at) => `c${at}`)
  const below = (name: string) => Array.from({ length: 10 }, (_, at) => page(`${name}-${at}`))
  const top = workshop(work).insert(
    null,
    names.map((name) => page(name))
  )
  const base = names.reduce((shop, name) => shop.insert(name, below(name)), top)
  const primary = base.update({ "c50-1": { title: "One" } }).move("c50-2", "c51", 0)
  const changed = base.update({ "c50-1": { title: "Two", emoji: "🚀" } }).remove("c50-3")
  const roots = { base: base.root, primary: primary.root, changed: changed.root }
  const choices = new Map([
    ["page/c50-1/title", "changed" as const],
    ["page/c50-1/slug", "changed" as const]
  ])
  const merged = yield* ThreeWay.merge(work, { ...roots, choices })
  if (merged._tag === "Conflicts") return assert.fail(merged.conflicts.map(({ key }) => key).join())
  for (const root of [...Object.values(roots), merged.root]) store(work, root)
  const conflicts = new Set(choices.keys())
  const { read, rounds, value } = yield* counted(
    MergeAccounting.readTouchedTrees(reader, { ...roots, result: merged.root })
  )
  const pages = yield* Effect.flatMap(Root.open(reader, base.root), Root.pageCount)
  const entries = MergeAccounting.account({ ...value, conflicts }).map(
    ({ side, key, fate }) => `${side} ${key} ${fate}`
  )
  return { pages, read, rounds, entries, held: value.base.pages.size }
})

describe("the cost of touched trees", () => {
  it.effect("grows with the changes of the sides, not with the space", () =>
    Effect.gen(function* () {
      const [small, large] = [yield* costIn(100), yield* costIn(1_000)]
      assert.deepStrictEqual([small.pages, large.pages], [1_100, 11_000])
      assert.deepStrictEqual(small.entries, [
        "primary page/c50-1/title decided",
        "primary page/c50-2/parent stands",
        "primary moved/c50/c50-1 stands",
        "primary moved/c50/c50-2 stands",
        "primary order/c50 stands",
        "primary order/c51 stands",
        "changed page/c50-1/title stands",
        "changed page/c50-1/emoji stands",
        "changed page/c50-3 stands",
        "changed moved/c50/c50-1 stands",
        "changed order/c50 stands"
      ])
      assert.deepStrictEqual(large.entries, small.entries)
      assert.strictEqual(large.held, small.held)
      assert.isAtMost(large.read, small.read + 90)
      assert.isAtMost(large.rounds, small.rounds + 40)
    })
  )
})
