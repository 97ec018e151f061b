import { assert, describe, it } from "@effect/vitest"
import { Backups, BlobStore, Outbox, Spaces } from "@quire/core"
import { Effect, Exit, Fiber, Option, Stream } from "effect"
import { as, asSystem } from "../support/engine.ts"
import { found } from "../support/world.ts"
import { events, opened, restored, stores } from "./installations.ts"

type Kind = keyof typeof stores

const everything = { limit: 1000 }

/** A backup that is taken piece by piece while eight people go on making spaces; and how many there were around it. */
const underLoad = Effect.gen(function* () {
  const world = yield* found
  const spaces = yield* Spaces.Spaces
  const { put } = yield* BlobStore.BlobStore
  const { write } = yield* Backups.Backups
  let made = 0
  const makeOne = (writer: number) =>
    Effect.gen(function* () {
      const number = made++
      yield* put(new TextEncoder().encode(`file ${writer} ${number}`))
      yield* Effect.orDie(as(world.creator)(spaces.create(world.organization, { title: `Space ${number}` })))
    })
  for (let number = 0; number < 12; number++) yield* makeOne(0)
  const count = Effect.map(
    Effect.orDie(as(world.admin)(spaces.list(world.organization, everything))),
    ({ items }) => items.length
  )
  const writers = yield* Effect.forkChild(
    Effect.forEach([1, 2, 3, 4, 5, 6, 7, 8], (writer) => Effect.forever(makeOne(writer)), { concurrency: 8 })
  )
  const before = yield* count
  const pieces: Array<Uint8Array> = []
  yield* Effect.orDie(
    asSystem(
      Stream.runForEach(write(), (piece) => {
        pieces.push(piece)
        return Effect.yieldNow
      })
    )
  )
  yield* Effect.repeat(Effect.yieldNow, { until: () => Effect.sync(() => made > before + 20) })
  const after = yield* count
  yield* Fiber.interrupt(writers)
  return { world, before, after, bytes: new Uint8Array(Buffer.concat(pieces)) }
})

const judge = (kind: Kind) =>
  Effect.gen(function* () {
    const { after, before, bytes, world } = yield* Effect.provide(underLoad, opened(stores[kind]))
    for (const to of ["memory", "Postgres"] as const) {
      yield* Effect.gen(function* () {
        const spaces = yield* Spaces.Spaces
        const { items } = yield* as(world.admin)(spaces.list(world.organization, everything))
        assert.isAtLeast(items.length, before)
        assert.isBelow(items.length, after)
        const created = (yield* events).filter(({ event }) => event.type === "spaces.create")
        assert.deepStrictEqual(
          items.map(({ id }) => id).toSorted(),
          created.map(({ event }) => event.space ?? "").toSorted()
        )
        const numbers = items.map(({ title }) => Number(title.slice(6))).toSorted((left, right) => left - right)
        assert.isAtLeast(numbers.length, before)
      }).pipe(Effect.orDie, Effect.provide(restored(stores[to], bytes)), Effect.scoped)
    }
  }).pipe(Effect.orDie, Effect.scoped)

describe("a backup of an installation under load (rule backup-moment)", () => {
  for (const kind of ["memory", "Postgres"] as const) {
    it(`contains one consistent snapshot on ${kind}`, () => Effect.runPromise(judge(kind)), 120_000)
  }

  it("ends with its reader and releases everything", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        yield* found
        const { write } = yield* Backups.Backups
        for (let round = 0; round < 20; round++) yield* asSystem(Stream.runDrain(Stream.take(write(), 1)))
        const whole = yield* asSystem(Stream.mkUint8Array(write()))
        assert.isAbove(whole.length, 1_000)
      }).pipe(Effect.orDie, Effect.provide(opened(stores.Postgres)), Effect.scoped)
    ))

  it("refuses users", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const { admin } = yield* found
        const { write } = yield* Backups.Backups
        const exit = yield* Effect.exit(Stream.runDrain(write()).pipe(as(admin)))
        const error = Exit.isFailure(exit) ? Option.getOrUndefined(Exit.findErrorOption(exit)) : undefined
        assert.strictEqual(error?._tag, "HostOnly")
      }).pipe(Effect.orDie, Effect.provide(opened(stores.memory)), Effect.scoped)
    ))
})

describe("files in a backup (rule backup-files)", () => {
  it("includes files added during the backup and tolerates files removed meanwhile", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        yield* found
        const blobs = yield* BlobStore.BlobStore
        const { write } = yield* Backups.Backups
        const textOf = (number: number) => new TextEncoder().encode(`file ${number}`.repeat(20_000))
        const old: Array<string> = []
        for (let number = 0; number < 40; number++) old.push(yield* blobs.put(textOf(number)))
        let late: string | undefined
        const pieces: Array<Uint8Array> = []
        yield* asSystem(
          Stream.runForEach(write(), (piece) =>
            Effect.gen(function* () {
              pieces.push(piece)
              if (late === undefined) {
                late = yield* blobs.put(textOf(1_000))
                yield* blobs.remove(old.toSorted().slice(-1), Number.MAX_SAFE_INTEGER)
              }
            })
          )
        )
        const kept = yield* Effect.gen(function* () {
          const { get } = yield* BlobStore.BlobStore
          return yield* Effect.forEach([late ?? "", ...old.toSorted().slice(0, -1)], get)
        }).pipe(Effect.provide(restored(stores.Postgres, new Uint8Array(Buffer.concat(pieces)))))
        assert.isTrue(kept.every(Option.isSome))
      }).pipe(Effect.orDie, Effect.provide(opened(stores.memory)), Effect.scoped)
    ))
})

describe("offsets of events (rule backup-same)", () => {
  it("stays valid in every store, with a new epoch for later events", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        let bytes = yield* Effect.gen(function* () {
          yield* found
          return yield* asSystem(Stream.mkUint8Array((yield* Backups.Backups).write()))
        }).pipe(Effect.provide(opened(stores.memory)))
        let known = 0
        for (const kind of ["Postgres", "memory", "Postgres"] as const) {
          const next = yield* Effect.gen(function* () {
            const outbox = yield* Outbox.Outbox
            const before = yield* events
            assert.isAbove(before.length, known)
            known = before.length
            yield* outbox.append({ ...(before[0]?.event ?? assert.fail("no event")), id: `after ${kind} ${known}` })
            const all = yield* events
            assert.deepStrictEqual(all.slice(0, -1), before)
            for (const [at, { offset }] of all.entries()) {
              assert.isTrue(yield* outbox.knows(offset))
              assert.deepStrictEqual(yield* outbox.read(offset, 1_000), all.slice(at + 1))
            }
            return yield* asSystem(Stream.mkUint8Array((yield* Backups.Backups).write()))
          }).pipe(Effect.provide(restored(stores[kind], bytes)))
          bytes = next
        }
        assert.isAbove(known, 2)
      }).pipe(Effect.orDie, Effect.scoped)
    ))
})
