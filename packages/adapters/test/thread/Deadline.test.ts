import { channel } from "node:diagnostics_channel"
import { Worker } from "node:worker_threads"
import { assert, describe, it } from "@effect/vitest"
import { Actor, Document, type Markdown, UserId } from "@quire/core"
import { Effect, Fiber, Predicate } from "effect"
import { TestClock } from "effect/testing"
import { limits, TextThreads } from "../../src/thread/TextThreads.ts"
import { turns } from "../support/slowText.ts"

const page: Markdown.BoundedPage = { frontmatter: { fields: {} }, document: Document.empty, warnings: [] }

/** A program of a thread that answers every text with a page, but those that say what else it is to do. */
const program = (start = "") =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from "node:worker_threads"
    ${start}
    const page = ${JSON.stringify(page)}
    const acts = {
      loop: () => { for (;;); },
      allocate: () => { const all = []; for (;;) all.push({ all, at: all.length }) },
      deepen: () => { const deepen = () => deepen() + 1; return deepen() },
      leave: () => process.exit(0),
      break: () => { throw new Error("broken") },
      later: () => { setTimeout(() => process.exit(0), 0); return { page } },
      nonsense: () => 5,
      nothing: () => ({ page: undefined }),
    }
    parentPort.on("message", ({ open }) => parentPort.postMessage(acts[open.text]?.() ?? { page }))
    parentPort.postMessage({ page: undefined })`)}`
  )

const job = (text: string) => ({ format: "markdown", text, options: {}, asksTargets: false }) as const

const isAlive = ({ threadId }: Worker) => threadId !== -1

/** Every thread that begins meanwhile, and the most that lived at the same time. */
const watched = Effect.acquireRelease(
  Effect.sync(() => {
    const seen = { all: new Array<Worker>(), most: 0 }
    const look = (message: unknown) => {
      if (Predicate.hasProperty(message, "worker") && message.worker instanceof Worker) seen.all.push(message.worker)
      seen.most = Math.max(seen.most, seen.all.filter(isAlive).length)
    }
    channel("worker_threads").subscribe(look)
    return { seen, look }
  }),
  ({ look }) => Effect.sync(() => channel("worker_threads").unsubscribe(look))
)

const given = (text: string) => Effect.flatMap(TextThreads, ({ read }) => read(job(text), undefined))

const as = (person: string) => Effect.provideService(Actor.Actor, Actor.user(UserId.UserId.make(person)))

/** What becomes of a text of each of two people when its time passes after it was asked for. */
const late = Effect.fnUntraced(function* (text: string) {
  const asked = ["userone", "usertwo"].map((person) => as(person)(Effect.flip(given(text))))
  const reading = yield* Effect.forEach(asked, (each) => Effect.forkChild(each, { startImmediately: true }))
  yield* turns(50)
  assert.deepStrictEqual(
    reading.map((each) => each.pollUnsafe()),
    [undefined, undefined]
  )
  yield* TestClock.adjust(limits.milliseconds)
  const failures = yield* Effect.forEach(reading, Fiber.join)
  return failures.map(({ _tag }) => _tag)
})

const both = ["TextTooSlow", "TextTooSlow"]

describe("a thread", () => {
  it.effect("that never gives way is replaced when its time is over, and never are there more than may be", () =>
    Effect.gen(function* () {
      const { seen } = yield* watched
      for (let round = 0; round < 4; round++) {
        assert.deepStrictEqual(yield* given("next"), page)
        assert.deepStrictEqual(yield* late("loop"), both)
      }
      assert.deepStrictEqual(yield* given("next"), page)
      assert.isAtLeast(seen.all.length, 8)
      assert.isAtMost(seen.most, limits.threads)
    }).pipe(Effect.provide(TextThreads.layerOf(program())))
  )

  for (const text of ["allocate", "deepen", "leave", "break", "nonsense", "nothing"]) {
    it.effect(`that does not answer is replaced at once: ${text}`, () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* Effect.flip(given(text)))._tag, "TextTooSlow")
        assert.deepStrictEqual(yield* given("next"), page)
      }).pipe(Effect.provide(TextThreads.layerOf(program())))
    )
  }

  it.effect("that ends while it rests is not asked again", () =>
    Effect.gen(function* () {
      const { seen } = yield* watched
      assert.deepStrictEqual(yield* given("later"), page)
      while (seen.all.some(isAlive)) yield* turns(1)
      assert.deepStrictEqual(yield* given("next"), page)
    }).pipe(Effect.provide(TextThreads.layerOf(program())))
  )

  it.effect("that never begins is given up as well", () =>
    Effect.gen(function* () {
      const { seen } = yield* watched
      for (let round = 0; round < 3; round++) assert.deepStrictEqual(yield* late("next"), both)
      assert.isAtMost(seen.most, limits.threads)
    }).pipe(Effect.provide(TextThreads.layerOf(program("for (;;);"))))
  )

  it.effect("is gone when nobody needs threads any more", () =>
    Effect.gen(function* () {
      const { seen } = yield* watched
      yield* Effect.provide(given("next"), TextThreads.layerOf(program()))
      assert.deepStrictEqual([seen.all.length, seen.all.filter(isAlive).length], [1, 0])
    })
  )
})
