import type { PersonPresence } from "../presence/PersonPresence.ts"
import { type PageTransport, PageTransportError } from "./PageTransport.ts"
import { retryDelay, type SavingClock, waitFor } from "./SavingClock.ts"

/** Milliseconds between questions for the head while the stream is refused, and before it is tried again. */
const pollDelay = 5_000
const streamDelay = 60_000

/** What a watch needs from its session. */
export interface HeadWatcher {
  readonly lastRevision: () => string | undefined
  readonly onHead: (revision: string) => void
  readonly onPeople: (people: ReadonlyArray<PersonPresence>) => void
  /** Called when the stream begins to report heads, and when it has ended. */
  readonly onFollowing: (isFollowing: boolean) => void
  /** Called for failures that end the watch: no session, or no access. */
  readonly onEnd: (error: PageTransportError) => void
}

const isRefusal = (error: unknown): error is PageTransportError =>
  error instanceof PageTransportError && (error.failure === "unavailable" || error.failure === "refused")

const endsWatch = (error: unknown): error is PageTransportError =>
  error instanceof PageTransportError && (error.failure === "signed-out" || error.failure === "no-access")

/** Asks for the head from time to time, until the stream may be tried again. */
const pollHeads = async (
  transport: PageTransport,
  clock: SavingClock,
  { onHead }: HeadWatcher,
  signal: AbortSignal
): Promise<void> => {
  const end = clock.now() + streamDelay
  while (!signal.aborted && clock.now() < end) {
    await waitFor(clock, pollDelay, signal)
    if (!signal.aborted) onHead(await transport.readHead(signal))
  }
}

/**
 * Reports the heads of a content until the signal aborts: those that are streamed, connected again after each end, or if
 * the stream is refused, those that the server returns from time to time.
 */
export const watchHeads = async (
  transport: PageTransport,
  clock: SavingClock,
  watcher: HeadWatcher,
  signal: AbortSignal
): Promise<void> => {
  let failures = 0
  const onHead = (revision: string) => {
    failures = 0
    if (signal.aborted) return
    watcher.onFollowing(true)
    watcher.onHead(revision)
  }
  const onPeople = (people: ReadonlyArray<PersonPresence>) => {
    if (!signal.aborted) watcher.onPeople(people)
  }
  while (!signal.aborted) {
    try {
      await transport.followHeads({ lastRevision: watcher.lastRevision(), onHead, onPeople, signal })
    } catch (error) {
      if (signal.aborted) return
      if (endsWatch(error)) return watcher.onEnd(error)
      watcher.onFollowing(false)
      if (isRefusal(error)) await pollHeads(transport, clock, watcher, signal).catch(() => undefined)
    }
    failures++
    if (signal.aborted) return
    watcher.onFollowing(false)
    // The next stream names everyone who is there, but says nothing if that is no one.
    watcher.onPeople([])
    await waitFor(clock, retryDelay(clock, failures), signal)
  }
}
