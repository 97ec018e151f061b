import type { RefusedField } from "./PageTransport.ts"
import type { SavingConflict } from "./SavingConflict.ts"

/** How far the writer's text is on the server. */
export type SavingStatus =
  /** The server has everything. */
  | { readonly name: "saved" }
  /** The server has everything, and the writer has to decide about `conflicts`. */
  | { readonly name: "conflict" }
  /** A request is running. */
  | { readonly name: "saving" }
  /** There are edits to save: soon, or after `retryAt` (by the session's clock) if the server cannot be reached. */
  | { readonly name: "unsaved"; readonly isOffline: boolean; readonly retryAt: number | undefined }
  /** The person has to sign in, and the host calls `resume` afterwards. The text stays, also as local copy. */
  | { readonly name: "signed-out" }
  /**
   * The server refuses the text, by fields and rules, until it is edited; with `isFinal` because the person has no access
   * any more or the page was deleted. The text stays and can be copied.
   */
  | {
      readonly name: "refused"
      readonly isFinal: boolean
      readonly reason: string
      readonly message: string
      readonly fields: ReadonlyArray<RefusedField>
    }

/** What a session tells its host. */
export interface SavingState {
  readonly status: SavingStatus
  readonly conflicts: ReadonlyArray<SavingConflict>
  /** The revision that the editor's text is based on. */
  readonly revision: string
  /** Where unsaved edits are: in the browser's storage, only in memory as it is blocked, or nowhere as it is full. */
  readonly localCopy: "stored" | "memory" | "failed"
  /** Whether heads are streamed; otherwise they are asked for from time to time. */
  readonly isFollowing: boolean
}

/** A value that changes, for any framework. */
export interface Subscribable<A> {
  readonly get: () => A
  /** Calls back after each change, until the returned function is called. */
  readonly subscribe: (listener: (value: A) => void) => () => void
}

export interface Subject<A> extends Subscribable<A> {
  readonly set: (value: A) => void
}

export const makeSubject = <A>(initial: A): Subject<A> => {
  let value = initial
  const listeners = new Set<(value: A) => void>()
  return {
    get: () => value,
    set: (next) => {
      if (JSON.stringify(next) === JSON.stringify(value)) return
      value = next
      for (const listener of listeners) listener(next)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
  }
}
