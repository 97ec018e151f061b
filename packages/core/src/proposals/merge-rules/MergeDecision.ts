import { Result, Schema } from "effect"
import * as Expression from "../../foundation/expression/Expression.ts"
import type { MergeRule } from "./MergeRule.ts"

/**
 * The facts that merge rules are evaluated on: the request, the latest review of each reviewer, and the user who
 * merges.
 */
export interface Facts {
  readonly changeRequest: {
    readonly subject: string
    /** The head of the request. */
    readonly revision: string
    readonly outdated: boolean
    readonly createdBy: { readonly id: string }
  }
  readonly reviews: ReadonlyArray<{
    readonly status: "approved" | "changes-requested"
    /** The head that was reviewed. */
    readonly revision: string
    readonly reviewer: { readonly id: string }
  }>
  readonly actor: { readonly id: string }
}

/** A rule that does not allow the merge; `at` is its index in the list. */
export const FailedRule = Schema.Struct({ at: Schema.Int, kind: Schema.String, message: Schema.String })
export type FailedRule = typeof FailedRule.Type

/** The merge rules of the space do not allow this merge; every rule that fails is named (rule merge-rules-all). */
export class MergeRulesFailed extends Schema.TaggedError<MergeRulesFailed>()("MergeRulesFailed", {
  changeRequest: Schema.String,
  failed: Schema.Array(FailedRule)
}) {
  readonly kind = "precondition" as const
  override get message() {
    const messages = this.failed.map(({ message }) => message).join("; ")
    return `change request ${this.changeRequest} cannot be merged: ${messages}`
  }
  get details() {
    return this.failed.map(({ at, message }) => ({ path: `mergeRules.${at}`, rule: message }))
  }
}

/** The objection of an expression to the merge; one that fails to evaluate objects too. */
const evaluateExpression = (
  rule: Extract<MergeRule, { readonly kind: "expression" }>,
  facts: Facts
): string | undefined =>
  Expression.parse(rule.expression).pipe(
    Result.flatMap((expression) => Expression.holds(expression, { ...facts })),
    Result.match({
      onFailure: (error) => `${rule.message} (${error.message})`,
      onSuccess: (holds) => (holds ? undefined : rule.message)
    })
  )

/** Reviews of the current head; reviews of earlier heads do not cover later changes (rule review-of-head). */
const reviewsOfHead = ({ changeRequest, reviews }: Facts): Facts["reviews"] =>
  reviews.filter(({ revision }) => revision === changeRequest.revision)

const findDisapproval = ({ reviews }: Facts, current: Facts["reviews"]): string | undefined => {
  if (current.length === 0 && reviews.length > 0) return "it changed after its last review and must be approved again"
  return current.every(({ status }) => status === "approved") ? undefined : "every review must be an approval"
}

/** The objection of a rule to the merge, if any. */
const findObjection = (rule: MergeRule, facts: Facts): string | undefined => {
  const current = reviewsOfHead(facts)
  const reviewed = (user: string) => current.some(({ reviewer }) => reviewer.id === user)
  switch (rule.kind) {
    case "reviewed":
      return current.length > 0 ? undefined : "it must be reviewed"
    case "approved":
      return findDisapproval(facts, current)
    case "reviewed-by-all": {
      const missing = rule.users.filter((user) => !reviewed(user))
      return missing.length === 0 ? undefined : `it must be reviewed by ${missing.join(", ")}`
    }
    case "reviewed-by-one":
      return rule.users.some(reviewed) ? undefined : `it must be reviewed by one of ${rule.users.join(", ")}`
    case "up-to-date":
      return facts.changeRequest.outdated ? "it must be up to date" : undefined
    case "subject":
      return facts.changeRequest.subject.trim() === "" ? "it must have a subject" : undefined
    case "expression":
      return evaluateExpression(rule, facts)
    case "bypass":
      return undefined
  }
}

const overrides = (rule: MergeRule, { actor }: Facts): boolean =>
  rule.kind === "bypass" && rule.users.some((user) => user === actor.id)

/** The rules that do not allow the merge, in order; none if a bypass names the actor. */
export const evaluate = (rules: ReadonlyArray<MergeRule>, facts: Facts): ReadonlyArray<FailedRule> =>
  rules.some((rule) => overrides(rule, facts))
    ? []
    : rules.flatMap((rule, at) => {
        const message = findObjection(rule, facts)
        return message === undefined ? [] : [{ at, kind: rule.kind, message }]
      })
