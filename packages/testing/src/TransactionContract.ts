import { assert, layer } from "@effect/vitest"
import { AccessFacts, ContentStore, JobStore, Outbox, Repository, RowStore, SearchIndex } from "@quire/core"
import { Deferred, Effect, Exit, Fiber, type Layer, Option } from "effect"
import { item } from "./row-store/Rows.ts"
import { diesAsOver, eventually, fresh, type It, live, paused } from "./Suite.ts"
import { items } from "./TestCollections.ts"

/** The ports that one transaction covers. */
export type Ports =
  | RowStore.RowStore
  | ContentStore.ContentStore
  | SearchIndex.SearchIndex
  | Outbox.Outbox
  | AccessFacts.AccessFacts
  | JobStore.JobStore

const event = (id: string): Outbox.Event => ({
  id,
  type: "test",
  at: 0,
  actor: "system",
  token: null,
  organization: null,
  space: null,
  subjects: [id]
})

/** One write through each port, and a way to see which of them are visible. */
const setup = Effect.gen(function* () {
  const [content, search, outbox, facts] = [
    yield* ContentStore.ContentStore,
    yield* SearchIndex.SearchIndex,
    yield* Outbox.Outbox,
    yield* AccessFacts.AccessFacts
  ]
  const { atomic } = yield* RowStore.RowStore
  const jobs = yield* JobStore.JobStore
  const repository = yield* Repository.make(items)
  const [id, name] = [fresh("t"), fresh("e")]
  const none = { words: [], forms: [] }
  const page = {
    page: id,
    isListed: true,
    updatedAt: 0,
    sections: [{ section: "", conditions: [], title: { words: [id], forms: [] }, heading: none, body: none }]
  }
  const put = { put: [page], removed: [] }
  const wanted = { terms: [{ word: id, forms: [] }], phrases: [], excluded: [] }
  const readers = { organization: id, kind: "space" as const, placement: id, keys: ["k"] }
  const writes = [
    Effect.orDie(Effect.asVoid(repository.insert(item(id, { id })))),
    content.putMany(id, [{ hash: id, text: "text" }]),
    search.update(id, put),
    facts.setReaders([readers]),
    outbox.append(event(name)),
    jobs.offer([{ kind: id, key: name, payload: "null", runAt: 0, at: 0 }])
  ]
  const reads = [
    Effect.map(repository.get(id), Option.isSome),
    Effect.map(content.getMany(id, [id]), (found) => found.get(id) === "text"),
    Effect.map(search.search([id], wanted, { offset: 0, limit: 1 }), ({ total }) => total === 1),
    Effect.map(facts.countReadable(id, "space", ["k"], 1), (count) => count === 1)
  ]
  const start = (yield* outbox.read("", 100_000)).at(-1)?.offset ?? ""
  const announced = Effect.map(outbox.read(start, 1000), (read) => read.some((one) => one.event.id === name))
  return {
    atomic,
    id,
    write: Effect.all(writes, { discard: true }),
    writes,
    reads: Effect.all(reads),
    announced,
    each: reads
  }
})

const all = [true, true, true, true]
const none = [false, false, false, false]

const testCovering = (it: It<Ports>) => {
  it.effect("makes the writes of every port visible together at its end", () =>
    Effect.gen(function* () {
      const { announced, atomic, reads, write } = yield* setup
      const { fiber, resume } = yield* paused((pause) =>
        atomic(
          Effect.gen(function* () {
            yield* write
            const inside = [yield* reads, yield* announced]
            yield* pause
            return inside
          })
        )
      )
      assert.deepStrictEqual([yield* reads, yield* announced], [none, false])
      yield* resume
      assert.deepStrictEqual(yield* Fiber.join(fiber), [all, false])
      assert.deepStrictEqual([yield* reads, yield* eventually(announced)], [all, true])
    })
  )

  const undone: { readonly [how: string]: Effect.Effect<void, string> } = {
    fails: Effect.fail("no"),
    dies: Effect.die("broken"),
    "is interrupted": Effect.interrupt
  }
  for (const [how, end] of Object.entries(undone)) {
    it.effect(`drops the writes of every port when its body ${how}`, () =>
      Effect.gen(function* () {
        const { announced, atomic, reads, write } = yield* setup
        assert.isTrue(Exit.isFailure(yield* Effect.exit(atomic(Effect.andThen(write, end)))))
        assert.deepStrictEqual([yield* reads, yield* announced], [none, false])
        yield* atomic(write)
        assert.deepStrictEqual([yield* reads, yield* eventually(announced)], [all, true])
      })
    )
  }

  it.effect("commits each write separately outside of atomic", () =>
    Effect.gen(function* () {
      const { announced, reads, write } = yield* setup
      yield* Effect.exit(Effect.andThen(write, Effect.fail("no")))
      assert.deepStrictEqual([yield* reads, yield* eventually(announced)], [all, true])
    })
  )
}

const testRemoving = (it: It<Ports>) => {
  it.effect("restores what every port removed when it is rolled back", () =>
    Effect.gen(function* () {
      const { atomic, id, reads, write } = yield* setup
      const [content, search, facts] = [
        yield* ContentStore.ContentStore,
        yield* SearchIndex.SearchIndex,
        yield* AccessFacts.AccessFacts
      ]
      const repository = yield* Repository.make(items)
      yield* write
      const remove = Effect.all([
        repository.remove([id]),
        content.removeSpace(id),
        search.removeSpace(id),
        facts.setReaders([{ organization: id, kind: "space", placement: id, keys: [] }]),
        reads
      ])
      const inside = yield* Effect.flip(atomic(Effect.flatMap(remove, ([, , , , seen]) => Effect.fail(seen))))
      assert.deepStrictEqual(inside, none)
      assert.deepStrictEqual(yield* reads, all)
      yield* atomic(remove)
      assert.deepStrictEqual(yield* reads, none)
    })
  )
}

const testEnding = (it: It<Ports>) => {
  it.effect("dies when any port is used after its end", () =>
    Effect.gen(function* () {
      const { announced, atomic, each, reads, writes } = yield* setup
      const go = yield* Deferred.make<void>()
      const late = yield* Deferred.make<Fiber.Fiber<unknown>>()
      const uses: ReadonlyArray<Effect.Effect<unknown>> = [...each, announced, ...writes]
      const used = Effect.forEach(uses, (use) => diesAsOver(use))
      const body = Effect.flatMap(Effect.forkDetach(Effect.andThen(Deferred.await(go), used)), (fiber) =>
        Deferred.succeed(late, fiber)
      )
      yield* atomic(body)
      yield* Deferred.succeed(go, undefined)
      yield* Fiber.join(yield* Deferred.await(late))
      assert.deepStrictEqual([yield* reads, yield* announced], [none, false])
    })
  )

  it.effect("is atomic through every port at whatever step it is interrupted", () =>
    Effect.gen(function* () {
      const outcomes = new Set<boolean>()
      for (let steps = 0; steps < 60; steps++) {
        const { announced, atomic, reads, write } = yield* setup
        const fiber = yield* Effect.forkChild(atomic(write))
        for (let step = 0; step < steps; step++) yield* step < 40 ? Effect.yieldNow : announced
        const exit = yield* Effect.andThen(Fiber.interrupt(fiber), Fiber.await(fiber))
        const seen = yield* reads
        const heard = seen.includes(true) ? yield* eventually(announced) : yield* announced
        const done = Exit.isSuccess(exit)
        assert.lengthOf(new Set([...seen, heard]), 1)
        if (done) assert.isTrue(heard)
        outcomes.add(done)
      }
      assert.deepStrictEqual([...outcomes].toSorted(), [false, true])
    })
  )
}

const testCallbacks = (it: It<Ports>) => {
  it.effect("calls back once after commit, when others can see its writes", () =>
    Effect.gen(function* () {
      const { atomic, id, write } = yield* setup
      const { afterCommit } = yield* RowStore.RowStore
      const repository = yield* Repository.make(items)
      const called: Array<string> = []
      const call = (name: string) => afterCommit(() => called.push(name))
      yield* call("alone")
      assert.deepStrictEqual(called, ["alone"])
      const { fiber, resume } = yield* paused((pause) =>
        atomic(
          Effect.gen(function* () {
            yield* call("first")
            yield* atomic(Effect.andThen(write, call("nested")))
            yield* pause
          })
        )
      )
      assert.deepStrictEqual(called, ["alone"])
      yield* resume
      yield* Fiber.join(fiber)
      assert.deepStrictEqual(called, ["alone", "first", "nested"])
      assert.isTrue(Option.isSome(yield* repository.get(id)))
    })
  )

  it.effect("does not call back when it is rolled back", () =>
    Effect.gen(function* () {
      const { atomic, write } = yield* setup
      const { afterCommit } = yield* RowStore.RowStore
      const called: Array<string> = []
      const call = Effect.andThen(
        write,
        afterCommit(() => called.push("undone"))
      )
      for (const end of [Effect.fail("no"), Effect.die("broken"), Effect.interrupt])
        yield* Effect.exit(atomic(Effect.andThen(call, end)))
      yield* atomic(write)
      assert.deepStrictEqual(called, [])
    })
  )
}

/** The contract of `RowStore.atomic` for all storing ports. */
export const suite = <E>(name: string, ports: Layer.Layer<Ports, E>): void =>
  layer(ports, live)(`${name}: transactions over every port`, (it) => {
    testCovering(it)
    testRemoving(it)
    testCallbacks(it)
    testEnding(it)
  })
