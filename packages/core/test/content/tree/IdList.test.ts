import { assert, describe, it } from "@effect/vitest"
import { ContentNode, IdList } from "@quire/core/internal"
import { Property } from "@quire/testing"
import { Effect } from "effect"
import * as FastCheck from "fast-check"
import { fixture, propertyOptions } from "./support.ts"

const options = propertyOptions(20, 1_000)

const ids = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `id${from + index}`)

const build = (list: ReadonlyArray<string>) => IdList.make(fixture().draft(), list)

const edits = FastCheck.array(
  FastCheck.record({
    remove: FastCheck.array(FastCheck.nat(900), { maxLength: 8 }),
    at: FastCheck.option(FastCheck.nat(1_000), { nil: undefined }),
    insert: FastCheck.nat(40)
  }),
  { maxLength: 6 }
)

const withoutRun = (list: ReadonlyArray<string>, at: number | undefined, added: ReadonlyArray<string>) => {
  const next = [...list]
  next.splice(at ?? list.length, 0, ...added)
  return next
}

describe("a list of ids", () => {
  it.effect(
    "depends only on the ids and their order, not on the history",
    () =>
      Property.effect(
        [FastCheck.nat(900), edits],
        ([start, history]) =>
          Effect.gen(function* () {
            const { reader, draft, store } = fixture()
            let model: ReadonlyArray<string> = ids(start)
            const first = draft()
            let ref = yield* IdList.make(first, model)
            if (ref !== null) store(first, ref)
            let fresh = 10_000
            for (const { remove, at, insert } of history) {
              const gone = new Set(remove.flatMap((index) => model[index] ?? []))
              const added = ids(insert, (fresh += 100))
              const work = draft()
              ref = yield* IdList.edit(work, ref, { remove: gone, insert: { ids: added, at } })
              model = withoutRun(
                model.filter((id) => !gone.has(id)),
                at,
                added
              )
              assert.strictEqual(ref, yield* build(model))
              if (ref !== null) store(work, ref)
              assert.deepStrictEqual(yield* IdList.read(reader, ref), model)
              assert.strictEqual(yield* IdList.size(reader, ref), model.length)
            }
          }),
        options
      ),
    Property.timeout(options)
  )

  it.effect("ends a run after an id whose hash begins with six zero bits, and at 256", () =>
    Effect.gen(function* () {
      const { draft } = fixture()
      const plain = ids(20_000).filter((id) => !ContentNode.hashOf(id).startsWith("A"))
      const ending = ids(20_000).filter((id) => ContentNode.hashOf(id).startsWith("A"))
      assert.approximately(ending.length, 20_000 / 64, 60)
      const runs = Effect.fnUntraced(function* (list: ReadonlyArray<string>) {
        const work = draft()
        const ref = (yield* IdList.make(work, list)) ?? ""
        const node = (yield* work.many([ref])).get(ref)
        return node?.kind === "lists/1" ? node.lists.map(([, size]) => size) : [list.length]
      })
      assert.deepStrictEqual(yield* runs(plain.slice(0, 256)), [256])
      assert.deepStrictEqual(yield* runs(plain.slice(0, 257)), [256, 1])
      assert.deepStrictEqual(
        yield* runs([...plain.slice(0, 3), ...ending.slice(0, 2), ...plain.slice(3, 5)]),
        [4, 1, 2]
      )
    })
  )

  it.effect("splits runs of runs in the same way as runs of ids", () =>
    Effect.gen(function* () {
      const work = fixture().draft()
      const ref = (yield* IdList.make(work, ids(60_000))) ?? ""
      const lists = Effect.fnUntraced(function* (hash: string) {
        const node = (yield* work.many([hash])).get(hash)
        return node?.kind === "lists/1" ? node : undefined
      })
      const top = yield* lists(ref)
      assert.strictEqual(top?.depth, 2)
      assert.strictEqual(
        top?.lists.reduce((sum, [, size]) => sum + size, 0),
        60_000
      )
      for (const [hash] of top?.lists.slice(0, -1) ?? []) {
        const inner = (yield* lists(hash))?.lists ?? []
        assert.isTrue(inner.length === 256 || inner.at(-1)?.[0].startsWith("A"))
        assert.isFalse(inner.slice(1, -1).some(([run]) => run.startsWith("A")))
      }
    })
  )

  it.effect("ends even where every id ends a run", () =>
    Effect.gen(function* () {
      const ending = ids(20_000).filter((id) => ContentNode.hashOf(id).startsWith("A"))
      const { reader, draft, store } = fixture()
      const work = draft()
      const ref = yield* IdList.make(work, ending)
      store(work, ref ?? "")
      assert.deepStrictEqual(yield* IdList.read(reader, ref), ending)
    })
  )

  it.effect("equals null when empty", () =>
    Effect.gen(function* () {
      const work = fixture().draft()
      assert.strictEqual(yield* IdList.make(work, []), null)
      const ref = yield* IdList.make(work, ["a"])
      assert.strictEqual(yield* IdList.edit(work, ref, { remove: new Set(["a"]) }), null)
      assert.strictEqual(yield* IdList.edit(work, ref, {}), ref)
      assert.deepStrictEqual(yield* IdList.read(work, null), [])
      assert.strictEqual(yield* IdList.size(work, null), 0)
    })
  )

  it.effect("clamps an index to the list", () =>
    Effect.gen(function* () {
      const work = fixture().draft()
      const ref = yield* IdList.make(work, ["a", "b", "d", "e", "f"])
      const put = (at: number) =>
        Effect.flatMap(IdList.edit(work, ref, { insert: { ids: ["c"], at } }), (after) => IdList.read(work, after))
      assert.deepStrictEqual(yield* put(-3), ["c", "a", "b", "d", "e", "f"])
      assert.deepStrictEqual(yield* put(1), ["a", "c", "b", "d", "e", "f"])
      assert.deepStrictEqual(yield* put(99), ["a", "b", "d", "e", "f", "c"])
    })
  )

  it.effect("inserts into 10,000 ids by reading and writing only around the index", () =>
    Effect.gen(function* () {
      const { draft, store, counted } = fixture()
      const first = draft()
      const ref = yield* IdList.make(first, ids(10_000))
      const stored = store(first, ref ?? "").length
      const work = draft()
      const after = yield* counted(IdList.edit(work, ref, { insert: { ids: ["new"], at: 5_000 } }))
      const written = store(work, after.value ?? "").length
      assert.isAbove(stored, 150)
      assert.isAtMost(after.read, 8)
      assert.isAtMost(written, 4)
      const reading = yield* counted(IdList.read(work, after.value))
      assert.isAtMost(reading.rounds, 3)
    })
  )

  it.effect("reads several lists in as many rounds as the deepest has levels", () =>
    Effect.gen(function* () {
      const { reader, draft, store, counted } = fixture()
      const refs: Array<string> = []
      for (const list of [ids(5), ids(3_000), ids(700, 50_000)]) {
        const work = draft()
        const ref = (yield* IdList.make(work, list)) ?? ""
        store(work, ref)
        refs.push(ref)
      }
      const all = yield* counted(IdList.readMany(reader, refs))
      assert.deepStrictEqual([...all.value.values()], [ids(5), ids(3_000), ids(700, 50_000)])
      assert.isAtMost(all.rounds, 3)
    })
  )
})
