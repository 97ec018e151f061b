import { Result, Schema } from "effect"
import * as Expression from "../expression/Expression.ts"
import { closed } from "../Input.ts"
import { multiLine, singleLine } from "../text/Text.ts"
import { UserId } from "../user/UserId.ts"

export const limits = { rules: 50, users: 100, messageLength: 256 } as const

/** What the expressions of merge rules may speak of. */
export const roots = ["changeRequest", "reviews", "actor"] as const

const users = Schema.Array(UserId).pipe(
  Schema.check(Schema.isMinLength(1, { message: "must name somebody" })),
  Schema.check(Schema.isMaxLength(limits.users, { message: `must have at most ${limits.users} entries` }))
)

const judged = (text: string): string | undefined =>
  Result.match(Expression.parse(text), {
    onFailure: ({ at, rule }) => `${rule} (character ${at + 1})`,
    onSuccess: ({ names }) => {
      const unknown = [...names].find((name) => !roots.some((root) => root === name))
      return unknown === undefined ? undefined : `${unknown} is not known: there are ${roots.join(", ")}`
    }
  })

/** The source of an expression over `roots`. */
const Source = multiLine(0, Expression.limits.length).pipe(
  Schema.check(Schema.makeFilter((text) => judged(text), { toJsonSchema: () => ({}) }))
)

const Reviewed = closed("MergeRuleReviewed", { kind: Schema.Literal("reviewed") })
const Approved = closed("MergeRuleApproved", { kind: Schema.Literal("approved") })
const ReviewedByAll = closed("MergeRuleReviewedByAll", { kind: Schema.Literal("reviewed-by-all"), users })
const ReviewedByOne = closed("MergeRuleReviewedByOne", { kind: Schema.Literal("reviewed-by-one"), users })
const UpToDate = closed("MergeRuleUpToDate", { kind: Schema.Literal("up-to-date") })
const Subject = closed("MergeRuleSubject", { kind: Schema.Literal("subject") })
const Bypass = closed("MergeRuleBypass", { kind: Schema.Literal("bypass"), users })

const ruleWith = <E extends Schema.Codec<string>, M extends Schema.Codec<string>>(
  identifier: string,
  expression: E,
  message: M
) =>
  Schema.Union([
    Reviewed,
    Approved,
    ReviewedByAll,
    ReviewedByOne,
    UpToDate,
    Subject,
    Bypass,
    closed(`${identifier}Expression`, { kind: Schema.Literal("expression"), expression, message })
  ]).annotate({ identifier })

/**
 * What must be true before a change request may be merged, as stored and shown (rules.md 2.2):
 *
 * - `reviewed`: there is a review
 * - `approved`: every review approves
 * - `reviewed-by-all`, `reviewed-by-one`: all, or one, of the users reviewed
 * - `up-to-date`: the request is not outdated
 * - `subject`: the request has a subject
 * - `expression`: an expression over `changeRequest{subject, outdated, createdBy{id}}`, `reviews[]{status, reviewer{id}}`
 *   and `actor{id}` is true; its own message says what is missing
 * - `bypass`: the users may merge whatever the other rules say
 */
export const MergeRule = ruleWith("MergeRule", Schema.String, Schema.String)
export type MergeRule = typeof MergeRule.Type

/** A rule as somebody sets it. */
export const MergeRuleInput = ruleWith("MergeRuleInput", Source, singleLine(1, limits.messageLength))

export const MergeRuleList = Schema.Array(MergeRuleInput).pipe(
  Schema.check(Schema.isMaxLength(limits.rules, { message: `must have at most ${limits.rules} entries` }))
)
