import { setPriority } from "node:os"
import { Worker } from "node:worker_threads"
import { BookText, PdfPrinter } from "@quire/core"
import { print } from "./Printing.ts"

/** A message to the process: print a book. The book and its images are sent before it in chunks. */
export type Question =
  | { readonly image: string; readonly piece: Uint8Array }
  | { readonly book: Uint8Array }
  | { readonly memory: number }

/** A message from the process: it has started; the PDF in chunks, then the rest; or the reason why there is no PDF. */
export type Answer =
  | { readonly _tag: "Begun" }
  | { readonly _tag: "Piece"; readonly piece: Uint8Array }
  | { readonly _tag: "Printed"; readonly sheets: number; readonly warnings: ReadonlyArray<string> }
  | { readonly _tag: "Refused"; readonly problem: string }

/** Chunk size of the PDF in bytes, and milliseconds between memory checks. */
const [pieceBytes, glance] = [262_144, 50] as const

/** The server, and its database, go first. */
const priority = 10

const images = new Map<string, Array<Uint8Array>>()
const text: Array<Uint8Array> = []

const say = (answer: Answer): void => void process.send?.(answer)

const send = ({ bytes, sheets, warnings }: PdfPrinter.PrintedPdf): void => {
  for (let at = 0; at < bytes.length; at += pieceBytes)
    say({ _tag: "Piece", piece: bytes.subarray(at, at + pieceBytes) })
  say({ _tag: "Printed", sheets, warnings })
}

const watching = `const { parentPort, workerData } = require("node:worker_threads")
const look = () => { if (process.memoryUsage.rss() > workerData) process.kill(process.pid, "SIGKILL") }
look()
parentPort.postMessage("looked")
setInterval(look, ${glance})`

/**
 * A thread that kills the process when it uses too much memory: the typesetter has native memory that V8 does not
 * limit. The work begins after the first check.
 */
const guarded = (bytes: number, work: () => void): void => {
  const thread = new Worker(watching, { eval: true, workerData: bytes, execArgv: [] })
  thread.once("message", work)
  thread.unref()
}

const printBook = (): void => {
  try {
    const book = BookText.decode(Buffer.concat(text))
    send(print(book, new Map(Array.from(images, ([hash, pieces]) => [hash, Buffer.concat(pieces)]))))
  } catch (error) {
    if (!(error instanceof PdfPrinter.PdfRefused)) throw error
    say({ _tag: "Refused", problem: error.problem })
  }
}

const answer = (question: Question): void => {
  if ("image" in question) {
    const pieces = images.get(question.image) ?? []
    pieces.push(question.piece)
    images.set(question.image, pieces)
    return
  }
  if ("book" in question) return void text.push(question.book)
  guarded(question.memory, printBook)
}

/** The process exits when the server closes its channel, not on a signal that is sent to both. */
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined)
process.on("disconnect", () => process.exit())
setPriority(priority)
process.on("message", (question: Question) => answer(question))
say({ _tag: "Begun" })
