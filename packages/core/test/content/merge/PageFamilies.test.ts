import { assert, describe, it } from "@effect/vitest"
import { ThreeWay } from "@quire/core/internal"
import { Effect } from "effect"
import { fixture, sampleRows } from "../tree/support.ts"
import * as Oracle from "./familyOracle.ts"
import * as Laws from "./treeLaws.ts"
import { page, type Workshop, workshop } from "./workshop.ts"

type Edit = (self: Workshop) => Workshop

const draft = fixture().draft()

/**
 *     p        the parent, with x, its child z, and its neighbours y (a slug by hand) and w; x stood at "former"
 *     q        another family
 *     t        an empty page
 */
const begin = workshop(draft)
  .insert(null, [
    page("p", { pages: [page("x", { slug: "former", pages: [page("z")] }), page("y", { slug: "own" }), page("w")] }),
    page("q", { pages: [page("v")] }),
    page("t")
  ])
  .update({ x: { slug: null } })

const written = ["p", "x", "z", "y"].reduce((self, id) => self.write(id, "one", "two"), begin)

/** Edits of the page `id`; inserted pages are named after `of`, so that two sides insert different pages. */
const edits = (id: string, of: string): { readonly [name: string]: Edit } => {
  const parent = written.page(id)?.parent ?? null
  const slugOf = (other: string) => {
    const found = written.page(other)
    return found?.type === "document" ? found.slug : ""
  }
  const swap = id === "y" ? "x" : "y"
  return {
    "insert below": (self) => self.insert(id, [page(`${of}-new`, { title: "New", pages: [page(`${of}-newer`)] })]),
    "insert next to it, with the same title": (self) => self.insert(parent, [page(`${of}-same`, { title: "Same" })], 0),
    "insert next to it, with its slug": (self) => self.insert(parent, [page(`${of}-twin`, { slug: slugOf(id) })]),
    delete: (self) => self.remove(id),
    "delete, and take its slug": (self) => self.remove(id).insert(parent, [page(`${of}-heir`, { slug: slugOf(id) })]),
    "move to q": (self) => self.move(id, "q"),
    "move to the top": (self) => self.move(id, null, 0),
    "move below a neighbour": (self) => self.move(id, id === "p" ? "t" : "w"),
    "move below the other neighbour": (self) => self.move(id, id === "p" ? "q" : swap),
    "move second": (self) => self.move(id, parent, 1),
    "move away and back": (self) => self.move(id, "t").move(id, parent),
    "move first": (self) => self.move(id, parent, 0),
    "move last": (self) => self.move(id, parent),
    rename: (self) => self.update({ [id]: { title: "Same" } }),
    "rename otherwise": (self) => self.update({ [id]: { title: `Title of ${of}` } }),
    "rename, and take its path": (self) =>
      self.update({ [id]: { title: "Away" } }).insert(parent, [page(`${of}-next`, { slug: slugOf(id) })]),
    "slug by hand": (self) => self.update({ [id]: { slug: "same" } }),
    "another slug by hand": (self) => self.update({ [id]: { slug: `slug-of-${of}` } }),
    "slug of the title": (self) => self.update({ [id]: { slug: null } }),
    "slug that was its own": (self) => self.update({ [id]: { slug: "former" } }),
    "slug away and back": (self) => self.update({ [id]: { slug: "away" } }).update({ [id]: { slug: slugOf(id) } }),
    "swap of slugs": (self) =>
      self.update({ [id]: { slug: "between" } }).update({ [swap]: { slug: slugOf(id) }, [id]: { slug: slugOf(swap) } }),
    "a field": (self) => self.update({ [id]: { emoji: "🚀" } }),
    "a field otherwise": (self) =>
      self.update({ [id]: { emoji: of === "a" ? "🌍" : "🌒", layout: { width: "wide" } } }),
    "a line": (self) => self.write(id, "eins", "two"),
    "a line otherwise": (self) => self.write(id, `1 of ${of}`, "two"),
    "another line": (self) => self.write(id, "one", "zwei")
  }
}

const lines = new Map(
  [
    ["one", "two"],
    ["eins", "two"],
    ["1 of a", "two"],
    ["1 of b", "two"],
    ["one", "zwei"]
  ]
    .concat(["eins", "1 of a", "1 of b"].map((line) => [line, "zwei"]))
    .map((all) => [written.text(...all), all] as const)
)

const addFamily = (self: Workshop) => Effect.runSync(Laws.grown(draft, self.root))

const sidesOf = (targets: ReadonlyArray<string>, of: string) =>
  targets.flatMap((id) =>
    Object.entries(edits(id, of)).map(([name, edit]) => ({
      name: `${name} (${id})`,
      grown: addFamily(edit(written).value(`mark-${of}`, true))
    }))
  )

const base = addFamily(written)
const [ofX, ofFamily] = [sidesOf(["x"], "a"), sidesOf(["x", "p", "z", "y"], "b")]

type Side = "primary" | "changed"

/** Merges with choices taken from the bits of a number; also returns the keys reported first. */
const mergeByBits = (world: Laws.World, bits: number) => {
  const choices = new Map<string, Side>()
  let first: ReadonlyArray<string> | undefined
  for (let round = 0; round < 12; round++) {
    const roots = { base: world.base.root, primary: world.primary.root, changed: world.changed.root }
    const merged = Effect.runSync(ThreeWay.merge(draft, { ...roots, choices }))
    first ??= merged._tag === "Clean" ? [] : merged.conflicts.map(({ key }) => key)
    if (merged._tag === "Clean") return { first, choices, result: Effect.runSync(Laws.grown(draft, merged.root)) }
    for (const { key } of merged.conflicts) {
      choices.set(key, choices.has(key) || ((bits >> choices.size) & 1) === 0 ? "primary" : "changed")
    }
  }
  return { first: first ?? [], choices, result: undefined }
}

const findFaults = (world: Laws.World): ReadonlyArray<string> => {
  const family = { base: world.base.tree, primary: world.primary.tree, changed: world.changed.tree, lines }
  const demanded = Oracle.conflictsOf(family)
  const faults: Array<string> = []
  let count = 1
  for (let bits = 0; bits < count; bits++) {
    const { first, choices, result } = mergeByBits(world, bits)
    count = Math.min(2 ** choices.size, 8)
    if (first.join() !== demanded.join()) return [`conflicts ${first}, not ${demanded}`]
    if (result === undefined) return ["choosing does not end"]
    const found = [
      ...Laws.unsound(result.tree),
      ...Oracle.faultsOf(family, choices, result.tree),
      ...Laws.misled(world, result.tree),
      ...Laws.losses(world, result.tree, new Set(choices.keys()))
    ]
    faults.push(...found.map((fault) => `${fault} after ${JSON.stringify([...choices])}`))
  }
  return faults
}

describe("edits of two sides to one family of pages", () => {
  for (const [at, one] of ofX.entries()) {
    it(`merges by the table: ${one.name}, against ${ofFamily.length} edits on either side`, () => {
      const faults = sampleRows(ofFamily, 11, at).flatMap((two) => {
        const sides = { primary: one.grown, changed: two.grown }
        const found = findFaults({ draft, base, ...sides })
        const swapped = findFaults({ draft, base, primary: sides.changed, changed: sides.primary })
        return [...found, ...swapped.map((fault) => `the other way: ${fault}`)].map((fault) => `${two.name}: ${fault}`)
      })
      assert.deepStrictEqual(faults, [])
    })
  }
})
