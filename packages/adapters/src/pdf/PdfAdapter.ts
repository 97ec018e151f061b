import type { ChildProcess } from "node:child_process"
import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { BookText, FairQueue, PdfPrinter } from "@quire/core"
import { Effect, Layer, Predicate, Schedule } from "effect"
import * as ProcessPool from "../text-process/ProcessPool.ts"
import type * as PdfWorker from "./PdfWorker.ts"

/** Resource limits of one book. */
export interface Bounds {
  /** The start of a process counted. */
  readonly milliseconds: number
  /** Total memory of a process. */
  readonly megabytes: number
}

export const limits = { milliseconds: 120_000, megabytes: 2_560 } as const satisfies Bounds

/** The share of a process's memory for the heap of its program, which writes the typeset PDF, in megabytes. */
const heapOf = (megabytes: number): number => Math.max(512, Math.ceil(megabytes / 5))

/** Bytes of a text or an image that are sent to a process at a time. */
const pieceBytes = 262_144

const compiler = "@myriaddreamin/typst-ts-node-compiler"
const fonts = "@expo-google-fonts/noto-sans"

const require = createRequire(import.meta.url)

const isInstalled = (name: string): boolean => {
  try {
    require.resolve(name)
    return true
  } catch {
    return false
  }
}

/** Returns the packages that must be installed to print books. */
export const missing = (has: (name: string) => boolean = isInstalled): PdfPrinter.PdfUnavailable | undefined => {
  const packages = [compiler, `${fonts}/package.json`].filter((name) => !has(name))
  if (packages.length === 0) return undefined
  const names = packages.map((name) => name.replace("/package.json", ""))
  return new PdfPrinter.PdfUnavailable({ missing: `install ${names.join(" and ")} next to Quire` })
}

const bundled = new URL("./PdfWorker.mjs", import.meta.url)

/**
 * Path of the worker program: next to this module in a bundle, otherwise the built one, because Node cannot load the
 * sources.
 */
export const ownProgram = (megabytes: number = limits.megabytes): ProcessPool.Program => ({
  path: existsSync(bundled) ? bundled : require.resolve("@quire/adapters/pdf-worker"),
  heapMegabytes: heapOf(megabytes)
})

const refused = (problem: string) => new PdfPrinter.PdfRefused({ problem })

/** A process ended before it answered: it was killed, or had too much to do. */
const cutOff = refused("PDF generation needs more memory than is allowed for one PDF")

const isAnswer = (value: unknown): value is PdfWorker.Answer => Predicate.hasProperty(value, "_tag")

interface Ended {
  readonly answer: Exclude<PdfWorker.Answer, { readonly _tag: "Piece" }>
  readonly pieces: ReadonlyArray<Uint8Array>
}

/** Collects the messages of a process until it finishes or exits. */
const listen = (child: ChildProcess) =>
  Effect.callback<Ended, PdfPrinter.PdfRefused>((resume) => {
    const pieces: Array<Uint8Array> = []
    const fail = () => resume(Effect.fail(cutOff))
    ProcessPool.release(child)
    child.on("error", fail)
    child.once("exit", fail)
    child.on("message", (answer: unknown) => {
      if (!isAnswer(answer)) return fail()
      if (answer._tag === "Piece") return void pieces.push(answer.piece)
      resume(Effect.succeed({ answer, pieces }))
    })
  })

const send = (child: ChildProcess, question: PdfWorker.Question) => Effect.sync(() => void child.send(question))

/** Sends chunks, so that other work can run in between. */
const sendPieces = Effect.fnUntraced(function* (
  child: ChildProcess,
  bytes: Uint8Array,
  questionOf: (piece: Uint8Array) => PdfWorker.Question
) {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    yield* send(child, questionOf(bytes.subarray(at, at + pieceBytes)))
    yield* Effect.yieldNow
  }
})

/** Sends a book with its images. */
const sendAll = Effect.fnUntraced(function* (
  child: ChildProcess,
  text: Uint8Array,
  images: PdfPrinter.Images,
  memory: number
) {
  for (const [image, bytes] of images) yield* sendPieces(child, bytes, (piece) => ({ image, piece }))
  yield* sendPieces(child, text, (book) => ({ book }))
  yield* send(child, { memory })
})

const make = (program: ProcessPool.Program, { megabytes, milliseconds }: Bounds, has?: (name: string) => boolean) =>
  Effect.gen(function* () {
    const turns = FairQueue.make({ pool: "printing PDFs", slots: 1 })
    const pool = ProcessPool.make(program)
    yield* Effect.addFinalizer(() => pool.clear)

    /**
     * Prints a book in a separate process, which exits afterwards because the typesetter does not release its memory.
     */
    const byProcess = (book: Uint8Array, images: PdfPrinter.Images) =>
      Effect.acquireUseRelease(
        pool.start((child) => child),
        (child) =>
          Effect.gen(function* () {
            yield* listen(child)
            const ask = sendAll(child, book, images, megabytes * 1_048_576)
            const [ended] = yield* Effect.all([listen(child), ask], { concurrency: "unbounded" })
            return ended
          }).pipe(
            Effect.timeoutOrElse({
              duration: milliseconds,
              orElse: () => Effect.fail(refused(`PDF generation takes longer than ${milliseconds / 1000} seconds`))
            })
          ),
        (child) => Effect.promise(() => pool.end(child))
      )

    const print = Effect.fnUntraced(function* (book: Uint8Array, images: PdfPrinter.Images) {
      const { answer, pieces } = yield* byProcess(book, images)
      if (answer._tag === "Refused") return yield* refused(answer.problem)
      if (answer._tag !== "Printed") return yield* cutOff
      return {
        bytes: Buffer.concat(pieces),
        sheets: answer.sheets,
        warnings: answer.warnings
      } satisfies PdfPrinter.PrintedPdf
    })

    const ready = Effect.suspend(() => {
      const absent = missing(has)
      return absent === undefined ? Effect.void : Effect.fail(absent)
    })

    return PdfPrinter.PdfPrinter.of({
      ready,
      print: (book, images) =>
        Effect.andThen(
          ready,
          turns.withTurnOrDie(
            Effect.retry(print(book, images), { schedule: Schedule.recurs(1), while: (error) => error === cutOff })
          )
        )
    })
  })

/** Prints in processes that run the given program; it must respond as `PdfWorker` does. */
export const layerOf = (
  program: ProcessPool.Program,
  given: Partial<Bounds> = {},
  has?: (name: string) => boolean
): Layer.Layer<PdfPrinter.PdfPrinter> =>
  Layer.effect(PdfPrinter.PdfPrinter, make(program, { ...limits, ...given }, has))

/** Prints books one at a time, each in a separate process that is killed at its deadline (rule pdf-bounded). */
export const layerWith = (given: Partial<Bounds> = {}): Layer.Layer<PdfPrinter.PdfPrinter> =>
  Layer.unwrap(Effect.sync(() => layerOf(ownProgram(given.megabytes), given)))

export const layer: Layer.Layer<PdfPrinter.PdfPrinter> = layerWith()

/** Prints in the current process, which blocks its event loop and keeps the memory of the typesetter. For tests. */
export const layerHere: Layer.Layer<PdfPrinter.PdfPrinter> = Layer.effect(
  PdfPrinter.PdfPrinter,
  Effect.gen(function* () {
    const { print } = yield* Effect.promise(() => import("./Printing.ts"))
    return PdfPrinter.PdfPrinter.of({
      ready: Effect.void,
      print: (book, images) =>
        Effect.suspend(() => {
          try {
            return Effect.succeed(print(BookText.decode(book), images))
          } catch (error) {
            return error instanceof PdfPrinter.PdfRefused ? Effect.fail(error) : Effect.die(error)
          }
        })
    })
  })
)
