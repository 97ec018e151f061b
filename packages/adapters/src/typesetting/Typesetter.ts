import { createContext, Script } from "node:vm"
import type { Typesetting } from "@quire/core"
import * as Formulas from "./Formulas.ts"
import { Highlighter } from "./Highlighter.ts"

export const limits = {
  /** How long one text may take. */
  textMilliseconds: 1_000,
  /** Time limit for all texts of a page; the rest stays plain. */
  pageMilliseconds: 3_000
} as const

interface Limits {
  readonly textMilliseconds: number
  readonly pageMilliseconds: number
}

const script = new Script("work()")
const sandbox: { work: () => void } = { work: () => undefined }
const context = createContext(sandbox)

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"

/** The result of a text: plain if it is invalid in its language. */
interface Made<A> {
  readonly value: A | undefined
  readonly isInTime: boolean
}

/** Node terminates a script that takes too long. */
const within = <A>(milliseconds: number, work: () => A | undefined): Made<A> => {
  let value: A | undefined
  sandbox.work = () => void (value = work())
  try {
    script.runInContext(context, { timeout: milliseconds })
    return { value, isInTime: true }
  } catch (error) {
    return { value: undefined, isInTime: !isTimeout(error) }
  }
}

/** Typesets pages one after the other. A text that takes too long or is invalid stays plain. */
export class Typesetter {
  readonly #limits: Limits
  #highlighter = new Highlighter()

  constructor(given: Limits = limits) {
    this.#limits = given
  }

  typeset({ codes, formulas }: Typesetting.Texts): Typesetting.Typeset {
    const end = performance.now() + this.#limits.pageMilliseconds
    let [isCut, isSlow] = [false, false]
    const make = <A>(work: () => A | undefined): A | undefined => {
      const time = Math.min(this.#limits.textMilliseconds, Math.floor(end - performance.now()))
      isCut ||= time < 1
      if (time < 1) return undefined
      const { isInTime, value } = within(time, work)
      isSlow ||= !isInTime
      // An interrupted text may have left a language partly initialized.
      if (!isInTime) this.#highlighter = new Highlighter()
      return value
    }
    const lines = codes.map((code) => make(() => this.#highlighter.highlight(code)))
    const markup = formulas.map((formula) => make(() => Formulas.typeset(formula)))
    return { codes: lines, formulas: markup, isFinal: isSlow || !isCut }
  }
}
