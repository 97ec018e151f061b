import { useState } from "react"

/** An action that a button or a dialog runs. */
export interface ActionState {
  readonly isBusy: boolean
  readonly error: unknown
  /** Runs the action; returns whether it succeeded. */
  readonly run: () => Promise<boolean>
  readonly clear: () => void
}

/** Runs an action, and remembers the error when it fails. */
export const useAction = (action: () => Promise<unknown>): ActionState => {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const run = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await action()
      return true
    } catch (thrown) {
      setError(thrown)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, error, run, clear: () => setError(undefined) }
}
