/** Locks that a tab holds until it releases them or ends, so that others know whether it is there. */
export interface TabLocks {
  /** Takes a lock and returns how to release it; undefined if another tab holds it. */
  readonly tryHold: (name: string) => Promise<(() => void) | undefined>
}

/** Locks within one page, for tests and for browsers in which tabs cannot reach each other. */
export const makeMemoryLocks = (): TabLocks => {
  const held = new Set<string>()
  return {
    tryHold: async (name) => {
      if (held.has(name)) return undefined
      held.add(name)
      return () => void held.delete(name)
    }
  }
}

const webLocks: TabLocks = {
  tryHold: (name) =>
    new Promise((resolve, reject) => {
      const request = navigator.locks.request(name, { ifAvailable: true }, (lock) => {
        if (lock === null) return resolve(undefined)
        return new Promise<void>((release) => resolve(() => release()))
      })
      request.catch(reject)
    })
}

/** A way to reach the other tabs; a `BroadcastChannel` is one. */
export type TabChannel = Pick<BroadcastChannel, "postMessage" | "addEventListener">

/** Milliseconds in which another tab, which may be in the background, says that it holds a lock. */
const responseTime = 500

/**
 * Locks by asking the other tabs: one that holds a lock, or asks for it with a smaller number, objects. A tab that
 * has ended does not respond.
 */
export const makeChannelLocks = (channel: TabChannel, wait = responseTime): TabLocks => {
  const own = makeMemoryLocks()
  /** The locks that this tab holds or asks for, with its number; 0 for those that it holds. */
  const claims = new Map<string, number>()
  const objections = new Set<string>()
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== "object" || data === null || !("name" in data) || typeof data.name !== "string") return
    const claim = claims.get(data.name)
    if (claim === undefined) return
    if (!("claim" in data) || typeof data.claim !== "number") objections.add(data.name)
    else if (claim < data.claim) channel.postMessage({ name: data.name })
  })
  return {
    tryHold: async (name) => {
      const release = await own.tryHold(name)
      if (release === undefined) return undefined
      const claim = 1 + Math.random()
      const end = () => {
        claims.delete(name)
        release()
      }
      objections.delete(name)
      claims.set(name, claim)
      channel.postMessage({ name, claim })
      await new Promise((resolve) => setTimeout(resolve, wait))
      if (objections.delete(name)) {
        end()
        return undefined
      }
      claims.set(name, 0)
      return end
    }
  }
}

let shared: TabLocks | undefined

const makeFallback = (): TabLocks =>
  typeof BroadcastChannel === "function" ? makeChannelLocks(new BroadcastChannel("quire-editor")) : makeMemoryLocks()

/** The locks of the browser, or where it has none, as without HTTPS, locks by messages between tabs. */
export const openTabLocks = (): TabLocks =>
  typeof navigator === "object" && "locks" in navigator ? webLocks : (shared ??= makeFallback())
