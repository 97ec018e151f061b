import { answering } from "./Runs.ts"

/** A script that tries to get out, or to take more than it may, and what comes of it. */
export interface Escape {
  readonly name: string
  readonly program: string
  /** What it answers, or why it failed. */
  readonly comes: RegExp
  /** Milliseconds, for scripts that only a deadline ends. */
  readonly deadline?: number | undefined
}

export const soon = 1_000
export const late = /^deadline: /
export const full = /^(memory|deadline): |^thrown: InternalError: string too long/

/** One whose answer is worked out by the body of a function. */
export const row = (name: string, body: string, comes: RegExp, deadline?: number): Escape => ({
  name,
  program: answering(body),
  comes,
  deadline
})

export const endless = (name: string, body: string): Escape => row(name, body, late, soon)

/** One that ends by whichever comes first, its memory or its deadline. */
export const greedy = (name: string, body: string): Escape => row(name, body, full, 5_000)

/** One whose memory does not fill before it is late. */
export const slow = (name: string, body: string): Escape => row(name, body, full, soon)

export const says = (name: string, expression: string, comes: RegExp): Escape =>
  row(name, `return new Response(String(${expression}))`, comes)
