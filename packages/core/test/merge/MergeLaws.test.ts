import { assert, describe, it } from "@effect/vitest"
import type { Conflict, ContentDraft } from "@quire/core"
import { CanonicalJson, Diff, IdList, Page, RadixMap, Root, RootEdit, Slug, ThreeWay } from "@quire/core"
import { ContentEdits } from "@quire/core/testing"
import { Effect, FastCheck } from "effect"
import { fixture, tried } from "../content/support.ts"

const options = tried(50, 3_000)

const edits = (maxLength: number) => FastCheck.array(ContentEdits.edit, { maxLength, size: "max" })

interface World {
  readonly draft: ContentDraft.ContentDraft
  readonly base: string
  readonly primary: string
  readonly changed: string
}

const counter = (prefix: string) => {
  let count = 0
  return () => `${prefix}${++count}`
}

interface Lives {
  readonly before: ReadonlyArray<ContentEdits.Edit>
  readonly primary: ReadonlyArray<ContentEdits.Edit>
  readonly changed: ReadonlyArray<ContentEdits.Edit>
}

const lives: FastCheck.Arbitrary<Lives> = FastCheck.record({
  before: ContentEdits.beginning,
  primary: edits(8),
  changed: edits(8)
})

const marked = (draft: ContentDraft.ContentDraft, root: string, name: string) =>
  RootEdit.setValues(draft, root, new Map([[name, true]]))

/** Three trees, each side marked by a value of its own, so that none equals another. */
const lived = Effect.fnUntraced(function* ({ before, primary, changed }: Lives) {
  const draft = fixture().draft()
  const hand = (prefix: string, now: number) => ({ draft, nextId: counter(prefix), now })
  const base = yield* ContentEdits.takeAll(hand("b", 1_000), Root.empty, before)
  const own = yield* ContentEdits.takeAll(hand("p", 2_000), base, primary)
  const others = yield* ContentEdits.takeAll(hand("c", 3_000), base, changed)
  return {
    draft,
    base,
    primary: yield* marked(draft, own, "mark-p"),
    changed: yield* marked(draft, others, "mark-c")
  } satisfies World
})

const listsOf = Effect.fnUntraced(function* (root: Root.Root) {
  const entries = yield* RadixMap.entries(root.reader, root.maps.order)
  const refs = entries.flatMap(([, ref]) => (typeof ref === "string" ? [ref] : []))
  const lists = yield* IdList.allOf(root.reader, refs)
  return new Map(entries.map(([parent, ref]) => [parent, lists.get(String(ref)) ?? []]))
})

const pagesOf = (root: Root.Root) =>
  Effect.map(
    RadixMap.entries(root.reader, root.maps.pages),
    (entries) => new Map(entries.map(([id, json]) => [id, Page.fromStored(id, json)]))
  )

const keyOf = (page: Page.Page) => (Page.isPlaced(page) ? [[Slug.keyOf(page.parent, page.slug), page.id] as const] : [])

/** Pages, slugs and order agree, every page stands below living pages, and the root is the one that its content has. */
const sound = Effect.fnUntraced(function* (draft: ContentDraft.ContentDraft, hash: string) {
  const root = yield* Root.open(draft, hash)
  const [pages, lists] = [yield* pagesOf(root), yield* listsOf(root)]
  const listed = [...lists].flatMap(([parent, ids]) => ids.map((id) => `${parent}>${id}`))
  assert.deepStrictEqual(
    listed.toSorted(),
    [...pages.values()].map(({ id, parent }) => `${parent ?? ""}>${id}`).toSorted()
  )
  for (const page of pages.values()) {
    const above = new Set<string>()
    for (let at = page.parent; at !== null; at = pages.get(at)?.parent ?? null) {
      const parent = pages.get(at)
      assert.isTrue(parent !== undefined && Page.isPlaced(parent) && !above.has(at), `${page.id} stands below ${at}`)
      above.add(at)
    }
    assert.isTrue(page.type !== "group" || page.parent === null)
  }
  const slugs = new Map(yield* RadixMap.entries(draft, root.maps.slugs))
  assert.deepStrictEqual(slugs, new Map([...pages.values()].flatMap(keyOf).toSorted()))
  const moved = new Map(yield* RadixMap.entries(draft, root.maps.moved))
  for (const [key, id] of moved) assert.notStrictEqual(slugs.get(key), id, `${key} leads to itself`)
  const fresh = fixture().draft()
  const order = new Map<string, CanonicalJson.Json>()
  for (const [parent, ids] of lists) {
    assert.isNotEmpty(ids)
    order.set(parent, yield* IdList.make(fresh, ids))
  }
  const maps = {
    pages: new Map([...pages].map(([id, page]) => [id, Page.toStored(page)])),
    slugs,
    order,
    moved,
    files: new Map(yield* RadixMap.entries(draft, root.maps.files)),
    reusable: new Map(yield* RadixMap.entries(draft, root.maps.reusable)),
    values: yield* Root.values(root)
  }
  assert.strictEqual(hash, yield* RootEdit.apply(fresh, Root.empty, maps))
})

/** That two roots differ in stamps at most. */
const alike = Effect.fnUntraced(function* (draft: ContentDraft.ContentDraft, left: string, right: string) {
  const diff = yield* Diff.diff(draft, left, right)
  assert.deepStrictEqual(diff, { pages: [], files: [], reusable: [], order: [], moved: [], values: [] })
})

const keysOf = (merged: ThreeWay.Merged) => (merged._tag === "Clean" ? [] : merged.conflicts.map(({ key }) => key))

const cleanRoot = (merged: ThreeWay.Merged): string => {
  assert.deepStrictEqual(keysOf(merged), [])
  return merged._tag === "Clean" ? merged.root : ""
}

const field = (value: object | undefined, name: string): unknown =>
  value === undefined ? undefined : Reflect.get(value, name)

/** Fields that do not simply stand as the side has them that changed them. */
const composed: ReadonlySet<string> = new Set(["document", "layout", "slug", "slugByHand"])

/** Everything that a side did stands in the result, unless the other side did it too. */
const holds = Effect.fnUntraced(function* (world: World, side: "primary" | "changed", result: string, all: boolean) {
  const { draft, base } = world
  const own = yield* Diff.diff(draft, base, world[side])
  const root = yield* Root.open(draft, result)
  const found = yield* Root.pages(
    root,
    own.pages.map(({ id }) => id)
  )
  const others = yield* Root.open(draft, world[side === "primary" ? "changed" : "primary"])
  const elsewhere = yield* Root.pages(
    others,
    own.pages.map(({ id }) => id)
  )
  for (const change of own.pages) {
    const page = found.get(change.id)
    if (change.type === "deleted") {
      if (all) assert.isUndefined(page, change.id)
      continue
    }
    const before = change.type === "edited" ? change.before : undefined
    const fields = change.type === "edited" ? change.fields : Object.keys(change.after)
    for (const name of fields) {
      const isDouble = !CanonicalJson.equals(field(before, name), field(elsewhere.get(change.id), name))
      if (composed.has(name) && (isDouble || name.startsWith("slug"))) continue
      if (name === "updatedAt" || name === "createdAt" || name === "parent") continue
      assert.deepStrictEqual(field(page, name), field(change.after, name), `${change.id} ${name}`)
    }
    if (all && (before === undefined || before.parent !== change.after.parent)) {
      assert.strictEqual(page?.parent, change.after.parent, `${change.id} parent`)
    }
  }
  for (const { key, after } of own.values) assert.deepStrictEqual((yield* Root.values(root)).get(key), after)
  const files = yield* Root.files(
    root,
    own.files.map(({ id }) => id)
  )
  for (const change of own.files) assert.strictEqual(files.has(change.id), change.type !== "deleted")
})

const merging = (world: World, more: Partial<ThreeWay.Merging> = {}) =>
  ThreeWay.merge(world.draft, { base: world.base, primary: world.primary, changed: world.changed, ...more })

type Choices = NonNullable<ThreeWay.Merging["choices"]>

/** Chooses for every conflict that is reported; primary where a choice did not end it. */
const resolved = Effect.fnUntraced(function* (
  world: World,
  choose: (conflict: Conflict.Conflict) => "primary" | "changed"
) {
  const choices = new Map<string, "primary" | "changed">()
  for (let round = 0; ; round++) {
    const merged = yield* merging(world, { choices: choices satisfies Choices })
    if (merged._tag === "Clean") return { root: merged.root, unused: merged.unused, choices }
    assert.isBelow(round, 60, JSON.stringify(keysOf(merged)))
    for (const conflict of merged.conflicts) {
      choices.set(conflict.key, choices.has(conflict.key) ? "primary" : choose(conflict))
    }
  }
})

describe("merging whole trees", () => {
  it.effect.prop(
    "a side that did nothing leaves the other as it is",
    [lives],
    ([given]) =>
      Effect.gen(function* () {
        const { draft, base, primary } = yield* lived(given)
        const idle = yield* marked(draft, base, "idle")
        const expected = yield* marked(draft, primary, "idle")
        assert.strictEqual(cleanRoot(yield* ThreeWay.merge(draft, { base, primary, changed: idle })), expected)
        const root = cleanRoot(yield* ThreeWay.merge(draft, { base, primary: idle, changed: primary }))
        yield* sound(draft, root)
        yield* alike(draft, root, expected)
        const [found, own] = yield* Effect.forEach([root, primary], (hash) =>
          Effect.flatMap(Root.open(draft, hash), pagesOf)
        )
        for (const { id } of (yield* Diff.diff(draft, base, primary)).pages)
          assert.deepStrictEqual(found?.get(id), own?.get(id))
      }),
    options
  )

  it.effect.prop(
    "equal edits never conflict, whenever they were made",
    [lives],
    ([{ before, primary }]) =>
      Effect.gen(function* () {
        const draft = fixture().draft()
        const hand = (prefix: string, now: number) => ({ draft, nextId: counter(prefix), now })
        const base = yield* ContentEdits.takeAll(hand("b", 1_000), Root.empty, before)
        const own = yield* marked(draft, yield* ContentEdits.takeAll(hand("s", 2_000), base, primary), "mark-p")
        const others = yield* marked(draft, yield* ContentEdits.takeAll(hand("s", 9_000), base, primary), "mark-c")
        const root = cleanRoot(yield* ThreeWay.merge(draft, { base, primary: own, changed: others }))
        yield* sound(draft, root)
        yield* alike(draft, root, yield* marked(draft, own, "mark-c"))
      }),
    options
  )

  it.effect.prop(
    "finds the same conflicts from both sides, and the same each time",
    [lives],
    ([given]) =>
      Effect.gen(function* () {
        const world = yield* lived(given)
        const merged = yield* merging(world)
        assert.deepStrictEqual(yield* merging(world), merged)
        const swapped = yield* merging(world, { primary: world.changed, changed: world.primary })
        assert.deepStrictEqual(keysOf(swapped), keysOf(merged))
        assert.deepStrictEqual(new Set(keysOf(merged)).size, keysOf(merged).length)
      }),
    options
  )

  it.effect.prop(
    "a clean result is sound, holds what both sides did, and differs from primary by what the other did",
    [lives],
    ([given]) =>
      Effect.gen(function* () {
        const world = yield* lived(given)
        const merged = yield* merging(world)
        if (merged._tag === "Conflicts") return
        const { draft, base, primary, changed } = world
        yield* sound(draft, merged.root)
        yield* holds(world, "primary", merged.root, true)
        yield* holds(world, "changed", merged.root, true)
        const did = new Map((yield* Diff.diff(draft, base, changed)).pages.map((change) => [change.id, change]))
        const { pages } = yield* Diff.diff(draft, primary, merged.root)
        for (const change of pages) {
          const own = did.get(change.id)
          assert.isDefined(own, change.id)
          if (change.type !== "edited" || own?.type !== "edited") continue
          for (const name of change.fields)
            assert.isTrue([...own.fields, "slug"].includes(name), `${change.id} ${name}`)
        }
      }),
    options
  )

  it.effect.prop(
    "choosing for what is reported ends clean and sound",
    [lives, FastCheck.infiniteStream(FastCheck.boolean())],
    ([given, stream]) =>
      Effect.gen(function* () {
        const world = yield* lived(given)
        const { root } = yield* resolved(world, () => (stream.next().value === true ? "primary" : "changed"))
        yield* sound(world.draft, root)
        const ofPrimary = yield* resolved(world, () => "primary")
        yield* sound(world.draft, ofPrimary.root)
        yield* holds(world, "primary", ofPrimary.root, false)
        const ofChanged = yield* resolved(world, () => "changed")
        yield* sound(world.draft, ofChanged.root)
        yield* holds(world, "changed", ofChanged.root, false)
      }),
    options
  )

  it.effect.prop(
    "resolved conflicts stay resolved",
    [lives, edits(3)],
    ([given, later]) =>
      Effect.gen(function* () {
        const world = yield* lived(given)
        const { draft, primary } = world
        const { root } = yield* resolved(world, ({ key }) => (key.length % 2 === 0 ? "primary" : "changed"))
        assert.strictEqual(cleanRoot(yield* ThreeWay.merge(draft, { base: primary, primary, changed: root })), root)
        const next = yield* marked(draft, primary, "next")
        const again = yield* ThreeWay.merge(draft, { base: primary, primary: next, changed: root })
        yield* alike(draft, cleanRoot(again), yield* marked(draft, root, "next"))
        const moving = yield* ContentEdits.takeAll({ draft, nextId: counter("l"), now: 5_000 }, next, later)
        const merged = yield* ThreeWay.merge(draft, { base: primary, primary: moving, changed: root })
        if (merged._tag === "Clean") yield* sound(draft, merged.root)
      }),
    options
  )
})
