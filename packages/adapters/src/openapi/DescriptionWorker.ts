import { setPriority } from "node:os"
import { createContext, Script } from "node:vm"
import { DescriptionReader } from "@quire/core"
import * as FastParser from "../markdown/FastParser.ts"
import * as ReadDescription from "./ReadDescription.ts"

/** A message to the process: a chunk of the description to read. */
export type Question = { readonly piece: Uint8Array } | { readonly read: true; readonly milliseconds: number }

/**
 * A message from the process: it has started; a part of the result, then the rest; or the reason why there is no
 * result.
 */
export type Answer =
  | { readonly _tag: "Begun" }
  | { readonly _tag: "Part"; readonly part: string }
  | { readonly _tag: "Read"; readonly outline: string; readonly operations: number; readonly isHeavy: boolean }
  | { readonly _tag: "Refused"; readonly problem: string; readonly isHeavy: boolean }

/** Bytes above which a process does not rest. */
const mostAtRest = 180_000_000

/** The server, and its database, go first. */
const priority = 5

let pieces: Array<Uint8Array> = []

const say = (answer: Answer): void => void process.send?.(answer)

const isHeavy = () => process.memoryUsage.rss() > mostAtRest

const read = (): void => {
  const bytes = Buffer.concat(pieces)
  pieces = []
  try {
    const { operations, outline, parts } = ReadDescription.read(bytes)
    for (const part of parts) say({ _tag: "Part", part })
    say({ _tag: "Read", outline, operations, isHeavy: isHeavy() })
  } catch (error) {
    if (!(error instanceof DescriptionReader.DescriptionRefused)) throw error
    say({ _tag: "Refused", problem: error.problem, isHeavy: isHeavy() })
  }
}

const script = new Script("work()")

/** Handles a request. Node terminates a script that takes too long; the error ends the process. */
const answer = (question: Question): void => {
  if ("piece" in question) return void pieces.push(question.piece)
  script.runInContext(createContext({ work: read }), { timeout: question.milliseconds })
}

/** The process exits when the server closes its channel, not on a signal that is sent to both. */
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined)
process.on("disconnect", () => process.exit())
setPriority(priority)
process.on("message", (question: Question) => answer(question))
await FastParser.loaded
say({ _tag: "Begun" })
