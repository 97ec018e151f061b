import { Markdown } from "@quire/core"
import { Effect } from "effect"

export const limits = {
  /** How much the process may grow while a text is read. */
  megabytes: 160,
  /** How often that is looked at. */
  milliseconds: 5
} as const

/**
 * Fails when the process has grown by more than one text may take since it was smallest: what it held of the text before
 * may go only while this one is read. Looks while it runs, and costs nothing else.
 */
const outgrown = (resident: () => number) =>
  Effect.callback<never, Markdown.TextTooSlow>((resume) => {
    let smallest = resident()
    const timer = setInterval(() => {
      const now = resident()
      smallest = Math.min(smallest, now)
      if (now - smallest > limits.megabytes * 1_048_576) resume(Effect.fail(new Markdown.TextTooSlow()))
    }, limits.milliseconds)
    return Effect.sync(() => clearInterval(timer))
  })

/**
 * Gives up work on a thread that takes too much memory. A thread's own heap limit is no bound to rely on: V8 ends the
 * whole process, not the thread, when one large allocation meets it.
 */
export const within = <A>(
  work: Effect.Effect<A, Markdown.TextTooSlow>,
  resident: () => number = process.memoryUsage.rss
): Effect.Effect<A, Markdown.TextTooSlow> => Effect.raceFirst(work, outgrown(resident))
