import type { Conflict, ContentDraft } from "@quire/core"
import { CanonicalJson, Root } from "@quire/core"
import type { WholeTree as Trees } from "@quire/core/internal"
import { IdList, MergeAccounting, Page, RadixMap, Slug, ThreeWay, WholeTree } from "@quire/core/internal"
import { ContentEdits } from "@quire/testing"
import { Effect } from "effect"
import * as FastCheck from "fast-check"
import { fixture } from "../tree/support.ts"

type Tree = Trees.WholeTree
type Edits = ReadonlyArray<ContentEdits.Edit>
type Side = "primary" | "changed"

/** The edits of two sides to one base; `later` continues from primary, `toss` decides the conflicts, one bit each. */
export interface Fork {
  readonly primary: Edits
  readonly changed: Edits
  readonly later: Edits
  readonly toss: number
}

/** Forks of one base. */
export interface Forks {
  readonly before: Edits
  readonly forks: ReadonlyArray<Fork>
}

const edits = (maxLength: number) => FastCheck.array(ContentEdits.edit, { maxLength, size: "max" })

export const fork: FastCheck.Arbitrary<Fork> = FastCheck.record({
  primary: edits(8),
  changed: edits(8),
  later: edits(3),
  toss: FastCheck.nat()
})

export const forksOf = (count: number): FastCheck.Arbitrary<Forks> =>
  FastCheck.record({
    before: ContentEdits.beginning,
    forks: FastCheck.array(fork, { minLength: 1, maxLength: count, size: "max" })
  })

/** A root with its tree. */
interface Grown {
  readonly root: string
  readonly tree: Tree
}

export interface World {
  readonly draft: ContentDraft.ContentDraft
  readonly base: Grown
  readonly primary: Grown
  readonly changed: Grown
}

/** Descriptions of faults; empty if a law holds. */
type Faults = ReadonlyArray<string>

const counter = (prefix: string) => {
  let count = 0
  return () => `${prefix}${++count}`
}

const seen = new WeakMap<ContentDraft.ContentDraft, Map<string, Grown>>()

/** Reads each root of a draft once. */
export const grown = (draft: ContentDraft.ContentDraft, root: string): Effect.Effect<Grown> =>
  Effect.suspend(() => {
    const known = seen.get(draft) ?? new Map<string, Grown>()
    seen.set(draft, known)
    const found = known.get(root)
    if (found !== undefined) return Effect.succeed(found)
    return Effect.map(WholeTree.read(draft, root), (tree) => {
      known.set(root, { root, tree })
      return { root, tree }
    })
  })

export const marked = (draft: ContentDraft.ContentDraft, { root }: { readonly root: string }, name: string) =>
  Root.setValues(draft, root, new Map([[name, true]]))

const { draft: emptyDraft } = fixture()

const begun = Effect.fnUntraced(function* (before: Edits) {
  const draft = emptyDraft()
  const hand = { draft, nextId: counter("b"), now: 1_000 }
  const root = yield* Effect.orDie(ContentEdits.takeAll(hand, Root.empty, before))
  return { draft, base: yield* grown(draft, root) }
})

type Beginning = Effect.Success<ReturnType<typeof begun>>

/** Three trees; each side has a marker value, so that no two are equal. */
const lived = Effect.fnUntraced(function* ({ draft, base }: Beginning, { primary, changed }: Fork) {
  const side = Effect.fnUntraced(function* (name: string, now: number, own: Edits) {
    const root = yield* Effect.orDie(ContentEdits.takeAll({ draft, nextId: counter(name), now }, base.root, own))
    return yield* grown(draft, yield* marked(draft, { root }, `mark-${name}`))
  })
  return {
    draft,
    base,
    primary: yield* side("p", 2_000, primary),
    changed: yield* side("c", 3_000, changed)
  } satisfies World
})

const keyOf = (page: Page.Page | undefined): string | undefined =>
  page !== undefined && Page.isPlaced(page) ? Slug.keyOf(page.parent, page.slug) : undefined

export const differing = (
  left: ReadonlyMap<string, unknown>,
  right: ReadonlyMap<string, unknown>
): ReadonlyArray<string> =>
  [...new Set([...left.keys(), ...right.keys()])].filter((key) => !CanonicalJson.equals(left.get(key), right.get(key)))

const isNumberOf = (slug: string, base: string): boolean =>
  slug === base || (slug.startsWith(`${base}-`) && /^-\d+$/.test(slug.slice(base.length)))

/** Pages, lists, slugs and former slugs agree, and every page has living ancestors. */
export const unsound = ({ pages, children, slugs, moved }: Tree): Faults => {
  const faults: Array<string> = []
  const listed = [...children].flatMap(([parent, ids]) => ids.map((id) => `${parent}>${id}`))
  const placed = [...pages.values()].map(({ id, parent }) => `${parent ?? ""}>${id}`)
  if (listed.toSorted().join() !== placed.toSorted().join()) faults.push("the lists have other pages than there are")
  for (const [parent, ids] of children) if (ids.length === 0) faults.push(`the list of ${parent} is empty`)
  const live = new Map<string, string>()
  for (const page of pages.values()) {
    const above = new Set<string>([page.id])
    for (let at = page.parent; at !== null; at = pages.get(at)?.parent ?? null) {
      const parent = pages.get(at)
      if (parent === undefined || !Page.isPlaced(parent) || above.has(at)) faults.push(`${page.id} stands below ${at}`)
      if (above.has(at)) break
      above.add(at)
    }
    if (page.type === "group" && page.parent !== null) faults.push(`the group ${page.id} is not at the top`)
    const key = keyOf(page)
    if (key === undefined || !Page.isPlaced(page)) continue
    if (live.has(key)) faults.push(`${key} is the key of two pages`)
    live.set(key, page.id)
    if (!page.slugByHand && !isNumberOf(page.slug, Slug.make(page.title)))
      faults.push(`${page.slug} is no slug of a title`)
  }
  if (differing(live, slugs).length > 0) faults.push(`the slugs are not those of the pages: ${differing(live, slugs)}`)
  for (const [key, id] of moved) if (slugs.get(key) === id) faults.push(`${key} leads to itself`)
  return faults
}

const encoded = new WeakMap<Page.Page, CanonicalJson.Json>()

const storedOf = (page: Page.Page): CanonicalJson.Json => {
  const found = encoded.get(page) ?? Page.toStored(page)
  encoded.set(page, found)
  return found
}

/** The root of a tree when built from scratch. */
const rebuilt = Effect.fnUntraced(function* (draft: ContentDraft.ContentDraft, { root, tree }: Grown) {
  const fresh = emptyDraft()
  const { maps } = yield* Root.open(draft, root)
  const lists = new Map<string, string>()
  for (const [parent, ids] of tree.children) {
    const ref = yield* IdList.make(fresh, ids)
    if (ref !== null) lists.set(parent, ref)
  }
  const entries = (map: "files" | "reusable") => RadixMap.entries(draft, maps[map])
  return yield* Root.apply(fresh, Root.empty, {
    pages: new Map(Array.from(tree.pages, ([id, page]) => [id, storedOf(page)])),
    slugs: tree.slugs,
    order: lists,
    moved: tree.moved,
    files: new Map(yield* entries("files")),
    reusable: new Map(yield* entries("reusable")),
    values: tree.values
  })
})

const soundness = Effect.fnUntraced(function* (draft: ContentDraft.ContentDraft, found: Grown) {
  const isCanonical = (yield* rebuilt(draft, found)) === found.root
  return [...unsound(found.tree), ...(isCanonical ? [] : ["the root is not the one that its content has"])]
})

const unstamped = (pages: Tree["pages"]) =>
  new Map(Array.from(pages, ([id, page]) => [id, { ...page, createdAt: 0, updatedAt: 0 }] as const))

const maps = ["slugs", "children", "moved", "files", "reusable", "values"] as const

/** The differences between two trees, timestamps aside. */
export const unlike = (left: Tree, right: Tree): Faults => [
  ...differing(unstamped(left.pages), unstamped(right.pages)).map((id) => `pages: ${id}`),
  ...maps.flatMap((map) => differing(left[map], right[map]).map((key) => `${map}: ${key}`))
]

const merging = ({ draft, base, primary, changed }: World, choices: ThreeWay.MergeInput["choices"] = new Map()) =>
  ThreeWay.merge(draft, { base: base.root, primary: primary.root, changed: changed.root, choices })

const swapped = (world: World): World => ({ ...world, primary: world.changed, changed: world.primary })

const keysOf = (merged: ThreeWay.MergeResult) => (merged._tag === "Clean" ? [] : merged.conflicts.map(({ key }) => key))

interface Resolved extends Grown {
  /** Keys of all reported conflicts. */
  readonly conflicts: ReadonlySet<string>
  /** Whether no choice had to be made twice. */
  readonly isPlain: boolean
  /** Keys of conflicts that were reported, and whose choice is refused. */
  readonly refused: ReadonlyArray<string>
}

/** Makes a choice for every reported conflict; primary if the first choice did not settle it. */
const resolved = Effect.fnUntraced(function* (
  world: World,
  first: ThreeWay.MergeResult,
  choose: (conflict: Conflict.Conflict) => Side
) {
  const choices = new Map<string, Side>()
  let isPlain = true
  for (let round = 0; round < 60; round++) {
    const merged = round === 0 ? first : yield* merging(world, choices)
    if (merged._tag === "Clean") {
      const result = yield* grown(world.draft, merged.root)
      const conflicts = new Set(choices.keys())
      return { ...result, conflicts, isPlain, refused: merged.unused } satisfies Resolved
    }
    for (const conflict of merged.conflicts) {
      if (choices.has(conflict.key)) isPlain = false
      choices.set(conflict.key, choices.has(conflict.key) ? "primary" : choose(conflict))
    }
  }
  return undefined
})

/** Changes of a side that neither stand nor were decided against. */
export const losses = ({ base, primary, changed }: World, result: Tree, conflicts: ReadonlySet<string>): Faults =>
  MergeAccounting.findLost({ base: base.tree, primary: primary.tree, changed: changed.tree, result, conflicts }).map(
    ({ side, key }) => `lost of ${side}: ${key}`
  )

/** Changes of a side that do not stand although that side was chosen for every conflict. */
const unkept = ({ base, primary, changed }: World, { tree, conflicts }: Resolved, side: Side): Faults =>
  MergeAccounting.account({ base: base.tree, primary: primary.tree, changed: changed.tree, result: tree, conflicts })
    .filter((entry) => entry.side === side && !["stands", "merged", "yielded"].includes(entry.fate))
    .map(({ key, fate }) => `${fate} of ${side}, which was chosen: ${key}`)

/** The keys that pages had in primary still lead to them, or to pages that have or had them in the request. */
export const misled = ({ base, primary, changed }: World, result: Tree): Faults =>
  [...primary.tree.pages.values()].flatMap((page) => {
    const [before, after] = [keyOf(page), keyOf(result.pages.get(page.id))]
    if (before === undefined || after === undefined || before === after || result.slugs.has(before)) return []
    const leads = result.moved.get(before)
    const elsewhere = changed.tree.pages.get(page.id)
    const isLeft = keyOf(base.tree.pages.get(page.id)) === before && keyOf(elsewhere) !== before
    return leads === page.id || (isLeft && leads === changed.tree.moved.get(before))
      ? []
      : [`${before} left ${page.id}`]
  })

/** Pages of primary change only if the request changed something. */
const unasked = ({ base, primary, changed }: World, result: Tree): Faults =>
  differing(unstamped(primary.tree.pages), unstamped(result.pages)).flatMap((id) => {
    const [before, own, others, after] = [base.tree, primary.tree, changed.tree, result].map(({ pages }) =>
      pages.get(id)
    )
    const did = CanonicalJson.findDifferingFields(before ?? {}, others ?? {})
    if (after === undefined) return others === undefined ? [] : [`${id} is missing`]
    if (own === undefined) return others === undefined ? [`${id} belongs to no side`] : []
    return CanonicalJson.findDifferingFields(own, after)
      .filter((name) => ![...did, "slug", "updatedAt", "createdAt"].includes(name))
      .map((name) => `no side changed ${id} ${name}`)
  })

const idle = Effect.fnUntraced(function* ({ draft, base, primary }: World) {
  const rested = yield* grown(draft, yield* marked(draft, base, "idle"))
  const expected = yield* grown(draft, yield* marked(draft, primary, "idle"))
  const into = yield* merging({ draft, base, primary, changed: rested })
  const from = yield* merging({ draft, base, primary: rested, changed: primary })
  if (into._tag === "Conflicts" || from._tag === "Conflicts") return ["conflicts with an idle side"]
  const result = yield* grown(draft, from.root)
  const restamped = differing(result.tree.pages, primary.tree.pages).filter(
    (id) => !CanonicalJson.equals(primary.tree.pages.get(id), base.tree.pages.get(id)) && primary.tree.pages.has(id)
  )
  const touched = new Set(differing(unstamped(base.tree.pages), unstamped(primary.tree.pages)))
  return [
    ...(into.root === expected.root ? [] : ["an idle request changes primary"]),
    ...unlike(result.tree, expected.tree),
    ...restamped.filter((id) => touched.has(id)).map((id) => `the stamps of ${id} are others`),
    ...unsound(result.tree)
  ]
})

/** The same edits at another time. */
const later = Effect.fnUntraced(function* ({ draft, base, primary }: World) {
  const edited = [...primary.tree.pages].filter(([id, page]) => base.tree.pages.get(id) !== page)
  const pages = edited.map(([id, page]) => [id, Page.toStored({ ...page, updatedAt: page.updatedAt + 5_000 })] as const)
  return yield* Root.apply(draft, primary.root, { pages: new Map(pages) })
})

const equalEdits = Effect.fnUntraced(function* (world: World) {
  const { draft, base, primary } = world
  const others = yield* grown(draft, yield* marked(draft, { root: yield* later(world) }, "mark-c"))
  const merged = yield* merging({ draft, base, primary, changed: others })
  if (merged._tag === "Conflicts") return [`equal edits conflict: ${keysOf(merged)}`]
  const { tree } = yield* grown(draft, merged.root)
  return [...unlike(tree, { ...others.tree, values: tree.values }), ...unsound(tree)]
})

/** Ignores the number of a slug: two pages that want it get it in order of arrival. */
const isRenumbered = (one: Page.Page | undefined, two: Page.Page | undefined): boolean => {
  if (one === undefined || two === undefined || !Page.isPlaced(one) || !Page.isPlaced(two)) return false
  const [own, others] = [one.slug, two.slug]
  const stem = own.replace(/-\d+$/, "")
  return isNumberOf(own, others) || isNumberOf(others, own) || (isNumberOf(own, stem) && isNumberOf(others, stem))
}

/**
 * The fields that differ, except for documents that both sides changed, where the order of additions depends on the
 * order of merging, and timestamps of changes that were reverted.
 */
const fieldsApart = (world: World, map: "pages" | "reusable", id: string, one: Tree, two: Tree) => {
  const [old, own, others] = [world.base, world.primary, world.changed].map(({ tree }) => documentOf(tree[map].get(id)))
  const isDouble = own !== old && others !== old
  const isRestless = [world.primary, world.changed].some(({ tree }) => isOnlyStamped(world.base.tree, tree, id))
  return CanonicalJson.findDifferingFields(one[map].get(id) ?? {}, two[map].get(id) ?? {}).filter(
    (name) => (name !== "document" || !isDouble) && (!name.endsWith("edAt") || !isRestless)
  )
}

const isOnlyStamped = (before: Tree, after: Tree, id: string): boolean => {
  const [old, now] = [before.pages.get(id), after.pages.get(id)]
  if (old === undefined || now === undefined || Page.changedFields(old, now).length > 0) return false
  return old.updatedAt !== now.updatedAt
}

const documentOf = (thing: object | undefined): unknown =>
  thing === undefined ? undefined : Reflect.get(thing, "document")

/** Pairs of siblings with a different order. */
const flipped = (left: ReadonlyArray<string>, right: ReadonlyArray<string>) => {
  const places = new Map(right.map((id, index) => [id, index]))
  return left.flatMap((one, index) =>
    left
      .slice(index + 1)
      .flatMap((two) => ((places.get(one) ?? 0) > (places.get(two) ?? 0) ? [[one, two] as const] : []))
  )
}

/** Whether both trees have both pages below one parent, and so define their order. */
const isOrdered = (tree: Tree, parent: string, pair: ReadonlyArray<string>) =>
  pair.every((id) => tree.children.get(parent)?.includes(id) === true)

/**
 * Merging two requests one after the other gives the same result in either order, except where only the order decides:
 * which of two pages gets a slug without a number, which keys pages had in between, which page a key leads to that two
 * pages left, and which of two siblings comes first if no side has both.
 */
export const orderOfRequests = (world: World, one: Tree, two: Tree): Faults => {
  const renumbered = (id: string) => isRenumbered(one.pages.get(id), two.pages.get(id))
  const pages = differing(one.pages, two.pages).flatMap((id) =>
    fieldsApart(world, "pages", id, one, two)
      .filter((name) => name !== "slug" || !renumbered(id))
      .map((name) => `page/${id}/${name}`)
  )
  const reusable = differing(one.reusable, two.reusable).flatMap((id) =>
    fieldsApart(world, "reusable", id, one, two).map((name) => `reusable-content/${id}/${name}`)
  )
  const parents = differing(one.children, two.children).flatMap((parent) => {
    const [left, right] = [one.children.get(parent) ?? [], two.children.get(parent) ?? []]
    if (left.toSorted().join() !== right.toSorted().join()) return [`order/${parent}`]
    return flipped(left, right)
      .filter((pair) => [world.primary.tree, world.changed.tree].some((tree) => isOrdered(tree, parent, pair)))
      .map((pair) => `order/${parent} of ${pair}`)
  })
  const moved = differing(one.moved, two.moved).filter((key) => {
    const ids = [one.moved.get(key), two.moved.get(key)]
    const isNumbered = ids.some((id) => typeof id === "string" && keyOf(one.pages.get(id)) !== keyOf(two.pages.get(id)))
    const isBetween = [world.primary.tree, world.changed.tree].some(({ slugs }) => ids.includes(slugs.get(key)))
    const sides = new Set([world.primary.tree.moved.get(key), world.changed.tree.moved.get(key)])
    const areLeft = !sides.has(world.base.tree.moved.get(key)) && ids.every((id) => sides.has(id))
    return !isNumbered && !isBetween && !areLeft && ids.some((id) => typeof id === "string" && one.pages.has(id))
  })
  const others = (["files", "values"] as const).flatMap((map) => differing(one[map], two[map]))
  return [...pages, ...reusable, ...parents, ...moved.map((key) => `moved/${key}`), ...others]
}

const bothSides = Effect.fnUntraced(function* (world: World, merged: ThreeWay.MergeResult) {
  const again = yield* merging(world)
  const other = yield* merging(swapped(world))
  const keys = keysOf(merged)
  const faults = [
    ...(CanonicalJson.equals(again, merged) ? [] : ["merging again gives another"]),
    ...(keysOf(other).join() === keys.join() ? [] : [`other conflicts from the other side: ${keysOf(other)}, ${keys}`]),
    ...(new Set(keys).size === keys.length ? [] : ["a conflict is reported twice"])
  ]
  if (merged._tag === "Conflicts" || other._tag === "Conflicts") return faults
  const [one, two] = [yield* grown(world.draft, merged.root), yield* grown(world.draft, other.root)]
  return [...faults, ...orderOfRequests(world, one.tree, two.tree)]
})

const clean = Effect.fnUntraced(function* (world: World, merged: ThreeWay.MergeResult) {
  if (merged._tag === "Conflicts") return []
  const found = yield* grown(world.draft, merged.root)
  return [
    ...(yield* soundness(world.draft, found)),
    ...losses(world, found.tree, new Set()),
    ...misled(world, found.tree),
    ...unasked(world, found.tree)
  ]
})

const bits = (toss: number) => {
  let rest = toss
  return (): Side => {
    const isPrimary = rest % 2 === 0
    rest = Math.floor(rest / 2)
    return isPrimary ? "primary" : "changed"
  }
}

const choosing = Effect.fnUntraced(function* (
  world: World,
  merged: ThreeWay.MergeResult,
  tossed: Resolved | undefined
) {
  if (merged._tag === "Clean") return []
  const ofPrimary = yield* resolved(world, merged, () => "primary")
  const ofChanged = yield* resolved(world, merged, () => "changed")
  const faults: Array<string> = []
  for (const found of [tossed, ofPrimary, ofChanged]) {
    if (found === undefined) faults.push("choosing does not end")
    else {
      faults.push(...(yield* soundness(world.draft, found)), ...losses(world, found.tree, found.conflicts))
      faults.push(...misled(world, found.tree), ...found.refused.map((key) => `a choice for ${key} is refused`))
    }
  }
  if (ofPrimary !== undefined) faults.push(...unkept(world, ofPrimary, "primary"))
  if (ofChanged?.isPlain === true) faults.push(...unkept(world, ofChanged, "changed"))
  return faults
})

const staying = Effect.fnUntraced(function* ({ draft, primary }: World, found: Resolved | undefined, edits: Edits) {
  if (found === undefined) return []
  const next = yield* grown(draft, yield* marked(draft, primary, "next"))
  const again = yield* merging({ draft, base: primary, primary: next, changed: found })
  if (again._tag === "Conflicts") return [`resolved conflicts come back: ${keysOf(again)}`]
  const expected = yield* grown(draft, yield* marked(draft, found, "next"))
  const faults = [...unlike((yield* grown(draft, again.root)).tree, expected.tree)]
  const hand = { draft, nextId: counter("l"), now: 5_000 }
  const moving = yield* grown(draft, yield* Effect.orDie(ContentEdits.takeAll(hand, next.root, edits)))
  const merged = yield* merging({ draft, base: primary, primary: moving, changed: found })
  if (merged._tag === "Clean") {
    const world = { draft, base: primary, primary: moving, changed: found }
    const { tree } = yield* grown(draft, merged.root)
    faults.push(...unsound(tree), ...losses(world, tree, new Set()), ...misled(world, tree))
  }
  return faults
})

const named = (law: string, faults: Faults): Faults => faults.map((fault) => `${law}: ${fault}`)

/** Number of clean and of conflicting merges. */
export interface Met {
  clean: number
  conflicting: number
}

/** The faults of merging three trees, each prefixed by the name of its law. */
const violationsOf = Effect.fnUntraced(function* (world: World, fork: Fork, met: Met) {
  const merged = yield* merging(world)
  met[merged._tag === "Clean" ? "clean" : "conflicting"]++
  const tossed = yield* resolved(world, merged, bits(fork.toss))
  return [
    ...named("a side that did nothing leaves the other as it is", yield* idle(world)),
    ...named("equal edits never conflict, whenever they were made", yield* equalEdits(world)),
    ...named("from both sides the same", yield* bothSides(world, merged)),
    ...named("a clean result is sound, and holds what both sides did", yield* clean(world, merged)),
    ...named("choosing for what is reported ends clean and sound", yield* choosing(world, merged, tossed)),
    ...named("resolved conflicts stay resolved", yield* staying(world, tossed, fork.later))
  ]
})

/** The faults of merging forks of one base; empty if all laws of tree merges hold. Counts the merges. */
export const violations = ({ before, forks }: Forks, met: Met): Effect.Effect<ReadonlyArray<string>> =>
  Effect.gen(function* () {
    const beginning = yield* begun(before)
    const found: Array<string> = []
    for (const fork of forks) found.push(...(yield* violationsOf(yield* lived(beginning, fork), fork, met)))
    return found
  }).pipe(Effect.withTracerEnabled(false))

/** The three trees of one fork. */
export const worldOf = (before: Edits, fork: Fork): Effect.Effect<World> =>
  Effect.flatMap(begun(before), (beginning) => lived(beginning, fork))

/** The result of a fork without conflicts. */
export const resultOf = (world: World) =>
  Effect.flatMap(merging(world), (merged) =>
    merged._tag === "Clean" ? grown(world.draft, merged.root) : Effect.succeed(undefined)
  )

/** The result of a fork with conflicts decided by its toss, and the keys of those conflicts. */
export const decidedOf = (world: World, fork: Fork) =>
  Effect.flatMap(merging(world), (merged) => resolved(world, merged, bits(fork.toss)))
