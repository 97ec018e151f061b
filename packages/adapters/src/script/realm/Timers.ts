interface Timer {
  readonly at: number
  readonly every: number | undefined
  readonly act: () => void
}

declare global {
  const setTimeout: (act: unknown, milliseconds?: unknown, ...rest: ReadonlyArray<unknown>) => number
}

const timers = new Map<number, Timer>()
let last = 0

const now = (): number => Date.now()

/** Requests a tick at the time of the next timer. */
const wake = (): void => {
  let next = Number.POSITIVE_INFINITY
  for (const { at } of timers.values()) next = Math.min(next, at)
  host.wake(Number.isFinite(next) ? Math.max(0, next - now()) : -1)
}

const add = (act: unknown, milliseconds: unknown, rest: ReadonlyArray<unknown>, repeats: boolean): number => {
  if (typeof act !== "function") throw new TypeError("The callback of a timer must be a function")
  const wait = Math.max(repeats ? 1 : 0, Math.trunc(Number(milliseconds)) || 0)
  last += 1
  timers.set(last, { at: now() + wait, every: repeats ? wait : undefined, act: () => void act(...rest) })
  wake()
  return last
}

export const clear = (id: unknown): void => {
  if (timers.delete(Number(id))) wake()
}

export const timeout = (act: unknown, milliseconds?: unknown, ...rest: ReadonlyArray<unknown>): number =>
  add(act, milliseconds, rest, false)

export const interval = (act: unknown, milliseconds?: unknown, ...rest: ReadonlyArray<unknown>): number =>
  add(act, milliseconds, rest, true)

/** Runs the timers that are due, the earliest first. Errors that they throw are reported to the script. */
export const tick = (thrown: (error: unknown) => void): void => {
  const present = now()
  const due = Array.from(timers).filter(([, { at }]) => at <= present)
  for (const [id, timer] of due.sort(([a, { at }], [b, { at: other }]) => at - other || a - b)) {
    if (!timers.has(id)) continue
    if (timer.every === undefined) timers.delete(id)
    else timers.set(id, { ...timer, at: present + timer.every })
    try {
      timer.act()
    } catch (error) {
      thrown(error)
    }
  }
  wake()
}
