/** Locks that a tab holds until it releases them or ends, so that others know whether it is there. */
export interface TabLocks {
  /** Takes a lock and returns how to release it; undefined if another tab holds it. */
  readonly tryHold: (name: string) => Promise<(() => void) | undefined>
}

/** Locks within one page, for where the browser has none. Copies of other tabs are then adopted by the next open. */
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

const pageLocks = makeMemoryLocks()

/** The locks of the browser, or those of the page where it has none, as without HTTPS. */
export const openTabLocks = (): TabLocks =>
  typeof navigator === "object" && "locks" in navigator ? webLocks : pageLocks
