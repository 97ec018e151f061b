import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it, layer } from "@effect/vitest"
import { type Book, BookText, PdfPrinter } from "@quire/core"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as PdfAdapter from "../../src/pdf/PdfAdapter.ts"
import { turns } from "../support/slowText.ts"

const book: Book.Book = { title: "Book", madeAt: 0, pages: [{ id: "a", depth: 1, title: "One" }], targets: {} }

const printText = (text: Uint8Array) =>
  Effect.flatMap(PdfPrinter.PdfPrinter, (printer) => printer.print(text, new Map()))

const print = Effect.flatMap(BookText.encode(book), printText)

/** A folder in which each process leaves a character, so that they can be counted. */
const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "quire-pdf-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true }))
)

const milliseconds = 20_000

/** A process that says that it has begun, and when it is asked does what the source says. */
const program = (source: string) =>
  Effect.map(
    Effect.tap(folder, (path) =>
      Effect.promise(() =>
        writeFile(
          join(path, "program.mjs"),
          `import { appendFileSync } from "node:fs"
appendFileSync(${JSON.stringify(join(path, "begun"))}, "x")
process.on("message", (question) => { ${source} })
process.send({ _tag: "Begun" })`
        )
      )
    ),
    (path) => ({
      begun: Effect.promise(() => readFile(join(path, "begun"), "utf8").catch(() => "")),
      layer: PdfAdapter.layerOf({ path: join(path, "program.mjs"), heapMegabytes: 64 }, { milliseconds }, () => true)
    })
  )

layer(Layer.empty, { excludeTestServices: true })("a process that prints (rule pdf-bounded)", (it) => {
  it.effect("restarts once if it exits unexpectedly", () =>
    Effect.gen(function* () {
      const { begun, layer: printer } = yield* program("process.exit(1)")
      const refused = yield* Effect.flip(Effect.provide(print, printer))
      assert.strictEqual(
        refused.message,
        "the PDF could not be created: PDF generation needs more memory than is allowed for one PDF"
      )
      assert.strictEqual(yield* begun, "xx")
    })
  )

  it.effect("receives a book in pieces, so that other work is not blocked", () =>
    Effect.gen(function* () {
      const source = `globalThis.pieces ??= []
if (question.book) pieces.push(question.book.length)
else process.send({ _tag: "Refused", problem: pieces.join(" ") })`
      const { layer: printer } = yield* program(source)
      const refused = yield* Effect.flip(Effect.provide(printText(new Uint8Array(600_000)), printer))
      assert.strictEqual(refused.message, "the PDF could not be created: 262144 262144 75712")
    })
  )

  it.effect("reports why there is no PDF, without another attempt", () =>
    Effect.gen(function* () {
      const { begun, layer: printer } = yield* program('process.send({ _tag: "Refused", problem: "no" })')
      const refused = yield* Effect.flip(Effect.provide(print, printer))
      assert.strictEqual(refused.message, "the PDF could not be created: no")
      assert.strictEqual(yield* begun, "x")
    })
  )
})

describe("a process that never ends (rule pdf-bounded)", () => {
  it.effect("stops at its deadline, without another attempt", () =>
    Effect.gen(function* () {
      const { begun, layer: printer } = yield* program("")
      const printing = yield* Effect.forkChild(Effect.flip(Effect.provide(print, printer)), { startImmediately: true })
      yield* Effect.repeat(Effect.andThen(turns(1), begun), { until: (text) => text !== "" })
      yield* TestClock.adjust(milliseconds)
      assert.strictEqual(
        (yield* Fiber.join(printing)).message,
        "the PDF could not be created: PDF generation takes longer than 20 seconds"
      )
      assert.strictEqual(yield* begun, "x")
    })
  )
})

layer(PdfAdapter.layerWith({ megabytes: 1 }), { excludeTestServices: true })(
  "a process with too little memory (rule pdf-bounded)",
  (it) => {
    it.effect("stops without printing", () =>
      Effect.gen(function* () {
        const refused = yield* Effect.flip(print)
        assert.strictEqual(refused._tag, "PdfRefused")
      })
    )
  }
)

describe("the check of packages for PDFs (rule pdf-fonts)", () => {
  it("names the missing packages", () => {
    assert.isUndefined(PdfAdapter.missing())
    assert.strictEqual(
      PdfAdapter.missing(() => false)?.message,
      "PDF export is not available on this server: install @myriaddreamin/typst-ts-node-compiler and @expo-google-fonts/noto-sans next to Quire"
    )
    assert.strictEqual(PdfAdapter.missing((name) => name.startsWith("@expo"))?.kind, "unavailable")
  })
})
