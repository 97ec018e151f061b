import { setPriority } from "node:os"
import type { Typesetting } from "@quire/core"
import { Typesetter } from "./Typesetter.ts"

/** What the process says: that it has begun, or what texts became. */
export interface Answer {
  readonly typeset: Typesetting.Typeset | undefined
  /** Whether the process holds more memory than it should keep at rest. */
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

/** Whoever ends the server ends this process by leaving it, not by a signal that reaches both. */
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined)
process.on("disconnect", () => process.exit())
setPriority(priority)
process.on("message", (texts: Typesetting.Texts) => say(typesetter.typeset(texts)))
say(undefined)
