import { assert, describe, it } from "@effect/vitest"
import type { CanonicalJson, ContentReader } from "@quire/core"
import { CodePoint } from "@quire/core"
import type { ContentNode } from "@quire/core/internal"
import { RadixMap } from "@quire/core/internal"
import { Property } from "@quire/testing"
import { Effect } from "effect"
import * as FastCheck from "fast-check"
import { fixture, getOrUndefined, key, propertyOptions } from "./support.ts"

const changes = FastCheck.array(FastCheck.tuple(key, FastCheck.option(FastCheck.nat(3), { nil: undefined, freq: 3 })), {
  maxLength: 120,
  size: "max"
})
const history = FastCheck.array(changes, { minLength: 1, maxLength: 6 })
const options = propertyOptions(20, 300)

/** The keys of one prefix, up to three times as many as fit into a leaf, all set or all removed. */
const family: FastCheck.Arbitrary<Batch> = FastCheck.record({
  prefix: FastCheck.constantFrom("", "a", "ab", "abc", "abd", "b", "\u{1f600}", "\u{1f601}x"),
  size: FastCheck.constantFrom(1, 31, 32, 33, 64, 100),
  value: FastCheck.constantFrom(1, undefined)
}).map(({ prefix, size, value }) =>
  Array.from({ length: size }, (_, index) => [`${prefix}${String.fromCodePoint(0x3b1 + index)}`, value] as const)
)

type Model = ReadonlyMap<string, CanonicalJson.Json>
interface State {
  readonly ref: ContentNode.Ref
  readonly model: Model
}

type Batch = ReadonlyArray<readonly [string, number | undefined]>

const applyBatch = (model: Model, batch: Batch): Model => {
  const next = new Map(model)
  for (const [key, value] of batch) {
    if (value === undefined) next.delete(key)
    else next.set(key, value)
  }
  return next
}

const sortedEntries = (model: Model) => [...model].sort((left, right) => CodePoint.compare(left[0], right[0]))

const buildAtOnce = (model: Model) => RadixMap.update(fixture().draft(), null, new Map([...model].reverse()))

/** A space with batches stored one after the other, like revisions, with the state after each. */
const storeBatches = Effect.fnUntraced(function* (batches: ReadonlyArray<Batch>) {
  const { store, ...rest } = fixture()
  const states: Array<State> = [{ ref: null, model: new Map() }]
  let [ref, model]: [ContentNode.Ref, Model] = [null, new Map()]
  for (const batch of batches) {
    const draft = rest.draft()
    ref = yield* RadixMap.update(draft, ref, new Map(batch))
    model = applyBatch(model, batch)
    if (ref !== null) store(draft, ref)
    states.push({ ref, model })
  }
  return { ...rest, store, states, ref, model }
})

/** Entries `key-00000` and so on, each with its own value. */
const numberedEntries = (count: number) =>
  Array.from({ length: count }, (_, index) => [`key-${String(index).padStart(5, "0")}`, index] as const)

/** Compares consecutive states, and some that are far apart. */
const compareStates = Effect.fnUntraced(function* (reader: ContentReader.ContentReader, states: ReadonlyArray<State>) {
  for (const [index, old] of states.entries()) {
    const now = states[(index * 7 + 3) % states.length] ?? old
    const expected = sortedEntries(new Map([...old.model, ...now.model])).flatMap(([key]) => {
      const [before, after] = [old.model.get(key), now.model.get(key)]
      return before === after ? [] : [{ key, before, after }]
    })
    assert.deepStrictEqual(yield* RadixMap.diff(reader, old.ref, now.ref), expected)
  }
})

describe("the shape of the map", () => {
  it.effect(
    "depends only on the set of keys, not on the history",
    () =>
      Property.effect(
        [history],
        ([batches]) =>
          Effect.gen(function* () {
            const { states, draft } = yield* storeBatches(batches)
            for (const { ref, model } of states) {
              assert.strictEqual(ref, yield* buildAtOnce(model))
              assert.strictEqual(yield* RadixMap.size(draft(), ref), model.size)
            }
          }),
        options
      ),
    Property.timeout(options)
  )

  it.effect(
    "returns to its previous state when inserted entries are removed one by one",
    () =>
      Property.effect(
        [changes, changes],
        ([base, added]) =>
          Effect.gen(function* () {
            const { draft, ref, model } = yield* storeBatches([base])
            const work = draft()
            let after = ref
            for (const [key] of added)
              if (!model.has(key)) after = yield* RadixMap.update(work, after, new Map([[key, 1]]))
            for (const [key] of added) {
              if (!model.has(key)) after = yield* RadixMap.update(work, after, new Map([[key, undefined]]))
            }
            assert.strictEqual(after, ref)
          }),
        options
      ),
    Property.timeout(options)
  )

  it.effect(
    "depends only on the set of keys when whole families of keys are added and removed",
    () =>
      Property.effect(
        [FastCheck.array(FastCheck.array(family, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 })],
        (families) =>
          Effect.gen(function* () {
            const { reader, states } = yield* storeBatches(families[0].map((batch) => batch.flat()))
            for (const { ref, model } of states) assert.strictEqual(ref, yield* buildAtOnce(model))
            yield* compareStates(reader, states)
          }),
        options
      ),
    Property.timeout(options)
  )

  it.effect("changes from leaf to branch between 32 and 33 entries, and back", () =>
    Effect.gen(function* () {
      const { draft } = fixture()
      const work = draft()
      const kindOf = (ref: ContentNode.Ref) => Effect.map(work.many([ref ?? ""]), (nodes) => nodes.get(ref ?? "")?.kind)
      const full = yield* RadixMap.update(work, null, new Map(numberedEntries(32)))
      assert.strictEqual(RadixMap.leafSize, 32)
      assert.strictEqual(yield* kindOf(full), "leaf/1")
      const more = yield* RadixMap.update(work, full, new Map([["key-99999", 0]]))
      assert.strictEqual(yield* kindOf(more), "branch/1")
      assert.strictEqual(yield* RadixMap.update(work, more, new Map([["key-99999", undefined]])), full)
    })
  )

  it.effect("distinguishes code point order from UTF-16 order", () =>
    Effect.gen(function* () {
      const { draft } = fixture()
      const work = draft()
      const keys = Array.from(
        { length: 40 },
        (_, index) => [`${index % 2 === 0 ? "\uffee" : "\u{1f600}"}${index}`, 0] as const
      )
      const ref = yield* RadixMap.update(work, null, new Map(keys))
      const listed = (yield* RadixMap.entries(work, ref)).map(([key]) => key)
      assert.deepStrictEqual(
        listed,
        sortedEntries(new Map(keys)).map(([key]) => key)
      )
      assert.isTrue(listed[0]?.startsWith("\uffee"))
      assert.deepStrictEqual(listed.toSorted(), [...listed.slice(20), ...listed.slice(0, 20)])
    })
  )
})

describe("reading the map", () => {
  it.effect(
    "finds the same entries as a plain map",
    () =>
      Property.effect(
        [history, FastCheck.array(key, { maxLength: 30 })],
        ([batches, others]) =>
          Effect.gen(function* () {
            const { reader, ref, model } = yield* storeBatches(batches)
            assert.deepStrictEqual(yield* RadixMap.entries(reader, ref), sortedEntries(model))
            const wanted = [...others, ...[...model.keys()].filter((_, index) => index % 3 === 0)]
            const values = yield* RadixMap.getMany(reader, ref, wanted)
            assert.deepStrictEqual(
              sortedEntries(values),
              sortedEntries(new Map([...model].filter(([key]) => wanted.includes(key))))
            )
            for (const key of others) {
              assert.deepStrictEqual(yield* getOrUndefined(RadixMap.get(reader, ref, key)), model.get(key))
            }
          }),
        options
      ),
    Property.timeout(options)
  )

  it.effect(
    "pages in key order from any key",
    () =>
      Property.effect(
        [history, FastCheck.array(key, { maxLength: 20 }), FastCheck.integer({ min: -1, max: 50 })],
        ([batches, others, limit]) =>
          Effect.gen(function* () {
            const { reader, ref, model } = yield* storeBatches(batches)
            const near = [...model.keys()]
              .slice(0, 12)
              .flatMap((key) => [key, `${key}a`, key.slice(0, -1), `${key.slice(0, -1)}\u{10ffff}`])
            for (const after of [...others, ...near].filter((key) => key.isWellFormed())) {
              const expected = sortedEntries(model).filter(([key]) => CodePoint.compare(key, after) > 0)
              assert.deepStrictEqual(
                yield* RadixMap.list(reader, ref, { after, limit }),
                expected.slice(0, Math.max(0, limit))
              )
            }
          }),
        options
      ),
    Property.timeout(options)
  )

  it.effect("keeps null and other falsy values", () =>
    Effect.gen(function* () {
      const work = fixture().draft()
      const ref = yield* RadixMap.update(
        work,
        null,
        new Map<string, CanonicalJson.Json>([
          ["a", null],
          ["b", 0],
          ["", false]
        ])
      )
      assert.strictEqual(yield* getOrUndefined(RadixMap.get(work, ref, "a")), null)
      assert.strictEqual(yield* getOrUndefined(RadixMap.get(work, ref, "")), false)
      assert.strictEqual(yield* getOrUndefined(RadixMap.get(work, ref, "c")), undefined)
    })
  )

  it.effect("dies when a node is missing", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(RadixMap.get(fixture().reader, "A".repeat(43), "a"))
      assert.include(String(exit), "CorruptContent")
    })
  )
})

describe("the difference of two maps", () => {
  it.effect(
    "equals a plain comparison of all entries between any two states",
    () =>
      Property.effect(
        [history],
        ([batches]) =>
          Effect.gen(function* () {
            const { reader, states } = yield* storeBatches(batches)
            yield* compareStates(reader, states)
          }),
        options
      ),
    Property.timeout(options)
  )
})

describe("an operation on 10,000 entries", () => {
  const large = Effect.cached(storeBatches([numberedEntries(10_000)])).pipe(Effect.runSync)

  it.effect("finds, changes and compares one entry by a few nodes", () =>
    Effect.gen(function* () {
      const { reader, draft, counted, store, ref } = yield* large
      const one = yield* counted(getOrUndefined(RadixMap.get(reader, ref, "key-05000")))
      assert.deepStrictEqual(one, { value: 5000, rounds: 4, read: 4 })

      const others = ["other", "key-1", "", "xxx-05000"]
      const absent = yield* counted(RadixMap.getMany(reader, ref, others))
      assert.deepStrictEqual(absent, { value: new Map(), rounds: 1, read: 1 })
      const gone = new Map(others.map((key) => [key, undefined]))
      assert.deepStrictEqual(yield* counted(RadixMap.update(draft(), ref, gone)), { value: ref, rounds: 1, read: 1 })

      const work = draft()
      const edit = yield* counted(RadixMap.update(work, ref, new Map([["key-05000", -1]])))
      assert.strictEqual(store(work, edit.value ?? "").length, 4)
      assert.deepStrictEqual([edit.rounds, edit.read], [4, 4])

      const difference = yield* counted(RadixMap.diff(reader, ref, edit.value))
      assert.deepStrictEqual(difference, {
        value: [{ key: "key-05000", before: 5000, after: -1 }],
        rounds: 4,
        read: 8
      })
    })
  )

  it.effect("reads all entries in as many rounds as there are levels", () =>
    Effect.gen(function* () {
      const { reader, counted, ref, nodesOf } = yield* large
      const all = yield* counted(RadixMap.entries(reader, ref))
      assert.deepStrictEqual([all.value.length, all.rounds], [10_000, 4])
      assert.isAtMost(all.read, nodesOf("space").size)
    })
  )

  it.effect("reads only the nodes of a page of 50 in the middle", () =>
    Effect.gen(function* () {
      const { reader, counted, ref } = yield* large
      const page = yield* counted(RadixMap.list(reader, ref, { after: "key-04999", limit: 50 }))
      assert.deepStrictEqual(page.value, numberedEntries(5050).slice(5000))
      assert.deepStrictEqual([page.rounds, page.read], [4, 11])
    })
  )

  it.effect("starts a page from a diverging key before or after the shared prefix", () =>
    Effect.gen(function* () {
      const { reader, counted, ref } = yield* large
      for (const after of ["", "a", "key", "key-", "key-/"]) {
        assert.deepStrictEqual(yield* RadixMap.list(reader, ref, { after, limit: 3 }), numberedEntries(3))
      }
      for (const after of ["key-1", "kez", "z"]) {
        assert.deepStrictEqual(yield* counted(RadixMap.list(reader, ref, { after, limit: 3 })), {
          value: [],
          rounds: 1,
          read: 1
        })
      }
    })
  )

  it.effect("starts a page at the position of a key that diverges far down", () =>
    Effect.gen(function* () {
      const { draft, reader, store } = fixture()
      const work = draft()
      const entries = ["a/m-", "b/m-"].flatMap((start) =>
        numberedEntries(100).map(([key, value]) => [start + key, value] as const)
      )
      const ref = yield* RadixMap.update(work, null, new Map(entries))
      if (ref !== null) store(work, ref)
      const ends = [
        ["a/a", 0],
        ["a/m", 0],
        ["a/z", 100],
        ["b/", 100],
        ["b/a", 100],
        ["b/z", 200]
      ] as const
      for (const [after, from] of ends) {
        assert.deepStrictEqual(yield* RadixMap.list(reader, ref, { after, limit: 2 }), entries.slice(from, from + 2))
      }
    })
  )

  it.effect("reads the map once and leaves a leaf when all entries but one are removed", () =>
    Effect.gen(function* () {
      const { draft, counted, ref } = yield* large
      const work = draft()
      const gone = new Map(numberedEntries(9_999).map(([key]) => [key, undefined]))
      const left = yield* counted(RadixMap.update(work, ref, gone))
      assert.strictEqual(left.rounds, 4)
      assert.deepStrictEqual(yield* RadixMap.entries(work, left.value), [["key-09999", 9999]])
      assert.strictEqual(yield* RadixMap.update(work, left.value, new Map([["key-09999", undefined]])), null)
    })
  )
})
