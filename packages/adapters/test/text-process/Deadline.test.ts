import { ChildProcess } from "node:child_process"
import { channel } from "node:diagnostics_channel"
import { existsSync, readFileSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Actor, Document, type Markdown, UserId } from "@quire/core"
import { Effect, Fiber, Layer, Predicate } from "effect"
import { TestClock } from "effect/testing"
import { limits, TextProcesses } from "../../src/text-process/TextProcesses.ts"
import { turns, whileTimePasses } from "../support/slowText.ts"

const page: Markdown.BoundedPage = { frontmatter: { fields: {} }, document: Document.empty, warnings: [] }

/** A program that answers every text with a page, but those that say what else it is to do. */
const source = (start: string) => `
  ${start}
  const page = ${JSON.stringify(page)}
  const acts = {
    loop: () => { for (;;); },
    allocate: () => { const all = []; for (;;) all.push({ all, at: all.length }) },
    widen: () => { for (let all = [1]; ; all = [...all, ...all]); },
    deepen: () => { const deepen = () => deepen() + 1; return deepen() },
    swell: () => ({ page, isHeavy: true }),
    leave: () => process.exit(0),
    abort: () => process.abort(),
    break: () => { throw new Error("broken") },
    later: () => { setTimeout(() => process.exit(0), 0); return { page } },
    nonsense: () => 5,
    nothing: () => ({ page: undefined }),
  }
  process.on("message", ({ open }) => process.send(acts[open.text]?.() ?? { page }))
  process.send({ page: undefined })`

/** Processes of a program that begins with some code. */
const processes = (start = "") =>
  Layer.unwrap(
    Effect.map(
      Effect.acquireRelease(
        Effect.promise(async () => {
          const folder = await mkdtemp(join(tmpdir(), "quire-text-"))
          await writeFile(join(folder, "program.mjs"), source(start))
          return folder
        }),
        (folder) => Effect.promise(() => rm(folder, { recursive: true }))
      ),
      (folder) => TextProcesses.layerOf({ path: join(folder, "program.mjs"), heapMegabytes: limits.heapMegabytes })
    )
  )

const job = (text: string) => ({ format: "markdown", text, options: {}, asksTargets: false }) as const

const isAlive = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null

/** Every process that begins meanwhile, and the most that lived at the same time. */
const watched = Effect.acquireRelease(
  Effect.sync(() => {
    const seen = { all: new Array<ChildProcess>(), most: 0 }
    const look = (message: unknown) => {
      if (Predicate.hasProperty(message, "process") && message.process instanceof ChildProcess)
        seen.all.push(message.process)
      seen.most = Math.max(seen.most, seen.all.filter(isAlive).length)
    }
    channel("child_process").subscribe(look)
    return { seen, look }
  }),
  ({ look }) => Effect.sync(() => channel("child_process").unsubscribe(look))
)

const given = (text: string) => Effect.flatMap(TextProcesses, ({ read }) => read(job(text), undefined))

const as = (person: string) => Effect.provideService(Actor.Actor, Actor.user(UserId.make(person)))

/** What becomes of a text of each of two people when its time passes, whether its process has begun by then or not. */
const late = Effect.fnUntraced(function* (text: string) {
  const effects = ["userone", "usertwo"].map((person) => as(person)(Effect.flip(given(text))))
  const reading = yield* Effect.forEach(effects, (each) => Effect.forkChild(each, { startImmediately: true }))
  yield* turns(50)
  assert.deepStrictEqual(
    reading.map((each) => each.pollUnsafe()),
    [undefined, undefined]
  )
  yield* TestClock.adjust(limits.beginMilliseconds)
  const failures = yield* Effect.forEach(reading, Fiber.join)
  return failures.map(({ _tag }) => _tag)
})

const both = ["TextTooSlow", "TextTooSlow"]

describe("a text process", () => {
  it.effect("ends and is replaced at its time limit, and the number of processes stays within the maximum", () =>
    Effect.gen(function* () {
      const { seen } = yield* watched
      for (let round = 0; round < 4; round++) {
        assert.deepStrictEqual(yield* given("next"), page)
        assert.deepStrictEqual(yield* late("loop"), both)
      }
      assert.deepStrictEqual(yield* given("next"), page)
      assert.isAtLeast(seen.all.length, 8)
      assert.isAtMost(seen.most, limits.processes)
    }).pipe(Effect.provide(processes()))
  )

  for (const text of ["allocate", "widen", "deepen", "leave", "abort", "break", "nonsense", "nothing"]) {
    it.effect(`restarts at once if it does not respond: ${text}`, () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* Effect.flip(given(text)))._tag, "TextTooSlow")
        assert.deepStrictEqual(yield* given("next"), page)
      }).pipe(Effect.provide(processes()))
    )
  }

  it.effect("releases its memory before the next one starts when it is stopped", () =>
    Effect.gen(function* () {
      const { seen } = yield* watched
      for (let round = 0; round < 3; round++) {
        assert.deepStrictEqual(yield* given("next"), page)
        assert.strictEqual((yield* whileTimePasses(Effect.flip(given("loop"))))._tag, "TextTooSlow")
        assert.deepStrictEqual(seen.all.filter(isAlive), [])
      }
      assert.deepStrictEqual([seen.all.length, seen.most], [3, 1])
    }).pipe(Effect.provide(processes()))
  )

  it.effect("does not stay idle if it holds much memory after a text", () =>
    Effect.gen(function* () {
      const { seen } = yield* watched
      assert.deepStrictEqual(yield* given("swell"), page)
      assert.deepStrictEqual(seen.all.filter(isAlive), [])
      assert.deepStrictEqual(yield* given("next"), page)
      assert.lengthOf(seen.all, 2)
    }).pipe(Effect.provide(processes()))
  )

  it.effect("receives nothing if it has ended while idle", () =>
    Effect.gen(function* () {
      const { seen } = yield* watched
      assert.deepStrictEqual(yield* given("later"), page)
      while (seen.all.some(isAlive)) yield* turns(1)
      assert.deepStrictEqual(yield* given("next"), page)
    }).pipe(Effect.provide(processes()))
  )

  it.effect("stops at a limit if it never starts", () =>
    Effect.gen(function* () {
      const { seen } = yield* watched
      for (let round = 0; round < 3; round++) assert.deepStrictEqual(yield* late("next"), both)
      assert.isAtMost(seen.most, limits.processes)
    }).pipe(Effect.provide(processes("for (;;);")))
  )

  it.effect("has a longer time limit to start than to read a text", () =>
    Effect.gen(function* () {
      const reading = yield* Effect.forkChild(Effect.flip(given("next")), { startImmediately: true })
      yield* turns(50)
      yield* TestClock.adjust(limits.beginMilliseconds - 1)
      assert.isUndefined(reading.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.strictEqual((yield* Fiber.join(reading))._tag, "TextTooSlow")
    }).pipe(Effect.provide(processes("for (;;);")))
  )

  it.effect.skipIf(!existsSync("/proc/self/environ"))(
    "receives no variables of this process, especially no secrets",
    () =>
      Effect.gen(function* () {
        const { seen } = yield* watched
        yield* given("next")
        const [child] = seen.all
        const names = readFileSync(`/proc/${child?.pid}/environ`, "utf8")
          .split("\0")
          .filter((each) => each !== "")
        assert.deepStrictEqual(
          names.filter((each) => !/^(NODE_CHANNEL|MALLOC)_/.test(each)),
          []
        )
      }).pipe(Effect.provide(processes()))
  )

  it.effect("ends when no process is needed any more", () =>
    Effect.gen(function* () {
      const { seen } = yield* watched
      yield* Effect.provide(given("next"), processes())
      assert.deepStrictEqual([seen.all.length, seen.all.filter(isAlive).length], [1, 0])
    })
  )
})
