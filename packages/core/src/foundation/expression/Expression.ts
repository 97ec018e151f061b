import { Result, Schema } from "effect"
import { codePoints } from "../text/Text.ts"
import { Evaluation, EvaluationHalted } from "./ExpressionEvaluator.ts"
import { type ParsedExpression, parse as read } from "./ExpressionParser.ts"
import { ExpressionRefused } from "./ExpressionTree.ts"

/** `length` of the source in code points; `steps` of one evaluation. */
export const limits = { length: 1024, steps: 1000 } as const

/**
 * An expression in the subset of JavaScript used by conditions and merge rules (rule expression-language): literals,
 * lists, properties, `?.`, logical, comparison and arithmetic operators, `? :`, `in`, methods of strings, and methods
 * of lists with arrow functions. It has no loops, statements or other calls, and reads own properties only.
 */
export type Expression = ParsedExpression

/**
 * The text is not a valid expression; the message states the reason and the position, in code points (rule
 * expression-language).
 */
export class ExpressionInvalid extends Schema.TaggedError<ExpressionInvalid>()("ExpressionInvalid", {
  at: Schema.Number,
  rule: Schema.String
}) {
  readonly kind = "invalid" as const
  override get message() {
    return `the expression is invalid at character ${this.at + 1}: ${this.rule}`
  }
  get details() {
    return [{ path: "", rule: `${this.rule} (character ${this.at + 1})` }]
  }
}

/**
 * The expression cannot be evaluated: it uses an undefined value, or takes too many steps (rule expression-language).
 */
export class EvaluationFailed extends Schema.TaggedError<EvaluationFailed>()("EvaluationFailed", {
  rule: Schema.String
}) {
  readonly kind = "unprocessable" as const
  override get message() {
    return `the expression cannot be evaluated: ${this.rule}`
  }
}

export const parse = (text: string): Result.Result<Expression, ExpressionInvalid> => {
  if (codePoints(text) > limits.length) {
    const rule = `an expression must have at most ${limits.length} characters`
    return Result.fail(new ExpressionInvalid({ at: limits.length, rule }))
  }
  try {
    return Result.succeed(read(text))
  } catch (refused) {
    if (!(refused instanceof ExpressionRefused)) throw refused
    return Result.fail(new ExpressionInvalid({ at: codePoints(text.slice(0, refused.at)), rule: refused.rule }))
  }
}

/**
 * Evaluates an expression whose free names are the roots' own properties. Each evaluation of a part costs a step, long
 * strings and lists cost more. Objects and lists are never converted to strings or numbers.
 */
export const evaluate = (
  self: Expression,
  roots: { readonly [name: string]: unknown }
): Result.Result<unknown, EvaluationFailed> => {
  try {
    return Result.succeed(new Evaluation(roots, limits.steps).evaluate(self.tree))
  } catch (halted) {
    if (!(halted instanceof EvaluationHalted)) throw halted
    return Result.fail(new EvaluationFailed({ rule: halted.message }))
  }
}

/** Whether the value of an expression is truthy in JavaScript. */
export const holds = (
  self: Expression,
  roots: { readonly [name: string]: unknown }
): Result.Result<boolean, EvaluationFailed> => Result.map(evaluate(self, roots), Boolean)
