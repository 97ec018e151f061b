import { setPriority } from "node:os"
import type { Typesetting } from "@quire/core"
import { Typesetter } from "./Typesetter.ts"

/** A message from the process: it has started, or the typeset texts. */
export interface Answer {
  readonly typeset: Typesetting.Typeset | undefined
  /** Whether the process uses more memory than an idle process may keep. */
  readonly isHeavy: boolean
}

/** Bytes above which a process does not rest. */
const mostAtRest = 150_000_000

/** The server, and its database, go first. */
const priority = 5

const typesetter = new Typesetter()

const say = (typeset: Answer["typeset"]): void => {
  const answer: Answer = { typeset, isHeavy: process.memoryUsage.rss() > mostAtRest }
  process.send?.(answer)
}

/** The process exits when the server closes its channel, not on a signal that is sent to both. */
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined)
process.on("disconnect", () => process.exit())
setPriority(priority)
process.on("message", (texts: Typesetting.Texts) => say(typesetter.typeset(texts)))
say(undefined)
