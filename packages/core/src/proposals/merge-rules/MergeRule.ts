import { Result, Schema } from "effect"
import * as Expression from "../../foundation/expression/Expression.ts"
import { UserId } from "../../foundation/id/Ids.ts"
import { closed, describeFields } from "../../foundation/input/Input.ts"
import { multiLine, singleLine } from "../../foundation/text/Text.ts"

export const limits = { rules: 50, users: 100, messageLength: 256 } as const

/** The names that expressions of merge rules may use. */
export const roots = ["changeRequest", "reviews", "actor"] as const

const users = Schema.Array(UserId).pipe(
  Schema.check(Schema.isMinLength(1, { message: "must name at least one user" })),
  Schema.check(Schema.isMaxLength(limits.users, { message: `must have at most ${limits.users} entries` }))
)

const findFault = (text: string): string | undefined =>
  Result.match(Expression.parse(text), {
    onFailure: ({ at, rule }) => `${rule} (character ${at + 1})`,
    onSuccess: ({ names }) => {
      const unknown = [...names].find((name) => !roots.some((root) => root === name))
      return unknown === undefined ? undefined : `unknown variable ${unknown}: available are ${roots.join(", ")}`
    }
  })

/** The source of an expression over `roots`. */
const Source = multiLine(0, Expression.limits.length).pipe(
  Schema.check(Schema.makeFilter((text) => findFault(text), { toJsonSchema: () => ({ format: "expression" }) }))
)

const rule = <F extends Schema.Struct.Fields>(identifier: string, fields: F, description: string) =>
  closed(identifier, fields).annotate({ description })

const Reviewed = rule(
  "MergeRuleReviewed",
  { kind: Schema.Literal("reviewed") },
  "At least one user reviewed the head of the request. Reviews of earlier heads do not count."
)
const Approved = rule(
  "MergeRuleApproved",
  { kind: Schema.Literal("approved") },
  "Every review of the head of the request is an approval. If an earlier head was reviewed, the current head must be reviewed too: an edit, or an update from the space, requires a new approval. A request without any review passes this rule; add `reviewed` to require a review. An approval covers only the request itself: without `up-to-date`, later changes of the space are merged with it although no reviewer saw the two together."
)
const ReviewedByAll = rule(
  "MergeRuleReviewedByAll",
  describeFields({ kind: Schema.Literal("reviewed-by-all"), users }, { users: "Users whose reviews count." }),
  "Each of the users reviewed the head of the request."
)
const ReviewedByOne = rule(
  "MergeRuleReviewedByOne",
  describeFields({ kind: Schema.Literal("reviewed-by-one"), users }, { users: "Users whose reviews count." }),
  "At least one of the users reviewed the head of the request."
)
const UpToDate = rule("MergeRuleUpToDate", { kind: Schema.Literal("up-to-date") }, "The request is not outdated.")
const Subject = rule("MergeRuleSubject", { kind: Schema.Literal("subject") }, "The request has a subject.")
const Bypass = rule(
  "MergeRuleBypass",
  describeFields(
    { kind: Schema.Literal("bypass"), users },
    { users: "Users who may merge even if rules are not met." }
  ),
  "The users may merge regardless of the other rules."
)

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
    rule(
      `${identifier}Expression`,
      describeFields(
        { kind: Schema.Literal("expression"), expression, message },
        { expression: "Expression that must be true.", message: "Message shown while the expression is not true." }
      ),
      "The expression is true. It can use `changeRequest{subject, revision, outdated, createdBy{id}}`, `reviews[]{status, revision, reviewer{id}}` and `actor{id}`; `message` is shown while it is not true. `reviews` contains the latest review of each reviewer, whichever head it reviewed. A review covers the current head if its `revision` equals `changeRequest.revision`."
    )
  ]).annotate({ identifier })

/** A condition for merging a change request, as stored and shown (rules review-of-head and merge-rules-all). */
export const MergeRule = ruleWith("MergeRule", Schema.String, Schema.String)
export type MergeRule = typeof MergeRule.Type

/** A rule in the form in which it is set. */
export const MergeRuleInput = ruleWith("MergeRuleInput", Source, singleLine(1, limits.messageLength))

export const MergeRuleList = Schema.Array(MergeRuleInput).pipe(
  Schema.check(Schema.isMaxLength(limits.rules, { message: `must have at most ${limits.rules} entries` }))
)
