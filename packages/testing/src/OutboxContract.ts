import { assert, layer } from "@effect/vitest"
import { Outbox, RowStore } from "@quire/core"
import { Effect, Fiber, type Layer } from "effect"
import { eventually, fresh, type It, live, type Options, paused, settle } from "./Suite.ts"

const event = (id: string, over: Partial<Outbox.Event> = {}): Outbox.Event => ({
  id,
  type: "tests.write",
  at: 1_700_000_000_000,
  actor: "system",
  token: null,
  organization: "o",
  space: null,
  subjects: ["a", "b"],
  ...over
})

/** Ids in sorted order. */
const ids = (count: number) => {
  const prefix = fresh("event")
  return Array.from({ length: count }, (_, index) => `${prefix}-${1000 + index}`)
}

interface Followed {
  readonly offset: Outbox.Offset
  readonly ids: ReadonlyArray<string>
}

const setup = Effect.gen(function* () {
  const outbox = yield* Outbox.Outbox
  const { atomic } = yield* RowStore.RowStore
  const follow = (after: Outbox.Offset, limit = 1000): Effect.Effect<Followed> =>
    Effect.gen(function* () {
      const read = yield* outbox.read(after, limit)
      const last = read.at(-1)
      if (last === undefined) return { offset: after, ids: [] }
      const rest = yield* follow(last.offset, limit)
      return { offset: rest.offset, ids: [...read.map((one) => one.event.id), ...rest.ids] }
    })
  /** Reads until the expected number of events is available, since the store may delay them. */
  const caughtUp = (after: Outbox.Offset, count: number, limit?: number) =>
    Effect.andThen(eventually(Effect.map(follow(after), ({ ids }) => ids.length >= count)), follow(after, limit))
  return {
    outbox,
    atomic,
    follow,
    caughtUp,
    start: (yield* follow("")).offset,
    append: (id: string) => outbox.append(event(id))
  }
})

const testStripping = (it: It<Outbox.Outbox | RowStore.RowStore>) => {
  it.effect("removes before and after only from events with personal data", () =>
    Effect.gen(function* () {
      const { caughtUp, outbox, start } = yield* setup
      const [first = "", second = "", third = "", fourth = "", fifth = ""] = ids(5)
      const person = fresh("person")
      const said = { before: { displayName: "A" }, after: { displayName: "\u2028 😀" } }
      const type = "users.update"
      const events = [
        event(first, { ...said, type, subjects: [person] }),
        event(second, { ...said, type: "tokens.create", subjects: ["token", person] }),
        event(third, { ...said, type, subjects: [person, "another"] }),
        event(fourth, { subjects: [person], after: "text" }),
        event(fifth, { type, subjects: [person] })
      ]
      yield* Effect.forEach(events, (one) => outbox.append(one))
      yield* caughtUp(start, 5)
      const before = yield* outbox.read(start, 10)
      const stripped = yield* outbox.strip(person)
      assert.sameDeepMembers([...stripped], events.slice(0, 2))
      assert.deepStrictEqual(yield* outbox.strip(person), [])
      const after = yield* outbox.read(start, 10)
      const bare = ({ after: _, before: __, ...rest }: Outbox.Event): Outbox.Event => rest
      assert.deepStrictEqual(
        after,
        before.map(({ event, offset }, at) => ({ offset, event: at < 2 ? bare(event) : event }))
      )
    })
  )
}

const testKeeping = (it: It<Outbox.Outbox | RowStore.RowStore>) => {
  it.effect("stores events unchanged", () =>
    Effect.gen(function* () {
      const { caughtUp, outbox, start } = yield* setup
      const [first, second, third] = ids(3)
      const changing = { list: ["x"] }
      const events = [
        event(String(first), { before: null, after: { "10": 1, a: "😀 '\"\\ \u2028" } }),
        event(String(second), { organization: null, space: "s", actor: "u", subjects: [], at: 0 }),
        event(String(third), { before: [-1.5], after: "text" })
      ]
      yield* Effect.forEach(events, (one) => outbox.append(one))
      yield* caughtUp(start, 3)
      const read = yield* outbox.read(start, 10)
      assert.deepStrictEqual(
        read.map((one) => one.event),
        events
      )
      const { offset } = yield* caughtUp(start, 3)
      yield* outbox.append(event(String(ids(1)[0]), { after: changing }))
      changing.list.push("y")
      yield* caughtUp(offset, 1)
      const [shared] = yield* outbox.read(offset, 10)
      assert.deepStrictEqual(shared?.event.after, { list: ["x"] })
    })
  )

  it.effect("reads from an offset up to the limit, each event once", () =>
    Effect.gen(function* () {
      const { append, caughtUp, outbox, start } = yield* setup
      const all = ids(7)
      yield* Effect.forEach(all, append)
      for (const limit of [1, 2, 3, 7, 100]) assert.deepStrictEqual((yield* caughtUp(start, 7, limit)).ids, all)
      assert.lengthOf(yield* outbox.read(start, 3), 3)
      assert.lengthOf(yield* outbox.read(start, 0), 0)
      const { offset } = yield* caughtUp(start, 7)
      assert.lengthOf(yield* outbox.read(offset, 10), 0)
      assert.lengthOf(yield* outbox.read(offset, 10), 0)
      const [later] = ids(1)
      yield* append(String(later))
      yield* caughtUp(offset, 1)
      assert.deepStrictEqual(
        (yield* outbox.read(offset, 10)).map((one) => one.event.id),
        [String(later)]
      )
    })
  )

  it.effect("begins at the empty offset", () =>
    Effect.gen(function* () {
      const { append, caughtUp, follow, start } = yield* setup
      const [id] = ids(1)
      yield* append(String(id))
      yield* caughtUp(start, 1)
      assert.include((yield* follow("", 2)).ids, String(id))
    })
  )
}

const testLag = (it: It<Outbox.Outbox | RowStore.RowStore>) => {
  it.effect("counts the committed events after an offset up to a limit, and returns the time of the first", () =>
    Effect.gen(function* () {
      const { append, atomic, caughtUp, outbox, start } = yield* setup
      assert.deepStrictEqual(yield* outbox.lag(start, 10), { events: 0, since: undefined })
      const [first, second, undone] = ids(3)
      yield* outbox.append(event(String(first), { at: 1_600_000_000_000 }))
      yield* append(String(second))
      yield* Effect.flip(atomic(Effect.andThen(append(String(undone)), Effect.fail("no"))))
      assert.deepStrictEqual(yield* outbox.lag(start, 10), { events: 2, since: 1_600_000_000_000 })
      assert.strictEqual((yield* outbox.lag(start, 2)).events, 2)
      assert.strictEqual((yield* outbox.lag(start, 1)).events, 1)
      const { offset } = yield* caughtUp(start, 2, 1)
      assert.strictEqual((yield* outbox.lag(offset, 10)).events, 0)
      assert.isAtLeast((yield* outbox.lag("", 1000)).events, 2)
    })
  )
}

const testPruning = (it: It<Outbox.Outbox | RowStore.RowStore>) => {
  it.effect("returns the last offset, and the earliest of several", () =>
    Effect.gen(function* () {
      const { append, caughtUp, outbox, start } = yield* setup
      const [one, two, three] = ids(3)
      yield* append(String(one))
      const first = (yield* caughtUp(start, 1)).offset
      yield* eventually(Effect.map(outbox.last, (last) => last === first))
      assert.strictEqual(yield* outbox.last, first)
      yield* append(String(two))
      yield* append(String(three))
      const second = (yield* caughtUp(first, 2, 1)).offset
      yield* eventually(Effect.map(outbox.last, (last) => last === second))
      assert.strictEqual(yield* outbox.last, second)
      assert.strictEqual(yield* outbox.earliest([]), "")
      assert.strictEqual(yield* outbox.earliest([second, first, second]), first)
      for (const before of ["", "x"]) assert.strictEqual(yield* outbox.earliest([second, before, first]), before)
    })
  )

  it.effect("removes events up to an offset that happened before an instant, in order, and never the last", () =>
    Effect.gen(function* () {
      const { caughtUp, outbox, start } = yield* setup
      const all = ids(6)
      const times = [10, 20, 30, 25, 40, 50]
      for (const [index, at] of times.entries()) yield* outbox.append(event(String(all[index]), { at }))
      yield* caughtUp(start, 6)
      const read = yield* outbox.read(start, 10)
      const offsets = read.map(({ offset }) => offset)
      const [first = "", second = "", , fourth = "", , end = ""] = offsets
      const left = Effect.map(outbox.read(start, 10), (rest) => rest.map(({ event }) => event.at))
      assert.isTrue(yield* outbox.keeps(start))
      assert.strictEqual(yield* outbox.prune("", 100, 10), 0)
      while ((yield* outbox.prune(start, Number.MAX_SAFE_INTEGER, 100)) > 0) yield* Effect.void
      assert.strictEqual(yield* outbox.prune(first, 10, 10), 0)
      assert.strictEqual(yield* outbox.prune(first, 100, 10), 1)
      assert.deepStrictEqual(yield* left, [20, 30, 25, 40, 50])
      assert.deepStrictEqual([yield* outbox.keeps(start), yield* outbox.keeps(first)], [false, true])
      assert.strictEqual(yield* outbox.prune(fourth, 30, 10), 1)
      assert.deepStrictEqual(yield* left, [30, 25, 40, 50])
      assert.isTrue(yield* outbox.keeps(second))
      assert.strictEqual(yield* outbox.prune(end, 100, 1), 1)
      assert.strictEqual(yield* outbox.prune(end, 100, 10), 2)
      assert.strictEqual(yield* outbox.prune(end, 100, 10), 0)
      assert.deepStrictEqual(yield* left, [50])
      assert.strictEqual((yield* outbox.lag("", 100)).events, 1)
    })
  )
}

const testUnknown = (it: It<Outbox.Outbox | RowStore.RowStore>) => {
  it.effect("reads from the start for an offset of another store, instead of skipping events", () =>
    Effect.gen(function* () {
      const { append, caughtUp, outbox, start } = yield* setup
      const [id] = ids(1)
      yield* append(String(id))
      const { offset } = yield* caughtUp(start, 1)
      const all = yield* outbox.read("", 1000)
      const elsewhere = offset.replace(/[0-9a-f]/g, (digit) => (digit === "9" ? "8" : "9"))
      for (const strange of [elsewhere, "9", "99999999.99999999", "x", "a.b.c", "..", "-1.-1"]) {
        assert.deepStrictEqual(yield* outbox.read(strange, 1000), all, strange)
        assert.isFalse(yield* outbox.knows(strange), strange)
      }
      for (const own of ["", offset, ...all.map((one) => one.offset)]) assert.isTrue(yield* outbox.knows(own), own)
    })
  )
}

const testCommitting = (it: It<Outbox.Outbox | RowStore.RowStore>, { serial = false }: Options) => {
  it.effect("shows an event once its transaction is committed, and never when it is rolled back", () =>
    Effect.gen(function* () {
      const { append, atomic, caughtUp, follow, start } = yield* setup
      const [undone] = ids(1)
      const expected = ids(2)
      const [first, second] = expected
      yield* Effect.flip(atomic(Effect.andThen(append(String(undone)), Effect.fail("no"))))
      const { fiber, resume } = yield* paused((pause) =>
        atomic(Effect.all([append(String(first)), append(String(second)), pause]))
      )
      assert.deepStrictEqual((yield* follow(start)).ids, [])
      yield* resume
      yield* Fiber.join(fiber)
      assert.deepStrictEqual((yield* caughtUp(start, 2)).ids, expected)
    })
  )

  it.effect("returns events that are committed after a later one was read", () =>
    Effect.gen(function* () {
      const { append, atomic, caughtUp, follow, start } = yield* setup
      const expected = ids(3)
      const [early, late, last] = expected
      const { fiber, resume } = yield* paused((pause) => atomic(Effect.andThen(append(String(early)), pause)))
      const other = yield* Effect.forkChild(atomic(append(String(late))))
      yield* serial ? settle : Fiber.join(other)
      const before = yield* follow(start)
      yield* resume
      yield* Effect.all([Fiber.join(fiber), Fiber.join(other)])
      yield* append(String(last))
      const after = yield* caughtUp(before.offset, 3 - before.ids.length)
      assert.deepStrictEqual([...before.ids, ...after.ids].toSorted(), expected)
    })
  )

  it.effect("returns each event exactly once while many transactions append", () =>
    Effect.gen(function* () {
      const { append, atomic, caughtUp, follow, start } = yield* setup
      const all = ids(24)
      const writing = yield* Effect.forkChild(
        Effect.forEach(all, (id) => atomic(Effect.andThen(append(id), Effect.yieldNow)), { concurrency: 6 })
      )
      const read: Array<string> = []
      let offset = start
      for (let round = 0; round < 40; round++) {
        const part = yield* follow(offset, 2)
        read.push(...part.ids)
        offset = part.offset
        yield* Effect.yieldNow
      }
      yield* Fiber.join(writing)
      read.push(...(yield* caughtUp(offset, all.length - read.length)).ids)
      assert.deepStrictEqual(read.toSorted(), all)
    })
  )
}

/** The contract of `Outbox`. */
export const suite = <E>(
  name: string,
  stores: Layer.Layer<Outbox.Outbox | RowStore.RowStore, E>,
  options: Options = {}
): void =>
  layer(stores, live)(`${name}: Outbox`, (it) => {
    testKeeping(it)
    testStripping(it)
    testLag(it)
    testPruning(it)
    testUnknown(it)
    testCommitting(it, options)
  })
