import { Result } from "effect"
import * as Expression from "../../foundation/expression/Expression.ts"
import * as Recent from "../../foundation/store/Recent.ts"
import type { Claims } from "../../sites/adaptive-schema/Claims.ts"

/** `parsed`: characters of the parsed expressions that a process caches. */
export const limits = { parsed: 200_000 } as const

/** Variables of a space or a page, by name. */
export type Vars = { readonly [name: string]: string }

/** The variables of conditions and inline expressions. */
export type Roots = {
  readonly visitor: { readonly claims: Claims }
  readonly space: { readonly vars: Vars }
  readonly page: { readonly vars: Vars }
}

/** The roots for an audience; what it never claimed unsigned is undefined, no failure. */
export const rootsOf = (claims: Claims, vars: { readonly space: Vars; readonly page: Vars }): Roots => ({
  visitor: { claims: { unsigned: {}, ...claims } },
  space: { vars: vars.space },
  page: { vars: vars.page }
})

/** Evaluates expressions, given by their source. */
export interface Conditions {
  /** The value of an expression; undefined if it has none. */
  readonly valueOf: (source: string) => unknown
  /** Whether a condition lets something be seen (rule condition-hides). */
  readonly holds: (source: string | undefined) => boolean
  /** Whether all conditions do. */
  readonly allHold: (sources: ReadonlyArray<string | undefined>) => boolean
  /** Whether the expression was evaluated already, so that it has no cost. */
  readonly isKnown: (source: string) => boolean
}

/** Parsed expressions by source; each takes at most some fifty bytes for each character. */
const parsed = Recent.make<ReturnType<typeof Expression.parse>>(limits.parsed)

const parse = (source: string) => {
  const known = parsed.get(source)
  if (known !== undefined) return known
  const made = Expression.parse(source)
  parsed.put(source, made, source.length + 50)
  return made
}

const by = (valueOf: Conditions["valueOf"], isKnown: Conditions["isKnown"]): Conditions => {
  const holds: Conditions["holds"] = (source) =>
    source === undefined || source.trim() === "" || Boolean(valueOf(source))
  return { valueOf, holds, allHold: (sources) => sources.every(holds), isKnown }
}

/** Evaluates expressions for one audience. Each source is evaluated once. */
export const make = (roots: Roots): Conditions => {
  const values = new Map<string, unknown>()
  const evaluate = (source: string): unknown =>
    parse(source).pipe(
      Result.flatMap((expression) => Expression.evaluate(expression, roots)),
      Result.getOrElse(() => undefined)
    )
  const valueOf = (source: string): unknown => {
    if (!values.has(source)) values.set(source, evaluate(source))
    return values.get(source)
  }
  return by(valueOf, (source) => values.has(source))
}

/** Conditions that record which expressions were evaluated. */
export interface RecordedConditions extends Conditions {
  readonly asked: ReadonlySet<string>
}

export const watch = ({ isKnown, valueOf }: Conditions): RecordedConditions => {
  const asked = new Set<string>()
  const ask = (source: string): unknown => {
    asked.add(source)
    return valueOf(source)
  }
  return { ...by(ask, isKnown), asked }
}
