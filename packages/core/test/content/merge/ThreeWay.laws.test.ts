import { assert, describe, it } from "@effect/vitest"
import { Page, Slug } from "@quire/core/internal"
import { Rounds } from "@quire/testing"
import { Effect } from "effect"
import * as FastCheck from "fast-check"
import * as Laws from "./treeLaws.ts"

describe("merging whole trees (rule merge-nothing-lost)", () => {
  it(
    "satisfies every law",
    async () => {
      const met = { clean: 0, conflicting: 0 }
      const rounds = Rounds.rounds(20, 8_000, 300)
      await Rounds.holds(
        FastCheck.property(Laws.forksOf(4), (forks) =>
          assert.deepStrictEqual(Effect.runSync(Laws.violations(forks, met)), [])
        ),
        rounds
      )
      const least = Rounds.meetsEveryCase() ? rounds / 10 : -1
      assert.isAbove(Math.min(met.clean, met.conflicting), least, JSON.stringify(met))
    },
    Rounds.patience
  )
})

/** Forks that merge without conflicts, with their results. */
const meetings = Effect.runSync(
  Effect.forEach(FastCheck.sample(Laws.forksOf(4), { numRuns: 60, seed: 7 }), ({ before, forks }) =>
    Effect.forEach(forks, (fork) =>
      Effect.gen(function* () {
        const world = yield* Laws.worldOf(before, fork)
        const result = yield* Laws.resultOf(world)
        return result === undefined ? [] : [{ world, tree: result.tree }]
      })
    )
  )
).flat(2)

type Tree = Laws.World["base"]["tree"]

/** Removes a side's change from a result; returns the account key that must report it. */
type Theft = (world: Laws.World, result: Tree) => ReadonlyArray<readonly [key: string, tree: Tree]>

const omitKey = <A>(map: ReadonlyMap<string, A>, key: string) => new Map([...map].filter(([own]) => own !== key))

const changedKeys = (world: Laws.World, map: keyof Tree): ReadonlyArray<string> =>
  [world.primary, world.changed].flatMap(({ tree }) => Laws.differing(world.base.tree[map], tree[map]))

/** Whether a side changed more of a page than its timestamps. */
const isEdited = ({ base, primary, changed }: Laws.World, id: string): boolean =>
  [primary, changed].some(({ tree }) => {
    const [before, after] = [base.tree.pages.get(id), tree.pages.get(id)]
    return after !== undefined && (before === undefined || Page.changedFields(before, after).length > 0)
  })

/** Restores the state of the base. */
const restoreKey = <A>(result: ReadonlyMap<string, A>, base: ReadonlyMap<string, A>, key: string) => {
  const [now, before] = [result.get(key), base.get(key)]
  if (now === before) return undefined
  return before === undefined ? omitKey(result, key) : new Map([...result, [key, before]])
}

const restoreIn =
  (map: "files" | "reusable" | "values", prefix: string): Theft =>
  (world, result) =>
    changedKeys(world, map).flatMap((key) => {
      const stolen = restoreKey<unknown>(result[map], world.base.tree[map], key)
      return stolen === undefined ? [] : [[`${prefix}/${key}`, { ...result, [map]: stolen }] as const]
    })

const thefts: { readonly [name: string]: Theft } = {
  "a new or changed page": (world, result) =>
    changedKeys(world, "pages").flatMap((id) =>
      result.pages.has(id) && isEdited(world, id)
        ? [[`page/${id}`, { ...result, pages: omitKey(result.pages, id) }] as const]
        : []
    ),
  "the deletion of a page": (world, result) =>
    changedKeys(world, "pages").flatMap((id) => {
      const before = world.base.tree.pages.get(id)
      if (before === undefined || result.pages.has(id)) return []
      return [[`page/${id}`, { ...result, pages: new Map([...result.pages, [id, before]]) }] as const]
    }),
  "a title": (world, result) =>
    changedKeys(world, "pages").flatMap((id) => {
      const [before, now] = [world.base.tree.pages.get(id), result.pages.get(id)]
      if (before === undefined || now === undefined || before.title === now.title) return []
      const pages = new Map([...result.pages, [id, { ...now, title: before.title }]])
      return [[`page/${id}/title`, { ...result, pages }] as const]
    }),
  "a parent": (world, result) =>
    changedKeys(world, "pages").flatMap((id) => {
      const [before, now] = [world.base.tree.pages.get(id), result.pages.get(id)]
      if (before === undefined || now === undefined || before.parent === now.parent) return []
      const pages = new Map([...result.pages, [id, { ...now, parent: before.parent }]])
      return [[`page/${id}/parent`, { ...result, pages }] as const]
    }),
  "a field of the layout": (world, result) =>
    changedKeys(world, "pages").flatMap((id) => {
      const [before, now] = [world.base.tree.pages.get(id), result.pages.get(id)]
      if (before?.type !== "document" || now?.type !== "document" || before.layout.width === now.layout.width) return []
      const pages = new Map([...result.pages, [id, { ...now, layout: before.layout }]])
      return [[`page/${id}/layout.width`, { ...result, pages }] as const]
    }),
  "a slug given by hand": (world, result) =>
    changedKeys(world, "pages").flatMap((id) => {
      const now = result.pages.get(id)
      if (now?.type !== "document" || !now.slugByHand || world.base.tree.pages.has(id)) return []
      const pages = new Map([...result.pages, [id, { ...now, slug: Slug.make(now.title), slugByHand: false }]])
      return [[`page/${id}/slug`, { ...result, pages }] as const]
    }),
  "a document that one side wrote": (world, result) =>
    changedKeys(world, "pages").flatMap((id) => {
      const of = (tree: Tree) => {
        const page = tree.pages.get(id)
        return page?.type === "document" ? page.document : undefined
      }
      const [before, own, others] = [world.base.tree, world.primary.tree, world.changed.tree].map(of)
      const now = result.pages.get(id)
      if (now?.type !== "document" || before === now.document || (own !== before && others !== before)) return []
      const { document: _, ...bare } = now
      const pages = new Map([...result.pages, [id, before === undefined ? bare : { ...now, document: before }]])
      return [[`page/${id}/document`, { ...result, pages }] as const]
    }),
  "a file": restoreIn("files", "file"),
  "a reusable content": restoreIn("reusable", "reusable-content"),
  "a value": restoreIn("values", "value"),
  "a former path": (world, result) =>
    changedKeys(world, "moved").flatMap((key) => {
      const id = result.moved.get(key)
      if (id === world.base.tree.moved.get(key) || typeof id !== "string" || !result.pages.has(id)) return []
      if (result.slugs.get(key) === id) return []
      return [[`moved/${key}`, { ...result, moved: omitKey(result.moved, key) }] as const]
    }),
  "an order": (world, result) =>
    changedKeys(world, "children").flatMap((parent) => {
      const before = world.base.tree.children.get(parent) ?? []
      const ids = result.children.get(parent) ?? []
      const isShared = [world.primary.tree, world.changed.tree].every((tree) =>
        before.every((id) => tree.children.get(parent)?.includes(id))
      )
      const moved = before.find((id, at) => {
        const next = before[at + 1]
        return next !== undefined && ids.indexOf(next) < ids.indexOf(id)
      })
      if (!isShared || moved === undefined || ids.length !== before.length) return []
      return [[`order/${parent}`, { ...result, children: new Map([...result.children, [parent, before]]) }] as const]
    })
}

describe("the accounting of a tree merge", () => {
  for (const [name, theft] of Object.entries(thefts)) {
    it(`reports a missing item: ${name}`, () => {
      let count = 0
      for (const { world, tree } of meetings) {
        for (const [key, stolen] of theft(world, tree)) {
          count++
          const reported = Laws.losses(world, stolen, new Set())
          const isReported = reported.some((loss) => loss.endsWith(`: ${key}`) || loss.includes(`: ${key}/`))
          assert.isTrue(isReported, `${key} of ${reported}`)
        }
      }
      assert.isAbove(count, 0)
    })
  }

  it("reports no loss where nothing is missing", () => {
    for (const { world, tree } of meetings) assert.deepStrictEqual(Laws.losses(world, tree, new Set()), [])
  })
})

describe("the law of soundness", () => {
  const sample = meetings.find(({ tree }) => tree.moved.size > 0)
  if (sample === undefined) throw new Error("no fork has a former path")
  const { tree } = sample
  const [id = "", page] = [...tree.pages].find(([, each]) => each.parent !== null) ?? []
  const [slug = "", holder = ""] = [...tree.slugs][0] ?? []
  const damages: { readonly [name: string]: Partial<Tree> } = {
    "a page missing from all lists": { children: omitKey(tree.children, page?.parent ?? "") },
    "an unknown page in a list": { pages: omitKey(tree.pages, id) },
    "an empty list": { children: new Map([...tree.children, ["nobody", []]]) },
    "a page below itself": page === undefined ? {} : { pages: new Map([...tree.pages, [id, { ...page, parent: id }]]) },
    "a page without its slug": { slugs: omitKey(tree.slugs, slug) },
    "a slug without a page": { slugs: new Map([...tree.slugs, ["/nobody", "nobody"]]) },
    "a former path that leads to itself": { moved: new Map([...tree.moved, [slug, holder]]) }
  }
  it("finds no violation in a result", () => assert.deepStrictEqual(Laws.unsound(tree), []))
  for (const [name, damage] of Object.entries(damages)) {
    it(`finds ${name}`, () => assert.isNotEmpty(Laws.unsound({ ...tree, ...damage })))
  }
})

describe("the check of the other laws", () => {
  it("finds a former path of primary that leads nowhere", () => {
    const found = meetings.flatMap(({ world, tree }) =>
      [...tree.moved.keys()].filter(
        (key) => Laws.misled(world, { ...tree, moved: omitKey(tree.moved, key) }).length > 0
      )
    )
    assert.isNotEmpty(found)
  })

  it("finds a different result when two requests are merged in the other order", () => {
    for (const { world, tree } of meetings.slice(0, 20)) {
      assert.deepStrictEqual(Laws.orderOfRequests(world, tree, tree), [])
      for (const [id, page] of tree.pages) {
        const pages = new Map([...tree.pages, [id, { ...page, title: "another" }]])
        assert.deepStrictEqual(Laws.orderOfRequests(world, tree, { ...tree, pages }), [`page/${id}/title`])
      }
      for (const [parent, ids] of tree.children) {
        const isKnown = [world.primary.tree, world.changed.tree].some((side) =>
          ids.slice(0, 2).every((id) => side.children.get(parent)?.includes(id))
        )
        const [first, second] = ids
        if (first === undefined || second === undefined || !isKnown) continue
        const children = new Map([...tree.children, [parent, [second, first, ...ids.slice(2)]]])
        const reported = [`order/${parent} of ${first},${second}`]
        assert.deepStrictEqual(Laws.orderOfRequests(world, tree, { ...tree, children }), reported)
      }
    }
  })

  it("finds the differences between two trees", () => {
    for (const { tree } of meetings.slice(0, 20)) {
      assert.deepStrictEqual(Laws.unlike(tree, tree), [])
      for (const key of tree.slugs.keys()) {
        assert.deepStrictEqual(Laws.unlike(tree, { ...tree, slugs: omitKey(tree.slugs, key) }), [`slugs: ${key}`])
      }
    }
  })
})
